// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cache.h"
#include "description.h"
#include "file.h"
#include "registers.h"
#include "zip.h"

#define REG_FIRST_URL		0x0200u
#define REG_SECOND_URL		0x0400u
#define REG_GVCP_CAPABILITY	0x0934u
#define REG_MANIFEST		0x9000u
#define CAPABILITY_MANIFEST	0x04000000u
#define URL_BYTES		512u

#define MANIFEST_HEADER		8u
#define MANIFEST_ENTRY		16u
#define MANIFEST_BYTES		512u
#define MANIFEST_ENTRIES	((MANIFEST_BYTES - MANIFEST_HEADER) / MANIFEST_ENTRY)

#define CACHE_SUFFIX		"description"

/* One attempt after the other, and why each one came to nothing. */
struct search {
	struct netlink *nl;
	const struct camera *cam;
	struct description *found;
	char why[1024];
};

__attribute__((format(printf, 3, 4)))
static int bad(char *why, size_t size, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(why, size, format, ap);
	va_end(ap);
	return -EINVAL;
}

/* A hexadecimal number that ends at @end; cameras write it with and without 0x. */
static const char *parse_hex(const char *text, char end, uint32_t *value)
{
	unsigned long long v;
	char *after;

	if (!isxdigit((unsigned char)*text))
		return NULL;
	errno = 0;
	v = strtoull(text, &after, 16);
	if (errno || *after != end || v > UINT32_MAX)
		return NULL;
	*value = v;
	return after;
}

/**
 * description_parse_url() - understand a URL register
 * @url: its text
 * @place: gets what it says
 * @why: gets one sentence on failure
 * @why_size: room there
 *
 * Return: 0, or -EINVAL when the description is not in the camera's memory.
 */
int description_parse_url(const char *url, struct description_place *place,
			  char *why, size_t why_size)
{
	char text[DESCRIPTION_URL_SIZE];
	const char *name, *rest;
	char *end;

	snprintf(text, sizeof(text), "%s", url);
	if (!*text)
		return bad(why, why_size, "it is empty");
	if (strncasecmp(text, "local:", 6))
		return bad(why, why_size, "'%.200s' is not in the camera", text);
	end = strchr(text, '?');	/* SchemaVersion=... says nothing that the file does not */
	if (end)
		*end = '\0';

	name = text + 6;
	name += strspn(name, "/");
	end = strchr(name, ';');
	rest = end ? parse_hex(end + 1, ';', &place->address) : NULL;
	rest = rest ? parse_hex(rest + 1, '\0', &place->length) : NULL;
	if (!rest)
		return bad(why, why_size, "'%.200s' has no address and length", text);
	if (!place->length || place->length > DESCRIPTION_MAX ||
	    place->length - 1 > UINT32_MAX - place->address)
		return bad(why, why_size, "a length of %u bytes is impossible; the limit is %u",
			   place->length, DESCRIPTION_MAX);
	*end = '\0';
	snprintf(place->name, sizeof(place->name), "%s", name);
	return 0;
}

/* 0 found, 1 not here, -errno the camera does not answer. */
static int try_url(struct search *s, const char *what, uint32_t address)
{
	char url[DESCRIPTION_URL_SIZE] = "", why[256];
	struct description *d = s->found;
	size_t at;
	int ret;

	ret = registers_read(s->nl, s->cam->name, address, url, URL_BYTES);
	if (ret)
		return ret;
	ret = description_parse_url(url, &d->place, why, sizeof(why));
	if (ret) {
		at = strlen(s->why);
		snprintf(s->why + at, sizeof(s->why) - at, "%s%s: %s", at ? "; " : "", what, why);
		return 1;
	}

	d->size = d->place.length;
	d->data = malloc(d->size);
	if (!d->data)
		return -ENOMEM;
	return registers_read(s->nl, s->cam->name, d->place.address, d->data, d->size);
}

/* The table goes before the two URL registers, where a camera has it. */
static int try_manifest(struct search *s)
{
	uint32_t table[MANIFEST_BYTES / 4], capability, i, count;
	char what[32];
	int ret;

	ret = registers_read_u32(s->nl, s->cam->name, REG_GVCP_CAPABILITY, &capability);
	if (ret)
		return ret;
	if (!(capability & CAPABILITY_MANIFEST))
		return 1;
	ret = registers_read(s->nl, s->cam->name, REG_MANIFEST, table, sizeof(table));
	if (ret)
		return ret;

	count = ntohl(table[0]) >> 26;
	for (i = 0; i < count && i < MANIFEST_ENTRIES; i++) {
		const uint32_t *entry = table + (MANIFEST_HEADER + i * MANIFEST_ENTRY) / 4;

		if (entry[2])	/* GVCP reaches 32 bits of address */
			continue;
		snprintf(what, sizeof(what), "manifest entry %u", i);
		ret = try_url(s, what, ntohl(entry[3]));
		if (ret <= 0)
			return ret;
	}
	return 1;
}

/**
 * description_download() - read a camera's description
 * @nl: the connection
 * @cam: the camera
 * @d: gets it; free with description_free() in every case
 */
enum outcome description_download(struct netlink *nl, const struct camera *cam,
				  struct description *d)
{
	struct search s = { .nl = nl, .cam = cam, .found = d };
	int ret;

	*d = (struct description){ 0 };
	ret = try_manifest(&s);
	if (ret > 0)
		ret = try_url(&s, "first URL", REG_FIRST_URL);
	if (ret > 0)
		ret = try_url(&s, "second URL", REG_SECOND_URL);
	if (ret < 0)
		return fail_errno(cam->name, ret, nl->why);
	if (ret)
		return fail(OUTCOME_FAILED, "%s: no GenICam description to download (%s); %s",
			    cam->name, s.why, "see 'gevctl help map compile'");
	return OUTCOME_OK;
}

/**
 * description_load() - the same, from the cache if it is there
 * @nl: the connection
 * @cam: the camera
 * @d: gets it; free with description_free() in every case
 */
enum outcome description_load(struct netlink *nl, const struct camera *cam,
			      struct description *d)
{
	enum outcome outcome;

	*d = (struct description){ 0 };
	if (!cache_read(cam->map_key, CACHE_SUFFIX, &d->data, &d->size))
		return OUTCOME_OK;
	outcome = description_download(nl, cam, d);
	if (outcome == OUTCOME_OK)
		cache_write(cam->map_key, CACHE_SUFFIX, d->data, d->size);
	return outcome;
}

/**
 * description_read_file() - a description from a file
 * @path: of a zip archive or of plain XML
 * @d: gets it; free with description_free() in every case
 */
enum outcome description_read_file(const char *path, struct description *d)
{
	*d = (struct description){ 0 };
	snprintf(d->place.name, sizeof(d->place.name), "%s", path);
	return file_read(path, DESCRIPTION_MAX, &d->data, &d->size);
}

/**
 * description_free() - give back the memory
 * @d: the description
 */
void description_free(struct description *d)
{
	free(d->data);
	*d = (struct description){ 0 };
}

/**
 * description_unpack() - the XML in a description; only in the sandbox
 * @d: the description
 * @text: gets the XML, ended by a NUL; the caller frees it
 * @length: gets its bytes
 * @why: gets one sentence on failure
 * @why_size: room there
 *
 * Return: 0 or -errno.
 */
int description_unpack(const struct description *d, char **text, size_t *length,
		       char *why, size_t why_size)
{
	size_t size = d->size;

	if (zip_is(d->data, size))
		return zip_extract(d->data, size, text, length, why, why_size);

	while (size && !d->data[size - 1])	/* cameras pad with zeroes */
		size--;
	if (!size || memchr(d->data, '\0', size))
		return bad(why, why_size, "it is neither a zip archive nor text");
	*text = malloc(size + 1);
	if (!*text) {
		snprintf(why, why_size, "out of memory");
		return -ENOMEM;
	}
	memcpy(*text, d->data, size);
	(*text)[size] = '\0';
	*length = size;
	return 0;
}
