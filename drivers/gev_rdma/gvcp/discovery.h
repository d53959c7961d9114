/* SPDX-License-Identifier: GPL-2.0 */
/* Interfaces that we look for cameras on, and the looking. */
#ifndef GEV_DISCOVERY_H
#define GEV_DISCOVERY_H

#include <linux/if.h>
#include <linux/types.h>

#include "../wire/gvcp.h"

/**
 * struct gev_interface_info - an interface, for listings
 * @ifindex: of the network interface
 * @name: its name
 * @up: it is up and has a link
 */
struct gev_interface_info {
	int ifindex;
	char name[IFNAMSIZ];
	bool up;
};

/* Netdevice notifier and the interfaces named by the module parameter. */
int gev_interfaces_init(const char *names);
void gev_interfaces_exit(void);

int gev_interface_add(int ifindex, const char **why);	/* -EEXIST, -ENODEV, -EOPNOTSUPP */
int gev_interface_del(int ifindex);			/* removes its cameras */
/* The first above @ifindex; -ENOENT at the end. */
int gev_interface_next(int ifindex, struct gev_interface_info *info);
int gev_interface_discover(int ifindex);		/* 0: all */
int gev_interface_force_ip(int ifindex, const struct gev_gvcp_forceip *f);

#endif /* GEV_DISCOVERY_H */
