// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "map_build.h"

static void free_sub(void *row)
{
	struct map_sub *sub = row;

	g_array_unref(sub->code);
}

static void free_variable(void *row)
{
	struct map_variable *variable = row;

	g_free(variable->name);
}

static void free_entry(void *row)
{
	struct map_entry *entry = row;

	g_free(entry->name);
}

static void free_feature(void *row)
{
	struct map_feature *f = row;

	g_free(f->name);
	g_free(f->label);
	g_free(f->unit);
	g_free(f->text);
	if (f->entries)
		g_array_unref(f->entries);
	if (f->list)
		g_array_unref(f->list);
	g_free(f);
}

/**
 * map_build_init() - start with empty tables
 * @b: to be initialised; map_build_free() frees what it holds
 */
void map_build_init(struct map_build *b)
{
	b->constants = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	b->registers = g_array_new(FALSE, FALSE, sizeof(struct map_register));
	b->subs = g_array_new(FALSE, FALSE, sizeof(struct map_sub));
	g_array_set_clear_func(b->subs, free_sub);
	b->variables = g_array_new(FALSE, FALSE, sizeof(struct map_variable));
	g_array_set_clear_func(b->variables, free_variable);
	b->features = g_ptr_array_new_with_free_func(free_feature);
	b->known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
					 (GDestroyNotify)g_bytes_unref, NULL);
}

/**
 * map_build_free() - free the tables
 * @b: the tables
 */
void map_build_free(struct map_build *b)
{
	g_array_unref(b->constants);
	g_array_unref(b->registers);
	g_array_unref(b->subs);
	g_array_unref(b->variables);
	g_ptr_array_unref(b->features);
	g_hash_table_unref(b->known);
}

/* Index of an equal row in @table, or of a new one. @kind keeps tables apart. */
static uint32_t shared_row(struct map_build *b, GArray *table, char kind, const void *row,
			   size_t size)
{
	GByteArray *key = g_byte_array_new();
	GBytes *bytes;
	void *found;

	g_byte_array_append(key, (const guint8 *)&kind, 1);
	g_byte_array_append(key, row, size);
	bytes = g_byte_array_free_to_bytes(key);
	found = g_hash_table_lookup(b->known, bytes);
	if (found) {
		g_bytes_unref(bytes);
		return GPOINTER_TO_UINT(found) - 1;
	}
	g_array_append_vals(table, row, 1);
	g_hash_table_insert(b->known, bytes, GUINT_TO_POINTER(table->len));
	return table->len - 1;
}

/**
 * map_register_row() - a row for a register
 * @b: the tables
 * @r: the register
 *
 * Return: its index.
 */
uint32_t map_register_row(struct map_build *b, const struct map_register *r)
{
	struct map_register row;

	memset(&row, 0, sizeof(row));	/* padding counts in the comparison */
	row.address = r->address;
	row.length = r->length;
	row.lsb = r->lsb;
	row.bits = r->bits;
	row.flags = r->flags;
	row.place = r->place;
	return shared_row(b, b->registers, 'r', &row, sizeof(row));
}

/**
 * map_variable_row() - a row for a variable; there is one for each name
 * @b: the tables
 * @name: of the node
 * @initial: its value at first
 *
 * Return: its index.
 */
uint32_t map_variable_row(struct map_build *b, const char *name, uint64_t initial)
{
	struct map_variable row = { .initial = initial }, *v;
	unsigned int i;

	for (i = 0; i < b->variables->len; i++) {
		v = &g_array_index(b->variables, struct map_variable, i);
		if (!strcmp(v->name, name))
			return i;
	}
	row.name = g_strdup(name);
	g_array_append_val(b->variables, row);
	return b->variables->len - 1;
}

/**
 * map_sub_at() - a subprogram
 * @b: the tables
 * @sub: its index
 *
 * Return: the row; until the next subprogram is added.
 */
struct map_sub *map_sub_at(struct map_build *b, uint32_t sub)
{
	return &g_array_index(b->subs, struct map_sub, sub);
}

/* Whether the instruction behind the last one is ever reached. */
static bool reaches_end(const GArray *code)
{
	uint32_t instruction;
	unsigned int i;

	for (i = 0; i < code->len; i++) {
		instruction = g_array_index(code, uint32_t, i);
		if ((GEV_MAP_OP(instruction) == GEV_OP_JUMP ||
		     GEV_MAP_OP(instruction) == GEV_OP_JUMP_ZERO) &&
		    i + 1 + GEV_MAP_OPERAND(instruction) == code->len)
			return true;
	}
	return !code->len || GEV_MAP_OP(instruction) != GEV_OP_FAIL;
}

/**
 * map_sub_row() - a row for a subprogram
 * @b: the tables
 * @code: its code, without the RETURN at its end; is taken over
 * @flags: GEV_MAP_SUB_ARGUMENT and GEV_MAP_SUB_RESULT
 *
 * Return: its index.
 */
uint32_t map_sub_row(struct map_build *b, GArray *code, uint8_t flags)
{
	GByteArray *key = g_byte_array_new();
	struct map_sub row = { .code = code, .flags = flags };
	uint8_t head[] = { 's', flags };
	GBytes *bytes;
	void *found;

	if (reaches_end(code))
		map_emit(code, GEV_OP_RETURN, 0);
	g_byte_array_append(key, head, sizeof(head));
	g_byte_array_append(key, (const guint8 *)code->data, code->len * sizeof(uint32_t));
	bytes = g_byte_array_free_to_bytes(key);
	found = g_hash_table_lookup(b->known, bytes);
	if (found) {
		g_bytes_unref(bytes);
		g_array_unref(code);
		return GPOINTER_TO_UINT(found) - 1;
	}
	g_array_append_val(b->subs, row);
	g_hash_table_insert(b->known, bytes, GUINT_TO_POINTER(b->subs->len));
	return b->subs->len - 1;
}

/**
 * map_feature_row() - a row for a feature, with nothing in it yet
 * @b: the tables
 * @name: of the feature
 *
 * Return: the row; it stays where it is.
 */
struct map_feature *map_feature_row(struct map_build *b, const char *name)
{
	struct map_feature *f = g_new0(struct map_feature, 1);

	f->name = g_strdup(name);
	f->std_mul = 1;
	f->std_div = 1;
	f->access = GEV_MAP_NONE;
	f->get = GEV_MAP_NONE;
	f->set = GEV_MAP_NONE;
	f->done = GEV_MAP_NONE;
	f->min = GEV_MAP_NONE;
	f->max = GEV_MAP_NONE;
	f->inc = GEV_MAP_NONE;
	f->selector = -1;
	f->entries = g_array_new(FALSE, FALSE, sizeof(struct map_entry));
	g_array_set_clear_func(f->entries, free_entry);
	f->list = g_array_new(FALSE, FALSE, sizeof(uint16_t));
	g_ptr_array_add(b->features, f);
	return f;
}

/**
 * map_code() - no instructions
 *
 * Return: an array for map_emit().
 */
GArray *map_code(void)
{
	return g_array_new(FALSE, FALSE, sizeof(uint32_t));
}

/**
 * map_emit() - append an instruction
 * @code: to append to
 * @op: the operation
 * @operand: its operand
 */
void map_emit(GArray *code, enum gev_map_op op, uint32_t operand)
{
	uint32_t instruction = op | operand << 8;

	g_array_append_val(code, instruction);
}

/**
 * map_emit_bits() - append a push of 64 bits
 * @b: the tables
 * @code: to append to
 * @bits: the bits
 */
void map_emit_bits(struct map_build *b, GArray *code, uint64_t bits)
{
	int64_t v = bits;

	if (v >= -(1 << 23) && v < 1 << 23)
		map_emit(code, GEV_OP_CONST, v & GEV_MAP_OPERAND_MAX);
	else
		map_emit(code, GEV_OP_CONST64,
			 shared_row(b, b->constants, 'c', &bits, sizeof(bits)));
}

/**
 * map_emit_int() - append a push of an integer
 * @b: the tables
 * @code: to append to
 * @v: the integer
 */
void map_emit_int(struct map_build *b, GArray *code, int64_t v)
{
	map_emit_bits(b, code, v);
}

/**
 * map_emit_jump() - append a jump whose target comes later
 * @code: to append to
 * @op: GEV_OP_JUMP or GEV_OP_JUMP_ZERO
 *
 * Return: to be given to map_land() where the target is.
 */
unsigned int map_emit_jump(GArray *code, enum gev_map_op op)
{
	map_emit(code, op, 0);
	return code->len - 1;
}

/**
 * map_land() - the next instruction is a jump's target
 * @code: the code
 * @jump: from map_emit_jump()
 */
void map_land(GArray *code, unsigned int jump)
{
	g_array_index(code, uint32_t, jump) |= (code->len - jump - 1) << 8;
}
