/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The host side of GRS-1 in user space, written from the profile and not from
 * the driver's codec. It can be made to misbehave.
 */
#ifndef SELFTESTS_GRS_SESSION_H
#define SELFTESTS_GRS_SESSION_H

#include <rdma/rdma_cma.h>
#include <stdbool.h>
#include "gvcp_client.h"

#define GRS_FRAMES_MAX	64
#define GRS_DESCRIPTOR	176
#define GRS_FLOW0	4096	/* bytes of a flow-0 receive */

/* Registers of gevsim, see its description file */
#define SIM_WIDTH	0x10110
#define SIM_HEIGHT	0x10114
#define SIM_FORMAT	0x10128
#define SIM_PATTERN	0x1012c
#define SIM_MODE	0x10200
#define SIM_START	0x10204
#define SIM_STOP	0x10208
#define SIM_COUNT	0x1020c
#define SIM_RATE_ON	0x10210
#define SIM_RATE	0x10218
#define SIM_TRIGGER	0x10234
#define SIM_TRIGGER_SW	0x1023c
#define SIM_ACQUIRING	0x10240
#define SIM_PAYLOAD	0x10500
#define SIM_LOCKED	0x10504
#define SIM_PROTOCOL	0x10508
#define SIM_PORT	0x10510
#define SIM_DROPPED	0x10514
#define SIM_ACQUIRED	0x10c80
#define SIM_SENT	0x10c84
#define SIM_CREDITS	0x10c88
#define SIM_TABLE	0x10f00
#define GEV_CCP		0x0a00
#define GEV_HEARTBEAT	0x0938
#define GEV_CONF	0x0954

/**
 * struct grs_request - what is asked for, and how wrong
 * @magic: of the REQ
 * @version: of the REQ
 * @channel: stream channel
 * @credits: as announced
 * @flow0: size of flow-0 receives as announced
 * @base: credit base
 * @flow1: size of flow-1 receives as announced
 * @pairs: pairs of receives that are really posted
 * @room: bytes of a flow-1 receive
 */
struct grs_request {
	uint32_t magic;
	uint16_t version;
	uint16_t channel;
	uint32_t credits;
	uint32_t flow0;
	uint32_t base;
	uint64_t flow1;
	unsigned int pairs;
	size_t room;
};

/**
 * struct grs_session - one connection
 * @events: CM events
 * @id: CM id
 * @pd: protection domain
 * @cq: all completions
 * @memory: all receive buffers
 * @memory_len: bytes
 * @mr: their registration
 * @room: bytes of a flow-1 receive
 * @pairs: pairs of receives
 * @credits: credits_total by what is posted
 * @told: as the camera was told last
 * @connected: established
 * @rep: REP private data
 * @rej_code: code of the last REJ, 0 if there was none
 * @rej_detail: its detail
 * @reason: CM reason of the last REJ
 * @send_busy: a credit message is in flight
 */
struct grs_session {
	struct rdma_event_channel *events;
	struct rdma_cm_id *id;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	uint8_t *memory;
	size_t memory_len;
	struct ibv_mr *mr;
	size_t room;
	unsigned int pairs;
	uint32_t credits;
	uint32_t told;
	bool connected;
	uint8_t rep[32];
	uint32_t rej_code;
	uint64_t rej_detail;
	int reason;
	bool send_busy;
};

/**
 * struct grs_frame - one pair of completions, or what came instead
 * @pair: index of the pair
 * @payload: flow-1 receive
 * @payload_len: bytes received
 * @descriptor: flow-0 receive
 * @descriptor_len: bytes received
 * @flags: wc_flags of flow 0 and flow 1
 * @opcode: opcode of flow 0 and flow 1
 * @id: block id
 */
struct grs_frame {
	unsigned int pair;
	const uint8_t *payload;
	size_t payload_len;
	const uint8_t *descriptor;
	size_t descriptor_len;
	unsigned int flags[2];
	int opcode[2];
	uint64_t id;
};

enum grs_result {
	GRS_FRAME,		/* a frame came */
	GRS_TIMEOUT,		/* nothing came */
	GRS_BROKEN,		/* a completion failed */
	GRS_DISCONNECTED,	/* the camera disconnected */
};

void grs_request_init(struct grs_request *r, size_t payload, unsigned int frames);
int grs_open(struct grs_session *s, const char *address, uint16_t port,
	     const struct grs_request *r);
void grs_close(struct grs_session *s);
enum grs_result grs_next(struct grs_session *s, struct grs_frame *f, int timeout);
int grs_repost(struct grs_session *s, unsigned int pair);
int grs_send(struct grs_session *s, const void *message, size_t len);
int grs_credit(struct grs_session *s, uint32_t total);
int grs_return(struct grs_session *s, unsigned int pair);
bool grs_is_disconnected(struct grs_session *s, int timeout);

uint32_t grs_le32(const uint8_t *p);
uint64_t grs_le64(const uint8_t *p);

#endif /* SELFTESTS_GRS_SESSION_H */
