// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz target of wire/gendc.c. Input: struct setting, then the message of
 * flow 0. What the codec says is compared with the profile's rules, restated
 * here byte by byte in 128-bit arithmetic.
 */
#include "fuzz.h"
#include "wire/gendc.h"

struct setting {
	u64 payload;		/* received on flow 1 */
	u64 last;
	u64 expect_payload;
	u32 pfnc;
	u32 x;
	u32 y;
	u16 pad_x;
	u16 pad_y;
} __packed;

struct reading {
	bool skipped;
	bool good;
};

static u64 rd(const u8 *p, unsigned int width)
{
	u64 v = 0;

	while (width--)
		v = v << 8 | p[width];
	return v;
}

struct format {
	u32 code;
	bool packed;		/* lines may begin inside a byte */
};

static const struct format formats[] = {
	{ 0x01080001, false }, { 0x01100005, false }, { 0x02180014, false },
	{ 0x02100032, false }, { 0x010a0046, true }, { 0x010c0047, true },
	{ 0x01010037, true }, { 0x010c0006, false }, { 0x81080001, false },
};

static const struct format *find(u32 code)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (formats[i].code == code)
			return &formats[i];
	return NULL;
}

static bool packed(u32 code)
{
	const struct format *format = find(code);

	return format && format->packed;
}

static bool size_right(const struct setting *s, u64 size)
{
	__uint128_t bits = s->pfnc >> 16 & 0xff;
	__uint128_t lines = s->y * ((s->x * bits + 7) / 8 + s->pad_x) + s->pad_y;
	__uint128_t run = ((__uint128_t)s->x * s->y * bits + 7) / 8 + s->pad_y;

	if (s->pfnc >> 31)
		return true;
	return size == lines || (packed(s->pfnc) && !s->pad_x && size == run);
}

/* Is there a header of this type and size at @offset? */
static bool header(const u8 *m, u64 descriptor, u64 offset, u32 type, u32 size)
{
	return offset % 8 == 0 && (__uint128_t)offset + size <= descriptor &&
	       rd(m + offset, 2) == type && rd(m + offset + 4, 4) == size;
}

static bool image_right(const u8 *p, const struct setting *s, bool skipped)
{
	u64 size = rd(p + 24, 8);

	if (rd(p + 14, 2) != 1 || rd(p + 16, 8) || size != s->payload)
		return false;
	if (rd(p + 8, 4) != s->pfnc || rd(p + 40, 4) != s->x || rd(p + 44, 4) != s->y ||
	    rd(p + 48, 2) != s->pad_x || rd(p + 50, 2) != s->pad_y)
		return false;
	if (skipped)
		return !size;
	return size && size == s->expect_payload && size_right(s, size);
}

static bool metadata_right(const u8 *p, u64 descriptor, size_t len)
{
	u64 offset = rd(p + 16, 8);

	return rd(p + 14, 2) == 0 && offset % 8 == 0 && offset >= descriptor &&
	       (__uint128_t)offset + rd(p + 24, 8) <= len;
}

static bool id_right(u64 id, u64 last)
{
	s64 step = id - last;

	return id && step > 0 && step <= 1ll << 31;
}

/* The rules for parts, one after the other */
static bool parts_right(const u8 *m, size_t len, u64 component, const struct setting *s,
			bool skipped)
{
	unsigned int parts = rd(m + component + 46, 2), images = 0, metadata = 0, i;
	u64 descriptor = rd(m + 48, 4);

	for (i = 0; i < parts; i++) {
		u64 offset = rd(m + component + 48 + 8 * i, 8);

		if (header(m, descriptor, offset, 0x4200, 56)) {
			images++;
			if (!image_right(m + offset, s, skipped))
				return false;
		} else if (header(m, descriptor, offset, 0x4000, 40)) {
			metadata++;
			if (!metadata_right(m + offset, descriptor, len))
				return false;
		} else {
			return false;
		}
	}
	return images == 1 && metadata <= 1;
}

static struct reading judge(const u8 *m, size_t len, const struct setting *s)
{
	struct reading r = { false, false };
	u64 descriptor, component;
	bool skipped;

	if (len < 64 || memcmp(m, "GNDC\1", 5) || rd(m + 8, 2) != 0x1000 || rd(m + 12, 4) != 64)
		return r;
	descriptor = rd(m + 48, 4);
	component = rd(m + 56, 8);
	if (descriptor > len || rd(m + 52, 4) != 1)
		return r;
	if (component % 8 || (__uint128_t)component + 48 > descriptor ||
	    !header(m, descriptor, component, 0x2000, 48 + 8 * rd(m + component + 46, 2)))
		return r;
	if (rd(m + component + 40, 4) != s->pfnc || !id_right(rd(m + 16, 8), s->last))
		return r;

	skipped = rd(m + 10, 2) & 2 && rd(m + component + 2, 2) & 1;
	if (parts_right(m, len, component, s, skipped)) {
		r.skipped = skipped;
		r.good = !skipped;
	}
	return r;
}

static void check_round_trip(const struct gev_gendc_frame *f, u64 payload)
{
	struct gev_gendc_frame wanted = *f, back;
	u64 len = f->meta_offset + f->meta_size;
	u8 *buf;
	int ret;

	/* parts that overlap in a way that no encoder writes */
	if (f->meta_offset && f->meta_offset < GEV_GENDC_DESCRIPTOR_META)
		return;
	if (len < GEV_GENDC_DESCRIPTOR)
		len = GEV_GENDC_DESCRIPTOR;
	buf = calloc(1, len);
	FUZZ_CHECK(buf);
	ret = gev_gendc_encode(buf, len, f);
	FUZZ_CHECK(ret == (f->meta_offset ? 224 : 176));
	FUZZ_CHECK(gev_gendc_decode(buf, len, payload, &back) == GEV_FRAME_GOOD);
	wanted.descriptor_size = ret;
	FUZZ_CHECK(!memcmp(&wanted, &back, sizeof(back)));
	free(buf);
}

static void check_message(const u8 *message, size_t len, const struct setting *s)
{
	const struct gev_gendc_expect expect = {
		.pfnc = s->pfnc, .x = s->x, .y = s->y, .pad_x = s->pad_x, .pad_y = s->pad_y,
		.payload = s->expect_payload,
	};
	struct reading wanted = judge(message, len, s);
	struct gev_gendc_frame f, p;
	enum gev_frame_cause cause;
	bool advance;

	memset(&f, 0, sizeof(f));
	cause = gev_gendc_decode(message, len, s->payload, &f);
	FUZZ_CHECK(cause == GEV_FRAME_GOOD ||
		   (cause >= GEV_FRAME_BAD_SIGNATURE && cause <= GEV_FRAME_BAD_SIZE));
	advance = gev_gendc_id_advances(f.id, s->last);
	FUZZ_CHECK(advance == id_right(f.id, s->last));

	memset(&p, 0, sizeof(p));
	if (cause == GEV_FRAME_GOOD) {
		bool again;

		check_round_trip(&f, s->payload);
		FUZZ_CHECK(gev_gendc_preliminary(message, len, &p) == GEV_FRAME_GOOD);
		FUZZ_CHECK(!memcmp(&f, &p, sizeof(f)));
		cause = gev_gendc_check(&f, &expect, s->payload, s->last, &again);
		FUZZ_CHECK(again == advance);
		FUZZ_CHECK(cause != GEV_FRAME_BAD_SIGNATURE && cause != GEV_FRAME_BAD_HEADER &&
			   cause != GEV_FRAME_BAD_PART);
	} else if (cause != GEV_FRAME_BAD_SIZE) {
		FUZZ_CHECK(gev_gendc_preliminary(message, len, &p) == cause);
	}
	FUZZ_CHECK((cause == GEV_FRAME_GOOD) == wanted.good);
	FUZZ_CHECK((cause == GEV_FRAME_SKIPPED) == wanted.skipped);
	if (cause == GEV_FRAME_GOOD || cause == GEV_FRAME_SKIPPED)
		FUZZ_CHECK(advance);
	FUZZ_CHECK(strcmp(gev_frame_cause_name(cause), "unknown"));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct setting s;
	u8 *message;

	if (size < sizeof(s))
		return 0;
	memcpy(&s, data, sizeof(s));
	/* the table of all p-formats is the matter of a unit test */
	if ((s.pfnc >> 16) % 8 && !find(s.pfnc))
		return 0;
	message = fuzz_copy(data + sizeof(s), size - sizeof(s));
	check_message(message, size - sizeof(s), &s);
	free(message);
	return 0;
}

/* Moves component and image part of a descriptor without metadata @by bytes on */
static size_t shift(u8 *m, u32 by)
{
	memmove(m + 64 + by, m + 64, GEV_GENDC_DESCRIPTOR - 64);
	memset(m + 64, 0, by);
	put_unaligned_le32(GEV_GENDC_DESCRIPTOR + by, m + 48);
	put_unaligned_le64(64 + by, m + 56);
	put_unaligned_le64(120 + by, m + 112 + by);
	return GEV_GENDC_DESCRIPTOR + by;
}

/* A setting and a frame that fit each other */
static size_t make_sample(u8 *data, size_t room, u32 *state)
{
	struct gev_gendc_frame f = { .timestamp = fuzz_random(state), .flags = 1 };
	struct setting s = {
		.pfnc = formats[fuzz_random(state) % ARRAY_SIZE(formats)].code,
		.x = 1 + fuzz_random(state) % 70, .y = 1 + fuzz_random(state) % 40,
		.last = fuzz_random(state) % 3,
	};
	u32 bits = s.pfnc >> 16 & 0xff;
	int len;

	if (fuzz_random(state) & 1) {
		s.pad_x = fuzz_random(state) % 5;
		s.pad_y = fuzz_random(state) % 5;
	}
	s.expect_payload = s.y * ((s.x * bits + 7) / 8 + s.pad_x) + s.pad_y;
	if (packed(s.pfnc) && !s.pad_x && fuzz_random(state) & 1)
		s.expect_payload = (s.x * s.y * bits + 7) / 8 + s.pad_y;
	s.payload = s.expect_payload;
	f.id = s.last + 1;
	f.pfnc = s.pfnc;
	f.component_pfnc = s.pfnc;
	f.x = s.x;
	f.y = s.y;
	f.pad_x = s.pad_x;
	f.pad_y = s.pad_y;
	if (fuzz_random(state) % 4 == 0) {
		f.flags = 3;
		f.component_flags = 1;
		s.payload = 0;
	}
	f.data_size = s.payload;
	if (fuzz_random(state) & 1)
		f.meta_size = fuzz_random(state) % 40;

	if (room < sizeof(s) + 300)
		return 0;
	memcpy(data, &s, sizeof(s));
	len = gev_gendc_encode(data + sizeof(s), room - sizeof(s), &f);
	if (!f.meta_size && fuzz_random(state) & 1)
		return sizeof(s) + shift(data + sizeof(s), fuzz_random(state) % 17);
	/* both parts the same one, now and then */
	if (f.meta_size && fuzz_random(state) % 8 == 0)
		put_unaligned_le64(fuzz_random(state) & 1 ? 128 : 184,
				   data + sizeof(s) + 112 + 8 * (fuzz_random(state) & 1));
	memset(data + sizeof(s) + len, 0x5a, f.meta_size);
	return sizeof(s) + len + f.meta_size;
}

/* Moves a single field of the descriptor or of the setting by a little */
static void nudge(u8 *data, size_t size, u32 *state)
{
	size_t at = fuzz_random(state) % size / 2 * 2;

	if (fuzz_random(state) & 1)
		data[at] += fuzz_random(state) % 17 - 8;
	else
		data[at] = fuzz_random(state) & 1 ? 0xff : 0;
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t room, unsigned int seed)
{
	u32 state = seed;

	if (size < sizeof(struct setting) + 64 || fuzz_random(&state) % 64 == 0)
		size = make_sample(data, room, &state);
	if (!size || fuzz_random(&state) % 2)
		return LLVMFuzzerMutate(data, size, room);
	nudge(data, size, &state);
	return size;
}
