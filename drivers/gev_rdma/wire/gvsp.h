/* SPDX-License-Identifier: GPL-2.0 */
/*
 * GVSP, the GigE Vision stream protocol over UDP: a codec between packets and
 * plain host-order structures. Big-endian on the wire. The sender is not
 * trusted.
 */
#ifndef GEV_WIRE_GVSP_H
#define GEV_WIRE_GVSP_H

#include "shim.h"

#define GEV_GVSP_HEADER			8u
#define GEV_GVSP_HEADER_EXTENDED	20u
#define GEV_GVSP_IP_UDP			28u	/* of SCPS, before the GVSP header */
#define GEV_GVSP_LEADER_IMAGE		36u	/* bytes after the header */
#define GEV_GVSP_TRAILER_IMAGE		8u
#define GEV_GVSP_CHUNK_INFO		8u	/* more in a trailer with chunks */
#define GEV_GVSP_PART_PREFIX		8u	/* of multi-part and multi-zone payload */
#define GEV_GVSP_FLOW_PREFIX		16u	/* of GenDC payload */
#define GEV_GVSP_PACKET_MAX		0xffffffu	/* packet id, standard */
#define GEV_GVSP_BLOCK_MAX		0xffffu		/* block id, standard */
#define GEV_GVSP_STATUS_ERROR		0x8000u	/* and above: something is wrong */
#define GEV_GVSP_CHUNKS			0x4000u	/* in the payload type: chunks follow */

enum gev_gvsp_format {
	GEV_GVSP_LEADER			= 1,
	GEV_GVSP_TRAILER		= 2,
	GEV_GVSP_PAYLOAD		= 3,
	GEV_GVSP_ALL_IN			= 4,
	GEV_GVSP_PAYLOAD_H264		= 5,
	GEV_GVSP_PAYLOAD_ZONE		= 6,
	GEV_GVSP_PAYLOAD_PART		= 7,
	GEV_GVSP_PAYLOAD_GENDC		= 8,
};

enum gev_gvsp_type {
	GEV_GVSP_IMAGE			= 0x0001,
	GEV_GVSP_RAW			= 0x0002,
	GEV_GVSP_FILE			= 0x0003,
	GEV_GVSP_CHUNK			= 0x0004,
	GEV_GVSP_EXTENDED_CHUNK		= 0x0005,	/* deprecated */
	GEV_GVSP_JPEG			= 0x0006,
	GEV_GVSP_JPEG2000		= 0x0007,
	GEV_GVSP_H264			= 0x0008,
	GEV_GVSP_MULTI_ZONE		= 0x0009,	/* deprecated */
	GEV_GVSP_MULTI_PART		= 0x000a,
	GEV_GVSP_GENDC			= 0x000b,
	GEV_GVSP_DEVICE			= 0x8000,	/* and above */
};

/* Status of a packet; the other codes are those of GVCP. */
enum gev_gvsp_status {
	GEV_GVSP_OK			= 0x0000,
	GEV_GVSP_RESENT			= 0x0100,
	GEV_GVSP_UNAVAILABLE		= 0x800c,
	GEV_GVSP_OVERRUN		= 0x800d,
	GEV_GVSP_NOT_YET		= 0x8010,
	GEV_GVSP_PREVIOUS_REMOVED	= 0x8011,	/* and this one */
	GEV_GVSP_REMOVED		= 0x8012,
};

/* In a header with extended ids; the upper byte is the camera maker's own. */
enum gev_gvsp_flag {
	GEV_GVSP_FLAG_RESENT		= 0x0001,
	GEV_GVSP_FLAG_DROPPED		= 0x0002,	/* the block before was dropped */
	GEV_GVSP_FLAG_RANGE		= 0x0004,	/* range of a resend request was wrong */
};

/**
 * struct gev_gvsp_packet - a packet, decoded as far as all have it
 * @extended: 64-bit block id and 32-bit packet id
 * @status: enum gev_gvsp_status, or another code of GVCP; from 0x8000 on there
 *	may be nothing behind the header
 * @flags: enum gev_gvsp_flag; 0 with standard ids
 * @format: enum gev_gvsp_format, any value of four bits
 * @parts: parts of a multi-part block, in its leader; 0 with standard ids
 * @block: block id; 0 is a test packet
 * @packet: packet id; 0 is the leader
 * @payload: what follows the header, in the datagram; not used to encode
 * @length: bytes at @payload; not used to encode
 */
struct gev_gvsp_packet {
	bool extended;
	u16 status;
	u16 flags;
	u8 format;
	u8 parts;
	u64 block;
	u32 packet;
	const u8 *payload;
	size_t length;
};

/**
 * struct gev_gvsp_leader - the begin of a block
 * @type: enum gev_gvsp_type, without %GEV_GVSP_CHUNKS
 * @chunks: %GEV_GVSP_CHUNKS was set
 * @field: field id in the high, number of fields in the low nibble
 * @timestamp: camera ticks; 0 in types not known here
 * @pfnc: pixel format of an image
 * @x: width of an image in pixels
 * @y: height in lines, at most
 * @offset_x: pixels
 * @offset_y: lines
 * @pad_x: bytes of padding a line
 * @pad_y: bytes of padding at the end
 * @zones: directions of the zones of a multi-zone image, zone 0 in the MSB
 * @size: bytes of the payload: raw data, file, JPEG, GenDC
 * @descriptor_size: bytes of the descriptor: GenDC
 * @preliminary: there is a preliminary descriptor: GenDC
 * @nr_parts: parts of a multi-part block
 * @parts: where they begin, see gev_gvsp_part_decode()
 */
struct gev_gvsp_leader {
	u16 type;
	bool chunks;
	u8 field;
	u64 timestamp;
	u32 pfnc;
	u32 x;
	u32 y;
	u32 offset_x;
	u32 offset_y;
	u16 pad_x;
	u16 pad_y;
	u32 zones;
	u64 size;
	u32 descriptor_size;
	bool preliminary;
	unsigned int nr_parts;
	const u8 *parts;
};

/**
 * struct gev_gvsp_part - one part of a multi-part block, in its leader
 * @type: data type: 1 image, 5 3D image, 9 confidence, 0xa chunks, 0xb JPEG, ...
 * @length: bytes
 * @pfnc: pixel format
 * @source: source id
 * @zones: zones beyond the first
 * @zone_directions: zone 0 in the MSB
 * @purpose: data purpose id
 * @region: region id
 * @x: pixels
 * @y: lines
 * @offset_x: pixels
 * @offset_y: lines
 * @pad_x: bytes of padding a line
 * @pad_y: bytes of padding at the end
 */
struct gev_gvsp_part {
	u16 type;
	u64 length;
	u32 pfnc;
	u8 source;
	u8 zones;
	u32 zone_directions;
	u16 purpose;
	u16 region;
	u32 x;
	u32 y;
	u32 offset_x;
	u32 offset_y;
	u16 pad_x;
	u16 pad_y;
};

/**
 * struct gev_gvsp_trailer - the end of a block
 * @type: as in the leader
 * @chunks: as in the leader
 * @has_y: @y was there
 * @y: lines that the image has really
 * @chunk_length: bytes of payload, chunks included, if there are any
 * @chunk_layout: changes with the kinds and places of chunks
 * @nr_parts: parts of a multi-part block
 * @parts: where they begin, see gev_gvsp_part_end_decode()
 */
struct gev_gvsp_trailer {
	u16 type;
	bool chunks;
	bool has_y;
	u32 y;
	u32 chunk_length;
	u32 chunk_layout;
	unsigned int nr_parts;
	const u8 *parts;
};

/**
 * struct gev_gvsp_part_end - one part of a multi-part block, in its trailer
 * @type: data type, as in the leader
 * @length: bytes sent
 * @y: lines that an image has really
 */
struct gev_gvsp_part_end {
	u16 type;
	u64 length;
	u32 y;
};

/**
 * struct gev_gvsp_data - the data of a payload packet
 * @placed: the packet says itself where they belong; generic payload does not,
 *	there packet 1 is the first, and all but the last are as long as it
 * @offset: from the beginning of the payload, all parts one after the other, or
 *	of the flow
 * @part: part or zone, 0 elsewhere
 * @zone: zone information byte
 * @flags: data flags: GenDC
 * @flow_flags: 0x80 first, 0x40 last packet of the flow: GenDC
 * @flow: GenDC
 * @data: in the datagram, or where to encode from
 * @length: bytes at @data
 */
struct gev_gvsp_data {
	bool placed;
	u64 offset;
	u8 part;
	u8 zone;
	u8 flags;
	u8 flow_flags;
	u16 flow;
	const u8 *data;
	size_t length;
};

/*
 * Decoders: 0, or -EBADMSG when less is there than has to be. What is behind
 * the end of a leader or trailer is ignored: cameras pad.
 */
int gev_gvsp_decode(const void *data, size_t len, struct gev_gvsp_packet *packet);
int gev_gvsp_leader_decode(const struct gev_gvsp_packet *packet, struct gev_gvsp_leader *leader);
int gev_gvsp_trailer_decode(const struct gev_gvsp_packet *packet,
			    struct gev_gvsp_trailer *trailer);
int gev_gvsp_data_decode(const struct gev_gvsp_packet *packet, struct gev_gvsp_data *data);
int gev_gvsp_all_in_decode(const struct gev_gvsp_packet *packet, struct gev_gvsp_leader *leader,
			   struct gev_gvsp_trailer *trailer, struct gev_gvsp_data *data);
/* @index has to be below nr_parts. */
void gev_gvsp_part_decode(const struct gev_gvsp_leader *leader, unsigned int index,
			  struct gev_gvsp_part *part);
void gev_gvsp_part_end_decode(const struct gev_gvsp_trailer *trailer, unsigned int index,
			      struct gev_gvsp_part_end *end);

/*
 * Encoders: bytes written, -EMSGSIZE when @room is too small, -EINVAL for what
 * can not be said: an id that is too large for standard ids, a type without an
 * encoder. That of the header alone makes packets that have nothing but a
 * status, and the headers of those whose data are elsewhere.
 */
int gev_gvsp_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet);
int gev_gvsp_leader_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			   const struct gev_gvsp_leader *leader,
			   const struct gev_gvsp_part *parts);
int gev_gvsp_trailer_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			    const struct gev_gvsp_trailer *trailer,
			    const struct gev_gvsp_part_end *parts);
/* All of a payload packet but the data themselves, which are not looked at */
int gev_gvsp_data_head_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			      const struct gev_gvsp_data *data);
int gev_gvsp_data_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			 const struct gev_gvsp_data *data);
int gev_gvsp_all_in_encode(void *buf, size_t room, const struct gev_gvsp_packet *packet,
			   const struct gev_gvsp_leader *leader,
			   const struct gev_gvsp_trailer *trailer,
			   const struct gev_gvsp_data *data);

/* Block ids of a run: 1, 2, ... and 1 again after the last; 0 is left out. */
u64 gev_gvsp_block_next(u64 block, bool extended);
/* How many blocks @to is later than @from; negative: earlier. */
s64 gev_gvsp_block_distance(u64 from, u64 to, bool extended);

/* Bytes of the GVSP header. */
static inline unsigned int gev_gvsp_header_size(bool extended)
{
	return extended ? GEV_GVSP_HEADER_EXTENDED : GEV_GVSP_HEADER;
}

#endif /* GEV_WIRE_GVSP_H */
