/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers of the reference evaluator: where they lie, what is in them.
 */
#ifndef REFERENCE_REGISTER_H
#define REFERENCE_REGISTER_H

#include "memory_device.h"
#include "reference_formula.h"

/**
 * struct reference - a camera
 * @xml: its description
 * @memory: its registers
 * @generation: counts what may change values, so that each node is asked once
 */
struct reference {
	struct reference_xml xml;
	struct memory memory;
	unsigned int generation;
};

static int reference_get(struct reference *r, struct reference_node *node,
			 struct reference_value *v);

static bool reference_is_real(const struct reference_node *node)
{
	return reference_is(node, "Float") || reference_is(node, "FloatReg") ||
	       reference_is(node, "SwissKnife") || reference_is(node, "Converter");
}

static bool reference_is_register(const struct reference_node *node)
{
	return g_str_has_suffix(node->tag, "Reg") || reference_is(node, "StructEntry") ||
	       reference_is(node, "Register");
}

static bool reference_is_formula(const struct reference_node *node)
{
	return g_str_has_suffix(node->tag, "SwissKnife") ||
	       g_str_has_suffix(node->tag, "Converter");
}

static int reference_type(const struct reference_node *node, struct reference_value *v)
{
	if (!reference_is_real(node))
		return reference_to_integer(v);
	v->f = reference_to_real(*v);
	v->real = true;
	return 0;
}

static struct reference_value reference_literal(const struct reference_node *node,
						const char *text)
{
	bool negative = *text == '-';

	if (reference_is_real(node))
		return reference_real(g_ascii_strtod(text, NULL));
	text += negative || *text == '+';
	if (g_str_has_prefix(text, "0x") || g_str_has_prefix(text, "0X"))
		return reference_integer((negative ? -1 : 1) * g_ascii_strtoull(text, NULL, 16));
	if (strpbrk(text, ".eE"))
		return reference_integer((negative ? -1 : 1) * g_ascii_strtod(text, NULL));
	return reference_integer((negative ? -1 : 1) * g_ascii_strtoull(text, NULL, 10));
}

static int reference_get_named(struct reference *r, const char *name, struct reference_value *v)
{
	struct reference_node *node = reference_find(&r->xml, name);

	*v = reference_integer(0);
	return node ? reference_get(r, node, v) : -ENOENT;
}

static int reference_get_integer(struct reference *r, const char *name, gint64 *i)
{
	struct reference_value v = { 0 };
	int ret = reference_get_named(r, name, &v) ?: reference_to_integer(&v);

	*i = v.i;
	return ret;
}

/* A literal <tag>, or the value of what <ptag> names. -ENOENT: neither. */
static int reference_property(struct reference *r, const struct reference_node *node,
			      const char *tag, const char *ptag, struct reference_value *v)
{
	const char *name = reference_text(node, ptag), *text = reference_text(node, tag);

	if (name)
		return reference_get_named(r, name, v) ?: reference_type(node, v);
	if (!text)
		return -ENOENT;
	*v = reference_literal(node, text);
	return 0;
}

static int reference_length(struct reference *r, const struct reference_node *node,
			    gint64 *length)
{
	const char *text = reference_text(node, "Length");

	*length = text ? g_ascii_strtoll(text, NULL, 0) : 4;
	if (reference_text(node, "pLength"))
		return reference_get_integer(r, reference_text(node, "pLength"), length);
	return 0;
}

static int reference_index(struct reference *r, const struct reference_node *node,
			   const struct reference_node *index, gint64 *offset)
{
	const char *text = reference_attribute(index, "Offset");
	gint64 step;
	int ret;

	if (reference_attribute(index, "pOffset"))
		ret = reference_get_integer(r, reference_attribute(index, "pOffset"), &step);
	else if (text)
		ret = (step = g_ascii_strtoll(text, NULL, 0), 0);
	else
		ret = reference_length(r, node, &step);
	ret = ret ?: reference_get_integer(r, index->text->str, offset);
	if (!ret && __builtin_mul_overflow(*offset, step, offset))
		return -ERANGE;
	return ret;
}

static int reference_term(struct reference *r, const struct reference_node *node,
			  struct reference_node *child, gint64 *term)
{
	struct reference_value v = { 0 };
	int ret;

	*term = 0;
	if (reference_is(child, "Address"))
		*term = g_ascii_strtoull(child->text->str, NULL, 0);
	else if (reference_is(child, "pAddress"))
		return reference_get_integer(r, child->text->str, term);
	else if (reference_is(child, "pIndex"))
		return reference_index(r, node, child, term);
	if (!reference_is(child, "IntSwissKnife"))
		return 0;
	ret = reference_get(r, child, &v) ?: reference_to_integer(&v);
	*term = v.i;
	return ret;
}

/* Address and length of a register; GVCP has 32 bits for them. */
static int reference_place(struct reference *r, const struct reference_node *node,
			   guint64 *address, gint64 *length)
{
	const struct reference_node *place;
	gint64 term;
	unsigned int i;
	int ret;

	place = reference_is(node, "StructEntry") ? node->parent : node;
	ret = reference_length(r, place, length);
	*address = 0;
	for (i = 0; i < place->children->len && !ret; i++) {
		ret = reference_term(r, node, place->children->pdata[i], &term);
		*address += term;
	}
	if (*address >> 32 == 0xffff)	/* IIDC's bus */
		*address &= 0xffffffff;
	if (!ret && (*address >> 32 || *address + *length > 1ull << 32))
		return -ERANGE;
	return ret;
}

/* Bits of a register, from its value's least significant one. */
struct reference_field {
	guint64 address;
	gint64 length;
	bool big;
	bool is_signed;
	unsigned int low;
	unsigned int bits;
};

static int reference_field(struct reference *r, const struct reference_node *node,
			   struct reference_field *field)
{
	const char *order = reference_text(node, "Endianess");
	const char *sign = reference_text(node, "Sign");
	const char *bit = reference_text(node, "Bit");
	int ret = reference_length(r, node, &field->length);
	unsigned int a, b, last = 8 * field->length - 1;

	field->big = order && !strcmp(order, "BigEndian");
	field->is_signed = sign && !strcmp(sign, "Signed");
	field->low = 0;
	field->bits = last + 1;
	if (ret || reference_is(node, "IntReg") || reference_is(node, "FloatReg"))
		return ret;
	a = atoi(bit ?: reference_text(node, "LSB"));
	b = atoi(bit ?: reference_text(node, "MSB"));
	field->low = field->big ? last - MAX(a, b) : MIN(a, b);
	field->bits = MAX(a, b) - MIN(a, b) + 1;
	return 0;
}

/* The same, with the address. */
static int reference_located(struct reference *r, const struct reference_node *node,
			     struct reference_field *field)
{
	return reference_field(r, node, field) ?:
	       reference_place(r, node, &field->address, &field->length);
}

static guint64 reference_load(struct reference *r, const struct reference_field *field)
{
	guint8 bytes[8];
	guint64 v = 0;
	int i;

	memory_read(&r->memory, field->address, bytes, field->length);
	for (i = 0; i < field->length; i++)
		v |= (guint64)bytes[i] << 8 * (field->big ? field->length - 1 - i : i);
	return v;
}

static void reference_store(struct reference *r, const struct reference_field *field, guint64 v)
{
	guint8 bytes[8];
	int i;

	for (i = 0; i < field->length; i++)
		bytes[i] = v >> 8 * (field->big ? field->length - 1 - i : i);
	memory_write(&r->memory, field->address, bytes, field->length);
	r->generation++;
}

static guint64 reference_mask(const struct reference_field *field)
{
	return field->bits == 64 ? G_MAXUINT64 : (1ull << field->bits) - 1;
}

static int reference_get_register(struct reference *r, const struct reference_node *node,
				  struct reference_value *v)
{
	struct reference_field field;
	int ret = reference_located(r, node, &field);
	guint64 raw;
	guint32 half;
	float single;
	double whole;

	if (ret)
		return ret;
	raw = reference_load(r, &field) >> field.low & reference_mask(&field);
	if (field.is_signed && field.bits < 64 && raw >> (field.bits - 1))
		raw -= 1ull << field.bits;
	*v = reference_integer(raw);
	if (!reference_is(node, "FloatReg"))
		return 0;
	half = raw;
	memcpy(&single, &half, sizeof(single));
	memcpy(&whole, &raw, sizeof(whole));
	*v = reference_real(field.length == 4 ? single : whole);
	return 0;
}

static int reference_put_register(struct reference *r, const struct reference_node *node,
				  struct reference_value v)
{
	struct reference_field field;
	int ret = reference_located(r, node, &field);
	guint64 raw = v.i, old;
	guint32 half;
	float single = v.f;

	if (ret)
		return ret;
	if (reference_is(node, "FloatReg")) {
		if (field.length == 4 && !isfinite(single))
			return -ERANGE;
		memcpy(&half, &single, sizeof(half));
		memcpy(&raw, &v.f, sizeof(raw));
		raw = field.length == 4 ? half : raw;
	} else if (field.bits < 64 && field.is_signed) {
		if (v.i < -(1ll << (field.bits - 1)) || v.i >= 1ll << (field.bits - 1))
			return -ERANGE;
	} else if (field.bits < 64 && raw > reference_mask(&field)) {
		return -ERANGE;
	}
	old = reference_load(r, &field) & ~(reference_mask(&field) << field.low);
	reference_store(r, &field, old | (raw & reference_mask(&field)) << field.low);
	return 0;
}

#endif /* REFERENCE_REGISTER_H */
