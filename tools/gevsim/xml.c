// SPDX-License-Identifier: GPL-2.0
/* The GenICam description of the camera, plain and zipped. */
#include <stdio.h>
#include <stdlib.h>
#include <glib.h>
#include <zlib.h>
#include "camera_xml.h"
#include "log.h"
#include "options.h"
#include "registers.h"
#include "xml.h"

/*
 * Marks that begin lines of camera.xml.in: lines that only an RDMA camera has;
 * those of them that another camera's description gets, too; and those that it
 * gets although every camera has them.
 */
#define MARK_RDMA	"@RDMA@"
#define MARK_RDMA_BOTH	"@RDMA+@"
#define MARK_BOTH	"@ALL+@"

#define XML_ADDRESS	"<Address>"
#define XML_PORT	"<Port Name=\"Device\""
#define XML_LOCKED	" Name=\"TLParamsLocked\""

#define ZIP_LOCAL	30u		/* bytes of a local file header */
#define ZIP_CENTRAL	46u		/* of an entry of the central directory */
#define ZIP_END		22u		/* of the end of the central directory */
#define ZIP_DEFLATE	8u
#define ZIP_DATE	0x5821u		/* 2024-01-01: the same archive each time */

/* What follows a mark at @line, or NULL. */
static const char *xml_marked(const char *line, size_t len, const char *mark)
{
	size_t n = strlen(mark);

	return len > n && !memcmp(line, mark, n) ? line + n : NULL;
}

/* A line that is a register's: its address is in the window. */
static void xml_line_moved(GString *text, const char *line, size_t len)
{
	const char *at = g_strstr_len(line, len, XML_ADDRESS "0x"), *end = NULL;
	guint64 address = 0;

	if (at) {
		at += strlen(XML_ADDRESS);
		address = g_ascii_strtoull(at, (gchar **)&end, 16);
		g_string_append_len(text, line, at - line);
		g_string_append_printf(text, "0x%" G_GINT64_MODIFIER "X",
				       address + SIM_FOREIGN_WINDOW);
		len -= end - line;
		line = end;
	}
	g_string_append_len(text, line, len);
}

/* The lines of gevsim's own description; or those that another one gets. */
static void xml_lines(GString *text, bool rdma, bool other)
{
	const char *line = sim_camera_xml, *next;

	for (; line < sim_camera_xml_end; line = next) {
		const char *newline = memchr(line, '\n', sim_camera_xml_end - line);
		const char *both, *own;
		size_t len;

		next = newline ? newline + 1 : sim_camera_xml_end;
		len = next - line;
		both = xml_marked(line, len, MARK_BOTH);
		if (!both && rdma)
			both = xml_marked(line, len, MARK_RDMA_BOTH);
		own = both;
		if (!own && rdma)
			own = xml_marked(line, len, MARK_RDMA);
		if (!own && *line != '@')
			own = line;
		if (other && both)
			xml_line_moved(text, both, next - both);
		else if (!other && own)
			g_string_append_len(text, own, next - own);
	}
}

/* Replace what begins with @from and ends with @to, in the first @len bytes at @at. */
static bool xml_replace(GString *text, char *at, size_t len, const char *from, const char *to,
			const char *with)
{
	char *start = g_strstr_len(at, len, from);
	char *end = start ? strstr(start, to) : NULL;
	gsize where;

	if (!end)
		return false;
	where = start - text->str;
	g_string_erase(text, where, end + strlen(to) - start);
	g_string_insert(text, where, with);
	return true;
}

/*
 * TLParamsLocked is a variable in nearly all descriptions, but GRS-1 wants a
 * register, which the camera sees. It is an Integer or a Boolean.
 */
static void xml_lock(GString *text)
{
	static const char reg[] = "<pValue>TLParamsLockedReg</pValue>";
	char *at = strstr(text->str, XML_LOCKED), *end;
	size_t len;

	end = at ? strstr(at, "</Integer>") : NULL;
	if (at && at > text->str + 8 && !memcmp(at - 8, "<Boolean", 8))
		end = strstr(at, "</Boolean>");
	len = end ? end - at : 0;
	if (len && !xml_replace(text, at, len, "<Value>", "</Value>", reg))
		xml_replace(text, at, len, "<pValue>", "</pValue>", reg);
}

static void xml_attribute(const GString *text, const char *name, char *out, size_t size)
{
	const char *at = strstr(text->str, "<RegisterDescription"), *end;

	at = at ? strstr(at, name) : NULL;
	at = at ? at + strlen(name) : NULL;
	end = at ? strchr(at, '"') : NULL;
	if (end && (size_t)(end - at) < size)
		snprintf(out, size, "%.*s", (int)(end - at), at);
}

static const char *xml_name_taken(const GString *text)
{
	static const char * const names[] = {
		"TLParamsLockedReg", "TransportStreamProtocol", "TransportStreamProtocolReg",
		"RdmaStreamProfile", "RdmaStreamPort", "RdmaBlocksDropped", "GenDCDescriptor",
		"GenDCFlowMappingTable",
	};
	char attribute[64];

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(attribute, sizeof(attribute), "Name=\"%s\"", names[i]);
		if (strstr(text->str, attribute))
			return names[i];
	}
	return NULL;
}

/* Another camera's description, with the nodes of GRS-1 at its end. */
static int xml_borrow(struct sim_xml *xml, GString *text, const struct sim_options *options)
{
	const char *taken, *why = NULL;
	GError *error = NULL;
	GString *nodes;
	char *end, *data;
	gsize len;

	if (!g_file_get_contents(options->xml, &data, &len, &error)) {
		sim_log(SIM_LOG_ERROR, SIM_LOG_PROCESS, "%s", error->message);
		g_error_free(error);
		return -EIO;
	}
	g_string_append_len(text, data, strnlen(data, len));
	g_free(data);
	taken = xml_name_taken(text);
	end = g_strrstr(text->str, "</RegisterDescription>");
	if (!end || text->len != len)
		why = "no GenICam description in plain text";
	else if (!strstr(text->str, XML_PORT))
		why = "no port named Device";
	else if (taken)
		why = "it has nodes of GRS-1 already";
	if (why) {
		sim_log(SIM_LOG_ERROR, SIM_LOG_PROCESS, "%s: %s%s%s", options->xml, why,
			taken ? ": " : "", taken ? taken : "");
		return -EINVAL;
	}
	xml->file = options->xml;
	xml->skip = strcspn(text->str, "<");
	xml_attribute(text, " VendorName=\"", xml->vendor, sizeof(xml->vendor));
	xml_attribute(text, " ModelName=\"", xml->model, sizeof(xml->model));
	nodes = g_string_new("");
	xml_lines(nodes, options->rdma, true);
	g_string_insert_len(text, end - text->str, nodes->str, nodes->len);
	g_string_free(nodes, TRUE);
	xml_lock(text);
	return 0;
}

static int xml_text(struct sim_xml *xml, const struct sim_options *options)
{
	GString *text = g_string_new("");
	int err = 0;

	if (options->xml)
		err = xml_borrow(xml, text, options);
	else
		xml_lines(text, options->rdma, false);
	if (!err && text->len > SIM_XML_MAX - 4) {
		sim_log(SIM_LOG_ERROR, SIM_LOG_PROCESS, "%s: more than %u bytes", options->xml,
			SIM_XML_MAX);
		err = -EFBIG;
	}
	/* Readers ask for whole words: the text ends with up to 3 blanks. */
	while (text->len % 4)
		g_string_append_c(text, '\n');
	xml->plain_len = text->len;
	xml->plain = (u8 *)g_string_free(text, FALSE);
	return err;
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
 * @options: the command line; has to outlive @xml
 *
 * Return: 0 or a negative error code, after a message.
 */
int sim_xml_create(struct sim_xml *xml, const struct sim_options *options)
{
	int err;

	memset(xml, 0, sizeof(*xml));
	snprintf(xml->name, sizeof(xml->name), "%s", options->rdma ? "gevsim" : "gevsim_udp");
	snprintf(xml->vendor, sizeof(xml->vendor), "gev_rdma");
	snprintf(xml->model, sizeof(xml->model), "gevsim");
	err = xml_text(xml, options);
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
	g_free(xml->plain);
	free(xml->zip);
	memset(xml, 0, sizeof(*xml));
}
