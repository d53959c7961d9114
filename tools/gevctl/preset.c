// SPDX-License-Identifier: GPL-2.0
/* Commands "save" and "load". */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "evaluation.h"
#include "file.h"
#include "json.h"
#include "preset.h"
#include "table.h"

#define FILE_MAX (4u << 20)

static int force;

const struct poptOption preset_load_options[] = {
	{ "force", 'f', POPT_ARG_NONE, &force, 0, "even if it is another model's file", NULL },
	POPT_TABLEEND
};

static int collect_in_child(struct evaluation *ev)
{
	GPtrArray *features, *sorted;
	struct genicam *tree;
	json_t *answer;
	char why[256];
	int ret;

	ret = genicam_parse(ev->xml, ev->size, &tree, why, sizeof(why));
	if (ret)
		return sandbox_fail(ev->box, ret, "the camera's description: %s", why);
	features = preset_plan(ev->genicam, tree);
	sorted = preset_order(tree, features);
	answer = preset_collect(sorted);
	g_ptr_array_unref(sorted);
	g_ptr_array_unref(features);
	genicam_free(tree);
	return evaluation_answer(ev, answer);
}

static enum outcome save(struct netlink *nl, const struct camera *cam,
			 const struct invocation *inv)
{
	const struct evaluation_task task = { .job = collect_in_child, .writes = true };
	enum outcome outcome;
	json_t *preset;
	char *text;

	outcome = evaluation_run(nl, cam, &task, &preset);
	if (outcome != OUTCOME_OK)
		return outcome;
	json_object_set_new(preset, "name", json_text(cam->name));
	json_object_set_new(preset, "manufacturer", json_text(cam->manufacturer));
	json_object_set_new(preset, "model", json_text(cam->model));
	json_object_set_new(preset, "version", json_text(cam->device_version));
	text = preset_format(preset);
	outcome = file_write(inv->args[1], text, strlen(text));
	g_free(text);
	if (outcome == OUTCOME_OK && inv->json)
		return json_print(preset);
	json_decref(preset);
	return outcome;
}

/**
 * preset_save() - command "save"
 * @inv: CAM FILE
 */
enum outcome preset_save(const struct invocation *inv)
{
	if (inv->json && !strcmp(inv->args[1], "-"))
		return fail_usage(inv->command, "--json and the file cannot both be '-'");
	return command_on_camera(inv, save);
}

static int apply_in_child(struct evaluation *ev)
{
	return evaluation_answer(ev, preset_apply(ev->genicam, ev->ctx));
}

static const char *text_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text ? text : "";
}

static enum outcome read_preset(const char *path, json_t **preset)
{
	enum outcome outcome;
	char *text, why[160];
	size_t size;

	*preset = NULL;
	outcome = file_read(path, FILE_MAX, &text, &size);
	if (outcome == OUTCOME_OK && strlen(text) != size)
		outcome = fail(OUTCOME_FAILED, "%s: not a text", path);
	if (outcome == OUTCOME_OK) {
		*preset = preset_parse(text, why, sizeof(why));
		if (!*preset)
			outcome = fail(OUTCOME_FAILED, "%s: %s", path, why);
	}
	free(text);
	return outcome;
}

static bool is_for(const json_t *preset, const struct camera *cam)
{
	return !strcmp(text_of(preset, "model"), cam->model) &&
	       !strcmp(text_of(preset, "manufacturer"), cam->manufacturer);
}

static void add_failure(struct table *table, const json_t *failed)
{
	const char *name = text_of(failed, "name"), *key;
	GString *text = g_string_new(name);
	char line[24];
	json_t *value;

	json_object_foreach(json_object_get(failed, "selectors"), key, value)
		g_string_append_printf(text, " %s=%s", key, json_string_value(value));
	snprintf(line, sizeof(line), "%lld",
		 (long long)json_integer_value(json_object_get(failed, "line")));
	table_row(table, line, text->str, text_of(failed, "value"), text_of(failed, "reason"));
	g_string_free(text, TRUE);
}

static enum outcome report(const struct camera *cam, const struct invocation *inv, size_t all,
			   json_t *failed)
{
	size_t i, bad = json_array_size(failed);
	const json_t *one;
	struct table table;

	if (inv->json) {
		json_print(json_pack("{s:s,s:I,s:O}", "name", cam->name, "set",
				     (json_int_t)(all - bad), "failed", failed));
	} else if (bad) {
		table_init(&table, 4);
		table_row(&table, "LINE", "FEATURE", "VALUE", "WHY IT IS NOT SET");
		json_array_foreach(failed, i, one)
			add_failure(&table, one);
		table_print(&table);
	}
	if (!bad)
		return OUTCOME_OK;
	return fail(OUTCOME_FAILED, "%s: %zu of %zu settings could not be set", cam->name, bad,
		    all);
}

static enum outcome apply(struct netlink *nl, const struct camera *cam,
			  const struct invocation *inv, json_t *preset)
{
	json_t *settings = json_object_get(preset, "settings"), *failed;
	const struct evaluation_task task = {
		.job = apply_in_child, .ctx = settings, .writes = true,
	};
	enum outcome outcome;

	if (!force && !is_for(preset, cam))
		return fail(OUTCOME_FAILED, "%s is for %s %s, not for %s %s; --force tries it",
			    inv->args[1], text_of(preset, "manufacturer"),
			    text_of(preset, "model"), cam->manufacturer, cam->model);
	outcome = evaluation_run(nl, cam, &task, &failed);
	if (outcome == OUTCOME_OK)
		outcome = report(cam, inv, json_array_size(settings), failed);
	json_decref(failed);
	return outcome;
}

static enum outcome load(struct netlink *nl, const struct camera *cam,
			 const struct invocation *inv)
{
	enum outcome outcome;
	json_t *preset;

	outcome = read_preset(inv->args[1], &preset);
	if (outcome == OUTCOME_OK)
		outcome = apply(nl, cam, inv, preset);
	json_decref(preset);
	return outcome;
}

/**
 * preset_load() - command "load"
 * @inv: CAM FILE
 */
enum outcome preset_load(const struct invocation *inv)
{
	return command_on_camera(inv, load);
}
