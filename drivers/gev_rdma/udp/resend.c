// SPDX-License-Identifier: GPL-2.0
/*
 * Which missing packets a camera is asked for again, and when.
 *
 * Packets that are missing behind those that came are asked for once others have
 * come that are further ahead than packets are seen to overtake each other; what
 * is missing at the end, once the frame is over and has been quiet for longer
 * than packets are seen to be late; all of it again when no answer has come in
 * the time that answers take. A frame that lacks more than
 * a fraction, and what the camera says it no longer has, is not asked for: it
 * would only take the place of packets that can still arrive.
 */
#include <linux/in.h>
#include <linux/jiffies.h>
#include <linux/net.h>
#include <linux/socket.h>

#include "../stream.h"
#include "rx.h"

#define RESEND_WINDOW	8u	/* packets, until more are seen to overtake each other */
#define RESEND_WINDOW_MAX 1024u
#define RESEND_FORGET	64u	/* part of what was learnt that goes with each frame */
#define RESEND_QUIET	2u	/* ticks; more at first, and when packets are seen to be later */
#define RESEND_QUIET_MAX ((unsigned int)GEV_RX_TICKS(50))
#define RESEND_FEW	32u	/* packets of a frame may be asked for, and */
#define RESEND_PART	4u	/* one in so many */
#define RESEND_SECOND	16384u	/* packets in a second */
#define RESEND_TRIES	8u
#define RESEND_PATIENCE	3u	/* ticks, until an answer was seen */
#define RESEND_PATIENCE_MAX ((unsigned int)GEV_RX_TICKS(100))
#define RESEND_STALL	GEV_RX_TICKS(20)	/* of a frame that is not over */
#define RESEND_STALL_END GEV_RX_TICKS(100)	/* likewise, until its end is asked for */

static void send(struct gev_resend *r, u32 camera, const struct gev_gvcp_resend *request)
{
	struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(camera),
		.sin_port = htons(GEV_GVCP_PORT),
	};
	struct msghdr msg = {
		.msg_name = &to,
		.msg_namelen = sizeof(to),
		.msg_flags = MSG_DONTWAIT,
	};
	u8 data[GEV_GVCP_HEADER + 24];
	struct kvec vec = { .iov_base = data };
	int len;

	if (++r->req_id == 0)
		r->req_id = 1;
	len = gev_gvcp_resend_encode(data, sizeof(data), r->req_id, request);
	if (len < 0)
		return;
	/* One that the network does not take is repeated like one that got lost. */
	vec.iov_len = len;
	kernel_sendmsg(r->sock, &msg, &vec, 1, len);
}

static bool dequeue(struct gev_rx *rx, struct gev_gvcp_resend *request)
{
	struct gev_resend *r = &rx->resend;
	bool there;

	spin_lock_bh(&rx->stream->lock);
	there = r->queued && rx->running;
	if (there) {
		*request = r->requests[r->first];
		r->first = (r->first + 1) % GEV_RESEND_QUEUE;
		r->queued--;
	}
	spin_unlock_bh(&rx->stream->lock);
	return there;
}

static void send_work(struct work_struct *work)
{
	struct gev_rx *rx = container_of(work, struct gev_rx, resend.work);
	struct gev_gvcp_resend request;

	while (dequeue(rx, &request))
		send(&rx->resend, rx->camera, &request);
}

/**
 * gev_resend_init() - prepare for asking
 * @r: zeroed
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int gev_resend_init(struct gev_resend *r)
{
	INIT_WORK(&r->work, send_work);
	r->wq = alloc_workqueue("gev_resend", WQ_UNBOUND | WQ_HIGHPRI, 0);
	return r->wq ? 0 : -ENOMEM;
}

/**
 * gev_resend_start() - before the first frame
 * @r: initialised
 * @sock: the stream's socket
 * @offered: the camera can send packets again
 *
 * Context: any.
 */
void gev_resend_start(struct gev_resend *r, struct socket *sock, bool offered)
{
	r->sock = sock;
	r->offered = offered;
	r->window = RESEND_WINDOW;
	r->quiet = RESEND_STALL;
	r->patience = RESEND_PATIENCE;
	r->memory = GEV_RX_FRAMES;
	r->second = jiffies;
}

/**
 * gev_resend_free() - no request goes out any more
 * @r: initialised, or zeroed
 *
 * Context: process, may sleep; stream->lock not held; the receiving side is
 * closed, and the socket is still there.
 */
void gev_resend_free(struct gev_resend *r)
{
	if (r->wq)
		destroy_workqueue(r->wq);
	r->wq = NULL;
}

/**
 * gev_resend_begin() - a frame begins
 * @rx: the receiving side
 * @frame: the frame
 *
 * Context: any, stream->lock held.
 */
void gev_resend_begin(struct gev_rx *rx, struct gev_rx_frame *frame)
{
	struct gev_resend *r = &rx->resend;

	/* What overtakes, and how far, may have changed since. */
	r->window -= DIV_ROUND_UP(r->window - RESEND_WINDOW, RESEND_FORGET);
	if (++r->frames % RESEND_FORGET == 0) {
		r->quiet = max(r->quiet - 1, RESEND_QUIET);
		r->memory = min_t(u64, r->memory + 1, GEV_RX_FRAMES);
	}
	memset(&frame->ask, 0, sizeof(frame->ask));
	frame->ask.hopeless = !r->offered;
}

static void give_up(struct gev_rx *rx, struct gev_rx_frame *frame)
{
	frame->ask.hopeless = true;
	rx->stream->stats[GEV_STAT_RESEND_GIVEN_UP]++;
}

/* May so many packets more be asked for? */
static bool allowed(struct gev_rx *rx, struct gev_rx_frame *frame, u32 packets)
{
	u32 limit = max(RESEND_FEW, frame->block.count / RESEND_PART);
	struct gev_resend *r = &rx->resend;

	if (time_after(jiffies, r->second + HZ)) {
		r->second = jiffies;
		r->spent = 0;
	}
	return packets <= limit && r->spent + packets <= RESEND_SECOND &&
	       frame->ask.asked + packets <= limit * (frame->ask.tries + 1) &&
	       rx->newest - frame->ordinal < r->memory;
}

static void enqueue(struct gev_rx *rx, const struct gev_block *b, u32 first, u32 last)
{
	struct gev_resend *r = &rx->resend;
	unsigned int at = (r->first + r->queued++) % GEV_RESEND_QUEUE;
	struct gev_stream *s = rx->stream;

	r->requests[at] = (struct gev_gvcp_resend){
		.extended = rx->extended,
		.block = b->id,
		.first = first,
		/* How many there really are only the trailer tells. */
		.last = last + 1 == b->count && !b->trailer ? GEV_GVCP_PACKET_END : last,
	};
	r->spent += last - first + 1;
	s->stats[GEV_STAT_RESEND_REQUESTS]++;
	s->stats[GEV_STAT_RESEND_PACKETS] += last - first + 1;
	queue_work(r->wq, &r->work);
}

/* Ask for what is missing in [@from, @end). That it is much may change until @over. */
static void ask(struct gev_rx *rx, struct gev_rx_frame *frame, u32 from, u32 end, bool over)
{
	struct gev_resend_frame *f = &frame->ask;
	u32 first, last;

	for (;;) {
		first = gev_block_missing(&frame->block, from, end, &last);
		if (first == GEV_BLOCK_NO_PACKET)
			break;
		if (rx->resend.queued == GEV_RESEND_QUEUE)
			return;
		if (!allowed(rx, frame, last - first + 1)) {
			f->too_much = true;
			if (over)
				give_up(rx, frame);
			return;
		}
		enqueue(rx, &frame->block, first, last);
		f->asked += last - first + 1;
		f->waited = 0;
		from = last + 1;
		f->cursor = max(f->cursor, from);
	}
	f->cursor = max(f->cursor, end);
}

/* How far packets overtake each other: quick to believe, slow to forget. */
static void learn_window(struct gev_resend *r, u32 distance)
{
	if (distance > r->window)
		r->window = min(2 * distance, RESEND_WINDOW_MAX);
}

/**
 * gev_resend_late() - a packet came that was not waited for any more, or hardly
 * @rx: the receiving side
 * @quiet: ticks in which no packet of its frame came
 *
 * Context: any, stream->lock held.
 */
void gev_resend_late(struct gev_rx *rx, unsigned int quiet)
{
	struct gev_resend *r = &rx->resend;

	if (quiet >= r->quiet)
		r->quiet = min(quiet + 1, RESEND_QUIET_MAX);
}

static void learn_patience(struct gev_resend *r, unsigned int answer)
{
	unsigned int wanted = clamp(2 * answer + 2, RESEND_PATIENCE, RESEND_PATIENCE_MAX);

	if (wanted > r->patience)
		r->patience = wanted;
	else
		r->patience -= DIV_ROUND_UP(r->patience - wanted, 8);
}

/**
 * gev_resend_came() - a packet of a frame came that is not whole
 * @rx: the receiving side
 * @frame: the frame
 * @packet: packet id
 * @again: the camera has sent it again
 *
 * Context: any, stream->lock held.
 */
void gev_resend_came(struct gev_rx *rx, struct gev_rx_frame *frame, u32 packet, bool again)
{
	struct gev_resend *r = &rx->resend;
	const struct gev_block *b = &frame->block;

	if (frame->ask.hopeless)
		return;
	r->marks = r->marks || again;
	if (again || (!r->marks && frame->ask.asked && packet < frame->ask.cursor))
		learn_patience(r, frame->ask.waited);
	else if (packet + 1 < b->next)
		learn_window(r, b->next - 1 - packet);
	if (b->next > frame->ask.cursor + r->window && !frame->ask.too_much)
		ask(rx, frame, frame->ask.cursor, b->next - r->window, false);
}

/**
 * gev_resend_refused() - the camera does not have a packet
 * @rx: the receiving side
 * @frame: the frame
 * @packet: packet id
 * @status: what it says about it
 *
 * Context: any, stream->lock held.
 */
void gev_resend_refused(struct gev_rx *rx, struct gev_rx_frame *frame, u32 packet, u16 status)
{
	u64 age = rx->newest - frame->ordinal;

	/* Of a frame that is under way the camera may not have acquired the end yet. */
	if (status == GEV_GVSP_NOT_YET || (packet >= frame->block.next && !age))
		return;
	if (status != GEV_GVSP_UNAVAILABLE && age)
		rx->resend.memory = min(rx->resend.memory, age);
	frame->ask.hopeless = true;
}

static bool lacks(const struct gev_rx_frame *frame, u32 end)
{
	u32 last;

	return gev_block_missing(&frame->block, 0, end, &last) != GEV_BLOCK_NO_PACKET;
}

/**
 * gev_resend_tick() - a tick of the timer has passed
 * @rx: the receiving side
 * @frame: a frame that is not whole
 * @closed: no packet of it is to come, but those asked for
 *
 * Context: any, stream->lock held.
 */
void gev_resend_tick(struct gev_rx *rx, struct gev_rx_frame *frame, bool closed)
{
	unsigned int quiet = frame->quiet;
	struct gev_resend_frame *f = &frame->ask;
	struct gev_resend *r = &rx->resend;
	u32 end = frame->block.count;
	/* Before a frame is given up, what is on its way gets a chance. */
	bool over = closed && quiet >= RESEND_STALL;

	f->waited++;
	f->too_much = false;
	if (f->hopeless || quiet < (closed ? r->quiet : RESEND_STALL))
		return;
	if (!closed && quiet < RESEND_STALL_END)
		end = frame->block.next;
	if (f->cursor < end) {
		ask(rx, frame, f->cursor, end, over);
	} else if (f->waited >= r->patience && lacks(frame, end)) {
		if (f->tries++ < RESEND_TRIES)
			ask(rx, frame, 0, end, over);
		else
			give_up(rx, frame);
	}
}
