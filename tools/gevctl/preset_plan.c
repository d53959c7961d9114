// SPDX-License-Identifier: GPL-2.0
/* Which features of a camera are its settings. */
#include <stdbool.h>
#include <string.h>

#include "features/view.h"
#include "node.h"
#include "preset.h"

#define DEPTH_MAX	16	/* categories within categories */
#define FEATURES_MAX	1024

/*
 * What the driver owns, and is all the same a setting of the user's where the
 * description says so. The rest of it is the stream and the control channel.
 */
static const char *const owned_settings[] = {
	"Acquisition", "Height", "OffsetX", "OffsetY", "PixelCoding", "PixelFormat", "Width",
};

struct plan {
	ArvGc *genicam;
	const struct genicam *tree;
	GHashTable *seen;
	GPtrArray *visible;	/* elements of features, in the order of the tree */
	GHashTable *selectors;	/* of a feature's name: GPtrArray of elements */
};

static bool is_selector(const struct genicam_node *element)
{
	return genicam_child(element, "pSelected") &&
	       (strstr(element->name, "Selector") || strstr(element->name, "Index"));
}

static void add_selector(struct plan *plan, struct genicam_node *selector)
{
	const struct genicam_node *child;
	GPtrArray *list;
	unsigned int i;

	for (i = 0; i < selector->children->len; i++) {
		child = selector->children->pdata[i];
		if (!genicam_is(child, "pSelected"))
			continue;
		list = g_hash_table_lookup(plan->selectors, child->text);
		if (!list) {
			list = g_ptr_array_new();
			g_hash_table_insert(plan->selectors, child->text, list);
		}
		g_ptr_array_add(list, selector);
	}
}

static void walk(struct plan *plan, const struct genicam_node *category, unsigned int depth)
{
	struct genicam_node *element, *child;
	unsigned int i;

	for (i = 0; i < category->children->len; i++) {
		child = category->children->pdata[i];
		element = genicam_is(child, "pFeature") ?
			genicam_find(plan->tree, child->text) : NULL;
		if (!element || !g_hash_table_add(plan->seen, element))
			continue;
		if (genicam_is(element, "Category")) {
			if (depth < DEPTH_MAX)
				walk(plan, element, depth + 1);
			continue;
		}
		g_ptr_array_add(plan->visible, element);
		if (is_selector(element))
			add_selector(plan, element);
	}
}

static bool is_streamable(const struct genicam_node *element)
{
	const char *text = genicam_text(element, "Streamable");

	return text && !strcmp(text, "Yes");
}

static bool is_owned_setting(const char *name)
{
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(owned_settings); i++) {
		if (g_str_has_prefix(name, owned_settings[i]))
			return true;
	}
	return false;
}

/* By its name and kind; commands and categories are no settings. */
static bool may_be_set(struct plan *plan, const struct genicam_node *element, bool marked)
{
	enum node_kind kind = node_kind(arv_gc_get_node(plan->genicam, element->name));
	enum gev_name_class class = gev_name_classify(element->name, GEV_KIND_INTEGER);

	if (kind <= NODE_CATEGORY || kind == NODE_COMMAND || is_selector(element))
		return false;
	if (marked)
		return class != GEV_NAME_OWNED || is_owned_setting(element->name);
	return class == GEV_NAME_FREE && kind != NODE_REGISTER;
}

static unsigned int count(struct plan *plan, bool marked)
{
	unsigned int i, n = 0;

	for (i = 0; i < plan->visible->len; i++)
		n += may_be_set(plan, plan->visible->pdata[i], marked) &&
		     (!marked || is_streamable(plan->visible->pdata[i]));
	return n;
}

/* Those of the selectors themselves go before them. */
static void collect_selectors(struct plan *plan, const char *name, GPtrArray *found)
{
	GPtrArray *list = g_hash_table_lookup(plan->selectors, name);
	const struct genicam_node *element;
	ArvGcNode *node;
	unsigned int i;

	for (i = 0; list && i < list->len && found->len < PRESET_SELECTORS_MAX; i++) {
		element = list->pdata[i];
		node = arv_gc_get_node(plan->genicam, element->name);
		if (!node || g_ptr_array_find(found, node, NULL) || !strcmp(element->name, name))
			continue;
		g_ptr_array_add(found, node);	/* so that a circle ends */
		collect_selectors(plan, element->name, found);
		g_ptr_array_remove(found, node);
		g_ptr_array_add(found, node);
	}
}

static void free_feature(void *data)
{
	struct preset_feature *f = data;

	g_ptr_array_unref(f->selectors);
	g_free(f);
}

static GPtrArray *choose(struct plan *plan)
{
	GPtrArray *features = g_ptr_array_new_with_free_func(free_feature);
	/* Some descriptions mark a few nodes here and there, and mean nothing by it. */
	bool marked = count(plan, true) * 4 > count(plan, false);
	struct genicam_node *element;
	struct preset_feature *f;
	unsigned int i;

	for (i = 0; i < plan->visible->len && features->len < FEATURES_MAX; i++) {
		element = plan->visible->pdata[i];
		if ((marked && !is_streamable(element)) || !may_be_set(plan, element, marked))
			continue;
		f = g_new0(struct preset_feature, 1);
		f->node = arv_gc_get_node(plan->genicam, element->name);
		f->element = element;
		f->selectors = g_ptr_array_new();
		collect_selectors(plan, element->name, f->selectors);
		g_ptr_array_add(features, f);
	}
	return features;
}

/**
 * preset_plan() - the features that are settings
 * @genicam: the features
 * @tree: the description
 *
 * Those that the description marks as streamable; where it marks none, those
 * that may be controls for anybody. Selectors are positions, not settings.
 *
 * Return: array of struct preset_feature, in the order of the tree; freed with
 * g_ptr_array_unref().
 */
GPtrArray *preset_plan(ArvGc *genicam, const struct genicam *tree)
{
	struct plan plan = { .genicam = genicam, .tree = tree };
	const struct genicam_node *root = genicam_find(tree, "Root");
	GPtrArray *features;

	plan.seen = g_hash_table_new(NULL, NULL);
	plan.visible = g_ptr_array_new();
	plan.selectors = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
					       (GDestroyNotify)g_ptr_array_unref);
	if (root)
		walk(&plan, root, 0);
	features = choose(&plan);
	g_hash_table_unref(plan.selectors);
	g_ptr_array_unref(plan.visible);
	g_hash_table_unref(plan.seen);
	return features;
}
