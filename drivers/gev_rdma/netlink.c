// SPDX-License-Identifier: GPL-2.0
/*
 * Generic netlink family "gev_rdma"; see uapi/linux/gev_rdma.h.
 *
 * Everybody may list; what touches a camera, its map or an interface needs
 * CAP_NET_ADMIN over the initial user namespace. The family is visible in all
 * network namespaces only to say there that it works in the initial one.
 *
 * Commands run in parallel: one that waits for a camera holds up no other.
 */
#include <linux/etherdevice.h>
#include <linux/slab.h>
#include <net/genetlink.h>
#include <net/net_namespace.h>
#include <net/sock.h>

#include "camera.h"
#include "camera_map.h"
#include "gev_rdma.h"
#include "gvcp/control.h"
#include "gvcp/discovery.h"
#include "netlink.h"
#include "netlink_request.h"
#include "registry.h"
#include "report.h"

#define CAMERA_NAME_MAX	15

/* A camera is named by its name, or by interface and MAC. */
#define CAMERA_POLICY								\
	[GEV_A_CAMERA]	= { .type = NLA_NUL_STRING, .len = CAMERA_NAME_MAX },	\
	[GEV_A_IFINDEX]	= NLA_POLICY_MIN(NLA_U32, 1),				\
	[GEV_A_MAC]	= NLA_POLICY_EXACT_LEN(ETH_ALEN)

static const struct nla_policy camera_policy[GEV_A_MAX + 1] = {
	CAMERA_POLICY,
};

static const struct nla_policy interface_policy[GEV_A_MAX + 1] = {
	[GEV_A_IFINDEX]	= NLA_POLICY_MIN(NLA_U32, 1),
};

static const struct nla_policy read_policy[GEV_A_MAX + 1] = {
	CAMERA_POLICY,
	[GEV_A_ADDRESS]	= { .type = NLA_U32 },
	[GEV_A_LENGTH]	= NLA_POLICY_RANGE(NLA_U32, 1, GEV_REG_ACCESS_MAX),
};

static const struct nla_policy write_policy[GEV_A_MAX + 1] = {
	CAMERA_POLICY,
	[GEV_A_ADDRESS]	= { .type = NLA_U32 },
	[GEV_A_DATA]	= NLA_POLICY_RANGE(NLA_BINARY, 1, GEV_REG_ACCESS_MAX),
};

static const struct nla_policy map_policy[GEV_A_MAX + 1] = {
	CAMERA_POLICY,
	[GEV_A_MAP_SIZE] = NLA_POLICY_MIN(NLA_U32, 1),
	[GEV_A_MAP_OFFSET] = { .type = NLA_U32 },
	[GEV_A_DATA]	= NLA_POLICY_RANGE(NLA_BINARY, 1, GEV_MAP_CHUNK),
};

static const struct nla_policy force_policy[GEV_A_MAX + 1] = {
	[GEV_A_IFINDEX]	= NLA_POLICY_MIN(NLA_U32, 1),
	[GEV_A_MAC]	= NLA_POLICY_EXACT_LEN(ETH_ALEN),
	[GEV_A_IP]	= { .type = NLA_U32 },
	[GEV_A_MASK]	= { .type = NLA_U32 },
	[GEV_A_GATEWAY]	= { .type = NLA_U32 },
};

static const struct nla_policy transport_policy[GEV_A_MAX + 1] = {
	CAMERA_POLICY,
	[GEV_A_TRANSPORT_WANTED] = NLA_POLICY_RANGE(NLA_U32, GEV_TRANSPORT_AUTO,
						    GEV_TRANSPORT_UDP),
};

/* NLA_POLICY_MAX() has 16 bits, signed. */
static struct netlink_range_validation of_16_bits = { .max = U16_MAX };

static const struct nla_policy stream_policy[GEV_A_MAX + 1] = {
	CAMERA_POLICY,
	[GEV_A_PACKET_SIZE]	= NLA_POLICY_FULL_RANGE(NLA_U32, &of_16_bits),
	[GEV_A_PACKET_DELAY]	= { .type = NLA_U32 },
	[GEV_A_STREAM_PORT]	= NLA_POLICY_FULL_RANGE(NLA_U32, &of_16_bits),
	[GEV_A_GROUP]		= { .type = NLA_U32 },
	[GEV_A_LISTEN]		= NLA_POLICY_MAX(NLA_U32, 1),
	[GEV_A_RESEND]		= NLA_POLICY_MAX(NLA_U32, 1),
};

static const struct genl_multicast_group groups[] = {
	{ .name = GEV_GENL_MCGRP_EVENTS },
};

static struct genl_family family;
static bool registered;

/* What a register access of somebody else's ended with. */
static void explain(struct genl_info *info, struct gev_camera *cam, int ret)
{
	u32 ip;

	switch (ret) {
	case -EBUSY:
		if (gev_control_holder(cam, &ip) == GEV_CONTROL_OTHER)
			GENL_SET_ERR_MSG(info, "another application controls the camera");
		else
			GENL_SET_ERR_MSG(info, "the camera is busy");
		break;
	case -EACCES:
		GENL_SET_ERR_MSG(info, "the camera denies access");
		break;
	case -ETIMEDOUT:
		GENL_SET_ERR_MSG(info, "the camera does not answer");
		break;
	case -ENODEV:
		GENL_SET_ERR_MSG(info, "the camera is away or cannot be reached");
		break;
	case -EHOSTUNREACH:
		GENL_SET_ERR_MSG(info, "the interface has no address in the camera's network");
		break;
	case -EBADMSG:
		GENL_SET_ERR_MSG(info, "the camera's answer makes no sense");
		break;
	case 0:
		break;
	default:
		GENL_SET_ERR_MSG(info, "the camera refuses this access");
	}
}

static int do_interface_add(struct sk_buff *skb, struct genl_info *info)
{
	const char *why;
	int ret;

	ret = gev_request_check_net(genl_info_net(info), info->extack);
	if (ret)
		return ret;
	if (!gev_request_has(info, GEV_A_IFINDEX))
		return -EINVAL;
	ret = gev_interface_add(nla_get_u32(info->attrs[GEV_A_IFINDEX]), &why);
	if (ret && why && info->extack)
		info->extack->_msg = why;
	return ret;
}

static int do_interface_del(struct sk_buff *skb, struct genl_info *info)
{
	int ret;

	ret = gev_request_check_net(genl_info_net(info), info->extack);
	if (ret)
		return ret;
	if (!gev_request_has(info, GEV_A_IFINDEX))
		return -EINVAL;
	ret = gev_interface_del(nla_get_u32(info->attrs[GEV_A_IFINDEX]));
	if (ret)
		GENL_SET_ERR_MSG(info, "cameras are not looked for on this interface");
	return ret;
}

/* Refuses at once: an error of the dump itself is easily overlooked at its end. */
/* Not at a dump's start: 6.1 has no place there for the words. */
static int may_dump(struct netlink_callback *cb)
{
	return gev_request_check_net(sock_net(cb->skb->sk), cb->extack);
}

static int dump_interfaces(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct gev_interface_info info;
	void *header;
	int ret;

	ret = may_dump(cb);
	if (ret)
		return ret;

	while (!gev_interface_next(cb->args[0], &info)) {
		header = genlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
				     &family, NLM_F_MULTI, GEV_CMD_INTERFACE_GET);
		if (!header)
			break;
		if (gev_report_interface(skb, &info)) {
			genlmsg_cancel(skb, header);
			break;
		}
		genlmsg_end(skb, header);
		cb->args[0] = info.ifindex;
	}
	return skb->len;
}

static int do_camera_get(struct sk_buff *skb, struct genl_info *info)
{
	struct gev_camera *cam = gev_request_camera(info);
	struct sk_buff *reply;
	int ret = -ENOMEM;
	void *header;

	if (IS_ERR(cam))
		return PTR_ERR(cam);
	reply = gev_reply_begin(info, &family, GENLMSG_DEFAULT_SIZE, &header);
	if (reply)
		ret = gev_reply_end(reply, info, header, gev_report_camera(reply, cam));
	gev_camera_put(cam);
	return ret;
}

/* In the order of their ids, from one on: a camera that goes meanwhile does not matter. */
static int dump_cameras(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct gev_camera *cam = NULL;
	void *header;
	int ret;

	ret = may_dump(cb);
	if (ret)
		return ret;

	while ((cam = gev_camera_next(cam))) {
		if ((long)cam->id < cb->args[0])
			continue;
		header = genlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
				     &family, NLM_F_MULTI, GEV_CMD_CAMERA_GET);
		if (!header)
			break;
		if (gev_report_camera(skb, cam)) {
			genlmsg_cancel(skb, header);
			break;
		}
		genlmsg_end(skb, header);
		cb->args[0] = cam->id + 1;
	}
	gev_camera_put(cam);
	return skb->len;
}

static int do_camera_forget(struct sk_buff *skb, struct genl_info *info)
{
	struct gev_camera *cam = gev_request_camera(info);
	enum gev_camera_state state;
	int ret = 0;

	if (IS_ERR(cam))
		return PTR_ERR(cam);
	mutex_lock(&cam->lock);
	state = cam->state;
	mutex_unlock(&cam->lock);
	if (state == GEV_CAMERA_AWAY || state == GEV_CAMERA_UNREACHABLE) {
		gev_camera_remove(cam);
	} else {
		GENL_SET_ERR_MSG(info,
				 "the camera is there; only one that is away can be forgotten");
		ret = -EBUSY;
	}
	gev_camera_put(cam);
	return ret;
}

static int do_reg_read(struct sk_buff *skb, struct genl_info *info)
{
	struct gev_camera *cam;
	struct sk_buff *reply;
	struct nlattr *data;
	int ret = -ENOMEM;
	void *header;
	u32 len;

	if (!gev_request_has(info, GEV_A_ADDRESS) || !gev_request_has(info, GEV_A_LENGTH))
		return -EINVAL;
	cam = gev_request_camera(info);
	if (IS_ERR(cam))
		return PTR_ERR(cam);
	len = nla_get_u32(info->attrs[GEV_A_LENGTH]);
	reply = gev_reply_begin(info, &family, nla_total_size(len), &header);
	if (!reply)
		goto put;
	/* There is room for exactly this. */
	data = nla_reserve(reply, GEV_A_DATA, len);
	ret = data ? gev_control_read(cam, nla_get_u32(info->attrs[GEV_A_ADDRESS]),
				      nla_data(data), len) : -EMSGSIZE;
	explain(info, cam, ret);
	ret = gev_reply_end(reply, info, header, ret);
put:
	gev_camera_put(cam);
	return ret;
}

static int do_reg_write(struct sk_buff *skb, struct genl_info *info)
{
	struct gev_camera *cam;
	struct nlattr *data;
	int ret;

	if (!gev_request_has(info, GEV_A_ADDRESS) || !gev_request_has(info, GEV_A_DATA))
		return -EINVAL;
	cam = gev_request_camera(info);
	if (IS_ERR(cam))
		return PTR_ERR(cam);
	data = info->attrs[GEV_A_DATA];
	ret = gev_control_claim(cam);
	if (!ret) {
		ret = gev_control_write(cam, nla_get_u32(info->attrs[GEV_A_ADDRESS]),
					nla_data(data), nla_len(data));
		gev_control_release(cam);
	}
	explain(info, cam, ret);
	gev_camera_put(cam);
	return ret;
}

static int do_map_set(struct sk_buff *skb, struct genl_info *info)
{
	char why[GEV_REASON_SIZE] = "";
	struct gev_camera *cam;
	struct nlattr *data;
	int ret;

	if (!gev_request_has(info, GEV_A_MAP_SIZE) || !gev_request_has(info, GEV_A_MAP_OFFSET) ||
	    !gev_request_has(info, GEV_A_DATA))
		return -EINVAL;
	cam = gev_request_camera(info);
	if (IS_ERR(cam))
		return PTR_ERR(cam);
	data = info->attrs[GEV_A_DATA];
	ret = gev_camera_map_upload(cam, nla_get_u32(info->attrs[GEV_A_MAP_SIZE]),
				    nla_get_u32(info->attrs[GEV_A_MAP_OFFSET]),
				    nla_data(data), nla_len(data), why, sizeof(why));
	if (ret) {
		gev_extack_text(info->extack,
				"the feature map is refused; the kernel's log says why", why);
		dev_info_ratelimited(&cam->dev, "feature map refused: %s\n", why);
	}
	gev_camera_put(cam);
	return ret;
}

static int do_stats_get(struct sk_buff *skb, struct genl_info *info)
{
	struct gev_camera *cam = gev_request_camera(info);
	struct sk_buff *reply;
	int ret = -ENOMEM;
	void *header;

	if (IS_ERR(cam))
		return PTR_ERR(cam);
	reply = gev_reply_begin(info, &family, NLMSG_GOODSIZE, &header);
	if (reply)
		ret = gev_reply_end(reply, info, header,
				    nla_put_string(reply, GEV_A_CAMERA, dev_name(&cam->dev)) ?:
				    gev_report_stats(reply, cam));
	gev_camera_put(cam);
	return ret;
}

static int do_force_ip(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr **a = info->attrs;
	struct gev_gvcp_forceip f = {};
	int ret;

	ret = gev_request_check_net(genl_info_net(info), info->extack);
	if (ret)
		return ret;
	if (!gev_request_has(info, GEV_A_IFINDEX) || !gev_request_has(info, GEV_A_MAC) ||
	    !gev_request_has(info, GEV_A_IP))
		return -EINVAL;
	memcpy(f.mac, nla_data(a[GEV_A_MAC]), sizeof(f.mac));
	f.ip = nla_get_u32(a[GEV_A_IP]);
	f.mask = a[GEV_A_MASK] ? nla_get_u32(a[GEV_A_MASK]) : 0;
	f.gateway = a[GEV_A_GATEWAY] ? nla_get_u32(a[GEV_A_GATEWAY]) : 0;
	if (f.ip && !f.mask) {
		GENL_SET_ERR_MSG(info, "an address needs its mask");
		return -EINVAL;
	}

	ret = gev_interface_force_ip(nla_get_u32(a[GEV_A_IFINDEX]), &f);
	if (ret == -ENODEV)
		GENL_SET_ERR_MSG(info, "cameras are not looked for on this interface");
	else if (ret == -ENETDOWN)
		GENL_SET_ERR_MSG(info, "the interface is down or has no link");
	else if (ret == -EBUSY)
		GENL_SET_ERR_MSG(info, "another such command is on its way");
	else if (ret == -ETIMEDOUT)
		GENL_SET_ERR_MSG(info,
				 "sent, not acknowledged; the camera may have obeyed all the same");
	else if (ret)
		GENL_SET_ERR_MSG(info, "the camera refuses");
	return ret;
}

static int do_discover(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr *ifindex = info->attrs[GEV_A_IFINDEX];
	int ret;

	ret = gev_request_check_net(genl_info_net(info), info->extack);
	if (ret)
		return ret;
	ret = gev_interface_discover(ifindex ? nla_get_u32(ifindex) : 0);
	if (ret)
		GENL_SET_ERR_MSG(info, "cameras are not looked for on this interface");
	return ret;
}

static int do_transport_set(struct sk_buff *skb, struct genl_info *info)
{
	struct gev_camera *cam;

	if (!gev_request_has(info, GEV_A_TRANSPORT_WANTED))
		return -EINVAL;
	cam = gev_request_camera(info);
	if (IS_ERR(cam))
		return PTR_ERR(cam);
	mutex_lock(&cam->lock);
	cam->transport_wanted = nla_get_u32(info->attrs[GEV_A_TRANSPORT_WANTED]);
	mutex_unlock(&cam->lock);
	gev_stream_reconsider(&cam->stream);
	gev_netlink_event(cam, GEV_EVENT_CAMERA_CHANGE);
	gev_camera_put(cam);
	return 0;
}

/* What is not said stays as it is. */
static u32 u32_or(struct nlattr *attr, u32 present)
{
	return attr ? nla_get_u32(attr) : present;
}

static int do_stream_set(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr **a = info->attrs;
	struct gev_udp_settings *udp;
	struct gev_camera *cam;

	if (a[GEV_A_GROUP] && nla_get_u32(a[GEV_A_GROUP]) &&
	    !ipv4_is_multicast(htonl(nla_get_u32(a[GEV_A_GROUP])))) {
		GENL_SET_ERR_MSG(info, "a group's address is within 224.0.0.0/4");
		return -EINVAL;
	}
	cam = gev_request_camera(info);
	if (IS_ERR(cam))
		return PTR_ERR(cam);
	udp = &cam->udp;
	mutex_lock(&cam->lock);
	udp->packet_size = u32_or(a[GEV_A_PACKET_SIZE], udp->packet_size);
	udp->packet_delay = u32_or(a[GEV_A_PACKET_DELAY], udp->packet_delay);
	udp->port = u32_or(a[GEV_A_STREAM_PORT], udp->port);
	udp->group = u32_or(a[GEV_A_GROUP], udp->group);
	udp->listen = u32_or(a[GEV_A_LISTEN], udp->listen);
	udp->no_resend = !u32_or(a[GEV_A_RESEND], !udp->no_resend);
	mutex_unlock(&cam->lock);
	gev_netlink_event(cam, GEV_EVENT_CAMERA_CHANGE);
	gev_camera_put(cam);
	return 0;
}

#define OPEN(command, attrs)							\
	.cmd = (command), .policy = (attrs), .maxattr = GEV_A_MAX
#define ADMIN(command, attrs) OPEN(command, attrs), .flags = GENL_ADMIN_PERM

static const struct genl_ops ops[] = {
	{ ADMIN(GEV_CMD_INTERFACE_ADD, interface_policy), .doit = do_interface_add },
	{ ADMIN(GEV_CMD_INTERFACE_DEL, interface_policy), .doit = do_interface_del },
	{ OPEN(GEV_CMD_INTERFACE_GET, interface_policy), .dumpit = dump_interfaces },
	{ OPEN(GEV_CMD_CAMERA_GET, camera_policy), .doit = do_camera_get,
	  .dumpit = dump_cameras },
	{ ADMIN(GEV_CMD_CAMERA_FORGET, camera_policy), .doit = do_camera_forget },
	{ ADMIN(GEV_CMD_REG_READ, read_policy), .doit = do_reg_read },
	{ ADMIN(GEV_CMD_REG_WRITE, write_policy), .doit = do_reg_write },
	{ ADMIN(GEV_CMD_MAP_SET, map_policy), .doit = do_map_set },
	{ OPEN(GEV_CMD_STATS_GET, camera_policy), .doit = do_stats_get },
	{ ADMIN(GEV_CMD_FORCE_IP, force_policy), .doit = do_force_ip },
	{ ADMIN(GEV_CMD_DISCOVER, interface_policy), .doit = do_discover },
	{ ADMIN(GEV_CMD_TRANSPORT_SET, transport_policy), .doit = do_transport_set },
	{ ADMIN(GEV_CMD_STREAM_SET, stream_policy), .doit = do_stream_set },
};

static struct genl_family family = {
	.name = GEV_GENL_NAME,
	.version = GEV_GENL_VERSION,
	.maxattr = GEV_A_MAX,
	.netnsok = true,
	.parallel_ops = true,
	.module = THIS_MODULE,
	.ops = ops,
	.n_ops = ARRAY_SIZE(ops),
	.resv_start_op = __GEV_CMD_MAX,
	.mcgrps = groups,
	.n_mcgrps = ARRAY_SIZE(groups),
};

static struct sk_buff *begin_event(enum gev_event event, void **header)
{
	struct sk_buff *skb;

	if (!READ_ONCE(registered) || !genl_has_listeners(&family, &init_net, 0))
		return NULL;
	skb = genlmsg_new(GENLMSG_DEFAULT_SIZE, GFP_KERNEL);
	if (!skb)
		return NULL;
	*header = genlmsg_put(skb, 0, 0, &family, 0, GEV_CMD_EVENT);
	if (*header && !nla_put_u32(skb, GEV_A_EVENT, event))
		return skb;
	nlmsg_free(skb);
	return NULL;
}

static void send_event(struct sk_buff *skb, void *header, int ret)
{
	if (ret) {
		nlmsg_free(skb);
		return;
	}
	genlmsg_end(skb, header);
	genlmsg_multicast_netns(&family, &init_net, skb, 0, 0, GFP_KERNEL);
}

/**
 * gev_netlink_event() - tell listeners about a camera
 * @cam: the camera
 * @event: what has happened
 *
 * Context: process, may sleep. Takes camera->lock.
 */
void gev_netlink_event(struct gev_camera *cam, enum gev_event event)
{
	struct sk_buff *skb;
	void *header;

	skb = begin_event(event, &header);
	if (skb)
		send_event(skb, header, gev_report_camera(skb, cam));
}

/**
 * gev_netlink_interface_event() - tell listeners about an interface
 * @ifindex: the interface
 * @event: what has happened
 *
 * Context: process, may sleep. Takes the lock of the interfaces.
 */
void gev_netlink_interface_event(int ifindex, enum gev_event event)
{
	struct gev_interface_info info;
	struct sk_buff *skb;
	void *header;
	bool listed;

	skb = begin_event(event, &header);
	if (!skb)
		return;
	listed = !gev_interface_next(ifindex - 1, &info) && info.ifindex == ifindex;
	send_event(skb, header, listed ? gev_report_interface(skb, &info) :
		   nla_put_u32(skb, GEV_A_IFINDEX, ifindex));
}

/**
 * gev_netlink_init() - register the family
 *
 * Return: 0 or -errno.
 */
int gev_netlink_init(void)
{
	int ret;

	ret = genl_register_family(&family);
	WRITE_ONCE(registered, !ret);
	return ret;
}

/**
 * gev_netlink_exit() - unregister the family
 *
 * Context: process; waits for commands that run. No event is being sent.
 */
void gev_netlink_exit(void)
{
	if (!xchg(&registered, false))
		return;
	genl_unregister_family(&family);
}
