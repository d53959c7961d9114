/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One feature, evaluated by a map and by the reference evaluator: these two
 * have to agree on everything, by no rule.
 */
#ifndef REFERENCE_COMPARE_H
#define REFERENCE_COMPARE_H

#include <stdio.h>

#include <linux/gev_map.h>

#include "features/gevmap.h"
#include "reference_evaluator.h"

/* What has been seen of a feature. */
#define SEEN_ABSENT	1
#define SEEN_THERE	2
#define SEEN_VALUE	4
#define SEEN_OTHER	8	/* another value than the first one */
#define SEEN_LOCKED	16
#define SEEN_WRITTEN	32

/**
 * struct reference_check - a map against the reference
 * @fs: the map's features
 * @ref: the reference's camera
 * @seen: SEEN_*, for each feature
 * @value: first value of each feature
 * @answers: questions that were asked both
 * @disagreements: answers that differ
 * @first: the first of these
 */
struct reference_check {
	struct gev_features *fs;
	struct reference ref;
	u8 *seen;
	s64 *value;
	unsigned long answers;
	unsigned long disagreements;
	char first[256];
};

static void G_GNUC_PRINTF(4, 5) reference_agree(struct reference_check *k, const char *name,
						bool same, const char *format, ...)
{
	char text[128];
	va_list args;

	k->answers++;
	if (same || k->disagreements++)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	snprintf(k->first, sizeof(k->first), "%s: %s", name, text);
}

static void reference_check_access(struct reference_check *k, unsigned int i, const char *name,
				   struct reference_node *node)
{
	unsigned int theirs = 0;
	u32 ours = 0;
	int ret = gev_feature_access(k->fs, i, &ours);
	int want = reference_access(&k->ref, node, &theirs);

	reference_agree(k, name, ret ? want && (ret == -ENODATA) == (want == -ENODATA) :
			!want && ours == theirs, "access %d %x, not %d %x", ret, ours, want,
			theirs);
	k->seen[i] |= ret ? SEEN_ABSENT : SEEN_THERE;
	if (!ret && ours & GEV_ACCESS_LOCKED)
		k->seen[i] |= SEEN_LOCKED;
}

/* Floats to the last bit, unless they come from where the last bits are free. */
static bool reference_same_float(double a, const struct reference_value *v)
{
	if (isnan(a) && isnan(v->f))
		return true;
	return v->near ? fabs(a - v->f) <= 4 * DBL_EPSILON * fabs(v->f) : !memcmp(&a, &v->f, 8);
}

/* Whether an enumeration has an entry for a value. */
static bool reference_has_entry(const struct reference_node *node, s64 value)
{
	struct reference_node *child;
	unsigned int i;

	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (reference_is(child, "EnumEntry") &&
		    reference_literal(node, reference_text(child, "Value")).i == value)
			return true;
	}
	return false;
}

static void reference_check_value(struct reference_check *k, unsigned int i,
				  const struct gev_feature *f, struct reference_node *node)
{
	struct reference_value v = { 0 };
	unsigned int access;
	double real = 0;
	s64 value = 0;
	int ret, want;

	want = reference_access(&k->ref, node, &access);
	if (!want)
		want = access & REFERENCE_READ ? reference_get(&k->ref, node, &v) : -EACCES;
	if (f->kind == GEV_KIND_FLOAT) {
		ret = gev_feature_read_double_bits(k->fs, i, (u64 *)&value);
		memcpy(&real, &value, sizeof(real));
		reference_agree(k, f->name, ret || want ? ret && want :
				reference_same_float(real, &v), "%d %.17g, not %d %.17g", ret,
				real, want, v.f);
	} else {
		ret = gev_feature_read(k->fs, i, &value);
		/* A number without an entry is no value. */
		if (!want && f->kind == GEV_KIND_ENUMERATION && !reference_has_entry(node, v.i))
			want = -EINVAL;
		reference_agree(k, f->name, ret || want ? ret && want : value == v.i,
				"%d %lld, not %d %lld", ret, (long long)value, want,
				(long long)v.i);
	}
	if (ret)
		return;
	if (k->seen[i] & SEEN_VALUE && value != k->value[i])
		k->seen[i] |= SEEN_OTHER;
	k->seen[i] |= SEEN_VALUE;
	k->value[i] = value;
}

/* A limit on the map's scale: rounded there, and far ones are cut. */
static gint64 reference_scaled(const struct gev_feature *f, const struct reference_value *v)
{
	long double scaled = roundl(v->f * powl(10, f->scale));

	if (scaled >= 0x1p63L)
		return G_MAXINT64;
	return scaled <= -0x1p63L ? G_MININT64 : (gint64)scaled;
}

static bool reference_same_limit(const struct gev_feature *f, s64 ours,
				 const struct reference_value *v)
{
	long double want = reference_scaled(f, v);

	/* The product has 64 bits here, not more; and see reference_value.near. */
	return fabsl(ours - want) <= 1 + (v->near ? fabsl(want) / (1LL << 50) : 0);
}

static int reference_limits(struct reference *r, const struct gev_feature *f,
			    struct reference_node *node, struct reference_value v[3])
{
	static const double end[] = { -DBL_MAX, DBL_MAX, 0 };
	unsigned int i, without = 0;
	int ret;

	for (i = REFERENCE_MIN; i <= REFERENCE_INC; i++) {
		ret = reference_bound(r, node, i, &v[i]);
		if (ret && ret != -ENOENT)
			return ret;
		if (!ret)
			continue;
		without += i < REFERENCE_INC;
		v[i].f = end[i];
		v[i].i = i == REFERENCE_MIN ? G_MININT64 : i == REFERENCE_MAX ? G_MAXINT64 : 1;
	}
	if (f->kind == GEV_KIND_FLOAT && (isnan(v[0].f) || isnan(v[1].f) || isnan(v[2].f)))
		return -EDOM;
	/* What is the same on the map's scale is in order. */
	if (f->kind == GEV_KIND_FLOAT &&
	    reference_scaled(f, &v[0]) > reference_scaled(f, &v[1]))
		return -ERANGE;
	if (f->kind != GEV_KIND_FLOAT && v[0].i > v[1].i)
		return -ERANGE;
	if (v[2].i < 1 || without == 2)
		v[2].i = 1;
	return 0;
}

static void reference_check_limits(struct reference_check *k, unsigned int i,
				   const struct gev_feature *f, struct reference_node *node)
{
	struct reference_value v[3] = { 0 };
	struct gev_limits l = { 0 };
	int ret = gev_feature_limits(k->fs, i, &l);
	int want = reference_limits(&k->ref, f, node, v);
	bool same;

	if (ret || want)
		same = ret && want;
	else if (f->kind == GEV_KIND_FLOAT)
		same = reference_same_limit(f, l.min, &v[0]) &&
		       reference_same_limit(f, l.max, &v[1]);
	else
		same = l.min == v[0].i && l.max == v[1].i && l.inc == v[2].i;
	reference_agree(k, f->name, same, "limits %d %lld %lld %lld, not %d %lld %lld %lld %g %g",
			ret, (long long)l.min, (long long)l.max, (long long)l.inc, want,
			(long long)v[0].i, (long long)v[1].i, (long long)v[2].i, v[0].f, v[1].f);
}

static struct reference_node *reference_entry(struct reference_node *node, const char *name)
{
	return reference_named(node, "EnumEntry", name, strlen(name));
}

static int reference_entry_available(struct reference *r, struct reference_node *node,
				     const char *name)
{
	struct reference_node *entry = reference_entry(node, name);
	int ret = entry ? reference_condition(r, entry, "pIsImplemented", 1) : -ENOENT;

	return ret == 1 ? reference_condition(r, entry, "pIsAvailable", 1) : ret;
}

static void reference_check_entries(struct reference_check *k, unsigned int i,
				    const struct gev_feature *f, struct reference_node *node)
{
	struct gev_entry e;
	int ours, theirs;
	unsigned int n;

	for (n = 0; n < f->entries; n++) {
		gev_map_entry(k->fs->map, i, n, &e);
		ours = gev_feature_entry_available(k->fs, i, n);
		theirs = reference_entry_available(&k->ref, node, e.name);
		reference_agree(k, f->name, ours < 0 ? theirs < 0 : ours == theirs,
				"entry %s: %d, not %d", e.name, ours, theirs);
	}
}

static void reference_check_string(struct reference_check *k, unsigned int i,
				   const struct gev_feature *f, struct reference_node *node)
{
	char ours[GEV_MAP_STRING_MAX + 1], theirs[GEV_MAP_STRING_MAX + 1] = "";
	struct reference_node *place = reference_string(&k->ref, node);
	unsigned int access = 0;
	guint64 address;
	gint64 length;
	int ret, want;

	ret = gev_feature_read_string(k->fs, i, ours, sizeof(ours));
	want = reference_access(&k->ref, node, &access);
	if (!want && !(access & REFERENCE_READ))
		want = -EACCES;
	if (!want && reference_is(place, "String")) {
		g_strlcpy(theirs, reference_text(place, "Value"), sizeof(theirs));
	} else if (!want) {
		want = reference_place(&k->ref, place, &address, &length);
		if (!want && length > GEV_MAP_STRING_MAX)
			want = -ERANGE;
		if (!want)
			memory_read(&k->ref.memory, address, theirs, length);
	}
	reference_agree(k, f->name, ret ? want : !want && !strcmp(ours, theirs), "text %d, not %d",
			ret, want);
	if (!ret)
		k->seen[i] |= SEEN_VALUE;
}

static void reference_check_place(struct reference_check *k, unsigned int i,
				  const struct gev_feature *f, struct reference_node *node)
{
	unsigned int access;
	guint64 address = 0;
	gint64 length = 0;
	u64 at = 0, len = 0;
	int ret = gev_feature_register(k->fs, i, &at, &len);
	int want = reference_access(&k->ref, node, &access);

	if (!want && !(access & (REFERENCE_READ | REFERENCE_WRITE)))
		want = -EACCES;
	if (!want)
		want = reference_place(&k->ref, node, &address, &length);
	reference_agree(k, f->name, ret ? want : !want && at == address && len == (u64)length,
			"%d at %llx, not %d at %llx", ret, (unsigned long long)at, want,
			(unsigned long long)address);
	if (!ret)
		k->seen[i] |= SEEN_VALUE;
}

/* All that can be asked about a feature. */
static void reference_check_feature(struct reference_check *k, unsigned int i)
{
	struct reference_node *node;
	struct gev_feature f;

	gev_map_feature(k->fs->map, i, &f);
	/* For one entry of a selector: compared with the feature itself instead. */
	if (f.selected >= 0)
		return;
	node = reference_find(&k->ref.xml, f.name);
	if (!node) {
		reference_agree(k, f.name, false, "the reference has no such node");
		return;
	}
	reference_check_access(k, i, f.name, node);
	switch (f.kind) {
	case GEV_KIND_STRING:
		reference_check_string(k, i, &f, node);
		return;
	case GEV_KIND_REGISTER:
		reference_check_place(k, i, &f, node);
		return;
	case GEV_KIND_COMMAND:
		return;
	case GEV_KIND_ENUMERATION:
		reference_check_entries(k, i, &f, node);
		break;
	case GEV_KIND_INTEGER:
	case GEV_KIND_FLOAT:
		reference_check_limits(k, i, &f, node);
		break;
	}
	reference_check_value(k, i, &f, node);
}

/* Writes a number, an entry, a switch, a command; as gev_feature_write() does. */
static int reference_write(struct reference *r, const struct gev_feature *f,
			   struct reference_node *node, s64 value, const char *entry)
{
	struct reference_value v = reference_integer(value);
	unsigned int access;
	int ret = reference_access(r, node, &access);

	if (!ret && !(access & REFERENCE_WRITE))
		ret = -EACCES;
	if (!ret && f->kind == GEV_KIND_ENUMERATION)
		ret = reference_entry_available(r, node, entry) == 1 ? 0 : -ENODATA;
	if (!ret && f->kind == GEV_KIND_COMMAND)
		ret = reference_property(r, node, "CommandValue", "pCommandValue", &v);
	if (f->kind == GEV_KIND_FLOAT)
		v = reference_real(value / pow(10, f->scale));
	return ret ?: reference_put(r, node, v);
}

static int reference_write_string(struct reference *r, struct reference_node *node,
				  const char *text)
{
	struct reference_node *place = reference_string(r, node);
	char bytes[GEV_MAP_STRING_MAX] = "";
	unsigned int access;
	guint64 address;
	gint64 length;
	int ret = reference_access(r, node, &access);

	if (!ret && (!(access & REFERENCE_WRITE) || reference_is(place, "String")))
		ret = -EACCES;
	if (!ret)
		ret = reference_place(r, place, &address, &length);
	if (!ret && (length > (gint64)sizeof(bytes) || (gint64)strlen(text) >= length))
		ret = -ERANGE;
	if (ret)
		return ret;
	memcpy(bytes, text, strlen(text));
	memory_write(&r->memory, address, bytes, length);
	r->generation++;
	return 0;
}

/* After a write that ended with @ret for the map and with @want for the reference. */
static bool reference_check_write(struct reference_check *k, unsigned int i, const char *name,
				  struct memory *ours, int ret, int want)
{
	guint32 address = 0;
	bool same = ret ? want : !want;

	if (!ret)
		k->seen[i] |= SEEN_WRITTEN;
	if (memory_differs(&k->ref.memory, ours, &address))
		same = false;
	reference_agree(k, name, same, "writing gives %d, not %d, and %08x at %x, not %08x", ret,
			want, GUINT32_FROM_BE(memory_word(ours, address)), address,
			GUINT32_FROM_BE(memory_word(&k->ref.memory, address)));
	return same;
}

#endif /* REFERENCE_COMPARE_H */
