/* SPDX-License-Identifier: GPL-2.0 */
/* A camera's registers, however they are reached. */
#ifndef GEVCTL_PORT_H
#define GEVCTL_PORT_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct port - access to registers
 * @read: 0 or -errno
 * @write: the same, or NULL where nothing may be written
 * @words: says more about the last error, or ""
 * @ctx: first argument of all three
 */
struct port {
	int (*read)(void *ctx, uint64_t address, void *data, size_t length);
	int (*write)(void *ctx, uint64_t address, const void *data, size_t length);
	const char *(*words)(void *ctx);
	void *ctx;
};

#endif /* GEVCTL_PORT_H */
