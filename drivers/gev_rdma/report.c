// SPDX-License-Identifier: GPL-2.0
/* What netlink says about cameras and interfaces, as attributes. */
#include <net/netlink.h>

#include "camera.h"
#include "gev_rdma.h"
#include "gvcp/control.h"
#include "gvcp/discovery.h"
#include "registry.h"
#include "report.h"
#include "v4l2/video.h"

static int put_identity(struct sk_buff *skb, struct gev_camera *cam)
{
	struct gev_gvcp_discovery *d = &cam->info;

	lockdep_assert_held(&cam->lock);
	return nla_put_string(skb, GEV_A_IFNAME, cam->ifname) ?:
	       nla_put_u32(skb, GEV_A_STATE, cam->state) ?:
	       nla_put_string(skb, GEV_A_REASON, cam->reason) ?:
	       nla_put_u32(skb, GEV_A_IP, d->ip) ?:
	       nla_put_u32(skb, GEV_A_MASK, d->mask) ?:
	       nla_put_u32(skb, GEV_A_GATEWAY, d->gateway) ?:
	       nla_put_string(skb, GEV_A_MANUFACTURER, d->manufacturer) ?:
	       nla_put_string(skb, GEV_A_MODEL, d->model) ?:
	       nla_put_string(skb, GEV_A_DEVICE_VERSION, d->device_version) ?:
	       nla_put_string(skb, GEV_A_INFO, d->info) ?:
	       nla_put_string(skb, GEV_A_SERIAL, d->serial) ?:
	       nla_put_string(skb, GEV_A_USER_NAME, d->user_name) ?:
	       nla_put_u32(skb, GEV_A_SPEC_VERSION, d->version_major << 16 | d->version_minor) ?:
	       nla_put_u32(skb, GEV_A_IP_CONFIG, d->ip_current) ?:
	       nla_put_u32(skb, GEV_A_CONFLICTS, cam->conflicts) ?:
	       nla_put_u32(skb, GEV_A_TRANSPORT_WANTED, cam->transport_wanted) ?:
	       nla_put_u32(skb, GEV_A_PACKET_SIZE, cam->udp.packet_size) ?:
	       nla_put_u32(skb, GEV_A_PACKET_DELAY, cam->udp.packet_delay) ?:
	       nla_put_u32(skb, GEV_A_STREAM_PORT, cam->udp.port) ?:
	       nla_put_u32(skb, GEV_A_GROUP, cam->udp.group) ?:
	       nla_put_u32(skb, GEV_A_LISTEN, cam->udp.listen) ?:
	       nla_put_u32(skb, GEV_A_RESEND, !cam->udp.no_resend) ?:
	       (cam->map_key[0] ? nla_put_string(skb, GEV_A_MAP_KEY, cam->map_key) : 0);
}

static int put_activity(struct sk_buff *skb, struct gev_camera *cam)
{
	enum gev_control_holder holder;
	char video[32];
	bool node;
	u32 ip;

	node = gev_video_name(cam, video, sizeof(video));
	holder = gev_control_holder(cam, &ip);
	return (node ? nla_put_string(skb, GEV_A_VIDEO, video) : 0) ?:
	       nla_put_u32(skb, GEV_A_TRANSPORT_USED,
			   gev_stream_transport_used(&cam->stream)) ?:
	       nla_put_u32(skb, GEV_A_PACKET_SIZE_USED,
			   gev_stream_packet_size(&cam->stream)) ?:
	       nla_put_u32(skb, GEV_A_MAP_LOADED, READ_ONCE(cam->map) ? 1 : 0) ?:
	       nla_put_u32(skb, GEV_A_CONTROL, holder) ?:
	       nla_put_u32(skb, GEV_A_CONTROL_IP, ip) ?:
	       nla_put_u32(skb, GEV_A_HEARTBEAT, gev_control_heartbeat_ms(cam));
}

/**
 * gev_report_camera() - all that listings say about a camera
 * @skb: message
 * @cam: the camera
 *
 * Context: process, may sleep. Takes camera->lock.
 * Return: 0 or -EMSGSIZE.
 */
int gev_report_camera(struct sk_buff *skb, struct gev_camera *cam)
{
	int ret;

	ret = nla_put_string(skb, GEV_A_CAMERA, dev_name(&cam->dev)) ?:
	      nla_put_u32(skb, GEV_A_IFINDEX, cam->ifindex) ?:
	      nla_put(skb, GEV_A_MAC, sizeof(cam->mac), cam->mac);
	if (ret)
		return ret;
	mutex_lock(&cam->lock);
	ret = put_identity(skb, cam);
	mutex_unlock(&cam->lock);
	return ret ?: put_activity(skb, cam);
}

/**
 * gev_report_interface() - all that listings say about an interface
 * @skb: message
 * @info: the interface
 *
 * Context: process, may sleep. Takes gev_cameras_lock.
 * Return: 0 or -EMSGSIZE.
 */
int gev_report_interface(struct sk_buff *skb, const struct gev_interface_info *info)
{
	return nla_put_u32(skb, GEV_A_IFINDEX, info->ifindex) ?:
	       nla_put_string(skb, GEV_A_IFNAME, info->name) ?:
	       nla_put_u32(skb, GEV_A_STATE, info->up) ?:
	       nla_put_u32(skb, GEV_A_CAMERAS, gev_cameras_count(info->ifindex));
}

/**
 * gev_report_stats() - the counters of a camera's stream
 * @skb: message
 * @cam: the camera
 *
 * Context: process.
 * Return: 0 or -EMSGSIZE.
 */
int gev_report_stats(struct sk_buff *skb, struct gev_camera *cam)
{
	struct nlattr *all, *one;
	u64 stats[GEV_STATS];
	unsigned int i;

	gev_stream_stats(&cam->stream, stats);
	all = nla_nest_start(skb, GEV_A_STATS);
	if (!all)
		return -EMSGSIZE;
	for (i = 0; i < GEV_STATS; i++) {
		one = nla_nest_start(skb, GEV_A_STAT);
		if (!one || nla_put_string(skb, GEV_A_STAT_NAME, gev_stat_name(i)) ||
		    nla_put_u64_64bit(skb, GEV_A_STAT_VALUE, stats[i], GEV_A_PAD))
			return -EMSGSIZE;
		nla_nest_end(skb, one);
	}
	nla_nest_end(skb, all);
	return 0;
}
