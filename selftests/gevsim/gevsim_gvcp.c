// SPDX-License-Identifier: GPL-2.0
/*
 * Is gevsim a GigE Vision device? Commands, limits, status codes, privilege,
 * heartbeat, faults. KTAP; starts the camera itself, needs no privileges:
 * gevsim_gvcp GEVSIM [ADDRESS], ADDRESS 127.0.0.1 if not given.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "gvcp_client.h"
#include "kselftest.h"

#define REG_VERSION	0x0000
#define REG_USER_NAME	0x00e8
#define REG_FIRST_URL	0x0200
#define REG_SECOND_URL	0x0400
#define REG_GVCP_CAP	0x0934
#define REG_HEARTBEAT	0x0938
#define REG_TS_CONTROL	0x0944
#define REG_CONF	0x0954
#define REG_CCP_KEY	0x095c
#define REG_CCP		0x0a00
#define REG_OWNER_PORT	0x0a04
#define REG_MANIFEST	0x9000
#define REG_WIDTH	0x10110
#define REG_GAIN	0x10300
#define REG_GAMMA	0x10308
#define REG_SET_SELECT	0x10400
#define REG_SET_LOAD	0x10404
#define REG_SET_SAVE	0x10408

#define NOT_IMPLEMENTED		0x8001
#define INVALID_PARAMETER	0x8002
#define INVALID_ADDRESS		0x8003
#define WRITE_PROTECT		0x8004
#define BAD_ALIGNMENT		0x8005
#define ACCESS_DENIED		0x8006
#define BUSY			0x8007
#define INVALID_HEADER		0x800e

static const char *address;
static struct gvcp_client a, b;		/* two hosts */

#define EXPECT(condition) do {							\
	if (!(condition)) {							\
		ksft_print_msg("line %d: not so: %s\n", __LINE__, #condition);	\
		return false;							\
	}									\
} while (0)

static void nap(int ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000l };

	nanosleep(&t, NULL);
}

static uint32_t get(struct gvcp_client *c, uint32_t reg)
{
	uint32_t value = 0xdeadbeef;

	gvcp_read(c, reg, &value);
	return value;
}

static bool test_discovery(void)
{
	struct gvcp_reply r;
	uint8_t block[248];

	EXPECT(gvcp_command(&a, GVCP_DISCOVERY, NULL, 0, &r) == 0);
	EXPECT(r.length == 248 && r.got == 248);
	EXPECT(gvcp_get32(r.payload) == 0x00020002);
	EXPECT(!strcmp((char *)r.payload + 0x48, "gev_rdma"));
	EXPECT(!strcmp((char *)r.payload + 0xd8, "S1234"));
	EXPECT(!gvcp_readmem(&a, 0, block, sizeof(block)));
	EXPECT(!memcmp(block, r.payload, sizeof(block)));
	/* The same id twice: answered both times. */
	for (int i = 0; i < 2; i++) {
		EXPECT(!gvcp_send(&a, GVCP_DISCOVERY, GVCP_ACK, 77, NULL, 0));
		EXPECT(!gvcp_receive(&a, &r, 1000) && r.id == 77);
	}
	return true;
}

static bool test_headers(void)
{
	static const uint8_t no_key[8] = { 0x41, 1, 0, 0x80, 0, 0, 0, 9 };
	static const uint8_t id_zero[8] = { 0x42, 1, 0, 2, 0, 0, 0, 0 };
	static const uint8_t stub[5] = { 0x42, 1, 0, 2, 0 };
	static const uint8_t wrong_length[12] = { 0x42, 1, 0, 0x80, 0, 8, 0, 9 };
	uint8_t large[600] = { 0x42, 1, 0, 0x80, 2, 0x50, 0, 9 };
	struct gvcp_reply r;

	EXPECT(!gvcp_send_raw(&a, no_key, sizeof(no_key)));
	EXPECT(!gvcp_send_raw(&a, id_zero, sizeof(id_zero)));
	EXPECT(!gvcp_send_raw(&a, stub, sizeof(stub)));
	EXPECT(gvcp_receive(&a, &r, 200) == GVCP_NO_ANSWER);
	EXPECT(!gvcp_send_raw(&a, wrong_length, sizeof(wrong_length)));
	EXPECT(!gvcp_receive(&a, &r, 1000) && r.status == INVALID_HEADER && r.id == 9);
	EXPECT(r.command == 0x81);
	EXPECT(!gvcp_send_raw(&a, large, sizeof(large)));
	EXPECT(!gvcp_receive(&a, &r, 1000) && r.status == INVALID_HEADER);
	/* An unknown command, and one that is not for cameras. */
	EXPECT(gvcp_command(&a, 0x0100, NULL, 0, &r) == NOT_IMPLEMENTED);
	EXPECT(gvcp_command(&a, 0x7ffe, NULL, 0, &r) == NOT_IMPLEMENTED);
	/* No acknowledge asked for, none sent. */
	EXPECT(!gvcp_send(&a, GVCP_DISCOVERY, 0, 5, NULL, 0));
	EXPECT(gvcp_receive(&a, &r, 200) == GVCP_NO_ANSWER);
	return true;
}

static bool test_readreg(void)
{
	uint8_t payload[136 * 4] = { 0 };
	struct gvcp_reply r;

	EXPECT(get(&a, REG_VERSION) == 0x00020002);
	EXPECT(gvcp_command(&a, GVCP_READREG, payload, 135 * 4, &r) == 0);
	EXPECT(r.length == 135 * 4 && gvcp_get32(r.payload + 134 * 4) == 0x00020002);
	EXPECT(gvcp_command(&a, GVCP_READREG, payload, 136 * 4, &r) == INVALID_HEADER);
	EXPECT(gvcp_command(&a, GVCP_READREG, payload, 0, &r) == INVALID_PARAMETER);
	EXPECT(gvcp_command(&a, GVCP_READREG, payload, 6, &r) == INVALID_PARAMETER);
	gvcp_put32(payload + 4, 2);
	EXPECT(gvcp_command(&a, GVCP_READREG, payload, 8, &r) == BAD_ALIGNMENT);
	gvcp_put32(payload + 8, 0xb000);
	gvcp_put32(payload + 4, 4);
	/* What was read before the failure is in the answer. */
	EXPECT(gvcp_command(&a, GVCP_READREG, payload, 12, &r) == INVALID_ADDRESS);
	EXPECT(r.length == 8 && gvcp_get32(r.payload + 4) == 0x80000001);
	gvcp_put32(payload, REG_TS_CONTROL);
	EXPECT(gvcp_command(&a, GVCP_READREG, payload, 4, &r) == ACCESS_DENIED);
	return true;
}

static bool test_readmem(void)
{
	uint8_t data[1024], payload[8] = { 0 };
	struct gvcp_reply r;

	EXPECT(!gvcp_readmem(&a, REG_FIRST_URL, data, 512));
	EXPECT(!strncmp((char *)data, "Local:", 6));
	EXPECT(!gvcp_readmem(&a, 0x2000000, data, 536));
	EXPECT(gvcp_readmem(&a, 0x2000000, data, 540) == INVALID_PARAMETER);
	EXPECT(gvcp_readmem(&a, REG_FIRST_URL, data, 0) == INVALID_PARAMETER);
	EXPECT(gvcp_readmem(&a, REG_FIRST_URL, data, 6) == BAD_ALIGNMENT);
	EXPECT(gvcp_readmem(&a, REG_FIRST_URL + 2, data, 4) == BAD_ALIGNMENT);
	EXPECT(gvcp_readmem(&a, 0xb000, data, 4) == INVALID_ADDRESS);
	EXPECT(gvcp_readmem(&a, 0xfffffffc, data, 8) == INVALID_ADDRESS);
	/* Beyond the end of what is there. */
	EXPECT(gvcp_readmem(&a, 0x00f4, data, 8) == INVALID_ADDRESS);
	EXPECT(gvcp_command(&a, GVCP_READMEM, payload, 4, &r) == INVALID_PARAMETER);
	return true;
}

static bool test_writereg(void)
{
	uint8_t payload[68 * 8];
	struct gvcp_reply r;

	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	for (int i = 0; i < 68; i++) {
		gvcp_put32(payload + 8 * i, REG_WIDTH);
		gvcp_put32(payload + 8 * i + 4, 100 + i);
	}
	EXPECT(gvcp_command(&a, GVCP_WRITEREG, payload, 67 * 8, &r) == 0);
	EXPECT(r.length == 4 && gvcp_get16(r.payload + 2) == 67);
	EXPECT(get(&a, REG_WIDTH) == 166);
	EXPECT(gvcp_command(&a, GVCP_WRITEREG, payload, 68 * 8, &r) == INVALID_HEADER);
	EXPECT(gvcp_command(&a, GVCP_WRITEREG, payload, 12, &r) == INVALID_PARAMETER);
	/* The first stays written, the index names the one that failed. */
	gvcp_put32(payload + 8, REG_VERSION);
	EXPECT(gvcp_command(&a, GVCP_WRITEREG, payload, 24, &r) == WRITE_PROTECT);
	EXPECT(gvcp_get16(r.payload + 2) == 1 && get(&a, REG_WIDTH) == 100);
	gvcp_put32(payload + 8, 0xb000);
	EXPECT(gvcp_command(&a, GVCP_WRITEREG, payload, 16, &r) == INVALID_ADDRESS);
	gvcp_put32(payload, REG_WIDTH + 2);
	EXPECT(gvcp_command(&a, GVCP_WRITEREG, payload, 8, &r) == BAD_ALIGNMENT);
	EXPECT(gvcp_write(&a, REG_WIDTH, 0) == INVALID_PARAMETER);
	EXPECT(gvcp_write(&a, 0x1000000, 0) == WRITE_PROTECT);
	EXPECT(get(&a, REG_WIDTH) == 100);
	return true;
}

static bool test_writemem(void)
{
	uint8_t data[1024] = "a name of 16 byt";
	uint8_t back[16];
	struct gvcp_reply r;

	EXPECT(gvcp_writemem(&a, REG_USER_NAME, data, 16) == ACCESS_DENIED);
	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	EXPECT(!gvcp_writemem(&a, REG_USER_NAME, data, 16));
	EXPECT(!gvcp_readmem(&a, REG_USER_NAME, back, 16));
	/* Always terminated. */
	EXPECT(!memcmp(back, data, 15) && !back[15]);
	EXPECT(gvcp_writemem(&a, REG_USER_NAME, data, 540) == INVALID_HEADER);
	EXPECT(gvcp_writemem(&a, REG_USER_NAME, data, 6) == BAD_ALIGNMENT);
	EXPECT(gvcp_writemem(&a, REG_FIRST_URL, data, 8) == WRITE_PROTECT);
	EXPECT(gvcp_writemem(&a, 0xb000, data, 8) == INVALID_ADDRESS);
	EXPECT(gvcp_command(&a, GVCP_WRITEMEM, data, 4, &r) == INVALID_PARAMETER);
	memset(data, 0, 16);
	EXPECT(!gvcp_writemem(&a, REG_USER_NAME, data, 16));
	return true;
}

static bool test_ccp(void)
{
	uint32_t value;

	EXPECT(get(&a, REG_CCP) == 0 && get(&a, REG_OWNER_PORT) == 0);
	EXPECT(gvcp_write(&a, REG_WIDTH, 64) == ACCESS_DENIED);
	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	EXPECT(get(&b, REG_CCP) == 2 && get(&b, REG_OWNER_PORT) != 0);
	EXPECT(!gvcp_write(&a, REG_WIDTH, 64));
	EXPECT(gvcp_write(&b, REG_WIDTH, 32) == ACCESS_DENIED);
	EXPECT(gvcp_write(&b, REG_CCP, 2) == ACCESS_DENIED);
	EXPECT(gvcp_write(&b, REG_CCP, 1) == ACCESS_DENIED);
	EXPECT(gvcp_write(&b, REG_CCP, 0) == ACCESS_DENIED);
	EXPECT(!gvcp_read(&b, REG_WIDTH, &value) && value == 64);
	/* Exclusive: the others may not even read. */
	EXPECT(!gvcp_write(&a, REG_CCP, 1));
	EXPECT(gvcp_read(&b, REG_WIDTH, &value) == ACCESS_DENIED);
	EXPECT(!gvcp_read(&a, REG_WIDTH, &value));
	EXPECT(gvcp_write(&a, REG_CCP, 0x10) == INVALID_PARAMETER);
	EXPECT(!gvcp_write(&a, REG_CCP, 0));
	EXPECT(get(&b, REG_CCP) == 0);
	nap(200);
	EXPECT(!gvcp_write(&b, REG_CCP, 2));
	EXPECT(!gvcp_write(&b, REG_CCP, 0));
	return true;
}

static bool test_switchover(void)
{
	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	EXPECT(!gvcp_write(&a, REG_CCP_KEY, 0x1234));
	EXPECT(gvcp_write(&b, REG_CCP, 0x12340002) == ACCESS_DENIED);
	EXPECT(!gvcp_write(&a, REG_CCP, 6));
	EXPECT(gvcp_write(&b, REG_CCP, 0x43210002) == ACCESS_DENIED);
	EXPECT(!gvcp_write(&b, REG_CCP, 0x12340002));
	EXPECT(get(&a, REG_CCP) == 2);
	EXPECT(gvcp_write(&a, REG_WIDTH, 64) == ACCESS_DENIED);
	EXPECT(!gvcp_write(&b, REG_WIDTH, 64));
	EXPECT(!gvcp_write(&b, REG_CCP, 0));
	return true;
}

/* The same id and code: not executed again, the stored answer is sent. */
static bool test_repetition(void)
{
	uint8_t payload[8];
	struct gvcp_reply r;

	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	gvcp_put32(payload, REG_WIDTH);
	gvcp_put32(payload + 4, 80);
	EXPECT(!gvcp_send(&a, GVCP_WRITEREG, GVCP_ACK, 500, payload, 8));
	EXPECT(!gvcp_receive(&a, &r, 1000) && !r.status);
	gvcp_put32(payload + 4, 96);
	EXPECT(!gvcp_send(&a, GVCP_WRITEREG, GVCP_ACK, 500, payload, 8));
	EXPECT(!gvcp_receive(&a, &r, 1000) && !r.status && r.id == 500);
	EXPECT(get(&a, REG_WIDTH) == 80);
	EXPECT(!gvcp_send(&a, GVCP_WRITEREG, GVCP_ACK, 501, payload, 8));
	EXPECT(!gvcp_receive(&a, &r, 1000) && !r.status);
	EXPECT(get(&a, REG_WIDTH) == 96);
	/* Lost acknowledge of the release: not a refusal the second time. */
	gvcp_put32(payload, REG_CCP);
	gvcp_put32(payload + 4, 0);
	for (int i = 0; i < 2; i++) {
		EXPECT(!gvcp_send(&a, GVCP_WRITEREG, GVCP_ACK, 502, payload, 8));
		EXPECT(!gvcp_receive(&a, &r, 1000) && !r.status);
	}
	return true;
}

static bool test_heartbeat(void)
{
	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	EXPECT(!gvcp_write(&a, REG_HEARTBEAT, 100) && get(&a, REG_HEARTBEAT) == 500);
	for (int i = 0; i < 8; i++) {
		nap(100);
		EXPECT(get(&a, REG_CCP) == 2);
	}
	/* Only the controller's commands count. */
	for (int i = 0; i < 9; i++) {
		nap(100);
		get(&b, REG_CCP);
	}
	EXPECT(get(&b, REG_CCP) == 0);
	EXPECT(gvcp_write(&a, REG_WIDTH, 64) == ACCESS_DENIED);
	nap(200);
	EXPECT(!gvcp_write(&a, REG_CCP, 2) && !gvcp_write(&a, REG_CONF, 1));
	nap(900);
	EXPECT(get(&b, REG_CCP) == 2);
	EXPECT(gvcp_write(&a, REG_CONF, 0x80) == INVALID_PARAMETER);
	return true;
}

static bool test_pending(void)
{
	struct gvcp_reply r;
	uint8_t payload[8];

	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	EXPECT(!gvcp_write(&a, REG_HEARTBEAT, 500) && !gvcp_write(&a, REG_CONF, 2));
	EXPECT(!gvcp_fault(&a, "pending=1500:0x10300"));
	/* Another register is not held up. */
	EXPECT(!gvcp_write(&a, REG_WIDTH, 48) && !a.pending);
	EXPECT(!gvcp_write(&a, REG_GAIN, 0x40000000));
	EXPECT(a.pending >= 3 && get(&a, REG_GAIN) == 0x40000000);
	/* The heartbeat stood still all the while. */
	EXPECT(get(&b, REG_CCP) == 2);

	EXPECT(!gvcp_fault(&a, "pending=1000"));
	gvcp_put32(payload, REG_GAIN);
	gvcp_put32(payload + 4, 0);
	EXPECT(!gvcp_send(&a, GVCP_WRITEREG, GVCP_ACK, 900, payload, 8));
	EXPECT(!gvcp_receive(&a, &r, 300) && r.command == GVCP_PENDING && r.id == 900);
	/* Repetition: again PENDING_ACK. Other writes: BUSY. Reads: as ever. */
	EXPECT(!gvcp_send(&a, GVCP_WRITEREG, GVCP_ACK, 900, payload, 8));
	EXPECT(!gvcp_receive(&a, &r, 300) && r.command == GVCP_PENDING && r.id == 900);
	EXPECT(gvcp_write(&a, REG_WIDTH, 64) == BUSY);
	EXPECT(get(&b, REG_GAIN) == 0x40000000);
	do {
		EXPECT(!gvcp_receive(&a, &r, 1500));
	} while (r.command == GVCP_PENDING);
	EXPECT(r.id == 900 && !r.status && get(&b, REG_GAIN) == 0);

	/* Not enabled: no PENDING_ACK, only a late acknowledge. */
	EXPECT(!gvcp_write(&a, REG_CONF, 0) && !gvcp_fault(&a, "pending=600"));
	EXPECT(!gvcp_write(&a, REG_GAIN, 0x3f800000) && !a.pending);
	return true;
}

static bool test_values(void)
{
	static const uint32_t bad[] = { 0x7fc00000, 0x7f800000, 0xbf800000, 0x41e00000 };

	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		EXPECT(gvcp_write(&a, REG_GAIN, bad[i]) == INVALID_PARAMETER);
		EXPECT(get(&a, REG_GAIN) == 0);
	}
	EXPECT(gvcp_write(&a, REG_GAMMA, 0) == INVALID_PARAMETER);
	return true;
}

static bool test_user_set(void)
{
	EXPECT(!gvcp_write(&a, REG_CCP, 2) && !gvcp_write(&a, REG_GAIN, 0x40800000));
	EXPECT(gvcp_write(&a, REG_SET_SAVE, 1) == ACCESS_DENIED);
	EXPECT(!gvcp_write(&a, REG_SET_SELECT, 1) && !gvcp_write(&a, REG_SET_SAVE, 1));
	EXPECT(!gvcp_write(&a, REG_SET_SELECT, 0) && !gvcp_write(&a, REG_SET_LOAD, 1));
	EXPECT(get(&a, REG_GAIN) == 0);
	EXPECT(!gvcp_write(&a, REG_SET_SELECT, 1) && !gvcp_write(&a, REG_SET_LOAD, 1));
	EXPECT(get(&a, REG_GAIN) == 0x40800000);
	EXPECT(gvcp_write(&a, REG_SET_SELECT, 2) == INVALID_PARAMETER);
	EXPECT(!gvcp_write(&a, REG_SET_SELECT, 0) && !gvcp_write(&a, REG_SET_LOAD, 1));
	return true;
}

/* Both files are there, as long as their URLs say, and the manifest leads to them. */
static bool test_description(void)
{
	char url[512];
	unsigned int at, len;
	uint8_t data[536];

	EXPECT(get(&a, REG_GVCP_CAP) & 0x04000000);
	EXPECT(get(&a, REG_MANIFEST) >> 26 == 2);
	EXPECT(get(&a, REG_MANIFEST + 20) == REG_FIRST_URL);
	EXPECT(get(&a, REG_MANIFEST + 36) == REG_SECOND_URL);
	EXPECT(!gvcp_readmem(&a, REG_FIRST_URL, url, sizeof(url)));
	EXPECT(sscanf(url, "Local:gevsim.zip;%x;%x?", &at, &len) == 2);
	EXPECT(!gvcp_readmem(&a, at, data, 32) && !memcmp(data, "PK\3\4", 4));
	EXPECT(!memcmp(data + 30, "ge", 2));
	/* The last word may be begun; behind it there is nothing. */
	EXPECT(!gvcp_readmem(&a, at + ((len - 1) & ~3u), data, 4));
	EXPECT(gvcp_readmem(&a, at + ((len + 3) & ~3u), data, 4) == INVALID_ADDRESS);
	EXPECT(!gvcp_readmem(&a, REG_SECOND_URL, url, sizeof(url)));
	EXPECT(sscanf(url, "Local:gevsim.xml;%x;%x?", &at, &len) == 2);
	EXPECT(!gvcp_readmem(&a, at, data, 536) && !memcmp(data, "<?xml", 5));
	return true;
}

static bool test_forceip(void)
{
	uint8_t payload[56] = { 0 };
	struct gvcp_reply r;
	uint8_t mac[8];

	EXPECT(!gvcp_readmem(&a, 8, mac, 8));
	memcpy(payload + 2, mac + 2, 6);
	gvcp_put32(payload + 20, 0xc0000263);
	gvcp_put32(payload + 36, 0xffffff00);
	/* An address that the interface does not have is not taken. */
	EXPECT(gvcp_command(&a, GVCP_FORCEIP, payload, 56, &r) == INVALID_PARAMETER);
	EXPECT(gvcp_command(&a, GVCP_FORCEIP, payload, 52, &r) == INVALID_PARAMETER);
	/* For another camera: silence. */
	payload[7] ^= 1;
	EXPECT(gvcp_command(&a, GVCP_FORCEIP, payload, 56, &r) == GVCP_NO_ANSWER);
	payload[7] ^= 1;
	/* Restart of the configuration: no answer either, and all goes on. */
	gvcp_put32(payload + 20, 0);
	EXPECT(gvcp_command(&a, GVCP_FORCEIP, payload, 56, &r) == GVCP_NO_ANSWER);
	EXPECT(get(&a, REG_VERSION) == 0x00020002);
	/* Controlled cameras stay where they are. */
	EXPECT(!gvcp_write(&b, REG_CCP, 2));
	gvcp_put32(payload + 20, 0xc0000263);
	EXPECT(gvcp_command(&a, GVCP_FORCEIP, payload, 56, &r) == ACCESS_DENIED);
	EXPECT(!gvcp_write(&b, REG_CCP, 0));
	return true;
}

static bool test_ack_faults(void)
{
	struct gvcp_reply r;
	uint32_t value;

	EXPECT(!gvcp_write(&a, REG_CCP, 2));
	a.timeout = 300;
	EXPECT(!gvcp_fault(&b, "ack-lost=2:0x10110"));
	EXPECT(get(&a, REG_CCP) == 2);
	EXPECT(gvcp_write(&a, REG_WIDTH, 72) == GVCP_NO_ANSWER);
	EXPECT(gvcp_read(&a, REG_WIDTH, &value) == GVCP_NO_ANSWER);
	EXPECT(get(&a, REG_WIDTH) == 72);
	EXPECT(!gvcp_fault(&b, "ack-late=500:0x10110"));
	EXPECT(gvcp_write(&a, REG_WIDTH, 88) == GVCP_NO_ANSWER);
	EXPECT(!gvcp_receive(&a, &r, 1000) && r.id == a.id && !r.status);
	EXPECT(!gvcp_fault(&b, "ack-twice=1:0x10110"));
	EXPECT(!gvcp_write(&a, REG_WIDTH, 64));
	EXPECT(!gvcp_receive(&a, &r, 300) && r.id == a.id && r.command == 0x83);
	EXPECT(!gvcp_fault(&b, "ack-wrong-id=1:0x10110"));
	EXPECT(gvcp_write(&a, REG_WIDTH, 64) == GVCP_NO_ANSWER);
	EXPECT(!gvcp_fault(&b, "ack-short=1:0xa00"));
	EXPECT(!gvcp_send(&a, GVCP_READREG, GVCP_ACK, 999, "\0\0\x0a\0", 4));
	EXPECT(!gvcp_receive(&a, &r, 300) && r.length == 0 && r.got == 0);
	EXPECT(!gvcp_fault(&b, "nack=0x8007:0x10110@2"));
	EXPECT(gvcp_write(&a, REG_WIDTH, 40) == BUSY && gvcp_write(&a, REG_WIDTH, 40) == BUSY);
	EXPECT(!gvcp_write(&a, REG_WIDTH, 40));
	return true;
}

static bool test_device_faults(void)
{
	struct gvcp_reply r;
	uint32_t value;

	EXPECT(!gvcp_write(&a, REG_CCP, 2) && !gvcp_write(&a, REG_WIDTH, 40));
	EXPECT(!gvcp_fault(&b, "control-lost"));
	EXPECT(get(&b, REG_CCP) == 0);
	a.timeout = 300;
	EXPECT(!gvcp_fault(&b, "deaf=700"));
	EXPECT(gvcp_read(&a, REG_CCP, &value) == GVCP_NO_ANSWER);
	nap(700);
	EXPECT(!gvcp_read(&a, REG_CCP, &value));
	EXPECT(!gvcp_fault(&b, "discovery-short"));
	EXPECT(gvcp_command(&a, GVCP_DISCOVERY, NULL, 0, &r) == 0 && r.length == 124);
	EXPECT(!gvcp_fault(&b, "clear") && !gvcp_fault(&b, "discovery-garbage"));
	EXPECT(gvcp_command(&a, GVCP_DISCOVERY, NULL, 0, &r) == 0 && r.payload[0xd8] < 32);
	EXPECT(!gvcp_fault(&b, "clear") && !gvcp_fault(&b, "reboot=600"));
	EXPECT(gvcp_read(&a, REG_WIDTH, &value) == GVCP_NO_ANSWER);
	nap(600);
	EXPECT(!gvcp_read(&a, REG_WIDTH, &value) && value == 640);
	return true;
}

static const struct test {
	const char *name;
	bool (*run)(void);
} tests[] = {
	{ "DISCOVERY", test_discovery },
	{ "headers", test_headers },
	{ "READREG", test_readreg },
	{ "READMEM", test_readmem },
	{ "WRITEREG", test_writereg },
	{ "WRITEMEM", test_writemem },
	{ "control channel privilege", test_ccp },
	{ "switchover", test_switchover },
	{ "repeated commands", test_repetition },
	{ "heartbeat", test_heartbeat },
	{ "PENDING_ACK", test_pending },
	{ "values out of range", test_values },
	{ "user sets", test_user_set },
	{ "description files", test_description },
	{ "FORCEIP", test_forceip },
	{ "faults of acknowledges", test_ack_faults },
	{ "faults of the device", test_device_faults },
};

/* Control is free again, registers are as after power-up. */
static void run(const struct test *test)
{
	bool good;

	if (gvcp_open(&a, address) || gvcp_open(&b, address))
		ksft_exit_fail_msg("no socket\n");
	good = test->run();
	ksft_test_result(good, "%s\n", test->name);
	gvcp_fault(&b, "clear");
	gvcp_fault(&b, "control-lost");
	gvcp_fault(&b, "reboot=1");
	nap(150);
	gvcp_close(&a);
	gvcp_close(&b);
}

static pid_t start(char *program)
{
	uint32_t value;
	pid_t pid = fork();

	if (!pid) {
		execl(program, program, "--address", address, "--serial", "S1234", "--log",
		      "error", NULL);
		_exit(127);
	}
	if (gvcp_open(&a, address))
		ksft_exit_fail_msg("no socket\n");
	a.timeout = 100;
	for (int i = 0; i < 50 && gvcp_read(&a, REG_VERSION, &value); i++)
		nap(100);
	gvcp_close(&a);
	return pid;
}

int main(int argc, char **argv)
{
	int status = 0;
	pid_t pid;

	if (argc < 2) {
		fprintf(stderr, "usage: %s GEVSIM [ADDRESS]\n", argv[0]);
		return 2;
	}
	address = argc > 2 ? argv[2] : "127.0.0.1";
	ksft_print_header();
	ksft_set_plan(ARRAY_SIZE(tests) + 1);
	pid = start(argv[1]);
	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		run(&tests[i]);
	kill(pid, SIGTERM);
	ksft_test_result(waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
			 !WEXITSTATUS(status), "ends cleanly\n");
	ksft_finished();
}
