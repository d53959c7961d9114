/* SPDX-License-Identifier: GPL-2.0 */
/* What handlers of netlink requests share: whom a request means, and answers. */
#ifndef GEV_NETLINK_REQUEST_H
#define GEV_NETLINK_REQUEST_H

#include <linux/types.h>

struct genl_family;
struct genl_info;
struct gev_camera;
struct net;
struct netlink_ext_ack;
struct sk_buff;

/* Process context. */
int gev_request_check_net(const struct net *net, struct netlink_ext_ack *extack);
bool gev_request_has(struct genl_info *info, int attr);
struct gev_camera *gev_request_camera(struct genl_info *info);	/* with a reference */

struct sk_buff *gev_reply_begin(struct genl_info *info, const struct genl_family *family,
				size_t room, void **header);
int gev_reply_end(struct sk_buff *skb, struct genl_info *info, void *header, int ret);

#endif /* GEV_NETLINK_REQUEST_H */
