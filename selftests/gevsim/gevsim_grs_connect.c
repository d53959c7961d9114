// SPDX-License-Identifier: GPL-2.0
/* Connections: codes of REJ and their order, REP, replacement, loss, stop. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "gevsim_grs.h"

/* What is wrong with a request; several may be. */
enum wrong {
	MAGIC		= 1,
	VERSION		= 2,
	CREDITS		= 4,
	CHANNEL		= 8,
	CONTROL		= 16,
	PROTOCOL	= 32,
	LOCKED		= 64,
	FLOW0		= 128,
	FLOW1		= 256,
};

static bool spoil_camera(struct rig *rig, unsigned int wrong)
{
	struct gvcp_client *c = &rig->client;

	EXPECT(rig, !gvcp_write(c, SIM_LOCKED, 0));
	EXPECT(rig, !gvcp_write(c, SIM_PROTOCOL, !(wrong & PROTOCOL)));
	EXPECT(rig, !gvcp_write(c, SIM_LOCKED, !(wrong & LOCKED)));
	/* Without control TLParamsLocked is 0 as well. */
	if (wrong & CONTROL)
		EXPECT(rig, !gvcp_write(c, GEV_CCP, 0));
	return true;
}

static bool restore_camera(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;

	for (int i = 0; gvcp_write(c, GEV_CCP, 2); i++) {
		EXPECT(rig, i < 50);
		rig_sleep(50);
	}
	return true;
}

static bool refused(struct rig *rig, unsigned int wrong, uint32_t code, uint64_t detail)
{
	struct grs_request r;
	int err;

	if (!spoil_camera(rig, wrong))
		return false;
	grs_request_init(&r, rig->payload, 4);
	r.magic ^= !!(wrong & MAGIC);
	if (wrong & VERSION)
		r.version = 0x0200;
	if (wrong & CREDITS)
		r.credits = 0;
	r.channel = !!(wrong & CHANNEL);
	if (wrong & FLOW0)
		r.flow0 = GRS_DESCRIPTOR - 1;
	if (wrong & FLOW1)
		r.flow1 = rig->payload - 1;
	err = grs_open(&rig->session, rig->address, rig->port, &r);
	if (err != -ECONNREFUSED || rig->session.rej_code != code ||
	    (detail && rig->session.rej_detail != detail))
		return rig_note(rig, "wrong %#x: %d, reason %d, code %u, detail %llu", wrong, err,
				rig->session.reason, rig->session.rej_code,
				(unsigned long long)rig->session.rej_detail);
	grs_close(&rig->session);
	return restore_camera(rig);
}

/* Each code alone, then with all later faults at once: the first one wins. */
static bool test_reject_order(struct rig *rig)
{
	const struct {
		unsigned int wrong;
		uint32_t code;
		uint64_t detail;
	} order[] = {
		{ MAGIC, 1, 0x0100 }, { VERSION, 1, 0x0100 }, { CREDITS, 11, 0 },
		{ CHANNEL, 2, 0 }, { CONTROL, 3, 0 }, { PROTOCOL, 6, 0 }, { LOCKED, 8, 0 },
		{ FLOW0, 4, GRS_DESCRIPTOR }, { FLOW1, 5, rig->payload },
	};
	const size_t n = sizeof(order) / sizeof(order[0]);

	for (size_t i = 0; i < n; i++) {
		unsigned int all = 0;

		for (size_t j = i; j < n; j++)
			all |= order[j].wrong;
		if (!refused(rig, order[i].wrong, order[i].code, order[i].detail) ||
		    !refused(rig, all, order[i].code, order[i].detail))
			return false;
	}
	return true;
}

static bool test_credit_limits(struct rig *rig)
{
	static const uint32_t bad[] = { 65536, 0x80000000, 0xffffffff };
	struct grs_request r;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		grs_request_init(&r, rig->payload, 4);
		r.credits = bad[i];
		EXPECT(rig, grs_open(&rig->session, rig->address, rig->port, &r) == -ECONNREFUSED);
		EXPECT(rig, rig->session.rej_code == 11);
		grs_close(&rig->session);
	}
	grs_request_init(&r, rig->payload, 4);
	r.credits = 65535;
	EXPECT(rig, !grs_open(&rig->session, rig->address, rig->port, &r));
	return true;
}

/* The lower minor version is used. */
static bool test_minor_version(struct rig *rig)
{
	struct grs_request r;

	grs_request_init(&r, rig->payload, 4);
	r.version = 0x0107;
	EXPECT(rig, !grs_open(&rig->session, rig->address, rig->port, &r));
	EXPECT(rig, rig->session.rep[4] == 1);
	EXPECT(rig, !gvcp_write(&rig->client, SIM_START, 1));
	return rig_frames(rig, 1, 4);
}

/* Above what the port takes in one message, where there is such a limit. */
static bool test_message_limit(struct rig *rig)
{
	struct ibv_port_attr attr;
	struct grs_request r;
	uint32_t height;
	int err;

	if (!rig_connect(rig, 2))
		return false;
	EXPECT(rig, !ibv_query_port(rig->session.id->verbs, rig->session.id->port_num, &attr));
	grs_close(&rig->session);
	if (attr.max_msg_sz >= 8192u * 8192 * 3)
		return true;
	height = attr.max_msg_sz / 8192 + 1;
	if (!rig_geometry(rig, "Mono8", 8192, height))
		return false;
	grs_request_init(&r, 64, 2);
	r.flow1 = rig->payload;
	err = grs_open(&rig->session, rig->address, rig->port, &r);
	EXPECT(rig, err == -ECONNREFUSED && rig->session.rej_code == 10);
	EXPECT(rig, rig->session.rej_detail == attr.max_msg_sz);
	return true;
}

static bool rep_valid(struct rig *rig, uint32_t flags)
{
	const uint8_t *rep = rig->session.rep;

	EXPECT(rig, gvcp_get32(rep) == 0x47525331);
	EXPECT(rig, gvcp_get16(rep + 4) == 0x0100 && gvcp_get16(rep + 6) == 2);
	EXPECT(rig, gvcp_get32(rep + 8) == flags);
	EXPECT(rig, gvcp_get32(rep + 12) >= 8);
	EXPECT(rig, gvcp_get32(rep + 16) == GRS_DESCRIPTOR);
	EXPECT(rig, !gvcp_get32(rep + 20) && !gvcp_get32(rep + 24));
	EXPECT(rig, gvcp_get32(rep + 28) == rig->payload);
	return true;
}

static bool test_rep(struct rig *rig)
{
	return rig_connect(rig, 4) && rep_valid(rig, 0);
}

/* A refused request leaves the connection alone. */
static bool test_refused_second(struct rig *rig)
{
	struct grs_session other;
	struct grs_request r;
	int err;

	if (!rig_start(rig, 4) || !rig_frames(rig, 1, 5))
		return false;
	grs_request_init(&r, rig->payload, 2);
	r.flow1--;
	err = grs_open(&other, rig->address, rig->port, &r);
	grs_close(&other);
	EXPECT(rig, err == -ECONNREFUSED);
	return rig_frames(rig, 6, 5);
}

/* A valid one replaces it; ids go on, and REP tells that they do. */
static bool test_replaced(struct rig *rig)
{
	struct grs_session old;
	struct grs_frame f;

	if (!rig_start(rig, 4) || !rig_frames(rig, 1, 5))
		return false;
	old = rig->session;
	memset(&rig->session, 0, sizeof(rig->session));
	if (!rig_connect(rig, 4) || !rep_valid(rig, 1)) {
		grs_close(&old);
		return false;
	}
	/* The old one ends: frames that were under way may come first. */
	while (grs_next(&old, &f, 2000) == GRS_FRAME)
		;
	grs_close(&old);
	if (!rig_frame(rig, &f) || !rig_good(rig, &f))
		return false;
	EXPECT(rig, f.id > 5);
	EXPECT(rig, !grs_return(&rig->session, f.pair));
	return rig_frames(rig, f.id + 1, 5);
}

/* Loss: the acquisition goes on, frames are counted, ids continue. */
static bool test_loss(struct rig *rig)
{
	uint32_t dropped;
	struct grs_frame f;

	if (!rig_rate(rig, 50) || !rig_start(rig, 8) || !rig_frames(rig, 1, 5))
		return false;
	grs_close(&rig->session);
	rig_sleep(300);
	EXPECT(rig, rig_read(rig, SIM_ACQUIRING) == 1);
	dropped = rig_read(rig, SIM_DROPPED);
	EXPECT(rig, dropped > 0);
	if (!rig_connect(rig, 8) || !rep_valid(rig, 1) || !rig_frame(rig, &f))
		return false;
	EXPECT(rig, f.id > 5 + dropped);
	return rig_good(rig, &f);
}

/* Alone for longer than the heartbeat time-out, also if that is switched off. */
static bool test_alone(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;

	EXPECT(rig, !gvcp_write(c, GEV_HEARTBEAT, 600));
	EXPECT(rig, !gvcp_write(c, GEV_CONF, 1));
	EXPECT(rig, !gvcp_write(c, SIM_START, 1));
	EXPECT(rig, rig_read(rig, SIM_ACQUIRING) == 1);
	if (!rig_wait(rig, SIM_ACQUIRING, 0, 3000))
		return false;
	EXPECT(rig, rig_read(rig, SIM_LOCKED) == 1);
	EXPECT(rig, !gvcp_write(c, GEV_HEARTBEAT, 30000));
	/* A host that finds bit 0 clear starts again; ids begin with 1. */
	return rig_connect(rig, 4) && rep_valid(rig, 0) && !gvcp_write(c, SIM_START, 1) &&
	       rig_frames(rig, 1, 3);
}

static bool test_locked_rules(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;

	EXPECT(rig, gvcp_write(c, SIM_WIDTH, 32) == 0x8006);
	EXPECT(rig, gvcp_write(c, SIM_HEIGHT, 32) == 0x8006);
	EXPECT(rig, gvcp_write(c, SIM_FORMAT, 0x01100003) == 0x8006);
	EXPECT(rig, gvcp_write(c, SIM_PROTOCOL, 0) == 0x8006);
	EXPECT(rig, gvcp_write(c, SIM_LOCKED, 2) == 0x8002);
	if (!rig_start(rig, 4) || !rig_frames(rig, 1, 3))
		return false;
	EXPECT(rig, gvcp_write(c, SIM_LOCKED, 0) == 0x8007);
	EXPECT(rig, !gvcp_write(c, SIM_STOP, 1));
	EXPECT(rig, !gvcp_write(c, SIM_LOCKED, 0));
	EXPECT(rig, grs_is_disconnected(&rig->session, 3000));
	EXPECT(rig, gvcp_write(c, SIM_START, 1) == 0x8006);
	return true;
}

/* Control given up, or lost: no stream, not locked, disconnected. */
static bool test_release(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;

	if (!rig_start(rig, 4) || !rig_frames(rig, 1, 3))
		return false;
	EXPECT(rig, !gvcp_write(c, GEV_CCP, 0));
	EXPECT(rig, rig_read(rig, SIM_ACQUIRING) == 0 && rig_read(rig, SIM_LOCKED) == 0);
	EXPECT(rig, grs_is_disconnected(&rig->session, 3000));
	return true;
}

static bool test_heartbeat(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;

	EXPECT(rig, !gvcp_write(c, GEV_HEARTBEAT, 600));
	if (!rig_start(rig, 4) || !rig_frames(rig, 1, 3))
		return false;
	EXPECT(rig, grs_is_disconnected(&rig->session, 5000));
	EXPECT(rig, rig_read(rig, GEV_CCP) == 0);
	EXPECT(rig, rig_read(rig, SIM_ACQUIRING) == 0 && rig_read(rig, SIM_LOCKED) == 0);
	EXPECT(rig, gvcp_write(c, SIM_START, 1) == 0x8006);
	return true;
}

const struct rig_test connect_tests[] = {
	{ "codes of REJ in their order", test_reject_order },
	{ "limits of the initial credits", test_credit_limits },
	{ "another minor version", test_minor_version },
	{ "payload above the port's limit", test_message_limit },
	{ "REP", test_rep },
	{ "a refused request changes nothing", test_refused_second },
	{ "a valid request replaces the connection", test_replaced },
	{ "acquisition goes on through a loss", test_loss },
	{ "acquisition alone is stopped", test_alone },
	{ "TLParamsLocked", test_locked_rules },
	{ "control given up", test_release },
	{ "heartbeat lost", test_heartbeat },
	{ NULL, NULL }
};
