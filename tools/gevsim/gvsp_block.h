/* SPDX-License-Identifier: GPL-2.0 */
/* Leaders and trailers, also of types that the driver's codec only reads. */
#ifndef GEVSIM_GVSP_BLOCK_H
#define GEVSIM_GVSP_BLOCK_H

#include "wire/gvsp.h"

/**
 * struct sim_gvsp_block - what is said about a frame at its begin and end
 * @leader: at the begin
 * @trailer: at the end
 * @part: of a multi-part block, in the leader
 * @end: of a multi-part block, in the trailer
 * @frequency: of the time stamp, Hz
 */
struct sim_gvsp_block {
	struct gev_gvsp_leader leader;
	struct gev_gvsp_trailer trailer;
	struct gev_gvsp_part part[2];
	struct gev_gvsp_part_end end[2];
	u64 frequency;
};

size_t sim_gvsp_leader(const struct sim_gvsp_block *block, u8 *out, size_t room);
size_t sim_gvsp_trailer(const struct sim_gvsp_block *block, u8 *out, size_t room);
u8 sim_gvsp_format(u16 type);

#endif /* GEVSIM_GVSP_BLOCK_H */
