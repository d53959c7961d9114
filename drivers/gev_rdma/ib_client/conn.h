/* SPDX-License-Identifier: GPL-2.0 */
/* One reliable connection to a camera: CM id, PD, CQ, QP. */
#ifndef GEV_CONN_H
#define GEV_CONN_H

#include <linux/wait.h>
#include <rdma/ib_verbs.h>
#include <rdma/rdma_cm.h>

#include "../wire/grs.h"
#include "client.h"

enum gev_conn_state {
	GEV_CONN_NEW,
	GEV_CONN_ADDRESS,	/* address resolved */
	GEV_CONN_ROUTE,		/* route resolved */
	GEV_CONN_LIVE,		/* established */
	GEV_CONN_ENDED,		/* refused, failed, disconnected; see @error */
};

/**
 * struct gev_conn_limits - what the HCA can do, read when the route is known
 * @max_msg: bytes in one message
 * @max_recv_sge: elements in one receive
 * @max_recv_wr: receives in one queue
 * @mtu: path MTU of the port, bytes
 */
struct gev_conn_limits {
	u64 max_msg;
	u32 max_recv_sge;
	u32 max_recv_wr;
	u32 mtu;
};

/**
 * struct gev_conn - one connection; made, used once, closed
 * @id: CM id, or NULL
 * @pd: protection domain, or NULL
 * @cq: completion queue of both directions, or NULL
 * @wq: waits for @state; its lock protects @state, @error, @rej, @reason and
 *	@rep, which the CM handler writes
 * @state: see enum gev_conn_state
 * @error: why it ENDED, negative errno
 * @reason: CM reject reason, 0 without a reject
 * @rej: the camera's own words of refusal; code 0 without
 * @rep: the camera's answer, valid when LIVE
 * @rep_error: what was wrong with it, or 0
 * @limits: of the HCA
 * @sub: subscription to the HCA
 * @ended: called when a LIVE connection ends, or the HCA goes; any context
 *	that may take spinlocks; only queues work
 * @context: for @ended
 */
struct gev_conn {
	struct rdma_cm_id *id;
	struct ib_pd *pd;
	struct ib_cq *cq;
	wait_queue_head_t wq;
	enum gev_conn_state state;
	int error;
	int reason;
	struct gev_grs_rej rej;
	struct gev_grs_rep rep;
	int rep_error;
	struct gev_conn_limits limits;
	struct gev_ibsub sub;
	void (*ended)(struct gev_conn *conn);
	void *context;
};

/*
 * The steps, in order; process context, may sleep up to @deadline (jiffies).
 * After any failure, and at any point: gev_conn_close().
 */
void gev_conn_init(struct gev_conn *conn, void (*ended)(struct gev_conn *), void *context);
int gev_conn_resolve(struct gev_conn *conn, u32 local, u32 remote, u16 port,
		     unsigned long deadline);
int gev_conn_create_qp(struct gev_conn *conn, u32 recv_wr, u32 send_wr);
int gev_conn_connect(struct gev_conn *conn, const struct gev_grs_req *req,
		     unsigned long deadline);
void gev_conn_quiesce(struct gev_conn *conn);
void gev_conn_close(struct gev_conn *conn);

bool gev_conn_live(struct gev_conn *conn);
/* Ends a connection from any context, as if the other side had. */
void gev_conn_break(struct gev_conn *conn, int error);
const char *gev_conn_state_name(enum gev_conn_state state);

#endif /* GEV_CONN_H */
