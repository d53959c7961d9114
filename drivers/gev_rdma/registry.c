// SPDX-License-Identifier: GPL-2.0
/* The cameras that there are: found, listed, given their nodes, removed. */
#include <linux/reboot.h>

#include "camera.h"
#include "camera_map.h"
#include "gev_rdma.h"
#include "gvcp/control.h"
#include "gvcp/sock.h"
#include "netlink.h"
#include "registry.h"
#include "v4l2/video.h"

/*
 * Protects the registry (list, ids), and the registration of a camera's node
 * against its removal. No camera is waited for with it held.
 */
static DEFINE_MUTEX(gev_cameras_lock);
static LIST_HEAD(cameras);

/* So that udev learns of it whenever it asks, not only when we tell. */
static int bus_uevent(GEV_UEVENT_CONST struct device *dev, struct kobj_uevent_env *env)
{
	return gev_camera_map_wanted(to_gev_camera(dev)) ?
		add_uevent_var(env, "GEV_MAP_WANTED=1") : 0;
}

static struct bus_type gev_bus = {
	.name = "gev",
	.uevent = bus_uevent,
};

static struct gev_camera *find_locked(int ifindex, const u8 *mac)
{
	struct gev_camera *cam;

	lockdep_assert_held(&gev_cameras_lock);
	list_for_each_entry(cam, &cameras, entry)
		if (cam->ifindex == ifindex && !memcmp(cam->mac, mac, sizeof(cam->mac)))
			return cam;
	return NULL;
}

/**
 * gev_camera_find() - a camera by its identity
 * @ifindex: interface
 * @mac: MAC address, 6 bytes
 *
 * Return: the camera with a reference, or NULL.
 */
struct gev_camera *gev_camera_find(int ifindex, const u8 *mac)
{
	struct gev_camera *cam;

	mutex_lock(&gev_cameras_lock);
	cam = find_locked(ifindex, mac);
	if (cam)
		gev_camera_get(cam);
	mutex_unlock(&gev_cameras_lock);
	return cam;
}

/**
 * gev_camera_find_name() - a camera by its device name
 * @name: "gevN"
 *
 * Return: the camera with a reference, or NULL.
 */
struct gev_camera *gev_camera_find_name(const char *name)
{
	struct gev_camera *cam, *found = NULL;

	mutex_lock(&gev_cameras_lock);
	list_for_each_entry(cam, &cameras, entry) {
		if (!strcmp(dev_name(&cam->dev), name)) {
			found = gev_camera_get(cam);
			break;
		}
	}
	mutex_unlock(&gev_cameras_lock);
	return found;
}

/**
 * gev_camera_next() - step through the cameras, in the order of their ids
 * @prev: where to go on, or NULL; its reference is put
 *
 * Return: the next camera with a reference; NULL at the end.
 */
struct gev_camera *gev_camera_next(struct gev_camera *prev)
{
	struct gev_camera *cam, *next = NULL;

	mutex_lock(&gev_cameras_lock);
	list_for_each_entry(cam, &cameras, entry)
		if ((!prev || cam->id > prev->id) && (!next || cam->id < next->id))
			next = cam;
	if (next)
		gev_camera_get(next);
	mutex_unlock(&gev_cameras_lock);

	gev_camera_put(prev);
	return next;
}

/**
 * gev_cameras_count() - how many cameras an interface has
 * @ifindex: the interface
 *
 * Return: their number.
 */
unsigned int gev_cameras_count(int ifindex)
{
	struct gev_camera *cam;
	unsigned int n = 0;

	mutex_lock(&gev_cameras_lock);
	list_for_each_entry(cam, &cameras, entry)
		n += cam->ifindex == ifindex;
	mutex_unlock(&gev_cameras_lock);
	return n;
}

/* The camera can be spoken to: give it a control channel, ask for its map. */
static int make_reachable(struct gev_camera *cam)
{
	int ret;

	lockdep_assert_held(&gev_cameras_lock);
	if (!cam->control) {
		ret = gev_control_create(cam);
		if (ret) {
			gev_camera_set_reason(cam, "no control channel: error %d", ret);
			return ret;
		}
	}
	gev_camera_found(cam);
	return 0;
}

/* Why it cannot be spoken to; each search tells again, the log hears it once. */
static void set_unreachable(struct gev_camera *cam, enum gev_reach reach,
			    const struct gev_gvcp_discovery *d)
{
	int filter = gev_sock_rp_filter(cam->ifindex, d->ip);
	__be32 ip = htonl(d->ip);
	char reason[GEV_REASON_SIZE];
	bool known;

	if (reach == GEV_REACH_FOREIGN)
		snprintf(reason, sizeof(reason),
			 "%pI4 is in no network of %s: gevctl force-ip %s %pM IP MASK",
			 &ip, cam->ifname, cam->ifname, cam->mac);
	else if (filter)
		snprintf(reason, sizeof(reason),
			 "rp_filter=%d on %s drops packets from %pI4: no route to it goes there",
			 filter, cam->ifname, &ip);
	else
		snprintf(reason, sizeof(reason),
			 "this host drops packets from %pI4 on %s: is it a firewall?",
			 &ip, cam->ifname);
	mutex_lock(&cam->lock);
	known = !strcmp(cam->reason, reason);
	mutex_unlock(&cam->lock);
	if (!known)
		gev_camera_warn(cam, "%s", reason);
}

static int add_camera(int ifindex, const char *ifname, enum gev_reach reach,
		      const struct gev_gvcp_discovery *d)
{
	__be32 ip = htonl(d->ip);
	struct gev_camera *cam;
	int ret;

	lockdep_assert_held(&gev_cameras_lock);
	cam = gev_camera_create(ifindex, ifname, d);
	if (!cam)
		return -ENOMEM;
	cam->dev.bus = &gev_bus;
	cam->dev.parent = gev_parent;
	ret = device_add(&cam->dev);
	if (ret) {
		gev_camera_put(cam);
		return ret;
	}
	list_add_tail(&cam->entry, &cameras);
	dev_info(&cam->dev, "%s %s (%s) at %pI4 on %s\n", d->manufacturer, d->model,
		 d->serial, &ip, ifname);

	if (reach == GEV_REACH_YES)
		make_reachable(cam);
	else
		set_unreachable(cam, reach, d);
	return 0;
}

/* A known camera has answered again: anything new about it? */
static void update_camera(struct gev_camera *cam, const char *ifname, enum gev_reach reach,
			  const struct gev_gvcp_discovery *d)
{
	bool moved, settled;

	mutex_lock(&cam->lock);
	cam->heard = jiffies;
	moved = cam->info.ip != d->ip;
	settled = cam->state == GEV_CAMERA_FOUND || cam->state == GEV_CAMERA_READY;
	if (moved && settled)
		cam->conflicts++;
	else
		cam->info = *d;
	strscpy(cam->ifname, ifname, sizeof(cam->ifname));
	mutex_unlock(&cam->lock);

	if (settled)
		return;
	if (reach != GEV_REACH_YES) {
		set_unreachable(cam, reach, d);
		return;
	}
	if (cam->control)
		gev_control_set_address(cam, d->ip);
	if (cam->state == GEV_CAMERA_UNREACHABLE)
		make_reachable(cam);
}

/**
 * gev_camera_discovered() - a DISCOVERY acknowledge has come in
 * @ifindex: on this interface
 * @ifname: its name
 * @reach: whether the camera can be spoken to
 * @d: the acknowledge
 *
 * Makes a new camera, or learns what is new about a known one.
 *
 * Context: process, no lock held, may sleep.
 * Return: 1 for a new camera, 0 for a known one, or -errno.
 */
int gev_camera_discovered(int ifindex, const char *ifname, enum gev_reach reach,
			  const struct gev_gvcp_discovery *d)
{
	struct gev_camera *cam;
	int ret = 0;

	mutex_lock(&gev_cameras_lock);
	cam = find_locked(ifindex, d->mac);
	if (cam) {
		update_camera(cam, ifname, reach, d);
		gev_camera_get(cam);
	} else {
		ret = add_camera(ifindex, ifname, reach, d);
		if (!ret) {
			cam = gev_camera_get(list_last_entry(&cameras, struct gev_camera, entry));
			ret = 1;
		}
	}
	mutex_unlock(&gev_cameras_lock);

	if (ret == 1)
		gev_netlink_event(cam, GEV_EVENT_CAMERA_ADD);
	gev_camera_put(cam);
	return ret;
}

static int publish(struct gev_camera *cam)
{
	struct gev_video *video;
	int ret = -ENODEV;

	lockdep_assert_held(&cam->publish_lock);
	if (cam->video)
		return 0;
	video = gev_video_create(cam);
	if (IS_ERR(video))
		return PTR_ERR(video);

	mutex_lock(&gev_cameras_lock);
	if (cam->state != GEV_CAMERA_DEAD)
		ret = gev_video_register(video);
	mutex_unlock(&gev_cameras_lock);
	if (ret) {
		gev_video_destroy(video);
		return ret;
	}
	gev_camera_ready(cam);
	return 0;
}

/**
 * gev_camera_publish() - a camera with a feature map gets its node
 * @cam: the camera; nothing happens when it has a node
 *
 * Context: process, may sleep for the camera. Takes publish_lock and, when the
 * camera has been read, gev_cameras_lock.
 * Return: 0, -ENODEV while the camera is being removed, or the V4L2 core's error.
 */
int gev_camera_publish(struct gev_camera *cam)
{
	int ret;

	mutex_lock(&cam->publish_lock);
	ret = publish(cam);
	mutex_unlock(&cam->publish_lock);
	return ret;
}

/**
 * gev_camera_remove() - take a camera away for good
 * @cam: the camera; the caller's reference stays the caller's
 *
 * Unlinks it, ends its streams and its node, stops its control thread. Only
 * the first call does anything.
 *
 * Context: process, no lock of ours held, may sleep for the camera.
 */
void gev_camera_remove(struct gev_camera *cam)
{
	bool first;

	mutex_lock(&gev_cameras_lock);
	first = gev_camera_set_state(cam, GEV_CAMERA_DEAD);
	if (first)
		list_del(&cam->entry);
	mutex_unlock(&gev_cameras_lock);
	if (!first)
		return;

	/*
	 * No node is made and no work queued any more. Without a node there is
	 * no stream to end at the camera, so whoever waits for it comes out.
	 */
	if (!cam->video)
		gev_control_stop(cam);
	cancel_delayed_work_sync(&cam->map_work);
	cancel_work_sync(&cam->lost_work);
	gev_video_unregister(cam);
	gev_control_stop(cam);
	gev_netlink_event(cam, GEV_EVENT_CAMERA_REMOVE);
	dev_info(&cam->dev, "camera removed\n");
	device_del(&cam->dev);
	gev_camera_put(cam);
}

static struct gev_camera *first_on(int ifindex)
{
	struct gev_camera *cam, *found = NULL;

	mutex_lock(&gev_cameras_lock);
	list_for_each_entry(cam, &cameras, entry) {
		if (!ifindex || cam->ifindex == ifindex) {
			found = gev_camera_get(cam);
			break;
		}
	}
	mutex_unlock(&gev_cameras_lock);
	return found;
}

/**
 * gev_cameras_remove_interface() - remove all cameras of an interface
 * @ifindex: the interface, or 0 for all
 *
 * Context: as gev_camera_remove().
 */
void gev_cameras_remove_interface(int ifindex)
{
	struct gev_camera *cam;

	while ((cam = first_on(ifindex))) {
		gev_camera_remove(cam);
		gev_camera_put(cam);
	}
}

/**
 * gev_cameras_rename_interface() - an interface has a new name
 * @ifindex: the interface
 * @ifname: the name
 *
 * Context: process.
 */
void gev_cameras_rename_interface(int ifindex, const char *ifname)
{
	struct gev_camera *cam = NULL;

	while ((cam = gev_camera_next(cam))) {
		if (cam->ifindex != ifindex)
			continue;
		mutex_lock(&cam->lock);
		strscpy(cam->ifname, ifname, sizeof(cam->ifname));
		mutex_unlock(&cam->lock);
	}
}

/**
 * gev_cameras_carrier() - an interface's link has come or gone
 * @ifindex: the interface
 * @up: the link is there
 *
 * Without a link its cameras are away at once; with one they come back when
 * they answer.
 *
 * Context: process.
 */
void gev_cameras_carrier(int ifindex, bool up)
{
	struct gev_camera *cam = NULL;

	while ((cam = gev_camera_next(cam))) {
		if (cam->ifindex != ifindex)
			continue;
		if (up)
			gev_control_look(cam);
		else
			gev_camera_lost(cam);
	}
}

/* Cameras must not stay locked for a host that is gone. */
static int on_reboot(struct notifier_block *nb, unsigned long action, void *data)
{
	struct gev_camera *cam = NULL;

	while ((cam = gev_camera_next(cam)))
		gev_control_stop(cam);
	return NOTIFY_DONE;
}

static struct notifier_block reboot_notifier = {
	.notifier_call = on_reboot,
};

/**
 * gev_cameras_init() - the bus and the reboot notifier
 *
 * Return: 0 or -errno.
 */
int gev_cameras_init(void)
{
	int ret;

	ret = bus_register(&gev_bus);
	if (ret)
		return ret;
	ret = register_reboot_notifier(&reboot_notifier);
	if (ret)
		bus_unregister(&gev_bus);
	return ret;
}

/**
 * gev_cameras_exit() - remove what cameras are left, and the bus
 *
 * Context: process; discovery has ended.
 */
void gev_cameras_exit(void)
{
	unregister_reboot_notifier(&reboot_notifier);
	gev_cameras_remove_interface(0);
	bus_unregister(&gev_bus);
}
