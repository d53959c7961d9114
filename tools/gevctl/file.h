/* SPDX-License-Identifier: GPL-2.0 */
/* Whole files that the user names. */
#ifndef GEVCTL_FILE_H
#define GEVCTL_FILE_H

#include <stddef.h>

#include "outcome.h"

enum outcome file_read(const char *path, size_t max, char **data, size_t *size);
enum outcome file_write(const char *path, const void *data, size_t size);

#endif /* GEVCTL_FILE_H */
