// SPDX-License-Identifier: GPL-2.0
/* What became of a description's features, for people. */
#include <ctype.h>
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "features/gevmap.h"
#include "report.h"
#include "table.h"

/* As v4l2-ctl spells the name of a control. */
static void append_control(char *text, size_t size, const char *name)
{
	size_t at = strlen(text);

	if (!name)
		return;
	if (at && at + 2 < size)
		at += snprintf(text + at, size - at, ", ");
	for (; *name && at + 1 < size; name++) {
		if (isalnum((unsigned char)*name))
			text[at++] = tolower((unsigned char)*name);
		else if (at && text[at - 1] != '_')
			text[at++] = '_';
	}
	while (at && text[at - 1] == '_')
		at--;
	text[at] = '\0';
}

static void report_line(struct table *table, const json_t *item)
{
	const json_t *scale = json_object_get(item, "scale");
	const char *why = json_string_value(json_object_get(item, "why"));
	char control[80] = "", places[16] = "";

	append_control(control, sizeof(control),
		       json_string_value(json_object_get(item, "standard_control")));
	append_control(control, sizeof(control),
		       json_string_value(json_object_get(item, "control")));
	if (scale && *control)
		snprintf(places, sizeof(places), "10^-%d", (int)json_integer_value(scale));
	table_row(table, json_string_value(json_object_get(item, "name")),
		  json_string_value(json_object_get(item, "kind")),
		  json_string_value(json_object_get(item, "fate")),
		  *control ? control : TABLE_EMPTY, *places ? places : TABLE_EMPTY,
		  why && *why ? why : TABLE_EMPTY);
}

/* How many features have each fate, in the order in which they first come. */
static void print_fates(const json_t *report)
{
	json_t *counts = json_object(), *item, *count;
	const char *fate, *separator = "";
	size_t i;

	json_array_foreach(report, i, item) {
		fate = json_string_value(json_object_get(item, "fate"));
		count = json_object_get(counts, fate);
		json_object_set_new(counts, fate, json_integer(json_integer_value(count) + 1));
	}
	printf("\n%zu features: ", json_array_size(report));
	json_object_foreach(counts, fate, count) {
		printf("%s%" JSON_INTEGER_FORMAT " %s", separator, json_integer_value(count), fate);
		separator = ", ";
	}
	putchar('\n');
	json_decref(counts);
}

/* What reading a feature costs, of all that can be read. */
static void print_cost(const json_t *report, const char *key)
{
	json_int_t most = 0, sum = 0, cost, n = 0;
	json_t *item;
	size_t i;

	json_array_foreach(report, i, item) {
		if (!json_object_get(item, key))
			continue;
		cost = json_integer_value(json_object_get(item, key));
		most = cost > most ? cost : most;
		sum += cost;
		n++;
	}
	printf("%s to read one: %.1f on average, %lld at most\n", key,
	       n ? (double)sum / n : 0, (long long)most);
}

static size_t table_count(const struct gev_map_header *header, enum gev_map_table_id id)
{
	return le32toh(header->table[id].count);
}

/* What the map takes of each ceiling, and of the kernel's memory. */
static enum outcome print_use(const struct compilation *c)
{
	const struct gev_map_header *header = c->map;
	struct gev_map_view *view = malloc(gev_map_view_size());
	enum outcome outcome = OUTCOME_OK;
	size_t i, controls = 0;
	json_t *item;
	char why[128];

	if (!view)
		return fail(OUTCOME_FAILED, "out of memory");
	json_array_foreach(c->report, i, item)
		controls += !!json_object_get(item, "id") + !!json_object_get(item, "standard");
	printf("%zu of %u bytes, %zu of %u controls, %zu of %u registers, %zu of %u instructions\n",
	       c->size, GEV_MAP_SIZE_MAX, controls, GEV_MAP_CONTROLS_MAX,
	       table_count(header, GEV_MAP_REGISTERS), GEV_MAP_REGISTERS_MAX,
	       table_count(header, GEV_MAP_CODE), GEV_MAP_CODE_MAX);
	if (gev_map_verify(c->map, c->size, view, why, sizeof(why)))
		outcome = fail(OUTCOME_FAILED, "the map would be refused: %s", why);
	else
		printf("memory: %zu bytes for all equal cameras; for each %zu, in use %zu more\n",
		       c->size + gev_map_view_size(), gev_map_variables_size(view),
		       gev_map_scratch_size(view));
	free(view);
	return outcome;
}

/**
 * report_print() - say what became of each feature, and what the map takes
 * @c: the map and its report
 *
 * Return: OUTCOME_OK or OUTCOME_FAILED.
 */
enum outcome report_print(const struct compilation *c)
{
	struct table table;
	json_t *item;
	size_t i;

	table_init(&table, 6);
	table_row(&table, "FEATURE", "KIND", "FATE", "CONTROL", "SCALE", "NOTE");
	json_array_foreach(c->report, i, item)
		report_line(&table, item);
	if (table_print(&table))
		return fail(OUTCOME_FAILED, "out of memory");
	print_fates(c->report);
	print_cost(c->report, "instructions");
	print_cost(c->report, "registers");
	return print_use(c);
}
