// SPDX-License-Identifier: GPL-2.0
/*
 * wire/gvcp.c: DISCOVERY acknowledges, and the strings in them.
 */
#include "kselftest_harness.h"

#include "guard.h"
#include "wire/gvcp.h"

static void put(u8 *data, size_t offset, unsigned int width, u64 value)
{
	while (width--)
		data[offset++] = value >> 8 * width;
}

/* A whole DISCOVERY acknowledge: bootstrap registers 0x0000 to 0x00f7 */
static void make_discovery(u8 *block)
{
	memset(block, 0, 248);
	put(block, 0x00, 4, 0x00020001);
	put(block, 0x04, 4, 0x80000001);
	put(block, 0x08, 2, 0xffff);
	put(block, 0x0a, 6, 0x02005e102030);
	put(block, 0x10, 4, 0x80000007);
	put(block, 0x14, 4, 0x00000006);
	put(block, 0x24, 4, 0xc0000202);
	put(block, 0x34, 4, 0xffffff00);
	put(block, 0x44, 4, 0xc0000201);
	memcpy(block + 0x48, "Maker", 5);
	memcpy(block + 0x68, "Model", 5);
	memcpy(block + 0x88, "1.2.3", 5);
	memcpy(block + 0xa8, "free text", 9);
	memcpy(block + 0xd8, "SN0001", 6);
	memcpy(block + 0xe8, "left eye", 8);
}

static int decode_block(const u8 *block, unsigned int len, struct gev_gvcp_discovery *d)
{
	struct gev_gvcp_ack ack = {
		.command = GEV_GVCP_DISCOVERY_RSP, .length = len,
		.payload = guard_copy(block, len),
	};

	return gev_gvcp_discovery_decode(&ack, d);
}

TEST(discovery_decode)
{
	struct gev_gvcp_discovery d;
	u8 block[248];

	make_discovery(block);
	memset(&d, 0xaa, sizeof(d));
	ASSERT_EQ(0, decode_block(block, 248, &d));
	EXPECT_EQ(2, d.version_major);
	EXPECT_EQ(1, d.version_minor);
	EXPECT_EQ(0x80000001, d.device_mode);
	EXPECT_EQ(0, memcmp(d.mac, "\x02\x00\x5e\x10\x20\x30", 6));
	EXPECT_EQ(0x80000007, d.ip_options);
	EXPECT_EQ(6, d.ip_current);
	EXPECT_EQ(0xc0000202, d.ip);
	EXPECT_EQ(0xffffff00, d.mask);
	EXPECT_EQ(0xc0000201, d.gateway);
	EXPECT_STREQ("Maker", d.manufacturer);
	EXPECT_STREQ("Model", d.model);
	EXPECT_STREQ("1.2.3", d.device_version);
	EXPECT_STREQ("free text", d.info);
	EXPECT_STREQ("SN0001", d.serial);
	EXPECT_STREQ("left eye", d.user_name);
}

TEST(discovery_refused)
{
	struct gev_gvcp_discovery d;
	struct gev_gvcp_ack ack;
	u8 block[300] = { 0 };
	unsigned int len;

	make_discovery(block);
	for (len = 0; len < 248; len++)
		EXPECT_EQ(-EBADMSG, decode_block(block, len, &d));
	EXPECT_EQ(0, decode_block(block, 300, &d));

	ack = (struct gev_gvcp_ack){
		.command = GEV_GVCP_FORCEIP_RSP, .length = 248, .payload = block,
	};
	EXPECT_EQ(-EBADMSG, gev_gvcp_discovery_decode(&ack, &d));
	ack.command = GEV_GVCP_DISCOVERY_RSP;
	ack.status = GEV_GVCP_ERROR;
	EXPECT_EQ(-EBADMSG, gev_gvcp_discovery_decode(&ack, &d));
}

/* Names that fill their field have no NUL there. */
TEST(discovery_full_fields)
{
	struct gev_gvcp_discovery d;
	u8 block[248];

	make_discovery(block);
	memset(block + 0x48, 'a', 32);
	memset(block + 0x68, 'b', 32);
	memset(block + 0x88, 'c', 32);
	memset(block + 0xa8, 'd', 48);
	memset(block + 0xd8, 'e', 16);
	memset(block + 0xe8, 'f', 16);
	memset(&d, 0xaa, sizeof(d));
	ASSERT_EQ(0, decode_block(block, 248, &d));
	EXPECT_STREQ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", d.manufacturer);
	EXPECT_STREQ("bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", d.model);
	EXPECT_STREQ("cccccccccccccccccccccccccccccccc", d.device_version);
	EXPECT_STREQ("dddddddddddddddddddddddddddddddddddddddddddddddd", d.info);
	EXPECT_STREQ("eeeeeeeeeeeeeeee", d.serial);
	EXPECT_STREQ("ffffffffffffffff", d.user_name);
}

struct text {
	const char *wire;
	const char *shown;
};

static const struct text texts[] = {
	{ "", "" },
	{ " plain text ~", " plain text ~" },
	{ "a\nb\tc\rd\x1b[31m", "a?b?c?d?[31m" },
	{ "\x01\x1f\x7f", "???" },
	{ "\xc3\xbcmlaut \xe2\x82\xac", "\xc3\xbcmlaut \xe2\x82\xac" },
	{ "\xf0\x9f\x93\xb7", "\xf0\x9f\x93\xb7" },
	{ "\xc2\x80\xc2\x85\xc2\x9f", "??????" },		/* C1 controls */
	{ "\xc2\xa0", "\xc2\xa0" },
	{ "\x80 \xbf \xfe \xff", "? ? ? ?" },
	{ "\xc0\x80 \xc1\xbf", "?? ??" },			/* too long a form */
	{ "\xe0\x80\x80 \xe0\x9f\xbf", "??? ???" },
	{ "\xe0\xa0\x80", "\xe0\xa0\x80" },
	{ "\xed\xa0\x80 \xed\xbf\xbf", "??? ???" },		/* surrogates */
	{ "\xed\x9f\xbf \xee\x80\x80", "\xed\x9f\xbf \xee\x80\x80" },
	{ "\xf0\x80\x80\x80 \xf0\x8f\xbf\xbf", "???? ????" },
	{ "\xf0\x90\x80\x80", "\xf0\x90\x80\x80" },
	{ "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf" },
	{ "\xf4\x90\x80\x80 \xf5\x80\x80\x80", "???? ????" },	/* above U+10FFFF */
	{ "\xc3 \xe2\x82 \xf0\x9f\x93 x", "? ?? ??? x" },	/* cut short */
	{ "\xc3_\xe2_\xa1\xe2\x82_\xf0\x9f_\x93", "?_?_???_??_?" },
	{ "\xdf\xbf\xef\xbf\xbd", "\xdf\xbf\xef\xbf\xbd" },
	{ "\xc3\xbc\xc3", "\xc3\xbc?" },
};

TEST(strings)
{
	struct gev_gvcp_discovery d;
	u8 block[248];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		make_discovery(block);
		memset(block + 0xa8, 0, 48);
		memcpy(block + 0xa8, texts[i].wire, strlen(texts[i].wire));
		memset(&d, 0xaa, sizeof(d));
		ASSERT_EQ(0, decode_block(block, 248, &d));
		EXPECT_STREQ(texts[i].shown, d.info) {
			TH_LOG("text %zu", i);
		}
	}
}

/* What follows the NUL is not shown, nor left in the result. */
TEST(string_ends_at_nul)
{
	struct gev_gvcp_discovery d;
	u8 block[248];
	size_t i;

	make_discovery(block);
	memset(block + 0x68, 'x', 32);
	block[0x68 + 3] = 0;
	memset(&d, 0xaa, sizeof(d));
	ASSERT_EQ(0, decode_block(block, 248, &d));
	EXPECT_STREQ("xxx", d.model);
	for (i = 3; i < sizeof(d.model); i++)
		EXPECT_EQ(0, d.model[i]);
}

/* A character that just fits into its field */
TEST(string_ends_with_the_field)
{
	static const char * const tails[] = { "\xc3\xbc", "\xe2\x82\xac", "\xf0\x9f\x93\xb7" };
	struct gev_gvcp_discovery d;
	u8 block[248];
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(tails); i++) {
		make_discovery(block);
		n = strlen(tails[i]);
		memset(block + 0xe8, 'x', 16);
		memcpy(block + 0xf8 - n, tails[i], n);
		ASSERT_EQ(0, decode_block(block, 248, &d));
		EXPECT_STREQ(tails[i], d.user_name + 16 - n);
	}
}

/* A character that the end of its field cuts in two; the next field is not read. */
TEST(string_cut_at_the_field)
{
	static const char * const tails[] = { "\xc3", "\xe2", "\xe2\x82", "\xf0", "\xf0\x9f",
					      "\xf0\x9f\x93" };
	struct gev_gvcp_discovery d;
	u8 block[248];
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(tails); i++) {
		make_discovery(block);
		n = strlen(tails[i]);
		memset(block + 0xe8, 'x', 16);
		memcpy(block + 0xf8 - n, tails[i], n);
		memset(block + 0xd8, 'x', 16);
		memcpy(block + 0xe8 - n, tails[i], n);
		memset(block + 0xe8, 0x80, 3);
		ASSERT_EQ(0, decode_block(block, 248, &d));
		EXPECT_EQ(16, strlen(d.serial));
		EXPECT_EQ(16, strlen(d.user_name));
		while (n) {
			EXPECT_EQ('?', d.serial[16 - n]);
			EXPECT_EQ('?', d.user_name[16 - n]);
			n--;
		}
	}
}

TEST(discovery_encode)
{
	struct gev_gvcp_discovery d;
	u8 block[248];
	u8 *buf = guard_room(248);

	make_discovery(block);
	put(block, 0x08, 2, 0);
	ASSERT_EQ(0, decode_block(block, 248, &d));
	memset(buf, 0xaa, 248);
	gev_gvcp_discovery_encode(buf, &d);
	EXPECT_EQ(0, memcmp(buf, block, 248));

	memset(block + 0x48, 'a', 32);
	memset(block + 0x68, 'b', 32);
	memset(block + 0x88, 'c', 32);
	memset(block + 0xa8, 'd', 48);
	memset(block + 0xd8, 'e', 16);
	memset(block + 0xe8, 'f', 16);
	ASSERT_EQ(0, decode_block(block, 248, &d));
	gev_gvcp_discovery_encode(buf, &d);
	EXPECT_EQ(0, memcmp(buf, block, 248));
}

TEST_HARNESS_MAIN
