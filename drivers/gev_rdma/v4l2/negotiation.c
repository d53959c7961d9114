// SPDX-License-Identifier: GPL-2.0
/*
 * The picture of a camera: pixel format, size, position and rate are read from
 * it and written to it, in the order that it needs.
 */
#include "../camera.h"
#include "../gvcp/control.h"
#include "../wire/pfnc.h"
#include "negotiation.h"
#include "node.h"

/* No sensor is larger, and no product of two such sizes overflows 64 bits. */
#define SIZE_LIMIT	BIT(20)

/* Width and what belongs to it, height and what belongs to it. */
static const struct axis {
	const char *name;
	enum gev_role size;
	enum gev_role offset;
	enum gev_role max;
} horizontal = {
	"Width", GEV_ROLE_WIDTH, GEV_ROLE_OFFSET_X, GEV_ROLE_WIDTH_MAX,
}, vertical = {
	"Height", GEV_ROLE_HEIGHT, GEV_ROLE_OFFSET_Y, GEV_ROLE_HEIGHT_MAX,
};

/*
 * A feature that this camera has not, or has not at this moment, or whose
 * registers make no sense. It is no reason to do without the rest, but a camera
 * that does not answer is.
 */
static bool missing(int error)
{
	return error && error != -ETIMEDOUT && error != -ENODEV && error != -EHOSTUNREACH &&
	       error != -ERESTARTSYS && error != -ENOMEM;
}

static int read_role(struct gev_camera *cam, enum gev_role role, s64 *value)
{
	int index = gev_map_role(cam->features.map, role);

	lockdep_assert_held(&cam->feature_lock);
	return index < 0 ? index : gev_feature_read(&cam->features, index, value);
}

static int read_limits(struct gev_camera *cam, enum gev_role role, struct gev_limits *l)
{
	int index = gev_map_role(cam->features.map, role);

	lockdep_assert_held(&cam->feature_lock);
	return index < 0 ? index : gev_feature_limits(&cam->features, index, l);
}

/* Writes only what is to change: some cameras restart their sensor otherwise. */
static int write_role(struct gev_camera *cam, enum gev_role role, s64 value)
{
	int index = gev_map_role(cam->features.map, role);
	s64 present;

	lockdep_assert_held(&cam->feature_lock);
	if (index < 0)
		return index;
	if (!gev_feature_read(&cam->features, index, &present) && present == value)
		return 0;
	return gev_feature_write(&cam->features, index, value);
}

static s64 fit_limits(const struct gev_limits *l, s64 value)
{
	value = clamp(value, l->min, l->max);
	return l->min + gev_round_down((u64)value - l->min, l->inc);
}

/* The codes are the PFNC's own, but for some cameras with codes of their own. */
static const struct gev_pfnc *entry_format(const struct gev_entry *entry)
{
	const struct gev_pfnc *px = NULL;

	if (entry->value > 0 && entry->value <= U32_MAX)
		px = gev_pfnc_find(entry->value);
	return px ?: gev_pfnc_find_name(entry->name);
}

static int read_formats(struct gev_camera *cam, struct gev_picture *p)
{
	int index = gev_map_role(cam->features.map, GEV_ROLE_PIXEL_FORMAT);
	const struct gev_pfnc *px;
	struct gev_entry entry;
	struct gev_feature f;
	unsigned int n;
	s64 present;
	bool fixed;
	int ret;

	if (index < 0)
		return index;
	ret = gev_feature_read(&cam->features, index, &present);
	if (ret)
		return ret;

	gev_map_feature(cam->features.map, index, &f);
	fixed = !(f.flags & GEV_FEATURE_WRITABLE);
	p->formats = 0;
	p->format.pfnc = 0;
	p->format.fourcc = 0;
	for (n = 0; n < f.entries; n++) {
		gev_map_entry(cam->features.map, index, n, &entry);
		px = entry_format(&entry);
		if (!px || (fixed && entry.value != present))
			continue;
		ret = gev_feature_entry_available(&cam->features, index, n);
		if (ret < 0 && !missing(ret))
			return ret;
		/* The present one is there, whatever its entry says of itself. */
		if (ret <= 0 && entry.value != present)
			continue;
		p->formats |= gev_picture_format_bit(px);
		if (entry.value == present) {
			p->format.pfnc = px->code;
			p->format.fourcc = px->fourcc;
		}
	}
	return p->formats ? 0 : -EOPNOTSUPP;
}

static int write_format(struct gev_camera *cam, u32 code)
{
	int index = gev_map_role(cam->features.map, GEV_ROLE_PIXEL_FORMAT);
	const struct gev_pfnc *px;
	struct gev_entry entry;
	struct gev_feature f;
	unsigned int n;

	if (index < 0)
		return index;
	gev_map_feature(cam->features.map, index, &f);
	for (n = 0; n < f.entries; n++) {
		gev_map_entry(cam->features.map, index, n, &entry);
		px = entry_format(&entry);
		if (px && px->code == code &&
		    gev_feature_entry_available(&cam->features, index, n) > 0)
			return write_role(cam, GEV_ROLE_PIXEL_FORMAT, entry.value);
	}
	return -EINVAL;
}

/* Some cameras have one size, or one position, for good. */
static bool is_fixed(struct gev_camera *cam, enum gev_role role)
{
	int index = gev_map_role(cam->features.map, role);
	struct gev_feature f;

	if (index < 0)
		return false;
	gev_map_feature(cam->features.map, index, &f);
	return !(f.flags & GEV_FEATURE_WRITABLE);
}

static bool sane_size(const struct gev_limits *l, s64 size, s64 offset, s64 whole)
{
	return l->min > 0 && l->min <= l->max && l->inc > 0 && l->inc <= SIZE_LIMIT &&
	       size > 0 && offset >= 0 && whole <= SIZE_LIMIT && l->min <= whole &&
	       size <= whole && offset <= whole - size;
}

static int read_axis(struct gev_camera *cam, const struct axis *axis,
		     struct gev_range *range, struct gev_range *position,
		     u32 *size, u32 *offset)
{
	struct gev_limits l, o = { .min = 0, .max = 0, .inc = 1 };
	s64 value, at = 0, whole;
	int ret;

	ret = read_role(cam, axis->size, &value);
	if (!ret)
		ret = read_limits(cam, axis->size, &l);
	if (ret)
		return ret;
	ret = read_role(cam, axis->offset, &at);
	if (!ret)
		ret = read_limits(cam, axis->offset, &o);
	if (ret && !missing(ret))
		return ret;
	if (ret || is_fixed(cam, axis->offset))
		o = (struct gev_limits) { .min = 0, .max = at, .inc = 1 };
	if (is_fixed(cam, axis->size))
		l = (struct gev_limits) { .min = value, .max = value, .inc = 1 };
	ret = read_role(cam, axis->max, &whole);
	if (ret && !missing(ret))
		return ret;
	/* A size's own maximum is usually what its offset leaves. */
	if (ret || whole < value)
		whole = min_t(s64, l.max, SIZE_LIMIT) + at;
	/* Some have no limit but that of the register, or 0 for the first step. */
	whole = min_t(s64, whole, SIZE_LIMIT);
	if (!l.min)
		l.min = l.inc;

	if (!sane_size(&l, value, at, whole) || o.min < 0 || o.min > whole || o.inc < 1) {
		dev_warn_ratelimited(&cam->dev, "%s %lld at %lld, from %lld to %lld by %lld: no picture\n",
				     axis->name, value, at, l.min, whole, l.inc);
		return -ERANGE;
	}
	range->min = l.min;
	range->step = l.inc;
	range->max = l.min + rounddown((u32)(whole - l.min), range->step);
	position->min = o.min;
	position->step = min_t(s64, o.inc, SIZE_LIMIT);
	position->max = whole;
	if (is_fixed(cam, axis->size))
		range->max = value;
	*size = value;
	*offset = at;
	return 0;
}

static int write_size(struct gev_camera *cam, enum gev_role role, u32 size)
{
	struct gev_limits l;
	int ret = read_limits(cam, role, &l);

	return ret ?: write_role(cam, role, fit_limits(&l, size));
}

/* A smaller offset goes before, a larger one behind the size. */
static int write_axis(struct gev_camera *cam, const struct axis *axis, u32 size, u32 offset)
{
	struct gev_limits l;
	s64 present = offset;
	int ret;

	ret = read_role(cam, axis->offset, &present);
	if (ret && !missing(ret))
		return ret;
	if (offset < present) {
		ret = write_role(cam, axis->offset, offset);
		if (ret)
			return ret;
	}
	ret = is_fixed(cam, axis->size) ? 0 : write_size(cam, axis->size, size);
	if (ret || offset <= present)
		return ret;

	ret = read_limits(cam, axis->offset, &l);
	if (!ret)
		ret = write_role(cam, axis->offset, fit_limits(&l, offset));
	return ret;
}

/* A rate that cannot be read at this moment stays what it was. */
static int read_rate(struct gev_camera *cam, struct gev_picture *p)
{
	struct gev_limits l;
	struct gev_feature f;
	s64 rate;
	int ret;

	ret = gev_map_role(cam->features.map, GEV_ROLE_FRAME_RATE);
	p->has_rate = ret >= 0;
	if (!p->has_rate)
		return 0;
	gev_map_feature(cam->features.map, ret, &f);
	p->rate_scale = f.kind == GEV_KIND_FLOAT ? f.scale : 0;

	ret = read_limits(cam, GEV_ROLE_FRAME_RATE, &l);
	if (!ret)
		ret = read_role(cam, GEV_ROLE_FRAME_RATE, &rate);
	if (ret && !missing(ret))
		return ret;
	if (!ret) {
		p->rate_min = max(l.min, 1LL);
		p->rate_max = max(l.max, p->rate_min);
		p->rate = rate;
	}
	if (!p->rate_max) {
		p->rate_min = int_pow(10, p->rate_scale);
		p->rate_max = p->rate_min;
	}
	p->rate = clamp(p->rate, p->rate_min, p->rate_max);
	return 0;
}

/*
 * @p starts as what was known before; its format becomes the camera's own. On
 * failure @what is set to what could not be read.
 */
static int read_picture(struct gev_camera *cam, struct gev_picture *p, const char **what)
{
	struct gev_format *f = &p->format;
	int ret;

	lockdep_assert_held(&cam->feature_lock);
	gev_features_hold(&cam->features);
	*what = "PixelFormat";
	ret = read_formats(cam, p);
	if (!ret) {
		*what = horizontal.name;
		ret = read_axis(cam, &horizontal, &p->area.width, &p->area.left, &f->width,
				&f->left);
	}
	if (!ret) {
		*what = vertical.name;
		ret = read_axis(cam, &vertical, &p->area.height, &p->area.top, &f->height, &f->top);
	}
	if (!ret) {
		*what = "the frame rate";
		ret = read_rate(cam, p);
	}
	gev_features_release(&cam->features);
	return ret;
}

/* The camera's own picture may be one that cannot be streamed: the next best. */
static int read_and_fit(struct gev_video *video, struct gev_picture *p, struct gev_format *own,
			const char **what)
{
	int ret;

	gev_picture_get(video, p);
	ret = read_picture(video->cam, p, what);
	if (ret)
		return ret;
	*own = p->format;
	*what = "a picture that can be streamed";
	return gev_picture_fit(p, gev_stream_frame_limit(&video->cam->stream), &p->format);
}

/**
 * gev_negotiation_read() - learn the camera's picture
 * @video: the node
 *
 * Without a picture there is no node, and the camera's reason says what could
 * not be read.
 *
 * Context: process, may sleep for the camera; takes cam->feature_lock.
 * Return: 0 or -errno: the camera's, -EOPNOTSUPP without a pixel format that
 * applications know, -ERANGE when the sizes make no sense.
 */
int gev_negotiation_read(struct gev_video *video)
{
	struct gev_camera *cam = video->cam;
	struct gev_picture p;
	struct gev_format own;
	const char *what;
	int ret;

	mutex_lock(&cam->feature_lock);
	ret = read_and_fit(video, &p, &own, &what);
	if (!ret)
		gev_picture_publish(video, &p, own.pfnc);
	mutex_unlock(&cam->feature_lock);
	/* Before there is a node, this is why there is none. */
	if (ret && !video_is_registered(&video->vdev))
		gev_camera_warn(cam, "no picture: %s cannot be read, error %d", what, ret);
	return ret;
}

/**
 * gev_negotiation_reread() - learn the camera's picture again after a change
 * @video: the node
 *
 * Without an answer the old one stays. Applications that have asked for it get
 * a source change event when the format is another one.
 *
 * Context: process, cam->feature_lock held, may sleep for the camera.
 */
void gev_negotiation_reread(struct gev_video *video)
{
	struct gev_picture p;
	struct gev_format own;
	const char *what;
	int ret;

	ret = read_and_fit(video, &p, &own, &what);
	if (ret)
		dev_dbg(&video->cam->dev, "picture not read: %s: %d\n", what, ret);
	else if (gev_picture_publish(video, &p, own.pfnc))
		gev_video_changed(video);
}

/* Control is claimed, feature_lock held. */
static int write_picture(struct gev_camera *cam, const struct gev_format *f)
{
	int ret;

	lockdep_assert_held(&cam->feature_lock);
	ret = write_format(cam, f->pfnc);
	if (!ret)
		ret = write_axis(cam, &horizontal, f->width, f->left);
	if (!ret)
		ret = write_axis(cam, &vertical, f->height, f->top);
	return ret;
}

static bool same_picture(const struct gev_format *a, const struct gev_format *b)
{
	return a->pfnc == b->pfnc && a->width == b->width && a->height == b->height;
}

/**
 * gev_negotiation_set() - negotiate a picture with the camera
 * @video: the node; gev_picture_resize_begin() was called
 * @f: in: from gev_picture_fit(); out: what the camera made of it
 *
 * Context: process, may sleep for the camera; takes cam->feature_lock.
 * Return: 0; -EBUSY when another application controls the camera, or -errno.
 * The node's picture is then what the camera says it is.
 */
int gev_negotiation_set(struct gev_video *video, struct gev_format *f)
{
	struct gev_camera *cam = video->cam;
	struct gev_picture p;
	struct gev_format own;
	const char *what;
	int ret, written;

	ret = gev_control_claim(cam);
	if (ret)
		return ret;
	mutex_lock(&cam->feature_lock);
	written = write_picture(cam, f);
	ret = read_and_fit(video, &p, &own, &what);
	if (!ret) {
		gev_picture_publish(video, &p, own.pfnc);
		*f = p.format;
	}
	mutex_unlock(&cam->feature_lock);
	gev_control_release(cam);

	if (written)
		return written;
	if (!ret && !same_picture(&own, f)) {
		dev_warn_ratelimited(&cam->dev, "the camera has made %ux%u of 0x%08x of the picture, which cannot be streamed\n",
				     own.width, own.height, own.pfnc);
		ret = -EIO;
	}
	return ret;
}

/**
 * gev_negotiation_apply() - make sure that the camera has the negotiated picture
 * @video: the node; control is claimed
 *
 * The camera may have been restarted, or written to by other means.
 *
 * Context: process, may sleep for the camera; takes cam->feature_lock.
 * Return: 0, -EIO when the camera no longer takes it, or -errno.
 */
int gev_negotiation_apply(struct gev_video *video)
{
	struct gev_camera *cam = video->cam;
	struct gev_picture p;
	struct gev_format own;
	const char *what;
	int ret;

	gev_picture_get(video, &p);
	mutex_lock(&cam->feature_lock);
	ret = write_picture(cam, &p.format);
	if (!ret)
		ret = read_picture(cam, &p, &what);
	own = p.format;
	if (!ret)
		gev_picture_publish(video, &p, own.pfnc);
	mutex_unlock(&cam->feature_lock);
	if (ret || same_picture(&own, &p.format))
		return ret;
	gev_camera_set_reason(cam, "the camera does not take the negotiated %ux%u any more",
			      p.format.width, p.format.height);
	return -EIO;
}

/**
 * gev_negotiation_set_rate() - set the frame rate
 * @video: the node
 * @rate: in: in units of the picture's rate_scale; out: what became of it
 *
 * Context: process, may sleep for the camera; takes cam->feature_lock.
 * Return: 0; -EBUSY when another application controls the camera, or -errno.
 */
int gev_negotiation_set_rate(struct gev_video *video, s64 *rate)
{
	struct gev_camera *cam = video->cam;
	struct gev_limits l;
	struct gev_picture p;
	int ret;

	ret = gev_control_claim(cam);
	if (ret)
		return ret;
	mutex_lock(&cam->feature_lock);
	ret = write_role(cam, GEV_ROLE_FRAME_RATE_ENABLE, 1);
	if (!ret || missing(ret))
		ret = read_limits(cam, GEV_ROLE_FRAME_RATE, &l);
	if (!ret)
		ret = write_role(cam, GEV_ROLE_FRAME_RATE, clamp(*rate, l.min, l.max));
	gev_picture_get(video, &p);
	if (!ret)
		ret = read_rate(cam, &p);
	if (!ret) {
		gev_picture_publish(video, &p, 0);
		*rate = p.rate;
	}
	mutex_unlock(&cam->feature_lock);
	gev_control_release(cam);
	return ret;
}

/**
 * gev_negotiation_reread_rate() - learn the frame rate again after a change
 * @video: the node
 *
 * Context: process, cam->feature_lock held, may sleep for the camera.
 */
void gev_negotiation_reread_rate(struct gev_video *video)
{
	struct gev_picture p;

	gev_picture_get(video, &p);
	if (!read_rate(video->cam, &p))
		gev_picture_publish(video, &p, 0);
}
