// SPDX-License-Identifier: GPL-2.0
/*
 * Frames in flight: which one a packet belongs to, and when one has ended.
 *
 * They are handed out in the order of their block ids. One ends when it is
 * whole; when nothing more can be hoped for and either its trailer or a later
 * block has come; when no packet of it has come for GEV_RX_TIMEOUT, or for
 * GEV_RX_PAUSE while it may be under way; or when its place is needed.
 */
#include <linux/jiffies.h>
#include <linux/ktime.h>

#include "../stream.h"
#include "../wire/gendc.h"
#include "frames.h"
#include "rx.h"

#define GEV_RX_TIMEOUT	GEV_RX_TICKS(500)	/* of a frame, from its last packet on */
#define GEV_RX_PAUSE	GEV_RX_TICKS(2000)	/* likewise, if it may be under way still */
#define GEV_RX_GAP	3	/* blocks of which nothing came that are waited for, */
#define GEV_RX_SMALL	32u	/* if they have no more packets */
#define GEV_RX_LATE	64	/* blocks that one may be older than the newest */
#define GEV_RX_AHEAD	1024	/* blocks that may be missing between two */
#define GEV_RX_FIRST	256	/* a first id above: the camera went on counting */
#define GEV_RX_STRAYS	8	/* packets that show that ids have begun anew */

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

/**
 * gev_frames_deliver() - hand out what is whole, from the oldest on
 * @rx: the receiving side
 *
 * Context: any, stream->lock held.
 */
void gev_frames_deliver(struct gev_rx *rx)
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

/**
 * gev_frame_closed() - is no packet of it to come, but those asked for?
 * @rx: the receiving side
 * @frame: the frame
 *
 * Context: any, stream->lock held.
 * Return: whether its trailer is there, or it is not the newest.
 */
bool gev_frame_closed(const struct gev_rx *rx, const struct gev_rx_frame *frame)
{
	return frame->block.trailer || frame->ordinal != rx->newest;
}

static bool over(const struct gev_rx *rx, const struct gev_rx_frame *frame)
{
	if (gev_block_complete(&frame->block))
		return true;
	if (!gev_frame_closed(rx, frame))
		return frame->quiet >= GEV_RX_PAUSE;
	return frame->quiet >= (frame->ask.hopeless ? rx->resend.quiet : GEV_RX_TIMEOUT);
}

/**
 * gev_frames_tick() - the timer has expired: what no packet brings about
 * @timer: of the receiving side
 *
 * Context: softirq; takes stream->lock.
 */
void gev_frames_tick(struct timer_list *timer)
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
			gev_resend_tick(rx, frame, gev_frame_closed(rx, frame));
		oldest = oldest && over(rx, frame);
		if (oldest)
			finish(rx, frame);
	}
	if (rx->running && !list_empty(&rx->frames))
		mod_timer(&rx->timer, jiffies + GEV_RX_TICK);
	spin_unlock_bh(&rx->stream->lock);
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
	    DIV_ROUND_UP(rx->expect.payload, rx->expect.step) > GEV_RX_SMALL)
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

/**
 * gev_frames_in_flight() - the frame that a packet belongs to, if it is in flight
 * @rx: the receiving side
 * @packet: the packet
 *
 * Context: any, stream->lock held.
 * Return: the frame or NULL.
 */
struct gev_rx_frame *gev_frames_in_flight(struct gev_rx *rx,
					  const struct gev_gvsp_packet *packet)
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

/**
 * gev_frames_find() - the frame that a packet belongs to; it may begin by that
 * @rx: the receiving side
 * @packet: the packet
 *
 * Context: any, stream->lock held.
 * Return: the frame; NULL when the packet is too late, does not follow, or there
 * is no buffer, which is counted.
 */
struct gev_rx_frame *gev_frames_find(struct gev_rx *rx, const struct gev_gvsp_packet *packet)
{
	struct gev_rx_frame *frame = gev_frames_in_flight(rx, packet);

	if (!frame)
		return find_other(rx, packet);
	rx->strays = 0;
	return frame;
}
