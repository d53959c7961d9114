// SPDX-License-Identifier: GPL-2.0
/* Each fault of the stream does what its name says, and the next frame is good. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "gevsim_grs.h"

#define PRELIMINARY	0x10e00

static bool arm(struct rig *rig, const char *text)
{
	if (gvcp_fault(&rig->client, text))
		return rig_note(rig, "fault '%s' is refused", text);
	return true;
}

/* A stream with a fault at block 3; the frame that it makes of it. */
static bool third(struct rig *rig, const char *text, struct grs_frame *f)
{
	char at[64];

	snprintf(at, sizeof(at), "%s@3", text);
	if (!arm(rig, at) || !rig_start(rig, 4) || !rig_frames(rig, 1, 2))
		return false;
	if (!rig_frame(rig, f))
		return rig_note(rig, "'%s': no frame", at);
	return true;
}

/* The stream goes on with good frames from block @id on. */
static bool goes_on(struct rig *rig, const struct grs_frame *f, uint64_t id)
{
	EXPECT(rig, !grs_return(&rig->session, f->pair));
	return rig_frames(rig, id, 3);
}

static bool stop(struct rig *rig)
{
	EXPECT(rig, !gvcp_write(&rig->client, SIM_STOP, 1));
	grs_close(&rig->session);
	return arm(rig, "clear");
}

/* The connection ends, and another one works. */
static bool breaks(struct rig *rig, const char *text)
{
	enum grs_result result;
	struct grs_frame f;
	char at[64];

	snprintf(at, sizeof(at), "%s@3", text);
	if (!arm(rig, at) || !rig_start(rig, 4) || !rig_frames(rig, 1, 2))
		return false;
	do {
		result = grs_next(&rig->session, &f, 8000);
	} while (result == GRS_FRAME);
	if (result != GRS_BROKEN && result != GRS_DISCONNECTED)
		return rig_note(rig, "'%s': the connection does not end", at);
	grs_close(&rig->session);
	if (!rig_connect(rig, 4) || !rig_frame(rig, &f) || !rig_good(rig, &f))
		return rig_note(rig, "'%s': no good frame afterwards", at);
	return stop(rig);
}

static bool test_drop(struct rig *rig)
{
	struct grs_frame f;

	if (!third(rig, "drop=2", &f))
		return false;
	EXPECT(rig, f.id == 5 && rig_good(rig, &f));
	EXPECT(rig, rig_read(rig, SIM_DROPPED) == 0);
	return goes_on(rig, &f, 6);
}

static bool test_skip(struct rig *rig)
{
	struct grs_frame f;

	if (!third(rig, "skip", &f))
		return false;
	EXPECT(rig, f.id == 3 && !f.payload_len && f.descriptor_len == GRS_DESCRIPTOR);
	EXPECT(rig, f.descriptor[10] & 2 && f.descriptor[66] & 1);
	EXPECT(rig, grs_le64(f.descriptor + 144) == 0);
	EXPECT(rig, grs_le32(f.descriptor + 160) == rig->width);
	return goes_on(rig, &f, 4);
}

static bool test_short(struct rig *rig)
{
	struct grs_frame f;

	if (!third(rig, "short=100", &f))
		return false;
	EXPECT(rig, f.payload_len == rig->payload - 100);
	EXPECT(rig, grs_le64(f.descriptor + 144) == rig->payload);
	return goes_on(rig, &f, 4);
}

/* Into a receive that is large enough: the length is what it claims to be. */
static bool test_long(struct rig *rig)
{
	struct grs_request r;
	struct grs_frame f;

	grs_request_init(&r, rig->payload, 4);
	r.room += 4096;
	if (!arm(rig, "long=1000@1"))
		return false;
	EXPECT(rig, !grs_open(&rig->session, rig->address, rig->port, &r));
	EXPECT(rig, !gvcp_write(&rig->client, SIM_START, 1));
	if (!rig_frame(rig, &f))
		return false;
	EXPECT(rig, f.payload_len == rig->payload + 1000);
	if (!goes_on(rig, &f, 2) || !stop(rig))
		return false;
	return breaks(rig, "long=8");
}

static bool test_geometry(struct rig *rig)
{
	struct grs_frame f;

	if (!third(rig, "geometry=32x24", &f))
		return false;
	EXPECT(rig, f.payload_len == 32 * 24);
	EXPECT(rig, grs_le32(f.descriptor + 160) == 32 && grs_le32(f.descriptor + 164) == 24);
	EXPECT(rig, grs_le64(f.descriptor + 144) == 32 * 24);
	return goes_on(rig, &f, 4);
}

static bool test_beyond_credit(struct rig *rig)
{
	struct grs_request r;
	struct grs_frame f;

	grs_request_init(&r, rig->payload, 8);
	r.credits = 2;
	if (!arm(rig, "no-credit=3@1"))
		return false;
	EXPECT(rig, !grs_open(&rig->session, rig->address, rig->port, &r));
	EXPECT(rig, !gvcp_write(&rig->client, SIM_START, 1));
	for (int i = 0; i < 5; i++)
		if (!rig_frame(rig, &f) || !rig_good(rig, &f))
			return rig_note(rig, "frame %d did not come", i);
	EXPECT(rig, grs_next(&rig->session, &f, 400) == GRS_TIMEOUT);
	return true;
}

/* Payload alone: either nothing more comes, or the pairs are out of step. */
static bool test_no_descriptor(struct rig *rig)
{
	struct grs_frame f;

	if (!arm(rig, "no-descriptor@3") || !rig_start(rig, 4) || !rig_frames(rig, 1, 2))
		return false;
	EXPECT(rig, grs_next(&rig->session, &f, 1000) == GRS_TIMEOUT);
	EXPECT(rig, f.opcode[1] == IBV_WC_RECV && f.payload_len == rig->payload);
	/* The next payload does not fit into the descriptor's receive. */
	return stop(rig) && rig_geometry(rig, "Mono8", 128, 48) &&
	       breaks(rig, "no-descriptor=1");
}

static bool test_no_payload(struct rig *rig)
{
	struct grs_frame f;

	/* The descriptor fills a payload's receive, the next payload is too long. */
	if (!arm(rig, "no-payload@3") || !rig_geometry(rig, "Mono8", 16, 16) ||
	    !rig_start(rig, 4) || !rig_frames(rig, 1, 2) || !rig_frame(rig, &f))
		return false;
	EXPECT(rig, f.payload_len == GRS_DESCRIPTOR && !memcmp(f.payload, "GNDC", 4));
	return true;
}

static bool test_swap(struct rig *rig)
{
	struct grs_frame f;

	if (!rig_geometry(rig, "Mono8", 16, 16) || !third(rig, "swap", &f))
		return false;
	EXPECT(rig, f.payload_len == GRS_DESCRIPTOR && !memcmp(f.payload, "GNDC", 4));
	EXPECT(rig, f.descriptor_len == rig->payload);
	EXPECT(rig, !grs_return(&rig->session, f.pair));
	return rig_frames(rig, 4, 2);
}

static bool test_immediate(struct rig *rig)
{
	struct grs_frame f;

	for (unsigned int flow = 0; flow < 2; flow++) {
		if (!third(rig, flow ? "immediate=1" : "immediate", &f))
			return false;
		EXPECT(rig, f.flags[flow] == IBV_WC_WITH_IMM && !f.flags[!flow]);
		if (!goes_on(rig, &f, 4) || !stop(rig))
			return false;
	}
	return true;
}

/* No rkey was given away: the HCA refuses it, or shows it. */
static bool test_invalidate(struct rig *rig)
{
	struct grs_frame f;
	enum grs_result result;

	if (!arm(rig, "invalidate@3") || !rig_start(rig, 4) || !rig_frames(rig, 1, 2))
		return false;
	result = grs_next(&rig->session, &f, 8000);
	if (result == GRS_FRAME)
		EXPECT(rig, f.flags[0] == IBV_WC_WITH_INV);
	else
		EXPECT(rig, result == GRS_BROKEN || result == GRS_DISCONNECTED);
	return true;
}

/* Remote writes are not allowed on the queue pair: not even of no bytes. */
static bool test_write_immediate(struct rig *rig)
{
	return breaks(rig, "write-immediate") && breaks(rig, "write-immediate=1");
}

static bool test_disconnect(struct rig *rig)
{
	return breaks(rig, "disconnect");
}

static bool test_silent(struct rig *rig)
{
	struct grs_frame f;

	if (!arm(rig, "silent=1000@3") || !rig_start(rig, 4) || !rig_frames(rig, 1, 3))
		return false;
	EXPECT(rig, grs_next(&rig->session, &f, 500) == GRS_TIMEOUT);
	return rig_frames(rig, 4, 3);
}

static bool test_ids(struct rig *rig)
{
	struct grs_frame f;

	if (!third(rig, "id-repeat", &f))
		return false;
	EXPECT(rig, f.id == 2);
	if (!goes_on(rig, &f, 4) || !stop(rig) || !third(rig, "id-zero", &f))
		return false;
	EXPECT(rig, f.id == 0);
	if (!goes_on(rig, &f, 4) || !stop(rig) || !third(rig, "id-jump=500", &f))
		return false;
	EXPECT(rig, f.id == 503 && rig_good(rig, &f));
	return goes_on(rig, &f, 504);
}

static const struct {
	const char *name;
	unsigned int offset;
	unsigned int size;
} fields[] = {
	{ "signature", 0, 4 }, { "major", 4, 1 }, { "type", 8, 2 }, { "header-size", 12, 4 },
	{ "id", 16, 8 }, { "size", 48, 4 }, { "components", 52, 4 },
	{ "component-offset", 56, 8 }, { "component-type", 64, 2 },
	{ "component-size", 68, 4 }, { "component-pfnc", 104, 4 }, { "parts", 110, 2 },
	{ "part-offset", 112, 8 }, { "part-type", 120, 2 }, { "part-size", 124, 4 },
	{ "pfnc", 128, 4 }, { "flow-id", 134, 2 }, { "flow-offset", 136, 8 },
	{ "data-size", 144, 8 }, { "x", 160, 4 }, { "y", 164, 4 }, { "pad-x", 168, 2 },
	{ "pad-y", 170, 2 },
};

/* Only this field of @bad differs from @good; by default, or by a value. */
static bool only(struct rig *rig, size_t i, const uint8_t *good, const uint8_t *bad)
{
	unsigned int first = fields[i].offset, end = first + fields[i].size, n = 0;

	for (unsigned int at = 0; at < GRS_DESCRIPTOR; at++) {
		bool differs = good[at] != bad[at];

		/* id and time stamp change by themselves */
		if (at >= 88 && at < 96)
			continue;
		if (at >= 16 && at < 24 && first != 16)
			continue;
		if (differs && (at < first || at >= end))
			return rig_note(rig, "%s: byte %u changed", fields[i].name, at);
		n += differs;
	}
	return n || rig_note(rig, "%s: nothing changed", fields[i].name);
}

static bool test_descriptor(struct rig *rig)
{
	uint8_t good[GRS_DESCRIPTOR];
	struct grs_frame f;
	uint64_t id;
	char text[64];

	if (!rig_start(rig, 4) || !rig_frame(rig, &f) || !rig_good(rig, &f))
		return false;
	memcpy(good, f.descriptor, sizeof(good));
	id = f.id;
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		/* Four frames may be under way already. */
		id += 20;
		snprintf(text, sizeof(text), "desc-%s@%llu", fields[i].name,
			 (unsigned long long)id);
		if (!arm(rig, text))
			return false;
		for (uint64_t at = f.id; at < id; at++) {
			EXPECT(rig, !grs_return(&rig->session, f.pair));
			if (!rig_frame(rig, &f))
				return false;
		}
		if (!only(rig, i, good, f.descriptor))
			return false;
		f.id = id;
	}
	return true;
}

static bool test_preliminary(struct rig *rig)
{
	uint8_t good[GRS_DESCRIPTOR], bad[GRS_DESCRIPTOR];
	char text[64];

	EXPECT(rig, !gvcp_readmem(&rig->client, PRELIMINARY, good, sizeof(good)));
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		snprintf(text, sizeof(text), "pre-%s", fields[i].name);
		if (!arm(rig, text))
			return false;
		EXPECT(rig, !gvcp_readmem(&rig->client, PRELIMINARY, bad, sizeof(bad)));
		if (!only(rig, i, good, bad) || !arm(rig, "clear"))
			return false;
	}
	if (!arm(rig, "pre-x=0x01020304"))
		return false;
	EXPECT(rig, !gvcp_readmem(&rig->client, PRELIMINARY, bad, sizeof(bad)));
	EXPECT(rig, grs_le32(bad + 160) == 0x01020304);
	return true;
}

static bool test_table(struct rig *rig)
{
	uint8_t table[32];

	if (!arm(rig, "table-flow1=77") || !arm(rig, "table-flows"))
		return false;
	EXPECT(rig, !gvcp_readmem(&rig->client, SIM_TABLE, table, sizeof(table)));
	EXPECT(rig, grs_le64(table + 24) == 77 && grs_le32(table + 12) == 3);
	if (!arm(rig, "payload-size=99"))
		return false;
	EXPECT(rig, rig_read(rig, SIM_PAYLOAD) == 99);
	return true;
}

static bool open_fails(struct rig *rig, int err, int reason, uint32_t code)
{
	struct grs_request r;
	int seen;

	grs_request_init(&r, rig->payload, 4);
	seen = grs_open(&rig->session, rig->address, rig->port, &r);
	if (seen != err || rig->session.reason != reason || rig->session.rej_code != code)
		return rig_note(rig, "error %d, reason %d, code %u", seen, rig->session.reason,
				rig->session.rej_code);
	grs_close(&rig->session);
	return true;
}

static bool test_rej(struct rig *rig)
{
	char text[32];

	for (uint32_t code = 0; code <= 12; code++) {
		snprintf(text, sizeof(text), "rej=%u:%u", code, 100 + code);
		if (!arm(rig, text) || !open_fails(rig, -ECONNREFUSED, 28, code))
			return false;
	}
	return arm(rig, "rej-raw") && open_fails(rig, -ECONNREFUSED, 28, 0) &&
	       rig_connect(rig, 4);
}

static bool test_ports(struct rig *rig)
{
	if (!arm(rig, "port-wrong=7"))
		return false;
	rig->port = rig_read(rig, SIM_PORT);
	EXPECT(rig, rig->port == 7);
	if (!open_fails(rig, -ECONNREFUSED, 8, 0) || !arm(rig, "clear") ||
	    !arm(rig, "port-closed=1500") || !rig_wait(rig, SIM_PORT, 0, 2000))
		return false;
	for (int i = 0; !(rig->port = rig_read(rig, SIM_PORT)); i++) {
		EXPECT(rig, i < 60);
		rig_sleep(100);
	}
	return rig_connect(rig, 4);
}

static bool test_rep_fields(struct rig *rig)
{
	static const struct {
		const char *name;
		unsigned int offset;
		unsigned int size;
	} rep[] = {
		{ "magic", 0, 4 }, { "version", 4, 2 }, { "flows", 6, 2 }, { "flags", 8, 4 },
		{ "credits", 12, 4 }, { "flow0", 16, 4 }, { "flow1", 24, 8 },
	};
	uint8_t good[32];
	char text[32];

	if (!rig_connect(rig, 4))
		return false;
	memcpy(good, rig->session.rep, sizeof(good));
	for (size_t i = 0; i < sizeof(rep) / sizeof(rep[0]); i++) {
		unsigned int at, differ = 0;

		grs_close(&rig->session);
		snprintf(text, sizeof(text), "rep-%s", rep[i].name);
		if (!arm(rig, text) || !rig_connect(rig, 4))
			return false;
		for (at = 0; at < sizeof(good); at++) {
			if (good[at] == rig->session.rep[at])
				continue;
			EXPECT(rig, at >= rep[i].offset && at < rep[i].offset + rep[i].size);
			differ++;
		}
		if (!differ)
			return rig_note(rig, "'%s' changes nothing", text);
	}
	return true;
}

static bool test_slow(struct rig *rig)
{
	if (!arm(rig, "slow-rep=1000") || !rig_connect(rig, 4))
		return false;
	grs_close(&rig->session);
	return arm(rig, "no-answer") && open_fails(rig, -ETIMEDOUT, 0, 0) &&
	       rig_connect(rig, 4);
}

static bool test_deaf_to_credits(struct rig *rig)
{
	struct grs_frame f;

	if (!arm(rig, "credits-ignored") || !rig_start(rig, 4) || !rig_frames(rig, 1, 4))
		return false;
	EXPECT(rig, grs_next(&rig->session, &f, 400) == GRS_TIMEOUT);
	return true;
}

/* Every third frame, and blocks 4 to 5. */
static bool test_when(struct rig *rig)
{
	static const uint64_t want[] = { 1, 2, 4, 5, 7, 8, 10 };
	struct grs_frame f;

	if (!arm(rig, "drop@/3") || !arm(rig, "short=1@4-5") || !rig_start(rig, 4))
		return false;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		if (!rig_frame(rig, &f))
			return false;
		EXPECT(rig, f.id == want[i]);
		EXPECT(rig, (f.payload_len < rig->payload) == (f.id == 4 || f.id == 5));
		EXPECT(rig, !grs_return(&rig->session, f.pair));
	}
	EXPECT(rig, gvcp_fault(&rig->client, "drop=x") == 0x8002);
	EXPECT(rig, gvcp_fault(&rig->client, "drop@0") == 0x8002);
	EXPECT(rig, gvcp_fault(&rig->client, "desc-nothing") == 0x8002);
	return true;
}

const struct rig_test fault_tests[] = {
	{ "fault drop", test_drop },
	{ "fault skip", test_skip },
	{ "fault short", test_short },
	{ "fault long", test_long },
	{ "fault geometry", test_geometry },
	{ "fault no-credit", test_beyond_credit },
	{ "fault no-descriptor", test_no_descriptor },
	{ "fault no-payload", test_no_payload },
	{ "fault swap", test_swap },
	{ "fault immediate", test_immediate },
	{ "fault invalidate", test_invalidate },
	{ "fault write-immediate", test_write_immediate },
	{ "fault disconnect", test_disconnect },
	{ "fault silent", test_silent },
	{ "faults of the block id", test_ids },
	{ "faults of the descriptor", test_descriptor },
	{ "faults of the preliminary descriptor", test_preliminary },
	{ "faults of flow table and PayloadSize", test_table },
	{ "fault rej", test_rej },
	{ "faults of the port", test_ports },
	{ "faults of REP", test_rep_fields },
	{ "faults slow-rep and no-answer", test_slow },
	{ "fault credits-ignored", test_deaf_to_credits },
	{ "when a fault strikes", test_when },
	{ NULL, NULL }
};
