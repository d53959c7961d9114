// SPDX-License-Identifier: GPL-2.0
/*
 * A GVSP block that is being received: which of its packets are there, where
 * their data belong, what is missing, and whether the image is whole.
 */
#include "block.h"

#define PART_IMAGE	1u	/* data type of a part: 2D image */
#define FLOW_IMAGE	1u	/* GenDC: the descriptor has flow 0 */

/**
 * gev_block_packets() - how many packets a block may have
 * @expect: what was negotiated; the step is larger than any prefix
 *
 * Context: Any.
 * Return: The number, leader and trailer included.
 */
u32 gev_block_packets(const struct gev_block_expect *expect)
{
	u32 step = expect->step - GEV_GVSP_FLOW_PREFIX;

	return DIV_ROUND_UP(expect->payload, step) + GEV_BLOCK_SLACK;
}

static u32 count_packets(const struct gev_block_expect *expect, u32 step)
{
	return DIV_ROUND_UP(expect->payload, step) + 2;
}

/**
 * gev_block_begin() - a block of which nothing has come yet
 * @b: its @map and @room are set
 * @expect: what was negotiated
 * @id: block id
 *
 * Context: Any.
 */
void gev_block_begin(struct gev_block *b, const struct gev_block_expect *expect, u64 id)
{
	unsigned long *map = b->map;
	u32 room = b->room;

	memset(b, 0, sizeof(*b));
	b->map = map;
	b->room = room;
	bitmap_zero(map, room);
	b->id = id;
	b->step = expect->step;
	b->count = count_packets(expect, b->step);
	b->first = true;
}

/* The first that is wrong is kept, unless another one is named before it. */
static void spoil(struct gev_block *b, enum gev_block_cause cause)
{
	if (b->spoilt == GEV_BLOCK_WHOLE || cause < b->spoilt)
		b->spoilt = cause;
}

static void check_image(struct gev_block *b, const struct gev_block_expect *expect,
			u32 pfnc, u32 x, u32 y, u16 pad_x)
{
	if (pfnc != expect->pfnc)
		spoil(b, GEV_BLOCK_BAD_TYPE);
	else if (x != expect->x || y != expect->y || pad_x)
		spoil(b, GEV_BLOCK_BAD_GEOMETRY);
}

/* The image is the first part that is one; what precedes it is not stored. */
static void check_parts(struct gev_block *b, const struct gev_block_expect *expect,
			const struct gev_gvsp_leader *leader)
{
	struct gev_gvsp_part part;
	unsigned int i;
	u64 at = 0;

	for (i = 0; i < leader->nr_parts; i++) {
		gev_gvsp_part_decode(leader, i, &part);
		if (part.type == PART_IMAGE)
			break;
		at += part.length;
	}
	if (i == leader->nr_parts) {
		spoil(b, GEV_BLOCK_BAD_TYPE);
		return;
	}
	/* Data that came before the leader were taken for those of the first part. */
	if (at != b->image_at && !b->first)
		spoil(b, GEV_BLOCK_BAD_LENGTH);
	b->image_at = at;
	check_image(b, expect, part.pfnc, part.x, part.y, part.pad_x);
}

static void read_leader(struct gev_block *b, const struct gev_block_expect *expect,
			const struct gev_gvsp_leader *leader)
{
	b->leader = true;
	b->type = leader->type;
	b->timestamp = leader->timestamp;
	switch (leader->type) {
	case GEV_GVSP_IMAGE:
	case GEV_GVSP_EXTENDED_CHUNK:
	case GEV_GVSP_MULTI_ZONE:
		check_image(b, expect, leader->pfnc, leader->x, leader->y, leader->pad_x);
		break;
	case GEV_GVSP_MULTI_PART:
		check_parts(b, expect, leader);
		break;
	case GEV_GVSP_CHUNK:	/* says nothing of what is in it */
	case GEV_GVSP_GENDC:	/* the descriptor does */
		break;
	default:
		spoil(b, GEV_BLOCK_BAD_TYPE);
	}
}

static void read_trailer(struct gev_block *b, const struct gev_block_expect *expect,
			 const struct gev_gvsp_trailer *trailer, u32 packet)
{
	struct gev_gvsp_part_end end;

	b->trailer = true;
	b->count = packet + 1;
	if (b->next > b->count)
		spoil(b, GEV_BLOCK_BAD_LENGTH);
	/* Some cameras name no lines at all: then the length of the data decides. */
	if (trailer->has_y && trailer->y && trailer->y != expect->y)
		spoil(b, GEV_BLOCK_BAD_GEOMETRY);
	if (trailer->nr_parts == 1) {
		gev_gvsp_part_end_decode(trailer, 0, &end);
		if (end.type == PART_IMAGE && end.y != expect->y)
			spoil(b, GEV_BLOCK_BAD_GEOMETRY);
	}
}

/* The part of [@offset, @offset + @length) that the image has room for; none, if it wraps. */
static void place(struct gev_block *b, const struct gev_block_expect *expect,
		  u64 offset, size_t length, struct gev_block_piece *piece)
{
	u64 begin = b->image_at, end = begin + expect->image;
	u64 from = offset < begin ? begin : offset;
	u64 to = offset + length;

	b->carried += length;
	if (to > end)
		to = end;
	if (from >= to)
		return;
	piece->from = from - offset;
	piece->at = from - begin;
	piece->length = to - from;
	b->image += piece->length;
}

static void place_descriptor(struct gev_block *b, const struct gev_gvsp_data *data,
			     struct gev_block_piece *piece)
{
	if (data->offset > GEV_BLOCK_DESCRIPTOR_MAX ||
	    data->length > GEV_BLOCK_DESCRIPTOR_MAX - data->offset)
		return;
	piece->at = data->offset;
	piece->length = data->length;
	piece->descriptor = true;
	b->descriptor += data->length;
}

/*
 * Where generic payload belongs follows from its packet id. All packets but the
 * last are as long as the first, which need not have the negotiated length: some
 * cameras round it.
 */
static enum gev_block_verdict place_generic(struct gev_block *b,
					    const struct gev_block_expect *expect,
					    u32 packet, const struct gev_gvsp_data *data,
					    struct gev_block_piece *piece)
{
	if (!data->length)
		return GEV_BLOCK_MALFORMED;
	if (packet == 1 && b->first && data->length != b->step &&
	    count_packets(expect, data->length) <= b->room) {
		b->step = data->length;
		if (!b->trailer)
			b->count = count_packets(expect, b->step);
	}
	if (data->length > b->step)
		return GEV_BLOCK_BAD_SIZE;
	place(b, expect, (u64)(packet - 1) * b->step, data->length, piece);
	return GEV_BLOCK_TAKEN;
}

static enum gev_block_verdict take_payload(struct gev_block *b,
					   const struct gev_block_expect *expect,
					   const struct gev_gvsp_packet *packet,
					   struct gev_gvsp_data *data,
					   struct gev_block_piece *piece)
{
	enum gev_block_verdict verdict = GEV_BLOCK_TAKEN;

	if (!packet->packet || gev_gvsp_data_decode(packet, data))
		return GEV_BLOCK_MALFORMED;
	if (!data->placed)
		verdict = place_generic(b, expect, packet->packet, data, piece);
	else if (packet->format != GEV_GVSP_PAYLOAD_GENDC || data->flow == FLOW_IMAGE)
		place(b, expect, data->offset, data->length, piece);
	else if (!data->flow)
		place_descriptor(b, data, piece);
	if (verdict == GEV_BLOCK_TAKEN)
		b->first = false;
	return verdict;
}

static enum gev_block_verdict take_all_in(struct gev_block *b,
					  const struct gev_block_expect *expect,
					  const struct gev_gvsp_packet *packet,
					  struct gev_gvsp_data *data,
					  struct gev_block_piece *piece)
{
	struct gev_gvsp_trailer trailer;
	struct gev_gvsp_leader leader;

	if (packet->packet || b->seen ||
	    gev_gvsp_all_in_decode(packet, &leader, &trailer, data))
		return GEV_BLOCK_MALFORMED;
	read_leader(b, expect, &leader);
	read_trailer(b, expect, &trailer, 0);
	place(b, expect, 0, data->length, piece);
	return GEV_BLOCK_TAKEN;
}

static enum gev_block_verdict take(struct gev_block *b, const struct gev_block_expect *expect,
				   const struct gev_gvsp_packet *packet,
				   struct gev_gvsp_data *data, struct gev_block_piece *piece)
{
	struct gev_gvsp_trailer trailer;
	struct gev_gvsp_leader leader;

	switch (packet->format) {
	case GEV_GVSP_LEADER:
		if (packet->packet || gev_gvsp_leader_decode(packet, &leader))
			return GEV_BLOCK_MALFORMED;
		read_leader(b, expect, &leader);
		return GEV_BLOCK_TAKEN;
	case GEV_GVSP_TRAILER:
		if (!packet->packet || b->trailer || gev_gvsp_trailer_decode(packet, &trailer))
			return GEV_BLOCK_MALFORMED;
		read_trailer(b, expect, &trailer, packet->packet);
		return GEV_BLOCK_TAKEN;
	case GEV_GVSP_ALL_IN:
		return take_all_in(b, expect, packet, data, piece);
	default:
		return take_payload(b, expect, packet, data, piece);
	}
}

/**
 * gev_block_packet() - a packet of a block has come
 * @b: the block
 * @expect: what was negotiated
 * @packet: the packet, of this block id
 * @data: gets its data
 * @piece: gets what is to be copied of them, and where to
 *
 * @piece is inside what @expect says of the image, or inside
 * %GEV_BLOCK_DESCRIPTOR_MAX, and inside @data, whatever the packet says.
 *
 * Context: Any; who calls serialises.
 * Return: What became of it. Other than TAKEN: @b is as before, but for what
 * is wrong with it, and nothing is to be copied.
 */
enum gev_block_verdict gev_block_packet(struct gev_block *b,
					const struct gev_block_expect *expect,
					const struct gev_gvsp_packet *packet,
					struct gev_gvsp_data *data,
					struct gev_block_piece *piece)
{
	enum gev_block_verdict verdict;
	u32 id = packet->packet;

	memset(piece, 0, sizeof(*piece));
	if (id >= b->room || (b->trailer && id >= b->count))
		return GEV_BLOCK_BAD_ID;
	if (test_bit(id, b->map))
		return GEV_BLOCK_DUPLICATE;
	verdict = take(b, expect, packet, data, piece);
	if (verdict != GEV_BLOCK_TAKEN)
		return verdict;

	if (packet->status >= GEV_GVSP_STATUS_ERROR)
		spoil(b, GEV_BLOCK_BAD_STATUS);
	__set_bit(id, b->map);
	b->seen++;
	if (id >= b->next)
		b->next = id + 1;
	/* Prefixes and parts take more packets than expected, and a trailer follows. */
	if (!b->trailer && b->next >= b->count)
		b->count = b->next + 1;
	return GEV_BLOCK_TAKEN;
}

/**
 * gev_block_judge() - is the image whole?
 * @b: a block of which nothing more is going to come
 * @expect: what was negotiated
 *
 * Context: Any.
 * Return: WHOLE, or why it is not.
 */
enum gev_block_cause gev_block_judge(const struct gev_block *b,
				     const struct gev_block_expect *expect)
{
	if (!b->leader)
		return GEV_BLOCK_LOST_LEADER;
	if (!b->trailer)
		return GEV_BLOCK_LOST_TRAILER;
	if (b->seen < b->count)
		return GEV_BLOCK_LOST_PACKETS;
	if (b->spoilt)
		return b->spoilt;
	return b->image == expect->image ? GEV_BLOCK_WHOLE : GEV_BLOCK_BAD_LENGTH;
}

/**
 * gev_block_missing() - find packets that have not come
 * @b: the block
 * @from: lowest packet id of interest
 * @end: one more than the highest; not above @b->count
 * @last: gets the last packet id of the range
 *
 * Context: Any; who calls serialises.
 * Return: First packet id of the range, or GEV_BLOCK_NO_PACKET.
 */
u32 gev_block_missing(const struct gev_block *b, u32 from, u32 end, u32 *last)
{
	u32 first;

	if (end > b->room)
		end = b->room;
	first = find_next_zero_bit(b->map, end, from);
	if (first >= end)
		return GEV_BLOCK_NO_PACKET;
	*last = find_next_bit(b->map, end, first) - 1;
	return first;
}
