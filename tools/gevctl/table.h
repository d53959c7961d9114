/* SPDX-License-Identifier: GPL-2.0 */
/* Columns of text, aligned. */
#ifndef GEVCTL_TABLE_H
#define GEVCTL_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#define TABLE_COLUMNS_MAX	10
#define TABLE_EMPTY		" "

/**
 * struct table - rows of cells
 * @columns: number of columns
 * @rows: number of rows
 * @cells: @rows times @columns texts, owned
 * @right: columns that hold numbers
 * @lost: there was no memory for a row
 */
struct table {
	unsigned int columns;
	size_t rows;
	char **cells;
	bool right[TABLE_COLUMNS_MAX];
	bool lost;
};

void table_init(struct table *table, unsigned int columns);
void table_row(struct table *table, ...);	/* one const char * a column */
int table_print(struct table *table);		/* and frees the rows */

#endif /* GEVCTL_TABLE_H */
