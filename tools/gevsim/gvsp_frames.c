// SPDX-License-Identifier: GPL-2.0
/* What becomes of frames that are sent by UDP. */
#include <arpa/inet.h>
#include "clock.h"
#include "device.h"
#include "gvsp_frames.h"
#include "log.h"

/**
 * struct plan - what becomes of one frame; made with the device locked
 * @send: it is to be sent
 * @block: block id as sent
 * @look: settings of the picture; what is painted
 * @frame: what is said about it, but for memory
 * @settings: of the stream now
 */
struct plan {
	bool send;
	u64 block;
	struct sim_look look;
	struct sim_gvsp_frame frame;
	struct sim_gvsp_settings settings;
};

static void frame_settings(struct sim_device *dev, struct sim_gvsp_settings *s)
{
	u32 port = sim_register_get(dev, GEV_REG_SCP0) & GEV_SCP_PORT;
	u32 scps = sim_register_get(dev, GEV_REG_SCPS0);
	u32 sccfg = sim_register_get(dev, GEV_REG_SCCFG0);
	u32 address = sim_register_get(dev, GEV_REG_SCDA0);

	memset(s, 0, sizeof(*s));
	s->to.sin_family = AF_INET;
	s->to.sin_addr.s_addr = htonl(address);
	s->to.sin_port = htons(address ? port : 0);
	s->size = scps & GEV_SCPS_SIZE;
	s->do_not_fragment = scps & GEV_SCPS_DO_NOT_FRAGMENT;
	s->delay = sim_register_get(dev, GEV_REG_SCPD0);
	s->extended = sim_register_get(dev, GEV_REG_GVSP_CONFIGURATION) & GEV_GVSP_CONF_BLOCK64;
	s->status_1_1 = sim_register_get(dev, GEV_REG_GVCP_CONFIGURATION) &
		GEV_GVCP_CONF_STATUS_1_1;
	s->all_in = sccfg & GEV_SCC_ALL_IN;
	s->chunks = sccfg & GEV_SCC_CHUNKS;
	s->refuse = sim_fault_state(&dev->faults, SIM_FAULT_NO_RESEND);
}

/* Standard ids go from 65535 to 1. */
static u64 frame_block(u64 id, bool extended)
{
	return extended ? id : (id - 1) % GEV_GVSP_BLOCK_MAX + 1;
}

static void frame_describe(const struct sim_device *dev, struct plan *p)
{
	const struct sim_geometry *g = &p->look.g;
	struct sim_gvsp_frame *f = &p->frame;

	f->block = p->block;
	f->settings = p->settings;
	f->length = g->payload + (p->settings.chunks ? SIM_GVSP_CHUNKS : 0);
	f->leader = (struct gev_gvsp_leader){
		.type = GEV_GVSP_IMAGE, .chunks = p->settings.chunks,
		.timestamp = sim_device_ticks(dev), .pfnc = g->format->code,
		.x = g->width, .y = g->height, .offset_x = g->offset_x, .offset_y = g->offset_y,
	};
	f->trailer = (struct gev_gvsp_trailer){
		.type = GEV_GVSP_IMAGE, .chunks = p->settings.chunks, .y = g->height,
		.chunk_length = f->length, .chunk_layout = 1,
	};
}

static u64 fault_value(struct sim_faults *faults, enum sim_fault_id id, u64 block)
{
	const struct sim_armed *hit = sim_fault_frame(faults, id, block);

	return hit ? hit->value : 0;
}

/* Faults of single packets; unless told otherwise, the first one of payload. */
static void plan_packet_faults(struct sim_faults *faults, u64 id, struct sim_gvsp_spoil *s)
{
	const struct sim_armed *hit;

	s->no_leader = sim_fault_frame(faults, SIM_FAULT_NO_LEADER, id);
	s->no_trailer = sim_fault_frame(faults, SIM_FAULT_NO_TRAILER, id);
	s->drop_every = fault_value(faults, SIM_FAULT_PACKET_DROP, id);
	s->drop_permille = fault_value(faults, SIM_FAULT_PACKET_RATE, id);
	s->swap_every = fault_value(faults, SIM_FAULT_PACKET_SWAP, id);
	s->twice_every = fault_value(faults, SIM_FAULT_PACKET_TWICE, id);
	hit = sim_fault_frame(faults, SIM_FAULT_PACKET_SHORT, id);
	if (hit) {
		s->cut = hit->value;
		s->cut_packet = hit->has_extra ? hit->extra : 1;
	}
	hit = sim_fault_frame(faults, SIM_FAULT_PACKET_LONG, id);
	if (hit) {
		s->grow = hit->value;
		s->grow_packet = hit->has_extra ? hit->extra : 1;
	}
	hit = sim_fault_frame(faults, SIM_FAULT_PACKET, id);
	if (hit) {
		s->field = hit->field;
		s->value = hit->value;
		s->field_packet = hit->has_extra ? hit->extra : 1;
	}
}

/* Faults of the image as a whole. */
static void plan_faults(struct sim_faults *faults, u64 id, struct plan *p)
{
	size_t room = p->frame.length + SIM_FAULT_SLACK;
	struct sim_gvsp_frame *f = &p->frame;
	const struct sim_armed *hit;
	u64 size;

	hit = sim_fault_frame(faults, SIM_FAULT_GEOMETRY, id);
	if (hit) {
		f->leader.x = hit->has_value ? hit->value : f->leader.x * 2;
		f->leader.y = hit->has_value ? hit->extra : (f->leader.y + 1) / 2;
		f->trailer.y = f->leader.y;
		size = (u64)gev_pfnc_line_bytes(f->leader.pfnc, f->leader.x) * f->leader.y;
		f->length = size < room ? size : room;
	}
	f->length += fault_value(faults, SIM_FAULT_LONG, id);
	f->length = f->length < room ? f->length : room;
	size = fault_value(faults, SIM_FAULT_SHORT, id);
	f->length -= size < f->length ? size : f->length;
	if (sim_fault_frame(faults, SIM_FAULT_OVERRUN, id)) {
		f->trailer.y /= 2;
		f->length /= 2;
		f->spoil.end = GEV_GVSP_OVERRUN;
	}
	if (sim_fault_frame(faults, SIM_FAULT_ID_REPEAT, id))
		f->block = frame_block(id > 1 ? id - 1 : 1, p->settings.extended);
	if (sim_fault_frame(faults, SIM_FAULT_ID_ZERO, id))
		f->block = 0;
}

/* Decide about one frame; the device is locked. */
static void frame_plan(struct sim_device *dev, struct plan *p, u64 now)
{
	struct sim_acquisition *a = &dev->acquisition;
	u64 id = sim_frames_acquire(dev, now);

	if (sim_fault_frame(&dev->faults, SIM_FAULT_DROP, id)) {
		a->dropped_fault++;
		return;
	}
	if (!p->settings.to.sin_port) {
		a->dropped_connection++;
		return;
	}
	p->send = true;
	p->block = frame_block(id, p->settings.extended);
	sim_picture_look(dev, &p->look);
	frame_describe(dev, p);
	plan_faults(&dev->faults, id, p);
	plan_packet_faults(&dev->faults, id, &p->frame.spoil);
	a->sent++;
}

static u8 *chunk_end(u8 *at, u32 id, u32 length)
{
	put_unaligned_be32(id, at);
	put_unaligned_be32(length, at + 4);
	return at + 8;
}

/* Image, block id and time stamp: each chunk is its data, its id, its length. */
static void frame_chunks(const struct plan *p, u8 *data)
{
	u8 *at = chunk_end(data + p->look.g.payload, 1, p->look.g.payload);

	put_unaligned_be64(p->block, at);
	at = chunk_end(at + 8, 2, 8);
	put_unaligned_be64(p->frame.leader.timestamp, at);
	chunk_end(at + 8, 3, 8);
}

/* Paint and begin to send; the device is not locked. */
static void frame_begin(struct sim_stream *s, const struct plan *p, u64 now)
{
	size_t room = p->look.g.payload + SIM_GVSP_CHUNKS + SIM_FAULT_SLACK;
	struct sim_gvsp_frame *f = sim_gvsp_frame(&s->gvsp, room);
	u8 *data;

	if (!f || sim_picture_prepare(&s->painter, &p->look) < 0) {
		sim_log(SIM_LOG_ERROR, s->dev->index, "no memory for a frame");
		return;
	}
	data = f->data;
	sim_picture_paint(&s->painter, s->dev->scene, p->block, data);
	if (p->settings.chunks)
		frame_chunks(p, data);
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
	struct plan plan = { .send = false };
	struct sim_gvsp_inbox inbox;
	bool open;
	u64 wait;

	pthread_mutex_lock(&dev->lock);
	inbox = dev->gvsp;
	if (inbox.restart)
		sim_gvsp_restart(g);
	memset(&dev->gvsp, 0, sizeof(dev->gvsp));
	frame_settings(dev, &plan.settings);
	open = plan.settings.to.sin_port && g->fd >= 0;
	if (!open)
		sim_gvsp_forget(g);
	if (!sim_gvsp_busy(g) && sim_frames_wanted(dev, open, false, now))
		frame_plan(dev, &plan, now);
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
