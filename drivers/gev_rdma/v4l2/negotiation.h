/* SPDX-License-Identifier: GPL-2.0 */
/* The picture of a camera: from and to the camera. */
#ifndef GEV_NEGOTIATION_H
#define GEV_NEGOTIATION_H

#include <linux/types.h>

struct gev_format;
struct gev_video;

int gev_negotiation_read(struct gev_video *video);
int gev_negotiation_set(struct gev_video *video, struct gev_format *f);
int gev_negotiation_apply(struct gev_video *video);
int gev_negotiation_set_rate(struct gev_video *video, s64 *rate);

/* cam->feature_lock held */
void gev_negotiation_reread(struct gev_video *video);
void gev_negotiation_reread_rate(struct gev_video *video);

#endif /* GEV_NEGOTIATION_H */
