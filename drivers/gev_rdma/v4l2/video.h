/* SPDX-License-Identifier: GPL-2.0 */
/* The V4L2 node of a camera. */
#ifndef GEV_VIDEO_H
#define GEV_VIDEO_H

#include <linux/types.h>

struct gev_camera;
struct gev_video;

/*
 * Register /dev/videoN for a camera that has a feature map: sets cam->video.
 * Takes a camera reference that the last close drops. May sleep.
 */
int gev_video_register(struct gev_camera *cam);
/* Unregister: streams end, ioctls fail with ENODEV. NULL video is fine; once. */
void gev_video_unregister(struct gev_camera *cam);
/* The camera is away (@away) or back: queue error and events; cached values go stale. */
void gev_video_presence(struct gev_camera *cam, bool away);
/* "video0"; false without a node */
bool gev_video_name(struct gev_camera *cam, char *name, size_t size);

#endif /* GEV_VIDEO_H */
