// SPDX-License-Identifier: GPL-2.0
/*
 * GVCP: datagrams to host-order structures and back.
 */
#include "gvcp.h"

#define GVCP_FORCEIP_SIZE	56u
#define GVCP_PACKET_MAX		0xffffffu	/* packet id, standard; the end in a range */

struct gvcp_cmd {
	u8 key;
	u8 flags;
	__be16 command;
	__be16 length;
	__be16 req_id;
} __packed;
static_assert(sizeof(struct gvcp_cmd) == GEV_GVCP_HEADER);

struct gvcp_ack {
	__be16 status;
	__be16 command;
	__be16 length;
	__be16 ack_id;
} __packed;
static_assert(sizeof(struct gvcp_ack) == GEV_GVCP_HEADER);

struct gvcp_discovery {
	__be16 version_major;
	__be16 version_minor;
	__be32 device_mode;
	u8 reserved1[2];
	u8 mac[6];
	__be32 ip_options;
	__be32 ip_current;
	u8 reserved2[12];
	__be32 ip;
	u8 reserved3[12];
	__be32 mask;
	u8 reserved4[12];
	__be32 gateway;
	u8 manufacturer[32];
	u8 model[32];
	u8 device_version[32];
	u8 info[48];
	u8 serial[16];
	u8 user_name[16];
} __packed;
static_assert(sizeof(struct gvcp_discovery) == GEV_GVCP_DISCOVERY_ACK);

struct gvcp_forceip {
	u8 reserved1[2];
	u8 mac[6];
	u8 reserved2[12];
	__be32 ip;
	u8 reserved3[12];
	__be32 mask;
	u8 reserved4[12];
	__be32 gateway;
} __packed;
static_assert(sizeof(struct gvcp_forceip) == GVCP_FORCEIP_SIZE);

/* PACKETRESEND; with extended ids @block is 0 and 64 bits of it follow. */
struct gvcp_resend {
	__be16 channel;
	__be16 block;
	__be32 first;
	__be32 last;
} __packed;
static_assert(sizeof(struct gvcp_resend) == 12);

struct gvcp_resend_extended {
	struct gvcp_resend start;
	__be64 block;
} __packed;
static_assert(sizeof(struct gvcp_resend_extended) == 20);

/* READMEM request */
struct gvcp_readmem {
	__be32 address;
	__be16 reserved;
	__be16 count;
} __packed;
static_assert(sizeof(struct gvcp_readmem) == 8);

/* PENDING_ACK (milliseconds), WRITEREG and WRITEMEM acknowledge (index) */
struct gvcp_result {
	__be16 reserved;
	__be16 value;
} __packed;
static_assert(sizeof(struct gvcp_result) == 4);

struct gvcp_write {
	__be32 address;
	__be32 value;
} __packed;
static_assert(sizeof(struct gvcp_write) == 8);

/* Is the length in a header that of the datagram, and a legal one? */
static bool length_fits(__be16 length, size_t len)
{
	return be16_to_cpu(length) == len - GEV_GVCP_HEADER && len <= GEV_GVCP_DATAGRAM_MAX;
}

/**
 * gev_gvcp_cmd_decode() - read a command
 * @data: datagram
 * @len: its bytes
 * @cmd: result, points into @data; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (length, key, request id 0).
 */
int gev_gvcp_cmd_decode(const void *data, size_t len, struct gev_gvcp_cmd *cmd)
{
	const struct gvcp_cmd *wire = data;

	if (len < sizeof(*wire) || !length_fits(wire->length, len))
		return -EBADMSG;
	if (wire->key != GEV_GVCP_KEY || !wire->req_id)
		return -EBADMSG;

	cmd->flags = wire->flags;
	cmd->command = be16_to_cpu(wire->command);
	cmd->length = be16_to_cpu(wire->length);
	cmd->req_id = be16_to_cpu(wire->req_id);
	cmd->payload = (const u8 *)data + sizeof(*wire);
	return 0;
}

/**
 * gev_gvcp_ack_decode() - read an acknowledge
 * @data: datagram
 * @len: its bytes
 * @ack: result, points into @data; untouched on failure
 *
 * Whether it answers a request of ours is for the caller to compare.
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (length).
 */
int gev_gvcp_ack_decode(const void *data, size_t len, struct gev_gvcp_ack *ack)
{
	const struct gvcp_ack *wire = data;

	if (len < sizeof(*wire) || !length_fits(wire->length, len))
		return -EBADMSG;

	ack->status = be16_to_cpu(wire->status);
	ack->command = be16_to_cpu(wire->command);
	ack->length = be16_to_cpu(wire->length);
	ack->ack_id = be16_to_cpu(wire->ack_id);
	ack->payload = (const u8 *)data + sizeof(*wire);
	return 0;
}

static bool is_continuation(u8 c)
{
	return (c & 0xc0) == 0x80;
}

/*
 * Bytes of the printable character at @s, of which @len bytes are there; 0 if
 * there is none: control characters (those beyond ASCII too), and what is not
 * well-formed UTF-8 (shortest form, no surrogates, up to U+10FFFF).
 */
static size_t printable(const u8 *s, size_t len)
{
	if (s[0] < 0x80)
		return s[0] >= 0x20 && s[0] != 0x7f;
	if (len < 2 || !is_continuation(s[1]))
		return 0;
	if (s[0] >= 0xc2 && s[0] <= 0xdf)
		return s[0] == 0xc2 && s[1] < 0xa0 ? 0 : 2;
	if (len < 3 || !is_continuation(s[2]))
		return 0;
	if (s[0] >= 0xe0 && s[0] <= 0xef)
		return (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ? 0 : 3;
	if (len < 4 || !is_continuation(s[3]))
		return 0;
	if (s[0] >= 0xf0 && s[0] <= 0xf4)
		return (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f) ? 0 : 4;
	return 0;
}

/* @to has room for @len bytes and a NUL, and is filled up with NULs. */
static void copy_string(char *to, const u8 *from, size_t len)
{
	size_t i = 0, n;

	while (i < len && from[i]) {
		n = printable(from + i, len - i);
		if (n)
			memcpy(to + i, from + i, n);
		else
			to[i] = '?';
		i += n ? n : 1;
	}
	memset(to + i, 0, len + 1 - i);
}

/* Has @ack this kind, and says that all went well? */
static bool succeeded(const struct gev_gvcp_ack *ack, u16 command)
{
	return ack->command == command && ack->status == GEV_GVCP_SUCCESS;
}

/**
 * gev_gvcp_discovery_decode() - read a DISCOVERY acknowledge
 * @ack: acknowledge
 * @d: result; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (another acknowledge, a failure, too short).
 */
int gev_gvcp_discovery_decode(const struct gev_gvcp_ack *ack, struct gev_gvcp_discovery *d)
{
	const struct gvcp_discovery *wire = (const void *)ack->payload;

	if (!succeeded(ack, GEV_GVCP_DISCOVERY_RSP) || ack->length < sizeof(*wire))
		return -EBADMSG;

	d->version_major = be16_to_cpu(wire->version_major);
	d->version_minor = be16_to_cpu(wire->version_minor);
	d->device_mode = be32_to_cpu(wire->device_mode);
	memcpy(d->mac, wire->mac, sizeof(d->mac));
	d->ip_options = be32_to_cpu(wire->ip_options);
	d->ip_current = be32_to_cpu(wire->ip_current);
	d->ip = be32_to_cpu(wire->ip);
	d->mask = be32_to_cpu(wire->mask);
	d->gateway = be32_to_cpu(wire->gateway);
	copy_string(d->manufacturer, wire->manufacturer, sizeof(wire->manufacturer));
	copy_string(d->model, wire->model, sizeof(wire->model));
	copy_string(d->device_version, wire->device_version, sizeof(wire->device_version));
	copy_string(d->info, wire->info, sizeof(wire->info));
	copy_string(d->serial, wire->serial, sizeof(wire->serial));
	copy_string(d->user_name, wire->user_name, sizeof(wire->user_name));
	return 0;
}

/**
 * gev_gvcp_forceip_decode() - read a FORCEIP command
 * @cmd: command
 * @f: result; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (another command, length).
 */
int gev_gvcp_forceip_decode(const struct gev_gvcp_cmd *cmd, struct gev_gvcp_forceip *f)
{
	const struct gvcp_forceip *wire = (const void *)cmd->payload;

	if (cmd->command != GEV_GVCP_FORCEIP_CMD || cmd->length != sizeof(*wire))
		return -EBADMSG;

	memcpy(f->mac, wire->mac, sizeof(f->mac));
	f->ip = be32_to_cpu(wire->ip);
	f->mask = be32_to_cpu(wire->mask);
	f->gateway = be32_to_cpu(wire->gateway);
	return 0;
}

/**
 * gev_gvcp_resend_decode() - read a PACKETRESEND command
 * @cmd: command
 * @r: result; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (another command, length).
 */
int gev_gvcp_resend_decode(const struct gev_gvcp_cmd *cmd, struct gev_gvcp_resend *r)
{
	const struct gvcp_resend_extended *wide = (const void *)cmd->payload;
	const struct gvcp_resend *wire = (const void *)cmd->payload;
	bool extended = cmd->flags & GEV_GVCP_FLAG_EXTENDED;

	if (cmd->command != GEV_GVCP_PACKETRESEND_CMD ||
	    cmd->length != (extended ? sizeof(*wide) : sizeof(*wire)))
		return -EBADMSG;

	r->extended = extended;
	r->channel = be16_to_cpu(wire->channel);
	r->first = be32_to_cpu(wire->first);
	r->last = be32_to_cpu(wire->last);
	if (extended) {
		r->block = be64_to_cpu(wide->block);
		return 0;
	}
	r->block = be16_to_cpu(wire->block);
	r->first &= GVCP_PACKET_MAX;
	r->last &= GVCP_PACKET_MAX;
	if (r->last == GVCP_PACKET_MAX)
		r->last = GEV_GVCP_PACKET_END;
	return 0;
}

/**
 * gev_gvcp_readreg_ack_decode() - read a READREG acknowledge
 * @ack: acknowledge
 * @values: result, @n registers; untouched on failure
 * @n: registers asked for
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (another acknowledge, a failure, another number).
 */
int gev_gvcp_readreg_ack_decode(const struct gev_gvcp_ack *ack, u32 *values, unsigned int n)
{
	unsigned int i;

	if (!succeeded(ack, GEV_GVCP_READREG_RSP) || ack->length != (u64)n * sizeof(u32))
		return -EBADMSG;

	for (i = 0; i < n; i++)
		values[i] = get_unaligned_be32(ack->payload + i * sizeof(u32));
	return 0;
}

/**
 * gev_gvcp_readmem_ack_decode() - read a READMEM acknowledge
 * @ack: acknowledge
 * @address: address asked for
 * @data: result, @len bytes; untouched on failure
 * @len: bytes asked for
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (another acknowledge, a failure, another address or
 * length).
 */
int gev_gvcp_readmem_ack_decode(const struct gev_gvcp_ack *ack, u32 address, void *data,
				size_t len)
{
	if (!succeeded(ack, GEV_GVCP_READMEM_RSP) || ack->length < sizeof(u32) ||
	    ack->length - sizeof(u32) != len)
		return -EBADMSG;
	if (get_unaligned_be32(ack->payload) != address)
		return -EBADMSG;

	memcpy(data, ack->payload + sizeof(u32), len);
	return 0;
}

/**
 * gev_gvcp_write_ack_decode() - read a WRITEREG or WRITEMEM acknowledge
 * @ack: acknowledge
 * @index: result: entries written, or the one that failed; 0 where a camera
 *	refuses without saying which; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (another acknowledge, length).
 */
int gev_gvcp_write_ack_decode(const struct gev_gvcp_ack *ack, u16 *index)
{
	const struct gvcp_result *wire = (const void *)ack->payload;

	if (ack->command != GEV_GVCP_WRITEREG_RSP && ack->command != GEV_GVCP_WRITEMEM_RSP)
		return -EBADMSG;
	if (ack->status != GEV_GVCP_SUCCESS && !ack->length) {
		*index = 0;
		return 0;
	}
	if (ack->length != sizeof(*wire))
		return -EBADMSG;

	*index = be16_to_cpu(wire->value);
	return 0;
}

/**
 * gev_gvcp_pending_decode() - read a PENDING_ACK
 * @ack: acknowledge
 * @ms: result: how long the camera still needs, in ms; untouched on failure
 *
 * Context: Any.
 * Return: 0, or -EBADMSG (another acknowledge, a failure, length).
 */
int gev_gvcp_pending_decode(const struct gev_gvcp_ack *ack, u16 *ms)
{
	const struct gvcp_result *wire = (const void *)ack->payload;

	if (!succeeded(ack, GEV_GVCP_PENDING_RSP) || ack->length != sizeof(*wire))
		return -EBADMSG;

	*ms = be16_to_cpu(wire->value);
	return 0;
}

/* Is there room for a datagram with @len bytes behind the header? */
static bool has_room(size_t room, size_t len)
{
	return len <= GEV_GVCP_PAYLOAD_MAX && room >= GEV_GVCP_HEADER + len;
}

static u8 *put_cmd(void *buf, u16 command, u8 flags, u16 req_id, size_t len)
{
	struct gvcp_cmd wire = {
		.key = GEV_GVCP_KEY,
		.flags = flags,
		.command = cpu_to_be16(command),
		.length = cpu_to_be16(len),
		.req_id = cpu_to_be16(req_id),
	};

	memcpy(buf, &wire, sizeof(wire));
	return (u8 *)buf + sizeof(wire);
}

/**
 * gev_gvcp_cmd_encode() - write a command
 * @buf: where to
 * @room: bytes at @buf
 * @command: GEV_GVCP_*_CMD
 * @flags: GEV_GVCP_FLAG_*
 * @req_id: request id, not 0
 * @payload: what follows the header, in wire order
 * @len: bytes at @payload, may be 0
 *
 * Context: Any.
 * Return: Length of the datagram, -EMSGSIZE or -EINVAL.
 */
int gev_gvcp_cmd_encode(void *buf, size_t room, u16 command, u8 flags, u16 req_id,
			const void *payload, size_t len)
{
	u8 *to;

	if (!has_room(room, len))
		return -EMSGSIZE;
	if (!req_id)
		return -EINVAL;

	to = put_cmd(buf, command, flags, req_id, len);
	if (len)
		memcpy(to, payload, len);
	return GEV_GVCP_HEADER + len;
}

/**
 * gev_gvcp_ack_encode() - write an acknowledge
 * @buf: where to
 * @room: bytes at @buf
 * @status: GEV_GVCP_* status code
 * @command: GEV_GVCP_*_RSP
 * @ack_id: id of the request
 * @payload: what follows the header, in wire order
 * @len: bytes at @payload, may be 0
 *
 * Context: Any.
 * Return: Length of the datagram, or -EMSGSIZE.
 */
int gev_gvcp_ack_encode(void *buf, size_t room, u16 status, u16 command, u16 ack_id,
			const void *payload, size_t len)
{
	struct gvcp_ack wire = {
		.status = cpu_to_be16(status),
		.command = cpu_to_be16(command),
		.length = cpu_to_be16(len),
		.ack_id = cpu_to_be16(ack_id),
	};

	if (!has_room(room, len))
		return -EMSGSIZE;

	memcpy(buf, &wire, sizeof(wire));
	if (len)
		memcpy((u8 *)buf + sizeof(wire), payload, len);
	return sizeof(wire) + len;
}

/**
 * gev_gvcp_readreg_encode() - write a READREG command
 * @buf: where to
 * @room: bytes at @buf
 * @req_id: request id, not 0
 * @addresses: registers
 * @n: how many
 *
 * Context: Any.
 * Return: Length of the datagram, -EMSGSIZE or -EINVAL.
 */
int gev_gvcp_readreg_encode(void *buf, size_t room, u16 req_id, const u32 *addresses,
			    unsigned int n)
{
	size_t len = n * sizeof(u32);
	unsigned int i;
	u8 *to;

	if (n > GEV_GVCP_READREG_MAX || !has_room(room, len))
		return -EMSGSIZE;
	if (!n || !req_id)
		return -EINVAL;
	for (i = 0; i < n; i++)
		if (addresses[i] % sizeof(u32))
			return -EINVAL;

	to = put_cmd(buf, GEV_GVCP_READREG_CMD, GEV_GVCP_FLAG_ACK, req_id, len);
	for (i = 0; i < n; i++)
		put_unaligned_be32(addresses[i], to + i * sizeof(u32));
	return GEV_GVCP_HEADER + len;
}

/**
 * gev_gvcp_writereg_encode() - write a WRITEREG command
 * @buf: where to
 * @room: bytes at @buf
 * @req_id: request id, not 0
 * @addresses: registers
 * @values: what each is to hold
 * @n: how many
 *
 * Context: Any.
 * Return: Length of the datagram, -EMSGSIZE or -EINVAL.
 */
int gev_gvcp_writereg_encode(void *buf, size_t room, u16 req_id, const u32 *addresses,
			     const u32 *values, unsigned int n)
{
	size_t len = n * sizeof(struct gvcp_write);
	unsigned int i;
	u8 *to;

	if (n > GEV_GVCP_WRITEREG_MAX || !has_room(room, len))
		return -EMSGSIZE;
	if (!n || !req_id)
		return -EINVAL;
	for (i = 0; i < n; i++)
		if (addresses[i] % sizeof(u32))
			return -EINVAL;

	to = put_cmd(buf, GEV_GVCP_WRITEREG_CMD, GEV_GVCP_FLAG_ACK, req_id, len);
	for (i = 0; i < n; i++) {
		struct gvcp_write wire = {
			.address = cpu_to_be32(addresses[i]),
			.value = cpu_to_be32(values[i]),
		};

		memcpy(to + i * sizeof(wire), &wire, sizeof(wire));
	}
	return GEV_GVCP_HEADER + len;
}

/**
 * gev_gvcp_readmem_encode() - write a READMEM command
 * @buf: where to
 * @room: bytes at @buf
 * @req_id: request id, not 0
 * @address: of the first byte, a multiple of 4
 * @len: bytes to read, a multiple of 4
 *
 * Context: Any.
 * Return: Length of the datagram, -EMSGSIZE or -EINVAL.
 */
int gev_gvcp_readmem_encode(void *buf, size_t room, u16 req_id, u32 address, u16 len)
{
	struct gvcp_readmem wire = {
		.address = cpu_to_be32(address),
		.count = cpu_to_be16(len),
	};

	if (len > GEV_GVCP_MEM_MAX)
		return -EMSGSIZE;
	if (!len || len % sizeof(u32) || address % sizeof(u32))
		return -EINVAL;
	return gev_gvcp_cmd_encode(buf, room, GEV_GVCP_READMEM_CMD, GEV_GVCP_FLAG_ACK,
				   req_id, &wire, sizeof(wire));
}

/**
 * gev_gvcp_writemem_encode() - write a WRITEMEM command
 * @buf: where to
 * @room: bytes at @buf
 * @req_id: request id, not 0
 * @address: of the first byte, a multiple of 4
 * @data: what to write
 * @len: bytes at @data, a multiple of 4
 *
 * Context: Any.
 * Return: Length of the datagram, -EMSGSIZE or -EINVAL.
 */
int gev_gvcp_writemem_encode(void *buf, size_t room, u16 req_id, u32 address,
			     const void *data, u16 len)
{
	size_t total = sizeof(u32) + len;
	u8 *to;

	if (len > GEV_GVCP_MEM_MAX || !has_room(room, total))
		return -EMSGSIZE;
	if (!req_id || !len || len % sizeof(u32) || address % sizeof(u32))
		return -EINVAL;

	to = put_cmd(buf, GEV_GVCP_WRITEMEM_CMD, GEV_GVCP_FLAG_ACK, req_id, total);
	put_unaligned_be32(address, to);
	memcpy(to + sizeof(u32), data, len);
	return GEV_GVCP_HEADER + total;
}

/**
 * gev_gvcp_forceip_encode() - write a FORCEIP command
 * @buf: where to
 * @room: bytes at @buf
 * @req_id: request id, not 0
 * @flags: GEV_GVCP_FLAG_*
 * @f: whom, and what it is to become
 *
 * Context: Any.
 * Return: Length of the datagram, -EMSGSIZE or -EINVAL.
 */
int gev_gvcp_forceip_encode(void *buf, size_t room, u16 req_id, u8 flags,
			    const struct gev_gvcp_forceip *f)
{
	struct gvcp_forceip wire = {
		.ip = cpu_to_be32(f->ip),
		.mask = cpu_to_be32(f->mask),
		.gateway = cpu_to_be32(f->gateway),
	};

	memcpy(wire.mac, f->mac, sizeof(wire.mac));
	return gev_gvcp_cmd_encode(buf, room, GEV_GVCP_FORCEIP_CMD, flags, req_id,
				   &wire, sizeof(wire));
}

/* The range fits the ids, and is one. */
static bool resend_valid(const struct gev_gvcp_resend *r)
{
	if (!r->block || r->first > r->last)
		return false;
	return r->extended ||
	       (r->block <= 0xffff && r->first < GVCP_PACKET_MAX &&
		(r->last < GVCP_PACKET_MAX || r->last == GEV_GVCP_PACKET_END));
}

/**
 * gev_gvcp_resend_encode() - write a PACKETRESEND command
 * @buf: where to
 * @room: bytes at @buf
 * @req_id: request id, not 0
 * @r: what is missing
 *
 * It is not acknowledged: the packets are the answer.
 *
 * Context: Any.
 * Return: Length of the datagram, -EMSGSIZE or -EINVAL (ids, empty range).
 */
int gev_gvcp_resend_encode(void *buf, size_t room, u16 req_id,
			   const struct gev_gvcp_resend *r)
{
	struct gvcp_resend_extended wire = {
		.start.channel = cpu_to_be16(r->channel),
		.start.block = cpu_to_be16(r->extended ? 0 : r->block),
		.start.first = cpu_to_be32(r->first),
		.start.last = cpu_to_be32(r->extended ? r->last : r->last & GVCP_PACKET_MAX),
		.block = cpu_to_be64(r->block),
	};

	if (!resend_valid(r))
		return -EINVAL;
	return gev_gvcp_cmd_encode(buf, room, GEV_GVCP_PACKETRESEND_CMD,
				   r->extended ? GEV_GVCP_FLAG_EXTENDED : 0, req_id, &wire,
				   r->extended ? sizeof(wire) : sizeof(wire.start));
}

static void put_string(u8 *to, const char *from, size_t room)
{
	memcpy(to, from, strnlen(from, room));
}

/**
 * gev_gvcp_discovery_encode() - write the payload of a DISCOVERY acknowledge
 * @block: where to; also the beginning of a camera's bootstrap registers
 * @d: the camera; each string ends with a NUL
 *
 * Context: Any.
 */
void gev_gvcp_discovery_encode(u8 block[GEV_GVCP_DISCOVERY_ACK],
			       const struct gev_gvcp_discovery *d)
{
	struct gvcp_discovery wire = {
		.version_major = cpu_to_be16(d->version_major),
		.version_minor = cpu_to_be16(d->version_minor),
		.device_mode = cpu_to_be32(d->device_mode),
		.ip_options = cpu_to_be32(d->ip_options),
		.ip_current = cpu_to_be32(d->ip_current),
		.ip = cpu_to_be32(d->ip),
		.mask = cpu_to_be32(d->mask),
		.gateway = cpu_to_be32(d->gateway),
	};

	memcpy(wire.mac, d->mac, sizeof(wire.mac));
	put_string(wire.manufacturer, d->manufacturer, sizeof(wire.manufacturer));
	put_string(wire.model, d->model, sizeof(wire.model));
	put_string(wire.device_version, d->device_version, sizeof(wire.device_version));
	put_string(wire.info, d->info, sizeof(wire.info));
	put_string(wire.serial, d->serial, sizeof(wire.serial));
	put_string(wire.user_name, d->user_name, sizeof(wire.user_name));
	memcpy(block, &wire, sizeof(wire));
}

static const struct gvcp_status {
	u16 status;
	int error;
	const char *name;
} statuses[] = {
	{ GEV_GVCP_SUCCESS,		0,		"SUCCESS" },
	{ GEV_GVCP_NOT_IMPLEMENTED,	-EOPNOTSUPP,	"NOT_IMPLEMENTED" },
	{ GEV_GVCP_INVALID_PARAMETER,	-EINVAL,	"INVALID_PARAMETER" },
	{ GEV_GVCP_INVALID_ADDRESS,	-ENXIO,		"INVALID_ADDRESS" },
	{ GEV_GVCP_WRITE_PROTECT,	-EROFS,		"WRITE_PROTECT" },
	{ GEV_GVCP_BAD_ALIGNMENT,	-EINVAL,	"BAD_ALIGNMENT" },
	{ GEV_GVCP_ACCESS_DENIED,	-EACCES,	"ACCESS_DENIED" },
	{ GEV_GVCP_BUSY,		-EBUSY,		"BUSY" },
	{ 0x8008,			-EIO,		"LOCAL_PROBLEM" },
	{ 0x8009,			-EPROTO,	"MSG_MISMATCH" },
	{ 0x800a,			-EPROTO,	"INVALID_PROTOCOL" },
	{ 0x800b,			-EIO,		"NO_MSG" },
	{ 0x800c,			-EIO,		"PACKET_UNAVAILABLE" },
	{ 0x800d,			-EIO,		"DATA_OVERRUN" },
	{ GEV_GVCP_INVALID_HEADER,	-EPROTO,	"INVALID_HEADER" },
	{ 0x800f,			-EIO,		"WRONG_CONFIG" },
	{ 0x8010,			-EIO,		"PACKET_NOT_YET_AVAILABLE" },
	{ 0x8011,			-EIO,		"PACKET_AND_PREV_REMOVED_FROM_MEMORY" },
	{ 0x8012,			-EIO,		"PACKET_REMOVED_FROM_MEMORY" },
	{ 0x8013,			-EIO,		"NO_REF_TIME" },
	{ 0x8014,			-EIO,		"PACKET_TEMPORARILY_UNAVAILABLE" },
	{ 0x8015,			-EIO,		"OVERFLOW" },
	{ 0x8016,			-EIO,		"ACTION_LATE" },
	{ 0x8017,			-EIO,		"LEADER_TRAILER_OVERFLOW" },
	{ GEV_GVCP_ERROR,		-EIO,		"ERROR" },
};

static const struct gvcp_status *find_status(u16 status)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(statuses); i++)
		if (statuses[i].status == status)
			return &statuses[i];
	return NULL;
}

/**
 * gev_gvcp_status_errno() - what a caller of ours is told about a status
 * @status: GEV_GVCP_* status code, any value
 *
 * Context: Any.
 * Return: 0 for SUCCESS, else a negative errno; -EIO for unknown codes.
 */
int gev_gvcp_status_errno(u16 status)
{
	const struct gvcp_status *found = find_status(status);

	return found ? found->error : -EIO;
}

/**
 * gev_gvcp_status_name() - a status in words
 * @status: GEV_GVCP_* status code, any value
 *
 * Context: Any.
 * Return: A static string.
 */
const char *gev_gvcp_status_name(u16 status)
{
	const struct gvcp_status *found = find_status(status);

	return found ? found->name : "unknown status";
}
