/* SPDX-License-Identifier: GPL-2.0 */
/* One RDMA connection to a host: queue pair, frame buffers, credits. */
#ifndef GEVSIM_CONNECTION_H
#define GEVSIM_CONNECTION_H

#include <rdma/rdma_cma.h>
#include "picture.h"
#include "wire/gendc.h"
#include "wire/grs.h"

#define SIM_SLOTS_MAX		8u
#define SIM_CREDIT_RECEIVES	16u

enum sim_send {
	SIM_SEND_PLAIN,
	SIM_SEND_NOTHING,
	SIM_SEND_IMMEDIATE,
	SIM_SEND_INVALIDATE,
	SIM_SEND_WRITE_IMMEDIATE,
};

/**
 * struct sim_slot - memory of one frame under way
 * @mr: registration of @payload and the descriptor behind it
 * @payload: image bytes
 * @descriptor: flow-0 message
 * @look: what @payload was painted for, when it does not move
 * @painted: @look is valid
 * @busy: sends not completed
 */
struct sim_slot {
	struct ibv_mr *mr;
	u8 *payload;
	u8 *descriptor;
	struct sim_look look;
	bool painted;
	unsigned int busy;
};

/**
 * struct sim_shot - how one frame is to be sent
 * @slot: its memory
 * @payload: bytes on flow 1
 * @send: enum sim_send for each flow
 * @swap: flow 0 goes first
 */
struct sim_shot {
	struct sim_slot *slot;
	u64 payload;
	enum sim_send send[2];
	bool swap;
};

/**
 * struct sim_connection - all that belongs to one connection
 * @id: CM id
 * @channel: completion channel
 * @cq: completions of sends and receives
 * @pd: protection domain
 * @has_qp: the queue pair was created
 * @established: the host answered
 * @broken: a completion failed or the host sent nonsense
 * @memory: all frame buffers
 * @memory_len: bytes
 * @room: bytes for the payload in a slot
 * @slots: frame memory
 * @nr_slots: how many
 * @receives: credit messages
 * @receive_mr: their registration
 * @frames_sent: counts from the credit base
 * @credits_total: as last announced
 *
 * Owned by the stream thread.
 */
struct sim_connection {
	struct rdma_cm_id *id;
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq;
	struct ibv_pd *pd;
	bool has_qp;
	bool established;
	bool broken;
	u8 *memory;
	size_t memory_len;
	size_t room;
	struct sim_slot slots[SIM_SLOTS_MAX];
	unsigned int nr_slots;
	u8 receives[SIM_CREDIT_RECEIVES][GEV_GRS_CREDIT_SIZE * 4];
	struct ibv_mr *receive_mr;
	u32 frames_sent;
	u32 credits_total;
};

struct sim_connection *sim_connection_create(struct rdma_cm_id *id,
					     const struct gev_grs_req *req, u64 payload);
int sim_connection_accept(struct sim_connection *c, const u8 rep[GEV_GRS_REP_SIZE]);
void sim_connection_destroy(struct sim_connection *c, bool disconnect);
struct sim_slot *sim_connection_slot(struct sim_connection *c);
s32 sim_connection_credits(const struct sim_connection *c);
int sim_connection_send(struct sim_connection *c, const struct sim_shot *shot);
void sim_connection_poll(struct sim_connection *c, int camera, bool ignore_credits);
void sim_connection_drain(struct sim_connection *c, int camera, unsigned int ms);

#endif /* GEVSIM_CONNECTION_H */
