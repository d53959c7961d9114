// SPDX-License-Identifier: GPL-2.0
/*
 * Does gevsim speak GVSP? Layouts, ids, packet sizes, resends, and each fault
 * that packets can have. KTAP; starts the camera itself, needs no privileges:
 * gevsim_gvsp GEVSIM [ADDRESS], ADDRESS 127.0.0.1 if not given.
 */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "gevsim_gvsp.h"

static const char *address;
struct gvcp_client host, other;
struct gvsp_receiver rx;
bool prebuilt;

void nap(int ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000l };

	nanosleep(&t, NULL);
}

uint32_t get(uint32_t reg)
{
	uint32_t value = 0xdeadbeef;

	gvcp_read(&host, reg, &value);
	return value;
}

bool set(uint32_t reg, uint32_t value)
{
	return !gvcp_write(&host, reg, value);
}

bool open_channel(void)
{
	return set(REG_CCP, 2) && set(REG_SCDA, ntohl(inet_addr(address))) &&
	       set(REG_SCPS, SIZE) && set(REG_SCP, rx.port);
}

/* @n frames, and all packets of them. */
bool shoot(unsigned int n)
{
	return set(REG_MODE, 2) && set(REG_COUNT, n) && set(REG_START, 1) &&
	       gvsp_collect(&rx, 1000, 150) > 0;
}

bool ramp(const uint8_t *data, size_t at, size_t len, uint64_t block)
{
	for (size_t i = 0; i < len; i++) {
		size_t x = (at + i) % WIDTH, y = (at + i) / WIDTH;

		if (data[i] != (uint8_t)(x + 2 * y + 3 * block))
			return false;
	}
	return true;
}

/* Packet @id of a whole frame, whatever header it has. */
bool payload_good(uint64_t block, uint32_t id, size_t step)
{
	const struct gvsp_packet *p = gvsp_find(&rx, block, id);
	size_t at = (id - 1) * step;
	size_t len = BYTES - at < step ? BYTES - at : step;

	return p && p->format == GVSP_PAYLOAD && p->len == len &&
	       ramp(p->data, at, len, prebuilt ? 1 : block);
}

bool frame_good(uint64_t block, size_t step)
{
	const struct gvsp_packet *leader = gvsp_find(&rx, block, 0);
	uint32_t last = 1 + (BYTES + step - 1) / step;
	const struct gvsp_packet *trailer = gvsp_find(&rx, block, last);

	EXPECT(leader && leader->format == GVSP_LEADER && leader->len == 36);
	EXPECT(gvcp_get16(leader->data + 2) == 1 && gvcp_get32(leader->data + 12) == 0x01080001);
	EXPECT(gvcp_get32(leader->data + 16) == WIDTH && gvcp_get32(leader->data + 20) == HEIGHT);
	for (uint32_t id = 1; id < last; id++)
		EXPECT(payload_good(block, id, step));
	EXPECT(trailer && trailer->format == GVSP_TRAILER && trailer->len == 8);
	EXPECT(gvcp_get16(trailer->data + 2) == 1 && gvcp_get32(trailer->data + 4) == HEIGHT);
	return true;
}

bool ask(uint64_t block, uint32_t first, uint32_t last, bool extended)
{
	uint8_t payload[20] = { 0 };

	gvcp_put16(payload + 2, extended ? 0 : block);
	gvcp_put32(payload + 4, first);
	gvcp_put32(payload + 8, last);
	gvcp_put64(payload + 12, block);
	return !gvcp_send(&host, RESEND, extended ? 0x10 : 0, 0x7000, payload,
			  extended ? 20 : 12) &&
	       gvsp_collect(&rx, 300, 100) > 0;
}

static bool test_capabilities(void)
{
	EXPECT((get(REG_GVSP_CAP) & 0xc0000000) == 0xc0000000);
	EXPECT(get(REG_GVCP_CAP) & 0x4);
	EXPECT(get(REG_SCC) == 0xc5 && get(REG_SCCFG) == 0);
	EXPECT(set(REG_CCP, 2));
	EXPECT(gvcp_write(&host, REG_SCCFG, 0x2) == INVALID_PARAMETER);
	EXPECT(gvcp_write(&host, REG_GVSP_CONF, 1) == INVALID_PARAMETER);
	EXPECT(gvcp_write(&host, REG_SCP, 0x10000 | rx.port) == INVALID_PARAMETER);
	return true;
}

static bool test_standard(void)
{
	EXPECT(open_channel() && shoot(3) && rx.n == 3 * (LAST + 1));
	for (uint64_t block = 1; block <= 3; block++)
		EXPECT(frame_good(block, STEP));
	for (unsigned int i = 0; i < rx.n; i++)
		EXPECT(!rx.packets[i].extended && !rx.packets[i].status &&
		       rx.packets[i].id == i % (LAST + 1) && rx.packets[i].total <= SIZE - 28);
	EXPECT(rx.source == get(REG_SCSP) && get(REG_PACKETS) == rx.n);
	return true;
}

static bool test_extended(void)
{
	EXPECT(open_channel() && set(REG_GVSP_CONF, 0x40000000));
	EXPECT(!gvcp_fault(&other, "id-jump=0x100000000@2") && shoot(2));
	EXPECT(frame_good(1, STEP_EXTENDED) && frame_good(0x100000002, STEP_EXTENDED));
	for (unsigned int i = 0; i < rx.n; i++)
		EXPECT(rx.packets[i].extended && !rx.packets[i].flags);
	return true;
}

static bool test_wrap(void)
{
	EXPECT(open_channel() && !gvcp_fault(&other, "id-jump=65532@2") && shoot(4));
	EXPECT(frame_good(1, STEP) && frame_good(65534, STEP) && frame_good(65535, STEP));
	EXPECT(rx.packets[3 * (LAST + 1)].block == 1 && !gvsp_count(&rx, 0, 0));
	return true;
}

static bool test_size(void)
{
	static const uint32_t sizes[][2] = {
		{ 0, 576 }, { 575, 576 }, { 1501, 1500 }, { 1503, 1500 }, { 65535, 16384 },
	};

	EXPECT(open_channel());
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		EXPECT(set(REG_SCPS, sizes[i][0]) && get(REG_SCPS) == sizes[i][1]);
	EXPECT(set(REG_SCPS, 0x40000000 | 1500) && get(REG_SCPS) == (0x40000000 | 1500));
	EXPECT(shoot(1) && rx.n == 5 && gvsp_find(&rx, 1, 1)->total == 1500 - 28);
	return true;
}

static bool test_test_packet(void)
{
	EXPECT(open_channel() && set(REG_SCPS, 0x80000000 | 1000) && get(REG_SCPS) == 1000);
	EXPECT(gvsp_collect(&rx, 1000, 100) == 1);
	EXPECT(rx.packets[0].total == 1000 - 28 && rx.packets[0].block == 0);
	for (size_t i = 0; i < rx.packets[0].len; i++)
		EXPECT(!rx.packets[0].data[i]);
	/* None where the channel is closed. */
	EXPECT(set(REG_SCP, 0) && set(REG_SCPS, 0x80000000 | 1000));
	EXPECT(!gvsp_collect(&rx, 200, 100));
	return true;
}

static bool test_closed(void)
{
	EXPECT(open_channel() && set(REG_SCP, 0) && !shoot(2));
	EXPECT(set(REG_SCP, rx.port) && set(REG_SCDA, 0) && !shoot(2));
	/* The end of control closes the channel. */
	EXPECT(open_channel() && set(REG_MODE, 0) && set(REG_START, 1));
	EXPECT(!gvcp_fault(&other, "control-lost"));
	nap(100);
	gvsp_collect(&rx, 10, 10);
	EXPECT(!gvsp_collect(&rx, 200, 100) && get(REG_SCP) == 0);
	return true;
}

static bool test_delay(void)
{
	struct timespec from, to;
	long ms;

	EXPECT(open_channel() && set(REG_SCPD, 20000000));
	clock_gettime(CLOCK_MONOTONIC, &from);
	EXPECT(shoot(1) && rx.n == LAST + 1);
	clock_gettime(CLOCK_MONOTONIC, &to);
	ms = (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000 - 150;
	EXPECT(ms >= LAST * 20 - 5);
	return true;
}

static bool test_all_in(void)
{
	const struct gvsp_packet *p = &rx.packets[0];

	EXPECT(open_channel() && set(REG_SCCFG, 4) && shoot(1) && rx.n == LAST + 1);
	EXPECT(set(REG_HEIGHT, 7) && shoot(2) && rx.n == 2);
	EXPECT(p->format == GVSP_ALL_IN && p->id == 0 && p->len == 44 + 7 * WIDTH);
	EXPECT(gvcp_get16(p->data + 2) == 1 && gvcp_get32(p->data + 20) == 7);
	EXPECT(gvcp_get16(p->data + 38) == 1 && gvcp_get32(p->data + 40) == 7);
	EXPECT(ramp(p->data + 44, 0, 7 * WIDTH, 1) && rx.packets[1].block == 2);
	return true;
}

static bool test_chunks(void)
{
	const struct gvsp_packet *p;

	EXPECT(open_channel() && get(REG_PAYLOAD) == BYTES);
	EXPECT(set(REG_SCCFG, 1) && get(REG_PAYLOAD) == BYTES + 40 && shoot(1));
	EXPECT(rx.n == LAST + 1 && gvcp_get16(gvsp_find(&rx, 1, 0)->data + 2) == 0x4001);
	p = gvsp_find(&rx, 1, LAST);
	EXPECT(p->len == 16 && gvcp_get16(p->data + 2) == 0x4001);
	EXPECT(gvcp_get32(p->data + 8) == BYTES + 40 && gvcp_get32(p->data + 12) == 1);
	/* From the end: time stamp, block id, image */
	p = gvsp_find(&rx, 1, LAST - 1);
	EXPECT(p->len == BYTES + 40 - 5 * STEP);
	EXPECT(gvcp_get32(p->data + p->len - 4) == 8 && gvcp_get32(p->data + p->len - 8) == 3);
	EXPECT(gvcp_get32(p->data + p->len - 20) == 8 && gvcp_get32(p->data + p->len - 24) == 2);
	EXPECT(gvcp_get32(p->data + p->len - 28) == 1);
	EXPECT(gvcp_get32(p->data + p->len - 36) == BYTES);
	EXPECT(gvcp_get32(p->data + p->len - 40) == 1);
	EXPECT(!memcmp(p->data + p->len - 16, gvsp_find(&rx, 1, 0)->data + 4, 8));
	return true;
}

/* Image and chunks as parts of their own; offsets count through both */
static bool test_parts(void)
{
	const size_t step = STEP_EXTENDED - 8;
	const struct gvsp_packet *p = &rx.packets[0];

	EXPECT(open_channel() && set(REG_GVSP_CONF, 0x40000000) && set(REG_SCCFG, 0x41));
	EXPECT(get(REG_PAYLOAD) == BYTES + 32 && shoot(1) && rx.n == 2 + 6 + 1);
	EXPECT(p->len == 12 + 96 && gvcp_get16(p->data + 2) == 10);
	EXPECT(gvcp_get16(p->data + 12) == 1 && gvcp_get32(p->data + 16) == BYTES);
	EXPECT(gvcp_get32(p->data + 20) == 0x01080001 && gvcp_get32(p->data + 36) == WIDTH);
	EXPECT(gvcp_get16(p->data + 60) == 0xa && gvcp_get32(p->data + 64) == 32);
	for (unsigned int i = 0; i < 6; i++) {
		p = &rx.packets[1 + i];
		EXPECT(p->format == 7 && !p->data[0] && gvcp_get32(p->data + 4) == i * step);
		EXPECT(ramp(p->data + 8, i * step, p->len - 8, 1));
	}
	p = &rx.packets[7];
	EXPECT(p->format == 7 && p->data[0] == 1 && p->len == 8 + 32);
	EXPECT(gvcp_get32(p->data + 4) == BYTES);
	EXPECT(gvcp_get32(p->data + 12) == 1 && gvcp_get32(p->data + 36) == 8);
	p = &rx.packets[8];
	EXPECT(p->len == 4 + 32 && gvcp_get32(p->data + 8) == BYTES);
	EXPECT(gvcp_get32(p->data + 12) == HEIGHT && gvcp_get16(p->data + 20) == 0xa);
	EXPECT(ask(1, 7, 7, true) && rx.packets[0].data[0] == 1);
	return true;
}

/* The descriptor in flow 0, the image in flow 1 */
static bool test_gendc(void)
{
	const size_t step = STEP_EXTENDED - 16;
	const struct gvsp_packet *p = &rx.packets[0];

	EXPECT(open_channel() && set(REG_GVSP_CONF, 0x40000000) && set(REG_SCCFG, 0x80));
	EXPECT(get(REG_PAYLOAD) == BYTES + 176 && shoot(1) && rx.n == 2 + 1 + 6);
	EXPECT(p->len == 28 && gvcp_get16(p->data + 2) == 11);
	EXPECT(gvcp_get32(p->data + 16) == BYTES + 176 && gvcp_get32(p->data + 24) == 176);
	p = &rx.packets[1];
	EXPECT(p->format == 8 && p->len == 16 + 176 && gvcp_get32(p->data) == 176);
	EXPECT(p->data[12] == 0x70 && p->data[13] == 0xc0 && !gvcp_get16(p->data + 14));
	EXPECT(!memcmp(p->data + 16, "GNDC", 4) && p->data[16 + 16] == 1);
	for (unsigned int i = 0; i < 6; i++) {
		p = &rx.packets[2 + i];
		EXPECT(p->format == 8 && gvcp_get16(p->data + 14) == 1 && !p->data[12]);
		EXPECT(p->data[13] == (i ? 0 : 0x80) + (i == 5 ? 0x40 : 0));
		EXPECT(gvcp_get32(p->data + 8) == i * step);
		EXPECT(gvcp_get32(p->data) == p->len - 16);
		EXPECT(ramp(p->data + 16, i * step, p->len - 16, 1));
	}
	EXPECT(rx.packets[8].format == GVSP_TRAILER && rx.packets[8].len == 4);
	return true;
}

static bool test_resend(void)
{
	EXPECT(open_channel() && shoot(3));
	EXPECT(ask(2, 0, 0xffffff, false) && rx.n == LAST + 1 && frame_good(2, STEP));
	for (unsigned int i = 0; i < rx.n; i++)
		EXPECT(rx.packets[i].status == RESENT);
	EXPECT(ask(3, 4, 5, false) && rx.n == 2 && payload_good(3, 4, STEP));
	/* Beyond the end, and a range that is none */
	EXPECT(ask(3, 100, 101, false) && rx.n == 2 && rx.packets[0].status == UNAVAILABLE);
	EXPECT(rx.packets[1].id == 101 && !rx.packets[1].len);
	EXPECT(!ask(3, 5, 4, false));
	/* Nothing of an acquisition before this one */
	EXPECT(shoot(1) && ask(3, 1, 1, false) && rx.packets[0].status == UNAVAILABLE);
	EXPECT(set(REG_GVSP_CONF, 0x40000000) && shoot(1));
	EXPECT(ask(1, 0, 0xffffffff, true) && frame_good(1, STEP_EXTENDED));
	EXPECT(rx.packets[0].flags == 1 && rx.packets[0].status == RESENT);
	EXPECT(ask(1, 100, 100, true) && rx.packets[0].flags == 4);
	/* Counters: packets, requests */
	EXPECT(get(REG_PACKETS + 4) == LAST + 1 && get(REG_PACKETS + 8) == 1);
	return true;
}

static bool test_resend_gone(void)
{
	EXPECT(open_channel() && shoot(20));
	EXPECT(ask(1, 1, 3, false) && rx.n == 3 && rx.packets[2].status == UNAVAILABLE);
	EXPECT(rx.packets[2].block == 1 && rx.packets[2].id == 3);
	EXPECT(ask(1, 1, 1000, false) && rx.n == 64);
	EXPECT(set(REG_CONF, 4) && ask(1, 1, 0xffffff, false) && rx.n == 1);
	EXPECT(rx.packets[0].status == REMOVED);
	EXPECT(ask(21, 0, 0, false) && rx.packets[0].status == NOT_YET);
	EXPECT(ask(5, 0, 0, false) && rx.packets[0].status == RESENT);
	EXPECT(!gvcp_fault(&other, "no-resend=400") && ask(20, 1, 1, false));
	EXPECT(rx.packets[0].status == UNAVAILABLE);
	nap(400);
	EXPECT(ask(20, 1, 1, false) && rx.packets[0].status == RESENT);
	return true;
}

/* Frame 1 with a fault; frame 2 is sound. */
bool spoilt(const char *fault)
{
	gvcp_fault(&other, "clear");
	return !gvcp_fault(&other, fault) && shoot(2) && frame_good(2, STEP);
}

static bool test_loss(void)
{
	unsigned int n = 0;

	EXPECT(open_channel() && spoilt("packet-drop=3@1"));
	for (uint32_t id = 0; id <= LAST; id++)
		EXPECT(gvsp_count(&rx, 1, id) == (id % 3 != 2));
	EXPECT(get(REG_PACKETS + 12) == 2);
	EXPECT(ask(1, 0, 0xffffff, false) && frame_good(1, STEP));
	EXPECT(!gvcp_fault(&other, "clear") && !gvcp_fault(&other, "packet-rate=100@1-"));
	EXPECT(shoot(100));
	for (unsigned int i = 0; i < rx.n; i++)
		n += rx.packets[i].block <= 100;
	EXPECT(n > 800 * 0.85 && n < 800 * 0.95 && get(REG_PACKETS + 12) == 800 - n);
	return true;
}

static bool test_order(void)
{
	static const uint32_t want[] = { 0, 1, 3, 2, 4, 6, 5, 7 };

	EXPECT(open_channel() && spoilt("packet-swap=3@1") && frame_good(1, STEP));
	for (unsigned int i = 0; i <= LAST; i++)
		EXPECT(rx.packets[i].id == want[i]);
	EXPECT(gvcp_fault(&other, "packet-swap=1") == INVALID_PARAMETER);
	EXPECT(spoilt("packet-twice=4@1") && frame_good(1, STEP) && rx.n == 18);
	EXPECT(gvsp_count(&rx, 1, 3) == 2 && gvsp_count(&rx, 1, 7) == 2);
	return true;
}

static bool test_lengths(void)
{
	EXPECT(open_channel() && spoilt("packet-short=40@1"));
	EXPECT(gvsp_find(&rx, 1, 1)->len == STEP - 40 && payload_good(1, 2, STEP));
	/* Without all of its payload, and of its header */
	EXPECT(spoilt("packet-short=12:0@1") && gvsp_find(&rx, 1, 0)->len == 24);
	EXPECT(spoilt("packet-short=1000:2@1") && !gvsp_find(&rx, 1, 2));
	EXPECT(spoilt("packet-long=20000:7@1") && gvsp_find(&rx, 1, 7)->total == 20016);
	EXPECT(spoilt("packet-long@1") && gvsp_find(&rx, 1, 1)->len == STEP + 8);
	EXPECT(gvcp_fault(&other, "packet-long=32769") == INVALID_PARAMETER);
	return true;
}

static bool test_fields(void)
{
	EXPECT(open_channel() && spoilt("packet-status@1"));
	EXPECT(gvsp_find(&rx, 1, 1)->status == 0x8fff && !gvsp_find(&rx, 1, 2)->status);
	EXPECT(spoilt("packet-block=9:0@1") && gvsp_find(&rx, 9, 0) && !gvsp_find(&rx, 1, 0));
	EXPECT(spoilt("packet-id@1") && gvsp_find(&rx, 1, 0xfffff0) && !gvsp_find(&rx, 1, 1));
	EXPECT(spoilt("packet-format@1") && gvsp_find(&rx, 1, 1)->format == 0x0f);
	EXPECT(spoilt("packet-format=3:0@1") && gvsp_find(&rx, 1, 0)->format == 3);
	EXPECT(spoilt("packet-extended@1") && gvsp_find(&rx, 1, 1)->extended);
	EXPECT(!gvcp_fault(&other, "clear") && !gvcp_fault(&other, "packet-flags@1"));
	EXPECT(set(REG_GVSP_CONF, 0x40000000) && shoot(1) && gvsp_find(&rx, 1, 1)->flags == 2);
	return true;
}

static bool test_ends(void)
{
	EXPECT(open_channel() && spoilt("no-leader@1") && rx.n == 15 && !gvsp_find(&rx, 1, 0));
	EXPECT(spoilt("no-trailer@1") && rx.n == 15 && !gvsp_find(&rx, 1, LAST));
	EXPECT(spoilt("overrun@1") && rx.n == 8 + 5);
	EXPECT(gvsp_find(&rx, 1, 4)->format == GVSP_TRAILER);
	EXPECT(gvsp_find(&rx, 1, 4)->status == OVERRUN);
	EXPECT(gvcp_get32(gvsp_find(&rx, 1, 4)->data + 4) == HEIGHT / 2);
	return true;
}

/* Those of frames that RDMA knows as well */
static bool test_frame_faults(void)
{
	EXPECT(open_channel() && spoilt("geometry=32x16@1") && rx.n == 8 + 3);
	EXPECT(gvcp_get32(gvsp_find(&rx, 1, 0)->data + 16) == 32);
	EXPECT(gvcp_get32(gvsp_find(&rx, 1, 2)->data + 4) == 16);
	EXPECT(spoilt("drop@1") && rx.n == 8);
	EXPECT(spoilt("short=1000@1") && rx.n == 8 + 6);
	EXPECT(spoilt("long=1000@1") && rx.n == 8 + 10);
	EXPECT(spoilt("id-zero@1") && gvsp_count(&rx, 0, 0) == 1);
	EXPECT(!gvcp_fault(&other, "clear") && !gvcp_fault(&other, "id-repeat@2") && shoot(2));
	EXPECT(gvsp_count(&rx, 1, 0) == 2 && !gvsp_count(&rx, 2, 0));
	return true;
}

static const struct gvsp_test tests[] = {
	{ "capabilities", test_capabilities },
	{ "standard ids", test_standard },
	{ "extended ids", test_extended },
	{ "block ids of 16 bits go round", test_wrap },
	{ "packet size", test_size },
	{ "test packet", test_test_packet },
	{ "closed channel", test_closed },
	{ "inter-packet delay", test_delay },
	{ "all-in packets", test_all_in },
	{ "chunks", test_chunks },
	{ "multi-part", test_parts },
	{ "GenDC", test_gendc },
	{ "resend", test_resend },
	{ "resend of what is gone, fault no-resend", test_resend_gone },
	{ "faults packet-drop and packet-rate", test_loss },
	{ "faults packet-swap and packet-twice", test_order },
	{ "faults packet-short and packet-long", test_lengths },
	{ "faults of the packet header", test_fields },
	{ "faults no-leader, no-trailer, overrun", test_ends },
	{ "faults of whole frames", test_frame_faults },
};

/* Control is free again, registers are as after power-up. */
static void run(const struct gvsp_test *test)
{
	bool good;

	if (gvcp_open(&host, address) || gvcp_open(&other, address) || gvsp_open(&rx))
		ksft_exit_fail_msg("no socket\n");
	good = test->run();
	ksft_test_result(good, "%s\n", test->name);
	gvcp_fault(&other, "clear");
	gvcp_fault(&other, "control-lost");
	gvcp_fault(&other, "reboot=1");
	nap(150);
	gvcp_close(&host);
	gvcp_close(&other);
	gvsp_close(&rx);
}

static pid_t start(char *program, const char *fps, const char *option)
{
	uint32_t value;
	pid_t pid = fork();

	if (!pid) {
		execl(program, program, "--address", address, "--transport", "udp", "--width",
		      "64", "--height", "48", "--fps", fps, "--log", "error", option, NULL);
		_exit(127);
	}
	if (gvcp_open(&host, address))
		ksft_exit_fail_msg("no socket\n");
	host.timeout = 100;
	for (int i = 0; i < 50 && gvcp_read(&host, 0, &value); i++)
		nap(100);
	gvcp_close(&host);
	return pid;
}

static void end(pid_t pid, const char *name)
{
	int status = 0;

	kill(pid, SIGTERM);
	ksft_test_result(waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
			 !WEXITSTATUS(status), "%s\n", name);
}

int main(int argc, char **argv)
{
	pid_t pid;

	if (argc < 2) {
		fprintf(stderr, "usage: %s GEVSIM [ADDRESS]\n", argv[0]);
		return 2;
	}
	address = argc > 2 ? argv[2] : "127.0.0.1";
	ksft_print_header();
	ksft_set_plan(ARRAY_SIZE(tests) + gvsp_nr_cases + 5);
	pid = start(argv[1], "1000", NULL);
	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		run(&tests[i]);
	for (size_t i = 0; i < gvsp_nr_cases; i++)
		run(&gvsp_cases[i]);
	end(pid, "ends cleanly");
	pid = start(argv[1], "1000", "--prebuilt");
	prebuilt = true;
	run(&gvsp_prebuilt);
	end(pid, "ends cleanly with packets made once");
	prebuilt = false;
	pid = start(argv[1], "5", "--spread=50");
	run(&gvsp_spread);
	end(pid, "ends cleanly with packets spread");
	ksft_finished();
}
