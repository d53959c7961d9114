/* SPDX-License-Identifier: GPL-2.0 */
/* How large a camera's stream packets may be. */
#ifndef GEV_PACKET_SIZE_H
#define GEV_PACKET_SIZE_H

#include <linux/types.h>

#define GEV_PACKET_SIZE_MIN	576u	/* what each IPv4 host takes */

struct gev_camera;
struct gev_rx;

int gev_packet_size_negotiate(struct gev_camera *cam, struct gev_rx *rx, u32 wanted, u32 *size);

#endif /* GEV_PACKET_SIZE_H */
