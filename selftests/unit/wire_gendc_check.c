// SPDX-License-Identifier: GPL-2.0
/*
 * wire/gendc.c: how a frame is judged against what was negotiated.
 */
#include "kselftest_harness.h"

#include "gendc_samples.h"

TEST(payload_received)
{
	static const u64 sizes[] = { 0, 1, PLAIN_PAYLOAD - 1, PLAIN_PAYLOAD + 1,
				     PLAIN_PAYLOAD + (1ull << 32), ~0ull };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		bool advance = false;

		EXPECT_EQ(GEV_FRAME_BAD_SIZE,
			  judge(plain, sizeof(plain), sizes[i], &plain_expect,
				plain_frame.id - 1, &advance));
		EXPECT_TRUE(advance);
	}
}

/* A shorter image, consistently announced and sent, is not what was agreed. */
TEST(payload_agreed)
{
	u8 data[sizeof(plain)];
	bool advance = false;

	memcpy(data, plain, sizeof(plain));
	put(data, 144, 8, PLAIN_PAYLOAD - 14);
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, judge(data, sizeof(data), PLAIN_PAYLOAD - 14,
					    &plain_expect, plain_frame.id - 1, &advance));
	EXPECT_TRUE(advance);
}

/* PayloadSize that contradicts the geometry: no frame can be right. */
TEST(payload_against_geometry)
{
	struct gev_gendc_expect expect = plain_expect;
	u8 data[sizeof(plain)];
	bool advance;

	expect.payload = PLAIN_PAYLOAD + 2;
	memcpy(data, plain, sizeof(plain));
	put(data, 144, 8, expect.payload);
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, judge(data, sizeof(data), expect.payload, &expect,
					    plain_frame.id - 1, &advance));
}

TEST(check_looks_at_both_sizes)
{
	/* Mono1p: 5 bytes by lines, 2 in one run */
	struct gev_gendc_expect expect = { .pfnc = 0x01010037, .x = 3, .y = 5, .payload = 5 };
	struct gev_gendc_frame f = { .id = 1, .pfnc = 0x01010037, .component_pfnc = 0x01010037,
				     .x = 3, .y = 5, .data_size = 5 };
	bool advance;

	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_check(&f, &expect, 5, 0, &advance));
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, gev_gendc_check(&f, &expect, 2, 0, &advance));
	f.data_size = 2;
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, gev_gendc_check(&f, &expect, 5, 0, &advance));
}

TEST(expectations)
{
	static const struct {
		struct gev_gendc_expect expect;
		enum gev_frame_cause cause;
	} cases[] = {
		{ { 0x01100003, 6, 5, 2, 4, 74 }, GEV_FRAME_BAD_FORMAT },
		{ { 0x01100005, 7, 5, 2, 4, 74 }, GEV_FRAME_BAD_GEOMETRY },
		{ { 0x01100005, 6, 4, 2, 4, 74 }, GEV_FRAME_BAD_GEOMETRY },
		{ { 0x01100005, 6, 5, 3, 4, 74 }, GEV_FRAME_BAD_GEOMETRY },
		{ { 0x01100005, 6, 5, 2, 3, 74 }, GEV_FRAME_BAD_GEOMETRY },
		{ { 0x01100005, 6, 5, 2, 4, 73 }, GEV_FRAME_BAD_SIZE },
		{ { 0x01100005, 6, 5, 2, 4, 0 }, GEV_FRAME_BAD_SIZE },
		{ { 0x01100005, 6, 5, 2, 4, ~0ull }, GEV_FRAME_BAD_SIZE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		bool advance = false;

		EXPECT_EQ(cases[i].cause,
			  judge(plain, sizeof(plain), PLAIN_PAYLOAD, &cases[i].expect,
				plain_frame.id - 1, &advance));
		EXPECT_TRUE(advance);
	}
}

struct id_case {
	u64 last;
	u64 id;
	bool good;
};

static const struct id_case id_cases[] = {
	{ 0, 1, true },				/* first */
	{ 0, 2, true },				/* the first was lost */
	{ 0, 0, false },
	{ 0, 0x80000000, true },
	{ 0, 0x80000001, false },
	{ 1, 1, false },			/* repeated */
	{ 1, 0, false },
	{ 2, 1, false },			/* back */
	{ 5, 6, true },
	{ 5, 7, true },
	{ 5, 5 + 0x80000000ull, true },		/* farthest jump */
	{ 5, 6 + 0x80000000ull, false },
	{ 5, 5 + (1ull << 32), false },
	{ 5, 6 + (1ull << 32), false },
	{ 5, ~0ull, false },
	{ 0xffffffff, 0x100000000, true },	/* past 32 bits */
	{ 0x7fffffffffffffff, 0x8000000000000000, true },
	{ 0x8000000000000000, 0x7fffffffffffffff, false },
	{ ~0ull - 1, ~0ull, true },
	{ ~0ull, 0, false },			/* wraps onto 0, which is no id */
	{ ~0ull, 1, true },			/* wraps */
	{ ~0ull, 0x7fffffff, true },
	{ ~0ull, 0x80000000, false },
};

TEST(id_rules)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(id_cases); i++) {
		const struct id_case *c = &id_cases[i];
		bool advance = !c->good;
		u8 data[sizeof(plain)];

		memcpy(data, plain, sizeof(plain));
		put(data, 16, 8, c->id);
		EXPECT_EQ(c->good ? GEV_FRAME_GOOD : GEV_FRAME_BAD_ID,
			  judge(data, sizeof(data), PLAIN_PAYLOAD, &plain_expect, c->last,
				&advance)) {
			TH_LOG("%llx after %llx", (long long)c->id, (long long)c->last);
		}
		EXPECT_EQ(c->good, advance);
		EXPECT_EQ(c->good, gev_gendc_id_advances(c->id, c->last));
	}
}

TEST(id_is_judged_last)
{
	struct gev_gendc_frame f = plain_frame;
	bool advance = true;

	f.x++;
	EXPECT_EQ(GEV_FRAME_BAD_GEOMETRY, gev_gendc_check(&f, &plain_expect, PLAIN_PAYLOAD,
							  f.id, &advance));
	EXPECT_FALSE(advance);
	EXPECT_EQ(GEV_FRAME_BAD_GEOMETRY, gev_gendc_check(&f, &plain_expect, PLAIN_PAYLOAD,
							  f.id - 1, &advance));
	EXPECT_TRUE(advance);
}

struct readable {
	u16 offset;
	bool readable;
};

/* An id is known as soon as the container's header was readable. */
TEST(id_of_bad_descriptors)
{
	static const struct readable cases[] = {
		{ 0, false }, { 4, false }, { 8, false }, { 12, false }, { 49, false },
		{ 52, false }, { 48, true }, { 56, true }, { 64, true }, { 68, true },
		{ 112, true }, { 120, true }, { 124, true }, { 134, true }, { 136, true },
		{ 144, true },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct gev_gendc_frame f;
		u8 data[sizeof(plain)];

		memcpy(data, plain, sizeof(plain));
		data[cases[i].offset] ^= 0xff;
		EXPECT_NE(GEV_FRAME_GOOD,
			  gev_gendc_decode(data, sizeof(data), PLAIN_PAYLOAD, &f));
		EXPECT_EQ(cases[i].readable * plain_frame.id, f.id) {
			TH_LOG("byte %u", cases[i].offset);
		}
	}
}

/* The container's header is all there, and nothing else. */
TEST(id_of_a_bare_container)
{
	struct gev_gendc_frame f;
	u8 data[64];
	int size;

	memcpy(data, plain, sizeof(data));
	for (size = 63; size <= 65; size++) {
		put(data, 48, 4, size);
		EXPECT_EQ(GEV_FRAME_BAD_HEADER, gev_gendc_decode(data, sizeof(data), 0, &f));
		EXPECT_EQ((size == 64) * plain_frame.id, f.id) {
			TH_LOG("DescriptorSize %d", size);
		}
	}
}

static void make_skipped(u8 *data)
{
	memcpy(data, plain, sizeof(plain));
	put(data, 10, 2, 3);
	put(data, 66, 2, 1);
	put(data, 144, 8, 0);
}

TEST(skipped)
{
	u8 data[sizeof(plain)];
	bool advance = false;

	make_skipped(data);
	EXPECT_EQ(GEV_FRAME_SKIPPED, judge(data, sizeof(data), 0, &plain_expect,
					   plain_frame.id - 1, &advance));
	EXPECT_TRUE(advance);
	EXPECT_EQ(GEV_FRAME_BAD_ID, judge(data, sizeof(data), 0, &plain_expect,
					  plain_frame.id, &advance));
	EXPECT_FALSE(advance);
}

/* Only all of it together announces a skipped frame. */
TEST(not_quite_skipped)
{
	u8 data[sizeof(plain)];
	bool advance;

	make_skipped(data);
	put(data, 10, 2, 1);
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, judge(data, sizeof(data), 0, &plain_expect, 0, &advance));

	make_skipped(data);
	put(data, 66, 2, 0);
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, judge(data, sizeof(data), 0, &plain_expect, 0, &advance));

	make_skipped(data);
	put(data, 66, 2, 2);
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, judge(data, sizeof(data), 0, &plain_expect, 0, &advance));

	/* with data after all */
	make_skipped(data);
	put(data, 144, 8, PLAIN_PAYLOAD);
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, judge_plain(data));

	/* with bytes on flow 1 */
	make_skipped(data);
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, judge_plain(data));

	/* with other geometry, other format */
	make_skipped(data);
	put(data, 160, 4, 0);
	EXPECT_EQ(GEV_FRAME_BAD_GEOMETRY,
		  judge(data, sizeof(data), 0, &plain_expect, plain_frame.id - 1, &advance));
	make_skipped(data);
	put(data, 128, 4, 0);
	EXPECT_EQ(GEV_FRAME_BAD_FORMAT,
		  judge(data, sizeof(data), 0, &plain_expect, plain_frame.id - 1, &advance));
}

/* Nothing is good without bytes, whatever was negotiated. */
TEST(zero_bytes)
{
	struct gev_gendc_expect expect = { .pfnc = 0x81080001 };
	struct gev_gendc_frame f = { .id = 1, .pfnc = 0x81080001, .component_pfnc = 0x81080001 };
	bool advance;

	EXPECT_EQ(GEV_FRAME_BAD_SIZE, gev_gendc_check(&f, &expect, 0, 0, &advance));
	f.data_size = 1;
	expect.payload = 1;
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_check(&f, &expect, 1, 0, &advance));
}

TEST_HARNESS_MAIN
