/* SPDX-License-Identifier: GPL-2.0 */
/* The controls of a node: what becomes of a camera's features. */
#ifndef GEV_CTRLS_H
#define GEV_CTRLS_H

#include <linux/types.h>

struct gev_video;

int gev_ctrls_init(struct gev_video *video);
void gev_ctrls_free(struct gev_video *video);
void gev_ctrls_refresh(struct gev_video *video);
/* Reads what is due; jiffies until more is, or 0 if nothing is ever due. */
unsigned long gev_ctrls_poll(struct gev_video *video);
void gev_ctrls_transport(struct gev_video *video);
void gev_ctrls_streaming(struct gev_video *video, bool streaming);

#endif /* GEV_CTRLS_H */
