// SPDX-License-Identifier: GPL-2.0
/* The host side of GRS-1 in user space, see the header. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include "grs_session.h"

#define GRS_MAGIC		0x47525331u
#define GRS_CREDIT_MAGIC	0x47524352u
#define GRS_CONNECT_MS		8000
#define GRS_SEND_ID		(1ull << 62)

uint32_t grs_le32(const uint8_t *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

uint64_t grs_le64(const uint8_t *p)
{
	return grs_le32(p) | (uint64_t)grs_le32(p + 4) << 32;
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

/* A request without fault. */
void grs_request_init(struct grs_request *r, size_t payload, unsigned int frames)
{
	memset(r, 0, sizeof(*r));
	r->magic = GRS_MAGIC;
	r->version = 0x0100;
	r->credits = frames;
	r->flow0 = GRS_FLOW0;
	r->flow1 = payload;
	r->pairs = frames;
	r->room = payload;
}

static void request_encode(const struct grs_request *r, uint8_t data[32])
{
	memset(data, 0, 32);
	gvcp_put32(data, r->magic);
	gvcp_put16(data + 4, r->version);
	gvcp_put16(data + 6, r->channel);
	gvcp_put32(data + 12, r->credits);
	gvcp_put32(data + 16, r->flow0);
	gvcp_put32(data + 20, r->base);
	gvcp_put64(data + 24, r->flow1);
}

static void note_reject(struct grs_session *s, const struct rdma_cm_event *event)
{
	const uint8_t *data = event->param.conn.private_data;

	s->reason = event->status;
	if (event->status != 28 || event->param.conn.private_data_len < 16 ||
	    gvcp_get32(data) != GRS_MAGIC)
		return;
	s->rej_code = gvcp_get32(data + 4);
	s->rej_detail = (uint64_t)gvcp_get32(data + 8) << 32 | gvcp_get32(data + 12);
}

/* Wait for one CM event; its type, or -1. */
static int cm_wait(struct grs_session *s, int timeout)
{
	struct pollfd fd = { .fd = s->events->fd, .events = POLLIN };
	struct rdma_cm_event *event;
	size_t len;
	int type;

	if (poll(&fd, 1, timeout) <= 0 || rdma_get_cm_event(s->events, &event))
		return -1;
	type = event->event;
	if (type == RDMA_CM_EVENT_REJECTED)
		note_reject(s, event);
	if (type == RDMA_CM_EVENT_ESTABLISHED && event->param.conn.private_data_len) {
		len = event->param.conn.private_data_len;
		memcpy(s->rep, event->param.conn.private_data,
		       len < sizeof(s->rep) ? len : sizeof(s->rep));
	}
	if (type == RDMA_CM_EVENT_DISCONNECTED || type == RDMA_CM_EVENT_DEVICE_REMOVAL)
		s->connected = false;
	rdma_ack_cm_event(event);
	return type;
}

static uint8_t *pair_payload(struct grs_session *s, unsigned int pair)
{
	return s->memory + pair * (s->room + GRS_FLOW0);
}

static int post_receive(struct grs_session *s, unsigned int pair, unsigned int flow)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)pair_payload(s, pair) + (flow ? 0 : s->room),
		.length = flow ? s->room : GRS_FLOW0,
		.lkey = s->mr->lkey,
	};
	struct ibv_recv_wr wr = {
		.wr_id = pair << 1 | flow,
		.sg_list = &sge,
		.num_sge = 1,
	}, *bad;

	return ibv_post_recv(s->id->qp, &wr, &bad);
}

/* Both receives of a pair, payload first. */
int grs_repost(struct grs_session *s, unsigned int pair)
{
	return post_receive(s, pair, 1) || post_receive(s, pair, 0);
}

static int resolve(struct grs_session *s, const char *address, uint16_t port)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
	uint8_t timeout = 14;

	inet_pton(AF_INET, address, &to.sin_addr);
	s->events = rdma_create_event_channel();
	if (!s->events || rdma_create_id(s->events, &s->id, NULL, RDMA_PS_TCP))
		return -errno;
	if (rdma_set_option(s->id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout,
			    sizeof(timeout)))
		return -errno;
	if (rdma_resolve_addr(s->id, NULL, (struct sockaddr *)&to, 2000) ||
	    cm_wait(s, GRS_CONNECT_MS) != RDMA_CM_EVENT_ADDR_RESOLVED)
		return -EHOSTUNREACH;
	if (rdma_resolve_route(s->id, 2000) ||
	    cm_wait(s, GRS_CONNECT_MS) != RDMA_CM_EVENT_ROUTE_RESOLVED)
		return -EHOSTUNREACH;
	return 0;
}

static int prepare(struct grs_session *s, const struct grs_request *r)
{
	struct ibv_qp_init_attr attr = {
		.cap = { .max_send_wr = 4, .max_recv_wr = 2 * r->pairs + 1,
			 .max_send_sge = 1, .max_recv_sge = 1, .max_inline_data = 16 },
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = 1,
	};

	s->room = r->room;
	s->pairs = r->pairs;
	s->credits = r->base + r->credits;
	s->told = s->credits;
	s->memory_len = (s->room + GRS_FLOW0) * (r->pairs ? r->pairs : 1);
	s->memory = mmap(NULL, s->memory_len, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (s->memory == MAP_FAILED)
		return -ENOMEM;
	s->pd = ibv_alloc_pd(s->id->verbs);
	s->cq = ibv_create_cq(s->id->verbs, 2 * r->pairs + 8, NULL, NULL, 0);
	if (!s->pd || !s->cq)
		return -ENOMEM;
	attr.send_cq = s->cq;
	attr.recv_cq = s->cq;
	s->mr = ibv_reg_mr(s->pd, s->memory, s->memory_len, IBV_ACCESS_LOCAL_WRITE);
	if (!s->mr || rdma_create_qp(s->id, s->pd, &attr))
		return -errno;
	for (unsigned int i = 0; i < r->pairs; i++)
		if (grs_repost(s, i))
			return -EIO;
	return 0;
}

static int connect_qp(struct grs_session *s, const struct grs_request *r)
{
	struct ibv_qp_attr attr = { .min_rnr_timer = 12 };
	uint8_t data[32];
	struct rdma_conn_param param = {
		.private_data = data,
		.private_data_len = sizeof(data),
		.flow_control = 1,
		.retry_count = 7,
		.rnr_retry_count = 6,
	};
	int type;

	request_encode(r, data);
	if (rdma_connect(s->id, &param))
		return -errno;
	type = cm_wait(s, GRS_CONNECT_MS);
	if (type == RDMA_CM_EVENT_REJECTED)
		return -ECONNREFUSED;
	if (type != RDMA_CM_EVENT_ESTABLISHED)
		return -ETIMEDOUT;
	s->connected = true;
	if (ibv_modify_qp(s->id->qp, &attr, IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER))
		return -EIO;
	return 0;
}

/* Connect; 0, or -ECONNREFUSED with the reason in @s, or another error. */
int grs_open(struct grs_session *s, const char *address, uint16_t port,
	     const struct grs_request *r)
{
	int err;

	memset(s, 0, sizeof(*s));
	err = resolve(s, address, port);
	if (!err)
		err = prepare(s, r);
	if (!err)
		err = connect_qp(s, r);
	return err;
}

/* May be called on a half-open session. */
void grs_close(struct grs_session *s)
{
	if (s->id && s->id->qp) {
		rdma_disconnect(s->id);
		rdma_destroy_qp(s->id);
	}
	if (s->id)
		rdma_destroy_id(s->id);
	if (s->mr)
		ibv_dereg_mr(s->mr);
	if (s->cq)
		ibv_destroy_cq(s->cq);
	if (s->pd)
		ibv_dealloc_pd(s->pd);
	if (s->memory && s->memory != MAP_FAILED)
		munmap(s->memory, s->memory_len);
	if (s->events)
		rdma_destroy_event_channel(s->events);
	memset(s, 0, sizeof(*s));
}

/* One receive completion into the frame. Returns whether the frame is whole. */
static bool take(struct grs_session *s, struct grs_frame *f, const struct ibv_wc *wc)
{
	unsigned int flow = wc->wr_id & 1;

	f->pair = wc->wr_id >> 1;
	f->flags[flow] = wc->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV);
	f->opcode[flow] = wc->opcode;
	f->payload = pair_payload(s, f->pair);
	f->descriptor = f->payload + s->room;
	if (flow) {
		f->payload_len = wc->byte_len;
		return false;
	}
	f->descriptor_len = wc->byte_len;
	f->id = wc->byte_len >= 24 ? grs_le64(f->descriptor + 16) : 0;
	return true;
}

bool grs_is_disconnected(struct grs_session *s, int timeout)
{
	return cm_wait(s, timeout) == RDMA_CM_EVENT_DISCONNECTED || !s->connected;
}

/* The next frame, within @timeout ms. */
enum grs_result grs_next(struct grs_session *s, struct grs_frame *f, int timeout)
{
	int64_t end = now_ms() + timeout;
	const struct timespec nap = { 0, 100000 };
	struct ibv_wc wc;

	memset(f, 0, sizeof(*f));
	f->opcode[1] = -1;
	for (;;) {
		int n = ibv_poll_cq(s->cq, 1, &wc);

		if (n < 0)
			return GRS_BROKEN;
		if (n && wc.status != IBV_WC_SUCCESS)
			return GRS_BROKEN;
		if (n && wc.wr_id == GRS_SEND_ID) {
			s->send_busy = false;
			if (s->told != s->credits)
				grs_credit(s, s->credits);
			continue;
		}
		if (n && take(s, f, &wc))
			return GRS_FRAME;
		if (n)
			continue;
		if (grs_is_disconnected(s, 0))
			return GRS_DISCONNECTED;
		if (now_ms() >= end)
			return GRS_TIMEOUT;
		nanosleep(&nap, NULL);
	}
}

/* A message of up to 16 bytes to the camera. */
int grs_send(struct grs_session *s, const void *message, size_t len)
{
	struct ibv_sge sge = { .addr = (uintptr_t)message, .length = len };
	struct ibv_send_wr wr = {
		.wr_id = GRS_SEND_ID,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE,
	}, *bad;

	s->send_busy = true;
	return ibv_post_send(s->id->qp, &wr, &bad);
}

int grs_credit(struct grs_session *s, uint32_t total)
{
	uint8_t message[16] = { 0 };

	gvcp_put32(message, GRS_CREDIT_MAGIC);
	gvcp_put32(message + 4, total);
	s->told = total;
	return grs_send(s, message, sizeof(message));
}

/* Give a frame's buffers back, and its credit. */
int grs_return(struct grs_session *s, unsigned int pair)
{
	if (grs_repost(s, pair))
		return -EIO;
	s->credits++;
	/* One is in flight at a time; the next goes out when it is completed. */
	return s->send_busy ? 0 : grs_credit(s, s->credits);
}
