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
