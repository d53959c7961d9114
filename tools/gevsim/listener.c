// SPDX-License-Identifier: GPL-2.0
/* The passive side of the RDMA CM: listens, judges requests, accepts or rejects. */
#include <arpa/inet.h>
#include <unistd.h>
#include "clock.h"
#include "device.h"
#include "hca.h"
#include "listener.h"
#include "log.h"

#define LISTENER_RETRY	1000000000ull	/* ns */

/**
 * struct request - a connection request as it is judged
 * @id: CM id
 * @data: private data
 * @len: its bytes
 * @req: @data decoded, valid once the code is neither VERSION nor MALFORMED
 * @payload: PayloadSize
 * @rej: why it is refused
 */
struct request {
	struct rdma_cm_id *id;
	const void *data;
	size_t len;
	struct gev_grs_req req;
	u64 payload;
	struct gev_grs_rej rej;
};

static int listener_open(struct sim_stream *s, u32 address, u16 *port)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(address),
	};
	struct rdma_cm_id *id;
	int err = -ENODEV;

	sim_hca_refresh();
	if (rdma_create_id(s->events, &id, s, RDMA_PS_TCP))
		return -errno;
	/* Without an HCA at this address the CM would listen for whatever comes. */
	if (rdma_bind_addr(id, (struct sockaddr *)&in) || !id->verbs || rdma_listen(id, 4)) {
		rdma_destroy_id(id);
		return err;
	}
	sim_hca_get(id->verbs);
	*port = ntohs(rdma_get_src_port(id));
	s->listener = id;
	return 0;
}

/* An id without queue pair, and its share of the device. */
static void listener_destroy(struct rdma_cm_id *id)
{
	struct ibv_context *verbs = id->verbs;

	rdma_destroy_id(id);
	sim_hca_put(verbs);
}

/**
 * sim_listener_close() - listen no more
 * @s: the stream
 */
void sim_listener_close(struct sim_stream *s)
{
	if (s->listener)
		listener_destroy(s->listener);
	s->listener = NULL;
	pthread_mutex_lock(&s->dev->lock);
	s->dev->acquisition.port = 0;
	pthread_mutex_unlock(&s->dev->lock);
}

/**
 * sim_listener_forget() - drop the request that was left without an answer
 * @s: the stream
 */
void sim_listener_forget(struct sim_stream *s)
{
	if (s->unanswered)
		listener_destroy(s->unanswered);
	s->unanswered = NULL;
}

/**
 * sim_listener_update() - listen, or not, as the camera's state wants it
 * @s: the stream
 *
 * Without an RDMA device for the camera's address it is tried again each second.
 */
void sim_listener_update(struct sim_stream *s)
{
	struct sim_device *dev = s->dev;
	u64 now = sim_clock_ns();
	u16 port = 0;
	bool wanted;
	u32 address;

	pthread_mutex_lock(&dev->lock);
	wanted = dev->options->rdma && now >= dev->away && s->events &&
		 !sim_fault_state(&dev->faults, SIM_FAULT_PORT_CLOSED);
	address = dev->link.address;
	pthread_mutex_unlock(&dev->lock);

	if (s->listener && (!wanted || rdma_get_local_addr(s->listener)->sa_family != AF_INET ||
			    ((struct sockaddr_in *)rdma_get_local_addr(s->listener))
				    ->sin_addr.s_addr != htonl(address)))
		sim_listener_close(s);
	if (s->listener || !wanted || now < s->retry)
		return;
	s->retry = now + LISTENER_RETRY;
	if (listener_open(s, address, &port)) {
		sim_log(SIM_LOG_DEBUG, dev->index, "no RDMA device at this address yet");
		return;
	}
	sim_log(SIM_LOG_INFO, dev->index, "RDMA connections are taken on port %u", port);
	sim_log_event(dev->index, "listen", "\"rdma_port\":%u", port);
	pthread_mutex_lock(&dev->lock);
	dev->acquisition.port = port;
	pthread_mutex_unlock(&dev->lock);
}

static bool listener_is_owner(const struct sim_device *dev, struct rdma_cm_id *id)
{
	const struct sockaddr *peer = rdma_get_peer_addr(id);
	struct sockaddr_in in;

	if (!dev->control.ccp || peer->sa_family != AF_INET)
		return false;
	memcpy(&in, peer, sizeof(in));
	return in.sin_addr.s_addr == dev->control.owner.sin_addr.s_addr;
}

/* Codes of the HCA's own limits. */
static u32 listener_judge_port(struct request *r)
{
	struct ibv_port_attr attr;

	if (ibv_query_port(r->id->verbs, r->id->port_num, &attr))
		return GEV_GRS_REJ_RESOURCES;
	if (r->payload > attr.max_msg_sz || r->payload > 1ull << 31) {
		r->rej.detail = attr.max_msg_sz;
		return GEV_GRS_REJ_PAYLOAD;
	}
	if (r->id->route.num_paths > 0 && r->id->route.path_rec->mtu > attr.active_mtu) {
		r->rej.detail = 128u << attr.active_mtu;
		return GEV_GRS_REJ_MTU;
	}
	return 0;
}

/* The first code that applies, in the order of the profile; 0: none. */
static u32 listener_judge(struct sim_device *dev, struct request *r)
{
	struct sim_geometry g;

	switch (gev_grs_req_decode(r->data, r->len, &r->req)) {
	case 0:
		break;
	case -EPROTONOSUPPORT:
		r->rej.detail = GEV_GRS_VERSION;
		return GEV_GRS_REJ_VERSION;
	default:
		return GEV_GRS_REJ_MALFORMED;
	}
	sim_features_geometry(dev, &g);
	r->payload = g.payload;
	if (r->req.channel)
		return GEV_GRS_REJ_CHANNEL;
	if (!listener_is_owner(dev, r->id))
		return GEV_GRS_REJ_NOT_CONTROLLER;
	if (sim_register_get(dev, SIM_REG_PROTOCOL) != SIM_PROTOCOL_RDMA)
		return GEV_GRS_REJ_NOT_RDMA;
	if (!sim_register_get(dev, SIM_REG_TL_LOCKED))
		return GEV_GRS_REJ_NOT_LOCKED;
	if (r->req.flow0_size < GEV_GENDC_DESCRIPTOR) {
		r->rej.detail = GEV_GENDC_DESCRIPTOR;
		return GEV_GRS_REJ_FLOW0_SMALL;
	}
	if (r->req.flow1_size < r->payload) {
		r->rej.detail = r->payload;
		return GEV_GRS_REJ_FLOW1_SMALL;
	}
	return listener_judge_port(r);
}

static void listener_reject(struct sim_stream *s, struct request *r, bool raw)
{
	u8 data[GEV_GRS_REJ_SIZE];

	gev_grs_rej_encode(data, &r->rej);
	if (rdma_reject(r->id, raw ? NULL : data, raw ? 0 : sizeof(data)))
		sim_log(SIM_LOG_WARN, s->dev->index, "rejecting failed: %s", strerror(errno));
	sim_log(SIM_LOG_WARN, s->dev->index, "connection refused: %s",
		gev_grs_rej_name(r->rej.code));
	sim_log_event(s->dev->index, "reject", "\"code\":%u,\"detail\":%llu", r->rej.code,
		      (unsigned long long)r->rej.detail);
	listener_destroy(r->id);
}

static void listener_accept(struct sim_stream *s, struct request *r)
{
	struct gev_grs_rep rep = {
		.credit_receives = SIM_CREDIT_RECEIVES,
		.flow0_size = GEV_GENDC_DESCRIPTOR,
		.flow1_size = r->payload,
	};
	u8 data[GEV_GRS_REP_SIZE];
	struct sim_connection *c;
	struct sim_armed slow;
	bool late;

	/* A request that is valid replaces the connection. */
	sim_stream_disconnect(s, "replaced");
	c = sim_connection_create(r->id, &r->req, r->payload);
	if (!c) {
		r->rej.code = GEV_GRS_REJ_RESOURCES;
		listener_reject(s, r, false);
		return;
	}
	pthread_mutex_lock(&s->dev->lock);
	rep.flags = s->dev->acquisition.running ? GEV_GRS_REP_RUNNING : 0;
	gev_grs_rep_encode(data, &rep);
	sim_fault_patch(&s->dev->faults, SIM_FAULT_REP, true, data, sizeof(data));
	late = sim_fault_take(&s->dev->faults, SIM_FAULT_SLOW_REP, 0, &slow);
	s->dev->acquisition.credits = sim_connection_credits(c);
	pthread_mutex_unlock(&s->dev->lock);
	if (late)
		usleep(slow.value * 1000);
	s->connection = c;
	s->mute = false;
	if (sim_connection_accept(c, data))
		sim_stream_disconnect(s, "accepting failed");
}

/* Faults come before any judgement. Returns whether one dealt with the request. */
static bool listener_fault(struct sim_stream *s, struct request *r)
{
	struct sim_faults *faults = &s->dev->faults;
	bool rej, raw, ignore;
	struct sim_armed hit;

	pthread_mutex_lock(&s->dev->lock);
	rej = sim_fault_take(faults, SIM_FAULT_REJ, 0, &hit);
	raw = !rej && sim_fault_take(faults, SIM_FAULT_REJ_RAW, 0, &hit);
	ignore = !rej && !raw && sim_fault_take(faults, SIM_FAULT_NO_ANSWER, 0, &hit);
	pthread_mutex_unlock(&s->dev->lock);
	if (rej) {
		r->rej.code = hit.value;
		r->rej.detail = hit.extra;
	}
	if (rej || raw)
		listener_reject(s, r, raw);
	if (ignore) {
		sim_listener_forget(s);
		s->unanswered = r->id;
	}
	return rej || raw || ignore;
}

static void listener_request(struct sim_stream *s, struct rdma_cm_id *id,
			     const void *data, size_t len)
{
	struct request r = { .id = id, .data = data, .len = len };

	sim_hca_get(id->verbs);
	if (listener_fault(s, &r))
		return;
	pthread_mutex_lock(&s->dev->lock);
	r.rej.code = listener_judge(s->dev, &r);
	/* A wish to disconnect that is older than this request is not about it. */
	if (!r.rej.code)
		s->dev->acquisition.disconnect = false;
	pthread_mutex_unlock(&s->dev->lock);
	if (r.rej.code)
		listener_reject(s, &r, false);
	else
		listener_accept(s, &r);
}

static void listener_established(struct sim_stream *s)
{
	struct sim_connection *c = s->connection;
	char peer[16] = "";
	struct sockaddr_in in;

	memcpy(&in, rdma_get_peer_addr(c->id), sizeof(in));
	inet_ntop(AF_INET, &in.sin_addr, peer, sizeof(peer));
	c->established = true;
	pthread_mutex_lock(&s->dev->lock);
	s->dev->acquisition.established = true;
	pthread_mutex_unlock(&s->dev->lock);
	sim_log(SIM_LOG_INFO, s->dev->index, "connected to %s, %d credits", peer,
		sim_connection_credits(c));
	sim_log_event(s->dev->index, "connect", "\"peer\":\"%s\",\"credits\":%d", peer,
		      sim_connection_credits(c));
}

/* What happens to an id of ours that is the listener or the connection. */
static void listener_known(struct sim_stream *s, struct rdma_cm_id *id,
			   enum rdma_cm_event_type type, int status)
{
	switch (type) {
	case RDMA_CM_EVENT_ESTABLISHED:
		if (s->connection && s->connection->id == id)
			listener_established(s);
		break;
	case RDMA_CM_EVENT_DISCONNECTED:
	case RDMA_CM_EVENT_CONNECT_ERROR:
	case RDMA_CM_EVENT_UNREACHABLE:
	case RDMA_CM_EVENT_REJECTED:
		sim_log(SIM_LOG_DEBUG, s->dev->index, "%s (%d)", rdma_event_str(type), status);
		if (s->connection && s->connection->id == id)
			sim_stream_disconnect(s, type == RDMA_CM_EVENT_DISCONNECTED ?
					      "host" : rdma_event_str(type));
		break;
	case RDMA_CM_EVENT_DEVICE_REMOVAL:
		sim_log(SIM_LOG_WARN, s->dev->index, "RDMA device removed");
		sim_hca_removed(id->verbs);
		sim_stream_disconnect(s, "RDMA device removed");
		sim_listener_forget(s);
		sim_listener_close(s);
		break;
	default:
		break;
	}
}

/**
 * sim_listener_event() - deal with all CM events that are waiting
 * @s: the stream
 */
void sim_listener_event(struct sim_stream *s)
{
	struct rdma_cm_event *event;
	u8 data[256];
	size_t len;

	while (!rdma_get_cm_event(s->events, &event)) {
		enum rdma_cm_event_type type = event->event;
		struct rdma_cm_id *id = event->id;
		int status = event->status;

		len = 0;
		if (type == RDMA_CM_EVENT_CONNECT_REQUEST) {
			len = event->param.conn.private_data_len;
			memcpy(data, event->param.conn.private_data, len);
		}
		/* An id can not be destroyed before its events are acknowledged. */
		rdma_ack_cm_event(event);
		if (type == RDMA_CM_EVENT_CONNECT_REQUEST)
			listener_request(s, id, data, len);
		else
			listener_known(s, id, type, status);
	}
}
