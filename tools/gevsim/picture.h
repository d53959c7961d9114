/* SPDX-License-Identifier: GPL-2.0 */
/* What the camera sees, and how it becomes bytes of a pixel format. */
#ifndef GEVSIM_PICTURE_H
#define GEVSIM_PICTURE_H

#include "features.h"
#include "scene.h"

/**
 * struct sim_look - all settings that act on the picture
 * @g: geometry
 * @test: enum sim_test
 * @camera: camera index
 * @black: black level, 1/16 of a step of 8 bits
 * @gain: dB
 * @gamma: exponent
 * @exposure: us
 */
struct sim_look {
	struct sim_geometry g;
	u32 test;
	u32 camera;
	u32 black;
	float gain;
	float gamma;
	double exposure;
};

/**
 * struct sim_painter - what is kept from frame to frame; for one thread
 * @look: what @tone and @ramp are for
 * @tone: 8-bit brightness of the scene to 16-bit output
 * @ramp: samples of the ramp, long enough for each possible shift
 * @ramp_len: bytes of @ramp
 * @line: one line of the scene, 16-bit RGB
 */
struct sim_painter {
	struct sim_look look;
	u16 tone[256];
	u8 *ramp;
	size_t ramp_len;
	u16 *line;
};

bool sim_picture_supports(u32 code);
void sim_picture_look(const struct sim_device *dev, struct sim_look *look);
bool sim_picture_moves(const struct sim_look *look);
int sim_picture_prepare(struct sim_painter *painter, const struct sim_look *look);
void sim_picture_paint(const struct sim_painter *painter, const struct sim_scene *scene,
		       u64 block, u8 *out);
void sim_picture_free(struct sim_painter *painter);

#endif /* GEVSIM_PICTURE_H */
