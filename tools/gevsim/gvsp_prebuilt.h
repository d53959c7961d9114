/* SPDX-License-Identifier: GPL-2.0 */
/* Packets that are made once and sent again and again. */
#ifndef GEVSIM_GVSP_PREBUILT_H
#define GEVSIM_GVSP_PREBUILT_H

#include "gvsp.h"

struct mmsghdr;

/**
 * struct sim_gvsp_prebuilt - the packets of one frame; belongs to the stream thread
 * @look: settings of the picture that they show
 * @settings: of the stream that they are made for
 * @picture: payload
 * @nr_packets: 0 = none are made
 * @stride: bytes from one packet to the next
 * @packets: each with its header
 * @iov: one a packet
 * @msgs: for sendmmsg()
 * @to: destination of all
 */
struct sim_gvsp_prebuilt {
	struct sim_look look;
	struct sim_gvsp_settings settings;
	u8 *picture;
	u32 nr_packets;
	u32 stride;
	u8 *packets;
	struct iovec *iov;
	struct mmsghdr *msgs;
	struct sockaddr_in to;
};

void sim_gvsp_prebuilt_free(struct sim_gvsp_prebuilt *pre);
bool sim_gvsp_prebuilt_shows(const struct sim_gvsp_prebuilt *pre, const struct sim_look *look);
u8 *sim_gvsp_prebuilt_picture(struct sim_gvsp_prebuilt *pre, const struct sim_look *look,
			      size_t room);
bool sim_gvsp_prebuilt_begin(struct sim_gvsp_prebuilt *pre, const struct sim_gvsp_frame *frame);
void sim_gvsp_prebuilt_send(struct sim_gvsp *g, unsigned int n);

#endif /* GEVSIM_GVSP_PREBUILT_H */
