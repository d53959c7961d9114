// SPDX-License-Identifier: GPL-2.0
/* Registers of which nothing is known but that they keep what is written. */
#include "store.h"

#define STORE_PAGE	4096u

/**
 * sim_store_init() - all zero
 * @store: to be initialised
 */
void sim_store_init(struct sim_store *store)
{
	store->pages = g_hash_table_new_full(NULL, NULL, NULL, g_free);
}

/**
 * sim_store_free() - forget everything
 * @store: as initialised, or zero
 */
void sim_store_free(struct sim_store *store)
{
	g_clear_pointer(&store->pages, g_hash_table_unref);
}

/**
 * sim_store_clear() - all zero again
 * @store: as initialised
 */
void sim_store_clear(struct sim_store *store)
{
	g_hash_table_remove_all(store->pages);
}

static size_t store_room(u32 address, size_t len)
{
	size_t room = STORE_PAGE - address % STORE_PAGE;

	return room < len ? room : len;
}

static u8 *store_page(const struct sim_store *store, u32 address)
{
	return g_hash_table_lookup(store->pages, GUINT_TO_POINTER(address / STORE_PAGE));
}

/**
 * sim_store_read() - content of a stretch of addresses
 * @store: the registers
 * @address: of the first byte; after the last address comes the first
 * @data: where to
 * @len: bytes
 */
void sim_store_read(const struct sim_store *store, u32 address, void *data, size_t len)
{
	u8 *to = data;

	while (len) {
		const u8 *page = store_page(store, address);
		size_t n = store_room(address, len);

		if (page)
			memcpy(to, page + address % STORE_PAGE, n);
		else
			memset(to, 0, n);
		to += n;
		address += n;
		len -= n;
	}
}

/**
 * sim_store_write() - change a stretch of addresses
 * @store: the registers
 * @address: of the first byte; after the last address comes the first
 * @data: new content
 * @len: bytes
 */
void sim_store_write(struct sim_store *store, u32 address, const void *data, size_t len)
{
	const u8 *from = data;

	while (len) {
		u8 *page = store_page(store, address);
		size_t n = store_room(address, len);

		if (!page) {
			page = g_malloc0(STORE_PAGE);
			g_hash_table_insert(store->pages,
					    GUINT_TO_POINTER(address / STORE_PAGE), page);
		}
		memcpy(page + address % STORE_PAGE, from, n);
		from += n;
		address += n;
		len -= n;
	}
}
