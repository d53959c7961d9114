/* SPDX-License-Identifier: GPL-2.0 */
/* UDP sockets that stay on one interface, and what that interface's addresses are. */
#ifndef GEV_SOCK_H
#define GEV_SOCK_H

#include <linux/types.h>
#include <linux/wait.h>

#include "../wire/shim.h"

struct net;
struct sock;
struct socket;

#define GEV_SOCK_NETS	8	/* addresses of an interface that count */

/**
 * struct gev_sock - a UDP socket bound to an interface
 * @sock: the socket, or NULL; changed by its one owner only
 * @net: its namespace, held as long as the socket is there
 * @wait: woken when a datagram has come in
 * @data_ready: the socket's own callback, put back before the end
 * @ready: something came in since the last gev_sock_recv() began
 */
struct gev_sock {
	struct socket *sock;
	struct net *net;
	wait_queue_head_t *wait;
	void (*data_ready)(struct sock *sk);
	bool ready;
};

/**
 * struct gev_sock_net - one address of an interface, host order
 * @address: the interface's own
 * @mask: of its network
 */
struct gev_sock_net {
	u32 address;
	u32 mask;
};

/*
 * One owner at a time; process context; all may sleep. @local 0 stands for
 * any address of the interface.
 */
int gev_sock_open(struct gev_sock *gs, int ifindex, u32 local, wait_queue_head_t *wait);
void gev_sock_close(struct gev_sock *gs);	/* idempotent */
int gev_sock_connect(struct gev_sock *gs, u32 ip, u16 port);
int gev_sock_send(struct gev_sock *gs, const void *data, size_t len);
int gev_sock_send_from(struct gev_sock *gs, u32 from, u32 to, u16 port,
		       const void *data, size_t len);
int gev_sock_recv(struct gev_sock *gs, void *data, size_t room);
u16 gev_sock_port(const struct gev_sock *gs);

/**
 * gev_sock_ready() - is it worth to call gev_sock_recv()?
 * @gs: the socket
 *
 * Context: any; for the condition of a wait.
 * Return: whether something may have come since gev_sock_recv() found nothing.
 */
static inline bool gev_sock_ready(const struct gev_sock *gs)
{
	return READ_ONCE(gs->ready);
}

/* Any process context; what they say may be outdated when they return. */
bool gev_sock_device_up(int ifindex);
unsigned int gev_sock_nets(int ifindex, struct gev_sock_net nets[GEV_SOCK_NETS]);
u32 gev_sock_source(int ifindex, u32 peer);	/* 0: the peer is in none of its networks */
bool gev_sock_port_taken(u32 local, u16 port);
int gev_sock_rp_filter(int ifindex, u32 peer);

#endif /* GEV_SOCK_H */
