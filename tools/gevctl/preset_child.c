// SPDX-License-Identifier: GPL-2.0
/* Reading and setting a camera's settings, through all positions of selectors. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "node.h"
#include "preset.h"

#define SETTINGS_MAX	16384	/* of one camera */
#define REAL_ERROR	0.000001	/* of the value */

/**
 * struct collector - what was read so far
 * @settings: the settings
 * @left_out: what is none, and why
 * @position: of the selectors now
 */
struct collector {
	json_t *settings;
	json_t *left_out;
	json_t *position;
};

static void leave_out(struct collector *c, ArvGcNode *node, const char *why)
{
	json_array_append_new(c->left_out,
			      json_pack("{s:o,s:O,s:o}", "name", json_text(node_name(node)),
					"selectors", c->position, "reason", json_text(why)));
}

static void read_setting(struct collector *c, ArvGcNode *node)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *text = NULL;
	json_t *one;

	/* What is locked now could not be set either. */
	if (strcmp(node_access(node), "rw") || json_array_size(c->settings) >= SETTINGS_MAX)
		return;
	text = node_text(node, &error);
	if (!text) {
		leave_out(c, node, node_words(error));
		return;
	}
	one = json_pack("{s:o,s:o,s:o}", "name", json_text(node_name(node)),
			"selectors", json_copy(c->position), "value", json_text(text));
	if (node_kind(node) == NODE_STRING)
		json_object_set_new(one, "string", json_true());
	json_array_append_new(c->settings, one);
}

static void visit(struct collector *c, const struct preset_feature *f, unsigned int level);

/* Each entry of the selector, first to last: libaravis has the last one first. */
static void visit_entries(struct collector *c, const struct preset_feature *f,
			  unsigned int level, const GSList *item)
{
	g_autoptr(GError) error = NULL;
	ArvGcNode *selector = f->selectors->pdata[level];
	const char *name;

	if (!item)
		return;
	visit_entries(c, f, level, item->next);
	if (!node_is_there(item->data))
		return;
	name = arv_gc_feature_node_get_name(item->data);
	json_object_set_new(c->position, node_name(selector), json_text(name));
	if (node_set(selector, name, &error))
		visit(c, f, level + 1);
	else
		leave_out(c, f->node, node_words(error));
}

static void visit(struct collector *c, const struct preset_feature *f, unsigned int level)
{
	g_autofree char *before = NULL;
	ArvGcNode *selector;

	if (level == f->selectors->len) {
		read_setting(c, f->node);
		return;
	}
	selector = f->selectors->pdata[level];
	if (node_kind(selector) != NODE_ENUMERATION) {
		leave_out(c, f->node, "its selector is a number");
		return;
	}
	if (*node_access(selector) == 'n')
		return;
	before = node_text(selector, NULL);
	if (!strcmp(node_access(selector), "rw")) {
		visit_entries(c, f, level,
			      arv_gc_enumeration_get_entries(ARV_GC_ENUMERATION(selector)));
		if (before)
			node_set(selector, before, NULL);
	} else if (before) {
		json_object_set_new(c->position, node_name(selector), json_text(before));
		visit(c, f, level + 1);
	}
	json_object_del(c->position, node_name(selector));
}

/**
 * preset_collect() - read settings
 * @features: of struct preset_feature, in the order in which to list them
 *
 * Return: object with "settings" and "left_out".
 */
json_t *preset_collect(GPtrArray *features)
{
	struct collector c = {
		.settings = json_array(), .left_out = json_array(), .position = json_object(),
	};
	unsigned int i;

	for (i = 0; i < features->len; i++)
		visit(&c, features->pdata[i], 0);
	json_decref(c.position);
	return json_pack("{s:o,s:o}", "settings", c.settings, "left_out", c.left_out);
}

/**
 * struct position - where selectors are, and where they were
 * @genicam: the features
 * @now: "selectors" of the setting before; NULL: as the user left them
 * @before: their values then, last one first
 */
struct position {
	ArvGc *genicam;
	const json_t *now;
	GSList *before;
};

struct selector {
	ArvGcNode *node;
	char *value;
};

static void leave(struct position *p)
{
	struct selector *s;

	while (p->before) {
		s = p->before->data;
		node_set(s->node, s->value, NULL);
		g_free(s->value);
		g_free(s);
		p->before = g_slist_delete_link(p->before, p->before);
	}
	p->now = NULL;
}

static bool select_one(struct position *p, const char *name, const char *value, GError **error)
{
	ArvGcNode *node = node_find(p->genicam, name, error);
	struct selector *s;
	char *before;

	if (!node)
		return false;
	before = node_text(node, error);
	if (!before)
		return false;
	/* There already; perhaps it has but one place. */
	if (!strcmp(before, value)) {
		g_free(before);
		return true;
	}
	s = g_new0(struct selector, 1);
	s->node = node;
	s->value = before;
	p->before = g_slist_prepend(p->before, s);
	return node_set(node, value, error);
}

static bool enter(struct position *p, json_t *selectors, GError **error)
{
	json_t *value;
	const char *name;

	if (p->now && json_equal(p->now, selectors))
		return true;
	leave(p);
	json_object_foreach(selectors, name, value) {
		if (!select_one(p, name, json_string_value(value), error))
			return false;
	}
	p->now = selectors;
	return true;
}

/* Floats go through formulas and registers of few bits; others have many spellings. */
static bool is_same(ArvGcNode *node, const char *wanted, const char *seen)
{
	double a, b;

	switch (node_kind(node)) {
	case NODE_FLOAT:
		a = g_ascii_strtod(wanted, NULL);
		b = g_ascii_strtod(seen, NULL);
		return fabs(a - b) <= REAL_ERROR * fmax(fabs(a), fabs(b));
	case NODE_INTEGER:
		return g_ascii_strtoll(wanted, NULL, 0) == g_ascii_strtoll(seen, NULL, 0);
	case NODE_BOOLEAN:
		return node_parse_boolean(wanted) == node_parse_boolean(seen);
	case NODE_REGISTER:
		return !g_ascii_strcasecmp(wanted, seen);
	default:
		return !strcmp(wanted, seen);
	}
}

static bool check_value(ArvGcNode *node, const char *wanted, GError **error)
{
	g_autofree char *seen = node_text(node, error);

	if (!seen)
		return false;
	if (is_same(node, wanted, seen))
		return true;
	g_set_error(error, ARV_GC_ERROR, ARV_GC_ERROR_OUT_OF_RANGE, "it is %.100s afterwards",
		    seen);
	return false;
}

static bool apply_one(struct position *p, const json_t *setting, bool again, GError **error)
{
	const char *name = json_string_value(json_object_get(setting, "name"));
	const char *value = json_string_value(json_object_get(setting, "value"));
	ArvGcNode *node;

	if (!enter(p, json_object_get(setting, "selectors"), error))
		return false;
	node = node_find(p->genicam, name, error);
	if (!node)
		return false;
	if (again && check_value(node, value, NULL))
		return true;
	return node_set(node, value, error) && check_value(node, value, error);
}

/* Each once more: what was refused may go now, what changed by others is set again. */
static json_t *apply_all(struct position *p, const json_t *settings, bool again)
{
	json_t *failed = json_array(), *one;
	const json_t *setting;
	size_t i;

	json_array_foreach(settings, i, setting) {
		g_autoptr(GError) error = NULL;

		if (apply_one(p, setting, again, &error))
			continue;
		one = json_deep_copy(setting);
		json_object_set_new(one, "reason", json_text(node_words(error)));
		json_array_append_new(failed, one);
	}
	leave(p);
	return failed;
}

/**
 * preset_apply() - set settings
 * @genicam: the features
 * @settings: the settings, in the order of setting
 *
 * Return: array of those that could not be set, each with a "reason".
 */
json_t *preset_apply(ArvGc *genicam, const json_t *settings)
{
	struct position position = { .genicam = genicam };

	json_decref(apply_all(&position, settings, false));
	return apply_all(&position, settings, true);
}
