// SPDX-License-Identifier: GPL-2.0
/*
 * Checks every byte of a file of raw frames of gevsim's ramp, as v4l2-ctl
 * --stream-to writes it: the right number of frames, of consecutive blocks.
 *
 * usage: ramp_check FOURCC WIDTH HEIGHT FRAMES [CAMERA] <FILE
 */
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ramp.h"

static int check_file(const struct ramp *r, unsigned long frames, unsigned int camera)
{
	size_t size = ramp_bytes(r);
	uint8_t *frame = malloc(size);
	uint64_t first = 0;

	for (unsigned long i = 0; i < frames; i++) {
		size_t got = fread(frame, 1, size, stdin);
		long bad;

		if (got != size) {
			printf("frame %lu of %lu has %zu of %zu bytes\n", i, frames, got, size);
			return 1;
		}
		if (!i)
			first = ramp_block(r, frame, camera);
		bad = ramp_compare(r, frame, first + i, camera);
		if (bad >= 0) {
			printf("frame %lu: byte %ld is wrong (%02x)\n", i, bad, frame[bad]);
			return 1;
		}
	}
	if (fgetc(stdin) != EOF) {
		printf("more than %lu frames\n", frames);
		return 1;
	}
	printf("%lu frames of %zu bytes right, from block %llu (mod 2^%u)\n", frames, size,
	       (unsigned long long)first, r->bits);
	free(frame);
	return 0;
}

int main(int argc, char **argv)
{
	struct ramp r;

	if (argc < 5 || argc > 6 || strlen(argv[1]) != 4 ||
	    !ramp_init(&r, v4l2_fourcc(argv[1][0], argv[1][1], argv[1][2], argv[1][3]),
		       strtoul(argv[2], NULL, 0), strtoul(argv[3], NULL, 0)) ||
	    !ramp_bytes(&r)) {
		fprintf(stderr, "usage: ramp_check FOURCC WIDTH HEIGHT FRAMES [CAMERA] <FILE\n");
		return 2;
	}
	return check_file(&r, strtoul(argv[4], NULL, 0), argc > 5 ? strtoul(argv[5], NULL, 0) : 0);
}
