/* SPDX-License-Identifier: GPL-2.0 */
/* Arrival and removal of HCAs, and who must let go of one. */
#ifndef GEV_IB_CLIENT_H
#define GEV_IB_CLIENT_H

#include <linux/list.h>

struct gev_ibdev;
struct ib_device;

/**
 * struct gev_ibsub - a user of an HCA who will be told when it goes
 * @entry: in the device's list
 * @ibdev: the device, NULL when not subscribed
 * @removed: called once, in process context, with the list's mutex held: only
 *	queue work there that closes everything and unsubscribes
 */
struct gev_ibsub {
	struct list_head entry;
	struct gev_ibdev *ibdev;
	void (*removed)(struct gev_ibsub *sub);
};

int gev_ib_client_init(void);
void gev_ib_client_exit(void);

int gev_ibdev_subscribe(struct ib_device *device, struct gev_ibsub *sub);
void gev_ibdev_unsubscribe(struct gev_ibsub *sub);	/* idempotent */

#endif /* GEV_IB_CLIENT_H */
