// SPDX-License-Identifier: GPL-2.0
/*
 * Reader for the zip archives in which cameras keep their description: finds
 * the first *.xml (or else the first file) by the central directory and
 * inflates it within limits.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "zip.h"

#define END_SIZE	22u	/* end of central directory, without its comment */
#define ENTRY_SIZE	46u	/* entry of the central directory, without its names */
#define LOCAL_SIZE	30u	/* header before the data, without its names */
#define SIGN_END	0x06054b50u
#define SIGN_ENTRY	0x02014b50u
#define SIGN_LOCAL	0x04034b50u
#define FLAG_ENCRYPTED	0x0001u
#define METHOD_STORED	0u
#define METHOD_DEFLATED	8u

struct entry {
	uint32_t flags;
	uint32_t method;
	uint32_t crc;
	uint32_t packed;
	uint32_t unpacked;
	uint32_t local;		/* offset of the local header */
};

struct archive {
	const uint8_t *data;
	size_t size;
	char *why;
	size_t why_size;
};

static uint32_t le16(const uint8_t *p)
{
	return p[0] | p[1] << 8;
}

static uint32_t le32(const uint8_t *p)
{
	return le16(p) | le16(p + 2) << 16;
}

__attribute__((format(printf, 2, 3)))
static int bad(struct archive *a, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(a->why, a->why_size, format, ap);
	va_end(ap);
	return -EBADMSG;
}

/* Cameras pad their memory, so the archive may be followed by anything. */
static int find_end(struct archive *a, size_t *end)
{
	size_t at;

	if (a->size < END_SIZE)
		return bad(a, "the archive is only %zu bytes long", a->size);

	for (at = a->size - END_SIZE + 1; at-- > 0;) {
		if (le32(a->data + at) == SIGN_END) {
			*end = at;
			return 0;
		}
	}
	return bad(a, "the archive has no central directory");
}

static bool is_xml(const uint8_t *name, size_t length)
{
	return length >= 4 && !strncasecmp((const char *)name + length - 4, ".xml", 4);
}

static int find_entry(struct archive *a, struct entry *entry)
{
	unsigned int i, count;
	bool found = false;
	size_t end = 0, at;
	int ret;

	ret = find_end(a, &end);
	if (ret)
		return ret;

	count = le16(a->data + end + 10);
	at = le32(a->data + end + 16);
	for (i = 0; i < count; i++) {
		const uint8_t *p;
		size_t name;
		bool xml;

		if (at > end || end - at < ENTRY_SIZE || le32(a->data + at) != SIGN_ENTRY)
			return bad(a, "entry %u of the archive's directory is damaged", i);
		p = a->data + at;
		name = le16(p + 28);
		if (end - at - ENTRY_SIZE < name)
			return bad(a, "the name of entry %u reaches past the directory", i);

		xml = is_xml(p + ENTRY_SIZE, name);
		if (!found || xml)
			*entry = (struct entry){
				.flags = le16(p + 8),
				.method = le16(p + 10),
				.crc = le32(p + 16),
				.packed = le32(p + 20),
				.unpacked = le32(p + 24),
				.local = le32(p + 42),
			};
		found = true;
		if (xml)
			break;
		at += ENTRY_SIZE + name + le16(p + 30) + le16(p + 32);
	}
	return found ? 0 : bad(a, "the archive is empty");
}

/* Where the entry's data begin, once everything about it is believable. */
static int check_entry(struct archive *a, const struct entry *e, const uint8_t **data)
{
	size_t at = e->local;

	if (e->flags & FLAG_ENCRYPTED)
		return bad(a, "the file in the archive is encrypted");
	if (e->method != METHOD_STORED && e->method != METHOD_DEFLATED)
		return bad(a, "compression method %u is not supported", e->method);
	if (!e->unpacked)
		return bad(a, "the file in the archive is empty");
	if (e->unpacked > ZIP_TEXT_MAX)
		return bad(a, "the file unpacks to %u bytes; the limit is %u",
			   e->unpacked, ZIP_TEXT_MAX);
	if (e->unpacked / ZIP_RATIO_MAX > e->packed)
		return bad(a, "%u bytes would unpack to %u: more than %u to 1",
			   e->packed, e->unpacked, ZIP_RATIO_MAX);

	if (at > a->size || a->size - at < LOCAL_SIZE || le32(a->data + at) != SIGN_LOCAL)
		return bad(a, "the file's header at %zu is damaged", at);
	at += LOCAL_SIZE + le16(a->data + at + 26) + le16(a->data + at + 28);
	if (at > a->size || a->size - at < e->packed)
		return bad(a, "the file reaches past the end of the archive");

	*data = a->data + at;
	return 0;
}

static int unpack(struct archive *a, const struct entry *e, const uint8_t *data, char *text)
{
	z_stream z = {
		.next_in = (Bytef *)data,
		.avail_in = e->packed,
		.next_out = (Bytef *)text,
		.avail_out = e->unpacked,
	};
	int ret;

	if (e->method == METHOD_STORED) {
		if (e->packed != e->unpacked)
			return bad(a, "a stored file has two sizes, %u and %u",
				   e->packed, e->unpacked);
		memcpy(text, data, e->unpacked);
		return 0;
	}

	if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
		return -ENOMEM;
	ret = inflate(&z, Z_FINISH);
	inflateEnd(&z);
	if (ret != Z_STREAM_END || z.avail_out)
		return bad(a, "the compressed data are damaged (%s)",
			   z.msg ? z.msg : ret == Z_STREAM_END ? "too short" : "too long");
	return 0;
}

/**
 * zip_is() - whether the bytes look like a zip archive
 * @data: the bytes
 * @size: their number
 */
bool zip_is(const void *data, size_t size)
{
	return size >= 4 && le32(data) == SIGN_LOCAL;
}

/**
 * zip_extract() - unpack the description in a zip archive
 * @data: the archive; may be followed by padding
 * @size: bytes at @data
 * @text: gets the unpacked bytes, ended by a NUL; the caller frees them
 * @length: gets their number, without the NUL
 * @why: gets one sentence on failure
 * @why_size: room there
 *
 * Return: 0, -EBADMSG with a sentence, or -ENOMEM.
 */
int zip_extract(const void *data, size_t size, char **text, size_t *length,
		char *why, size_t why_size)
{
	struct archive a = { .data = data, .size = size, .why = why, .why_size = why_size };
	const uint8_t *packed = NULL;
	struct entry e = { 0 };
	char *out;
	int ret;

	ret = find_entry(&a, &e);
	if (ret)
		return ret;
	ret = check_entry(&a, &e, &packed);
	if (ret)
		return ret;

	out = malloc(e.unpacked + 1);
	if (!out)
		return -ENOMEM;
	ret = unpack(&a, &e, packed, out);
	if (!ret && crc32(0, (const Bytef *)out, e.unpacked) != e.crc)
		ret = bad(&a, "the unpacked file's checksum is wrong");
	if (ret) {
		free(out);
		return ret;
	}

	out[e.unpacked] = '\0';
	*text = out;
	*length = e.unpacked;
	return 0;
}
