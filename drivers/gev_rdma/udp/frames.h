/* SPDX-License-Identifier: GPL-2.0 */
/* Frames in flight: which one a packet belongs to, and when one has ended. */
#ifndef GEV_FRAMES_H
#define GEV_FRAMES_H

#include <linux/types.h>

struct gev_gvsp_packet;
struct gev_rx;
struct gev_rx_frame;
struct timer_list;

/* All with stream->lock held, which gev_frames_tick() takes. */
struct gev_rx_frame *gev_frames_find(struct gev_rx *rx, const struct gev_gvsp_packet *packet);
struct gev_rx_frame *gev_frames_in_flight(struct gev_rx *rx,
					  const struct gev_gvsp_packet *packet);
bool gev_frame_closed(const struct gev_rx *rx, const struct gev_rx_frame *frame);
void gev_frames_deliver(struct gev_rx *rx);
void gev_frames_tick(struct timer_list *timer);

#endif /* GEV_FRAMES_H */
