/* SPDX-License-Identifier: GPL-2.0 */
/* Receives straight into the vb2 planes, in pairs, and the credits for them. */
#ifndef GEV_RECV_H
#define GEV_RECV_H

#include <linux/videodev2.h>
#include <rdma/ib_verbs.h>

#include "../wire/gendc.h"
#include "../wire/grs.h"

struct gev_buffer;
struct gev_conn;
struct gev_recv;
struct gev_stream;

#define GEV_RECV_SLOTS		VIDEO_MAX_FRAME
/* Two receives for each slot; the queue has one more for draining. */
#define GEV_RECV_WR		(2 * GEV_RECV_SLOTS + 1)
/* One credit message in flight, and one for draining. */
#define GEV_SEND_WR		2
#define GEV_FLOW0_MAX		65536u	/* bytes of descriptor and metadata that we accept */

/**
 * struct gev_recv_slot - the pair of receives for one vb2 buffer
 * @recv: where it belongs
 * @buf: the buffer while the pair is posted, else NULL
 * @payload_cqe: completion of flow 1
 * @descriptor_cqe: completion of flow 0, which ends the frame
 * @payload_dma: address of the plane for the HCA, valid when @mapped
 * @mapped: the plane is mapped on the HCA of this connection
 * @descriptor: memory of flow 0
 * @descriptor_dma: its address for the HCA
 * @payload_bytes: received on flow 1
 * @payload_came: flow 1 has completed, by a plain SEND
 */
struct gev_recv_slot {
	struct gev_recv *recv;
	struct gev_buffer *buf;
	struct ib_cqe payload_cqe;
	struct ib_cqe descriptor_cqe;
	u64 payload_dma;
	bool mapped;
	void *descriptor;
	u64 descriptor_dma;
	u32 payload_bytes;
	bool payload_came;
};

/**
 * struct gev_recv - the receive side of a stream
 * @stream: the stream; its lock protects everything below but the memory,
 *	which changes only while no connection is attached
 * @conn: the connection that is attached, or NULL
 * @expect: what each frame is checked against
 * @flow0_size: bytes of a descriptor receive
 * @slots: indexed as the vb2 buffers
 * @open: receives may be posted
 * @live: credits may be sent
 * @outstanding: pairs posted and not completed
 * @posted: pairs posted since the connection began
 * @announced: of those, what the camera has been told, or is being told
 * @received: frames since the connection began
 * @good: a good frame has come on this connection
 * @payload_since: when a payload came whose descriptor is still to come, ns; 0
 * @credit: memory of a credit message
 * @credit_dma: its address for the HCA
 * @credit_cqe: its completion
 * @credit_in_flight: it is being sent
 */
struct gev_recv {
	struct gev_stream *stream;
	struct gev_conn *conn;
	struct gev_gendc_expect expect;
	u32 flow0_size;
	struct gev_recv_slot slots[GEV_RECV_SLOTS];
	bool open;
	bool live;
	u32 outstanding;
	u32 posted;
	u32 announced;
	u32 received;
	bool good;
	u64 payload_since;
	u8 *credit;
	u64 credit_dma;
	struct ib_cqe credit_cqe;
	bool credit_in_flight;
};

/* Memory; process context. Free is for half-built ones, too. */
int gev_recv_alloc(struct gev_recv *recv, struct gev_stream *stream, u32 flow0_size);
void gev_recv_free(struct gev_recv *recv);

/* A connection begins (QP made, not connected) and ends (before, after it is quiesced). */
int gev_recv_attach(struct gev_recv *recv, struct gev_conn *conn);
void gev_recv_close(struct gev_recv *recv);
void gev_recv_detach(struct gev_recv *recv);

/* Any context, stream->lock not held. */
u32 gev_recv_post(struct gev_recv *recv);	/* number of pairs now posted */
int gev_recv_go(struct gev_recv *recv);	/* the connection is live: credits may flow */
bool gev_recv_stuck(struct gev_recv *recv);	/* a payload without its descriptor for 1 s */
bool gev_recv_good(struct gev_recv *recv);

#endif /* GEV_RECV_H */
