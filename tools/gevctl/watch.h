/* SPDX-License-Identifier: GPL-2.0 */
/* Features that are looked at again and again. */
#ifndef GEVCTL_WATCH_H
#define GEVCTL_WATCH_H

#include "genicam.h"

#define WATCH_MAX	64u	/* features at a time */

/* Milliseconds until a feature should be read again; 0: the description does not say. */
unsigned int watch_polling_time(const struct genicam *tree, const char *name);

#endif /* GEVCTL_WATCH_H */
