// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz target of wire/grs.c. The first byte chooses the kind of message, the
 * rest is the message.
 */
#include "fuzz.h"
#include "wire/grs.h"

enum kind { REQ, REP, REJ, CREDIT, TABLE, KINDS };

static u64 be(const u8 *p, unsigned int width)
{
	u64 v = 0;

	while (width--)
		v = v << 8 | *p++;
	return v;
}

static bool magic(const u8 *m, size_t len, const char *text)
{
	return len >= 4 && !memcmp(m, text, 4);
}

static void check_req(const u8 *m, size_t len)
{
	struct gev_grs_req a, b;
	int ret = gev_grs_req_decode(m, len, &a);
	u8 buf[GEV_GRS_REQ_SIZE];

	if (len >= 6 && (!magic(m, len, "GRS1") || m[4] != 1)) {
		FUZZ_CHECK(ret == -EPROTONOSUPPORT);
		return;
	}
	if (len < 32 || be(m + 12, 4) < 1 || be(m + 12, 4) > 65535) {
		FUZZ_CHECK(ret == -EBADMSG);
		return;
	}
	FUZZ_CHECK(!ret && a.credits >= 1 && a.credits <= 65535 && a.version >> 8 == 1);
	gev_grs_req_encode(buf, &a);
	FUZZ_CHECK(!memcmp(buf, m, sizeof(buf)));
	FUZZ_CHECK(!gev_grs_req_decode(buf, sizeof(buf), &b));
	FUZZ_CHECK(a.flow1_size == b.flow1_size && a.credit_base == b.credit_base);
}

static void check_rep(const u8 *m, size_t len)
{
	int ret;
	struct gev_grs_rep a;
	u8 buf[GEV_GRS_REP_SIZE];

	ret = gev_grs_rep_decode(m, len, &a);
	if (len < 32 || !magic(m, len, "GRS1")) {
		FUZZ_CHECK(ret == -EBADMSG);
		return;
	}
	if (m[4] != 1) {
		FUZZ_CHECK(ret == -EPROTONOSUPPORT);
		return;
	}
	if (be(m + 6, 2) != 2 || be(m + 12, 4) < 8) {
		FUZZ_CHECK(ret == -EBADMSG);
		return;
	}
	FUZZ_CHECK(!ret);
	gev_grs_rep_encode(buf, &a);
	FUZZ_CHECK(!memcmp(buf, m, 20) && !memcmp(buf + 24, m + 24, 8) && !be(buf + 20, 4));
}

static void check_rej(const u8 *m, size_t len)
{
	struct gev_grs_rej a;
	int ret = gev_grs_rej_decode(m, len, &a);
	u8 buf[GEV_GRS_REJ_SIZE];

	FUZZ_CHECK(ret == (len >= 16 && magic(m, len, "GRS1") ? 0 : -EBADMSG));
	if (ret)
		return;
	gev_grs_rej_encode(buf, &a);
	FUZZ_CHECK(!memcmp(buf, m, sizeof(buf)));
	FUZZ_CHECK(gev_grs_rej_errno(a.code) < 0 && *gev_grs_rej_name(a.code));
}

static void check_credit(const u8 *m, size_t len)
{
	u32 total;
	int ret = gev_grs_credit_decode(m, len, &total);
	u8 buf[GEV_GRS_CREDIT_SIZE];

	FUZZ_CHECK(ret == (len == 16 && magic(m, len, "GRCR") ? 0 : -EBADMSG));
	if (ret)
		return;
	gev_grs_credit_encode(buf, total);
	FUZZ_CHECK(!memcmp(buf, m, 8) && !be(buf + 8, 8));
}

static void check_table(const u8 *m, size_t len)
{
	struct gev_grs_flow_table a;
	int ret = gev_grs_flow_table_decode(m, len, &a);
	u8 buf[GEV_GRS_FLOW_TABLE_SIZE];

	if (ret) {
		FUZZ_CHECK(ret == -EBADMSG || ret == -EPROTONOSUPPORT);
		FUZZ_CHECK(len < 32 || memcmp(m, "\0\x70", 2) || m[8] != 1 ||
			   memcmp(m + 4, "\x20\0\0", 4) || memcmp(m + 12, "\2\0\0", 4));
		return;
	}
	gev_grs_flow_table_encode(buf, &a);
	FUZZ_CHECK(!memcmp(buf, m, 2) && !memcmp(buf + 4, m + 4, 5));
	FUZZ_CHECK(!memcmp(buf + 12, m + 12, 20));
}

static void (*const checks[KINDS])(const u8 *, size_t) = {
	[REQ] = check_req, [REP] = check_rep, [REJ] = check_rej,
	[CREDIT] = check_credit, [TABLE] = check_table,
};

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	u8 *message;

	if (!size)
		return 0;
	message = fuzz_copy(data + 1, size - 1);
	checks[data[0] % KINDS](message, size - 1);
	free(message);
	return 0;
}

static size_t make_sample(u8 *data, u32 *state)
{
	struct gev_grs_req req = { .credits = 4, .flow0_size = 4096, .flow1_size = 1 << 20 };
	struct gev_grs_rep rep = { .credit_receives = 8, .flow0_size = 176, .flow1_size = 1 << 20 };
	struct gev_grs_rej rej = { fuzz_random(state) % 13, fuzz_random(state) };
	struct gev_grs_flow_table t = { 176, fuzz_random(state) };
	u8 *m = data + 1;

	data[0] = fuzz_random(state) % KINDS;
	switch (data[0]) {
	case REQ:
		gev_grs_req_encode(m, &req);
		memset(m + GEV_GRS_REQ_SIZE, 0, 56 - GEV_GRS_REQ_SIZE);
		return 1 + 56;
	case REP:
		gev_grs_rep_encode(m, &rep);
		memset(m + GEV_GRS_REP_SIZE, 0, 196 - GEV_GRS_REP_SIZE);
		return 1 + 196;
	case REJ:
		gev_grs_rej_encode(m, &rej);
		memset(m + GEV_GRS_REJ_SIZE, 0, 148 - GEV_GRS_REJ_SIZE);
		return 1 + 148;
	case CREDIT:
		gev_grs_credit_encode(m, fuzz_random(state));
		return 1 + GEV_GRS_CREDIT_SIZE;
	default:
		gev_grs_flow_table_encode(m, &t);
		return 1 + GEV_GRS_FLOW_TABLE_SIZE;
	}
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t room, unsigned int seed)
{
	u32 state = seed;

	if (room >= 200 && (size < 8 || fuzz_random(&state) % 64 == 0))
		size = make_sample(data, &state);
	return LLVMFuzzerMutate(data, size, room);
}
