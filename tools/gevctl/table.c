// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "text.h"

#define GAP	2	/* blanks between two columns */

/**
 * table_init() - an empty table
 * @table: to be filled in
 * @columns: at most TABLE_COLUMNS_MAX
 */
void table_init(struct table *table, unsigned int columns)
{
	*table = (struct table){ .columns = columns };
}

/**
 * table_row() - add a row
 * @table: the table
 *
 * The texts that follow, one for each column, are copied; NULL and "" become
 * "-", TABLE_EMPTY stays empty.
 */
void table_row(struct table *table, ...)
{
	size_t count = (table->rows + 1) * table->columns;
	char **cells = realloc(table->cells, count * sizeof(*cells));
	unsigned int i;
	va_list ap;

	if (!cells) {
		table->lost = true;
		return;
	}
	table->cells = cells;
	cells += table->rows * table->columns;
	table->rows++;

	va_start(ap, table);
	for (i = 0; i < table->columns; i++) {
		const char *text = va_arg(ap, const char *);

		if (!text || !*text)
			text = "-";
		cells[i] = strdup(strcmp(text, TABLE_EMPTY) ? text : "");
		if (!cells[i])
			table->lost = true;
	}
	va_end(ap);
}

static const char *cell(const struct table *table, size_t row, unsigned int column)
{
	const char *text = table->cells[row * table->columns + column];

	return text ? text : "?";
}

/* Blanks go before the next text, so that no line ends with them. */
static void print_row(const struct table *table, size_t row, const int *widths)
{
	int blanks = 0;
	unsigned int i;

	for (i = 0; i < table->columns; i++) {
		const char *text = cell(table, row, i);
		int rest = widths[i] - text_width(text);

		if (*text) {
			printf("%*s", blanks + (table->right[i] ? rest : 0), "");
			text_print(stdout, text);
			blanks = GAP + (table->right[i] ? 0 : rest);
		} else {
			blanks += GAP + rest;
		}
	}
	putchar('\n');
}

/**
 * table_print() - print a table and free its rows
 * @table: the table
 *
 * Return: 0, or -ENOMEM when a row is missing.
 */
int table_print(struct table *table)
{
	int widths[TABLE_COLUMNS_MAX] = { 0 };
	unsigned int i;
	size_t row;

	for (row = 0; row < table->rows; row++) {
		for (i = 0; i < table->columns; i++) {
			int width = text_width(cell(table, row, i));

			if (width > widths[i])
				widths[i] = width;
		}
	}
	for (row = 0; row < table->rows; row++)
		print_row(table, row, widths);

	for (row = 0; row < table->rows * table->columns; row++)
		free(table->cells[row]);
	free(table->cells);
	table->cells = NULL;
	table->rows = 0;
	return table->lost ? -ENOMEM : 0;
}
