// SPDX-License-Identifier: GPL-2.0
/* The interface and address that a camera lives on. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/ethernet.h>
#include <netpacket/packet.h>
#include <stdio.h>
#include "link.h"
#include "log.h"

static u32 link_in(const struct sockaddr *sa)
{
	struct sockaddr_in in;

	if (!sa || sa->sa_family != AF_INET)
		return 0;
	memcpy(&in, sa, sizeof(in));
	return ntohl(in.sin_addr.s_addr);
}

/* The first address of @list on @interface (NULL: any) that is @address (0: any). */
static const struct ifaddrs *link_match(const struct ifaddrs *list, const char *interface,
					u32 address)
{
	for (; list; list = list->ifa_next) {
		u32 own = link_in(list->ifa_addr);

		if (own && (!address || own == address) &&
		    (!interface || !strcmp(interface, list->ifa_name)))
			return list;
	}
	return NULL;
}

/*
 * The interface's hardware address; further cameras, and interfaces without
 * one, get a locally administered address.
 */
static void link_mac(const struct ifaddrs *list, struct sim_link *link)
{
	static const u8 none[6];
	struct sockaddr_ll ll;

	for (; list; list = list->ifa_next) {
		if (!list->ifa_addr || list->ifa_addr->sa_family != AF_PACKET ||
		    strcmp(list->ifa_name, link->name))
			continue;
		memcpy(&ll, list->ifa_addr, sizeof(ll));
		if (ll.sll_halen == sizeof(link->mac))
			memcpy(link->mac, ll.sll_addr, sizeof(link->mac));
	}
	if (memcmp(link->mac, none, sizeof(none)))
		return;
	link->mac[0] = 0x02;
	link->mac[1] = 0x47;
	put_unaligned_be32(link->address, link->mac + 2);
}

static void link_mac_add(struct sim_link *link, unsigned int camera, bool given)
{
	u32 low = get_unaligned_be32(link->mac + 2) + camera;

	if (!camera)
		return;
	put_unaligned_be32(low, link->mac + 2);
	if (!given)
		link->mac[0] |= 0x02;
}

/**
 * sim_link_find() - where camera number @camera belongs
 * @options: the command line
 * @camera: index from 0
 * @link: filled in
 *
 * Return: 0 or a negative error code, after a message.
 */
int sim_link_find(const struct sim_options *options, unsigned int camera,
		  struct sim_link *link)
{
	const struct ifaddrs *first, *own;
	struct ifaddrs *list;
	char text[16];
	u32 address;

	memset(link, 0, sizeof(*link));
	if (getifaddrs(&list))
		return -errno;
	first = link_match(list, options->interface, options->address);
	address = options->address;
	if (first)
		address = link_in(first->ifa_addr);
	address += camera;
	own = first ? link_match(list, options->interface, address) : NULL;
	if (!own) {
		sim_log(SIM_LOG_ERROR, camera, "no address %s on %s; configure it first",
			address ? sim_link_text(address, text) : "at all",
			options->interface ? options->interface : "any interface");
		freeifaddrs(list);
		return -EADDRNOTAVAIL;
	}
	snprintf(link->name, sizeof(link->name), "%s", own->ifa_name);
	link->index = if_nametoindex(link->name);
	link->address = address;
	link->mask = link_in(own->ifa_netmask);
	if (own->ifa_flags & IFF_BROADCAST && ~link->mask > 1)
		link->broadcast = address | ~link->mask;
	if (options->has_mac)
		memcpy(link->mac, options->mac, sizeof(link->mac));
	else
		link_mac(list, link);
	link_mac_add(link, camera, options->has_mac);
	freeifaddrs(list);
	return 0;
}

/**
 * sim_link_has() - is an address configured on the link's interface?
 * @link: the link
 * @address: host order
 *
 * Return: whether it is.
 */
bool sim_link_has(const struct sim_link *link, u32 address)
{
	struct ifaddrs *list;
	bool found;

	if (getifaddrs(&list))
		return false;
	found = link_match(list, link->name, address);
	freeifaddrs(list);
	return found;
}

/**
 * sim_link_text() - an address in dotted form
 * @address: host order
 * @text: where to
 *
 * Return: @text.
 */
const char *sim_link_text(u32 address, char text[16])
{
	struct in_addr in = { htonl(address) };

	return inet_ntop(AF_INET, &in, text, 16);
}
