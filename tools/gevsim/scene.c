// SPDX-License-Identifier: GPL-2.0
/* The picture before the lens: a PGM or PPM file, or one drawn here. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "log.h"
#include "scene.h"

#define SCENE_WIDTH	640
#define SCENE_HEIGHT	480
#define SCENE_SIZE_MAX	16384

/* A number of the header, after blanks and comments. */
static long scene_number(FILE *in)
{
	long value = 0;
	int c = getc(in);

	while (isspace(c) || c == '#') {
		if (c == '#')
			while (c != '\n' && c != EOF)
				c = getc(in);
		c = getc(in);
	}
	if (!isdigit(c))
		return -1;
	for (; isdigit(c); c = getc(in)) {
		value = value * 10 + (c - '0');
		if (value > 65535)
			return -1;
	}
	/* The one blank before the data is used up with the last digit. */
	return value;
}

static int scene_samples(struct sim_scene *scene, FILE *in, int channels, long limit)
{
	size_t n = (size_t)scene->width * scene->height * channels;
	u8 *rgb = scene->rgb;

	for (size_t i = 0; i < n; i++) {
		int value = getc(in);

		if (limit > 255)
			value = value << 8 | getc(in);
		if (feof(in) || value > limit)
			return -EBADMSG;
		*rgb++ = (value * 255 + limit / 2) / limit;
		if (channels > 1)
			continue;
		rgb[0] = rgb[-1];
		rgb[1] = rgb[-1];
		rgb += 2;
	}
	return 0;
}

static int scene_read(struct sim_scene *scene, FILE *in)
{
	int magic = getc(in), type = getc(in);
	long width, height, limit;

	if (magic != 'P' || (type != '5' && type != '6'))
		return -EBADMSG;
	width = scene_number(in);
	height = scene_number(in);
	limit = scene_number(in);
	if (width < 1 || height < 1 || limit < 1 || width > SCENE_SIZE_MAX ||
	    height > SCENE_SIZE_MAX)
		return -EBADMSG;
	scene->width = width;
	scene->height = height;
	scene->rgb = malloc((size_t)width * height * 3);
	if (!scene->rgb)
		return -ENOMEM;
	return scene_samples(scene, in, type == '6' ? 3 : 1, limit);
}

/* A sky, a sea and a sun: smooth slopes and one sharp edge. */
static int scene_draw(struct sim_scene *scene)
{
	u8 *rgb;

	scene->width = SCENE_WIDTH;
	scene->height = SCENE_HEIGHT;
	scene->rgb = malloc(SCENE_WIDTH * SCENE_HEIGHT * 3);
	if (!scene->rgb)
		return -ENOMEM;
	rgb = scene->rgb;
	for (int y = 0; y < SCENE_HEIGHT; y++) {
		for (int x = 0; x < SCENE_WIDTH; x++, rgb += 3) {
			double wave = sin(x / 9.0 + y * y / 3000.0);
			double sun = hypot(x - 440, y - 150);

			if (y > 300) {
				rgb[0] = 20 + (y - 300) / 6;
				rgb[1] = 70 + (y - 300) / 4 + 12 * wave;
				rgb[2] = 120 + 20 * wave;
			} else {
				rgb[0] = sun < 60 ? 250 : 90 + y / 3;
				rgb[1] = sun < 60 ? 220 : 130 + y / 4;
				rgb[2] = sun < 60 ? 90 : 220 - y / 8;
			}
		}
	}
	return 0;
}

/**
 * sim_scene_load() - get the scene
 * @scene: filled in
 * @file: PGM or PPM file; NULL: draw one
 *
 * Return: 0 or a negative error code, after a message.
 */
int sim_scene_load(struct sim_scene *scene, const char *file)
{
	FILE *in;
	int err;

	memset(scene, 0, sizeof(*scene));
	if (!file)
		return scene_draw(scene);
	in = fopen(file, "rb");
	if (!in) {
		err = -errno;
		sim_log(SIM_LOG_ERROR, SIM_LOG_PROCESS, "%s: %s", file, strerror(errno));
		return err;
	}
	err = scene_read(scene, in);
	fclose(in);
	if (err) {
		sim_log(SIM_LOG_ERROR, SIM_LOG_PROCESS, "%s: no whole P5 or P6 picture", file);
		sim_scene_free(scene);
	}
	return err;
}

/**
 * sim_scene_free() - release a scene
 * @scene: as loaded, or zero
 */
void sim_scene_free(struct sim_scene *scene)
{
	free(scene->rgb);
	memset(scene, 0, sizeof(*scene));
}
