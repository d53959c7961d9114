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
	s->gendc = sccfg & GEV_SCC_GENDC;
	s->multi_part = sccfg & GEV_SCC_MULTI_PART && !s->gendc;
	s->refuse = sim_fault_state(&dev->faults, SIM_FAULT_NO_RESEND);
}

/* Standard ids go from 65535 to 1. */
static u64 frame_block(u64 id, bool extended)
{
	return extended ? id : (id - 1) % GEV_GVSP_BLOCK_MAX + 1;
}

static void describe_image(struct plan *p)
{
	struct sim_gvsp_frame *f = &p->frame;

	f->format = GEV_GVSP_PAYLOAD;
	f->nr_segments = 1;
	f->leader.type = GEV_GVSP_IMAGE;
	f->leader.chunks = p->settings.chunks;
	f->trailer.chunks = p->settings.chunks;
	f->segments[0].length = p->look.g.payload;
	if (p->settings.chunks)
		f->segments[0].length += SIM_GVSP_CHUNKS;
	f->trailer.chunk_length = f->segments[0].length;
	f->trailer.chunk_layout = 1;
}

/* The image, and the chunks without that of the image, if there are any. */
static void describe_parts(struct plan *p)
{
	const struct sim_geometry *g = &p->look.g;
	struct sim_gvsp_frame *f = &p->frame;

	f->format = GEV_GVSP_PAYLOAD_PART;
	f->nr_segments = p->settings.chunks ? 2 : 1;
	f->segments[0].length = g->payload;
	f->segments[1] = (struct sim_gvsp_segment){
		.at = g->payload + 8, .length = SIM_GVSP_PART_CHUNKS, .id = 1,
	};
	f->leader.type = GEV_GVSP_MULTI_PART;
	f->leader.nr_parts = f->nr_segments;
	f->trailer.nr_parts = f->nr_segments;
	f->part[0] = (struct gev_gvsp_part){
		.type = 1, .length = g->payload, .pfnc = g->format->code,
		.x = g->width, .y = g->height, .offset_x = g->offset_x, .offset_y = g->offset_y,
	};
	f->part[1] = (struct gev_gvsp_part){ .type = 0xa, .length = SIM_GVSP_PART_CHUNKS };
	f->end[0] = (struct gev_gvsp_part_end){ 1, g->payload, g->height };
	f->end[1] = (struct gev_gvsp_part_end){ 0xa, SIM_GVSP_PART_CHUNKS, 0 };
}

/* The descriptor in flow 0, then the image in flow 1, as GRS-1 has them. */
static void describe_gendc(struct plan *p)
{
	struct sim_gvsp_frame *f = &p->frame;
	u64 payload = p->look.g.payload;

	f->format = GEV_GVSP_PAYLOAD_GENDC;
	f->nr_segments = 2;
	f->image = 1;
	f->segments[0] = (struct sim_gvsp_segment){
		.at = payload + SIM_FAULT_SLACK, .length = GEV_GENDC_DESCRIPTOR,
	};
	f->segments[1] = (struct sim_gvsp_segment){ .length = payload, .id = 1 };
	f->leader.type = GEV_GVSP_GENDC;
	f->leader.size = payload + GEV_GENDC_DESCRIPTOR;
	f->leader.descriptor_size = GEV_GENDC_DESCRIPTOR;
}

static void frame_describe(const struct sim_device *dev, struct plan *p)
{
	const struct sim_geometry *g = &p->look.g;
	struct sim_gvsp_frame *f = &p->frame;

	f->block = p->block;
	f->settings = p->settings;
	f->leader.timestamp = sim_device_ticks(dev);
	f->leader.pfnc = g->format->code;
	f->leader.x = g->width;
	f->leader.y = g->height;
	f->leader.offset_x = g->offset_x;
	f->leader.offset_y = g->offset_y;
	f->trailer.y = g->height;
	if (p->settings.gendc)
		describe_gendc(p);
	else if (p->settings.multi_part)
		describe_parts(p);
	else
		describe_image(p);
	f->trailer.type = f->leader.type;
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

/* Faults of the image as a whole; what other parts say about it stays. */
static void plan_faults(struct sim_faults *faults, u64 id, struct plan *p)
{
	struct sim_gvsp_frame *f = &p->frame;
	size_t *length = &f->segments[f->image].length, room = p->look.g.payload + SIM_FAULT_SLACK;
	const struct sim_armed *hit;
	u64 size;

	hit = sim_fault_frame(faults, SIM_FAULT_GEOMETRY, id);
	if (hit) {
		f->leader.x = hit->has_value ? hit->value : f->leader.x * 2;
		f->leader.y = hit->has_value ? hit->extra : (f->leader.y + 1) / 2;
		f->trailer.y = f->leader.y;
		size = (u64)gev_pfnc_line_bytes(f->leader.pfnc, f->leader.x) * f->leader.y;
		*length = size < room ? size : room;
	}
	*length += fault_value(faults, SIM_FAULT_LONG, id);
	*length = *length < room ? *length : room;
	size = fault_value(faults, SIM_FAULT_SHORT, id);
	*length -= size < *length ? size : *length;
	if (sim_fault_frame(faults, SIM_FAULT_OVERRUN, id)) {
		f->trailer.y /= 2;
		*length /= 2;
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

static void frame_descriptor(const struct plan *p, u8 *data)
{
	struct gev_gendc_frame frame;

	sim_frames_describe(&p->look.g, &frame);
	frame.id = p->block;
	frame.timestamp = p->frame.leader.timestamp;
	gev_gendc_encode(data + p->frame.segments[0].at, GEV_GENDC_DESCRIPTOR, &frame);
}

/* Paint and begin to send; the device is not locked. */
static void frame_begin(struct sim_stream *s, const struct plan *p, u64 now)
{
	size_t room = p->look.g.payload + SIM_FAULT_SLACK + GEV_GENDC_DESCRIPTOR;
	struct sim_gvsp_frame *f = sim_gvsp_frame(&s->gvsp, room);
	u8 *data;

	if (!f || sim_picture_prepare(&s->painter, &p->look) < 0) {
		sim_log(SIM_LOG_ERROR, s->dev->index, "no memory for a frame");
		return;
	}
	data = f->data;
	sim_picture_paint(&s->painter, s->dev->scene, p->block, data);
	if (p->settings.gendc)
		frame_descriptor(p, data);
	else if (p->settings.chunks)
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
	dev->gvsp.counters = g->counters;
	frame_settings(dev, &plan.settings);
	open = plan.settings.to.sin_port && g->fd >= 0;
	if (!open)
		sim_gvsp_forget(g);
	if (!sim_gvsp_busy(g) &&
	    sim_register_get(dev, SIM_REG_PROTOCOL) == SIM_PROTOCOL_UDP &&
	    sim_frames_wanted(dev, open, false, now))
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
