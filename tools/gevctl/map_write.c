// SPDX-License-Identifier: GPL-2.0
/* A map's tables as bytes, and what the verifier wants to know of each subprogram. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map_build.h"
#include "features/view.h"

static const uint32_t *sub_code(const struct map_sub *sub, unsigned int *length)
{
	*length = sub->code->len;
	return (const uint32_t *)sub->code->data;
}

static void use(struct map_build *b, uint32_t sub)
{
	if (sub != GEV_MAP_NONE)
		map_sub_at(b, sub)->used = true;
}

/* Subprograms that a feature needs; callers come after callees. */
static void mark_used(struct map_build *b)
{
	const struct map_feature *f;
	const uint32_t *code;
	unsigned int i, k, n;

	for (i = 0; i < b->features->len; i++) {
		f = b->features->pdata[i];
		use(b, f->access);
		use(b, f->get);
		use(b, f->set);
		use(b, f->done);
		use(b, f->min);
		use(b, f->max);
		use(b, f->inc);
		for (k = 0; k < f->entries->len; k++)
			use(b, g_array_index(f->entries, struct map_entry, k).available);
	}
	for (i = b->subs->len; i--;) {
		code = sub_code(map_sub_at(b, i), &n);
		for (k = 0; map_sub_at(b, i)->used && k < n; k++) {
			if (GEV_MAP_OP(code[k]) == GEV_OP_CALL)
				map_sub_at(b, GEV_MAP_OPERAND(code[k]))->used = true;
		}
	}
}

static int effect(uint32_t op)
{
	switch (op) {
	case GEV_OP_CONST:
	case GEV_OP_CONST64:
	case GEV_OP_ARGUMENT:
	case GEV_OP_GET_REGISTER:
	case GEV_OP_GET_VARIABLE:
		return 1;
	case GEV_OP_JUMP_ZERO:
	case GEV_OP_DROP:
	case GEV_OP_SET_REGISTER:
	case GEV_OP_SET_VARIABLE:
		return -1;
	case GEV_OP_SET_REGISTER_AT:
		return -2;
	default:
		return (op >= GEV_OP_ADD && op <= GEV_OP_MAX) ||
		       (op >= GEV_OP_FADD && op <= GEV_OP_FMAX) ? -1 : 0;
	}
}

static void sum_call(struct map_build *b, struct map_sub *sub, uint32_t callee, int *depth)
{
	const struct map_sub *c = map_sub_at(b, callee);

	*depth -= !!(c->flags & GEV_MAP_SUB_ARGUMENT);
	sub->stack = MAX(sub->stack, *depth + c->stack);
	sub->nesting = MAX(sub->nesting, c->nesting + 1);
	sub->flags |= c->flags & (GEV_MAP_SUB_WRITES | GEV_MAP_SUB_OWNED);
	*depth += !!(c->flags & GEV_MAP_SUB_RESULT);
}

static void sum_write(struct map_build *b, struct map_sub *sub, uint32_t op, uint32_t operand)
{
	bool owned;

	if (op == GEV_OP_SET_VARIABLE)
		owned = g_array_index(b->variables, struct map_variable, operand).owned;
	else if (op == GEV_OP_SET_REGISTER || op == GEV_OP_SET_REGISTER_AT)
		owned = g_array_index(b->registers, struct map_register, operand).flags &
			GEV_MAP_REG_OWNED;
	else
		return;
	sub->flags |= GEV_MAP_SUB_WRITES | (owned ? GEV_MAP_SUB_OWNED : 0);
}

/* As the verifier does it, but with what is already known to be right. */
static void sum_sub(struct map_build *b, struct map_sub *sub)
{
	unsigned int n, k;
	const uint32_t *code = sub_code(sub, &n);
	int *at = g_new(int, n + 1), depth = 0;
	uint32_t op, operand;

	sub->stack = 0;
	sub->nesting = 0;
	sub->flags &= GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT;
	for (k = 0; k < n; k++)
		at[k] = -1;
	for (k = 0; k < n; k++) {
		op = GEV_MAP_OP(code[k]);
		operand = GEV_MAP_OPERAND(code[k]);
		if (at[k] >= 0)
			depth = at[k];
		if (op == GEV_OP_CALL)
			sum_call(b, sub, operand, &depth);
		depth += effect(op);
		sub->stack = MAX(sub->stack, depth);
		if (op == GEV_OP_JUMP || op == GEV_OP_JUMP_ZERO)
			at[k + 1 + operand] = depth;
		sum_write(b, sub, op, operand);
	}
	g_free(at);
}

/**
 * map_sums() - stack, nesting and flags of each subprogram
 * @b: the tables; owned registers and variables are marked
 *
 * Return: 0; -ELOOP if calls nest too deep, -E2BIG if a value needs too much
 * of the stack.
 */
int map_sums(struct map_build *b)
{
	struct map_sub *sub;
	unsigned int i;

	mark_used(b);
	for (i = 0; i < b->subs->len; i++) {
		sub = map_sub_at(b, i);
		sum_sub(b, sub);
		if (sub->used && sub->nesting > GEV_MAP_NESTING_MAX)
			return -ELOOP;
		if (sub->used && (sub->stack > GEV_MAP_STACK_MAX ||
				  sub->code->len > GEV_MAP_SUB_CODE_MAX))
			return -E2BIG;
	}
	return 0;
}

/* Tables as bytes, new numbers of rows. */
struct writer {
	struct map_build *b;
	GByteArray *table[GEV_MAP_TABLES];
	uint32_t count[GEV_MAP_TABLES];
	GHashTable *strings;
	uint32_t *sub_number;
	uint32_t *register_number;
	uint32_t *entry;
};

static void put_row(struct writer *w, enum gev_map_table_id table, const void *row, size_t size)
{
	g_byte_array_append(w->table[table], row, size);
	w->count[table]++;
}

static __le32 string_of(struct writer *w, const char *s)
{
	GByteArray *table = w->table[GEV_MAP_STRINGS];
	uint32_t offset;
	void *found;

	if (!s || !*s)
		return 0;
	found = g_hash_table_lookup(w->strings, s);
	if (found)
		return cpu_to_le32(GPOINTER_TO_UINT(found));
	offset = table->len;
	g_hash_table_insert(w->strings, g_strdup(s), GUINT_TO_POINTER(offset));
	g_byte_array_append(table, (const guint8 *)s, strlen(s) + 1);
	w->count[GEV_MAP_STRINGS] = table->len;
	return cpu_to_le32(offset);
}

static __le32 number_of(const struct writer *w, uint32_t sub)
{
	return cpu_to_le32(sub == GEV_MAP_NONE ? sub : w->sub_number[sub]);
}

struct place {
	struct map_register r;
	uint32_t old;
};

static int by_address(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	bool ox = x->r.flags & GEV_MAP_REG_OFFSET, oy = y->r.flags & GEV_MAP_REG_OFFSET;

	if (ox != oy)
		return ox - oy;
	if (x->r.address != y->r.address)
		return x->r.address < y->r.address ? -1 : 1;
	return x->old < y->old ? -1 : 1;
}

static bool *registers_used(struct map_build *b)
{
	bool *used = g_new0(bool, b->registers->len + 1);
	unsigned int i, k, n;
	const uint32_t *code;
	uint32_t op;

	for (i = 0; i < b->subs->len; i++) {
		if (!map_sub_at(b, i)->used)
			continue;
		code = sub_code(map_sub_at(b, i), &n);
		for (k = 0; k < n; k++) {
			op = GEV_MAP_OP(code[k]);
			if (op >= GEV_OP_GET_REGISTER && op <= GEV_OP_SET_REGISTER_AT)
				used[GEV_MAP_OPERAND(code[k])] = true;
		}
	}
	return used;
}

static void write_registers(struct writer *w)
{
	const GArray *all = w->b->registers;
	struct place *place = g_new0(struct place, all->len + 1);
	bool *used = registers_used(w->b);
	struct gev_map_register row;
	unsigned int i, n = 0;

	for (i = 0; i < all->len; i++) {
		if (!used[i])
			continue;
		place[n].r = g_array_index(all, struct map_register, i);
		place[n++].old = i;
	}
	qsort(place, n, sizeof(*place), by_address);
	for (i = 0; i < n; i++) {
		memset(&row, 0, sizeof(row));
		row.address = cpu_to_le64(place[i].r.address);
		row.length = place[i].r.length;
		row.lsb = place[i].r.lsb;
		row.bits = place[i].r.bits;
		row.flags = place[i].r.flags;
		w->register_number[place[i].old] = i;
		put_row(w, GEV_MAP_REGISTERS, &row, sizeof(row));
	}
	g_free(used);
	g_free(place);
}

static void write_code(struct writer *w, const struct map_sub *sub)
{
	unsigned int n, k;
	const uint32_t *code = sub_code(sub, &n);
	uint32_t op, operand;
	__le32 row;

	for (k = 0; k < n; k++) {
		op = GEV_MAP_OP(code[k]);
		operand = GEV_MAP_OPERAND(code[k]);
		if (op == GEV_OP_CALL)
			operand = w->sub_number[operand];
		else if (op >= GEV_OP_GET_REGISTER && op <= GEV_OP_SET_REGISTER_AT)
			operand = w->register_number[operand];
		row = cpu_to_le32(op | operand << 8);
		put_row(w, GEV_MAP_CODE, &row, sizeof(row));
	}
}

static void write_subs(struct writer *w)
{
	const struct map_sub *sub;
	struct gev_map_sub row;
	unsigned int i;

	for (i = 0; i < w->b->subs->len; i++) {
		sub = map_sub_at(w->b, i);
		if (!sub->used)
			continue;
		w->sub_number[i] = w->count[GEV_MAP_SUBS];
		memset(&row, 0, sizeof(row));
		row.start = cpu_to_le32(w->count[GEV_MAP_CODE]);
		row.length = cpu_to_le16(sub->code->len);
		row.stack = cpu_to_le16(sub->stack);
		row.nesting = sub->nesting;
		row.flags = sub->flags;
		put_row(w, GEV_MAP_SUBS, &row, sizeof(row));
		write_code(w, sub);
	}
}

static void write_values(struct writer *w)
{
	const struct map_variable *v;
	struct gev_map_variable row;
	unsigned int i;
	__le64 constant;

	for (i = 0; i < w->b->constants->len; i++) {
		constant = cpu_to_le64(g_array_index(w->b->constants, uint64_t, i));
		put_row(w, GEV_MAP_CONSTANTS, &constant, sizeof(constant));
	}
	for (i = 0; i < w->b->variables->len; i++) {
		v = &g_array_index(w->b->variables, struct map_variable, i);
		memset(&row, 0, sizeof(row));
		row.initial = cpu_to_le64(v->initial);
		row.name = string_of(w, v->name);
		row.flags = cpu_to_le32(v->owned ? GEV_MAP_REG_OWNED : 0);
		put_row(w, GEV_MAP_VARIABLES, &row, sizeof(row));
	}
}

static void write_entries(struct writer *w, const struct map_feature *f,
			  struct gev_map_feature *row)
{
	const struct map_entry *e;
	struct gev_map_entry entry;
	unsigned int i;
	__le16 item;

	row->entry = cpu_to_le32(w->count[GEV_MAP_ENTRIES]);
	row->entries = cpu_to_le32(f->entries->len);
	for (i = 0; i < f->entries->len; i++) {
		e = &g_array_index(f->entries, struct map_entry, i);
		memset(&entry, 0, sizeof(entry));
		entry.value = cpu_to_le64(e->value);
		entry.name = string_of(w, e->name);
		entry.available = number_of(w, e->available);
		put_row(w, GEV_MAP_ENTRIES, &entry, sizeof(entry));
	}
	row->list = cpu_to_le32(w->count[GEV_MAP_LISTS]);
	row->lists = cpu_to_le32(f->list->len);
	for (i = 0; i < f->list->len; i++) {
		item = cpu_to_le16(g_array_index(f->list, uint16_t, i));
		put_row(w, GEV_MAP_LISTS, &item, sizeof(item));
	}
}

/* First row in the entries of each feature. */
static void number_entries(struct writer *w)
{
	const struct map_feature *f;
	unsigned int i;

	for (i = 0; i < w->b->features->len; i++) {
		f = w->b->features->pdata[i];
		w->entry[i + 1] = w->entry[i] + f->entries->len;
	}
}

static void write_feature(struct writer *w, const struct map_feature *f)
{
	struct gev_map_feature row;

	memset(&row, 0, sizeof(row));
	row.name = string_of(w, f->name);
	row.label = string_of(w, f->label);
	row.unit = string_of(w, f->unit);
	row.kind = f->kind;
	row.fate = f->fate;
	row.role = f->role;
	row.flags = f->flags;
	row.scale = f->scale;
	row.cid = cpu_to_le32(f->cid);
	row.std_cid = cpu_to_le32(f->std_cid);
	row.std_mul = cpu_to_le32(f->std_mul);
	row.std_div = cpu_to_le32(f->std_div);
	row.access = number_of(w, f->access);
	row.get = number_of(w, f->get);
	row.set = number_of(w, f->set);
	row.done = number_of(w, f->done);
	row.min = number_of(w, f->min);
	row.max = number_of(w, f->max);
	row.inc = number_of(w, f->inc);
	row.text = f->text ? string_of(w, f->text) : cpu_to_le32(GEV_MAP_NONE);
	row.polling = cpu_to_le16(f->polling);
	row.selector = cpu_to_le32(f->selector);
	row.selected = cpu_to_le32(GEV_MAP_NONE);
	if (f->base)
		row.selected = cpu_to_le32(w->entry[f->selector] + f->entry);
	write_entries(w, f, &row);
	put_row(w, GEV_MAP_FEATURES, &row, sizeof(row));
}

static void write_header(struct writer *w, const struct map_identity *identity,
			 struct gev_map_header *h)
{
	char key[GEV_MAP_KEY_LEN + 1];

	map_key(identity, key);
	memset(h, 0, sizeof(*h));
	memcpy(h->magic, GEV_MAP_MAGIC, sizeof(h->magic));
	h->version = cpu_to_le32(GEV_MAP_VERSION);
	memcpy(h->key, key, GEV_MAP_KEY_LEN);
	h->manufacturer = string_of(w, identity->manufacturer);
	h->model = string_of(w, identity->model);
	h->device_version = string_of(w, identity->device_version);
	h->url = string_of(w, identity->url);
	h->manifest = cpu_to_le32(identity->manifest);
}

/* Header and tables, one behind the other. */
static void join(struct writer *w, struct gev_map_header *h, struct map_output *out)
{
	GByteArray *all = g_byte_array_new();
	static const uint8_t zero[8];
	unsigned int i;
	gsize size;

	g_byte_array_append(all, (const guint8 *)h, sizeof(*h));
	for (i = 0; i < GEV_MAP_TABLES; i++) {
		g_byte_array_append(all, zero, -all->len % 8);
		h->table[i].offset = cpu_to_le32(all->len);
		h->table[i].count = cpu_to_le32(w->count[i]);
		g_byte_array_append(all, w->table[i]->data, w->table[i]->len);
	}
	h->size = cpu_to_le32(all->len);
	memcpy(all->data, h, sizeof(*h));
	out->data = g_byte_array_steal(all, &size);
	out->size = size;
	g_byte_array_unref(all);
}

static int check(struct map_output *out)
{
	struct gev_map_view *view = g_malloc0(gev_map_view_size());
	int ret;

	ret = gev_map_verify(out->data, out->size, view, out->why, sizeof(out->why));
	g_free(view);
	return ret;
}

/**
 * map_write() - make a map of the tables, and verify it
 * @b: the tables, after map_sums(); features by ascending name
 * @identity: the model that the map is for
 * @out: gets the map, or a sentence
 *
 * Return: 0, or -EINVAL where the verifier refuses the map.
 */
int map_write(struct map_build *b, const struct map_identity *identity, struct map_output *out)
{
	struct writer w = {
		.b = b,
		.strings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.sub_number = g_new0(uint32_t, b->subs->len + 1),
		.register_number = g_new0(uint32_t, b->registers->len + 1),
		.entry = g_new0(uint32_t, b->features->len + 1),
	};
	struct gev_map_header header;
	unsigned int i;

	for (i = 0; i < GEV_MAP_TABLES; i++)
		w.table[i] = g_byte_array_new();
	put_row(&w, GEV_MAP_STRINGS, "", 1);
	write_header(&w, identity, &header);
	write_registers(&w);
	write_subs(&w);
	write_values(&w);
	number_entries(&w);
	for (i = 0; i < b->features->len; i++)
		write_feature(&w, b->features->pdata[i]);
	join(&w, &header, out);
	for (i = 0; i < GEV_MAP_TABLES; i++)
		g_byte_array_unref(w.table[i]);
	g_hash_table_unref(w.strings);
	g_free(w.sub_number);
	g_free(w.register_number);
	g_free(w.entry);
	return check(out);
}
