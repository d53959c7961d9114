// SPDX-License-Identifier: GPL-2.0
/* What becomes of frames that are sent by UDP. */
#include "clock.h"
#include "device.h"
#include "gvsp_frames.h"
#include "gvsp_plan.h"
#include "log.h"

/* What a frame shows, painted: by itself, or once for all. NULL for want of memory. */
static u8 *frame_picture(struct sim_stream *s, const struct sim_gvsp_plan *p,
			 const struct sim_gvsp_frame *f)
{
	struct sim_gvsp_prebuilt *pre = s->gvsp.prebuilt;
	u8 *data = f->data;

	if (p->behind_length || p->settings.padding)
		pre = NULL;
	if (pre && sim_gvsp_prebuilt_shows(pre, &p->look))
		return pre->picture;
	if (pre) {
		/* Those in memory show what is forgotten now. */
		for (unsigned int i = 0; i < s->gvsp.nr_frames; i++)
			s->gvsp.frames[i].block = 0;
		data = sim_gvsp_prebuilt_picture(pre, &p->look, sim_gvsp_room(&p->look.g));
	}
	if (!data || sim_picture_prepare(&s->painter, &p->look) < 0)
		return NULL;
	sim_picture_paint(&s->painter, s->dev->scene, p->block, data);
	return data;
}

/* Paint and begin to send; the device is not locked. */
static void frame_begin(struct sim_stream *s, const struct sim_gvsp_plan *p, u64 now)
{
	struct sim_gvsp_frame *f = sim_gvsp_frame(&s->gvsp, sim_gvsp_room(&p->look.g));
	u8 *data = f ? frame_picture(s, p, f) : NULL;

	if (!data) {
		sim_log(SIM_LOG_ERROR, s->dev->index, "no memory for a frame");
		return;
	}
	memset(data + p->look.g.payload, 0xa5, p->settings.padding);
	memcpy(data + p->behind_at, p->behind, p->behind_length);
	*f = p->frame;
	f->data = data;
	sim_gvsp_begin(&s->gvsp, f, now);
}

/**
 * sim_gvsp_update() - let the socket follow the camera's address
 * @s: the stream
 */
void sim_gvsp_update(struct sim_stream *s)
{
	struct sim_device *dev = s->dev;
	struct sim_gvsp *g = &s->gvsp;
	u16 port = 0;
	int err = 0;

	pthread_mutex_lock(&dev->lock);
	if (g->fd < 0 || g->address != dev->link.address) {
		sim_gvsp_close(g);
		err = sim_gvsp_open(g, dev->link.address, dev->link.index, &port);
	} else {
		port = sim_register_get(dev, GEV_REG_SCSP0);
	}
	sim_register_set(dev, GEV_REG_SCSP0, port);
	pthread_mutex_unlock(&dev->lock);
	if (err)
		sim_log(SIM_LOG_ERROR, dev->index, "GVSP: %s", strerror(-err));
}

/* What the GVCP thread has asked for. */
static void frame_serve(struct sim_stream *s, const struct sim_gvsp_settings *settings,
			const struct sim_gvsp_inbox *inbox)
{
	if (!settings->to.sin_port)
		return;
	if (inbox->test)
		sim_gvsp_test(&s->gvsp, settings);
	for (unsigned int i = 0; i < inbox->nr_resends; i++)
		sim_gvsp_resend(&s->gvsp, settings, &inbox->resends[i]);
}

/**
 * sim_gvsp_work() - answer requests, then begin a frame or go on with one
 * @s: the stream
 * @now: CLOCK_MONOTONIC ns
 *
 * Return: ns to sleep.
 */
u64 sim_gvsp_work(struct sim_stream *s, u64 now)
{
	struct sim_device *dev = s->dev;
	struct sim_gvsp *g = &s->gvsp;
	struct sim_gvsp_plan plan = { .send = false };
	struct sim_gvsp_inbox inbox;
	bool open;
	u64 wait;

	pthread_mutex_lock(&dev->lock);
	inbox = dev->gvsp;
	if (inbox.restart)
		sim_gvsp_restart(g);
	memset(&dev->gvsp, 0, sizeof(dev->gvsp));
	dev->gvsp.counters = g->counters;
	sim_gvsp_settings(dev, &plan.settings);
	open = plan.settings.to.sin_port && g->fd >= 0;
	if (!open)
		sim_gvsp_forget(g);
	if (!sim_gvsp_busy(g) &&
	    sim_register_get(dev, SIM_REG_PROTOCOL) == SIM_PROTOCOL_UDP &&
	    sim_frames_wanted(dev, open, false, now))
		sim_gvsp_plan(dev, &plan, now);
	wait = sim_frames_wait(dev, now);
	pthread_mutex_unlock(&dev->lock);

	frame_serve(s, &plan.settings, &inbox);
	if (plan.send)
		frame_begin(s, &plan, now);
	if (sim_gvsp_busy(g)) {
		wait = sim_gvsp_burst(g, now);
		wait = sim_gvsp_busy(g) ? wait : 0;
	}
	pthread_mutex_lock(&dev->lock);
	dev->gvsp.counters = g->counters;
	pthread_mutex_unlock(&dev->lock);
	return wait;
}
