// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz target of wire/gvsp.c: the input is a datagram. What is decoded lies in
 * it, and what has an encoder comes out again as it was, where bytes mean
 * anything.
 */
#include "fuzz.h"
#include "wire/gvsp.h"

#define ROOM	4096

static void check_header(const u8 *data, const struct gev_gvsp_packet *p)
{
	u8 buf[GEV_GVSP_HEADER_EXTENDED];

	if (p->extended) {
		FUZZ_CHECK(gev_gvsp_encode(buf, sizeof(buf), p) == 20);
		FUZZ_CHECK(!memcmp(buf, data, 4) && !memcmp(buf + 7, data + 7, 13));
	} else {
		FUZZ_CHECK(gev_gvsp_encode(buf, sizeof(buf), p) == 8);
		FUZZ_CHECK(!memcmp(buf, data, 4) && !memcmp(buf + 5, data + 5, 3));
		FUZZ_CHECK(p->block <= 0xffff && p->packet <= 0xffffff && !p->parts);
	}
	FUZZ_CHECK(buf[4] == (data[4] & 0x8f));
}

static bool inside(const struct gev_gvsp_packet *p, const u8 *at, size_t len)
{
	return at >= p->payload && len <= p->length &&
	       (size_t)(at - p->payload) <= p->length - len;
}

static void check_leader(const struct gev_gvsp_packet *p)
{
	struct gev_gvsp_part parts[255];
	struct gev_gvsp_leader a, b;
	struct gev_gvsp_packet q;
	u8 buf[ROOM * 4];
	unsigned int i;
	int len;

	if (gev_gvsp_leader_decode(p, &a)) {
		FUZZ_CHECK(p->length < 40 || (p->payload[2] & ~0x40) == 0);
		return;
	}
	FUZZ_CHECK(!a.nr_parts || inside(p, a.parts, a.nr_parts * 48ul));
	for (i = 0; i < a.nr_parts && i < ARRAY_SIZE(parts); i++)
		gev_gvsp_part_decode(&a, i, &parts[i]);
	if (a.nr_parts > ARRAY_SIZE(parts))
		return;
	len = gev_gvsp_leader_encode(buf, sizeof(buf), p, &a, parts);
	if (len < 0) {
		FUZZ_CHECK(len == -EINVAL);
		return;
	}
	FUZZ_CHECK(!gev_gvsp_decode(buf, len, &q) && q.length <= p->length);
	FUZZ_CHECK(!gev_gvsp_leader_decode(&q, &b));
	FUZZ_CHECK(a.nr_parts == b.nr_parts);
	a.parts = b.parts;
	FUZZ_CHECK(!memcmp(&a, &b, sizeof(a)));
}

static void check_trailer(const struct gev_gvsp_packet *p)
{
	struct gev_gvsp_part_end ends[ROOM / 16];
	struct gev_gvsp_trailer a, b;
	struct gev_gvsp_packet q;
	u8 buf[ROOM * 2];
	unsigned int i;
	int len;

	if (gev_gvsp_trailer_decode(p, &a)) {
		FUZZ_CHECK(p->length < 16);
		return;
	}
	FUZZ_CHECK(!a.nr_parts || inside(p, a.parts, a.nr_parts * 16ul));
	if (a.nr_parts > ARRAY_SIZE(ends))
		return;
	for (i = 0; i < a.nr_parts; i++)
		gev_gvsp_part_end_decode(&a, i, &ends[i]);
	len = gev_gvsp_trailer_encode(buf, sizeof(buf), p, &a, ends);
	if (len < 0) {
		FUZZ_CHECK(len == -EINVAL);
		return;
	}
	FUZZ_CHECK(!gev_gvsp_decode(buf, len, &q) && q.length <= p->length);
	FUZZ_CHECK(!gev_gvsp_trailer_decode(&q, &b));
	a.parts = b.parts;
	FUZZ_CHECK(!memcmp(&a, &b, sizeof(a)));
}

static void check_data(const struct gev_gvsp_packet *p, const u8 *data, size_t size)
{
	struct gev_gvsp_data d;
	u8 *buf;
	int len;

	if (gev_gvsp_data_decode(p, &d)) {
		FUZZ_CHECK(p->format != GEV_GVSP_PAYLOAD);
		return;
	}
	FUZZ_CHECK(inside(p, d.data, d.length));
	FUZZ_CHECK(d.placed == (p->format != GEV_GVSP_PAYLOAD));
	buf = malloc(size);
	FUZZ_CHECK(buf);
	len = gev_gvsp_data_encode(buf, size, p, &d);
	FUZZ_CHECK(len > 0 && (size_t)len <= size);
	FUZZ_CHECK(!memcmp(buf + (p->payload - data), p->payload, len - (p->payload - data)));
	free(buf);
}

static void check_all_in(const struct gev_gvsp_packet *p)
{
	struct gev_gvsp_trailer t;
	struct gev_gvsp_leader l;
	struct gev_gvsp_data d;

	if (gev_gvsp_all_in_decode(p, &l, &t, &d))
		return;
	FUZZ_CHECK(inside(p, d.data, d.length) && l.type == t.type && l.chunks == t.chunks);
	FUZZ_CHECK(d.data + d.length == p->payload + p->length && !d.placed);
}

static void check_ids(const struct gev_gvsp_packet *p)
{
	u64 next = gev_gvsp_block_next(p->block, p->extended);

	FUZZ_CHECK(next && (p->extended || next <= 0xffff));
	if (!p->block)
		return;
	FUZZ_CHECK(gev_gvsp_block_distance(p->block, next, p->extended) == 1);
	FUZZ_CHECK(gev_gvsp_block_distance(next, p->block, p->extended) == -1);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	u8 *copy = fuzz_copy(data, size);
	struct gev_gvsp_packet p;

	if (gev_gvsp_decode(copy, size, &p)) {
		FUZZ_CHECK(size < 8 || (size < 20 && data[4] & 0x80));
	} else {
		FUZZ_CHECK(p.payload + p.length == copy + size);
		check_header(copy, &p);
		check_leader(&p);
		check_trailer(&p);
		check_data(&p, copy, size);
		check_all_in(&p);
		check_ids(&p);
	}
	free(copy);
	return 0;
}

/* One packet of each kind */
static size_t make_sample(u8 *data, size_t room, u32 *state)
{
	static const u16 types[] = { 1, 2, 4, 10, 11 };
	u16 type = types[fuzz_random(state) % ARRAY_SIZE(types)];
	struct gev_gvsp_packet p = {
		.extended = fuzz_random(state) & 1, .block = fuzz_random(state) & 0xffff,
		.packet = fuzz_random(state) & 0xff,
	};
	struct gev_gvsp_leader l = {
		.type = type, .chunks = fuzz_random(state) & 1, .x = 640, .y = 480,
		.nr_parts = type == 10 ? 2 : 0,
	};
	struct gev_gvsp_trailer t = { .type = type, .chunks = l.chunks, .nr_parts = l.nr_parts };
	struct gev_gvsp_part parts[2] = { { .type = 1 }, { .type = 10 } };
	struct gev_gvsp_part_end ends[2] = { { .type = 1 }, { .type = 10 } };
	struct gev_gvsp_data d = { .data = (const u8 *)"data", .length = 4 };
	int len;

	switch (fuzz_random(state) % 5) {
	case 0:
		len = gev_gvsp_leader_encode(data, room, &p, &l, parts);
		break;
	case 1:
		len = gev_gvsp_trailer_encode(data, room, &p, &t, ends);
		break;
	case 2:
		len = gev_gvsp_all_in_encode(data, room, &p, &l, &t, &d);
		break;
	case 3:
		p.status = 0x800c;
		len = gev_gvsp_encode(data, room, &p);
		break;
	default:
		p.format = 3 + fuzz_random(state) % 6;
		len = gev_gvsp_data_encode(data, room, &p, &d);
	}
	return len < 0 ? 0 : len;
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t room, unsigned int seed)
{
	u32 state = seed;

	if (room >= 256 && (size < 8 || fuzz_random(&state) % 64 == 0))
		size = make_sample(data, room, &state);
	return LLVMFuzzerMutate(data, size, room);
}
