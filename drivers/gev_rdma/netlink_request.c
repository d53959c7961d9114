// SPDX-License-Identifier: GPL-2.0
/* What handlers of netlink requests share: whom a request means, and answers. */
#include <net/genetlink.h>
#include <net/net_namespace.h>

#include <linux/gev_rdma.h>

#include "camera.h"
#include "netlink_request.h"
#include "registry.h"

/**
 * gev_request_check_net() - is it about the namespace that cameras are in?
 * @net: the requester's
 * @extack: gets why not
 *
 * Context: process.
 * Return: 0 or -EOPNOTSUPP.
 */
int gev_request_check_net(const struct net *net, struct netlink_ext_ack *extack)
{
	if (net_eq(net, &init_net))
		return 0;
	NL_SET_ERR_MSG(extack,
		       "only the initial network namespace's cameras and interfaces are supported");
	return -EOPNOTSUPP;
}

/**
 * gev_request_has() - is an attribute there that a command needs?
 * @info: the request; its extack says what is missing
 * @attr: GEV_A_*
 *
 * Context: process.
 * Return: whether it is.
 */
bool gev_request_has(struct genl_info *info, int attr)
{
	return !GENL_REQ_ATTR_CHECK(info, attr);
}

/**
 * gev_request_camera() - the camera that a request names
 * @info: the request; its extack says why there is none
 *
 * Context: process; takes gev_cameras_lock.
 * Return: the camera with a reference, or an error: -EOPNOTSUPP, -EINVAL,
 * -ENODEV.
 */
struct gev_camera *gev_request_camera(struct genl_info *info)
{
	struct nlattr **a = info->attrs;
	struct gev_camera *cam = NULL;
	int ret;

	ret = gev_request_check_net(genl_info_net(info), info->extack);
	if (ret)
		return ERR_PTR(ret);
	if (a[GEV_A_CAMERA]) {
		cam = gev_camera_find_name(nla_data(a[GEV_A_CAMERA]));
	} else if (a[GEV_A_MAC] && a[GEV_A_IFINDEX]) {
		cam = gev_camera_find(nla_get_u32(a[GEV_A_IFINDEX]), nla_data(a[GEV_A_MAC]));
	} else {
		GENL_SET_ERR_MSG(info, "name the camera, or its interface and MAC");
		return ERR_PTR(-EINVAL);
	}
	if (!cam) {
		GENL_SET_ERR_MSG(info, "no such camera");
		return ERR_PTR(-ENODEV);
	}
	return cam;
}

/**
 * gev_reply_begin() - an answer begins
 * @info: the request
 * @family: ours
 * @room: bytes that the answer needs at most
 * @header: gets what gev_reply_end() wants
 *
 * Context: process, may sleep.
 * Return: the message, or NULL for want of memory.
 */
struct sk_buff *gev_reply_begin(struct genl_info *info, const struct genl_family *family,
				size_t room, void **header)
{
	struct sk_buff *skb = genlmsg_new(room, GFP_KERNEL);

	if (!skb)
		return NULL;
	*header = genlmsg_put_reply(skb, info, family, 0, info->genlhdr->cmd);
	if (*header)
		return skb;
	nlmsg_free(skb);
	return NULL;
}

/**
 * gev_reply_end() - send an answer if it could be filled, else drop it
 * @skb: from gev_reply_begin()
 * @info: the request
 * @header: from there, too
 * @ret: what filling it ended with
 *
 * Context: process, may sleep.
 * Return: @ret, or what sending ended with.
 */
int gev_reply_end(struct sk_buff *skb, struct genl_info *info, void *header, int ret)
{
	if (ret) {
		nlmsg_free(skb);
		return ret;
	}
	genlmsg_end(skb, header);
	return genlmsg_reply(skb, info);
}
