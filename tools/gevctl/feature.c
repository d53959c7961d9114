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
#include "description.h"
#include "device.h"
#include "json.h"
#include "netlink.h"
#include "node.h"
#include "registers.h"
#include "sandbox.h"
#include "table.h"
#include "text.h"

#define CELL_DIGITS 32	/* of a register, in a table */

static int want_values;

const struct poptOption feature_list_options[] = {
	{ "values", 'v', POPT_ARG_NONE, &want_values, 0, "read the values, too", NULL },
	POPT_TABLEEND
};

enum action {
	ACTION_TREE,
	ACTION_GET,
	ACTION_SET,
};

/**
 * struct task - what the child has to do
 * @description: the camera's
 * @action: what
 * @name: of the feature
 * @value: its new value, NULL for a command
 * @values: ACTION_TREE: read each value
 */
struct task {
	const struct description *description;
	enum action action;
	const char *name;
	const char *value;
	bool values;
};

static int child_read(void *ctx, uint64_t address, void *data, size_t length)
{
	return sandbox_read(ctx, address, data, length);
}

static int child_write(void *ctx, uint64_t address, const void *data, size_t length)
{
	return sandbox_write(ctx, address, data, length);
}

static const char *child_words(void *ctx)
{
	return ((struct sandbox *)ctx)->words;
}

static int child_answer(struct sandbox *box, json_t *json)
{
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	int ret;

	json_decref(json);
	if (!text)
		return sandbox_fail(box, -ENOMEM, "out of memory");
	ret = sandbox_output(box, text, strlen(text));
	free(text);
	return ret;
}

static int child_feature(struct sandbox *box, const struct task *task, ArvGc *genicam)
{
	g_autoptr(GError) error = NULL;
	ArvGcNode *node = node_find(genicam, task->name, &error);
	json_t *json = NULL;

	if (node && task->action == ACTION_SET)
		node_set(node, task->value, &error);
	if (!error)
		json = node_json(node, &error);
	if (error) {
		json_decref(json);
		return sandbox_fail(box, -EINVAL, "%s", node_words(error));
	}
	return child_answer(box, json);
}

static int run_child(struct sandbox *box, void *ctx)
{
	const struct port port = {
		.read = child_read, .write = child_write, .words = child_words, .ctx = box,
	};
	const struct task *task = ctx;
	ArvDevice *device;
	char why[256], *xml;
	size_t size;
	json_t *tree;
	int ret;

	device_silence();
	ret = description_unpack(task->description, &xml, &size, why, sizeof(why));
	if (ret)
		return sandbox_fail(box, ret, "the camera's description cannot be used: %s", why);
	device = device_new(&port, xml, size);
	if (!device)
		return sandbox_fail(box, -EINVAL,
				    "its description is no GenICam XML; %s",
				    "'gevctl read' and 'write' work without");
	if (task->action != ACTION_TREE)
		return child_feature(box, task, arv_device_get_genicam(device));

	tree = node_tree(arv_device_get_genicam(device), task->values);
	if (!tree)
		return sandbox_fail(box, -EINVAL, "the camera's description lists no features");
	return child_answer(box, tree);
}

/* The parent's side: registers of the one camera that the command is about. */
struct registers {
	struct netlink *nl;
	const char *camera;
	int error;	/* of the last access */
};

static int parent_read(void *ctx, uint64_t address, void *data, size_t length)
{
	struct registers *regs = ctx;

	if (address > UINT32_MAX)
		return -EFAULT;
	regs->error = registers_read(regs->nl, regs->camera, address, data, length);
	return regs->error;
}

static int parent_write(void *ctx, uint64_t address, const void *data, size_t length)
{
	struct registers *regs = ctx;

	if (address > UINT32_MAX)
		return -EFAULT;
	regs->error = registers_write(regs->nl, regs->camera, address, data, length);
	return regs->error;
}

static const char *parent_words(void *ctx)
{
	return ((const struct registers *)ctx)->nl->why;
}

static enum outcome run_task(struct netlink *nl, const struct camera *cam, struct task *task,
			     json_t **json)
{
	struct registers regs = { .nl = nl, .camera = cam->name };
	const struct port port = {
		.read = parent_read,
		.write = task->action == ACTION_SET ? parent_write : NULL,
		.words = parent_words,
		.ctx = &regs,
	};
	struct sandbox_result result = { 0 };
	struct description description;
	enum outcome outcome;

	*json = NULL;
	outcome = description_load(nl, cam, &description);
	task->description = &description;
	if (outcome == OUTCOME_OK && sandbox_run(run_child, task, &port, &result))
		outcome = fail_errno(cam->name, regs.error ? regs.error : EINVAL, result.why);
	if (outcome == OUTCOME_OK) {
		*json = json_loadb(result.data, result.size, JSON_DECODE_ANY, NULL);
		if (!*json)
			outcome = fail(OUTCOME_FAILED, "%s: the child's answer is broken",
				       cam->name);
	}
	free(result.data);
	description_free(&description);
	return outcome;
}

/* Shortest decimal text that reads back as the same number. */
static void format_real(double value, char *buf, size_t size)
{
	int digits;

	for (digits = 15; digits <= 17; digits++) {
		snprintf(buf, size, "%.*g", digits, value);
		if (strtod(buf, NULL) == value)
			break;
	}
}

static const char *value_text(const json_t *value, char *buf, size_t size)
{
	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_integer(value))
		snprintf(buf, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_real(value))
		format_real(json_real_value(value), buf, size);
	else if (json_is_boolean(value))
		snprintf(buf, size, "%s", json_is_true(value) ? "true" : "false");
	else
		return NULL;
	return buf;
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
	const char *text = value_text(json_object_get(json, "value"), buf, sizeof(buf));

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
	struct task task = { .action = ACTION_GET, .name = inv->args[1] };
	enum outcome outcome;
	json_t *json;

	outcome = run_task(nl, cam, &task, &json);
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
	struct task task = { .action = ACTION_SET, .name = inv->args[1], .value = inv->args[2] };
	enum outcome outcome;
	json_t *json;

	outcome = run_task(nl, cam, &task, &json);
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
	const char *text = value_text(json_object_get(item, "value"), buf, size);

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
	struct task task = { .action = ACTION_TREE, .values = want_values };
	enum outcome outcome;
	struct table table;
	json_t *json;

	outcome = run_task(nl, cam, &task, &json);
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
