// SPDX-License-Identifier: GPL-2.0
/*
 * libaravis's DOM parser with a document type of our own: ArvGc itself leaves
 * out elements that it does not know (pValueCopy, Group), and this one keeps
 * everything.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <arv.h>

#include "genicam.h"

#define ROOT_TAG	"RegisterDescription"

typedef struct {
	ArvDomElement parent;
	char *tag;
	GPtrArray *attributes;
} PlainElement;

typedef ArvDomElementClass PlainElementClass;

typedef struct {
	ArvDomDocument parent;
	unsigned int elements;
} PlainDocument;

typedef ArvDomDocumentClass PlainDocumentClass;

GType plain_element_get_type(void);
GType plain_document_get_type(void);
G_DEFINE_TYPE(PlainElement, plain_element, ARV_TYPE_DOM_ELEMENT)
G_DEFINE_TYPE(PlainDocument, plain_document, ARV_TYPE_DOM_DOCUMENT)

static const char *element_node_name(ArvDomNode *node)
{
	return ((PlainElement *)node)->tag;
}

static gboolean anything(ArvDomNode *node, ArvDomNode *child)
{
	(void)node;
	(void)child;
	return TRUE;
}

static void element_set_attribute(ArvDomElement *element, const char *name, const char *value)
{
	PlainElement *e = (PlainElement *)element;

	g_ptr_array_add(e->attributes, g_strdup(name));
	g_ptr_array_add(e->attributes, g_strdup(value));
}

static void element_finalize(GObject *object)
{
	PlainElement *e = (PlainElement *)object;

	g_free(e->tag);
	g_ptr_array_unref(e->attributes);
	G_OBJECT_CLASS(plain_element_parent_class)->finalize(object);
}

static void plain_element_init(PlainElement *e)
{
	e->attributes = g_ptr_array_new_with_free_func(g_free);
}

static void plain_element_class_init(PlainElementClass *class)
{
	G_OBJECT_CLASS(class)->finalize = element_finalize;
	ARV_DOM_NODE_CLASS(class)->get_node_name = element_node_name;
	ARV_DOM_NODE_CLASS(class)->can_append_child = anything;
	class->set_attribute = element_set_attribute;
}

/* A prefix for the XML name space says nothing: there is only one. */
static const char *local_name(const char *tag)
{
	const char *colon = strrchr(tag, ':');

	return colon ? colon + 1 : tag;
}

static ArvDomElement *document_create_element(ArvDomDocument *document, const char *tag)
{
	PlainElement *e;

	if (++((PlainDocument *)document)->elements > GENICAM_ELEMENTS_MAX)
		return NULL;
	e = g_object_new(plain_element_get_type(), NULL);
	e->tag = g_strdup(local_name(tag));
	return (ArvDomElement *)e;
}

static void plain_document_init(PlainDocument *document)
{
	document->elements = 0;
}

static void plain_document_class_init(PlainDocumentClass *class)
{
	ARV_DOM_NODE_CLASS(class)->can_append_child = anything;
	class->create_element = document_create_element;
}

/**
 * genicam_node_free() - free an element and all in it
 * @node: the element; NULL is fine
 */
void genicam_node_free(struct genicam_node *node)
{
	if (!node)
		return;
	g_free(node->tag);
	g_free(node->name);
	g_free(node->text);
	g_ptr_array_unref(node->children);
	g_ptr_array_unref(node->attributes);
	g_free(node);
}

/* An element as a node of ours; NULL if elements are nested too deep. */
static struct genicam_node *convert(PlainElement *e, struct genicam_node *parent,
				    unsigned int depth)
{
	struct genicam_node *node = g_new0(struct genicam_node, 1), *child;
	GString *text = g_string_new(NULL);
	ArvDomNode *n;
	bool ok = depth < GENICAM_DEPTH_MAX;

	node->tag = g_strdup(e->tag);
	node->parent = parent;
	node->index = -1;
	node->attributes = g_ptr_array_ref(e->attributes);
	node->children = g_ptr_array_new_with_free_func((GDestroyNotify)genicam_node_free);
	node->name = g_strdup(genicam_attribute(node, "Name"));
	for (n = arv_dom_node_get_first_child((ArvDomNode *)e); n && ok;
	     n = arv_dom_node_get_next_sibling(n)) {
		if (ARV_IS_DOM_TEXT(n)) {
			g_string_append(text, arv_dom_character_data_get_data((void *)n));
			continue;
		}
		child = convert((PlainElement *)n, node, depth + 1);
		ok = child;
		if (ok)
			g_ptr_array_add(node->children, child);
	}
	node->text = g_strstrip(g_string_free(text, FALSE));
	if (ok)
		return node;
	genicam_node_free(node);
	return NULL;
}

/* libaravis goes on after an error of the XML, and only logs it: take the first. */
static void take_complaint(const char *domain, GLogLevelFlags level, const char *message,
			   void *first)
{
	char **text = first;

	(void)domain;
	if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL) && !*text)
		*text = g_strstrip(g_strdup(message));
}

/* The tag of the root, with its prefix if it has one. */
static char *root_tag(const char *xml)
{
	const char *end = strstr(xml, ":" ROOT_TAG), *start = end;

	while (start && start > xml && (g_ascii_isalnum(start[-1]) || strchr("_-.", start[-1])))
		start--;
	if (!start || start == xml || start[-1] != '<')
		return g_strdup(ROOT_TAG);
	return g_strndup(start, end - start + strlen(":" ROOT_TAG));
}

static ArvDomDocument *parse(const char *xml, size_t size, char **complaint, GError **error)
{
	static const char * const domain[] = { NULL, "XML", "Aravis" };
	guint handler[G_N_ELEMENTS(domain)];
	GType old = arv_gc_get_type();
	char *root = root_tag(xml);
	ArvDomDocument *document;
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(domain); i++)
		handler[i] = g_log_set_handler(domain[i], G_LOG_LEVEL_MASK, take_complaint,
					       complaint);
	arv_dom_implementation_add_document_type(root, plain_document_get_type());
	document = arv_dom_document_new_from_memory(xml, size, error);
	arv_dom_implementation_add_document_type(root, old);
	g_free(root);
	for (i = 0; i < G_N_ELEMENTS(domain); i++)
		g_log_remove_handler(domain[i], handler[i]);
	return document;
}

/**
 * genicam_dom_parse() - XML to a tree
 * @xml: the text, without anything before the first '<'
 * @size: its bytes
 * @why: gets a sentence
 * @why_size: of @why
 *
 * Return: the root, to be freed with genicam_node_free(), or NULL.
 */
struct genicam_node *genicam_dom_parse(const char *xml, size_t size, char *why, size_t why_size)
{
	struct genicam_node *node = NULL;
	ArvDomDocument *document;
	ArvDomElement *root;
	char *complaint = NULL;
	GError *error = NULL;

	document = parse(xml, size, &complaint, &error);
	root = document ? arv_dom_document_get_document_element(document) : NULL;
	if (error || complaint)
		snprintf(why, why_size, "broken XML: %s", error ? error->message : complaint);
	else if (!root || !G_TYPE_CHECK_INSTANCE_TYPE(root, plain_element_get_type()))
		snprintf(why, why_size, "not a GenICam description: no element " ROOT_TAG);
	else
		node = convert((PlainElement *)root, NULL, 0);
	if (root && !error && !complaint && !node)
		snprintf(why, why_size, "elements are nested too deep");
	g_clear_error(&error);
	g_clear_object(&document);
	g_free(complaint);
	return node;
}
