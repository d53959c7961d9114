// SPDX-License-Identifier: GPL-2.0
/*
 * The ioctls of a node. None of them is serialised by the V4L2 core except
 * those of the queue, which run with q->lock held.
 */
#include <linux/gcd.h>
#include <linux/math64.h>
#include <media/v4l2-event.h>

#include "../camera.h"
#include "../gev_rdma.h"
#include "../gvcp/control.h"
#include "../wire/pfnc.h"
#include "ioctl.h"
#include "negotiation.h"
#include "node.h"

/* Characters of an interface's name that bus_info has room for. */
#define IFNAME_ROOM	5

/**
 * gev_ioctl_describe() - who the camera is, as in QUERYCAP
 * @video: the node
 * @cap: driver, card and bus_info are set
 *
 * The card loses the vendor, then its end, when it gets too long. The MAC in
 * bus_info is always complete; an interface with a long name appears as "if"
 * and its index.
 *
 * Context: process; takes cam->lock.
 */
void gev_ioctl_describe(struct gev_video *video, struct v4l2_capability *cap)
{
	struct gev_camera *cam = video->cam;
	const struct gev_gvcp_discovery *d = &cam->info;
	char interface[IFNAMSIZ], name[sizeof(*d)];
	size_t vendor;

	mutex_lock(&cam->lock);
	snprintf(name, sizeof(name), "%s %s %s", d->manufacturer, d->model, d->serial);
	vendor = strlen(d->manufacturer) + 1;
	strscpy(interface, cam->ifname, sizeof(interface));
	mutex_unlock(&cam->lock);

	strscpy(cap->driver, GEV_NAME, sizeof(cap->driver));
	strscpy(cap->card, strlen(name) < sizeof(cap->card) ? name : name + vendor,
		sizeof(cap->card));
	if (strlen(interface) > IFNAME_ROOM)
		snprintf(interface, sizeof(interface), "if%d", cam->ifindex);
	snprintf(cap->bus_info, sizeof(cap->bus_info), "platform:gev-%s-%*phN", interface,
		 (int)sizeof(cam->mac), cam->mac);
}

static int querycap(struct file *file, void *priv, struct v4l2_capability *cap)
{
	gev_ioctl_describe(video_drvdata(file), cap);
	return 0;
}

static int enum_input(struct file *file, void *priv, struct v4l2_input *input)
{
	struct gev_video *video = video_drvdata(file);

	if (input->index)
		return -EINVAL;
	strscpy(input->name, "Camera", sizeof(input->name));
	input->type = V4L2_INPUT_TYPE_CAMERA;
	input->status = READ_ONCE(video->away) ? V4L2_IN_ST_NO_SIGNAL : 0;
	return 0;
}

static int g_input(struct file *file, void *priv, unsigned int *index)
{
	*index = 0;
	return 0;
}

static int s_input(struct file *file, void *priv, unsigned int index)
{
	return index ? -EINVAL : 0;
}

static int enum_fmt(struct file *file, void *priv, struct v4l2_fmtdesc *desc)
{
	const struct gev_pfnc *px;
	struct gev_picture p;
	unsigned int i, n = 0;

	gev_picture_get(video_drvdata(file), &p);
	for (i = 0; (px = gev_pfnc_at(i)); i++) {
		if (!gev_picture_has(&p, px->fourcc) || n++ != desc->index)
			continue;
		desc->pixelformat = px->fourcc;
		return 0;
	}
	return -EINVAL;
}

static int enum_framesizes(struct file *file, void *priv, struct v4l2_frmsizeenum *size)
{
	struct gev_picture p;

	gev_picture_get_format(video_drvdata(file), size->pixel_format, &p);
	if (size->index || !gev_picture_has(&p, size->pixel_format))
		return -EINVAL;
	if (p.area.width.min == p.area.width.max && p.area.height.min == p.area.height.max) {
		size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
		size->discrete.width = p.area.width.min;
		size->discrete.height = p.area.height.min;
		return 0;
	}
	size->type = V4L2_FRMSIZE_TYPE_STEPWISE;
	size->stepwise.min_width = p.area.width.min;
	size->stepwise.max_width = p.area.width.max;
	size->stepwise.step_width = p.area.width.step;
	size->stepwise.min_height = p.area.height.min;
	size->stepwise.max_height = p.area.height.max;
	size->stepwise.step_height = p.area.height.step;
	return 0;
}

/* The interval of a rate in units of 10^-scale Hz, in lowest terms. */
static struct v4l2_fract rate_interval(const struct gev_picture *p, s64 rate)
{
	u64 numerator = int_pow(10, p->rate_scale), denominator = rate, divisor;

	divisor = gcd(numerator, denominator);
	numerator = div64_u64(numerator, divisor);
	denominator = div64_u64(denominator, divisor);
	while (denominator > U32_MAX) {
		numerator >>= 1;
		denominator >>= 1;
	}
	return (struct v4l2_fract) { max_t(u64, numerator, 1), denominator };
}

static s64 interval_rate(const struct gev_picture *p, const struct v4l2_fract *interval)
{
	u64 unit = int_pow(10, p->rate_scale);

	/* Both factors are below 2^32. */
	return DIV64_U64_ROUND_CLOSEST(unit * interval->denominator, interval->numerator);
}

static int enum_frameintervals(struct file *file, void *priv, struct v4l2_frmivalenum *ival)
{
	struct gev_picture p;

	gev_picture_get_format(video_drvdata(file), ival->pixel_format, &p);
	if (ival->index || !gev_picture_has(&p, ival->pixel_format) ||
	    !gev_picture_size_valid(&p, ival->width, ival->height))
		return -EINVAL;
	ival->type = V4L2_FRMIVAL_TYPE_CONTINUOUS;
	ival->stepwise.min = rate_interval(&p, p.rate_max);
	ival->stepwise.max = rate_interval(&p, p.rate_min);
	ival->stepwise.step.numerator = 1;
	ival->stepwise.step.denominator = 1;
	return 0;
}

static bool is_bayer(const struct gev_format *f)
{
	return !strncmp(gev_pfnc_find(f->pfnc)->name, "Bayer", 5);
}

static void fill_format(struct v4l2_pix_format *pix, const struct gev_format *f)
{
	pix->width = f->width;
	pix->height = f->height;
	pix->pixelformat = f->fourcc;
	pix->field = V4L2_FIELD_NONE;
	pix->bytesperline = f->bytesperline;
	pix->sizeimage = f->sizeimage;
	pix->colorspace = is_bayer(f) ? V4L2_COLORSPACE_RAW : V4L2_COLORSPACE_SRGB;
	pix->flags = 0;
	pix->ycbcr_enc = V4L2_YCBCR_ENC_DEFAULT;
	pix->quantization = V4L2_QUANTIZATION_DEFAULT;
	pix->xfer_func = V4L2_XFER_FUNC_DEFAULT;
}

static int g_fmt(struct file *file, void *priv, struct v4l2_format *fmt)
{
	struct gev_video *video = video_drvdata(file);
	struct gev_picture p;

	gev_video_refresh(video);
	gev_picture_get(video, &p);
	fill_format(&fmt->fmt.pix, &p.format);
	return 0;
}

/* What can be had of what is asked for; the position stays where it can. */
static int fit_format(struct gev_video *video, const struct v4l2_pix_format *pix,
		      struct gev_format *f)
{
	u32 limit = gev_stream_frame_limit(&video->cam->stream);
	struct gev_picture p;

	gev_picture_get_format(video, pix->pixelformat, &p);
	*f = p.format;
	f->fourcc = pix->pixelformat;
	f->width = pix->width;
	f->height = pix->height;
	return gev_picture_fit(&p, limit, f);
}

static int try_fmt(struct file *file, void *priv, struct v4l2_format *fmt)
{
	struct gev_format f;
	int ret;

	ret = fit_format(video_drvdata(file), &fmt->fmt.pix, &f);
	if (!ret)
		fill_format(&fmt->fmt.pix, &f);
	return ret;
}

/* Says so once in a while when a picture is made smaller than the camera's. */
static void report_limit(struct gev_video *video, const struct v4l2_pix_format *pix,
			 const struct gev_format *got)
{
	struct gev_format wanted = *got;
	struct gev_picture p;

	gev_picture_get_format(video, got->fourcc, &p);
	wanted.width = pix->width;
	wanted.height = pix->height;
	if (gev_picture_fit(&p, U32_MAX, &wanted) ||
	    wanted.sizeimage <= gev_stream_frame_limit(&video->cam->stream))
		return;
	dev_info_ratelimited(&video->cam->dev, "%ux%u needs frames of %u bytes, more than the %u supported now: %ux%u instead\n",
			     wanted.width, wanted.height, wanted.sizeimage,
			     gev_stream_frame_limit(&video->cam->stream),
			     got->width, got->height);
}

static int set_picture(struct gev_video *video, struct gev_format *f)
{
	int ret;

	ret = gev_picture_resize_begin(video);
	if (ret)
		return ret;
	ret = gev_negotiation_set(video, f);
	gev_picture_resize_end(video);
	return gev_video_error(video, ret);
}

static int s_fmt(struct file *file, void *priv, struct v4l2_format *fmt)
{
	struct gev_video *video = video_drvdata(file);
	struct gev_format f, got;
	int ret;

	gev_video_refresh(video);
	ret = fit_format(video, &fmt->fmt.pix, &f);
	if (ret)
		return ret;
	ret = set_picture(video, &f);
	if (ret)
		return ret;

	/* Another pixel format may have other limits: now they are known. */
	got = f;
	ret = fit_format(video, &fmt->fmt.pix, &f);
	if (!ret && (f.width != got.width || f.height != got.height))
		ret = set_picture(video, &f);
	if (ret)
		return ret;
	report_limit(video, &fmt->fmt.pix, &f);
	fill_format(&fmt->fmt.pix, &f);
	return 0;
}

static int g_selection(struct file *file, void *priv, struct v4l2_selection *sel)
{
	struct gev_video *video = video_drvdata(file);
	struct gev_picture p;

	if (sel->type != V4L2_BUF_TYPE_VIDEO_CAPTURE)
		return -EINVAL;
	gev_video_refresh(video);
	gev_picture_get(video, &p);
	switch (sel->target) {
	case V4L2_SEL_TGT_CROP:
		sel->r.left = p.format.left;
		sel->r.top = p.format.top;
		sel->r.width = p.format.width;
		sel->r.height = p.format.height;
		return 0;
	case V4L2_SEL_TGT_CROP_DEFAULT:
	case V4L2_SEL_TGT_CROP_BOUNDS:
		sel->r.left = 0;
		sel->r.top = 0;
		sel->r.width = p.area.width.max;
		sel->r.height = p.area.height.max;
		return 0;
	}
	return -EINVAL;
}

/* Ask for the next larger size where "at least" is wanted. */
static void next_size(const struct gev_range *r, u32 *size)
{
	if (*size > r->min && *size <= r->max)
		*size = r->min + roundup(*size - r->min, r->step);
}

static bool selection_ok(const struct v4l2_selection *sel, const struct gev_format *f)
{
	if (sel->flags & V4L2_SEL_FLAG_GE &&
	    (f->width < sel->r.width || f->height < sel->r.height))
		return false;
	return !(sel->flags & V4L2_SEL_FLAG_LE) ||
	       (f->width <= sel->r.width && f->height <= sel->r.height);
}

static int s_selection(struct file *file, void *priv, struct v4l2_selection *sel)
{
	struct gev_video *video = video_drvdata(file);
	struct gev_picture p;
	struct gev_format f;
	int ret;

	if (sel->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || sel->target != V4L2_SEL_TGT_CROP)
		return -EINVAL;
	gev_video_refresh(video);
	gev_picture_get(video, &p);
	f = p.format;
	f.width = sel->r.width;
	f.height = sel->r.height;
	f.left = max(sel->r.left, 0);
	f.top = max(sel->r.top, 0);
	if (sel->flags & V4L2_SEL_FLAG_GE) {
		next_size(&p.area.width, &f.width);
		next_size(&p.area.height, &f.height);
	}
	ret = gev_picture_fit(&p, gev_stream_frame_limit(&video->cam->stream), &f);
	if (ret)
		return ret;
	if (!selection_ok(sel, &f))
		return -ERANGE;
	ret = set_picture(video, &f);
	if (ret)
		return ret;
	sel->r.left = f.left;
	sel->r.top = f.top;
	sel->r.width = f.width;
	sel->r.height = f.height;
	return 0;
}

static void fill_parm(struct v4l2_streamparm *parm, const struct gev_picture *p, s64 rate)
{
	memset(&parm->parm, 0, sizeof(parm->parm));
	parm->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
	parm->parm.capture.timeperframe = rate_interval(p, rate);
}

static int g_parm(struct file *file, void *priv, struct v4l2_streamparm *parm)
{
	struct gev_video *video = video_drvdata(file);
	struct gev_picture p;

	if (parm->type != V4L2_BUF_TYPE_VIDEO_CAPTURE)
		return -EINVAL;
	gev_video_refresh(video);
	gev_picture_get(video, &p);
	fill_parm(parm, &p, p.rate);
	return 0;
}

static int s_parm(struct file *file, void *priv, struct v4l2_streamparm *parm)
{
	struct gev_video *video = video_drvdata(file);
	struct v4l2_fract interval = parm->parm.capture.timeperframe;
	struct gev_picture p;
	s64 rate;
	int ret;

	if (parm->type != V4L2_BUF_TYPE_VIDEO_CAPTURE)
		return -EINVAL;
	gev_video_refresh(video);
	gev_picture_get(video, &p);
	rate = p.rate;
	/* 0 asks for what the driver thinks best: what is. */
	if (interval.numerator && interval.denominator) {
		rate = interval_rate(&p, &interval);
		ret = gev_negotiation_set_rate(video, &rate);
		if (ret)
			return gev_video_error(video, ret);
	}
	fill_parm(parm, &p, rate);
	return 0;
}

/* q->lock is held. Errors of the arguments are found by videobuf2. */
static int streamon(struct file *file, void *priv, enum v4l2_buf_type type)
{
	struct gev_video *video = video_drvdata(file);
	struct vb2_queue *q = &video->queue;
	int ret;

	if (vb2_queue_is_busy(q, file) || !vb2_is_busy(q) || vb2_is_streaming(q))
		return vb2_ioctl_streamon(file, priv, type);

	ret = gev_control_claim(video->cam);
	if (ret)
		return gev_video_error(video, ret);
	ret = gev_negotiation_apply(video);
	if (ret)
		ret = gev_video_error(video, ret);
	else
		ret = vb2_ioctl_streamon(file, priv, type);
	gev_control_release(video->cam);
	return ret;
}

static int log_status(struct file *file, void *priv)
{
	struct gev_video *video = video_drvdata(file);
	u64 stats[GEV_STATS];
	unsigned int i;

	v4l2_ctrl_log_status(file, priv);
	gev_stream_stats(&video->cam->stream, stats);
	for (i = 0; i < GEV_STATS; i++)
		if (stats[i])
			v4l2_info(&video->v4l2_dev, "%s: %llu\n", gev_stat_name(i), stats[i]);
	return 0;
}

static int subscribe_event(struct v4l2_fh *fh, const struct v4l2_event_subscription *sub)
{
	if (sub->type == V4L2_EVENT_SOURCE_CHANGE)
		return v4l2_src_change_event_subscribe(fh, sub);
	return v4l2_ctrl_subscribe_event(fh, sub);
}

const struct v4l2_ioctl_ops gev_ioctl_ops = {
	.vidioc_querycap = querycap,
	.vidioc_enum_input = enum_input,
	.vidioc_g_input = g_input,
	.vidioc_s_input = s_input,
	.vidioc_enum_fmt_vid_cap = enum_fmt,
	.vidioc_enum_framesizes = enum_framesizes,
	.vidioc_enum_frameintervals = enum_frameintervals,
	.vidioc_g_fmt_vid_cap = g_fmt,
	.vidioc_try_fmt_vid_cap = try_fmt,
	.vidioc_s_fmt_vid_cap = s_fmt,
	.vidioc_g_selection = g_selection,
	.vidioc_s_selection = s_selection,
	.vidioc_g_parm = g_parm,
	.vidioc_s_parm = s_parm,
	.vidioc_reqbufs = vb2_ioctl_reqbufs,
	.vidioc_create_bufs = vb2_ioctl_create_bufs,
	.vidioc_prepare_buf = vb2_ioctl_prepare_buf,
	.vidioc_querybuf = vb2_ioctl_querybuf,
	.vidioc_qbuf = vb2_ioctl_qbuf,
	.vidioc_dqbuf = vb2_ioctl_dqbuf,
	.vidioc_expbuf = vb2_ioctl_expbuf,
	.vidioc_streamon = streamon,
	.vidioc_streamoff = vb2_ioctl_streamoff,
	.vidioc_log_status = log_status,
	.vidioc_subscribe_event = subscribe_event,
	.vidioc_unsubscribe_event = v4l2_event_unsubscribe,
};
