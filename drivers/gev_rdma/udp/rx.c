// SPDX-License-Identifier: GPL-2.0
/*
 * GVSP packets to frames.
 *
 * The way of a packet: the socket's hook calls gev_rx_packet() in softirq, on
 * several CPUs at once perhaps. Under stream->lock the frame is found that the
 * packet belongs to, the block says where its data go, and they are copied, once,
 * from the skb into the buffer. Nothing is allocated, slept on or printed.
 *
 * Frames are handed out in the order of their block ids. One ends when it is
 * whole; when nothing more can be hoped for and either its trailer or a later
 * block has come; when no packet of it has come for GEV_RX_TIMEOUT; or when its
 * place is needed for a new one.
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
#include "../wire/gendc.h"
#include "../wire/gvsp.h"
#include "rx.h"

#define GEV_RX_TIMEOUT	GEV_RX_TICKS(500)	/* of a frame, from its last packet on */
#define GEV_RX_PAUSE	GEV_RX_TICKS(2000)	/* likewise, if it may be under way still */
#define GEV_RX_GAP	3	/* blocks of which nothing came that are waited for, */
#define GEV_RX_SMALL	32u	/* if they have no more packets */
#define GEV_RX_LATE	64	/* blocks that one may be older than the newest */
#define GEV_RX_AHEAD	1024	/* blocks that may be missing between two */
#define GEV_RX_FIRST	256	/* a first id above: the camera went on counting */
#define GEV_RX_STRAYS	8	/* packets that show that ids have begun anew */
#define GEV_RX_HEAD	(GEV_GVSP_HEADER_EXTENDED + GEV_GVSP_FLOW_PREFIX)
#define GEV_RX_HEADS	512	/* of leaders and trailers: those of 10 parts */

static void timer_expired(struct timer_list *timer);

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
	timer_setup(&rx->timer, timer_expired, 0);
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

static enum gev_stat descriptor_stat(struct gev_rx *rx, struct gev_rx_frame *frame)
{
	u32 size = min(frame->block.descriptor, GEV_BLOCK_DESCRIPTOR_MAX);
	const struct gev_block_expect *e = &rx->expect;
	enum gev_frame_cause cause;
	struct gev_gendc_frame f;

	cause = gev_gendc_decode(frame->descriptor, size, frame->block.carried, &f);
	if (cause != GEV_FRAME_GOOD)
		return gev_stat_of_cause(cause);
	if (f.pfnc != e->pfnc || f.component_pfnc != e->pfnc)
		return GEV_STAT_BAD_FORMAT;
	if (f.x != e->x || f.y != e->y || f.pad_x)
		return GEV_STAT_BAD_GEOMETRY;
	return GEV_STAT_FRAMES;
}

static enum gev_stat frame_stat(struct gev_rx *rx, struct gev_rx_frame *frame)
{
	static const enum gev_stat stats[GEV_BLOCK_CAUSES] = {
		[GEV_BLOCK_WHOLE]	 = GEV_STAT_FRAMES,
		[GEV_BLOCK_LOST_LEADER]	 = GEV_STAT_NO_LEADER,
		[GEV_BLOCK_LOST_TRAILER] = GEV_STAT_NO_TRAILER,
		[GEV_BLOCK_LOST_PACKETS] = GEV_STAT_INCOMPLETE,
		[GEV_BLOCK_BAD_STATUS]	 = GEV_STAT_BAD_STATUS,
		[GEV_BLOCK_BAD_TYPE]	 = GEV_STAT_BAD_FORMAT,
		[GEV_BLOCK_BAD_GEOMETRY] = GEV_STAT_BAD_GEOMETRY,
		[GEV_BLOCK_BAD_LENGTH]	 = GEV_STAT_BAD_SIZE,
	};
	enum gev_block_cause cause = gev_block_judge(&frame->block, &rx->expect);

	if (cause == GEV_BLOCK_WHOLE && frame->block.type == GEV_GVSP_GENDC)
		return descriptor_stat(rx, frame);
	return stats[cause];
}

/* The oldest frame in flight has ended, one way or another. */
static void finish(struct gev_rx *rx, struct gev_rx_frame *frame)
{
	const struct gev_block *b = &frame->block;
	struct gev_stream *s = rx->stream;
	struct gev_frame_end end = {
		.id = frame->ordinal,
		.advance = true,
		.bytes = b->image ? rx->expect.image : 0,
		.time = frame->ended ?: ktime_get_ns(),
	};

	list_move(&frame->entry, &rx->idle);
	rx->done = frame->ordinal;
	if (rx->current_frame == frame)
		rx->current_frame = NULL;
	if (b->seen < b->count)
		s->stats[GEV_STAT_LOST_PACKETS] += b->count - b->seen;
	/* Of a gap that stayed one there is nothing to show: its id is missing. */
	if (!b->seen) {
		gev_stream_untake(s, frame->buf);
		return;
	}
	s->stats[GEV_STAT_NO_BUFFER] += rx->no_buffer;
	rx->no_buffer = 0;
	end.stat = frame_stat(rx, frame);
	if (end.stat != GEV_STAT_FRAMES)
		rx->damaged = frame->ordinal;
	else
		rx->expect.step = b->step;
	gev_stream_frame(s, frame->buf, &end);
}

/* From the oldest on, what is whole. */
static void deliver(struct gev_rx *rx)
{
	struct gev_rx_frame *frame, *next;

	list_for_each_entry_safe(frame, next, &rx->frames, entry) {
		if (!gev_block_complete(&frame->block))
			break;
		finish(rx, frame);
	}
}

static void flush(struct gev_rx *rx)
{
	struct gev_rx_frame *frame, *next;

	list_for_each_entry_safe(frame, next, &rx->frames, entry)
		finish(rx, frame);
}

/* Nothing more of it is to come: its trailer is there, or it is not the newest. */
static bool closed(const struct gev_rx *rx, const struct gev_rx_frame *frame)
{
	return frame->block.trailer || frame->ordinal != rx->newest;
}

static bool over(const struct gev_rx *rx, const struct gev_rx_frame *frame)
{
	if (gev_block_complete(&frame->block))
		return true;
	if (!closed(rx, frame))
		return frame->quiet >= GEV_RX_PAUSE;
	return frame->quiet >= (frame->ask.hopeless ? rx->resend.quiet : GEV_RX_TIMEOUT);
}

static void timer_expired(struct timer_list *timer)
{
	struct gev_rx *rx = timer_container_of(rx, timer, timer);
	struct gev_rx_frame *frame, *next;
	bool oldest = true;

	spin_lock_bh(&rx->stream->lock);
	list_for_each_entry_safe(frame, next, &rx->frames, entry) {
		if (!rx->running)
			break;
		frame->quiet++;
		if (!gev_block_complete(&frame->block))
			gev_resend_tick(rx, frame, closed(rx, frame));
		oldest = oldest && over(rx, frame);
		if (oldest)
			finish(rx, frame);
	}
	if (rx->running && !list_empty(&rx->frames))
		mod_timer(&rx->timer, jiffies + GEV_RX_TICK);
	spin_unlock_bh(&rx->stream->lock);
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

/* In the order of ordinals; mostly at the end. */
static void insert(struct gev_rx *rx, struct gev_rx_frame *frame)
{
	struct gev_rx_frame *before;

	list_for_each_entry_reverse(before, &rx->frames, entry)
		if (before->ordinal < frame->ordinal)
			break;
	list_move(&frame->entry, &before->entry);
}

/* A frame begins, if there is a buffer; the oldest one makes room for it. */
static struct gev_rx_frame *begin(struct gev_rx *rx, u64 id, u64 ordinal)
{
	struct gev_stream *s = rx->stream;
	struct gev_rx_frame *frame;
	struct gev_buffer *buf;

	buf = gev_stream_take(s);
	if (!buf) {
		rx->no_buffer++;
		rx->refused = max(rx->refused, ordinal);
		return NULL;
	}
	if (list_empty(&rx->idle))
		finish(rx, list_first_entry(&rx->frames, struct gev_rx_frame, entry));
	frame = list_first_entry(&rx->idle, struct gev_rx_frame, entry);
	frame->buf = buf;
	frame->image = vb2_plane_vaddr(&buf->vb.vb2_buf, 0);
	frame->ordinal = ordinal;
	frame->quiet = 0;
	frame->ended = 0;
	gev_block_begin(&frame->block, &rx->expect, id);
	gev_resend_begin(rx, frame);
	insert(rx, frame);
	if (!timer_pending(&rx->timer))
		mod_timer(&rx->timer, jiffies + GEV_RX_TICK);
	return frame;
}

/*
 * Blocks of few packets that were left out may still come, or be asked for; of
 * others something would have come. They take what others have no need of.
 */
static void begin_gap(struct gev_rx *rx, u64 id, u64 from, u64 end)
{
	struct list_head *free = &rx->stream->free;

	if (end - from > GEV_RX_GAP ||
	    gev_block_packets(&rx->expect) > GEV_RX_SMALL + GEV_BLOCK_SLACK)
		return;
	for (; from < end; from++) {
		if (list_empty(&rx->idle) || list_empty(free) || list_is_singular(free))
			return;
		id = gev_gvsp_block_next(id, rx->extended);
		begin(rx, id, from);
	}
}

static struct gev_rx_frame *begin_newest(struct gev_rx *rx, u64 id, u64 ordinal)
{
	u64 gap_id = rx->newest_id, gap = rx->newest + 1;
	struct gev_rx_frame *frame;

	rx->newest_id = id;
	rx->newest = ordinal;
	frame = begin(rx, id, ordinal);
	begin_gap(rx, gap_id, gap, ordinal);
	return frame;
}

/* One that was left out begins after others: not if it had to displace a later one. */
static struct gev_rx_frame *begin_older(struct gev_rx *rx, u64 id, u64 ordinal)
{
	if (!list_empty(&rx->idle))
		return begin(rx, id, ordinal);
	rx->stream->stats[GEV_STAT_LATE]++;
	return NULL;
}

static bool sent_again(const struct gev_gvsp_packet *packet)
{
	return packet->status == GEV_GVSP_RESENT || (packet->flags & GEV_GVSP_FLAG_RESENT);
}

/* The first id of a run, or the first after one that did not follow. */
static struct gev_rx_frame *begin_anew(struct gev_rx *rx, const struct gev_gvsp_packet *packet,
				       u64 ordinal)
{
	flush(rx);
	rx->extended = packet->extended;
	rx->newest_id = packet->block;
	rx->newest = ordinal;
	rx->strays = 0;
	return begin(rx, packet->block, ordinal);
}

/* An id that does not follow: a few in a row, and the camera has begun anew. */
static struct gev_rx_frame *stray(struct gev_rx *rx, const struct gev_gvsp_packet *packet)
{
	struct gev_stream *s = rx->stream;

	s->stats[GEV_STAT_STRAY]++;
	if (rx->strays && packet->block - rx->stray_id > GEV_RX_STRAYS)
		rx->strays = 0;
	rx->stray_id = packet->block;
	if (++rx->strays < GEV_RX_STRAYS)
		return NULL;
	s->stats[GEV_STAT_RESTARTS]++;
	return begin_anew(rx, packet, rx->newest + 1);
}

/* A frame might have become whole, had it been waited for a little longer. */
static void late(struct gev_rx *rx, u64 ordinal)
{
	if (ordinal != rx->damaged)
		return;
	rx->damaged = 0;
	gev_resend_late(rx, rx->resend.quiet);
}

/* Which frame a packet belongs to that is of none in flight. */
static struct gev_rx_frame *find_other(struct gev_rx *rx, const struct gev_gvsp_packet *packet)
{
	struct gev_stream *s = rx->stream;
	u64 ordinal;
	s64 ahead;

	if (!rx->newest_id)
		return begin_anew(rx, packet, packet->block <= GEV_RX_FIRST ? packet->block : 1);
	if (packet->extended != rx->extended)
		return stray(rx, packet);
	ahead = gev_gvsp_block_distance(rx->newest_id, packet->block, rx->extended);
	if (ahead > GEV_RX_AHEAD || ahead < -GEV_RX_LATE)
		return stray(rx, packet);
	rx->strays = 0;
	ordinal = rx->newest + ahead;
	if (ahead > 0)
		return begin_newest(rx, packet->block, ordinal);
	if ((s64)ordinal <= (s64)rx->done) {
		s->stats[GEV_STAT_LATE]++;
		late(rx, ordinal);
		return NULL;
	}
	if (ordinal <= rx->refused) {
		s->stats[GEV_STAT_UNWANTED]++;
		return NULL;
	}
	return begin_older(rx, packet->block, ordinal);
}

static struct gev_rx_frame *in_flight(struct gev_rx *rx, const struct gev_gvsp_packet *packet)
{
	struct gev_rx_frame *frame = rx->current_frame;

	if (packet->extended != rx->extended)
		return NULL;
	if (frame && frame->block.id == packet->block)
		return frame;
	list_for_each_entry(frame, &rx->frames, entry)
		if (frame->block.id == packet->block)
			return frame;
	return NULL;
}

static struct gev_rx_frame *find(struct gev_rx *rx, const struct gev_gvsp_packet *packet)
{
	struct gev_rx_frame *frame = in_flight(rx, packet);

	if (!frame)
		return find_other(rx, packet);
	rx->strays = 0;
	return frame;
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
	else if (closed(rx, frame) && !frame->ask.asked)
		gev_resend_late(rx, frame->quiet);
	frame->quiet = 0;
	if (gev_block_complete(&frame->block)) {
		frame->ended = ktime_get_ns();
		deliver(rx);
	} else {
		gev_resend_came(rx, frame, packet->packet, sent_again(packet));
	}
}

static void receive(struct gev_rx *rx, struct sk_buff *skb, const u8 *head,
		    const struct gev_gvsp_packet *packet)
{
	struct gev_rx_frame *frame;

	if (refusal(packet)) {
		frame = in_flight(rx, packet);
		rx->stream->stats[GEV_STAT_RESEND_UNAVAILABLE]++;
		if (frame)
			gev_resend_refused(rx, frame, packet->packet, packet->status);
		return;
	}
	if (!packet->format || packet->format > GEV_GVSP_PAYLOAD_GENDC) {
		rx->stream->stats[GEV_STAT_MALFORMED]++;
		return;
	}
	frame = find(rx, packet);
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
