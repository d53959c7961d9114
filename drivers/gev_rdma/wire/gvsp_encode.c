// SPDX-License-Identifier: GPL-2.0
/*
 * GVSP: host-order structures to packets. A host receives only: this is for the
 * simulated camera and for tests.
 */
#include "gvsp_layout.h"

static void encode_extended(void *buf, const struct gev_gvsp_packet *packet)
{
	struct gvsp_header_extended wire = {
		.status = cpu_to_be16(packet->status),
		.flags = cpu_to_be16(packet->flags),
		.format = GVSP_EXTENDED | (packet->format & GVSP_FORMAT),
		.parts = packet->parts,
		.block = cpu_to_be64(packet->block),
		.packet = cpu_to_be32(packet->packet),
	};

	memcpy(buf, &wire, sizeof(wire));
}

/**
 * gev_gvsp_encode() - write the header of a packet
 * @buf: where to
 * @room: bytes at @buf
 * @packet: what
 *
 * Context: Any.
 * Return: Bytes written, -EMSGSIZE or -EINVAL.
 */
int gev_gvsp_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet)
{
	struct gvsp_header wire = {
		.status = cpu_to_be16(packet->status),
		.block = cpu_to_be16(packet->block),
		.format = packet->format & GVSP_FORMAT,
		.packet = { packet->packet >> 16, packet->packet >> 8, packet->packet },
	};

	if (room < gev_gvsp_header_size(packet->extended))
		return -EMSGSIZE;
	if (packet->extended) {
		encode_extended(buf, packet);
		return GEV_GVSP_HEADER_EXTENDED;
	}
	if (packet->block > GEV_GVSP_BLOCK_MAX || packet->packet > GEV_GVSP_PACKET_MAX)
		return -EINVAL;
	memcpy(buf, &wire, sizeof(wire));
	return sizeof(wire);
}

static u16 wire_type(u16 type, bool chunks)
{
	return type | (chunks ? GEV_GVSP_CHUNKS : 0);
}

static void encode_geometry(void *buf, const struct gev_gvsp_leader *leader)
{
	struct gvsp_geometry wire = {
		.pfnc = cpu_to_be32(leader->pfnc),
		.x = cpu_to_be32(leader->x),
		.y = cpu_to_be32(leader->y),
		.offset_x = cpu_to_be32(leader->offset_x),
		.offset_y = cpu_to_be32(leader->offset_y),
		.pad_x = cpu_to_be16(leader->pad_x),
		.pad_y = cpu_to_be16(leader->pad_y),
	};

	memcpy(buf, &wire, sizeof(wire));
}

static void encode_gendc(void *buf, const struct gev_gvsp_leader *leader)
{
	struct gvsp_leader_gendc *wire = buf;

	wire->start.size = cpu_to_be64(leader->size);
	wire->flags = leader->preliminary ? GVSP_PRELIMINARY : 0;
	memset(wire->reserved, 0, sizeof(wire->reserved));
	wire->descriptor_size = cpu_to_be32(leader->descriptor_size);
}

static void encode_part(void *buf, const struct gev_gvsp_part *part)
{
	struct gvsp_part wire = {
		.type = cpu_to_be16(part->type),
		.length_high = cpu_to_be16(part->length >> 32),
		.length_low = cpu_to_be32(part->length),
		.pfnc = cpu_to_be32(part->pfnc),
		.source = part->source,
		.zones = part->zones,
		.zone_directions = cpu_to_be32(part->zone_directions),
		.purpose = cpu_to_be16(part->purpose),
		.region = cpu_to_be16(part->region),
		.x = cpu_to_be32(part->x),
		.y = cpu_to_be32(part->y),
		.offset_x = cpu_to_be32(part->offset_x),
		.offset_y = cpu_to_be32(part->offset_y),
		.pad_x = cpu_to_be16(part->pad_x),
		.pad_y = cpu_to_be16(part->pad_y),
	};

	memcpy(buf, &wire, sizeof(wire));
}

/* Behind the header; returns the bytes written. */
static int encode_leader(u8 *buf, size_t room, const struct gev_gvsp_leader *leader,
			 const struct gev_gvsp_part *parts)
{
	struct gvsp_leader wire = {
		.field = leader->field,
		.type = cpu_to_be16(wire_type(leader->type, leader->chunks)),
		.timestamp = cpu_to_be64(leader->timestamp),
	};
	size_t len = gvsp_leader_size(leader->type);
	unsigned int i;

	if (leader->type == GEV_GVSP_MULTI_PART)
		len += leader->nr_parts * sizeof(struct gvsp_part);
	if (room < len)
		return -EMSGSIZE;
	switch (leader->type) {
	case GEV_GVSP_IMAGE:
		encode_geometry(buf + sizeof(wire), leader);
		break;
	case GEV_GVSP_RAW:
		put_unaligned_be64(leader->size, buf + sizeof(wire));
		break;
	case GEV_GVSP_GENDC:
		encode_gendc(buf, leader);
		break;
	case GEV_GVSP_MULTI_PART:
		for (i = 0; i < leader->nr_parts; i++)
			encode_part(buf + sizeof(wire) + i * sizeof(struct gvsp_part), &parts[i]);
		break;
	case GEV_GVSP_CHUNK:
		break;
	default:
		return -EINVAL;
	}
	memcpy(buf, &wire, sizeof(wire));
	return len;
}

/**
 * gev_gvsp_leader_encode() - write a leader
 * @buf: where to
 * @room: bytes at @buf
 * @packet: ids and status; its format is not looked at
 * @leader: image, raw data, chunk data, multi-part or GenDC
 * @parts: @leader->nr_parts of a multi-part block; @leader->parts is not used
 *
 * Context: Any.
 * Return: Bytes written, -EMSGSIZE or -EINVAL.
 */
int gev_gvsp_leader_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			   const struct gev_gvsp_leader *leader,
			   const struct gev_gvsp_part *parts)
{
	struct gev_gvsp_packet header = *packet;
	int start, len;

	header.format = GEV_GVSP_LEADER;
	if (header.extended && leader->type == GEV_GVSP_MULTI_PART) {
		if (leader->nr_parts > 0xff)
			return -EINVAL;
		header.parts = leader->nr_parts;
	}
	start = gev_gvsp_encode(buf, room, &header);
	if (start < 0)
		return start;
	len = encode_leader((u8 *)buf + start, room - start, leader, parts);
	return len < 0 ? len : start + len;
}

static void encode_part_end(void *buf, const struct gev_gvsp_part_end *end)
{
	struct gvsp_part_end wire = {
		.type = cpu_to_be16(end->type),
		.length_high = cpu_to_be16(end->length >> 32),
		.length_low = cpu_to_be32(end->length),
		.y = cpu_to_be32(end->y),
	};

	memcpy(buf, &wire, sizeof(wire));
}

static void encode_chunk_info(void *buf, const struct gev_gvsp_trailer *trailer)
{
	struct gvsp_chunk_info wire = {
		.length = cpu_to_be32(trailer->chunk_length),
		.layout = cpu_to_be32(trailer->chunk_layout),
	};

	memcpy(buf, &wire, sizeof(wire));
}

/* Behind the header; returns the bytes written. */
static int encode_trailer(u8 *buf, size_t room, const struct gev_gvsp_trailer *trailer,
			  const struct gev_gvsp_part_end *parts)
{
	struct gvsp_trailer wire = {
		.type = cpu_to_be16(wire_type(trailer->type, trailer->chunks)),
	};
	size_t start = gvsp_trailer_size(trailer->type, trailer->chunks), len = start;
	unsigned int i;

	if (trailer->type == GEV_GVSP_MULTI_PART)
		len += trailer->nr_parts * sizeof(struct gvsp_part_end);
	if (room < len)
		return -EMSGSIZE;
	switch (trailer->type) {
	case GEV_GVSP_IMAGE:
		put_unaligned_be32(trailer->y, buf + sizeof(wire));
		break;
	case GEV_GVSP_CHUNK:
		put_unaligned_be32(trailer->chunk_length, buf + sizeof(wire));
		break;
	case GEV_GVSP_MULTI_PART:
		for (i = 0; i < trailer->nr_parts; i++)
			encode_part_end(buf + start + i * sizeof(struct gvsp_part_end), &parts[i]);
		break;
	case GEV_GVSP_RAW:
	case GEV_GVSP_GENDC:
		break;
	default:
		return -EINVAL;
	}
	memcpy(buf, &wire, sizeof(wire));
	if (trailer->chunks && start > sizeof(struct gvsp_chunk_info))
		encode_chunk_info(buf + start - sizeof(struct gvsp_chunk_info), trailer);
	return len;
}

/**
 * gev_gvsp_trailer_encode() - write a trailer
 * @buf: where to
 * @room: bytes at @buf
 * @packet: ids and status; its format is not looked at
 * @trailer: image, raw data, chunk data, multi-part or GenDC
 * @parts: @trailer->nr_parts of a multi-part block; @trailer->parts is not used
 *
 * Context: Any.
 * Return: Bytes written, -EMSGSIZE or -EINVAL.
 */
int gev_gvsp_trailer_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			    const struct gev_gvsp_trailer *trailer,
			    const struct gev_gvsp_part_end *parts)
{
	struct gev_gvsp_packet header = *packet;
	int start, len;

	header.format = GEV_GVSP_TRAILER;
	start = gev_gvsp_encode(buf, room, &header);
	if (start < 0)
		return start;
	len = encode_trailer((u8 *)buf + start, room - start, trailer, parts);
	return len < 0 ? len : start + len;
}

/* What stands between header and data; returns its bytes. */
static int encode_prefix(u8 *buf, size_t room, u8 format, const struct gev_gvsp_data *data)
{
	struct gvsp_part_prefix part = {
		.part = data->part,
		.zone = data->zone,
		.offset_high = cpu_to_be16(data->offset >> 32),
		.offset_low = cpu_to_be32(data->offset),
	};
	struct gvsp_flow_prefix flow = {
		.size = cpu_to_be32(data->length),
		.offset = cpu_to_be64(data->offset),
		.flags = data->flags,
		.flow_flags = data->flow_flags,
		.flow = cpu_to_be16(data->flow),
	};

	switch (format) {
	case GEV_GVSP_PAYLOAD:
		return 0;
	case GEV_GVSP_PAYLOAD_ZONE:
	case GEV_GVSP_PAYLOAD_PART:
		if (room < sizeof(part))
			return -EMSGSIZE;
		memcpy(buf, &part, sizeof(part));
		return sizeof(part);
	case GEV_GVSP_PAYLOAD_GENDC:
		if (room < sizeof(flow))
			return -EMSGSIZE;
		memcpy(buf, &flow, sizeof(flow));
		return sizeof(flow);
	default:
		return -EINVAL;
	}
}

/**
 * gev_gvsp_data_head_encode() - write what precedes the data in a payload packet
 * @buf: where to
 * @room: bytes at @buf
 * @packet: header, with one of those formats
 * @data: how many, and where they belong
 *
 * Context: Any.
 * Return: Bytes written, -EMSGSIZE or -EINVAL.
 */
int gev_gvsp_data_head_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			      const struct gev_gvsp_data *data)
{
	int start = gev_gvsp_encode(buf, room, packet), prefix;

	if (start < 0)
		return start;
	prefix = encode_prefix((u8 *)buf + start, room - start, packet->format, data);
	return prefix < 0 ? prefix : start + prefix;
}

/**
 * gev_gvsp_data_encode() - write a payload packet
 * @buf: where to
 * @room: bytes at @buf
 * @packet: header, with one of those formats
 * @data: what, and where it belongs
 *
 * Context: Any.
 * Return: Bytes written, -EMSGSIZE or -EINVAL.
 */
int gev_gvsp_data_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			 const struct gev_gvsp_data *data)
{
	int start = gev_gvsp_data_head_encode(buf, room, packet, data);

	if (start < 0)
		return start;
	if (room - start < data->length)
		return -EMSGSIZE;
	memcpy((u8 *)buf + start, data->data, data->length);
	return start + data->length;
}

/**
 * gev_gvsp_all_in_encode() - write a block as one packet
 * @buf: where to
 * @room: bytes at @buf
 * @packet: ids and status; its format is not looked at
 * @leader: image, raw data or chunk data
 * @trailer: of the same type
 * @data: all of the payload
 *
 * Context: Any.
 * Return: Bytes written, -EMSGSIZE or -EINVAL.
 */
int gev_gvsp_all_in_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			   const struct gev_gvsp_leader *leader,
			   const struct gev_gvsp_trailer *trailer,
			   const struct gev_gvsp_data *data)
{
	struct gev_gvsp_packet header = *packet;
	int at, len;

	if (!gvsp_fits_all_in(leader->type) || leader->type != trailer->type)
		return -EINVAL;
	header.format = GEV_GVSP_ALL_IN;
	at = gev_gvsp_encode(buf, room, &header);
	if (at < 0)
		return at;
	len = encode_leader((u8 *)buf + at, room - at, leader, NULL);
	if (len < 0)
		return len;
	at += len;
	len = encode_trailer((u8 *)buf + at, room - at, trailer, NULL);
	if (len < 0)
		return len;
	at += len;
	if (room - at < data->length)
		return -EMSGSIZE;
	memcpy((u8 *)buf + at, data->data, data->length);
	return at + data->length;
}
