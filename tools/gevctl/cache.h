/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptions and feature maps, kept by map key: /var/cache/gev_rdma for
 * root, $XDG_CACHE_HOME/gev_rdma where that is set, else ~/.cache/gev_rdma.
 * A cache that cannot be used is as good as an empty one.
 */
#ifndef GEVCTL_CACHE_H
#define GEVCTL_CACHE_H

#include <stddef.h>

int cache_read(const char *key, const char *suffix, char **data, size_t *size);
int cache_read_fresh(const char *key, const char *suffix, char **data, size_t *size);
int cache_write(const char *key, const char *suffix, const void *data, size_t size);

#endif /* GEVCTL_CACHE_H */
