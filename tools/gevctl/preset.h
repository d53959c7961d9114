/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A camera's settings: which features they are, their file, and setting them.
 *
 * In memory they are a JSON array of objects: "name", "value" as text, and
 * "selectors", an object that says at which positions; "line" if from a file;
 * "string" if the value is any text.
 */
#ifndef GEVCTL_PRESET_H
#define GEVCTL_PRESET_H

#include <stddef.h>

#include <arv.h>
#include <jansson.h>

#include "genicam.h"

#define PRESET_SELECTORS_MAX	4u	/* for one feature */

/**
 * struct preset_feature - a feature that is a setting
 * @node: the feature
 * @element: the same in the description
 * @selectors: ArvGcNode of its selectors; one that selects another goes before it
 */
struct preset_feature {
	ArvGcNode *node;
	struct genicam_node *element;
	GPtrArray *selectors;
};

/* preset_plan.c, preset_order.c: in the child */
GPtrArray *preset_plan(ArvGc *genicam, const struct genicam *tree);
GPtrArray *preset_order(const struct genicam *tree, GPtrArray *features);

/* preset_child.c: in the child */
json_t *preset_collect(GPtrArray *features);
json_t *preset_apply(ArvGc *genicam, const json_t *settings);

/* preset_file.c */
char *preset_format(const json_t *preset);
json_t *preset_parse(char *text, char *why, size_t why_size);

#endif /* GEVCTL_PRESET_H */
