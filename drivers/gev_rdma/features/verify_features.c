// SPDX-License-Identifier: GPL-2.0
/* Second half of the verifier: features, entries, controls, who may do what. */
#include "view.h"

#include <linux/gev_cids.h>

struct verifier {
	struct gev_map_view *map;
	u32 entries;	/* of the features so far, together */
	u32 lists;	/* likewise */
	char *why;
	size_t why_size;
};

static __printf(3, 4) int refuse(struct verifier *v, u32 feature, const char *fmt, ...)
{
	const struct gev_map_view *map = v->map;
	u32 name = le32_to_cpu(map->features[feature].name);
	va_list args;
	int n;

	n = snprintf(v->why, v->why_size, "feature %u, %s: ", feature,
		     name < map->count[GEV_MAP_STRINGS] ? map->strings + name : "nameless");
	if (n < 0 || (size_t)n >= v->why_size)
		return -EINVAL;
	va_start(args, fmt);
	vsnprintf(v->why + n, v->why_size - n, fmt, args);
	va_end(args);
	return -EINVAL;
}

static const char *string_at(const struct verifier *v, __le32 offset)
{
	return v->map->strings + le32_to_cpu(offset);
}

static bool string_ok(const struct verifier *v, __le32 offset, size_t most)
{
	return le32_to_cpu(offset) < v->map->count[GEV_MAP_STRINGS] &&
	       strlen(string_at(v, offset)) <= most;
}

static int verify_names(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	if (!string_ok(v, f->name, GEV_MAP_NAME_MAX) || !*string_at(v, f->name))
		return refuse(v, i, "its name is not 1 to %u bytes long", GEV_MAP_NAME_MAX);
	if (!string_ok(v, f->label, GEV_MAP_LABEL_MAX))
		return refuse(v, i, "its label is longer than %u bytes", GEV_MAP_LABEL_MAX);
	if (!string_ok(v, f->unit, GEV_MAP_NAME_MAX))
		return refuse(v, i, "its unit is longer than %u bytes", GEV_MAP_NAME_MAX);
	if (i && strcmp(string_at(v, f[-1].name), string_at(v, f->name)) >= 0)
		return refuse(v, i, "its name is there twice or out of order");
	return 0;
}

static int verify_numbers(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	const struct gev_map_view *map = v->map;
	u32 list = le32_to_cpu(f->list), lists = le32_to_cpu(f->lists), n;

	if (f->kind < GEV_KIND_INTEGER || f->kind > GEV_KIND_REGISTER)
		return refuse(v, i, "kind %u is not known", f->kind);
	if (f->fate < GEV_FATE_DRIVER || f->fate > GEV_FATE_EVALUATED)
		return refuse(v, i, "fate %u is not known", f->fate);
	if (f->flags >> 5 || f->reserved)
		return refuse(v, i, "it has unknown flags");
	if (f->scale > 9 || (f->scale && f->kind != GEV_KIND_FLOAT))
		return refuse(v, i, "scale %u", f->scale);
	if (!f->std_mul || !f->std_div)
		return refuse(v, i, "the standard control's factor is no number above 0");
	if (list > map->count[GEV_MAP_LISTS] || lists > map->count[GEV_MAP_LISTS] - list)
		return refuse(v, i, "its list lies outside of the lists");
	/* Or a small map could keep the evaluator busy for hours. */
	v->lists += lists;
	if (v->lists > map->count[GEV_MAP_LISTS])
		return refuse(v, i, "it and those before it have longer lists than there are");
	for (n = 0; n < lists; n++) {
		if (le16_to_cpu(map->lists[list + n]) >= map->count[GEV_MAP_FEATURES])
			return refuse(v, i, "its list names a feature that is not there");
	}
	if (le32_to_cpu(f->selector) != GEV_MAP_NONE &&
	    le32_to_cpu(f->selector) >= map->count[GEV_MAP_FEATURES])
		return refuse(v, i, "its selector is not there");
	return 0;
}

/* @want: GEV_MAP_SUB_ARGUMENT, GEV_MAP_SUB_RESULT, or 0 */
static bool sub_ok(const struct verifier *v, __le32 index, u32 want)
{
	u32 flags;

	if (le32_to_cpu(index) >= v->map->count[GEV_MAP_SUBS])
		return false;
	flags = v->map->subs[le32_to_cpu(index)].flags;
	if ((flags & (GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT)) != want)
		return false;
	/* Nobody changes what is the driver's by looking at a feature. */
	return want != GEV_MAP_SUB_RESULT || !(flags & GEV_MAP_SUB_OWNED);
}

static bool no_sub(__le32 index)
{
	return le32_to_cpu(index) == GEV_MAP_NONE;
}

static bool sub_or_none(const struct verifier *v, __le32 index, u32 want)
{
	return no_sub(index) || sub_ok(v, index, want);
}

static int verify_value_subs(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	bool limits = f->flags & GEV_MAP_FEATURE_HAS_LIMITS;

	if (!no_sub(f->done) || !no_sub(f->text))
		return refuse(v, i, "a value has neither an end nor a text");
	if (!sub_or_none(v, f->get, GEV_MAP_SUB_RESULT))
		return refuse(v, i, "its value's subprogram is missing or of the wrong form");
	if (!sub_or_none(v, f->set, GEV_MAP_SUB_ARGUMENT))
		return refuse(v, i, "its writing subprogram is missing or of the wrong form");
	if (!sub_or_none(v, f->min, GEV_MAP_SUB_RESULT) ||
	    !sub_or_none(v, f->max, GEV_MAP_SUB_RESULT) ||
	    !sub_or_none(v, f->inc, GEV_MAP_SUB_RESULT))
		return refuse(v, i, "a limit's subprogram is missing or of the wrong form");
	if (limits != !no_sub(f->min) || limits != !no_sub(f->max) ||
	    (!limits && !no_sub(f->inc)))
		return refuse(v, i, "it has some limits, but not all");
	if (limits && f->kind != GEV_KIND_INTEGER && f->kind != GEV_KIND_FLOAT)
		return refuse(v, i, "only integers and floats have limits");
	return 0;
}

static int verify_bytes_subs(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	bool text = !no_sub(f->text);

	if (!no_sub(f->set) || !no_sub(f->done) || !no_sub(f->min) || !no_sub(f->inc) ||
	    f->flags & GEV_MAP_FEATURE_HAS_LIMITS)
		return refuse(v, i, "a string or register has an address and a length only");
	if (text && (f->kind != GEV_KIND_STRING || !no_sub(f->get) || !no_sub(f->max) ||
		     !string_ok(v, f->text, GEV_MAP_STRING_MAX)))
		return refuse(v, i, "its text is not one");
	if (!text && (!sub_ok(v, f->get, GEV_MAP_SUB_RESULT) ||
		      !sub_ok(v, f->max, GEV_MAP_SUB_RESULT)))
		return refuse(v, i, "its address or length is missing or of the wrong form");
	return 0;
}

static int verify_subs(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	if (!sub_ok(v, f->access, GEV_MAP_SUB_RESULT))
		return refuse(v, i, "its access's subprogram is missing or of the wrong form");
	if (f->kind == GEV_KIND_STRING || f->kind == GEV_KIND_REGISTER)
		return verify_bytes_subs(v, i, f);
	if (f->kind != GEV_KIND_COMMAND)
		return verify_value_subs(v, i, f);
	if (!sub_ok(v, f->set, 0) || !sub_or_none(v, f->done, GEV_MAP_SUB_RESULT))
		return refuse(v, i, "a command's subprogram is missing or of the wrong form");
	if (!no_sub(f->get) || !no_sub(f->min) || !no_sub(f->max) || !no_sub(f->inc) ||
	    !no_sub(f->text) || f->flags & GEV_MAP_FEATURE_HAS_LIMITS)
		return refuse(v, i, "a command has no value");
	return 0;
}

static int verify_entries(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	const struct gev_map_view *map = v->map;
	u32 first = le32_to_cpu(f->entry), n = le32_to_cpu(f->entries);
	const struct gev_map_entry *e;

	if (first > map->count[GEV_MAP_ENTRIES] || n > map->count[GEV_MAP_ENTRIES] - first ||
	    n > GEV_MAP_FEATURE_ENTRIES_MAX)
		return refuse(v, i, "%u entries from %u on", n, first);
	v->entries += n;
	if (v->entries > map->count[GEV_MAP_ENTRIES])
		return refuse(v, i, "it and those before it have more entries than there are");
	if (f->kind == GEV_KIND_ENUMERATION ? !n : n)
		return refuse(v, i, "an enumeration has entries, and nothing else has");
	for (e = map->entries + first; n; e++, n--) {
		if (!string_ok(v, e->name, GEV_MAP_NAME_MAX) || !*string_at(v, e->name))
			return refuse(v, i, "an entry's name is not 1 to %u bytes long",
				      GEV_MAP_NAME_MAX);
		if (!sub_or_none(v, e->available, GEV_MAP_SUB_RESULT))
			return refuse(v, i, "an entry's subprogram is of the wrong form");
	}
	return 0;
}

/* A row for one entry of a selector: one that anybody may set, and that is not selected itself. */
static int verify_selection(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	u32 row = le32_to_cpu(f->selected);
	const struct gev_map_feature *s;

	if (row == GEV_MAP_NONE)
		return f->flags & GEV_MAP_FEATURE_INDEXED ?
		       refuse(v, i, "it is indexed by a selector, but not for one entry") : 0;
	if (f->kind == GEV_KIND_STRING || f->kind == GEV_KIND_REGISTER)
		return refuse(v, i, "strings and registers are not there for one entry");
	if (no_sub(f->selector))
		return refuse(v, i, "it is for one entry, but has no selector");
	s = &v->map->features[le32_to_cpu(f->selector)];
	if (s->kind != GEV_KIND_ENUMERATION || !no_sub(s->selected) || no_sub(s->get) ||
	    no_sub(s->set) || (s->fate != GEV_FATE_CUSTOM && s->fate != GEV_FATE_STANDARD))
		return refuse(v, i, "what selects it is not a selector for everybody");
	if (row < le32_to_cpu(s->entry) || row - le32_to_cpu(s->entry) >= le32_to_cpu(s->entries))
		return refuse(v, i, "its selector has no such entry");
	return 0;
}

/* Kinds that a role may have, as bits. */
static u32 role_kinds(enum gev_role role)
{
	switch (role) {
	case GEV_ROLE_ACQUISITION_START:
	case GEV_ROLE_ACQUISITION_STOP:
		return BIT(GEV_KIND_COMMAND);
	case GEV_ROLE_PIXEL_FORMAT:
	case GEV_ROLE_ACQUISITION_MODE:
	case GEV_ROLE_STREAM_PROTOCOL:
	case GEV_ROLE_RDMA_PROFILE:
		return BIT(GEV_KIND_ENUMERATION);
	case GEV_ROLE_FRAME_RATE:
		return BIT(GEV_KIND_FLOAT) | BIT(GEV_KIND_INTEGER);
	case GEV_ROLE_FRAME_RATE_ENABLE:
		return BIT(GEV_KIND_BOOLEAN) | BIT(GEV_KIND_ENUMERATION);
	case GEV_ROLE_TL_PARAMS_LOCKED:
		return BIT(GEV_KIND_INTEGER) | BIT(GEV_KIND_BOOLEAN);
	case GEV_ROLE_GENDC_DESCRIPTOR:
	case GEV_ROLE_GENDC_FLOW_TABLE:
		return BIT(GEV_KIND_REGISTER);
	default:
		return BIT(GEV_KIND_INTEGER);
	}
}

static int verify_role(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	if (!f->role)
		return 0;
	if (f->role >= GEV_ROLES)
		return refuse(v, i, "role %u is not known", f->role);
	if (v->map->role[f->role] >= 0)
		return refuse(v, i, "another feature has its role, too");
	if (!(role_kinds(f->role) & BIT(f->kind)))
		return refuse(v, i, "its kind does not fit its role");
	if (f->fate != GEV_FATE_DRIVER || !no_sub(f->selected))
		return refuse(v, i, "it has a role, but is not the driver's");
	v->map->role[f->role] = i;
	return 0;
}

/* Whether anything but looking can be done with a feature. */
static bool changes(const struct gev_map_feature *f)
{
	return !no_sub(f->set) || f->kind == GEV_KIND_REGISTER ||
	       (f->kind == GEV_KIND_STRING && no_sub(f->text));
}

static int verify_fate(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	bool owned = !no_sub(f->set) &&
		     v->map->subs[le32_to_cpu(f->set)].flags & GEV_MAP_SUB_OWNED;

	switch (f->fate) {
	case GEV_FATE_DRIVER:
		if (!no_sub(f->set) && !owned)
			return refuse(v, i, "the driver writes it, but not to what it owns");
		return 0;
	case GEV_FATE_STANDARD:
	case GEV_FATE_CUSTOM:
		if (owned)
			return refuse(v, i, "a control writes what only the driver may");
		if (changes(f) &&
		    gev_name_classify(string_at(v, f->name), f->kind) != GEV_NAME_FREE)
			return refuse(v, i, "it must not be a writable control");
		return 0;
	default:
		return 0;
	}
}

static int verify_control(struct verifier *v, u32 i, const struct gev_map_feature *f)
{
	u32 cid = le32_to_cpu(f->cid), std = le32_to_cpu(f->std_cid);
	bool control = f->fate == GEV_FATE_STANDARD || f->fate == GEV_FATE_CUSTOM;
	const char *label;

	if (!control)
		return cid || std ? refuse(v, i, "it has a control id, but is no control") : 0;
	if (f->kind == GEV_KIND_REGISTER)
		return refuse(v, i, "a register is no control");
	if (f->fate == GEV_FATE_STANDARD ? !std : std || !cid)
		return refuse(v, i, "its control ids do not fit its fate");
	if (std && !gev_standard_control(std, &label, f->kind))
		return refuse(v, i, "standard control %#x cannot stand for it", std);
	if (cid && (cid < GEV_CLASS_FIRST || (cid & 0xffff) < GEV_CID_FIXED ||
		    cid >> 16 >= (GEV_CLASS_FIRST >> 16) + GEV_CLASSES))
		return refuse(v, i, "control id %#x is none of ours", cid);
	if (cid && !*string_at(v, f->label))
		return refuse(v, i, "its control has no label");
	return 0;
}

/* Labels of feature @i, hashed: exact control, standard control. */
static u16 *hashes(const struct verifier *v, u32 i)
{
	return &v->map->depth[2 * i];
}

static_assert(2 * GEV_MAP_FEATURES_MAX <= GEV_MAP_SUB_CODE_MAX);

static void hash_labels(struct verifier *v, u32 i)
{
	const struct gev_map_feature *f = &v->map->features[i];
	const char *standard;

	hashes(v, i)[0] = f->cid ? gev_label_hash(string_at(v, f->label)) : 0;
	hashes(v, i)[1] = 0;
	if (gev_standard_control(le32_to_cpu(f->std_cid), &standard, f->kind))
		hashes(v, i)[1] = gev_label_hash(standard);
}

/* Nearly always no: each control is compared with each other one. */
static bool may_clash(const struct verifier *v, u32 i, u32 j)
{
	const u16 *a = hashes(v, i), *b = hashes(v, j);

	if (i == j)
		return a[0] && a[0] == a[1];
	return (a[0] && (a[0] == b[0] || a[0] == b[1])) || (a[1] && a[1] == b[0]);
}

static bool labels_clash(struct verifier *v, const struct gev_map_feature *a,
			 const struct gev_map_feature *b)
{
	const char *la = a->cid ? string_at(v, a->label) : NULL;
	const char *lb = b->cid ? string_at(v, b->label) : NULL;
	const char *sa = NULL, *sb = NULL;

	gev_standard_control(le32_to_cpu(a->std_cid), &sa, a->kind);
	gev_standard_control(le32_to_cpu(b->std_cid), &sb, b->kind);
	if (a == b)
		return la && sa && gev_label_equal(la, sa);
	return (la && lb && gev_label_equal(la, lb)) || (sa && lb && gev_label_equal(sa, lb)) ||
	       (la && sb && gev_label_equal(la, sb));
}

/* Controls of the whole map: their number, ids and labels. */
static int verify_controls(struct verifier *v)
{
	const struct gev_map_feature *f = v->map->features;
	u32 n = v->map->count[GEV_MAP_FEATURES], i, j, controls = 0;

	for (i = 0; i < n; i++) {
		if (!f[i].cid && !f[i].std_cid)
			continue;
		hash_labels(v, i);
		controls += !!f[i].cid + !!f[i].std_cid;
		if (controls > GEV_MAP_CONTROLS_MAX)
			return refuse(v, i, "more than %u controls", GEV_MAP_CONTROLS_MAX);
		for (j = 0; j <= i; j++) {
			if (!f[j].cid && !f[j].std_cid)
				continue;
			if (i != j && ((f[i].cid && f[i].cid == f[j].cid) ||
				       (f[i].std_cid && f[i].std_cid == f[j].std_cid)))
				return refuse(v, i, "feature %u has the same control id", j);
			if (may_clash(v, i, j) && labels_clash(v, &f[i], &f[j]))
				return refuse(v, i, "its label and that of feature %u look alike",
					      j);
		}
	}
	return 0;
}

/**
 * gev_map_verify_features() - the part of gev_map_verify() about features
 * @map: tables, strings and subprograms are verified already; gets the roles
 * @why: gets a sentence about what is wrong
 * @why_size: of @why
 *
 * Context: any.
 * Return: 0 or -EINVAL.
 */
int gev_map_verify_features(struct gev_map_view *map, char *why, size_t why_size)
{
	static int (* const rule[])(struct verifier *v, u32 i, const struct gev_map_feature *f) = {
		verify_names, verify_numbers, verify_subs, verify_entries, verify_selection,
		verify_role, verify_fate, verify_control,
	};
	struct verifier v = { .map = map, .why = why, .why_size = why_size };
	unsigned int r;
	int ret;
	u32 i;

	for (r = 0; r < GEV_ROLES; r++)
		map->role[r] = -1;
	for (i = 0; i < map->count[GEV_MAP_FEATURES]; i++) {
		for (r = 0; r < ARRAY_SIZE(rule); r++) {
			ret = rule[r](&v, i, &map->features[i]);
			if (ret)
				return ret;
		}
	}
	return verify_controls(&v);
}
