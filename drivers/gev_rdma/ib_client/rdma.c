// SPDX-License-Identifier: GPL-2.0
/*
 * GRS-1, the host's side: connecting, reconnecting, ending. The contract is
 * Documentation/grs-1.rst.
 */
#include <linux/slab.h>
#include <linux/workqueue.h>
#include <rdma/ib_cm.h>

#include "../acquisition.h"
#include "../camera.h"
#include "../camera_map.h"
#include "../gvcp/control.h"
#include "../transport.h"
#include "announcement.h"
#include "conn.h"
#include "recv.h"

#define CONNECT_TRIES	3			/* of the first connection, if stale */
#define CONNECT_TIME	(5 * HZ)		/* bound of one attempt */
#define TICK		(HZ / 2)		/* of the watchdog */
#define BACKOFF_FIRST	msecs_to_jiffies(100)
#define BACKOFF_LAST	msecs_to_jiffies(1600)
#define PROTOCOL_ERRORS	16			/* in a row, without a good frame */
#define FALL_BACK_ATTEMPTS 4			/* to reconnect, in 0.7 s and what they take */

/**
 * struct gev_rdma - a stream's RDMA transport, from start to stop
 * @stream: the stream
 * @cam: its camera, with a reference
 * @conn: the present connection; closed between two of them
 * @connected: @conn is in use
 * @recv: receives and credits
 * @wq: runs @work, which may sleep for the camera; not the CQ's
 * @work: notices ends of connections, reconnects, watches
 * @stopping: @work does nothing: the stream has not started yet, or is ending,
 *	and the connection is in the hands of who starts or ends it
 * @backoff: jiffies to wait before the next attempt; 0: at once
 * @not_before: when that wait ends, jiffies
 * @errors: protocol errors in a row
 * @attempts: to reconnect, in a row, that were in vain
 */
struct gev_rdma {
	struct gev_stream *stream;
	struct gev_camera *cam;
	struct gev_conn conn;
	bool connected;
	struct gev_recv recv;
	struct workqueue_struct *wq;
	struct delayed_work work;
	bool stopping;
	unsigned long backoff;
	unsigned long not_before;
	unsigned int errors;
	unsigned int attempts;
};

static bool offered(struct gev_stream *s)
{
	static const enum gev_role needed[] = {
		GEV_ROLE_RDMA_PROFILE, GEV_ROLE_STREAM_PROTOCOL, GEV_ROLE_RDMA_PORT,
		GEV_ROLE_GENDC_FLOW_TABLE, GEV_ROLE_GENDC_DESCRIPTOR,
		GEV_ROLE_PAYLOAD_SIZE, GEV_ROLE_TL_PARAMS_LOCKED,
		GEV_ROLE_ACQUISITION_START, GEV_ROLE_ACQUISITION_STOP,
	};
	struct gev_camera *cam = gev_stream_camera(s);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(needed); i++)
		if (!gev_camera_has(cam, needed[i]))
			return false;
	return true;
}

static void queue_session(struct gev_rdma *r, unsigned long delay)
{
	if (!READ_ONCE(r->stopping))
		mod_delayed_work(r->wq, &r->work, delay);
}

/* Unless something more urgent is waiting. */
static void watch_on(struct gev_rdma *r)
{
	if (!READ_ONCE(r->stopping))
		queue_delayed_work(r->wq, &r->work, TICK);
}

static void connection_ended(struct gev_conn *conn)
{
	struct gev_rdma *r = conn->context;

	queue_session(r, 0);
}

static int check_limits(struct gev_rdma *r)
{
	const struct gev_conn_limits *l = &r->conn.limits;

	if (l->max_recv_wr < GEV_RECV_WR || l->max_msg < r->recv.expect.payload) {
		gev_camera_warn(r->cam, "%s takes %u receives and messages of %llu bytes; needed are %u and %llu",
				dev_name(&r->conn.id->device->dev), l->max_recv_wr,
				l->max_msg, GEV_RECV_WR, r->recv.expect.payload);
		return -EHOSTUNREACH;
	}
	return 0;
}

/* Why a connection did not come about, for the log and for gevctl show. */
static void explain(struct gev_rdma *r, int error)
{
	struct gev_camera *cam = r->cam;

	if (r->conn.rej.code)
		gev_camera_warn(cam, "the camera refuses the stream: %s (code %u, %llu)",
				gev_grs_rej_name(r->conn.rej.code), r->conn.rej.code,
				r->conn.rej.detail);
	else if (error == -ECONNREFUSED)
		gev_camera_warn(cam, "nobody listens on the camera's RDMA port (CM reason %d)",
				r->conn.reason);
	else if (error == -EHOSTUNREACH)
		gev_camera_warn(cam, "no RDMA device reaches the camera over %s: see rdma link",
				cam->ifname);
	else if (error == -EPROTO)
		gev_camera_warn(cam, "the camera's answer to the connection makes no sense");
	else
		gev_camera_warn(cam, "the RDMA connection failed: error %d", error);
}

static int connect_error(struct gev_rdma *r, int error)
{
	return r->conn.rej.code ? gev_grs_rej_errno(r->conn.rej.code) : error;
}

static int check_reply(struct gev_rdma *r)
{
	const struct gev_grs_rep *rep = &r->conn.rep;

	if (rep->flow1_size > r->recv.expect.payload ||
	    rep->flow0_size > r->recv.flow0_size)
		r->conn.rep_error = -EPROTO;
	return r->conn.rep_error;
}

/* Why not a single receive could be posted. */
static int no_receives(struct gev_rdma *r)
{
	return READ_ONCE(r->stream->error) ?: READ_ONCE(r->conn.error) ?: -ENOBUFS;
}

/* In any state, also half-built. */
static void end_connection(struct gev_rdma *r)
{
	gev_recv_close(&r->recv);
	gev_conn_quiesce(&r->conn);
	gev_recv_detach(&r->recv);
	gev_conn_close(&r->conn);
	r->connected = false;
}

/* Steps 5 and 6 on a camera that is negotiated; on error all is closed. */
static int open_connection(struct gev_rdma *r)
{
	unsigned long deadline = jiffies + CONNECT_TIME;
	struct gev_grs_req req = { .version = GEV_GRS_VERSION };
	u32 local, remote;
	s64 port;
	int ret;

	gev_conn_init(&r->conn, connection_ended, r);
	ret = gev_camera_read(r->cam, GEV_ROLE_RDMA_PORT, &port);
	if (ret)
		goto failed;
	if (port < 1 || port > U16_MAX) {
		ret = -ECONNREFUSED;
		goto failed;
	}

	gev_control_addresses(r->cam, &local, &remote);
	ret = gev_conn_resolve(&r->conn, local, remote, port, deadline);
	if (ret)
		goto failed;
	ret = check_limits(r);
	if (ret)
		goto close;
	ret = gev_conn_create_qp(&r->conn, GEV_RECV_WR, GEV_SEND_WR);
	if (ret)
		goto failed;
	ret = gev_recv_attach(&r->recv, &r->conn);
	if (ret)
		goto failed;

	req.credits = gev_recv_post(&r->recv);
	if (!req.credits) {
		ret = no_receives(r);
		goto failed;
	}
	req.flow0_size = r->recv.flow0_size;
	req.flow1_size = r->recv.expect.payload;
	r->recv.announced = req.credits;
	ret = gev_conn_connect(&r->conn, &req, deadline);
	if (!ret)
		ret = check_reply(r);
	if (!ret)
		ret = gev_recv_go(&r->recv);
	if (ret)
		goto failed;

	r->connected = true;
	gev_stream_count(r->stream, GEV_STAT_CONNECTS, 1);
	return 0;

failed:
	explain(r, ret);
	ret = connect_error(r, ret);
close:
	end_connection(r);
	return ret;
}

static void close_connection(struct gev_rdma *r)
{
	if (r->connected)
		end_connection(r);
}

/* Step 7, unless the camera says that it goes on acquiring. */
static int start_acquisition(struct gev_rdma *r)
{
	if (r->conn.rep.flags & GEV_GRS_REP_RUNNING)
		return 0;
	gev_stream_restarted(r->stream);
	return gev_camera_execute(r->cam, GEV_ROLE_ACQUISITION_START);
}

/* The next attempt, later each time. */
static void schedule_reconnect(struct gev_rdma *r)
{
	r->not_before = jiffies + r->backoff;
	queue_session(r, r->backoff);
	r->backoff = r->backoff ? min(2 * r->backoff, BACKOFF_LAST) : BACKOFF_FIRST;
}

/* Many in a row, and not one good frame between: it will not get better. */
static void count_protocol_error(struct gev_rdma *r)
{
	gev_stream_count(r->stream, GEV_STAT_PROTOCOL_ERRORS, 1);
	if (++r->errors < PROTOCOL_ERRORS)
		return;
	gev_camera_warn(r->cam, "%u protocol errors in a row end the stream", r->errors);
	gev_stream_broken(r->stream, -EPROTO);
}

/* A connection has ended by itself: account for it. */
static void mourn(struct gev_rdma *r)
{
	struct gev_stream *s = r->stream;

	gev_stream_count(s, GEV_STAT_DISCONNECTS, 1);
	if (gev_recv_good(&r->recv)) {
		r->backoff = 0;
		r->errors = 0;
	}
	if (r->conn.error == -ENODEV) {
		gev_camera_warn(r->cam, "the RDMA device has gone");
		gev_stream_broken(s, -EIO);
	} else if (r->conn.error == -EPROTO) {
		count_protocol_error(r);
	}
}

/* Is another attempt of any use after this error? */
static bool worth_retrying(struct gev_rdma *r, int error)
{
	if (r->conn.rep_error)
		return false;
	if (!r->conn.rej.code)
		return error != -ENODEV;
	return r->conn.rej.code == GEV_GRS_REJ_RESOURCES;
}

static int reconnect(struct gev_rdma *r)
{
	struct gev_gendc_expect expect;
	u32 flow0_size;
	int ret;

	r->conn.rej.code = 0;
	r->conn.rep_error = 0;
	ret = gev_announcement_read(r->cam, &r->stream->format, &expect, &flow0_size);
	if (ret)
		return ret;
	if (memcmp(&expect, &r->recv.expect, sizeof(expect)) ||
	    flow0_size != r->recv.flow0_size)
		return -EPROTO;
	ret = open_connection(r);
	if (ret)
		return ret;
	gev_stream_count(r->stream, GEV_STAT_RECONNECTS, 1);
	ret = start_acquisition(r);
	if (ret)
		close_connection(r);
	return ret;
}

/* Nothing to receive into: gev_stream_queue() will call again. */
static bool no_buffer(struct gev_rdma *r)
{
	bool none;

	spin_lock_bh(&r->stream->lock);
	none = list_empty(&r->stream->free);
	spin_unlock_bh(&r->stream->lock);
	return none;
}

static void try_reconnect(struct gev_rdma *r)
{
	int ret;

	if (no_buffer(r))
		return;
	ret = reconnect(r);
	if (!ret) {
		r->attempts = 0;
		gev_camera_set_reason(r->cam, "%s", "");
		watch_on(r);
		return;
	}

	if (!worth_retrying(r, ret)) {
		gev_stream_count(r->stream, GEV_STAT_REFUSALS, 1);
		gev_stream_broken(r->stream, ret);
		return;
	}
	/* As long as it takes, unless there is another way. */
	if (++r->attempts == FALL_BACK_ATTEMPTS && gev_stream_may_fall_back(r->stream)) {
		gev_stream_broken(r->stream, ret);
		return;
	}
	if (ret == -EPROTO)
		count_protocol_error(r);
	schedule_reconnect(r);
}

static void watch(struct gev_rdma *r)
{
	if (gev_recv_stuck(&r->recv)) {
		gev_stream_count(r->stream, GEV_STAT_NO_DESCRIPTOR, 1);
		gev_conn_break(&r->conn, -EPROTO);
	}
	watch_on(r);
}

static void session_work(struct work_struct *work)
{
	struct gev_rdma *r = container_of(to_delayed_work(work), struct gev_rdma, work);

	if (READ_ONCE(r->stopping))
		return;

	if (READ_ONCE(r->stream->error)) {
		close_connection(r);
	} else if (r->connected && gev_conn_live(&r->conn)) {
		watch(r);
	} else if (r->connected) {
		close_connection(r);
		mourn(r);
		schedule_reconnect(r);
	} else if (time_before(jiffies, r->not_before)) {
		queue_session(r, r->not_before - jiffies);
	} else {
		try_reconnect(r);
	}
}

/* The camera's CM may still hold a connection of an earlier run. */
static bool try_again(struct gev_rdma *r, int error)
{
	return error == -ECONNREFUSED && !r->conn.rej.code &&
	       (r->conn.reason == IB_CM_REJ_STALE_CONN ||
		r->conn.reason == IB_CM_REJ_INVALID_SERVICE_ID);
}

static int first_connection(struct gev_rdma *r)
{
	int ret, tries = CONNECT_TRIES;
	u32 flow0_size;

	ret = gev_announcement_negotiate(r->cam);
	if (ret)
		return ret;
	ret = gev_announcement_read(r->cam, &r->stream->format, &r->recv.expect,
				    &flow0_size);
	if (ret)
		return ret;
	ret = gev_recv_alloc(&r->recv, r->stream, flow0_size);
	if (ret)
		return ret;
	do {
		ret = open_connection(r);
	} while (ret && --tries && try_again(r, ret));
	return ret;
}

static void set_transport(struct gev_stream *s, struct gev_rdma *r)
{
	spin_lock_bh(&s->lock);
	s->transport = r;
	spin_unlock_bh(&s->lock);
}

static void free_session(struct gev_rdma *r)
{
	gev_recv_free(&r->recv);
	destroy_workqueue(r->wq);
	gev_camera_put(r->cam);
	kfree(r);
}

static struct gev_rdma *create_session(struct gev_stream *s)
{
	struct gev_rdma *r;

	r = kzalloc(sizeof(*r), GFP_KERNEL);
	if (!r)
		return NULL;
	r->wq = alloc_workqueue("gev_rdma", WQ_UNBOUND, 0);
	if (!r->wq) {
		kfree(r);
		return NULL;
	}
	r->stream = s;
	r->cam = gev_camera_get(gev_stream_camera(s));
	r->stopping = true;
	INIT_DELAYED_WORK(&r->work, session_work);
	return r;
}

/* From here on nothing touches the buffers, and the camera is unlocked. */
static void end_session(struct gev_rdma *r)
{
	WRITE_ONCE(r->stopping, true);
	cancel_delayed_work_sync(&r->work);
	gev_camera_execute(r->cam, GEV_ROLE_ACQUISITION_STOP);
	close_connection(r);
	/* Who saw that it was not stopping may have queued it since. */
	cancel_delayed_work_sync(&r->work);
	gev_camera_write(r->cam, GEV_ROLE_TL_PARAMS_LOCKED, 0);
}

static int start(struct gev_stream *s)
{
	struct gev_rdma *r;
	int ret;

	r = create_session(s);
	if (!r)
		return -ENOMEM;
	ret = first_connection(r);
	if (ret)
		goto end;
	ret = start_acquisition(r);
	if (ret)
		goto end;

	set_transport(s, r);
	gev_camera_set_reason(r->cam, "%s", "");
	/* At once: the connection may have ended meanwhile. */
	WRITE_ONCE(r->stopping, false);
	queue_session(r, 0);
	return 0;

end:
	gev_stream_count(s, GEV_STAT_REFUSALS, 1);
	end_session(r);
	free_session(r);
	return ret;
}

static void buffer_queued(struct gev_stream *s)
{
	struct gev_rdma *r = s->transport;

	if (!gev_recv_post(&r->recv))
		queue_session(r, 0);
}

static void failed(struct gev_stream *s)
{
	struct gev_rdma *r = s->transport;

	if (r)
		queue_session(r, 0);
}

static void stop(struct gev_stream *s)
{
	struct gev_rdma *r = s->transport;

	set_transport(s, NULL);
	end_session(r);
	free_session(r);
}

const struct gev_transport_ops gev_rdma_transport = {
	.kind = GEV_TRANSPORT_RDMA,
	.name = "RDMA",
	.offered = offered,
	.start = start,
	.buffer_queued = buffer_queued,
	.failed = failed,
	.stop = stop,
};
