/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ramp that gevsim sends, computed anew by the formula of its contract:
 * value = (x + 2y + 3n + 5c) mod 2^b.
 */
#ifndef SELFTESTS_RAMP_H
#define SELFTESTS_RAMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct ramp - geometry of a ramp picture
 * @samples: a line (bytes for RGB8, BGR8 and YUV422_8)
 * @lines: of the picture
 * @bits: of a sample
 * @wide: samples are 16-bit, little-endian
 */
struct ramp {
	uint32_t samples;
	uint32_t lines;
	unsigned int bits;
	bool wide;
};

/* By V4L2 fourcc; false when the format has no ramp. */
bool ramp_init(struct ramp *r, uint32_t fourcc, uint32_t width, uint32_t height);
size_t ramp_bytes(const struct ramp *r);
/* Offset of the first wrong byte of block @n of camera @c, or -1. */
long ramp_compare(const struct ramp *r, const uint8_t *data, uint64_t n, unsigned int c);
/* Block number (mod 2^bits) by the first sample, for files without sequence. */
uint64_t ramp_block(const struct ramp *r, const uint8_t *data, unsigned int c);

#endif /* SELFTESTS_RAMP_H */
