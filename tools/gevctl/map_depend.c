// SPDX-License-Identifier: GPL-2.0
/*
 * Dependencies: a write of one feature may change another that reads what the
 * write writes, or whose nodes name the written one as pInvalidator.
 */
#include <string.h>

#include "map_feature.h"

/* Registers, then variables, that each subprogram reads and writes. */
struct reach {
	struct map_build *b;
	unsigned int words;
	uint64_t *reads;
	uint64_t *writes;
};

static void set_bit(uint64_t *set, unsigned int bit)
{
	set[bit / 64] |= 1ULL << bit % 64;
}

static bool has_bit(const uint64_t *set, unsigned int bit)
{
	return set[bit / 64] >> bit % 64 & 1;
}

static void unite(uint64_t *set, const uint64_t *other, unsigned int words)
{
	while (words--)
		set[words] |= other[words];
}

static bool meet(const uint64_t *a, const uint64_t *b, unsigned int words)
{
	while (words--) {
		if (a[words] & b[words])
			return true;
	}
	return false;
}

static void reach_sub(struct reach *r, unsigned int i)
{
	const GArray *code = map_sub_at(r->b, i)->code;
	uint64_t *reads = r->reads + (size_t)i * r->words;
	uint64_t *writes = r->writes + (size_t)i * r->words;
	uint32_t op, operand;
	unsigned int k;

	for (k = 0; k < code->len; k++) {
		op = GEV_MAP_OP(g_array_index(code, uint32_t, k));
		operand = GEV_MAP_OPERAND(g_array_index(code, uint32_t, k));
		if (op == GEV_OP_GET_REGISTER || op == GEV_OP_GET_REGISTER_AT) {
			set_bit(reads, operand);
		} else if (op == GEV_OP_SET_REGISTER || op == GEV_OP_SET_REGISTER_AT) {
			set_bit(writes, operand);
		} else if (op == GEV_OP_GET_VARIABLE) {
			set_bit(reads, r->b->registers->len + operand);
		} else if (op == GEV_OP_SET_VARIABLE) {
			set_bit(writes, r->b->registers->len + operand);
		} else if (op == GEV_OP_CALL) {
			unite(reads, r->reads + (size_t)operand * r->words, r->words);
			unite(writes, r->writes + (size_t)operand * r->words, r->words);
		}
	}
}

static void reach_init(struct reach *r, struct map_build *b)
{
	unsigned int i;

	r->b = b;
	r->words = (b->registers->len + b->variables->len) / 64 + 1;
	r->reads = g_new0(uint64_t, (size_t)r->words * (b->subs->len + 1));
	r->writes = g_new0(uint64_t, (size_t)r->words * (b->subs->len + 1));
	for (i = 0; i < b->subs->len; i++)
		reach_sub(r, i);
}

static void add_reads(const struct reach *r, uint32_t sub, uint64_t *set)
{
	if (sub != GEV_MAP_NONE)
		unite(set, r->reads + (size_t)sub * r->words, r->words);
}

/* Everything that can be asked about a feature. */
static void feature_reads(const struct reach *r, const struct map_feature *f, uint64_t *set)
{
	unsigned int i;

	memset(set, 0, r->words * sizeof(*set));
	add_reads(r, f->access, set);
	add_reads(r, f->get, set);
	add_reads(r, f->done, set);
	add_reads(r, f->min, set);
	add_reads(r, f->max, set);
	add_reads(r, f->inc, set);
	for (i = 0; i < f->entries->len; i++)
		add_reads(r, g_array_index(f->entries, struct map_entry, i).available, set);
}

/* What a write changes: rows that share bytes with those it writes. */
static void feature_writes(const struct reach *r, const struct map_feature *f, uint64_t *set)
{
	const struct map_register *all = (const struct map_register *)r->b->registers->data;
	const struct map_register *a, *b;
	const uint64_t *writes;
	unsigned int i, k;

	memset(set, 0, r->words * sizeof(*set));
	if (f->set == GEV_MAP_NONE)
		return;
	writes = r->writes + (size_t)f->set * r->words;
	unite(set, writes, r->words);
	for (i = 0; i < r->b->registers->len; i++) {
		a = &all[i];
		if (!has_bit(writes, i))
			continue;
		for (k = 0; k < r->b->registers->len; k++) {
			b = &all[k];
			if (!((a->flags ^ b->flags) & GEV_MAP_REG_OFFSET) &&
			    a->place == b->place &&
			    b->address < a->address + a->length &&
			    a->address < b->address + b->length)
				set_bit(set, k);
		}
	}
}

static bool reads_any(const struct reach *r, uint32_t sub)
{
	const uint64_t *set;
	unsigned int i;

	if (sub == GEV_MAP_NONE)
		return false;
	set = r->reads + (size_t)sub * r->words;
	for (i = 0; i < r->words; i++) {
		if (set[i])
			return true;
	}
	return false;
}

/* What a feature's nodes say about changes that nobody has made. */
struct itself {
	bool changes;
	int64_t polling;	/* the shortest, in ms; 0: none */
};

static void add_itself(struct itself *by, const struct genicam_node *node)
{
	const char *cachable = genicam_text(node, "Cachable");
	const char *polling = genicam_text(node, "PollingTime");
	int64_t ms = polling ? g_ascii_strtoll(polling, NULL, 10) : 0;

	by->changes |= polling || (cachable && !strcmp(cachable, "NoCache"));
	if (ms > 0 && (!by->polling || ms < by->polling))
		by->polling = ms;
}

/* A reference that says something about the value, limits or access. */
static bool is_reference(const struct genicam_node *child)
{
	static const char * const other[] = {
		"pFeature", "pSelected", "pInvalidator", "pPort", "pAlias", "pCastAlias", "pError",
	};
	unsigned int i;

	if (child->tag[0] != 'p' || !g_ascii_isupper(child->tag[1]))
		return false;
	for (i = 0; i < G_N_ELEMENTS(other); i++) {
		if (genicam_is(child, other[i]))
			return false;
	}
	return true;
}

/* Nodes that a feature is made of, entries and registers included. */
static void reach_nodes(const struct genicam *genicam, const struct genicam_node *node,
			GHashTable *seen)
{
	const struct genicam_node *child, *other;
	unsigned int i;

	if (g_hash_table_size(seen) > GENICAM_ELEMENTS_MAX ||
	    !g_hash_table_add(seen, (void *)node))
		return;
	if (genicam_is(node, "StructEntry"))
		reach_nodes(genicam, node->parent, seen);
	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		other = is_reference(child) ? genicam_find(genicam, child->text) : NULL;
		if (other)
			reach_nodes(genicam, other, seen);
		else if (genicam_is(child, "EnumEntry") ||
			 (genicam_is(child, "IntSwissKnife") && child->name))
			reach_nodes(genicam, child, seen);
	}
}

/* Names of nodes that invalidate one of a feature's nodes. */
static GHashTable *invalidators(const struct genicam *genicam, const struct genicam_node *node,
				struct itself *by)
{
	GHashTable *seen = g_hash_table_new(NULL, NULL);
	GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
	const struct genicam_node *one, *child;
	GHashTableIter iter;
	unsigned int i;
	void *key;

	reach_nodes(genicam, node, seen);
	g_hash_table_iter_init(&iter, seen);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		one = key;
		add_itself(by, one);
		for (i = 0; i < one->children->len; i++) {
			child = one->children->pdata[i];
			if (genicam_is(child, "pInvalidator"))
				g_hash_table_add(names, child->text);
		}
	}
	g_hash_table_unref(seen);
	return names;
}

/* Whether a write of @node writes a node that is named: along pValue. */
static bool writes_named(const struct genicam *genicam, const struct genicam_node *node,
			 GHashTable *names, unsigned int depth)
{
	const struct genicam_node *child, *other;
	unsigned int i;

	if (node->name && g_hash_table_contains(names, node->name))
		return true;
	for (i = 0; i < node->children->len && depth < MAP_NESTING_MAX; i++) {
		child = node->children->pdata[i];
		if (!genicam_is(child, "pValue") && !genicam_is(child, "pValueCopy"))
			continue;
		other = genicam_find(genicam, child->text);
		if (other && writes_named(genicam, other, names, depth + 1))
			return true;
	}
	return false;
}

static bool selects(const struct genicam_node *selector, const char *name)
{
	const struct genicam_node *child;
	unsigned int i;

	for (i = 0; i < selector->children->len; i++) {
		child = selector->children->pdata[i];
		if (genicam_is(child, "pSelected") && !strcmp(child->text, name))
			return true;
	}
	return false;
}

static const struct genicam_node *node_of(const struct map_features *fs, unsigned int row)
{
	const struct map_feature *f = fs->compiler->build.features->pdata[row];
	const struct map_candidate *candidate;

	candidate = g_hash_table_lookup(fs->by_name, f->base ? f->base->name : f->name);
	return candidate->node;
}

/**
 * map_selectors() - find the selector of each feature
 * @fs: the features, by ascending name; those for single entries have theirs
 */
void map_selectors(struct map_features *fs)
{
	GPtrArray *rows = fs->compiler->build.features;
	struct map_feature *f, *other;
	unsigned int i, k;

	for (i = 0; i < rows->len; i++) {
		f = rows->pdata[i];
		f->selector = -1;
		f->selectors = 0;
		for (k = 0; k < rows->len; k++) {
			other = rows->pdata[k];
			if (k == i || other->base ||
			    !selects(node_of(fs, k), f->base ? f->base->name : f->name))
				continue;
			if (f->selector < 0)
				f->selector = k;
			f->selectors++;
		}
	}
}

static bool is_all(const struct map_feature *selector, unsigned int entry)
{
	return g_str_has_suffix(g_array_index(selector->entries, struct map_entry, entry).name,
				"All");
}

/*
 * A feature for one entry is not what another entry, or the selector itself,
 * is about; but an entry such as DigitalAll is about others as well.
 */
static bool apart(GPtrArray *rows, const struct map_feature *f, const struct map_feature *other)
{
	const struct map_feature *selector;

	if (!f->base)
		return false;
	selector = rows->pdata[f->selector];
	if (other == selector)
		return true;
	return other->base && other->selector == f->selector && other->entry != f->entry &&
	       !is_all(selector, f->entry) && !is_all(selector, other->entry);
}

static bool meet_exactly(const struct reach *r, uint32_t reader, uint32_t writer)
{
	return meet(r->reads + (size_t)reader * r->words, r->writes + (size_t)writer * r->words,
		    r->words);
}

/* What is read, and where is written, both depend on what the selector writes. */
static bool indexed(const struct reach *r, const struct map_feature *f,
		    const struct map_feature *selector)
{
	return (f->get == GEV_MAP_NONE || meet_exactly(r, f->get, selector->set)) &&
	       (f->set == GEV_MAP_NONE || meet_exactly(r, f->set, selector->set));
}

/* Which entries there are depends on the selector: has it rows without one? */
static bool menu_moves(const struct reach *r, GPtrArray *rows, const struct map_feature *f)
{
	const struct map_feature *selector, *other;
	bool moves = false, expanded = false;
	uint32_t available;
	unsigned int i;

	if (f->base || f->kind != GEV_KIND_ENUMERATION || !f->cid || f->selector < 0)
		return false;
	selector = rows->pdata[f->selector];
	for (i = 0; i < f->entries->len && !moves; i++) {
		available = g_array_index(f->entries, struct map_entry, i).available;
		moves = available != GEV_MAP_NONE && selector->set != GEV_MAP_NONE &&
			meet_exactly(r, available, selector->set);
	}
	for (i = 0; i < rows->len && !expanded; i++) {
		other = rows->pdata[i];
		expanded = other->base == f;
	}
	return moves && expanded;
}

/*
 * A menu whose entries come and go with a selector is none that applications
 * could remember; those for its single entries are.
 */
static void drop_moving_menus(struct map_features *fs, const struct reach *r)
{
	GPtrArray *rows = fs->compiler->build.features;
	struct map_candidate *candidate;
	struct map_feature *f;
	unsigned int i;

	for (i = 0; i < rows->len; i++) {
		f = rows->pdata[i];
		if (!menu_moves(r, rows, f))
			continue;
		f->fate = GEV_FATE_EVALUATED;
		f->cid = 0;
		g_clear_pointer(&f->label, g_free);
		candidate = g_hash_table_lookup(fs->by_name, f->name);
		g_free(candidate->why);
		candidate->why = g_strdup_printf("a control for each entry of %s, no other",
						 node_of(fs, f->selector)->name);
	}
}

/* All that depends on feature @i is added to the list of those it depends on. */
static void depend(struct map_features *fs, const struct reach *r, unsigned int i,
		   uint64_t * const *writes)
{
	const struct genicam *genicam = fs->compiler->genicam;
	GPtrArray *rows = fs->compiler->build.features;
	struct map_feature *f = rows->pdata[i], *other;
	const struct genicam_node *node = node_of(fs, i);
	uint64_t *reads = g_new(uint64_t, r->words);
	struct itself by = { false };
	GHashTable *names;
	uint16_t item = i;
	unsigned int k;

	names = invalidators(genicam, node, &by);
	feature_reads(r, f, reads);
	if (by.changes && reads_any(r, f->get)) {
		f->flags |= GEV_MAP_FEATURE_VOLATILE;
		f->polling = MIN(by.polling, UINT16_MAX);
	}
	if (f->base && indexed(r, f, rows->pdata[f->selector]))
		f->flags |= GEV_MAP_FEATURE_INDEXED;
	for (k = 0; k < rows->len; k++) {
		other = rows->pdata[k];
		if (k == i || other->set == GEV_MAP_NONE || apart(rows, f, other))
			continue;
		if (selects(node_of(fs, k), f->name) || meet(reads, writes[k], r->words) ||
		    writes_named(genicam, node_of(fs, k), names, 0))
			g_array_append_val(other->list, item);
	}
	g_hash_table_unref(names);
	g_free(reads);
}

/**
 * map_dependencies() - find what changes with what
 * @fs: the features, by ascending name
 */
void map_dependencies(struct map_features *fs)
{
	GPtrArray *rows = fs->compiler->build.features;
	uint64_t **writes = g_new0(uint64_t *, rows->len + 1);
	struct map_feature *f;
	struct reach r;
	unsigned int i;

	map_selectors(fs);
	reach_init(&r, &fs->compiler->build);
	for (i = 0; i < rows->len; i++) {
		f = rows->pdata[i];
		writes[i] = g_new(uint64_t, r.words);
		feature_writes(&r, f, writes[i]);
		if (reads_any(&r, f->min) || reads_any(&r, f->max) || reads_any(&r, f->inc))
			f->flags |= f->flags & GEV_MAP_FEATURE_HAS_LIMITS ?
				    GEV_MAP_FEATURE_LIMITS_DYNAMIC : 0;
		if (reads_any(&r, f->access))
			f->flags |= GEV_MAP_FEATURE_ACCESS_DYNAMIC;
	}
	for (i = 0; i < rows->len; i++)
		depend(fs, &r, i, writes);
	drop_moving_menus(fs, &r);
	for (i = 0; i < rows->len; i++)
		g_free(writes[i]);
	g_free(writes);
	g_free(r.reads);
	g_free(r.writes);
}
