// SPDX-License-Identifier: GPL-2.0
/*
 * wire/block.c: what leaders, trailers, statuses and prefixes say.
 */
#include "block_rig.h"

#define JUDGED(cause)								\
do {										\
	EXPECT_EQ(0, all_but(r, 0, 0)) {				\
		TH_LOG("line %d", __LINE__);					\
	}									\
	EXPECT_EQ(cause, judge(r)) {						\
		TH_LOG("line %d", __LINE__);					\
	}									\
	gev_block_begin(&r->b, &r->e, 7);					\
} while (0)

TEST_F(block, leaders)
{
	struct rig *r = &self->r;
	static const struct {
		struct gev_gvsp_leader leader;
		enum gev_block_cause cause;
	} cases[] = {
		{ { .type = GEV_GVSP_IMAGE, .pfnc = MONO8, .x = X, .y = Y }, GEV_BLOCK_WHOLE },
		{ { .type = GEV_GVSP_IMAGE, .chunks = true, .pfnc = MONO8, .x = X, .y = Y,
		    .pad_y = 9, .offset_x = 3, .offset_y = 4 }, GEV_BLOCK_WHOLE },
		{ { .type = GEV_GVSP_IMAGE, .pfnc = MONO8 + 1, .x = X, .y = Y },
		  GEV_BLOCK_BAD_TYPE },
		{ { .type = GEV_GVSP_IMAGE, .pfnc = MONO8, .x = X + 1, .y = Y },
		  GEV_BLOCK_BAD_GEOMETRY },
		{ { .type = GEV_GVSP_IMAGE, .pfnc = MONO8, .x = X, .y = Y - 1 },
		  GEV_BLOCK_BAD_GEOMETRY },
		{ { .type = GEV_GVSP_IMAGE, .pfnc = MONO8, .x = X, .y = 0 },
		  GEV_BLOCK_BAD_GEOMETRY },
		{ { .type = GEV_GVSP_IMAGE, .pfnc = MONO8, .x = X, .y = Y, .pad_x = 1 },
		  GEV_BLOCK_BAD_GEOMETRY },
		{ { .type = GEV_GVSP_CHUNK }, GEV_BLOCK_WHOLE },
		{ { .type = GEV_GVSP_GENDC }, GEV_BLOCK_WHOLE },
		{ { .type = GEV_GVSP_RAW }, GEV_BLOCK_BAD_TYPE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		TAKEN(leader_with(r, &cases[i].leader, NULL));
		EXPECT_EQ(cases[i].leader.type, r->b.type);
		JUDGED(cases[i].cause);
	}
}

/* Those that the encoder does not make */
TEST_F(block, other_leaders)
{
	struct gev_gvsp_leader l = image_leader;
	u32 header = gev_gvsp_header_size(self->r.extended);
	struct rig *r = &self->r;
	struct gev_gvsp_packet p = packet(r, 0);
	u8 buf[MAX];
	int len;

	len = gev_gvsp_leader_encode(buf, MAX, &p, &l, NULL);
	buf[header + 3] = GEV_GVSP_EXTENDED_CHUNK;
	TAKEN(come(r, buf, len));
	EXPECT_EQ(GEV_GVSP_EXTENDED_CHUNK, r->b.type);
	JUDGED(GEV_BLOCK_WHOLE);
	buf[header + 15]++;
	TAKEN(come(r, buf, len));
	JUDGED(GEV_BLOCK_BAD_TYPE);
	/* The zones, between time and format */
	gev_gvsp_leader_encode(buf, MAX, &p, &l, NULL);
	memmove(buf + header + 16, buf + header + 12, len - header - 12);
	buf[header + 3] = GEV_GVSP_MULTI_ZONE;
	TAKEN(come(r, buf, len + 4));
	JUDGED(GEV_BLOCK_WHOLE);
	buf[header + 27]++;
	TAKEN(come(r, buf, len + 4));
	JUDGED(GEV_BLOCK_BAD_GEOMETRY);
	buf[header + 2] = 0x80;
	TAKEN(come(r, buf, len));
	JUDGED(GEV_BLOCK_BAD_TYPE);

	/* Too short, or not packet 0 */
	EXPECT_EQ(0, all_but(r, 0, 0));
	gev_gvsp_leader_encode(buf, MAX, &p, &l, NULL);
	EXPECT_EQ(GEV_BLOCK_MALFORMED, come(r, buf, len - 1));
	EXPECT_EQ(GEV_BLOCK_LOST_LEADER, judge(r));
	TAKEN(come(r, buf, len));
	WHOLE();
	gev_block_begin(&r->b, &r->e, 7);
	p.packet = 1;
	gev_gvsp_leader_encode(buf, MAX, &p, &l, NULL);
	EXPECT_EQ(GEV_BLOCK_MALFORMED, come(r, buf, len));
	EXPECT_EQ(0, r->b.seen);
}

TEST_F(block, trailers)
{
	static const struct {
		struct gev_gvsp_trailer trailer;
		enum gev_block_cause cause;
	} cases[] = {
		{ { .type = GEV_GVSP_IMAGE, .y = Y }, GEV_BLOCK_WHOLE },
		{ { .type = GEV_GVSP_IMAGE, .chunks = true, .y = Y }, GEV_BLOCK_WHOLE },
		{ { .type = GEV_GVSP_IMAGE, .y = Y - 1 }, GEV_BLOCK_BAD_GEOMETRY },
		{ { .type = GEV_GVSP_IMAGE, .y = 0 }, GEV_BLOCK_WHOLE },
		{ { .type = GEV_GVSP_CHUNK, .chunk_length = IMAGE }, GEV_BLOCK_WHOLE },
		{ { .type = GEV_GVSP_GENDC }, GEV_BLOCK_WHOLE },
	};
	struct gev_gvsp_part_end end = { .type = 1, .length = IMAGE, .y = Y - 1 };
	struct gev_gvsp_trailer t = { .type = GEV_GVSP_MULTI_PART, .nr_parts = 1 };
	struct rig *r = &self->r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		EXPECT_EQ(0, all_but(r, TRAILER, TRAILER));
		TAKEN(trailer_with(r, TRAILER, &cases[i].trailer, NULL));
		EXPECT_EQ(cases[i].cause, judge(r));
		gev_block_begin(&r->b, &r->e, 7);
	}
	EXPECT_EQ(0, all_but(r, TRAILER, TRAILER));
	TAKEN(trailer_with(r, TRAILER, &t, &end));
	EXPECT_EQ(GEV_BLOCK_BAD_GEOMETRY, judge(r));
	gev_block_begin(&r->b, &r->e, 7);
	end.type = 10;
	EXPECT_EQ(0, all_but(r, TRAILER, TRAILER));
	TAKEN(trailer_with(r, TRAILER, &t, &end));
	EXPECT_EQ(GEV_BLOCK_WHOLE, judge(r));
}

/* Of several causes the first in their order is named, whichever came first. */
TEST_F(block, causes)
{
	struct gev_gvsp_leader type = image_leader, geometry = image_leader;
	struct gev_gvsp_trailer t = { .type = GEV_GVSP_IMAGE, .y = Y + 1 };
	struct rig *r = &self->r;

	type.pfnc++;
	geometry.x++;
	EXPECT_EQ(0, all_but(r, 0, TRAILER));
	TAKEN(trailer_with(r, TRAILER, &t, NULL));
	TAKEN(leader_with(r, &type, NULL));
	EXPECT_EQ(GEV_BLOCK_LOST_PACKETS, judge(r));
	EXPECT_EQ(1, all_but(r, 0, 0));
	EXPECT_EQ(GEV_BLOCK_BAD_TYPE, judge(r));
	gev_block_begin(&r->b, &r->e, 7);
	TAKEN(leader_with(r, &type, NULL));
	TAKEN(trailer_with(r, TRAILER, &t, NULL));
	EXPECT_EQ(1, all_but(r, 0, 0));
	EXPECT_EQ(GEV_BLOCK_BAD_TYPE, judge(r));
	gev_block_begin(&r->b, &r->e, 7);
	TAKEN(leader_with(r, &geometry, NULL));
	r->status = 0x8001;
	JUDGED(GEV_BLOCK_BAD_STATUS);
}

TEST_F(block, statuses)
{
	static const struct {
		u16 status;
		enum gev_block_cause cause;
	} cases[] = {
		{ GEV_GVSP_RESENT, GEV_BLOCK_WHOLE },
		{ 0x7fff, GEV_BLOCK_WHOLE },
		{ 0x8000, GEV_BLOCK_BAD_STATUS },
		{ GEV_GVSP_OVERRUN, GEV_BLOCK_BAD_STATUS },
		{ 0xffff, GEV_BLOCK_BAD_STATUS },
	};
	static const u32 at[] = { 0, 1, 5, 9, TRAILER };
	struct rig *r = &self->r;
	u8 buf[MAX];
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		for (n = 0; n < ARRAY_SIZE(at); n++) {
			EXPECT_EQ(0, all_but(r, at[n], at[n]));
			r->status = cases[i].status;
			TAKEN(nth(r, at[n]));
			EXPECT_EQ(cases[i].cause, judge(r));
			gev_block_begin(&r->b, &r->e, 7);
			r->status = 0;
		}
	}
	/* One that was not taken says nothing, nor does one that has no data. */
	EXPECT_EQ(0, all_but(r, 3, 3));
	r->status = 0x8006;
	EXPECT_EQ(GEV_BLOCK_DUPLICATE, nth(r, 2));
	for (i = 0; i < 16; i++) {
		struct gev_gvsp_packet p = packet(r, 3);

		p.format = i;
		EXPECT_EQ(GEV_BLOCK_MALFORMED,
			  come(r, buf, gev_gvsp_encode(buf, MAX, &p)));
	}
	r->status = 0;
	TAKEN(nth(r, 3));
	WHOLE();
}

static const struct gev_gvsp_part chunk_part = { .type = 10, .length = PADDING };
static const struct gev_gvsp_part image_part = {
	.type = 1, .length = IMAGE, .pfnc = MONO8, .x = X, .y = Y,
};

static enum gev_block_verdict parts_leader(struct rig *r, const struct gev_gvsp_part *first,
					   const struct gev_gvsp_part *second)
{
	struct gev_gvsp_leader l = { .type = GEV_GVSP_MULTI_PART, .nr_parts = 2 };
	struct gev_gvsp_part parts[] = { *first, *second };

	return leader_with(r, &l, parts);
}

static enum gev_block_verdict parts_trailer(struct rig *r, u32 id)
{
	struct gev_gvsp_trailer t = { .type = GEV_GVSP_MULTI_PART, .nr_parts = 2 };
	struct gev_gvsp_part_end ends[] = { { .type = 1, .y = Y }, { .type = 10 } };

	return trailer_with(r, id, &t, ends);
}

/* Packets from 1 on of @length bytes from @from to @end, or of a flow; the id after */
static u32 parts(struct rig *r, u32 id, u32 from, u32 end, u32 length)
{
	for (; from < end; from += length, id++)
		r->strayed += part(r, id, from, end - from < length ? end - from : length) !=
			      GEV_BLOCK_TAKEN;
	return id;
}

TEST_F(block, image_first_part)
{
	struct rig *r = &self->r;
	u32 end;

	TAKEN(parts_leader(r, &image_part, &chunk_part));
	end = parts(r, 1, 0, IMAGE, STEP - 8);
	end = parts(r, end, IMAGE, IMAGE + PADDING, STEP - 8);
	TAKEN(parts_trailer(r, end));
	EXPECT_EQ(GEV_GVSP_MULTI_PART, r->b.type);
	WHOLE();
	/* Where the first part belongs needs no leader. */
	gev_block_begin(&r->b, &r->e, 7);
	end = parts(r, 1, 0, IMAGE + PADDING, STEP - 8);
	TAKEN(parts_trailer(r, end));
	TAKEN(parts_leader(r, &image_part, &chunk_part));
	WHOLE();
}

TEST_F(block, image_second_part)
{
	struct rig *r = &self->r;
	u32 end;

	release(r);
	r->at = PADDING;
	prepare(r);
	TAKEN(parts_leader(r, &chunk_part, &image_part));
	/* One of the packets has the end of one and the beginning of the other. */
	end = parts(r, 1, 0, IMAGE + PADDING, STEP - 8);
	TAKEN(parts_trailer(r, end));
	WHOLE();
	gev_block_begin(&r->b, &r->e, 7);
	TAKEN(parts_trailer(r, end));
	TAKEN(parts_leader(r, &chunk_part, &image_part));
	parts(r, 1, 0, IMAGE + PADDING, STEP - 8);
	WHOLE();
	/* What came before the leader was taken for the image. */
	gev_block_begin(&r->b, &r->e, 7);
	parts(r, 1, 0, IMAGE + PADDING, STEP - 8);
	TAKEN(parts_leader(r, &chunk_part, &image_part));
	TAKEN(parts_trailer(r, end));
	EXPECT_EQ(GEV_BLOCK_BAD_LENGTH, judge(r));
}

TEST_F(block, parts)
{
	static const struct {
		struct gev_gvsp_part part;
		enum gev_block_cause cause;
	} cases[] = {
		{ { .type = 1, .pfnc = MONO8, .x = X, .y = Y }, GEV_BLOCK_WHOLE },
		{ { .type = 1, .pfnc = MONO8, .x = X, .y = Y, .pad_y = 4 }, GEV_BLOCK_WHOLE },
		{ { .type = 5, .pfnc = MONO8, .x = X, .y = Y }, GEV_BLOCK_BAD_TYPE },
		{ { .type = 1, .pfnc = MONO8 + 1, .x = X, .y = Y }, GEV_BLOCK_BAD_TYPE },
		{ { .type = 1, .pfnc = MONO8, .x = X - 1, .y = Y }, GEV_BLOCK_BAD_GEOMETRY },
		{ { .type = 1, .pfnc = MONO8, .x = X, .y = Y + 1 }, GEV_BLOCK_BAD_GEOMETRY },
		{ { .type = 1, .pfnc = MONO8, .x = X, .y = Y, .pad_x = 1 },
		  GEV_BLOCK_BAD_GEOMETRY },
	};
	struct gev_gvsp_part far = { .type = 10, .length = 0xffffffffffff };
	struct rig *r = &self->r;
	size_t i;
	u32 end;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		TAKEN(parts_leader(r, &cases[i].part, &chunk_part));
		end = parts(r, 1, 0, IMAGE + PADDING, STEP - 8);
		TAKEN(parts_trailer(r, end));
		EXPECT_EQ(cases[i].cause, judge(r));
		gev_block_begin(&r->b, &r->e, 7);
	}
	/* An image that begins behind all that comes */
	TAKEN(parts_leader(r, &far, &image_part));
	end = parts(r, 1, 0, IMAGE + PADDING, STEP - 8);
	TAKEN(parts_trailer(r, end));
	EXPECT_EQ(0, r->b.image);
	EXPECT_EQ(GEV_BLOCK_BAD_LENGTH, judge(r));
}

/* Offsets of all sizes: what is taken has its place or none. */
TEST_F(block, offsets)
{
	static const struct {
		u64 offset;
		u32 stored;
	} cases[] = {
		{ 0, 100 }, { 1, 100 }, { IMAGE - 100, 100 }, { IMAGE - 99, 99 },
		{ IMAGE - 1, 1 }, { IMAGE, 0 }, { 0xffffffff, 0 }, { 1ull << 32, 0 },
		{ 0xffffffffffff, 0 }, { -1ull, 0 }, { -99ull, 0 }, { -100ull, 0 },
		{ -101ull, 0 }, { 1ull << 63, 0 },
	};
	struct gev_gvsp_data d = { .data = self->r.payload, .length = 100, .flow = 1 };
	struct rig *r = &self->r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		gev_block_begin(&r->b, &r->e, 7);
		d.offset = cases[i].offset;
		TAKEN(data_with(r, 1, GEV_GVSP_PAYLOAD_GENDC, &d));
		EXPECT_EQ(cases[i].stored, r->b.image);
		if (cases[i].offset >> 48)
			continue;
		TAKEN(data_with(r, 2, GEV_GVSP_PAYLOAD_ZONE, &d));
		EXPECT_EQ(2 * cases[i].stored, r->b.image);
	}
}

TEST_F(block, gendc)
{
	struct gev_gvsp_leader l = { .type = GEV_GVSP_GENDC, .size = IMAGE };
	struct gev_gvsp_trailer t = { .type = GEV_GVSP_GENDC };
	struct rig *r = &self->r;
	u32 id = 1, at;

	TAKEN(leader_with(r, &l, NULL));
	TAKEN(flow(r, id++, 0, 0, 100));
	TAKEN(flow(r, id++, 0, 100, 76));
	for (at = 0; at < IMAGE; at += 384)
		TAKEN(flow(r, id++, 1, at, IMAGE - at < 384 ? IMAGE - at : 384));
	TAKEN(flow(r, id++, 2, 0, 384));
	TAKEN(trailer_with(r, id, &t, NULL));
	EXPECT_EQ(176, r->b.descriptor);
	EXPECT_EQ(0, memcmp(r->descriptor, r->payload, 176));
	WHOLE();
}

TEST_F(block, descriptor)
{
	struct gev_gvsp_data d = { .data = self->r.payload, .length = 100 };
	static const u64 beyond[] = { 3997, 4096, 4097, 1ull << 32, -1ull, -100ull };
	struct rig *r = &self->r;
	u32 id = 1;
	size_t i;

	d.offset = GEV_BLOCK_DESCRIPTOR_MAX - 100;
	TAKEN(data_with(r, id++, GEV_GVSP_PAYLOAD_GENDC, &d));
	EXPECT_EQ(100, r->b.descriptor);
	EXPECT_EQ(0, memcmp(r->descriptor + d.offset, r->payload, 100));
	for (i = 0; i < ARRAY_SIZE(beyond); i++) {
		d.offset = beyond[i];
		TAKEN(data_with(r, id++, GEV_GVSP_PAYLOAD_GENDC, &d));
	}
	EXPECT_EQ(100, r->b.descriptor);
	EXPECT_EQ(0, r->b.image);
}

TEST_HARNESS_MAIN
