// SPDX-License-Identifier: GPL-2.0
/*
 * GRS-1: CM private data, credits, flow table.
 */
#include "grs.h"

#define GRS_MAJOR(version)	((version) >> 8)
#define GRS_FLOW_TYPE		0x7000
#define GRS_FLOW_MAJOR		1

/* What every message of the CM begins with */
struct grs_start {
	__be32 magic;
	__be16 version;
} __packed;
static_assert(sizeof(struct grs_start) == 6);

struct grs_req {
	__be32 magic;
	__be16 version;
	__be16 channel;
	__be32 flags;
	__be32 credits;
	__be32 flow0_size;
	__be32 credit_base;
	__be64 flow1_size;
} __packed;
static_assert(sizeof(struct grs_req) == GEV_GRS_REQ_SIZE);

struct grs_rep {
	__be32 magic;
	__be16 version;
	__be16 flows;
	__be32 flags;
	__be32 credit_receives;
	__be32 flow0_size;
	__be32 reserved;
	__be64 flow1_size;
} __packed;
static_assert(sizeof(struct grs_rep) == GEV_GRS_REP_SIZE);

struct grs_rej {
	__be32 magic;
	__be32 code;
	__be64 detail;
} __packed;
static_assert(sizeof(struct grs_rej) == GEV_GRS_REJ_SIZE);

struct grs_credit {
	__be32 magic;
	__be32 credits_total;
	__be32 reserved[2];
} __packed;
static_assert(sizeof(struct grs_credit) == GEV_GRS_CREDIT_SIZE);

struct grs_flow_table {
	__le16 type;
	__le16 flags;
	__le32 size;
	u8 major;
	u8 minor;
	__le16 reserved;
	__le32 flows;
	__le64 flow0_size;
	__le64 flow1_size;
} __packed;
static_assert(sizeof(struct grs_flow_table) == GEV_GRS_FLOW_TABLE_SIZE);

static bool major_matches(__be16 version)
{
	return GRS_MAJOR(be16_to_cpu(version)) == GRS_MAJOR(GEV_GRS_VERSION);
}

/**
 * gev_grs_req_decode() - read the private data of a connection request
 * @data: private data
 * @len: bytes at @data, with what the CM padded
 * @req: result; untouched on failure
 *
 * The errors stand in the order in which a camera has to judge a request:
 * magic and version before anything else, even in a message that is too short.
 *
 * Context: Any.
 * Return: 0, -EPROTONOSUPPORT (reject with %GEV_GRS_REJ_VERSION) or -EBADMSG
 * (%GEV_GRS_REJ_MALFORMED).
 */
int gev_grs_req_decode(const void *data, size_t len, struct gev_grs_req *req)
{
	const struct grs_start *start = data;
	const struct grs_req *wire = data;
	u32 credits;

	if (len < sizeof(*start))
		return -EBADMSG;
	if (be32_to_cpu(start->magic) != GEV_GRS_MAGIC || !major_matches(start->version))
		return -EPROTONOSUPPORT;
	if (len < sizeof(*wire))
		return -EBADMSG;
	credits = be32_to_cpu(wire->credits);
	if (!credits || credits > GEV_GRS_CREDITS_MAX)
		return -EBADMSG;

	req->version = be16_to_cpu(wire->version);
	req->channel = be16_to_cpu(wire->channel);
	req->flags = be32_to_cpu(wire->flags);
	req->credits = credits;
	req->flow0_size = be32_to_cpu(wire->flow0_size);
	req->credit_base = be32_to_cpu(wire->credit_base);
	req->flow1_size = be64_to_cpu(wire->flow1_size);
	return 0;
}

/**
 * gev_grs_rep_decode() - read the private data with which a camera accepts
 * @data: private data
 * @len: bytes at @data, with what the CM padded
 * @rep: result; untouched on failure
 *
 * Context: Any.
 * Return: 0, -EPROTONOSUPPORT (major version) or -EBADMSG (too short, magic,
 * not two flows, too few credit receives).
 */
int gev_grs_rep_decode(const void *data, size_t len, struct gev_grs_rep *rep)
{
	const struct grs_rep *wire = data;

	if (len < sizeof(*wire) || be32_to_cpu(wire->magic) != GEV_GRS_MAGIC)
		return -EBADMSG;
	if (!major_matches(wire->version))
		return -EPROTONOSUPPORT;
	if (be16_to_cpu(wire->flows) != GEV_GRS_FLOWS ||
	    be32_to_cpu(wire->credit_receives) < GEV_GRS_CREDIT_RECEIVES_MIN)
		return -EBADMSG;

	rep->version = be16_to_cpu(wire->version);
	rep->flows = be16_to_cpu(wire->flows);
	rep->flags = be32_to_cpu(wire->flags);
	rep->credit_receives = be32_to_cpu(wire->credit_receives);
	rep->flow0_size = be32_to_cpu(wire->flow0_size);
	rep->flow1_size = be64_to_cpu(wire->flow1_size);
	return 0;
}

/**
 * gev_grs_rej_decode() - read the private data with which a camera refuses
 * @data: private data of a reject whose CM reason is %GEV_GRS_REJ_REASON
 * @len: bytes at @data, with what the CM padded
 * @rej: result; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG when the camera gave no code.
 */
int gev_grs_rej_decode(const void *data, size_t len, struct gev_grs_rej *rej)
{
	const struct grs_rej *wire = data;

	if (len < sizeof(*wire) || be32_to_cpu(wire->magic) != GEV_GRS_MAGIC)
		return -EBADMSG;

	rej->code = be32_to_cpu(wire->code);
	rej->detail = be64_to_cpu(wire->detail);
	return 0;
}

/**
 * gev_grs_credit_decode() - read a credit message
 * @data: message
 * @len: bytes received
 * @credits_total: result, cumulative modulo 2^32; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (not exactly one credit message).
 */
int gev_grs_credit_decode(const void *data, size_t len, u32 *credits_total)
{
	const struct grs_credit *wire = data;

	if (len != sizeof(*wire) || be32_to_cpu(wire->magic) != GEV_GRS_CREDIT_MAGIC)
		return -EBADMSG;

	*credits_total = be32_to_cpu(wire->credits_total);
	return 0;
}

/**
 * gev_grs_flow_table_decode() - read the flow mapping table of a camera
 * @data: contents of the GenDCFlowMappingTable register
 * @len: bytes at @data; what follows the table is ignored
 * @t: result; untouched on failure
 *
 * Context: Any.
 * Return: 0, -EPROTONOSUPPORT (major version) or -EBADMSG (too short, header,
 * not two flows).
 */
int gev_grs_flow_table_decode(const void *data, size_t len, struct gev_grs_flow_table *t)
{
	const struct grs_flow_table *wire = data;

	if (len < sizeof(*wire) || le16_to_cpu(wire->type) != GRS_FLOW_TYPE)
		return -EBADMSG;
	if (wire->major != GRS_FLOW_MAJOR)
		return -EPROTONOSUPPORT;
	if (le32_to_cpu(wire->size) != sizeof(*wire) ||
	    le32_to_cpu(wire->flows) != GEV_GRS_FLOWS)
		return -EBADMSG;

	t->flow0_size = le64_to_cpu(wire->flow0_size);
	t->flow1_size = le64_to_cpu(wire->flow1_size);
	return 0;
}

/**
 * gev_grs_req_encode() - write the private data of a connection request
 * @buf: where to
 * @req: what; a @req->version of 0 stands for our own
 *
 * Context: Any.
 */
void gev_grs_req_encode(u8 buf[GEV_GRS_REQ_SIZE], const struct gev_grs_req *req)
{
	struct grs_req wire = {
		.magic = cpu_to_be32(GEV_GRS_MAGIC),
		.version = cpu_to_be16(req->version ? req->version : GEV_GRS_VERSION),
		.channel = cpu_to_be16(req->channel),
		.flags = cpu_to_be32(req->flags),
		.credits = cpu_to_be32(req->credits),
		.flow0_size = cpu_to_be32(req->flow0_size),
		.credit_base = cpu_to_be32(req->credit_base),
		.flow1_size = cpu_to_be64(req->flow1_size),
	};

	memcpy(buf, &wire, sizeof(wire));
}

/**
 * gev_grs_rep_encode() - write the private data with which a camera accepts
 * @buf: where to
 * @rep: what; a @rep->version or @rep->flows of 0 stands for our own
 *
 * Context: Any.
 */
void gev_grs_rep_encode(u8 buf[GEV_GRS_REP_SIZE], const struct gev_grs_rep *rep)
{
	struct grs_rep wire = {
		.magic = cpu_to_be32(GEV_GRS_MAGIC),
		.version = cpu_to_be16(rep->version ? rep->version : GEV_GRS_VERSION),
		.flows = cpu_to_be16(rep->flows ? rep->flows : GEV_GRS_FLOWS),
		.flags = cpu_to_be32(rep->flags),
		.credit_receives = cpu_to_be32(rep->credit_receives),
		.flow0_size = cpu_to_be32(rep->flow0_size),
		.flow1_size = cpu_to_be64(rep->flow1_size),
	};

	memcpy(buf, &wire, sizeof(wire));
}

/**
 * gev_grs_rej_encode() - write the private data with which a camera refuses
 * @buf: where to
 * @rej: code and detail
 *
 * Context: Any.
 */
void gev_grs_rej_encode(u8 buf[GEV_GRS_REJ_SIZE], const struct gev_grs_rej *rej)
{
	struct grs_rej wire = {
		.magic = cpu_to_be32(GEV_GRS_MAGIC),
		.code = cpu_to_be32(rej->code),
		.detail = cpu_to_be64(rej->detail),
	};

	memcpy(buf, &wire, sizeof(wire));
}

/**
 * gev_grs_credit_encode() - write a credit message
 * @buf: where to
 * @credits_total: cumulative, modulo 2^32
 *
 * Context: Any.
 */
void gev_grs_credit_encode(u8 buf[GEV_GRS_CREDIT_SIZE], u32 credits_total)
{
	struct grs_credit wire = {
		.magic = cpu_to_be32(GEV_GRS_CREDIT_MAGIC),
		.credits_total = cpu_to_be32(credits_total),
	};

	memcpy(buf, &wire, sizeof(wire));
}

/**
 * gev_grs_flow_table_encode() - write a flow mapping table
 * @buf: where to
 * @t: sizes of the two flows
 *
 * Context: Any.
 */
void gev_grs_flow_table_encode(u8 buf[GEV_GRS_FLOW_TABLE_SIZE],
			       const struct gev_grs_flow_table *t)
{
	struct grs_flow_table wire = {
		.type = cpu_to_le16(GRS_FLOW_TYPE),
		.size = cpu_to_le32(GEV_GRS_FLOW_TABLE_SIZE),
		.major = GRS_FLOW_MAJOR,
		.flows = cpu_to_le32(GEV_GRS_FLOWS),
		.flow0_size = cpu_to_le64(t->flow0_size),
		.flow1_size = cpu_to_le64(t->flow1_size),
	};

	memcpy(buf, &wire, sizeof(wire));
}

static const char * const rej_names[] = {
	[GEV_GRS_REJ_VERSION]		= "profile version not supported",
	[GEV_GRS_REJ_CHANNEL]		= "stream channel unknown",
	[GEV_GRS_REJ_NOT_CONTROLLER]	= "not the controller",
	[GEV_GRS_REJ_FLOW0_SMALL]	= "descriptor receives too small",
	[GEV_GRS_REJ_FLOW1_SMALL]	= "payload receives too small",
	[GEV_GRS_REJ_NOT_RDMA]		= "TransportStreamProtocol is not RDMA",
	[GEV_GRS_REJ_RESOURCES]		= "out of resources",
	[GEV_GRS_REJ_NOT_LOCKED]	= "TLParamsLocked is 0",
	[GEV_GRS_REJ_MTU]		= "path MTU too large",
	[GEV_GRS_REJ_PAYLOAD]		= "payload above the port's message size",
	[GEV_GRS_REJ_MALFORMED]		= "request malformed",
};

/**
 * gev_grs_rej_name() - why the camera refused, in words
 * @code: code of a reject, any value
 *
 * Context: Any.
 * Return: A static string.
 */
const char *gev_grs_rej_name(u32 code)
{
	if (code < ARRAY_SIZE(rej_names) && rej_names[code])
		return rej_names[code];
	return "unknown code";
}

/**
 * gev_grs_rej_errno() - what an application is told about a refusal
 * @code: code of a reject, any value
 *
 * Context: Any.
 * Return: -EBUSY when somebody else controls the camera, else -ECONNREFUSED.
 */
int gev_grs_rej_errno(u32 code)
{
	return code == GEV_GRS_REJ_NOT_CONTROLLER ? -EBUSY : -ECONNREFUSED;
}
