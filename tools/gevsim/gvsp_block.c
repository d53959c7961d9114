// SPDX-License-Identifier: GPL-2.0
/* Leaders and trailers, also of types that the driver's codec only reads. */
#include "gvsp_block.h"

#define BLOCK_FILE_NAME		"gevsim"
#define BLOCK_ZONES_AT		12u	/* directions of zones, in a leader */

/* The type with an encoder whose leader this one's begins with. */
static u16 leader_base(u16 type)
{
	switch (type) {
	case GEV_GVSP_IMAGE:
	case GEV_GVSP_CHUNK:
	case GEV_GVSP_MULTI_PART:
	case GEV_GVSP_GENDC:
		return type;
	case GEV_GVSP_MULTI_ZONE:
	case GEV_GVSP_EXTENDED_CHUNK:
		return GEV_GVSP_IMAGE;
	default:
		return GEV_GVSP_RAW;
	}
}

static u16 trailer_base(u16 type)
{
	return type == GEV_GVSP_EXTENDED_CHUNK ? GEV_GVSP_CHUNK : leader_base(type);
}

/* What a leader has beyond the one that it begins with; returns all its bytes. */
static size_t leader_rest(const struct sim_gvsp_block *block, u8 *out, size_t len)
{
	switch (block->leader.type) {
	case GEV_GVSP_FILE:
		memcpy(out + len, BLOCK_FILE_NAME, sizeof(BLOCK_FILE_NAME));
		return len + sizeof(BLOCK_FILE_NAME);
	case GEV_GVSP_JPEG:
	case GEV_GVSP_JPEG2000:
		put_unaligned_be64(block->frequency, out + len);
		put_unaligned_be32(0, out + len + 8);
		return len + 12;
	case GEV_GVSP_MULTI_ZONE:
		memmove(out + BLOCK_ZONES_AT + 4, out + BLOCK_ZONES_AT, len - BLOCK_ZONES_AT);
		put_unaligned_be32(block->leader.zones, out + BLOCK_ZONES_AT);
		return len + 4;
	default:
		return len;
	}
}

/**
 * sim_gvsp_leader() - what follows the header of a leader
 * @block: what it says
 * @out: where to
 * @room: bytes there, more than a leader can have
 *
 * Of a type that is the maker's own, it is that of raw data.
 *
 * Return: bytes.
 */
size_t sim_gvsp_leader(const struct sim_gvsp_block *block, u8 *out, size_t room)
{
	const struct gev_gvsp_packet header = { .extended = false };
	struct gev_gvsp_leader leader = block->leader;
	u8 packet[256];
	int len;

	leader.type = leader_base(leader.type);
	len = gev_gvsp_leader_encode(packet, sizeof(packet), &header, &leader, block->part);
	len -= GEV_GVSP_HEADER;
	if (len <= 0 || (size_t)len > room)
		return 0;
	memcpy(out, packet + GEV_GVSP_HEADER, len);
	put_unaligned_be16(block->leader.type | (leader.chunks ? GEV_GVSP_CHUNKS : 0), out + 2);
	return leader_rest(block, out, len);
}

/**
 * sim_gvsp_trailer() - what follows the header of a trailer
 * @block: what it says; its type is the leader's
 * @out: where to
 * @room: bytes there, more than a trailer can have
 *
 * Return: bytes.
 */
size_t sim_gvsp_trailer(const struct sim_gvsp_block *block, u8 *out, size_t room)
{
	const struct gev_gvsp_packet header = { .extended = false };
	struct gev_gvsp_trailer trailer = block->trailer;
	u8 packet[256];
	int len;

	trailer.type = trailer_base(block->leader.type);
	len = gev_gvsp_trailer_encode(packet, sizeof(packet), &header, &trailer, block->end);
	len -= GEV_GVSP_HEADER;
	if (len <= 0 || (size_t)len > room)
		return 0;
	memcpy(out, packet + GEV_GVSP_HEADER, len);
	put_unaligned_be16(block->leader.type | (trailer.chunks ? GEV_GVSP_CHUNKS : 0), out + 2);
	if (block->leader.type != GEV_GVSP_EXTENDED_CHUNK)
		return len;
	put_unaligned_be32(trailer.y, out + len);
	put_unaligned_be32(trailer.chunk_layout, out + len + 4);
	return len + 8;
}

/**
 * sim_gvsp_format() - format of the payload packets of a type
 * @type: enum gev_gvsp_type
 *
 * Return: enum gev_gvsp_format.
 */
u8 sim_gvsp_format(u16 type)
{
	switch (type) {
	case GEV_GVSP_H264:
		return GEV_GVSP_PAYLOAD_H264;
	case GEV_GVSP_MULTI_ZONE:
		return GEV_GVSP_PAYLOAD_ZONE;
	case GEV_GVSP_MULTI_PART:
		return GEV_GVSP_PAYLOAD_PART;
	case GEV_GVSP_GENDC:
		return GEV_GVSP_PAYLOAD_GENDC;
	default:
		return GEV_GVSP_PAYLOAD;
	}
}
