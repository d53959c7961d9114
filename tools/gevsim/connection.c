// SPDX-License-Identifier: GPL-2.0
/* One RDMA connection to a host: queue pair, frame buffers, credits. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "connection.h"
#include "fault.h"
#include "hca.h"
#include "log.h"

#define CONNECTION_MEMORY	(256ull << 20)	/* bytes of frame buffers, if two fit */
#define CONNECTION_DESCRIPTOR	4096u		/* bytes of flow 0 in a slot */
#define CONNECTION_RECEIVE	(1ull << 63)	/* in wr_id: a credit receive */

static int connection_post_receive(struct sim_connection *c, unsigned int i)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)c->receives[i],
		.length = sizeof(c->receives[i]),
		.lkey = c->receive_mr->lkey,
	};
	struct ibv_recv_wr wr = {
		.wr_id = CONNECTION_RECEIVE | i,
		.sg_list = &sge,
		.num_sge = 1,
	}, *bad;

	return -ibv_post_recv(c->id->qp, &wr, &bad);
}

/* Page-aligned slots: payload, room for too long ones, descriptor. */
static int connection_memory(struct sim_connection *c, u64 payload)
{
	size_t page = 4096, stride;

	c->room = (payload + SIM_FAULT_SLACK + page - 1) & ~(page - 1);
	stride = c->room + CONNECTION_DESCRIPTOR;
	c->nr_slots = CONNECTION_MEMORY / stride;
	if (c->nr_slots > SIM_SLOTS_MAX)
		c->nr_slots = SIM_SLOTS_MAX;
	if (c->nr_slots < 2)
		c->nr_slots = 2;
	c->memory_len = stride * c->nr_slots;
	c->memory = mmap(NULL, c->memory_len, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (c->memory == MAP_FAILED) {
		c->memory = NULL;
		return -ENOMEM;
	}
	for (unsigned int i = 0; i < c->nr_slots; i++) {
		struct sim_slot *slot = &c->slots[i];

		slot->payload = c->memory + stride * i;
		slot->descriptor = slot->payload + c->room;
		/* Only read by the HCA: no access flag at all. */
		slot->mr = ibv_reg_mr(c->pd, slot->payload, stride, 0);
		if (!slot->mr)
			return -errno;
	}
	return 0;
}

static int connection_queues(struct sim_connection *c)
{
	struct ibv_qp_init_attr attr = {
		.cap = {
			.max_send_wr = 2 * SIM_SLOTS_MAX + 2,
			.max_recv_wr = SIM_CREDIT_RECEIVES + 1,
			.max_send_sge = 1,
			.max_recv_sge = 1,
		},
		.qp_type = IBV_QPT_RC,
	};
	int flags;

	c->pd = ibv_alloc_pd(c->id->verbs);
	c->channel = ibv_create_comp_channel(c->id->verbs);
	if (!c->pd || !c->channel)
		return -ENOMEM;
	flags = fcntl(c->channel->fd, F_GETFL);
	if (fcntl(c->channel->fd, F_SETFL, flags | O_NONBLOCK))
		return -errno;
	c->cq = ibv_create_cq(c->id->verbs, attr.cap.max_send_wr + attr.cap.max_recv_wr,
			      NULL, c->channel, 0);
	if (!c->cq || ibv_req_notify_cq(c->cq, 0))
		return -ENOMEM;
	attr.send_cq = c->cq;
	attr.recv_cq = c->cq;
	if (rdma_create_qp(c->id, c->pd, &attr))
		return -errno;
	c->has_qp = true;
	return 0;
}

static int connection_receives(struct sim_connection *c)
{
	c->receive_mr = ibv_reg_mr(c->pd, c->receives, sizeof(c->receives),
				   IBV_ACCESS_LOCAL_WRITE);
	if (!c->receive_mr)
		return -errno;
	for (unsigned int i = 0; i < SIM_CREDIT_RECEIVES; i++) {
		int err = connection_post_receive(c, i);

		if (err)
			return err;
	}
	return 0;
}

/**
 * sim_connection_create() - make ready to accept a request
 * @id: CM id of the request; owned by the connection from now on if this succeeds
 * @req: the request
 * @payload: largest flow-1 message
 *
 * Return: the connection, or NULL when resources do not suffice.
 */
struct sim_connection *sim_connection_create(struct rdma_cm_id *id,
					     const struct gev_grs_req *req, u64 payload)
{
	struct sim_connection *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->id = id;
	c->frames_sent = req->credit_base;
	c->credits_total = req->credit_base + req->credits;
	if (connection_queues(c) || connection_memory(c, payload) || connection_receives(c)) {
		c->id = NULL;
		if (c->has_qp)
			rdma_destroy_qp(id);
		sim_connection_destroy(c, false);
		return NULL;
	}
	return c;
}

/**
 * sim_connection_accept() - answer the request with REP
 * @c: the connection
 * @rep: private data
 *
 * Return: 0 or a negative error code.
 */
int sim_connection_accept(struct sim_connection *c, const u8 rep[GEV_GRS_REP_SIZE])
{
	struct rdma_conn_param param = {
		.private_data = rep,
		.private_data_len = GEV_GRS_REP_SIZE,
		.flow_control = 1,
		.rnr_retry_count = 7,
	};
	struct ibv_qp_attr attr = {
		.qp_access_flags = 0,
		.min_rnr_timer = GEV_GRS_RNR_TIMER,
	};

	if (rdma_accept(c->id, &param))
		return -errno;
	/* The CM has allowed remote writes and chosen 655 ms: neither is wanted. */
	return -ibv_modify_qp(c->id->qp, &attr, IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER);
}

/**
 * sim_connection_destroy() - end a connection and release it
 * @c: the connection, may be half built or NULL
 * @disconnect: tell the host
 */
void sim_connection_destroy(struct sim_connection *c, bool disconnect)
{
	struct ibv_context *verbs;

	if (!c)
		return;
	verbs = c->id ? c->id->verbs : NULL;
	if (c->id && disconnect)
		rdma_disconnect(c->id);
	if (c->id) {
		if (c->has_qp)
			rdma_destroy_qp(c->id);
		rdma_destroy_id(c->id);
	}
	if (c->receive_mr)
		ibv_dereg_mr(c->receive_mr);
	for (unsigned int i = 0; i < c->nr_slots; i++)
		if (c->slots[i].mr)
			ibv_dereg_mr(c->slots[i].mr);
	if (c->memory)
		munmap(c->memory, c->memory_len);
	if (c->cq)
		ibv_destroy_cq(c->cq);
	if (c->channel)
		ibv_destroy_comp_channel(c->channel);
	if (c->pd)
		ibv_dealloc_pd(c->pd);
	sim_hca_put(verbs);
	free(c);
}

/**
 * sim_connection_slot() - memory for one more frame
 * @c: the connection
 *
 * Return: a slot that is not under way, or NULL.
 */
struct sim_slot *sim_connection_slot(struct sim_connection *c)
{
	for (unsigned int i = 0; i < c->nr_slots; i++)
		if (!c->slots[i].busy)
			return &c->slots[i];
	return NULL;
}

/**
 * sim_connection_credits() - how many frames may be sent
 * @c: the connection
 *
 * Return: 0 or less: none.
 */
s32 sim_connection_credits(const struct sim_connection *c)
{
	return (s32)(c->credits_total - c->frames_sent);
}

static void connection_prepare(const struct sim_shot *shot, unsigned int flow,
			       struct ibv_sge *sge, struct ibv_send_wr *wr)
{
	const struct sim_slot *slot = shot->slot;

	sge->addr = (uintptr_t)(flow ? slot->payload : slot->descriptor);
	sge->length = flow ? shot->payload : GEV_GENDC_DESCRIPTOR;
	sge->lkey = slot->mr->lkey;
	wr->sg_list = sge;
	wr->num_sge = sge->length ? 1 : 0;
	wr->send_flags = IBV_SEND_SIGNALED;
	switch (shot->send[flow]) {
	case SIM_SEND_IMMEDIATE:
		wr->opcode = IBV_WR_SEND_WITH_IMM;
		wr->imm_data = __builtin_bswap32(0x47455653);
		break;
	case SIM_SEND_INVALIDATE:
		wr->opcode = IBV_WR_SEND_WITH_INV;
		wr->invalidate_rkey = 0x1234;
		break;
	case SIM_SEND_WRITE_IMMEDIATE:
		wr->opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
		wr->imm_data = __builtin_bswap32(0x47455653);
		wr->num_sge = 0;
		break;
	default:
		wr->opcode = IBV_WR_SEND;
		break;
	}
}

/**
 * sim_connection_send() - send one frame
 * @c: the connection
 * @shot: what and how
 *
 * Uses up one credit, also if there is none.
 *
 * Return: 0 or a negative error code.
 */
int sim_connection_send(struct sim_connection *c, const struct sim_shot *shot)
{
	struct ibv_send_wr wr[2], *bad;
	struct ibv_sge sge[2];
	unsigned int n = 0;

	memset(wr, 0, sizeof(wr));
	for (unsigned int i = 0; i < 2; i++) {
		unsigned int flow = shot->swap ? i : 1 - i;

		if (shot->send[flow] == SIM_SEND_NOTHING)
			continue;
		wr[n].wr_id = shot->slot - c->slots;
		connection_prepare(shot, flow, &sge[n], &wr[n]);
		if (n)
			wr[n - 1].next = &wr[n];
		n++;
	}
	c->frames_sent++;
	if (!n)
		return 0;
	shot->slot->busy = n;
	return -ibv_post_send(c->id->qp, wr, &bad);
}

/* A credit message: copied, its receive posted again, then used. */
static void connection_credit(struct sim_connection *c, const struct ibv_wc *wc, int camera,
			      bool ignore)
{
	unsigned int i = wc->wr_id & ~CONNECTION_RECEIVE;
	u8 message[sizeof(c->receives[0])];
	u32 total;
	s32 step;

	memcpy(message, c->receives[i], sizeof(message));
	if (connection_post_receive(c, i)) {
		c->broken = true;
		return;
	}
	if (wc->opcode != IBV_WC_RECV || wc->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV) ||
	    gev_grs_credit_decode(message, wc->byte_len, &total)) {
		sim_log(SIM_LOG_WARN, camera, "the host sent no credit message");
		c->broken = true;
		return;
	}
	step = (s32)(total - c->credits_total);
	if (step > (s32)GEV_GRS_CREDITS_MAX) {
		sim_log(SIM_LOG_WARN, camera, "%d new credits at once", step);
		c->broken = true;
	} else if (step > 0 && !ignore) {
		c->credits_total = total;
	}
}

static void connection_completion(struct sim_connection *c, const struct ibv_wc *wc,
				  int camera, bool ignore)
{
	if (wc->status != IBV_WC_SUCCESS) {
		if (!c->broken && wc->status != IBV_WC_WR_FLUSH_ERR)
			sim_log(SIM_LOG_WARN, camera, "%s failed: %s",
				wc->wr_id & CONNECTION_RECEIVE ? "receive" : "send",
				ibv_wc_status_str(wc->status));
		c->broken = true;
	} else if (wc->wr_id & CONNECTION_RECEIVE) {
		connection_credit(c, wc, camera, ignore);
	} else {
		c->slots[wc->wr_id].busy--;
	}
}

/**
 * sim_connection_poll() - deal with all completions
 * @c: the connection
 * @camera: camera index
 * @ignore_credits: credit messages change nothing
 *
 * Sets @c->broken when the connection can not be used any more.
 */
void sim_connection_poll(struct sim_connection *c, int camera, bool ignore_credits)
{
	struct ibv_cq *cq;
	struct ibv_wc wc[16];
	void *context;
	int n;

	while (!ibv_get_cq_event(c->channel, &cq, &context))
		ibv_ack_cq_events(cq, 1);
	if (ibv_req_notify_cq(c->cq, 0))
		c->broken = true;
	while ((n = ibv_poll_cq(c->cq, ARRAY_SIZE(wc), wc)) > 0)
		for (int i = 0; i < n; i++)
			connection_completion(c, &wc[i], camera, ignore_credits);
	if (n < 0)
		c->broken = true;
}

/**
 * sim_connection_drain() - wait until all frames under way have arrived
 * @c: the connection
 * @camera: camera index
 * @ms: how long at most
 */
void sim_connection_drain(struct sim_connection *c, int camera, unsigned int ms)
{
	for (unsigned int i = 0; i < c->nr_slots; i++) {
		while (c->slots[i].busy && !c->broken && ms--) {
			usleep(1000);
			sim_connection_poll(c, camera, false);
		}
	}
}
