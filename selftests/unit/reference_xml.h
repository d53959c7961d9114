/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A description as a tree, for the reference evaluator: parsed by GLib, since
 * the compiler has libaravis's parser. For good descriptions in UTF-8 only.
 */
#ifndef REFERENCE_XML_H
#define REFERENCE_XML_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

/**
 * struct reference_value - an integer, or a float
 * @real: it is a float
 * @near: it comes from LN, EXP or a power: its last bits are the C library's
 * @i: the integer
 * @f: the float
 */
struct reference_value {
	bool real;
	bool near;
	gint64 i;
	double f;
};

/**
 * struct reference_node - an element
 * @tag: its name
 * @attributes: name, value, name, value
 * @text: in it
 * @parent: around it
 * @children: in it
 * @known: generation in which @result and @error were found
 * @result: value, if @error is 0
 * @error: of the evaluation
 * @busy: its value is being looked for
 * @is_set: a variable that was written
 * @variable: what was written
 */
struct reference_node {
	char *tag;
	GPtrArray *attributes;
	GString *text;
	struct reference_node *parent;
	GPtrArray *children;
	unsigned int known;
	struct reference_value result;
	int error;
	bool busy;
	bool is_set;
	struct reference_value variable;
};

struct reference_xml {
	struct reference_node *root;
	struct reference_node *at;	/* while it is parsed */
	GHashTable *by_name;
};

static bool reference_is(const struct reference_node *node, const char *tag)
{
	return !strcmp(node->tag, tag);
}

static const char *reference_attribute(const struct reference_node *node, const char *name)
{
	unsigned int i;

	for (i = 0; i < node->attributes->len; i += 2) {
		if (!strcmp(node->attributes->pdata[i], name))
			return node->attributes->pdata[i + 1];
	}
	return NULL;
}

static struct reference_node *reference_child(const struct reference_node *node, const char *tag)
{
	struct reference_node *child;
	unsigned int i;

	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (reference_is(child, tag))
			return child;
	}
	return NULL;
}

/* Text of a property; a StructEntry has what its StructReg has. */
static const char *reference_text(const struct reference_node *node, const char *tag)
{
	const struct reference_node *child = reference_child(node, tag);

	if (!child && reference_is(node, "StructEntry"))
		child = reference_child(node->parent, tag);
	return child ? child->text->str : NULL;
}

static struct reference_node *reference_find(const struct reference_xml *xml, const char *name)
{
	return name ? g_hash_table_lookup(xml->by_name, name) : NULL;
}

static void reference_node_free(void *p)
{
	struct reference_node *node = p;

	if (!node)
		return;
	g_free(node->tag);
	g_string_free(node->text, TRUE);
	g_ptr_array_unref(node->attributes);
	g_ptr_array_unref(node->children);
	g_free(node);
}

static void reference_start(GMarkupParseContext *context, const char *tag, const char **names,
			    const char **values, gpointer data, GError **error)
{
	struct reference_node *node = g_new0(struct reference_node, 1);
	struct reference_xml *xml = data;

	node->tag = g_strdup(tag);
	node->text = g_string_new(NULL);
	node->parent = xml->at;
	node->attributes = g_ptr_array_new_with_free_func(g_free);
	node->children = g_ptr_array_new_with_free_func(reference_node_free);
	for (; *names; names++, values++) {
		g_ptr_array_add(node->attributes, g_strdup(*names));
		g_ptr_array_add(node->attributes, g_strdup(*values));
	}
	if (xml->at)
		g_ptr_array_add(xml->at->children, node);
	else
		xml->root = node;
	xml->at = node;
}

static void reference_end(GMarkupParseContext *context, const char *tag, gpointer data,
			  GError **error)
{
	static const char * const unnamed[] = {
		"pVariable", "Constant", "Expression", "EnumEntry",
	};
	struct reference_xml *xml = data;
	struct reference_node *node = xml->at, *outer;
	const char *name = reference_attribute(node, "Name");
	unsigned int i;

	xml->at = node->parent;
	g_strstrip(node->text->str);
	for (i = 0; i < G_N_ELEMENTS(unnamed); i++) {
		if (reference_is(node, unnamed[i]))
			name = NULL;
	}
	for (outer = node->parent; outer; outer = outer->parent) {
		if (reference_is(outer, "Extension"))
			name = NULL;
	}
	if (name && !reference_find(xml, name))
		g_hash_table_insert(xml->by_name, (void *)name, node);
}

static void reference_characters(GMarkupParseContext *context, const char *text, gsize size,
				 gpointer data, GError **error)
{
	struct reference_xml *xml = data;

	if (xml->at)
		g_string_append_len(xml->at->text, text, size);
}

static void reference_xml_free(struct reference_xml *xml)
{
	reference_node_free(xml->root);
	g_clear_pointer(&xml->by_name, g_hash_table_unref);
	xml->root = NULL;
}

/* False if it is no good XML. */
static bool reference_xml_parse(struct reference_xml *xml, const char *text, size_t size)
{
	static const GMarkupParser parser = {
		.start_element = reference_start,
		.end_element = reference_end,
		.text = reference_characters,
	};
	GMarkupParseContext *context;
	bool ok;

	memset(xml, 0, sizeof(*xml));
	xml->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	context = g_markup_parse_context_new(&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, xml, NULL);
	ok = g_markup_parse_context_parse(context, text, size, NULL) &&
	     g_markup_parse_context_end_parse(context, NULL);
	g_markup_parse_context_free(context);
	return ok;
}

#endif /* REFERENCE_XML_H */
