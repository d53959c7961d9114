/* SPDX-License-Identifier: GPL-2.0 */
/* The picture before the lens: a PGM or PPM file, or one drawn here. */
#ifndef GEVSIM_SCENE_H
#define GEVSIM_SCENE_H

#include "wire/shim.h"

/**
 * struct sim_scene - the picture before the lens: 8-bit RGB, repeated endlessly
 * @width: pixels
 * @height: lines
 * @rgb: 3 bytes a pixel
 */
struct sim_scene {
	u32 width;
	u32 height;
	u8 *rgb;
};

int sim_scene_load(struct sim_scene *scene, const char *file);
void sim_scene_free(struct sim_scene *scene);

#endif /* GEVSIM_SCENE_H */
