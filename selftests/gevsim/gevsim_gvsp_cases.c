// SPDX-License-Identifier: GPL-2.0
/*
 * The camera side of what goes wrong for users of GVSP: packet sizes, resends,
 * statuses, geometry, payload types, chunks, clocks, block ids.
 */
#include <string.h>
#include "gevsim_gvsp.h"

#define REG_TICK	0x093c
#define SCPS_DF		0x40000000u
#define SCPS_FIRE	0x80000000u

static bool fault(const char *text)
{
	return !gvcp_fault(&other, text);
}

/* Registers as after power-up, with the faults that there are. */
static bool power_cycle(void)
{
	if (!fault("control-lost") || !fault("reboot=1"))
		return false;
	nap(150);
	return true;
}

static bool case_test_packet(void)
{
	EXPECT(open_channel() && fault("no-test-packet"));
	EXPECT(set(REG_SCPS, SCPS_FIRE | 1000) && get(REG_SCPS) == 1000);
	EXPECT(!gvsp_collect(&rx, 300, 100));
	EXPECT(fault("clear") && set(REG_SCPS, SCPS_FIRE | 1000));
	EXPECT(gvsp_collect(&rx, 1000, 100) == 1);
	return true;
}

static bool case_packet_size(void)
{
	EXPECT(fault("scps-initial=9000") && power_cycle() && get(REG_SCPS) == 9000);
	EXPECT(open_channel() && set(REG_SCPS, 1500) && get(REG_SCPS) == 1500);
	EXPECT(fault("scps-reads") && get(REG_SCPS) == 0xffffffff && shoot(1) && rx.n == 5);
	EXPECT(fault("clear") && fault("scps-reads=0xffff") && get(REG_SCPS) == 0xffff);
	EXPECT(set(REG_SCPS, SCPS_DF | 1000) && get(REG_SCPS) == 0xffff);
	EXPECT(fault("clear") && get(REG_SCPS) == (SCPS_DF | 1000));
	EXPECT(fault("scps-step=16") && set(REG_SCPS, 1500) && get(REG_SCPS) == 1488);
	EXPECT(shoot(1) && gvsp_find(&rx, 1, 1)->total == 1488 - 28);
	EXPECT(fault("scps-max=1024") && set(REG_SCPS, 9000) && get(REG_SCPS) == 1024);
	EXPECT(set(REG_SCPS, 0) && get(REG_SCPS) == 576);
	EXPECT(gvcp_fault(&other, "scps-step=0") && gvcp_fault(&other, "scps-max=100"));
	return true;
}

static bool case_not_offered(void)
{
	EXPECT(fault("resend-absent") && !(get(REG_GVCP_CAP) & 4));
	EXPECT(open_channel() && shoot(1) && !ask(1, 1, 2, false));
	EXPECT(fault("clear") && get(REG_GVCP_CAP) & 4 && ask(1, 1, 2, false) && rx.n == 2);
	EXPECT(fault("resend-silent=300") && !ask(1, 1, 2, false));
	nap(50);
	EXPECT(ask(1, 1, 2, false) && get(REG_PACKETS + 4) == 4 && !get(REG_PACKETS + 8));
	return true;
}

/* Most packets are lost, and none is there any more. */
static bool case_refused(void)
{
	EXPECT(fault("packet-rate=600@1-") && fault("no-resend") && open_channel() && shoot(20));
	EXPECT(rx.n > 160 * 0.25 && rx.n < 160 * 0.55 && get(REG_PACKETS + 12) == 160 - rx.n);
	EXPECT(ask(20, 0, LAST, false) && rx.n == LAST + 1);
	for (unsigned int i = 0; i < rx.n; i++)
		EXPECT(rx.packets[i].status == UNAVAILABLE && !rx.packets[i].len);
	EXPECT(get(REG_PACKETS + 8) == 1 && !get(REG_PACKETS + 4));
	return true;
}

/* What is sent again is no better than it was. */
static bool case_resent_faults(void)
{
	EXPECT(open_channel() && fault("resend-spoilt") && fault("packet-drop=3@1"));
	EXPECT(fault("packet-short=40:3@1") && fault("packet-status=0x8fff:4@1") && shoot(1));
	EXPECT(ask(1, 0, LAST, false) && rx.n == 6 && !gvsp_find(&rx, 1, 2));
	EXPECT(gvsp_find(&rx, 1, 3)->len == STEP - 40 && gvsp_find(&rx, 1, 3)->status == RESENT);
	EXPECT(gvsp_find(&rx, 1, 4)->status == 0x8fff);
	return true;
}

static bool case_status(void)
{
	EXPECT(open_channel() && spoilt("packet-status=0x800d:0@1"));
	EXPECT(gvsp_find(&rx, 1, 0)->status == OVERRUN && gvsp_find(&rx, 1, 0)->len == 36);
	EXPECT(!gvsp_find(&rx, 1, LAST)->status);
	EXPECT(spoilt("packet-status=0x800d:7@1") && gvsp_find(&rx, 1, LAST)->status == OVERRUN);
	return true;
}

static bool case_no_size(void)
{
	EXPECT(open_channel() && spoilt("geometry=0x0@1") && rx.n == LAST + 1 + 2);
	EXPECT(!gvcp_get32(gvsp_find(&rx, 1, 0)->data + 16));
	EXPECT(!gvcp_get32(gvsp_find(&rx, 1, 1)->data + 4));
	EXPECT(fault("leader-y=0@1") && spoilt("leader-x=0@1") && rx.n == 2 * (LAST + 1));
	EXPECT(!gvcp_get32(gvsp_find(&rx, 1, 0)->data + 16));
	EXPECT(spoilt("trailer-y@1") && !gvcp_get32(gvsp_find(&rx, 1, LAST)->data + 4));
	EXPECT(ask(1, LAST, LAST, false) && !gvcp_get32(rx.packets[0].data + 4));
	return true;
}

/* Both may be spoilt at once. */
static bool case_leader(void)
{
	const struct gvsp_packet *p;

	EXPECT(open_channel() && fault("leader-x=128@1") && fault("leader-pfnc@1"));
	EXPECT(fault("leader-timestamp=7@1") && shoot(2) && frame_good(2, STEP));
	p = gvsp_find(&rx, 1, 0);
	EXPECT(gvcp_get32(p->data + 12) == 0x01080099 && gvcp_get32(p->data + 16) == 128);
	EXPECT(gvcp_get32(p->data + 20) == HEIGHT && gvcp_get32(p->data + 8) == 7);
	EXPECT(spoilt("trailer-type=2@1") && gvcp_get16(gvsp_find(&rx, 1, LAST)->data + 2) == 2);
	/* Another size from the second frame on */
	EXPECT(fault("clear") && fault("geometry=32x16@2-") && shoot(3));
	EXPECT(frame_good(1, STEP) && gvcp_get32(gvsp_find(&rx, 2, 0)->data + 16) == 32);
	EXPECT(gvcp_get32(gvsp_find(&rx, 3, 0)->data + 20) == 16);
	return true;
}

static bool case_padding(void)
{
	const struct gvsp_packet *p;

	EXPECT(fault("padding=312") && get(REG_PAYLOAD) == BYTES + 312);
	EXPECT(open_channel() && shoot(1) && rx.n == LAST + 2);
	p = gvsp_find(&rx, 1, LAST - 1);
	EXPECT(ramp(p->data, 5 * STEP, BYTES - 5 * STEP, 1) && p->data[BYTES - 5 * STEP] == 0xa5);
	p = gvsp_find(&rx, 1, LAST);
	EXPECT(p->len == BYTES + 312 - 6 * STEP && p->data[p->len - 1] == 0xa5);
	EXPECT(!gvcp_get16(gvsp_find(&rx, 1, 0)->data + 34));
	EXPECT(fault("clear") && fault("padding=100:1") && shoot(1));
	EXPECT(gvcp_get16(gvsp_find(&rx, 1, 0)->data + 34) == 100);
	/* Chunks follow it; that of the image has all of it. */
	EXPECT(set(REG_SCCFG, 1) && get(REG_PAYLOAD) == BYTES + 140 && shoot(1));
	p = gvsp_find(&rx, 1, LAST - 1);
	EXPECT(gvcp_get32(p->data + p->len - 36) == BYTES + 100);
	return true;
}

static bool case_chunks(void)
{
	const struct gvsp_packet *p;

	EXPECT(open_channel() && set(REG_SCCFG, 1) && fault("chunk-pad"));
	EXPECT(get(REG_PAYLOAD) == BYTES + 43 && shoot(1));
	p = gvsp_find(&rx, 1, LAST - 1);
	EXPECT(p->len == BYTES + 43 - 5 * STEP && gvcp_get32(p->data + p->len - 4) == 11);
	EXPECT(gvcp_get32(p->data + p->len - 27) == 2);
	EXPECT(gvcp_get32(p->data + p->len - 39) == BYTES);
	EXPECT(!memcmp(p->data + p->len - 19, gvsp_find(&rx, 1, 0)->data + 4, 8));
	EXPECT(fault("clear") && fault("chunk-length@1") && shoot(1));
	p = gvsp_find(&rx, 1, LAST - 1);
	EXPECT(gvcp_get32(p->data + p->len - 4) == 0xfffffff8);
	EXPECT(gvcp_fault(&other, "chunk-pad=17"));
	return true;
}

static uint64_t stamp(uint64_t block)
{
	const struct gvsp_packet *p = gvsp_find(&rx, block, 0);

	return p ? (uint64_t)gvcp_get32(p->data + 4) << 32 | gvcp_get32(p->data + 8) : 0;
}

static bool case_clock(void)
{
	uint64_t fast, slow;

	EXPECT(!get(REG_TICK) && get(REG_TICK + 4) == 1000000000);
	nap(1200);
	EXPECT(open_channel() && shoot(1));
	fast = stamp(1);
	EXPECT(fault("tick-frequency=125000000") && get(REG_TICK + 4) == 125000000 && shoot(1));
	slow = stamp(1);
	EXPECT(slow > fast / 8 && slow < fast / 8 + 125000000);
	EXPECT(fault("clear") && fault("tick-frequency=0") && !get(REG_TICK + 4) && shoot(1));
	EXPECT(stamp(1) > fast);
	EXPECT(fault("clear") && fault("clock-back@2") && shoot(3));
	EXPECT(stamp(2) < stamp(1) - 900000000 && stamp(3) >= stamp(2));
	EXPECT(gvcp_fault(&other, "tick-frequency=10000000001"));
	return true;
}

static bool case_ids(void)
{
	EXPECT(open_channel() && fault("first-block=65534") && shoot(3));
	EXPECT(frame_good(65534, STEP) && frame_good(65535, STEP) && frame_good(1, STEP));
	EXPECT(fault("clear") && fault("id-restart@4") && shoot(8));
	for (uint64_t block = 1; block <= 5; block++)
		EXPECT(gvsp_count(&rx, block, 0) == (block < 4 ? 2 : 1));
	/* The newer one is sent again. */
	EXPECT(ask(2, 0, 0, false) && rx.n == 1 && stamp(2));
	EXPECT(fault("id-restart=100@3") && shoot(3) && gvsp_find(&rx, 100, 0));
	EXPECT(set(REG_GVSP_CONF, 0x40000000) && fault("first-block=0xffffffffffffffff"));
	EXPECT(shoot(2) && gvsp_find(&rx, 0xffffffffffffffff, 0) && gvsp_find(&rx, 1, 0));
	return true;
}

/* Leader, format of the payload and trailer of one type */
static bool type_good(const char *text, unsigned int type, unsigned int format, size_t leader,
		      size_t trailer)
{
	const struct gvsp_packet *p;

	EXPECT(fault("clear") && fault(text) && shoot(2) && frame_good(2, STEP));
	p = gvsp_find(&rx, 1, 0);
	EXPECT(p && p->len == leader && gvcp_get16(p->data + 2) == type);
	p = gvsp_find(&rx, 1, 1);
	EXPECT(p->format == format);
	p = gvsp_find(&rx, 1, LAST);
	EXPECT(p && p->format == GVSP_TRAILER && p->len == trailer);
	EXPECT(gvcp_get16(p->data + 2) == type);
	return true;
}

static bool case_types(void)
{
	EXPECT(open_channel() && set(REG_SCCFG, 4));
	EXPECT(type_good("payload-type=2@1", 2, 3, 20, 4));
	EXPECT(gvcp_get32(gvsp_find(&rx, 1, 0)->data + 16) == BYTES);
	EXPECT(type_good("payload-type=3@1", 3, 3, 27, 4));
	EXPECT(!strcmp((char *)gvsp_find(&rx, 1, 0)->data + 20, "gevsim"));
	EXPECT(type_good("payload-type=4@1", 4, 3, 12, 8));
	EXPECT(type_good("payload-type=5@1", 5, 3, 36, 16));
	EXPECT(gvcp_get32(gvsp_find(&rx, 1, LAST)->data + 8) == HEIGHT);
	EXPECT(type_good("payload-type@1", 6, 3, 32, 4));
	EXPECT(gvcp_get32(gvsp_find(&rx, 1, 0)->data + 24) == 1000000000);
	EXPECT(type_good("payload-type=8@1", 8, 5, 20, 4));
	EXPECT(type_good("payload-type=9@1", 9, 6, 40, 8));
	EXPECT(gvcp_get32(gvsp_find(&rx, 1, 0)->data + 16) == 0x01080001);
	EXPECT(type_good("payload-type=0x8001@1", 0x8001, 3, 20, 4));
	EXPECT(type_good("payload-type=10@1", 10, 7, 12 + 48, 4 + 16));
	EXPECT(fault("clear") && fault("payload-type=11@1") && shoot(2) && frame_good(2, STEP));
	EXPECT(gvsp_find(&rx, 1, 1)->format == 8);
	return true;
}

/* The descriptor as GRS-1's faults have it */
static bool case_gendc(void)
{
	EXPECT(open_channel() && set(REG_SCCFG, 0x80) && fault("desc-size=8@1") && shoot(1));
	EXPECT(gvsp_find(&rx, 1, 1)->data[16 + 48] == 8);
	EXPECT(fault("clear") && fault("leader-descriptor=9@1") && shoot(1));
	EXPECT(gvcp_get32(gvsp_find(&rx, 1, 0)->data + 24) == 9);
	return true;
}

const struct gvsp_test gvsp_cases[] = {
	{ "case C26: a camera without test packets", case_test_packet },
	{ "case C27: packet sizes that are not what was asked for", case_packet_size },
	{ "resend that is not offered, or not answered", case_not_offered },
	{ "case D29: 60 % lost, resend refused", case_refused },
	{ "faults of packets that are sent again", case_resent_faults },
	{ "case D37: data overrun in leader and trailer", case_status },
	{ "case D42: no size", case_no_size },
	{ "leader and trailer that say something else", case_leader },
	{ "case E44: padding behind the image", case_padding },
	{ "case E49: chunks that are not aligned", case_chunks },
	{ "case E50: tick frequency, a clock that is put back", case_clock },
	{ "block ids that begin elsewhere, and begin again", case_ids },
	{ "payload types", case_types },
	{ "faults of GenDC", case_gendc },
};

const size_t gvsp_nr_cases = ARRAY_SIZE(gvsp_cases);
