// SPDX-License-Identifier: GPL-2.0
/*
 * What the registers of somebody else's camera hold at power-up.
 *
 * All of them are zero at first, and a description does not say what is in a
 * register that can only be read. So it is asked: such registers get contents
 * with which features are there and have limits; then each value is moved
 * within its limits. Registers that can be written are never used to make a
 * feature appear: that would be somebody's settings.
 */
#include "contents.h"
#include "foreign.h"

#define CONTENTS_WIDTH		2048
#define CONTENTS_HEIGHT		1536
#define CONTENTS_LIMIT		1000
#define CONTENTS_STEP		4
#define CONTENTS_PLACES		32	/* of a selector */
#define CONTENTS_SELECTORS	3	/* of a feature, or before one of these */

static bool contents_read_only(ArvDevice *nodes, ArvGcNode *node)
{
	ArvGcNode *reg = sim_node_register(nodes, node);
	const char *mode = reg ? sim_node_text(reg, "AccessMode") : "RW";

	if (!mode && ARV_IS_GC_STRUCT_ENTRY_NODE(reg))
		mode = sim_node_text(arv_dom_node_get_parent_node(ARV_DOM_NODE(reg)),
				     "AccessMode");
	return !mode || !strcmp(mode, "RO");
}

typedef bool contents_change(ArvDevice *nodes, ArvGcNode *node, s64 want, int depth);

typedef bool contents_test(s64 value, s64 want);

static bool contents_is_positive(s64 value, s64 want)
{
	(void)want;
	return value > 0;
}

static bool contents_is_equal(s64 value, s64 want)
{
	return value == want;
}

/* Change the registers that a formula reads, until one of them is what does it. */
static bool contents_variables(ArvDevice *nodes, ArvGcNode *formula, s64 want, int depth,
			       contents_change *change, contents_test *test)
{
	ArvDomNode *child, *text;
	s64 value, before = 0;
	ArvGcNode *variable;
	bool done = false;
	const char *name;

	for (child = arv_dom_node_get_first_child(ARV_DOM_NODE(formula)); child && !done;
	     child = arv_dom_node_get_next_sibling(child)) {
		if (strcmp(arv_dom_node_get_node_name(child), "pVariable"))
			continue;
		text = arv_dom_node_get_first_child(child);
		if (!text || !ARV_IS_DOM_CHARACTER_DATA(text))
			continue;
		name = arv_dom_character_data_get_data(ARV_DOM_CHARACTER_DATA(text));
		variable = sim_node_find(nodes, name);
		sim_node_get(variable, &before);
		change(nodes, variable, want, depth);
		done = sim_node_get(formula, &value) && test(value, want);
		/* One of several factors is not what is equal to all of it. */
		if (!done && test == contents_is_equal)
			sim_node_set(variable, before);
	}
	return done;
}

static bool contents_is_formula(ArvGcNode *node)
{
	return ARV_IS_GC_SWISS_KNIFE(node);
}

/* Formulas divide by what cannot be 0 in the camera. */
static bool contents_divides(ArvGcNode *node)
{
	return ARV_IS_GC_SWISS_KNIFE_NODE(node) || ARV_IS_GC_CONVERTER_NODE(node);
}

/* Try what makes a register other than zero. */
static bool contents_nonzero(ArvGcNode *node)
{
	static const s64 tries[] = { 1, -1, U32_MAX };
	s64 value;

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++)
		if (sim_node_set(node, tries[i]) && sim_node_get(node, &value) && value)
			return true;
	return false;
}

/* Make a node say yes, if only registers that are not for writing are in its way. */
static bool contents_allow(ArvDevice *nodes, ArvGcNode *node, s64 want, int depth)
{
	s64 value;

	if (!node || depth > SIM_NODE_DEPTH)
		return false;
	if (sim_node_get(node, &value) && value)
		return true;
	if (contents_is_formula(node))
		return contents_variables(nodes, node, want, depth + 1, contents_allow,
					  contents_is_positive);
	return contents_read_only(nodes, node) && contents_nonzero(node);
}

/* Make a limit or a step that is zero a number, of some size where it is a limit. */
static bool contents_raise(ArvDevice *nodes, ArvGcNode *node, s64 want, int depth)
{
	const char *name;
	s64 value = 0;

	if (!node || depth > SIM_NODE_DEPTH || (sim_node_get(node, &value) && value > 0))
		return value > 0;
	if (contents_is_formula(node))
		return contents_variables(nodes, node, want, depth + 1, contents_raise,
					  contents_is_positive);
	if (!contents_read_only(nodes, node))
		return false;
	name = arv_gc_feature_node_get_name(ARV_GC_FEATURE_NODE(node));
	if (want == CONTENTS_LIMIT && strstr(name, "Width"))
		want = CONTENTS_WIDTH;
	else if (want == CONTENTS_LIMIT && strstr(name, "Height"))
		want = CONTENTS_HEIGHT;
	sim_node_set(node, want);
	return sim_node_get(node, &value) && value > 0;
}

static bool contents_put(ArvDevice *nodes, ArvGcNode *node, s64 want, int depth)
{
	s64 value;

	if (!node || depth > SIM_NODE_DEPTH)
		return false;
	if (sim_node_get(node, &value) && value == want)
		return true;
	if (contents_is_formula(node))
		return contents_variables(nodes, node, want, depth + 1, contents_put,
					  contents_is_equal);
	if (!sim_node_set(node, want))
		return contents_put(nodes, sim_node_refer(nodes, node, "pValue"), want,
				    depth + 1);
	return sim_node_get(node, &value) && value == want;
}

/* A limit above this minimum. */
static s64 contents_limit(double min)
{
	return min >= CONTENTS_LIMIT && min < U32_MAX / 16 ? min * 16 : CONTENTS_LIMIT;
}

static const char * const sizes[] = { "Width", "Height", NULL };
static const char * const sensor[] = {
	"SensorWidth", "SensorHeight", "WidthMax", "HeightMax", NULL,
};

static bool contents_is_one_of(ArvGcNode *node, const char * const *names)
{
	return g_strv_contains(names, arv_gc_feature_node_get_name(ARV_GC_FEATURE_NODE(node)));
}

static void contents_settle_integer(ArvDevice *nodes, ArvGcNode *node)
{
	ArvGcInteger *integer = ARV_GC_INTEGER(node);
	s64 min, max, inc, value;

	contents_raise(nodes, sim_node_refer(nodes, node, "pInc"), CONTENTS_STEP, 0);
	if (contents_is_one_of(node, sizes))
		contents_raise(nodes, sim_node_refer(nodes, node, "pMin"), CONTENTS_STEP, 0);
	if (contents_is_one_of(node, sensor))
		contents_raise(nodes, node, CONTENTS_LIMIT, 0);
	min = arv_gc_integer_get_min(integer, NULL);
	max = arv_gc_integer_get_max(integer, NULL);
	if (max <= min) {
		contents_raise(nodes, sim_node_refer(nodes, node, "pMax"),
			       contents_limit(min), 0);
		max = arv_gc_integer_get_max(integer, NULL);
	}
	inc = arv_gc_integer_get_inc(integer, NULL);
	if (!sim_node_get(node, &value) || min > max || (value >= min && value <= max))
		return;
	value = value < min ? min : max;
	if (inc > 1)
		value -= (s64)((u64)value - (u64)min) % inc;
	sim_node_set(node, value);
}

static void contents_settle_float(ArvDevice *nodes, ArvGcNode *node)
{
	ArvGcFloat *number = ARV_GC_FLOAT(node);
	double min, max, value;

	min = arv_gc_float_get_min(number, NULL);
	max = arv_gc_float_get_max(number, NULL);
	if (max <= min) {
		contents_raise(nodes, sim_node_refer(nodes, node, "pMax"),
			       contents_limit(min), 0);
		max = arv_gc_float_get_max(number, NULL);
	}
	if (!sim_node_get_float(node, &value) || !(min <= max) ||
	    (value >= min && value <= max))
		return;
	sim_node_set_float(node, value > max ? max : min);
}

static void contents_permit(ArvDevice *nodes, void *node)
{
	contents_allow(nodes, sim_node_refer(nodes, node, "pIsImplemented"), 0, 0);
	contents_allow(nodes, sim_node_refer(nodes, node, "pIsAvailable"), 0, 0);
}

/* The first entry with which it reads as that entry. */
static void contents_first_entry(ArvDevice *nodes, ArvGcNode *node, const gint64 *values,
				 guint n)
{
	const GSList *entry = arv_gc_enumeration_get_entries(ARV_GC_ENUMERATION(node));
	ArvGcNode *behind = sim_node_refer(nodes, node, "pValue");
	s64 value, seen;

	for (guint i = 0; i < n; i++)
		if (sim_node_set(behind, values[i]) && sim_node_get(behind, &seen) &&
		    seen == values[i])
			return;
	/* Entries of which none is available must have a value nevertheless. */
	for (; entry; entry = entry->next) {
		value = arv_gc_enum_entry_get_value(entry->data, NULL);
		if (sim_node_set(behind, value) && sim_node_get(behind, &seen) && seen == value)
			return;
	}
}

static void contents_settle_enumeration(ArvDevice *nodes, ArvGcNode *node)
{
	ArvGcEnumeration *enumeration = ARV_GC_ENUMERATION(node);
	const GSList *entry = arv_gc_enumeration_get_entries(enumeration);
	s64 value = 0;
	guint n = 0, i;
	gint64 *values;

	for (; entry; entry = entry->next)
		contents_permit(nodes, entry->data);
	values = arv_gc_enumeration_dup_available_int_values(enumeration, &n, NULL);
	sim_node_get(node, &value);
	for (i = 0; i < n && values[i] != value; i++)
		;
	if (i == n)
		contents_first_entry(nodes, node, values, n);
	g_free(values);
}

static void contents_settle_boolean(ArvGcNode *node)
{
	const char *off = sim_node_text(node, "OffValue");

	/* Neither on nor off at zero: off. */
	if (off && g_ascii_strtoll(off, NULL, 0))
		sim_node_set(node, 0);
}

static void contents_settle_node(ArvDevice *nodes, ArvGcNode *node)
{
	contents_permit(nodes, node);
	if (contents_divides(node))
		contents_raise(nodes, node, CONTENTS_LIMIT, 0);
	if (ARV_IS_GC_ENUMERATION(node))
		contents_settle_enumeration(nodes, node);
	else if (ARV_IS_GC_BOOLEAN(node))
		contents_settle_boolean(node);
	else if (ARV_IS_GC_INTEGER(node))
		contents_settle_integer(nodes, node);
	else if (ARV_IS_GC_FLOAT(node))
		contents_settle_float(nodes, node);
}

/* From the register outwards: what is behind has limits of its own. */
static void contents_settle_one(ArvDevice *nodes, ArvGcNode *node)
{
	ArvGcNode *chain[SIM_NODE_DEPTH];
	int n = 0;

	for (; node && n < SIM_NODE_DEPTH; node = sim_node_refer(nodes, node, "pValue"))
		chain[n++] = node;
	while (n)
		contents_settle_node(nodes, chain[--n]);
}

static bool contents_selects(ArvGcNode *selector, ArvGcNode *node)
{
	const GSList *selected;

	if (!ARV_IS_GC_ENUMERATION(selector) || selector == node)
		return false;
	selected = arv_gc_selector_get_selected_features(ARV_GC_SELECTOR(selector));
	return g_slist_find((GSList *)selected, node);
}

/* At each place of each of these selectors; the first places are left set. */
static void contents_settle_places(ArvDevice *nodes, ArvGcNode **selectors, int n,
				   ArvGcNode *node)
{
	ArvGcEnumeration *selector;
	gint64 *places;
	guint count = 0, i;

	if (!n) {
		contents_settle_one(nodes, node);
		return;
	}
	selector = ARV_GC_ENUMERATION(selectors[n - 1]);
	places = arv_gc_enumeration_dup_available_int_values(selector, &count, NULL);
	for (i = count < CONTENTS_PLACES ? count : CONTENTS_PLACES; i-- > 0;) {
		sim_node_set(selectors[n - 1], places[i]);
		contents_settle_places(nodes, selectors, n - 1, node);
	}
	g_free(places);
}

/* What a selector selects is a register of its own at each of its places. */
static void contents_settle_selected(ArvDevice *nodes, GArray *features, ArvGcNode *node)
{
	const struct sim_foreign_feature *f = (void *)features->data;
	ArvGcNode *selectors[CONTENTS_SELECTORS], *behind = node;
	int n = 0, k = 0;

	/* The selectors of the feature, then those of these selectors. */
	do {
		for (guint i = 0; i < features->len && n < CONTENTS_SELECTORS; i++)
			if (contents_selects(f[i].node, behind))
				selectors[n++] = f[i].node;
		behind = k < n ? selectors[k] : NULL;
	} while (k++ < n);
	if (n)
		contents_settle_places(nodes, selectors, n, node);
}

/**
 * sim_contents_settle() - contents with which a description makes sense
 * @nodes: the description, its registers zero
 * @features: struct sim_foreign_feature
 */
void sim_contents_settle(ArvDevice *nodes, GArray *features)
{
	const struct sim_foreign_feature *f = (void *)features->data;

	/* Twice: what one feature allows or limits may come after it. */
	for (int turn = 0; turn < 2; turn++)
		for (guint i = 0; i < features->len; i++)
			contents_settle_one(nodes, f[i].node);
	for (guint i = 0; i < features->len; i++)
		contents_settle_selected(nodes, features, f[i].node);
}

/**
 * sim_contents_put() - what the camera itself says in a register
 * @nodes: the description
 * @node: stands for a register that is not for writing, or for a formula of one
 * @value: what is to be read there
 *
 * Return: whether it is.
 */
bool sim_contents_put(ArvDevice *nodes, ArvGcNode *node, s64 value)
{
	return contents_put(nodes, node, value, 0);
}

/**
 * sim_contents_choose() - set an enumeration by the name of an entry
 * @enumeration: the node or NULL
 * @name: of the entry
 *
 * Return: whether that worked.
 */
bool sim_contents_choose(ArvGcNode *enumeration, const char *name)
{
	return enumeration && ARV_IS_GC_ENUMERATION(enumeration) &&
	       arv_gc_enumeration_set_string_value(ARV_GC_ENUMERATION(enumeration), name, NULL);
}
