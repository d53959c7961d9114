/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A GenICam description as a tree of elements. Parsed by libaravis; hostile
 * until it is compiled.
 */
#ifndef GEVCTL_GENICAM_H
#define GEVCTL_GENICAM_H

#include <stdbool.h>
#include <stddef.h>

#include <glib.h>

#define GENICAM_TEXT_MAX	(16u << 20)	/* bytes of a description */
#define GENICAM_ELEMENTS_MAX	(1u << 20)
#define GENICAM_DEPTH_MAX	32

/**
 * struct genicam_node - an element
 * @tag: its name, "IntReg"
 * @name: its attribute Name, or NULL
 * @text: its text without blanks around it; "" if it has none
 * @line: where @name first stands in the text, from 1; 0 if not known
 * @index: in order of the text, dense from 0, for elements that are nodes; -1 else
 * @parent: element around it, NULL for the root
 * @children: elements in it
 * @attributes: name, value, name, value
 */
struct genicam_node {
	char *tag;
	char *name;
	char *text;
	unsigned int line;
	int index;
	struct genicam_node *parent;
	GPtrArray *children;
	GPtrArray *attributes;
};

/**
 * struct genicam - a description
 * @root: element RegisterDescription
 * @nodes: elements with a name that others may refer to
 * @by_name: the same, by name
 */
struct genicam {
	struct genicam_node *root;
	GPtrArray *nodes;
	GHashTable *by_name;
};

int genicam_parse(const char *xml, size_t size, struct genicam **genicam, char *why,
		  size_t why_size);
void genicam_free(struct genicam *genicam);

struct genicam_node *genicam_find(const struct genicam *genicam, const char *name);
struct genicam_node *genicam_child(const struct genicam_node *node, const char *tag);
const char *genicam_text(const struct genicam_node *node, const char *tag);
struct genicam_node *genicam_shared_child(const struct genicam_node *node, const char *tag);
const char *genicam_shared_text(const struct genicam_node *node, const char *tag);
const char *genicam_attribute(const struct genicam_node *node, const char *name);
bool genicam_is(const struct genicam_node *node, const char *tag);

/* genicam_encoding.c: the text in UTF-8 */
char *genicam_decode(const char *xml, size_t size);

/* genicam_dom.c: the tree from the parser */
struct genicam_node *genicam_dom_parse(const char *xml, size_t size, char *why, size_t why_size);
void genicam_node_free(struct genicam_node *node);

#endif /* GEVCTL_GENICAM_H */
