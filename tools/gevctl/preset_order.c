// SPDX-License-Identifier: GPL-2.0
/* An order in which features can be set: what others depend on goes first. */
#include <ctype.h>
#include <string.h>

#include "preset.h"

/* Whose elements the bits are: indices of nodes of the description. */
struct reach {
	const struct genicam *tree;
	bool *own;	/* writing the feature writes these */
	bool *needs;	/* its access, its limits or its value depend on these */
};

static bool is_reference(const struct genicam_node *child)
{
	return child->tag[0] == 'p' && isupper((unsigned char)child->tag[1]) &&
	       !genicam_is(child, "pSelected") && !genicam_is(child, "pPort") &&
	       !genicam_is(child, "pFeature");
}

static void add_needs(struct reach *r, const struct genicam_node *node)
{
	const struct genicam_node *child, *to;
	unsigned int i;

	if (!node || node->index < 0 || r->needs[node->index])
		return;
	r->needs[node->index] = true;
	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		to = is_reference(child) ? genicam_find(r->tree, child->text) : NULL;
		if (to)
			add_needs(r, to);
	}
}

/* Down the chain of pValue; all else that it refers to is needed. */
static void add_own(struct reach *r, const struct genicam_node *node)
{
	const struct genicam_node *child, *to;
	unsigned int i;

	if (!node || node->index < 0 || r->own[node->index])
		return;
	r->own[node->index] = true;
	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		to = is_reference(child) ? genicam_find(r->tree, child->text) : NULL;
		if (genicam_is(child, "pValue"))
			add_own(r, to);
		else if (to)
			add_needs(r, to);
	}
}

static struct reach *find_reaches(const struct genicam *tree, const GPtrArray *features)
{
	struct reach *all = g_new0(struct reach, features->len + 1);
	const struct preset_feature *f;
	unsigned int i;

	for (i = 0; i < features->len; i++) {
		f = features->pdata[i];
		all[i].tree = tree;
		all[i].own = g_new0(bool, tree->nodes->len + 1);
		all[i].needs = g_new0(bool, tree->nodes->len + 1);
		add_own(&all[i], f->element);
	}
	return all;
}

/* What waits for whom: a node that @r needs, and another feature writes. */
static void add_waits(bool *waits, const struct reach *r, GPtrArray *const *writers,
		      unsigned int nodes, unsigned int self)
{
	unsigned int i, k;

	for (i = 0; i < nodes; i++) {
		if (!r->needs[i] || r->own[i] || !writers[i])
			continue;
		for (k = 0; k < writers[i]->len; k++)
			waits[GPOINTER_TO_UINT(writers[i]->pdata[k])] = true;
	}
	waits[self] = false;
}

/* For each node of the description, the features that write it. */
static GPtrArray **find_writers(const struct reach *all, unsigned int features,
				unsigned int nodes)
{
	GPtrArray **writers = g_new0(GPtrArray *, nodes + 1);
	unsigned int a, i;

	for (a = 0; a < features; a++) {
		for (i = 0; i < nodes; i++) {
			if (!all[a].own[i])
				continue;
			if (!writers[i])
				writers[i] = g_ptr_array_new();
			g_ptr_array_add(writers[i], GUINT_TO_POINTER(a));
		}
	}
	return writers;
}

/* waits[a * n + b]: a is to be set after b. */
static bool *find_waits(const struct genicam *tree, const GPtrArray *features)
{
	struct reach *all = find_reaches(tree, features);
	unsigned int n = features->len, nodes = tree->nodes->len, i;
	GPtrArray **writers = find_writers(all, n, nodes);
	bool *waits = g_new0(bool, (gsize)n * n + 1);

	for (i = 0; i < n; i++)
		add_waits(waits + i * n, &all[i], writers, nodes, i);
	for (i = 0; i < n; i++) {
		g_free(all[i].own);
		g_free(all[i].needs);
	}
	for (i = 0; i < nodes; i++)
		g_clear_pointer(&writers[i], g_ptr_array_unref);
	g_free(writers);
	g_free(all);
	return waits;
}

/* The first that waits for nothing that is left, or in a circle just the first. */
static unsigned int next(const bool *waits, const bool *done, unsigned int n)
{
	unsigned int a, b, first = n;

	for (a = 0; a < n; a++) {
		if (done[a])
			continue;
		if (first == n)
			first = a;
		for (b = 0; b < n && (done[b] || !waits[a * n + b]); b++)
			;
		if (b == n)
			return a;
	}
	return first;
}

/**
 * preset_order() - sort features for setting them
 * @tree: the description
 * @features: of struct preset_feature, in the order of the tree
 *
 * Return: the same in the order of setting, which is that of the tree where
 * nothing depends on anything; freed with g_ptr_array_unref(), before @features.
 */
GPtrArray *preset_order(const struct genicam *tree, GPtrArray *features)
{
	bool *waits = find_waits(tree, features), *done = g_new0(bool, features->len + 1);
	GPtrArray *sorted = g_ptr_array_new();
	unsigned int a;

	while (sorted->len < features->len) {
		a = next(waits, done, features->len);
		done[a] = true;
		g_ptr_array_add(sorted, features->pdata[a]);
	}
	g_free(done);
	g_free(waits);
	return sorted;
}
