/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A GVSP block that is being received: which of its packets are there, where
 * their data belong, what is missing, and whether the image is whole. Pure: who
 * receives copies the data. The sender is not trusted.
 */
#ifndef GEV_WIRE_BLOCK_H
#define GEV_WIRE_BLOCK_H

#include "gvsp.h"

#define GEV_BLOCK_DESCRIPTOR_MAX	4096u	/* bytes of a GenDC descriptor */
#define GEV_BLOCK_SLACK			32u	/* packets more than payload needs: parts */
#define GEV_BLOCK_NO_PACKET		U32_MAX

/**
 * struct gev_block_expect - what was negotiated
 * @pfnc: pixel format of the image
 * @x: its width, pixels
 * @y: its height, lines
 * @image: its bytes, which is what the buffer has room for
 * @payload: bytes of all that a block has, at most
 * @step: bytes of payload, prefixes included, in a packet of the negotiated size
 */
struct gev_block_expect {
	u32 pfnc;
	u32 x;
	u32 y;
	u32 image;
	u32 payload;
	u32 step;
};

/* What became of a packet. */
enum gev_block_verdict {
	GEV_BLOCK_TAKEN,
	GEV_BLOCK_DUPLICATE,
	GEV_BLOCK_MALFORMED,	/* not what its format has to be */
	GEV_BLOCK_BAD_ID,	/* packet id beyond the block */
	GEV_BLOCK_BAD_SIZE,	/* longer than the others */
	GEV_BLOCK_VERDICTS
};

/* What is wrong with a block, in the order in which one is named. */
enum gev_block_cause {
	GEV_BLOCK_WHOLE,
	GEV_BLOCK_LOST_LEADER,
	GEV_BLOCK_LOST_TRAILER,
	GEV_BLOCK_LOST_PACKETS,
	GEV_BLOCK_BAD_STATUS,	/* the camera itself lacks data */
	GEV_BLOCK_BAD_TYPE,	/* payload type, or pixel format */
	GEV_BLOCK_BAD_GEOMETRY,
	GEV_BLOCK_BAD_LENGTH,	/* packets do not add up to the image */
	GEV_BLOCK_CAUSES
};

/**
 * struct gev_block_piece - data to be copied
 * @from: offset in the packet's data, struct gev_gvsp_data
 * @at: where they belong
 * @length: bytes; 0: nothing
 * @descriptor: they belong into the memory of the descriptor, not of the image
 */
struct gev_block_piece {
	u32 from;
	u32 at;
	u32 length;
	bool descriptor;
};

/**
 * struct gev_block - a block
 * @id: block id on the wire; 0 = none
 * @map: bits of the packets that came
 * @room: bits of @map
 * @count: packets of the block, leader and trailer included, as far as is known;
 *	above @next as long as there is no trailer
 * @seen: packets that came
 * @next: one more than the highest packet id that came
 * @step: bytes of generic payload in a packet
 * @first: there was no payload before
 * @leader: it came
 * @trailer: it came: @count is final
 * @spoilt: cause, of what was seen so far
 * @type: payload type, as the leader says
 * @timestamp: camera ticks, as the leader says
 * @image_at: where in the payload the image begins
 * @image: bytes of the image that came
 * @carried: bytes that came of the part or flow that the image is in
 * @descriptor: bytes of GenDC's descriptor that came
 */
struct gev_block {
	u64 id;
	unsigned long *map;
	u32 room;
	u32 count;
	u32 seen;
	u32 next;
	u32 step;
	bool first;
	bool leader;
	bool trailer;
	enum gev_block_cause spoilt;
	u16 type;
	u64 timestamp;
	u64 image_at;
	u32 image;
	u64 carried;
	u32 descriptor;
};

/* Bits that @map of a block must have. */
u32 gev_block_packets(const struct gev_block_expect *expect);

/* @map and @room stay; all else is new. */
void gev_block_begin(struct gev_block *b, const struct gev_block_expect *expect, u64 id);

enum gev_block_verdict gev_block_packet(struct gev_block *b,
					const struct gev_block_expect *expect,
					const struct gev_gvsp_packet *packet,
					struct gev_gvsp_data *data,
					struct gev_block_piece *piece);

enum gev_block_cause gev_block_judge(const struct gev_block *b,
				     const struct gev_block_expect *expect);

/* A range of missing packets at or above @from and below @end: its first, or NO_PACKET. */
u32 gev_block_missing(const struct gev_block *b, u32 from, u32 end, u32 *last);

/**
 * gev_block_complete() - are all packets there?
 * @b: the block
 *
 * Context: Any.
 * Return: Whether they are.
 */
static inline bool gev_block_complete(const struct gev_block *b)
{
	return b->leader && b->trailer && b->seen == b->count;
}

#endif /* GEV_WIRE_BLOCK_H */
