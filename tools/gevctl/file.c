// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"

/**
 * file_read() - read a file
 * @path: of the file
 * @max: larger ones are refused
 * @data: gets the bytes, followed by a NUL; the caller frees them in every case
 * @size: gets their number
 */
enum outcome file_read(const char *path, size_t max, char **data, size_t *size)
{
	FILE *file = fopen(path, "re");
	int error = 0;

	*data = NULL;
	*size = 0;
	if (!file)
		return fail(OUTCOME_FAILED, "%s: %s", path, strerror(errno));
	*data = malloc(max + 1);
	if (*data)
		*size = fread(*data, 1, max + 1, file);
	if (!*data || ferror(file))
		error = errno;
	fclose(file);

	if (error)
		return fail(OUTCOME_FAILED, "%s: %s", path, strerror(error));
	if (!*size)
		return fail(OUTCOME_FAILED, "%s: the file is empty", path);
	if (*size > max)
		return fail(OUTCOME_FAILED, "%s: longer than %zu bytes", path, max);
	(*data)[*size] = '\0';
	return OUTCOME_OK;
}

/**
 * file_write() - write a file
 * @path: of the file; "-" is standard output
 * @data: the bytes
 * @size: their number
 */
enum outcome file_write(const char *path, const void *data, size_t size)
{
	FILE *file;
	int error = 0;

	if (!strcmp(path, "-")) {
		fwrite(data, 1, size, stdout);
		return OUTCOME_OK;
	}
	file = fopen(path, "we");
	if (!file)
		return fail(OUTCOME_FAILED, "%s: %s", path, strerror(errno));
	if (fwrite(data, 1, size, file) != size)
		error = errno;
	if (fclose(file) && !error)
		error = errno;
	return error ? fail(OUTCOME_FAILED, "%s: %s", path, strerror(error)) : OUTCOME_OK;
}
