/* SPDX-License-Identifier: GPL-2.0 */
/* The cameras that there are: found, listed, given their nodes, removed. */
#ifndef GEV_REGISTRY_H
#define GEV_REGISTRY_H

#include <linux/types.h>

struct gev_camera;
struct gev_gvcp_discovery;

int gev_cameras_init(void);
void gev_cameras_exit(void);

/* Each found camera comes with a reference. */
struct gev_camera *gev_camera_find(int ifindex, const u8 *mac);
struct gev_camera *gev_camera_find_name(const char *name);
struct gev_camera *gev_camera_next(struct gev_camera *prev);	/* puts @prev; ends with NULL */
unsigned int gev_cameras_count(int ifindex);

/**
 * enum gev_reach - can a camera that has answered be spoken to?
 * @GEV_REACH_YES: it can
 * @GEV_REACH_FOREIGN: its address is in no network of the interface
 * @GEV_REACH_FILTERED: it is, but this host drops the camera's packets
 */
enum gev_reach {
	GEV_REACH_YES,
	GEV_REACH_FOREIGN,
	GEV_REACH_FILTERED,
};

/* Called by discovery (process context, no lock held). */
int gev_camera_discovered(int ifindex, const char *ifname, enum gev_reach reach,
			  const struct gev_gvcp_discovery *d);
int gev_camera_publish(struct gev_camera *cam);
void gev_camera_remove(struct gev_camera *cam);	/* once; the caller keeps its reference */
void gev_cameras_remove_interface(int ifindex);
void gev_cameras_rename_interface(int ifindex, const char *ifname);
void gev_cameras_carrier(int ifindex, bool up);	/* netdevice notifier's work */

#endif /* GEV_REGISTRY_H */
