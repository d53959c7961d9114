// SPDX-License-Identifier: GPL-2.0
/* What a frame by UDP is to be: settings, layout, faults. */
#include <arpa/inet.h>
#include "device.h"
#include "gvsp_block.h"
#include "gvsp_plan.h"

/* Block id and time stamp, each with id and length; before them those of the image */
#define PLAN_PART_CHUNKS	(16u + 16u)
#define PLAN_CHUNKS		(8u + PLAN_PART_CHUNKS)

/**
 * sim_gvsp_settings() - what the registers say about the stream
 * @dev: the camera, locked
 * @s: filled in
 */
void sim_gvsp_settings(struct sim_device *dev, struct sim_gvsp_settings *s)
{
	u32 port = sim_register_get(dev, GEV_REG_SCP0) & GEV_SCP_PORT;
	u32 sccfg = sim_register_get(dev, GEV_REG_SCCFG0);
	u32 address = sim_register_get(dev, GEV_REG_SCDA0);
	const struct sim_armed *fault;

	memset(s, 0, sizeof(*s));
	s->to.sin_family = AF_INET;
	s->to.sin_addr.s_addr = htonl(address);
	s->to.sin_port = htons(address ? port : 0);
	s->size = dev->scps & GEV_SCPS_SIZE;
	s->fragments = sim_fault_state(&dev->faults, SIM_FAULT_FRAGMENTS);
	s->do_not_fragment = dev->scps & GEV_SCPS_DO_NOT_FRAGMENT && !s->fragments;
	s->delay = sim_register_get(dev, GEV_REG_SCPD0);
	s->train = dev->options->train;
	if (sim_register_get(dev, SIM_REG_RATE_ENABLE))
		s->spread = sim_frames_period(dev) * dev->options->spread / 100;
	s->extended = sim_register_get(dev, GEV_REG_GVSP_CONFIGURATION) & GEV_GVSP_CONF_BLOCK64;
	s->status_1_1 = sim_register_get(dev, GEV_REG_GVCP_CONFIGURATION) &
		GEV_GVCP_CONF_STATUS_1_1;
	s->all_in = sccfg & GEV_SCC_ALL_IN;
	s->chunks = sccfg & GEV_SCC_CHUNKS;
	s->gendc = sccfg & GEV_SCC_GENDC;
	s->multi_part = sccfg & GEV_SCC_MULTI_PART && !s->gendc;
	s->refuse = sim_fault_state(&dev->faults, SIM_FAULT_NO_RESEND);
	s->spoil_resent = sim_fault_state(&dev->faults, SIM_FAULT_RESEND_SPOILT);
	fault = sim_fault_state(&dev->faults, SIM_FAULT_PADDING);
	s->padding = fault ? fault->value : 0;
	s->padding_said = fault && fault->extra;
	fault = sim_fault_state(&dev->faults, SIM_FAULT_CHUNK_PAD);
	s->chunk_pad = fault ? fault->value : 0;
}

/**
 * sim_gvsp_payload() - bytes of a frame's payload with these settings
 * @dev: the camera, locked
 * @g: geometry
 *
 * Return: what PayloadSize says.
 */
u64 sim_gvsp_payload(struct sim_device *dev, const struct sim_geometry *g)
{
	struct sim_gvsp_settings s;

	sim_gvsp_settings(dev, &s);
	if (s.gendc)
		return g->payload + GEV_GENDC_DESCRIPTOR;
	if (!s.chunks)
		return g->payload + s.padding;
	return g->payload + s.padding + s.chunk_pad +
	       (s.multi_part ? PLAN_PART_CHUNKS : PLAN_CHUNKS);
}

/**
 * sim_gvsp_room() - bytes of memory that a frame needs
 * @g: geometry
 *
 * Return: those of its payload, faults and descriptor included.
 */
size_t sim_gvsp_room(const struct sim_geometry *g)
{
	return g->payload + SIM_FAULT_SLACK + SIM_GVSP_BEHIND;
}

/* Standard ids go from 65535 to 1. */
static u64 plan_block(u64 id, bool extended)
{
	return extended ? id : (id - 1) % GEV_GVSP_BLOCK_MAX + 1;
}

static u8 *chunk_end(u8 *at, u32 id, u32 length)
{
	put_unaligned_be32(id, at);
	put_unaligned_be32(length, at + 4);
	return at + 8;
}

/*
 * Image, unless it is a part of its own, block id and time stamp: each chunk is
 * its data, its id, its length.
 */
static void plan_chunks(struct sim_gvsp_plan *p, u32 image, u64 timestamp)
{
	u32 pad = p->settings.chunk_pad;
	u8 *at = p->behind;

	if (!p->settings.multi_part)
		at = chunk_end(at, 1, image);
	put_unaligned_be64(p->block, at);
	at = chunk_end(at + 8, 2, 8);
	put_unaligned_be64(timestamp, at);
	memset(at + 8, 0, pad);
	at = chunk_end(at + 8 + pad, 3, 8 + pad);
	p->behind_at = image;
	p->behind_length = at - p->behind;
}

static void plan_descriptor(struct sim_gvsp_plan *p, u64 timestamp)
{
	struct gev_gendc_frame frame;

	sim_frames_describe(&p->look.g, &frame);
	frame.id = p->block;
	frame.timestamp = timestamp;
	gev_gendc_encode(p->behind, GEV_GENDC_DESCRIPTOR, &frame);
	p->behind_at = p->look.g.payload + SIM_FAULT_SLACK;
	p->behind_length = GEV_GENDC_DESCRIPTOR;
}

static void plan_image(struct sim_gvsp_plan *p, struct sim_gvsp_block *b, u32 image)
{
	struct sim_gvsp_frame *f = &p->frame;

	f->nr_segments = 1;
	f->segments[0].length = image + p->behind_length;
	b->leader.type = GEV_GVSP_IMAGE;
	b->leader.chunks = p->settings.chunks;
	b->leader.size = f->segments[0].length;
	b->trailer.chunks = p->settings.chunks;
	b->trailer.chunk_length = f->segments[0].length;
	b->trailer.chunk_layout = 1;
}

/* The image, and the chunks without that of the image, if there are any. */
static void plan_parts(struct sim_gvsp_plan *p, struct sim_gvsp_block *b, u32 image)
{
	const struct sim_geometry *g = &p->look.g;
	struct sim_gvsp_frame *f = &p->frame;

	f->nr_segments = p->settings.chunks ? 2 : 1;
	f->segments[0].length = image;
	f->segments[1] = (struct sim_gvsp_segment){
		.at = p->behind_at, .length = p->behind_length, .id = 1,
	};
	b->leader.type = GEV_GVSP_MULTI_PART;
	b->leader.nr_parts = f->nr_segments;
	b->trailer.nr_parts = f->nr_segments;
	b->part[0] = (struct gev_gvsp_part){
		.type = 1, .length = image, .pfnc = g->format->code,
		.x = g->width, .y = g->height, .offset_x = g->offset_x, .offset_y = g->offset_y,
		.pad_y = b->leader.pad_y,
	};
	b->part[1] = (struct gev_gvsp_part){ .type = 0xa, .length = p->behind_length };
	b->end[0] = (struct gev_gvsp_part_end){ 1, image, g->height };
	b->end[1] = (struct gev_gvsp_part_end){ 0xa, p->behind_length, 0 };
	f->parts = f->nr_segments;
}

/* The descriptor in flow 0, then the image in flow 1, as GRS-1 has them. */
static void plan_gendc(struct sim_gvsp_plan *p, struct sim_gvsp_block *b)
{
	struct sim_gvsp_frame *f = &p->frame;

	f->nr_segments = 2;
	f->image = 1;
	f->segments[0] = (struct sim_gvsp_segment){
		.at = p->behind_at, .length = p->behind_length,
	};
	f->segments[1] = (struct sim_gvsp_segment){ .length = p->look.g.payload, .id = 1 };
	b->leader.type = GEV_GVSP_GENDC;
	b->leader.size = p->look.g.payload + GEV_GENDC_DESCRIPTOR;
	b->leader.descriptor_size = GEV_GENDC_DESCRIPTOR;
}

static void plan_layout(struct sim_device *dev, struct sim_gvsp_plan *p,
			struct sim_gvsp_block *b)
{
	const struct sim_geometry *g = &p->look.g;
	u32 image = g->payload + p->settings.padding;

	b->frequency = sim_device_frequency(dev);
	b->leader.timestamp = sim_device_ticks(dev);
	b->leader.pfnc = g->format->code;
	b->leader.x = g->width;
	b->leader.y = g->height;
	b->leader.offset_x = g->offset_x;
	b->leader.offset_y = g->offset_y;
	b->leader.pad_y = p->settings.padding_said ? p->settings.padding : 0;
	b->trailer.y = g->height;
	if (p->settings.gendc)
		plan_descriptor(p, b->leader.timestamp);
	else if (p->settings.chunks)
		plan_chunks(p, image, b->leader.timestamp);
	if (p->settings.gendc)
		plan_gendc(p, b);
	else if (p->settings.multi_part)
		plan_parts(p, b, image);
	else
		plan_image(p, b, image);
	p->frame.format = sim_gvsp_format(b->leader.type);
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
static void plan_faults(struct sim_faults *faults, u64 id, struct sim_gvsp_plan *p,
			struct sim_gvsp_block *b)
{
	struct sim_gvsp_frame *f = &p->frame;
	size_t *length = &f->segments[f->image].length, room = p->look.g.payload + SIM_FAULT_SLACK;
	const struct sim_armed *hit;
	u64 size;

	hit = sim_fault_frame(faults, SIM_FAULT_GEOMETRY, id);
	if (hit) {
		b->leader.x = hit->has_value ? hit->value : b->leader.x * 2;
		b->leader.y = hit->has_value ? hit->extra : (b->leader.y + 1) / 2;
		b->trailer.y = b->leader.y;
		size = (u64)gev_pfnc_line_bytes(b->leader.pfnc, b->leader.x) * b->leader.y;
		*length = size < room ? size : room;
	}
	*length += fault_value(faults, SIM_FAULT_LONG, id);
	*length = *length < room ? *length : room;
	size = fault_value(faults, SIM_FAULT_SHORT, id);
	*length -= size < *length ? size : *length;
	if (sim_fault_frame(faults, SIM_FAULT_OVERRUN, id)) {
		b->trailer.y /= 2;
		*length /= 2;
		f->spoil.end = GEV_GVSP_OVERRUN;
	}
	if (sim_fault_frame(faults, SIM_FAULT_ID_REPEAT, id))
		f->block = plan_block(id > 1 ? id - 1 : 1, p->settings.extended);
	if (sim_fault_frame(faults, SIM_FAULT_ID_ZERO, id))
		f->block = 0;
}

/* A type that nobody has asked for: that of parts and flows has their layout. */
static void plan_type(struct sim_faults *faults, u64 id, struct sim_gvsp_settings *s, u16 *type)
{
	const struct sim_armed *hit = sim_fault_frame(faults, SIM_FAULT_PAYLOAD_TYPE, id);

	if (!hit)
		return;
	*type = hit->value;
	s->all_in = false;
	s->gendc = *type == GEV_GVSP_GENDC;
	s->multi_part = *type == GEV_GVSP_MULTI_PART;
}

/* What is said at last, in bytes, with faults of single fields. */
static void plan_encode(struct sim_faults *faults, u64 id, struct sim_gvsp_plan *p,
			const struct sim_gvsp_block *b)
{
	struct sim_gvsp_frame *f = &p->frame;

	f->leader_length = sim_gvsp_leader(b, f->leader, sizeof(f->leader));
	sim_fault_patch_frame(faults, SIM_FAULT_LEADER, id, f->leader, f->leader_length);
	f->trailer_length = sim_gvsp_trailer(b, f->trailer, sizeof(f->trailer));
	sim_fault_patch_frame(faults, SIM_FAULT_TRAILER, id, f->trailer, f->trailer_length);
	if (p->settings.gendc)
		sim_fault_patch_frame(faults, SIM_FAULT_DESCRIPTOR, id, p->behind,
				      p->behind_length);
	else if (p->settings.chunks)
		sim_fault_patch_frame(faults, SIM_FAULT_CHUNK, id,
				      p->behind + p->behind_length - 8, 8);
}

/**
 * sim_gvsp_plan() - acquire a frame and decide what becomes of it
 * @dev: the camera, locked
 * @p: zero, but for its settings
 * @now: CLOCK_MONOTONIC ns
 */
void sim_gvsp_plan(struct sim_device *dev, struct sim_gvsp_plan *p, u64 now)
{
	struct sim_acquisition *a = &dev->acquisition;
	struct sim_gvsp_block block = { .frequency = 0 };
	u64 id = sim_frames_acquire(dev, now);
	u16 type = 0;

	if (sim_fault_frame(&dev->faults, SIM_FAULT_DROP, id)) {
		a->dropped_fault++;
		return;
	}
	if (!p->settings.to.sin_port) {
		a->dropped_connection++;
		return;
	}
	p->send = true;
	p->block = plan_block(id, p->settings.extended);
	sim_picture_look(dev, &p->look);
	plan_type(&dev->faults, id, &p->settings, &type);
	plan_layout(dev, p, &block);
	if (type) {
		block.leader.type = type;
		p->frame.format = sim_gvsp_format(type);
	}
	p->frame.block = p->block;
	p->frame.settings = p->settings;
	plan_faults(&dev->faults, id, p, &block);
	plan_encode(&dev->faults, id, p, &block);
	plan_packet_faults(&dev->faults, id, &p->frame.spoil);
	a->sent++;
}
