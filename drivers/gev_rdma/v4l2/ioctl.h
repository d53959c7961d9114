/* SPDX-License-Identifier: GPL-2.0 */
/* The ioctls of a node. */
#ifndef GEV_IOCTL_H
#define GEV_IOCTL_H

#include <media/v4l2-ioctl.h>

struct gev_video;

extern const struct v4l2_ioctl_ops gev_ioctl_ops;

void gev_ioctl_describe(struct gev_video *video, struct v4l2_capability *cap);

#endif /* GEV_IOCTL_H */
