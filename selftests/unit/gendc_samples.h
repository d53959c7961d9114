/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptors written by hand from the profile, for the tests of wire/gendc.c.
 */
#ifndef GEV_UNIT_GENDC_SAMPLES_H
#define GEV_UNIT_GENDC_SAMPLES_H

#include "guard.h"
#include "wire/gendc.h"

#define PLAIN_PAYLOAD	74u
#define META_PAYLOAD	42u
#define META_SIZE	20u
#define META_MESSAGE	(GEV_GENDC_DESCRIPTOR_META + META_SIZE)

/* Mono12, 6 x 5, 2 bytes of padding a line and 4 at the end: 5 * (12 + 2) + 4 */
static const u8 plain[GEV_GENDC_DESCRIPTOR] = {
	/* 0: container */
	'G', 'N', 'D', 'C', 1, 1, 0, 0,
	0x00, 0x10, 0x01, 0x00, 64, 0, 0, 0,			/* type, flags, size */
	0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01,		/* id */
	0, 0, 0, 0, 0, 0, 0, 0,					/* variable flags */
	74, 0, 0, 0, 0, 0, 0, 0,				/* data size */
	176, 0, 0, 0, 0, 0, 0, 0,				/* data offset */
	176, 0, 0, 0, 1, 0, 0, 0,				/* descriptor size, components */
	64, 0, 0, 0, 0, 0, 0, 0,				/* component offset */
	/* 64: component */
	0x00, 0x20, 0, 0, 56, 0, 0, 0,				/* type, flags, size */
	0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0,
	0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11,		/* timestamp */
	1, 0, 0, 0, 0, 0, 0, 0,					/* type id */
	0x05, 0x00, 0x10, 0x01, 0, 0, 1, 0,			/* PFNC, -, parts */
	120, 0, 0, 0, 0, 0, 0, 0,				/* part offset */
	/* 120: image part */
	0x00, 0x42, 0, 0, 56, 0, 0, 0,				/* type, flags, size */
	0x05, 0x00, 0x10, 0x01, 0, 0, 1, 0,			/* PFNC, -, flow */
	0, 0, 0, 0, 0, 0, 0, 0,					/* flow offset */
	74, 0, 0, 0, 0, 0, 0, 0,				/* data size */
	176, 0, 0, 0, 0, 0, 0, 0,				/* data offset */
	6, 0, 0, 0, 5, 0, 0, 0,					/* x, y */
	2, 0, 4, 0, 0, 0, 0, 0,					/* pad x, pad y */
};

static const struct gev_gendc_expect plain_expect = {
	.pfnc = 0x01100005, .x = 6, .y = 5, .pad_x = 2, .pad_y = 4, .payload = PLAIN_PAYLOAD,
};

static const struct gev_gendc_frame plain_frame = {
	.id = 0x0102030405060708, .timestamp = 0x1112131415161718, .flags = 1,
	.pfnc = 0x01100005, .component_pfnc = 0x01100005, .x = 6, .y = 5,
	.pad_x = 2, .pad_y = 4, .data_size = PLAIN_PAYLOAD, .descriptor_size = 176,
};

/* Mono8, 7 x 6, and 20 bytes of chunk data */
static const u8 meta[META_MESSAGE] = {
	/* 0: container */
	'G', 'N', 'D', 'C', 1, 1, 0, 0,
	0x00, 0x10, 0, 0, 64, 0, 0, 0,
	1, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0,
	62, 0, 0, 0, 0, 0, 0, 0,
	224, 0, 0, 0, 0, 0, 0, 0,
	224, 0, 0, 0, 1, 0, 0, 0,
	64, 0, 0, 0, 0, 0, 0, 0,
	/* 64: component */
	0x00, 0x20, 0, 0, 64, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0,
	0xff, 0, 0, 0, 0, 0, 0, 0,
	1, 0, 0, 0, 0, 0, 0, 0,
	0x01, 0x00, 0x08, 0x01, 0, 0, 2, 0,
	128, 0, 0, 0, 0, 0, 0, 0,
	184, 0, 0, 0, 0, 0, 0, 0,
	/* 128: image part */
	0x00, 0x42, 0, 0, 56, 0, 0, 0,
	0x01, 0x00, 0x08, 0x01, 0, 0, 1, 0,
	0, 0, 0, 0, 0, 0, 0, 0,
	42, 0, 0, 0, 0, 0, 0, 0,
	248, 0, 0, 0, 0, 0, 0, 0,
	7, 0, 0, 0, 6, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0,
	/* 184: metadata part */
	0x00, 0x40, 0, 0, 40, 0, 0, 0,
	0x44, 0x33, 0x22, 0x11, 0, 0, 0, 0,
	224, 0, 0, 0, 0, 0, 0, 0,
	20, 0, 0, 0, 0, 0, 0, 0,
	224, 0, 0, 0, 0, 0, 0, 0,
	/* 224: chunk data */
	'c', 'h', 'u', 'n', 'k', 's', ' ', 'o', 'f', ' ',
	't', 'w', 'e', 'n', 't', 'y', ' ', 'b', '.', '.',
};

static const struct gev_gendc_expect meta_expect = {
	.pfnc = 0x01080001, .x = 7, .y = 6, .payload = META_PAYLOAD,
};

static const struct gev_gendc_frame meta_frame = {
	.id = 1, .timestamp = 0xff, .pfnc = 0x01080001, .component_pfnc = 0x01080001,
	.x = 7, .y = 6, .data_size = META_PAYLOAD, .descriptor_size = 224,
	.meta_format = 0x11223344, .meta_offset = 224, .meta_size = META_SIZE,
};

/* The whole judgement, as the driver passes it */
static inline enum gev_frame_cause judge(const void *data, size_t len, u64 payload,
					 const struct gev_gendc_expect *expect, u64 last,
					 bool *advance)
{
	struct gev_gendc_frame f;
	enum gev_frame_cause cause = gev_gendc_decode(guard_copy(data, len), len, payload, &f);

	if (cause == GEV_FRAME_GOOD)
		return gev_gendc_check(&f, expect, payload, last, advance);
	*advance = gev_gendc_id_advances(f.id, last);
	return cause;
}

static inline enum gev_frame_cause judge_plain(const void *data)
{
	bool advance;

	return judge(data, sizeof(plain), PLAIN_PAYLOAD, &plain_expect, plain_frame.id - 1,
		     &advance);
}

static inline enum gev_frame_cause judge_meta(const void *data, size_t len)
{
	bool advance;

	return judge(data, len, META_PAYLOAD, &meta_expect, 0, &advance);
}

static inline bool same(const struct gev_gendc_frame *a, const struct gev_gendc_frame *b)
{
	return a->id == b->id && a->timestamp == b->timestamp && a->flags == b->flags &&
	       a->component_flags == b->component_flags && a->pfnc == b->pfnc &&
	       a->component_pfnc == b->component_pfnc && a->x == b->x && a->y == b->y &&
	       a->pad_x == b->pad_x && a->pad_y == b->pad_y && a->data_size == b->data_size &&
	       a->descriptor_size == b->descriptor_size && a->meta_format == b->meta_format &&
	       a->meta_offset == b->meta_offset && a->meta_size == b->meta_size;
}

static inline void put(u8 *data, size_t offset, unsigned int width, u64 value)
{
	while (width--) {
		data[offset++] = value;
		value >>= 8;
	}
}

#endif /* GEV_UNIT_GENDC_SAMPLES_H */
