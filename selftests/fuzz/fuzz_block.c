// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz target of wire/block.c: the input is what was negotiated, and a sequence of
 * packets, each behind its length. Whatever they are, data go where there is room
 * for them, and a block that is said to be whole is.
 */
#include "fuzz.h"
#include "wire/block.h"

#define HEAD	16	/* bytes of the input that say what was negotiated */
#define STEP_MIN 17u	/* more than any prefix */

/* What is known of the block without wire/block.c */
struct model {
	struct gev_block b;
	struct gev_block_expect e;
	u8 *image;		/* of its very size */
	u8 *descriptor;
	u8 *covered;		/* a byte for each of the image */
	u32 taken;
	u32 end;		/* one more than the highest packet id that was taken */
	bool placed;		/* some packets said themselves where they belong */
};

static void store(struct model *m, const struct gev_gvsp_packet *p,
		  const struct gev_gvsp_data *d, const struct gev_block_piece *piece)
{
	u32 room = piece->descriptor ? GEV_BLOCK_DESCRIPTOR_MAX : m->e.image;
	u8 *to = piece->descriptor ? m->descriptor : m->image;

	FUZZ_CHECK((u64)piece->at + piece->length <= room);
	FUZZ_CHECK((u64)piece->from + piece->length <= d->length);
	FUZZ_CHECK(d->data >= p->payload && d->data + d->length <= p->payload + p->length);
	if (piece->length)
		memcpy(to + piece->at, d->data + piece->from, piece->length);
	if (!piece->descriptor)
		memset(m->covered + piece->at, 1, piece->length);
	if (d->placed)
		m->placed = true;
}

static bool carries_data(const struct gev_gvsp_packet *p)
{
	return p->format != GEV_GVSP_LEADER && p->format != GEV_GVSP_TRAILER;
}

static bool came(const struct gev_block *b, u32 id)
{
	return id < b->room && test_bit(id, b->map);
}

/* The ranges, one after the other, are what is not in the map. */
static void check_missing(const struct gev_block *b, u32 from, u32 end)
{
	u32 stop = end < b->room ? end : b->room, first, last;

	while (from < stop) {
		first = gev_block_missing(b, from, end, &last);
		if (first == GEV_BLOCK_NO_PACKET)
			first = stop;
		else
			FUZZ_CHECK(first >= from && last >= first && last < stop);
		for (; from < first; from++)
			FUZZ_CHECK(came(b, from));
		if (first == stop)
			return;
		for (; from <= last; from++)
			FUZZ_CHECK(!came(b, from));
		FUZZ_CHECK(from == stop || came(b, from));
	}
	FUZZ_CHECK(gev_block_missing(b, from, end, &last) == GEV_BLOCK_NO_PACKET);
}

static void check_block(const struct model *m)
{
	const struct gev_block *b = &m->b;
	u32 id, seen = 0;

	for (id = 0; id < b->room; id++)
		seen += came(b, id);
	FUZZ_CHECK(b->seen == m->taken && b->seen == seen && seen <= b->room);
	FUZZ_CHECK(b->next == m->end && b->next <= b->room);
	FUZZ_CHECK(b->count && b->count <= b->room + 1);
	FUZZ_CHECK(b->trailer ? b->count <= b->room : b->count > b->next);
	FUZZ_CHECK(b->step);
	FUZZ_CHECK(!b->leader || came(b, 0));
}

static void check_judgement(const struct model *m)
{
	enum gev_block_cause cause = gev_block_judge(&m->b, &m->e);
	const struct gev_block *b = &m->b;
	u32 i;

	FUZZ_CHECK(cause < GEV_BLOCK_CAUSES);
	FUZZ_CHECK((cause == GEV_BLOCK_LOST_LEADER) == !b->leader);
	FUZZ_CHECK((cause == GEV_BLOCK_LOST_TRAILER) == (b->leader && !b->trailer));
	if (cause != GEV_BLOCK_WHOLE)
		return;
	FUZZ_CHECK(gev_block_complete(b));
	for (i = 0; i < b->count; i++)
		FUZZ_CHECK(came(b, i));
	/* Packets that say where they belong may say so twice. */
	for (i = 0; i < m->e.image && !m->placed; i++)
		FUZZ_CHECK(m->covered[i]);
}

/* One that is not taken changes nothing but what is wrong. */
static void check_refused(struct model *m, struct gev_block *before,
			  const struct gev_block_piece *piece)
{
	FUZZ_CHECK(!piece->length);
	before->spoilt = m->b.spoilt;
	FUZZ_CHECK(!memcmp(before, &m->b, sizeof(*before)));
}

static void apply(struct model *m, const u8 *datagram, size_t len)
{
	struct gev_block before = m->b;
	enum gev_block_verdict verdict;
	struct gev_block_piece piece;
	struct gev_gvsp_packet p;
	struct gev_gvsp_data d;

	if (gev_gvsp_decode(datagram, len, &p))
		return;
	verdict = gev_block_packet(&m->b, &m->e, &p, &d, &piece);
	FUZZ_CHECK(verdict < GEV_BLOCK_VERDICTS);
	FUZZ_CHECK((verdict == GEV_BLOCK_DUPLICATE) ==
		   (verdict != GEV_BLOCK_BAD_ID && verdict != GEV_BLOCK_TAKEN &&
		    came(&before, p.packet)));
	if (verdict != GEV_BLOCK_TAKEN) {
		check_refused(m, &before, &piece);
		return;
	}
	m->taken++;
	if (p.packet >= m->end)
		m->end = p.packet + 1;
	FUZZ_CHECK(came(&m->b, p.packet));
	if (carries_data(&p))
		store(m, &p, &d, &piece);
	else
		FUZZ_CHECK(!piece.length);
}

static void negotiate(struct model *m, const u8 *data)
{
	m->e = (struct gev_block_expect){
		.pfnc = data[0],
		.x = data[1],
		.y = data[2],
		.image = get_unaligned_le16(data + 4) % 4096,
		.payload = get_unaligned_le16(data + 6),
		.step = STEP_MIN + get_unaligned_le16(data + 8) % 1500,
	};
	/* Payloads of gigabytes, too, as far as the map is of a size for tests */
	if (data[3] & 1)
		m->e.payload = INT32_MAX - m->e.payload;
	if (m->e.payload / (m->e.step - GEV_GVSP_FLOW_PREFIX) > 1 << 16)
		m->e.payload = (m->e.step - GEV_GVSP_FLOW_PREFIX) << 12;
	if (m->e.payload < m->e.image)
		m->e.payload = m->e.image;
}

static void end(struct model *m)
{
	free(m->b.map);
	free(m->image);
	free(m->descriptor);
	free(m->covered);
}

static void begin(struct model *m, const u8 *data)
{
	memset(m, 0, sizeof(*m));
	negotiate(m, data);
	m->b.room = gev_block_packets(&m->e);
	m->b.map = malloc(DIV_ROUND_UP(m->b.room, 64) * 8);
	m->image = malloc(m->e.image);
	m->descriptor = malloc(GEV_BLOCK_DESCRIPTOR_MAX);
	m->covered = calloc(1, m->e.image);
	FUZZ_CHECK(m->b.map && m->image && m->descriptor && m->covered);
	gev_block_begin(&m->b, &m->e, 1);
	check_block(m);
	check_judgement(m);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	size_t at = HEAD, len;
	struct model m;
	u8 *datagram;

	if (size < HEAD)
		return 0;
	begin(&m, data);
	while (size - at >= 2) {
		len = get_unaligned_le16(data + at);
		at += 2;
		if (len > size - at)
			len = size - at;
		datagram = fuzz_copy(data + at, len);
		apply(&m, datagram, len);
		free(datagram);
		at += len;
	}
	check_block(&m);
	check_judgement(&m);
	check_missing(&m.b, 0, m.b.count);
	check_missing(&m.b, data[10], get_unaligned_le16(data + 11));
	end(&m);
	return 0;
}

/* The packet with its length in front; returns the bytes, 0 without room. */
static size_t put(u8 *data, size_t room, const u8 *datagram, int len)
{
	if (len < 0 || room < 2 + (size_t)len)
		return 0;
	put_unaligned_le16(len, data);
	memcpy(data + 2, datagram, len);
	return 2 + len;
}

/* A packet that is right, or nearly so. */
static int make_packet(u8 *buf, size_t room, const struct gev_block_expect *e, u32 id, u32 end,
		       u32 *state)
{
	static const u16 types[] = { 1, 1, 4, 10, 11 };
	u16 type = types[*state % ARRAY_SIZE(types)];
	struct gev_gvsp_packet p = { .extended = *state & 1, .block = 1, .packet = id };
	struct gev_gvsp_leader l = {
		.type = type, .pfnc = e->pfnc, .x = e->x, .y = e->y, .nr_parts = 1,
	};
	struct gev_gvsp_part part = { .type = 1, .pfnc = e->pfnc, .x = e->x, .y = e->y };
	struct gev_gvsp_trailer t = { .type = type, .y = e->y };
	static const u8 bytes[2048];
	struct gev_gvsp_data d = { .data = bytes, .length = e->step, .flow = 1 };

	if (!id)
		return gev_gvsp_leader_encode(buf, room, &p, &l, &part);
	if (id == end)
		return gev_gvsp_trailer_encode(buf, room, &p, &t, NULL);
	p.format = type == 10 ? GEV_GVSP_PAYLOAD_PART : type == 11 ? GEV_GVSP_PAYLOAD_GENDC :
		   GEV_GVSP_PAYLOAD;
	d.offset = (u64)(id - 1) * d.length;
	return gev_gvsp_data_encode(buf, room, &p, &d);
}

/* A whole block, or one that lacks something */
static size_t make_sample(u8 *data, size_t room, u32 *state)
{
	u32 seed = fuzz_random(state), id, end;
	struct model m;
	u8 buf[2200];
	size_t size = HEAD;

	for (id = 0; id < HEAD; id++)
		data[id] = fuzz_random(state);
	data[3] &= 0xfe;
	data[5] &= 3;
	data[7] = data[5];
	negotiate(&m, data);
	end = DIV_ROUND_UP(m.e.payload, m.e.step) + 1;
	for (id = 0; id <= end; id++) {
		if (fuzz_random(state) % 32)
			size += put(data + size, room - size, buf,
				    make_packet(buf, sizeof(buf), &m.e, id, end, &seed));
	}
	return size;
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t room, unsigned int seed)
{
	u32 state = seed;

	if (room >= 256 && (size < HEAD || fuzz_random(&state) % 64 == 0))
		size = make_sample(data, room, &state);
	if (fuzz_random(&state) % 16 == 0)
		return size;
	return LLVMFuzzerMutate(data, size, room);
}
