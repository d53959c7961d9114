/* SPDX-License-Identifier: GPL-2.0 */
/* A feature map under construction: tables that grow, rows that are shared. */
#ifndef GEVCTL_MAP_BUILD_H
#define GEVCTL_MAP_BUILD_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include <linux/gev_map.h>

#include "features/gevmap.h"
#include "map.h"

/**
 * struct map_register - a register's bits; see struct gev_map_register
 * @address: of the first byte
 * @length: bytes
 * @lsb: lowest bit
 * @bits: their number
 * @flags: GEV_MAP_REG_*
 * @place: a number for how the offset is computed, 0 without one; not written
 */
struct map_register {
	uint64_t address;
	uint8_t length;
	uint8_t lsb;
	uint8_t bits;
	uint8_t flags;
	uint32_t place;
};

/**
 * struct map_sub - a subprogram
 * @code: its instructions
 * @flags: GEV_MAP_SUB_ARGUMENT, GEV_MAP_SUB_RESULT; all of them after map_sums()
 * @stack: after map_sums()
 * @nesting: after map_sums()
 * @used: a feature needs it; after map_sums()
 */
struct map_sub {
	GArray *code;
	uint8_t flags;
	uint16_t stack;
	uint8_t nesting;
	bool used;
};

/**
 * struct map_variable - a value that the camera has no register for
 * @initial: integer or binary64 bits
 * @name: of the XML's node
 * @owned: only the driver may set it
 */
struct map_variable {
	uint64_t initial;
	char *name;
	bool owned;
};

/**
 * struct map_entry - an entry of an enumeration
 * @name: as in the XML
 * @value: what stands for it
 * @available: subprogram or GEV_MAP_NONE
 */
struct map_entry {
	char *name;
	int64_t value;
	uint32_t available;
};

/**
 * struct map_feature - a feature; see struct gev_map_feature
 * @name: as in the XML
 * @label: of the control, or NULL
 * @unit: or NULL
 * @text: of a string without a register, or NULL
 * @kind: enum gev_feature_kind
 * @fate: enum gev_fate
 * @role: enum gev_role
 * @flags: GEV_MAP_FEATURE_*
 * @scale: of a float
 * @cid: exact control
 * @std_cid: standard control
 * @std_mul: factor of it
 * @std_div: divisor of it
 * @access: subprograms, from here on
 * @get: see @access
 * @set: see @access
 * @done: see @access
 * @min: see @access
 * @max: see @access
 * @inc: see @access
 * @entries: struct map_entry, or NULL
 * @list: indices of features, uint16_t, or NULL
 * @selector: index or -1
 * @selectors: how many select it
 * @base: the feature that this is for one entry of its selector; else NULL
 * @entry: number of that entry
 * @polling: ms, or 0
 */
struct map_feature {
	char *name;
	char *label;
	char *unit;
	char *text;
	uint8_t kind;
	uint8_t fate;
	uint8_t role;
	uint8_t flags;
	uint8_t scale;
	uint32_t cid;
	uint32_t std_cid;
	uint32_t std_mul;
	uint32_t std_div;
	uint32_t access;
	uint32_t get;
	uint32_t set;
	uint32_t done;
	uint32_t min;
	uint32_t max;
	uint32_t inc;
	GArray *entries;
	GArray *list;
	int selector;
	unsigned int selectors;
	const struct map_feature *base;
	unsigned int entry;
	uint16_t polling;
};

/**
 * struct map_build - the tables
 * @constants: uint64_t
 * @registers: struct map_register
 * @subs: struct map_sub, callees first
 * @variables: struct map_variable
 * @features: struct map_feature *
 * @known: constants, registers and subprograms by content
 */
struct map_build {
	GArray *constants;
	GArray *registers;
	GArray *subs;
	GArray *variables;
	GPtrArray *features;
	GHashTable *known;
};

void map_build_init(struct map_build *b);
void map_build_free(struct map_build *b);

uint32_t map_register_row(struct map_build *b, const struct map_register *r);
uint32_t map_variable_row(struct map_build *b, const char *name, uint64_t initial);
/* Takes @code over; equal code is one subprogram. */
uint32_t map_sub_row(struct map_build *b, GArray *code, uint8_t flags);
struct map_feature *map_feature_row(struct map_build *b, const char *name);
struct map_sub *map_sub_at(struct map_build *b, uint32_t sub);

GArray *map_code(void);
void map_emit(GArray *code, enum gev_map_op op, uint32_t operand);
void map_emit_int(struct map_build *b, GArray *code, int64_t v);
void map_emit_bits(struct map_build *b, GArray *code, uint64_t bits);
/* Code that is skipped when the top of the stack is 0, or always. */
unsigned int map_emit_jump(GArray *code, enum gev_map_op op);
void map_land(GArray *code, unsigned int jump);

/* map_write.c: the tables as bytes */
int map_sums(struct map_build *b);
int map_write(struct map_build *b, const struct map_identity *identity, struct map_output *out);

#endif /* GEVCTL_MAP_BUILD_H */
