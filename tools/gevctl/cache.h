/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptions and feature maps, kept by map key and MAC: /var/cache/gev_rdma
 * for root, $XDG_CACHE_HOME/gev_rdma where that is set, else ~/.cache/gev_rdma.
 * A key holds no more than what a camera says of itself, so that one camera's
 * files are for no other. A cache that cannot be used is as good as an empty one.
 */
#ifndef GEVCTL_CACHE_H
#define GEVCTL_CACHE_H

#include <stddef.h>

struct camera;

int cache_read(const struct camera *cam, const char *suffix, char **data, size_t *size);
int cache_read_fresh(const struct camera *cam, const char *suffix, char **data,
		     size_t *size);
int cache_write(const struct camera *cam, const char *suffix, const void *data, size_t size);

#endif /* GEVCTL_CACHE_H */
