// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz target of wire/gvcp.c: the input is a datagram, taken both as a command
 * and as an acknowledge.
 */
#include "fuzz.h"
#include "wire/gvcp.h"

/*
 * Printable UTF-8 up to the end of @s: each character is decoded to its number
 * and must come out the same when that is written in the shortest form.
 */
static bool printable(const char *text)
{
	const u8 *s = (const u8 *)text;

	while (*s) {
		unsigned int more = *s < 0x80 ? 0 : *s < 0xe0 ? 1 : *s < 0xf0 ? 2 : 3, i;
		u32 c = more ? *s & (0x3f >> more) : *s;

		if (more && (*s < 0xc0 || *s > 0xf7))
			return false;
		for (i = 1; i <= more; i++) {
			if ((s[i] & 0xc0) != 0x80)
				return false;
			c = c << 6 | (s[i] & 0x3f);
		}
		if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c > 0x10ffff ||
		    (c >= 0xd800 && c < 0xe000))
			return false;
		if ((more == 1 && c < 0x80) || (more == 2 && c < 0x800) ||
		    (more == 3 && c < 0x10000))
			return false;
		s += 1 + more;
	}
	return true;
}

static void check_discovery(const struct gev_gvcp_ack *ack)
{
	struct gev_gvcp_discovery d = { 0 }, back = { 0 };
	u8 block[GEV_GVCP_DISCOVERY_ACK];
	struct gev_gvcp_ack again = *ack;

	if (gev_gvcp_discovery_decode(ack, &d)) {
		FUZZ_CHECK(ack->command != 3 || ack->status || ack->length < 248);
		return;
	}
	FUZZ_CHECK(ack->command == 3 && !ack->status && ack->length >= 248);
	FUZZ_CHECK(printable(d.manufacturer) && strlen(d.manufacturer) <= 32);
	FUZZ_CHECK(printable(d.model) && strlen(d.model) <= 32);
	FUZZ_CHECK(printable(d.device_version) && strlen(d.device_version) <= 32);
	FUZZ_CHECK(printable(d.info) && strlen(d.info) <= 48);
	FUZZ_CHECK(printable(d.serial) && strlen(d.serial) <= 16);
	FUZZ_CHECK(printable(d.user_name) && strlen(d.user_name) <= 16);

	gev_gvcp_discovery_encode(block, &d);
	again.payload = block;
	again.length = sizeof(block);
	FUZZ_CHECK(!gev_gvcp_discovery_decode(&again, &back));
	FUZZ_CHECK(!memcmp(&d, &back, sizeof(d)));
}

static void check_reads(const struct gev_gvcp_ack *ack)
{
	u32 values[GEV_GVCP_READREG_MAX];
	unsigned int n = ack->length / 4;
	u8 data[GEV_GVCP_PAYLOAD_MAX];

	if (!gev_gvcp_readreg_ack_decode(ack, values, n)) {
		unsigned int i;

		FUZZ_CHECK(ack->command == 0x81 && !ack->status && ack->length == 4 * n);
		for (i = 0; i < n; i++)
			FUZZ_CHECK(values[i] == get_unaligned_be32(ack->payload + 4 * i));
	}
	FUZZ_CHECK(gev_gvcp_readreg_ack_decode(ack, values, n + 1) == -EBADMSG);
	if (ack->length < 4) {
		FUZZ_CHECK(gev_gvcp_readmem_ack_decode(ack, 0, data, 0) == -EBADMSG);
		return;
	}
	if (!gev_gvcp_readmem_ack_decode(ack, get_unaligned_be32(ack->payload), data,
					 ack->length - 4)) {
		FUZZ_CHECK(ack->command == 0x85 && !ack->status);
		FUZZ_CHECK(!memcmp(data, ack->payload + 4, ack->length - 4));
	}
	FUZZ_CHECK(gev_gvcp_readmem_ack_decode(ack, get_unaligned_be32(ack->payload) + 4, data,
					       ack->length - 4) == -EBADMSG);
}

static void check_ack(const u8 *data, size_t size)
{
	u8 buf[GEV_GVCP_DATAGRAM_MAX];
	struct gev_gvcp_ack ack;
	u16 value;

	if (gev_gvcp_ack_decode(data, size, &ack)) {
		FUZZ_CHECK(size < 8 || size > 548 || data[4] << 8 != ((int)(size - 8) & ~0xff) ||
			   data[5] != ((size - 8) & 0xff));
		return;
	}
	FUZZ_CHECK(size == 8u + ack.length && size <= 548 && ack.payload == data + 8);
	FUZZ_CHECK(gev_gvcp_ack_encode(buf, size, ack.status, ack.command, ack.ack_id,
				       ack.payload, ack.length) == (int)size);
	FUZZ_CHECK(!memcmp(buf, data, size));
	check_discovery(&ack);
	check_reads(&ack);
	if (!gev_gvcp_write_ack_decode(&ack, &value))
		FUZZ_CHECK((ack.command == 0x83 || ack.command == 0x87) &&
			   (ack.length == 4 || (!ack.length && ack.status && !value)));
	if (!gev_gvcp_pending_decode(&ack, &value))
		FUZZ_CHECK(ack.command == 0x89 && !ack.status && ack.length == 4);
	FUZZ_CHECK((gev_gvcp_status_errno(ack.status) < 0) == (ack.status != 0));
	FUZZ_CHECK(*gev_gvcp_status_name(ack.status));
}

static void check_resend(const u8 *data, const struct gev_gvcp_cmd *cmd)
{
	bool extended = cmd->flags & 0x10;
	u8 buf[GEV_GVCP_DATAGRAM_MAX];
	struct gev_gvcp_resend r;
	int len;

	if (gev_gvcp_resend_decode(cmd, &r)) {
		FUZZ_CHECK(cmd->command != 0x40 || cmd->length != (extended ? 20 : 12));
		return;
	}
	FUZZ_CHECK(cmd->command == 0x40 && r.extended == extended);
	len = gev_gvcp_resend_encode(buf, sizeof(buf), cmd->req_id, &r);
	FUZZ_CHECK(len == -EINVAL || len == 8 + cmd->length);
	if (len < 0)
		FUZZ_CHECK(!r.block || r.first > r.last || (!extended && r.first == 0xffffff));
	else if (extended)
		FUZZ_CHECK(!memcmp(buf + 12, data + 12, 16) && !memcmp(buf + 8, data + 8, 2));
	else
		FUZZ_CHECK(!memcmp(buf + 8, data + 8, 4) && !memcmp(buf + 13, data + 13, 3) &&
			   !memcmp(buf + 17, data + 17, 3));
}

static void check_cmd(const u8 *data, size_t size)
{
	u8 buf[GEV_GVCP_DATAGRAM_MAX];
	struct gev_gvcp_forceip f;
	struct gev_gvcp_cmd cmd;

	if (gev_gvcp_cmd_decode(data, size, &cmd))
		return;
	FUZZ_CHECK(size == 8u + cmd.length && size <= 548 && cmd.payload == data + 8);
	FUZZ_CHECK(data[0] == 0x42 && cmd.req_id);
	FUZZ_CHECK(gev_gvcp_cmd_encode(buf, size, cmd.command, cmd.flags, cmd.req_id,
				       cmd.payload, cmd.length) == (int)size);
	FUZZ_CHECK(!memcmp(buf, data, size));
	check_resend(data, &cmd);

	if (gev_gvcp_forceip_decode(&cmd, &f)) {
		FUZZ_CHECK(cmd.command != 4 || cmd.length != 56);
		return;
	}
	FUZZ_CHECK(gev_gvcp_forceip_encode(buf, sizeof(buf), cmd.req_id, cmd.flags, &f) == 64);
	FUZZ_CHECK(!memcmp(buf, data, 8) && !memcmp(buf + 10, data + 10, 6));
	FUZZ_CHECK(!memcmp(buf + 28, data + 28, 4) && !memcmp(buf + 44, data + 44, 4) &&
		   !memcmp(buf + 60, data + 60, 4));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	u8 *copy = fuzz_copy(data, size);

	check_cmd(copy, size);
	check_ack(copy, size);
	free(copy);
	return 0;
}

/* One datagram of each kind */
static size_t make_sample(u8 *data, size_t room, u32 *state)
{
	struct gev_gvcp_discovery d = {
		.version_major = 2, .mac = { 2, 0, 0, 0, 0, 1 }, .manufacturer = "Maker",
		.model = "\xc3\xbc", .info = "\xf0\x9f\x93\xb7\xe2\x82\xac", .serial = "1",
	};
	struct gev_gvcp_forceip f = { .ip = fuzz_random(state) };
	u32 a = fuzz_random(state) % 64 * 4, v = fuzz_random(state), n = fuzz_random(state) % 134;
	u8 block[GEV_GVCP_DISCOVERY_ACK], zero[GEV_GVCP_MEM_MAX + 4] = { 0 };

	struct gev_gvcp_resend r = { .extended = v & 1, .block = v & 0xff, .last = n };

	switch (fuzz_random(state) % 11) {
	case 0:
		gev_gvcp_discovery_encode(block, &d);
		return gev_gvcp_ack_encode(data, room, 0, GEV_GVCP_DISCOVERY_RSP, 1, block,
					   sizeof(block));
	case 1:
		return gev_gvcp_forceip_encode(data, room, 1, 0x11, &f);
	case 2:
		return gev_gvcp_readreg_encode(data, room, 1, &a, 1);
	case 3:
		return gev_gvcp_writereg_encode(data, room, 1, &a, &v, 1);
	case 4:
		return gev_gvcp_readmem_encode(data, room, 1, a, 4 + 4 * n);
	case 5:
		return gev_gvcp_writemem_encode(data, room, 1, a, zero, 4 + 4 * n % 536);
	case 6:
		return gev_gvcp_ack_encode(data, room, 0, GEV_GVCP_READREG_RSP, 1, zero, 4 * n);
	case 7:
		return gev_gvcp_ack_encode(data, room, 0, GEV_GVCP_READMEM_RSP, 1, zero, 4 * n);
	case 8:
		return gev_gvcp_ack_encode(data, room, 0, GEV_GVCP_PENDING_RSP, 1, zero, 4);
	case 9:
		return r.block ? gev_gvcp_resend_encode(data, room, 1, &r) : 0;
	default:
		return gev_gvcp_ack_encode(data, room, v & 1 ? GEV_GVCP_BUSY : 0,
					   GEV_GVCP_WRITEREG_RSP, 1, zero, v & 2 ? 4 : 0);
	}
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t room, unsigned int seed)
{
	u32 state = seed;

	if (room >= GEV_GVCP_DATAGRAM_MAX && (size < 8 || fuzz_random(&state) % 64 == 0))
		size = make_sample(data, room, &state);
	size = LLVMFuzzerMutate(data, size, room);
	/* the length in the header is right in most of what is tried */
	if (size >= 8 && size <= GEV_GVCP_DATAGRAM_MAX && fuzz_random(&state) % 8)
		put_unaligned_be16(size - 8, data + 4);
	return size;
}
