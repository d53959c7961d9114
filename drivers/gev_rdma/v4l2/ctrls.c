// SPDX-License-Identifier: GPL-2.0
/* The controls of a node: which there are, and when they are read again. */
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <linux/gev_cids.h>
#include <linux/gev_map.h>

#include "../camera.h"
#include "ctrl.h"
#include "ctrls.h"
#include "node.h"
#include "polling.h"
#include "queue.h"

static const char * const transport_names[] = {
	[GEV_TRANSPORT_NONE] = "None",
	[GEV_TRANSPORT_AUTO] = "Auto",
	[GEV_TRANSPORT_RDMA] = "RDMA",
	[GEV_TRANSPORT_UDP] = "UDP",
};

static const struct v4l2_ctrl_config transport_config = {
	.id = GEV_CID_TRANSPORT,
	.name = "Transport",
	.type = V4L2_CTRL_TYPE_MENU,
	.max = GEV_TRANSPORT_UDP,
	.def = GEV_TRANSPORT_NONE,
	.flags = V4L2_CTRL_FLAG_READ_ONLY,
	.qmenu = transport_names,
};

static int set_own(struct v4l2_ctrl *ctrl)
{
	struct gev_video *video = container_of(ctrl->handler, struct gev_video, ctrls.handler);

	WRITE_ONCE(video->cam->stream.drop_damaged, ctrl->val);
	return 0;
}

static const struct v4l2_ctrl_ops own_ops = {
	.s_ctrl = set_own,
};

static const struct v4l2_ctrl_config drop_config = {
	.ops = &own_ops,
	.id = GEV_CID_DROP_DAMAGED,
	.name = "Drop Damaged Frames",
	.type = V4L2_CTRL_TYPE_BOOLEAN,
	.max = 1,
	.step = 1,
};

static bool is_control(const struct gev_feature *f)
{
	if (f->fate != GEV_FATE_STANDARD && f->fate != GEV_FATE_CUSTOM)
		return false;
	if ((f->cid ? !gev_map_class_name(f->cid) : !f->std_cid) ||
	    !(f->flags & (GEV_FEATURE_READABLE | GEV_FEATURE_WRITABLE)))
		return false;
	return f->kind != GEV_KIND_REGISTER && (f->kind != GEV_KIND_ENUMERATION || f->entries);
}

/* The core names the classes it knows; ours need a name from us. */
static void add_class(struct v4l2_ctrl_handler *handler, u32 cid)
{
	struct v4l2_ctrl_config config = {
		.id = (cid & GEV_CLASS_MASK) | 1,
		.name = gev_map_class_name(cid),
		.type = V4L2_CTRL_TYPE_CTRL_CLASS,
		.flags = V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_WRITE_ONLY,
	};

	if (!v4l2_ctrl_find(handler, config.id))
		v4l2_ctrl_new_custom(handler, &config, NULL);
}

static u32 control_flags(const struct gev_ctrl *item)
{
	u32 flags = 0;

	if (item->readable)
		flags |= V4L2_CTRL_FLAG_VOLATILE;
	else
		flags |= V4L2_CTRL_FLAG_WRITE_ONLY;
	if (item->writable)
		flags |= V4L2_CTRL_FLAG_EXECUTE_ON_WRITE;
	else
		flags |= V4L2_CTRL_FLAG_READ_ONLY;
	return flags;
}

static int fill_menu(const struct gev_map_view *map, struct gev_ctrl *item,
		     const struct gev_feature *f)
{
	struct gev_entry entry;
	unsigned int n;

	item->menu = kcalloc(f->entries, sizeof(*item->menu), GFP_KERNEL);
	if (!item->menu)
		return -ENOMEM;
	for (n = 0; n < f->entries; n++) {
		gev_map_entry(map, item->index, n, &entry);
		item->menu[n] = entry.name;
	}
	return 0;
}

/* Limits are read at the first open; until then there are none. */
static int add_exact(struct gev_video *video, struct gev_ctrl *item, const struct gev_feature *f)
{
	struct v4l2_ctrl_handler *handler = &video->ctrls.handler;
	/* A menu or switch is exact already: the standard control stands alone. */
	struct v4l2_ctrl_config config = {
		.ops = &gev_ctrl_ops,
		.id = f->cid ?: f->std_cid,
		.name = f->cid ? f->label : v4l2_ctrl_get_name(f->std_cid),
		.step = 1,
		.flags = control_flags(item),
	};
	int ret;

	switch (f->kind) {
	case GEV_KIND_BOOLEAN:
		config.type = V4L2_CTRL_TYPE_BOOLEAN;
		config.max = 1;
		break;
	case GEV_KIND_ENUMERATION:
		ret = fill_menu(video->cam->features.map, item, f);
		if (ret)
			return ret;
		config.type = V4L2_CTRL_TYPE_MENU;
		config.max = f->entries - 1;
		config.step = 0;
		config.qmenu = item->menu;
		break;
	case GEV_KIND_COMMAND:
		config.type = V4L2_CTRL_TYPE_BUTTON;
		config.step = 0;
		config.flags = 0;
		break;
	case GEV_KIND_STRING:
		config.type = V4L2_CTRL_TYPE_STRING;
		config.max = GEV_MAP_STRING_MAX - 1;
		break;
	default:
		config.type = V4L2_CTRL_TYPE_INTEGER64;
		config.min = S64_MIN;
		config.max = S64_MAX;
	}
	if (f->cid)
		add_class(handler, f->cid);
	item->cluster[0] = v4l2_ctrl_new_custom(handler, &config, item);
	return handler->error;
}

/* Numbers have a standard control beside them where the map names one. */
static int add_std(struct gev_video *video, struct gev_ctrl *item, const struct gev_feature *f)
{
	struct v4l2_ctrl_handler *handler = &video->ctrls.handler;
	enum v4l2_ctrl_type type;
	s64 min, max, def;
	const char *name;
	u32 flags;
	u64 step;

	if (!f->std_cid || v4l2_ctrl_find(handler, f->std_cid) ||
	    item->cluster[0]->type != V4L2_CTRL_TYPE_INTEGER64)
		return 0;
	v4l2_ctrl_fill(f->std_cid, &name, &type, &min, &max, &step, &def, &flags);
	if (!name || type != V4L2_CTRL_TYPE_INTEGER || !f->std_mul || !f->std_div)
		return 0;
	item->cluster[1] = v4l2_ctrl_new_std(handler, &gev_ctrl_ops, f->std_cid, S32_MIN, S32_MAX,
					     1, 0);
	if (!item->cluster[1])
		return handler->error;
	item->cluster[1]->flags |= control_flags(item);
	v4l2_ctrl_cluster(ARRAY_SIZE(item->cluster), item->cluster);
	return 0;
}

/* What else a write of the feature changes. */
static void find_effects(const struct gev_map_view *map, struct gev_ctrl *item,
			 const struct gev_feature *f)
{
	struct gev_feature other;
	unsigned int n;

	item->loads = !strcmp(f->name, "UserSetLoad");
	item->resizes = item->loads;
	for (n = 0; n < f->invalidates; n++) {
		gev_map_feature(map, gev_map_invalidated(map, item->index, n), &other);
		switch (other.role) {
		case GEV_ROLE_WIDTH:
		case GEV_ROLE_HEIGHT:
		case GEV_ROLE_PIXEL_FORMAT:
			item->resizes = true;
			break;
		case GEV_ROLE_FRAME_RATE:
			item->paces = true;
			break;
		}
	}
}

static int add_item(struct gev_video *video, unsigned int index, const struct gev_feature *f)
{
	struct gev_ctrls *ctrls = &video->ctrls;
	struct gev_ctrl *item = &ctrls->items[ctrls->count];
	int ret;

	if (v4l2_ctrl_find(&ctrls->handler, f->cid ?: f->std_cid))
		return 0;
	item->index = index;
	item->kind = f->kind;
	item->readable = f->flags & GEV_FEATURE_READABLE && f->kind != GEV_KIND_COMMAND;
	item->writable = f->flags & GEV_FEATURE_WRITABLE && f->kind != GEV_KIND_STRING;
	item->tells = f->selected >= 0 && !(f->flags & GEV_FEATURE_INDEXED);
	if (item->readable && !item->tells && f->kind != GEV_KIND_STRING && f->polling) {
		item->polling = msecs_to_jiffies(max_t(u32, f->polling, GEV_POLLING_MS_MIN));
		item->due = jiffies + item->polling;
		ctrls->polled = true;
	}
	find_effects(video->cam->features.map, item, f);
	ctrls->by_feature[index] = ctrls->count++;
	ret = add_exact(video, item, f);
	return ret ?: add_std(video, item, f);
}

static unsigned int count_controls(const struct gev_map_view *map)
{
	struct gev_feature f;
	unsigned int i, n = 0;

	for (i = 0; i < gev_map_features(map); i++) {
		gev_map_feature(map, i, &f);
		n += is_control(&f);
	}
	return n;
}

/**
 * gev_ctrls_init() - make the controls of a node
 * @video: the node, zeroed where it is about controls
 *
 * Nothing is read from the camera. What was made in spite of an error is freed
 * by gev_ctrls_free().
 *
 * Context: process.
 * Return: 0 or -errno.
 */
int gev_ctrls_init(struct gev_video *video)
{
	const struct gev_map_view *map = video->cam->features.map;
	unsigned int i, features = gev_map_features(map);
	struct gev_ctrls *ctrls = &video->ctrls;
	struct v4l2_ctrl_handler *handler = &ctrls->handler;
	unsigned int controls = count_controls(map);
	struct gev_feature f;
	int ret;

	ret = v4l2_ctrl_handler_init(handler, controls + 2);
	if (ret)
		return ret;
	/* Pages as needed: kmalloc() would round up to the next power of two. */
	if (controls)
		ctrls->items = vcalloc(controls, sizeof(*ctrls->items));
	ctrls->by_feature = kvmalloc_array(features, sizeof(*ctrls->by_feature), GFP_KERNEL);
	if ((controls && !ctrls->items) || !ctrls->by_feature)
		return -ENOMEM;
	ctrls->stale = true;

	ctrls->transport = v4l2_ctrl_new_custom(handler, &transport_config, NULL);
	v4l2_ctrl_new_custom(handler, &drop_config, NULL);
	v4l2_ctrl_new_std(handler, NULL, V4L2_CID_MIN_BUFFERS_FOR_CAPTURE, GEV_BUFFERS_MIN,
			  GEV_BUFFERS_MIN, 1, GEV_BUFFERS_MIN);
	for (i = 0; i < features && !handler->error; i++) {
		ctrls->by_feature[i] = GEV_NO_CTRL;
		gev_map_feature(map, i, &f);
		ret = is_control(&f) ? add_item(video, i, &f) : 0;
		if (ret)
			return ret;
	}
	return handler->error;
}

/**
 * gev_ctrls_free() - free the controls of a node
 * @video: the node; its controls may be half made, or not at all
 *
 * Context: process, when no file is open any more.
 */
void gev_ctrls_free(struct gev_video *video)
{
	struct gev_ctrls *ctrls = &video->ctrls;
	unsigned int i;

	v4l2_ctrl_handler_free(&ctrls->handler);
	for (i = 0; i < ctrls->count; i++)
		kfree(ctrls->items[i].menu);
	vfree(ctrls->items);
	kvfree(ctrls->by_feature);
}

/**
 * gev_ctrls_refresh() - read flags, limits and values that are stale
 * @video: the node
 *
 * Context: process, may sleep for the camera; takes the handler's mutex and
 * feature_lock when there is something to do.
 */
void gev_ctrls_refresh(struct gev_video *video)
{
	struct gev_camera *cam = video->cam;
	struct gev_ctrls *ctrls = &video->ctrls;
	unsigned int i;

	if (!READ_ONCE(ctrls->stale))
		return;
	mutex_lock(ctrls->handler.lock);
	mutex_lock(&cam->feature_lock);
	if (ctrls->stale) {
		WRITE_ONCE(ctrls->stale, false);
		gev_features_hold(&cam->features);
		for (i = 0; i < ctrls->count; i++) {
			if (!gev_ctrl_silent(gev_ctrl_refresh(&ctrls->items[i])))
				continue;
			WRITE_ONCE(ctrls->stale, true);
			break;
		}
		gev_features_release(&cam->features);
	}
	mutex_unlock(&cam->feature_lock);
	mutex_unlock(ctrls->handler.lock);
}

/**
 * gev_ctrls_poll() - read again what is due
 * @video: the node
 *
 * What is due together shares what is read.
 *
 * Context: process, may sleep for the camera; takes the handler's mutex and
 * feature_lock.
 * Return: jiffies until more is due; 0 where nothing is polled.
 */
unsigned long gev_ctrls_poll(struct gev_video *video)
{
	struct gev_camera *cam = video->cam;
	struct gev_ctrls *ctrls = &video->ctrls;
	unsigned long now = jiffies, next = 0, left;
	bool silent = false;
	unsigned int i;

	mutex_lock(ctrls->handler.lock);
	mutex_lock(&cam->feature_lock);
	gev_features_hold(&cam->features);
	for (i = 0; i < ctrls->count; i++) {
		struct gev_ctrl *item = &ctrls->items[i];

		if (!item->polling)
			continue;
		if (time_after_eq(now, item->due)) {
			silent = silent || gev_ctrl_silent(gev_ctrl_refresh(item));
			item->due = now + item->polling;
		}
		left = max(item->due - now, msecs_to_jiffies(GEV_POLLING_MS_MIN));
		next = next ? min(next, left) : left;
	}
	gev_features_release(&cam->features);
	mutex_unlock(&cam->feature_lock);
	mutex_unlock(ctrls->handler.lock);
	return next;
}

/**
 * gev_ctrls_transport() - another transport is in use
 * @video: the node
 *
 * Context: process, may sleep; takes the handler's mutex.
 */
void gev_ctrls_transport(struct gev_video *video)
{
	v4l2_ctrl_s_ctrl(video->ctrls.transport,
			 gev_stream_transport_used(&video->cam->stream));
}

/**
 * gev_ctrls_streaming() - a stream has started or stopped
 * @video: the node
 * @streaming: which of them
 *
 * Features that the camera locks while it sends are grabbed from now on, or
 * no longer.
 *
 * Context: process, q->lock held, may sleep for the camera.
 */
void gev_ctrls_streaming(struct gev_video *video, bool streaming)
{
	struct gev_camera *cam = video->cam;
	struct gev_ctrls *ctrls = &video->ctrls;
	const struct gev_map_view *map = cam->features.map;
	int index = gev_map_role(map, GEV_ROLE_TL_PARAMS_LOCKED);
	struct gev_feature f = { };
	unsigned int n;
	u16 item;

	if (index >= 0)
		gev_map_feature(map, index, &f);
	mutex_lock(ctrls->handler.lock);
	ctrls->streaming = streaming;
	__v4l2_ctrl_s_ctrl(ctrls->transport, gev_stream_transport_used(&cam->stream));
	mutex_lock(&cam->feature_lock);
	gev_features_hold(&cam->features);
	/* Whatever the camera will say, or if it says nothing any more. */
	for (n = 0; !streaming && n < ctrls->count; n++)
		gev_ctrl_ungrab(&ctrls->items[n]);
	for (n = 0; n < f.invalidates; n++) {
		item = ctrls->by_feature[gev_map_invalidated(map, index, n)];
		if (item == GEV_NO_CTRL ||
		    !gev_ctrl_silent(gev_ctrl_refresh(&ctrls->items[item])))
			continue;
		WRITE_ONCE(ctrls->stale, true);
		break;
	}
	gev_features_release(&cam->features);
	mutex_unlock(&cam->feature_lock);
	mutex_unlock(ctrls->handler.lock);
}
