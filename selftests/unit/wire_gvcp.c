// SPDX-License-Identifier: GPL-2.0
/*
 * wire/gvcp.c against datagrams written by hand.
 */
#include "kselftest_harness.h"

#include "guard.h"
#include "wire/gvcp.h"

static void put(u8 *data, size_t offset, unsigned int width, u64 value)
{
	while (width--)
		data[offset++] = value >> 8 * width;
}

static const u8 readreg_bytes[16] = {
	0x42, 0x01, 0x00, 0x80, 0x00, 0x08, 0x12, 0x34,
	0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x09, 0x38,
};

static const u8 readreg_ack_bytes[16] = {
	0x00, 0x00, 0x00, 0x81, 0x00, 0x08, 0x12, 0x34,
	0x00, 0x00, 0x00, 0x02, 0xde, 0xad, 0xbe, 0xef,
};

static const u8 writereg_bytes[24] = {
	0x42, 0x01, 0x00, 0x82, 0x00, 0x10, 0x00, 0x01,
	0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x00, 0x02,
	0x00, 0x00, 0x09, 0x38, 0x00, 0x00, 0x0b, 0xb8,
};

static const u8 readmem_bytes[16] = {
	0x42, 0x01, 0x00, 0x84, 0x00, 0x08, 0xff, 0xff,
	0x80, 0x0e, 0xc9, 0x0c, 0x00, 0x00, 0x02, 0x18,
};

static const u8 writemem_bytes[20] = {
	0x42, 0x01, 0x00, 0x86, 0x00, 0x0c, 0x00, 0x02,
	0x00, 0x00, 0x00, 0xe8, 'n', 'a', 'm', 'e', '1', 0, 0, 0,
};

static const u8 forceip_bytes[64] = {
	0x42, 0x11, 0x00, 0x04, 0x00, 0x38, 0x00, 0x03,
	0, 0, 0x02, 0x00, 0x5e, 0x10, 0x20, 0x30,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	192, 0, 2, 77,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	255, 255, 255, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	192, 0, 2, 1,
};

static const struct gev_gvcp_forceip forceip_values = {
	.mac = { 0x02, 0x00, 0x5e, 0x10, 0x20, 0x30 },
	.ip = 0xc000024d, .mask = 0xffffff00, .gateway = 0xc0000201,
};

TEST(cmd_decode)
{
	struct gev_gvcp_cmd cmd;
	const u8 *data = guard_copy(readreg_bytes, 16);

	ASSERT_EQ(0, gev_gvcp_cmd_decode(data, 16, &cmd));
	EXPECT_EQ(GEV_GVCP_FLAG_ACK, cmd.flags);
	EXPECT_EQ(GEV_GVCP_READREG_CMD, cmd.command);
	EXPECT_EQ(8, cmd.length);
	EXPECT_EQ(0x1234, cmd.req_id);
	EXPECT_EQ(data + 8, cmd.payload);
}

struct changed {
	const char *what;
	u16 offset;
	u8 width;
	u64 value;
	int ret;
};

static const struct changed cmd_cases[] = {
	{ "key",		0, 1, 0x43, -EBADMSG },
	{ "key 0",		0, 1, 0, -EBADMSG },
	{ "flags",		1, 1, 0xff, 0 },
	{ "command",		2, 2, 0xffff, 0 },
	{ "length 0",		4, 2, 0, -EBADMSG },
	{ "length less",	4, 2, 7, -EBADMSG },
	{ "length more",	4, 2, 9, -EBADMSG },
	{ "length of all",	4, 2, 16, -EBADMSG },
	{ "length swapped",	4, 2, 0x0800, -EBADMSG },
	{ "length huge",	4, 2, 0xffff, -EBADMSG },
	{ "request id 0",	6, 2, 0, -EBADMSG },
	{ "request id 1",	6, 2, 1, 0 },
	{ "request id 0x0100",	6, 2, 0x0100, 0 },
};

TEST(cmd_falsified)
{
	struct gev_gvcp_cmd cmd;
	u8 data[16];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cmd_cases); i++) {
		memcpy(data, readreg_bytes, 16);
		put(data, cmd_cases[i].offset, cmd_cases[i].width, cmd_cases[i].value);
		EXPECT_EQ(cmd_cases[i].ret, gev_gvcp_cmd_decode(data, 16, &cmd)) {
			TH_LOG("%s", cmd_cases[i].what);
		}
	}
}

TEST(truncated)
{
	struct gev_gvcp_cmd cmd;
	struct gev_gvcp_ack ack;
	size_t len;

	for (len = 0; len < 16; len++) {
		EXPECT_EQ(-EBADMSG, gev_gvcp_cmd_decode(guard_copy(readreg_bytes, len), len, &cmd));
		EXPECT_EQ(-EBADMSG, gev_gvcp_ack_decode(guard_copy(readreg_ack_bytes, len), len,
							&ack));
	}
}

/* Every length with a header that agrees: 540 bytes of payload and no more */
TEST(longest_datagram)
{
	struct gev_gvcp_cmd cmd;
	struct gev_gvcp_ack ack;
	size_t len;

	for (len = 8; len < 700; len++) {
		int wanted = len <= 548 ? 0 : -EBADMSG;
		u8 *data = guard_room(len);

		memcpy(data, readreg_bytes, 8);
		put(data, 4, 2, len - 8);
		EXPECT_EQ(wanted, gev_gvcp_cmd_decode(data, len, &cmd)) {
			TH_LOG("length %zu", len);
		}
		EXPECT_EQ(wanted, gev_gvcp_ack_decode(data, len, &ack));
	}
}

/* A length that agrees only modulo 2^16 */
TEST(huge_datagram)
{
	size_t len = 0x10000 + 8 + 4;
	u8 *data = calloc(1, len);
	struct gev_gvcp_cmd cmd;

	ASSERT_NE(NULL, data);
	memcpy(data, readreg_bytes, 8);
	put(data, 4, 2, 4);
	EXPECT_EQ(-EBADMSG, gev_gvcp_cmd_decode(data, len, &cmd));
	free(data);
}

TEST(ack_decode)
{
	const u8 *data = guard_copy(readreg_ack_bytes, 16);
	struct gev_gvcp_ack ack;
	u8 bad[16];

	ASSERT_EQ(0, gev_gvcp_ack_decode(data, 16, &ack));
	EXPECT_EQ(GEV_GVCP_SUCCESS, ack.status);
	EXPECT_EQ(GEV_GVCP_READREG_RSP, ack.command);
	EXPECT_EQ(8, ack.length);
	EXPECT_EQ(0x1234, ack.ack_id);
	EXPECT_EQ(data + 8, ack.payload);

	memcpy(bad, data, 16);
	put(bad, 4, 2, 9);
	EXPECT_EQ(-EBADMSG, gev_gvcp_ack_decode(bad, 16, &ack));
	put(bad, 4, 2, 7);
	EXPECT_EQ(-EBADMSG, gev_gvcp_ack_decode(bad, 16, &ack));
	put(bad, 4, 2, 8);
	put(bad, 0, 2, 0x8006);
	EXPECT_EQ(0, gev_gvcp_ack_decode(bad, 16, &ack));
	EXPECT_EQ(GEV_GVCP_ACCESS_DENIED, ack.status);
}

TEST(readreg_ack)
{
	u32 values[3] = { 7, 7, 7 };
	struct gev_gvcp_ack ack, other;

	ASSERT_EQ(0, gev_gvcp_ack_decode(guard_copy(readreg_ack_bytes, 16), 16, &ack));
	EXPECT_EQ(-EBADMSG, gev_gvcp_readreg_ack_decode(&ack, values, 1));
	EXPECT_EQ(-EBADMSG, gev_gvcp_readreg_ack_decode(&ack, values, 3));
	EXPECT_EQ(-EBADMSG, gev_gvcp_readreg_ack_decode(&ack, values, 0x40000002));
	EXPECT_EQ(7, values[0]);
	EXPECT_EQ(0, gev_gvcp_readreg_ack_decode(&ack, values, 2));
	EXPECT_EQ(2, values[0]);
	EXPECT_EQ(0xdeadbeef, values[1]);
	EXPECT_EQ(7, values[2]);

	other = ack;
	other.command = GEV_GVCP_READMEM_RSP;
	EXPECT_EQ(-EBADMSG, gev_gvcp_readreg_ack_decode(&other, values, 2));
	other = ack;
	other.status = GEV_GVCP_BUSY;
	EXPECT_EQ(-EBADMSG, gev_gvcp_readreg_ack_decode(&other, values, 2));
	other = ack;
	other.length = 7;
	EXPECT_EQ(-EBADMSG, gev_gvcp_readreg_ack_decode(&other, values, 2));
	other.length = 0;
	EXPECT_EQ(-EBADMSG, gev_gvcp_readreg_ack_decode(&other, values, 1));
	EXPECT_EQ(0, gev_gvcp_readreg_ack_decode(&other, values, 0));
}

TEST(readmem_ack)
{
	static const u8 bytes[] = { 0x80, 0x0e, 0xc9, 0x0c, 'P', 'K', 3, 4, 5, 6, 7, 8 };
	struct gev_gvcp_ack ack = {
		.command = GEV_GVCP_READMEM_RSP, .length = sizeof(bytes),
		.payload = guard_copy(bytes, sizeof(bytes)),
	};
	u8 data[16];
	size_t len;

	memset(data, 0xaa, sizeof(data));
	for (len = 0; len < 16; len++) {
		if (len == 8)
			continue;
		EXPECT_EQ(-EBADMSG, gev_gvcp_readmem_ack_decode(&ack, 0x800ec90c, data, len));
	}
	EXPECT_EQ(-EBADMSG, gev_gvcp_readmem_ack_decode(&ack, 0x800ec90c, data, ~0ull - 3));
	EXPECT_EQ(-EBADMSG, gev_gvcp_readmem_ack_decode(&ack, 0x800ec908, data, 8));
	EXPECT_EQ(0xaa, data[0]);
	EXPECT_EQ(0, gev_gvcp_readmem_ack_decode(&ack, 0x800ec90c, data, 8));
	EXPECT_EQ(0, memcmp(data, bytes + 4, 8));
	EXPECT_EQ(0xaa, data[8]);

	ack.command = GEV_GVCP_READREG_RSP;
	EXPECT_EQ(-EBADMSG, gev_gvcp_readmem_ack_decode(&ack, 0x800ec90c, data, 8));
	ack.command = GEV_GVCP_READMEM_RSP;
	ack.status = GEV_GVCP_INVALID_ADDRESS;
	EXPECT_EQ(-EBADMSG, gev_gvcp_readmem_ack_decode(&ack, 0x800ec90c, data, 8));

	ack.status = GEV_GVCP_SUCCESS;
	ack.length = 4;
	EXPECT_EQ(0, gev_gvcp_readmem_ack_decode(&ack, 0x800ec90c, data, 0));
	for (len = 0; len < 4; len++) {
		ack.length = len;
		ack.payload = guard_copy(bytes, len);
		EXPECT_EQ(-EBADMSG, gev_gvcp_readmem_ack_decode(&ack, 0x800ec90c, data, 8));
		EXPECT_EQ(-EBADMSG, gev_gvcp_readmem_ack_decode(&ack, 0x800ec90c, data, len - 4));
	}
}

TEST(write_ack)
{
	static const u8 bytes[] = { 0xff, 0xff, 0x01, 0x02, 0, 0, 0, 0 };
	struct gev_gvcp_ack ack = { .command = GEV_GVCP_WRITEREG_RSP };
	u16 index = 9;
	unsigned int len;

	for (len = 0; len <= 8; len++) {
		ack.length = len;
		ack.payload = guard_copy(bytes, len);
		index = 9;
		EXPECT_EQ(len == 4 ? 0 : -EBADMSG, gev_gvcp_write_ack_decode(&ack, &index));
		EXPECT_EQ(len == 4 ? 0x0102 : 9, index);
	}
	ack.length = 4;
	ack.payload = guard_copy(bytes, 4);
	ack.command = GEV_GVCP_WRITEMEM_RSP;
	EXPECT_EQ(0, gev_gvcp_write_ack_decode(&ack, &index));
	ack.command = GEV_GVCP_READREG_RSP;
	EXPECT_EQ(-EBADMSG, gev_gvcp_write_ack_decode(&ack, &index));

	/* a refusal tells the entry, or tells nothing */
	ack.command = GEV_GVCP_WRITEREG_RSP;
	ack.status = GEV_GVCP_WRITE_PROTECT;
	index = 9;
	EXPECT_EQ(0, gev_gvcp_write_ack_decode(&ack, &index));
	EXPECT_EQ(0x0102, index);
	ack.length = 0;
	EXPECT_EQ(0, gev_gvcp_write_ack_decode(&ack, &index));
	EXPECT_EQ(0, index);
	ack.length = 2;
	EXPECT_EQ(-EBADMSG, gev_gvcp_write_ack_decode(&ack, &index));
}

TEST(pending)
{
	static const u8 bytes[] = { 0xff, 0xff, 0x1f, 0x40, 0, 0, 0, 0 };
	struct gev_gvcp_ack ack = { .command = GEV_GVCP_PENDING_RSP };
	unsigned int len;
	u16 ms = 9;

	for (len = 0; len <= 8; len++) {
		ack.length = len;
		ack.payload = guard_copy(bytes, len);
		ms = 9;
		EXPECT_EQ(len == 4 ? 0 : -EBADMSG, gev_gvcp_pending_decode(&ack, &ms));
		EXPECT_EQ(len == 4 ? 8000 : 9, ms);
	}
	ack.length = 4;
	ack.command = GEV_GVCP_WRITEREG_RSP;
	EXPECT_EQ(-EBADMSG, gev_gvcp_pending_decode(&ack, &ms));
	ack.command = GEV_GVCP_PENDING_RSP;
	ack.status = GEV_GVCP_ERROR;
	EXPECT_EQ(-EBADMSG, gev_gvcp_pending_decode(&ack, &ms));
}

TEST(forceip_decode)
{
	struct gev_gvcp_forceip f;
	struct gev_gvcp_cmd cmd;
	unsigned int len;

	ASSERT_EQ(0, gev_gvcp_cmd_decode(guard_copy(forceip_bytes, 64), 64, &cmd));
	ASSERT_EQ(0, gev_gvcp_forceip_decode(&cmd, &f));
	EXPECT_EQ(0, memcmp(f.mac, forceip_values.mac, 6));
	EXPECT_EQ(forceip_values.ip, f.ip);
	EXPECT_EQ(forceip_values.mask, f.mask);
	EXPECT_EQ(forceip_values.gateway, f.gateway);

	for (len = 0; len < 64; len++) {
		if (len == 56)
			continue;
		cmd.length = len;
		EXPECT_EQ(-EBADMSG, gev_gvcp_forceip_decode(&cmd, &f));
	}
	cmd.length = 56;
	cmd.command = GEV_GVCP_DISCOVERY_CMD;
	EXPECT_EQ(-EBADMSG, gev_gvcp_forceip_decode(&cmd, &f));
}

TEST(forceip_encode)
{
	u8 *buf = guard_room(64);

	memset(buf, 0xaa, 64);
	EXPECT_EQ(64, gev_gvcp_forceip_encode(buf, 64, 3, 0x11, &forceip_values));
	EXPECT_EQ(0, memcmp(buf, forceip_bytes, 64));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_forceip_encode(buf, 63, 3, 0x11, &forceip_values));
	EXPECT_EQ(-EINVAL, gev_gvcp_forceip_encode(buf, 64, 0, 0x11, &forceip_values));
}

TEST(readreg_encode)
{
	static const u32 addresses[] = { 0x0a00, 0x0938 };
	u8 *buf = guard_room(16);
	u32 bad[] = { 0x0a00, 0x0939 };

	EXPECT_EQ(16, gev_gvcp_readreg_encode(buf, 16, 0x1234, addresses, 2));
	EXPECT_EQ(0, memcmp(buf, readreg_bytes, 16));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_readreg_encode(buf, 15, 1, addresses, 2));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_readreg_encode(buf, 0, 1, addresses, 2));
	EXPECT_EQ(-EINVAL, gev_gvcp_readreg_encode(buf, 16, 0, addresses, 2));
	EXPECT_EQ(-EINVAL, gev_gvcp_readreg_encode(buf, 16, 1, addresses, 0));
	EXPECT_EQ(-EINVAL, gev_gvcp_readreg_encode(buf, 16, 1, bad, 2));
	bad[1] = 0x093a;
	EXPECT_EQ(-EINVAL, gev_gvcp_readreg_encode(buf, 16, 1, bad, 2));
	bad[0] = 0x0a02;
	bad[1] = 0x0938;
	EXPECT_EQ(-EINVAL, gev_gvcp_readreg_encode(buf, 16, 1, bad, 2));
}

TEST(writereg_encode)
{
	static const u32 addresses[] = { 0x0a00, 0x0938 };
	static const u32 values[] = { 2, 3000 };
	static const u32 bad[] = { 0x0a00, 0x0938 + 2 };
	u8 *buf = guard_room(24);

	EXPECT_EQ(24, gev_gvcp_writereg_encode(buf, 24, 1, addresses, values, 2));
	EXPECT_EQ(0, memcmp(buf, writereg_bytes, 24));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_writereg_encode(buf, 23, 1, addresses, values, 2));
	EXPECT_EQ(-EINVAL, gev_gvcp_writereg_encode(buf, 24, 0, addresses, values, 2));
	EXPECT_EQ(-EINVAL, gev_gvcp_writereg_encode(buf, 24, 1, addresses, values, 0));
	EXPECT_EQ(-EINVAL, gev_gvcp_writereg_encode(buf, 24, 1, bad, values, 2));
}

TEST(most_registers)
{
	u32 many[256] = { 0 };
	u8 buf[4096];

	EXPECT_EQ(548, gev_gvcp_readreg_encode(buf, sizeof(buf), 1, many, 135));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_readreg_encode(buf, sizeof(buf), 1, many, 136));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_readreg_encode(buf, sizeof(buf), 1, many, 0x40000001));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_readreg_encode(buf, sizeof(buf), 1, many, ~0u));
	EXPECT_EQ(544, gev_gvcp_writereg_encode(buf, sizeof(buf), 1, many, many, 67));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_writereg_encode(buf, sizeof(buf), 1, many, many, 68));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_writereg_encode(buf, sizeof(buf), 1, many, many, 0x20000001));
}

TEST(readmem_encode)
{
	u8 *buf = guard_room(16);

	EXPECT_EQ(16, gev_gvcp_readmem_encode(buf, 16, 0xffff, 0x800ec90c, 536));
	EXPECT_EQ(0, memcmp(buf, readmem_bytes, 16));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_readmem_encode(buf, 15, 1, 0, 4));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_readmem_encode(buf, 16, 1, 0, 540));
	EXPECT_EQ(-EINVAL, gev_gvcp_readmem_encode(buf, 16, 1, 0, 0));
	EXPECT_EQ(-EINVAL, gev_gvcp_readmem_encode(buf, 16, 1, 0, 2));
	EXPECT_EQ(-EINVAL, gev_gvcp_readmem_encode(buf, 16, 1, 2, 4));
	EXPECT_EQ(-EINVAL, gev_gvcp_readmem_encode(buf, 16, 0, 0, 4));
}

TEST(writemem_encode)
{
	static const u8 name[8] = "name1";
	u8 data[600] = { 0 };
	u8 *buf = guard_room(20);
	u8 large[600];

	EXPECT_EQ(20, gev_gvcp_writemem_encode(buf, 20, 2, 0xe8, name, 8));
	EXPECT_EQ(0, memcmp(buf, writemem_bytes, 20));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_writemem_encode(buf, 19, 2, 0xe8, name, 8));
	EXPECT_EQ(-EINVAL, gev_gvcp_writemem_encode(buf, 20, 0, 0xe8, name, 8));
	EXPECT_EQ(-EINVAL, gev_gvcp_writemem_encode(buf, 20, 2, 0xe9, name, 8));
	EXPECT_EQ(-EINVAL, gev_gvcp_writemem_encode(buf, 20, 2, 0xe8, name, 6));
	EXPECT_EQ(-EINVAL, gev_gvcp_writemem_encode(buf, 20, 2, 0xe8, name, 0));
	EXPECT_EQ(548, gev_gvcp_writemem_encode(large, sizeof(large), 2, 0xe8, data, 536));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_writemem_encode(large, sizeof(large), 2, 0xe8, data, 540));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_writemem_encode(large, sizeof(large), 2, 0xe8, data, 65532));
}

TEST(plain_encoders)
{
	static const u8 discovery[8] = { 0x42, 0x11, 0x00, 0x02, 0x00, 0x00, 0xab, 0xcd };
	static const u8 denied[8] = { 0x80, 0x06, 0x00, 0x83, 0x00, 0x00, 0x12, 0x34 };
	u8 payload[541] = { 0 };
	u8 *buf = guard_room(8);
	u8 large[600];

	EXPECT_EQ(8, gev_gvcp_cmd_encode(buf, 8, GEV_GVCP_DISCOVERY_CMD,
					 GEV_GVCP_FLAG_ACK | GEV_GVCP_FLAG_BROADCAST_ACK,
					 0xabcd, NULL, 0));
	EXPECT_EQ(0, memcmp(buf, discovery, 8));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_cmd_encode(buf, 7, GEV_GVCP_DISCOVERY_CMD, 1, 1, NULL, 0));
	EXPECT_EQ(-EINVAL, gev_gvcp_cmd_encode(buf, 8, GEV_GVCP_DISCOVERY_CMD, 1, 0, NULL, 0));
	EXPECT_EQ(548, gev_gvcp_cmd_encode(large, sizeof(large), 0x80, 1, 1, payload, 540));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_cmd_encode(large, sizeof(large), 0x80, 1, 1, payload, 541));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_cmd_encode(large, sizeof(large), 0x80, 1, 1, payload, ~0ul));

	EXPECT_EQ(8, gev_gvcp_ack_encode(buf, 8, GEV_GVCP_ACCESS_DENIED, GEV_GVCP_WRITEREG_RSP,
					 0x1234, NULL, 0));
	EXPECT_EQ(0, memcmp(buf, denied, 8));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_ack_encode(buf, 7, 0, 0x83, 1, NULL, 0));
	EXPECT_EQ(16, gev_gvcp_ack_encode(large, 16, 0, GEV_GVCP_READREG_RSP, 0x1234,
					  readreg_ack_bytes + 8, 8));
	EXPECT_EQ(0, memcmp(large, readreg_ack_bytes, 16));
	EXPECT_EQ(548, gev_gvcp_ack_encode(large, sizeof(large), 0, 0x85, 1, payload, 540));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_ack_encode(large, sizeof(large), 0, 0x85, 1, payload, 541));
}

static const u8 resend_bytes[20] = {
	0x42, 0x00, 0x00, 0x40, 0x00, 0x0c, 0x00, 0x09,
	0x00, 0x01, 0xff, 0xfe, 0x00, 0x00, 0x00, 0x02, 0x00, 0x12, 0x34, 0x56,
};

static const u8 resend_extended_bytes[28] = {
	0x42, 0x10, 0x00, 0x40, 0x00, 0x14, 0x00, 0x09,
	0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xff, 0xff, 0xff, 0xff,
	0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
};

TEST(resend_decode)
{
	struct gev_gvcp_resend r;
	struct gev_gvcp_cmd cmd;
	u8 data[28];

	ASSERT_EQ(0, gev_gvcp_cmd_decode(guard_copy(resend_bytes, 20), 20, &cmd));
	ASSERT_EQ(0, gev_gvcp_resend_decode(&cmd, &r));
	EXPECT_FALSE(r.extended);
	EXPECT_EQ(1, r.channel);
	EXPECT_EQ(0xfffe, r.block);
	EXPECT_EQ(2, r.first);
	EXPECT_EQ(0x123456, r.last);
	/* The highest byte of a packet id is nobody's; all ones mean the end. */
	memcpy(data, resend_bytes, 20);
	put(data, 16, 4, 0x55ffffff);
	ASSERT_EQ(0, gev_gvcp_cmd_decode(data, 20, &cmd));
	ASSERT_EQ(0, gev_gvcp_resend_decode(&cmd, &r));
	EXPECT_EQ(GEV_GVCP_PACKET_END, r.last);

	ASSERT_EQ(0, gev_gvcp_cmd_decode(guard_copy(resend_extended_bytes, 28), 28, &cmd));
	ASSERT_EQ(0, gev_gvcp_resend_decode(&cmd, &r));
	EXPECT_TRUE(r.extended);
	EXPECT_EQ(0x0102030405060708, r.block);
	EXPECT_EQ(GEV_GVCP_PACKET_END, r.last);
	/* Either length with the other flag, and another command */
	cmd.flags = 0;
	EXPECT_EQ(-EBADMSG, gev_gvcp_resend_decode(&cmd, &r));
	cmd.flags = GEV_GVCP_FLAG_EXTENDED;
	cmd.length = 12;
	EXPECT_EQ(-EBADMSG, gev_gvcp_resend_decode(&cmd, &r));
	cmd.length = 20;
	cmd.command = GEV_GVCP_READREG_CMD;
	EXPECT_EQ(-EBADMSG, gev_gvcp_resend_decode(&cmd, &r));
}

TEST(resend_encode)
{
	struct gev_gvcp_resend r = {
		.channel = 1, .block = 0xfffe, .first = 2, .last = 0x123456,
	};
	u8 buf[28];

	EXPECT_EQ(20, gev_gvcp_resend_encode(buf, 20, 9, &r));
	EXPECT_EQ(0, memcmp(buf, resend_bytes, 20));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_resend_encode(buf, 19, 9, &r));
	r.last = GEV_GVCP_PACKET_END;
	EXPECT_EQ(20, gev_gvcp_resend_encode(buf, 20, 9, &r));
	EXPECT_EQ(0x00ffffff, get_unaligned_be32(buf + 16));
	r.last = 0x01000000;
	EXPECT_EQ(-EINVAL, gev_gvcp_resend_encode(buf, 20, 9, &r));
	r.last = 1;
	EXPECT_EQ(-EINVAL, gev_gvcp_resend_encode(buf, 20, 9, &r));
	r.last = 2;
	r.block = 0x10000;
	EXPECT_EQ(-EINVAL, gev_gvcp_resend_encode(buf, 20, 9, &r));
	r.block = 0;
	EXPECT_EQ(-EINVAL, gev_gvcp_resend_encode(buf, 20, 9, &r));

	r.extended = true;
	r.block = 0x0102030405060708;
	r.last = GEV_GVCP_PACKET_END;
	EXPECT_EQ(28, gev_gvcp_resend_encode(buf, 28, 9, &r));
	EXPECT_EQ(0, memcmp(buf, resend_extended_bytes, 28));
	EXPECT_EQ(-EMSGSIZE, gev_gvcp_resend_encode(buf, 27, 9, &r));
}

TEST(status)
{
	static const u16 known[] = {
		0x0000, 0x8001, 0x8002, 0x8003, 0x8004, 0x8005, 0x8006, 0x8007, 0x8008, 0x8009,
		0x800a, 0x800b, 0x800c, 0x800d, 0x800e, 0x800f, 0x8010, 0x8011, 0x8012, 0x8013,
		0x8014, 0x8015, 0x8016, 0x8017, 0x8fff,
	};
	unsigned int status, named = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		EXPECT_STRNE("unknown status", gev_gvcp_status_name(known[i]));
	for (status = 0; status < 0x10000; status++) {
		if (status)
			EXPECT_GT(0, gev_gvcp_status_errno(status));
		named += strcmp("unknown status", gev_gvcp_status_name(status)) != 0;
	}
	EXPECT_EQ(ARRAY_SIZE(known), named);

	EXPECT_EQ(0, gev_gvcp_status_errno(GEV_GVCP_SUCCESS));
	EXPECT_EQ(-EOPNOTSUPP, gev_gvcp_status_errno(GEV_GVCP_NOT_IMPLEMENTED));
	EXPECT_EQ(-EINVAL, gev_gvcp_status_errno(GEV_GVCP_INVALID_PARAMETER));
	EXPECT_EQ(-ENXIO, gev_gvcp_status_errno(GEV_GVCP_INVALID_ADDRESS));
	EXPECT_EQ(-EROFS, gev_gvcp_status_errno(GEV_GVCP_WRITE_PROTECT));
	EXPECT_EQ(-EINVAL, gev_gvcp_status_errno(GEV_GVCP_BAD_ALIGNMENT));
	EXPECT_EQ(-EACCES, gev_gvcp_status_errno(GEV_GVCP_ACCESS_DENIED));
	EXPECT_EQ(-EBUSY, gev_gvcp_status_errno(GEV_GVCP_BUSY));
	EXPECT_EQ(-EPROTO, gev_gvcp_status_errno(GEV_GVCP_INVALID_HEADER));
	EXPECT_EQ(-EIO, gev_gvcp_status_errno(GEV_GVCP_ERROR));
	EXPECT_EQ(-EIO, gev_gvcp_status_errno(0x1234));
	EXPECT_STREQ("ACCESS_DENIED", gev_gvcp_status_name(GEV_GVCP_ACCESS_DENIED));
}

/* Addresses that everybody else takes from the header */
TEST(registers)
{
	EXPECT_EQ(0x0a00, GEV_REG_CCP);
	EXPECT_EQ(0x0938, GEV_REG_HEARTBEAT_TIMEOUT);
	EXPECT_EQ(0x0934, GEV_REG_GVCP_CAPABILITY);
	EXPECT_EQ(0x0954, GEV_REG_GVCP_CONFIGURATION);
	EXPECT_EQ(0x0958, GEV_REG_PENDING_TIMEOUT);
	EXPECT_EQ(0x064c, GEV_REG_PERSISTENT_IP);
	EXPECT_EQ(0x00e8, GEV_REG_USER_NAME);
	EXPECT_EQ(0x0200, GEV_REG_FIRST_URL);
	EXPECT_EQ(0x9000, GEV_REG_MANIFEST);
}

TEST_HARNESS_MAIN
