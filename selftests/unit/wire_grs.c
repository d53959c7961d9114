// SPDX-License-Identifier: GPL-2.0
/*
 * wire/grs.c against messages written by hand from the profile.
 */
#include "kselftest_harness.h"

#include "guard.h"
#include "wire/grs.h"

/* What the connection manager makes of private data */
#define CM_REQ	56u
#define CM_REP	196u
#define CM_REJ	148u

static const u8 req_bytes[32] = {
	'G', 'R', 'S', '1', 0x01, 0x00, 0x12, 0x34,		/* version, channel */
	0xf1, 0xf2, 0xf3, 0xf4, 0x00, 0x00, 0xab, 0xcd,		/* flags, credits */
	0x01, 0x02, 0x03, 0x04, 0xff, 0xff, 0xff, 0xf0,		/* flow-0 size, credit base */
	0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,		/* flow-1 size */
};

static const struct gev_grs_req req_values = {
	.version = 0x0100, .channel = 0x1234, .flags = 0xf1f2f3f4, .credits = 0xabcd,
	.flow0_size = 0x01020304, .credit_base = 0xfffffff0, .flow1_size = 0x1112131415161718,
};

static const u8 rep_bytes[32] = {
	'G', 'R', 'S', '1', 0x01, 0x00, 0x00, 0x02,		/* version, flows */
	0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x02, 0x03,		/* flags, credit receives */
	0x01, 0x02, 0x03, 0x04, 0x00, 0x00, 0x00, 0x00,		/* flow-0 size, reserved */
	0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,		/* flow-1 size */
};

static const struct gev_grs_rep rep_values = {
	.version = 0x0100, .flows = 2, .flags = GEV_GRS_REP_RUNNING, .credit_receives = 0x010203,
	.flow0_size = 0x01020304, .flow1_size = 0x1112131415161718,
};

static const u8 rej_bytes[16] = {
	'G', 'R', 'S', '1', 0x00, 0x00, 0x00, 0x05,
	0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
};

static const u8 credit_bytes[16] = {
	'G', 'R', 'C', 'R', 0xfe, 0xdc, 0xba, 0x98, 0, 0, 0, 0, 0, 0, 0, 0,
};

/* little-endian, as all of GenDC */
static const u8 table_bytes[32] = {
	0x00, 0x70, 0, 0, 32, 0, 0, 0,				/* type, flags, size */
	1, 0, 0, 0, 2, 0, 0, 0,					/* version, flows */
	0xe0, 0x04, 0, 0, 0, 0, 0, 0,				/* flow-0 size */
	0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11,		/* flow-1 size */
};

static void put(u8 *data, size_t offset, unsigned int width, u64 value)
{
	while (width--)
		data[offset++] = value >> 8 * width;
}

static bool req_same(const struct gev_grs_req *a, const struct gev_grs_req *b)
{
	return a->version == b->version && a->channel == b->channel && a->flags == b->flags &&
	       a->credits == b->credits && a->flow0_size == b->flow0_size &&
	       a->credit_base == b->credit_base && a->flow1_size == b->flow1_size;
}

static bool rep_same(const struct gev_grs_rep *a, const struct gev_grs_rep *b)
{
	return a->version == b->version && a->flows == b->flows && a->flags == b->flags &&
	       a->credit_receives == b->credit_receives && a->flow0_size == b->flow0_size &&
	       a->flow1_size == b->flow1_size;
}

TEST(req_decode)
{
	struct gev_grs_req req;
	u8 padded[CM_REQ];

	EXPECT_EQ(0, gev_grs_req_decode(guard_copy(req_bytes, 32), 32, &req));
	EXPECT_TRUE(req_same(&req_values, &req));

	memset(padded, 0xee, sizeof(padded));
	memcpy(padded, req_bytes, 32);
	memset(&req, 0xaa, sizeof(req));
	EXPECT_EQ(0, gev_grs_req_decode(padded, sizeof(padded), &req));
	EXPECT_TRUE(req_same(&req_values, &req));
}

TEST(req_encode)
{
	struct gev_grs_req req = req_values;
	u8 *buf = guard_room(32);

	memset(buf, 0xaa, 32);
	gev_grs_req_encode(buf, &req);
	EXPECT_EQ(0, memcmp(buf, req_bytes, 32));
	req.version = 0;
	gev_grs_req_encode(buf, &req);
	EXPECT_EQ(0, memcmp(buf, req_bytes, 32));
	req.version = 0x0203;
	gev_grs_req_encode(buf, &req);
	EXPECT_EQ(2, buf[4]);
	EXPECT_EQ(3, buf[5]);
}

/* Code 1 comes before code 11: what can be read of the version counts. */
TEST(req_truncated)
{
	struct gev_grs_req req;
	u8 wrong[32];
	size_t len;

	memcpy(wrong, req_bytes, 32);
	wrong[0] = 'X';
	for (len = 0; len < 32; len++) {
		EXPECT_EQ(-EBADMSG, gev_grs_req_decode(guard_copy(req_bytes, len), len, &req));
		EXPECT_EQ(len < 6 ? -EBADMSG : -EPROTONOSUPPORT,
			  gev_grs_req_decode(guard_copy(wrong, len), len, &req));
	}
	EXPECT_EQ(-EPROTONOSUPPORT, gev_grs_req_decode(wrong, 32, &req));
}

struct changed {
	const char *what;
	u16 offset;
	u8 width;
	u64 value;
	int ret;
};

static const struct changed req_cases[] = {
	{ "magic",		0, 4, 0x47525332, -EPROTONOSUPPORT },
	{ "magic swapped",	0, 4, 0x31535247, -EPROTONOSUPPORT },
	{ "credit magic",	0, 4, 0x47524352, -EPROTONOSUPPORT },
	{ "major 0",		4, 2, 0x0001, -EPROTONOSUPPORT },
	{ "major 2",		4, 2, 0x0200, -EPROTONOSUPPORT },
	{ "major 255",		4, 2, 0xff00, -EPROTONOSUPPORT },
	{ "minor 255",		4, 2, 0x01ff, 0 },
	{ "channel",		6, 2, 0xffff, 0 },
	{ "flags",		8, 4, 0xffffffff, 0 },
	{ "credits 0",		12, 4, 0, -EBADMSG },
	{ "credits 1",		12, 4, 1, 0 },
	{ "credits 65535",	12, 4, 65535, 0 },
	{ "credits 65536",	12, 4, 65536, -EBADMSG },
	{ "credits huge",	12, 4, 0xffffffff, -EBADMSG },
	{ "flow-0 size",	16, 4, 0, 0 },
	{ "credit base",	20, 4, 0, 0 },
	{ "flow-1 size",	24, 8, ~0ull, 0 },
};

TEST(req_falsified)
{
	struct gev_grs_req req;
	u8 data[CM_REQ] = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(req_cases); i++) {
		memcpy(data, req_bytes, 32);
		put(data, req_cases[i].offset, req_cases[i].width, req_cases[i].value);
		EXPECT_EQ(req_cases[i].ret, gev_grs_req_decode(data, sizeof(data), &req)) {
			TH_LOG("%s", req_cases[i].what);
		}
	}
	memcpy(data, req_bytes, 32);
	put(data, 0, 4, 0);
	put(data, 12, 4, 0);
	EXPECT_EQ(-EPROTONOSUPPORT, gev_grs_req_decode(data, sizeof(data), &req));
	memcpy(data, req_bytes, 32);
	put(data, 4, 2, 0x01ff);
	EXPECT_EQ(0, gev_grs_req_decode(data, sizeof(data), &req));
	EXPECT_EQ(0x01ff, req.version);
}

TEST(req_failure_leaves_the_result)
{
	struct gev_grs_req req = req_values;
	u8 data[32];

	memcpy(data, req_bytes, 32);
	put(data, 6, 8, 0);
	put(data, 12, 4, 65536);
	EXPECT_EQ(-EBADMSG, gev_grs_req_decode(data, 32, &req));
	EXPECT_TRUE(req_same(&req_values, &req));
}

TEST(rep_decode)
{
	struct gev_grs_rep rep;
	u8 padded[CM_REP];
	size_t len;

	EXPECT_EQ(0, gev_grs_rep_decode(guard_copy(rep_bytes, 32), 32, &rep));
	EXPECT_TRUE(rep_same(&rep_values, &rep));

	memset(padded, 0xee, sizeof(padded));
	memcpy(padded, rep_bytes, 32);
	memset(&rep, 0xaa, sizeof(rep));
	EXPECT_EQ(0, gev_grs_rep_decode(padded, sizeof(padded), &rep));
	EXPECT_TRUE(rep_same(&rep_values, &rep));

	for (len = 0; len < 32; len++)
		EXPECT_EQ(-EBADMSG, gev_grs_rep_decode(guard_copy(rep_bytes, len), len, &rep));
}

TEST(rep_encode)
{
	struct gev_grs_rep rep = rep_values;
	u8 *buf = guard_room(32);

	memset(buf, 0xaa, 32);
	gev_grs_rep_encode(buf, &rep);
	EXPECT_EQ(0, memcmp(buf, rep_bytes, 32));
	rep.version = 0;
	rep.flows = 0;
	gev_grs_rep_encode(buf, &rep);
	EXPECT_EQ(0, memcmp(buf, rep_bytes, 32));
	rep.version = 0x0203;
	rep.flows = 0x0405;
	gev_grs_rep_encode(buf, &rep);
	EXPECT_EQ(0, memcmp(buf + 4, "\2\3\4\5", 4));
}

static const struct changed rep_cases[] = {
	{ "magic",		0, 4, 0x47525330, -EBADMSG },
	{ "major 0",		4, 2, 0x00ff, -EPROTONOSUPPORT },
	{ "major 2",		4, 2, 0x0200, -EPROTONOSUPPORT },
	{ "minor 7",		4, 2, 0x0107, 0 },
	{ "flows 0",		6, 2, 0, -EBADMSG },
	{ "flows 1",		6, 2, 1, -EBADMSG },
	{ "flows 3",		6, 2, 3, -EBADMSG },
	{ "flows huge",		6, 2, 0xffff, -EBADMSG },
	{ "flags 0",		8, 4, 0, 0 },
	{ "flags unknown",	8, 4, 0xfffffffe, 0 },
	{ "credit receives 0",	12, 4, 0, -EBADMSG },
	{ "credit receives 7",	12, 4, 7, -EBADMSG },
	{ "credit receives 8",	12, 4, 8, 0 },
	{ "receives huge",	12, 4, 0xffffffff, 0 },
	{ "reserved",		20, 4, 0xffffffff, 0 },
	{ "flow-1 size",	24, 8, ~0ull, 0 },
};

TEST(rep_falsified)
{
	struct gev_grs_rep rep;
	u8 data[CM_REP] = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rep_cases); i++) {
		memcpy(data, rep_bytes, 32);
		put(data, rep_cases[i].offset, rep_cases[i].width, rep_cases[i].value);
		EXPECT_EQ(rep_cases[i].ret, gev_grs_rep_decode(data, sizeof(data), &rep)) {
			TH_LOG("%s", rep_cases[i].what);
		}
	}
}

TEST(rej)
{
	static const struct gev_grs_rej values = { 5, 0x0102030405060708 };
	struct gev_grs_rej rej;
	u8 padded[CM_REJ];
	u8 *buf = guard_room(16);
	size_t len;

	memset(padded, 0xee, sizeof(padded));
	memcpy(padded, rej_bytes, 16);
	EXPECT_EQ(0, gev_grs_rej_decode(padded, sizeof(padded), &rej));
	EXPECT_EQ(5, rej.code);
	EXPECT_EQ(0x0102030405060708, rej.detail);
	EXPECT_EQ(0, gev_grs_rej_decode(guard_copy(rej_bytes, 16), 16, &rej));
	for (len = 0; len < 16; len++)
		EXPECT_EQ(-EBADMSG, gev_grs_rej_decode(guard_copy(rej_bytes, len), len, &rej));
	padded[3] = '2';
	EXPECT_EQ(-EBADMSG, gev_grs_rej_decode(padded, sizeof(padded), &rej));
	memcpy(padded, rej_bytes, 16);
	put(padded, 4, 4, 0xffffffff);
	EXPECT_EQ(0, gev_grs_rej_decode(padded, sizeof(padded), &rej));
	EXPECT_EQ(0xffffffff, rej.code);

	memset(buf, 0xaa, 16);
	gev_grs_rej_encode(buf, &values);
	EXPECT_EQ(0, memcmp(buf, rej_bytes, 16));
}

TEST(credit)
{
	u8 longer[64] = { 0 };
	u8 *buf = guard_room(16);
	u32 total = 1;
	size_t len;

	EXPECT_EQ(0, gev_grs_credit_decode(guard_copy(credit_bytes, 16), 16, &total));
	EXPECT_EQ(0xfedcba98, total);

	memcpy(longer, credit_bytes, 16);
	for (len = 0; len <= sizeof(longer); len++) {
		if (len == 16)
			continue;
		EXPECT_EQ(-EBADMSG, gev_grs_credit_decode(guard_copy(longer, len), len, &total));
	}
	longer[2] = 'S';
	EXPECT_EQ(-EBADMSG, gev_grs_credit_decode(longer, 16, &total));
	memset(longer + 8, 0xff, 8);
	longer[2] = 'C';
	EXPECT_EQ(0, gev_grs_credit_decode(longer, 16, &total));
	EXPECT_EQ(0xfedcba98, total);

	memset(buf, 0xaa, 16);
	gev_grs_credit_encode(buf, 0xfedcba98);
	EXPECT_EQ(0, memcmp(buf, credit_bytes, 16));
}

/* The flow table is little-endian: bytes are changed one by one. */
static const struct changed table_cases[] = {
	{ "type",		0, 1, 1, -EBADMSG },
	{ "type high",		1, 1, 0x10, -EBADMSG },
	{ "type swapped",	0, 2, 0x7000, -EBADMSG },
	{ "flags",		2, 2, 0xffff, 0 },
	{ "size 24",		4, 1, 24, -EBADMSG },
	{ "size 40",		4, 1, 40, -EBADMSG },
	{ "size high byte",	7, 1, 1, -EBADMSG },
	{ "major 0",		8, 1, 0, -EPROTONOSUPPORT },
	{ "major 2",		8, 1, 2, -EPROTONOSUPPORT },
	{ "minor",		9, 1, 255, 0 },
	{ "reserved",		10, 2, 0xffff, 0 },
	{ "flows 0",		12, 1, 0, -EBADMSG },
	{ "flows 1",		12, 1, 1, -EBADMSG },
	{ "flows 3",		12, 1, 3, -EBADMSG },
	{ "flows high byte",	15, 1, 1, -EBADMSG },
	{ "flow-0 size",	16, 8, ~0ull, 0 },
	{ "flow-1 size",	24, 8, ~0ull, 0 },
};

TEST(flow_table)
{
	static const struct gev_grs_flow_table values = { 0x4e0, 0x1112131415161718 };
	struct gev_grs_flow_table t;
	u8 data[64] = { 0 };
	u8 *buf = guard_room(32);
	size_t i;

	EXPECT_EQ(0, gev_grs_flow_table_decode(guard_copy(table_bytes, 32), 32, &t));
	EXPECT_EQ(values.flow0_size, t.flow0_size);
	EXPECT_EQ(values.flow1_size, t.flow1_size);
	for (i = 0; i < 32; i++)
		EXPECT_EQ(-EBADMSG, gev_grs_flow_table_decode(guard_copy(table_bytes, i), i, &t));
	for (i = 0; i < ARRAY_SIZE(table_cases); i++) {
		memcpy(data, table_bytes, 32);
		put(data, table_cases[i].offset, table_cases[i].width, table_cases[i].value);
		EXPECT_EQ(table_cases[i].ret, gev_grs_flow_table_decode(data, sizeof(data), &t)) {
			TH_LOG("%s", table_cases[i].what);
		}
	}

	memset(buf, 0xaa, 32);
	gev_grs_flow_table_encode(buf, &values);
	EXPECT_EQ(0, memcmp(buf, table_bytes, 32));
}

TEST(rej_names_and_errors)
{
	u32 code, other;

	for (code = GEV_GRS_REJ_VERSION; code <= GEV_GRS_REJ_MALFORMED; code++) {
		EXPECT_STRNE("unknown code", gev_grs_rej_name(code));
		for (other = GEV_GRS_REJ_VERSION; other < code; other++)
			EXPECT_STRNE(gev_grs_rej_name(other), gev_grs_rej_name(code));
	}
	EXPECT_STREQ("not the controller", gev_grs_rej_name(3));
	EXPECT_STREQ("unknown code", gev_grs_rej_name(0));
	EXPECT_STREQ("unknown code", gev_grs_rej_name(12));
	EXPECT_STREQ("unknown code", gev_grs_rej_name(0xffffffff));

	for (code = 0; code < 20; code++)
		EXPECT_EQ(code == 3 ? -EBUSY : -ECONNREFUSED, gev_grs_rej_errno(code));
	EXPECT_EQ(-ECONNREFUSED, gev_grs_rej_errno(0xffffffff));
}

/* The numbers of the profile, for whoever changes the header */
TEST(constants)
{
	EXPECT_EQ(0x0100, GEV_GRS_VERSION);
	EXPECT_EQ(65535, GEV_GRS_CREDITS_MAX);
	EXPECT_EQ(12, GEV_GRS_RNR_TIMER);
	EXPECT_EQ(14, GEV_GRS_ACK_TIMEOUT);
	EXPECT_EQ(28, GEV_GRS_REJ_REASON);
	EXPECT_EQ(0x80000000, GEV_GRS_ID_STEP_MAX);
	EXPECT_EQ(4, GEV_GRS_REJ_FLOW0_SMALL);
	EXPECT_EQ(5, GEV_GRS_REJ_FLOW1_SMALL);
	EXPECT_EQ(6, GEV_GRS_REJ_NOT_RDMA);
	EXPECT_EQ(7, GEV_GRS_REJ_RESOURCES);
	EXPECT_EQ(8, GEV_GRS_REJ_NOT_LOCKED);
	EXPECT_EQ(9, GEV_GRS_REJ_MTU);
	EXPECT_EQ(10, GEV_GRS_REJ_PAYLOAD);
	EXPECT_EQ(11, GEV_GRS_REJ_MALFORMED);
}

TEST_HARNESS_MAIN
