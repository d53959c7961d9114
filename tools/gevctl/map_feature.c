// SPDX-License-Identifier: GPL-2.0
/* Rows of features: subprograms, entries, limits. */
#include <errno.h>
#include <float.h>
#include <string.h>

#include "map_feature.h"

static uint32_t part_or_none(struct map_compiler *c, const struct genicam_node *node,
			     enum map_part part, int *ret)
{
	uint32_t sub = GEV_MAP_NONE;

	if (!*ret)
		*ret = map_node_part(c, node, part, &sub);
	return sub;
}

static uint32_t constant_sub(struct map_compiler *c, uint64_t bits)
{
	GArray *code = map_code();

	map_emit_bits(&c->build, code, bits);
	return map_sub_row(&c->build, code, GEV_MAP_SUB_RESULT);
}

static uint64_t float_bits(double f)
{
	uint64_t bits;

	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

/* Limits; where only one is given the other is the type's own. */
static int fill_limits(struct map_compiler *c, const struct genicam_node *node,
		       struct map_feature *f)
{
	bool real = f->kind == GEV_KIND_FLOAT;
	int ret = 0;

	f->min = part_or_none(c, node, MAP_LOW, &ret);
	f->max = part_or_none(c, node, MAP_HIGH, &ret);
	f->inc = part_or_none(c, node, MAP_STEP, &ret);
	if (ret)
		return ret;
	if (f->min == GEV_MAP_NONE && f->max == GEV_MAP_NONE) {
		f->inc = GEV_MAP_NONE;
		return 0;
	}
	if (f->min == GEV_MAP_NONE)
		f->min = constant_sub(c, real ? float_bits(-DBL_MAX) : (uint64_t)INT64_MIN);
	if (f->max == GEV_MAP_NONE)
		f->max = constant_sub(c, real ? float_bits(DBL_MAX) : (uint64_t)INT64_MAX);
	f->flags |= GEV_MAP_FEATURE_HAS_LIMITS;
	return 0;
}

static int emit_condition(struct map_compiler *c, const struct genicam_node *entry,
			  const char *tag, GArray *code)
{
	const struct genicam_node *other = map_refer(c, entry, genicam_text(entry, tag));

	return other ? map_emit_node(c, code, other, MAP_INT) : -EINVAL;
}

/* 0 or not, whether an entry is there; GEV_MAP_NONE: always. */
static int entry_available(struct map_compiler *c, const struct genicam_node *entry,
			   uint32_t *sub)
{
	bool implemented = genicam_child(entry, "pIsImplemented");
	bool available = genicam_child(entry, "pIsAvailable");
	GArray *code = map_code();
	unsigned int no, end;
	int ret = 0;

	*sub = GEV_MAP_NONE;
	if (implemented)
		ret = emit_condition(c, entry, "pIsImplemented", code);
	if (!ret && implemented && available) {
		no = map_emit_jump(code, GEV_OP_JUMP_ZERO);
		ret = emit_condition(c, entry, "pIsAvailable", code);
		end = map_emit_jump(code, GEV_OP_JUMP);
		map_land(code, no);
		map_emit_int(&c->build, code, 0);
		map_land(code, end);
	} else if (!ret && available) {
		ret = emit_condition(c, entry, "pIsAvailable", code);
	}
	if (ret || (!implemented && !available)) {
		g_array_unref(code);
		return ret;
	}
	*sub = map_sub_row(&c->build, code, GEV_MAP_SUB_RESULT);
	return 0;
}

static int fill_entry(struct map_compiler *c, const struct genicam_node *entry,
		      struct map_feature *f)
{
	const char *value = genicam_text(entry, "Value");
	const char *name = genicam_text(entry, "Symbolic") ?: entry->name;
	struct map_entry e;
	uint64_t bits;

	if (!name || !*name || strlen(name) > GEV_MAP_NAME_MAX)
		return map_fail(c, entry, "its name cannot be kept");
	if (!value)
		return map_fail(c, entry, "has no Value");
	if (f->entries->len == GEV_MAP_FEATURE_ENTRIES_MAX)
		return map_fail(c, entry, "is one of too many");
	if (map_literal(c, entry, value, MAP_INT, &bits) || entry_available(c, entry, &e.available))
		return -EINVAL;
	e.value = bits;
	e.name = g_strdup(name);
	g_array_append_val(f->entries, e);
	return 0;
}

/* Entries that cannot be compiled are left out, and noted. */
static int fill_entries(struct map_compiler *c, struct map_candidate *candidate)
{
	const struct genicam_node *node = candidate->node, *child;
	char *first = NULL;
	unsigned int i, lost = 0;

	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (genicam_is(child, "pEnumEntry"))
			child = map_refer(c, node, child->text);
		else if (!genicam_is(child, "EnumEntry"))
			continue;
		if (child && !fill_entry(c, child, candidate->row))
			continue;
		lost++;
		first = first ?: g_steal_pointer(&c->why);
		g_clear_pointer(&c->why, g_free);
	}
	if (lost && !candidate->why)
		candidate->why = g_strdup_printf("%u entries left out: %s", lost, first);
	g_free(first);
	return candidate->row->entries->len ? 0 : map_fail(c, node, "has no entries");
}

/* Reading back something else than what started it means that it is done. */
static int fill_done(struct map_compiler *c, const struct genicam_node *node,
		     struct map_feature *f)
{
	GArray *code = map_code();
	int ret;

	ret = map_emit_node(c, code, node, MAP_INT);
	if (!ret)
		ret = map_emit_property(c, code, node, "CommandValue", "pCommandValue", MAP_INT);
	if (ret) {
		g_array_unref(code);
		return ret == -ENOENT ? 0 : ret;
	}
	map_emit(code, GEV_OP_NE, 0);
	f->done = map_sub_row(&c->build, code, GEV_MAP_SUB_RESULT);
	return 0;
}

static int fill_command(struct map_compiler *c, const struct genicam_node *node,
			struct map_feature *f)
{
	GArray *code = map_code();
	uint32_t set;
	int ret;

	ret = map_node_part(c, node, MAP_SET, &set);
	if (!ret && set == GEV_MAP_NONE)
		ret = map_fail(c, node, "has nothing to write to");
	if (!ret)
		ret = map_emit_property(c, code, node, "CommandValue", "pCommandValue", MAP_INT);
	if (ret == -ENOENT)
		ret = map_fail(c, node, "has no CommandValue");
	if (ret) {
		g_array_unref(code);
		return ret;
	}
	map_emit(code, GEV_OP_CALL, set);
	f->set = map_sub_row(&c->build, code, 0);
	return map_static_access(c, node) & GEV_ACCESS_READ ? fill_done(c, node, f) : 0;
}

/* A constant length that nobody could ever read. */
static int check_length(struct map_compiler *c, const struct genicam_node *node,
			enum gev_feature_kind kind)
{
	uint64_t max = kind == GEV_KIND_STRING ? GEV_MAP_STRING_MAX : UINT32_MAX, length;
	const char *text = genicam_shared_text(node, "Length");

	if (!text || genicam_shared_child(node, "pLength") ||
	    map_literal(c, node, text, MAP_INT, &length))
		return 0;
	return length && length <= max ? 0 :
	       map_fail(c, node, "%" G_GUINT64_FORMAT " bytes, from 1 to %" G_GUINT64_FORMAT
			" can be read", length, max);
}

/* A String says where its text is, or is the text. */
static int fill_bytes(struct map_compiler *c, const struct genicam_node *node,
		      struct map_feature *f)
{
	GArray *place, *length;
	unsigned int i;
	int ret;

	for (i = 0; genicam_is(node, "String") && genicam_child(node, "pValue"); i++) {
		node = map_refer(c, node, genicam_text(node, "pValue"));
		if (!node || i == MAP_NESTING_MAX)
			return -EINVAL;
	}
	if (genicam_is(node, "String")) {
		f->text = g_strndup(genicam_text(node, "Value") ?: "", GEV_MAP_STRING_MAX);
		return g_utf8_validate(f->text, -1, NULL) ? 0 : map_fail(c, node, "is no text");
	}
	if (!map_is_register(node))
		return map_fail(c, node, "holds no string");
	place = map_code();
	length = map_code();
	ret = map_emit_place(c, place, node) ?: map_emit_length(c, length, node) ?:
	      check_length(c, node, f->kind);
	if (ret) {
		g_array_unref(place);
		g_array_unref(length);
		return ret;
	}
	f->get = map_sub_row(&c->build, place, GEV_MAP_SUB_RESULT);
	f->max = map_sub_row(&c->build, length, GEV_MAP_SUB_RESULT);
	return 0;
}

/* What can never be read or written has no subprogram for it. */
static int fill_value(struct map_compiler *c, struct map_candidate *candidate)
{
	const struct genicam_node *node = candidate->node;
	uint32_t access = map_static_access(c, node);
	struct map_feature *f = candidate->row;
	int ret = 0;

	if (access & GEV_ACCESS_READ)
		f->get = part_or_none(c, node, MAP_GET, &ret);
	if (!ret && access & GEV_ACCESS_READ && f->get == GEV_MAP_NONE)
		ret = map_fail(c, node, "has no value");
	if (ret)
		return ret;
	if (access & GEV_ACCESS_WRITE && map_node_part(c, node, MAP_SET, &f->set))
		f->set = GEV_MAP_NONE;
	g_clear_pointer(&c->why, g_free);
	if (f->kind == GEV_KIND_ENUMERATION)
		return fill_entries(c, candidate);
	if (f->kind == GEV_KIND_BOOLEAN)
		return 0;
	return fill_limits(c, node, f);
}

static int fill(struct map_compiler *c, struct map_candidate *candidate)
{
	const struct genicam_node *node = candidate->node;
	struct map_feature *f = candidate->row;
	int ret = 0;

	f->access = part_or_none(c, node, MAP_ACCESS, &ret);
	if (ret)
		return ret;
	switch (f->kind) {
	case GEV_KIND_COMMAND:
		return fill_command(c, node, f);
	case GEV_KIND_STRING:
	case GEV_KIND_REGISTER:
		return fill_bytes(c, node, f);
	default:
		return fill_value(c, candidate);
	}
}

/* Microseconds have three places, all else six. */
static uint8_t scale_of(const char *unit)
{
	if (unit && (!g_ascii_strcasecmp(unit, "us") || g_str_has_suffix(unit, "\xc2\xb5s") ||
		     g_str_has_suffix(unit, "\xce\xbcs")))
		return 3;
	return 6;
}

/* Text that the verifier takes: valid UTF-8 without control characters. */
static bool is_printable(const char *text)
{
	const char *s;

	if (!g_utf8_validate(text, -1, NULL))
		return false;
	for (s = text; *s; s = g_utf8_next_char(s)) {
		if (g_unichar_iscntrl(g_utf8_get_char(s)))
			return false;
	}
	return true;
}

static void fill_unit(struct map_candidate *candidate)
{
	const char *unit = genicam_text(candidate->node, "Unit");
	struct map_feature *f = candidate->row;

	if (unit && strlen(unit) <= GEV_MAP_NAME_MAX && is_printable(unit))
		f->unit = g_strdup(unit);
	if (f->kind == GEV_KIND_FLOAT)
		f->scale = scale_of(f->unit);
}

/**
 * map_feature_forget() - take a feature out of the map
 * @fs: the features
 * @candidate: the one to take out; keeps what it has to say
 */
void map_feature_forget(struct map_features *fs, struct map_candidate *candidate)
{
	g_ptr_array_remove(fs->compiler->build.features, candidate->row);
	candidate->row = NULL;
}

static void fill_row(struct map_features *fs, struct map_candidate *candidate)
{
	struct map_compiler *c = fs->compiler;
	const char *name = candidate->name;

	if (candidate->elsewhere || candidate->missing)
		return;
	if (!candidate->kind) {
		map_fail(c, candidate->node, "nodes of kind %s are not known",
			 candidate->node->tag);
		candidate->why = g_steal_pointer(&c->why);
		return;
	}
	if (strlen(name) > GEV_MAP_NAME_MAX || !is_printable(name)) {
		candidate->why = g_strdup("its name cannot be kept");
		return;
	}
	candidate->row = map_feature_row(&c->build, name);
	candidate->row->kind = candidate->kind;
	fill_unit(candidate);
	if (!fill(c, candidate))
		return;
	g_free(candidate->why);
	candidate->why = g_steal_pointer(&c->why) ?: g_strdup("cannot be evaluated");
	map_feature_forget(fs, candidate);
}

static int by_name(const void *a, const void *b)
{
	const struct map_feature * const *x = a, * const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

/**
 * map_feature_rows() - compile the features
 * @fs: the features; those that a map can hold get a row, others a reason
 */
void map_feature_rows(struct map_features *fs)
{
	unsigned int i;

	for (i = 0; i < fs->all->len; i++)
		fill_row(fs, fs->all->pdata[i]);
	g_ptr_array_sort(fs->compiler->build.features, by_name);
}
