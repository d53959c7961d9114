/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one file in a camera's zip archive. The input is hostile: this runs in
 * the unprivileged child only (see sandbox.h), and still bounds everything.
 */
#ifndef GEVCTL_ZIP_H
#define GEVCTL_ZIP_H

#include <stdbool.h>
#include <stddef.h>

#define ZIP_TEXT_MAX	(16u << 20)	/* bytes of an unpacked description */
#define ZIP_RATIO_MAX	256u		/* unpacked : packed; descriptions reach 60 */

bool zip_is(const void *data, size_t size);
int zip_extract(const void *data, size_t size, char **text, size_t *length,
		char *why, size_t why_size);

#endif /* GEVCTL_ZIP_H */
