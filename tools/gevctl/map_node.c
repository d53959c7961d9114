// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "map_node.h"

static void note_written(struct map_compiler *c, const struct genicam_node *node)
{
	static const char * const writer[] = {
		"pValue", "pValueCopy", "pValueIndexed", "pValueDefault", "pFeature", "pSelected",
	};
	const struct genicam_node *child;
	unsigned int i, k;

	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		for (k = 0; k < G_N_ELEMENTS(writer); k++) {
			if (genicam_is(child, writer[k]))
				g_hash_table_add(c->written, child->text);
		}
		note_written(c, child);
	}
}

/**
 * map_compiler_init() - start to compile
 * @c: the compiler
 * @genicam: the description; has to stay
 */
void map_compiler_init(struct map_compiler *c, const struct genicam *genicam)
{
	memset(c, 0, sizeof(*c));
	c->genicam = genicam;
	map_build_init(&c->build);
	c->parts = g_new0(struct map_part_result, (gsize)genicam->nodes->len * MAP_PARTS + 1);
	c->written = g_hash_table_new(g_str_hash, g_str_equal);
	g_hash_table_add(c->written, "TLParamsLocked");
	note_written(c, genicam->root);
}

/**
 * map_compiler_free() - free what the compiler holds
 * @c: the compiler
 */
void map_compiler_free(struct map_compiler *c)
{
	unsigned int i;

	for (i = 0; i < c->genicam->nodes->len * MAP_PARTS; i++)
		g_free(c->parts[i].why);
	g_free(c->parts);
	g_hash_table_unref(c->written);
	map_build_free(&c->build);
	g_free(c->why);
}

/**
 * map_fail() - say why a part has no subprogram
 * @c: the compiler; keeps the first sentence
 * @node: what it is about
 * @format: of the sentence
 *
 * Return: -EINVAL.
 */
int map_fail(struct map_compiler *c, const struct genicam_node *node, const char *format, ...)
{
	va_list args;
	char *text;

	if (c->why)
		return -EINVAL;
	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	c->why = g_strdup_printf("%s %s (line %u): %s", node->tag, node->name ?: "",
				 node->line ?: (node->parent ? node->parent->line : 0), text);
	g_free(text);
	return -EINVAL;
}

/**
 * map_node_type() - type of a node's value
 * @node: the node
 * @type: gets it
 *
 * Return: 0, or -EINVAL for a node without a number.
 */
int map_node_type(const struct genicam_node *node, enum map_type *type)
{
	static const struct {
		const char *tag;
		enum map_type type;
	} types[] = {
		{ "Integer", MAP_INT }, { "IntReg", MAP_INT }, { "MaskedIntReg", MAP_INT },
		{ "StructEntry", MAP_INT }, { "IntSwissKnife", MAP_INT },
		{ "IntConverter", MAP_INT }, { "Boolean", MAP_INT }, { "Enumeration", MAP_INT },
		{ "Command", MAP_INT }, { "Float", MAP_FLOAT }, { "FloatReg", MAP_FLOAT },
		{ "SwissKnife", MAP_FLOAT }, { "Converter", MAP_FLOAT },
	};
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(types); i++) {
		if (genicam_is(node, types[i].tag)) {
			*type = types[i].type;
			return 0;
		}
	}
	return -EINVAL;
}

/**
 * map_refer() - the node that another one refers to
 * @c: the compiler
 * @node: the referring node
 * @name: of the other one
 *
 * Return: it, or NULL with a sentence in @c->why.
 */
const struct genicam_node *map_refer(struct map_compiler *c, const struct genicam_node *node,
				     const char *name)
{
	const struct genicam_node *other = genicam_find(c->genicam, name);

	if (!other)
		map_fail(c, node, "there is no node %s", name);
	return other;
}

/* Whether the node itself says that nobody writes it. */
static bool read_only(const struct genicam_node *node)
{
	const char *imposed = genicam_shared_text(node, "ImposedAccessMode");

	return (imposed && !strcmp(imposed, "RO")) ||
	       (map_is_register(node) && !strcmp(map_access_mode(node), "RO"));
}

static int compile_part(struct map_compiler *c, const struct genicam_node *node,
			enum map_part part, uint32_t *sub)
{
	GArray *code;
	int ret;

	*sub = GEV_MAP_NONE;
	if (part == MAP_SET && read_only(node))
		return 0;
	code = map_code();
	ret = part == MAP_ACCESS ? map_emit_access(c, node, code) :
				   map_emit_part(c, node, part, code);
	if (ret) {
		g_array_unref(code);
		return ret == -ENOENT ? 0 : ret;
	}
	*sub = map_sub_row(&c->build, code,
			   part == MAP_SET ? GEV_MAP_SUB_ARGUMENT : GEV_MAP_SUB_RESULT);
	return 0;
}

/**
 * map_node_part() - a subprogram for a part of a node
 * @c: the compiler
 * @node: the node
 * @part: which part
 * @sub: gets the subprogram, or GEV_MAP_NONE where the node has no such part
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_node_part(struct map_compiler *c, const struct genicam_node *node, enum map_part part,
		  uint32_t *sub)
{
	struct map_part_result *r;
	int ret;

	if (node->index < 0)
		return map_fail(c, node, "is no node of its own");
	r = &c->parts[node->index * MAP_PARTS + part];
	if (r->state == MAP_BUSY)
		return map_fail(c, node, "depends on itself");
	if (r->state == MAP_FAILED) {
		if (!c->why)
			c->why = g_strdup(r->why);
		return -EINVAL;
	}
	if (r->state == MAP_NEW) {
		if (c->depth >= MAP_NESTING_MAX)
			return map_fail(c, node, "too many nodes refer to each other");
		r->state = MAP_BUSY;
		c->depth++;
		ret = compile_part(c, node, part, &r->sub);
		c->depth--;
		r->state = ret ? MAP_FAILED : MAP_DONE;
		if (ret && !c->why)
			map_fail(c, node, "cannot be compiled");
		if (ret) {
			r->why = g_strdup(c->why);
			return -EINVAL;
		}
	}
	*sub = r->sub;
	return 0;
}

/**
 * map_emit_node() - append code for a node's value
 * @c: the compiler
 * @code: to append to
 * @node: the node
 * @want: type of the value
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_emit_node(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		  enum map_type want)
{
	enum map_type type;
	uint32_t sub;
	int ret;

	if (map_node_type(node, &type))
		return map_fail(c, node, "has no number for a value");
	ret = map_node_part(c, node, MAP_GET, &sub);
	if (!ret && sub == GEV_MAP_NONE)
		ret = map_fail(c, node, "has no value");
	if (ret)
		return ret;
	map_emit(code, GEV_OP_CALL, sub);
	map_convert(code, type, want);
	return 0;
}

static bool at_end(const char *text)
{
	while (g_ascii_isspace(*text))
		text++;
	return !*text;
}

/* INF stands for no limit, and no control has one beyond the largest number. */
static bool float_literal(const char *text, double *f)
{
	char *end;

	*f = g_ascii_strtod(text, &end);
	if (end == text || !at_end(end) || isnan(*f))
		return false;
	*f = CLAMP(*f, -DBL_MAX, DBL_MAX);
	return true;
}

/* Decimal or 0x; a leading zero does not make it octal. */
static bool digits_literal(const char *text, uint64_t *v)
{
	int base = text[0] == '0' && (text[1] | 32) == 'x' ? 16 : 10;
	char *end;

	if (!g_ascii_isdigit(*text))
		return false;
	errno = 0;
	*v = g_ascii_strtoull(text, &end, base);
	return !errno && at_end(end);
}

static bool integer_literal(const char *text, uint64_t *v)
{
	bool negative;
	double f;

	while (g_ascii_isspace(*text))
		text++;
	negative = *text == '-';
	if (digits_literal(text + (negative || *text == '+'), v)) {
		*v = negative ? -*v : *v;
		return true;
	}
	/* Some write an integer like a float; xs:boolean has words. */
	if (!strcmp(text, "true") || !strcmp(text, "false")) {
		*v = *text == 't';
		return true;
	}
	if (!float_literal(text, &f) || f != floor(f) || fabs(f) >= 0x1p63)
		return false;
	*v = (int64_t)f;
	return true;
}

/**
 * map_literal() - a number in the XML
 * @c: the compiler
 * @node: where it stands
 * @text: the number
 * @type: its type
 * @bits: gets the integer, or binary64 bits
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_literal(struct map_compiler *c, const struct genicam_node *node, const char *text,
		enum map_type type, uint64_t *bits)
{
	double f;

	if (type == MAP_INT)
		return integer_literal(text, bits) ? 0 :
		       map_fail(c, node, "'%.40s' is no integer", text);
	if (!float_literal(text, &f))
		return map_fail(c, node, "'%.40s' is no number", text);
	memcpy(bits, &f, sizeof(f));
	return 0;
}

/**
 * map_emit_literal() - append code for a number in the XML
 * @c: the compiler
 * @code: to append to
 * @node: where it stands
 * @text: the number
 * @want: its type
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_emit_literal(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		     const char *text, enum map_type want)
{
	uint64_t bits;
	int ret = map_literal(c, node, text, want, &bits);

	if (!ret)
		map_emit_bits(&c->build, code, bits);
	return ret;
}

/**
 * map_emit_property() - append code for a property's value
 * @c: the compiler
 * @code: to append to
 * @node: whose property it is
 * @tag: of a literal
 * @ptag: of a reference
 * @want: type of the value
 *
 * Return: 0, -ENOENT if the node has no such property, or -EINVAL with a
 * sentence in @c->why.
 */
int map_emit_property(struct map_compiler *c, GArray *code, const struct genicam_node *node,
		      const char *tag, const char *ptag, enum map_type want)
{
	const char *text = genicam_text(node, tag), *name = genicam_text(node, ptag);
	const struct genicam_node *other;

	if (name) {
		other = map_refer(c, node, name);
		return other ? map_emit_node(c, code, other, want) : -EINVAL;
	}
	return text ? map_emit_literal(c, code, node, text, want) : -ENOENT;
}

/**
 * map_constant() - whether a node's value never changes
 * @c: the compiler
 * @node: the node
 * @v: gets the value
 *
 * Return: true if it is an integer that nobody writes.
 */
bool map_constant(struct map_compiler *c, const struct genicam_node *node, int64_t *v)
{
	const char *mode = genicam_text(node, "ImposedAccessMode");
	const char *text = genicam_text(node, "Value");

	if (!genicam_is(node, "Integer") || !text || genicam_child(node, "pValue") ||
	    genicam_child(node, "pIndex"))
		return false;
	if (g_hash_table_contains(c->written, node->name) && (!mode || strcmp(mode, "RO")))
		return false;
	return integer_literal(text, (uint64_t *)v);
}
