// SPDX-License-Identifier: GPL-2.0
/* Registers of the XML: where they lie, and which bits of them count. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "map_node.h"

/**
 * map_is_register() - whether a node stands for a register itself
 * @node: the node
 */
bool map_is_register(const struct genicam_node *node)
{
	static const char * const tag[] = {
		"IntReg", "MaskedIntReg", "StructEntry", "FloatReg", "StringReg", "Register",
	};
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(tag); i++) {
		if (genicam_is(node, tag[i]))
			return true;
	}
	return false;
}

static const struct genicam_node *place_of(const struct genicam_node *node)
{
	return genicam_is(node, "StructEntry") && node->parent ? node->parent : node;
}

static int constant_length(struct map_compiler *c, const struct genicam_node *node,
			   uint64_t *length)
{
	const struct genicam_node *place = place_of(node), *other;
	const char *name = genicam_text(place, "pLength");
	const char *text = genicam_text(place, "Length");
	int64_t v;

	*length = 4;
	if (name) {
		other = map_refer(c, node, name);
		if (!other)
			return -EINVAL;
		if (!map_constant(c, other, &v))
			return map_fail(c, node, "its length depends on %s", name);
		*length = v;
		return 0;
	}
	return text ? map_literal(c, node, text, MAP_INT, length) : 0;
}

/* An offset that is not constant: its code is added to what is there already. */
struct offset {
	uint64_t constant;
	GArray *code;
	unsigned int terms;
};

static void add_term(struct offset *o)
{
	if (o->terms++)
		map_emit(o->code, GEV_OP_ADD, 0);
}

static int add_node(struct map_compiler *c, const struct genicam_node *node, const char *name,
		    struct offset *o)
{
	const struct genicam_node *other = map_refer(c, node, name);
	int64_t v;
	int ret;

	if (!other)
		return -EINVAL;
	if (map_constant(c, other, &v)) {
		o->constant += v;
		return 0;
	}
	ret = map_emit_node(c, o->code, other, MAP_INT);
	if (!ret)
		add_term(o);
	return ret;
}

/* pIndex: its value times Offset, pOffset, or the register's length. */
static int add_index(struct map_compiler *c, const struct genicam_node *node,
		     const struct genicam_node *index, struct offset *o)
{
	const char *offset = genicam_attribute(index, "Offset");
	const char *p_offset = genicam_attribute(index, "pOffset");
	const struct genicam_node *other = map_refer(c, node, index->text);
	uint64_t length;
	int ret;

	if (!other)
		return -EINVAL;
	ret = map_emit_node(c, o->code, other, MAP_INT);
	if (ret)
		return ret;
	if (p_offset) {
		other = map_refer(c, node, p_offset);
		ret = other ? map_emit_node(c, o->code, other, MAP_INT) : -EINVAL;
	} else if (offset) {
		ret = map_emit_literal(c, o->code, node, offset, MAP_INT);
	} else {
		ret = constant_length(c, node, &length);
		if (!ret)
			map_emit_int(&c->build, o->code, length);
	}
	if (ret)
		return ret;
	map_emit(o->code, GEV_OP_MUL, 0);
	add_term(o);
	return 0;
}

/* The 48-bit addresses of IIDC: the bus is the only one there is. */
static void strip_bus(struct offset *o)
{
	if (o->constant >> 32 == 0xffff)
		o->constant &= UINT32_MAX;
}

static int add_address(struct map_compiler *c, const struct genicam_node *node,
		       const char *text, struct offset *o)
{
	uint64_t address;
	int ret = map_literal(c, node, text, MAP_INT, &address);

	if (!ret)
		o->constant += address;
	return ret;
}

/* All parts of the address; a formula may stand right in the register. */
static int find_offset(struct map_compiler *c, const struct genicam_node *node,
		       struct offset *o)
{
	const struct genicam_node *place = place_of(node), *child;
	unsigned int i, parts = 0;
	int ret = 0;

	for (i = 0; i < place->children->len && !ret; i++) {
		child = place->children->pdata[i];
		parts++;
		if (genicam_is(child, "Address"))
			ret = add_address(c, node, child->text, o);
		else if (genicam_is(child, "pAddress"))
			ret = add_node(c, node, child->text, o);
		else if (genicam_is(child, "IntSwissKnife") && child->name)
			ret = add_node(c, node, child->name, o);
		else if (genicam_is(child, "pIndex"))
			ret = add_index(c, node, child, o);
		else
			parts--;
	}
	if (!ret && !parts)
		ret = map_fail(c, node, "has no address");
	strip_bus(o);
	return ret;
}

/* The schema writes Endianess, English Endianness. A port may turn all round. */
static bool is_big(const struct map_compiler *c, const struct genicam_node *node)
{
	const char *text = genicam_shared_text(node, "Endianess") ?:
			   genicam_shared_text(node, "Endianness");
	const struct genicam_node *port = genicam_find(c->genicam,
						       genicam_shared_text(node, "pPort"));
	const char *swap = port ? genicam_text(port, "SwapEndianess") : NULL;

	return (text && !strcmp(text, "BigEndian")) != (swap && !strcmp(swap, "Yes"));
}

/* Bits as they are written: the more significant end may come first. */
static int bit_literal(struct map_compiler *c, const struct genicam_node *node, const char *tag,
		       uint64_t *bit)
{
	const char *text = genicam_text(node, "Bit") ?: genicam_text(node, tag);

	return text ? map_literal(c, node, text, MAP_INT, bit) : 0;
}

/* Bits as they are counted from the value's least significant one. */
static int find_bits(struct map_compiler *c, const struct genicam_node *node,
		     struct map_register *r)
{
	uint64_t last = 8 * r->length - 1, a, b;
	bool big = r->flags & GEV_MAP_REG_BIG;
	int ret = 0;

	/* Bit 0 of a big-endian register is the most significant one. */
	a = big ? last : 0;
	b = big ? 0 : last;
	if (genicam_is(node, "MaskedIntReg") || genicam_is(node, "StructEntry"))
		ret = bit_literal(c, node, "LSB", &a) ?: bit_literal(c, node, "MSB", &b);
	if (!ret && (a > last || b > last))
		ret = map_fail(c, node, "its bits are outside of the register");
	r->lsb = big ? last - MAX(a, b) : MIN(a, b);
	r->bits = MAX(a, b) - MIN(a, b) + 1;
	return ret;
}

static int find_register(struct map_compiler *c, const struct genicam_node *node,
			 struct map_register *r, struct offset *o)
{
	const char *sign = genicam_shared_text(node, "Sign");
	uint64_t length;
	int ret;

	memset(r, 0, sizeof(*r));
	ret = constant_length(c, node, &length);
	if (!ret && (length < 1 || length > 8))
		ret = map_fail(c, node, "a number of %" G_GUINT64_FORMAT " bytes", length);
	if (!ret)
		ret = find_offset(c, node, o);
	if (ret)
		return ret;
	r->length = length;
	if (is_big(c, node))
		r->flags |= GEV_MAP_REG_BIG;
	if (sign && !strcmp(sign, "Signed"))
		r->flags |= GEV_MAP_REG_SIGNED;
	if (o->terms)
		r->flags |= GEV_MAP_REG_OFFSET;
	r->address = o->constant;
	if (!o->terms && (o->constant >> 32 || o->constant + length > 1ULL << 32))
		return map_fail(c, node, "address %#" G_GINT64_MODIFIER "x", o->constant);
	if (!genicam_is(node, "FloatReg"))
		return find_bits(c, node, r);
	if (length != 4 && length != 8)
		return map_fail(c, node, "a float of %" G_GUINT64_FORMAT " bytes", length);
	r->flags |= GEV_MAP_REG_FLOAT;
	r->flags &= ~GEV_MAP_REG_SIGNED;
	r->bits = 8 * length;
	return 0;
}

/*
 * Registers whose addresses are computed in the same way are one: with a row
 * for all of them, whatever lies behind a selector was the driver's as soon as
 * one of them was.
 */
static uint32_t place_of_code(const GArray *code)
{
	GBytes *bytes = g_bytes_new(code->data, (gsize)code->len * sizeof(uint32_t));
	uint32_t hash = g_bytes_hash(bytes);

	g_bytes_unref(bytes);
	return hash;
}

/**
 * map_emit_register() - append code that reads or writes a register node
 * @c: the compiler
 * @code: to append to
 * @node: an integer or float register
 * @set: write the argument to it
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_emit_register(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		      bool set)
{
	struct offset o = { .code = map_code() };
	struct map_register r;
	int ret;

	ret = find_register(c, node, &r, &o);
	if (!ret) {
		r.place = o.terms ? place_of_code(o.code) : 0;
		g_array_append_vals(code, o.code->data, o.code->len);
		if (set)
			map_emit(code, GEV_OP_ARGUMENT, 0);
		if (o.terms)
			map_emit(code, set ? GEV_OP_SET_REGISTER_AT : GEV_OP_GET_REGISTER_AT,
				 map_register_row(&c->build, &r));
		else
			map_emit(code, set ? GEV_OP_SET_REGISTER : GEV_OP_GET_REGISTER,
				 map_register_row(&c->build, &r));
	}
	g_array_unref(o.code);
	return ret;
}

/**
 * map_register_limit() - append code for what a register can hold
 * @c: the compiler
 * @code: to append to
 * @node: an integer register
 * @high: the largest value; else the smallest
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_register_limit(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		       bool high)
{
	struct offset o = { .code = map_code() };
	struct map_register r;
	int ret;

	ret = find_register(c, node, &r, &o);
	g_array_unref(o.code);
	if (ret)
		return ret;
	if (r.flags & GEV_MAP_REG_SIGNED)
		map_emit_int(&c->build, code, high ? INT64_MAX >> (64 - r.bits) :
						     INT64_MIN >> (64 - r.bits));
	else if (high)
		map_emit_int(&c->build, code,
			     r.bits == 64 ? INT64_MAX : (int64_t)(UINT64_MAX >> (64 - r.bits)));
	else
		map_emit_int(&c->build, code, 0);
	return 0;
}

/**
 * map_emit_place() - append code for the address of a string or register
 * @c: the compiler
 * @code: to append to
 * @node: the node
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_emit_place(struct map_compiler *c, GArray *code, const struct genicam_node *node)
{
	struct offset o = { .code = map_code() };
	int ret;

	ret = find_offset(c, node, &o);
	if (!ret && !o.terms && o.constant >> 32)
		ret = map_fail(c, node, "address %#" G_GINT64_MODIFIER "x", o.constant);
	if (!ret) {
		map_emit_int(&c->build, code, o.constant);
		g_array_append_vals(code, o.code->data, o.code->len);
		if (o.terms)
			map_emit(code, GEV_OP_ADD, 0);
	}
	g_array_unref(o.code);
	return ret;
}

/**
 * map_emit_length() - append code for the length of a string or register
 * @c: the compiler
 * @code: to append to
 * @node: the node
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_emit_length(struct map_compiler *c, GArray *code, const struct genicam_node *node)
{
	int ret = map_emit_property(c, code, place_of(node), "Length", "pLength", MAP_INT);

	return ret == -ENOENT ? map_fail(c, node, "has no length") : ret;
}
