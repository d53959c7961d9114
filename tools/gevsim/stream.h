/* SPDX-License-Identifier: GPL-2.0 */
/* The stream thread: CM events, completions, frames. */
#ifndef GEVSIM_STREAM_H
#define GEVSIM_STREAM_H

#include "connection.h"
#include "gvsp_prebuilt.h"

struct sim_device;

/**
 * struct sim_stream - what the stream thread works with
 * @dev: the camera
 * @events: CM events of listener and connections
 * @listener: listening CM id, NULL while there is none
 * @connection: the connection, NULL while there is none
 * @unanswered: request that a fault left without an answer
 * @gvsp: sends by UDP
 * @prebuilt: what it sends if packets are to be made once
 * @painter: makes pictures
 * @retry: CLOCK_MONOTONIC ns when to try to listen again
 * @mute: nothing is sent on this connection any more (a fault)
 */
struct sim_stream {
	struct sim_device *dev;
	struct rdma_event_channel *events;
	struct rdma_cm_id *listener;
	struct sim_connection *connection;
	struct rdma_cm_id *unanswered;
	struct sim_gvsp gvsp;
	struct sim_gvsp_prebuilt prebuilt;
	struct sim_painter painter;
	u64 retry;
	bool mute;
};

void *sim_stream_run(void *arg);
void sim_stream_disconnect(struct sim_stream *s, const char *why);

#endif /* GEVSIM_STREAM_H */
