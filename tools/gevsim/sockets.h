/* SPDX-License-Identifier: GPL-2.0 */
/* The UDP sockets of one camera: its address, and the two broadcast addresses. */
#ifndef GEVSIM_SOCKETS_H
#define GEVSIM_SOCKETS_H

#include <netinet/in.h>
#include "link.h"

enum sim_socket {
	SIM_SOCKET_UNICAST,
	SIM_SOCKET_LIMITED,
	SIM_SOCKET_DIRECTED,
	SIM_SOCKETS
};

/**
 * struct sim_sockets - open sockets
 * @fd: by enum sim_socket; -1 = not open
 * @link: what they are bound to
 */
struct sim_sockets {
	int fd[SIM_SOCKETS];
	struct sim_link link;
};

int sim_sockets_open(struct sim_sockets *s, const struct sim_link *link);
void sim_sockets_close(struct sim_sockets *s);
ssize_t sim_sockets_receive(const struct sim_sockets *s, enum sim_socket which,
			    void *data, size_t room, struct sockaddr_in *peer);
void sim_sockets_send(const struct sim_sockets *s, const struct sockaddr_in *peer,
		      const void *data, size_t len);

#endif /* GEVSIM_SOCKETS_H */
