// SPDX-License-Identifier: GPL-2.0
/*
 * wire/block.c: order, loss and sizes of packets.
 */
#include "block_rig.h"

TEST_F(block, in_order)
{
	struct rig *r = &self->r;
	u32 id;

	for (id = 0; id <= TRAILER; id++) {
		EXPECT_FALSE(gev_block_complete(&r->b));
		TAKEN(nth(r, id));
		EXPECT_EQ(id + 1, r->b.seen);
		EXPECT_EQ(id + 1, r->b.next);
	}
	WHOLE();
	EXPECT_EQ(TICKS, r->b.timestamp);
	EXPECT_EQ(GEV_GVSP_IMAGE, r->b.type);
	EXPECT_EQ(PACKETS + 2, r->b.count);
	EXPECT_EQ(IMAGE, r->b.image);
	/* The map and the memory are used again. */
	gev_block_begin(&r->b, &r->e, 8);
	EXPECT_EQ(GEV_BLOCK_LOST_LEADER, judge(r));
	EXPECT_EQ(0, r->b.seen);
	TAKEN(nth(r, 1));
}

TEST_F(block, backwards)
{
	struct rig *r = &self->r;
	int id;

	for (id = TRAILER; id >= 0; id--)
		TAKEN(nth(r, id));
	WHOLE();
	EXPECT_EQ(TRAILER + 1, r->b.next);
}

TEST_F(block, again)
{
	struct rig *r = &self->r;
	u32 id;

	EXPECT_EQ(0, all_but(r, 5, 5));
	for (id = 0; id <= TRAILER; id++)
		EXPECT_EQ(id == 5 ? GEV_BLOCK_TAKEN : GEV_BLOCK_DUPLICATE, nth(r, id));
	EXPECT_EQ(TRAILER + 1, r->b.seen);
	WHOLE();
}

TEST_F(block, lost)
{
	struct rig *r = &self->r;
	u32 id;

	for (id = 0; id <= TRAILER; id++) {
		gev_block_begin(&r->b, &r->e, 7);
		EXPECT_EQ(0, all_but(r, id, id));
		EXPECT_FALSE(gev_block_complete(&r->b));
		EXPECT_EQ(!id ? GEV_BLOCK_LOST_LEADER :
			  id == TRAILER ? GEV_BLOCK_LOST_TRAILER : GEV_BLOCK_LOST_PACKETS,
			  judge(r));
	}
	/* What is lost is named before what is wrong. */
	gev_block_begin(&r->b, &r->e, 7);
	r->status = 0x8006;
	EXPECT_EQ(0, all_but(r, 3, 3));
	EXPECT_EQ(GEV_BLOCK_LOST_PACKETS, judge(r));
	TAKEN(nth(r, 3));
	EXPECT_EQ(GEV_BLOCK_BAD_STATUS, judge(r));
}

TEST_F(block, all_in)
{
	struct rig *r = &self->r;
	struct gev_gvsp_trailer t = { .type = GEV_GVSP_IMAGE, .y = Y };
	struct gev_gvsp_packet p = packet(r, 0);
	struct gev_gvsp_leader l = image_leader;
	struct gev_gvsp_data d = { .data = r->payload, .length = IMAGE + PADDING };
	u8 buf[MAX];
	int len;

	len = gev_gvsp_all_in_encode(buf, MAX, &p, &l, &t, &d);
	TAKEN(come(r, buf, len));
	EXPECT_EQ(1, r->b.count);
	WHOLE();
	EXPECT_EQ(GEV_BLOCK_DUPLICATE, come(r, buf, len));
	EXPECT_EQ(GEV_BLOCK_BAD_ID, nth(r, 1));
	WHOLE();

	gev_block_begin(&r->b, &r->e, 7);
	d.length = IMAGE - 1;
	TAKEN(come(r, buf, gev_gvsp_all_in_encode(buf, MAX, &p, &l, &t, &d)));
	EXPECT_EQ(GEV_BLOCK_BAD_LENGTH, judge(r));

	gev_block_begin(&r->b, &r->e, 7);
	t.y = Y - 1;
	TAKEN(come(r, buf, gev_gvsp_all_in_encode(buf, MAX, &p, &l, &t, &d)));
	EXPECT_EQ(GEV_BLOCK_BAD_GEOMETRY, judge(r));

	/* A block is one packet, or it is not. */
	gev_block_begin(&r->b, &r->e, 7);
	TAKEN(nth(r, 1));
	EXPECT_EQ(GEV_BLOCK_MALFORMED, come(r, buf, len));
	gev_block_begin(&r->b, &r->e, 7);
	p.packet = 1;
	len = gev_gvsp_all_in_encode(buf, MAX, &p, &l, &t, &d);
	EXPECT_EQ(GEV_BLOCK_MALFORMED, come(r, buf, len));
	EXPECT_EQ(0, r->b.seen);
}

TEST_F(block, step_of_the_camera)
{
	struct rig *r = &self->r;
	static const u32 steps[] = { 399, 396, 200, 120, 401, 500, IMAGE, IMAGE + PADDING };
	u32 id, last;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		release(r);
		prepare(r);
		last = DIV_ROUND_UP(IMAGE + PADDING, steps[i]);
		TAKEN(leader(r));
		for (id = 1; id <= last; id++) {
			TAKEN(nth_of(r, id, steps[i]));
			ASSERT_EQ(steps[i], r->b.step);
			ASSERT_EQ(last + 2, r->b.count);
		}
		TAKEN(trailer(r, last + 1));
		WHOLE();
	}
	/* More packets than the map has room for: not adopted, and not taken beyond. */
	gev_block_begin(&r->b, &r->e, 7);
	last = DIV_ROUND_UP(IMAGE + PADDING, 60);
	ASSERT_LT(r->b.room, last);
	for (id = 1; id < r->b.room; id++)
		TAKEN(nth_of(r, id, 60));
	EXPECT_EQ(STEP, r->b.step);
	EXPECT_EQ(GEV_BLOCK_BAD_ID, nth_of(r, id, 60));
	EXPECT_EQ(GEV_BLOCK_BAD_ID, trailer(r, last + 1));
}

/* Only packet 1 says how long packets are, and only if it is the first of all. */
TEST_F(block, step_once)
{
	struct rig *r = &self->r;

	TAKEN(nth(r, 2));
	TAKEN(data(r, 1, 0, 300));
	EXPECT_EQ(STEP, r->b.step);
	EXPECT_EQ(GEV_BLOCK_BAD_SIZE, data(r, 3, 800, STEP + 1));
	TAKEN(nth(r, 3));
	/* The trailer alone does not decide, and its count stays. */
	gev_block_begin(&r->b, &r->e, 7);
	TAKEN(trailer(r, 12));
	TAKEN(data(r, 1, 0, 500));
	EXPECT_EQ(500, r->b.step);
	EXPECT_EQ(13, r->b.count);
}

/* A longer one that was not taken does not keep packet 1 from being the first. */
TEST_F(block, step_after_loss)
{
	struct rig *r = &self->r;
	u32 id;

	TAKEN(leader(r));
	for (id = 2; id < 7; id++)
		EXPECT_EQ(GEV_BLOCK_BAD_SIZE, nth_of(r, id, 500));
	EXPECT_EQ(1, r->b.seen);
	for (id = 1; id <= 7; id++)
		TAKEN(nth_of(r, id, 500));
	TAKEN(trailer(r, 8));
	WHOLE();
}

TEST_F(block, sizes)
{
	struct rig *r = &self->r;

	EXPECT_EQ(0, all_but(r, 4, 4));
	EXPECT_EQ(GEV_BLOCK_BAD_SIZE, data(r, 4, 1200, STEP + 1));
	EXPECT_EQ(GEV_BLOCK_MALFORMED, data(r, 4, 1200, 0));
	EXPECT_EQ(TRAILER, r->b.seen);
	EXPECT_EQ(GEV_BLOCK_LOST_PACKETS, judge(r));
	/* Bytes are missing in between. */
	TAKEN(data(r, 4, 1200, STEP - 1));
	EXPECT_TRUE(gev_block_complete(&r->b));
	EXPECT_EQ(GEV_BLOCK_BAD_LENGTH, judge(r));
}

/* A packet may be short where the image ends; what is behind is not looked at. */
TEST_F(block, short_packets)
{
	struct rig *r = &self->r;

	EXPECT_EQ(0, all_but(r, 9, 9));
	TAKEN(data(r, 9, 3200, 1));
	WHOLE();
	gev_block_begin(&r->b, &r->e, 7);
	EXPECT_EQ(0, all_but(r, 8, 9));
	TAKEN(data(r, 8, 2800, 200));
	TAKEN(data(r, 9, 0, STEP));
	WHOLE();
	gev_block_begin(&r->b, &r->e, 7);
	EXPECT_EQ(0, all_but(r, 8, TRAILER));
	TAKEN(data(r, 8, 2800, 200));
	TAKEN(trailer(r, 9));
	WHOLE();
	gev_block_begin(&r->b, &r->e, 7);
	EXPECT_EQ(0, all_but(r, 8, TRAILER));
	TAKEN(data(r, 8, 2800, 199));
	TAKEN(trailer(r, 9));
	EXPECT_EQ(GEV_BLOCK_BAD_LENGTH, judge(r));
}

/* As if the image were all that is sent: no byte of the padding is stored. */
TEST_F(block, padding)
{
	struct rig *r = &self->r;

	EXPECT_EQ(0, all_but(r, 8, 9));
	EXPECT_EQ(2800, r->b.image);
	TAKEN(nth(r, 8));
	EXPECT_EQ(IMAGE, r->b.image);
	TAKEN(nth(r, 9));
	EXPECT_EQ(IMAGE, r->b.image);
	WHOLE();
}

TEST_F(block, ids)
{
	struct rig *r = &self->r;
	u32 room = r->b.room;

	EXPECT_EQ(GEV_BLOCK_BAD_ID, data(r, room, 0, STEP));
	EXPECT_EQ(GEV_BLOCK_BAD_ID, data(r, 0xffffff, 0, STEP));
	EXPECT_EQ(GEV_BLOCK_BAD_ID, trailer(r, room));
	EXPECT_EQ(GEV_BLOCK_MALFORMED, data(r, 0, 0, STEP));
	EXPECT_EQ(GEV_BLOCK_MALFORMED, trailer(r, 0));
	EXPECT_EQ(0, r->b.seen);
	TAKEN(trailer(r, TRAILER));
	EXPECT_EQ(GEV_BLOCK_MALFORMED, trailer(r, TRAILER - 1));
	EXPECT_EQ(GEV_BLOCK_BAD_ID, trailer(r, TRAILER + 1));
	EXPECT_EQ(GEV_BLOCK_BAD_ID, data(r, TRAILER + 1, 0, STEP));
	EXPECT_EQ(GEV_BLOCK_DUPLICATE, data(r, TRAILER, 0, STEP));
	EXPECT_EQ(1, r->b.seen);
	EXPECT_EQ(TRAILER + 1, r->b.count);
	EXPECT_EQ(0, all_but(r, TRAILER, TRAILER));
	WHOLE();
	/* The highest id that there is room for */
	gev_block_begin(&r->b, &r->e, 7);
	TAKEN(trailer(r, room - 1));
	EXPECT_EQ(room, r->b.count);
}

TEST_F(block, trailer_too_low)
{
	struct rig *r = &self->r;
	u32 id, last;

	/* Those behind came before: they are more than there can be. */
	TAKEN(leader(r));
	for (id = 1; id <= PACKETS; id++)
		if (id != 5)
			TAKEN(nth(r, id));
	TAKEN(trailer(r, 5));
	EXPECT_FALSE(gev_block_complete(&r->b));
	EXPECT_EQ(GEV_BLOCK_BAD_LENGTH, judge(r));
	EXPECT_EQ(GEV_BLOCK_NO_PACKET, gev_block_missing(&r->b, 0, r->b.count, &last));
	/* The same where the image is all there */
	gev_block_begin(&r->b, &r->e, 7);
	EXPECT_EQ(0, all_but(r, 9, TRAILER));
	TAKEN(data(r, TRAILER, 0, STEP));
	TAKEN(trailer(r, 9));
	EXPECT_EQ(IMAGE, r->b.image);
	EXPECT_EQ(GEV_BLOCK_BAD_LENGTH, judge(r));
	/* Those behind come after: the image is not there. */
	gev_block_begin(&r->b, &r->e, 7);
	EXPECT_EQ(0, all_but(r, 5, TRAILER));
	TAKEN(trailer(r, 5));
	EXPECT_EQ(GEV_BLOCK_BAD_ID, nth(r, 6));
	EXPECT_TRUE(gev_block_complete(&r->b));
	EXPECT_EQ(GEV_BLOCK_BAD_LENGTH, judge(r));
}

/* Before the trailer nobody knows how many there are, but that there is one more. */
TEST_F(block, more_than_expected)
{
	struct rig *r = &self->r;
	u32 id, last;

	TAKEN(leader(r));
	for (id = 1; id < r->b.room - 1; id++) {
		TAKEN(part(r, id, 0, 10));
		ASSERT_EQ(id < PACKETS ? PACKETS + 2 : id + 2, r->b.count);
		ASSERT_EQ(id + 1, gev_block_missing(&r->b, 0, r->b.count, &last));
		ASSERT_EQ(r->b.count - 1, last);
	}
	TAKEN(part(r, id, 0, 10));
	EXPECT_EQ(GEV_BLOCK_NO_PACKET, gev_block_missing(&r->b, 0, r->b.count, &last));
	EXPECT_LT(r->b.seen, r->b.count);
}

static u32 first_missing(const struct gev_block *b, u32 from, u32 end)
{
	for (; from < end && from < b->room; from++)
		if (!test_bit(from, b->map))
			return from;
	return GEV_BLOCK_NO_PACKET;
}

TEST_F(block, missing)
{
	struct rig *r = &self->r;
	u32 state = 1, round, first, last, from, end, room = r->b.room, i;

	EXPECT_EQ(0, gev_block_missing(&r->b, 0, 1, &last));
	EXPECT_EQ(0, last);
	EXPECT_EQ(0, gev_block_missing(&r->b, 0, U32_MAX, &last));
	EXPECT_EQ(room - 1, last);
	EXPECT_EQ(room - 1, gev_block_missing(&r->b, room - 1, room, &last));
	EXPECT_EQ(GEV_BLOCK_NO_PACKET, gev_block_missing(&r->b, room, room, &last));
	EXPECT_EQ(GEV_BLOCK_NO_PACKET, gev_block_missing(&r->b, 3, 3, &last));
	EXPECT_EQ(GEV_BLOCK_NO_PACKET, gev_block_missing(&r->b, 4, 3, &last));

	r->e.payload = 100000;
	release(r);
	prepare(r);
	room = r->b.room;
	ASSERT_GT(room, 4 * 64);
	for (round = 0; round < 200; round++) {
		gev_block_begin(&r->b, &r->e, 7);
		for (i = 0; i < 4; i++) {
			from = draw(&state, room);
			for (end = draw(&state, 130); end && from < room; end--)
				__set_bit(from++, r->b.map);
		}
		for (from = 0; from < room; from++) {
			end = from + draw(&state, 140);
			first = gev_block_missing(&r->b, from, end, &last);
			ASSERT_EQ(first_missing(&r->b, from, end), first);
			if (first == GEV_BLOCK_NO_PACKET)
				continue;
			ASSERT_TRUE(last < end && last < room);
			for (i = first; i <= last; i++)
				ASSERT_FALSE(test_bit(i, r->b.map));
			ASSERT_TRUE(last + 1 == end || last + 1 == room ||
				    test_bit(last + 1, r->b.map));
		}
	}
}

TEST_HARNESS_MAIN
