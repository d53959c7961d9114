// SPDX-License-Identifier: GPL-2.0
/* One reliable connection to a camera: CM id, PD, CQ, QP. */
#include <linux/inet.h>
#include <net/net_namespace.h>

#include "../gev_rdma.h"
#include "conn.h"

/**
 * gev_conn_state_name() - a state in words
 * @state: the state
 *
 * Return: the name.
 */
const char *gev_conn_state_name(enum gev_conn_state state)
{
	switch (state) {
	case GEV_CONN_NEW:
		return "new";
	case GEV_CONN_ADDRESS:
		return "address resolved";
	case GEV_CONN_ROUTE:
		return "route resolved";
	case GEV_CONN_LIVE:
		return "live";
	case GEV_CONN_ENDED:
		return "ended";
	}
	return "unknown";
}

/*
 * The one setter: states go forward only. Returns the state before; the move
 * was made when that is an earlier one.
 */
static enum gev_conn_state set_state(struct gev_conn *conn, enum gev_conn_state state,
				     int error)
{
	enum gev_conn_state from;
	unsigned long flags;

	spin_lock_irqsave(&conn->wq.lock, flags);
	from = conn->state;
	if (state > from) {
		conn->state = state;
		if (state == GEV_CONN_ENDED)
			conn->error = error;
		wake_up_all_locked(&conn->wq);
	}
	spin_unlock_irqrestore(&conn->wq.lock, flags);

	if (state > from)
		pr_debug("%s: connection %s -> %s (%d)\n", GEV_NAME,
			 gev_conn_state_name(from), gev_conn_state_name(state), error);
	return from;
}

static void record_reject(struct gev_conn *conn, struct rdma_cm_event *event)
{
	struct gev_grs_rej rej = { };
	unsigned long flags;
	const void *data;
	u8 len = 0;

	data = rdma_consumer_reject_data(conn->id, event, &len);
	if (data && gev_grs_rej_decode(data, len, &rej))
		rej.code = 0;

	spin_lock_irqsave(&conn->wq.lock, flags);
	conn->reason = event->status;
	conn->rej = rej;
	spin_unlock_irqrestore(&conn->wq.lock, flags);
}

static void record_reply(struct gev_conn *conn, struct rdma_cm_event *event)
{
	struct gev_grs_rep rep = { };
	unsigned long flags;
	int ret;

	ret = gev_grs_rep_decode(event->param.conn.private_data,
				 event->param.conn.private_data_len, &rep);

	spin_lock_irqsave(&conn->wq.lock, flags);
	conn->rep = rep;
	conn->rep_error = ret;
	spin_unlock_irqrestore(&conn->wq.lock, flags);
}

/**
 * gev_conn_break() - treat the connection as ended
 * @conn: the connection
 * @error: why, negative errno
 *
 * The owner of a live one is told.
 *
 * Context: any.
 */
void gev_conn_break(struct gev_conn *conn, int error)
{
	if (set_state(conn, GEV_CONN_ENDED, error) == GEV_CONN_LIVE)
		conn->ended(conn);
}

/*
 * Runs under the id's handler mutex: records and wakes, destroys nothing.
 * RDMA_CM_EVENT_DEVICE_REMOVAL is left to the ib_client, which comes first.
 */
static int cm_handler(struct rdma_cm_id *id, struct rdma_cm_event *event)
{
	struct gev_conn *conn = id->context;

	switch (event->event) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		set_state(conn, GEV_CONN_ADDRESS, 0);
		break;
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		set_state(conn, GEV_CONN_ROUTE, 0);
		break;
	case RDMA_CM_EVENT_ESTABLISHED:
		record_reply(conn, event);
		set_state(conn, GEV_CONN_LIVE, 0);
		break;
	case RDMA_CM_EVENT_ADDR_ERROR:
	case RDMA_CM_EVENT_ROUTE_ERROR:
		gev_conn_break(conn, -EHOSTUNREACH);
		break;
	case RDMA_CM_EVENT_UNREACHABLE:
		gev_conn_break(conn, -ETIMEDOUT);
		break;
	case RDMA_CM_EVENT_REJECTED:
		record_reject(conn, event);
		gev_conn_break(conn, -ECONNREFUSED);
		break;
	case RDMA_CM_EVENT_CONNECT_ERROR:
	case RDMA_CM_EVENT_DISCONNECTED:
	case RDMA_CM_EVENT_ADDR_CHANGE:
	case RDMA_CM_EVENT_TIMEWAIT_EXIT:
		gev_conn_break(conn, -ECONNRESET);
		break;
	default:
		break;
	}
	return 0;
}

static void hca_removed(struct gev_ibsub *sub)
{
	struct gev_conn *conn = container_of(sub, struct gev_conn, sub);

	/* Whoever is still connecting sees the state and closes. */
	switch (set_state(conn, GEV_CONN_ENDED, -ENODEV)) {
	case GEV_CONN_LIVE:
	case GEV_CONN_ENDED:
		conn->error = -ENODEV;
		conn->ended(conn);
		break;
	default:
		break;
	}
}

static int wait_for_state(struct gev_conn *conn, enum gev_conn_state state,
			  unsigned long deadline)
{
	long left = deadline - jiffies;

	if (left > 0)
		wait_event_timeout(conn->wq, READ_ONCE(conn->state) >= state, left);
	if (READ_ONCE(conn->state) == GEV_CONN_ENDED)
		return conn->error;
	return READ_ONCE(conn->state) >= state ? 0 : -ETIMEDOUT;
}

/**
 * gev_conn_init() - prepare a connection
 * @conn: the connection
 * @ended: told when it ends after it was live, and when its HCA goes
 * @context: for @ended
 */
void gev_conn_init(struct gev_conn *conn, void (*ended)(struct gev_conn *), void *context)
{
	memset(conn, 0, sizeof(*conn));
	init_waitqueue_head(&conn->wq);
	conn->sub.removed = hca_removed;
	conn->ended = ended;
	conn->context = context;
}

static int read_limits(struct gev_conn *conn)
{
	struct ib_device *device = conn->id->device;
	struct ib_port_attr port;
	int ret;

	ret = ib_query_port(device, conn->id->port_num, &port);
	if (ret)
		return ret;
	conn->limits.max_msg = port.max_msg_sz;
	conn->limits.mtu = ib_mtu_enum_to_int(port.active_mtu);
	conn->limits.max_recv_sge = device->attrs.max_recv_sge;
	conn->limits.max_recv_wr = device->attrs.max_qp_wr;
	return 0;
}

static int resolve_address(struct gev_conn *conn, u32 local, u32 remote, u16 port,
			   unsigned long deadline)
{
	struct sockaddr_in src = { .sin_family = AF_INET };
	struct sockaddr_in dst = { .sin_family = AF_INET };
	int ret;

	src.sin_addr.s_addr = htonl(local);
	dst.sin_addr.s_addr = htonl(remote);
	dst.sin_port = htons(port);
	ret = rdma_resolve_addr(conn->id, (struct sockaddr *)&src,
				(struct sockaddr *)&dst, 2000);
	if (ret)
		return ret;
	return wait_for_state(conn, GEV_CONN_ADDRESS, deadline);
}

/**
 * gev_conn_resolve() - find the HCA and the route to the camera
 * @conn: an initialised connection
 * @local: our address, host order
 * @remote: the camera's address, host order
 * @port: where its CM listens
 * @deadline: in jiffies
 *
 * On success @conn->limits is valid and the HCA's removal will be heard of.
 *
 * Context: process, may sleep.
 * Return: 0, -EHOSTUNREACH without an HCA that reaches the camera, or -errno.
 */
int gev_conn_resolve(struct gev_conn *conn, u32 local, u32 remote, u16 port,
		     unsigned long deadline)
{
	struct rdma_cm_id *id;
	int ret;

	id = rdma_create_id(&init_net, cm_handler, conn, RDMA_PS_TCP, IB_QPT_RC);
	if (IS_ERR(id))
		return PTR_ERR(id);
	conn->id = id;

	rdma_set_ack_timeout(id, GEV_GRS_ACK_TIMEOUT);
	rdma_set_min_rnr_timer(id, GEV_GRS_RNR_TIMER);

	ret = resolve_address(conn, local, remote, port, deadline);
	if (ret)
		return ret == -ENOMEM || ret == -ETIMEDOUT ? ret : -EHOSTUNREACH;
	if (!rdma_protocol_roce(id->device, id->port_num))
		return -EHOSTUNREACH;
	ret = gev_ibdev_subscribe(id->device, &conn->sub);
	if (ret)
		return ret;

	ret = rdma_resolve_route(id, 2000);
	if (ret)
		return ret;
	ret = wait_for_state(conn, GEV_CONN_ROUTE, deadline);
	if (ret)
		return ret;
	return read_limits(conn);
}

/**
 * gev_conn_create_qp() - PD, CQ and QP
 * @conn: a resolved connection
 * @recv_wr: receives that will be posted at most, with the one for draining
 * @send_wr: sends likewise
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int gev_conn_create_qp(struct gev_conn *conn, u32 recv_wr, u32 send_wr)
{
	struct ib_device *device = conn->id->device;
	struct ib_qp_init_attr attr = {
		.sq_sig_type = IB_SIGNAL_ALL_WR,
		.qp_type = IB_QPT_RC,
		.cap = {
			.max_recv_wr = recv_wr,
			.max_send_wr = send_wr,
			.max_recv_sge = 1,
			.max_send_sge = 1,
		},
	};

	conn->pd = ib_alloc_pd(device, 0);
	if (IS_ERR(conn->pd)) {
		int ret = PTR_ERR(conn->pd);

		conn->pd = NULL;
		return ret;
	}
	conn->cq = ib_alloc_cq_any(device, conn, recv_wr + send_wr, IB_POLL_WORKQUEUE);
	if (IS_ERR(conn->cq)) {
		int ret = PTR_ERR(conn->cq);

		conn->cq = NULL;
		return ret;
	}
	attr.send_cq = conn->cq;
	attr.recv_cq = conn->cq;
	return rdma_create_qp(conn->id, conn->pd, &attr);
}

/* The CM allows remote writes on each QP; this profile needs none. */
static int forbid_remote_access(struct gev_conn *conn)
{
	struct ib_qp_attr attr = { .qp_access_flags = 0 };

	return ib_modify_qp(conn->id->qp, &attr, IB_QP_ACCESS_FLAGS);
}

/**
 * gev_conn_connect() - connect to the camera
 * @conn: a connection with a QP whose receives are posted
 * @req: what we tell the camera
 * @deadline: in jiffies
 *
 * Context: process, may sleep.
 * Return: 0: live, @conn->rep is the camera's answer; -ECONNREFUSED: see
 * @conn->reason and @conn->rej; -EPROTO for an answer that makes no sense.
 */
int gev_conn_connect(struct gev_conn *conn, const struct gev_grs_req *req,
		     unsigned long deadline)
{
	u8 data[GEV_GRS_REQ_SIZE];
	struct rdma_conn_param param = {
		.private_data = data,
		.private_data_len = sizeof(data),
		.retry_count = 7,
		.rnr_retry_count = 6,
	};
	int ret;

	gev_grs_req_encode(data, req);
	ret = rdma_connect(conn->id, &param);
	if (ret)
		return ret;
	ret = wait_for_state(conn, GEV_CONN_LIVE, deadline);
	if (ret)
		return ret;
	if (conn->rep_error)
		return -EPROTO;
	return forbid_remote_access(conn);
}

/**
 * gev_conn_quiesce() - disconnect, and wait until the QP is idle
 * @conn: the connection, in any state, also half-built; nothing is posted on
 *	it any more
 *
 * On return no completion runs or will run, and the HCA writes nowhere; the
 * HCA itself is still there, so that memory can be unmapped. Idempotent.
 *
 * Context: process, not the CQ's workqueue, no lock of ours held but q->lock.
 */
void gev_conn_quiesce(struct gev_conn *conn)
{
	/* Without a word to the owner, who is the caller. */
	set_state(conn, GEV_CONN_ENDED, -ESHUTDOWN);

	if (!conn->id || !conn->id->qp)
		return;
	rdma_disconnect(conn->id);
	ib_drain_qp(conn->id->qp);
	rdma_destroy_qp(conn->id);
}

/**
 * gev_conn_close() - end a connection and free what it has
 * @conn: the connection, in any state, also half-built; idempotent
 *
 * Context: as gev_conn_quiesce().
 */
void gev_conn_close(struct gev_conn *conn)
{
	gev_conn_quiesce(conn);
	if (conn->cq)
		ib_free_cq(conn->cq);
	conn->cq = NULL;
	if (conn->pd)
		ib_dealloc_pd(conn->pd);
	conn->pd = NULL;
	if (conn->id)
		rdma_destroy_id(conn->id);
	conn->id = NULL;
	gev_ibdev_unsubscribe(&conn->sub);
}

/**
 * gev_conn_live() - is it established?
 * @conn: the connection
 *
 * Return: whether it is.
 */
bool gev_conn_live(struct gev_conn *conn)
{
	return READ_ONCE(conn->state) == GEV_CONN_LIVE;
}
