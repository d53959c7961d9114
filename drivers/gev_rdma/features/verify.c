// SPDX-License-Identifier: GPL-2.0
/*
 * The verifier: after it has accepted a map, the evaluator runs the map
 * without looking at bounds again. One pass over each table; subprograms call
 * only those before them, and each says how much stack and nesting it needs,
 * so that one look at each instruction is enough.
 */
#include "view.h"

#define UNREACHED	0xffff

struct verifier {
	struct gev_map_view *map;
	const u8 *data;
	size_t size;
	char *why;
	size_t why_size;
};

/* Pops and pushes of each operation, CALL and RETURN excepted. */
static const struct {
	u8 pops, pushes;
} effect[GEV_OPS] = {
	[GEV_OP_CONST ... GEV_OP_ARGUMENT] = { 0, 1 },
	[GEV_OP_JUMP_ZERO] = { 1, 0 },
	[GEV_OP_DROP] = { 1, 0 },
	[GEV_OP_GET_REGISTER] = { 0, 1 },
	[GEV_OP_GET_REGISTER_AT] = { 1, 1 },
	[GEV_OP_SET_REGISTER] = { 1, 0 },
	[GEV_OP_SET_REGISTER_AT] = { 2, 0 },
	[GEV_OP_GET_VARIABLE] = { 0, 1 },
	[GEV_OP_SET_VARIABLE] = { 1, 0 },
	[GEV_OP_ADD ... GEV_OP_MAX] = { 2, 1 },
	[GEV_OP_NEG ... GEV_OP_TO_FLOAT] = { 1, 1 },
	[GEV_OP_FADD ... GEV_OP_FMAX] = { 2, 1 },
	[GEV_OP_FNEG ... GEV_OP_FBOOL] = { 1, 1 },
};

static __printf(2, 3) int refuse(struct verifier *v, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(v->why, v->why_size, fmt, args);
	va_end(args);
	return -EINVAL;
}

static int verify_tables(struct verifier *v)
{
	static const struct {
		const char *name;
		u32 row;
		u32 max;
	} table[GEV_MAP_TABLES] = {
		[GEV_MAP_STRINGS] = { "strings", 1, GEV_MAP_SIZE_MAX },
		[GEV_MAP_CONSTANTS] = { "constants", sizeof(__le64), GEV_MAP_CODE_MAX },
		[GEV_MAP_REGISTERS] = { "registers", sizeof(struct gev_map_register),
					GEV_MAP_REGISTERS_MAX },
		[GEV_MAP_SUBS] = { "subprograms", sizeof(struct gev_map_sub),
				   GEV_MAP_SUBS_MAX },
		[GEV_MAP_CODE] = { "instructions", sizeof(__le32), GEV_MAP_CODE_MAX },
		[GEV_MAP_VARIABLES] = { "variables", sizeof(struct gev_map_variable),
					GEV_MAP_VARIABLES_MAX },
		[GEV_MAP_ENTRIES] = { "enumeration entries", sizeof(struct gev_map_entry),
				      GEV_MAP_ENTRIES_MAX },
		[GEV_MAP_FEATURES] = { "features", sizeof(struct gev_map_feature),
				       GEV_MAP_FEATURES_MAX },
		[GEV_MAP_LISTS] = { "list rows", sizeof(__le16), GEV_MAP_SIZE_MAX / 2 },
		[GEV_MAP_RESERVED_TABLE] = { "rows in the reserved table", 1, 0 },
	};
	u32 offset, count, end = sizeof(struct gev_map_header);
	unsigned int i;

	for (i = 0; i < GEV_MAP_TABLES; i++) {
		offset = le32_to_cpu(v->map->header->table[i].offset);
		count = le32_to_cpu(v->map->header->table[i].count);
		if (count > table[i].max)
			return refuse(v, "%u %s are more than %u", count, table[i].name,
				      table[i].max);
		if (offset % 8 || offset < end || offset > v->size ||
		    count > (v->size - offset) / table[i].row)
			return refuse(v, "the %s lie outside of the map or overlap", table[i].name);
		end = offset + count * table[i].row;
		v->map->count[i] = count;
	}
	return 0;
}

static const void *table_at(const struct verifier *v, enum gev_map_table_id id)
{
	return v->data + le32_to_cpu(v->map->header->table[id].offset);
}

static int verify_header(struct verifier *v)
{
	struct gev_map_view *map = v->map;
	const struct gev_map_header *h = (const void *)v->data;
	unsigned int i;
	char c;

	if (v->size < sizeof(*h) || memcmp(h->magic, GEV_MAP_MAGIC, sizeof(h->magic)))
		return refuse(v, "not a feature map");
	if (le32_to_cpu(h->version) != GEV_MAP_VERSION)
		return refuse(v, "version %u of the format is not known, only %u",
			      le32_to_cpu(h->version), GEV_MAP_VERSION);
	if (le32_to_cpu(h->size) != v->size || v->size > GEV_MAP_SIZE_MAX)
		return refuse(v, "the map says %u bytes, has %zu, and may have %u",
			      le32_to_cpu(h->size), v->size, GEV_MAP_SIZE_MAX);
	if (h->flags)
		return refuse(v, "unknown flags %#x", le32_to_cpu(h->flags));
	for (i = 0; i < GEV_MAP_KEY_LEN; i++) {
		c = h->key[i];
		if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f'))
			return refuse(v, "the key is not %u lower-case hex digits",
				      GEV_MAP_KEY_LEN);
		map->key[i] = c;
	}
	map->key[i] = 0;
	map->header = h;
	i = verify_tables(v);
	if (i)
		return i;
	map->strings = table_at(v, GEV_MAP_STRINGS);
	map->constants = table_at(v, GEV_MAP_CONSTANTS);
	map->registers = table_at(v, GEV_MAP_REGISTERS);
	map->subs = table_at(v, GEV_MAP_SUBS);
	map->code = table_at(v, GEV_MAP_CODE);
	map->variables = table_at(v, GEV_MAP_VARIABLES);
	map->entries = table_at(v, GEV_MAP_ENTRIES);
	map->features = table_at(v, GEV_MAP_FEATURES);
	map->lists = table_at(v, GEV_MAP_LISTS);
	return 0;
}

/* Bytes of the UTF-8 character at @s that can be shown on a terminal, or 0. */
static unsigned int printable(const u8 *s, size_t left)
{
	static const u32 first[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned int n, i;
	u32 c;

	if (s[0] < 0x80)
		return s[0] >= 0x20 && s[0] != 0x7f;
	n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
	if (s[0] < 0xc2 || s[0] > 0xf4 || n > left)
		return 0;
	c = s[0] & (0x7f >> n);
	for (i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < first[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) || c < 0xa0)
		return 0;
	return n;
}

static int verify_strings(struct verifier *v)
{
	const struct gev_map_header *h = v->map->header;
	const u8 *s = (const u8 *)v->map->strings;
	u32 size = v->map->count[GEV_MAP_STRINGS], i, n;

	if (!size || s[0] || s[size - 1])
		return refuse(v, "the strings do not start and end with NUL");
	for (i = 0; i < size; i += n) {
		n = s[i] ? printable(s + i, size - i) : 1;
		if (!n)
			return refuse(v, "byte %u of the strings is not printable UTF-8", i);
	}
	if (le32_to_cpu(h->manufacturer) >= size || le32_to_cpu(h->model) >= size ||
	    le32_to_cpu(h->device_version) >= size || le32_to_cpu(h->url) >= size)
		return refuse(v, "an identity string lies outside of the strings");
	return 0;
}

static int verify_register(struct verifier *v, u32 i)
{
	const struct gev_map_register *r = &v->map->registers[i];
	u64 address = le64_to_cpu(r->address);

	if (r->reserved[0] || r->reserved[1] || r->reserved[2] || r->reserved[3] || r->flags >> 5)
		return refuse(v, "register %u has unknown flags", i);
	if (r->length < 1 || r->length > 8 || !r->bits || r->lsb + r->bits > 8 * r->length)
		return refuse(v, "register %u has %u bits from bit %u on in %u bytes", i, r->bits,
			      r->lsb, r->length);
	if ((r->flags & GEV_MAP_REG_FLOAT) && (r->length % 4 || r->bits != 8 * r->length))
		return refuse(v, "register %u is no IEEE-754 number", i);
	if (!(r->flags & GEV_MAP_REG_OFFSET) &&
	    (address > U32_MAX || address + r->length > 1ULL << 32))
		return refuse(v, "register %u ends beyond address 2^32", i);
	if (!(r->flags & (GEV_MAP_REG_OFFSET | GEV_MAP_REG_OWNED)) &&
	    gev_address_owned(address, r->length))
		return refuse(v, "register %u, address %#llx, is the driver's, but not marked so",
			      i, (unsigned long long)address);
	return 0;
}

static bool registers_overlap(const struct gev_map_register *a, const struct gev_map_register *b)
{
	if (a->address != b->address || a->length != b->length ||
	    (a->flags ^ b->flags) & GEV_MAP_REG_BIG)
		return true;	/* by bytes; the caller has seen that */
	return a->lsb < b->lsb + b->bits && b->lsb < a->lsb + a->bits;
}

/* Nobody reaches the driver's bits through another row. */
static int verify_overlaps(struct verifier *v, u32 i)
{
	const struct gev_map_register *r = v->map->registers, *a = &r[i];
	u64 end = le64_to_cpu(a->address) + a->length;
	u32 j;

	for (j = i + 1; j < v->map->count[GEV_MAP_REGISTERS]; j++) {
		if ((r[j].flags & GEV_MAP_REG_OFFSET) || le64_to_cpu(r[j].address) >= end)
			break;
		if (((a->flags ^ r[j].flags) & GEV_MAP_REG_OWNED) && registers_overlap(a, &r[j]))
			return refuse(v, "registers %u and %u share bits, one is the driver's",
				      i, j);
	}
	return 0;
}

static int verify_registers(struct verifier *v)
{
	const struct gev_map_register *r = v->map->registers;
	u32 i, n = v->map->count[GEV_MAP_REGISTERS];
	int ret;

	for (i = 0; i < n; i++) {
		ret = verify_register(v, i);
		if (ret)
			return ret;
		if (!i || (r[i].flags & GEV_MAP_REG_OFFSET))
			continue;
		if ((r[i - 1].flags & GEV_MAP_REG_OFFSET) ||
		    le64_to_cpu(r[i - 1].address) > le64_to_cpu(r[i].address))
			return refuse(v, "register %u is out of order", i);
	}
	for (i = 0; i < n && !(r[i].flags & GEV_MAP_REG_OFFSET); i++) {
		ret = verify_overlaps(v, i);
		if (ret)
			return ret;
	}
	return 0;
}

/* What is known of a subprogram while its code is read. */
struct sub_state {
	u32 index;
	u32 pc;
	u32 length;
	u32 depth;	/* values on its stack; UNREACHED after a jump */
	u32 stack;
	u32 nesting;
	u32 flags;
};

static int verify_call(struct verifier *v, struct sub_state *s, u32 callee)
{
	const struct gev_map_sub *sub;

	if (callee >= s->index)
		return refuse(v, "subprogram %u calls %u, which does not come before it",
			      s->index, callee);
	sub = &v->map->subs[callee];
	if (sub->flags & GEV_MAP_SUB_ARGUMENT) {
		if (!s->depth)
			return refuse(v, "subprogram %u, instruction %u: stack is empty",
				      s->index, s->pc);
		s->depth--;
	}
	s->stack = max(s->stack, s->depth + le16_to_cpu(sub->stack));
	s->nesting = max(s->nesting, sub->nesting + 1U);
	s->flags |= sub->flags & (GEV_MAP_SUB_WRITES | GEV_MAP_SUB_OWNED);
	s->depth += !!(sub->flags & GEV_MAP_SUB_RESULT);
	return 0;
}

static int verify_jump(struct verifier *v, struct sub_state *s, u32 skip)
{
	u16 *depth = v->map->depth;
	u32 target = s->pc + 1 + skip;

	if (!skip || target >= s->length)
		return refuse(v, "subprogram %u, instruction %u: jump out of it", s->index, s->pc);
	if (depth[target] != UNREACHED && depth[target] != s->depth)
		return refuse(v, "subprogram %u, instruction %u: stack differs by path", s->index,
			      target);
	depth[target] = s->depth;
	return 0;
}

static int verify_operand(struct verifier *v, struct sub_state *s, u32 op, u32 operand)
{
	static const struct {
		u8 from, to, table;
	} index[] = {
		{ GEV_OP_CONST64, GEV_OP_CONST64, GEV_MAP_CONSTANTS },
		{ GEV_OP_GET_REGISTER, GEV_OP_SET_REGISTER_AT, GEV_MAP_REGISTERS },
		{ GEV_OP_GET_VARIABLE, GEV_OP_SET_VARIABLE, GEV_MAP_VARIABLES },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(index); i++) {
		if (op >= index[i].from && op <= index[i].to)
			return operand < v->map->count[index[i].table] ? 0 : -EINVAL;
	}
	switch (op) {
	case GEV_OP_CONST:
	case GEV_OP_CALL:
	case GEV_OP_JUMP:
	case GEV_OP_JUMP_ZERO:
		return 0;
	case GEV_OP_FAIL:
		return operand < GEV_MAP_ERRORS ? 0 : -EINVAL;
	case GEV_OP_ARGUMENT:
		return s->flags & GEV_MAP_SUB_ARGUMENT && !operand ? 0 : -EINVAL;
	}
	return operand ? -EINVAL : 0;
}

/* Registers with and without an offset have operations of their own. */
static int verify_access(struct verifier *v, struct sub_state *s, u32 op, u32 operand)
{
	bool at = op == GEV_OP_GET_REGISTER_AT || op == GEV_OP_SET_REGISTER_AT;
	u8 flags;

	if (op == GEV_OP_SET_VARIABLE) {
		flags = le32_to_cpu(v->map->variables[operand].flags);
	} else if (op >= GEV_OP_GET_REGISTER && op <= GEV_OP_SET_REGISTER_AT) {
		flags = v->map->registers[operand].flags;
		if (at != !!(flags & GEV_MAP_REG_OFFSET))
			return refuse(v, "subprogram %u, instruction %u: offset of register %u",
				      s->index, s->pc, operand);
	} else {
		return 0;
	}
	if (op == GEV_OP_SET_VARIABLE || op >= GEV_OP_SET_REGISTER) {
		s->flags |= GEV_MAP_SUB_WRITES;
		if (flags & GEV_MAP_REG_OWNED)
			s->flags |= GEV_MAP_SUB_OWNED;
	}
	return 0;
}

static int verify_instruction(struct verifier *v, struct sub_state *s, u32 instruction)
{
	u32 op = GEV_MAP_OP(instruction), operand = GEV_MAP_OPERAND(instruction);
	int ret;

	if (op >= GEV_OPS || verify_operand(v, s, op, operand))
		return refuse(v, "subprogram %u, instruction %u: %#x means nothing", s->index,
			      s->pc, instruction);
	if (op == GEV_OP_CALL) {
		ret = verify_call(v, s, operand);
	} else {
		if (s->depth < effect[op].pops)
			return refuse(v, "subprogram %u, instruction %u: stack is empty", s->index,
				      s->pc);
		s->depth += effect[op].pushes - effect[op].pops;
		ret = verify_access(v, s, op, operand);
	}
	s->stack = max(s->stack, s->depth);
	if (ret || s->stack > GEV_MAP_STACK_MAX)
		return ret ?: refuse(v, "subprogram %u: more than %u values on the stack",
				     s->index, GEV_MAP_STACK_MAX);
	if (op == GEV_OP_JUMP || op == GEV_OP_JUMP_ZERO)
		ret = verify_jump(v, s, operand);
	if (op == GEV_OP_RETURN && s->depth != !!(s->flags & GEV_MAP_SUB_RESULT))
		return refuse(v, "subprogram %u leaves %u values", s->index, s->depth);
	if (op == GEV_OP_RETURN || op == GEV_OP_JUMP || op == GEV_OP_FAIL)
		s->depth = UNREACHED;
	return ret;
}

static int verify_code(struct verifier *v, struct sub_state *s, const __le32 *code)
{
	u16 *depth = v->map->depth;
	int ret;

	for (s->pc = 0; s->pc < s->length; s->pc++)
		depth[s->pc] = UNREACHED;
	for (s->pc = 0; s->pc < s->length; s->pc++) {
		if (depth[s->pc] != UNREACHED) {
			if (s->depth != UNREACHED && s->depth != depth[s->pc])
				return refuse(v, "subprogram %u, instruction %u: %s", s->index,
					      s->pc, "stack differs by path");
			s->depth = depth[s->pc];
		}
		if (s->depth == UNREACHED)
			return refuse(v, "subprogram %u, instruction %u is never reached",
				      s->index, s->pc);
		ret = verify_instruction(v, s, le32_to_cpu(code[s->pc]));
		if (ret)
			return ret;
	}
	if (s->depth != UNREACHED)
		return refuse(v, "subprogram %u does not return", s->index);
	return 0;
}

static int verify_sub(struct verifier *v, u32 i)
{
	const struct gev_map_sub *sub = &v->map->subs[i];
	u32 start = le32_to_cpu(sub->start), code = v->map->count[GEV_MAP_CODE];
	struct sub_state s = { .index = i, .length = le16_to_cpu(sub->length) };
	unsigned int k;
	int ret;

	for (k = 0; k < sizeof(sub->reserved); k++) {
		if (sub->reserved[k])
			return refuse(v, "subprogram %u has unknown flags", i);
	}
	if (s.length > GEV_MAP_SUB_CODE_MAX || start > code || s.length > code - start)
		return refuse(v, "subprogram %u has %u instructions from %u on", i, s.length,
			      start);
	s.flags = sub->flags & (GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT);
	ret = verify_code(v, &s, v->map->code + start);
	if (ret)
		return ret;
	if (s.nesting > GEV_MAP_NESTING_MAX)
		return refuse(v, "subprogram %u nests calls more than %u deep", i,
			      GEV_MAP_NESTING_MAX);
	if (s.stack != le16_to_cpu(sub->stack) || s.nesting != sub->nesting ||
	    s.flags != sub->flags)
		return refuse(v, "subprogram %u does not do what it says", i);
	return 0;
}

static int verify_subs(struct verifier *v)
{
	u32 i;
	int ret;

	for (i = 0; i < v->map->count[GEV_MAP_VARIABLES]; i++) {
		const struct gev_map_variable *variable = &v->map->variables[i];

		if (le32_to_cpu(variable->name) >= v->map->count[GEV_MAP_STRINGS] ||
		    le32_to_cpu(variable->flags) & ~GEV_MAP_REG_OWNED)
			return refuse(v, "variable %u has no name or unknown flags", i);
	}
	for (i = 0; i < v->map->count[GEV_MAP_SUBS]; i++) {
		ret = verify_sub(v, i);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * gev_map_verify() - check a map, once, before it is used
 * @data: the map; at a multiple of 8 bytes; must stay as long as the view
 * @size: of it, in bytes
 * @view: gev_map_view_size() bytes; gets the view of the map
 * @why: gets a sentence about what is wrong, if anything is
 * @why_size: of @why
 *
 * Context: any; takes about as long as reading the map.
 * Return: 0 or -EINVAL.
 */
int gev_map_verify(const void *data, size_t size, struct gev_map_view *view,
		   char *why, size_t why_size)
{
	struct verifier v = {
		.map = view, .data = data, .size = size, .why = why, .why_size = why_size,
	};
	int ret;

	ret = verify_header(&v);
	if (!ret)
		ret = verify_strings(&v);
	if (!ret)
		ret = verify_registers(&v);
	if (!ret)
		ret = verify_subs(&v);
	if (!ret)
		ret = gev_map_verify_features(view, why, why_size);
	return ret;
}
