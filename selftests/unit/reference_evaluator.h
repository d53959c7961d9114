/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A second evaluator, straight from what GenApi says of the XML: it walks the
 * tree at each question. It shares no code with the compiler, the driver's
 * evaluator or libaravis, and decides where these differ.
 */
#ifndef REFERENCE_EVALUATOR_H
#define REFERENCE_EVALUATOR_H

#include <float.h>

#include "reference_register.h"

#define REFERENCE_READ		1
#define REFERENCE_WRITE		2
#define REFERENCE_LOCKED	4

enum reference_limit { REFERENCE_MIN, REFERENCE_MAX, REFERENCE_INC };

static int reference_bound(struct reference *r, struct reference_node *node,
			   enum reference_limit which, struct reference_value *v);
static int reference_put(struct reference *r, struct reference_node *node,
			 struct reference_value v);

/* What pIndex chooses; NULL for nothing, -errno in @ret. */
static struct reference_node *reference_chosen(struct reference *r,
					       const struct reference_node *node, int *ret)
{
	struct reference_node *child;
	unsigned int i;
	gint64 index;

	*ret = reference_get_integer(r, reference_text(node, "pIndex"), &index);
	for (i = 0; !*ret && i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (!g_str_has_suffix(child->tag, "ValueIndexed"))
			continue;
		if (g_ascii_strtoll(reference_attribute(child, "Index"), NULL, 0) == index)
			return child;
	}
	return *ret ? NULL : reference_child(node, "pValueDefault") ?:
			     reference_child(node, "ValueDefault");
}

/* The node behind this one: by pValue, or as pIndex chooses. NULL: there is none. */
static struct reference_node *reference_behind(struct reference *r,
					       const struct reference_node *node, int *ret)
{
	struct reference_node *chosen;

	*ret = 0;
	if (!reference_child(node, "pIndex") || reference_is_register(node))
		return reference_find(&r->xml, reference_text(node, "pValue"));
	chosen = reference_chosen(r, node, ret);
	return chosen && chosen->tag[0] == 'p' ? reference_find(&r->xml, chosen->text->str) : NULL;
}

static int reference_source(struct reference *r, struct reference_node *node,
			    struct reference_value *v)
{
	struct reference_node *chosen;
	int ret;

	if (reference_child(node, "pIndex")) {
		chosen = reference_chosen(r, node, &ret);
		if (!chosen)
			return ret ?: -ENODATA;
		if (chosen->tag[0] == 'p')
			return reference_get_named(r, chosen->text->str, v);
		*v = reference_literal(node, chosen->text->str);
		return 0;
	}
	if (reference_child(node, "pValue"))
		return reference_get_named(r, reference_text(node, "pValue"), v);
	if (!reference_child(node, "Value"))
		return -ENOENT;
	*v = node->is_set ? node->variable :
			    reference_literal(node, reference_text(node, "Value"));
	return 0;
}

/*
 * What names in a node's formula stand for. @from: FROM; NULL: TO is there, as
 * @to, or as the value that is converted. What a formula names and does not
 * use is not looked for, and may fail.
 */
struct reference_scope {
	struct reference *r;
	struct reference_node *node;
	const struct reference_value *from;
	const struct reference_value *to;
};

static struct reference_node *reference_named(const struct reference_node *node, const char *tag,
					      const char *name, size_t length)
{
	struct reference_node *child;
	const char *own;
	unsigned int i;

	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		own = reference_attribute(child, "Name");
		if (reference_is(child, tag) && own && strlen(own) == length &&
		    !strncmp(own, name, length))
			return child;
	}
	return NULL;
}

static int reference_lookup(void *ctx, const char *name, struct reference_value *v);

static int reference_run(struct reference_scope *scope, const char *text,
			 struct reference_value *v)
{
	struct reference_formula f = {
		.integer = !reference_is_real(scope->node),
		.lookup = reference_lookup,
		.ctx = scope,
	};

	return text ? reference_formula_run(&f, text, v) : -ENOENT;
}

static int reference_variable(struct reference *r, struct reference_node *node, const char *part,
			      struct reference_value *v)
{
	struct reference_node *entry;

	if (!node)
		return -EINVAL;
	if (g_str_has_prefix(part, ".Enum.")) {
		entry = reference_named(node, "EnumEntry", part + 6, strlen(part + 6));
		*v = reference_literal(node, reference_text(entry, "Value"));
		return 0;
	}
	if (!strcmp(part, ".Min"))
		return reference_bound(r, node, REFERENCE_MIN, v);
	if (!strcmp(part, ".Max"))
		return reference_bound(r, node, REFERENCE_MAX, v);
	if (!strcmp(part, ".Inc"))
		return reference_bound(r, node, REFERENCE_INC, v);
	return reference_get(r, node, v);
}

static int reference_lookup(void *ctx, const char *name, struct reference_value *v)
{
	struct reference_scope *scope = ctx;
	const char *dot = strchr(name, '.') ?: name + strlen(name);
	struct reference_node *child;

	child = reference_named(scope->node, "Expression", name, strlen(name)) ?:
		reference_named(scope->node, "Constant", name, strlen(name));
	if (child)
		return reference_run(scope, child->text->str, v);
	child = reference_named(scope->node, "pVariable", name, strlen(name)) ?:
		reference_named(scope->node, "pVariable", name, dot - name);
	if (child)
		return reference_variable(scope->r,
					  reference_find(&scope->r->xml, child->text->str), dot, v);
	if (strcmp(name, scope->from ? "FROM" : "TO"))
		return -ENOENT;
	if (!scope->from && !scope->to)
		return reference_get_named(scope->r, reference_text(scope->node, "pValue"), v);
	*v = scope->from ? *scope->from : *scope->to;
	return 0;
}

static int reference_get_formula(struct reference *r, struct reference_node *node,
				 struct reference_value *v)
{
	struct reference_scope scope = { .r = r, .node = node };

	if (g_str_has_suffix(node->tag, "SwissKnife"))
		return reference_run(&scope, reference_text(node, "Formula"), v);
	return reference_run(&scope, reference_text(node, "FormulaFrom"), v);
}

static int reference_find_value(struct reference *r, struct reference_node *node,
				struct reference_value *v)
{
	const char *on = reference_text(node, "OnValue") ?: "1";
	int ret;

	if (reference_is_formula(node))
		return reference_get_formula(r, node, v);
	if (reference_is_register(node))
		return reference_get_register(r, node, v);
	ret = reference_source(r, node, v) ?: reference_type(node, v);
	if (!ret && reference_is(node, "Boolean"))
		v->i = v->i == reference_literal(node, on).i;
	return ret;
}

/* The value of a node, typed as the node is. */
static int reference_get(struct reference *r, struct reference_node *node,
			 struct reference_value *v)
{
	if (node->busy)
		return -ELOOP;
	if (node->known != r->generation) {
		node->busy = true;
		node->error = reference_find_value(r, node, &node->result);
		node->busy = false;
		node->known = r->generation;
	}
	*v = node->result;
	return node->error;
}

static int reference_register_bound(struct reference *r, const struct reference_node *node,
				    enum reference_limit which, struct reference_value *v)
{
	struct reference_field field;
	int ret = reference_field(r, node, &field);

	if (which == REFERENCE_INC || reference_is(node, "FloatReg"))
		return -ENOENT;
	if (ret)
		return ret;
	if (field.is_signed)
		v->i = which == REFERENCE_MIN ? G_MININT64 >> (64 - field.bits) :
						G_MAXINT64 >> (64 - field.bits);
	else
		v->i = which == REFERENCE_MIN ? 0 :
		       (gint64)MIN(reference_mask(&field), (guint64)G_MAXINT64);
	v->real = false;
	return 0;
}

/* A converter's: those of its pValue, converted; the slope may turn them round. */
static int reference_converter_bound(struct reference *r, struct reference_node *node,
				     enum reference_limit which, struct reference_value *v)
{
	struct reference_node *behind = reference_find(&r->xml, reference_text(node, "pValue"));
	const char *slope = reference_text(node, "Slope");
	struct reference_scope scope = { .r = r, .node = node };
	struct reference_value end = { 0 }, a = { 0 }, b = { 0 };
	bool less;
	int ret;

	if (which == REFERENCE_INC || !behind || (slope && !strcmp(slope, "Varying")))
		return -ENOENT;
	scope.to = &end;
	ret = reference_bound(r, behind, REFERENCE_MIN, &end) ?:
	      reference_run(&scope, reference_text(node, "FormulaFrom"), &a) ?:
	      reference_bound(r, behind, REFERENCE_MAX, &end) ?:
	      reference_run(&scope, reference_text(node, "FormulaFrom"), &b);
	if (ret)
		return ret;
	if (a.real && (!isfinite(a.f) || !isfinite(b.f)))
		return -EDOM;
	less = a.real ? a.f < b.f : a.i < b.i;
	*v = less == (which == REFERENCE_MIN) ? a : b;
	return 0;
}

/* A limit of a node; -ENOENT where there is none. */
static int reference_bound(struct reference *r, struct reference_node *node,
			   enum reference_limit which, struct reference_value *v)
{
	static const char * const tag[][2] = {
		{ "Min", "pMin" }, { "Max", "pMax" }, { "Inc", "pInc" },
	};
	struct reference_node *behind;
	int ret;

	if (g_str_has_suffix(node->tag, "Converter"))
		return reference_converter_bound(r, node, which, v);
	if (reference_is_register(node))
		return reference_register_bound(r, node, which, v);
	if (!reference_is(node, "Integer") && !reference_is(node, "Float"))
		return -ENOENT;
	ret = reference_property(r, node, tag[which][0], tag[which][1], v);
	if (ret != -ENOENT)
		return ret;
	behind = reference_behind(r, node, &ret);
	if (!behind)
		return ret ?: -ENOENT;
	if (which == REFERENCE_INC && reference_is_real(behind) != reference_is_real(node))
		return -ENOENT;
	return reference_bound(r, behind, which, v) ?: reference_type(node, v);
}

/* 1 if a condition is met or not given, 0, or -errno. */
static int reference_condition(struct reference *r, const struct reference_node *node,
			       const char *tag, int without)
{
	const char *name = reference_text(node, tag);
	gint64 i;
	int ret = name ? reference_get_integer(r, name, &i) : 0;

	return ret ?: name ? i != 0 : without;
}

static unsigned int reference_mode(const char *mode)
{
	if (mode && !strcmp(mode, "RO"))
		return REFERENCE_READ;
	if (mode && !strcmp(mode, "WO"))
		return REFERENCE_WRITE;
	return REFERENCE_READ | REFERENCE_WRITE;
}

/* What can be done with a node now; -ENODATA if it is not there. */
static int reference_access(struct reference *r, struct reference_node *node,
			    unsigned int *access)
{
	unsigned int own = reference_mode(reference_text(node, "ImposedAccessMode"));
	struct reference_node *behind;
	int ret;

	ret = reference_condition(r, node, "pIsImplemented", 1);
	if (ret == 1)
		ret = reference_condition(r, node, "pIsAvailable", 1);
	if (ret != 1)
		return ret ?: -ENODATA;
	if (reference_is_register(node))
		own &= reference_mode(reference_text(node, "AccessMode") ?: "RO");
	if (g_str_has_suffix(node->tag, "SwissKnife"))
		own &= REFERENCE_READ;
	*access = own;
	behind = reference_find(&r->xml, reference_text(node, "pValue"));
	ret = behind ? reference_access(r, behind, access) : 0;
	*access &= own | REFERENCE_LOCKED;
	if (ret)
		return ret;
	ret = reference_condition(r, node, "pIsLocked", 0);
	if (ret > 0 && *access & REFERENCE_WRITE)
		*access = (*access & ~REFERENCE_WRITE) | REFERENCE_LOCKED;
	return MIN(ret, 0);
}

static int reference_put_behind(struct reference *r, struct reference_node *node,
				struct reference_value v)
{
	struct reference_node *child, *behind;
	unsigned int i;
	int ret;

	if (reference_child(node, "pIndex")) {
		behind = reference_behind(r, node, &ret);
		return behind ? reference_put(r, behind, v) : ret ?: -EACCES;
	}
	for (i = 0, ret = -ENOENT; i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (!reference_is(child, "pValue") && !reference_is(child, "pValueCopy"))
			continue;
		behind = reference_find(&r->xml, child->text->str);
		ret = behind ? reference_put(r, behind, v) : -EINVAL;
		if (ret)
			return ret;
	}
	if (ret != -ENOENT)
		return ret;
	if (!reference_child(node, "Value"))
		return -EACCES;
	node->is_set = true;
	node->variable = v;
	r->generation++;
	return 0;
}

static int reference_put_converter(struct reference *r, struct reference_node *node,
				   struct reference_value v)
{
	struct reference_node *behind = reference_find(&r->xml, reference_text(node, "pValue"));
	struct reference_scope scope = { .r = r, .node = node, .from = &v };
	struct reference_value raw = { 0 };
	int ret;

	ret = reference_run(&scope, reference_text(node, "FormulaTo"), &raw);
	return ret ?: reference_put(r, behind, raw);
}

/* Sets a node, without a look at its limits or at conditions. */
static int reference_put(struct reference *r, struct reference_node *node,
			 struct reference_value v)
{
	const char *mode = reference_text(node, "ImposedAccessMode");
	int ret = reference_type(node, &v);

	if (ret)
		return ret;
	if ((mode && !strcmp(mode, "RO")) || g_str_has_suffix(node->tag, "SwissKnife"))
		return -EACCES;
	if (reference_is_register(node))
		return strcmp(reference_text(node, "AccessMode") ?: "RO", "RO") ?
		       reference_put_register(r, node, v) : -EACCES;
	if (g_str_has_suffix(node->tag, "Converter"))
		return reference_put_converter(r, node, v);
	if (reference_is(node, "Boolean"))
		v = reference_literal(node, v.i ? reference_text(node, "OnValue") ?: "1" :
						  reference_text(node, "OffValue") ?: "0");
	return reference_put_behind(r, node, v);
}

/* What a String shows: a register, or a text in the XML. */
static struct reference_node *reference_string(struct reference *r, struct reference_node *node)
{
	while (node && reference_is(node, "String") && reference_child(node, "pValue"))
		node = reference_find(&r->xml, reference_text(node, "pValue"));
	return node;
}

/* All registers anew. */
static void reference_reset(struct reference *r, guint64 seed)
{
	struct reference_node *node;
	GHashTableIter iter;
	void *value;

	memory_reset(&r->memory, seed);
	r->generation++;
	g_hash_table_iter_init(&iter, r->xml.by_name);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		node = value;
		node->is_set = false;
	}
}

#endif /* REFERENCE_EVALUATOR_H */
