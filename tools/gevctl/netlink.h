/* SPDX-License-Identifier: GPL-2.0 */
/* The driver's generic netlink family; see linux/gev_rdma.h. */
#ifndef GEVCTL_NETLINK_H
#define GEVCTL_NETLINK_H

#include <stdint.h>

#include <libmnl/libmnl.h>
#include <linux/gev_rdma.h>

#include "outcome.h"

struct genlmsghdr;

/**
 * struct netlink - a connection to the driver
 * @socket: libmnl's socket
 * @sequence: of the request under way
 * @family: id of the driver's family
 * @events: id of its multicast group
 * @why: the kernel's words for the last failure, or ""
 * @buffer: the request, then the answers
 */
struct netlink {
	struct mnl_socket *socket;
	uint32_t sequence;
	uint16_t family;
	uint32_t events;
	char why[256];
	char *buffer;
};

/* Called for each answer with its attributes, by type; NULL where absent. */
typedef int netlink_each(const struct genlmsghdr *header, const struct nlattr **attrs,
			 void *ctx);

int netlink_open(struct netlink *nl);
enum outcome netlink_connect(struct netlink *nl);	/* the same, with words */
void netlink_close(struct netlink *nl);

struct nlmsghdr *netlink_request(struct netlink *nl, uint8_t command);
int netlink_run(struct netlink *nl, struct nlmsghdr *request, netlink_each *each, void *ctx);
int netlink_dump(struct netlink *nl, struct nlmsghdr *request, netlink_each *each, void *ctx);

int netlink_subscribe(struct netlink *nl);
int netlink_events(struct netlink *nl, netlink_each *each, void *ctx);

uint32_t netlink_u32(const struct nlattr *attr);
const char *netlink_string(const struct nlattr *attr, char *buf, size_t size);

#endif /* GEVCTL_NETLINK_H */
