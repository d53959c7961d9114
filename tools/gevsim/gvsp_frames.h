/* SPDX-License-Identifier: GPL-2.0 */
/* What becomes of frames that are sent by UDP. */
#ifndef GEVSIM_GVSP_FRAMES_H
#define GEVSIM_GVSP_FRAMES_H

#include "stream.h"

void sim_gvsp_update(struct sim_stream *s);
u64 sim_gvsp_work(struct sim_stream *s, u64 now);

#endif /* GEVSIM_GVSP_FRAMES_H */
