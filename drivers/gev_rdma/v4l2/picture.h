/* SPDX-License-Identifier: GPL-2.0 */
/* The picture of a camera, as the node knows it: its limits and its form. */
#ifndef GEV_PICTURE_H
#define GEV_PICTURE_H

#include <linux/types.h>

#include "../stream.h"

struct gev_pfnc;
struct gev_video;

/**
 * struct gev_range - values that a size or a position can have
 * @min: smallest
 * @max: largest
 * @step: between values, from @min; at least 1
 */
struct gev_range {
	u32 min;
	u32 max;
	u32 step;
};

/**
 * struct gev_area - what sizes and positions a picture can have
 * @width: of the whole picture area
 * @height: of the whole picture area
 * @left: smallest position and step; its maximum follows from the width
 * @top: smallest position and step; its maximum follows from the height
 */
struct gev_area {
	struct gev_range width;
	struct gev_range height;
	struct gev_range left;
	struct gev_range top;
};

/* Pixel formats that a set of bits has room for; the PFNC's table has fewer. */
#define GEV_PICTURE_FORMATS	64

/**
 * struct gev_picture - what is known about a camera's picture
 * @formats: pixel formats, a bit for each index of gev_pfnc_at()
 * @area: its limits, those of the present pixel format as long as no other is
 *	asked for
 * @has_rate: the frame rate can be set
 * @rate_scale: rates are in units of 10^-@rate_scale frames a second
 * @rate_min: smallest rate, at least 1
 * @rate_max: largest rate
 * @rate: present rate, between them
 * @format: present form; one that can be streamed, even if the camera's own
 *	at this moment cannot
 */
struct gev_picture {
	u64 formats;
	struct gev_area area;
	bool has_rate;
	u8 rate_scale;
	s64 rate_min;
	s64 rate_max;
	s64 rate;
	struct gev_format format;
};

/* Cached, no access to the camera. */
void gev_picture_get(struct gev_video *video, struct gev_picture *p);
void gev_picture_get_format(struct gev_video *video, u32 fourcc, struct gev_picture *p);
bool gev_picture_has(const struct gev_picture *p, u32 fourcc);
bool gev_picture_size_valid(const struct gev_picture *p, u32 width, u32 height);
int gev_picture_fit(const struct gev_picture *p, u32 limit, struct gev_format *f);
u64 gev_picture_format_bit(const struct gev_pfnc *px);
bool gev_picture_publish(struct gev_video *video, struct gev_picture *p, u32 own);

/* Buffers and changes of size exclude each other. */
int gev_picture_resize_begin(struct gev_video *video);
void gev_picture_resize_end(struct gev_video *video);

#endif /* GEV_PICTURE_H */
