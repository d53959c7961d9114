// SPDX-License-Identifier: GPL-2.0
/*
 * wire/gvsp.c and gvsp_encode.c against packets written by hand.
 */
#include "kselftest_harness.h"

#include "guard.h"
#include "wire/gvsp.h"

#define STANDARD(format, packet)	0, 0, 0x12, 0x34, format, 0, 0, packet
#define EXTENDED(format, parts, packet)						\
	0, 0, 0, 0, 0x80 | (format), 0, 0, parts, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, packet
#define TIME	0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18

static const u8 image_leader[] = {
	STANDARD(1, 0),
	0x12, 0x00, 0x00, 0x01, TIME, 0x01, 0x08, 0x00, 0x01,
	0x00, 0x00, 0x02, 0x80, 0x00, 0x00, 0x01, 0xe0,
	0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x20, 0x00, 0x03, 0x00, 0x07,
};

static const u8 chunk_image_leader[] = {
	EXTENDED(1, 0, 0),
	0x00, 0x00, 0x40, 0x01, TIME, 0x01, 0x08, 0x00, 0x01,
	0x00, 0x00, 0x02, 0x80, 0x00, 0x00, 0x01, 0xe0,
	0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x20, 0x00, 0x03, 0x00, 0x07,
};

static const u8 zone_leader[] = {
	EXTENDED(1, 0, 0),
	0x00, 0x00, 0x00, 0x09, TIME, 0xa0, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x01,
	0x00, 0x00, 0x02, 0x80, 0x00, 0x00, 0x01, 0xe0,
	0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x20, 0x00, 0x03, 0x00, 0x07,
};

static const u8 raw_leader[] = {
	STANDARD(1, 0), 0x00, 0x00, 0x00, 0x02, TIME, 0, 0, 0, 9, 8, 7, 6, 5,
};

static const u8 file_leader[] = {
	STANDARD(1, 0), 0x00, 0x00, 0x00, 0x03, TIME, 0, 0, 0, 9, 8, 7, 6, 5,
};

static const u8 chunk_leader[] = { STANDARD(1, 0), 0x00, 0x00, 0x00, 0x04, TIME };
static const u8 extended_chunk_leader[] = {
	STANDARD(1, 0),
	0x00, 0x00, 0x00, 0x05, TIME, 0x01, 0x08, 0x00, 0x01,
	0x00, 0x00, 0x02, 0x80, 0x00, 0x00, 0x01, 0xe0,
	0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x20, 0x00, 0x03, 0x00, 0x07,
};

static const u8 jpeg_leader[] = {
	STANDARD(1, 0), 0x00, 0x00, 0x00, 0x06, TIME, 0, 0, 0, 9, 8, 7, 6, 5,
	0, 0, 0, 0, 0x3b, 0x9a, 0xca, 0x00, 0x00, 0x00, 0x00, 0x01,
};

static const u8 gendc_leader[] = {
	EXTENDED(1, 0, 0), 0x00, 0x00, 0x00, 0x0b, TIME, 0, 0, 0, 9, 8, 7, 6, 5,
	0x80, 0, 0, 0, 0x00, 0x00, 0x00, 0xb0,
};

static const u8 part_leader[] = {
	EXTENDED(1, 2, 0), 0x00, 0x00, 0x00, 0x0a, TIME,
	0x00, 0x01, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x01, 0x08, 0x00, 0x01, 0, 0, 7, 8,
	0xc0, 0, 0, 0, 0x00, 0x21, 0x00, 0x22, 0, 0, 2, 0x80, 0, 0, 1, 0xe0,
	0, 0, 0, 3, 0, 0, 0, 4, 0, 5, 0, 6, 0, 0, 0, 0,
	0x00, 0x0a, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

static const u8 device_leader[] = { STANDARD(1, 0), 0x00, 0x00, 0x80, 0x01 };

static const u8 image_trailer[] = { STANDARD(2, 9), 0, 0, 0x00, 0x01, 0, 0, 1, 0xdf };
static const u8 chunk_image_trailer[] = {
	STANDARD(2, 9), 0, 0, 0x40, 0x01, 0, 0, 1, 0xdf, 0, 4, 0xb0, 0x28, 0, 0, 0, 3,
};

static const u8 raw_trailer[] = { EXTENDED(2, 0, 9), 0, 0, 0x00, 0x02 };
static const u8 chunk_raw_trailer[] = {
	STANDARD(2, 9), 0, 0, 0x40, 0x02, 0, 4, 0xb0, 0x28, 0, 0, 0, 3,
};

static const u8 chunk_trailer[] = { STANDARD(2, 9), 0, 0, 0x00, 0x04, 0, 4, 0xb0, 0x28 };
static const u8 extended_chunk_trailer[] = {
	STANDARD(2, 9), 0, 0, 0x00, 0x05, 0, 4, 0xb0, 0x28, 0, 0, 1, 0xdf, 0, 0, 0, 3,
};

static const u8 gendc_trailer[] = { EXTENDED(2, 0, 9), 0, 0, 0x00, 0x0b };
static const u8 part_trailer[] = {
	EXTENDED(2, 0, 9), 0, 0, 0x00, 0x0a,
	0x00, 0x01, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0, 0, 1, 0xdf, 0, 0, 0, 0,
};

static const u8 payload[] = { STANDARD(3, 7), 'd', 'a', 't', 'a' };
static const u8 part_payload[] = {
	EXTENDED(7, 0, 7), 2, 0x80, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 'd', 'a', 't', 'a',
};

static const u8 zone_payload[] = {
	EXTENDED(6, 0, 7), 0, 0x03, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 'd', 'a', 't', 'a',
};

static const u8 gendc_payload[] = {
	EXTENDED(8, 0, 7), 0, 0, 0, 4, 1, 2, 3, 4, 5, 6, 7, 8, 0x50, 0xc0, 0x12, 0x34,
	'd', 'a', 't', 'a',
};

static const u8 all_in[] = {
	STANDARD(4, 0),
	0x00, 0x00, 0x40, 0x01, TIME, 0x01, 0x08, 0x00, 0x01,
	0x00, 0x00, 0x02, 0x80, 0x00, 0x00, 0x01, 0xe0,
	0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x20, 0x00, 0x03, 0x00, 0x07,
	0, 0, 0x40, 0x01, 0, 0, 1, 0xdf, 0, 4, 0xb0, 0x28, 0, 0, 0, 3,
	'd', 'a', 't', 'a',
};

/* The datagram at the end of accessible memory, and its header decoded */
#define DECODE(bytes, p)							\
	ASSERT_EQ(0, gev_gvsp_decode(guard_copy(bytes, sizeof(bytes)), sizeof(bytes), p))

TEST(headers)
{
	static const u8 wide[] = {
		0x80, 0x0c, 0xaa, 0x05, 0x83, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0xfe, 0xdc, 0xba, 1,
	};
	static const u8 narrow[] = { 0x01, 0x00, 0xff, 0xff, 0x73, 0xfe, 0xdc, 0xba };
	struct gev_gvsp_packet p;
	u8 buf[20];

	DECODE(wide, &p);
	EXPECT_TRUE(p.extended);
	EXPECT_EQ(GEV_GVSP_UNAVAILABLE, p.status);
	EXPECT_EQ(0xaa05, p.flags);
	EXPECT_EQ(GEV_GVSP_PAYLOAD, p.format);
	EXPECT_EQ(0x0102030405060708, p.block);
	EXPECT_EQ(0xfedcba01, p.packet);
	EXPECT_EQ(0, p.length);
	EXPECT_EQ(20, gev_gvsp_encode(buf, 20, &p));
	EXPECT_EQ(0, memcmp(buf, wide, 20));
	EXPECT_EQ(-EMSGSIZE, gev_gvsp_encode(buf, 19, &p));

	DECODE(narrow, &p);
	EXPECT_FALSE(p.extended);
	EXPECT_EQ(GEV_GVSP_RESENT, p.status);
	EXPECT_EQ(0, p.flags);
	EXPECT_EQ(0xffff, p.block);
	EXPECT_EQ(0xfedcba, p.packet);
	EXPECT_EQ(8, gev_gvsp_encode(buf, 8, &p));
	EXPECT_EQ(0x03, buf[4]);
	EXPECT_EQ(-EMSGSIZE, gev_gvsp_encode(buf, 7, &p));
	p.packet = 0x1000000;
	EXPECT_EQ(-EINVAL, gev_gvsp_encode(buf, 8, &p));
	p.packet = 0;
	p.block = 0x10000;
	EXPECT_EQ(-EINVAL, gev_gvsp_encode(buf, 8, &p));
}

TEST(headers_truncated)
{
	struct gev_gvsp_packet p;
	size_t len;

	for (len = 0; len < 8; len++)
		EXPECT_EQ(-EBADMSG, gev_gvsp_decode(guard_copy(payload, len), len, &p));
	for (len = 0; len < 20; len++)
		EXPECT_EQ(-EBADMSG, gev_gvsp_decode(guard_copy(raw_trailer, len), len, &p));
}

static const struct {
	const u8 *bytes;
	size_t len;
	size_t need;
} leaders[] = {
	{ image_leader, sizeof(image_leader), 36 },
	{ chunk_image_leader, sizeof(chunk_image_leader), 36 },
	{ zone_leader, sizeof(zone_leader), 40 },
	{ raw_leader, sizeof(raw_leader), 20 },
	{ file_leader, sizeof(file_leader), 20 },
	{ chunk_leader, sizeof(chunk_leader), 12 },
	{ extended_chunk_leader, sizeof(extended_chunk_leader), 36 },
	{ jpeg_leader, sizeof(jpeg_leader), 32 },
	{ gendc_leader, sizeof(gendc_leader), 28 },
	{ part_leader, sizeof(part_leader), 12 + 96 },
	{ device_leader, sizeof(device_leader), 4 },
}, trailers[] = {
	{ image_trailer, sizeof(image_trailer), 8 },
	{ chunk_image_trailer, sizeof(chunk_image_trailer), 16 },
	{ raw_trailer, sizeof(raw_trailer), 4 },
	{ chunk_raw_trailer, sizeof(chunk_raw_trailer), 12 },
	{ chunk_trailer, sizeof(chunk_trailer), 8 },
	{ extended_chunk_trailer, sizeof(extended_chunk_trailer), 16 },
	{ gendc_trailer, sizeof(gendc_trailer), 4 },
};

/* Each length below the one it needs, and that one */
TEST(leaders_truncated)
{
	struct gev_gvsp_leader leader;
	struct gev_gvsp_packet p;
	size_t i, len, head;

	for (i = 0; i < ARRAY_SIZE(leaders); i++) {
		head = gev_gvsp_header_size(leaders[i].bytes[4] & 0x80);
		ASSERT_EQ(leaders[i].len, head + leaders[i].need);
		for (len = head; len <= leaders[i].len; len++) {
			ASSERT_EQ(0, gev_gvsp_decode(guard_copy(leaders[i].bytes, len), len, &p));
			EXPECT_EQ(len < leaders[i].len ? -EBADMSG : 0,
				  gev_gvsp_leader_decode(&p, &leader)) {
				TH_LOG("leader %zu with %zu bytes", i, len);
			}
		}
	}
}

TEST(trailers_truncated)
{
	struct gev_gvsp_trailer trailer;
	struct gev_gvsp_packet p;
	size_t i, len, head;

	for (i = 0; i < ARRAY_SIZE(trailers); i++) {
		head = gev_gvsp_header_size(trailers[i].bytes[4] & 0x80);
		ASSERT_EQ(trailers[i].len, head + trailers[i].need);
		for (len = head; len <= trailers[i].len; len++) {
			ASSERT_EQ(0, gev_gvsp_decode(guard_copy(trailers[i].bytes, len), len, &p));
			EXPECT_EQ(len < trailers[i].len ? -EBADMSG : 0,
				  gev_gvsp_trailer_decode(&p, &trailer)) {
				TH_LOG("trailer %zu with %zu bytes", i, len);
			}
		}
	}
}

static void expect_image(struct __test_metadata *_metadata, const struct gev_gvsp_leader *l)
{
	EXPECT_EQ(0x1112131415161718, l->timestamp);
	EXPECT_EQ(0x01080001, l->pfnc);
	EXPECT_EQ(640, l->x);
	EXPECT_EQ(480, l->y);
	EXPECT_EQ(16, l->offset_x);
	EXPECT_EQ(32, l->offset_y);
	EXPECT_EQ(3, l->pad_x);
	EXPECT_EQ(7, l->pad_y);
}

TEST(leader_of_image)
{
	struct gev_gvsp_packet p;
	struct gev_gvsp_leader l;
	u8 buf[60];

	DECODE(image_leader, &p);
	EXPECT_EQ(GEV_GVSP_LEADER, p.format);
	EXPECT_EQ(0x1234, p.block);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(GEV_GVSP_IMAGE, l.type);
	EXPECT_FALSE(l.chunks);
	EXPECT_EQ(0x12, l.field);
	expect_image(_metadata, &l);
	EXPECT_EQ(44, gev_gvsp_leader_encode(buf, 44, &p, &l, NULL));
	EXPECT_EQ(0, memcmp(buf, image_leader, 44));
	EXPECT_EQ(-EMSGSIZE, gev_gvsp_leader_encode(buf, 43, &p, &l, NULL));
	EXPECT_EQ(-EMSGSIZE, gev_gvsp_leader_encode(buf, 7, &p, &l, NULL));

	DECODE(chunk_image_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(GEV_GVSP_IMAGE, l.type);
	EXPECT_TRUE(l.chunks);
	expect_image(_metadata, &l);
	EXPECT_EQ(56, gev_gvsp_leader_encode(buf, 56, &p, &l, NULL));
	EXPECT_EQ(0, memcmp(buf, chunk_image_leader, 56));

	DECODE(extended_chunk_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(GEV_GVSP_EXTENDED_CHUNK, l.type);
	expect_image(_metadata, &l);
	EXPECT_EQ(-EINVAL, gev_gvsp_leader_encode(buf, sizeof(buf), &p, &l, NULL));

	DECODE(zone_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(GEV_GVSP_MULTI_ZONE, l.type);
	EXPECT_EQ(0xa0000000, l.zones);
	expect_image(_metadata, &l);
	EXPECT_EQ(-EINVAL, gev_gvsp_leader_encode(buf, sizeof(buf), &p, &l, NULL));
}

TEST(leaders_with_size)
{
	struct gev_gvsp_packet p;
	struct gev_gvsp_leader l;
	u8 buf[60];

	DECODE(raw_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(GEV_GVSP_RAW, l.type);
	EXPECT_EQ(0x0908070605, l.size);
	EXPECT_EQ(0x1112131415161718, l.timestamp);
	EXPECT_EQ(28, gev_gvsp_leader_encode(buf, 28, &p, &l, NULL));
	EXPECT_EQ(0, memcmp(buf, raw_leader, 28));

	DECODE(file_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(0x0908070605, l.size);
	DECODE(jpeg_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(0x0908070605, l.size);
	DECODE(chunk_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(GEV_GVSP_CHUNK, l.type);
	EXPECT_EQ(20, gev_gvsp_leader_encode(buf, 20, &p, &l, NULL));
	EXPECT_EQ(0, memcmp(buf, chunk_leader, 20));

	DECODE(gendc_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(GEV_GVSP_GENDC, l.type);
	EXPECT_EQ(0x0908070605, l.size);
	EXPECT_EQ(176, l.descriptor_size);
	EXPECT_TRUE(l.preliminary);
	EXPECT_EQ(48, gev_gvsp_leader_encode(buf, 48, &p, &l, NULL));
	EXPECT_EQ(0, memcmp(buf, gendc_leader, 48));

	DECODE(device_leader, &p);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(0x8001, l.type);
	EXPECT_EQ(-EINVAL, gev_gvsp_leader_encode(buf, sizeof(buf), &p, &l, NULL));
}

TEST(multi_part_leader)
{
	struct gev_gvsp_part parts[2];
	struct gev_gvsp_packet p;
	struct gev_gvsp_leader l;
	u8 buf[128];

	DECODE(part_leader, &p);
	EXPECT_EQ(2, p.parts);
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	ASSERT_EQ(2, l.nr_parts);
	gev_gvsp_part_decode(&l, 0, &parts[0]);
	gev_gvsp_part_decode(&l, 1, &parts[1]);
	EXPECT_EQ(1, parts[0].type);
	EXPECT_EQ(0x010203040506, parts[0].length);
	EXPECT_EQ(0x01080001, parts[0].pfnc);
	EXPECT_EQ(7, parts[0].source);
	EXPECT_EQ(8, parts[0].zones);
	EXPECT_EQ(0xc0000000, parts[0].zone_directions);
	EXPECT_EQ(0x21, parts[0].purpose);
	EXPECT_EQ(0x22, parts[0].region);
	EXPECT_EQ(640, parts[0].x);
	EXPECT_EQ(480, parts[0].y);
	EXPECT_EQ(3, parts[0].offset_x);
	EXPECT_EQ(4, parts[0].offset_y);
	EXPECT_EQ(5, parts[0].pad_x);
	EXPECT_EQ(6, parts[0].pad_y);
	EXPECT_EQ(10, parts[1].type);
	EXPECT_EQ(64, parts[1].length);
	EXPECT_EQ(128, gev_gvsp_leader_encode(buf, 128, &p, &l, parts));
	EXPECT_EQ(0, memcmp(buf, part_leader, 128));
	EXPECT_EQ(-EMSGSIZE, gev_gvsp_leader_encode(buf, 127, &p, &l, parts));
	/* Standard ids have no number of parts. */
	p.parts = 0;
	ASSERT_EQ(0, gev_gvsp_leader_decode(&p, &l));
	EXPECT_EQ(2, l.nr_parts);
	p.length -= 49;
	EXPECT_EQ(-EBADMSG, gev_gvsp_leader_decode(&p, &l));
	p.parts = 255;
	p.length = sizeof(part_leader) - 20;
	EXPECT_EQ(-EBADMSG, gev_gvsp_leader_decode(&p, &l));
	l.nr_parts = 256;
	EXPECT_EQ(-EINVAL, gev_gvsp_leader_encode(buf, 128, &p, &l, parts));
}

TEST(trailer)
{
	struct gev_gvsp_trailer t;
	struct gev_gvsp_packet p;
	u8 buf[24];

	DECODE(image_trailer, &p);
	ASSERT_EQ(0, gev_gvsp_trailer_decode(&p, &t));
	EXPECT_EQ(GEV_GVSP_IMAGE, t.type);
	EXPECT_TRUE(t.has_y);
	EXPECT_EQ(479, t.y);
	EXPECT_EQ(16, gev_gvsp_trailer_encode(buf, 16, &p, &t, NULL));
	EXPECT_EQ(0, memcmp(buf, image_trailer, 16));
	EXPECT_EQ(-EMSGSIZE, gev_gvsp_trailer_encode(buf, 15, &p, &t, NULL));
	EXPECT_EQ(-EMSGSIZE, gev_gvsp_trailer_encode(buf, 7, &p, &t, NULL));

	DECODE(chunk_image_trailer, &p);
	ASSERT_EQ(0, gev_gvsp_trailer_decode(&p, &t));
	EXPECT_TRUE(t.chunks);
	EXPECT_EQ(479, t.y);
	EXPECT_EQ(0x4b028, t.chunk_length);
	EXPECT_EQ(3, t.chunk_layout);
	EXPECT_EQ(24, gev_gvsp_trailer_encode(buf, 24, &p, &t, NULL));
	EXPECT_EQ(0, memcmp(buf, chunk_image_trailer, 24));

	DECODE(chunk_raw_trailer, &p);
	ASSERT_EQ(0, gev_gvsp_trailer_decode(&p, &t));
	EXPECT_FALSE(t.has_y);
	EXPECT_EQ(0x4b028, t.chunk_length);
	EXPECT_EQ(20, gev_gvsp_trailer_encode(buf, 20, &p, &t, NULL));
	EXPECT_EQ(0, memcmp(buf, chunk_raw_trailer, 20));

	DECODE(chunk_trailer, &p);
	ASSERT_EQ(0, gev_gvsp_trailer_decode(&p, &t));
	EXPECT_EQ(0x4b028, t.chunk_length);
	EXPECT_EQ(16, gev_gvsp_trailer_encode(buf, 16, &p, &t, NULL));
	EXPECT_EQ(0, memcmp(buf, chunk_trailer, 16));

	DECODE(extended_chunk_trailer, &p);
	ASSERT_EQ(0, gev_gvsp_trailer_decode(&p, &t));
	EXPECT_EQ(479, t.y);
	EXPECT_EQ(0x4b028, t.chunk_length);
	EXPECT_EQ(3, t.chunk_layout);
	EXPECT_EQ(-EINVAL, gev_gvsp_trailer_encode(buf, 24, &p, &t, NULL));

	DECODE(gendc_trailer, &p);
	ASSERT_EQ(0, gev_gvsp_trailer_decode(&p, &t));
	EXPECT_EQ(24, gev_gvsp_trailer_encode(buf, 24, &p, &t, NULL));
	EXPECT_EQ(0, memcmp(buf, gendc_trailer, 24));
}

TEST(multi_part_trailer)
{
	struct gev_gvsp_part_end end;
	struct gev_gvsp_trailer t;
	struct gev_gvsp_packet p;
	u8 buf[40];

	DECODE(part_trailer, &p);
	ASSERT_EQ(0, gev_gvsp_trailer_decode(&p, &t));
	ASSERT_EQ(1, t.nr_parts);
	gev_gvsp_part_end_decode(&t, 0, &end);
	EXPECT_EQ(1, end.type);
	EXPECT_EQ(0x010203040506, end.length);
	EXPECT_EQ(479, end.y);
	EXPECT_EQ(40, gev_gvsp_trailer_encode(buf, 40, &p, &t, &end));
	EXPECT_EQ(0, memcmp(buf, part_trailer, 40));
	EXPECT_EQ(-EMSGSIZE, gev_gvsp_trailer_encode(buf, 39, &p, &t, &end));
	p.length--;
	ASSERT_EQ(0, gev_gvsp_trailer_decode(&p, &t));
	EXPECT_EQ(0, t.nr_parts);
}

TEST(data)
{
	static const struct {
		const u8 *bytes;
		size_t len;
		size_t prefix;
	} cases[] = {
		{ payload, sizeof(payload), 0 },
		{ part_payload, sizeof(part_payload), 8 },
		{ zone_payload, sizeof(zone_payload), 8 },
		{ gendc_payload, sizeof(gendc_payload), 16 },
	};
	struct gev_gvsp_packet p;
	struct gev_gvsp_data d;
	u8 buf[64];
	size_t i, len;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		len = cases[i].len;
		ASSERT_EQ(0, gev_gvsp_decode(guard_copy(cases[i].bytes, len), len, &p));
		EXPECT_EQ(7, p.packet);
		ASSERT_EQ(0, gev_gvsp_data_decode(&p, &d));
		EXPECT_EQ(4, d.length);
		EXPECT_EQ(0, memcmp(d.data, "data", 4));
		EXPECT_EQ(i != 0, d.placed);
		EXPECT_EQ(len, gev_gvsp_data_encode(buf, len, &p, &d));
		EXPECT_EQ(0, memcmp(buf, cases[i].bytes, len));
		EXPECT_EQ(-EMSGSIZE, gev_gvsp_data_encode(buf, len - 1, &p, &d));
		EXPECT_EQ(len - 4, gev_gvsp_data_head_encode(buf, len - 4, &p, &d));
		if (i)
			EXPECT_EQ(-EMSGSIZE, gev_gvsp_data_encode(buf, 21, &p, &d));
		/* Down to the prefix there may be fewer data, in GenDC no fewer than said. */
		while (p.length--)
			EXPECT_EQ(p.length < cases[i].prefix + (i == 3 ? 4 : 0) ? -EBADMSG : 0,
				  gev_gvsp_data_decode(&p, &d));
	}
	DECODE(zone_payload, &p);
	ASSERT_EQ(0, gev_gvsp_data_decode(&p, &d));
	EXPECT_EQ(0x010203040506, d.offset);
	EXPECT_EQ(3, d.zone);
	DECODE(gendc_payload, &p);
	ASSERT_EQ(0, gev_gvsp_data_decode(&p, &d));
	EXPECT_EQ(0x0102030405060708, d.offset);
	EXPECT_EQ(0x50, d.flags);
	EXPECT_EQ(0xc0, d.flow_flags);
	EXPECT_EQ(0x1234, d.flow);
	p.format = GEV_GVSP_PAYLOAD_H264;
	EXPECT_EQ(-EBADMSG, gev_gvsp_data_decode(&p, &d));
	EXPECT_EQ(-EINVAL, gev_gvsp_data_encode(buf, 64, &p, &d));
}

TEST(all_in_packet)
{
	struct gev_gvsp_trailer t;
	struct gev_gvsp_leader l;
	struct gev_gvsp_packet p;
	struct gev_gvsp_data d;
	u8 buf[128];
	size_t len;

	DECODE(all_in, &p);
	ASSERT_EQ(0, gev_gvsp_all_in_decode(&p, &l, &t, &d));
	expect_image(_metadata, &l);
	EXPECT_TRUE(l.chunks);
	EXPECT_EQ(479, t.y);
	EXPECT_EQ(3, t.chunk_layout);
	EXPECT_EQ(4, d.length);
	EXPECT_EQ(0, memcmp(d.data, "data", 4));
	EXPECT_EQ(sizeof(all_in), gev_gvsp_all_in_encode(buf, sizeof(all_in), &p, &l, &t, &d));
	EXPECT_EQ(0, memcmp(buf, all_in, sizeof(all_in)));
	for (len = 0; len < sizeof(all_in); len++)
		EXPECT_EQ(-EMSGSIZE, gev_gvsp_all_in_encode(buf, len, &p, &l, &t, &d));
	for (len = 8; len < sizeof(all_in); len++) {
		ASSERT_EQ(0, gev_gvsp_decode(guard_copy(all_in, len), len, &p));
		EXPECT_EQ(len < 8 + 36 + 16 ? -EBADMSG : 0,
			  gev_gvsp_all_in_decode(&p, &l, &t, &d));
	}
	/* A trailer of another type, and a type that does not go with it */
	memcpy(buf, all_in, sizeof(all_in));
	buf[8 + 36 + 2] = 0;
	ASSERT_EQ(0, gev_gvsp_decode(buf, sizeof(all_in), &p));
	EXPECT_EQ(-EBADMSG, gev_gvsp_all_in_decode(&p, &l, &t, &d));
	buf[8 + 3] = GEV_GVSP_GENDC;
	EXPECT_EQ(-EBADMSG, gev_gvsp_all_in_decode(&p, &l, &t, &d));
	t.type = GEV_GVSP_RAW;
	EXPECT_EQ(-EINVAL, gev_gvsp_all_in_encode(buf, 128, &p, &l, &t, &d));
}

TEST(block_ids)
{
	const u64 end = ~0ull;

	EXPECT_EQ(2, gev_gvsp_block_next(1, false));
	EXPECT_EQ(0xffff, gev_gvsp_block_next(0xfffe, false));
	EXPECT_EQ(1, gev_gvsp_block_next(0xffff, false));
	EXPECT_EQ(0x10000, gev_gvsp_block_next(0xffff, true));
	EXPECT_EQ(1, gev_gvsp_block_next(end, true));

	EXPECT_EQ(0, gev_gvsp_block_distance(7, 7, false));
	EXPECT_EQ(3, gev_gvsp_block_distance(7, 10, false));
	EXPECT_EQ(-3, gev_gvsp_block_distance(10, 7, false));
	EXPECT_EQ(1, gev_gvsp_block_distance(0xffff, 1, false));
	EXPECT_EQ(-1, gev_gvsp_block_distance(1, 0xffff, false));
	EXPECT_EQ(5, gev_gvsp_block_distance(0xfffd, 3, false));
	EXPECT_EQ(32767, gev_gvsp_block_distance(1, 32768, false));
	EXPECT_EQ(-32767, gev_gvsp_block_distance(1, 32769, false));

	EXPECT_EQ(0x10000, gev_gvsp_block_distance(1, 0x10001, true));
	EXPECT_EQ(-0x10000, gev_gvsp_block_distance(0x10001, 1, true));
	EXPECT_EQ(1, gev_gvsp_block_distance(end, 1, true));
	EXPECT_EQ(-1, gev_gvsp_block_distance(1, end, true));
	EXPECT_EQ(4, gev_gvsp_block_distance(end - 1, 3, true));
}

TEST_HARNESS_MAIN
