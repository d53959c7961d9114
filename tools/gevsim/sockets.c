// SPDX-License-Identifier: GPL-2.0
/* The UDP sockets of one camera: its address, and the two broadcast addresses. */
#define _GNU_SOURCE	/* struct in_pktinfo */
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include "log.h"
#include "sockets.h"
#include "wire/gvcp.h"

/*
 * The unicast socket is bound by address only: a host on this machine that is
 * not bound to the interface reaches it through the loopback device. Which
 * interface a datagram came by is checked when it is received.
 */
static int socket_open(const struct sim_link *link, u32 address, bool bind_device)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET,
		.sin_port = htons(GEV_GVCP_PORT),
		.sin_addr.s_addr = htonl(address),
	};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int one = 1, err;

	if (fd < 0)
		return -errno;
	if (setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &one, sizeof(one)) ||
	    setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &one, sizeof(one)) ||
	    (bind_device && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one))) ||
	    (bind_device && setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, link->name,
				       strlen(link->name))) ||
	    bind(fd, (struct sockaddr *)&in, sizeof(in))) {
		err = -errno;
		close(fd);
		return err;
	}
	return fd;
}

/**
 * sim_sockets_open() - open all sockets
 * @s: filled in
 * @link: address and interface
 *
 * Return: 0 or a negative error code.
 */
int sim_sockets_open(struct sim_sockets *s, const struct sim_link *link)
{
	u32 addresses[SIM_SOCKETS] = {
		[SIM_SOCKET_UNICAST] = link->address,
		[SIM_SOCKET_LIMITED] = INADDR_BROADCAST,
		[SIM_SOCKET_DIRECTED] = link->broadcast,
	};

	s->link = *link;
	for (int i = 0; i < SIM_SOCKETS; i++)
		s->fd[i] = -1;
	for (int i = 0; i < SIM_SOCKETS; i++) {
		if (!addresses[i])
			continue;
		s->fd[i] = socket_open(link, addresses[i], i != SIM_SOCKET_UNICAST);
		if (s->fd[i] < 0) {
			int err = s->fd[i];

			sim_sockets_close(s);
			return err;
		}
	}
	return 0;
}

/**
 * sim_sockets_close() - close all sockets
 * @s: the sockets
 */
void sim_sockets_close(struct sim_sockets *s)
{
	for (int i = 0; i < SIM_SOCKETS; i++) {
		if (s->fd[i] >= 0)
			close(s->fd[i]);
		s->fd[i] = -1;
	}
}

/* Interface by which a datagram came; 0 if unknown. */
static int socket_interface(struct msghdr *msg)
{
	struct cmsghdr *c;

	for (c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		struct in_pktinfo info;

		if (c->cmsg_level != IPPROTO_IP || c->cmsg_type != IP_PKTINFO)
			continue;
		memcpy(&info, CMSG_DATA(c), sizeof(info));
		return info.ipi_ifindex;
	}
	return 0;
}

/**
 * sim_sockets_receive() - take one datagram
 * @s: the sockets
 * @which: enum sim_socket
 * @data: where to
 * @room: bytes there
 * @peer: set to the sender
 *
 * Return: bytes, 0 for a datagram that came by another interface, or a negative
 * error code.
 */
ssize_t sim_sockets_receive(const struct sim_sockets *s, enum sim_socket which,
			    void *data, size_t room, struct sockaddr_in *peer)
{
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(struct in_pktinfo))];
	} control;
	struct iovec iov = { data, room };
	struct msghdr msg = {
		.msg_name = peer, .msg_namelen = sizeof(*peer),
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	ssize_t len = recvmsg(s->fd[which], &msg, 0);
	int interface;

	if (len < 0)
		return -errno;
	interface = socket_interface(&msg);
	if (interface != s->link.index && interface != (int)if_nametoindex("lo"))
		return 0;
	return len;
}

/**
 * sim_sockets_send() - send one datagram out of the camera's interface
 * @s: the sockets
 * @peer: where to
 * @data: datagram
 * @len: its bytes
 */
void sim_sockets_send(const struct sim_sockets *s, const struct sockaddr_in *peer,
		      const void *data, size_t len)
{
	struct in_pktinfo info = {
		.ipi_ifindex = s->link.index,
		.ipi_spec_dst.s_addr = htonl(s->link.address),
	};
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(info))];
	} control = { .header = {
		.cmsg_len = CMSG_LEN(sizeof(info)),
		.cmsg_level = IPPROTO_IP,
		.cmsg_type = IP_PKTINFO,
	} };
	struct iovec iov = { (void *)data, len };
	struct msghdr msg = {
		.msg_name = (void *)peer, .msg_namelen = sizeof(*peer),
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};

	memcpy(CMSG_DATA(&control.header), &info, sizeof(info));
	if (sendmsg(s->fd[SIM_SOCKET_UNICAST], &msg, 0) < 0)
		sim_log(SIM_LOG_DEBUG, SIM_LOG_PROCESS, "sending failed: %s", strerror(errno));
}
