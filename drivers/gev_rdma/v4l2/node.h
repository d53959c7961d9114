/* SPDX-License-Identifier: GPL-2.0 */
/* A video node from inside: what the files of v4l2/ share. */
#ifndef GEV_NODE_H
#define GEV_NODE_H

#include <linux/atomic.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <media/v4l2-ctrls.h>
#include <media/v4l2-device.h>
#include <media/v4l2-dev.h>
#include <media/videobuf2-v4l2.h>

#include "picture.h"

struct gev_camera;
struct gev_ctrl;

/**
 * struct gev_ctrls - a node's controls
 * @handler: theirs; its mutex protects the rest, and each struct gev_ctrl
 * @items: one for each feature that is a control
 * @count: number of @items
 * @by_feature: index of a feature's item, or GEV_NO_CTRL
 * @transport: the transport in use
 * @stale: limits and cached values are to be read again
 * @refreshing: values come from the camera: nothing is written to it
 * @streaming: a stream runs: locked features are grabbed, not inactive
 * @polled: some of @items are polled; does not change
 */
struct gev_ctrls {
	struct v4l2_ctrl_handler handler;
	struct gev_ctrl *items;
	unsigned int count;
	u16 *by_feature;
	struct v4l2_ctrl *transport;
	bool stale;
	bool refreshing;
	bool streaming;
	bool polled;
};

#define GEV_NO_CTRL 0xffff

/**
 * struct gev_video - the node of a camera
 * @cam: the camera; a reference, put when the last file is closed
 * @v4l2_dev: its count of references is the node's: the registration and each
 *	open file have one
 * @vdev: the device node. Its lock is NULL: the ioctls that need serialising
 *	take what they need themselves, so that DQEVENT, ENUM_* and G_* do
 *	not wait for a slow register access of another ioctl
 * @ctrls: controls
 * @queue: buffers
 * @queue_lock: the queue's lock: buffers, start and stop of streaming; taken by
 *	the V4L2 core
 * @set_lock: outermost, never with q->lock: one call at a time sets controls or
 *	the picture, so that S_EXT_CTRLS of several controls is not interrupted
 * @mem_ops: how the queue gets memory
 * @picture_lock: leaf; protects @picture, @areas, @areas_known, @buffers,
 *	@resizing, and changes to the stream's format
 * @picture: limits of the picture and its present form
 * @areas: limits by pixel format, as far as they were seen: some cameras have
 *	others for each, and tell only those of the present one
 * @areas_known: bits of the pixel formats whose @areas are valid
 * @buffers: buffers that exist
 * @resizing: operations under way that may change the size of a picture; while
 *	there are any, no buffer comes into being, and vice versa
 * @stale: the picture is to be read again from the camera
 * @away: the camera is away
 * @files: open files
 * @polling: reads controls again; see polling.c. It has no reference of the
 *	node: the last close waits for it, and so does the node's release
 */
struct gev_video {
	struct gev_camera *cam;
	struct v4l2_device v4l2_dev;
	struct video_device vdev;
	struct gev_ctrls ctrls;
	struct vb2_queue queue;
	struct mutex queue_lock; /* see above */
	struct mutex set_lock; /* see above */
	struct vb2_mem_ops mem_ops;
	spinlock_t picture_lock; /* see above */
	struct gev_picture picture;
	struct gev_area areas[GEV_PICTURE_FORMATS];
	u64 areas_known;
	unsigned int buffers;
	unsigned int resizing;
	bool stale;
	bool away;
	atomic_t files;
	struct delayed_work polling;
};

/* Largest multiple of @step that is not above @distance. */
static inline u64 gev_round_down(u64 distance, u64 step)
{
	u64 rest;

	div64_u64_rem(distance, step, &rest);
	return distance - rest;
}

int gev_video_error(struct gev_video *video, int error);
void gev_video_changed(struct gev_video *video);
void gev_video_refresh(struct gev_video *video);

#endif /* GEV_NODE_H */
