/* SPDX-License-Identifier: GPL-2.0 */
/* One acquisition: who owns which buffer, block ids, time, counters. */
#ifndef GEV_STREAM_H
#define GEV_STREAM_H

#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <media/videobuf2-v4l2.h>

#include <linux/gev_rdma.h>

#include "stats.h"

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

/**
 * struct gev_frame_end - how a frame has ended
 * @stat: FRAMES for one that is good, SKIPPED for one that the camera has only
 *	announced, else the cause of its damage
 * @id: block id, from 1 on in each acquisition
 * @advance: the id counts
 * @bytes: of payload
 * @time: when it was complete, CLOCK_MONOTONIC ns
 */
struct gev_frame_end {
	enum gev_stat stat;
	u64 id;
	bool advance;
	u32 bytes;
	u64 time;
};

/**
 * struct gev_stream - embedded in the camera; a run lasts from start to stop
 * @lock: spinlock, always _bh; protects @free, @running, @started, @live, @broken,
 *	@error, @last_id, @id_base, @starved, @stats, @ops, and what transports say
 *	so of. Inside it only those of connections and of the queue
 * @queue: the vb2 queue, set once by the video node
 * @format: what was negotiated; changes only while vb2 is not busy
 * @free: buffers that vb2 gave us and no transport has
 * @running: from the beginning of start to that of stop
 * @started: start_streaming is through: vb2 is told of an error
 * @listening: another host controls the camera; set at the start
 * @live: @ops takes buffers as they come
 * @broken: the transport has failed, another one is to take over
 * @error: first error of the run
 * @last_id: last block id that counted
 * @id_base: added to block ids: what earlier acquisitions of this run had
 * @starved: no buffer is queued: missing ids count as NO_BUFFER
 * @drop_damaged: frames that are not whole are not handed out
 * @stats: see enum gev_stat; since the camera was found
 * @ops: transport in use; NULL between two of them
 * @transport: its private data; NULL outside start..stop
 * @packet_size: of the stream over UDP, bytes; 0 for others
 * @switch_work: from one transport to another within a run; who stops the run
 *	waits for it, q->lock held
 */
struct gev_stream {
	spinlock_t lock; /* see above */
	struct vb2_queue *queue;
	struct gev_format format;
	struct list_head free;
	bool running;
	bool started;
	bool listening;
	bool live;
	int broken;
	int error;
	u64 last_id;
	u64 id_base;
	bool starved;
	bool drop_damaged;
	u64 stats[GEV_STATS];
	const struct gev_transport_ops *ops;
	void *transport;
	u32 packet_size;
	struct work_struct switch_work;
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
/* The same, unless another transport can take over. */
void gev_stream_broken(struct gev_stream *s, int error);
/* Which transport is wanted has changed. */
void gev_stream_reconsider(struct gev_stream *s);

/* The transport's side. */
struct gev_buffer *gev_stream_take(struct gev_stream *s);	/* s->lock held; NULL: none */
void gev_stream_untake(struct gev_stream *s, struct gev_buffer *buf);	/* s->lock held */
void gev_stream_frame(struct gev_stream *s, struct gev_buffer *buf,
		      const struct gev_frame_end *end);	/* s->lock held */
bool gev_stream_may_fall_back(struct gev_stream *s);
void gev_stream_restarted(struct gev_stream *s);	/* ids start at 1 again */

/* The largest frame, bytes, that the wanted transport can carry now. */
u32 gev_stream_frame_limit(struct gev_stream *s);
enum gev_transport_kind gev_stream_transport_used(struct gev_stream *s);

u32 gev_stream_packet_size(struct gev_stream *s);

void gev_stream_count(struct gev_stream *s, enum gev_stat stat, u64 n);
void gev_stream_stats(struct gev_stream *s, u64 stats[GEV_STATS]);

#endif /* GEV_STREAM_H */
