/* SPDX-License-Identifier: GPL-2.0 */
/* Registers of which nothing is known but that they keep what is written. */
#ifndef GEVSIM_STORE_H
#define GEVSIM_STORE_H

#include <glib.h>

#include "wire/shim.h"

/**
 * struct sim_store - 32 bits of addresses, zero until written
 * @pages: those that were written, by number
 */
struct sim_store {
	GHashTable *pages;
};

void sim_store_init(struct sim_store *store);
void sim_store_free(struct sim_store *store);
void sim_store_clear(struct sim_store *store);
void sim_store_read(const struct sim_store *store, u32 address, void *data, size_t len);
void sim_store_write(struct sim_store *store, u32 address, const void *data, size_t len);

#endif /* GEVSIM_STORE_H */
