/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The compiler from GenICam XML to feature maps. It works on hostile input:
 * gevctl calls it only in the unprivileged child, without a camera.
 */
#ifndef GEVCTL_MAP_H
#define GEVCTL_MAP_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <linux/gev_map.h>

/**
 * struct map_identity - the model that a map is for; see linux/gev_map.h
 * @manufacturer: as in the bootstrap registers, up to the first NUL
 * @model: likewise
 * @device_version: likewise
 * @url: first URL, likewise
 * @manifest: version word of the manifest's first entry, or 0
 */
struct map_identity {
	char manufacturer[32 + 1];
	char model[32 + 1];
	char device_version[32 + 1];
	char url[512 + 1];
	uint32_t manifest;
};

/**
 * struct map_output - what the compiler makes
 * @data: the map
 * @size: bytes of it
 * @report: array with an object for each feature of the XML: "name", "kind",
 *	"fate" (the words of "gevctl map report"), where it can be read what that
 *	costs at most ("instructions", "registers"), and "why" where there is
 *	something to say
 * @why: one sentence when there is no map
 */
struct map_output {
	void *data;
	size_t size;
	json_t *report;
	char why[512];
};

void map_key(const struct map_identity *identity, char key[GEV_MAP_KEY_LEN + 1]);
int map_compile(const struct map_identity *identity, const char *xml, size_t size,
		struct map_output *out);	/* 0 or -errno */
void map_output_free(struct map_output *out);

#endif /* GEVCTL_MAP_H */
