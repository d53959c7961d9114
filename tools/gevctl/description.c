// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cache.h"
#include "description.h"
#include "file.h"
#include "registers.h"
#include "text.h"

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

/* On a terminal only, and gone when it is at an end. */
static void show_progress(const struct search *s, size_t done)
{
	const struct description *d = s->found;

	if (!isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "\r\033[K");
	if (done < d->size) {
		fprintf(stderr, "%s: ", s->cam->name);
		text_print(stderr, d->place.name);
		fprintf(stderr, ", %zu of %zu bytes (%zu %%)", done, d->size,
			100 * done / d->size);
	}
	fflush(stderr);
}

/* A camera may take seconds for it. */
static int download(struct search *s)
{
	struct description *d = s->found;
	size_t done = 0, now;
	int ret = 0;

	while (!ret && done < d->size) {
		show_progress(s, done);
		now = d->size - done < GEV_REG_ACCESS_MAX ? d->size - done : GEV_REG_ACCESS_MAX;
		ret = registers_read(s->nl, s->cam->name, d->place.address + done,
				     d->data + done, now);
		done += now;
	}
	show_progress(s, d->size);
	return ret;
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
	return download(s);
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
	if (!cache_read(cam, CACHE_SUFFIX, &d->data, &d->size))
		return OUTCOME_OK;
	outcome = description_download(nl, cam, d);
	if (outcome == OUTCOME_OK)
		cache_write(cam, CACHE_SUFFIX, d->data, d->size);
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
