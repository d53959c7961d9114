// SPDX-License-Identifier: GPL-2.0
/* The camera object: identity, state, presence. */
#include <linux/idr.h>
#include <linux/slab.h>

#include "camera.h"
#include "camera_map.h"
#include "gvcp/control.h"
#include "netlink.h"
#include "v4l2/video.h"

static DEFINE_IDA(camera_ids);

/**
 * gev_camera_state_name() - a state in words
 * @state: the state
 *
 * Return: the name.
 */
const char *gev_camera_state_name(enum gev_camera_state state)
{
	switch (state) {
	case GEV_CAMERA_FOUND:
		return "found";
	case GEV_CAMERA_READY:
		return "ready";
	case GEV_CAMERA_AWAY:
		return "away";
	case GEV_CAMERA_UNREACHABLE:
		return "unreachable";
	case GEV_CAMERA_DEAD:
		return "dead";
	}
	return "unknown";
}

static bool legal_move(enum gev_camera_state from, enum gev_camera_state to)
{
	switch (to) {
	case GEV_CAMERA_FOUND:
		return from == GEV_CAMERA_UNREACHABLE || from == GEV_CAMERA_AWAY;
	case GEV_CAMERA_READY:
		return from == GEV_CAMERA_FOUND || from == GEV_CAMERA_AWAY;
	case GEV_CAMERA_AWAY:
		return from == GEV_CAMERA_FOUND || from == GEV_CAMERA_READY;
	case GEV_CAMERA_UNREACHABLE:
		return from == GEV_CAMERA_FOUND || from == GEV_CAMERA_AWAY;
	case GEV_CAMERA_DEAD:
		return from != GEV_CAMERA_DEAD;
	}
	return false;
}

/* Whoever queues work for the new state does so before cam->lock is free again. */
static bool set_state_locked(struct gev_camera *cam, enum gev_camera_state state)
{
	enum gev_camera_state from = cam->state;

	lockdep_assert_held(&cam->lock);
	if (from == state || !legal_move(from, state))
		return false;
	cam->state = state;
	dev_dbg(&cam->dev, "%s -> %s\n", gev_camera_state_name(from),
		gev_camera_state_name(state));
	return true;
}

/**
 * gev_camera_set_state() - the one setter of a camera's state
 * @cam: the camera
 * @state: where it is to go
 *
 * Context: process; takes cam->lock.
 * Return: whether the state has changed.
 */
bool gev_camera_set_state(struct gev_camera *cam, enum gev_camera_state state)
{
	bool moved;

	mutex_lock(&cam->lock);
	moved = set_state_locked(cam, state);
	mutex_unlock(&cam->lock);
	return moved;
}

__printf(2, 0)
static void set_reason(struct gev_camera *cam, const char *fmt, va_list args)
{
	mutex_lock(&cam->lock);
	vscnprintf(cam->reason, sizeof(cam->reason), fmt, args);
	mutex_unlock(&cam->lock);
}

/**
 * gev_camera_set_reason() - remember why something is not as wished
 * @cam: the camera
 * @fmt: one sentence, printf-like, without a newline; "" when all is well
 *
 * Context: process; takes cam->lock.
 */
void gev_camera_set_reason(struct gev_camera *cam, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	set_reason(cam, fmt, args);
	va_end(args);
}

/**
 * gev_camera_warn() - the same, and say it in the log, at a limited rate
 * @cam: the camera
 * @fmt: one sentence, printf-like, without a newline
 *
 * Context: process; takes cam->lock.
 */
void gev_camera_warn(struct gev_camera *cam, const char *fmt, ...)
{
	struct va_format vaf = { .fmt = fmt };
	va_list args;

	va_start(args, fmt);
	set_reason(cam, fmt, args);
	va_end(args);

	va_start(args, fmt);
	vaf.va = &args;
	dev_warn_ratelimited(&cam->dev, "%pV\n", &vaf);
	va_end(args);
}

static void release_camera(struct device *dev)
{
	struct gev_camera *cam = to_gev_camera(dev);

	gev_control_free(cam->control);
	gev_camera_map_free(cam);
	ida_free(&camera_ids, cam->id);
	mutex_destroy(&cam->publish_lock);
	mutex_destroy(&cam->feature_lock);
	mutex_destroy(&cam->lock);
	kfree(cam);
}

/* What a camera's going or coming entails, away from the control thread. */
static void presence_work(struct work_struct *work)
{
	struct gev_camera *cam = container_of(work, struct gev_camera, lost_work);
	bool away;

	mutex_lock(&cam->lock);
	away = cam->state == GEV_CAMERA_AWAY;
	mutex_unlock(&cam->lock);

	if (away)
		gev_stream_fail(&cam->stream, -EIO);
	if (cam->video)
		gev_video_presence(cam, away);
	gev_netlink_event(cam, GEV_EVENT_CAMERA_CHANGE);
}

/**
 * gev_camera_found() - a camera can be spoken to
 * @cam: the camera, with a control channel
 *
 * Context: process.
 */
void gev_camera_found(struct gev_camera *cam)
{
	gev_camera_set_reason(cam, "its feature map is being looked for");
	mutex_lock(&cam->lock);
	if (set_state_locked(cam, GEV_CAMERA_FOUND))
		gev_camera_map_look(cam);
	mutex_unlock(&cam->lock);
}

/**
 * gev_camera_ready() - a camera has its node
 * @cam: the camera; one that went away meanwhile will be ready when it is back
 *
 * Context: process.
 */
void gev_camera_ready(struct gev_camera *cam)
{
	gev_camera_set_reason(cam, "%s", "");
	mutex_lock(&cam->lock);
	if (cam->state == GEV_CAMERA_FOUND)
		set_state_locked(cam, GEV_CAMERA_READY);
	mutex_unlock(&cam->lock);
	gev_netlink_event(cam, GEV_EVENT_CAMERA_CHANGE);
}

/**
 * gev_camera_lost() - the camera no longer answers, or its link is down
 * @cam: the camera
 *
 * Its stream ends with an error; its node stays.
 *
 * Context: process.
 */
void gev_camera_lost(struct gev_camera *cam)
{
	bool lost;

	mutex_lock(&cam->lock);
	lost = set_state_locked(cam, GEV_CAMERA_AWAY);
	if (lost)
		schedule_work(&cam->lost_work);
	mutex_unlock(&cam->lock);
	if (!lost)
		return;
	gev_camera_set_reason(cam, "the camera does not answer");
	dev_info(&cam->dev, "camera is away\n");
}

/**
 * gev_camera_back() - the camera answers again
 * @cam: the camera
 *
 * Context: process.
 */
void gev_camera_back(struct gev_camera *cam)
{
	bool back;

	mutex_lock(&cam->lock);
	back = set_state_locked(cam, cam->video ? GEV_CAMERA_READY : GEV_CAMERA_FOUND);
	if (back) {
		schedule_work(&cam->lost_work);
		gev_camera_map_look(cam);
	}
	mutex_unlock(&cam->lock);
	if (!back)
		return;
	gev_camera_set_reason(cam, "%s", "");
	dev_info(&cam->dev, "camera is back\n");
}

/**
 * gev_camera_create() - a new camera, not yet on the bus
 * @ifindex: the interface that it was found on
 * @ifname: its name
 * @d: the camera's DISCOVERY acknowledge
 *
 * Context: process.
 * Return: the camera, UNREACHABLE, with one reference; NULL without memory.
 */
struct gev_camera *gev_camera_create(int ifindex, const char *ifname,
				     const struct gev_gvcp_discovery *d)
{
	struct gev_camera *cam;
	int id;

	cam = kzalloc(sizeof(*cam), GFP_KERNEL);
	if (!cam)
		return NULL;
	id = ida_alloc(&camera_ids, GFP_KERNEL);
	if (id < 0) {
		kfree(cam);
		return NULL;
	}

	cam->id = id;
	cam->ifindex = ifindex;
	memcpy(cam->mac, d->mac, sizeof(cam->mac));
	strscpy(cam->ifname, ifname, sizeof(cam->ifname));
	cam->info = *d;
	cam->heard = jiffies;
	cam->state = GEV_CAMERA_UNREACHABLE;
	cam->transport_wanted = GEV_TRANSPORT_AUTO;
	cam->udp.packet_delay = GEV_PACKET_DELAY_KEEP;
	mutex_init(&cam->lock);
	mutex_init(&cam->feature_lock);
	mutex_init(&cam->publish_lock);
	INIT_WORK(&cam->lost_work, presence_work);
	gev_camera_map_init(cam);
	gev_stream_init(&cam->stream);

	device_initialize(&cam->dev);
	cam->dev.release = release_camera;
	dev_set_name(&cam->dev, "gev%d", id);
	return cam;
}
