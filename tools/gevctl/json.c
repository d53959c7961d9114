// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

/**
 * json_text() - a JSON string of any bytes
 * @text: the bytes; when they are not UTF-8, '?' stands for those above 127
 */
json_t *json_text(const char *text)
{
	json_t *json = json_string(text);
	char *copy, *p;

	if (json)
		return json;
	copy = strdup(text);
	if (!copy)
		return NULL;
	for (p = copy; *p; p++) {
		if (*p & 0x80)
			*p = '?';
	}
	json = json_string(copy);
	free(copy);
	return json;
}

/**
 * json_number() - a JSON integer
 * @value: JSON libraries end at 2^63 - 1, and so does this
 */
json_t *json_number(uint64_t value)
{
	return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
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

/**
 * json_value_text() - what a value looks like outside of JSON
 * @value: a string, a number or a boolean
 * @buf: room for the text of one that is no string
 * @size: of @buf, 32 is enough
 *
 * Return: the text, or NULL for any other value.
 */
const char *json_value_text(const json_t *value, char *buf, size_t size)
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

static enum outcome dump(json_t *json, size_t flags)
{
	int ret = json ? json_dumpf(json, stdout, flags | JSON_ENCODE_ANY) : -1;

	json_decref(json);
	if (ret)
		return fail(OUTCOME_FAILED, "cannot write JSON: out of memory or output closed");
	putchar('\n');
	return OUTCOME_OK;
}

/**
 * json_print() - print a document
 * @json: the document, or NULL when memory ran out; its reference is taken
 */
enum outcome json_print(json_t *json)
{
	return dump(json, JSON_INDENT(2));
}

/**
 * json_print_line() - print one object of many, on one line, at once
 * @json: the object, or NULL when memory ran out; its reference is taken
 */
enum outcome json_print_line(json_t *json)
{
	enum outcome outcome = dump(json, JSON_COMPACT);

	fflush(stdout);
	return outcome;
}
