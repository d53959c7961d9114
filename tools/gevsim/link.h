/* SPDX-License-Identifier: GPL-2.0 */
/* The interface and address that a camera lives on. */
#ifndef GEVSIM_LINK_H
#define GEVSIM_LINK_H

#include <net/if.h>
#include "options.h"

/**
 * struct sim_link - where a camera is attached
 * @name: interface name
 * @index: interface index
 * @address: own IPv4 address, host order
 * @mask: network mask, host order
 * @broadcast: directed broadcast address, host order; 0 = none
 * @mac: hardware address that the camera shows
 */
struct sim_link {
	char name[IF_NAMESIZE];
	int index;
	u32 address;
	u32 mask;
	u32 broadcast;
	u8 mac[6];
};

int sim_link_find(const struct sim_options *options, unsigned int camera,
		  struct sim_link *link);
bool sim_link_has(const struct sim_link *link, u32 address);
const char *sim_link_text(u32 address, char text[16]);

#endif /* GEVSIM_LINK_H */
