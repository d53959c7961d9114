// SPDX-License-Identifier: GPL-2.0
/* The ramp that gevsim sends. */
#include <linux/videodev2.h>

#include "ramp.h"

bool ramp_init(struct ramp *r, uint32_t fourcc, uint32_t width, uint32_t height)
{
	*r = (struct ramp){ .samples = width, .lines = height, .bits = 8 };

	switch (fourcc) {
	case V4L2_PIX_FMT_GREY:
	case V4L2_PIX_FMT_SRGGB8:
	case V4L2_PIX_FMT_SGRBG8:
	case V4L2_PIX_FMT_SGBRG8:
	case V4L2_PIX_FMT_SBGGR8:
		return true;
	case V4L2_PIX_FMT_RGB24:
	case V4L2_PIX_FMT_BGR24:
		r->samples = 3 * width;
		return true;
	case V4L2_PIX_FMT_YUYV:
	case V4L2_PIX_FMT_UYVY:
		r->samples = 2 * width;
		return true;
	case V4L2_PIX_FMT_Y10:
	case V4L2_PIX_FMT_SGRBG10:
	case V4L2_PIX_FMT_SRGGB10:
	case V4L2_PIX_FMT_SGBRG10:
	case V4L2_PIX_FMT_SBGGR10:
		r->bits = 10;
		break;
	case V4L2_PIX_FMT_Y12:
	case V4L2_PIX_FMT_SGRBG12:
	case V4L2_PIX_FMT_SRGGB12:
	case V4L2_PIX_FMT_SGBRG12:
	case V4L2_PIX_FMT_SBGGR12:
		r->bits = 12;
		break;
	case V4L2_PIX_FMT_Y14:
		r->bits = 14;
		break;
	case V4L2_PIX_FMT_Y16:
	case V4L2_PIX_FMT_SGRBG16:
	case V4L2_PIX_FMT_SRGGB16:
	case V4L2_PIX_FMT_SGBRG16:
	case V4L2_PIX_FMT_SBGGR16:
		r->bits = 16;
		break;
	default:
		return false;
	}
	r->wide = true;
	return true;
}

size_t ramp_bytes(const struct ramp *r)
{
	return (size_t)r->samples * r->lines * (r->wide ? 2 : 1);
}

static uint32_t ramp_mask(const struct ramp *r)
{
	return (1u << r->bits) - 1;
}

long ramp_compare(const struct ramp *r, const uint8_t *data, uint64_t n, unsigned int c)
{
	uint32_t mask = ramp_mask(r);
	const uint8_t *p = data;

	for (uint32_t y = 0; y < r->lines; y++) {
		uint32_t value = 2 * y + 3 * n + 5 * c;

		for (uint32_t x = 0; x < r->samples; x++, value++) {
			if (*p != (value & mask & 0xff))
				return p - data;
			p++;
			if (!r->wide)
				continue;
			if (*p != (value & mask) >> 8)
				return p - data;
			p++;
		}
	}
	return -1;
}

uint64_t ramp_block(const struct ramp *r, const uint8_t *data, unsigned int c)
{
	uint32_t first = r->wide ? data[0] | data[1] << 8 : data[0];
	uint32_t mask = ramp_mask(r), n;

	for (n = 0; n < mask; n++)
		if (((3 * n + 5 * c) & mask) == first)
			break;
	return n;
}
