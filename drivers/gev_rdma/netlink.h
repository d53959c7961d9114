/* SPDX-License-Identifier: GPL-2.0 */
/* Generic netlink family "gev_rdma"; see uapi/linux/gev_rdma.h. */
#ifndef GEV_NETLINK_H
#define GEV_NETLINK_H

#include <linux/gev_rdma.h>

struct gev_camera;

int gev_netlink_init(void);
void gev_netlink_exit(void);
/* Tell listeners; process context; never fails for the caller. */
void gev_netlink_event(struct gev_camera *cam, enum gev_event event);
void gev_netlink_interface_event(int ifindex, enum gev_event event);

#endif /* GEV_NETLINK_H */
