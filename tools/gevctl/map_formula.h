/* SPDX-License-Identifier: GPL-2.0 */
/* Formulas of the XML: parsed to a tree, then to code. */
#ifndef GEVCTL_MAP_FORMULA_H
#define GEVCTL_MAP_FORMULA_H

#include <stdbool.h>

#include "map_build.h"

enum map_type {
	MAP_INT,
	MAP_FLOAT,
};

/**
 * struct map_scope - what a formula's names stand for
 * @build: the tables
 * @type: of the formula: in an integer one everything is an integer
 * @variable: emits the value of a variable and says its type; -ENOENT for a
 *	name that is none, other errors after a sentence in @why
 * @expression: text of a named expression or constant, or NULL
 * @ctx: of both
 * @why: a sentence about what is wrong, to be freed; or NULL
 */
struct map_scope {
	struct map_build *build;
	enum map_type type;
	int (*variable)(void *ctx, const char *name, GArray *code, enum map_type *type);
	const char *(*expression)(void *ctx, const char *name);
	void *ctx;
	char **why;
};

/* Emits code that leaves the formula's value, of @scope->type. */
int map_formula(struct map_scope *scope, const char *text, GArray *code);
/* Emits a conversion of the value on top. */
void map_convert(GArray *code, enum map_type from, enum map_type to);

#endif /* GEVCTL_MAP_FORMULA_H */
