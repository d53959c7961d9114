// SPDX-License-Identifier: GPL-2.0
/*
 * GVSP: packets to host-order structures.
 */
#include "gvsp_layout.h"

#define GVSP_BLOCKS	65535	/* block ids with standard ids */

static u64 get48(__be16 high, __be32 low)
{
	return (u64)be16_to_cpu(high) << 32 | be32_to_cpu(low);
}

static void decode_extended(const struct gvsp_header_extended *wire,
			    struct gev_gvsp_packet *packet)
{
	packet->flags = be16_to_cpu(wire->flags);
	packet->parts = wire->parts;
	packet->block = be64_to_cpu(wire->block);
	packet->packet = be32_to_cpu(wire->packet);
}

/**
 * gev_gvsp_decode() - read the header of a packet
 * @data: datagram
 * @len: its bytes
 * @packet: result, points into @data; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (too short).
 */
int gev_gvsp_decode(const void *data, size_t len, struct gev_gvsp_packet *packet)
{
	const struct gvsp_header *wire = data;
	bool extended;
	size_t header;

	if (len < sizeof(*wire))
		return -EBADMSG;
	extended = wire->format & GVSP_EXTENDED;
	header = gev_gvsp_header_size(extended);
	if (len < header)
		return -EBADMSG;

	packet->extended = extended;
	packet->status = be16_to_cpu(wire->status);
	packet->format = wire->format & GVSP_FORMAT;
	if (extended) {
		decode_extended(data, packet);
	} else {
		packet->flags = 0;
		packet->parts = 0;
		packet->block = be16_to_cpu(wire->block);
		packet->packet = wire->packet[0] << 16 | wire->packet[1] << 8 | wire->packet[2];
	}
	packet->payload = (const u8 *)data + header;
	packet->length = len - header;
	return 0;
}

static void decode_geometry(const void *data, struct gev_gvsp_leader *leader)
{
	const struct gvsp_geometry *wire = data;

	leader->pfnc = be32_to_cpu(wire->pfnc);
	leader->x = be32_to_cpu(wire->x);
	leader->y = be32_to_cpu(wire->y);
	leader->offset_x = be32_to_cpu(wire->offset_x);
	leader->offset_y = be32_to_cpu(wire->offset_y);
	leader->pad_x = be16_to_cpu(wire->pad_x);
	leader->pad_y = be16_to_cpu(wire->pad_y);
}

static void decode_gendc(const void *data, struct gev_gvsp_leader *leader)
{
	const struct gvsp_leader_gendc *wire = data;

	leader->size = be64_to_cpu(wire->start.size);
	leader->descriptor_size = be32_to_cpu(wire->descriptor_size);
	leader->preliminary = wire->flags & GVSP_PRELIMINARY;
}

/* With standard ids the number of parts is what the length has room for. */
static int decode_parts(const struct gev_gvsp_packet *packet, struct gev_gvsp_leader *leader)
{
	size_t room = (packet->length - sizeof(struct gvsp_leader)) / sizeof(struct gvsp_part);

	leader->nr_parts = packet->parts ? packet->parts : room;
	leader->parts = packet->payload + sizeof(struct gvsp_leader);
	return !leader->nr_parts || leader->nr_parts > room ? -EBADMSG : 0;
}

/**
 * gev_gvsp_leader_decode() - read a leader
 * @packet: a packet with that format, or an all-in one
 * @leader: result, points into the datagram; undefined on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (too short for its type, no parts).
 */
int gev_gvsp_leader_decode(const struct gev_gvsp_packet *packet, struct gev_gvsp_leader *leader)
{
	const struct gvsp_leader *wire = (const void *)packet->payload;
	const struct gvsp_leader_size *size = (const void *)packet->payload;
	size_t need;
	u16 type;

	if (packet->length < offsetof(struct gvsp_leader, timestamp))
		return -EBADMSG;
	type = be16_to_cpu(wire->type);
	memset(leader, 0, sizeof(*leader));
	leader->type = type & ~GEV_GVSP_CHUNKS;
	leader->chunks = type & GEV_GVSP_CHUNKS;
	leader->field = wire->field;
	need = gvsp_leader_size(leader->type);
	if (packet->length < need)
		return -EBADMSG;
	if (need >= sizeof(*wire))
		leader->timestamp = be64_to_cpu(wire->timestamp);

	switch (leader->type) {
	case GEV_GVSP_IMAGE:
	case GEV_GVSP_EXTENDED_CHUNK:
		decode_geometry(wire + 1, leader);
		return 0;
	case GEV_GVSP_MULTI_ZONE:
		leader->zones = get_unaligned_be32(wire + 1);
		decode_geometry((const u8 *)(wire + 1) + sizeof(__be32), leader);
		return 0;
	case GEV_GVSP_GENDC:
		decode_gendc(wire, leader);
		return 0;
	case GEV_GVSP_RAW:
	case GEV_GVSP_FILE:
	case GEV_GVSP_JPEG:
	case GEV_GVSP_JPEG2000:
		leader->size = be64_to_cpu(size->size);
		return 0;
	case GEV_GVSP_MULTI_PART:
		return decode_parts(packet, leader);
	default:
		return 0;
	}
}

/**
 * gev_gvsp_part_decode() - read what a leader says about one part
 * @leader: leader of a multi-part block, decoded
 * @index: below @leader->nr_parts
 * @part: result
 *
 * Context: Any.
 */
void gev_gvsp_part_decode(const struct gev_gvsp_leader *leader, unsigned int index,
			  struct gev_gvsp_part *part)
{
	const struct gvsp_part *wire = (const struct gvsp_part *)leader->parts + index;

	part->type = be16_to_cpu(wire->type);
	part->length = get48(wire->length_high, wire->length_low);
	part->pfnc = be32_to_cpu(wire->pfnc);
	part->source = wire->source;
	part->zones = wire->zones;
	part->zone_directions = be32_to_cpu(wire->zone_directions);
	part->purpose = be16_to_cpu(wire->purpose);
	part->region = be16_to_cpu(wire->region);
	part->x = be32_to_cpu(wire->x);
	part->y = be32_to_cpu(wire->y);
	part->offset_x = be32_to_cpu(wire->offset_x);
	part->offset_y = be32_to_cpu(wire->offset_y);
	part->pad_x = be16_to_cpu(wire->pad_x);
	part->pad_y = be16_to_cpu(wire->pad_y);
}

static void decode_chunk_info(const void *data, struct gev_gvsp_trailer *trailer)
{
	const struct gvsp_chunk_info *wire = data;

	trailer->chunk_length = be32_to_cpu(wire->length);
	trailer->chunk_layout = be32_to_cpu(wire->layout);
}

static void decode_trailer(const void *data, size_t size, struct gev_gvsp_trailer *trailer)
{
	const struct gvsp_trailer_extended_chunk *extended = data;
	const struct gvsp_trailer_word *word = data;

	switch (trailer->type) {
	case GEV_GVSP_IMAGE:
	case GEV_GVSP_MULTI_ZONE:
		trailer->has_y = true;
		trailer->y = be32_to_cpu(word->word);
		break;
	case GEV_GVSP_CHUNK:
		trailer->chunk_length = be32_to_cpu(word->word);
		return;
	case GEV_GVSP_EXTENDED_CHUNK:
		trailer->has_y = true;
		trailer->y = be32_to_cpu(extended->y);
		trailer->chunk_length = be32_to_cpu(extended->length);
		trailer->chunk_layout = be32_to_cpu(extended->layout);
		return;
	default:
		break;
	}
	if (trailer->chunks && size > sizeof(struct gvsp_chunk_info))
		decode_chunk_info((const u8 *)data + size - sizeof(struct gvsp_chunk_info),
				  trailer);
}

/* Also within an all-in packet. Returns the bytes that it has, or -EBADMSG. */
static int trailer_decode(const u8 *data, size_t len, struct gev_gvsp_trailer *trailer)
{
	const struct gvsp_trailer *wire = (const void *)data;
	size_t need;
	u16 type;

	if (len < sizeof(*wire))
		return -EBADMSG;
	type = be16_to_cpu(wire->type);
	memset(trailer, 0, sizeof(*trailer));
	trailer->type = type & ~GEV_GVSP_CHUNKS;
	trailer->chunks = type & GEV_GVSP_CHUNKS;
	need = gvsp_trailer_size(trailer->type, trailer->chunks);
	if (len < need)
		return -EBADMSG;
	decode_trailer(data, need, trailer);
	return need;
}

/**
 * gev_gvsp_trailer_decode() - read a trailer
 * @packet: a packet with that format
 * @trailer: result, points into the datagram; undefined on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (too short for its type).
 */
int gev_gvsp_trailer_decode(const struct gev_gvsp_packet *packet,
			    struct gev_gvsp_trailer *trailer)
{
	int len = trailer_decode(packet->payload, packet->length, trailer);

	if (len < 0)
		return len;
	if (trailer->type == GEV_GVSP_MULTI_PART) {
		trailer->nr_parts = (packet->length - len) / sizeof(struct gvsp_part_end);
		trailer->parts = packet->payload + len;
	}
	return 0;
}

/**
 * gev_gvsp_part_end_decode() - read what a trailer says about one part
 * @trailer: trailer of a multi-part block, decoded
 * @index: below @trailer->nr_parts
 * @end: result
 *
 * Context: Any.
 */
void gev_gvsp_part_end_decode(const struct gev_gvsp_trailer *trailer, unsigned int index,
			      struct gev_gvsp_part_end *end)
{
	const struct gvsp_part_end *wire = (const struct gvsp_part_end *)trailer->parts + index;

	end->type = be16_to_cpu(wire->type);
	end->length = get48(wire->length_high, wire->length_low);
	end->y = be32_to_cpu(wire->y);
}

static int decode_part_data(const struct gev_gvsp_packet *packet, struct gev_gvsp_data *data)
{
	const struct gvsp_part_prefix *wire = (const void *)packet->payload;

	if (packet->length < sizeof(*wire))
		return -EBADMSG;
	data->placed = true;
	data->part = wire->part;
	data->zone = wire->zone;
	data->offset = get48(wire->offset_high, wire->offset_low);
	data->data = packet->payload + sizeof(*wire);
	data->length = packet->length - sizeof(*wire);
	return 0;
}

static int decode_flow_data(const struct gev_gvsp_packet *packet, struct gev_gvsp_data *data)
{
	const struct gvsp_flow_prefix *wire = (const void *)packet->payload;

	if (packet->length < sizeof(*wire) ||
	    be32_to_cpu(wire->size) > packet->length - sizeof(*wire))
		return -EBADMSG;
	data->placed = true;
	data->offset = be64_to_cpu(wire->offset);
	data->flags = wire->flags;
	data->flow_flags = wire->flow_flags;
	data->flow = be16_to_cpu(wire->flow);
	data->data = packet->payload + sizeof(*wire);
	data->length = be32_to_cpu(wire->size);
	return 0;
}

/**
 * gev_gvsp_data_decode() - read a payload packet
 * @packet: a packet with one of those formats
 * @data: result, points into the datagram; undefined on failure
 *
 * Where the data belong is for the caller to compare with the buffer: offset
 * and length may be anything.
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (format without a decoder, too short).
 */
int gev_gvsp_data_decode(const struct gev_gvsp_packet *packet, struct gev_gvsp_data *data)
{
	memset(data, 0, sizeof(*data));
	switch (packet->format) {
	case GEV_GVSP_PAYLOAD:
		data->data = packet->payload;
		data->length = packet->length;
		return 0;
	case GEV_GVSP_PAYLOAD_ZONE:
	case GEV_GVSP_PAYLOAD_PART:
		return decode_part_data(packet, data);
	case GEV_GVSP_PAYLOAD_GENDC:
		return decode_flow_data(packet, data);
	default:
		return -EBADMSG;
	}
}

/**
 * gev_gvsp_all_in_decode() - read a block that is one packet
 * @packet: a packet with that format
 * @leader: result; undefined on failure
 * @trailer: result; undefined on failure
 * @data: result, points into the datagram; undefined on failure
 *
 * Leader, trailer and payload follow each other.
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (too short, type without a decoder, types differ).
 */
int gev_gvsp_all_in_decode(const struct gev_gvsp_packet *packet, struct gev_gvsp_leader *leader,
			   struct gev_gvsp_trailer *trailer, struct gev_gvsp_data *data)
{
	size_t at;
	int len;

	if (gev_gvsp_leader_decode(packet, leader) || !gvsp_fits_all_in(leader->type))
		return -EBADMSG;
	at = gvsp_leader_size(leader->type);
	len = trailer_decode(packet->payload + at, packet->length - at, trailer);
	if (len < 0 || trailer->type != leader->type || trailer->chunks != leader->chunks)
		return -EBADMSG;
	at += len;
	memset(data, 0, sizeof(*data));
	data->data = packet->payload + at;
	data->length = packet->length - at;
	return 0;
}

/**
 * gev_gvsp_block_next() - the block id after another one
 * @block: block id
 * @extended: of 64 bits
 *
 * Context: Any.
 * Return: The block id, never 0.
 */
u64 gev_gvsp_block_next(u64 block, bool extended)
{
	block++;
	if (!extended)
		block &= GEV_GVSP_BLOCK_MAX;
	return block ? block : 1;
}

/**
 * gev_gvsp_block_distance() - how far two block ids are apart
 * @from: block id, not 0
 * @to: block id, not 0
 * @extended: of 64 bits
 *
 * Context: Any.
 * Return: Blocks that @to is later than @from, by the shorter way around.
 */
s64 gev_gvsp_block_distance(u64 from, u64 to, bool extended)
{
	s64 distance = (s64)(to - from);

	if (extended) {
		/* One less around the end, where 0 is left out */
		if (distance > 0 && to < from)
			return distance - 1;
		return distance < 0 && to > from ? distance + 1 : distance;
	}
	if (distance > GVSP_BLOCKS / 2)
		return distance - GVSP_BLOCKS;
	return distance < -(GVSP_BLOCKS / 2) ? distance + GVSP_BLOCKS : distance;
}
