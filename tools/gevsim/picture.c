// SPDX-License-Identifier: GPL-2.0
/* What the camera sees, and how it becomes bytes of a pixel format. */
#include <math.h>
#include <stdlib.h>
#include "device.h"

#define BAR_COUNT	8

/* How the samples of a format come out of an RGB line. */
enum layout {
	LAYOUT_MONO,
	LAYOUT_BAYER,
	LAYOUT_RGB,
	LAYOUT_BGR,
	LAYOUT_YUYV,
	LAYOUT_UYVY,
};

/* A Bayer pattern is RGGB, moved by @x pixels and @y lines. */
static const struct picture_format {
	u32 code;
	enum layout layout;
	u8 x;
	u8 y;
} picture_formats[] = {
	{ GEV_PFNC_MONO8, LAYOUT_MONO, 0, 0 },
	{ GEV_PFNC_MONO10, LAYOUT_MONO, 0, 0 },
	{ GEV_PFNC_MONO12, LAYOUT_MONO, 0, 0 },
	{ 0x01100025 /* Mono14 */, LAYOUT_MONO, 0, 0 },
	{ GEV_PFNC_MONO16, LAYOUT_MONO, 0, 0 },
	/* BayerGR, RG, GB, BG of 8, 10, 12 and 16 bits */
	{ 0x01080008, LAYOUT_BAYER, 1, 0 },
	{ GEV_PFNC_BAYER_RG8, LAYOUT_BAYER, 0, 0 },
	{ 0x0108000a, LAYOUT_BAYER, 0, 1 },
	{ 0x0108000b, LAYOUT_BAYER, 1, 1 },
	{ 0x0110000c, LAYOUT_BAYER, 1, 0 },
	{ 0x0110000d, LAYOUT_BAYER, 0, 0 },
	{ 0x0110000e, LAYOUT_BAYER, 0, 1 },
	{ 0x0110000f, LAYOUT_BAYER, 1, 1 },
	{ GEV_PFNC_BAYER_GR12, LAYOUT_BAYER, 1, 0 },
	{ 0x01100011, LAYOUT_BAYER, 0, 0 },
	{ 0x01100012, LAYOUT_BAYER, 0, 1 },
	{ 0x01100013, LAYOUT_BAYER, 1, 1 },
	{ 0x0110002e, LAYOUT_BAYER, 1, 0 },
	{ 0x0110002f, LAYOUT_BAYER, 0, 0 },
	{ 0x01100030, LAYOUT_BAYER, 0, 1 },
	{ 0x01100031, LAYOUT_BAYER, 1, 1 },
	{ GEV_PFNC_RGB8, LAYOUT_RGB, 0, 0 },
	{ GEV_PFNC_BGR8, LAYOUT_BGR, 0, 0 },
	{ GEV_PFNC_YUV422_8, LAYOUT_YUYV, 0, 0 },
	{ 0x0210001f /* YUV422_8_UYVY */, LAYOUT_UYVY, 0, 0 },
};

static const struct picture_format *picture_format(u32 code)
{
	for (size_t i = 0; i < ARRAY_SIZE(picture_formats); i++)
		if (picture_formats[i].code == code)
			return &picture_formats[i];
	return NULL;
}

/**
 * sim_picture_supports() - can the camera make this pixel format?
 * @code: PFNC code
 *
 * Return: whether it can.
 */
bool sim_picture_supports(u32 code)
{
	return picture_format(code);
}

/**
 * sim_picture_look() - the settings as the registers have them
 * @dev: the camera, locked
 * @look: filled in; all bytes, so that two of them can be compared
 */
void sim_picture_look(const struct sim_device *dev, struct sim_look *look)
{
	memset(look, 0, sizeof(*look));
	sim_features_geometry(dev, &look->g);
	look->test = sim_register_get(dev, SIM_REG_TEST_PATTERN);
	look->camera = dev->index;
	look->black = sim_register_get(dev, SIM_REG_BLACK_LEVEL);
	look->gain = sim_register_get_float(dev, SIM_REG_GAIN);
	look->gamma = sim_register_get_float(dev, SIM_REG_GAMMA);
	look->exposure = sim_register_get_double(dev, SIM_REG_EXPOSURE);
}

/**
 * sim_picture_moves() - does the picture depend on the block id?
 * @look: settings
 *
 * Return: whether it does.
 */
bool sim_picture_moves(const struct sim_look *look)
{
	return look->test == SIM_TEST_RAMP || look->test == SIM_TEST_RAMP_X_MOVING;
}

/* Exposure and gain multiply, black level adds, gamma bends. */
static void picture_tone(struct sim_painter *painter)
{
	const struct sim_look *look = &painter->look;
	double factor = look->exposure / SIM_EXPOSURE_NOMINAL * pow(10, look->gain / 20);

	for (int i = 0; i < 256; i++) {
		double v = (i * factor + look->black / 16.0) / 255;

		v = v < 1 ? pow(v, look->gamma) : 1;
		painter->tone[i] = lrint(v * 65535);
	}
}

static u32 picture_samples(const struct sim_geometry *g)
{
	return g->format->depth > 8 ? g->width : g->line;
}

/* A ramp that starts at 0 and is long enough to begin a line at any value. */
static int picture_ramp(struct sim_painter *painter)
{
	const struct sim_geometry *g = &painter->look.g;
	u32 period = 1u << g->format->depth, n = period + picture_samples(g);
	bool wide = g->format->depth > 8;
	u8 *ramp = realloc(painter->ramp, (size_t)n << wide);

	if (!ramp)
		return -ENOMEM;
	painter->ramp = ramp;
	for (u32 i = 0; i < n; i++) {
		if (wide)
			put_unaligned_le16(i % period, ramp + 2 * (size_t)i);
		else
			ramp[i] = i;
	}
	return 0;
}

/**
 * sim_picture_prepare() - make ready for frames with these settings
 * @painter: zero, or as it was left
 * @look: settings
 *
 * Return: 1 when the settings are new, 0 when they are as before, or -ENOMEM.
 */
int sim_picture_prepare(struct sim_painter *painter, const struct sim_look *look)
{
	u16 *line;
	int err;

	if (!memcmp(&painter->look, look, sizeof(*look)))
		return 0;
	line = realloc(painter->line, (size_t)look->g.width * 3 * sizeof(*line));
	if (!line)
		return -ENOMEM;
	painter->line = line;
	memcpy(&painter->look, look, sizeof(*look));
	picture_tone(painter);
	err = picture_ramp(painter);
	if (err) {
		memset(&painter->look, 0, sizeof(painter->look));
		return err;
	}
	return 1;
}

/**
 * sim_picture_free() - release what sim_picture_prepare() allocated
 * @painter: as it was left
 */
void sim_picture_free(struct sim_painter *painter)
{
	free(painter->ramp);
	free(painter->line);
	memset(painter, 0, sizeof(*painter));
}

/* value = (x + 2y + 3n + 5c) mod 2^b: each line is a stretch of one ramp. */
static void picture_paint_ramp(const struct sim_painter *painter, u64 block, u8 *out)
{
	const struct sim_geometry *g = &painter->look.g;
	u64 mask = (1u << g->format->depth) - 1;
	unsigned int shift = g->format->depth > 8;
	u64 first = 3 * block + 5ull * painter->look.camera;

	for (u32 y = 0; y < g->height; y++) {
		memcpy(out, painter->ramp + (((first + 2ull * y) & mask) << shift), g->line);
		out += g->line;
	}
}

/* Mean of the sensor pixels that are binned into one. */
static void picture_scene_pixel(const struct sim_scene *scene, const struct sim_geometry *g,
				u32 x, u32 y, u8 rgb[3])
{
	u32 n = g->binning_x * g->binning_y, sum[3] = { n / 2, n / 2, n / 2 };

	for (u32 j = 0; j < g->binning_y; j++) {
		u32 sy = ((y + g->offset_y) * g->binning_y + j) % scene->height;

		for (u32 i = 0; i < g->binning_x; i++) {
			u32 sx = ((x + g->offset_x) * g->binning_x + i) % scene->width;
			const u8 *p = scene->rgb + ((size_t)sy * scene->width + sx) * 3;

			sum[0] += p[0];
			sum[1] += p[1];
			sum[2] += p[2];
		}
	}
	for (int c = 0; c < 3; c++)
		rgb[c] = sum[c] / n;
}

static void picture_grey(u8 rgb[3], u64 value)
{
	memset(rgb, value & 0xff, 3);
}

/* The eight bars: white, yellow, cyan, green, magenta, red, blue, black. */
static void picture_bar(u8 rgb[3], unsigned int bar)
{
	rgb[0] = bar & 2 ? 0 : 255;
	rgb[1] = bar & 4 ? 0 : 255;
	rgb[2] = bar & 1 ? 0 : 255;
}

static void picture_pixel(const struct sim_painter *painter, const struct sim_scene *scene,
			  u64 block, u32 x, u32 y, u8 rgb[3])
{
	const struct sim_geometry *g = &painter->look.g;

	switch (painter->look.test) {
	case SIM_TEST_BLACK:
		picture_grey(rgb, 0);
		break;
	case SIM_TEST_WHITE:
		picture_grey(rgb, 255);
		break;
	case SIM_TEST_RAMP_X:
		picture_grey(rgb, x);
		break;
	case SIM_TEST_RAMP_Y:
		picture_grey(rgb, y);
		break;
	case SIM_TEST_RAMP_X_MOVING:
		picture_grey(rgb, x + block);
		break;
	case SIM_TEST_BARS:
		picture_bar(rgb, (u64)x * BAR_COUNT / g->width);
		break;
	default:
		picture_scene_pixel(scene, g, x, y, rgb);
		break;
	}
}

/* One line as the sensor sees it, tone curve applied. */
static void picture_line(const struct sim_painter *painter, const struct sim_scene *scene,
			 u64 block, u32 y)
{
	u16 *line = painter->line;
	u8 rgb[3];

	for (u32 x = 0; x < painter->look.g.width; x++) {
		picture_pixel(painter, scene, block, x, y, rgb);
		for (int c = 0; c < 3; c++)
			*line++ = painter->tone[rgb[c]];
	}
}

static u32 picture_luma(const u16 *rgb)
{
	return (77u * rgb[0] + 150u * rgb[1] + 29u * rgb[2]) >> 8;
}

/* Two pixels become two of luma, from @luma on, and U and V between them. Full range. */
static void picture_yuv(const u16 *rgb, unsigned int luma, u8 *out)
{
	double r = (rgb[0] + rgb[3]) / 514.0, g = (rgb[1] + rgb[4]) / 514.0;
	double b = (rgb[2] + rgb[5]) / 514.0;
	double u = 128 - 0.168736 * r - 0.331264 * g + 0.5 * b;
	double v = 128 + 0.5 * r - 0.418688 * g - 0.081312 * b;

	out[luma] = picture_luma(rgb) >> 8;
	out[luma ^ 1] = u > 255 ? 255 : (u8)lrint(u);
	out[luma + 2] = picture_luma(rgb + 3) >> 8;
	out[(luma ^ 1) + 2] = v > 255 ? 255 : (u8)lrint(v);
}

/* The one sample of pixel @x that a mono or Bayer sensor has. */
static u32 picture_sample(const struct picture_format *format, const u16 *rgb, u32 x, u32 y)
{
	if (format->layout == LAYOUT_BAYER)
		return rgb[((x ^ format->x) & 1) + ((y ^ format->y) & 1)];
	return picture_luma(rgb);
}

static void picture_encode(const struct sim_painter *painter, u32 y, u8 *out)
{
	const struct picture_format *format = picture_format(painter->look.g.format->code);
	unsigned int depth = painter->look.g.format->depth;
	enum layout layout = format->layout;
	const u16 *rgb = painter->line;

	for (u32 x = 0; x < painter->look.g.width; x++, rgb += 3) {
		if (layout == LAYOUT_YUYV || layout == LAYOUT_UYVY) {
			if (!(x & 1))
				picture_yuv(rgb, layout == LAYOUT_UYVY, out + 2 * (size_t)x);
		} else if (layout == LAYOUT_RGB || layout == LAYOUT_BGR) {
			*out++ = rgb[layout == LAYOUT_RGB ? 0 : 2] >> 8;
			*out++ = rgb[1] >> 8;
			*out++ = rgb[layout == LAYOUT_RGB ? 2 : 0] >> 8;
		} else if (depth > 8) {
			put_unaligned_le16(picture_sample(format, rgb, x, y) >> (16 - depth),
					   out);
			out += 2;
		} else {
			*out++ = picture_sample(format, rgb, x, y) >> 8;
		}
	}
}

/**
 * sim_picture_paint() - make one frame
 * @painter: prepared for the settings
 * @scene: what the camera sees
 * @block: block id
 * @out: payload, as long as the geometry says
 */
void sim_picture_paint(const struct sim_painter *painter, const struct sim_scene *scene,
		       u64 block, u8 *out)
{
	const struct sim_geometry *g = &painter->look.g;

	if (painter->look.test == SIM_TEST_RAMP) {
		picture_paint_ramp(painter, block, out);
		return;
	}
	for (u32 y = 0; y < g->height; y++) {
		picture_line(painter, scene, block, y);
		picture_encode(painter, y, out);
		out += g->line;
	}
}
