// SPDX-License-Identifier: GPL-2.0
/* One acquisition: who owns which buffer, block ids, time, counters. */
#include <linux/ktime.h>

#include "camera.h"
#include "gev_rdma.h"
#include "gvcp/control.h"
#include "stream.h"
#include "transport.h"

static const char * const stat_names[GEV_STATS] = {
	[GEV_STAT_FRAMES]		= "frames",
	[GEV_STAT_DAMAGED]		= "damaged",
	[GEV_STAT_MISSING]		= "missing",
	[GEV_STAT_NO_BUFFER]		= "no_buffer",
	[GEV_STAT_SKIPPED]		= "skipped",
	[GEV_STAT_BAD_SIGNATURE]	= "bad_signature",
	[GEV_STAT_BAD_HEADER]		= "bad_header",
	[GEV_STAT_BAD_PART]		= "bad_part",
	[GEV_STAT_BAD_SIZE]		= "bad_size",
	[GEV_STAT_BAD_FORMAT]		= "bad_format",
	[GEV_STAT_BAD_GEOMETRY]		= "bad_geometry",
	[GEV_STAT_BAD_ID]		= "bad_id",
	[GEV_STAT_BAD_OPCODE]		= "bad_opcode",
	[GEV_STAT_NO_DESCRIPTOR]	= "no_descriptor",
	[GEV_STAT_OVER_CREDIT]		= "over_credit",
	[GEV_STAT_FLUSHED]		= "flushed",
	[GEV_STAT_CONNECTS]		= "connects",
	[GEV_STAT_RECONNECTS]		= "reconnects",
	[GEV_STAT_DISCONNECTS]		= "disconnects",
	[GEV_STAT_REFUSALS]		= "refusals",
	[GEV_STAT_PROTOCOL_ERRORS]	= "protocol_errors",
	[GEV_STAT_CREDITS_SENT]		= "credits_sent",
	[GEV_STAT_BYTES]		= "bytes",
	[GEV_STAT_FRAME_NS]		= "frame_ns",
};

static const enum gev_stat cause_stats[GEV_FRAME_CAUSES] = {
	[GEV_FRAME_GOOD]		= GEV_STAT_FRAMES,
	[GEV_FRAME_SKIPPED]		= GEV_STAT_SKIPPED,
	[GEV_FRAME_BAD_SIGNATURE]	= GEV_STAT_BAD_SIGNATURE,
	[GEV_FRAME_BAD_HEADER]		= GEV_STAT_BAD_HEADER,
	[GEV_FRAME_BAD_PART]		= GEV_STAT_BAD_PART,
	[GEV_FRAME_BAD_SIZE]		= GEV_STAT_BAD_SIZE,
	[GEV_FRAME_BAD_FORMAT]		= GEV_STAT_BAD_FORMAT,
	[GEV_FRAME_BAD_GEOMETRY]	= GEV_STAT_BAD_GEOMETRY,
	[GEV_FRAME_BAD_ID]		= GEV_STAT_BAD_ID,
};

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

/**
 * gev_stream_init() - prepare a new camera's stream
 * @s: the stream, zeroed
 */
void gev_stream_init(struct gev_stream *s)
{
	spin_lock_init(&s->lock);
	INIT_LIST_HEAD(&s->free);
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

static const struct gev_transport_ops *choose_transport(struct gev_stream *s)
{
	struct gev_camera *cam = gev_stream_camera(s);
	u32 wanted;

	mutex_lock(&cam->lock);
	wanted = cam->transport_wanted;
	mutex_unlock(&cam->lock);

	if (wanted == GEV_TRANSPORT_UDP) {
		gev_camera_warn(cam, "this driver has no UDP transport yet: gevctl transport %s rdma",
				dev_name(&cam->dev));
		return ERR_PTR(-EOPNOTSUPP);
	}
	if (!gev_rdma_transport.offered(s)) {
		gev_camera_warn(cam, "the camera offers no RDMA (no GRS-1 features in its description)");
		return ERR_PTR(-ECONNREFUSED);
	}
	return &gev_rdma_transport;
}

static void begin_run(struct gev_stream *s, const struct gev_transport_ops *ops)
{
	spin_lock_bh(&s->lock);
	s->ops = ops;
	s->running = true;
	s->started = false;
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
	spin_unlock_bh(&s->lock);
}

static void end_run(struct gev_stream *s)
{
	spin_lock_bh(&s->lock);
	s->running = false;
	s->started = false;
	s->ops = NULL;
	spin_unlock_bh(&s->lock);
}

/**
 * gev_stream_start() - start_streaming
 * @s: the stream; its format is negotiated and buffers are queued
 *
 * Context: process, q->lock held, may sleep for the camera and the CM.
 * Return: 0; -EBUSY when another application controls the camera,
 * -EHOSTUNREACH without an HCA or route, -ECONNREFUSED when the camera
 * refuses or offers no RDMA. On error every buffer is back as QUEUED.
 */
int gev_stream_start(struct gev_stream *s)
{
	struct gev_camera *cam = gev_stream_camera(s);
	const struct gev_transport_ops *ops;
	int ret;

	ops = choose_transport(s);
	if (IS_ERR(ops)) {
		ret = PTR_ERR(ops);
		goto return_bufs;
	}

	ret = gev_control_claim(cam);
	if (ret)
		goto return_bufs;

	begin_run(s, ops);
	ret = ops->start(s);
	if (ret)
		goto end;

	run_started(s);
	return 0;

end:
	end_run(s);
	gev_control_release(cam);
return_bufs:
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
	const struct gev_transport_ops *ops = s->ops;

	/* No gev_stream_fail() reaches the transport from here on. */
	end_run(s);
	ops->stop(s);
	gev_control_release(gev_stream_camera(s));
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
	bool running;

	spin_lock_bh(&s->lock);
	list_add_tail(&buf->entry, &s->free);
	running = s->running;
	spin_unlock_bh(&s->lock);

	/* q->lock, which start and stop hold too, keeps the transport alive. */
	if (running)
		s->ops->buffer_queued(s);
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
		s->ops->failed(s);
		if (s->started)
			vb2_queue_error(s->queue);
	}
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
 * gev_stream_frame() - a frame has arrived, or has been announced as skipped
 * @s: the stream
 * @buf: its buffer, no longer written by anybody
 * @cause: what gev_gendc_check() said; not BAD_SIGNATURE
 * @f: the frame's descriptor
 * @advance: the block id counts
 * @bytes: payload bytes received
 *
 * A skipped frame's buffer becomes free again; any other buffer goes to the
 * application, with the error flag unless the frame is good.
 *
 * Context: completion, s->lock not held.
 */
void gev_stream_frame(struct gev_stream *s, struct gev_buffer *buf,
		      enum gev_frame_cause cause, const struct gev_gendc_frame *f,
		      bool advance, u32 bytes)
{
	bool good = cause == GEV_FRAME_GOOD;
	u32 sequence;

	spin_lock_bh(&s->lock);
	s->stats[cause_stats[cause]]++;
	if (advance) {
		count_missing(s, f->id - s->last_id - 1);
		s->last_id = f->id;
	}
	if (cause == GEV_FRAME_SKIPPED) {
		gev_stream_untake(s, buf);
		spin_unlock_bh(&s->lock);
		return;
	}
	if (!good)
		s->stats[GEV_STAT_DAMAGED]++;
	s->stats[GEV_STAT_BYTES] += bytes;
	/* Before the first good id there is no frame 0 to repeat. */
	sequence = s->id_base + (s->last_id ? s->last_id - 1 : 0);
	spin_unlock_bh(&s->lock);

	buf->vb.sequence = sequence;
	buf->vb.field = V4L2_FIELD_NONE;
	buf->vb.vb2_buf.timestamp = ktime_get_ns();
	vb2_set_plane_payload(&buf->vb.vb2_buf, 0, bytes);
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
	kind = s->running ? s->ops->kind : GEV_TRANSPORT_NONE;
	spin_unlock_bh(&s->lock);
	return kind;
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
 * gev_stat_name() - stable name of a counter
 * @stat: which
 *
 * Return: the name.
 */
const char *gev_stat_name(enum gev_stat stat)
{
	return stat_names[stat];
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
