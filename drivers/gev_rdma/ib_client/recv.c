// SPDX-License-Identifier: GPL-2.0
/* Receives straight into the vb2 planes, in pairs, and the credits for them. */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/ktime.h>

#include "../stream.h"
#include "conn.h"
#include "recv.h"

/*
 * The one place where this room learns where a frame's memory is. It must be
 * in the linear map: software HCAs copy to the address itself.
 */
static void *gev_recv_address(struct gev_buffer *buf)
{
	void *address = vb2_plane_vaddr(&buf->vb.vb2_buf, 0);

	return address && virt_addr_valid(address) ? address : NULL;
}

static void payload_done(struct ib_cq *cq, struct ib_wc *wc);
static void descriptor_done(struct ib_cq *cq, struct ib_wc *wc);
static void credit_done(struct ib_cq *cq, struct ib_wc *wc);

/**
 * gev_recv_alloc() - memory for descriptors and credits
 * @recv: zeroed
 * @stream: the stream
 * @flow0_size: bytes of the largest flow-0 message
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM; gev_recv_free() in either case.
 */
int gev_recv_alloc(struct gev_recv *recv, struct gev_stream *stream, u32 flow0_size)
{
	unsigned int i;

	recv->stream = stream;
	recv->flow0_size = flow0_size;
	recv->credit_cqe.done = credit_done;
	recv->credit = kzalloc(GEV_GRS_CREDIT_SIZE, GFP_KERNEL);
	if (!recv->credit)
		return -ENOMEM;

	for (i = 0; i < GEV_RECV_SLOTS; i++) {
		struct gev_recv_slot *slot = &recv->slots[i];

		slot->recv = recv;
		slot->payload_cqe.done = payload_done;
		slot->descriptor_cqe.done = descriptor_done;
		slot->descriptor = kzalloc(flow0_size, GFP_KERNEL);
		if (!slot->descriptor)
			return -ENOMEM;
	}
	return 0;
}

/**
 * gev_recv_free() - free the memory
 * @recv: no connection is attached
 */
void gev_recv_free(struct gev_recv *recv)
{
	unsigned int i;

	for (i = 0; i < GEV_RECV_SLOTS; i++)
		kfree(recv->slots[i].descriptor);
	kfree(recv->credit);
}

static int map_descriptors(struct gev_recv *recv, struct ib_device *device)
{
	unsigned int i;

	recv->credit_dma = ib_dma_map_single(device, recv->credit, GEV_GRS_CREDIT_SIZE,
					     DMA_TO_DEVICE);
	if (ib_dma_mapping_error(device, recv->credit_dma))
		return -ENOMEM;

	for (i = 0; i < GEV_RECV_SLOTS; i++) {
		struct gev_recv_slot *slot = &recv->slots[i];

		slot->descriptor_dma = ib_dma_map_single(device, slot->descriptor,
							 recv->flow0_size, DMA_FROM_DEVICE);
		if (ib_dma_mapping_error(device, slot->descriptor_dma))
			goto unmap;
	}
	return 0;

unmap:
	while (i--)
		ib_dma_unmap_single(device, recv->slots[i].descriptor_dma,
				    recv->flow0_size, DMA_FROM_DEVICE);
	ib_dma_unmap_single(device, recv->credit_dma, GEV_GRS_CREDIT_SIZE, DMA_TO_DEVICE);
	return -ENOMEM;
}

/**
 * gev_recv_attach() - a connection begins
 * @recv: with memory, no connection attached
 * @conn: a connection with a QP that is not connected yet
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int gev_recv_attach(struct gev_recv *recv, struct gev_conn *conn)
{
	int ret;

	ret = map_descriptors(recv, conn->id->device);
	if (ret)
		return ret;

	spin_lock_bh(&recv->stream->lock);
	recv->conn = conn;
	recv->open = true;
	recv->live = false;
	recv->posted = 0;
	recv->announced = 0;
	recv->received = 0;
	recv->good = false;
	recv->payload_since = 0;
	recv->credit_in_flight = false;
	spin_unlock_bh(&recv->stream->lock);
	return 0;
}

/**
 * gev_recv_close() - post no more
 * @recv: the receive side
 *
 * To be called before the connection is quiesced: what is posted while a queue
 * is drained would never come back.
 *
 * Context: any, stream->lock not held. Idempotent.
 */
void gev_recv_close(struct gev_recv *recv)
{
	spin_lock_bh(&recv->stream->lock);
	recv->open = false;
	recv->live = false;
	spin_unlock_bh(&recv->stream->lock);
}

/**
 * gev_recv_detach() - a connection has ended
 * @recv: closed, and its connection is quiesced: every pair has come back
 *
 * The planes and descriptors are unmapped; the HCA may go.
 *
 * Context: process. Idempotent.
 */
void gev_recv_detach(struct gev_recv *recv)
{
	struct ib_device *device;
	unsigned int i;

	if (!recv->conn)
		return;
	device = recv->conn->id->device;

	spin_lock_bh(&recv->stream->lock);
	recv->conn = NULL;
	spin_unlock_bh(&recv->stream->lock);

	for (i = 0; i < GEV_RECV_SLOTS; i++) {
		struct gev_recv_slot *slot = &recv->slots[i];

		WARN_ON_ONCE(slot->buf);
		ib_dma_unmap_single(device, slot->descriptor_dma, recv->flow0_size,
				    DMA_FROM_DEVICE);
		if (slot->mapped)
			ib_dma_unmap_single(device, slot->payload_dma,
					    recv->expect.payload, DMA_FROM_DEVICE);
		slot->mapped = false;
	}
	ib_dma_unmap_single(device, recv->credit_dma, GEV_GRS_CREDIT_SIZE, DMA_TO_DEVICE);
}

/*
 * No more receives; the owner will close. With the lock held, so that the
 * connection cannot be detached at this moment.
 */
static void break_connection(struct gev_recv *recv, int error)
{
	lockdep_assert_held(&recv->stream->lock);
	recv->open = false;
	recv->live = false;
	if (recv->conn)
		gev_conn_break(recv->conn, error);
}

/*
 * A receive has failed. While connecting, receives are flushed because of what
 * the CM is about to tell: why the camera refuses, for example.
 */
static void receive_failed(struct gev_recv *recv, enum ib_wc_status status)
{
	lockdep_assert_held(&recv->stream->lock);
	if (status == IB_WC_WR_FLUSH_ERR && !gev_conn_live(recv->conn)) {
		recv->open = false;
		recv->live = false;
	} else {
		break_connection(recv, -EIO);
	}
}

static int map_payload(struct gev_recv *recv, struct gev_recv_slot *slot,
		       struct gev_buffer *buf)
{
	struct ib_device *device = recv->conn->id->device;
	void *address;

	if (slot->mapped)
		return 0;
	address = gev_recv_address(buf);
	if (!address)
		return -EFAULT;
	slot->payload_dma = ib_dma_map_single(device, address, recv->expect.payload,
					      DMA_FROM_DEVICE);
	if (ib_dma_mapping_error(device, slot->payload_dma))
		return -ENOMEM;
	slot->mapped = true;
	return 0;
}

/* Payload first, then descriptor: the order in which the camera sends. */
static int post_pair(struct gev_recv *recv, struct gev_recv_slot *slot)
{
	u32 lkey = recv->conn->pd->local_dma_lkey;
	struct ib_sge payload_sge = {
		.addr = slot->payload_dma,
		.length = recv->expect.payload,
		.lkey = lkey,
	};
	struct ib_sge descriptor_sge = {
		.addr = slot->descriptor_dma,
		.length = recv->flow0_size,
		.lkey = lkey,
	};
	struct ib_recv_wr descriptor = {
		.wr_cqe = &slot->descriptor_cqe,
		.sg_list = &descriptor_sge,
		.num_sge = 1,
	};
	struct ib_recv_wr payload = {
		.next = &descriptor,
		.wr_cqe = &slot->payload_cqe,
		.sg_list = &payload_sge,
		.num_sge = 1,
	};

	return ib_post_recv(recv->conn->id->qp, &payload, NULL);
}

static int post_buffer(struct gev_recv *recv, struct gev_buffer *buf)
{
	struct gev_recv_slot *slot = &recv->slots[buf->vb.vb2_buf.index];
	struct ib_device *device = recv->conn->id->device;
	int ret;

	lockdep_assert_held(&recv->stream->lock);
	ret = map_payload(recv, slot, buf);
	if (ret)
		return ret;
	ib_dma_sync_single_for_device(device, slot->payload_dma, recv->expect.payload,
				      DMA_FROM_DEVICE);
	ib_dma_sync_single_for_device(device, slot->descriptor_dma, recv->flow0_size,
				      DMA_FROM_DEVICE);
	slot->payload_came = false;
	slot->payload_bytes = 0;
	ret = post_pair(recv, slot);
	if (ret)
		return ret;
	slot->buf = buf;
	recv->posted++;
	recv->outstanding++;
	return 0;
}

/* Tell the camera of pairs that it does not know of; one message at a time. */
static int announce(struct gev_recv *recv)
{
	struct ib_sge sge = {
		.addr = recv->credit_dma,
		.length = GEV_GRS_CREDIT_SIZE,
	};
	struct ib_send_wr wr = {
		.wr_cqe = &recv->credit_cqe,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IB_WR_SEND,
		.send_flags = IB_SEND_SIGNALED,
	};
	int ret;

	lockdep_assert_held(&recv->stream->lock);
	if (!recv->live || recv->credit_in_flight || recv->announced == recv->posted)
		return 0;

	sge.lkey = recv->conn->pd->local_dma_lkey;
	ib_dma_sync_single_for_cpu(recv->conn->id->device, recv->credit_dma,
				   GEV_GRS_CREDIT_SIZE, DMA_TO_DEVICE);
	gev_grs_credit_encode(recv->credit, recv->posted);
	ib_dma_sync_single_for_device(recv->conn->id->device, recv->credit_dma,
				      GEV_GRS_CREDIT_SIZE, DMA_TO_DEVICE);
	ret = ib_post_send(recv->conn->id->qp, &wr, NULL);
	if (ret)
		return ret;
	recv->credit_in_flight = true;
	recv->announced = recv->posted;
	recv->stream->stats[GEV_STAT_CREDITS_SENT]++;
	return 0;
}

/**
 * gev_recv_post() - post all free buffers, and tell the camera
 * @recv: the receive side; without a connection nothing happens
 *
 * Context: any, stream->lock not held.
 * Return: pairs that are posted now.
 */
u32 gev_recv_post(struct gev_recv *recv)
{
	struct gev_stream *s = recv->stream;
	struct gev_buffer *buf;
	u32 outstanding;
	int ret = 0;

	spin_lock_bh(&s->lock);
	while (recv->open && !ret) {
		buf = gev_stream_take(s);
		if (!buf)
			break;
		ret = post_buffer(recv, buf);
		if (ret)
			gev_stream_untake(s, buf);
	}
	if (!ret && recv->open)
		ret = announce(recv);
	outstanding = recv->outstanding;
	if (!outstanding && list_empty(&s->free))
		s->starved = true;
	if (ret)
		break_connection(recv, ret);
	spin_unlock_bh(&s->lock);
	return outstanding;
}

/**
 * gev_recv_go() - the connection is live
 * @recv: the receive side; what was posted before connecting is in the REQ
 *
 * Context: any, stream->lock not held.
 * Return: 0, or -EIO when the receives have failed meanwhile.
 */
int gev_recv_go(struct gev_recv *recv)
{
	bool open;

	spin_lock_bh(&recv->stream->lock);
	open = recv->open;
	recv->live = open;
	spin_unlock_bh(&recv->stream->lock);
	gev_recv_post(recv);
	return open ? 0 : -EIO;
}

/**
 * gev_recv_stuck() - a payload has waited for its descriptor for 1 s
 * @recv: the receive side
 *
 * Return: whether that is so.
 */
bool gev_recv_stuck(struct gev_recv *recv)
{
	u64 since;

	spin_lock_bh(&recv->stream->lock);
	since = recv->payload_since;
	spin_unlock_bh(&recv->stream->lock);
	return since && ktime_get_ns() - since > NSEC_PER_SEC;
}

/**
 * gev_recv_good() - a good frame has come on this connection
 * @recv: the receive side
 *
 * Return: whether that is so.
 */
bool gev_recv_good(struct gev_recv *recv)
{
	return READ_ONCE(recv->good);
}

static bool plain_send(const struct ib_wc *wc)
{
	return wc->opcode == IB_WC_RECV &&
	       !(wc->wc_flags & (IB_WC_WITH_IMM | IB_WC_WITH_INVALIDATE));
}

static void credit_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct gev_recv *recv = container_of(wc->wr_cqe, struct gev_recv, credit_cqe);
	int ret;

	spin_lock_bh(&recv->stream->lock);
	recv->credit_in_flight = false;
	ret = wc->status == IB_WC_SUCCESS ? announce(recv) : -EIO;
	if (ret)
		break_connection(recv, ret);
	spin_unlock_bh(&recv->stream->lock);
}

static void payload_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct gev_recv_slot *slot = container_of(wc->wr_cqe, struct gev_recv_slot,
						  payload_cqe);
	struct gev_recv *recv = slot->recv;
	struct gev_stream *s = recv->stream;
	u64 began = ktime_get_ns();

	/* The descriptor's completion, which follows, gives the buffer back. */
	spin_lock_bh(&s->lock);
	if (wc->status != IB_WC_SUCCESS) {
		receive_failed(recv, wc->status);
	} else if (!plain_send(wc)) {
		s->stats[GEV_STAT_BAD_OPCODE]++;
		break_connection(recv, -EPROTO);
	} else {
		slot->payload_bytes = wc->byte_len;
		slot->payload_came = true;
		recv->payload_since = began;
	}
	s->stats[GEV_STAT_FRAME_NS] += ktime_get_ns() - began;
	spin_unlock_bh(&s->lock);
}

/* The pair is no longer posted; its buffer is the caller's. */
static struct gev_buffer *close_slot(struct gev_recv_slot *slot)
{
	struct gev_recv *recv = slot->recv;
	struct gev_buffer *buf = slot->buf;

	lockdep_assert_held(&recv->stream->lock);
	slot->buf = NULL;
	recv->outstanding--;
	recv->payload_since = 0;
	return buf;
}

/* The buffer of a pair that failed stays queued, the connection ends. */
static void pair_failed(struct gev_recv_slot *slot, enum ib_wc_status status)
{
	struct gev_recv *recv = slot->recv;
	struct gev_stream *s = recv->stream;

	spin_lock_bh(&s->lock);
	if (slot->payload_came)
		s->stats[GEV_STAT_FLUSHED]++;
	gev_stream_untake(s, close_slot(slot));
	receive_failed(recv, status);
	spin_unlock_bh(&s->lock);
}

/* Likewise, of one that is no frame of this protocol. */
static void give_up_pair(struct gev_recv_slot *slot)
{
	struct gev_recv *recv = slot->recv;
	struct gev_stream *s = recv->stream;

	spin_lock_bh(&s->lock);
	gev_stream_untake(s, close_slot(slot));
	break_connection(recv, -EPROTO);
	spin_unlock_bh(&s->lock);
}

static enum gev_frame_cause judge(struct gev_recv_slot *slot, u32 bytes,
				  struct gev_gendc_frame *f, bool *advance)
{
	struct gev_recv *recv = slot->recv;
	struct ib_device *device = recv->conn->id->device;
	enum gev_frame_cause cause;
	u64 last;

	ib_dma_sync_single_for_cpu(device, slot->descriptor_dma, recv->flow0_size,
				   DMA_FROM_DEVICE);
	ib_dma_sync_single_for_cpu(device, slot->payload_dma, recv->expect.payload,
				   DMA_FROM_DEVICE);
	/* Only completions of this connection, one at a time, move last_id. */
	last = READ_ONCE(recv->stream->last_id);
	cause = gev_gendc_decode(slot->descriptor, bytes, slot->payload_bytes, f);
	if (cause == GEV_FRAME_GOOD)
		return gev_gendc_check(f, &recv->expect, slot->payload_bytes, last, advance);
	*advance = gev_gendc_id_advances(f->id, last);
	return cause;
}

static void end_frame(struct gev_recv_slot *slot, const struct gev_frame_end *end)
{
	struct gev_recv *recv = slot->recv;
	struct gev_stream *s = recv->stream;

	spin_lock_bh(&s->lock);
	recv->received++;
	if ((s32)(recv->received - recv->announced) > 0)
		s->stats[GEV_STAT_OVER_CREDIT]++;
	if (end->stat == GEV_STAT_FRAMES)
		recv->good = true;
	gev_stream_frame(s, close_slot(slot), end);
	spin_unlock_bh(&s->lock);
}

/* Both messages of a pair are there, or will never be. */
static void end_pair(struct gev_recv_slot *slot, struct ib_wc *wc)
{
	struct gev_stream *s = slot->recv->stream;
	struct gev_frame_end end = { .bytes = slot->payload_bytes };
	enum gev_frame_cause cause;
	struct gev_gendc_frame f;

	if (wc->status != IB_WC_SUCCESS) {
		pair_failed(slot, wc->status);
		return;
	}
	if (!plain_send(wc))
		gev_stream_count(s, GEV_STAT_BAD_OPCODE, 1);
	if (!plain_send(wc) || !slot->payload_came) {
		give_up_pair(slot);
		return;
	}

	cause = judge(slot, wc->byte_len, &f, &end.advance);
	if (cause == GEV_FRAME_BAD_SIGNATURE) {
		gev_stream_count(s, GEV_STAT_BAD_SIGNATURE, 1);
		give_up_pair(slot);
		return;
	}

	end.stat = gev_stat_of_cause(cause);
	end.id = f.id;
	end.time = ktime_get_ns();
	end_frame(slot, &end);
	gev_recv_post(slot->recv);
}

static void descriptor_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct gev_recv_slot *slot = container_of(wc->wr_cqe, struct gev_recv_slot,
						  descriptor_cqe);
	u64 began;

	/* A software HCA's work must not be run, and measured, in between. */
	local_bh_disable();
	began = ktime_get_ns();
	end_pair(slot, wc);
	gev_stream_count(slot->recv->stream, GEV_STAT_FRAME_NS, ktime_get_ns() - began);
	local_bh_enable();
}
