// SPDX-License-Identifier: GPL-2.0
/*
 * GVSP over UDP, the host's side: the socket, and what is agreed with the
 * camera before it sends.
 */
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <linux/udp.h>
#include <net/inet_sock.h>
#include <net/ip.h>
#include <net/net_namespace.h>
#include <net/sock.h>
#include <net/udp_tunnel.h>

#include "../acquisition.h"
#include "../camera.h"
#include "../camera_map.h"
#include "../gev_rdma.h"
#include "../gvcp/control.h"
#include "../transport.h"
#include "../wire/gvcp.h"
#include "packet_size.h"
#include "rx.h"

#define UDP_TOS		0xc0	/* requests must get through: CS6, as for commands */
#define UDP_MORE_MAX	(64u << 20)	/* bytes of payload that are not the image */
#define UDP_FREQUENCY_MAX 1000000000000ull	/* ticks a second; ps */
#define UDP_UNCONDITIONAL 0x2u	/* in SCCFG: send also when nobody has control */

/**
 * struct gev_udp - a stream's UDP transport, from start to stop
 * @stream: the stream
 * @cam: its camera, with a reference
 * @sock: the socket, or NULL; its user data are @rx
 * @net: its namespace, held as long as the socket is there
 * @port: its port
 * @local: its address, host order
 * @remote: the camera's, host order
 * @settings: the user's
 * @packet_size: bytes, as negotiated
 * @rx: the receiving side
 */
struct gev_udp {
	struct gev_stream *stream;
	struct gev_camera *cam;
	struct socket *sock;
	struct net *net;
	u16 port;
	u32 local;
	u32 remote;
	struct gev_udp_settings settings;
	u32 packet_size;
	struct gev_rx rx;
};

static bool offered(struct gev_stream *s)
{
	struct gev_camera *cam = gev_stream_camera(s);

	return gev_camera_has(cam, GEV_ROLE_PAYLOAD_SIZE) &&
	       gev_camera_has(cam, GEV_ROLE_ACQUISITION_START) &&
	       gev_camera_has(cam, GEV_ROLE_ACQUISITION_STOP);
}

/* In softirq, under RCU. */
static int encap_receive(struct sock *sk, struct sk_buff *skb)
{
	struct gev_rx *rx = rcu_dereference_sk_user_data(sk);

	if (rx)
		gev_rx_packet(rx, skb);
	consume_skb(skb);
	return 0;
}

static int join_group(struct gev_udp *u)
{
	struct ip_mreqn group = {
		.imr_multiaddr.s_addr = htonl(u->settings.group),
		.imr_ifindex = u->cam->ifindex,
	};

	if (!u->settings.group)
		return 0;
	return u->sock->ops->setsockopt(u->sock, SOL_IP, IP_ADD_MEMBERSHIP,
					KERNEL_SOCKPTR(&group), sizeof(group));
}

/* Bound to where the camera sends to: to our address, or to the group's. */
static int open_socket(struct gev_udp *u)
{
	struct udp_tunnel_sock_cfg tunnel = {
		.sk_user_data = &u->rx,
		.encap_type = 1,
		.encap_rcv = encap_receive,
	};
	struct udp_port_cfg cfg = {
		.family = AF_INET,
		.local_ip.s_addr = htonl(u->settings.group ?: u->local),
		.local_udp_port = htons(u->settings.port),
		.bind_ifindex = u->cam->ifindex,
		.use_udp_checksums = true,
	};
	int ret;

	ret = udp_sock_create(&init_net, &cfg, &u->sock);
	if (ret) {
		u->sock = NULL;
		gev_camera_warn(u->cam, "no UDP port %u for its stream on %s: error %d",
				u->settings.port, u->cam->ifname, ret);
		return ret;
	}
	/* A kernel socket does not hold its namespace by itself. */
	u->net = get_net(&init_net);
	u->port = ntohs(inet_sk(u->sock->sk)->inet_sport);
	ip_sock_set_tos(u->sock->sk, UDP_TOS);
	spin_lock_bh(&u->stream->lock);
	u->rx.open = true;
	spin_unlock_bh(&u->stream->lock);
	setup_udp_tunnel_sock(u->net, gev_tunnel_sock(u->sock), &tunnel);
	return join_group(u);
}

/* When this returns, the hook is not running, and will not. */
static void close_socket(struct gev_udp *u)
{
	if (!u->sock)
		return;
	udp_tunnel_sock_release(gev_tunnel_sock(u->sock));
	u->sock = NULL;
	/* Not all kernels wait by themselves for those in the hook. */
	synchronize_rcu();
	put_net(u->net);
}

/* A stream that somebody left open must not go on, nor come back by itself. */
static int close_channel(struct gev_camera *cam)
{
	u32 config;
	int ret;

	ret = gev_control_write_reg(cam, GEV_REG_SCP0, 0);
	if (ret)
		return ret;
	/* Optional: not all cameras have it. */
	if (!gev_control_read_reg(cam, GEV_REG_SCCFG0, &config) && (config & UDP_UNCONDITIONAL))
		gev_control_write_reg(cam, GEV_REG_SCCFG0, config & ~UDP_UNCONDITIONAL);
	return 0;
}

static int open_channel(struct gev_udp *u)
{
	int ret;

	ret = gev_control_write_reg(u->cam, GEV_REG_SCDA0, u->settings.group ?: u->local);
	return ret ?: gev_control_write_reg(u->cam, GEV_REG_SCP0, u->port);
}

/* From ns to ticks of the camera's clock; one that does not say counts ns. */
static int set_delay(struct gev_udp *u)
{
	u64 frequency, ticks;
	u32 high, low;
	int ret;

	if (u->settings.packet_delay == GEV_PACKET_DELAY_KEEP)
		return 0;
	ret = gev_control_read_reg(u->cam, GEV_REG_TICK_FREQUENCY_HIGH, &high);
	if (!ret)
		ret = gev_control_read_reg(u->cam, GEV_REG_TICK_FREQUENCY_LOW, &low);
	if (ret)
		return ret;
	frequency = (u64)high << 32 | low;
	/* A quotient beyond 64 bits would be a fault of the processor. */
	frequency = frequency ? min(frequency, UDP_FREQUENCY_MAX) : NSEC_PER_SEC;
	ticks = mul_u64_u64_div_u64(frequency, u->settings.packet_delay, NSEC_PER_SEC);
	return gev_control_write_reg(u->cam, GEV_REG_SCPD0, min_t(u64, ticks, U32_MAX));
}

static int read_ids(struct gev_camera *cam, bool *extended)
{
	u32 value;
	int ret;

	ret = gev_control_read_reg(cam, GEV_REG_GVSP_CONFIGURATION, &value);
	*extended = !ret && (value & GEV_GVSP_CONF_BLOCK64);
	/* Cameras of version 1 have no such register. */
	return ret == -ETIMEDOUT || ret == -ENODEV ? ret : 0;
}

static int read_expected(struct gev_udp *u, u32 size, struct gev_block_expect *expect)
{
	const struct gev_format *f = &u->stream->format;
	bool extended;
	s64 payload;
	int ret;

	ret = read_ids(u->cam, &extended);
	if (ret)
		return ret;
	ret = gev_camera_read(u->cam, GEV_ROLE_PAYLOAD_SIZE, &payload);
	if (ret)
		return ret;
	if (payload < f->sizeimage || payload - f->sizeimage > UDP_MORE_MAX) {
		gev_camera_warn(u->cam, "the camera announces a payload of %lld bytes, the image has %u",
				payload, f->sizeimage);
		return -EPROTO;
	}
	*expect = (struct gev_block_expect){
		.pfnc = f->pfnc,
		.x = f->width,
		.y = f->height,
		.image = f->sizeimage,
		.payload = payload,
		.step = size - GEV_GVSP_IP_UDP - gev_gvsp_header_size(extended),
	};
	return 0;
}

static int resend_offered(struct gev_camera *cam, bool *there)
{
	u32 caps;
	int ret;

	ret = gev_control_read_reg(cam, GEV_REG_GVCP_CAPABILITY, &caps);
	*there = !ret && (caps & GEV_GVCP_CAP_RESEND);
	return ret;
}

/* The camera sends nothing before this returns 0, but test packets. */
static int negotiate(struct gev_udp *u)
{
	int ret;

	ret = gev_acquisition_end_stale(u->cam);
	if (!ret)
		ret = close_channel(u->cam);
	if (!ret)
		ret = gev_acquisition_select(u->cam, "UDP");
	if (!ret)
		ret = open_channel(u);
	if (!ret)
		ret = gev_packet_size_negotiate(u->cam, &u->rx, u->settings.packet_size,
						&u->packet_size);
	if (!ret)
		ret = set_delay(u);
	if (!ret)
		ret = gev_acquisition_lock(u->cam);
	return ret;
}

/* Another host has the camera send: find out where to, and how. */
static int find_channel(struct gev_udp *u)
{
	u32 port, size;
	int ret;

	ret = gev_control_read_reg(u->cam, GEV_REG_SCDA0, &u->settings.group);
	if (!ret)
		ret = gev_control_read_reg(u->cam, GEV_REG_SCP0, &port);
	if (!ret)
		ret = gev_control_read_reg(u->cam, GEV_REG_SCPS0, &size);
	if (ret)
		return ret;
	u->settings.port = port & GEV_SCP_PORT;
	u->packet_size = size & GEV_SCPS_SIZE;
	if (u->settings.port && ipv4_is_multicast(htonl(u->settings.group)) &&
	    u->packet_size >= GEV_PACKET_SIZE_MIN)
		return 0;
	gev_camera_warn(u->cam, "it sends to no group, there is nothing to listen to (SCDA %#x, SCP %#x, SCPS %#x)",
			u->settings.group, port, size);
	return -EHOSTUNREACH;
}

/* With what the camera is going to send known. */
static int prepare(struct gev_udp *u)
{
	struct gev_block_expect expect;
	bool resend;
	int ret;

	ret = read_expected(u, u->packet_size, &expect);
	if (!ret)
		ret = resend_offered(u->cam, &resend);
	if (ret)
		return ret;
	/* Requests are the controller's. */
	resend = resend && !u->settings.no_resend && !u->settings.listen;
	gev_resend_start(&u->rx.resend, u->sock, resend);
	return gev_rx_alloc(&u->rx, &expect);
}

static int open_stream(struct gev_udp *u)
{
	int ret;

	if (!u->local)
		return -EHOSTUNREACH;
	ret = gev_resend_init(&u->rx.resend);
	if (!ret && u->settings.listen)
		ret = find_channel(u);
	if (!ret)
		ret = open_socket(u);
	if (!ret && !u->settings.listen)
		ret = negotiate(u);
	if (!ret)
		ret = prepare(u);
	return ret;
}

static int start_camera(struct gev_udp *u)
{
	return u->settings.listen ? 0 :
		gev_camera_execute(u->cam, GEV_ROLE_ACQUISITION_START);
}

static void stop_camera(struct gev_udp *u)
{
	if (u->settings.listen)
		return;
	gev_acquisition_stop(u->cam);
	gev_control_write_reg(u->cam, GEV_REG_SCP0, 0);
}

static struct gev_udp *create_session(struct gev_stream *s)
{
	struct gev_udp *u;

	u = kzalloc(sizeof(*u), GFP_KERNEL);
	if (!u)
		return NULL;
	u->stream = s;
	u->cam = gev_camera_get(gev_stream_camera(s));
	mutex_lock(&u->cam->lock);
	u->settings = u->cam->udp;
	mutex_unlock(&u->cam->lock);
	u->settings.listen = s->listening;
	gev_control_addresses(u->cam, &u->local, &u->remote);
	gev_rx_init(&u->rx, s, u->remote);
	return u;
}

/* From any half-built state; the buffers are back when this returns. */
static void end_session(struct gev_udp *u)
{
	spin_lock_bh(&u->stream->lock);
	gev_rx_close(&u->rx);
	spin_unlock_bh(&u->stream->lock);
	gev_resend_free(&u->rx.resend);
	close_socket(u);
	gev_rx_end(&u->rx);
	gev_rx_free(&u->rx);
	gev_camera_put(u->cam);
	kfree(u);
}

static void set_transport(struct gev_stream *s, struct gev_udp *u)
{
	spin_lock_bh(&s->lock);
	s->transport = u;
	WRITE_ONCE(s->packet_size, u ? u->packet_size : 0);
	spin_unlock_bh(&s->lock);
}

static int start(struct gev_stream *s)
{
	struct gev_udp *u;
	int ret;

	u = create_session(s);
	if (!u)
		return -ENOMEM;
	ret = open_stream(u);
	if (ret)
		goto end;
	gev_stream_restarted(s);
	gev_rx_run(&u->rx);
	ret = start_camera(u);
	if (ret)
		goto end;
	set_transport(s, u);
	gev_camera_set_reason(u->cam, "%s", "");
	return 0;

end:
	gev_stream_count(s, GEV_STAT_REFUSALS, 1);
	stop_camera(u);
	end_session(u);
	return ret;
}

/* The next block takes it. */
static void buffer_queued(struct gev_stream *s)
{
}

static void failed(struct gev_stream *s)
{
	struct gev_udp *u = s->transport;

	if (u)
		gev_rx_close(&u->rx);
}

static void stop(struct gev_stream *s)
{
	struct gev_udp *u = s->transport;

	set_transport(s, NULL);
	stop_camera(u);
	end_session(u);
}

const struct gev_transport_ops gev_udp_transport = {
	.kind = GEV_TRANSPORT_UDP,
	.name = "UDP",
	.offered = offered,
	.start = start,
	.buffer_queued = buffer_queued,
	.failed = failed,
	.stop = stop,
};
