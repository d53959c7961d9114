// SPDX-License-Identifier: GPL-2.0
/* Do exposure, gain, format and geometry act on gevsim's pictures? KTAP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "picture.h"
#include "sim_format.h"
#include "kselftest.h"

#define WIDTH	4u
#define HEIGHT	2u

/* Two lines of four pixels: red, green, blue, white; then greys. */
static const u8 pixels[HEIGHT][WIDTH][3] = {
	{ { 200, 0, 0 }, { 0, 200, 0 }, { 0, 0, 200 }, { 255, 255, 255 } },
	{ { 0, 0, 0 }, { 40, 40, 40 }, { 80, 80, 80 }, { 120, 120, 120 } },
};

static struct sim_scene scene;
static struct sim_painter painter;
static u8 out[4 << 20];

#define EXPECT(condition) do {							\
	if (!(condition)) {							\
		ksft_print_msg("line %d: not so: %s\n", __LINE__, #condition);	\
		return false;							\
	}									\
} while (0)

static void look_init(struct sim_look *look, u32 code, u32 width, u32 height)
{
	memset(look, 0, sizeof(*look));
	look->g.format = gev_pfnc_find(code);
	look->g.width = width;
	look->g.height = height;
	look->g.binning_x = 1;
	look->g.binning_y = 1;
	look->g.line = gev_pfnc_line_bytes(code, width);
	look->g.payload = (u64)look->g.line * height;
	look->gamma = 1;
	look->exposure = SIM_EXPOSURE_NOMINAL;
}

static bool paint(const struct sim_look *look, u64 block)
{
	memset(out, 0xaa, look->g.payload + 16);
	if (sim_picture_prepare(&painter, look) < 0)
		return false;
	sim_picture_paint(&painter, &scene, block, out);
	/* Nothing behind the payload. */
	return out[look->g.payload] == 0xaa;
}

static unsigned int sample16(unsigned int i)
{
	return out[2 * i] | out[2 * i + 1] << 8;
}

static bool load(const char *header, const void *data, size_t len)
{
	char name[] = "/tmp/gevsim_picture.XXXXXX";
	int fd = mkstemp(name), err = -1;

	sim_scene_free(&scene);
	if (write(fd, header, strlen(header)) > 0 && write(fd, data, len) == (ssize_t)len)
		err = sim_scene_load(&scene, name);
	close(fd);
	unlink(name);
	return !err;
}

static bool test_files(void)
{
	static const u8 wide[] = { 0xff, 0xff, 0x80, 0x00 };

	EXPECT(load("P5 2 1 65535\n", wide, sizeof(wide)));
	EXPECT(scene.width == 2 && scene.rgb[0] == 255 && scene.rgb[3] == 128);
	EXPECT(load("P5\n# a comment\n2 2\n15\n", "\0\5\12\17", 4));
	EXPECT(scene.rgb[3] == 85 && scene.rgb[11] == 255);
	EXPECT(!load("P5 2 2 15\n", "\0\5\12", 3));
	EXPECT(!load("P5 2 2 15\n", "\0\5\12\20", 4));
	EXPECT(!load("P4 2 2\n", "\0\5\12\17", 4));
	EXPECT(!load("P6 0 2 255\n", "\0", 1));
	EXPECT(!load("P6 99999 2 255\n", "\0", 1));
	EXPECT(load("P6 4 2 255\n", pixels, sizeof(pixels)));
	return true;
}

static bool test_colour(void)
{
	struct sim_look look;

	look_init(&look, GEV_PFNC_RGB8, WIDTH, HEIGHT);
	EXPECT(paint(&look, 1) && !memcmp(out, pixels, sizeof(pixels)));
	look_init(&look, GEV_PFNC_BGR8, WIDTH, HEIGHT);
	EXPECT(paint(&look, 1) && out[0] == 0 && out[2] == 200 && out[6] == 200);
	look_init(&look, GEV_PFNC_YUV422_8, WIDTH, HEIGHT);
	EXPECT(paint(&look, 1));
	/* Greys of the second line: luma as it is, no colour. */
	EXPECT(out[8] == 0 && out[10] == 40 && out[12] == 80 && out[14] == 120);
	EXPECT(out[9] == 128 && out[11] == 128 && out[13] == 128 && out[15] == 128);
	/* Red beside green: less blue than red. */
	EXPECT(out[1] < 128 && out[3] > out[1]);
	return true;
}

static bool test_bayer(void)
{
	struct sim_look look;

	look_init(&look, GEV_PFNC_BAYER_RG8, WIDTH, HEIGHT);
	EXPECT(paint(&look, 1));
	/* R G R G */
	EXPECT(out[0] == 200 && out[1] == 200 && out[2] == 0 && out[3] == 255);
	look_init(&look, GEV_PFNC_BAYER_GR12, WIDTH, HEIGHT);
	EXPECT(paint(&look, 1));
	/* G R G R, 12 bits */
	EXPECT(sample16(0) == 0 && sample16(1) == 0 && sample16(2) == 0);
	EXPECT(sample16(3) == 4095 && sample16(5) == 40 * 4095 / 255);
	/* The phases apart: a scene of one colour shows where its pixels are. */
	EXPECT(load("P6 1 1 255\n", "\377\0\0", 3));
	EXPECT(paint(&look, 1));
	EXPECT(!sample16(0) && sample16(1) == 4095 && !sample16(4) && !sample16(5));
	look_init(&look, GEV_PFNC_BAYER_RG8, WIDTH, HEIGHT);
	EXPECT(paint(&look, 1) && out[0] == 255 && !out[1] && !out[4] && !out[5]);
	EXPECT(load("P6 1 1 255\n", "\0\0\377", 3));
	EXPECT(paint(&look, 1) && !out[0] && !out[1] && !out[4] && out[5] == 255);
	return load("P6 4 2 255\n", pixels, sizeof(pixels));
}

/* Where the one red pixel of four is, and that none of the others is red. */
static bool test_phases(void)
{
	/* BayerGR, RG, GB, BG of 8, 10, 12 and 16 bits; red at pixel x of line y */
	static const struct {
		u32 code;
		unsigned int red;
	} formats[] = {
		{ 0x01080008, 1 }, { 0x01080009, 0 }, { 0x0108000a, 2 }, { 0x0108000b, 3 },
		{ 0x0110000c, 1 }, { 0x0110000d, 0 }, { 0x0110000e, 2 }, { 0x0110000f, 3 },
		{ 0x01100010, 1 }, { 0x01100011, 0 }, { 0x01100012, 2 }, { 0x01100013, 3 },
		{ 0x0110002e, 1 }, { 0x0110002f, 0 }, { 0x01100030, 2 }, { 0x01100031, 3 },
	};
	struct sim_look look;

	EXPECT(load("P6 1 1 255\n", "\377\0\0", 3));
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		look_init(&look, formats[i].code, 2, 2);
		EXPECT(look.g.format && paint(&look, 1));
		for (unsigned int k = 0; k < 4; k++) {
			unsigned int v = look.g.format->depth > 8 ? sample16(k) : out[k];

			EXPECT(v == (k == formats[i].red) * ((1u << look.g.format->depth) - 1));
		}
	}
	look_init(&look, 0x0210001f, 2, 1);
	EXPECT(paint(&look, 1) && out[1] == out[3] && out[2] > out[0]);
	return load("P6 4 2 255\n", pixels, sizeof(pixels));
}

static bool test_depth(void)
{
	static const u32 codes[] = { GEV_PFNC_MONO10, GEV_PFNC_MONO12, GEV_PFNC_MONO16 };
	struct sim_look look;

	for (size_t i = 0; i < ARRAY_SIZE(codes); i++) {
		look_init(&look, codes[i], WIDTH, HEIGHT);
		EXPECT(paint(&look, 1));
		EXPECT(sample16(3) == (1u << look.g.format->depth) - 1);
		EXPECT(sample16(6) == (80 * 257u) >> (16 - look.g.format->depth));
	}
	return true;
}

static bool test_tone(void)
{
	struct sim_look look;

	look_init(&look, GEV_PFNC_MONO8, WIDTH, HEIGHT);
	look.exposure = 2 * SIM_EXPOSURE_NOMINAL;
	EXPECT(paint(&look, 1) && out[5] == 80 && out[6] == 160 && out[3] == 255);
	look_init(&look, GEV_PFNC_MONO8, WIDTH, HEIGHT);
	look.gain = 6.0206f;
	EXPECT(paint(&look, 1) && out[5] == 80 && out[7] == 240);
	look_init(&look, GEV_PFNC_MONO8, WIDTH, HEIGHT);
	look.black = 10 * 16;
	EXPECT(paint(&look, 1) && out[4] == 10 && out[5] == 50 && out[3] == 255);
	look_init(&look, GEV_PFNC_MONO8, WIDTH, HEIGHT);
	look.gamma = 0.5f;
	EXPECT(paint(&look, 1) && out[4] == 0 && out[5] == 101 && out[3] == 255);
	return true;
}

static bool test_region(void)
{
	struct sim_look look;

	/* An offset moves the scene, which repeats itself. */
	look_init(&look, GEV_PFNC_MONO8, 6, 3);
	look.g.offset_x = 1;
	look.g.offset_y = 1;
	EXPECT(paint(&look, 1));
	EXPECT(out[0] == 40 && out[2] == 120 && out[3] == 0 && out[4] == 40);
	EXPECT(out[8] == 255 && out[12] == 40);
	/* Two by two pixels become their mean. */
	look_init(&look, GEV_PFNC_RGB8, 2, 1);
	look.g.binning_x = 2;
	look.g.binning_y = 2;
	EXPECT(paint(&look, 1));
	EXPECT(out[0] == 60 && out[1] == 60 && out[2] == 10);
	return true;
}

static bool test_patterns(void)
{
	struct sim_look look;

	look_init(&look, GEV_PFNC_MONO8, 300, 2);
	look.test = SIM_TEST_WHITE;
	EXPECT(paint(&look, 1) && out[0] == 255 && !sim_picture_moves(&look));
	look.test = SIM_TEST_RAMP_X_MOVING;
	EXPECT(paint(&look, 7) && out[0] == 7 && out[260] == (260 + 7) % 256);
	EXPECT(sim_picture_moves(&look));
	look.test = SIM_TEST_RAMP_Y;
	EXPECT(paint(&look, 7) && out[0] == 0 && out[300] == 1);
	look_init(&look, GEV_PFNC_RGB8, 8, 1);
	look.test = SIM_TEST_BARS;
	EXPECT(paint(&look, 1));
	EXPECT(!memcmp(out, "\377\377\377\377\377\0\0\377\377\0\377\0", 12));
	EXPECT(!memcmp(out + 12, "\377\0\377\377\0\0\0\0\377\0\0\0", 12));
	return true;
}

/* Against the formula, also of later blocks and of another camera. */
static bool test_ramp(void)
{
	struct sim_look look;

	for (size_t i = 0; i < SIM_FORMATS; i++) {
		look_init(&look, sim_formats[i].code, 38, 9);
		look.test = SIM_TEST_RAMP;
		look.camera = 3;
		for (u64 block = 1; block < 1ull << 40; block = block * 5 + 1) {
			EXPECT(paint(&look, block));
			EXPECT(sim_format_ramp(&sim_formats[i], 38, 9, out, block, 3) < 0);
		}
	}
	return true;
}

/* A frame of 1 MiB takes no time that would limit the rate. */
static bool test_speed(void)
{
	struct timespec a, b;
	struct sim_look look;
	double ms;

	look_init(&look, GEV_PFNC_MONO8, 1024, 1024);
	look.test = SIM_TEST_RAMP;
	EXPECT(paint(&look, 1));
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (u64 block = 1; block <= 50; block++)
		sim_picture_paint(&painter, &scene, block, out);
	clock_gettime(CLOCK_MONOTONIC, &b);
	ms = ((b.tv_sec - a.tv_sec) * 1e3 + (b.tv_nsec - a.tv_nsec) / 1e6) / 50;
	ksft_print_msg("a ramp of 1 MiB takes %.3f ms\n", ms);
	/* 0.1 ms on a machine that is not busy */
	return ms < 5;
}

static const struct test {
	const char *name;
	bool (*run)(void);
} tests[] = {
	{ "PGM and PPM files", test_files },
	{ "colours", test_colour },
	{ "Bayer patterns", test_bayer },
	{ "all patterns, UYVY", test_phases },
	{ "samples of more bits", test_depth },
	{ "exposure, gain, black level, gamma", test_tone },
	{ "offset and binning", test_region },
	{ "test patterns", test_patterns },
	{ "ramp", test_ramp },
	{ "speed", test_speed },
};

int main(void)
{
	ksft_print_header();
	ksft_set_plan(ARRAY_SIZE(tests));
	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		ksft_test_result(tests[i].run(), "%s\n", tests[i].name);
	sim_picture_free(&painter);
	sim_scene_free(&scene);
	ksft_finished();
}
