// SPDX-License-Identifier: GPL-2.0
/*
 * Commands about features. The description is parsed and evaluated in the
 * unprivileged child, which answers in JSON; registers come from here.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "evaluation.h"
#include "json.h"
#include "node.h"
#include "table.h"
#include "text.h"

#define CELL_DIGITS 32	/* of a register, in a table */

static int want_values;

const struct poptOption feature_list_options[] = {
	{ "values", 'v', POPT_ARG_NONE, &want_values, 0, "read the values, too", NULL },
	POPT_TABLEEND
};

/**
 * struct access - what the child has to do with one feature
 * @name: of the feature
 * @value: its new value, NULL for a command
 * @set: write it
 */
struct access {
	const char *name;
	const char *value;
	bool set;
};

static int access_in_child(struct evaluation *ev)
{
	g_autoptr(GError) error = NULL;
	const struct access *access = ev->ctx;
	ArvGcNode *node = node_find(ev->genicam, access->name, &error);
	json_t *json = NULL;

	if (node && access->set)
		node_set(node, access->value, &error);
	if (!error)
		json = node_json(node, &error);
	if (error) {
		json_decref(json);
		return sandbox_fail(ev->box, -EINVAL, "%s", node_words(error));
	}
	return evaluation_answer(ev, json);
}

static int list_in_child(struct evaluation *ev)
{
	json_t *tree = node_tree(ev->genicam, want_values);

	if (!tree)
		return sandbox_fail(ev->box, -EINVAL,
				    "the camera's description lists no features");
	return evaluation_answer(ev, tree);
}

static const char *member(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text ? text : "";
}

/* Only the value, with its unit: easy to use in a script. */
static enum outcome print_feature(const struct camera *cam, json_t *json)
{
	const char *unit = member(json, "unit");
	char buf[64];
	const char *text = json_value_text(json_object_get(json, "value"), buf, sizeof(buf));

	if (!text)
		return fail(OUTCOME_FAILED, "%s: %s: no value to read (%s, access '%s')", cam->name,
			    member(json, "name"), member(json, "kind"), member(json, "access"));
	text_print(stdout, text);
	if (*unit) {
		putchar(' ');
		text_print(stdout, unit);
	}
	putchar('\n');
	return OUTCOME_OK;
}

static enum outcome get(struct netlink *nl, const struct camera *cam,
			const struct invocation *inv)
{
	struct access access = { .name = inv->args[1] };
	const struct evaluation_task task = { .job = access_in_child, .ctx = &access };
	enum outcome outcome;
	json_t *json;

	outcome = evaluation_run(nl, cam, &task, &json);
	if (outcome != OUTCOME_OK)
		return outcome;
	if (inv->json)
		return json_print(json);
	outcome = print_feature(cam, json);
	json_decref(json);
	return outcome;
}

/**
 * feature_get() - command "get"
 * @inv: CAM FEATURE
 */
enum outcome feature_get(const struct invocation *inv)
{
	return command_on_camera(inv, get);
}

static enum outcome set(struct netlink *nl, const struct camera *cam,
			const struct invocation *inv)
{
	struct access access = { .name = inv->args[1], .value = inv->args[2], .set = true };
	const struct evaluation_task task = {
		.job = access_in_child, .ctx = &access, .writes = true,
	};
	enum outcome outcome;
	json_t *json;

	outcome = evaluation_run(nl, cam, &task, &json);
	if (outcome != OUTCOME_OK)
		return outcome;
	if (inv->json)
		return json_print(json);
	if (json_object_get(json, "value"))
		outcome = print_feature(cam, json);
	json_decref(json);
	return outcome;
}

/**
 * feature_set() - command "set"
 * @inv: CAM FEATURE, and VALUE unless the feature is a command
 */
enum outcome feature_set(const struct invocation *inv)
{
	return command_on_camera(inv, set);
}

/* The value in a table; contents of registers can be long. */
static const char *cell_text(const json_t *item, char *buf, size_t size)
{
	const char *text = json_value_text(json_object_get(item, "value"), buf, size);

	if (!text)
		return member(item, "error");
	if (strcmp(member(item, "kind"), "register") || strlen(text) <= CELL_DIGITS)
		return text;
	snprintf(buf, size, "%.*s... (%zu bytes)", CELL_DIGITS, text, strlen(text) / 2);
	return buf;
}

static void add_rows(struct table *table, const json_t *category, unsigned int depth)
{
	const json_t *item, *inner;
	char name[160], buf[64];
	size_t i;

	json_array_foreach(json_object_get(category, "features"), i, item) {
		inner = json_object_get(item, "features");
		snprintf(name, sizeof(name), "%*s%s", 2 * depth, "", member(item, "name"));
		if (want_values)
			table_row(table, name, member(item, "kind"), member(item, "access"),
				  cell_text(item, buf, sizeof(buf)));
		else
			table_row(table, name, member(item, "kind"), member(item, "visibility"));
		if (inner)
			add_rows(table, item, depth + 1);
	}
}

static enum outcome list(struct netlink *nl, const struct camera *cam,
			 const struct invocation *inv)
{
	const struct evaluation_task task = { .job = list_in_child };
	enum outcome outcome;
	struct table table;
	json_t *json;

	outcome = evaluation_run(nl, cam, &task, &json);
	if (outcome != OUTCOME_OK)
		return outcome;
	if (inv->json)
		return json_print(json);

	table_init(&table, want_values ? 4 : 3);
	if (want_values)
		table_row(&table, "FEATURE", "KIND", "ACCESS", "VALUE");
	else
		table_row(&table, "FEATURE", "KIND", "VISIBILITY");
	add_rows(&table, json, 0);
	json_decref(json);
	return table_print(&table) ? fail(OUTCOME_FAILED, "out of memory") : OUTCOME_OK;
}

/**
 * feature_list() - command "features"
 * @inv: CAM
 */
enum outcome feature_list(const struct invocation *inv)
{
	return command_on_camera(inv, list);
}
