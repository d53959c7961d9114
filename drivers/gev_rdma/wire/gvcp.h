/* SPDX-License-Identifier: GPL-2.0 */
/*
 * GVCP, the GigE Vision control protocol: constants, and a codec that turns
 * datagrams into plain host-order structures and back. Big-endian on the wire.
 */
#ifndef GEV_WIRE_GVCP_H
#define GEV_WIRE_GVCP_H

#include "shim.h"

#define GEV_GVCP_PORT			3956
#define GEV_GVCP_KEY			0x42
#define GEV_GVCP_HEADER			8u
#define GEV_GVCP_PAYLOAD_MAX		540u
#define GEV_GVCP_DATAGRAM_MAX		(GEV_GVCP_HEADER + GEV_GVCP_PAYLOAD_MAX)
#define GEV_GVCP_MEM_MAX		536u	/* bytes in one READMEM or WRITEMEM */
#define GEV_GVCP_READREG_MAX		135u
#define GEV_GVCP_WRITEREG_MAX		67u
#define GEV_GVCP_DISCOVERY_ACK		248u

enum gev_gvcp_flag {
	GEV_GVCP_FLAG_ACK		= 0x01,	/* acknowledge required */
	GEV_GVCP_FLAG_BROADCAST_ACK	= 0x10,	/* DISCOVERY, FORCEIP */
	GEV_GVCP_FLAG_EXTENDED		= 0x10,	/* PACKETRESEND: ids of 64 and 32 bits */
};

enum gev_gvcp_command {
	GEV_GVCP_DISCOVERY_CMD		= 0x0002,
	GEV_GVCP_DISCOVERY_RSP		= 0x0003,
	GEV_GVCP_FORCEIP_CMD		= 0x0004,
	GEV_GVCP_FORCEIP_RSP		= 0x0005,
	GEV_GVCP_PACKETRESEND_CMD	= 0x0040,
	GEV_GVCP_READREG_CMD		= 0x0080,
	GEV_GVCP_READREG_RSP		= 0x0081,
	GEV_GVCP_WRITEREG_CMD		= 0x0082,
	GEV_GVCP_WRITEREG_RSP		= 0x0083,
	GEV_GVCP_READMEM_CMD		= 0x0084,
	GEV_GVCP_READMEM_RSP		= 0x0085,
	GEV_GVCP_WRITEMEM_CMD		= 0x0086,
	GEV_GVCP_WRITEMEM_RSP		= 0x0087,
	GEV_GVCP_PENDING_RSP		= 0x0089,
	GEV_GVCP_EVENT_CMD		= 0x00c0,
	GEV_GVCP_EVENTDATA_CMD		= 0x00c2,
	GEV_GVCP_ACTION_CMD		= 0x0100,
};

enum gev_gvcp_status {
	GEV_GVCP_SUCCESS		= 0x0000,
	GEV_GVCP_NOT_IMPLEMENTED	= 0x8001,
	GEV_GVCP_INVALID_PARAMETER	= 0x8002,
	GEV_GVCP_INVALID_ADDRESS	= 0x8003,
	GEV_GVCP_WRITE_PROTECT		= 0x8004,
	GEV_GVCP_BAD_ALIGNMENT		= 0x8005,
	GEV_GVCP_ACCESS_DENIED		= 0x8006,
	GEV_GVCP_BUSY			= 0x8007,
	GEV_GVCP_INVALID_HEADER		= 0x800e,
	GEV_GVCP_ERROR			= 0x8fff,
};

/* Bootstrap registers (addresses) */
enum gev_register {
	GEV_REG_VERSION			= 0x0000,
	GEV_REG_DEVICE_MODE		= 0x0004,
	GEV_REG_MAC_HIGH		= 0x0008,
	GEV_REG_MAC_LOW			= 0x000c,
	GEV_REG_NIC_CAPABILITY		= 0x0010,
	GEV_REG_NIC_CONFIGURATION	= 0x0014,
	GEV_REG_CURRENT_IP		= 0x0024,
	GEV_REG_CURRENT_MASK		= 0x0034,
	GEV_REG_CURRENT_GATEWAY		= 0x0044,
	GEV_REG_MANUFACTURER		= 0x0048,
	GEV_REG_MODEL			= 0x0068,
	GEV_REG_DEVICE_VERSION		= 0x0088,
	GEV_REG_MANUFACTURER_INFO	= 0x00a8,
	GEV_REG_SERIAL			= 0x00d8,
	GEV_REG_USER_NAME		= 0x00e8,
	GEV_REG_FIRST_URL		= 0x0200,
	GEV_REG_SECOND_URL		= 0x0400,
	GEV_REG_NR_INTERFACES		= 0x0600,
	GEV_REG_PERSISTENT_IP		= 0x064c,
	GEV_REG_PERSISTENT_MASK		= 0x065c,
	GEV_REG_PERSISTENT_GATEWAY	= 0x066c,
	GEV_REG_LINK_SPEED		= 0x0670,
	GEV_REG_NR_MESSAGE_CHANNELS	= 0x0900,
	GEV_REG_NR_STREAM_CHANNELS	= 0x0904,
	GEV_REG_NR_ACTION_SIGNALS	= 0x0908,
	GEV_REG_NR_ACTIVE_LINKS		= 0x0910,
	GEV_REG_GVSP_CAPABILITY		= 0x092c,
	GEV_REG_MESSAGE_CAPABILITY	= 0x0930,
	GEV_REG_GVCP_CAPABILITY		= 0x0934,
	GEV_REG_HEARTBEAT_TIMEOUT	= 0x0938,	/* ms */
	GEV_REG_TICK_FREQUENCY_HIGH	= 0x093c,
	GEV_REG_TICK_FREQUENCY_LOW	= 0x0940,
	GEV_REG_TIMESTAMP_CONTROL	= 0x0944,
	GEV_REG_TIMESTAMP_HIGH		= 0x0948,
	GEV_REG_TIMESTAMP_LOW		= 0x094c,
	GEV_REG_DISCOVERY_ACK_DELAY	= 0x0950,
	GEV_REG_GVCP_CONFIGURATION	= 0x0954,
	GEV_REG_PENDING_TIMEOUT		= 0x0958,	/* ms */
	GEV_REG_GVSP_CONFIGURATION	= 0x0960,
	GEV_REG_PHYSICAL_LINK_CAP	= 0x0964,
	GEV_REG_PHYSICAL_LINK_CONF	= 0x0968,
	GEV_REG_CCP			= 0x0a00,
	GEV_REG_PRIMARY_PORT		= 0x0a04,
	GEV_REG_PRIMARY_IP		= 0x0a14,
	GEV_REG_MCP			= 0x0b00,
	GEV_REG_SCP0			= 0x0d00,
	GEV_REG_SCPS0			= 0x0d04,
	GEV_REG_SCPD0			= 0x0d08,	/* ticks */
	GEV_REG_SCDA0			= 0x0d18,
	GEV_REG_SCSP0			= 0x0d1c,
	GEV_REG_SCC0			= 0x0d20,
	GEV_REG_SCCFG0			= 0x0d24,
	GEV_REG_MANIFEST		= 0x9000,
	GEV_REG_MANUFACTURER_SPACE	= 0xa000,
};

enum gev_ccp {
	GEV_CCP_EXCLUSIVE		= 0x1,
	GEV_CCP_CONTROL			= 0x2,
	GEV_CCP_SWITCHOVER		= 0x4,
};

#define GEV_GVCP_PACKET_END		0xffffffffu	/* in a PACKETRESEND: up to the last */

#define GEV_GVCP_CONF_PENDING_ACK	0x2u	/* in GEV_REG_GVCP_CONFIGURATION */
#define GEV_GVCP_CONF_STATUS_1_1	0x4u
#define GEV_GVCP_CAP_PENDING_ACK	0x20u	/* in GEV_REG_GVCP_CAPABILITY */
#define GEV_GVCP_CAP_WRITEMEM		0x2u
#define GEV_GVCP_CAP_CONCATENATION	0x1u
#define GEV_GVCP_CAP_RESEND		0x4u
#define GEV_GVCP_CAP_STATUS_1_1		0x00400000u
#define GEV_GVCP_CAP_MANIFEST		0x04000000u
#define GEV_GVCP_CAP_PRIMARY_REGS	0x08000000u

#define GEV_GVSP_CAP_SCSP		0x80000000u	/* in GEV_REG_GVSP_CAPABILITY */
#define GEV_GVSP_CAP_BLOCK16		0x40000000u
#define GEV_GVSP_CAP_SCEBA		0x10000000u
#define GEV_GVSP_CONF_BLOCK64		0x40000000u	/* in GEV_REG_GVSP_CONFIGURATION */

#define GEV_SCP_PORT			0xffffu		/* in GEV_REG_SCP0; 0: closed */
#define GEV_SCPS_FIRE			0x80000000u	/* in GEV_REG_SCPS0 */
#define GEV_SCPS_DO_NOT_FRAGMENT	0x40000000u
#define GEV_SCPS_SIZE			0xffffu		/* from the IP header on */
#define GEV_SCC_GENDC			0x80u		/* in GEV_REG_SCC0, GEV_REG_SCCFG0 */
#define GEV_SCC_MULTI_PART		0x40u
#define GEV_SCC_ALL_IN			0x4u
#define GEV_SCC_CHUNKS			0x1u

/**
 * struct gev_gvcp_cmd - a command datagram, decoded
 * @flags: GEV_GVCP_FLAG_*
 * @command: GEV_GVCP_*_CMD
 * @length: bytes at @payload, as the header and the datagram both say
 * @req_id: request id, never 0
 * @payload: points into the datagram
 */
struct gev_gvcp_cmd {
	u8 flags;
	u16 command;
	u16 length;
	u16 req_id;
	const u8 *payload;
};

/**
 * struct gev_gvcp_ack - an acknowledge datagram, decoded
 * @status: GEV_GVCP_* status code
 * @command: acknowledge value, GEV_GVCP_*_RSP
 * @length: bytes at @payload
 * @ack_id: id of the request that this answers
 * @payload: points into the datagram
 */
struct gev_gvcp_ack {
	u16 status;
	u16 command;
	u16 length;
	u16 ack_id;
	const u8 *payload;
};

/**
 * struct gev_gvcp_discovery - a DISCOVERY acknowledge, decoded
 * @version_major: of the GigE Vision specification
 * @version_minor: of the GigE Vision specification
 * @device_mode: as in GEV_REG_DEVICE_MODE
 * @mac: of the interface that answers
 * @ip_options: ways of IP configuration that are there
 * @ip_current: ways that are enabled
 * @ip: present address
 * @mask: present netmask
 * @gateway: present default gateway
 * @manufacturer: name
 * @model: name
 * @device_version: free text
 * @info: the manufacturer's free text
 * @serial: serial number, "" if it gives none
 * @user_name: name that a user gave, "" if none
 *
 * Addresses are in host order, @mac in wire order. Each string ends with a NUL
 * and holds printable ASCII or UTF-8 without control characters: others are
 * replaced by '?', so that it may go to a log or to sysfs.
 */
struct gev_gvcp_discovery {
	u16 version_major;
	u16 version_minor;
	u32 device_mode;
	u8 mac[6];
	u32 ip_options;
	u32 ip_current;
	u32 ip;
	u32 mask;
	u32 gateway;
	char manufacturer[32 + 1];
	char model[32 + 1];
	char device_version[32 + 1];
	char info[48 + 1];
	char serial[16 + 1];
	char user_name[16 + 1];
};

/**
 * struct gev_gvcp_forceip - FORCEIP command
 * @mac: of the camera that is meant
 * @ip: its new address
 * @mask: its new netmask
 * @gateway: its new default gateway
 *
 * Addresses in host order, @mac in wire order. @ip 0 asks for a restart of the
 * IP configuration, which is not acknowledged.
 */
struct gev_gvcp_forceip {
	u8 mac[6];
	u32 ip;
	u32 mask;
	u32 gateway;
};

/**
 * struct gev_gvcp_resend - PACKETRESEND command
 * @extended: ids are those of GVSP packets with extended ids
 * @channel: stream channel
 * @block: block id
 * @first: packet id of the first packet that is missing
 * @last: packet id of the last one, or %GEV_GVCP_PACKET_END
 */
struct gev_gvcp_resend {
	bool extended;
	u16 channel;
	u64 block;
	u32 first;
	u32 last;
};

/*
 * Decoders: 0, or -EBADMSG when the datagram is not what it says to be. Those
 * for one kind of acknowledge want status SUCCESS; only
 * gev_gvcp_write_ack_decode() also takes a refusal (@index: the failing entry).
 */
int gev_gvcp_cmd_decode(const void *data, size_t len, struct gev_gvcp_cmd *cmd);
int gev_gvcp_ack_decode(const void *data, size_t len, struct gev_gvcp_ack *ack);
int gev_gvcp_discovery_decode(const struct gev_gvcp_ack *ack, struct gev_gvcp_discovery *d);
int gev_gvcp_forceip_decode(const struct gev_gvcp_cmd *cmd, struct gev_gvcp_forceip *f);
int gev_gvcp_resend_decode(const struct gev_gvcp_cmd *cmd, struct gev_gvcp_resend *r);
int gev_gvcp_readreg_ack_decode(const struct gev_gvcp_ack *ack, u32 *values, unsigned int n);
int gev_gvcp_readmem_ack_decode(const struct gev_gvcp_ack *ack, u32 address, void *data,
				size_t len);
int gev_gvcp_write_ack_decode(const struct gev_gvcp_ack *ack, u16 *index);
int gev_gvcp_pending_decode(const struct gev_gvcp_ack *ack, u16 *ms);

/*
 * Encoders: length of the datagram, or -EMSGSIZE when @room or the protocol's
 * limit is too small, or -EINVAL for a request without content, a request id
 * of 0, or an address or length that is no multiple of 4.
 */
int gev_gvcp_cmd_encode(void *buf, size_t room, u16 command, u8 flags, u16 req_id,
			const void *payload, size_t len);
int gev_gvcp_ack_encode(void *buf, size_t room, u16 status, u16 command, u16 ack_id,
			const void *payload, size_t len);
int gev_gvcp_readreg_encode(void *buf, size_t room, u16 req_id, const u32 *addresses,
			    unsigned int n);
int gev_gvcp_writereg_encode(void *buf, size_t room, u16 req_id, const u32 *addresses,
			     const u32 *values, unsigned int n);
int gev_gvcp_readmem_encode(void *buf, size_t room, u16 req_id, u32 address, u16 len);
int gev_gvcp_writemem_encode(void *buf, size_t room, u16 req_id, u32 address,
			     const void *data, u16 len);
int gev_gvcp_forceip_encode(void *buf, size_t room, u16 req_id, u8 flags,
			    const struct gev_gvcp_forceip *f);
int gev_gvcp_resend_encode(void *buf, size_t room, u16 req_id,
			   const struct gev_gvcp_resend *r);
void gev_gvcp_discovery_encode(u8 block[GEV_GVCP_DISCOVERY_ACK],
			       const struct gev_gvcp_discovery *d);

/* 0 for SUCCESS, else the errno a caller of ours gets; never positive. */
int gev_gvcp_status_errno(u16 status);
const char *gev_gvcp_status_name(u16 status);

#endif /* GEV_WIRE_GVCP_H */
