// SPDX-License-Identifier: GPL-2.0
/*
 * GVSP packets to frames.
 *
 * The way of a packet: the socket's hook calls gev_rx_packet() in softirq, on
 * several CPUs at once perhaps. Under stream->lock the frame is found that the
 * packet belongs to, the block says where its data go, and they are copied, once,
 * from the skb into the buffer. Nothing is allocated, slept on or printed.
 *
 * Which frame it is, and when one has ended: frames.c.
 */
#include <linux/ip.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <linux/udp.h>
#include <net/ip.h>

#include "../stream.h"
#include "../wire/gvsp.h"
#include "frames.h"
#include "rx.h"

#define GEV_RX_HEAD	(GEV_GVSP_HEADER_EXTENDED + GEV_GVSP_FLOW_PREFIX)
#define GEV_RX_HEADS	512	/* of leaders and trailers: those of 10 parts */

/**
 * gev_rx_init() - prepare the receiving side
 * @rx: zeroed
 * @stream: the stream
 * @camera: address that packets are taken from, host order
 */
void gev_rx_init(struct gev_rx *rx, struct gev_stream *stream, u32 camera)
{
	rx->stream = stream;
	rx->camera = camera;
	INIT_LIST_HEAD(&rx->frames);
	INIT_LIST_HEAD(&rx->idle);
	timer_setup(&rx->timer, gev_frames_tick, 0);
	init_waitqueue_head(&rx->test_wait);
}

/**
 * gev_rx_alloc() - memory for frames in flight
 * @rx: initialised
 * @expect: what was negotiated
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM; gev_rx_free() in either case.
 */
int gev_rx_alloc(struct gev_rx *rx, const struct gev_block_expect *expect)
{
	/* Some cameras send shorter packets than they say. */
	u32 room = 2 * gev_block_packets(expect);
	struct gev_rx_frame *frame;
	unsigned int i;

	rx->expect = *expect;
	for (i = 0; i < GEV_RX_FRAMES; i++) {
		frame = &rx->slots[i];
		frame->block.room = room;
		frame->block.map = kvcalloc(BITS_TO_LONGS(room), sizeof(long), GFP_KERNEL);
		frame->descriptor = kzalloc(GEV_BLOCK_DESCRIPTOR_MAX, GFP_KERNEL);
		if (!frame->block.map || !frame->descriptor)
			return -ENOMEM;
		list_add_tail(&frame->entry, &rx->idle);
	}
	return 0;
}

/**
 * gev_rx_free() - free the memory
 * @rx: ended, or never run; its socket is closed
 *
 * Context: process. Idempotent.
 */
void gev_rx_free(struct gev_rx *rx)
{
	unsigned int i;

	for (i = 0; i < GEV_RX_FRAMES; i++) {
		kvfree(rx->slots[i].block.map);
		kfree(rx->slots[i].descriptor);
		rx->slots[i].block.map = NULL;
		rx->slots[i].descriptor = NULL;
	}
}

/**
 * gev_rx_run() - frames are made of packets from now on
 * @rx: with memory
 *
 * Context: any, stream->lock not held.
 */
void gev_rx_run(struct gev_rx *rx)
{
	spin_lock_bh(&rx->stream->lock);
	rx->running = rx->open;
	spin_unlock_bh(&rx->stream->lock);
}

/**
 * gev_rx_close() - take no more packets
 * @rx: the receiving side
 *
 * Context: any, stream->lock held. Idempotent.
 */
void gev_rx_close(struct gev_rx *rx)
{
	lockdep_assert_held(&rx->stream->lock);
	rx->open = false;
	rx->running = false;
}

/**
 * gev_rx_end() - give back the buffers of frames in flight
 * @rx: closed, and its socket, too; also one that never ran
 *
 * Context: process, may sleep; stream->lock not held. Idempotent.
 */
void gev_rx_end(struct gev_rx *rx)
{
	struct gev_rx_frame *frame, *next;
	struct gev_stream *s = rx->stream;

	timer_delete_sync(&rx->timer);
	spin_lock_bh(&s->lock);
	list_for_each_entry_safe(frame, next, &rx->frames, entry) {
		list_move(&frame->entry, &rx->idle);
		gev_stream_untake(s, frame->buf);
	}
	spin_unlock_bh(&s->lock);
}

static bool sent_again(const struct gev_gvsp_packet *packet)
{
	return packet->status == GEV_GVSP_RESENT || (packet->flags & GEV_GVSP_FLAG_RESENT);
}

/* What a camera says instead of a packet that it was asked for. */
static bool refusal(const struct gev_gvsp_packet *packet)
{
	switch (packet->status) {
	case GEV_GVSP_UNAVAILABLE:
	case GEV_GVSP_NOT_YET:
	case GEV_GVSP_PREVIOUS_REMOVED:
	case GEV_GVSP_REMOVED:
		return true;
	default:
		return false;
	}
}

static void count_verdict(struct gev_stream *s, enum gev_block_verdict verdict)
{
	static const enum gev_stat stats[GEV_BLOCK_VERDICTS] = {
		[GEV_BLOCK_DUPLICATE]	= GEV_STAT_DUPLICATES,
		[GEV_BLOCK_MALFORMED]	= GEV_STAT_MALFORMED,
		[GEV_BLOCK_BAD_ID]	= GEV_STAT_MALFORMED,
		[GEV_BLOCK_BAD_SIZE]	= GEV_STAT_OVERSIZED,
	};

	s->stats[stats[verdict]]++;
}

/* @packet's payload lies in a copy of the head; the skb has all of it. */
static void store(struct gev_rx_frame *frame, struct sk_buff *skb, const u8 *head,
		  const struct gev_gvsp_data *data, const struct gev_block_piece *piece)
{
	u8 *to = piece->descriptor ? frame->descriptor : frame->image;

	if (piece->length)
		skb_copy_bits(skb, sizeof(struct udphdr) + (data->data - head) + piece->from,
			      to + piece->at, piece->length);
}

static void take(struct gev_rx *rx, struct gev_rx_frame *frame, struct sk_buff *skb,
		 const u8 *head, const struct gev_gvsp_packet *packet)
{
	struct gev_stream *s = rx->stream;
	enum gev_block_verdict verdict;
	struct gev_block_piece piece;
	struct gev_gvsp_data data;

	rx->current_frame = frame;
	verdict = gev_block_packet(&frame->block, &rx->expect, packet, &data, &piece);
	if (verdict != GEV_BLOCK_TAKEN) {
		count_verdict(s, verdict);
		return;
	}
	store(frame, skb, head, &data, &piece);
	if (sent_again(packet))
		s->stats[GEV_STAT_RESENT]++;
	else if (gev_frame_closed(rx, frame) && !frame->ask.asked)
		gev_resend_late(rx, frame->quiet);
	frame->quiet = 0;
	if (gev_block_complete(&frame->block)) {
		frame->ended = ktime_get_ns();
		gev_frames_deliver(rx);
	} else {
		gev_resend_came(rx, frame, packet->packet, sent_again(packet));
	}
}

static void receive(struct gev_rx *rx, struct sk_buff *skb, const u8 *head,
		    const struct gev_gvsp_packet *packet)
{
	struct gev_rx_frame *frame;

	if (refusal(packet)) {
		frame = gev_frames_in_flight(rx, packet);
		rx->stream->stats[GEV_STAT_RESEND_UNAVAILABLE]++;
		if (frame)
			gev_resend_refused(rx, frame, packet->packet, packet->status);
		return;
	}
	if (!packet->format || packet->format > GEV_GVSP_PAYLOAD_GENDC) {
		rx->stream->stats[GEV_STAT_MALFORMED]++;
		return;
	}
	frame = gev_frames_find(rx, packet);
	if (frame)
		take(rx, frame, skb, head, packet);
}

/* Its size is what counts: that of the datagram, if it came in one piece. */
static void test_packet(struct gev_rx *rx, struct sk_buff *skb)
{
	rx->test_size = IPCB(skb)->frag_max_size ? 0 : ntohs(ip_hdr(skb)->tot_len);
	wake_up(&rx->test_wait);
}

/*
 * The head of a packet, decoded. Of leaders and trailers all of it is looked at,
 * of the others the header and what precedes the data, so that only so much is
 * copied from an skb in pieces.
 */
static const u8 *decode(struct sk_buff *skb, u8 *copy, struct gev_gvsp_packet *packet)
{
	u32 at = sizeof(struct udphdr), len = skb->len - at;
	u32 room = min_t(u32, len, GEV_RX_HEAD);
	const u8 *head;

	head = skb_header_pointer(skb, at, room, copy);
	if (!head || gev_gvsp_decode(head, len, packet))
		return NULL;
	if (packet->format != GEV_GVSP_LEADER && packet->format != GEV_GVSP_TRAILER &&
	    packet->format != GEV_GVSP_ALL_IN)
		return head;
	room = min_t(u32, len, GEV_RX_HEADS);
	head = skb_header_pointer(skb, at, room, copy);
	/* Leader and trailer of an all-in packet fit in; the data are left in the skb. */
	if (!head || gev_gvsp_decode(head, packet->format == GEV_GVSP_ALL_IN ? len : room, packet))
		return NULL;
	return head;
}

/* From somebody else, or an answer to a command: requests leave by this socket. */
static bool foreign(const struct gev_rx *rx, const struct sk_buff *skb)
{
	return ntohl(ip_hdr(skb)->saddr) != rx->camera ||
	       ntohs(udp_hdr(skb)->source) == GEV_GVCP_PORT;
}

/**
 * gev_rx_packet() - a datagram has come to the stream's port
 * @rx: the receiving side
 * @skb: the datagram, its UDP header in front; stays the caller's
 *
 * Context: softirq, on several CPUs at once perhaps. stream->lock not held.
 */
void gev_rx_packet(struct gev_rx *rx, struct sk_buff *skb)
{
	struct gev_stream *s = rx->stream;
	struct gev_gvsp_packet packet;
	u8 copy[GEV_RX_HEADS];
	const u8 *head;

	head = decode(skb, copy, &packet);

	spin_lock_bh(&s->lock);
	if (!rx->open)
		goto unlock;
	if (foreign(rx, skb)) {
		s->stats[GEV_STAT_FOREIGN]++;
		goto unlock;
	}
	s->stats[GEV_STAT_PACKETS]++;
	if (IPCB(skb)->frag_max_size)
		s->stats[GEV_STAT_FRAGMENTED]++;
	if (!head)
		s->stats[GEV_STAT_MALFORMED]++;
	else if (!packet.block)
		test_packet(rx, skb);
	else if (rx->running)
		receive(rx, skb, head, &packet);
unlock:
	spin_unlock_bh(&s->lock);
}

/**
 * gev_rx_test_size() - which test packet has come
 * @rx: the receiving side
 * @forget: none has, from now on
 *
 * Context: any, stream->lock not held.
 * Return: its size, IP header included; 0 for none, and for one in fragments.
 */
u32 gev_rx_test_size(struct gev_rx *rx, bool forget)
{
	u32 size;

	spin_lock_bh(&rx->stream->lock);
	size = rx->test_size;
	if (forget)
		rx->test_size = 0;
	spin_unlock_bh(&rx->stream->lock);
	return size;
}
