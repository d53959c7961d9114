/* SPDX-License-Identifier: GPL-2.0 */
/* A description on its way to a feature map, through the unprivileged child. */
#ifndef GEVCTL_COMPILATION_H
#define GEVCTL_COMPILATION_H

#include <stddef.h>

#include <jansson.h>

#include "description.h"
#include "map.h"
#include "outcome.h"

/**
 * struct compilation - what came out
 * @map: the map; free with compilation_free()
 * @size: bytes of it
 * @report: array, see struct map_output
 */
struct compilation {
	void *map;
	size_t size;
	json_t *report;
};

enum outcome compilation_run(const struct description *description,
			     const struct map_identity *identity, struct compilation *c);
void compilation_free(struct compilation *c);

#endif /* GEVCTL_COMPILATION_H */
