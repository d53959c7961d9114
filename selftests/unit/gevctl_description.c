// SPDX-License-Identifier: GPL-2.0
/* Where cameras say that their description is, and what they say it is. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "kselftest_harness.h"

#include "tools/gevctl/description.h"
#include "tools/gevctl/zip.h"

static const char xml[] = "<?xml version=\"1.0\"?>\n<RegisterDescription/>\n";

static char why[256];

static int parse(const char *url, struct description_place *place)
{
	memset(place, 0, sizeof(*place));
	why[0] = '\0';
	return description_parse_url(url, place, why, sizeof(why));
}

TEST(good_urls)
{
	struct description_place p;

	ASSERT_EQ(0, parse("Local:Cam_rev1_0.zip;800ec90c;10b02", &p));
	EXPECT_STREQ("Cam_rev1_0.zip", p.name);
	EXPECT_EQ(0x800ec90c, p.address);
	EXPECT_EQ(0x10b02, p.length);
	ASSERT_EQ(0, parse("local:///a b.xml;0x100;0x20?SchemaVersion=1.1.0", &p));
	EXPECT_STREQ("a b.xml", p.name);
	EXPECT_EQ(0x100, p.address);
	EXPECT_EQ(0x20, p.length);
	ASSERT_EQ(0, parse("LOCAL:x.xml;FFFFFFF0;10", &p));
	EXPECT_EQ(0xfffffff0, p.address);
}

TEST(bad_urls)
{
	static const char * const urls[] = {
		"", "Local:", "Local:x.xml", "Local:x.xml;100", "Local:x.xml;100;",
		"Local:x.xml;;20", "Local:x.xml;100;20;30", "Local:x.xml;100;20 ",
		"Local:x.xml;-1;20", "Local:x.xml;100; 20", "Local:x.xml;100;0",
		"Local:x.xml;100;1000001", "Local:x.xml;fffffff0;11",
		"Local:x.xml;100000000;20", "Local:x.xml;1g;20",
		"File:x.xml", "http://192.0.2.1/x.xml", "x.xml;100;20",
	};
	struct description_place p;
	size_t i;

	for (i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
		EXPECT_EQ(-EINVAL, parse(urls[i], &p))
			TH_LOG("took '%s'", urls[i]);
		EXPECT_NE('\0', why[0]);
	}
}

TEST(long_url)
{
	char url[1000], small[8];
	struct description_place p;

	memset(url, 'a', sizeof(url));
	memcpy(url, "Local:", 6);
	strcpy(url + 900, ".xml;100;20");
	EXPECT_EQ(-EINVAL, parse(url, &p));
	EXPECT_EQ(-EINVAL, description_parse_url("http://x", &p, small, sizeof(small)));
	EXPECT_EQ(7, strlen(small));
}

/* The register has 512 bytes, and the text may fill it without a NUL. */
TEST(url_that_fills_its_register)
{
	char url[513];
	struct description_place p;

	memset(url, 'a', sizeof(url));
	memcpy(url, "Local:", 6);
	strcpy(url + 512 - strlen(".xml;100;20"), ".xml;100;20");
	ASSERT_EQ(512, strlen(url));
	ASSERT_EQ(0, parse(url, &p))
		TH_LOG("%s", why);
	EXPECT_EQ(0x20, p.length);
	EXPECT_EQ(512 - 6 - strlen(";100;20"), strlen(p.name));
	memset(url, 'a', 512);
	EXPECT_EQ(-EINVAL, parse(url, &p));
	EXPECT_NE('\0', why[0]);
}

/* A zip archive of two files; offsets of its parts. */
struct archive {
	uint8_t data[4096];
	size_t size;
	size_t local[2];
	size_t entry[2];
	size_t end;
};

static void put(uint8_t **p, uint32_t value, int bytes)
{
	for (; bytes; bytes--, value >>= 8)
		*(*p)++ = value;
}

static void add_file(struct archive *a, int n, const char *name, const void *data, size_t size,
		     int method)
{
	uint8_t packed[1024], *p = a->data + a->size;
	z_stream z = {
		.next_in = (Bytef *)data, .avail_in = size,
		.next_out = packed, .avail_out = sizeof(packed),
	};

	deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
	deflate(&z, Z_FINISH);
	deflateEnd(&z);
	if (!method) {
		memcpy(packed, data, size);
		z.total_out = size;
	}

	a->local[n] = a->size;
	put(&p, 0x04034b50, 4);
	put(&p, 20, 2);
	put(&p, 0, 2);
	put(&p, method, 2);
	put(&p, 0, 4);
	put(&p, crc32(0, data, size), 4);
	put(&p, z.total_out, 4);
	put(&p, size, 4);
	put(&p, strlen(name), 2);
	put(&p, 0, 2);
	p = mempcpy(p, name, strlen(name));
	p = mempcpy(p, packed, z.total_out);
	a->size = p - a->data;
}

static void add_entry(struct archive *a, int n, const char *name)
{
	const uint8_t *local = a->data + a->local[n];
	uint8_t *p = a->data + a->size;

	a->entry[n] = a->size;
	put(&p, 0x02014b50, 4);
	put(&p, 20, 2);
	p = mempcpy(p, local + 4, 24);	/* version to length of the name */
	put(&p, 0, 2);			/* extra */
	put(&p, 0, 2);			/* comment */
	put(&p, 0, 8);
	put(&p, a->local[n], 4);
	p = mempcpy(p, name, strlen(name));
	a->size = p - a->data;
}

static void make(struct archive *a, const void *data, size_t size, int method)
{
	static const char readme[] = "not this one";
	uint8_t *p;

	memset(a, 0, sizeof(*a));
	add_file(a, 0, "README", readme, sizeof(readme), 8);
	add_file(a, 1, "Cam.XML", data, size, method);
	add_entry(a, 0, "README");
	add_entry(a, 1, "Cam.XML");
	a->end = a->size;
	p = a->data + a->size;
	put(&p, 0x06054b50, 4);
	put(&p, 0, 4);
	put(&p, 2, 2);
	put(&p, 2, 2);
	put(&p, a->end - a->entry[0], 4);
	put(&p, a->entry[0], 4);
	put(&p, 0, 2);
	a->size = p - a->data;
}

/* Exact copies let the address sanitizer see every byte too far. */
static int unpack(const void *data, size_t size, char **text, size_t *length)
{
	struct description d = { .size = size, .data = malloc(size) };
	int ret;

	memcpy(d.data, data, size);
	*text = NULL;
	why[0] = '\0';
	ret = description_unpack(&d, text, length, why, sizeof(why));
	description_free(&d);
	return ret;
}

TEST(archives)
{
	struct archive a;
	size_t length;
	char *text;
	int method;

	for (method = 0; method <= 8; method += 8) {
		make(&a, xml, strlen(xml), method);
		ASSERT_EQ(0, unpack(a.data, a.size, &text, &length))
			TH_LOG("%s", why);
		EXPECT_EQ(strlen(xml), length);
		EXPECT_STREQ(xml, text);
		free(text);
		ASSERT_EQ(0, unpack(a.data, a.size + 999, &text, &length));	/* padded */
		EXPECT_STREQ(xml, text);
		free(text);
	}
}

TEST(archive_without_xml)
{
	struct archive a;
	size_t length;
	char *text;

	make(&a, xml, strlen(xml), 8);
	a.data[a.entry[1] + 46] = 'c';
	a.data[a.entry[1] + 46 + 6] = 'x';
	ASSERT_EQ(0, unpack(a.data, a.size, &text, &length));
	EXPECT_STREQ("not this one", text);
	free(text);
}

static void expect_bad(struct __test_metadata *_metadata, struct archive *a, size_t offset,
		       uint32_t value, int bytes)
{
	struct archive b = *a;
	uint8_t *p = b.data + offset;
	size_t length;
	char *text;

	put(&p, value, bytes);
	EXPECT_EQ(-EBADMSG, unpack(b.data, b.size, &text, &length))
		TH_LOG("took %x at %zu", value, offset);
	EXPECT_NE('\0', why[0]);
	free(text);
}

TEST(broken_archives)
{
	struct archive a;

	make(&a, xml, strlen(xml), 8);
	expect_bad(_metadata, &a, a.end, 0, 4);			/* no directory */
	expect_bad(_metadata, &a, a.end + 10, 0, 2);		/* no entry */
	expect_bad(_metadata, &a, a.end + 16, 0xffffffff, 4);	/* directory elsewhere */
	expect_bad(_metadata, &a, a.entry[0], 0, 4);
	expect_bad(_metadata, &a, a.entry[0] + 28, 0xffff, 2);	/* name too long */
	expect_bad(_metadata, &a, a.entry[0] + 30, 0xffff, 2);	/* extra too long */
	expect_bad(_metadata, &a, a.entry[1] + 8, 1, 2);	/* encrypted */
	expect_bad(_metadata, &a, a.entry[1] + 10, 12, 2);	/* bzip2 */
	expect_bad(_metadata, &a, a.entry[1] + 16, 0, 4);	/* checksum */
	expect_bad(_metadata, &a, a.entry[1] + 20, 0, 4);	/* packed size */
	expect_bad(_metadata, &a, a.entry[1] + 20, 0xffffffff, 4);
	expect_bad(_metadata, &a, a.entry[1] + 24, 0, 4);	/* unpacked size */
	expect_bad(_metadata, &a, a.entry[1] + 24, strlen(xml) - 1, 4);
	expect_bad(_metadata, &a, a.entry[1] + 24, strlen(xml) + 1, 4);
	expect_bad(_metadata, &a, a.entry[1] + 24, ZIP_TEXT_MAX + 1, 4);
	expect_bad(_metadata, &a, a.entry[1] + 24, 1 << 20, 4);	/* ratio */
	expect_bad(_metadata, &a, a.entry[1] + 42, a.size - 4, 4);
	expect_bad(_metadata, &a, a.entry[1] + 42, 0xffffffff, 4);
	expect_bad(_metadata, &a, a.local[1], 0, 4);
	expect_bad(_metadata, &a, a.local[1] + 28, 0xffff, 2);
	expect_bad(_metadata, &a, a.local[1] + 40, 0xffffffff, 4);

	make(&a, xml, strlen(xml), 0);
	expect_bad(_metadata, &a, a.entry[1] + 20, strlen(xml) - 1, 4);
}

/* Everything about it is right, but for what it would grow to. */
TEST(bomb)
{
	size_t length, size = 256 << 10;
	char *zeroes = calloc(1, size), *text;
	struct archive a;

	make(&a, zeroes, size, 8);
	EXPECT_EQ(-EBADMSG, unpack(a.data, a.size, &text, &length));
	EXPECT_NE(NULL, strstr(why, "more than 256 to 1"));
	free(text);
	free(zeroes);
}

TEST(short_archives)
{
	struct archive a;
	size_t length, size;
	char *text;

	make(&a, xml, strlen(xml), 8);
	for (size = 4; size < a.size; size++) {
		EXPECT_NE(0, unpack(a.data, size, &text, &length))
			TH_LOG("took %zu of %zu bytes", size, a.size);
		free(text);
	}
}

TEST(plain)
{
	char padded[sizeof(xml) + 100] = { 0 };
	size_t length;
	char *text;

	memcpy(padded, xml, sizeof(xml));
	ASSERT_EQ(0, unpack(padded, sizeof(padded), &text, &length));
	EXPECT_EQ(strlen(xml), length);
	EXPECT_STREQ(xml, text);
	free(text);
	padded[5] = '\0';
	EXPECT_EQ(-EINVAL, unpack(padded, sizeof(padded), &text, &length));
	EXPECT_EQ(-EINVAL, unpack("\0\0\0", 3, &text, &length));
}

TEST_HARNESS_MAIN
