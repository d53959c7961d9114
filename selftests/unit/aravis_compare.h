/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One feature, evaluated by a map and by libaravis: differences, counted by
 * the rule that explains them.
 */
#ifndef ARAVIS_COMPARE_H
#define ARAVIS_COMPARE_H

#include <math.h>
#include <stdio.h>

#include "features/gevmap.h"
#include "memory_device.h"
#include "reference_compare.h"
#include "tools/gevctl/genicam.h"
#include "tools/gevctl/map.h"

enum rule {
	RULE_NONE,	/* a difference that nothing explains */
	RULE_HIDDEN,
	RULE_CHAIN,
	RULE_LITERAL,
	RULE_PRODUCT,
	RULE_NAME,
	RULE_QUOTIENT,
	RULE_COPY,
	RULES
};

static const char rule_text[RULES][64] = {
	[RULE_NONE] = "unexplained",
	[RULE_HIDDEN] = "an error in a formula or at an address is hidden",
	[RULE_CHAIN] = "only the node itself says what can be done with it",
	[RULE_LITERAL] = "a decimal number is not read to the last bit",
	[RULE_PRODUCT] = "a product of integers wraps in a formula of floats",
	[RULE_NAME] = "a variable has the name of a function",
	[RULE_QUOTIENT] = "a quotient of floats is one of integers when written",
	[RULE_COPY] = "pValueCopy is not known",
};

struct comparison {
	struct gev_features fs;
	struct gev_map_view *view;
	struct map_output map;
	struct genicam *genicam;
	struct memory theirs, ours;
	struct reference_check check;
	MemoryDevice *device;
	unsigned long compared;
	unsigned long differences[RULES];
	char first[512];
};

/* Whether a formula that the feature depends on has a variable named like a function. */
static bool names_function(const struct genicam *genicam, const struct genicam_node *node,
			   GHashTable *seen)
{
	static const char * const names[] = { "E", "EXP", "LN", "LG", "PI", "SIN", "SQRT" };
	const struct genicam_node *child;
	unsigned int i, k;

	if (!node || !g_hash_table_add(seen, (void *)node))
		return false;
	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		for (k = 0; child->name && k < ARRAY_SIZE(names); k++) {
			if (genicam_is(child, "pVariable") && !strcmp(child->name, names[k]))
				return true;
		}
		if (child->tag[0] == 'p' && !genicam_is(child, "pInvalidator") &&
		    names_function(genicam, genicam_find(genicam, child->text), seen))
			return true;
	}
	return false;
}

static void G_GNUC_PRINTF(4, 5) differ(struct comparison *c, enum rule rule, const char *name,
				       const char *format, ...)
{
	GHashTable *seen;
	char text[256];
	va_list args;

	if (rule == RULE_NONE) {
		seen = g_hash_table_new(NULL, NULL);
		if (names_function(c->genicam, genicam_find(c->genicam, name), seen))
			rule = RULE_NAME;
		g_hash_table_unref(seen);
	}
	if (!c->differences[rule]++ && rule == RULE_NONE) {
		va_start(args, format);
		vsnprintf(text, sizeof(text), format, args);
		va_end(args);
		snprintf(c->first, sizeof(c->first), "%s: %s", name, text);
	}
}

/* Whether the value, or what it comes from, has a property or a kind. */
static bool chain_has(struct comparison *c, const struct genicam_node *node, const char *tag,
		      unsigned int depth)
{
	const struct genicam_node *child;
	unsigned int i;

	if (!node || depth > 16)
		return false;
	if (strstr(node->tag, tag))
		return true;
	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (g_str_has_prefix(child->tag, "pValue") &&
		    chain_has(c, genicam_find(c->genicam, child->text), tag, depth + 1))
			return true;
	}
	return false;
}

/* By libaravis's own word, something on the way to the value is not there. */
static bool chain_absent(struct comparison *c, const struct genicam_node *node,
			 unsigned int depth)
{
	const struct genicam_node *child;
	ArvGcNode *their;
	unsigned int i;

	their = node ? arv_gc_get_node(c->device->genicam, node->name) : NULL;
	if (!ARV_IS_GC_FEATURE_NODE(their) || depth > 16)
		return false;
	if (!arv_gc_feature_node_is_implemented(ARV_GC_FEATURE_NODE(their), NULL) ||
	    !arv_gc_feature_node_is_available(ARV_GC_FEATURE_NODE(their), NULL))
		return true;
	for (i = 0; i < node->children->len; i++) {
		child = node->children->pdata[i];
		if (g_str_has_prefix(child->tag, "pValue") &&
		    chain_absent(c, genicam_find(c->genicam, child->text), depth + 1))
			return true;
	}
	return false;
}

static enum rule error_rule(int ret)
{
	return ret == -EDOM || ret == -ERANGE ? RULE_HIDDEN : RULE_NONE;
}

static u32 their_mode(ArvGcFeatureNode *node, bool *error)
{
	static const u32 mask[] = {
		[ARV_GC_ACCESS_MODE_RO] = GEV_ACCESS_READ,
		[ARV_GC_ACCESS_MODE_WO] = GEV_ACCESS_WRITE,
		[ARV_GC_ACCESS_MODE_RW] = GEV_ACCESS_READ | GEV_ACCESS_WRITE,
	};
	ArvGcAccessMode mode = arv_gc_feature_node_get_actual_access_mode(node);
	u32 access = (unsigned int)mode < ARRAY_SIZE(mask) ? mask[mode] : 0;
	GError *hidden = NULL;

	/* Whether it is locked is said apart. */
	if (arv_gc_feature_node_is_locked(node, &hidden))
		access &= GEV_ACCESS_READ;
	*error = hidden;
	g_clear_error(&hidden);
	return access;
}

/* The same, with all that the value comes from. */
static u32 chain_mode(struct comparison *c, const struct genicam_node *node, bool *error,
		      unsigned int depth)
{
	u32 access = GEV_ACCESS_READ | GEV_ACCESS_WRITE;
	const char *next = node ? genicam_text(node, "pValue") : NULL;
	ArvGcNode *their = node ? arv_gc_get_node(c->device->genicam, node->name) : NULL;
	bool here = false;

	*error = false;
	if (!ARV_IS_GC_FEATURE_NODE(their) || depth > 16)
		return access;
	if (strstr(node->tag, "SwissKnife"))
		return GEV_ACCESS_READ;
	if (next)
		access = chain_mode(c, genicam_find(c->genicam, next), error, depth + 1);
	access &= their_mode(ARV_GC_FEATURE_NODE(their), &here);
	*error |= here;
	return access;
}

static void compare_mode(struct comparison *c, const struct gev_feature *f,
			 ArvGcFeatureNode *node, u32 access)
{
	const struct genicam_node *own = genicam_find(c->genicam, f->name);
	bool error;
	u32 theirs;

	theirs = their_mode(node, &error);
	if (access == theirs)
		return;
	if (!error && access == chain_mode(c, own, &error, 0))
		differ(c, RULE_CHAIN, f->name, "access");
	else
		differ(c, error ? RULE_HIDDEN : RULE_NONE, f->name, "access %x, not %x", access,
		       theirs);
}

/* Whether a division stands in the way of a value to its register. */
static bool divides(struct comparison *c, const struct genicam_node *node, unsigned int depth)
{
	const char *formula = node ? genicam_text(node, "FormulaTo") : NULL;

	if (!node || depth > 16)
		return false;
	return (formula && strchr(formula, '/')) ||
	       divides(c, genicam_find(c->genicam, genicam_text(node, "pValue")), depth + 1);
}

/* Whether a write has to reach a copy as well. */
static bool copies(struct comparison *c, const struct genicam_node *node, unsigned int depth)
{
	if (!node || depth > 16)
		return false;
	return genicam_child(node, "pValueCopy") ||
	       copies(c, genicam_find(c->genicam, genicam_text(node, "pValue")), depth + 1);
}

/* Whether the feature is there for both; @access gets ours. */
static bool compare_access(struct comparison *c, unsigned int i, const struct gev_feature *f,
			   ArvGcFeatureNode *node, u32 *access)
{
	const struct genicam_node *own = genicam_find(c->genicam, f->name);
	GError *error = NULL;
	bool there;
	int ret;

	there = arv_gc_feature_node_is_implemented(node, &error) &&
		arv_gc_feature_node_is_available(node, error ? NULL : &error);
	ret = gev_feature_access(&c->fs, i, access);
	c->compared++;
	if (error) {	/* both, or ours stops before it gets there */
		g_clear_error(&error);
		return false;
	}
	if (ret == -ENODATA) {
		if (there)
			differ(c, chain_absent(c, own, 0) ? RULE_CHAIN : RULE_NONE, f->name,
			       "not there");
		return false;
	}
	if (ret || !there) {
		differ(c, error_rule(ret), f->name, "access %d, %d there", ret, there);
		return false;
	}
	*access &= GEV_ACCESS_READ | GEV_ACCESS_WRITE;
	compare_mode(c, f, node, *access);
	return true;
}

static void compare_integer(struct comparison *c, unsigned int i, const struct gev_feature *f,
			    ArvGcFeatureNode *node)
{
	GError *error = NULL;
	s64 theirs, ours;
	int ret;

	if (f->kind == GEV_KIND_BOOLEAN)
		theirs = arv_gc_boolean_get_value(ARV_GC_BOOLEAN(node), &error);
	else
		theirs = arv_gc_integer_get_value(ARV_GC_INTEGER(node), &error);
	ret = gev_feature_read(&c->fs, i, &ours);
	c->compared++;
	/* A value without an entry is an error of ours, a number of theirs. */
	if (!error && f->kind == GEV_KIND_ENUMERATION && ret == -EINVAL)
		return;
	if (error) {
		if (!ret)
			differ(c, RULE_NONE, f->name, "%lld, not an error", (long long)ours);
		g_clear_error(&error);
	} else if (ret) {
		differ(c, error_rule(ret), f->name, "error %d, not %lld", ret,
		       (long long)theirs);
	} else if (ours != theirs) {
		differ(c, RULE_NONE, f->name, "%lld, not %lld", (long long)ours,
		       (long long)theirs);
	}
}

static enum rule float_rule(struct comparison *c, const struct gev_feature *f, double ours,
			    double theirs)
{
	if (fabs(ours - theirs) <= 1e-12 * fmax(1, fabs(theirs)))
		return RULE_LITERAL;
	/* Their integers wrap at 2^63, so ours are beyond it somewhere. */
	if (chain_has(c, genicam_find(c->genicam, f->name), "Converter", 0) ||
	    chain_has(c, genicam_find(c->genicam, f->name), "SwissKnife", 0))
		return RULE_PRODUCT;
	return RULE_NONE;
}

static void compare_float(struct comparison *c, unsigned int i, const struct gev_feature *f,
			  ArvGcFeatureNode *node)
{
	GError *error = NULL;
	double theirs, ours;
	u64 bits;
	int ret;

	theirs = arv_gc_float_get_value(ARV_GC_FLOAT(node), &error);
	ret = gev_feature_read_double_bits(&c->fs, i, &bits);
	memcpy(&ours, &bits, sizeof(ours));
	c->compared++;
	if (error) {
		if (!ret)
			differ(c, RULE_NONE, f->name, "%g, not an error", ours);
		g_clear_error(&error);
	} else if (ret) {
		differ(c, error_rule(ret), f->name, "error %d, not %g", ret, theirs);
	} else if (memcmp(&ours, &theirs, sizeof(ours)) && !(isnan(ours) && isnan(theirs))) {
		differ(c, float_rule(c, f, ours, theirs), f->name, "%.17g, not %.17g", ours,
		       theirs);
	}
}

/* Scaled limits of ours, and theirs; far ones stand for none. */
static bool limit_differs(const struct gev_feature *f, s64 ours, double theirs)
{
	double scaled = theirs * pow(10, f->scale);

	return fabs(scaled) < 1e15 && fabs(ours - scaled) > 0.6;
}

static void compare_limits(struct comparison *c, unsigned int i, const struct gev_feature *f,
			   ArvGcFeatureNode *node)
{
	ArvGcInteger *integer = f->kind == GEV_KIND_INTEGER ? ARV_GC_INTEGER(node) : NULL;
	ArvGcFloat *real = integer ? NULL : ARV_GC_FLOAT(node);
	GError *first = NULL, *second = NULL;
	struct gev_limits l;
	s64 min = 0, max = 0;
	double low, high;
	bool error;
	int ret;

	ret = gev_feature_limits(&c->fs, i, &l);
	c->compared++;
	if (integer) {
		min = arv_gc_integer_get_min(integer, &first);
		max = arv_gc_integer_get_max(integer, &second);
	}
	low = integer ? min : arv_gc_float_get_min(real, &first);
	high = integer ? max : arv_gc_float_get_max(real, &second);
	error = first || second;
	g_clear_error(&first);
	g_clear_error(&second);
	/* A chunk's buffer is not there for libaravis. */
	if (error || (ret == -ERANGE && low > high))
		return;
	if (ret)
		differ(c, error_rule(ret), f->name, "limits %d, not %g to %g", ret, low, high);
	else if (integer && (l.min != min || l.max != max))
		differ(c, RULE_NONE, f->name, "limits %lld to %lld, not %lld to %lld",
		       (long long)l.min, (long long)l.max, (long long)min, (long long)max);
	else if (real && (limit_differs(f, l.min, low) || limit_differs(f, l.max, high)))
		differ(c, float_rule(c, f, l.min, low), f->name,
		       "limits %lld to %lld, not %.17g to %.17g", (long long)l.min,
		       (long long)l.max, low, high);
	if (!ret && integer && arv_gc_integer_get_inc(integer, NULL) > 0 &&
	    l.inc != arv_gc_integer_get_inc(integer, NULL))
		differ(c, RULE_NONE, f->name, "step %lld", (long long)l.inc);
}

static void compare_entries(struct comparison *c, unsigned int i, const struct gev_feature *f,
			    ArvGcFeatureNode *node)
{
	const GSList *entry = arv_gc_enumeration_get_entries(ARV_GC_ENUMERATION(node));
	struct gev_entry e;
	unsigned int k;
	int ours, theirs;

	for (; entry; entry = entry->next) {
		const char *name = arv_gc_feature_node_get_name(entry->data);

		for (k = 0; k < f->entries; k++) {
			gev_map_entry(c->view, i, k, &e);
			if (!strcmp(e.name, name))
				break;
		}
		c->compared++;
		if (k == f->entries) {
			differ(c, RULE_NONE, f->name, "entry %s is not there", name);
			continue;
		}
		theirs = arv_gc_feature_node_is_implemented(entry->data, NULL) &&
			 arv_gc_feature_node_is_available(entry->data, NULL);
		ours = gev_feature_entry_available(&c->fs, i, k);
		if (ours != theirs || e.value != arv_gc_enum_entry_get_value(entry->data, NULL))
			differ(c, error_rule(ours), f->name, "entry %s: %d, not %d", name, ours,
			       theirs);
	}
}

static void compare_string(struct comparison *c, unsigned int i, const struct gev_feature *f,
			   ArvGcFeatureNode *node)
{
	char ours[GEV_MAP_STRING_MAX + 1];
	GError *error = NULL;
	const char *theirs = arv_gc_string_get_value(ARV_GC_STRING(node), &error);
	int ret = gev_feature_read_string(&c->fs, i, ours, sizeof(ours));

	c->compared++;
	if (!error && ret)
		differ(c, error_rule(ret), f->name, "error %d", ret);
	/* They put a NUL into the last byte, we behind it. */
	else if (!error && theirs && strncmp(theirs, ours, strlen(theirs)))
		differ(c, RULE_NONE, f->name, "other text");
	g_clear_error(&error);
}

/* What there is to know of a number, at one time. */
struct known {
	u32 access;
	s64 value;
	struct gev_limits limits;
	int ret[3];
};

static void learn(struct comparison *c, unsigned int i, struct known *k)
{
	memset(k, 0, sizeof(*k));
	k->ret[0] = gev_feature_access(&c->fs, i, &k->access);
	k->ret[1] = gev_feature_read(&c->fs, i, &k->value);
	k->ret[2] = gev_feature_limits(&c->fs, i, &k->limits);
}

/*
 * A feature for one entry of a selector, which libaravis does not have, is the
 * feature itself while the selector has been written; and selecting leaves no
 * trace.
 */
static void compare_selected(struct comparison *c, unsigned int i, const struct gev_feature *f)
{
	size_t size = gev_map_variables_size(c->view);
	s64 *variables = g_memdup2(c->fs.variables, size);
	char *name = g_strndup(f->name, strcspn(f->name, "["));
	struct known ours, theirs;
	struct gev_entry entry;
	s64 before, after;
	bool known, same;
	guint32 address;
	int ret;

	gev_map_entry(c->view, f->selector, f->selected, &entry);
	known = !gev_feature_read(&c->fs, f->selector, &before);
	ret = gev_features_select(&c->fs, i);
	if (!ret)
		learn(c, i, &ours);
	gev_features_unselect(&c->fs);
	/* Random registers may hold a value in another way than a write leaves it. */
	same = known && !gev_feature_read(&c->fs, f->selector, &after) && before == after;
	if (!same && (memory_differs(&c->theirs, &c->ours, &address) ||
		      (size && memcmp(variables, c->fs.variables, size))))
		differ(c, RULE_NONE, f->name, "a trace is left");
	if (!ret && !gev_feature_write(&c->fs, f->selector, entry.value)) {
		learn(c, gev_map_find(c->view, name), &theirs);
		c->compared++;
		if (memcmp(&ours, &theirs, sizeof(ours)))
			differ(c, RULE_NONE, f->name, "%d %d %d %lld, selected %d %d %d %lld",
			       ours.ret[0], ours.ret[1], ours.ret[2], (long long)ours.value,
			       theirs.ret[0], theirs.ret[1], theirs.ret[2],
			       (long long)theirs.value);
	}
	memory_reset(&c->ours, c->ours.seed);
	memory_reset(&c->theirs, c->theirs.seed);
	if (size)
		memcpy(c->fs.variables, variables, size);
	g_free(variables);
	g_free(name);
}

static void compare_feature(struct comparison *c, unsigned int i)
{
	struct gev_feature f;
	ArvGcNode *node;
	u32 access;

	gev_map_feature(c->view, i, &f);
	if (f.selected >= 0) {
		compare_selected(c, i, &f);
		return;
	}
	node = arv_gc_get_node(c->device->genicam, f.name);
	if (!ARV_IS_GC_FEATURE_NODE(node)) {
		differ(c, RULE_NONE, f.name, "libaravis has no such feature");
		return;
	}
	if (!compare_access(c, i, &f, ARV_GC_FEATURE_NODE(node), &access))
		return;
	if (f.kind == GEV_KIND_ENUMERATION)
		compare_entries(c, i, &f, ARV_GC_FEATURE_NODE(node));
	if (f.kind == GEV_KIND_INTEGER || f.kind == GEV_KIND_FLOAT)
		compare_limits(c, i, &f, ARV_GC_FEATURE_NODE(node));
	if (!(access & GEV_ACCESS_READ))
		return;
	if (f.kind == GEV_KIND_FLOAT)
		compare_float(c, i, &f, ARV_GC_FEATURE_NODE(node));
	else if (f.kind == GEV_KIND_STRING)
		compare_string(c, i, &f, ARV_GC_FEATURE_NODE(node));
	else if (f.kind <= GEV_KIND_ENUMERATION)
		compare_integer(c, i, &f, ARV_GC_FEATURE_NODE(node));
}

#endif /* ARAVIS_COMPARE_H */
