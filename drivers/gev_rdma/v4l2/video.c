// SPDX-License-Identifier: GPL-2.0
/*
 * The V4L2 node of a camera: registration, lifetime, presence.
 *
 * References: the registration and every open file hold the v4l2_device; its
 * last put, in whichever order they end, frees the node and puts the camera.
 */
#include <linux/slab.h>
#include <media/v4l2-event.h>
#include <media/v4l2-fh.h>
#include <media/v4l2-ioctl.h>

#include "../camera.h"
#include "../camera_map.h"
#include "../gev_rdma.h"
#include "ctrls.h"
#include "ioctl.h"
#include "negotiation.h"
#include "node.h"
#include "polling.h"
#include "queue.h"
#include "video.h"

/**
 * gev_video_error() - an error as V4L2 applications know it
 * @video: the node
 * @error: -errno of the control channel, the evaluator or a transport, or 0
 *
 * ENODEV is left to nodes that are gone: a camera that is away may come back.
 *
 * Return: -errno, or 0.
 */
int gev_video_error(struct gev_video *video, int error)
{
	switch (error) {
	case -ENODEV:
		return video_is_registered(&video->vdev) ? -EIO : -ENODEV;
	case -ETIMEDOUT:
	case -EDOM:
	case -E2BIG:
		return -EIO;
	case -ENOENT:
	case -ENODATA:
	case -EPERM:
		return -EACCES;
	}
	return error;
}

/**
 * gev_video_changed() - tell applications that the source has changed
 * @video: the node
 *
 * Context: any.
 */
void gev_video_changed(struct gev_video *video)
{
	static const struct v4l2_event event = {
		.type = V4L2_EVENT_SOURCE_CHANGE,
		.u.src_change.changes = V4L2_EVENT_SRC_CH_RESOLUTION,
	};

	v4l2_event_queue(&video->vdev, &event);
}

/**
 * gev_video_refresh() - read again what is stale
 * @video: the node
 *
 * Without an answer from the camera the old values stay, and stay stale.
 *
 * Context: process, no lock held, may sleep for the camera.
 */
void gev_video_refresh(struct gev_video *video)
{
	int ret;

	if (READ_ONCE(video->stale)) {
		WRITE_ONCE(video->stale, false);
		ret = gev_negotiation_read(video);
		if (ret) {
			WRITE_ONCE(video->stale, true);
			dev_dbg(&video->cam->dev, "picture not read: %d\n", ret);
		}
	}
	gev_ctrls_refresh(video);
}

static int open_video(struct file *file)
{
	struct gev_video *video = video_drvdata(file);
	int ret;

	ret = gev_camera_eval_get(video->cam);
	if (ret)
		return ret;
	ret = v4l2_fh_open(file);
	if (ret) {
		gev_camera_eval_put(video->cam);
		return ret;
	}
	gev_video_refresh(video);
	gev_polling_open(video);
	return 0;
}

static int close_video(struct file *file)
{
	struct gev_video *video = video_drvdata(file);
	struct gev_camera *cam = gev_camera_get(video->cam);
	int ret;

	gev_polling_close(video);
	/* The stream's end evaluates; the node may be freed. */
	ret = vb2_fop_release(file);
	gev_camera_eval_put(cam);
	gev_camera_put(cam);
	return ret;
}

/* Calls that change controls or the picture; compat ioctls have the same numbers. */
static bool sets_something(unsigned int cmd)
{
	switch (_IOC_NR(cmd)) {
	case _IOC_NR(VIDIOC_S_CTRL):
	case _IOC_NR(VIDIOC_S_EXT_CTRLS):
	case _IOC_NR(VIDIOC_S_FMT):
	case _IOC_NR(VIDIOC_S_PARM):
	case _IOC_NR(VIDIOC_S_SELECTION):
	case _IOC_NR(VIDIOC_S_CROP):
		return true;
	}
	return false;
}

/*
 * The core locks the control handler once for each control of S_EXT_CTRLS. The
 * whole call is one change only if no other one comes between.
 */
static long ioctl_video(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct gev_video *video = video_drvdata(file);
	long ret;

	if (!sets_something(cmd))
		return video_ioctl2(file, cmd, arg);
	if (mutex_lock_interruptible(&video->set_lock))
		return -ERESTARTSYS;
	ret = video_ioctl2(file, cmd, arg);
	mutex_unlock(&video->set_lock);
	return ret;
}

static const struct v4l2_file_operations video_fops = {
	.owner = THIS_MODULE,
	.open = open_video,
	.release = close_video,
	.poll = vb2_fop_poll,
	.mmap = vb2_fop_mmap,
	.unlocked_ioctl = ioctl_video,
};

static void release_video(struct v4l2_device *v4l2_dev)
{
	struct gev_video *video = container_of(v4l2_dev, struct gev_video, v4l2_dev);

	gev_polling_end(video);
	gev_ctrls_free(video);
	mutex_destroy(&video->set_lock);
	mutex_destroy(&video->queue_lock);
	gev_camera_put(video->cam);
	kfree(video);
}

static void init_vdev(struct gev_video *video)
{
	struct video_device *vdev = &video->vdev;
	struct v4l2_capability cap;

	gev_ioctl_describe(video, &cap);
	strscpy(vdev->name, cap.card, sizeof(vdev->name));
	vdev->fops = &video_fops;
	vdev->ioctl_ops = &gev_ioctl_ops;
	vdev->release = video_device_release_empty;
	vdev->v4l2_dev = &video->v4l2_dev;
	vdev->ctrl_handler = &video->ctrls.handler;
	vdev->queue = &video->queue;
	vdev->vfl_dir = VFL_DIR_RX;
	vdev->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
	video_set_drvdata(vdev, video);
	if (!video->picture.has_rate) {
		v4l2_disable_ioctl(vdev, VIDIOC_G_PARM);
		v4l2_disable_ioctl(vdev, VIDIOC_S_PARM);
		v4l2_disable_ioctl(vdev, VIDIOC_ENUM_FRAMEINTERVALS);
	}
}

static int init_video(struct gev_video *video)
{
	int ret;

	ret = gev_camera_eval_get(video->cam);
	if (ret)
		return ret;
	ret = gev_negotiation_read(video);
	gev_camera_eval_put(video->cam);
	if (ret)
		return ret;
	ret = gev_ctrls_init(video);
	if (ret)
		return ret;
	ret = gev_queue_init(video);
	if (ret)
		return ret;
	init_vdev(video);
	return 0;
}

/**
 * gev_video_create() - make a node for a camera that nobody sees yet
 * @cam: the camera, with a feature map, without a node
 *
 * Takes a reference of the camera that the last close, or
 * gev_video_destroy(), puts.
 *
 * Context: process, may sleep for the camera.
 * Return: the node or an ERR_PTR.
 */
struct gev_video *gev_video_create(struct gev_camera *cam)
{
	struct gev_video *video;
	int ret;

	video = kzalloc(sizeof(*video), GFP_KERNEL);
	if (!video)
		return ERR_PTR(-ENOMEM);
	video->cam = gev_camera_get(cam);
	mutex_init(&video->queue_lock);
	mutex_init(&video->set_lock);
	gev_polling_init(video);
	spin_lock_init(&video->picture_lock);
	strscpy(video->v4l2_dev.name, dev_name(&cam->dev), sizeof(video->v4l2_dev.name));
	video->v4l2_dev.release = release_video;
	ret = v4l2_device_register(&cam->dev, &video->v4l2_dev);
	if (ret)
		goto put;

	ret = init_video(video);
	if (ret)
		goto unregister;
	return video;

unregister:
	v4l2_device_unregister(&video->v4l2_dev);
put:
	v4l2_device_put(&video->v4l2_dev);
	return ERR_PTR(ret);
}

/**
 * gev_video_destroy() - take back a node that was not registered
 * @video: from gev_video_create()
 *
 * Context: process, may sleep.
 */
void gev_video_destroy(struct gev_video *video)
{
	v4l2_device_unregister(&video->v4l2_dev);
	v4l2_device_put(&video->v4l2_dev);
}

/**
 * gev_video_register() - let applications see a camera's node
 * @video: from gev_video_create(); on success the camera's cam->video
 *
 * Context: process; does not wait for the camera.
 * Return: 0 or -errno.
 */
int gev_video_register(struct gev_video *video)
{
	struct gev_camera *cam = video->cam;
	int ret;

	cam->stream.queue = &video->queue;
	ret = video_register_device(&video->vdev, VFL_TYPE_VIDEO, -1);
	if (ret)
		return ret;
	mutex_lock(&cam->lock);
	WRITE_ONCE(cam->video, video);
	mutex_unlock(&cam->lock);
	return 0;
}

/**
 * gev_video_unregister() - take a camera's node away
 * @cam: the camera; nothing happens when it has no node
 *
 * Streams end, sleepers wake, further calls fail with ENODEV. The node's memory
 * and its reference of the camera stay until the last file is closed; an ioctl
 * that is under way may still ask the control channel, which answers ENODEV
 * once it is stopped.
 *
 * Context: process, no lock held, may sleep. Not twice at a time.
 */
void gev_video_unregister(struct gev_camera *cam)
{
	struct gev_video *video = cam->video;

	if (!video)
		return;
	/* Who uses the node by way of the camera does so under this lock. */
	mutex_lock(&cam->lock);
	WRITE_ONCE(cam->video, NULL);
	mutex_unlock(&cam->lock);
	vb2_video_unregister_device(&video->vdev);
	v4l2_device_unregister(&video->v4l2_dev);
	v4l2_device_put(&video->v4l2_dev);
}

/**
 * gev_video_presence() - the camera is away, or back
 * @cam: the camera; nothing happens when it has no node
 * @away: which of them
 *
 * Applications get an event, and what is known of the camera is read again at
 * the next occasion. A stream's end is gev_stream_fail()'s.
 *
 * Context: process; takes cam->lock.
 */
void gev_video_presence(struct gev_camera *cam, bool away)
{
	struct gev_video *video;

	mutex_lock(&cam->lock);
	video = cam->video;
	if (video) {
		WRITE_ONCE(video->away, away);
		WRITE_ONCE(video->stale, true);
		WRITE_ONCE(video->ctrls.stale, true);
		gev_video_changed(video);
		if (!away)
			gev_polling_presence(video);
	}
	mutex_unlock(&cam->lock);
}

/**
 * gev_video_name() - name of a camera's node
 * @cam: the camera
 * @name: gets it: "videoN"
 * @size: room there
 *
 * Context: process; takes cam->lock.
 * Return: false without a node.
 */
bool gev_video_name(struct gev_camera *cam, char *name, size_t size)
{
	bool there;

	mutex_lock(&cam->lock);
	there = cam->video;
	if (there)
		strscpy(name, video_device_node_name(&cam->video->vdev), size);
	mutex_unlock(&cam->lock);
	return there;
}
