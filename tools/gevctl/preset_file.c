// SPDX-License-Identifier: GPL-2.0
/*
 * The file of "save" and "load":
 *
 *	gevctl-settings 1
 *	manufacturer: "gev_rdma"
 *	model: "gevsim"
 *	version: "1.0.0"
 *
 *	# names and values as with "gevctl set"; texts as in JSON
 *	Gain = 3
 *	DeviceUserID = "bench 7"
 *	TriggerMode[TriggerSelector=FrameStart] = Off
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "json.h"
#include "preset.h"

#define FIRST_LINE	"gevctl-settings 1"
#define BLANKS		" \t\r"
#define NAME_LETTERS	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-"

static const char *const heads[] = { "manufacturer", "model", "version" };

static void add_quoted(GString *text, const char *value)
{
	json_t *json = json_text(value ? value : "");
	char *quoted = json_dumps(json, JSON_ENCODE_ANY);

	g_string_append(text, quoted ? quoted : "\"\"");
	free(quoted);
	json_decref(json);
}

static void add_selectors(GString *text, json_t *selectors)
{
	char before = '[';
	json_t *value;
	const char *name;

	json_object_foreach(selectors, name, value) {
		g_string_append_printf(text, "%c%s=%s", before, name, json_string_value(value));
		before = ',';
	}
	if (before == ',')
		g_string_append_c(text, ']');
}

/**
 * preset_format() - the text of a file
 * @preset: object with "manufacturer", "model", "version" and "settings"
 *
 * Return: the text, for g_free().
 */
char *preset_format(const json_t *preset)
{
	GString *text = g_string_new(FIRST_LINE "\n");
	const json_t *setting;
	const char *value;
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(heads); i++) {
		g_string_append_printf(text, "%s: ", heads[i]);
		add_quoted(text, json_string_value(json_object_get(preset, heads[i])));
		g_string_append_c(text, '\n');
	}
	g_string_append_c(text, '\n');
	json_array_foreach(json_object_get(preset, "settings"), i, setting) {
		value = json_string_value(json_object_get(setting, "value"));
		g_string_append(text, json_string_value(json_object_get(setting, "name")));
		add_selectors(text, json_object_get(setting, "selectors"));
		g_string_append(text, " = ");
		if (json_is_true(json_object_get(setting, "string")))
			add_quoted(text, value);
		else
			g_string_append(text, value);
		g_string_append_c(text, '\n');
	}
	return g_string_free(text, FALSE);
}

/* A name at *@at, which then points behind it and its blanks; NULL without one. */
static char *take_name(char **at)
{
	char *name = *at, *end = name + strspn(name, NAME_LETTERS);
	char *rest = end + strspn(end, BLANKS);

	if (end == name)
		return NULL;
	*at = rest;
	return g_strndup(name, end - name);
}

static bool take_letter(char **at, char letter)
{
	if (**at != letter)
		return false;
	*at += 1;
	*at += strspn(*at, BLANKS);
	return true;
}

static const char *take_selectors(char **at, json_t *selectors)
{
	if (!take_letter(at, '['))
		return NULL;
	do {
		g_autofree char *name = take_name(at);
		g_autofree char *value = name && take_letter(at, '=') ? take_name(at) : NULL;

		if (!value)
			return "no SELECTOR=VALUE between '[' and ']'";
		if (json_object_get(selectors, name))
			return "the same selector twice";
		if (json_object_size(selectors) == PRESET_SELECTORS_MAX)
			return "more than four selectors";
		json_object_set_new(selectors, name, json_string(value));
	} while (take_letter(at, ','));
	return take_letter(at, ']') ? NULL : "no ']' after the selectors";
}

static const char *take_quoted(const char *text, json_t **value)
{
	*value = json_loads(text, JSON_DECODE_ANY, NULL);
	if (json_is_string(*value))
		return NULL;
	json_decref(*value);
	return "a text that is not quoted as in JSON";
}

static const char *take_value(char *text, json_t *setting)
{
	const char *why;
	json_t *value;

	if (*text == '"') {
		why = take_quoted(text, &value);
		if (why)
			return why;
		json_object_set_new(setting, "string", json_true());
	} else {
		if (!*text)
			return "no value after '='";
		if (strpbrk(text, BLANKS))
			return "a value with blanks in it, but not quoted";
		value = json_string(text);
	}
	if (json_object_set_new(setting, "value", value))
		return "a value that is not UTF-8";
	return NULL;
}

static const char *take_setting(char *line, unsigned int number, json_t *settings)
{
	json_t *selectors = json_object(), *setting;
	g_autofree char *name = take_name(&line);
	const char *why;

	setting = json_pack("{s:s,s:o,s:i}", "name", name ? name : "", "selectors", selectors,
			    "line", number);
	json_array_append_new(settings, setting);
	if (!name)
		return "it does not begin with a feature's name";
	why = take_selectors(&line, selectors);
	if (why)
		return why;
	if (!take_letter(&line, '='))
		return "no '=' after the feature";
	return take_value(line, setting);
}

/* 1 when it is none of these lines. */
static int take_head(char *line, json_t *preset, const char **why)
{
	size_t i, length;
	json_t *value;

	for (i = 0; i < G_N_ELEMENTS(heads); i++) {
		length = strlen(heads[i]);
		if (strncmp(line, heads[i], length) || line[length] != ':')
			continue;
		line += length + 1;
		*why = take_quoted(line + strspn(line, BLANKS), &value);
		if (!*why)
			json_object_set_new(preset, heads[i], value);
		return 0;
	}
	return 1;
}

static const char *take_line(char *line, unsigned int number, json_t *preset)
{
	const char *why = NULL;

	line = g_strstrip(line);
	if (number == 1)
		return strcmp(line, FIRST_LINE) ? "it is not '" FIRST_LINE "'" : NULL;
	if (!*line || *line == '#')
		return NULL;
	if (take_head(line, preset, &why))
		return take_setting(line, number, json_object_get(preset, "settings"));
	return why;
}

/**
 * preset_parse() - a file's text
 * @text: the text; changed
 * @why: gets what is wrong, with the line's number
 * @why_size: of @why
 *
 * Return: object as for preset_format(), NULL with words in @why.
 */
json_t *preset_parse(char *text, char *why, size_t why_size)
{
	json_t *preset = json_pack("{s:[]}", "settings");
	const char *wrong = NULL;
	unsigned int number = 0;
	char *line;

	while (!wrong && (line = strsep(&text, "\n")))
		wrong = take_line(line, ++number, preset);
	if (!wrong && !json_object_get(preset, "model"))
		wrong = "the end, and no line said which model it is for";
	if (!wrong)
		return preset;
	snprintf(why, why_size, "line %u: %s", number, wrong);
	json_decref(preset);
	return NULL;
}
