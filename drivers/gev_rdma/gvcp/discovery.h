/* SPDX-License-Identifier: GPL-2.0 */
/* Interfaces that we look for cameras on, and the looking. */
#ifndef GEV_DISCOVERY_H
#define GEV_DISCOVERY_H

#include <linux/types.h>

#include "../wire/gvcp.h"

/**
 * struct gev_interface_info - an interface, for listings
 */
struct gev_interface_info {
	int ifindex;
	char name[16];
	bool up;
};

/* Netdevice notifier and the interfaces named by the module parameter. */
int gev_interfaces_init(const char *names);
void gev_interfaces_exit(void);

int gev_interface_add(int ifindex, const char **why);	/* -EEXIST, -ENODEV, -EOPNOTSUPP */
int gev_interface_del(int ifindex);			/* removes its cameras */
int gev_interface_at(unsigned int n, struct gev_interface_info *info);	/* -ENOENT at the end */
int gev_interface_discover(int ifindex);		/* 0: all */
int gev_interface_force_ip(int ifindex, const struct gev_gvcp_forceip *f);

#endif /* GEV_DISCOVERY_H */
