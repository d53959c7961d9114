/* SPDX-License-Identifier: GPL-2.0 */
/* What a frame by UDP is to be: settings, layout, faults. */
#ifndef GEVSIM_GVSP_PLAN_H
#define GEVSIM_GVSP_PLAN_H

#include "gvsp.h"
#include "wire/gendc.h"

struct sim_device;

/* A descriptor, or chunks: image, block id, time stamp, each with id and length */
#define SIM_GVSP_BEHIND		(GEV_GENDC_DESCRIPTOR + SIM_FAULT_CHUNK_PAD_MAX)

/**
 * struct sim_gvsp_plan - what becomes of one frame; made with the device locked
 * @send: it is to be sent
 * @block: block id as sent
 * @look: settings of the picture; what is painted
 * @settings: of the stream now
 * @frame: what is said about it, but for memory
 * @behind: chunks or descriptor
 * @behind_at: where in the frame's memory they go
 * @behind_length: bytes
 */
struct sim_gvsp_plan {
	bool send;
	u64 block;
	struct sim_look look;
	struct sim_gvsp_settings settings;
	struct sim_gvsp_frame frame;
	u8 behind[SIM_GVSP_BEHIND];
	size_t behind_at;
	size_t behind_length;
};

void sim_gvsp_settings(struct sim_device *dev, struct sim_gvsp_settings *s);
u64 sim_gvsp_payload(struct sim_device *dev, const struct sim_geometry *g);
size_t sim_gvsp_room(const struct sim_geometry *g);
void sim_gvsp_plan(struct sim_device *dev, struct sim_gvsp_plan *p, u64 now);

#endif /* GEVSIM_GVSP_PLAN_H */
