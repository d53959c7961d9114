// SPDX-License-Identifier: GPL-2.0
/*
 * Controls for single entries of selectors: an application that knows nothing
 * of selectors finds "Gain Red" and "Line Mode Line1". A listed few only: all
 * of them would be tens of thousands for some cameras.
 */
#include <stdio.h>
#include <string.h>

#include "features/view.h"
#include "map_feature.h"

#define ENTRIES_MAX	16	/* of a selector that is worth it */

/* Features with this in their name, behind the selector of that name. */
static const char * const families[] = {
	"BalanceRatio", "BlackLevel", "Counter", "Gain", "Line", "SequenceAddressBit",
	"SequenceControl", "Timer", "Trigger", "UserOutput",
};

static bool is_listed(const char *name, const char *selector)
{
	unsigned int i;
	size_t len;

	for (i = 0; i < G_N_ELEMENTS(families); i++) {
		len = strlen(families[i]);
		if (strstr(name, families[i]) && !strncmp(selector, families[i], len) &&
		    !strcmp(selector + len, "Selector"))
			return true;
	}
	return false;
}

static bool is_control(const struct map_feature *f)
{
	return f->fate == GEV_FATE_CUSTOM || f->fate == GEV_FATE_STANDARD;
}

static char *row_name(const struct map_feature *f, const struct map_entry *entry)
{
	return g_strdup_printf("%s[%s]", f->name, entry->name);
}

/* Whether anybody may have a control for each of the entries. */
static bool is_free(const struct map_feature *f, const struct map_feature *selector)
{
	bool ok = true;
	unsigned int i;
	char *name;

	for (i = 0; ok && i < selector->entries->len; i++) {
		name = row_name(f, &g_array_index(selector->entries, struct map_entry, i));
		ok = strlen(name) <= GEV_MAP_NAME_MAX &&
		     gev_name_classify(name, f->kind) == GEV_NAME_FREE;
		g_free(name);
	}
	return ok;
}

static bool wanted(const struct map_feature *f, const struct map_feature *selector)
{
	return is_control(f) && f->kind <= GEV_KIND_COMMAND && f->selectors == 1 &&
	       is_listed(f->name, selector->name) && is_control(selector) &&
	       selector->kind == GEV_KIND_ENUMERATION && !selector->selectors &&
	       selector->get != GEV_MAP_NONE && selector->set != GEV_MAP_NONE &&
	       selector->entries->len > 1 && selector->entries->len <= ENTRIES_MAX &&
	       is_free(f, selector);
}

/* Whether the map has room for a feature once more for each entry. */
static bool has_room(GPtrArray *rows, const struct map_feature *f, unsigned int n)
{
	unsigned int controls = 0, entries = 0, i;
	const struct map_feature *other;

	for (i = 0; i < rows->len; i++) {
		other = rows->pdata[i];
		controls += !!other->cid + !!other->std_cid;
		entries += other->entries->len;
	}
	return controls + n <= GEV_MAP_CONTROLS_MAX && rows->len + n <= GEV_MAP_FEATURES_MAX &&
	       entries + n * f->entries->len <= GEV_MAP_ENTRIES_MAX;
}

static void copy_row(struct map_feature *to, const struct map_feature *f)
{
	struct map_entry e;
	unsigned int i;

	to->kind = f->kind;
	to->fate = GEV_FATE_CUSTOM;
	to->flags = f->flags;
	to->scale = f->scale;
	to->unit = g_strdup(f->unit);
	to->access = f->access;
	to->get = f->get;
	to->set = f->set;
	to->done = f->done;
	to->min = f->min;
	to->max = f->max;
	to->inc = f->inc;
	for (i = 0; i < f->entries->len; i++) {
		e = g_array_index(f->entries, struct map_entry, i);
		e.name = g_strdup(e.name);
		g_array_append_val(to->entries, e);
	}
	to->base = f;
}

static void expand(struct map_features *fs, struct map_candidate *candidate,
		   const struct map_feature *selector)
{
	const struct map_feature *f = candidate->row;
	const struct map_entry *entry;
	struct map_feature *row;
	unsigned int i;
	char *name;

	for (i = 0; i < selector->entries->len; i++) {
		entry = &g_array_index(selector->entries, struct map_entry, i);
		name = row_name(f, entry);
		row = map_feature_row(&fs->compiler->build, name);
		g_free(name);
		copy_row(row, f);
		row->entry = i;
		map_control_for_entry(fs, row, candidate->class, entry->name);
	}
	candidate->why = candidate->why ?: g_strdup_printf("and %u controls by %s", i,
							   selector->name);
}

static int by_name(const void *a, const void *b)
{
	const struct map_feature * const *x = a, * const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

/**
 * map_expand() - add rows for single entries of selectors
 * @fs: the features, with controls and selectors; their order changes
 *
 * A feature gets all of its rows, or none where the map has no room.
 */
void map_expand(struct map_features *fs)
{
	GPtrArray *rows = fs->compiler->build.features;
	const struct map_feature *selector;
	struct map_candidate *f;
	unsigned int i;

	for (i = 0; i < fs->all->len; i++) {
		f = fs->all->pdata[i];
		if (!f->row || f->row->selector < 0)
			continue;
		/* Rows are added behind the others: numbers of selectors stay right. */
		selector = rows->pdata[f->row->selector];
		if (wanted(f->row, selector) && has_room(rows, f->row, selector->entries->len))
			expand(fs, f, selector);
	}
	g_ptr_array_sort(rows, by_name);
}
