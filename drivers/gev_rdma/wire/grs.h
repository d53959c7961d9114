/* SPDX-License-Identifier: GPL-2.0 */
/*
 * GRS-1, the open RDMA stream profile: CM private data, credits, flow table.
 * The contract is Documentation/grs-1.rst. CM data and credits are big-endian,
 * the flow table is little-endian.
 */
#ifndef GEV_WIRE_GRS_H
#define GEV_WIRE_GRS_H

#include "shim.h"

#define GEV_GRS_MAGIC			0x47525331u	/* "GRS1" */
#define GEV_GRS_CREDIT_MAGIC		0x47524352u	/* "GRCR" */
#define GEV_GRS_VERSION			0x0100u
#define GEV_GRS_REQ_SIZE		32u
#define GEV_GRS_REP_SIZE		32u
#define GEV_GRS_REJ_SIZE		16u
#define GEV_GRS_CREDIT_SIZE		16u
#define GEV_GRS_FLOWS			2u
#define GEV_GRS_FLOW_TABLE_SIZE		32u
#define GEV_GRS_CREDITS_MAX		65535u
#define GEV_GRS_CREDIT_RECEIVES_MIN	8u
#define GEV_GRS_RNR_TIMER		12	/* 0.64 ms */
#define GEV_GRS_ACK_TIMEOUT		14
#define GEV_GRS_REP_RUNNING		BIT(0)	/* in gev_grs_rep::flags */
#define GEV_GRS_REJ_REASON		28	/* CM: consumer defined */
#define GEV_GRS_ID_STEP_MAX		0x80000000ull	/* farthest advance of a block id */

enum gev_grs_rej_code {
	GEV_GRS_REJ_VERSION		= 1,
	GEV_GRS_REJ_CHANNEL		= 2,
	GEV_GRS_REJ_NOT_CONTROLLER	= 3,
	GEV_GRS_REJ_FLOW0_SMALL		= 4,
	GEV_GRS_REJ_FLOW1_SMALL		= 5,
	GEV_GRS_REJ_NOT_RDMA		= 6,
	GEV_GRS_REJ_RESOURCES		= 7,
	GEV_GRS_REJ_NOT_LOCKED		= 8,
	GEV_GRS_REJ_MTU			= 9,
	GEV_GRS_REJ_PAYLOAD		= 10,
	GEV_GRS_REJ_MALFORMED		= 11,
};

struct gev_grs_req {
	u16 version;
	u16 channel;
	u32 flags;
	u32 credits;		/* frames whose receives are posted */
	u32 flow0_size;		/* bytes, smallest flow-0 receive */
	u32 credit_base;
	u64 flow1_size;		/* bytes, smallest flow-1 receive */
};

struct gev_grs_rep {
	u16 version;
	u16 flows;
	u32 flags;
	u32 credit_receives;
	u32 flow0_size;		/* bytes, largest flow-0 message */
	u64 flow1_size;		/* bytes, largest flow-1 message */
};

struct gev_grs_rej {
	u32 code;		/* enum gev_grs_rej_code */
	u64 detail;
};

struct gev_grs_flow_table {
	u64 flow0_size;		/* bytes */
	u64 flow1_size;		/* bytes */
};

/*
 * Decoders: 0, or -EBADMSG (too short, wrong magic, not two flows, counts out
 * of range), -EPROTONOSUPPORT (major version; in a REQ the wrong magic too, so
 * that it is rejected with code 1 and -EBADMSG with code 11). @len may exceed
 * the structure: CM pads.
 */
int gev_grs_req_decode(const void *data, size_t len, struct gev_grs_req *req);
int gev_grs_rep_decode(const void *data, size_t len, struct gev_grs_rep *rep);
int gev_grs_rej_decode(const void *data, size_t len, struct gev_grs_rej *rej);
/* Exact length; the result is the cumulative credit count. */
int gev_grs_credit_decode(const void *data, size_t len, u32 *credits_total);
int gev_grs_flow_table_decode(const void *data, size_t len, struct gev_grs_flow_table *t);

void gev_grs_req_encode(u8 buf[GEV_GRS_REQ_SIZE], const struct gev_grs_req *req);
void gev_grs_rep_encode(u8 buf[GEV_GRS_REP_SIZE], const struct gev_grs_rep *rep);
void gev_grs_rej_encode(u8 buf[GEV_GRS_REJ_SIZE], const struct gev_grs_rej *rej);
void gev_grs_credit_encode(u8 buf[GEV_GRS_CREDIT_SIZE], u32 credits_total);
void gev_grs_flow_table_encode(u8 buf[GEV_GRS_FLOW_TABLE_SIZE], const struct gev_grs_flow_table *t);

const char *gev_grs_rej_name(u32 code);
/* The errno of STREAMON for a refused connection; never positive, never 0. */
int gev_grs_rej_errno(u32 code);

#endif /* GEV_WIRE_GRS_H */
