/* SPDX-License-Identifier: GPL-2.0 */
/* What netlink says about cameras and interfaces, as attributes. */
#ifndef GEV_REPORT_H
#define GEV_REPORT_H

struct gev_camera;
struct gev_interface_info;
struct sk_buff;

int gev_report_camera(struct sk_buff *skb, struct gev_camera *cam);
int gev_report_interface(struct sk_buff *skb, const struct gev_interface_info *info);
int gev_report_stats(struct sk_buff *skb, struct gev_camera *cam);

#endif /* GEV_REPORT_H */
