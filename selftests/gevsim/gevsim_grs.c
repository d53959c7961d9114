// SPDX-License-Identifier: GPL-2.0
/* Does gevsim keep the contract of GRS-1? KTAP; the camera runs already. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "gevsim_grs.h"
#include "kselftest.h"

#define RIG_WAIT	10000	/* ms that a frame may take on a slow machine */

static const struct rig_test * const all_tests[] = {
	frame_tests, connect_tests, credit_tests, fault_tests,
};

bool rig_fail(struct rig *rig, const char *file, int line, const char *what)
{
	if (!*rig->why)
		snprintf(rig->why, sizeof(rig->why), "%s:%d: not so: %s", file, line, what);
	return false;
}

/* As rig_fail(), in words. */
bool rig_note(struct rig *rig, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (!*rig->why)
		vsnprintf(rig->why, sizeof(rig->why), format, args);
	va_end(args);
	return false;
}

void rig_sleep(int ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000l };

	nanosleep(&t, NULL);
}

uint32_t rig_read(struct rig *rig, uint32_t address)
{
	uint32_t value = 0;

	if (gvcp_read(&rig->client, address, &value))
		rig_note(rig, "register %#x cannot be read", address);
	return value;
}

/* Until a register has a value. */
bool rig_wait(struct rig *rig, uint32_t address, uint32_t value, int ms)
{
	for (; ms > 0; ms -= 20) {
		if (rig_read(rig, address) == value)
			return true;
		rig_sleep(20);
	}
	return rig_note(rig, "register %#x does not become %u", address, value);
}

/* Frames a second; 0: as fast as credits allow. */
bool rig_rate(struct rig *rig, double fps)
{
	uint8_t data[8];
	uint64_t bits;

	EXPECT(rig, !gvcp_write(&rig->client, SIM_RATE_ON, fps > 0));
	if (fps <= 0)
		return true;
	memcpy(&bits, &fps, sizeof(bits));
	gvcp_put64(data, bits);
	EXPECT(rig, !gvcp_writemem(&rig->client, SIM_RATE, data, sizeof(data)));
	return true;
}

/* Format and size, TLParamsLocked = 1, and what the camera says to them. */
bool rig_geometry(struct rig *rig, const char *format, uint32_t width, uint32_t height)
{
	struct gvcp_client *c = &rig->client;
	uint8_t table[32];

	rig->format = sim_format_find(format);
	rig->width = width;
	rig->height = height;
	EXPECT(rig, !gvcp_write(c, SIM_LOCKED, 0));
	EXPECT(rig, !gvcp_write(c, SIM_FORMAT, rig->format->code));
	EXPECT(rig, !gvcp_write(c, SIM_WIDTH, width));
	EXPECT(rig, !gvcp_write(c, SIM_HEIGHT, height));
	EXPECT(rig, !gvcp_write(c, SIM_LOCKED, 1));
	rig->payload = rig_read(rig, SIM_PAYLOAD);
	rig->port = rig_read(rig, SIM_PORT);
	EXPECT(rig, rig->payload == (uint64_t)width * height * rig->format->bytes);
	EXPECT(rig, !gvcp_readmem(c, SIM_TABLE, table, sizeof(table)));
	EXPECT(rig, table[0] == 0 && table[1] == 0x70 && grs_le32(table + 4) == 32);
	EXPECT(rig, table[8] == 1 && grs_le32(table + 12) == 2);
	EXPECT(rig, grs_le64(table + 16) == GRS_DESCRIPTOR);
	EXPECT(rig, grs_le64(table + 24) == rig->payload);
	return true;
}

bool rig_connect(struct rig *rig, unsigned int frames)
{
	struct grs_request request;
	int err;

	grs_request_init(&request, rig->payload, frames);
	err = grs_open(&rig->session, rig->address, rig->port, &request);
	if (err)
		return rig_note(rig, "connecting: %s, code %u", strerror(-err),
				rig->session.rej_code);
	return true;
}

bool rig_start(struct rig *rig, unsigned int frames)
{
	if (!rig_connect(rig, frames))
		return false;
	EXPECT(rig, !gvcp_write(&rig->client, SIM_START, 1));
	return true;
}

bool rig_frame(struct rig *rig, struct grs_frame *f)
{
	enum grs_result result = grs_next(&rig->session, f, RIG_WAIT);

	if (result != GRS_FRAME)
		return rig_note(rig, "no frame: %d", result);
	return true;
}

static void put_le16(uint8_t *p, unsigned int v)
{
	p[0] = v;
	p[1] = v >> 8;
}

static void put_le32(uint8_t *p, uint32_t v)
{
	put_le16(p, v);
	put_le16(p + 2, v >> 16);
}

/* The descriptor of section 4, byte by byte; times may be any. */
static void describe(const struct rig *rig, const struct grs_frame *f, uint8_t *d)
{
	memset(d, 0, GRS_DESCRIPTOR);
	memcpy(d, "GNDC\1\1\0", 7);
	put_le16(d + 8, 0x1000);
	put_le16(d + 10, f->descriptor[10] & 1);
	put_le32(d + 12, 64);
	put_le32(d + 16, f->id);
	put_le32(d + 20, f->id >> 32);
	put_le32(d + 32, rig->payload);
	put_le32(d + 40, 176);
	put_le32(d + 48, 176);
	put_le32(d + 52, 1);
	put_le32(d + 56, 64);
	put_le16(d + 64, 0x2000);
	put_le32(d + 68, 56);
	memcpy(d + 88, f->descriptor + 88, 8);
	put_le32(d + 96, 1);
	put_le32(d + 104, rig->format->code);
	put_le16(d + 110, 1);
	put_le32(d + 112, 120);
	put_le16(d + 120, 0x4200);
	put_le32(d + 124, 56);
	put_le32(d + 128, rig->format->code);
	put_le16(d + 134, 1);
	put_le32(d + 144, rig->payload);
	put_le32(d + 152, 176);
	put_le32(d + 160, rig->width);
	put_le32(d + 164, rig->height);
}

/* Is everything about this frame as it has to be? */
bool rig_good(struct rig *rig, const struct grs_frame *f)
{
	uint8_t want[GRS_DESCRIPTOR];
	long wrong;

	EXPECT(rig, f->opcode[0] == IBV_WC_RECV && f->opcode[1] == IBV_WC_RECV);
	EXPECT(rig, !f->flags[0] && !f->flags[1]);
	EXPECT(rig, f->descriptor_len == GRS_DESCRIPTOR);
	EXPECT(rig, f->payload_len == rig->payload);
	describe(rig, f, want);
	for (int i = 0; i < GRS_DESCRIPTOR; i++)
		if (want[i] != f->descriptor[i])
			return rig_note(rig, "descriptor byte %d is %#x, not %#x", i,
					f->descriptor[i], want[i]);
	wrong = sim_format_ramp(rig->format, rig->width, rig->height, f->payload, f->id, 0);
	if (wrong >= 0)
		return rig_note(rig, "byte %ld of block %llu is wrong", wrong,
				(unsigned long long)f->id);
	return true;
}

/* @n good frames whose ids count from @first; buffers go back. */
bool rig_frames(struct rig *rig, uint64_t first, unsigned int n)
{
	struct grs_frame f;

	for (unsigned int i = 0; i < n; i++) {
		if (!rig_frame(rig, &f) || !rig_good(rig, &f))
			return false;
		if (f.id != first + i)
			return rig_note(rig, "block %llu where %llu was due",
					(unsigned long long)f.id,
					(unsigned long long)first + i);
		EXPECT(rig, !grs_return(&rig->session, f.pair));
	}
	return true;
}

/* Control, and the camera as after power-up, but for the ramp. */
static bool rig_setup(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;

	*rig->why = 0;
	EXPECT(rig, !gvcp_fault(c, "clear"));
	for (int tries = 0; gvcp_write(c, GEV_CCP, 2); tries++) {
		EXPECT(rig, tries < 50);
		rig_sleep(100);
	}
	EXPECT(rig, !gvcp_write(c, GEV_HEARTBEAT, 30000));
	EXPECT(rig, !gvcp_write(c, GEV_CONF, 0));
	EXPECT(rig, !gvcp_write(c, SIM_PROTOCOL, 1));
	EXPECT(rig, !gvcp_write(c, SIM_PATTERN, 7));
	EXPECT(rig, !gvcp_write(c, SIM_MODE, 0));
	EXPECT(rig, !gvcp_write(c, SIM_TRIGGER, 0));
	return rig_rate(rig, 0) && rig_geometry(rig, "Mono8", 64, 48);
}

static void rig_teardown(struct rig *rig)
{
	grs_close(&rig->session);
	gvcp_fault(&rig->client, "clear");
	gvcp_write(&rig->client, GEV_CCP, 0);
}

static void rig_run(struct rig *rig, const struct rig_test *test)
{
	bool good;

	/* A socket of its own: nothing that is late disturbs the next test. */
	if (gvcp_open(&rig->client, rig->address))
		ksft_exit_fail_msg("no socket\n");
	good = rig_setup(rig) && test->run(rig);
	if (!good)
		ksft_print_msg("%s: %s\n", test->name, rig->why);
	ksft_test_result(good, "%s\n", test->name);
	rig_teardown(rig);
	gvcp_close(&rig->client);
}

int main(int argc, char **argv)
{
	struct rig rig = { .address = argv[1] };
	const char *only = argc > 2 ? argv[2] : "";
	unsigned int n = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: %s ADDRESS [TEST]\n", argv[0]);
		return 2;
	}
	ksft_print_header();
	for (size_t i = 0; i < ARRAY_SIZE(all_tests); i++)
		for (const struct rig_test *t = all_tests[i]; t->name; t++)
			n += !!strstr(t->name, only);
	ksft_set_plan(n);
	for (size_t i = 0; i < ARRAY_SIZE(all_tests); i++)
		for (const struct rig_test *t = all_tests[i]; t->name; t++)
			if (strstr(t->name, only))
				rig_run(&rig, t);
	ksft_finished();
}
