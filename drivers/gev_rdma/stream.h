/* SPDX-License-Identifier: GPL-2.0 */
/* One acquisition: who owns which buffer, block ids, time, counters. */
#ifndef GEV_STREAM_H
#define GEV_STREAM_H

#include <linux/list.h>
#include <linux/spinlock.h>
#include <media/videobuf2-v4l2.h>

#include <linux/gev_rdma.h>

#include "wire/gendc.h"

struct gev_camera;
struct gev_transport_ops;

/**
 * struct gev_buffer - a frame buffer of the vb2 queue
 * @vb: the vb2 buffer; first, as vb2 wants it
 * @entry: in stream->free while no transport has it
 *
 * Owned by exactly one of: vb2, stream->free, the transport.
 */
struct gev_buffer {
	struct vb2_v4l2_buffer vb;
	struct list_head entry;
};

#define to_gev_buffer(v) container_of(v, struct gev_buffer, vb.vb2_buf)

/**
 * struct gev_format - the negotiated picture
 * @pfnc: pixel format code
 * @fourcc: its V4L2 twin
 * @width: pixels
 * @height: lines
 * @left: pixels, ROI offset
 * @top: lines, ROI offset
 * @bytesperline: bytes
 * @sizeimage: bytes
 */
struct gev_format {
	u32 pfnc;
	u32 fourcc;
	u32 width;
	u32 height;
	u32 left;
	u32 top;
	u32 bytesperline;
	u32 sizeimage;
};

/* Counters; names in stream.c are stable, see Documentation/uapi.rst. */
enum gev_stat {
	GEV_STAT_FRAMES,		/* handed out whole */
	GEV_STAT_DAMAGED,		/* handed out with the error flag */
	GEV_STAT_MISSING,		/* block ids that never came */
	GEV_STAT_NO_BUFFER,		/* of those: lost while no buffer was queued */
	GEV_STAT_SKIPPED,		/* announced by the camera as not sent */
	GEV_STAT_BAD_SIGNATURE,
	GEV_STAT_BAD_HEADER,
	GEV_STAT_BAD_PART,
	GEV_STAT_BAD_SIZE,
	GEV_STAT_BAD_FORMAT,
	GEV_STAT_BAD_GEOMETRY,
	GEV_STAT_BAD_ID,
	GEV_STAT_BAD_OPCODE,		/* immediate, invalidate */
	GEV_STAT_NO_DESCRIPTOR,		/* a payload alone for 1 s */
	GEV_STAT_OVER_CREDIT,		/* more frames than credits */
	GEV_STAT_FLUSHED,		/* payload without descriptor at an end of connection */
	GEV_STAT_CONNECTS,
	GEV_STAT_RECONNECTS,
	GEV_STAT_DISCONNECTS,
	GEV_STAT_REFUSALS,
	GEV_STAT_PROTOCOL_ERRORS,
	GEV_STAT_CREDITS_SENT,
	GEV_STAT_BYTES,
	GEV_STAT_FRAME_NS,		/* driver's own time in frames' completions, ns */
	GEV_STATS
};

/**
 * struct gev_stream - embedded in the camera; a run lasts from start to stop
 * @lock: leaf spinlock, always _bh; protects @free, @running, @started, @error,
 *	@last_id, @id_base, @starved, @stats
 * @queue: the vb2 queue, set once by the video node
 * @format: what was negotiated; changes only while vb2 is not busy
 * @free: buffers that vb2 gave us and no transport has
 * @running: from the beginning of start to that of stop
 * @started: start_streaming is through: vb2 is told of an error
 * @error: first error of the run
 * @last_id: last block id that counted
 * @id_base: added to block ids: what earlier acquisitions of this run had
 * @starved: no buffer is queued: missing ids count as NO_BUFFER
 * @stats: see enum gev_stat; since the camera was found
 * @ops: transport of this run
 * @transport: its private data; NULL outside start..stop
 */
struct gev_stream {
	spinlock_t lock; /* see above */
	struct vb2_queue *queue;
	struct gev_format format;
	struct list_head free;
	bool running;
	bool started;
	int error;
	u64 last_id;
	u64 id_base;
	bool starved;
	u64 stats[GEV_STATS];
	const struct gev_transport_ops *ops;
	void *transport;
};

struct gev_camera *gev_stream_camera(struct gev_stream *s);
void gev_stream_init(struct gev_stream *s);

/*
 * The vb2 side: start_streaming, stop_streaming, buf_queue; q->lock held.
 * A failed start has given every buffer back as QUEUED, a stop as ERROR.
 */
int gev_stream_start(struct gev_stream *s);
void gev_stream_stop(struct gev_stream *s);
void gev_stream_queue(struct gev_stream *s, struct gev_buffer *buf);

/* From any context: ends the stream with an error that the application sees. */
void gev_stream_fail(struct gev_stream *s, int error);

/* The transport's side. */
struct gev_buffer *gev_stream_take(struct gev_stream *s);	/* s->lock held; NULL: none */
void gev_stream_untake(struct gev_stream *s, struct gev_buffer *buf);	/* s->lock held */
void gev_stream_frame(struct gev_stream *s, struct gev_buffer *buf,
		      enum gev_frame_cause cause, const struct gev_gendc_frame *f,
		      bool advance, u32 bytes);	/* hands out or takes back; lock not held */
void gev_stream_restarted(struct gev_stream *s);	/* ids start at 1 again */

/* The largest frame, bytes, that the wanted transport can carry now. */
u32 gev_stream_frame_limit(struct gev_stream *s);
enum gev_transport_kind gev_stream_transport_used(struct gev_stream *s);

void gev_stream_count(struct gev_stream *s, enum gev_stat stat, u64 n);
const char *gev_stat_name(enum gev_stat stat);
void gev_stream_stats(struct gev_stream *s, u64 stats[GEV_STATS]);

#endif /* GEV_STREAM_H */
