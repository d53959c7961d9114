/* SPDX-License-Identifier: GPL-2.0 */
/* Feature maps made by hand, for tests of the verifier and the evaluator. */
#ifndef MAP_SAMPLE_H
#define MAP_SAMPLE_H

#include <stdlib.h>
#include <string.h>

#include <linux/gev_map.h>

#include "features/gevmap.h"

#define SAMPLE_ROWS	64
#define SAMPLE_TEXT	4096
#define SAMPLE_CODE	8192

/**
 * struct sample - tables of a map
 *
 * Rows are in the map's own byte order, so that a test can write anything
 * into them before sample_map() puts them together.
 */
struct sample {
	char strings[SAMPLE_TEXT];
	u32 strings_size;
	__le64 constants[SAMPLE_ROWS];
	u32 constants_count;
	struct gev_map_register registers[SAMPLE_ROWS];
	u32 registers_count;
	struct gev_map_sub subs[SAMPLE_ROWS];
	u32 subs_count;
	__le32 code[SAMPLE_CODE];
	u32 code_count;
	struct gev_map_variable variables[SAMPLE_ROWS];
	u32 variables_count;
	struct gev_map_entry entries[SAMPLE_ROWS];
	u32 entries_count;
	struct gev_map_feature features[SAMPLE_ROWS];
	u32 features_count;
	__le16 lists[SAMPLE_ROWS];
	u32 lists_count;
	struct gev_map_header header;
};

static inline __le32 sample_string(struct sample *s, const char *text)
{
	u32 offset = s->strings_size;

	memcpy(s->strings + offset, text, strlen(text) + 1);
	s->strings_size += strlen(text) + 1;
	return cpu_to_le32(offset);
}

static inline void sample_init(struct sample *s)
{
	memset(s, 0, sizeof(*s));
	s->strings_size = 1;
	memcpy(s->header.magic, GEV_MAP_MAGIC, sizeof(s->header.magic));
	s->header.version = cpu_to_le32(GEV_MAP_VERSION);
	memcpy(s->header.key, "0123456789abcdef", GEV_MAP_KEY_LEN);
	s->header.manufacturer = sample_string(s, "Maker");
	s->header.model = sample_string(s, "Model");
	s->header.device_version = sample_string(s, "1.0");
	s->header.url = sample_string(s, "Local:x.xml;1000;10");
}

static inline u32 sample_constant(struct sample *s, u64 v)
{
	s->constants[s->constants_count] = cpu_to_le64(v);
	return s->constants_count++;
}

static inline u32 sample_register(struct sample *s, u64 address, u8 length, u8 lsb, u8 bits,
				  u8 flags)
{
	s->registers[s->registers_count] = (struct gev_map_register){
		.address = cpu_to_le64(address),
		.length = length,
		.lsb = lsb,
		.bits = bits,
		.flags = flags,
	};
	return s->registers_count++;
}

static inline u32 sample_variable(struct sample *s, const char *name, u64 initial, u32 flags)
{
	s->variables[s->variables_count] = (struct gev_map_variable){
		.initial = cpu_to_le64(initial),
		.name = sample_string(s, name),
		.flags = cpu_to_le32(flags),
	};
	return s->variables_count++;
}

/* One instruction. */
#define SAMPLE_OP(op, operand)	((u32)(op) | (u32)(operand) << 8)

static inline u32 sample_sub_raw(struct sample *s, u8 flags, u16 stack, u8 nesting,
				 const u32 *code, u32 n)
{
	u32 i;

	s->subs[s->subs_count] = (struct gev_map_sub){
		.start = cpu_to_le32(s->code_count),
		.length = cpu_to_le16(n),
		.stack = cpu_to_le16(stack),
		.nesting = nesting,
		.flags = flags,
	};
	for (i = 0; i < n; i++)
		s->code[s->code_count++] = cpu_to_le32(code[i]);
	return s->subs_count++;
}

#define sample_sub(s, flags, stack, nesting, ...)				\
	sample_sub_raw(s, flags, stack, nesting, (const u32[]){ __VA_ARGS__ },	\
		       sizeof((const u32[]){ __VA_ARGS__ }) / sizeof(u32))

#define SAMPLE_RETURN	SAMPLE_OP(GEV_OP_RETURN, 0)

/* A subprogram that returns a small number. */
static inline u32 sample_number(struct sample *s, s32 v)
{
	return sample_sub(s, GEV_MAP_SUB_RESULT, 1, 0,
			  SAMPLE_OP(GEV_OP_CONST, v & GEV_MAP_OPERAND_MAX), SAMPLE_RETURN);
}

static inline u32 sample_get(struct sample *s, u32 reg)
{
	return sample_sub(s, GEV_MAP_SUB_RESULT, 1, 0, SAMPLE_OP(GEV_OP_GET_REGISTER, reg),
			  SAMPLE_RETURN);
}

static inline u32 sample_set(struct sample *s, u32 reg)
{
	u8 owned = s->registers[reg].flags & GEV_MAP_REG_OWNED ? GEV_MAP_SUB_OWNED : 0;

	return sample_sub(s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_WRITES | owned, 1, 0,
			  SAMPLE_OP(GEV_OP_ARGUMENT, 0), SAMPLE_OP(GEV_OP_SET_REGISTER, reg),
			  SAMPLE_RETURN);
}

/* Subprograms are given by the caller; access is what @access says. */
static inline struct gev_map_feature *sample_feature(struct sample *s, const char *name, u8 kind,
						     u8 fate, u32 access)
{
	struct gev_map_feature *f = &s->features[s->features_count++];

	memset(f, 0, sizeof(*f));
	f->name = sample_string(s, name);
	f->kind = kind;
	f->fate = fate;
	f->std_mul = cpu_to_le32(1);
	f->std_div = cpu_to_le32(1);
	f->access = cpu_to_le32(sample_number(s, access));
	f->get = cpu_to_le32(GEV_MAP_NONE);
	f->set = cpu_to_le32(GEV_MAP_NONE);
	f->done = cpu_to_le32(GEV_MAP_NONE);
	f->min = cpu_to_le32(GEV_MAP_NONE);
	f->max = cpu_to_le32(GEV_MAP_NONE);
	f->inc = cpu_to_le32(GEV_MAP_NONE);
	f->text = cpu_to_le32(GEV_MAP_NONE);
	f->selector = cpu_to_le32(GEV_MAP_NONE);
	f->selected = cpu_to_le32(GEV_MAP_NONE);
	return f;
}

static inline void sample_control(struct sample *s, struct gev_map_feature *f, const char *label,
				  u32 cid)
{
	f->label = sample_string(s, label);
	f->cid = cpu_to_le32(cid);
}

static inline void sample_entry(struct sample *s, const char *name, s64 value, u32 available)
{
	s->entries[s->entries_count++] = (struct gev_map_entry){
		.value = cpu_to_le64(value),
		.name = sample_string(s, name),
		.available = cpu_to_le32(available),
	};
}

/* The tables as a map, in memory of exactly its size; to be freed. */
static inline void *sample_map(struct sample *s, size_t *size)
{
	const struct {
		const void *rows;
		u32 count, row;
	} table[GEV_MAP_TABLES] = {
		[GEV_MAP_STRINGS] = { s->strings, s->strings_size, 1 },
		[GEV_MAP_CONSTANTS] = { s->constants, s->constants_count, 8 },
		[GEV_MAP_REGISTERS] = { s->registers, s->registers_count,
					sizeof(s->registers[0]) },
		[GEV_MAP_SUBS] = { s->subs, s->subs_count, sizeof(s->subs[0]) },
		[GEV_MAP_CODE] = { s->code, s->code_count, 4 },
		[GEV_MAP_VARIABLES] = { s->variables, s->variables_count,
					sizeof(s->variables[0]) },
		[GEV_MAP_ENTRIES] = { s->entries, s->entries_count, sizeof(s->entries[0]) },
		[GEV_MAP_FEATURES] = { s->features, s->features_count, sizeof(s->features[0]) },
		[GEV_MAP_LISTS] = { s->lists, s->lists_count, 2 },
	};
	char *map = calloc(1, sizeof(*s) + 8 * GEV_MAP_TABLES);
	size_t at = sizeof(s->header);
	unsigned int i;

	for (i = 0; i < GEV_MAP_TABLES; i++) {
		at = (at + 7) & ~(size_t)7;
		s->header.table[i].offset = cpu_to_le32(at);
		s->header.table[i].count = cpu_to_le32(table[i].count);
		if (table[i].count)
			memcpy(map + at, table[i].rows, (size_t)table[i].count * table[i].row);
		at += (size_t)table[i].count * table[i].row;
	}
	s->header.size = cpu_to_le32(at);
	memcpy(map, &s->header, sizeof(s->header));
	*size = at;
	return realloc(map, at);
}

#endif /* MAP_SAMPLE_H */
