// SPDX-License-Identifier: GPL-2.0
/* Features of the XML: all that categories list, and what the driver needs. */
#include <string.h>

#include "map_feature.h"
#include "map_sfnc.h"

#define CATEGORY_DEPTH_MAX	16

static void free_candidate(void *p)
{
	struct map_candidate *f = p;

	g_free(f->why);
	g_free(f);
}

/**
 * map_features_init() - start without features
 * @fs: to be initialised
 * @compiler: of the description
 */
void map_features_init(struct map_features *fs, struct map_compiler *compiler)
{
	fs->compiler = compiler;
	fs->all = g_ptr_array_new_with_free_func(free_candidate);
	fs->by_name = g_hash_table_new(g_str_hash, g_str_equal);
}

/**
 * map_features_free() - free the list; rows of the map belong to the tables
 * @fs: the features
 */
void map_features_free(struct map_features *fs)
{
	g_ptr_array_unref(fs->all);
	g_hash_table_unref(fs->by_name);
}

static enum gev_feature_kind kind_of(const struct genicam_node *node)
{
	static const struct {
		const char *tag;
		enum gev_feature_kind kind;
	} kinds[] = {
		{ "Integer", GEV_KIND_INTEGER }, { "IntReg", GEV_KIND_INTEGER },
		{ "MaskedIntReg", GEV_KIND_INTEGER }, { "StructEntry", GEV_KIND_INTEGER },
		{ "IntSwissKnife", GEV_KIND_INTEGER }, { "IntConverter", GEV_KIND_INTEGER },
		{ "Float", GEV_KIND_FLOAT }, { "FloatReg", GEV_KIND_FLOAT },
		{ "SwissKnife", GEV_KIND_FLOAT }, { "Converter", GEV_KIND_FLOAT },
		{ "Boolean", GEV_KIND_BOOLEAN }, { "Enumeration", GEV_KIND_ENUMERATION },
		{ "Command", GEV_KIND_COMMAND }, { "String", GEV_KIND_STRING },
		{ "StringReg", GEV_KIND_STRING }, { "Register", GEV_KIND_REGISTER },
	};
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(kinds); i++) {
		if (genicam_is(node, kinds[i].tag))
			return kinds[i].kind;
	}
	return 0;
}

/* A port of a chunk or an event is no way to a register. */
static const char *port_elsewhere(const struct genicam *genicam, const struct genicam_node *node)
{
	const struct genicam_node *port = genicam_find(genicam,
						       genicam_shared_text(node, "pPort"));

	if (!port)
		return NULL;
	if (genicam_child(port, "ChunkID") || genicam_child(port, "pChunkID"))
		return "metadata";
	return genicam_child(port, "EventID") ? "event" : NULL;
}

/* Where the value comes from: along pValue, choices, and variables of a formula. */
static const char *find_elsewhere(const struct genicam *genicam, const struct genicam_node *node,
				  GHashTable *seen)
{
	static const char * const tag[] = {
		"pValue", "pVariable", "pValueIndexed", "pValueDefault",
	};
	const struct genicam_node *child, *other;
	const char *elsewhere = port_elsewhere(genicam, node);
	unsigned int i, k;

	if (!g_hash_table_add(seen, (void *)node))
		return NULL;
	for (i = 0; i < node->children->len && !elsewhere; i++) {
		child = node->children->pdata[i];
		for (k = 0; k < G_N_ELEMENTS(tag) && !genicam_is(child, tag[k]); k++)
			;
		other = k < G_N_ELEMENTS(tag) ? genicam_find(genicam, child->text) : NULL;
		if (other)
			elsewhere = find_elsewhere(genicam, other, seen);
	}
	return elsewhere;
}

static void add(struct map_features *fs, const struct genicam_node *node, uint32_t class,
		bool visible)
{
	const char *visibility = genicam_shared_text(node, "Visibility");
	struct map_candidate *f = g_hash_table_lookup(fs->by_name, node->name);
	GHashTable *seen;

	if (visibility && !strcmp(visibility, "Invisible"))
		visible = false;
	if (f) {
		f->visible |= visible;
		f->class = f->class ?: class;
		return;
	}
	f = g_new0(struct map_candidate, 1);
	f->node = node;
	f->name = node->name;
	f->class = class;
	f->visible = visible;
	f->kind = kind_of(node);
	seen = g_hash_table_new(NULL, NULL);
	f->elsewhere = find_elsewhere(fs->compiler->genicam, node, seen);
	g_hash_table_unref(seen);
	g_ptr_array_add(fs->all, f);
	g_hash_table_insert(fs->by_name, node->name, f);
}

/* A category's reference to nothing is no feature, but somebody should know. */
static void add_missing(struct map_features *fs, const struct genicam_node *category,
			const struct genicam_node *reference)
{
	struct map_compiler *c = fs->compiler;
	struct map_candidate *f;

	if (g_hash_table_contains(fs->by_name, reference->text))
		return;
	f = g_new0(struct map_candidate, 1);
	f->node = reference;
	f->name = reference->text;
	f->missing = true;
	map_refer(c, category, reference->text);
	f->why = g_steal_pointer(&c->why);
	g_ptr_array_add(fs->all, f);
	g_hash_table_insert(fs->by_name, reference->text, f);
}

static void walk(struct map_features *fs, const struct genicam_node *category, uint32_t class,
		 unsigned int depth, GHashTable *seen)
{
	const struct genicam_node *child, *node;
	unsigned int i;

	if (depth > CATEGORY_DEPTH_MAX || !g_hash_table_add(seen, category->name))
		return;
	class = map_sfnc_class(category->name) ?: class;
	for (i = 0; i < category->children->len; i++) {
		child = category->children->pdata[i];
		if (!genicam_is(child, "pFeature"))
			continue;
		node = genicam_find(fs->compiler->genicam, child->text);
		if (!node)
			add_missing(fs, category, child);
		else if (genicam_is(node, "Category"))
			walk(fs, node, class, depth + 1, seen);
		else
			add(fs, node, class, true);
	}
}

/**
 * map_collect() - find the features of a description
 * @fs: gets them
 *
 * What categories list is visible, unless it says otherwise; what the driver
 * needs is taken by name, visible or not.
 */
void map_collect(struct map_features *fs)
{
	const struct genicam_node *root = genicam_find(fs->compiler->genicam, "Root");
	GHashTable *seen = g_hash_table_new(g_str_hash, g_str_equal);
	const struct genicam_node *node;
	enum gev_role role;
	const char *name;
	unsigned int i;

	if (root)
		walk(fs, root, 0, 0, seen);
	for (i = 0; (name = map_sfnc_role(i, &role)); i++) {
		node = genicam_find(fs->compiler->genicam, name);
		if (node)
			add(fs, node, 0, false);
	}
	g_hash_table_unref(seen);
}
