// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz target of what gevctl takes from a camera before it is XML: the input
 * is a URL register, and also a file, zipped or not.
 */
#include <zlib.h>

#include "fuzz.h"

#include "tools/gevctl/description.h"
#include "tools/gevctl/zip.h"

static void check_url(const u8 *data, size_t size)
{
	struct description_place place;
	char why[64] = "";
	char *url = malloc(size + 1);

	memcpy(url, data, size);
	url[size] = '\0';
	if (description_parse_url(url, &place, why, sizeof(why))) {
		FUZZ_CHECK(*why);
	} else {
		FUZZ_CHECK(place.length && place.length <= DESCRIPTION_MAX);
		FUZZ_CHECK((u64)place.address + place.length <= 1ull << 32);
		FUZZ_CHECK(strlen(place.name) < sizeof(place.name));
	}
	free(url);
}

static void check_file(const u8 *data, size_t size)
{
	struct description d = { .data = (char *)fuzz_copy(data, size), .size = size };
	char why[64] = "", *text = NULL;
	size_t length;

	if (description_unpack(&d, &text, &length, why, sizeof(why))) {
		FUZZ_CHECK(*why && !text);
	} else {
		FUZZ_CHECK(length && length <= ZIP_TEXT_MAX && !text[length]);
		FUZZ_CHECK(length / ZIP_RATIO_MAX <= size);
		free(text);
	}
	description_free(&d);
}

/* In description.c, with all that reaches a camera. */
void description_free(struct description *d)
{
	free(d->data);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	check_url(data, size);
	check_file(data, size);
	return 0;
}

static u8 *put(u8 *p, u32 value, int bytes)
{
	for (; bytes; bytes--, value >>= 8)
		*p++ = value;
	return p;
}

/* A good archive of one file, "a.xml", stored or deflated. */
static size_t make_archive(u8 *data, u32 *state)
{
	u8 text[64], packed[128], *p = data, *central;
	z_stream z = {
		.next_in = text, .avail_in = fuzz_random(state) % sizeof(text) + 1,
		.next_out = packed, .avail_out = sizeof(packed),
	};
	u32 size = z.avail_in, method = fuzz_random(state) & 1 ? 8 : 0;

	memset(text, fuzz_random(state), sizeof(text));
	deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
	deflate(&z, Z_FINISH);
	deflateEnd(&z);
	if (!method)
		memcpy(packed, text, z.total_out = size);

	p = put(p, 0x04034b50, 4);
	p = put(p, 20, 4);
	p = put(p, method, 2);
	p = put(p, 0, 4);
	p = put(p, crc32(0, text, size), 4);
	p = put(p, z.total_out, 4);
	p = put(p, size, 4);
	p = put(p, 5, 4);
	memcpy(p, "a.xml", 5);
	memcpy(p + 5, packed, z.total_out);
	p += 5 + z.total_out;

	central = p;
	p = put(p, 0x02014b50, 4);
	p = put(p, 20, 2);
	memcpy(p, data + 4, 24);
	p = put(p + 24, 0, 8);
	p = put(p, 0, 8);
	memcpy(p, "a.xml", 5);
	p = put(p + 5, 0x06054b50, 4);
	p = put(p, 0, 4);
	p = put(p, 1, 2);
	p = put(p, 1, 2);
	p = put(p, 51, 4);
	p = put(p, central - data, 4);
	p = put(p, 0, 2);
	return p - data;
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t room, unsigned int seed)
{
	static const char url[] = "Local:cam.zip;10000;20?SchemaVersion=1.1.0";
	u32 state = seed;

	if (room >= 512 && (size < 4 || fuzz_random(&state) % 64 == 0)) {
		if (fuzz_random(&state) & 1)
			return make_archive(data, &state);
		memcpy(data, url, sizeof(url) - 1);
		size = sizeof(url) - 1;
	}
	return LLVMFuzzerMutate(data, size, room);
}
