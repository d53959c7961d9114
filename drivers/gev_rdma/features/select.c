// SPDX-License-Identifier: GPL-2.0
/*
 * Features for one entry of a selector: select, access, restore. Where the
 * selector only says which register is meant, selecting is pretended: the camera
 * is not told, and what others have selected stays.
 */
#include "eval.h"

static const struct gev_map_feature *selector_of(const struct gev_map_view *map,
						 const struct gev_map_feature *f)
{
	return &map->features[le32_to_cpu(f->selector)];
}

/* The selector's subprogram runs, but nothing it writes gets anywhere. */
static int pretend(struct gev_features *fs, const struct gev_map_feature *f, unsigned int n)
{
	const struct gev_map_feature *s = selector_of(fs->map, f);
	const struct gev_map_entry *e = &fs->map->entries[le32_to_cpu(f->selected)];
	struct gev_eval *ev = fs->scratch;
	int ret;

	ret = gev_feature_entry_available(fs, le32_to_cpu(f->selector), n);
	if (ret <= 0)
		return ret ?: -ENODATA;
	gev_eval_begin(fs, false);
	ev->pretends = true;
	ret = gev_eval_run(fs, le32_to_cpu(s->set), le64_to_cpu(e->value), NULL);
	ev->pretends = false;
	return ret;
}

/**
 * gev_features_select() - select what a feature for one entry refers to
 * @fs: the camera's features; nothing is selected
 * @index: of the feature; nothing happens for one that has no entry
 *
 * Context: may sleep in the port; the caller serialises, until after
 * gev_features_unselect(), which is to be called after an error, too.
 * Return: 0 or -errno, see gevmap.h; -ENODATA where the entry is not there now.
 */
int gev_features_select(struct gev_features *fs, unsigned int index)
{
	const struct gev_map_feature *f = &fs->map->features[index];
	struct gev_eval *ev = fs->scratch;
	u32 selector, row;
	s64 value;
	int ret;

	if (f->selected == cpu_to_le32(GEV_MAP_NONE))
		return 0;
	selector = le32_to_cpu(f->selector);
	row = le32_to_cpu(f->selected);
	if (f->flags & GEV_MAP_FEATURE_INDEXED)
		return pretend(fs, f, row - le32_to_cpu(selector_of(fs->map, f)->entry));
	value = le64_to_cpu(fs->map->entries[row].value);
	ret = gev_feature_read(fs, selector, &ev->before);
	if (ret || ev->before == value)
		return ret;
	ev->selector = selector;
	ret = gev_feature_write(fs, selector, value);
	/* Refused before anything was sent; any other error may have come after a part. */
	ev->restores = ret != -EACCES && ret != -ENODATA;
	return ret;
}

/**
 * gev_features_unselect() - put back what was selected before
 * @fs: the camera's features
 *
 * Context: as gev_features_select().
 * Return: 0 or -errno, as of gev_feature_write().
 */
int gev_features_unselect(struct gev_features *fs)
{
	struct gev_eval *ev = fs->scratch;

	gev_eval_undo(fs);
	if (!ev->restores)
		return 0;
	ev->restores = false;
	/* The value has been there, whatever its entry says of itself now. */
	gev_eval_begin(fs, false);
	return gev_eval_run(fs, le32_to_cpu(fs->map->features[ev->selector].set), ev->before,
			    NULL);
}
