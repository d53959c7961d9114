// SPDX-License-Identifier: GPL-2.0
/*
 * UDP sockets for GVCP.
 *
 * Each is bound to its interface by index, so neither routes nor metrics lead
 * commands, discovery or their answers over another one; a rename does not
 * matter either.
 *
 * A camera on an address of this host (a simulator) needs nothing special:
 * such datagrams pass through the loopback device, but the route that they
 * carry names the interface that the address belongs to, and UDP compares a
 * socket's binding with that one. The same goes for a broadcast, which the
 * sending host hears, too. What differs is the interface's state: its own
 * addresses answer also while it is down, so those who care about the link
 * ask gev_sock_device_up().
 */
#include <linux/in.h>
#include <linux/inetdevice.h>
#include <linux/net.h>
#include <linux/netdevice.h>
#include <linux/pkt_sched.h>
#include <linux/socket.h>
#include <linux/uio.h>
#include <net/inet_sock.h>
#include <net/ip.h>
#include <net/net_namespace.h>
#include <net/route.h>
#include <net/sock.h>

#include "sock.h"

/*
 * Commands must get through while image data fill the link: highest queue of
 * a default qdisc, and DSCP CS6, which switches serve before bulk data and do
 * not pause together with lossless RDMA classes.
 */
#define SOCK_PRIORITY	TC_PRIO_INTERACTIVE
#define SOCK_TOS	0xc0

static void data_ready(struct sock *sk)
{
	struct gev_sock *gs;

	read_lock_bh(&sk->sk_callback_lock);
	gs = sk->sk_user_data;
	if (gs) {
		WRITE_ONCE(gs->ready, true);
		wake_up(gs->wait);
	}
	read_unlock_bh(&sk->sk_callback_lock);
}

static void set_callback(struct gev_sock *gs)
{
	struct sock *sk = gs->sock->sk;

	write_lock_bh(&sk->sk_callback_lock);
	gs->data_ready = sk->sk_data_ready;
	sk->sk_user_data = gs;
	sk->sk_data_ready = data_ready;
	write_unlock_bh(&sk->sk_callback_lock);
}

static void clear_callback(struct gev_sock *gs)
{
	struct sock *sk = gs->sock->sk;

	/* The lock waits for a callback that has seen the pointer. */
	write_lock_bh(&sk->sk_callback_lock);
	if (gs->data_ready) {
		sk->sk_data_ready = gs->data_ready;
		sk->sk_user_data = NULL;
	}
	write_unlock_bh(&sk->sk_callback_lock);
	gs->data_ready = NULL;
}

static struct sockaddr_in make_address(u32 ip, u16 port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(ip),
		.sin_port = htons(port),
	};
}

/**
 * gev_sock_open() - make a socket that lives on one interface
 * @gs: the socket, closed or all zero
 * @ifindex: the interface, in the initial network namespace
 * @local: address to bind to, host order, or 0 for any
 * @wait: woken when something comes in
 *
 * Context: process, may sleep.
 * Return: 0 or -errno; the socket is closed after a failure.
 */
int gev_sock_open(struct gev_sock *gs, int ifindex, u32 local, wait_queue_head_t *wait)
{
	struct sockaddr_in sin = make_address(local, 0);
	int ret;

	ret = sock_create_kern(&init_net, AF_INET, SOCK_DGRAM, IPPROTO_UDP, &gs->sock);
	if (ret) {
		gs->sock = NULL;
		return ret;
	}
	/* A kernel socket does not hold its namespace by itself. */
	gs->net = get_net(&init_net);
	gs->wait = wait;
	WRITE_ONCE(gs->ready, false);

	ret = sock_bindtoindex(gs->sock->sk, ifindex, true);
	if (ret)
		goto close;
	sock_set_flag(gs->sock->sk, SOCK_BROADCAST);
	sock_set_reuseaddr(gs->sock->sk);
	ip_sock_set_tos(gs->sock->sk, SOCK_TOS);
	/* After the TOS, which sets a priority of its own. */
	sock_set_priority(gs->sock->sk, SOCK_PRIORITY);
	set_callback(gs);

	ret = kernel_bind(gs->sock, (void *)&sin, sizeof(sin));
	if (ret)
		goto close;
	return 0;

close:
	gev_sock_close(gs);
	return ret;
}

/**
 * gev_sock_close() - the end of a socket
 * @gs: the socket; one that is closed or half-open is fine
 *
 * Nobody is woken by it any more when this returns.
 *
 * Context: process, may sleep.
 */
void gev_sock_close(struct gev_sock *gs)
{
	if (!gs->sock)
		return;
	clear_callback(gs);
	sock_release(gs->sock);
	gs->sock = NULL;
	put_net(gs->net);
	gs->net = NULL;
}

/**
 * gev_sock_connect() - talk to one peer, and hear nobody else
 * @gs: an open socket
 * @ip: the peer, host order
 * @port: its port
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int gev_sock_connect(struct gev_sock *gs, u32 ip, u16 port)
{
	struct sockaddr_in sin = make_address(ip, port);

	return kernel_connect(gs->sock, (void *)&sin, sizeof(sin), 0);
}

static int send_message(struct gev_sock *gs, struct msghdr *msg, const void *data, size_t len)
{
	struct kvec vec = { .iov_base = (void *)data, .iov_len = len };
	int ret;

	if (!gs->sock)
		return -ENOTCONN;
	msg->msg_flags = MSG_DONTWAIT;
	ret = kernel_sendmsg(gs->sock, msg, &vec, 1, len);
	return ret < 0 ? ret : 0;
}

/**
 * gev_sock_send() - one datagram to the peer of a connected socket
 * @gs: the socket; -ENOTCONN when it is closed
 * @data: the datagram
 * @len: its bytes
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int gev_sock_send(struct gev_sock *gs, const void *data, size_t len)
{
	struct msghdr msg = {};
	int ret;

	ret = send_message(gs, &msg, data, len);
	/* That was about an earlier datagram, and kept this one back. */
	if (ret == -ECONNREFUSED)
		ret = send_message(gs, &msg, data, len);
	return ret;
}

/**
 * gev_sock_send_from() - one datagram to anybody, broadcast too
 * @gs: a socket that is not connected
 * @from: source address, host order, or 0: the kernel chooses
 * @to: destination, host order
 * @port: its port
 * @data: the datagram
 * @len: its bytes
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int gev_sock_send_from(struct gev_sock *gs, u32 from, u32 to, u16 port,
		       const void *data, size_t len)
{
	union {
		struct cmsghdr header;
		u8 room[CMSG_SPACE(sizeof(struct in_pktinfo))];
	} control = {};
	struct in_pktinfo *info = (void *)CMSG_DATA(&control.header);
	struct sockaddr_in sin = make_address(to, port);
	struct msghdr msg = {
		.msg_name = &sin,
		.msg_namelen = sizeof(sin),
	};

	if (from) {
		control.header.cmsg_level = SOL_IP;
		control.header.cmsg_type = IP_PKTINFO;
		control.header.cmsg_len = CMSG_LEN(sizeof(*info));
		info->ipi_spec_dst.s_addr = htonl(from);
		msg.msg_control = &control;
		msg.msg_controllen = sizeof(control);
	}
	return send_message(gs, &msg, data, len);
}

static int receive(struct gev_sock *gs, void *data, size_t room)
{
	struct kvec vec = { .iov_base = data, .iov_len = room };
	struct msghdr msg = {};

	return kernel_recvmsg(gs->sock, &msg, &vec, 1, room, MSG_DONTWAIT | MSG_TRUNC);
}

/**
 * gev_sock_recv() - take one datagram that is there
 * @gs: the socket
 * @data: where to
 * @room: bytes at @data
 *
 * Errors that the network reported for earlier datagrams are passed over:
 * silence says the same.
 *
 * Context: process.
 * Return: bytes of the datagram, at most @room; -EAGAIN when there is none;
 * -EMSGSIZE for one longer than @room, which is gone.
 */
int gev_sock_recv(struct gev_sock *gs, void *data, size_t room)
{
	int ret;

	if (!gs->sock)
		return -EAGAIN;
	/* Before looking: what comes in from here on sets it again. */
	smp_store_mb(gs->ready, false);
	ret = receive(gs, data, room);
	if (ret < 0 && ret != -EAGAIN)
		ret = receive(gs, data, room);
	if (ret < 0)
		return -EAGAIN;
	WRITE_ONCE(gs->ready, true);	/* there may be more */
	return ret > (int)room ? -EMSGSIZE : ret;
}

/**
 * gev_sock_port() - the port that a socket has here
 * @gs: an open socket
 *
 * Context: process, the socket's owner.
 * Return: the port, host order.
 */
u16 gev_sock_port(const struct gev_sock *gs)
{
	return inet_sk(gs->sock->sk)->inet_num;
}

/**
 * gev_sock_device_up() - can anything be sent on an interface?
 * @ifindex: the interface
 *
 * Context: any.
 * Return: whether it exists, is up and has a link.
 */
bool gev_sock_device_up(int ifindex)
{
	struct net_device *dev;
	bool up;

	rcu_read_lock();
	dev = dev_get_by_index_rcu(&init_net, ifindex);
	up = dev && netif_running(dev) && netif_carrier_ok(dev);
	rcu_read_unlock();
	return up;
}

/**
 * gev_sock_nets() - the IPv4 networks that an interface is in
 * @ifindex: the interface
 * @nets: result
 *
 * Context: any.
 * Return: their number; what is beyond GEV_SOCK_NETS is left out.
 */
unsigned int gev_sock_nets(int ifindex, struct gev_sock_net nets[GEV_SOCK_NETS])
{
	const struct in_ifaddr *ifa;
	struct in_device *in_dev;
	struct net_device *dev;
	unsigned int n = 0;

	rcu_read_lock();
	dev = dev_get_by_index_rcu(&init_net, ifindex);
	in_dev = dev ? __in_dev_get_rcu(dev) : NULL;
	if (in_dev) {
		in_dev_for_each_ifa_rcu(ifa, in_dev) {
			if (n == GEV_SOCK_NETS)
				break;
			nets[n].address = ntohl(ifa->ifa_local);
			nets[n].mask = ntohl(ifa->ifa_mask);
			n++;
		}
	}
	rcu_read_unlock();
	return n;
}

/**
 * gev_sock_source() - which address of an interface to talk to a peer from
 * @ifindex: the interface
 * @peer: the peer, host order
 *
 * The peer's own address when it is this host, else the one in its network.
 *
 * Context: any.
 * Return: the address, host order; 0 when the peer is in no network of the
 * interface.
 */
u32 gev_sock_source(int ifindex, u32 peer)
{
	struct gev_sock_net nets[GEV_SOCK_NETS];
	unsigned int i, n;
	u32 source = 0;

	n = gev_sock_nets(ifindex, nets);
	for (i = 0; i < n; i++) {
		if (nets[i].address == peer)
			return peer;
		if (!source && !((nets[i].address ^ peer) & nets[i].mask))
			source = nets[i].address;
	}
	return source;
}

/**
 * gev_sock_port_taken() - does somebody on this host have a UDP port?
 * @local: address of this host, host order
 * @port: the port
 *
 * Context: process, may sleep.
 * Return: true if a socket is bound to it, false if not or if @local is not ours.
 */
bool gev_sock_port_taken(u32 local, u16 port)
{
	struct sockaddr_in sin = make_address(local, port);
	struct socket *sock;
	int ret;

	if (sock_create_kern(&init_net, AF_INET, SOCK_DGRAM, IPPROTO_UDP, &sock))
		return false;
	ret = kernel_bind(sock, (void *)&sin, sizeof(sin));
	sock_release(sock);
	return ret == -EADDRINUSE;
}

static int effective_rp_filter(int ifindex)
{
	struct in_device *in_dev;
	struct net_device *dev;
	int filter = 0;

	rcu_read_lock();
	dev = dev_get_by_index_rcu(&init_net, ifindex);
	in_dev = dev ? __in_dev_get_rcu(dev) : NULL;
	if (in_dev)
		filter = IN_DEV_RPFILTER(in_dev);
	rcu_read_unlock();
	return filter;
}

/**
 * gev_sock_rp_filter() - does reverse path filtering drop a peer's packets?
 * @ifindex: the interface that they come by
 * @peer: the peer, host order
 *
 * Strict filtering (1) drops what this host would not answer by that interface,
 * loose filtering (2) what it has no route to at all.
 *
 * Context: process, may sleep.
 * Return: rp_filter as it is in force, if it is to blame; 0 if not.
 */
int gev_sock_rp_filter(int ifindex, u32 peer)
{
	struct flowi4 flow = { .daddr = htonl(peer) };
	int filter = effective_rp_filter(ifindex);
	struct rtable *route;
	bool elsewhere;

	if (!filter)
		return 0;
	route = ip_route_output_key(&init_net, &flow);
	if (IS_ERR(route))
		return filter;
	elsewhere = route->dst.dev->ifindex != ifindex;
	ip_rt_put(route);
	return elsewhere && filter == 1 ? filter : 0;
}
