// SPDX-License-Identifier: GPL-2.0
/* Pixel formats of gevsim as the tests know them, and the check of each byte. */
#include <string.h>
#include "sim_format.h"

const struct sim_format sim_formats[SIM_FORMATS] = {
	{ "Mono8", 0x01080001, 1, 8 },
	{ "Mono10", 0x01100003, 2, 10 },
	{ "Mono12", 0x01100005, 2, 12 },
	{ "Mono16", 0x01100007, 2, 16 },
	{ "BayerRG8", 0x01080009, 1, 8 },
	{ "BayerGR12", 0x01100010, 2, 12 },
	{ "RGB8", 0x02180014, 3, 8 },
	{ "BGR8", 0x02180015, 3, 8 },
	{ "YUV422_8", 0x02100032, 2, 8 },
};

const struct sim_format *sim_format_find(const char *name)
{
	for (size_t i = 0; i < SIM_FORMATS; i++)
		if (!strcmp(sim_formats[i].name, name))
			return &sim_formats[i];
	return NULL;
}

/* Offset of the first byte that is not (x + 2y + 3n + 5c) mod 2^bits, or -1. */
long sim_format_ramp(const struct sim_format *f, uint32_t width, uint32_t height,
		     const uint8_t *data, uint64_t n, unsigned int c)
{
	size_t line = (size_t)width * f->bytes, samples = f->bits > 8 ? width : line, at = 0;

	for (uint32_t y = 0; y < height; y++) {
		for (size_t x = 0; x < samples; x++) {
			uint64_t want = (x + 2ull * y + 3 * n + 5ull * c) & ((1u << f->bits) - 1);

			if (data[at++] != (want & 0xff))
				return at - 1;
			if (f->bits > 8 && data[at++] != want >> 8)
				return at - 1;
		}
	}
	return -1;
}
