// SPDX-License-Identifier: GPL-2.0
/*
 * The node's copy of the camera's picture: everything that is answered
 * without asking the camera.
 */
#include "../camera.h"
#include "../wire/pfnc.h"
#include "node.h"

static unsigned int format_index(const struct gev_pfnc *px)
{
	return px - gev_pfnc_at(0);
}

/**
 * gev_picture_format_bit() - a pixel format's bit in a picture's formats
 * @px: pixel format, from the table of the PFNC
 *
 * Return: the bit.
 */
u64 gev_picture_format_bit(const struct gev_pfnc *px)
{
	return BIT_ULL(format_index(px));
}

/**
 * gev_picture_get() - what is known about the picture
 * @video: the node
 * @p: gets it
 *
 * Context: process; no access to the camera.
 */
void gev_picture_get(struct gev_video *video, struct gev_picture *p)
{
	spin_lock(&video->picture_lock);
	*p = video->picture;
	spin_unlock(&video->picture_lock);
}

/**
 * gev_picture_get_format() - what is known about pictures of a pixel format
 * @video: the node
 * @fourcc: V4L2_PIX_FMT_*
 * @p: gets the present picture, with that format's limits if they are known
 *
 * Context: process; no access to the camera.
 */
void gev_picture_get_format(struct gev_video *video, u32 fourcc, struct gev_picture *p)
{
	const struct gev_pfnc *px = gev_pfnc_find_fourcc(fourcc);

	spin_lock(&video->picture_lock);
	*p = video->picture;
	if (px && video->areas_known & gev_picture_format_bit(px))
		p->area = video->areas[format_index(px)];
	spin_unlock(&video->picture_lock);
}

/* Limits that change under the same pixel format have changed for all of them. */
static void learn_area(struct gev_video *video, u32 pfnc, const struct gev_area *area)
{
	const struct gev_pfnc *px = gev_pfnc_find(pfnc);
	struct gev_area *known;

	lockdep_assert_held(&video->picture_lock);
	if (!px)
		return;
	known = &video->areas[format_index(px)];
	if (video->areas_known & gev_picture_format_bit(px) &&
	    memcmp(known, area, sizeof(*area)))
		video->areas_known = 0;
	*known = *area;
	video->areas_known |= gev_picture_format_bit(px);
}

/**
 * gev_picture_publish() - make something the node's picture
 * @video: the node
 * @p: the picture. As long as there are buffers, they decide what its format
 *	is: the camera gets it again when streaming starts
 * @own: pixel format that @p's limits are those of, as the camera has said; 0
 *	when they are not new
 *
 * Context: process, cam->feature_lock held.
 * Return: whether the format is another one now.
 */
bool gev_picture_publish(struct gev_video *video, struct gev_picture *p, u32 own)
{
	struct gev_format *f = &video->cam->stream.format;
	bool changed;

	lockdep_assert_held(&video->cam->feature_lock);
	spin_lock(&video->picture_lock);
	if (video->buffers)
		p->format = *f;
	changed = memcmp(f, &p->format, sizeof(*f));
	video->picture = *p;
	*f = p->format;
	learn_area(video, own, &p->area);
	spin_unlock(&video->picture_lock);
	return changed;
}

static u32 fit_range(const struct gev_range *r, u64 value)
{
	u32 v = clamp_t(u64, value, r->min, r->max);

	return v - (v - r->min) % r->step;
}

/**
 * gev_picture_has() - can the camera send a pixel format?
 * @p: picture
 * @fourcc: V4L2_PIX_FMT_*
 *
 * Return: whether it can.
 */
bool gev_picture_has(const struct gev_picture *p, u32 fourcc)
{
	const struct gev_pfnc *px = gev_pfnc_find_fourcc(fourcc);

	return px && p->formats & gev_picture_format_bit(px);
}

static bool is_value(const struct gev_range *r, u32 value)
{
	return value >= r->min && value <= r->max && !((value - r->min) % r->step);
}

/**
 * gev_picture_size_valid() - does the camera have pictures of this size?
 * @p: picture
 * @width: pixels
 * @height: lines
 *
 * Return: whether it has.
 */
bool gev_picture_size_valid(const struct gev_picture *p, u32 width, u32 height)
{
	return is_value(&p->area.width, width) && is_value(&p->area.height, height);
}

static const struct gev_pfnc *fit_format(const struct gev_picture *p, u32 fourcc)
{
	if (!gev_picture_has(p, fourcc))
		fourcc = p->format.fourcc;
	if (gev_picture_has(p, fourcc))
		return gev_pfnc_find_fourcc(fourcc);
	return p->formats ? gev_pfnc_at(__ffs64(p->formats)) : NULL;
}

static u32 fit_width(const struct gev_range *r, const struct gev_pfnc *px, u64 value)
{
	u32 width = fit_range(r, value);

	/* A line holds whole groups of pixels, if the camera's step allows it. */
	if (width % px->x_step && width >= r->min + r->step)
		width -= r->step;
	else if (width % px->x_step && width + r->step <= r->max)
		width += r->step;
	return width;
}

static u32 fit_offset(const struct gev_range *position, u32 size, u32 value)
{
	struct gev_range r = *position;

	r.max = max(r.min, position->max - size);
	return fit_range(&r, value);
}

/**
 * gev_picture_fit() - the closest picture that the camera has
 * @p: picture
 * @limit: bytes that a frame may have
 * @f: in: fourcc, size and position that are wanted; out: all of it. Height is
 *	given up before width
 *
 * Return: 0, or -EINVAL when even the smallest picture is beyond @limit.
 */
int gev_picture_fit(const struct gev_picture *p, u32 limit, struct gev_format *f)
{
	const struct gev_pfnc *px = fit_format(p, f->fourcc);
	u32 line;

	if (!px)
		return -EINVAL;
	f->pfnc = px->code;
	f->fourcc = px->fourcc;
	f->width = fit_width(&p->area.width, px, f->width);
	f->height = fit_range(&p->area.height, f->height);
	line = gev_pfnc_line_bytes(px->code, f->width);
	if ((u64)line * f->height > limit) {
		f->height = fit_range(&p->area.height, limit / line);
		if ((u64)line * f->height > limit)
			f->width = fit_width(&p->area.width, px,
					     limit / f->height * 8ULL / px->bpp);
		line = gev_pfnc_line_bytes(px->code, f->width);
		if ((u64)line * f->height > limit)
			return -EINVAL;
	}
	f->left = fit_offset(&p->area.left, f->width, f->left);
	f->top = fit_offset(&p->area.top, f->height, f->top);
	f->bytesperline = line;
	f->sizeimage = line * f->height;
	return 0;
}

/**
 * gev_picture_resize_begin() - start what may change the size of a picture
 * @video: the node
 *
 * Context: process.
 * Return: 0, or -EBUSY while there are buffers of the present size.
 */
int gev_picture_resize_begin(struct gev_video *video)
{
	int ret = 0;

	spin_lock(&video->picture_lock);
	if (video->buffers)
		ret = -EBUSY;
	else
		video->resizing++;
	spin_unlock(&video->picture_lock);
	return ret;
}

/**
 * gev_picture_resize_end() - end what gev_picture_resize_begin() has begun
 * @video: the node
 */
void gev_picture_resize_end(struct gev_video *video)
{
	spin_lock(&video->picture_lock);
	video->resizing--;
	spin_unlock(&video->picture_lock);
}
