// SPDX-License-Identifier: GPL-2.0
/*
 * wire/pfnc.c: codes and names as the PFNC lists them, fourccs as V4L2 spells
 * them, sizes worked out by hand.
 */
#include "kselftest_harness.h"

#include "wire/pfnc.h"

struct format {
	u32 code;
	const char *name;
	const char *fourcc;
	u8 bpp;
	u8 depth;
	u8 x_step;
};

static const struct format formats[] = {
	{ 0x01080001, "Mono8", "GREY", 8, 8, 1 },
	{ 0x01100003, "Mono10", "Y10 ", 16, 10, 1 },
	{ 0x01100005, "Mono12", "Y12 ", 16, 12, 1 },
	{ 0x01100025, "Mono14", "Y14 ", 16, 14, 1 },
	{ 0x01100007, "Mono16", "Y16 ", 16, 16, 1 },
	{ 0x01080008, "BayerGR8", "GRBG", 8, 8, 1 },
	{ 0x01080009, "BayerRG8", "RGGB", 8, 8, 1 },
	{ 0x0108000A, "BayerGB8", "GBRG", 8, 8, 1 },
	{ 0x0108000B, "BayerBG8", "BA81", 8, 8, 1 },
	{ 0x0110000C, "BayerGR10", "BA10", 16, 10, 1 },
	{ 0x0110000D, "BayerRG10", "RG10", 16, 10, 1 },
	{ 0x0110000E, "BayerGB10", "GB10", 16, 10, 1 },
	{ 0x0110000F, "BayerBG10", "BG10", 16, 10, 1 },
	{ 0x01100010, "BayerGR12", "BA12", 16, 12, 1 },
	{ 0x01100011, "BayerRG12", "RG12", 16, 12, 1 },
	{ 0x01100012, "BayerGB12", "GB12", 16, 12, 1 },
	{ 0x01100013, "BayerBG12", "BG12", 16, 12, 1 },
	{ 0x0110002E, "BayerGR16", "GR16", 16, 16, 1 },
	{ 0x0110002F, "BayerRG16", "RG16", 16, 16, 1 },
	{ 0x01100030, "BayerGB16", "GB16", 16, 16, 1 },
	{ 0x01100031, "BayerBG16", "BYR2", 16, 16, 1 },
	{ 0x02180014, "RGB8", "RGB3", 24, 8, 1 },
	{ 0x02180015, "BGR8", "BGR3", 24, 8, 1 },
	{ 0x02100032, "YUV422_8", "YUYV", 16, 8, 2 },
	{ 0x0210001F, "YUV422_8_UYVY", "UYVY", 16, 8, 2 },
};

static u32 fourcc(const char *s)
{
	return s[0] | s[1] << 8 | s[2] << 16 | (u32)s[3] << 24;
}

TEST(every_format)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		const struct format *f = &formats[i];
		const struct gev_pfnc *p = gev_pfnc_find(f->code);

		ASSERT_NE(NULL, p) {
			TH_LOG("%s", f->name);
		}
		EXPECT_EQ(f->code, p->code);
		EXPECT_STREQ(f->name, p->name);
		EXPECT_EQ(fourcc(f->fourcc), p->fourcc) {
			TH_LOG("%s", f->name);
		}
		EXPECT_EQ(f->bpp, p->bpp);
		EXPECT_EQ(f->depth, p->depth);
		EXPECT_EQ(f->x_step, p->x_step);
		EXPECT_EQ(p, gev_pfnc_find_fourcc(fourcc(f->fourcc)));
		EXPECT_EQ(p, gev_pfnc_find_name(f->name));
	}
}

/* No format beyond those listed here, none twice */
TEST(walk)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		const struct gev_pfnc *p = gev_pfnc_at(i);

		ASSERT_NE(NULL, p);
		EXPECT_EQ(p, gev_pfnc_find(p->code));
		EXPECT_EQ(p, gev_pfnc_find_fourcc(p->fourcc));
		EXPECT_EQ(p->bpp, gev_pfnc_bits(p->code));
		EXPECT_LE(p->depth, p->bpp);
	}
	EXPECT_EQ(NULL, gev_pfnc_at(i));
	EXPECT_EQ(NULL, gev_pfnc_at(~0u));
}

TEST(constants)
{
	EXPECT_STREQ("Mono8", gev_pfnc_find(GEV_PFNC_MONO8)->name);
	EXPECT_STREQ("Mono10", gev_pfnc_find(GEV_PFNC_MONO10)->name);
	EXPECT_STREQ("Mono12", gev_pfnc_find(GEV_PFNC_MONO12)->name);
	EXPECT_STREQ("Mono16", gev_pfnc_find(GEV_PFNC_MONO16)->name);
	EXPECT_STREQ("BayerRG8", gev_pfnc_find(GEV_PFNC_BAYER_RG8)->name);
	EXPECT_STREQ("BayerGR12", gev_pfnc_find(GEV_PFNC_BAYER_GR12)->name);
	EXPECT_STREQ("RGB8", gev_pfnc_find(GEV_PFNC_RGB8)->name);
	EXPECT_STREQ("BGR8", gev_pfnc_find(GEV_PFNC_BGR8)->name);
	EXPECT_STREQ("YUV422_8", gev_pfnc_find(GEV_PFNC_YUV422_8)->name);
}

TEST(unknown)
{
	static const u32 codes[] = {
		0, 1, 0xffffffff, 0x80000000, 0x81080001, 0x01080002,
		0x010a0046, 0x010c0047, 0x010c0006, 0x010c0059, 0x0220001d, 0x02180020,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(codes); i++)
		EXPECT_EQ(NULL, gev_pfnc_find(codes[i]));
	EXPECT_EQ(NULL, gev_pfnc_find_fourcc(0));
	EXPECT_EQ(NULL, gev_pfnc_find_fourcc(fourcc("Y10P")));
	EXPECT_EQ(NULL, gev_pfnc_find_fourcc(fourcc("MJPG")));
	EXPECT_EQ(NULL, gev_pfnc_find_name(""));
	EXPECT_EQ(NULL, gev_pfnc_find_name("Mono"));
	EXPECT_EQ(NULL, gev_pfnc_find_name("mono8"));
	EXPECT_EQ(NULL, gev_pfnc_find_name("Mono88"));
}

TEST(line_bytes)
{
	EXPECT_EQ(0, gev_pfnc_line_bytes(GEV_PFNC_MONO8, 0));
	EXPECT_EQ(1, gev_pfnc_line_bytes(GEV_PFNC_MONO8, 1));
	EXPECT_EQ(0xffffffff, gev_pfnc_line_bytes(GEV_PFNC_MONO8, 0xffffffff));
	EXPECT_EQ(34, gev_pfnc_line_bytes(GEV_PFNC_MONO12, 17));
	EXPECT_EQ(51, gev_pfnc_line_bytes(GEV_PFNC_RGB8, 17));
	EXPECT_EQ(0, gev_pfnc_line_bytes(GEV_PFNC_MONO12, 0x80000000));
	EXPECT_EQ(0xfffffffe, gev_pfnc_line_bytes(GEV_PFNC_MONO12, 0x7fffffff));
	EXPECT_EQ(0, gev_pfnc_line_bytes(0xffffffff, 0xffffffff));
	/* begun bytes count */
	EXPECT_EQ(2, gev_pfnc_line_bytes(0x010c0047, 1));
	EXPECT_EQ(3, gev_pfnc_line_bytes(0x010c0047, 2));
	EXPECT_EQ(5, gev_pfnc_line_bytes(0x010c0047, 3));
	EXPECT_EQ(1, gev_pfnc_line_bytes(0x01010037, 1));
	EXPECT_EQ(1, gev_pfnc_line_bytes(0x01010037, 8));
	EXPECT_EQ(2, gev_pfnc_line_bytes(0x01010037, 9));
	EXPECT_EQ(0xffffffff, gev_pfnc_line_bytes(0x010c0047, 0xaaaaaaaa));
	EXPECT_EQ(0, gev_pfnc_line_bytes(0x010c0047, 0xaaaaaaab));
}

struct size_case {
	u32 code;
	u32 x;
	u32 y;
	u16 pad_x;
	u16 pad_y;
	u64 size;
	bool valid;
};

static const struct size_case size_cases[] = {
	{ GEV_PFNC_MONO8, 17, 3, 0, 0, 51, true },
	{ GEV_PFNC_MONO8, 17, 3, 0, 0, 50, false },
	{ GEV_PFNC_MONO8, 17, 3, 0, 0, 52, false },
	{ GEV_PFNC_MONO8, 17, 3, 0, 0, 0, false },
	{ GEV_PFNC_MONO8, 17, 3, 3, 0, 60, true },
	{ GEV_PFNC_MONO8, 17, 3, 3, 5, 65, true },
	{ GEV_PFNC_MONO8, 17, 3, 3, 5, 60, false },
	{ GEV_PFNC_MONO12, 6, 5, 2, 4, 74, true },
	{ GEV_PFNC_RGB8, 7, 2, 3, 0, 48, true },
	{ GEV_PFNC_YUV422_8, 8, 2, 0, 0, 32, true },
	{ GEV_PFNC_MONO8, 65536, 65536, 0, 0, 1ull << 32, true },
	{ GEV_PFNC_MONO8, 65536, 65536, 0, 0, 0, false },
	/* Mono12p: by lines 5 bytes each, or 9 pixels in one run */
	{ 0x010c0047, 3, 3, 0, 0, 15, true },
	{ 0x010c0047, 3, 3, 0, 0, 14, true },
	{ 0x010c0047, 3, 3, 0, 0, 13, false },
	{ 0x010c0047, 3, 3, 0, 2, 16, true },
	{ 0x010c0047, 3, 3, 0, 2, 17, true },
	{ 0x010c0047, 3, 3, 0, 2, 14, false },
	/* with line padding there are lines, and only those */
	{ 0x010c0047, 3, 3, 1, 0, 18, true },
	{ 0x010c0047, 3, 3, 1, 0, 14, false },
	{ 0x010c0047, 3, 3, 1, 0, 17, false },
	/* Mono1p */
	{ 0x01010037, 3, 5, 0, 0, 5, true },
	{ 0x01010037, 3, 5, 0, 0, 2, true },
	{ 0x01010037, 3, 5, 0, 0, 1, false },
	/* not a p-format, although it begins lines inside a byte */
	{ 0x010c0006, 3, 3, 0, 0, 15, true },
	{ 0x010c0006, 3, 3, 0, 0, 14, false },
	/* nothing fits by overflow */
	{ 0x01ff0000, 0xffffffff, 0xffffffff, 0, 0, ~0ull, false },
	{ 0x01ff0000, 0xffffffff, 0xffffffff, 0xffff, 0xffff, 0, false },
	{ GEV_PFNC_MONO8, 0xffffffff, 0xffffffff, 0, 0, 0xfffffffe00000001, true },
	{ GEV_PFNC_MONO8, 0xffffffff, 0xffffffff, 2, 0, 0xffffffff, false },
	{ GEV_PFNC_MONO8, 0xffffffff, 0xffffffff, 1, 1, 0xffffffff00000001, true },
	{ 0x010c0047, 0xffffffff, 0xffffffff, 0, 0, 0xffffffff, false },
	{ 0x01ff0000, 0xffffffff, 0xffffffff, 0, 0, 0xdfffffc12000001f, false },
	{ GEV_PFNC_MONO8, 0xffffffff, 0xffffffff, 2, 0, ~0ull, true },
	{ GEV_PFNC_MONO8, 0xffffffff, 0xffffffff, 2, 5, 4, false },
	/* x * y * 12 bits is 2^64 + 32: the run must not come out as 4 bytes */
	{ 0x010c0047, 0x6cc31c19, 0x3236ab18, 0, 0, 4, false },
	/* of a vendor's own formats nothing is known */
	{ 0x81080001, 17, 3, 0, 0, 1, true },
};

TEST(size_valid)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(size_cases); i++) {
		const struct size_case *c = &size_cases[i];

		EXPECT_EQ(c->valid, gev_pfnc_size_valid(c->code, c->x, c->y, c->pad_x, c->pad_y,
							c->size)) {
			TH_LOG("%08x %u x %u + %u + %u = %llu", c->code, c->x, c->y, c->pad_x,
			       c->pad_y, (unsigned long long)c->size);
		}
	}
}

/* All p-formats whose lines may begin inside a byte, and their neighbours */
TEST(packed_formats)
{
	static const u32 packed[] = {
		0x01010037, 0x01020038, 0x01040039, 0x010A0046, 0x010C0047, 0x021E0048,
		0x02240049, 0x010A0052, 0x010C0053, 0x010A0054, 0x010C0055, 0x010A0056,
		0x010C0057, 0x010A0058, 0x010C0059, 0x021E005C, 0x0224005D, 0x010A0069,
		0x010C006B, 0x010A0070, 0x010C0072, 0x010A0077, 0x010C0079, 0x010A007E,
		0x010C0080, 0x021E0084, 0x02240086, 0x02140087, 0x021E008A, 0x0224008C,
		0x0214008E, 0x021E0092, 0x02240094, 0x02140096, 0x0214009A, 0x0214009E,
		0x021400A2, 0x021400A8, 0x021400AA, 0x010100C5, 0x010A00D5, 0x010A00D6,
		0x010A00D7, 0x010C00D8, 0x010C00D9, 0x010C00DA, 0x021E00DB, 0x022400DE,
		0x021400F0, 0x021E00F6, 0x022400F8, 0x021400FE, 0x021400FF, 0x010E0104,
		0x010E0105, 0x010E0106, 0x010E0107, 0x010E0108, 0x0104010D, 0x0104010E,
		0x0104010F, 0x01040110,
	};
	/* GigE Vision's own, 4:1:1, 4:2:0, planar, and those with a wrong size field */
	static const u32 others[] = {
		0x010C0004, 0x010C0006, 0x010C0026, 0x010C002B, 0x02240034, 0x020C001E,
		0x020C003C, 0x020C005A, 0x020C0112, 0x021E00DC, 0x022400DF, 0x021400F1,
		0x010A00CA, 0x010C00CB,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(packed); i++) {
		u64 bits = gev_pfnc_bits(packed[i]);
		u64 run = (3 * 5 * bits + 7) / 8;

		EXPECT_NE(0, bits % 8);
		EXPECT_TRUE(gev_pfnc_size_valid(packed[i], 3, 5, 0, 0, run)) {
			TH_LOG("%08x", packed[i]);
		}
		EXPECT_TRUE(gev_pfnc_size_valid(packed[i], 3, 5, 0, 0, 5 * ((3 * bits + 7) / 8)));
	}
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		u64 run = (3 * 5 * gev_pfnc_bits(others[i]) + 7) / 8;

		EXPECT_FALSE(gev_pfnc_size_valid(others[i], 3, 5, 0, 0, run)) {
			TH_LOG("%08x", others[i]);
		}
	}
}

TEST_HARNESS_MAIN
