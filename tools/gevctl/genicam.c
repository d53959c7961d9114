// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "genicam.h"

/**
 * genicam_is() - whether an element has a tag
 * @node: the element
 * @tag: to compare with
 */
bool genicam_is(const struct genicam_node *node, const char *tag)
{
	return !strcmp(node->tag, tag);
}

/**
 * genicam_attribute() - value of an attribute
 * @node: the element
 * @name: of the attribute
 *
 * Return: the value, or NULL.
 */
const char *genicam_attribute(const struct genicam_node *node, const char *name)
{
	unsigned int i;

	for (i = 0; i + 1 < node->attributes->len; i += 2) {
		if (!strcmp(node->attributes->pdata[i], name))
			return node->attributes->pdata[i + 1];
	}
	return NULL;
}

/**
 * genicam_child() - first element in another with a tag
 * @node: the outer element
 * @tag: of the inner one
 *
 * Return: the inner one, or NULL.
 */
struct genicam_node *genicam_child(const struct genicam_node *node, const char *tag)
{
	struct genicam_node *child;
	unsigned int i;

	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (genicam_is(child, tag))
			return child;
	}
	return NULL;
}

/**
 * genicam_text() - text of the first element in another with a tag
 * @node: the outer element
 * @tag: of the inner one
 *
 * Return: the text, or NULL.
 */
const char *genicam_text(const struct genicam_node *node, const char *tag)
{
	const struct genicam_node *child = genicam_child(node, tag);

	return child ? child->text : NULL;
}

/**
 * genicam_shared_child() - a property, also one that a register has for its parts
 * @node: the element; a StructEntry has the properties of its StructReg, too
 * @tag: of the property
 *
 * Return: the property, or NULL.
 */
struct genicam_node *genicam_shared_child(const struct genicam_node *node, const char *tag)
{
	struct genicam_node *child = genicam_child(node, tag);

	if (!child && genicam_is(node, "StructEntry") && node->parent)
		child = genicam_child(node->parent, tag);
	return child;
}

/**
 * genicam_shared_text() - text of a property, see genicam_shared_child()
 * @node: the element
 * @tag: of the property
 *
 * Return: the text, or NULL.
 */
const char *genicam_shared_text(const struct genicam_node *node, const char *tag)
{
	const struct genicam_node *child = genicam_shared_child(node, tag);

	return child ? child->text : NULL;
}

/**
 * genicam_find() - a node by name
 * @genicam: the description
 * @name: of the node; may say its name space, as in Std::Gain
 *
 * Return: the node, or NULL.
 */
struct genicam_node *genicam_find(const struct genicam *genicam, const char *name)
{
	struct genicam_node *node = name ? g_hash_table_lookup(genicam->by_name, name) : NULL;
	const char *space = name ? strstr(name, "::") : NULL;

	if (!node && space)
		node = g_hash_table_lookup(genicam->by_name, space + 2);
	return node;
}

/*
 * Properties have a Name for other purposes; entries are named by their
 * enumeration, but for those that stand apart, for pEnumEntry.
 */
static bool is_node(const struct genicam_node *node)
{
	static const char * const other[] = { "pVariable", "Constant", "Expression" };
	unsigned int i;

	if (!node->name || !*node->name)
		return false;
	if (genicam_is(node, "EnumEntry") && genicam_is(node->parent, "Enumeration"))
		return false;
	for (i = 0; i < G_N_ELEMENTS(other); i++) {
		if (genicam_is(node, other[i]))
			return false;
	}
	return true;
}

static void collect(struct genicam *genicam, struct genicam_node *node)
{
	unsigned int i;

	if (is_node(node) && !g_hash_table_contains(genicam->by_name, node->name)) {
		node->index = genicam->nodes->len;
		g_ptr_array_add(genicam->nodes, node);
		g_hash_table_insert(genicam->by_name, node->name, node);
	}
	/* Makers' extensions name nodes that stand elsewhere. */
	for (i = 0; i < node->children->len && !genicam_is(node, "Extension"); i++)
		collect(genicam, node->children->pdata[i]);
}

/* The value of an attribute that begins at @at: ="..." or ='...' with blanks. */
static char *attribute_value(const char *at)
{
	const char *end;

	at += strspn(at, " \t\r\n");
	if (*at++ != '=')
		return NULL;
	at += strspn(at, " \t\r\n");
	if (*at != '"' && *at != '\'')
		return NULL;
	end = strchr(at + 1, *at);
	return end ? g_strndup(at + 1, end - at - 1) : NULL;
}

/* Lines of the text where nodes are: for messages, so the first one with the name does. */
static void find_lines(struct genicam *genicam, const char *xml)
{
	static const char mark[] = "Name";
	unsigned int line = 1;
	struct genicam_node *node;
	const char *at = xml, *next;
	char *name;

	while ((next = strstr(at, mark))) {
		for (; at < next; at++)
			line += *at == '\n';
		at += strlen(mark);
		name = next > xml && g_ascii_isspace(next[-1]) ? attribute_value(at) : NULL;
		node = name ? g_hash_table_lookup(genicam->by_name, name) : NULL;
		if (node && !node->line)
			node->line = line;
		g_free(name);
	}
}

static int check_text(const char *xml, size_t size, char *why, size_t why_size)
{
	if (g_strstr_len(xml, size, "<!ENTITY") || g_strstr_len(xml, size, "<!DOCTYPE")) {
		snprintf(why, why_size, "entities and document types are not allowed");
		return -EINVAL;
	}
	if (!memchr(xml, '<', size)) {
		snprintf(why, why_size, "there is no XML in it");
		return -EINVAL;
	}
	return 0;
}

/**
 * genicam_parse() - a description from its text
 * @xml: the text; some cameras have other text before the first '<'
 * @size: its bytes
 * @genicam: gets the description, to be freed with genicam_free()
 * @why: gets a sentence
 * @why_size: of @why
 *
 * Return: 0 or -errno.
 */
int genicam_parse(const char *xml, size_t size, struct genicam **genicam, char *why,
		  size_t why_size)
{
	struct genicam *g;
	char *text, *start;
	int ret;

	if (size > GENICAM_TEXT_MAX) {
		snprintf(why, why_size, "%zu bytes are more than %u", size, GENICAM_TEXT_MAX);
		return -EFBIG;
	}
	text = genicam_decode(xml, size);
	size = strlen(text);
	ret = check_text(text, size, why, why_size);
	if (ret) {
		g_free(text);
		return ret;
	}
	start = strchr(text, '<');
	g = g_new0(struct genicam, 1);
	g->nodes = g_ptr_array_new();
	g->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	g->root = genicam_dom_parse(start, size - (start - text), why, why_size);
	if (g->root) {
		collect(g, g->root);
		find_lines(g, text);
		*genicam = g;
	} else {
		genicam_free(g);
		ret = -EINVAL;
	}
	g_free(text);
	return ret;
}

/**
 * genicam_free() - free a description
 * @genicam: the description; NULL is fine
 */
void genicam_free(struct genicam *genicam)
{
	if (!genicam)
		return;
	genicam_node_free(genicam->root);
	g_ptr_array_unref(genicam->nodes);
	g_hash_table_unref(genicam->by_name);
	g_free(genicam);
}
