/* SPDX-License-Identifier: GPL-2.0 */
/* The camera object: identity, registry, state, and its place on the gev bus. */
#ifndef GEV_CAMERA_H
#define GEV_CAMERA_H

#include <linux/device.h>
#include <linux/if.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/workqueue.h>

#include <linux/gev_rdma.h>

#include "features/gevmap.h"
#include "stream.h"
#include "udp/settings.h"
#include "wire/gvcp.h"

struct gev_control;
struct gev_video;

#define GEV_REASON_SIZE 128

/**
 * struct gev_camera - one GigE Vision camera
 * @dev: on the gev bus; its reference count is the camera's. Holders: the
 *	registry, the video node (until its last file is closed), the control
 *	thread while it runs, each running transport
 * @entry: in the registry
 * @id: N of "gevN"
 * @mac: identity, together with @ifindex
 * @ifindex: the interface it was found on
 * @lock: protects @state, @reason, @info, @ifname, @conflicts, @heard,
 *	@transport_wanted, @udp, @upload, @map_delay; queueing of the works
 * @state: see gev_camera_set_state()
 * @reason: why there is no node, or why it failed last; a sentence
 * @info: the last DISCOVERY acknowledge
 * @ifname: name of the interface, for messages; follows renames
 * @conflicts: acknowledges with this MAC from another address
 * @heard: jiffies of the last acknowledge
 * @transport_wanted: enum gev_transport_kind: AUTO, RDMA or UDP
 * @udp: settings of its streams over UDP
 * @map_key: names the feature map; 16 hex digits, or "" until @map_work has it
 * @upload: a map on its way in over netlink
 * @feature_lock: serialises evaluations: @features and register accesses
 *	that belong together
 * @publish_lock: outermost: one makes the node at a time
 * @map: the feature map, or NULL; set once, before @video
 * @features: evaluator state over @map; valid when @map is, its scratch while
 *	there are @evaluators
 * @evaluators: who may evaluate features now, see gev_camera_eval_get(); goes
 *	to and from 0 under @feature_lock
 * @control: GVCP; from creation to the last put
 * @stream: the acquisition
 * @video: the node, or NULL until there is a map
 * @map_work: gets the map from the firmware loader or asks user space for it,
 *	and makes the node; again later if the camera cannot be read
 * @map_delay: until then, jiffies
 * @lost_work: what a change to or from AWAY entails; may sleep
 */
struct gev_camera {
	struct device dev;
	struct list_head entry;
	unsigned int id;
	u8 mac[6];
	int ifindex;

	struct mutex lock; /* see above */
	enum gev_camera_state state;
	char reason[GEV_REASON_SIZE];
	struct gev_gvcp_discovery info;
	char ifname[IFNAMSIZ];
	u32 conflicts;
	unsigned long heard;
	u32 transport_wanted;
	struct gev_udp_settings udp;
	char map_key[17];
	struct {
		void *data;
		size_t size;
		size_t filled;
	} upload;

	struct mutex publish_lock; /* see above */
	struct mutex feature_lock; /* see above */
	struct gev_map *map;
	struct gev_features features;
	refcount_t evaluators;

	struct gev_control *control;
	struct gev_stream stream;
	struct gev_video *video;
	struct delayed_work map_work;
	unsigned long map_delay;
	struct work_struct lost_work;
};

#define to_gev_camera(d) container_of(d, struct gev_camera, dev)

static inline struct gev_camera *gev_camera_get(struct gev_camera *cam)
{
	get_device(&cam->dev);
	return cam;
}

static inline void gev_camera_put(struct gev_camera *cam)
{
	if (cam)
		put_device(&cam->dev);
}

struct gev_camera *gev_camera_create(int ifindex, const char *ifname,
				     const struct gev_gvcp_discovery *d);

/* State; any process context. The setter knows the legal moves. */
bool gev_camera_set_state(struct gev_camera *cam, enum gev_camera_state state);
const char *gev_camera_state_name(enum gev_camera_state state);
void gev_camera_set_reason(struct gev_camera *cam, const char *fmt, ...) __printf(2, 3);
void gev_camera_warn(struct gev_camera *cam, const char *fmt, ...) __printf(2, 3);
/* The registry's: it can be spoken to; it has its node. */
void gev_camera_found(struct gev_camera *cam);
void gev_camera_ready(struct gev_camera *cam);
/* The control channel's verdicts: the camera answers again, or no longer. */
void gev_camera_lost(struct gev_camera *cam);
void gev_camera_back(struct gev_camera *cam);

#endif /* GEV_CAMERA_H */
