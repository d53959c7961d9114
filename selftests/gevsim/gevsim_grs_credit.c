// SPDX-License-Identifier: GPL-2.0
/* Credits: never more frames than allowed, the wrap, nonsense, RNR. */
#include <string.h>
#include "gevsim_grs.h"

/* @n frames, none given back. */
static bool take(struct rig *rig, unsigned int n, uint64_t *last)
{
	struct grs_frame f;

	for (unsigned int i = 0; i < n; i++) {
		if (!rig_frame(rig, &f) || !rig_good(rig, &f))
			return false;
		*last = f.id;
	}
	return true;
}

/* Without credit frames are dropped and counted; the ids show it. */
static bool test_no_credit(struct rig *rig)
{
	struct grs_frame f;
	uint64_t last;

	if (!rig_rate(rig, 50) || !rig_start(rig, 3) || !take(rig, 3, &last))
		return false;
	EXPECT(rig, last == 3);
	EXPECT(rig, grs_next(&rig->session, &f, 400) == GRS_TIMEOUT);
	EXPECT(rig, rig_read(rig, SIM_DROPPED) > 0);
	for (unsigned int i = 0; i < 3; i++)
		EXPECT(rig, !grs_return(&rig->session, i));
	if (!rig_frame(rig, &f) || !rig_good(rig, &f))
		return false;
	EXPECT(rig, f.id > 4);
	return true;
}

/* As fast as credits allow: nothing is dropped. */
static bool test_free_run(struct rig *rig)
{
	if (!rig_start(rig, 2) || !rig_frames(rig, 1, 200))
		return false;
	EXPECT(rig, rig_read(rig, SIM_DROPPED) == 0);
	return true;
}

static bool test_wrap(struct rig *rig)
{
	static const uint32_t bases[] = { 0xfffffffe, 0x7ffffffe, 0xffffffff };
	struct grs_request r;

	for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++) {
		grs_request_init(&r, rig->payload, 4);
		r.base = bases[i];
		EXPECT(rig, !grs_open(&rig->session, rig->address, rig->port, &r));
		EXPECT(rig, !gvcp_write(&rig->client, SIM_START, 1));
		if (!rig_frames(rig, 1, 20))
			return false;
		EXPECT(rig, !gvcp_write(&rig->client, SIM_STOP, 1));
		grs_close(&rig->session);
	}
	return true;
}

/* Before AcquisitionStart, and more than once. */
static bool test_early(struct rig *rig)
{
	struct grs_request r;
	uint64_t last;

	grs_request_init(&r, rig->payload, 6);
	r.credits = 2;
	EXPECT(rig, !grs_open(&rig->session, rig->address, rig->port, &r));
	EXPECT(rig, !grs_credit(&rig->session, 4) && !grs_credit(&rig->session, 6));
	rig_sleep(200);
	EXPECT(rig, !gvcp_write(&rig->client, SIM_START, 1));
	return take(rig, 6, &last);
}

/* Totals that go back or stand still are ignored. */
static bool test_backwards(struct rig *rig)
{
	struct grs_frame f;
	uint64_t last;

	if (!rig_start(rig, 4) || !take(rig, 4, &last))
		return false;
	EXPECT(rig, !grs_credit(&rig->session, 4));
	rig_sleep(50);
	EXPECT(rig, !grs_credit(&rig->session, 1));
	rig_sleep(50);
	EXPECT(rig, !grs_credit(&rig->session, 4u - 0x7fffffff));
	EXPECT(rig, grs_next(&rig->session, &f, 300) == GRS_TIMEOUT);
	EXPECT(rig, !grs_repost(&rig->session, 0) && !grs_credit(&rig->session, 5));
	return rig_frame(rig, &f) && rig_good(rig, &f);
}

static bool disconnects(struct rig *rig, const uint8_t *message, size_t len)
{
	struct grs_frame f;
	enum grs_result result;

	if (!rig_connect(rig, 4))
		return false;
	EXPECT(rig, !grs_send(&rig->session, message, len));
	result = grs_next(&rig->session, &f, 5000);
	EXPECT(rig, result == GRS_DISCONNECTED || result == GRS_BROKEN);
	grs_close(&rig->session);
	return true;
}

/* Wrong length, wrong magic, too many at once: the camera disconnects. */
static bool test_nonsense(struct rig *rig)
{
	uint8_t message[16] = { 0 };

	gvcp_put32(message, 0x47524352);
	gvcp_put32(message + 4, 5);
	if (!disconnects(rig, message, 12))
		return false;
	gvcp_put32(message + 4, 4 + 65536);
	if (!disconnects(rig, message, 16))
		return false;
	gvcp_put32(message, 0x47524353);
	gvcp_put32(message + 4, 5);
	return disconnects(rig, message, 16);
}

static bool test_step_limit(struct rig *rig)
{
	if (!rig_connect(rig, 4))
		return false;
	EXPECT(rig, !grs_credit(&rig->session, 4 + 65535));
	EXPECT(rig, !grs_is_disconnected(&rig->session, 500));
	return true;
}

/* Fewer receives than announced: the camera's queue pair breaks, it disconnects. */
static bool test_rnr(struct rig *rig)
{
	struct grs_request r;
	struct grs_frame f;
	enum grs_result result;
	unsigned int n = 0;

	grs_request_init(&r, rig->payload, 2);
	r.credits = 6;
	EXPECT(rig, !grs_open(&rig->session, rig->address, rig->port, &r));
	EXPECT(rig, !gvcp_write(&rig->client, SIM_START, 1));
	while ((result = grs_next(&rig->session, &f, 8000)) == GRS_FRAME)
		n++;
	EXPECT(rig, n == 2);
	EXPECT(rig, result == GRS_DISCONNECTED || result == GRS_BROKEN);
	EXPECT(rig, rig_read(rig, SIM_ACQUIRING) == 1);
	return true;
}

const struct rig_test credit_tests[] = {
	{ "no credit, no frame", test_no_credit },
	{ "as fast as credits allow", test_free_run },
	{ "credits wrap", test_wrap },
	{ "credits before the start", test_early },
	{ "credits that go back", test_backwards },
	{ "nonsense for a credit message", test_nonsense },
	{ "the most credits at once", test_step_limit },
	{ "more credits than receives", test_rnr },
	{ NULL, NULL }
};
