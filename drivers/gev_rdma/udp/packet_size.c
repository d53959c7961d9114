// SPDX-License-Identifier: GPL-2.0
/*
 * How large a camera's stream packets may be: what test packets show to get
 * through unfragmented, else what the interface's MTU allows. The size counts
 * from the IP header on, as SCPS does.
 */
#include <linux/jiffies.h>
#include <linux/netdevice.h>
#include <net/net_namespace.h>

#include "../camera.h"
#include "../gvcp/control.h"
#include "../wire/gvcp.h"
#include "packet_size.h"
#include "rx.h"

#define PACKET_STEP	4u	/* what cameras round to, mostly */
#define PACKET_MAX	(GEV_SCPS_SIZE & ~(PACKET_STEP - 1))
#define PACKET_CLOSE	64u	/* bytes: not worth another test */
#define TEST_TRIES	2
#define TEST_TIME	msecs_to_jiffies(100)

static u32 interface_mtu(int ifindex)
{
	struct net_device *dev;
	u32 mtu = 0;

	rcu_read_lock();
	dev = dev_get_by_index_rcu(&init_net, ifindex);
	if (dev)
		mtu = READ_ONCE(dev->mtu);
	rcu_read_unlock();
	return mtu;
}

/* Writes a size, and reads what the camera makes of it. */
static int set_size(struct gev_camera *cam, u32 flags, u32 *size)
{
	u32 value;
	int ret;

	ret = gev_control_write_reg(cam, GEV_REG_SCPS0, flags | *size);
	if (!ret)
		ret = gev_control_read_reg(cam, GEV_REG_SCPS0, &value);
	if (!ret)
		*size = value & GEV_SCPS_SIZE;
	return ret;
}

/* Does a test packet of this size come through? Its size may be rounded. */
static int test(struct gev_camera *cam, struct gev_rx *rx, u32 *size, bool *came)
{
	unsigned int tries;
	u32 wanted = *size;
	int ret;

	*came = false;
	for (tries = 0; tries < TEST_TRIES && !*came; tries++) {
		*size = wanted;
		gev_rx_test_size(rx, true);
		ret = set_size(cam, GEV_SCPS_FIRE | GEV_SCPS_DO_NOT_FRAGMENT, size);
		if (ret)
			return ret;
		*came = wait_event_timeout(rx->test_wait, gev_rx_test_size(rx, false) == *size,
					   TEST_TIME);
	}
	return 0;
}

/* @good came through, @bad did not: find the largest that does. */
static int bisect(struct gev_camera *cam, struct gev_rx *rx, u32 good, u32 bad, u32 *size)
{
	u32 tested;
	bool came;
	int ret;

	while (bad - good > PACKET_CLOSE) {
		tested = ((good + bad) / 2) & ~(PACKET_STEP - 1);
		ret = test(cam, rx, &tested, &came);
		if (ret)
			return ret;
		if (tested <= good || tested >= bad)
			break;
		if (came)
			good = tested;
		else
			bad = tested;
	}
	*size = good;
	return 0;
}

static int find_size(struct gev_camera *cam, struct gev_rx *rx, u32 limit, u32 *size)
{
	u32 least = GEV_PACKET_SIZE_MIN;
	bool came;
	int ret;

	*size = limit;
	ret = test(cam, rx, size, &came);
	if (ret || came)
		return ret;
	ret = test(cam, rx, &least, &came);
	if (ret)
		return ret;
	/* A camera without test packets; nothing contradicts the interface. */
	if (!came || least >= limit) {
		*size = limit;
		return 0;
	}
	ret = bisect(cam, rx, least, limit, size);
	if (!ret)
		dev_info(&cam->dev, "the path takes packets of %u bytes, the MTU of %s would allow %u\n",
			 *size, cam->ifname, limit);
	return ret;
}

/* Some keep a size that somebody else has stored, or round up. */
static int settle(struct gev_camera *cam, u32 limit, u32 *size)
{
	u32 wanted = *size, least = limit / 2;
	int ret;

	for (;;) {
		*size = wanted;
		ret = set_size(cam, GEV_SCPS_DO_NOT_FRAGMENT, size);
		if (ret || (*size <= limit && *size >= GEV_PACKET_SIZE_MIN))
			return ret;
		if (wanted <= least || wanted <= GEV_PACKET_SIZE_MIN)
			break;
		wanted -= min(PACKET_CLOSE, wanted - GEV_PACKET_SIZE_MIN);
	}
	gev_camera_warn(cam, "its packet size stays at %u bytes, the MTU of %s allows %u",
			*size, cam->ifname, limit);
	return -EMSGSIZE;
}

/**
 * gev_packet_size_negotiate() - set the size of a camera's stream packets
 * @cam: the camera; its stream channel is open, and it does not acquire
 * @rx: the receiving side, open
 * @wanted: bytes, or 0 for as many as get through
 * @size: gets what the camera has, IP header included
 *
 * Context: process, may sleep for the camera.
 * Return: 0; -EMSGSIZE when its packets would not fit; or -errno.
 */
int gev_packet_size_negotiate(struct gev_camera *cam, struct gev_rx *rx, u32 wanted, u32 *size)
{
	u32 limit = min(interface_mtu(cam->ifindex), PACKET_MAX) & ~(PACKET_STEP - 1);
	u32 before;
	int ret;

	if (limit < GEV_PACKET_SIZE_MIN) {
		gev_camera_warn(cam, "the MTU of %s is below %u", cam->ifname, GEV_PACKET_SIZE_MIN);
		return -EMSGSIZE;
	}
	ret = gev_control_read_reg(cam, GEV_REG_SCPS0, &before);
	if (ret)
		return ret;
	if ((before & GEV_SCPS_SIZE) > limit)
		dev_info(&cam->dev, "its packet size was %u bytes, the MTU of %s allows %u: lowered\n",
			 before & GEV_SCPS_SIZE, cam->ifname, limit);
	if (wanted)
		*size = clamp(wanted, GEV_PACKET_SIZE_MIN, limit);
	else
		ret = find_size(cam, rx, limit, size);
	return ret ?: settle(cam, limit, size);
}
