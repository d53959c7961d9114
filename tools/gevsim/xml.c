// SPDX-License-Identifier: GPL-2.0
/* The GenICam description of the camera, plain and zipped. */
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>
#include "camera_xml.h"
#include "xml.h"

#define XML_RDMA	"@RDMA@"	/* begins a line that only an RDMA camera has */

#define ZIP_LOCAL	30u		/* bytes of a local file header */
#define ZIP_CENTRAL	46u		/* of an entry of the central directory */
#define ZIP_END		22u		/* of the end of the central directory */
#define ZIP_DEFLATE	8u
#define ZIP_DATE	0x5821u		/* 2024-01-01: the same archive each time */

/* Copy the text; marked lines lose their mark, or are left out. */
static int xml_text(struct sim_xml *xml, bool rdma)
{
	const char *in = sim_camera_xml;
	const size_t mark = strlen(XML_RDMA);

	/* Readers ask for whole words: the text ends with up to 3 blanks. */
	xml->plain = malloc(sim_camera_xml_end - sim_camera_xml + 4);
	if (!xml->plain)
		return -ENOMEM;
	while (in < sim_camera_xml_end) {
		const char *newline = memchr(in, '\n', sim_camera_xml_end - in);
		size_t len = newline ? (size_t)(newline - in) + 1 :
				       (size_t)(sim_camera_xml_end - in);
		bool marked = len > mark && !memcmp(in, XML_RDMA, mark);
		size_t skip = marked ? mark : 0;

		if (!marked || rdma) {
			memcpy(xml->plain + xml->plain_len, in + skip, len - skip);
			xml->plain_len += len - skip;
		}
		in += len;
	}
	while (xml->plain_len % 4)
		xml->plain[xml->plain_len++] = '\n';
	return 0;
}

/* The fields that a local header and a central entry have in common. */
static void xml_zip_fields(u8 *at, u32 crc, size_t packed, size_t plain, size_t name)
{
	put_unaligned_le16(20, at);			/* version needed */
	put_unaligned_le16(0, at + 2);			/* flags */
	put_unaligned_le16(ZIP_DEFLATE, at + 4);
	put_unaligned_le16(0, at + 6);			/* time */
	put_unaligned_le16(ZIP_DATE, at + 8);
	put_unaligned_le32(crc, at + 10);
	put_unaligned_le32(packed, at + 14);
	put_unaligned_le32(plain, at + 18);
	put_unaligned_le16(name, at + 22);
	put_unaligned_le16(0, at + 24);			/* extra field */
}

static int xml_deflate(const u8 *in, size_t len, u8 *out, size_t room, size_t *packed)
{
	z_stream z = { .next_in = (u8 *)in, .avail_in = len, .next_out = out,
		       .avail_out = room };

	/* A negative window size: no zlib header, as in an archive. */
	if (deflateInit2(&z, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		return -ENOMEM;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END) {
		deflateEnd(&z);
		return -EMSGSIZE;
	}
	*packed = z.total_out;
	deflateEnd(&z);
	return 0;
}

static int xml_zip(struct sim_xml *xml)
{
	size_t room = compressBound(xml->plain_len) + 64, packed, name, start;
	u32 crc = crc32(0, xml->plain, xml->plain_len);
	char file[40];
	u8 *at;

	name = snprintf(file, sizeof(file), "%s.xml", xml->name);
	xml->zip = calloc(1, room + ZIP_LOCAL + ZIP_CENTRAL + ZIP_END + 2 * name + 4);
	if (!xml->zip)
		return -ENOMEM;
	start = ZIP_LOCAL + name;
	if (xml_deflate(xml->plain, xml->plain_len, xml->zip + start, room, &packed))
		return -EMSGSIZE;
	memcpy(xml->zip, "PK\3\4", 4);
	xml_zip_fields(xml->zip + 4, crc, packed, xml->plain_len, name);
	memcpy(xml->zip + ZIP_LOCAL, file, name);

	at = xml->zip + start + packed;
	memcpy(at, "PK\1\2", 4);
	put_unaligned_le16(20, at + 4);
	xml_zip_fields(at + 6, crc, packed, xml->plain_len, name);
	memcpy(at + ZIP_CENTRAL, file, name);
	at += ZIP_CENTRAL + name;

	memcpy(at, "PK\5\6", 4);
	put_unaligned_le16(1, at + 8);
	put_unaligned_le16(1, at + 10);
	put_unaligned_le32(ZIP_CENTRAL + name, at + 12);
	put_unaligned_le32(start + packed, at + 16);
	xml->zip_len = at + ZIP_END - xml->zip;
	return 0;
}

/**
 * sim_xml_create() - make the description files
 * @xml: filled in
 * @rdma: with the nodes of GRS-1
 *
 * Return: 0 or a negative error code.
 */
int sim_xml_create(struct sim_xml *xml, bool rdma)
{
	int err;

	memset(xml, 0, sizeof(*xml));
	snprintf(xml->name, sizeof(xml->name), "%s", rdma ? "gevsim" : "gevsim_udp");
	err = xml_text(xml, rdma);
	if (!err)
		err = xml_zip(xml);
	if (err)
		sim_xml_free(xml);
	return err;
}

/**
 * sim_xml_free() - release the description files
 * @xml: as created, or zero
 */
void sim_xml_free(struct sim_xml *xml)
{
	free(xml->plain);
	free(xml->zip);
	memset(xml, 0, sizeof(*xml));
}
