// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux/genetlink.h>

#include "netlink.h"

/* The largest request is a chunk of a map, the largest answer 8 KiB of registers. */
#define BUFFER_SIZE	(2 * GEV_MAP_CHUNK)

/* Answers of the kernel's own family "nlctrl" use the same table size. */
#define ATTRS_MAX	(GEV_A_MAX > CTRL_ATTR_MAX ? GEV_A_MAX : CTRL_ATTR_MAX)

struct visit {
	netlink_each *each;
	void *ctx;
	bool interrupted;
	int error;	/* that a dump ended with, -errno */
};

static int sort_attr(const struct nlattr *attr, void *data)
{
	const struct nlattr **attrs = data;

	if (mnl_attr_type_valid(attr, ATTRS_MAX) > 0)
		attrs[mnl_attr_get_type(attr)] = attr;
	return MNL_CB_OK;
}

static int visit_message(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attrs[ATTRS_MAX + 1] = { NULL };
	struct visit *visit = data;
	int ret;

	if (!visit->each)
		return MNL_CB_OK;
	ret = mnl_attr_parse(nlh, sizeof(struct genlmsghdr), sort_attr, attrs);
	if (ret >= 0)
		ret = visit->each(mnl_nlmsg_get_payload(nlh), attrs, visit->ctx);
	if (ret < 0) {
		errno = -ret;
		return MNL_CB_ERROR;
	}
	return MNL_CB_OK;
}

/* The words that the kernel sends with an error (extended acknowledge). */
static void keep_words(struct netlink *nl, const struct nlmsghdr *nlh)
{
	const struct nlmsgerr *err = mnl_nlmsg_get_payload(nlh);
	const struct nlattr *attr;
	size_t skip = sizeof(int);

	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	if (nlh->nlmsg_type == NLMSG_ERROR) {
		skip = sizeof(*err);
		if (!(nlh->nlmsg_flags & NLM_F_CAPPED))
			skip += mnl_nlmsg_get_payload_len(&err->msg);
	} else if (nlh->nlmsg_type != NLMSG_DONE) {
		return;
	}
	mnl_attr_for_each(attr, nlh, skip) {
		if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
			netlink_string(attr, nl->why, sizeof(nl->why));
	}
}

/*
 * libmnl stops at a message that tells of an interrupted dump and leaves the
 * rest unread. We read on, or the rest would be taken for the next answer. And
 * it takes the end of a dump for a good one.
 */
static void look_through(struct netlink *nl, size_t size, struct visit *visit)
{
	struct nlmsghdr *nlh = (struct nlmsghdr *)nl->buffer;
	int left = size;

	for (; mnl_nlmsg_ok(nlh, left); nlh = mnl_nlmsg_next(nlh, &left)) {
		if (nlh->nlmsg_flags & NLM_F_DUMP_INTR)
			visit->interrupted = true;
		nlh->nlmsg_flags &= ~NLM_F_DUMP_INTR;
		keep_words(nl, nlh);
		if (nlh->nlmsg_type == NLMSG_DONE &&
		    mnl_nlmsg_get_payload_len(nlh) >= sizeof(int))
			visit->error = *(int *)mnl_nlmsg_get_payload(nlh);
	}
}

static int receive(struct netlink *nl, struct visit *visit)
{
	unsigned int port = mnl_socket_get_portid(nl->socket);
	ssize_t n;
	int ret;

	do {
		n = mnl_socket_recvfrom(nl->socket, nl->buffer, BUFFER_SIZE);
		if (n < 0)
			return -errno;
		look_through(nl, n, visit);
		ret = mnl_cb_run(nl->buffer, n, nl->sequence, port, visit_message, visit);
	} while (ret > MNL_CB_STOP);

	return ret < 0 ? -errno : visit->error;
}

/**
 * netlink_request() - begin a request
 * @nl: the connection
 * @command: GEV_CMD_*
 *
 * Return: the message, for mnl_attr_put*() and netlink_run().
 */
struct nlmsghdr *netlink_request(struct netlink *nl, uint8_t command)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(nl->buffer);
	struct genlmsghdr *genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));

	nlh->nlmsg_type = nl->family;
	genl->cmd = command;
	genl->version = GEV_GENL_VERSION;
	return nlh;
}

static int run(struct netlink *nl, struct nlmsghdr *request, uint16_t flags,
	       struct visit *visit)
{
	nl->why[0] = '\0';
	request->nlmsg_flags = NLM_F_REQUEST | flags;
	request->nlmsg_seq = ++nl->sequence;
	if (mnl_socket_sendto(nl->socket, request, request->nlmsg_len) < 0)
		return -errno;
	return receive(nl, visit);
}

/**
 * netlink_run() - send a request and see its answers, if any
 * @nl: the connection
 * @request: from netlink_request(), gone afterwards
 * @each: for each answer, or NULL
 * @ctx: its last argument
 *
 * Return: 0 or -errno, then with the kernel's words in @nl->why.
 */
int netlink_run(struct netlink *nl, struct nlmsghdr *request, netlink_each *each, void *ctx)
{
	struct visit visit = { .each = each, .ctx = ctx };

	return run(nl, request, NLM_F_ACK, &visit);
}

/**
 * netlink_dump() - read a whole list
 * @nl: the connection
 * @request: from netlink_request(), gone afterwards
 * @each: for each entry
 * @ctx: its last argument
 *
 * Return: 0 or -errno; -EAGAIN when the list changed while it was read, and
 * what @each has gathered must be thrown away.
 */
int netlink_dump(struct netlink *nl, struct nlmsghdr *request, netlink_each *each, void *ctx)
{
	struct visit visit = { .each = each, .ctx = ctx };
	int ret = run(nl, request, NLM_F_DUMP, &visit);

	return ret ? ret : visit.interrupted ? -EAGAIN : 0;
}

/**
 * netlink_subscribe() - ask for the driver's events
 * @nl: the connection
 *
 * Return: 0 or -errno.
 */
int netlink_subscribe(struct netlink *nl)
{
	uint32_t group = nl->events;

	if (mnl_socket_setsockopt(nl->socket, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)))
		return -errno;
	return 0;
}

/**
 * netlink_events() - wait for the next events
 * @nl: the connection, subscribed
 * @each: for each event
 * @ctx: its last argument
 *
 * Return: 0 or -errno; -ENOBUFS when events were lost.
 */
int netlink_events(struct netlink *nl, netlink_each *each, void *ctx)
{
	struct visit visit = { .each = each, .ctx = ctx };
	ssize_t n = mnl_socket_recvfrom(nl->socket, nl->buffer, BUFFER_SIZE);

	if (n < 0)
		return -errno;
	return mnl_cb_run(nl->buffer, n, 0, 0, visit_message, &visit) < 0 ? -errno : 0;
}

/**
 * netlink_u32() - a number
 * @attr: attribute, or NULL
 *
 * Return: its value, 0 when it is absent or of another size.
 */
uint32_t netlink_u32(const struct nlattr *attr)
{
	if (!attr || mnl_attr_get_payload_len(attr) != sizeof(uint32_t))
		return 0;
	return mnl_attr_get_u32(attr);
}

/**
 * netlink_string() - a text
 * @attr: attribute, or NULL
 * @buf: gets it, shortened where it does not fit
 * @size: room there, at least 1
 *
 * Return: @buf, "" when the attribute is absent.
 */
const char *netlink_string(const struct nlattr *attr, char *buf, size_t size)
{
	size_t length = attr ? mnl_attr_get_payload_len(attr) : 0;

	if (length >= size)
		length = size - 1;
	if (length)
		memcpy(buf, mnl_attr_get_payload(attr), length);
	buf[length] = '\0';
	return buf;
}

static int find_group(const struct nlattr *attr, void *data)
{
	const struct nlattr *id = NULL, *part;
	struct netlink *nl = data;
	char name[32] = "";

	mnl_attr_for_each_nested(part, attr) {
		if (mnl_attr_get_type(part) == CTRL_ATTR_MCAST_GRP_NAME)
			netlink_string(part, name, sizeof(name));
		else if (mnl_attr_get_type(part) == CTRL_ATTR_MCAST_GRP_ID)
			id = part;
	}
	if (!strcmp(name, GEV_GENL_MCGRP_EVENTS))
		nl->events = netlink_u32(id);
	return MNL_CB_OK;
}

static int find_family(const struct genlmsghdr *header, const struct nlattr **attrs, void *ctx)
{
	struct netlink *nl = ctx;

	(void)header;
	if (!attrs[CTRL_ATTR_FAMILY_ID])
		return -EBADMSG;
	nl->family = mnl_attr_get_u16(attrs[CTRL_ATTR_FAMILY_ID]);
	if (attrs[CTRL_ATTR_MCAST_GROUPS])
		mnl_attr_parse_nested(attrs[CTRL_ATTR_MCAST_GROUPS], find_group, nl);
	return 0;
}

/**
 * netlink_open() - reach the driver
 * @nl: the connection, to be closed with netlink_close() in every case
 *
 * Return: 0, -ENOENT when the driver is not loaded, or another -errno.
 */
int netlink_open(struct netlink *nl)
{
	struct nlmsghdr *nlh;
	int one = 1;

	*nl = (struct netlink){ .family = GENL_ID_CTRL, .sequence = time(NULL) };
	nl->buffer = malloc(BUFFER_SIZE);
	if (!nl->buffer)
		return -ENOMEM;
	nl->socket = mnl_socket_open2(NETLINK_GENERIC, SOCK_CLOEXEC);
	if (!nl->socket || mnl_socket_bind(nl->socket, 0, MNL_SOCKET_AUTOPID))
		return -errno;
	mnl_socket_setsockopt(nl->socket, NETLINK_EXT_ACK, &one, sizeof(one));
	mnl_socket_setsockopt(nl->socket, NETLINK_CAP_ACK, &one, sizeof(one));

	nlh = netlink_request(nl, CTRL_CMD_GETFAMILY);
	((struct genlmsghdr *)mnl_nlmsg_get_payload(nlh))->version = 1;
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, GEV_GENL_NAME);
	return netlink_run(nl, nlh, find_family, nl);
}

/**
 * netlink_connect() - reach the driver, or say why not
 * @nl: the connection, to be closed with netlink_close() in every case
 */
enum outcome netlink_connect(struct netlink *nl)
{
	int ret = netlink_open(nl);

	if (ret == -ENOENT)
		return fail(OUTCOME_NO_DRIVER,
			    "the driver is not loaded; load it with 'modprobe gev_rdma'");
	if (ret)
		return fail_errno("netlink", ret, nl->why);
	return OUTCOME_OK;
}

/**
 * netlink_close() - the end of a connection
 * @nl: the connection, even half opened
 */
void netlink_close(struct netlink *nl)
{
	if (nl->socket)
		mnl_socket_close(nl->socket);
	free(nl->buffer);
	*nl = (struct netlink){ 0 };
}
