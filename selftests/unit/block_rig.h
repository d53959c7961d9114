/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A camera that sends one block in packets, and a receiver that puts it together
 * with wire/block.c, with standard and with extended ids.
 */
#ifndef GEV_UNIT_BLOCK_RIG_H
#define GEV_UNIT_BLOCK_RIG_H

#include "kselftest_harness.h"

#include "wire/block.h"

#define MONO8	0x01080001
#define X	100
#define Y	30
#define IMAGE	(X * Y)
#define PADDING	312
#define STEP	400
#define PACKETS	9	/* of payload: 8 of 400 bytes and one of 112 */
#define TRAILER	10
#define TICKS	0x1112131415161718
#define MAX	4000	/* bytes of a packet */

struct rig {
	struct gev_block b;
	struct gev_block_expect e;
	bool extended;
	u16 status;		/* of packets */
	u8 *payload;		/* what the camera has */
	u8 *image;		/* what came; none of it is right to begin with */
	u8 *descriptor;
	u32 at;			/* where in the payload the image is */
	unsigned int strayed;	/* pieces that are not where they have to be */
};

FIXTURE(block)
{
	struct rig r;
};

FIXTURE_VARIANT(block)
{
	bool extended;
};

FIXTURE_VARIANT_ADD(block, standard) { .extended = false };
FIXTURE_VARIANT_ADD(block, extended) { .extended = true };

/* The same numbers each time */
static inline u32 draw(u32 *state, u32 below)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) % below;
}

static inline void release(struct rig *r)
{
	free(r->b.map);
	free(r->payload);
	free(r->image);
	free(r->descriptor);
}

/* Each piece of memory has its very size, for the address sanitizer. */
static inline void prepare(struct rig *r)
{
	u32 room = gev_block_packets(&r->e), state = 1, i;

	r->payload = malloc(r->e.payload);
	r->image = malloc(r->e.image);
	r->descriptor = calloc(1, GEV_BLOCK_DESCRIPTOR_MAX);
	for (i = 0; i < r->e.payload; i++)
		r->payload[i] = draw(&state, 256);
	for (i = 0; i < r->e.image; i++)
		r->image[i] = ~r->payload[r->at + i];
	memset(&r->b, 0xff, sizeof(r->b));
	r->b.room = room;
	r->b.map = malloc(DIV_ROUND_UP(room, 64) * 8);
	gev_block_begin(&r->b, &r->e, 7);
	r->status = 0;
	r->strayed = 0;
}

FIXTURE_SETUP(block)
{
	struct rig *r = &self->r;

	r->extended = variant->extended;
	r->e = (struct gev_block_expect){
		.pfnc = MONO8, .x = X, .y = Y, .image = IMAGE,
		.payload = IMAGE + PADDING, .step = STEP,
	};
	prepare(r);
	ASSERT_EQ(7, r->b.id);
	ASSERT_EQ(PACKETS + 2, r->b.count);
	ASSERT_EQ(0, r->b.seen);
}

FIXTURE_TEARDOWN(block)
{
	struct rig *r = &self->r;

	EXPECT_EQ(0, r->strayed);
	release(r);
}

static inline void copy(struct rig *r, const struct gev_gvsp_data *data,
			const struct gev_block_piece *piece)
{
	u8 *to = piece->descriptor ? r->descriptor : r->image;
	u32 room = piece->descriptor ? GEV_BLOCK_DESCRIPTOR_MAX : r->e.image;

	if (!piece->length)
		return;
	if ((u64)piece->at + piece->length > room ||
	    (u64)piece->from + piece->length > data->length)
		r->strayed++;
	else
		memcpy(to + piece->at, data->data + piece->from, piece->length);
}

static inline enum gev_block_verdict come(struct rig *r, const u8 *bytes, int length)
{
	enum gev_block_verdict verdict;
	struct gev_block_piece piece;
	struct gev_gvsp_packet p;
	struct gev_gvsp_data data;
	u8 *datagram;

	if (length < 0)
		abort();
	datagram = malloc(length);
	memcpy(datagram, bytes, length);
	if (gev_gvsp_decode(datagram, length, &p))
		abort();
	verdict = gev_block_packet(&r->b, &r->e, &p, &data, &piece);
	if (verdict == GEV_BLOCK_TAKEN)
		copy(r, &data, &piece);
	else
		r->strayed += piece.length != 0;
	free(datagram);
	return verdict;
}

static inline struct gev_gvsp_packet packet(struct rig *r, u32 id)
{
	return (struct gev_gvsp_packet){
		.extended = r->extended, .block = r->b.id, .status = r->status, .packet = id,
	};
}

static inline enum gev_block_verdict
leader_with(struct rig *r, const struct gev_gvsp_leader *leader, const struct gev_gvsp_part *parts)
{
	struct gev_gvsp_packet p = packet(r, 0);
	u8 buf[MAX];

	return come(r, buf, gev_gvsp_leader_encode(buf, sizeof(buf), &p, leader, parts));
}

static const struct gev_gvsp_leader image_leader = {
	.type = GEV_GVSP_IMAGE, .timestamp = TICKS, .pfnc = MONO8, .x = X, .y = Y,
};

static inline enum gev_block_verdict leader(struct rig *r)
{
	struct gev_gvsp_leader l = image_leader;

	l.pfnc = r->e.pfnc;
	l.x = r->e.x;
	l.y = r->e.y;
	return leader_with(r, &l, NULL);
}

static inline enum gev_block_verdict
trailer_with(struct rig *r, u32 id, const struct gev_gvsp_trailer *trailer,
	     const struct gev_gvsp_part_end *ends)
{
	struct gev_gvsp_packet p = packet(r, id);
	u8 buf[MAX];

	return come(r, buf, gev_gvsp_trailer_encode(buf, sizeof(buf), &p, trailer, ends));
}

static inline enum gev_block_verdict trailer(struct rig *r, u32 id)
{
	struct gev_gvsp_trailer t = { .type = GEV_GVSP_IMAGE, .y = r->e.y };

	return trailer_with(r, id, &t, NULL);
}

static inline enum gev_block_verdict
data_with(struct rig *r, u32 id, u8 format, const struct gev_gvsp_data *data)
{
	struct gev_gvsp_packet p = packet(r, id);
	u8 buf[MAX];

	p.format = format;
	return come(r, buf, gev_gvsp_data_encode(buf, sizeof(buf), &p, data));
}

/* @length bytes of payload from @offset on */
static inline enum gev_block_verdict data(struct rig *r, u32 id, u32 offset, u32 length)
{
	struct gev_gvsp_data d = { .data = r->payload + offset, .length = length };

	return data_with(r, id, GEV_GVSP_PAYLOAD, &d);
}

static inline enum gev_block_verdict part(struct rig *r, u32 id, u32 offset, u32 length)
{
	struct gev_gvsp_data d = {
		.data = r->payload + offset, .length = length, .offset = offset,
	};

	return data_with(r, id, GEV_GVSP_PAYLOAD_PART, &d);
}

static inline enum gev_block_verdict flow(struct rig *r, u32 id, u16 number, u32 offset, u32 length)
{
	struct gev_gvsp_data d = {
		.data = r->payload + offset, .length = length, .offset = offset, .flow = number,
	};

	return data_with(r, id, GEV_GVSP_PAYLOAD_GENDC, &d);
}

/* Payload packet @id, with @step bytes in each but the last */
static inline enum gev_block_verdict nth_of(struct rig *r, u32 id, u32 step)
{
	u32 offset = (id - 1) * step, rest = r->e.payload - offset;

	return data(r, id, offset, rest < step ? rest : step);
}

static inline enum gev_block_verdict nth(struct rig *r, u32 id)
{
	if (!id)
		return leader(r);
	return id == TRAILER ? trailer(r, id) : nth_of(r, id, STEP);
}

static inline bool same(struct rig *r)
{
	return !memcmp(r->image, r->payload + r->at, r->e.image);
}

static inline enum gev_block_cause judge(struct rig *r)
{
	return gev_block_judge(&r->b, &r->e);
}

#define TAKEN(what)	ASSERT_EQ(GEV_BLOCK_TAKEN, what)
#define WHOLE()									\
do {										\
	EXPECT_TRUE(gev_block_complete(&r->b));				\
	EXPECT_EQ(GEV_BLOCK_WHOLE, judge(r));				\
	EXPECT_TRUE(same(r));						\
} while (0)

/* All of a block but the packets from @first to @last */
static inline unsigned int all_but(struct rig *r, u32 first, u32 last)
{
	unsigned int refused = 0;
	u32 id;

	for (id = 0; id <= TRAILER; id++)
		if (id < first || id > last)
			refused += nth(r, id) != GEV_BLOCK_TAKEN;
	return refused;
}

#endif /* GEV_UNIT_BLOCK_RIG_H */
