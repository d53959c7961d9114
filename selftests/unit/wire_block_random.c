// SPDX-License-Identifier: GPL-2.0
/*
 * wire/block.c: random images in packets that are shuffled, lost and doubled. A
 * block is whole exactly when nothing is missing, and what came is in its place.
 */
#include "block_rig.h"

#define ROUNDS		3000
#define PACKETS_MAX	2048
#define DESCRIPTOR	176

enum kind { GENERIC, PARTS, FLOWS, KINDS };

/* How one image is sent */
struct plan {
	enum kind kind;
	u32 length;		/* bytes in a packet */
	u32 packets;		/* of payload */
	u32 order[PACKETS_MAX];
	bool came[PACKETS_MAX];
};

static u32 plan_trailer(const struct plan *p)
{
	return p->packets + 1;
}

/* Packet 1 of a flow 0 is the descriptor. */
static u32 data_before(const struct plan *p)
{
	return p->kind == FLOWS ? 2 : 1;
}

static void shuffle(struct plan *p, bool first, u32 *state)
{
	u32 n = p->packets + 2, i, j, id;

	for (i = 0; i < n; i++)
		p->order[i] = i;
	for (i = n - 1; i; i--) {
		j = draw(state, i + 1);
		id = p->order[i];
		p->order[i] = p->order[j];
		p->order[j] = id;
	}
	/* Packet 1 says how long the others are. */
	for (i = 0; first && p->order[i] != 1; i++)
		;
	if (first) {
		p->order[i] = p->order[0];
		p->order[0] = 1;
	}
}

static void invent(struct rig *r, struct plan *p, u32 *state)
{
	u32 padding = draw(state, 2) ? draw(state, 400) : 0;
	u32 length;

	r->e.x = 1 + draw(state, 64);
	r->e.y = 1 + draw(state, 64);
	r->e.image = r->e.x * r->e.y;
	r->e.step = 24 + draw(state, 600);
	p->kind = draw(state, KINDS);
	r->e.payload = r->e.image + (p->kind == FLOWS ? 0 : padding);
	p->length = r->e.step - (p->kind == PARTS ? 8 : p->kind == FLOWS ? 16 : 0);
	release(r);
	prepare(r);
	if (p->kind == GENERIC && !draw(state, 3)) {
		length = 1 + draw(state, 700);
		if (DIV_ROUND_UP(r->e.payload, length) + 2 <= r->b.room)
			p->length = length;
	}
	p->packets = DIV_ROUND_UP(r->e.payload, p->length) + data_before(p) - 1;
	memset(p->came, 0, sizeof(p->came));
	shuffle(p, p->kind == GENERIC && p->length != r->e.step, state);
}

static enum gev_block_verdict send(struct rig *r, const struct plan *p, u32 id)
{
	u32 from = (id - data_before(p)) * p->length, rest = r->e.payload - from;
	u32 length = rest < p->length ? rest : p->length;

	if (!id)
		return leader(r);
	if (id == plan_trailer(p))
		return trailer(r, id);
	if (p->kind == GENERIC)
		return data(r, id, from, length);
	if (p->kind == PARTS)
		return part(r, id, from, length);
	if (id == 1)
		return flow(r, 1, 0, 0, r->e.payload < DESCRIPTOR ? r->e.payload : DESCRIPTOR);
	return flow(r, id, 1, from, length);
}

static enum gev_block_cause expected(const struct plan *p)
{
	u32 id;

	if (!p->came[0])
		return GEV_BLOCK_LOST_LEADER;
	if (!p->came[plan_trailer(p)])
		return GEV_BLOCK_LOST_TRAILER;
	for (id = 1; id <= p->packets; id++)
		if (!p->came[id])
			return GEV_BLOCK_LOST_PACKETS;
	return GEV_BLOCK_WHOLE;
}

/* Bytes of which it is wrong whether they are there */
static u32 wrong_bytes(const struct rig *r, const struct plan *p)
{
	u32 i, wrong = 0;

	for (i = 0; i < r->e.image; i++)
		wrong += (r->image[i] == r->payload[i]) !=
			 p->came[data_before(p) + i / p->length];
	return wrong;
}

/* Packets of which it is wrong whether they are missing */
static u32 wrong_packets(const struct rig *r, const struct plan *p)
{
	u32 id = 0, first, last, wrong = 0, end = plan_trailer(p) + 1;

	while (id < end) {
		first = gev_block_missing(&r->b, id, end, &last);
		if (first == GEV_BLOCK_NO_PACKET) {
			first = end;
			last = end;
		}
		if (first < id || last < first)
			return U32_MAX;
		for (; id < first; id++)
			wrong += !p->came[id];
		for (; id <= last && id < end; id++)
			wrong += p->came[id];
	}
	return wrong;
}

static void deliver(struct __test_metadata *_metadata, struct rig *r, struct plan *p, u32 loss,
		    u32 *state)
{
	u32 i, id, seen = 0;

	for (i = 0; i < p->packets + 2; i++) {
		id = p->order[i];
		if (i && loss && !draw(state, loss))
			continue;
		ASSERT_EQ(GEV_BLOCK_TAKEN, send(r, p, id));
		p->came[id] = true;
		ASSERT_EQ(++seen, r->b.seen);
		id = p->order[draw(state, i + 1)];
		if (p->came[id] && !draw(state, 4))
			ASSERT_EQ(GEV_BLOCK_DUPLICATE, send(r, p, id));
	}
}

TEST_F(block, any_image)
{
	struct rig *r = &self->r;
	struct plan p;
	u32 round, state = 20, id;

	for (round = 0; round < ROUNDS; round++) {
		invent(r, &p, &state);
		ASSERT_LT(p.packets + 2, PACKETS_MAX);
		deliver(_metadata, r, &p, round % 3 ? 2 + draw(&state, 60) : 0, &state);
		ASSERT_EQ(expected(&p), judge(r)) {
			TH_LOG("round %u", round);
		}
		ASSERT_EQ(expected(&p) == GEV_BLOCK_WHOLE, gev_block_complete(&r->b));
		ASSERT_EQ(0, wrong_bytes(r, &p)) {
			TH_LOG("round %u", round);
		}
		ASSERT_EQ(0, wrong_packets(r, &p));
		for (id = 0; id <= plan_trailer(&p); id++)
			ASSERT_EQ(p.came[id] ? GEV_BLOCK_DUPLICATE : GEV_BLOCK_TAKEN,
				  send(r, &p, id));
		WHOLE();
		ASSERT_EQ(p.packets + 2, r->b.count);
		ASSERT_EQ(0, r->strayed);
	}
}

TEST_HARNESS_MAIN
