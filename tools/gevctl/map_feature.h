/* SPDX-License-Identifier: GPL-2.0 */
/* Features of a description: which there are, and what becomes of them. */
#ifndef GEVCTL_MAP_FEATURE_H
#define GEVCTL_MAP_FEATURE_H

#include "map_node.h"

/**
 * struct map_candidate - a feature of the XML on its way into a map
 * @node: of the XML; where @missing, the reference to it
 * @name: of the feature
 * @class: control class of its category, or 0
 * @visible: in a category, and meant for users
 * @kind: enum gev_feature_kind, or 0
 * @elsewhere: "metadata" or "event": it is not in the camera's registers
 * @missing: a category names it, and there is no such node
 * @row: in the map, or NULL
 * @why: something to say about its fate, or NULL
 */
struct map_candidate {
	const struct genicam_node *node;
	const char *name;
	uint32_t class;
	bool visible;
	enum gev_feature_kind kind;
	const char *elsewhere;
	bool missing;
	struct map_feature *row;
	char *why;
};

/**
 * struct map_features - the features of a description
 * @compiler: its nodes and tables
 * @all: struct map_candidate *
 * @by_name: the same
 */
struct map_features {
	struct map_compiler *compiler;
	GPtrArray *all;
	GHashTable *by_name;
};

/**
 * struct map_cost - what reading a feature costs at most
 * @instructions: of the evaluator
 * @registers: that are read from the camera
 */
struct map_cost {
	unsigned int instructions;
	unsigned int registers;
};

void map_features_init(struct map_features *fs, struct map_compiler *compiler);
void map_features_free(struct map_features *fs);

/* map_collect.c: features of the XML */
void map_collect(struct map_features *fs);
/* map_feature.c: their rows, without controls; sorted by name */
void map_feature_rows(struct map_features *fs);
void map_feature_forget(struct map_features *fs, struct map_candidate *f);
/* map_fate.c: who may do what; needs the rows */
int map_fates(struct map_features *fs, char *why, size_t why_size);
/* map_control.c: ids and labels of controls */
void map_controls(struct map_features *fs);
void map_control_for_entry(struct map_features *fs, struct map_feature *f, uint32_t class,
			   const char *entry);
/* map_expand.c: rows for single entries of selectors; needs controls */
void map_expand(struct map_features *fs);
/* map_cost.c: what reading a feature costs at most */
void map_cost(struct map_build *b, const struct map_feature *f, struct map_cost *cost);
/* map_depend.c: which selects which */
void map_selectors(struct map_features *fs);
/* map_depend.c: what a write may change, and what may change by itself */
void map_dependencies(struct map_features *fs);

#endif /* GEVCTL_MAP_FEATURE_H */
