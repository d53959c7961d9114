/* SPDX-License-Identifier: GPL-2.0 */
/* The V4L2 node of a camera. */
#ifndef GEV_VIDEO_H
#define GEV_VIDEO_H

#include <linux/types.h>

struct gev_camera;
struct gev_video;

/*
 * A node for a camera that has a feature map; holds the camera until the last
 * close. To make one may take as long as the camera likes; to register it, which
 * makes it cam->video and /dev/videoN, does not.
 */
struct gev_video *gev_video_create(struct gev_camera *cam);
void gev_video_destroy(struct gev_video *video);	/* one that is not registered */
int gev_video_register(struct gev_video *video);
/* Unregister: streams end, ioctls fail with ENODEV. NULL video is fine; once. */
void gev_video_unregister(struct gev_camera *cam);
/* The camera is away (@away) or back: queue error and events; cached values go stale. */
void gev_video_presence(struct gev_camera *cam, bool away);
/* "video0"; false without a node */
bool gev_video_name(struct gev_camera *cam, char *name, size_t size);

#endif /* GEV_VIDEO_H */
