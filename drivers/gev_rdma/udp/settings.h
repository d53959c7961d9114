/* SPDX-License-Identifier: GPL-2.0 */
/* What a user may say about streams over UDP. */
#ifndef GEV_UDP_SETTINGS_H
#define GEV_UDP_SETTINGS_H

#include <linux/types.h>

/**
 * struct gev_udp_settings - how a camera is to stream over UDP, from the next start on
 * @packet_size: bytes, from the IP header on; 0: what gets through
 * @packet_delay: ns between packets, or %GEV_PACKET_DELAY_KEEP
 * @port: of ours; 0: any that is free
 * @group: multicast address that the camera sends to, host order; 0: our own
 * @listen: another host controls the camera: nothing is written to it
 * @no_resend: lost packets are not asked for
 */
struct gev_udp_settings {
	u32 packet_size;
	u32 packet_delay;
	u16 port;
	u32 group;
	bool listen;
	bool no_resend;
};

#endif /* GEV_UDP_SETTINGS_H */
