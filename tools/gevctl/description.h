/* SPDX-License-Identifier: GPL-2.0 */
/* The GenICam description that a camera carries: where it is, and its bytes. */
#ifndef GEVCTL_DESCRIPTION_H
#define GEVCTL_DESCRIPTION_H

#include <stddef.h>
#include <stdint.h>

#include "camera.h"
#include "netlink.h"
#include "outcome.h"

#define DESCRIPTION_URL_SIZE	513
#define DESCRIPTION_MAX		(16u << 20)	/* bytes, packed or not */

/**
 * struct description_place - where a URL says that a description is
 * @name: of the file
 * @address: of its first byte
 * @length: bytes
 */
struct description_place {
	char name[DESCRIPTION_URL_SIZE];
	uint32_t address;
	uint32_t length;
};

/**
 * struct description - as it was downloaded
 * @place: where it was
 * @data: the bytes: a zip archive or plain XML; hostile until unpacked
 * @size: their number
 */
struct description {
	struct description_place place;
	char *data;
	size_t size;
};

int description_parse_url(const char *url, struct description_place *place,
			  char *why, size_t why_size);
enum outcome description_download(struct netlink *nl, const struct camera *cam,
				  struct description *d);
enum outcome description_load(struct netlink *nl, const struct camera *cam,
			      struct description *d);
enum outcome description_read_file(const char *path, struct description *d);
void description_free(struct description *d);

/* Only in the unprivileged child. */
int description_unpack(const struct description *d, char **text, size_t *length,
		       char *why, size_t why_size);

#endif /* GEVCTL_DESCRIPTION_H */
