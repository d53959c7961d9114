/* SPDX-License-Identifier: GPL-2.0 */
/* GVSP packets to frames: several in flight, handed out in their order. */
#ifndef GEV_RX_H
#define GEV_RX_H

#include <linux/list.h>
#include <linux/timer.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "../wire/block.h"
#include "resend.h"

struct gev_buffer;
struct gev_stream;
struct sk_buff;

#define GEV_RX_FRAMES	16	/* in flight at a time */

/*
 * Time is counted in runs of the timer, which is late when the machine is: what
 * the network still has must not seem to be lost then.
 */
#define GEV_RX_TICK	max(msecs_to_jiffies(4), 1UL)
#define GEV_RX_TICKS(ms) DIV_ROUND_UP(msecs_to_jiffies(ms), GEV_RX_TICK)

/**
 * struct gev_rx_frame - a frame in flight
 * @entry: in rx->frames or rx->idle
 * @block: which packets are there
 * @buf: the buffer; its owner is this frame
 * @image: its memory
 * @descriptor: memory of GenDC's descriptor
 * @ordinal: position in the run, from 1; gaps are frames that never began
 * @quiet: ticks since its last packet, or its beginning
 * @ended: when it became whole, ns
 * @ask: what was asked for again
 */
struct gev_rx_frame {
	struct list_head entry;
	struct gev_block block;
	struct gev_buffer *buf;
	u8 *image;
	u8 *descriptor;
	u64 ordinal;
	unsigned int quiet;
	u64 ended;
	struct gev_resend_frame ask;
};

/**
 * struct gev_rx - the receiving side of a stream
 * @stream: the stream; its lock protects all that follows
 * @camera: the only address that packets are taken from, host order
 * @expect: what was negotiated
 * @open: packets are taken
 * @running: frames are made of them; test packets are counted without
 * @slots: all frames
 * @frames: those in flight, in the order of their ordinals
 * @idle: the others
 * @current_frame: the last one that had a packet, or NULL
 * @extended: ids of the stream, from its first packet on
 * @newest_id: block id of the newest frame that began, 0 = none yet
 * @newest: its ordinal
 * @done: ordinal of the last one handed out or given up
 * @refused: up to here, those not in flight had no buffer
 * @damaged: ordinal of the last one that was not whole, until a packet of it came
 * @no_buffer: those since the last frame that was handed out
 * @stray_id: block id that does not follow
 * @strays: packets with such ids in a row
 * @resend: asking again
 * @timer: for what no packet brings about; pending while frames are in flight
 * @test_size: bytes of the last test packet, IP header included
 * @test_wait: woken by it
 */
struct gev_rx {
	struct gev_stream *stream;
	u32 camera;
	struct gev_block_expect expect;
	bool open;
	bool running;
	struct gev_rx_frame slots[GEV_RX_FRAMES];
	struct list_head frames;
	struct list_head idle;
	struct gev_rx_frame *current_frame;
	bool extended;
	u64 newest_id;
	u64 newest;
	u64 done;
	u64 refused;
	u64 damaged;
	u64 no_buffer;
	u64 stray_id;
	unsigned int strays;
	struct gev_resend resend;
	struct timer_list timer;
	u32 test_size;
	wait_queue_head_t test_wait;
};

void gev_rx_init(struct gev_rx *rx, struct gev_stream *stream, u32 camera);
int gev_rx_alloc(struct gev_rx *rx, const struct gev_block_expect *expect);
void gev_rx_free(struct gev_rx *rx);
void gev_rx_run(struct gev_rx *rx);
void gev_rx_close(struct gev_rx *rx);	/* stream->lock held */
void gev_rx_end(struct gev_rx *rx);

void gev_rx_packet(struct gev_rx *rx, struct sk_buff *skb);
u32 gev_rx_test_size(struct gev_rx *rx, bool forget);

#endif /* GEV_RX_H */
