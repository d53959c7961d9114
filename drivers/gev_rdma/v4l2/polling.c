// SPDX-License-Identifier: GPL-2.0
/*
 * Controls that the description wants read again from time to time
 * (PollingTime): while somebody has the node open, and the camera is there.
 */
#include "ctrls.h"
#include "node.h"
#include "polling.h"

static void poll_work(struct work_struct *work)
{
	struct gev_video *video = container_of(to_delayed_work(work), struct gev_video, polling);
	unsigned long delay;

	if (!atomic_read(&video->files) || READ_ONCE(video->away) ||
	    !video_is_registered(&video->vdev))
		return;
	delay = gev_ctrls_poll(video);
	if (delay)
		schedule_delayed_work(&video->polling, delay);
}

/* Nothing happens where it is queued already. */
static void start(struct gev_video *video)
{
	if (video->ctrls.polled && atomic_read(&video->files))
		schedule_delayed_work(&video->polling, msecs_to_jiffies(GEV_POLLING_MS_MIN));
}

/**
 * gev_polling_init() - a new node polls nothing yet
 * @video: the node
 */
void gev_polling_init(struct gev_video *video)
{
	INIT_DELAYED_WORK(&video->polling, poll_work);
}

/**
 * gev_polling_open() - somebody has opened the node
 * @video: the node
 *
 * Context: process.
 */
void gev_polling_open(struct gev_video *video)
{
	atomic_inc(&video->files);
	start(video);
}

/**
 * gev_polling_close() - somebody closes the node
 * @video: the node
 *
 * Context: process, no lock held: waits for a poll, which takes the control
 * handler's mutex and feature_lock, and for the camera.
 */
void gev_polling_close(struct gev_video *video)
{
	if (!atomic_dec_and_test(&video->files))
		return;
	cancel_delayed_work_sync(&video->polling);
	/* Who has opened it since may have queued what was just cancelled. */
	start(video);
}

/**
 * gev_polling_presence() - the camera is back: what it stopped goes on
 * @video: the node
 *
 * Context: any. When the camera goes away the work finds that by itself.
 */
void gev_polling_presence(struct gev_video *video)
{
	start(video);
}

/**
 * gev_polling_end() - the node is freed
 * @video: the node, which nobody has open, and nobody else knows
 *
 * The camera's return may have queued a last one, which finds no file open.
 *
 * Context: process, no lock held; waits for that.
 */
void gev_polling_end(struct gev_video *video)
{
	cancel_delayed_work_sync(&video->polling);
}
