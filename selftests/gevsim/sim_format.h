/* SPDX-License-Identifier: GPL-2.0 */
/* Pixel formats of gevsim as the tests know them, and the check of each byte. */
#ifndef SELFTESTS_SIM_FORMAT_H
#define SELFTESTS_SIM_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct sim_format - one pixel format
 * @name: PFNC name
 * @code: PFNC code
 * @bytes: a pixel
 * @bits: of a sample
 */
struct sim_format {
	const char *name;
	uint32_t code;
	unsigned int bytes;
	unsigned int bits;
};

#define SIM_FORMATS	9

extern const struct sim_format sim_formats[SIM_FORMATS];

const struct sim_format *sim_format_find(const char *name);
long sim_format_ramp(const struct sim_format *f, uint32_t width, uint32_t height,
		     const uint8_t *data, uint64_t n, unsigned int c);

#endif /* SELFTESTS_SIM_FORMAT_H */
