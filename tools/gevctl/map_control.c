// SPDX-License-Identifier: GPL-2.0
/* Ids and labels of controls. */
#include <stdio.h>
#include <string.h>

#include <linux/gev_cids.h>

#include "features/view.h"
#include "map_feature.h"
#include "map_sfnc.h"

/* FNV-1a: the same for a name in every camera and every version of this tool. */
static uint32_t hash(const char *s)
{
	uint32_t h = 2166136261u;

	while (*s)
		h = (h ^ (uint8_t)*s++) * 16777619u;
	return h ^ h >> 16;
}

/* "ExposureTimeAbs" is "Exposure Time Abs", "LUTIndex" is "LUT Index". */
static char *spaced(const char *name)
{
	GString *s = g_string_new(NULL);
	const char *p;
	bool start;

	for (p = name; *p; p++) {
		start = g_ascii_isupper(*p) && p > name &&
			(g_ascii_islower(p[-1]) || g_ascii_isdigit(p[-1]) ||
			 (g_ascii_isupper(p[-1]) && g_ascii_islower(p[1])));
		if (start)
			g_string_append_c(s, ' ');
		g_string_append_c(s, *p == '_' ? ' ' : *p);
	}
	return g_string_free(s, FALSE);
}

/* 26 bytes of it, without cutting a character, and four digits for the whole. */
static char *shortened(const char *label, const char *name)
{
	size_t length = MIN(strlen(label), 26);

	while (length && length < strlen(label) && ((uint8_t)label[length] & 0xc0) == 0x80)
		length--;
	return g_strdup_printf("%.*s~%04x", (int)length, label, hash(name) & 0xffff);
}

static bool label_taken(GPtrArray *features, const struct map_feature *self, const char *label)
{
	const struct map_feature *f;
	const char *standard;
	unsigned int i;

	for (i = 0; i < features->len; i++) {
		f = features->pdata[i];
		if (f->std_cid && gev_standard_control(f->std_cid, &standard, f->kind) &&
		    gev_label_equal(label, standard))
			return true;
		if (f != self && f->label && gev_label_equal(label, f->label))
			return true;
	}
	return false;
}

/* Takes @label over, as long as it is short enough, and no other's. */
static void set_label(GPtrArray *features, struct map_feature *f, char *label)
{
	char *other;

	if (f->std_cid && label_taken(features, f, label)) {
		other = g_strconcat(label, " Exact", NULL);
		g_free(label);
		label = other;
	}
	if (strlen(label) > GEV_MAP_LABEL_MAX || label_taken(features, f, label)) {
		other = shortened(label, f->name);
		g_free(label);
		label = other;
	}
	f->label = label;
}

static bool cid_taken(GPtrArray *features, uint32_t cid)
{
	const struct map_feature *f;
	unsigned int i;

	for (i = 0; i < features->len; i++) {
		f = features->pdata[i];
		if (f->cid == cid)
			return true;
	}
	return false;
}

static void set_cid(GPtrArray *features, struct map_feature *f, uint32_t class)
{
	uint32_t cid = map_sfnc_cid(f->name), h = hash(f->name);

	while (!cid || cid_taken(features, cid))
		cid = (class ?: GEV_CLASS_OTHER) | GEV_CID_HASHED | (h++ & 0x7fff);
	f->cid = cid;
}

/* The control's unit, in units of the exact control. */
static void set_standard(struct map_feature *f, const struct map_standard *s)
{
	unsigned int places = f->scale, i;

	f->std_cid = s->cid;
	f->std_div = s->unit;
	if (f->kind == GEV_KIND_FLOAT && s->hundredths)
		places -= 2;
	for (i = 0; f->kind == GEV_KIND_FLOAT && i < places; i++)
		f->std_div *= 10;
	f->fate = GEV_FATE_STANDARD;
}

/* Of several features for one standard control the best one gets it. */
static void set_standards(struct map_features *fs)
{
	struct map_candidate *f, *best;
	const struct map_standard *s;
	unsigned int i, k, rank, lowest;
	const char *label;
	GArray *done = g_array_new(FALSE, FALSE, sizeof(uint32_t));

	for (i = 0; i < fs->all->len; i++) {
		f = fs->all->pdata[i];
		s = map_sfnc_standard(f->name, &lowest);
		if (!s)
			continue;
		best = NULL;
		for (k = 0; k < fs->all->len; k++) {
			const struct map_standard *other;

			f = fs->all->pdata[k];
			other = map_sfnc_standard(f->name, &rank);
			if (!f->row || f->row->fate != GEV_FATE_CUSTOM || !other ||
			    other->cid != s->cid ||
			    !gev_standard_control(s->cid, &label, f->row->kind))
				continue;
			if (!best || rank < lowest) {
				best = f;
				lowest = rank;
			}
		}
		for (k = 0; k < done->len; k++) {
			if (g_array_index(done, uint32_t, k) == s->cid)
				best = NULL;
		}
		g_array_append_val(done, s->cid);
		if (best)
			set_standard(best->row, map_sfnc_standard(best->name, &rank));
	}
	g_array_unref(done);
}

/**
 * map_controls() - give controls their ids and labels
 * @fs: the features, with fates
 *
 * The standard control of a menu or a switch says the same as an exact one
 * would, so there is none. Controls beyond the ceiling are left to gevctl.
 */
void map_controls(struct map_features *fs)
{
	GPtrArray *features = fs->compiler->build.features;
	struct map_candidate *f;
	unsigned int i, controls = 0;

	set_standards(fs);
	for (i = 0; i < fs->all->len; i++) {
		f = fs->all->pdata[i];
		if (!f->row || (f->row->fate != GEV_FATE_STANDARD &&
				f->row->fate != GEV_FATE_CUSTOM))
			continue;
		if (controls + 2 > GEV_MAP_CONTROLS_MAX) {
			f->row->fate = GEV_FATE_EVALUATED;
			f->row->std_cid = 0;
			f->why = f->why ?: g_strdup("the map has no room for more controls");
			continue;
		}
		controls += !!f->row->std_cid;
		if (f->row->std_cid && (f->row->kind == GEV_KIND_ENUMERATION ||
					f->row->kind == GEV_KIND_BOOLEAN))
			continue;
		controls++;
		set_cid(features, f->row, f->class);
		set_label(features, f->row, spaced(f->row->name));
	}
}

/**
 * map_control_for_entry() - id and label of a control for one entry of a selector
 * @fs: the features
 * @f: its row
 * @class: of the feature's category, or 0
 * @entry: name of the entry
 */
void map_control_for_entry(struct map_features *fs, struct map_feature *f, uint32_t class,
			   const char *entry)
{
	GPtrArray *features = fs->compiler->build.features;
	char *label = spaced(f->base->name);

	set_cid(features, f, f->base->cid ? f->base->cid & GEV_CLASS_MASK : class);
	set_label(features, f, g_strconcat(label, " ", entry, NULL));
	g_free(label);
}
