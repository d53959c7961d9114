// SPDX-License-Identifier: GPL-2.0
/*
 * The forms in which cameras have a description: URLs that say where it is,
 * and plain or zipped text. Without any access to the camera.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "description.h"
#include "zip.h"

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
