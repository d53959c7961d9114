/* SPDX-License-Identifier: GPL-2.0 */
/* Which missing packets a camera is asked for again, and when. */
#ifndef GEV_RESEND_H
#define GEV_RESEND_H

#include <linux/types.h>
#include <linux/workqueue.h>

#include "../wire/gvcp.h"

struct gev_rx;
struct gev_rx_frame;
struct socket;

#define GEV_RESEND_QUEUE	64	/* requests on their way to the camera */

/**
 * struct gev_resend_frame - what was asked for of one frame
 * @cursor: packets below came, or were asked for
 * @asked: packets that were asked for, repetitions included
 * @tries: rounds in which all that is missing was asked for
 * @waited: ticks since the last request
 * @too_much: more is missing than may be asked for; until the next tick
 * @hopeless: nothing more is asked for
 */
struct gev_resend_frame {
	u32 cursor;
	u32 asked;
	unsigned int tries;
	unsigned int waited;
	bool too_much;
	bool hopeless;
};

/**
 * struct gev_resend - asking a camera for packets again
 * @sock: the stream's socket; the camera's GVCP port is where requests go
 * @work: sends them
 * @wq: runs it
 * @offered: the camera can
 * @marks: it says which packets it sends again
 * @window: packets that come out of their order at most, as far as was seen
 * @quiet: ticks that a packet is late at most, as far as was seen
 * @frames: that have begun
 * @patience: ticks to wait for what was asked for
 * @memory: frames that the camera keeps, as far as was seen
 * @second: jiffies when the present second began
 * @spent: packets asked for in it
 * @requests: to be sent
 * @first: the oldest of them
 * @queued: their number
 * @req_id: of the last one
 */
struct gev_resend {
	struct socket *sock;
	struct work_struct work;
	struct workqueue_struct *wq;
	bool offered;
	bool marks;
	u32 window;
	unsigned int quiet;
	u32 frames;
	unsigned int patience;
	u64 memory;
	unsigned long second;
	u32 spent;
	struct gev_gvcp_resend requests[GEV_RESEND_QUEUE];
	unsigned int first;
	unsigned int queued;
	u16 req_id;
};

int gev_resend_init(struct gev_resend *r);
void gev_resend_start(struct gev_resend *r, struct socket *sock, bool offered);
void gev_resend_free(struct gev_resend *r);

/* All with stream->lock held. */
void gev_resend_begin(struct gev_rx *rx, struct gev_rx_frame *frame);
void gev_resend_came(struct gev_rx *rx, struct gev_rx_frame *frame, u32 packet, bool again);
void gev_resend_late(struct gev_rx *rx, unsigned int quiet);
void gev_resend_refused(struct gev_rx *rx, struct gev_rx_frame *frame, u32 packet, u16 status);
void gev_resend_tick(struct gev_rx *rx, struct gev_rx_frame *frame, bool closed);

#endif /* GEV_RESEND_H */
