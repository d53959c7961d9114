/* SPDX-License-Identifier: GPL-2.0 */
/*
 * GenDC containers as GRS-1 sends them: one component with one image part on
 * flow 1 and at most one metadata part behind the descriptor on flow 0.
 * Little-endian. The sender is not trusted.
 */
#ifndef GEV_WIRE_GENDC_H
#define GEV_WIRE_GENDC_H

#include "shim.h"

#define GEV_GENDC_SIGNATURE		0x43444e47u	/* "GNDC" */
#define GEV_GENDC_DESCRIPTOR		176u		/* bytes, without metadata */
#define GEV_GENDC_DESCRIPTOR_META	224u		/* bytes, with a metadata part */
#define GEV_GENDC_TYPE_CONTAINER	0x1000u
#define GEV_GENDC_TYPE_COMPONENT	0x2000u
#define GEV_GENDC_TYPE_METADATA		0x4000u
#define GEV_GENDC_TYPE_IMAGE		0x4200u
#define GEV_GENDC_TYPE_FLOW_TABLE	0x7000u
#define GEV_GENDC_CONTAINER_PTP		BIT(0)
#define GEV_GENDC_CONTAINER_INVALID	BIT(1)
#define GEV_GENDC_COMPONENT_INVALID	BIT(0)

/* What was wrong with a frame: the cause under which it is counted. */
enum gev_frame_cause {
	GEV_FRAME_GOOD,
	GEV_FRAME_SKIPPED,	/* announced as not sent; not an error */
	GEV_FRAME_BAD_SIGNATURE,/* signature or version: pairs out of step */
	GEV_FRAME_BAD_HEADER,	/* header types, sizes or offsets */
	GEV_FRAME_BAD_PART,	/* not exactly one image part on flow 1 at 0 */
	GEV_FRAME_BAD_SIZE,	/* data size against bytes received or geometry */
	GEV_FRAME_BAD_FORMAT,	/* PFNC of component or part */
	GEV_FRAME_BAD_GEOMETRY,	/* x, y or padding */
	GEV_FRAME_BAD_ID,	/* repeated, zero or wild block id */
	GEV_FRAME_CAUSES
};

/**
 * struct gev_gendc_expect - what was negotiated, for the check of each frame
 * @pfnc: pixel format code
 * @x: width in pixels
 * @y: height in lines
 * @pad_x: bytes of padding a line, as in the preliminary descriptor
 * @pad_y: bytes of padding at the end, likewise
 * @payload: PayloadSize in bytes
 */
struct gev_gendc_expect {
	u32 pfnc;
	u32 x;
	u32 y;
	u16 pad_x;
	u16 pad_y;
	u64 payload;
};

/**
 * struct gev_gendc_frame - a descriptor, decoded
 * @id: container id = block id
 * @timestamp: camera ticks (ns if @flags has GEV_GENDC_CONTAINER_PTP)
 * @flags: container flags
 * @component_flags: component flags
 * @pfnc: pixel format of the image part
 * @component_pfnc: pixel format of the component
 * @x: width in pixels
 * @y: height in lines
 * @pad_x: bytes
 * @pad_y: bytes
 * @data_size: bytes of the image part
 * @descriptor_size: bytes
 * @meta_format: format word of the metadata part
 * @meta_offset: where the metadata begins in the flow-0 message; 0 = none
 * @meta_size: bytes of metadata
 */
struct gev_gendc_frame {
	u64 id;
	u64 timestamp;
	u16 flags;
	u16 component_flags;
	u32 pfnc;
	u32 component_pfnc;
	u32 x;
	u32 y;
	u16 pad_x;
	u16 pad_y;
	u64 data_size;
	u32 descriptor_size;
	u32 meta_format;
	u64 meta_offset;
	u64 meta_size;
};

/*
 * Decode the @len bytes received on flow 0, whose payload had @payload bytes.
 * Structure only; no comparison with what was negotiated. Returns
 * GEV_FRAME_GOOD or the first cause of BAD_SIGNATURE, BAD_HEADER, BAD_PART,
 * BAD_SIZE. @f is fully written in each case (fields not reached are 0); when
 * the container header itself was readable @f->id is set: after a failure
 * gev_gendc_id_advances(f->id, last) still says whether @last is to move.
 */
enum gev_frame_cause gev_gendc_decode(const void *data, size_t len, u64 payload,
				      struct gev_gendc_frame *f);

/* Is @id a legal successor of @last, the last block id (0 = none yet)? */
bool gev_gendc_id_advances(u64 id, u64 last);

/*
 * Judge a decoded frame against what was negotiated and against @last, the
 * last block id: SKIPPED, GOOD or the first failing cause, the id last of all.
 * @advance tells whether @last is to move to f->id (see the profile).
 */
enum gev_frame_cause gev_gendc_check(const struct gev_gendc_frame *f,
				     const struct gev_gendc_expect *expect,
				     u64 payload, u64 last, bool *advance);

/*
 * The preliminary descriptor, which has the layout of a frame's. Causes as for
 * gev_gendc_decode(); id, timestamp and variable flags are not looked at.
 */
enum gev_frame_cause gev_gendc_preliminary(const void *data, size_t len,
					   struct gev_gendc_frame *f);

/*
 * Write a descriptor; returns its size, or -EMSGSIZE. It has a metadata part
 * if @f has a meta_size or a meta_offset (0: directly behind the descriptor).
 */
int gev_gendc_encode(void *buf, size_t room, const struct gev_gendc_frame *f);

const char *gev_frame_cause_name(enum gev_frame_cause cause);

#endif /* GEV_WIRE_GENDC_H */
