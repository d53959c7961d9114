/* SPDX-License-Identifier: GPL-2.0 */
/* What a transport does for a stream: RDMA or UDP behind the same ops. */
#ifndef GEV_TRANSPORT_H
#define GEV_TRANSPORT_H

#include <linux/types.h>

#include <linux/gev_rdma.h>

struct gev_stream;

/**
 * struct gev_transport_ops - one way for frames to reach the buffers
 * @kind: enum gev_transport_kind
 * @name: for messages
 * @offered: does this camera offer the transport? (from its feature map; no access)
 * @start: negotiate, connect, take buffers from the stream, start the
 *	acquisition. Process context, may sleep; one of start and stop at a
 *	time. On error the buffers it took are back in stream->free
 * @buffer_queued: a buffer came into stream->free. Any context, under RCU
 * @failed: gev_stream_fail() was called: stop asking the camera for frames.
 *	Any context, stream->lock held
 * @stop: stop the acquisition, end the connection, give the buffers that it
 *	still has back to stream->free. Process context, may sleep; bounded in
 *	time also when the camera does not answer
 */
struct gev_transport_ops {
	enum gev_transport_kind kind;
	const char *name;
	bool (*offered)(struct gev_stream *s);
	int (*start)(struct gev_stream *s);
	void (*buffer_queued)(struct gev_stream *s);
	void (*failed)(struct gev_stream *s);
	void (*stop)(struct gev_stream *s);
};

extern const struct gev_transport_ops gev_rdma_transport;
extern const struct gev_transport_ops gev_udp_transport;

#endif /* GEV_TRANSPORT_H */
