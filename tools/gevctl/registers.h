/* SPDX-License-Identifier: GPL-2.0 */
/* A camera's registers, through the driver. */
#ifndef GEVCTL_REGISTERS_H
#define GEVCTL_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

#include "netlink.h"

int registers_read(struct netlink *nl, const char *camera, uint32_t address, void *data,
		   size_t length);
int registers_write(struct netlink *nl, const char *camera, uint32_t address,
		    const void *data, size_t length);
int registers_read_u32(struct netlink *nl, const char *camera, uint32_t address,
		       uint32_t *value);
int registers_write_u32(struct netlink *nl, const char *camera, uint32_t address,
			uint32_t value);

#endif /* GEVCTL_REGISTERS_H */
