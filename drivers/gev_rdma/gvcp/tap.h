/* SPDX-License-Identifier: GPL-2.0 */
/* What the network stack drops on its way to a socket, overheard. */
#ifndef GEV_TAP_H
#define GEV_TAP_H

#include <linux/kfifo.h>
#include <linux/netdevice.h>
#include <linux/spinlock.h>

#include "../wire/gvcp.h"

/* An acknowledge of DISCOVERY is the longest that is of interest. */
#define GEV_TAP_DATAGRAM	(GEV_GVCP_HEADER + GEV_GVCP_DISCOVERY_ACK)
#define GEV_TAP_ROOM		16384	/* bytes: 63 of them */

/**
 * struct gev_tap - hears what comes to one UDP port by one interface
 * @handler: registered while the tap is open
 * @dev: held while the tap is open; NULL when it is closed
 * @port: destination, host order
 * @lock: protects the writing end of @heard
 * @heard: datagrams, each with its length before it; read by the owner only
 */
struct gev_tap {
	struct packet_type handler;
	struct net_device *dev;
	u16 port;
	spinlock_t lock; /* see above */
	struct kfifo_rec_ptr_2 heard;
};

int gev_tap_init(struct gev_tap *tap);
void gev_tap_destroy(struct gev_tap *tap);
void gev_tap_open(struct gev_tap *tap, int ifindex, u16 port);
void gev_tap_close(struct gev_tap *tap);	/* idempotent */
int gev_tap_next(struct gev_tap *tap, void *data, size_t room);

#endif /* GEV_TAP_H */
