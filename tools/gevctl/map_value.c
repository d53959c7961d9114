// SPDX-License-Identifier: GPL-2.0
/* What each kind of node does for its value and limits. */
#include <errno.h>
#include <float.h>
#include <string.h>

#include "map_node.h"

/* Appends code that writes the value on top to a node. */
static int emit_store(struct map_compiler *c, const struct genicam_node *node,
		      enum map_type have, GArray *code)
{
	enum map_type type;
	uint32_t sub;
	int ret;

	if (map_node_type(node, &type))
		return map_fail(c, node, "has no number for a value");
	ret = map_node_part(c, node, MAP_SET, &sub);
	if (!ret && sub == GEV_MAP_NONE)
		ret = map_fail(c, node, "cannot be written");
	if (ret)
		return ret;
	map_convert(code, have, type);
	map_emit(code, GEV_OP_CALL, sub);
	return 0;
}

/* Appends code that reads or writes the variable that a node is. */
static int emit_variable(struct map_compiler *c, const struct genicam_node *node,
			 enum map_type type, enum gev_map_op op, GArray *code)
{
	uint64_t initial;
	int ret = map_literal(c, node, genicam_text(node, "Value"), type, &initial);

	if (!ret)
		map_emit(code, op, map_variable_row(&c->build, node->name, initial));
	return ret;
}

/* Value or limit of another node; -ENOENT if it has no such limit. */
static int emit_of(struct map_compiler *c, const struct genicam_node *other, enum map_part part,
		   enum map_type type, GArray *code)
{
	enum map_type have;
	uint32_t sub;
	int ret;

	if (part == MAP_GET)
		return map_emit_node(c, code, other, type);
	ret = map_node_part(c, other, part, &sub);
	if (ret)
		return ret;
	if (sub == GEV_MAP_NONE || map_node_type(other, &have))
		return -ENOENT;
	/* The step of an integer says nothing about a float. */
	if (part == MAP_STEP && have != type)
		return -ENOENT;
	map_emit(code, GEV_OP_CALL, sub);
	map_convert(code, have, type);
	return 0;
}

/* The limit of what has none. */
static void emit_unlimited(struct map_compiler *c, enum map_part part, enum map_type type,
			   GArray *code)
{
	static const double real[] = { [MAP_LOW] = -DBL_MAX, [MAP_HIGH] = DBL_MAX, [MAP_STEP] = 0 };
	static const int64_t whole[] = {
		[MAP_LOW] = INT64_MIN, [MAP_HIGH] = INT64_MAX, [MAP_STEP] = 1,
	};
	uint64_t bits;

	memcpy(&bits, type == MAP_FLOAT ? (const void *)&real[part] : &whole[part], sizeof(bits));
	map_emit_bits(&c->build, code, bits);
}

/* One of the places that an index chooses among. */
static int emit_choice(struct map_compiler *c, const struct genicam_node *node,
		       const struct genicam_node *choice, enum map_part part,
		       enum map_type type, GArray *code)
{
	const struct genicam_node *other;
	int ret;

	if (genicam_is(choice, "ValueIndexed") || genicam_is(choice, "ValueDefault")) {
		if (part == MAP_GET)
			return map_emit_literal(c, code, node, choice->text, type);
		if (part == MAP_SET)
			map_emit(code, GEV_OP_FAIL, GEV_MAP_ERROR_ACCESS);
		else
			emit_unlimited(c, part, type, code);
		return 0;
	}
	other = map_refer(c, node, choice->text);
	if (!other)
		return -EINVAL;
	if (part == MAP_SET) {
		map_emit(code, GEV_OP_ARGUMENT, 0);
		return emit_store(c, other, type, code);
	}
	ret = emit_of(c, other, part, type, code);
	if (ret != -ENOENT || part == MAP_GET)
		return ret;
	emit_unlimited(c, part, type, code);
	return 0;
}

/* <pIndex> chooses among <ValueIndexed> and <pValueIndexed>, else a default. */
static int emit_indexed(struct map_compiler *c, const struct genicam_node *node,
			enum map_part part, enum map_type type, GArray *code)
{
	const struct genicam_node *index = map_refer(c, node, genicam_text(node, "pIndex"));
	const struct genicam_node *child;
	GArray *ends = g_array_new(FALSE, FALSE, sizeof(unsigned int));
	unsigned int i, next, end;
	int ret = index ? 0 : -EINVAL;

	for (i = 0; i < node->children->len && !ret; i++) {
		child = node->children->pdata[i];
		if (!genicam_is(child, "ValueIndexed") && !genicam_is(child, "pValueIndexed"))
			continue;
		ret = map_emit_node(c, code, index, MAP_INT) ?:
		      map_emit_literal(c, code, node, genicam_attribute(child, "Index") ?: "0",
				       MAP_INT);
		if (ret)
			break;
		map_emit(code, GEV_OP_EQ, 0);
		next = map_emit_jump(code, GEV_OP_JUMP_ZERO);
		ret = emit_choice(c, node, child, part, type, code);
		if (GEV_MAP_OP(g_array_index(code, uint32_t, code->len - 1)) != GEV_OP_FAIL) {
			end = map_emit_jump(code, GEV_OP_JUMP);
			g_array_append_val(ends, end);
		}
		map_land(code, next);
	}
	child = genicam_child(node, "pValueDefault") ?: genicam_child(node, "ValueDefault");
	if (!ret && child)
		ret = emit_choice(c, node, child, part, type, code);
	else if (!ret)
		map_emit(code, GEV_OP_FAIL, GEV_MAP_ERROR_ABSENT);
	for (i = 0; i < ends->len; i++)
		map_land(code, g_array_index(ends, unsigned int, i));
	g_array_unref(ends);
	return ret;
}

/* Value of an Integer, Float, Boolean, Enumeration or Command, before its meaning. */
static int emit_get(struct map_compiler *c, const struct genicam_node *node, enum map_type type,
		    GArray *code)
{
	const char *target = genicam_text(node, "pValue");
	const struct genicam_node *other;
	int64_t v;

	if (genicam_child(node, "pIndex"))
		return emit_indexed(c, node, MAP_GET, type, code);
	if (target) {
		other = map_refer(c, node, target);
		return other ? map_emit_node(c, code, other, type) : -EINVAL;
	}
	if (!genicam_child(node, "Value"))
		return -ENOENT;
	if (!map_constant(c, node, &v))
		return emit_variable(c, node, type, GEV_OP_GET_VARIABLE, code);
	map_emit_int(&c->build, code, v);
	return 0;
}

/* Appends code that writes to a node what @value leaves. */
static int emit_set(struct map_compiler *c, const struct genicam_node *node, enum map_type type,
		    const GArray *value, GArray *code)
{
	const struct genicam_node *child, *other;
	unsigned int i;
	int ret = 0;
	int64_t v;
	bool any = false;

	if (genicam_child(node, "pIndex"))
		return emit_indexed(c, node, MAP_SET, type, code);
	for (i = 0; i < node->children->len && !ret; i++) {
		child = node->children->pdata[i];
		if (!genicam_is(child, "pValue") && !genicam_is(child, "pValueCopy"))
			continue;
		any = true;
		other = map_refer(c, node, child->text);
		if (!other)
			return -EINVAL;
		g_array_append_vals(code, value->data, value->len);
		ret = emit_store(c, other, type, code);
	}
	if (any || ret)
		return ret;
	if (!genicam_child(node, "Value") || map_constant(c, node, &v))
		return -ENOENT;
	g_array_append_vals(code, value->data, value->len);
	return emit_variable(c, node, type, GEV_OP_SET_VARIABLE, code);
}

static int set_argument(struct map_compiler *c, const struct genicam_node *node,
			enum map_type type, GArray *code)
{
	GArray *value = map_code();
	int ret;

	map_emit(value, GEV_OP_ARGUMENT, 0);
	ret = emit_set(c, node, type, value, code);
	g_array_unref(value);
	return ret;
}

static int boolean_get(struct map_compiler *c, const struct genicam_node *node, GArray *code)
{
	int ret = emit_get(c, node, MAP_INT, code);

	if (!ret)
		ret = map_emit_literal(c, code, node, genicam_text(node, "OnValue") ?: "1",
				       MAP_INT);
	map_emit(code, GEV_OP_EQ, 0);
	return ret;
}

static int boolean_set(struct map_compiler *c, const struct genicam_node *node, GArray *code)
{
	GArray *value = map_code();
	unsigned int off, end;
	int ret;

	map_emit(value, GEV_OP_ARGUMENT, 0);
	off = map_emit_jump(value, GEV_OP_JUMP_ZERO);
	ret = map_emit_literal(c, value, node, genicam_text(node, "OnValue") ?: "1", MAP_INT);
	end = map_emit_jump(value, GEV_OP_JUMP);
	map_land(value, off);
	ret = ret ?: map_emit_literal(c, value, node, genicam_text(node, "OffValue") ?: "0",
				      MAP_INT);
	map_land(value, end);
	ret = ret ?: emit_set(c, node, MAP_INT, value, code);
	g_array_unref(value);
	return ret;
}

/* Limits that are not given are those of what the value comes from. */
static int number_limit(struct map_compiler *c, const struct genicam_node *node,
			enum map_part part, enum map_type type, GArray *code)
{
	static const char * const tag[][2] = {
		[MAP_LOW] = { "Min", "pMin" },
		[MAP_HIGH] = { "Max", "pMax" },
		[MAP_STEP] = { "Inc", "pInc" },
	};
	const char *target = genicam_text(node, "pValue");
	const struct genicam_node *other;
	int ret;

	ret = map_emit_property(c, code, node, tag[part][0], tag[part][1], type);
	if (ret != -ENOENT)
		return ret;
	if (genicam_child(node, "pIndex"))
		return emit_indexed(c, node, part, type, code);
	if (!target)
		return -ENOENT;
	other = map_refer(c, node, target);
	return other ? emit_of(c, other, part, type, code) : -EINVAL;
}

static int number_part(struct map_compiler *c, const struct genicam_node *node,
		       enum map_part part, GArray *code)
{
	enum map_type type = genicam_is(node, "Float") ? MAP_FLOAT : MAP_INT;

	switch (part) {
	case MAP_GET:
		return emit_get(c, node, type, code);
	case MAP_SET:
		return set_argument(c, node, type, code);
	default:
		return number_limit(c, node, part, type, code);
	}
}

static int boolean_part(struct map_compiler *c, const struct genicam_node *node,
			enum map_part part, GArray *code)
{
	switch (part) {
	case MAP_GET:
		return boolean_get(c, node, code);
	case MAP_SET:
		return boolean_set(c, node, code);
	default:
		return -ENOENT;
	}
}

static int choice_part(struct map_compiler *c, const struct genicam_node *node,
		       enum map_part part, GArray *code)
{
	switch (part) {
	case MAP_GET:
		return emit_get(c, node, MAP_INT, code);
	case MAP_SET:
		return set_argument(c, node, MAP_INT, code);
	default:
		return -ENOENT;
	}
}

static int register_part(struct map_compiler *c, const struct genicam_node *node,
			 enum map_part part, GArray *code)
{
	switch (part) {
	case MAP_GET:
	case MAP_SET:
		return map_emit_register(c, code, node, part == MAP_SET);
	case MAP_LOW:
	case MAP_HIGH:
		if (genicam_is(node, "FloatReg"))
			return -ENOENT;
		return map_register_limit(c, code, node, part == MAP_HIGH);
	default:
		return -ENOENT;
	}
}

/**
 * map_emit_part() - append code for a part of a node other than its access
 * @c: the compiler
 * @node: the node
 * @part: which part
 * @code: to append to
 *
 * Return: 0, -ENOENT if the node has no such part, or -EINVAL with a sentence
 * in @c->why.
 */
int map_emit_part(struct map_compiler *c, const struct genicam_node *node, enum map_part part,
		  GArray *code)
{
	static const struct {
		const char *tag;
		int (*emit)(struct map_compiler *c, const struct genicam_node *node,
			    enum map_part part, GArray *code);
	} kind[] = {
		{ "Integer", number_part }, { "Float", number_part },
		{ "Boolean", boolean_part }, { "Enumeration", choice_part },
		{ "Command", choice_part }, { "IntReg", register_part },
		{ "MaskedIntReg", register_part }, { "StructEntry", register_part },
		{ "FloatReg", register_part }, { "IntSwissKnife", map_emit_knife },
		{ "SwissKnife", map_emit_knife }, { "IntConverter", map_emit_converter },
		{ "Converter", map_emit_converter },
	};
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(kind); i++) {
		if (genicam_is(node, kind[i].tag))
			return kind[i].emit(c, node, part, code);
	}
	return map_fail(c, node, "this kind of node is not known");
}
