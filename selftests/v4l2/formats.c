// SPDX-License-Identifier: GPL-2.0
/* Formats, sizes, regions of interest and frame rates of a camera's node. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "kselftest_harness.h"
#include "node.h"

#define FRAME_MAX	(4u << 20)

FIXTURE(node)
{
	int fd;
	struct v4l2_fmtdesc formats[64];
	unsigned int count;
	struct v4l2_frmsize_stepwise size;
};

FIXTURE_SETUP(node)
{
	struct v4l2_frmsizeenum size = { };
	unsigned int i;

	self->fd = node_open();
	ASSERT_GE(self->fd, 0);
	self->count = 0;
	for (i = 0; i < ARRAY_SIZE(self->formats); i++) {
		self->formats[i].index = i;
		self->formats[i].type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
		if (node_ioctl(self->fd, VIDIOC_ENUM_FMT, &self->formats[i]))
			break;
		self->count++;
	}
	ASSERT_GT(self->count, 0);
	size.pixel_format = self->formats[0].pixelformat;
	ASSERT_EQ(0, node_ioctl(self->fd, VIDIOC_ENUM_FRAMESIZES, &size));
	ASSERT_EQ(V4L2_FRMSIZE_TYPE_STEPWISE, size.type);
	self->size = size.stepwise;
}

FIXTURE_TEARDOWN(node)
{
	close(self->fd);
}

static unsigned int bytes_per_pixel(uint32_t fourcc)
{
	switch (fourcc) {
	case V4L2_PIX_FMT_GREY:
	case V4L2_PIX_FMT_SRGGB8:
	case V4L2_PIX_FMT_SGRBG8:
	case V4L2_PIX_FMT_SGBRG8:
	case V4L2_PIX_FMT_SBGGR8:
		return 1;
	case V4L2_PIX_FMT_RGB24:
	case V4L2_PIX_FMT_BGR24:
		return 3;
	}
	return 2;
}

static bool valid(int fd, const struct v4l2_pix_format *p)
{
	uint32_t line = p->width * bytes_per_pixel(p->pixelformat);
	struct v4l2_frmsizeenum size = { .pixel_format = p->pixelformat };
	const struct v4l2_frmsize_stepwise *s = &size.stepwise;

	if (node_ioctl(fd, VIDIOC_ENUM_FRAMESIZES, &size))
		return false;
	return p->width >= s->min_width && p->width <= s->max_width &&
	       !((p->width - s->min_width) % s->step_width) &&
	       p->height >= s->min_height && p->height <= s->max_height &&
	       !((p->height - s->min_height) % s->step_height) &&
	       p->field == V4L2_FIELD_NONE && p->colorspace && p->bytesperline == line &&
	       p->sizeimage == line * p->height && p->sizeimage <= FRAME_MAX;
}

static const uint32_t sizes[][2] = {
	{ 0, 0 }, { 1, 1 }, { 17, 3 }, { 641, 481 }, { 719, 2 }, { 2047, 1023 }, { 1, 65535 },
	{ 65535, 1 }, { INT32_MAX, INT32_MAX }, { UINT32_MAX, UINT32_MAX },
};

TEST_F_TIMEOUT(node, try_never_fails, 300)
{
	static const uint32_t strange[] = { 0, 0x20202020, V4L2_PIX_FMT_MJPEG, UINT32_MAX };
	struct v4l2_pix_format pix;
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		for (n = 0; n < self->count + ARRAY_SIZE(strange); n++) {
			memset(&pix, 0xff, sizeof(pix));
			pix.width = sizes[i][0];
			pix.height = sizes[i][1];
			pix.field = V4L2_FIELD_ANY;
			pix.pixelformat = n < self->count ? self->formats[n].pixelformat :
							    strange[n - self->count];
			ASSERT_EQ(0, node_try_format(self->fd, &pix));
			ASSERT_TRUE(valid(self->fd, &pix))
				TH_LOG("%ux%u: %ux%u, %u bytes", sizes[i][0], sizes[i][1],
				       pix.width, pix.height, pix.sizeimage);
		}
	}
}

/*
 * What TRY_FMT promises is what S_FMT gives, and what G_FMT says then. Only the
 * limits of the present pixel format are known without asking the camera.
 */
TEST_F_TIMEOUT(node, set_each, 300)
{
	struct v4l2_pix_format tried, set, got;
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		for (n = 0; n < self->count; n++) {
			memset(&tried, 0, sizeof(tried));
			tried.width = sizes[i][0];
			tried.height = sizes[i][1];
			tried.pixelformat = self->formats[n].pixelformat;
			set = tried;
			ASSERT_EQ(0, node_set_format(self->fd, &set));
			set = tried;
			ASSERT_EQ(0, node_try_format(self->fd, &tried));
			ASSERT_EQ(0, node_set_format(self->fd, &set));
			ASSERT_EQ(self->formats[n].pixelformat, set.pixelformat);
			ASSERT_EQ(0, memcmp(&tried, &set, sizeof(set)))
				TH_LOG("%ux%u %.4s: %ux%u tried, %ux%u set", sizes[i][0],
				       sizes[i][1], (char *)&set.pixelformat, tried.width,
				       tried.height, set.width, set.height);
			ASSERT_EQ(0, node_get_format(self->fd, &got));
			ASSERT_EQ(0, memcmp(&got, &set, sizeof(set)));
		}
	}
}

static int set_crop(int fd, struct v4l2_rect *r, uint32_t flags)
{
	struct v4l2_selection sel = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .target = V4L2_SEL_TGT_CROP,
		.flags = flags, .r = *r,
	};
	int ret = node_ioctl(fd, VIDIOC_S_SELECTION, &sel);

	*r = sel.r;
	return ret;
}

static int get_crop(int fd, uint32_t target, struct v4l2_rect *r)
{
	struct v4l2_selection sel = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .target = target,
	};
	int ret = node_ioctl(fd, VIDIOC_G_SELECTION, &sel);

	*r = sel.r;
	return ret;
}

TEST_F_TIMEOUT(node, region, 120)
{
	struct v4l2_rect bounds, r, got;
	struct v4l2_pix_format pix;

	ASSERT_EQ(0, get_crop(self->fd, V4L2_SEL_TGT_CROP_BOUNDS, &bounds));
	EXPECT_EQ(self->size.max_width, bounds.width);
	EXPECT_EQ(self->size.max_height, bounds.height);

	/* To the far corner and back again: offsets move before or behind sizes. */
	r = (struct v4l2_rect) { bounds.width - 320, bounds.height - 240, 320, 240 };
	ASSERT_EQ(0, set_crop(self->fd, &r, 0));
	EXPECT_EQ(bounds.width - 320, r.left);
	EXPECT_EQ(bounds.height - 240, r.top);
	ASSERT_EQ(0, node_get_format(self->fd, &pix));
	EXPECT_EQ(320, pix.width);
	EXPECT_EQ(240, pix.height);

	r = (struct v4l2_rect) { 64, 32, 1024, 768 };
	ASSERT_EQ(0, set_crop(self->fd, &r, V4L2_SEL_FLAG_GE | V4L2_SEL_FLAG_LE));
	ASSERT_EQ(0, get_crop(self->fd, V4L2_SEL_TGT_CROP, &got));
	EXPECT_EQ(0, memcmp(&r, &got, sizeof(r)));
	EXPECT_EQ(1024, got.width);
	EXPECT_EQ(64, got.left);

	/* A larger picture pushes the region back into the sensor. */
	r = (struct v4l2_rect) { bounds.width - 320, 0, 320, 240 };
	ASSERT_EQ(0, set_crop(self->fd, &r, 0));
	pix.width = 640;
	ASSERT_EQ(0, node_set_format(self->fd, &pix));
	ASSERT_EQ(0, get_crop(self->fd, V4L2_SEL_TGT_CROP, &got));
	EXPECT_EQ(640, got.width);
	EXPECT_EQ(bounds.width - 640, got.left);

	r = (struct v4l2_rect) { 0, 0, bounds.width + 1, 240 };
	EXPECT_EQ(ERANGE, set_crop(self->fd, &r, V4L2_SEL_FLAG_GE));
	r = (struct v4l2_rect) { -5, -7, 640, 480 };
	EXPECT_EQ(0, set_crop(self->fd, &r, 0));
	EXPECT_EQ(0, r.left);
	EXPECT_EQ(0, r.top);
	EXPECT_EQ(EINVAL, get_crop(self->fd, V4L2_SEL_TGT_COMPOSE, &r));
}

static int parm(int fd, unsigned long request, struct v4l2_fract *interval)
{
	struct v4l2_streamparm p = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
		.parm.capture.timeperframe = *interval,
	};
	int ret = node_ioctl(fd, request, &p);

	*interval = p.parm.capture.timeperframe;
	return ret ? ret : p.parm.capture.capability != V4L2_CAP_TIMEPERFRAME;
}

TEST_F_TIMEOUT(node, rate, 120)
{
	static const struct v4l2_fract wanted[] = {
		{ 1, 30 }, { 1, 25 }, { 1001, 30000 }, { 2, 1 }, { 1, 1 },
	};
	struct v4l2_fract f, got;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		f = wanted[i];
		ASSERT_EQ(0, parm(self->fd, VIDIOC_S_PARM, &f));
		/* within a millionth of a hertz */
		EXPECT_LT(llabs((long long)f.numerator * wanted[i].denominator -
				(long long)f.denominator * wanted[i].numerator) * 1000000,
			  (long long)f.numerator * wanted[i].numerator + 1)
			TH_LOG("%u/%u became %u/%u", wanted[i].numerator,
			       wanted[i].denominator, f.numerator, f.denominator);
		ASSERT_EQ(0, parm(self->fd, VIDIOC_G_PARM, &got));
		EXPECT_EQ(0, memcmp(&f, &got, sizeof(f)));
	}
	f = (struct v4l2_fract) { 1, UINT32_MAX };
	EXPECT_EQ(0, parm(self->fd, VIDIOC_S_PARM, &f));
	f = (struct v4l2_fract) { UINT32_MAX, 1 };
	EXPECT_EQ(0, parm(self->fd, VIDIOC_S_PARM, &f));
	got = f;
	f = (struct v4l2_fract) { 0, 0 };
	EXPECT_EQ(0, parm(self->fd, VIDIOC_S_PARM, &f));
	EXPECT_EQ(0, memcmp(&f, &got, sizeof(f)));
	f = (struct v4l2_fract) { 1, 30 };
	EXPECT_EQ(0, parm(self->fd, VIDIOC_S_PARM, &f));
}

TEST_F_TIMEOUT(node, intervals, 120)
{
	struct v4l2_frmivalenum ival = {
		.pixel_format = self->formats[0].pixelformat, .width = 640, .height = 480,
	};

	EXPECT_EQ(0, node_ioctl(self->fd, VIDIOC_ENUM_FRAMEINTERVALS, &ival));
	EXPECT_EQ(V4L2_FRMIVAL_TYPE_CONTINUOUS, ival.type);
	ival.index = 1;
	EXPECT_EQ(EINVAL, node_ioctl(self->fd, VIDIOC_ENUM_FRAMEINTERVALS, &ival));
	ival.index = 0;
	ival.width = self->size.max_width + 1;
	EXPECT_EQ(EINVAL, node_ioctl(self->fd, VIDIOC_ENUM_FRAMEINTERVALS, &ival));
}

TEST_HARNESS_MAIN
