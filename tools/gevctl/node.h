/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Features as nodes of libaravis's GenICam tree, to and from text and JSON.
 * Only in the unprivileged child.
 */
#ifndef GEVCTL_NODE_H
#define GEVCTL_NODE_H

#include <stdbool.h>
#include <stddef.h>

#include <arv.h>
#include <jansson.h>

enum node_kind {
	NODE_NONE,		/* not a feature */
	NODE_CATEGORY,
	NODE_INTEGER,
	NODE_FLOAT,
	NODE_BOOLEAN,
	NODE_ENUMERATION,
	NODE_COMMAND,
	NODE_STRING,
	NODE_REGISTER,
};

const char *node_words(const GError *error);
const char *node_name(ArvGcNode *node);
enum node_kind node_kind(ArvGcNode *node);
const char *node_access(ArvGcNode *feature);
bool node_is_there(ArvGcNode *entry);
ArvGcNode *node_find(ArvGc *genicam, const char *name, GError **error);

json_t *node_tree(ArvGc *genicam, bool values);
json_t *node_json(ArvGcNode *node, GError **error);
json_t *node_value(ArvGcNode *node, GError **error);
const char *node_unit(ArvGcNode *node);
char *node_text(ArvGcNode *node, GError **error);
int node_parse_boolean(const char *text);
bool node_set(ArvGcNode *node, const char *text, GError **error);

#endif /* GEVCTL_NODE_H */
