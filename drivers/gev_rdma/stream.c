// SPDX-License-Identifier: GPL-2.0
/* One acquisition: who owns which buffer, block ids, time, counters. */
#include <linux/ktime.h>

#include "camera.h"
#include "gev_rdma.h"
#include "gvcp/control.h"
#include "netlink.h"
#include "stream.h"
#include "transport.h"
#include "v4l2/queue.h"

/**
 * gev_stream_camera() - the camera that a stream is embedded in
 * @s: the stream
 *
 * Return: the camera; no reference is taken.
 */
struct gev_camera *gev_stream_camera(struct gev_stream *s)
{
	return container_of(s, struct gev_camera, stream);
}

/* The one way of buffers back to vb2 that are not frames. */
static void return_buffers(struct gev_stream *s, enum vb2_buffer_state state)
{
	struct gev_buffer *buf, *next;
	LIST_HEAD(list);

	spin_lock_bh(&s->lock);
	list_splice_init(&s->free, &list);
	spin_unlock_bh(&s->lock);

	list_for_each_entry_safe(buf, next, &list, entry) {
		list_del(&buf->entry);
		vb2_buffer_done(&buf->vb.vb2_buf, state);
	}
}

static u32 wanted_transport(struct gev_stream *s)
{
	return READ_ONCE(gev_stream_camera(s)->transport_wanted);
}

/**
 * gev_stream_may_fall_back() - is there another transport than RDMA?
 * @s: the stream
 *
 * Context: any.
 * Return: whether the stream may go on over UDP.
 */
bool gev_stream_may_fall_back(struct gev_stream *s)
{
	return wanted_transport(s) == GEV_TRANSPORT_AUTO && gev_udp_transport.offered(s);
}

/**
 * struct choice - transports to try, one after the other
 * @ops: which
 * @n: how many
 */
struct choice {
	const struct gev_transport_ops *ops[2];
	unsigned int n;
};

static struct choice choose(struct gev_stream *s, bool rdma_broken)
{
	u32 wanted = wanted_transport(s);
	struct choice c = { };

	if (wanted != GEV_TRANSPORT_UDP && !rdma_broken && !s->listening &&
	    gev_rdma_transport.offered(s))
		c.ops[c.n++] = &gev_rdma_transport;
	if (wanted != GEV_TRANSPORT_RDMA && gev_udp_transport.offered(s))
		c.ops[c.n++] = &gev_udp_transport;
	return c;
}

/* An error about which another transport can do nothing. */
static bool final(int error)
{
	return error == -EBUSY || error == -EACCES || error == -ENODEV;
}

static int start_transport(struct gev_stream *s, const struct gev_transport_ops *ops)
{
	int ret;

	spin_lock_bh(&s->lock);
	s->ops = ops;
	spin_unlock_bh(&s->lock);

	ret = ops->start(s);

	spin_lock_bh(&s->lock);
	if (ret)
		s->ops = NULL;
	s->live = !ret;
	spin_unlock_bh(&s->lock);
	return ret;
}

static int start_any(struct gev_stream *s, const struct choice *c)
{
	struct gev_camera *cam = gev_stream_camera(s);
	unsigned int i;
	int ret;

	if (!c->n) {
		gev_camera_warn(cam, "the camera offers no stream over %s (features are missing in its description)",
				wanted_transport(s) == GEV_TRANSPORT_RDMA ? "RDMA" : "RDMA or UDP");
		return -ECONNREFUSED;
	}
	for (i = 0; ; i++) {
		ret = start_transport(s, c->ops[i]);
		if (!ret || final(ret) || i + 1 == c->n)
			break;
		dev_warn(&cam->dev, "no stream over %s (error %d): over %s instead\n",
			 c->ops[i]->name, ret, c->ops[i + 1]->name);
	}
	return ret;
}

static void begin_run(struct gev_stream *s)
{
	spin_lock_bh(&s->lock);
	s->ops = NULL;
	s->running = true;
	s->started = false;
	s->live = false;
	s->broken = 0;
	s->error = 0;
	s->last_id = 0;
	s->id_base = 0;
	s->starved = false;
	spin_unlock_bh(&s->lock);
}

/* vb2 is told of what went wrong meanwhile only if it goes on to stream. */
static void run_started(struct gev_stream *s)
{
	spin_lock_bh(&s->lock);
	s->started = true;
	if (s->error)
		vb2_queue_error(s->queue);
	else if (s->broken)
		queue_work(system_long_wq, &s->switch_work);
	spin_unlock_bh(&s->lock);
}

/* No gev_stream_fail() and no gev_stream_broken() do anything from here on. */
static void end_run(struct gev_stream *s)
{
	spin_lock_bh(&s->lock);
	s->running = false;
	s->started = false;
	s->live = false;
	spin_unlock_bh(&s->lock);
	cancel_work_sync(&s->switch_work);
}

/* The transport in use takes no more buffers; NULL when the run has ended. */
static const struct gev_transport_ops *leave_transport(struct gev_stream *s)
{
	const struct gev_transport_ops *ops = NULL;

	spin_lock_bh(&s->lock);
	if (s->running && !s->error) {
		ops = s->ops;
		s->ops = NULL;
		s->live = false;
	}
	spin_unlock_bh(&s->lock);
	/* Those in gev_stream_queue() that saw it live */
	synchronize_rcu();
	return ops;
}

static void announce_transport(struct gev_stream *s)
{
	struct gev_camera *cam = gev_stream_camera(s);

	gev_queue_transport_changed(s->queue);
	gev_netlink_event(cam, GEV_EVENT_CAMERA_CHANGE);
}

/* What was free when the transport started it has; later ones wait for this. */
static void offer_buffers(struct gev_stream *s)
{
	rcu_read_lock();
	if (READ_ONCE(s->live))
		s->ops->buffer_queued(s);
	rcu_read_unlock();
}

static void switch_work(struct work_struct *work)
{
	struct gev_stream *s = container_of(work, struct gev_stream, switch_work);
	const struct gev_transport_ops *ops;
	int broken = READ_ONCE(s->broken);
	struct choice c = choose(s, broken);
	int ret;

	if (!broken && (!c.n || c.ops[0] == s->ops))
		return;
	ops = leave_transport(s);
	if (!ops)
		return;
	ops->stop(s);
	if (broken) {
		dev_warn(&gev_stream_camera(s)->dev, "the stream over %s is broken (error %d)\n",
			 ops->name, broken);
		gev_stream_count(s, GEV_STAT_FALLBACKS, 1);
	}
	spin_lock_bh(&s->lock);
	/* How many frames got lost nobody knows, but that some did. */
	if (broken) {
		s->id_base++;
		s->stats[GEV_STAT_MISSING]++;
	}
	s->broken = 0;
	spin_unlock_bh(&s->lock);
	ret = start_any(s, &c);
	if (ret)
		gev_stream_fail(s, ret == -ENODEV ? -EIO : ret);
	else
		offer_buffers(s);
	announce_transport(s);
}

/**
 * gev_stream_init() - prepare a new camera's stream
 * @s: the stream, zeroed
 */
void gev_stream_init(struct gev_stream *s)
{
	spin_lock_init(&s->lock);
	INIT_LIST_HEAD(&s->free);
	INIT_WORK(&s->switch_work, switch_work);
}

/* Who only listens to what another host has the camera send leaves control to it. */
static int claim_control(struct gev_stream *s)
{
	return s->listening ? 0 : gev_control_claim(gev_stream_camera(s));
}

static void release_control(struct gev_stream *s)
{
	if (!s->listening)
		gev_control_release(gev_stream_camera(s));
}

/**
 * gev_stream_start() - start_streaming
 * @s: the stream; its format is negotiated and buffers are queued
 *
 * Context: process, q->lock held, may sleep for the camera and the CM.
 * Return: 0; -EBUSY when another application controls the camera,
 * -EHOSTUNREACH without an HCA or route, -ECONNREFUSED when the camera
 * refuses or does not offer the transport. On error every buffer is back as
 * QUEUED.
 */
int gev_stream_start(struct gev_stream *s)
{
	struct choice c;
	int ret;

	s->listening = READ_ONCE(gev_stream_camera(s)->udp.listen);
	c = choose(s, false);
	begin_run(s);
	ret = claim_control(s);
	if (ret)
		goto end_run;

	ret = start_any(s, &c);
	if (ret)
		goto release;

	run_started(s);
	return 0;

release:
	release_control(s);
end_run:
	end_run(s);
	return_buffers(s, VB2_BUF_STATE_QUEUED);
	/* ENODEV means that the node has gone; a camera that is away has not. */
	return ret == -ENODEV ? -EIO : ret;
}

/**
 * gev_stream_stop() - stop_streaming
 * @s: the stream
 *
 * On return every buffer is back at vb2 as ERROR, and nothing writes into
 * their memory any more.
 *
 * Context: process, q->lock held, may sleep.
 */
void gev_stream_stop(struct gev_stream *s)
{
	end_run(s);
	if (s->ops)
		s->ops->stop(s);
	spin_lock_bh(&s->lock);
	s->ops = NULL;
	spin_unlock_bh(&s->lock);
	release_control(s);
	return_buffers(s, VB2_BUF_STATE_ERROR);
}

/**
 * gev_stream_queue() - buf_queue: vb2 gives a buffer for a frame
 * @s: the stream
 * @buf: the buffer
 *
 * Context: q->lock held.
 */
void gev_stream_queue(struct gev_stream *s, struct gev_buffer *buf)
{
	const struct gev_transport_ops *ops;

	/* Who leaves the transport waits for those in here. */
	rcu_read_lock();
	spin_lock_bh(&s->lock);
	list_add_tail(&buf->entry, &s->free);
	ops = s->live ? s->ops : NULL;
	spin_unlock_bh(&s->lock);
	if (ops)
		ops->buffer_queued(s);
	rcu_read_unlock();
}

/**
 * gev_stream_fail() - end a run with an error that the application sees
 * @s: the stream
 * @error: negative errno; the first of a run is kept
 *
 * Buffers stay where they are until the application's STREAMOFF.
 *
 * Context: any.
 */
void gev_stream_fail(struct gev_stream *s, int error)
{
	spin_lock_bh(&s->lock);
	if (s->running && !s->error) {
		s->error = error;
		if (s->ops)
			s->ops->failed(s);
		if (s->started)
			vb2_queue_error(s->queue);
	}
	spin_unlock_bh(&s->lock);
}

/**
 * gev_stream_broken() - RDMA has failed for good
 * @s: the stream
 * @error: negative errno
 *
 * The stream goes on over UDP in the same buffers, if it may; else it fails.
 *
 * Context: any but s->lock held.
 */
void gev_stream_broken(struct gev_stream *s, int error)
{
	if (!gev_stream_may_fall_back(s)) {
		gev_stream_fail(s, error);
		return;
	}
	spin_lock_bh(&s->lock);
	if (s->running && !s->error && !s->broken) {
		s->broken = error;
		if (s->started)
			queue_work(system_long_wq, &s->switch_work);
	}
	spin_unlock_bh(&s->lock);
}

/**
 * gev_stream_reconsider() - another transport may be wanted now
 * @s: the stream; nothing happens when it does not run
 *
 * Context: any but s->lock held.
 */
void gev_stream_reconsider(struct gev_stream *s)
{
	spin_lock_bh(&s->lock);
	if (s->started && !s->error)
		queue_work(system_long_wq, &s->switch_work);
	spin_unlock_bh(&s->lock);
}

/**
 * gev_stream_take() - the transport takes a free buffer
 * @s: the stream
 *
 * Context: s->lock held.
 * Return: the buffer, or NULL when none is free or the run has failed.
 */
struct gev_buffer *gev_stream_take(struct gev_stream *s)
{
	struct gev_buffer *buf;

	lockdep_assert_held(&s->lock);
	if (s->error)
		return NULL;
	buf = list_first_entry_or_null(&s->free, struct gev_buffer, entry);
	if (buf)
		list_del(&buf->entry);
	return buf;
}

/**
 * gev_stream_untake() - the transport gives a buffer back unused
 * @s: the stream
 * @buf: a buffer from gev_stream_take()
 *
 * Context: s->lock held.
 */
void gev_stream_untake(struct gev_stream *s, struct gev_buffer *buf)
{
	lockdep_assert_held(&s->lock);
	list_add_tail(&buf->entry, &s->free);
}

static void count_missing(struct gev_stream *s, u64 missing)
{
	s->stats[GEV_STAT_MISSING] += missing;
	if (s->starved)
		s->stats[GEV_STAT_NO_BUFFER] += missing;
	s->starved = false;
}

/**
 * gev_stream_frame() - a frame has ended
 * @s: the stream
 * @buf: its buffer, no longer written by anybody
 * @end: how it has ended
 *
 * A skipped frame's buffer becomes free again, and a damaged one's if the
 * application wants none; any other buffer goes to the application, with the
 * error flag unless the frame is good.
 *
 * Context: any, s->lock held.
 */
void gev_stream_frame(struct gev_stream *s, struct gev_buffer *buf,
		      const struct gev_frame_end *end)
{
	bool good = end->stat == GEV_STAT_FRAMES;
	bool dropped = !good && s->drop_damaged;

	lockdep_assert_held(&s->lock);
	s->stats[end->stat]++;
	if (end->advance) {
		count_missing(s, end->id - s->last_id - 1);
		s->last_id = end->id;
	}
	if (!good && end->stat != GEV_STAT_SKIPPED) {
		s->stats[GEV_STAT_DAMAGED]++;
		s->stats[GEV_STAT_DROPPED] += dropped;
	}
	if (dropped || end->stat == GEV_STAT_SKIPPED) {
		gev_stream_untake(s, buf);
		return;
	}
	s->stats[GEV_STAT_BYTES] += end->bytes;

	/* Before the first good id there is no frame 0 to repeat. */
	buf->vb.sequence = s->id_base + (s->last_id ? s->last_id - 1 : 0);
	buf->vb.field = V4L2_FIELD_NONE;
	buf->vb.vb2_buf.timestamp = end->time;
	vb2_set_plane_payload(&buf->vb.vb2_buf, 0, end->bytes);
	vb2_buffer_done(&buf->vb.vb2_buf,
			good ? VB2_BUF_STATE_DONE : VB2_BUF_STATE_ERROR);
}

/**
 * gev_stream_restarted() - a new acquisition in the same run: ids start at 1
 * @s: the stream
 *
 * What the acquisition before had is added, so that the sequence goes on.
 *
 * Context: any but s->lock held.
 */
void gev_stream_restarted(struct gev_stream *s)
{
	spin_lock_bh(&s->lock);
	s->id_base += s->last_id;
	s->last_id = 0;
	spin_unlock_bh(&s->lock);
}

/**
 * gev_stream_frame_limit() - the largest frame that can be received
 * @s: the stream
 *
 * Return: bytes.
 */
u32 gev_stream_frame_limit(struct gev_stream *s)
{
	return GEV_FRAME_BYTES_MAX;
}

/**
 * gev_stream_transport_used() - the transport of the present run
 * @s: the stream
 *
 * Return: NONE when not streaming.
 */
enum gev_transport_kind gev_stream_transport_used(struct gev_stream *s)
{
	enum gev_transport_kind kind;

	spin_lock_bh(&s->lock);
	kind = s->running && s->ops ? s->ops->kind : GEV_TRANSPORT_NONE;
	spin_unlock_bh(&s->lock);
	return kind;
}

/**
 * gev_stream_packet_size() - size of packets of the present run
 * @s: the stream
 *
 * Return: bytes, from the IP header on; 0 when it is not one over UDP.
 */
u32 gev_stream_packet_size(struct gev_stream *s)
{
	return READ_ONCE(s->packet_size);
}

/**
 * gev_stream_count() - add to a counter
 * @s: the stream
 * @stat: which
 * @n: how much
 *
 * Context: any but s->lock held.
 */
void gev_stream_count(struct gev_stream *s, enum gev_stat stat, u64 n)
{
	spin_lock_bh(&s->lock);
	s->stats[stat] += n;
	spin_unlock_bh(&s->lock);
}

/**
 * gev_stream_stats() - all counters at one moment
 * @s: the stream
 * @stats: where they go
 */
void gev_stream_stats(struct gev_stream *s, u64 stats[GEV_STATS])
{
	spin_lock_bh(&s->lock);
	memcpy(stats, s->stats, sizeof(s->stats));
	spin_unlock_bh(&s->lock);
}
