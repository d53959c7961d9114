// SPDX-License-Identifier: GPL-2.0
/*
 * wire/gendc.c: what is read from a descriptor and written to one.
 */
#include "kselftest_harness.h"

#include "gendc_samples.h"

TEST(decode_plain)
{
	struct gev_gendc_frame f;

	memset(&f, 0xaa, sizeof(f));
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_decode(guard_copy(plain, sizeof(plain)),
						   sizeof(plain), PLAIN_PAYLOAD, &f));
	EXPECT_TRUE(same(&plain_frame, &f));
	EXPECT_EQ(GEV_FRAME_GOOD, judge_plain(plain));
}

TEST(decode_metadata)
{
	struct gev_gendc_frame f;

	memset(&f, 0xaa, sizeof(f));
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_decode(guard_copy(meta, sizeof(meta)),
						   sizeof(meta), META_PAYLOAD, &f));
	EXPECT_TRUE(same(&meta_frame, &f));
	EXPECT_EQ(GEV_FRAME_GOOD, judge_meta(meta, sizeof(meta)));
}

TEST(encode_equals_golden)
{
	u8 *buf = guard_room(sizeof(plain));

	memset(buf, 0xaa, sizeof(plain));
	EXPECT_EQ((int)sizeof(plain), gev_gendc_encode(buf, sizeof(plain), &plain_frame));
	EXPECT_EQ(0, memcmp(buf, plain, sizeof(plain)));

	buf = guard_room(GEV_GENDC_DESCRIPTOR_META);
	memset(buf, 0xaa, GEV_GENDC_DESCRIPTOR_META);
	EXPECT_EQ((int)GEV_GENDC_DESCRIPTOR_META,
		  gev_gendc_encode(buf, GEV_GENDC_DESCRIPTOR_META, &meta_frame));
	EXPECT_EQ(0, memcmp(buf, meta, GEV_GENDC_DESCRIPTOR_META));
}

TEST(encode_needs_room)
{
	u8 *buf = guard_room(GEV_GENDC_DESCRIPTOR_META - 1);

	EXPECT_EQ(-EMSGSIZE, gev_gendc_encode(buf, GEV_GENDC_DESCRIPTOR - 1, &plain_frame));
	EXPECT_EQ(-EMSGSIZE, gev_gendc_encode(buf, GEV_GENDC_DESCRIPTOR_META - 1, &meta_frame));
	EXPECT_EQ(-EMSGSIZE, gev_gendc_encode(buf, 0, &plain_frame));
}

TEST(encode_places_metadata)
{
	struct gev_gendc_frame f = meta_frame, back;
	u8 buf[512] = { 0 };

	f.meta_offset = 0;
	EXPECT_EQ((int)GEV_GENDC_DESCRIPTOR_META, gev_gendc_encode(buf, sizeof(buf), &f));
	EXPECT_EQ(0, memcmp(buf, meta, GEV_GENDC_DESCRIPTOR_META));

	f.meta_offset = 256;
	f.meta_size = 0;
	EXPECT_EQ((int)GEV_GENDC_DESCRIPTOR_META, gev_gendc_encode(buf, sizeof(buf), &f));
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_decode(buf, 256, META_PAYLOAD, &back));
	EXPECT_TRUE(same(&f, &back));
}

/* The image comes behind the metadata in the container, on a multiple of 8. */
TEST(encode_data_offset)
{
	static const u64 offsets[][2] = {
		{ 0, 176 }, { 1, 232 }, { 7, 232 }, { 8, 232 }, { 9, 240 }, { 16, 240 },
	};
	struct gev_gendc_frame f = plain_frame;
	u8 buf[GEV_GENDC_DESCRIPTOR_META];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		u8 wanted[8] = { 0 };

		f.meta_size = offsets[i][0];
		put(wanted, 0, 8, offsets[i][1]);
		ASSERT_LT(0, gev_gendc_encode(buf, sizeof(buf), &f));
		EXPECT_EQ(0, memcmp(wanted, buf + (f.meta_size ? 128 : 120) + 32, 8)) {
			TH_LOG("metadata of %d bytes", (int)f.meta_size);
		}
	}
}

TEST(truncated_at_every_length)
{
	size_t len;

	for (len = 0; len < sizeof(plain); len++) {
		bool advance = true;
		enum gev_frame_cause cause = judge(plain, len, PLAIN_PAYLOAD, &plain_expect,
						   plain_frame.id - 1, &advance);

		EXPECT_EQ(len < 8 ? GEV_FRAME_BAD_SIGNATURE : GEV_FRAME_BAD_HEADER, cause) {
			TH_LOG("length %zu", len);
		}
		EXPECT_FALSE(advance);
	}
	for (len = 0; len < sizeof(meta); len++) {
		enum gev_frame_cause wanted = GEV_FRAME_BAD_SIZE;

		if (len < GEV_GENDC_DESCRIPTOR_META)
			wanted = len < 8 ? GEV_FRAME_BAD_SIGNATURE : GEV_FRAME_BAD_HEADER;
		EXPECT_EQ(wanted, judge_meta(meta, len)) {
			TH_LOG("length %zu", len);
		}
	}
}

/* The descriptor says that it is shorter than what it holds. */
TEST(descriptor_size_at_every_length)
{
	u8 data[sizeof(plain)];
	u8 more[sizeof(meta)];
	unsigned int size;

	for (size = 0; size < 400; size++) {
		memcpy(data, plain, sizeof(plain));
		put(data, 48, 4, size);
		EXPECT_EQ(size == sizeof(plain) ? GEV_FRAME_GOOD : GEV_FRAME_BAD_HEADER,
			  judge_plain(data)) {
			TH_LOG("DescriptorSize %u", size);
		}
		memcpy(more, meta, sizeof(meta));
		put(more, 48, 4, size);
		EXPECT_EQ(size == GEV_GENDC_DESCRIPTOR_META ? GEV_FRAME_GOOD : GEV_FRAME_BAD_HEADER,
			  judge_meta(more, sizeof(more))) {
			TH_LOG("DescriptorSize %u", size);
		}
	}
}

TEST(longer_message_is_good)
{
	u8 data[sizeof(plain) + 64] = { 0 };
	bool advance;

	memcpy(data, plain, sizeof(plain));
	EXPECT_EQ(GEV_FRAME_GOOD, judge(data, sizeof(data), PLAIN_PAYLOAD, &plain_expect,
					plain_frame.id - 1, &advance));
	put(data, 48, 4, sizeof(data));
	EXPECT_EQ(GEV_FRAME_GOOD, judge(data, sizeof(data), PLAIN_PAYLOAD, &plain_expect,
					plain_frame.id - 1, &advance));
	put(data, 48, 4, sizeof(data) + 1);
	EXPECT_EQ(GEV_FRAME_BAD_HEADER, judge(data, sizeof(data), PLAIN_PAYLOAD, &plain_expect,
					      plain_frame.id - 1, &advance));
}

struct falsified {
	const char *what;
	u16 offset;
	u8 width;
	u64 value;
	enum gev_frame_cause cause;
};

static const struct falsified plain_cases[] = {
	{ "signature",			0, 4, 0x43444e48, GEV_FRAME_BAD_SIGNATURE },
	{ "signature swapped",		0, 4, 0x474e4443, GEV_FRAME_BAD_SIGNATURE },
	{ "major 0",			4, 1, 0, GEV_FRAME_BAD_SIGNATURE },
	{ "major 2",			4, 1, 2, GEV_FRAME_BAD_SIGNATURE },
	{ "minor 0",			5, 1, 0, GEV_FRAME_GOOD },
	{ "minor 255",			5, 1, 255, GEV_FRAME_GOOD },
	{ "subminor",			6, 1, 9, GEV_FRAME_GOOD },
	{ "byte 7",			7, 1, 0xff, GEV_FRAME_GOOD },
	{ "container type",		8, 2, 0x2000, GEV_FRAME_BAD_HEADER },
	{ "container type swapped",	8, 2, 0x0010, GEV_FRAME_BAD_HEADER },
	{ "PTP flag away",		10, 2, 0, GEV_FRAME_GOOD },
	{ "container size 56",		12, 4, 56, GEV_FRAME_BAD_HEADER },
	{ "container size 72",		12, 4, 72, GEV_FRAME_BAD_HEADER },
	{ "container size 0",		12, 4, 0, GEV_FRAME_BAD_HEADER },
	{ "container size huge",	12, 4, 0xffffffff, GEV_FRAME_BAD_HEADER },
	{ "id 0",			16, 8, 0, GEV_FRAME_BAD_ID },
	{ "id repeated",		16, 8, 0x0102030405060707, GEV_FRAME_BAD_ID },
	{ "id huge",			16, 8, ~0ull, GEV_FRAME_BAD_ID },
	{ "variable flags",		24, 8, ~0ull, GEV_FRAME_GOOD },
	{ "container data size",	32, 8, 0, GEV_FRAME_GOOD },
	{ "container data size huge",	32, 8, ~0ull, GEV_FRAME_GOOD },
	{ "container data offset",	40, 8, ~0ull, GEV_FRAME_GOOD },
	{ "descriptor size 0",		48, 4, 0, GEV_FRAME_BAD_HEADER },
	{ "descriptor size 175",	48, 4, 175, GEV_FRAME_BAD_HEADER },
	{ "descriptor size 177",	48, 4, 177, GEV_FRAME_BAD_HEADER },
	{ "descriptor size huge",	48, 4, 0xffffffff, GEV_FRAME_BAD_HEADER },
	{ "components 0",		52, 4, 0, GEV_FRAME_BAD_HEADER },
	{ "components 2",		52, 4, 2, GEV_FRAME_BAD_HEADER },
	{ "components huge",		52, 4, 0xffffffff, GEV_FRAME_BAD_HEADER },
	{ "component offset odd",	56, 8, 65, GEV_FRAME_BAD_HEADER },
	{ "component offset 4",		56, 8, 60, GEV_FRAME_BAD_HEADER },
	{ "component offset 0",		56, 8, 0, GEV_FRAME_BAD_HEADER },
	{ "component at the end",	56, 8, 176, GEV_FRAME_BAD_HEADER },
	{ "component half outside",	56, 8, 136, GEV_FRAME_BAD_HEADER },
	{ "component offset 2^32",	56, 8, 0x100000040, GEV_FRAME_BAD_HEADER },
	{ "component offset wraps",	56, 8, 0xfffffffffffffff8, GEV_FRAME_BAD_HEADER },
	{ "component offset huge",	56, 8, ~0ull, GEV_FRAME_BAD_HEADER },
	{ "component type",		64, 2, 0x1000, GEV_FRAME_BAD_HEADER },
	{ "component flag 0 alone",	66, 2, 1, GEV_FRAME_GOOD },
	{ "component size 48",		68, 4, 48, GEV_FRAME_BAD_HEADER },
	{ "component size 64",		68, 4, 64, GEV_FRAME_BAD_HEADER },
	{ "component size huge",	68, 4, 0xffffffff, GEV_FRAME_BAD_HEADER },
	{ "group, source, region",	72, 8, ~0ull, GEV_FRAME_GOOD },
	{ "region offsets",		80, 8, ~0ull, GEV_FRAME_GOOD },
	{ "timestamp",			88, 8, ~0ull, GEV_FRAME_GOOD },
	{ "type id",			96, 8, ~0ull, GEV_FRAME_GOOD },
	{ "component PFNC",		104, 4, 0x01100003, GEV_FRAME_BAD_FORMAT },
	{ "component PFNC huge",	104, 4, 0xffffffff, GEV_FRAME_BAD_FORMAT },
	{ "component reserved",		108, 2, 0xffff, GEV_FRAME_GOOD },
	{ "parts 0",			110, 2, 0, GEV_FRAME_BAD_HEADER },
	{ "parts 2",			110, 2, 2, GEV_FRAME_BAD_HEADER },
	{ "parts huge",			110, 2, 0xffff, GEV_FRAME_BAD_HEADER },
	{ "part offset odd",		112, 8, 121, GEV_FRAME_BAD_HEADER },
	{ "part offset 4",		112, 8, 116, GEV_FRAME_BAD_HEADER },
	{ "part offset 0",		112, 8, 0, GEV_FRAME_BAD_HEADER },
	{ "part is the component",	112, 8, 64, GEV_FRAME_BAD_HEADER },
	{ "part half outside",		112, 8, 128, GEV_FRAME_BAD_HEADER },
	{ "part at the end",		112, 8, 176, GEV_FRAME_BAD_HEADER },
	{ "part offset 2^32",		112, 8, 0x100000078, GEV_FRAME_BAD_HEADER },
	{ "part offset wraps",		112, 8, 0xffffffffffffffc8, GEV_FRAME_BAD_HEADER },
	{ "part offset wraps to 0",	112, 8, 0xffffffffffffffd8, GEV_FRAME_BAD_HEADER },
	{ "part type 1D",		120, 2, 0x4100, GEV_FRAME_BAD_HEADER },
	{ "part type JPEG",		120, 2, 0x4201, GEV_FRAME_BAD_HEADER },
	{ "part type swapped",		120, 2, 0x0042, GEV_FRAME_BAD_HEADER },
	{ "part flags",			122, 2, 0xffff, GEV_FRAME_GOOD },
	{ "part size 40",		124, 4, 40, GEV_FRAME_BAD_HEADER },
	{ "part size 64",		124, 4, 64, GEV_FRAME_BAD_HEADER },
	{ "part size huge",		124, 4, 0xffffffff, GEV_FRAME_BAD_HEADER },
	{ "part PFNC",			128, 4, 0x01100006, GEV_FRAME_BAD_FORMAT },
	{ "part PFNC huge",		128, 4, 0xffffffff, GEV_FRAME_BAD_FORMAT },
	{ "part reserved",		132, 2, 0xffff, GEV_FRAME_GOOD },
	{ "flow 0",			134, 2, 0, GEV_FRAME_BAD_PART },
	{ "flow 2",			134, 2, 2, GEV_FRAME_BAD_PART },
	{ "flow huge",			134, 2, 0xffff, GEV_FRAME_BAD_PART },
	{ "flow offset 8",		136, 8, 8, GEV_FRAME_BAD_PART },
	{ "flow offset 2^32",		136, 8, 0x100000000, GEV_FRAME_BAD_PART },
	{ "flow offset huge",		136, 8, ~0ull, GEV_FRAME_BAD_PART },
	{ "data size 0",		144, 8, 0, GEV_FRAME_BAD_SIZE },
	{ "data size less",		144, 8, 73, GEV_FRAME_BAD_SIZE },
	{ "data size more",		144, 8, 75, GEV_FRAME_BAD_SIZE },
	{ "data size + 2^32",		144, 8, 0x10000004a, GEV_FRAME_BAD_SIZE },
	{ "data size huge",		144, 8, ~0ull, GEV_FRAME_BAD_SIZE },
	{ "data offset",		152, 8, ~0ull, GEV_FRAME_GOOD },
	{ "x",				160, 4, 5, GEV_FRAME_BAD_GEOMETRY },
	{ "x 0",			160, 4, 0, GEV_FRAME_BAD_GEOMETRY },
	{ "x huge",			160, 4, 0xffffffff, GEV_FRAME_BAD_GEOMETRY },
	{ "y",				164, 4, 6, GEV_FRAME_BAD_GEOMETRY },
	{ "y huge",			164, 4, 0xffffffff, GEV_FRAME_BAD_GEOMETRY },
	{ "pad x",			168, 2, 0, GEV_FRAME_BAD_GEOMETRY },
	{ "pad x huge",			168, 2, 0xffff, GEV_FRAME_BAD_GEOMETRY },
	{ "pad y",			170, 2, 0, GEV_FRAME_BAD_GEOMETRY },
	{ "pad y huge",			170, 2, 0xffff, GEV_FRAME_BAD_GEOMETRY },
	{ "image reserved",		172, 4, 0xffffffff, GEV_FRAME_GOOD },
};

TEST(falsified_fields)
{
	u8 data[sizeof(plain)];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(plain_cases); i++) {
		const struct falsified *c = &plain_cases[i];

		memcpy(data, plain, sizeof(plain));
		put(data, c->offset, c->width, c->value);
		EXPECT_EQ(c->cause, judge_plain(data)) {
			TH_LOG("%s", c->what);
		}
	}
}

static const struct falsified meta_cases[] = {
	{ "parts 1",			110, 2, 1, GEV_FRAME_BAD_HEADER },
	{ "component size 56",		68, 4, 56, GEV_FRAME_BAD_HEADER },
	{ "both parts the image",	120, 8, 128, GEV_FRAME_BAD_PART },
	{ "both parts metadata",	112, 8, 184, GEV_FRAME_BAD_PART },
	{ "metadata offset odd",	120, 8, 185, GEV_FRAME_BAD_HEADER },
	{ "metadata part outside",	120, 8, 192, GEV_FRAME_BAD_HEADER },
	{ "metadata part far outside",	120, 8, 1 << 20, GEV_FRAME_BAD_HEADER },
	{ "metadata offset wraps",	120, 8, 0xffffffffffffffd8, GEV_FRAME_BAD_HEADER },
	{ "image over the metadata",	112, 8, 176, GEV_FRAME_BAD_HEADER },
	{ "metadata type XML",		184, 2, 0x4001, GEV_FRAME_BAD_HEADER },
	{ "metadata as a second image",	184, 2, 0x4200, GEV_FRAME_BAD_HEADER },
	{ "image as a metadata part",	128, 2, 0x4000, GEV_FRAME_BAD_HEADER },
	{ "metadata part flags",	186, 2, 0xffff, GEV_FRAME_GOOD },
	{ "metadata part size 32",	188, 4, 32, GEV_FRAME_BAD_HEADER },
	{ "metadata part size 56",	188, 4, 56, GEV_FRAME_BAD_HEADER },
	{ "metadata format",		192, 4, 0, GEV_FRAME_GOOD },
	{ "metadata flow 1",		198, 2, 1, GEV_FRAME_BAD_PART },
	{ "metadata flow 2",		198, 2, 2, GEV_FRAME_BAD_PART },
	{ "flow offset in descriptor",	200, 8, 216, GEV_FRAME_BAD_HEADER },
	{ "flow offset 0",		200, 8, 0, GEV_FRAME_BAD_HEADER },
	{ "flow offset odd",		200, 8, 228, GEV_FRAME_BAD_HEADER },
	{ "flow offset behind",		200, 8, 232, GEV_FRAME_BAD_SIZE },
	{ "flow offset far",		200, 8, 1ull << 40, GEV_FRAME_BAD_SIZE },
	{ "flow offset wraps",		200, 8, 0xfffffffffffffff8, GEV_FRAME_BAD_SIZE },
	{ "metadata size less",		208, 8, 19, GEV_FRAME_GOOD },
	{ "metadata size 0",		208, 8, 0, GEV_FRAME_GOOD },
	{ "metadata size more",		208, 8, 21, GEV_FRAME_BAD_SIZE },
	{ "metadata size + 2^32",	208, 8, 0x100000014, GEV_FRAME_BAD_SIZE },
	{ "metadata size wraps",	208, 8, 0xffffffffffffff20, GEV_FRAME_BAD_SIZE },
	{ "metadata size huge",		208, 8, ~0ull, GEV_FRAME_BAD_SIZE },
	{ "metadata data offset",	216, 8, ~0ull, GEV_FRAME_GOOD },
};

TEST(falsified_metadata)
{
	u8 data[sizeof(meta)];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(meta_cases); i++) {
		const struct falsified *c = &meta_cases[i];

		memcpy(data, meta, sizeof(meta));
		put(data, c->offset, c->width, c->value);
		EXPECT_EQ(c->cause, judge_meta(data, sizeof(data))) {
			TH_LOG("%s", c->what);
		}
	}
}

/* Bytes that neither the judgement nor the decoded frame depends on */
static bool is_ignored(size_t offset)
{
	return (offset >= 5 && offset < 8) || (offset >= 24 && offset < 48) ||
	       (offset >= 72 && offset < 88) || (offset >= 96 && offset < 104) ||
	       offset == 108 || offset == 109 || offset == 122 || offset == 123 ||
	       offset == 132 || offset == 133 || (offset >= 152 && offset < 160) ||
	       offset >= 172;
}

/* Bytes that are handed on as they are */
static bool is_value(size_t offset)
{
	return offset == 10 || offset == 11 || (offset >= 16 && offset < 24) ||
	       offset == 66 || offset == 67 || (offset >= 88 && offset < 96);
}

TEST(every_bit_counts)
{
	u8 data[sizeof(plain)];
	size_t bit;

	for (bit = 0; bit < sizeof(plain) * 8; bit++) {
		enum gev_frame_cause cause;
		struct gev_gendc_frame f;
		bool advance;

		memcpy(data, plain, sizeof(plain));
		data[bit / 8] ^= 1 << bit % 8;
		cause = gev_gendc_decode(data, sizeof(data), PLAIN_PAYLOAD, &f);
		if (is_ignored(bit / 8) || is_value(bit / 8)) {
			EXPECT_EQ(GEV_FRAME_GOOD, cause);
			EXPECT_EQ(is_ignored(bit / 8), same(&plain_frame, &f)) {
				TH_LOG("byte %zu bit %zu", bit / 8, bit % 8);
			}
			continue;
		}
		if (cause == GEV_FRAME_GOOD)
			cause = gev_gendc_check(&f, &plain_expect, PLAIN_PAYLOAD,
						plain_frame.id - 1, &advance);
		EXPECT_NE(GEV_FRAME_GOOD, cause) {
			TH_LOG("byte %zu bit %zu", bit / 8, bit % 8);
		}
	}
}

TEST(parts_in_either_order)
{
	struct gev_gendc_frame f;
	u8 data[sizeof(meta)];

	memcpy(data, meta, sizeof(meta));
	put(data, 112, 8, 184);
	put(data, 120, 8, 128);
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_decode(data, sizeof(data), META_PAYLOAD, &f));
	EXPECT_TRUE(same(&meta_frame, &f));
}

TEST(number_of_parts)
{
	u8 data[sizeof(plain)];
	u8 more[sizeof(meta) + 8];

	memcpy(data, plain, sizeof(plain));
	put(data, 68, 4, 48);
	put(data, 110, 2, 0);
	EXPECT_EQ(GEV_FRAME_BAD_PART, judge_plain(data));

	/* three parts would be read from the image part's header */
	memset(more, 0, sizeof(more));
	memcpy(more, meta, 128);
	memcpy(more + 136, meta + 128, sizeof(meta) - 128);
	put(more, 48, 4, 232);
	put(more, 68, 4, 72);
	put(more, 110, 2, 3);
	put(more, 112, 8, 136);
	put(more, 120, 8, 192);
	put(more, 128, 8, 192);
	put(more, 208, 8, 232);
	EXPECT_EQ(GEV_FRAME_BAD_PART, judge_meta(more, sizeof(more)));

	/* a header that is consistent, but longer than the descriptor */
	memcpy(data, plain, sizeof(plain));
	put(data, 68, 4, 48 + 8 * 9);
	put(data, 110, 2, 9);
	EXPECT_EQ(GEV_FRAME_BAD_HEADER, judge_plain(data));

	/* metadata, but no image */
	memcpy(more, meta, sizeof(meta));
	put(more, 68, 4, 56);
	put(more, 110, 2, 1);
	put(more, 112, 8, 184);
	EXPECT_EQ(GEV_FRAME_BAD_PART, judge_meta(more, sizeof(meta)));
}

/* A descriptor whose component and part lie @shift bytes further on */
static enum gev_frame_cause judge_shifted(unsigned int shift)
{
	u8 data[sizeof(plain) + 16] = { 0 };
	bool advance;

	memcpy(data, plain, 64);
	memcpy(data + 64 + shift, plain + 64, sizeof(plain) - 64);
	put(data, 48, 4, sizeof(data));
	put(data, 56, 8, 64 + shift);
	put(data, 112 + shift, 8, 120 + shift);
	return judge(data, sizeof(data), PLAIN_PAYLOAD, &plain_expect, plain_frame.id - 1,
		     &advance);
}

TEST(other_offsets)
{
	unsigned int shift;

	for (shift = 0; shift <= 16; shift++)
		EXPECT_EQ(shift % 8 ? GEV_FRAME_BAD_HEADER : GEV_FRAME_GOOD,
			  judge_shifted(shift));
}

TEST(preliminary)
{
	struct gev_gendc_frame f;
	u8 data[sizeof(meta)];
	size_t len;

	memcpy(data, plain, sizeof(plain));
	put(data, 16, 8, 0);
	put(data, 24, 8, 0xff);
	put(data, 88, 8, 0);
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_preliminary(guard_copy(data, sizeof(plain)),
							sizeof(plain), &f));
	EXPECT_EQ(0, f.id);
	EXPECT_EQ(PLAIN_PAYLOAD, f.data_size);
	EXPECT_EQ(2, f.pad_x);
	EXPECT_EQ(4, f.pad_y);
	for (len = 0; len < sizeof(plain); len++)
		EXPECT_EQ(len < 8 ? GEV_FRAME_BAD_SIGNATURE : GEV_FRAME_BAD_HEADER,
			  gev_gendc_preliminary(guard_copy(data, len), len, &f));

	/* the metadata itself is not in the register */
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_preliminary(meta, GEV_GENDC_DESCRIPTOR_META, &f));
	EXPECT_EQ(META_SIZE, f.meta_size);
	EXPECT_EQ(224, f.meta_offset);
	memcpy(data, meta, sizeof(meta));
	put(data, 208, 8, 0xffffffffffffff20);
	EXPECT_EQ(GEV_FRAME_BAD_SIZE, gev_gendc_preliminary(data, sizeof(data), &f));
	put(data, 208, 8, 0xffffffffffffff1f);
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_preliminary(data, sizeof(data), &f));
	put(data, 142, 2, 0);
	EXPECT_EQ(GEV_FRAME_BAD_PART, gev_gendc_preliminary(data, sizeof(data), &f));
}

TEST(failure_writes_the_whole_frame)
{
	struct gev_gendc_frame f, zero = { 0 };

	memset(&f, 0xaa, sizeof(f));
	EXPECT_EQ(GEV_FRAME_BAD_SIGNATURE, gev_gendc_decode(plain, 0, 0, &f));
	EXPECT_TRUE(same(&zero, &f));
	memset(&f, 0xaa, sizeof(f));
	EXPECT_EQ(GEV_FRAME_BAD_HEADER, gev_gendc_decode(plain, 100, 0, &f));
	EXPECT_TRUE(same(&zero, &f));
}

TEST(round_trip)
{
	struct gev_gendc_frame f = {
		.id = ~0ull - 1, .timestamp = ~0ull - 2, .flags = 0xfffe, .component_flags = 0xfffd,
		.pfnc = 0xfffffffc, .component_pfnc = 0xfffffffb, .x = 0xfffffffa,
		.y = 0xfffffff9, .pad_x = 0xfff8, .pad_y = 0xfff7, .data_size = ~0ull - 9,
		.descriptor_size = 224, .meta_format = 0xfffffff5, .meta_offset = 224,
		.meta_size = 0xfffffff4,
	};
	struct gev_gendc_frame back;
	u8 buf[224];

	ASSERT_EQ(224, gev_gendc_encode(buf, sizeof(buf), &f));
	EXPECT_EQ(GEV_FRAME_GOOD, gev_gendc_preliminary(buf, sizeof(buf), &back));
	EXPECT_TRUE(same(&f, &back));
}

TEST(cause_names)
{
	int i, j;

	for (i = 0; i < GEV_FRAME_CAUSES; i++) {
		EXPECT_STRNE("unknown", gev_frame_cause_name(i));
		for (j = 0; j < i; j++)
			EXPECT_STRNE(gev_frame_cause_name(j), gev_frame_cause_name(i));
	}
	EXPECT_STREQ("good", gev_frame_cause_name(GEV_FRAME_GOOD));
	EXPECT_STREQ("unknown", gev_frame_cause_name(GEV_FRAME_CAUSES));
	EXPECT_STREQ("unknown", gev_frame_cause_name((enum gev_frame_cause)-1));
}

TEST_HARNESS_MAIN
