/* SPDX-License-Identifier: GPL-2.0 */
/* From nodes of the XML to subprograms: value, limits and access of each. */
#ifndef GEVCTL_MAP_NODE_H
#define GEVCTL_MAP_NODE_H

#include "genicam.h"
#include "map_build.h"
#include "map_formula.h"

#define MAP_NESTING_MAX	64	/* nodes in nodes while compiling */

/* What is asked of a node; each is one subprogram. */
enum map_part {
	MAP_GET,
	MAP_SET,
	MAP_LOW,	/* limits */
	MAP_HIGH,
	MAP_STEP,
	MAP_ACCESS,
	MAP_PARTS
};

enum map_part_state {
	MAP_NEW,
	MAP_BUSY,	/* being compiled: whoever asks now is in a cycle */
	MAP_DONE,
	MAP_FAILED,
};

/**
 * struct map_part_result - a part of a node
 * @state: how far it is
 * @sub: when done: subprogram, or GEV_MAP_NONE where the node has no such part
 * @why: when failed
 */
struct map_part_result {
	enum map_part_state state;
	uint32_t sub;
	char *why;
};

/**
 * struct map_compiler - work on one description
 * @genicam: the description
 * @build: the tables
 * @parts: results, MAP_PARTS for each node
 * @written: names of nodes whose value somebody may set
 * @why: why the last part failed, or NULL
 * @depth: nodes in nodes now
 */
struct map_compiler {
	const struct genicam *genicam;
	struct map_build build;
	struct map_part_result *parts;
	GHashTable *written;
	char *why;
	unsigned int depth;
};

void map_compiler_init(struct map_compiler *c, const struct genicam *genicam);
void map_compiler_free(struct map_compiler *c);

/* 0, or -errno with a sentence in @c->why. */
int map_node_part(struct map_compiler *c, const struct genicam_node *node, enum map_part part,
		  uint32_t *sub);
int map_fail(struct map_compiler *c, const struct genicam_node *node, const char *format, ...)
	G_GNUC_PRINTF(3, 4);

/* What a node's value is; -EINVAL if it has none that a map can hold. */
int map_node_type(const struct genicam_node *node, enum map_type *type);
const struct genicam_node *map_refer(struct map_compiler *c, const struct genicam_node *node,
				     const char *name);
int map_emit_node(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		  enum map_type want);
/* A literal <tag>, or the node that <ptag> names. -ENOENT if there is neither. */
int map_emit_property(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		      const char *tag, const char *ptag, enum map_type want);
int map_emit_literal(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		     const char *text, enum map_type want);
/* Bits of a literal, as a variable of @type has them. */
int map_literal(struct map_compiler *c, const struct genicam_node *node, const char *text,
		enum map_type type, uint64_t *bits);
/* Whether a node is a number that never changes. */
bool map_constant(struct map_compiler *c, const struct genicam_node *node, int64_t *v);

/* map_register.c */
int map_emit_register(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		      bool set);
int map_register_limit(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		       bool high);
int map_emit_place(struct map_compiler *c, GArray *code, const struct genicam_node *node);
int map_emit_length(struct map_compiler *c, GArray *code, const struct genicam_node *node);
bool map_is_register(const struct genicam_node *node);

/* map_value.c: what each kind of node does */
int map_emit_part(struct map_compiler *c, const struct genicam_node *node, enum map_part part,
		  GArray *code);
/* map_knife.c: those with formulas */
int map_emit_knife(struct map_compiler *c, const struct genicam_node *node, enum map_part part,
		   GArray *code);
int map_emit_converter(struct map_compiler *c, const struct genicam_node *node,
		       enum map_part part, GArray *code);
/* map_access.c */
uint32_t map_static_access(const struct map_compiler *c, const struct genicam_node *node);
const char *map_access_mode(const struct genicam_node *node);
int map_emit_access(struct map_compiler *c, const struct genicam_node *node, GArray *code);

#endif /* GEVCTL_MAP_NODE_H */
