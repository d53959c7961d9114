/* SPDX-License-Identifier: GPL-2.0 */
/* GVSP on the wire: for gvsp.c and gvsp_encode.c alone. */
#ifndef GEV_WIRE_GVSP_LAYOUT_H
#define GEV_WIRE_GVSP_LAYOUT_H

#include "gvsp.h"

#define GVSP_EXTENDED		0x80	/* in the format byte */
#define GVSP_FORMAT		0x0f
#define GVSP_PRELIMINARY	0x80	/* in a GenDC leader */

struct gvsp_header {
	__be16 status;
	__be16 block;
	u8 format;
	u8 packet[3];
} __packed;
static_assert(sizeof(struct gvsp_header) == GEV_GVSP_HEADER);

struct gvsp_header_extended {
	__be16 status;
	__be16 flags;
	u8 format;
	u8 reserved[2];
	u8 parts;
	__be64 block;
	__be32 packet;
} __packed;
static_assert(sizeof(struct gvsp_header_extended) == GEV_GVSP_HEADER_EXTENDED);

/* What all leaders begin with; all of that of chunk data */
struct gvsp_leader {
	u8 field;
	u8 reserved;
	__be16 type;
	__be64 timestamp;
} __packed;
static_assert(sizeof(struct gvsp_leader) == 12);

struct gvsp_geometry {
	__be32 pfnc;
	__be32 x;
	__be32 y;
	__be32 offset_x;
	__be32 offset_y;
	__be16 pad_x;
	__be16 pad_y;
} __packed;
static_assert(sizeof(struct gvsp_leader) + sizeof(struct gvsp_geometry) == GEV_GVSP_LEADER_IMAGE);

/* Raw data; those of files and JPEG begin with it. */
struct gvsp_leader_size {
	struct gvsp_leader start;
	__be64 size;
} __packed;
static_assert(sizeof(struct gvsp_leader_size) == 20);

struct gvsp_leader_jpeg {
	struct gvsp_leader_size start;
	__be64 tick_frequency;
	__be32 format;
} __packed;
static_assert(sizeof(struct gvsp_leader_jpeg) == 32);

struct gvsp_leader_gendc {
	struct gvsp_leader_size start;
	u8 flags;
	u8 reserved[3];
	__be32 descriptor_size;
} __packed;
static_assert(sizeof(struct gvsp_leader_gendc) == 28);

struct gvsp_part {
	__be16 type;
	__be16 length_high;
	__be32 length_low;
	__be32 pfnc;
	__be16 reserved1;
	u8 source;
	u8 zones;
	__be32 zone_directions;
	__be16 purpose;
	__be16 region;
	__be32 x;
	__be32 y;
	__be32 offset_x;
	__be32 offset_y;
	__be16 pad_x;
	__be16 pad_y;
	__be32 reserved2;
} __packed;
static_assert(sizeof(struct gvsp_part) == 48);

/* What all trailers begin with, and most are */
struct gvsp_trailer {
	__be16 reserved;
	__be16 type;
} __packed;
static_assert(sizeof(struct gvsp_trailer) == 4);

/* Number of lines of an image, or bytes of chunk data */
struct gvsp_trailer_word {
	struct gvsp_trailer start;
	__be32 word;
} __packed;
static_assert(sizeof(struct gvsp_trailer_word) == GEV_GVSP_TRAILER_IMAGE);

struct gvsp_chunk_info {
	__be32 length;
	__be32 layout;
} __packed;
static_assert(sizeof(struct gvsp_chunk_info) == GEV_GVSP_CHUNK_INFO);

struct gvsp_trailer_extended_chunk {
	struct gvsp_trailer start;
	__be32 length;
	__be32 y;
	__be32 layout;
} __packed;
static_assert(sizeof(struct gvsp_trailer_extended_chunk) == 16);

struct gvsp_part_end {
	__be16 type;
	__be16 length_high;
	__be32 length_low;
	__be32 y;
	__be32 reserved;
} __packed;
static_assert(sizeof(struct gvsp_part_end) == 16);

struct gvsp_part_prefix {
	u8 part;
	u8 zone;
	__be16 offset_high;
	__be32 offset_low;
} __packed;
static_assert(sizeof(struct gvsp_part_prefix) == GEV_GVSP_PART_PREFIX);

struct gvsp_flow_prefix {
	__be32 size;
	__be64 offset;
	u8 flags;
	u8 flow_flags;
	__be16 flow;
} __packed;
static_assert(sizeof(struct gvsp_flow_prefix) == GEV_GVSP_FLOW_PREFIX);

/* Bytes that a leader of this type has to have; those of the parts not counted */
static inline size_t gvsp_leader_size(u16 type)
{
	switch (type) {
	case GEV_GVSP_IMAGE:
	case GEV_GVSP_EXTENDED_CHUNK:
		return GEV_GVSP_LEADER_IMAGE;
	case GEV_GVSP_MULTI_ZONE:
		return GEV_GVSP_LEADER_IMAGE + sizeof(__be32);
	case GEV_GVSP_RAW:
	case GEV_GVSP_FILE:
		return sizeof(struct gvsp_leader_size);
	case GEV_GVSP_JPEG:
	case GEV_GVSP_JPEG2000:
		return sizeof(struct gvsp_leader_jpeg);
	case GEV_GVSP_GENDC:
		return sizeof(struct gvsp_leader_gendc);
	case GEV_GVSP_CHUNK:
	case GEV_GVSP_MULTI_PART:
		return sizeof(struct gvsp_leader);
	default:
		/* Of these nothing but the type is known. */
		return offsetof(struct gvsp_leader, timestamp);
	}
}

/* Bytes that a trailer of this type has to have; those of the parts not counted */
static inline size_t gvsp_trailer_size(u16 type, bool chunks)
{
	size_t more = chunks ? sizeof(struct gvsp_chunk_info) : 0;

	switch (type) {
	case GEV_GVSP_IMAGE:
	case GEV_GVSP_MULTI_ZONE:
		return sizeof(struct gvsp_trailer_word) + more;
	case GEV_GVSP_CHUNK:
		return sizeof(struct gvsp_trailer_word);
	case GEV_GVSP_EXTENDED_CHUNK:
		return sizeof(struct gvsp_trailer_extended_chunk);
	case GEV_GVSP_RAW:
	case GEV_GVSP_FILE:
	case GEV_GVSP_JPEG:
	case GEV_GVSP_JPEG2000:
		return sizeof(struct gvsp_trailer) + more;
	default:
		return sizeof(struct gvsp_trailer);
	}
}

/* Types whose leaders end where the trailer of an all-in packet begins */
static inline bool gvsp_fits_all_in(u16 type)
{
	return type == GEV_GVSP_IMAGE || type == GEV_GVSP_RAW || type == GEV_GVSP_CHUNK ||
	       type == GEV_GVSP_EXTENDED_CHUNK || type == GEV_GVSP_JPEG ||
	       type == GEV_GVSP_JPEG2000 || type == GEV_GVSP_MULTI_ZONE;
}

#endif /* GEV_WIRE_GVSP_LAYOUT_H */
