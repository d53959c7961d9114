/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * gev_rdma: management of GigE Vision cameras over generic netlink, and the
 * ids of the V4L2 controls that are ours. Images go through plain V4L2.
 *
 * Listing and statistics are open to anyone. Everything that reads or writes
 * a camera's registers, loads a map or touches an interface asks for
 * CAP_NET_ADMIN in the initial namespaces.
 */
#ifndef _UAPI_LINUX_GEV_RDMA_H
#define _UAPI_LINUX_GEV_RDMA_H

#include <linux/types.h>

#define GEV_GENL_NAME		"gev_rdma"
#define GEV_GENL_VERSION	1
#define GEV_GENL_MCGRP_EVENTS	"events"

/*
 * A camera is named in a request by GEV_A_CAMERA ("gev0"), or by GEV_A_MAC
 * with GEV_A_IFINDEX. Attributes a command does not know are refused.
 */
enum gev_genl_cmd {
	GEV_CMD_UNSPEC,
	GEV_CMD_INTERFACE_ADD,	/* IFINDEX: look for cameras there */
	GEV_CMD_INTERFACE_DEL,	/* IFINDEX: its cameras go, too */
	GEV_CMD_INTERFACE_GET,	/* dump: IFINDEX, IFNAME, STATE, CAMERAS */
	GEV_CMD_CAMERA_GET,	/* do and dump: everything about a camera */
	GEV_CMD_CAMERA_FORGET,	/* an away camera's node goes */
	GEV_CMD_REG_READ,	/* ADDRESS, LENGTH (1..GEV_REG_ACCESS_MAX); answer DATA */
	GEV_CMD_REG_WRITE,	/* ADDRESS, DATA */
	GEV_CMD_MAP_SET,	/* MAP_SIZE, MAP_OFFSET, DATA: pieces in order, from 0 */
	GEV_CMD_STATS_GET,	/* do: STATS */
	GEV_CMD_FORCE_IP,	/* IFINDEX, MAC, IP, MASK, GATEWAY */
	GEV_CMD_DISCOVER,	/* look now; IFINDEX optional */
	GEV_CMD_TRANSPORT_SET,	/* TRANSPORT_WANTED */
	GEV_CMD_EVENT,		/* notification only: EVENT and the camera's attributes */
	GEV_CMD_STREAM_SET,	/* any of PACKET_SIZE .. RESEND: from the next start on */
	__GEV_CMD_MAX
};

#define GEV_CMD_MAX (__GEV_CMD_MAX - 1)

enum gev_genl_attr {
	GEV_A_UNSPEC,
	GEV_A_PAD,
	GEV_A_IFINDEX,		/* u32 */
	GEV_A_IFNAME,		/* string */
	GEV_A_CAMERA,		/* string, "gev0" */
	GEV_A_MAC,		/* binary, 6 bytes */
	GEV_A_STATE,		/* u32, enum gev_camera_state */
	GEV_A_REASON,		/* string: why there is no node, or why it failed last */
	GEV_A_IP,		/* u32, host order */
	GEV_A_MASK,		/* u32, host order */
	GEV_A_GATEWAY,		/* u32, host order */
	GEV_A_MANUFACTURER,	/* string */
	GEV_A_MODEL,		/* string */
	GEV_A_DEVICE_VERSION,	/* string */
	GEV_A_INFO,		/* string */
	GEV_A_SERIAL,		/* string */
	GEV_A_USER_NAME,	/* string */
	GEV_A_SPEC_VERSION,	/* u32, major << 16 | minor */
	GEV_A_IP_CONFIG,	/* u32, register 0x0014 */
	GEV_A_VIDEO,		/* string, "video0"; absent without a node */
	GEV_A_TRANSPORT_WANTED,	/* u32, enum gev_transport_kind */
	GEV_A_TRANSPORT_USED,	/* u32, enum gev_transport_kind; NONE when not streaming */
	GEV_A_MAP_KEY,		/* string, 16 hex digits: names the feature map */
	GEV_A_MAP_LOADED,	/* u32, 0 or 1 */
	GEV_A_MAP_SIZE,		/* u32, bytes */
	GEV_A_MAP_OFFSET,	/* u32, bytes */
	GEV_A_CONTROL,		/* u32, enum gev_control_holder */
	GEV_A_CONTROL_IP,	/* u32, host order: who holds it, 0 = not known */
	GEV_A_HEARTBEAT,	/* u32, ms */
	GEV_A_CONFLICTS,	/* u32: other IPs that claimed this MAC */
	GEV_A_CAMERAS,		/* u32: number of cameras */
	GEV_A_ADDRESS,		/* u32, register address */
	GEV_A_LENGTH,		/* u32, bytes */
	GEV_A_DATA,		/* binary */
	GEV_A_STATS,		/* nest of GEV_A_STAT */
	GEV_A_STAT,		/* nest: STAT_NAME, STAT_VALUE */
	GEV_A_STAT_NAME,	/* string, stable */
	GEV_A_STAT_VALUE,	/* u64 */
	GEV_A_EVENT,		/* u32, enum gev_event */
	GEV_A_RDMA_DEVICE,	/* string: the HCA in use, absent without one */
	GEV_A_PACKET_SIZE,	/* u32, bytes from the IP header on; 0: what gets through */
	GEV_A_PACKET_DELAY,	/* u32, ns between packets; GEV_PACKET_DELAY_KEEP */
	GEV_A_STREAM_PORT,	/* u32, UDP port of ours; 0: any */
	GEV_A_GROUP,		/* u32, multicast destination, host order; 0: this host */
	GEV_A_LISTEN,		/* u32, 1: receive what another host has the camera send */
	GEV_A_RESEND,		/* u32, 0: never ask for packets again */
	GEV_A_PACKET_SIZE_USED,	/* u32, bytes; 0 when not streaming over UDP */
	__GEV_A_MAX
};

#define GEV_A_MAX (__GEV_A_MAX - 1)

enum gev_camera_state {
	GEV_CAMERA_FOUND,	/* listed; no node yet, see GEV_A_REASON */
	GEV_CAMERA_READY,	/* has a node */
	GEV_CAMERA_AWAY,	/* does not answer; keeps its node */
	GEV_CAMERA_UNREACHABLE,	/* answered from a subnet that the interface is not in */
	GEV_CAMERA_DEAD,	/* being removed */
};

enum gev_transport_kind {
	GEV_TRANSPORT_NONE,
	GEV_TRANSPORT_AUTO,
	GEV_TRANSPORT_RDMA,
	GEV_TRANSPORT_UDP,
};

enum gev_control_holder {
	GEV_CONTROL_UNKNOWN,
	GEV_CONTROL_FREE,
	GEV_CONTROL_OURS,
	GEV_CONTROL_OTHER,
};

enum gev_event {
	GEV_EVENT_CAMERA_ADD,
	GEV_EVENT_CAMERA_CHANGE,
	GEV_EVENT_CAMERA_REMOVE,
	GEV_EVENT_INTERFACE_ADD,
	GEV_EVENT_INTERFACE_REMOVE,
};

#define GEV_PACKET_DELAY_KEEP	0xffffffffu	/* the camera keeps the one it has */
#define GEV_MAP_CHUNK		16384	/* bytes of map in one message, at most */
#define GEV_REG_ACCESS_MAX	8192	/* bytes in one REG_READ or REG_WRITE, at most */

/*
 * The driver's own V4L2 controls; those of a camera's features are in
 * <linux/gev_cids.h>. The range starts far above what the kernel hands out to
 * its own drivers.
 */
#define GEV_CID_BASE		(0x00980900 + 0x1f00)	/* V4L2_CID_USER_BASE + 0x1f00 */
#define GEV_CID_TRANSPORT	(GEV_CID_BASE + 0)	/* menu, read-only: transport in use */
#define GEV_CID_DROP_DAMAGED	(GEV_CID_BASE + 1)	/* boolean: hand out whole frames only */

#endif /* _UAPI_LINUX_GEV_RDMA_H */
