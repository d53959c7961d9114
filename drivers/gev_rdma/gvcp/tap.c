// SPDX-License-Identifier: GPL-2.0
/*
 * A look at what comes in by an interface before the network stack has judged
 * it. Reverse path filtering drops a camera whose address is in a network that
 * this host reaches by another interface, or not at all; a firewall may drop any.
 * A socket cannot tell that from a camera that is not there; this can.
 *
 * It is open for the short time in which answers are waited for. As a handler of
 * all protocols it goes first, so that the stack gets its packets unshared, and
 * a stream loses nothing but a glance at a few header fields.
 */
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/skbuff.h>
#include <linux/udp.h>
#include <net/ip.h>

#include "tap.h"

/* Offset of the payload of a datagram from a camera to our port, or 0. */
static int find_payload(const struct gev_tap *tap, const struct sk_buff *skb, int *len)
{
	int at = skb_network_offset(skb);
	const struct udphdr *udp;
	const struct iphdr *ip;
	struct udphdr udp_room;
	struct iphdr ip_room;

	ip = skb_header_pointer(skb, at, sizeof(ip_room), &ip_room);
	if (!ip || ip->version != 4 || ip->ihl < 5 || ip->protocol != IPPROTO_UDP ||
	    ip_is_fragment(ip))
		return 0;
	at += 4 * ip->ihl;
	udp = skb_header_pointer(skb, at, sizeof(udp_room), &udp_room);
	if (!udp || udp->source != htons(GEV_GVCP_PORT) || udp->dest != htons(tap->port))
		return 0;
	*len = ntohs(udp->len) - (int)sizeof(*udp);
	return at + sizeof(*udp);
}

/* What belongs to a VLAN, or to somebody else, would not have come to the socket either. */
static bool is_for_us(const struct sk_buff *skb, const struct net_device *dev)
{
	return skb->protocol == htons(ETH_P_IP) && !skb_vlan_tag_present(skb) &&
	       (skb->pkt_type == PACKET_HOST || skb->pkt_type == PACKET_BROADCAST) &&
	       net_eq(dev_net(dev), &init_net);
}

static int overhear(struct sk_buff *skb, struct net_device *dev, struct packet_type *handler,
		    struct net_device *orig_dev)
{
	struct gev_tap *tap = container_of(handler, struct gev_tap, handler);
	u8 datagram[GEV_TAP_DATAGRAM];
	int at, len;

	at = is_for_us(skb, dev) ? find_payload(tap, skb, &len) : 0;
	/* Checksums are not looked at: all that comes of it is an entry in a list. */
	if (at && len > 0 && len <= (int)sizeof(datagram) &&
	    !skb_copy_bits(skb, at, datagram, len))
		kfifo_in_spinlocked(&tap->heard, datagram, len, &tap->lock);
	consume_skb(skb);
	return NET_RX_SUCCESS;
}

/**
 * gev_tap_open() - begin to listen
 * @tap: an initialised tap, closed
 * @ifindex: the interface, in the initial network namespace
 * @port: destination port, host order
 *
 * What comes in by an interface that is part of a bridge or a bond is theirs,
 * so such a tap hears nothing; nor does one of an interface that has gone.
 *
 * Context: process, may sleep.
 */
void gev_tap_open(struct gev_tap *tap, int ifindex, u16 port)
{
	kfifo_reset(&tap->heard);
	tap->dev = dev_get_by_index(&init_net, ifindex);
	if (!tap->dev)
		return;
	if (rcu_access_pointer(tap->dev->rx_handler)) {
		dev_put(tap->dev);
		tap->dev = NULL;
		return;
	}
	tap->port = port;
	tap->handler = (struct packet_type) {
		.type = htons(ETH_P_ALL),
		.dev = tap->dev,
		.func = overhear,
		.ignore_outgoing = true,
	};
	dev_add_pack(&tap->handler);
}

/**
 * gev_tap_close() - listen no longer
 * @tap: the tap; what it has heard stays
 *
 * Context: process, may sleep.
 */
void gev_tap_close(struct gev_tap *tap)
{
	if (!tap->dev)
		return;
	/* Waits for those inside: processors that are at a packet. */
	dev_remove_pack(&tap->handler);
	dev_put(tap->dev);
	tap->dev = NULL;
}

/**
 * gev_tap_next() - take a datagram that was heard
 * @tap: the tap
 * @data: where to
 * @room: bytes at @data, at least GEV_TAP_DATAGRAM
 *
 * Context: process; one caller at a time.
 * Return: its bytes, 0 when there is none.
 */
int gev_tap_next(struct gev_tap *tap, void *data, size_t room)
{
	return kfifo_out(&tap->heard, data, room);
}

/**
 * gev_tap_init() - a tap that is closed
 * @tap: the tap, all zero
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int gev_tap_init(struct gev_tap *tap)
{
	spin_lock_init(&tap->lock);
	return kfifo_alloc(&tap->heard, GEV_TAP_ROOM, GFP_KERNEL);
}

/**
 * gev_tap_destroy() - the end of a tap
 * @tap: initialised, closed; idempotent
 *
 * Context: process, may sleep.
 */
void gev_tap_destroy(struct gev_tap *tap)
{
	kfifo_free(&tap->heard);
}
