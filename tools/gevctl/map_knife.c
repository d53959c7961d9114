// SPDX-License-Identifier: GPL-2.0
/* Nodes with formulas: swiss knives and converters. */
#include <errno.h>
#include <string.h>

#include "map_node.h"

/* Names in a formula of a node. */
struct names {
	struct map_compiler *c;
	const struct genicam_node *node;
	enum map_type type;	/* of the node */
	enum map_part part;	/* of pValue that TO stands for, or MAP_SET: FROM is there */
};

static const struct genicam_node *named_child(const struct genicam_node *node, const char *tag,
					      const char *name, size_t length)
{
	const struct genicam_node *child;
	unsigned int i;

	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (genicam_is(child, tag) && child->name && strlen(child->name) == length &&
		    !memcmp(child->name, name, length))
			return child;
	}
	return NULL;
}

static const char *expression_of(void *ctx, const char *name)
{
	const struct names *names = ctx;
	const struct genicam_node *child;

	child = named_child(names->node, "Expression", name, strlen(name)) ?:
		named_child(names->node, "Constant", name, strlen(name));
	return child ? child->text : NULL;
}

/* TO: the value, or a limit, of what the converter converts. */
static int emit_to(const struct names *names, GArray *code, enum map_type *type)
{
	const char *target = genicam_text(names->node, "pValue");
	const struct genicam_node *other;
	uint32_t sub;
	int ret;

	if (!target)
		return map_fail(names->c, names->node, "has no pValue");
	other = map_refer(names->c, names->node, target);
	if (!other)
		return -EINVAL;
	if (map_node_type(other, type))
		return map_fail(names->c, other, "has no number for a value");
	ret = map_node_part(names->c, other, names->part, &sub);
	if (!ret && sub == GEV_MAP_NONE)
		return map_fail(names->c, other, "has no such limit");
	if (!ret)
		map_emit(code, GEV_OP_CALL, sub);
	return ret;
}

/* A variable's name may say which part of its node is meant. */
static int emit_variable_part(const struct names *names, const char *suffix,
			      const struct genicam_node *other, GArray *code,
			      enum map_type *type)
{
	static const struct {
		const char *suffix;
		enum map_part part;
	} parts[] = {
		{ ".Value", MAP_GET }, { ".Min", MAP_LOW }, { ".Max", MAP_HIGH },
		{ ".Inc", MAP_STEP },
	};
	enum map_part part = MAP_GET;
	unsigned int i;
	uint32_t sub;
	int ret;

	if (map_node_type(other, type))
		return map_fail(names->c, other, "has no number for a value");
	for (i = 0; i < G_N_ELEMENTS(parts); i++) {
		if (!strcmp(suffix, parts[i].suffix))
			part = parts[i].part;
	}
	ret = map_node_part(names->c, other, part, &sub);
	if (!ret && sub == GEV_MAP_NONE)
		return map_fail(names->c, other, "has no %s", *suffix ? suffix : "value");
	if (!ret)
		map_emit(code, GEV_OP_CALL, sub);
	return ret;
}

/* X.Enum.Name: value of an entry. */
static int emit_entry(const struct names *names, const char *entry,
		      const struct genicam_node *other, GArray *code, enum map_type *type)
{
	const struct genicam_node *child = named_child(other, "EnumEntry", entry, strlen(entry));
	const char *value = child ? genicam_text(child, "Value") : NULL;

	if (!value)
		return map_fail(names->c, other, "has no entry %s", entry);
	*type = MAP_INT;
	return map_emit_literal(names->c, code, other, value, MAP_INT);
}

static int emit_variable(void *ctx, const char *name, GArray *code, enum map_type *type)
{
	const struct names *names = ctx;
	const struct genicam_node *variable, *other;
	const char *dot = strchr(name, '.') ?: name + strlen(name);
	bool converter = names->part != MAP_PARTS;

	variable = named_child(names->node, "pVariable", name, strlen(name)) ?:
		   named_child(names->node, "pVariable", name, dot - name);
	if (variable) {
		other = map_refer(names->c, names->node, variable->text);
		if (!other)
			return -EINVAL;
		if (g_str_has_prefix(dot, ".Enum."))
			return emit_entry(names, dot + strlen(".Enum."), other, code, type);
		return emit_variable_part(names, dot, other, code, type);
	}
	if (converter && names->part == MAP_SET && !strcmp(name, "FROM")) {
		*type = names->type;
		map_emit(code, GEV_OP_ARGUMENT, 0);
		return 0;
	}
	if (converter && names->part != MAP_SET && !strcmp(name, "TO"))
		return emit_to(names, code, type);
	return -ENOENT;
}

static int emit_formula(struct map_compiler *c, const struct genicam_node *node, const char *tag,
			enum map_part part, GArray *code)
{
	struct names names = { .c = c, .node = node, .part = part };
	struct map_scope scope = {
		.build = &c->build,
		.variable = emit_variable,
		.expression = expression_of,
		.ctx = &names,
		.why = &c->why,
	};
	const char *text = genicam_text(node, tag);
	bool known = c->why;
	char *why;

	if (!text)
		return map_fail(c, node, "has no %s", tag);
	map_node_type(node, &names.type);
	scope.type = names.type;
	if (!map_formula(&scope, text, code))
		return 0;
	why = g_steal_pointer(&c->why);
	if (known || !why || !g_str_has_prefix(why, "formula:"))
		c->why = why;
	else
		map_fail(c, node, "%s", why);
	if (why != c->why)
		g_free(why);
	return -EINVAL;
}

/**
 * map_emit_knife() - append code for a swiss knife
 * @c: the compiler
 * @node: the node
 * @part: its value; it has nothing else
 * @code: to append to
 *
 * Return: 0, -ENOENT, or -EINVAL with a sentence in @c->why.
 */
int map_emit_knife(struct map_compiler *c, const struct genicam_node *node, enum map_part part,
		   GArray *code)
{
	if (part != MAP_GET)
		return -ENOENT;
	return emit_formula(c, node, "Formula", MAP_PARTS, code);
}

static int converter_set(struct map_compiler *c, const struct genicam_node *node, GArray *code)
{
	const char *target = genicam_text(node, "pValue");
	const struct genicam_node *other = target ? map_refer(c, node, target) : NULL;
	enum map_type have, type;
	uint32_t sub;
	int ret;

	if (!other)
		return map_fail(c, node, "has no pValue");
	if (map_node_type(other, &type) || map_node_type(node, &have))
		return map_fail(c, other, "has no number for a value");
	ret = map_node_part(c, other, MAP_SET, &sub);
	if (ret)
		return ret;
	if (sub == GEV_MAP_NONE)
		return -ENOENT;
	ret = emit_formula(c, node, "FormulaTo", MAP_SET, code);
	if (ret)
		return ret;
	map_convert(code, have, type);
	map_emit(code, GEV_OP_CALL, sub);
	return 0;
}

/* Limits of a converter: those of its pValue, converted; a slope may turn them round. */
static int converter_limit(struct map_compiler *c, const struct genicam_node *node,
			   enum map_part part, GArray *code)
{
	const char *slope = genicam_text(node, "Slope");
	const struct genicam_node *other = genicam_find(c->genicam, genicam_text(node, "pValue"));
	enum map_part ends[] = { MAP_LOW, MAP_HIGH };
	enum map_type type;
	unsigned int i;
	uint32_t sub;
	int ret;

	if (part == MAP_STEP || !other || (slope && !strcmp(slope, "Varying")))
		return -ENOENT;
	for (i = 0; i < G_N_ELEMENTS(ends); i++) {
		ret = map_node_part(c, other, ends[i], &sub);
		if (ret || sub == GEV_MAP_NONE)
			return ret ?: -ENOENT;
	}
	ret = emit_formula(c, node, "FormulaFrom", MAP_LOW, code) ?:
	      emit_formula(c, node, "FormulaFrom", MAP_HIGH, code);
	map_node_type(node, &type);
	if (type == MAP_FLOAT)
		map_emit(code, part == MAP_LOW ? GEV_OP_FMIN : GEV_OP_FMAX, 0);
	else
		map_emit(code, part == MAP_LOW ? GEV_OP_MIN : GEV_OP_MAX, 0);
	return ret;
}

/**
 * map_emit_converter() - append code for a converter
 * @c: the compiler
 * @node: the node
 * @part: which part of it
 * @code: to append to
 *
 * Return: 0, -ENOENT if it has no such part, or -EINVAL with a sentence in
 * @c->why.
 */
int map_emit_converter(struct map_compiler *c, const struct genicam_node *node,
		       enum map_part part, GArray *code)
{
	switch (part) {
	case MAP_GET:
		return emit_formula(c, node, "FormulaFrom", MAP_GET, code);
	case MAP_SET:
		return converter_set(c, node, code);
	default:
		return converter_limit(c, node, part, code);
	}
}
