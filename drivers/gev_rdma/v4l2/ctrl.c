// SPDX-License-Identifier: GPL-2.0
/*
 * One feature as V4L2 controls: an exact one, and a standard one beside it
 * where V4L2 has a word for it. Both are a cluster with the exact one first.
 *
 * Values, limits and flags come from the camera; the controls only remember
 * them. While ctrls->refreshing is set, the core's calls of s_ctrl are about
 * this memory and write nothing. All of this runs with the control handler's
 * mutex held; access to the camera takes feature_lock inside it.
 */
#include <linux/delay.h>
#include <linux/math64.h>
#include <media/v4l2-event.h>

#include "../camera.h"
#include "../gvcp/control.h"
#include "ctrl.h"
#include "negotiation.h"
#include "node.h"

/* How long a command may take that an application waits for. */
#define COMMAND_MS	1000
#define COMMAND_POLL_MS	5

static struct gev_video *video_of(const struct gev_ctrl *item)
{
	return container_of(item->cluster[0]->handler, struct gev_video, ctrls.handler);
}

static const struct gev_map_view *map_of(const struct gev_ctrl *item)
{
	return video_of(item)->cam->features.map;
}

static struct gev_features *item_features(const struct gev_ctrl *item)
{
	struct gev_camera *cam = video_of(item)->cam;

	lockdep_assert_held(&cam->feature_lock);
	return &cam->features;
}

/* A feature that is not there, or not readable or writable, at this moment. */
static bool unavailable(int error)
{
	return error == -ENODATA || error == -EACCES;
}

/* value * mul / div, rounded to nearest, as far as 64 bits go. */
static s64 scale(s64 value, u32 mul, u32 div)
{
	u64 n = value < 0 ? -(u64)value : value;
	u32 rest;

	n = div_u64_rem(n, div, &rest);
	if (check_mul_overflow(n, (u64)mul, &n))
		n = S64_MAX;
	n += div_u64((u64)rest * mul + div / 2, div);
	n = min_t(u64, n, S64_MAX);
	return value < 0 ? -(s64)n : n;
}

/**
 * gev_ctrl_to_std() - a feature's value as that of its standard control
 * @item: the feature
 * @exact: its value
 *
 * Return: the value, rounded, within 32 bits.
 */
s64 gev_ctrl_to_std(const struct gev_ctrl *item, s64 exact)
{
	struct gev_feature f;

	gev_map_feature(map_of(item), item->index, &f);
	return clamp_t(s64, scale(exact, f.std_mul, f.std_div), S32_MIN, S32_MAX);
}

/* Index of an enumeration's entry, or -ERANGE. */
static int entry_of(struct gev_ctrl *item, s64 value)
{
	const struct gev_map_view *map = map_of(item);
	struct gev_feature f;
	struct gev_entry entry;
	unsigned int n;

	gev_map_feature(map, item->index, &f);
	for (n = 0; n < f.entries; n++) {
		gev_map_entry(map, item->index, n, &entry);
		if (entry.value == value)
			return n;
	}
	return -ERANGE;
}

/* The feature's value that a control's new value stands for. */
static s64 new_value(struct gev_ctrl *item, const struct v4l2_ctrl *ctrl)
{
	struct gev_feature f;
	struct gev_entry entry;

	if (ctrl == item->cluster[1]) {
		gev_map_feature(map_of(item), item->index, &f);
		return scale(ctrl->val, f.std_div, f.std_mul);
	}
	if (ctrl->type == V4L2_CTRL_TYPE_INTEGER64)
		return *ctrl->p_new.p_s64;
	if (ctrl->type != V4L2_CTRL_TYPE_MENU)
		return ctrl->val;
	gev_map_entry(map_of(item), item->index, ctrl->val, &entry);
	return entry.value;
}

/* A feature's value as that of the exact control, or -ERANGE. */
static int exact_value(struct gev_ctrl *item, s64 value, s64 *exact)
{
	int n;

	*exact = value;
	if (item->kind != GEV_KIND_ENUMERATION)
		return 0;
	n = entry_of(item, value);
	*exact = n;
	return min(n, 0);
}

static void set_new(struct v4l2_ctrl *ctrl, s64 value)
{
	if (ctrl->type == V4L2_CTRL_TYPE_INTEGER64)
		*ctrl->p_new.p_s64 = value;
	else
		ctrl->val = clamp(value, ctrl->minimum, ctrl->maximum);
}

/* What the camera says goes into the controls' new values. */
static int read_new(struct gev_ctrl *item)
{
	struct v4l2_ctrl *exact = item->cluster[0], *std = item->cluster[1];
	s64 value;
	int ret;

	if (item->kind == GEV_KIND_STRING)
		return gev_feature_read_string(item_features(item), item->index,
					       exact->p_new.p_char, exact->elem_size);
	ret = gev_feature_read(item_features(item), item->index, &value);
	if (!ret)
		ret = exact_value(item, value, &value);
	if (ret)
		return ret;
	set_new(exact, value);
	if (std)
		set_new(std, gev_ctrl_to_std(item, value));
	return 0;
}

/*
 * The core takes it that a volatile control never changes, and neither
 * remembers its value nor sends events. Here the value is known.
 */
static void mark_changes(struct gev_ctrl *item)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(item->cluster); i++) {
		struct v4l2_ctrl *ctrl = item->cluster[i];

		if (!ctrl)
			continue;
		if (ctrl->type == V4L2_CTRL_TYPE_INTEGER64)
			ctrl->has_changed = *ctrl->p_new.p_s64 != *ctrl->p_cur.p_s64;
		else
			ctrl->has_changed = ctrl->val != ctrl->cur.val;
	}
}

/**
 * gev_ctrl_ungrab() - no stream forbids changes any more
 * @item: the control
 *
 * Context: process, the handler's lock held.
 */
void gev_ctrl_ungrab(struct gev_ctrl *item)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(item->cluster); i++)
		__v4l2_ctrl_grab(item->cluster[i], false);
}

static void set_flags(struct gev_ctrl *item, u32 access)
{
	bool locked = access & GEV_ACCESS_LOCKED && !(access & GEV_ACCESS_WRITE);
	bool grabbed = locked && video_of(item)->ctrls.streaming;
	bool usable = access & (item->writable ? GEV_ACCESS_WRITE : GEV_ACCESS_READ);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(item->cluster); i++) {
		v4l2_ctrl_activate(item->cluster[i], usable || grabbed);
		__v4l2_ctrl_grab(item->cluster[i], grabbed);
	}
}

static int refresh_flags(struct gev_ctrl *item, u32 *access)
{
	int ret;

	*access = 0;
	ret = gev_feature_access(item_features(item), item->index, access);
	if (ret && !unavailable(ret))
		return ret;
	set_flags(item, *access);
	return 0;
}

/* The first value that was read is the default: cameras have no other. */
static void set_range(struct gev_ctrl *item, struct v4l2_ctrl *ctrl, s64 min, s64 max,
		      u64 step, s64 value)
{
	s64 def = item->known ? ctrl->default_value : value;

	def = clamp(def, min, max);
	def = min + gev_round_down((u64)def - min, step);
	__v4l2_ctrl_modify_range(ctrl, min, max, step, def);
}

static int refresh_limits(struct gev_ctrl *item, s64 value)
{
	struct v4l2_ctrl *exact = item->cluster[0], *std = item->cluster[1];
	struct gev_limits l;
	int ret;

	ret = gev_feature_limits(item_features(item), item->index, &l);
	if (ret)
		return ret;
	l.max = l.min + gev_round_down((u64)l.max - l.min, l.inc);
	set_range(item, exact, l.min, l.max, l.inc, value);
	if (std)
		set_range(item, std, gev_ctrl_to_std(item, l.min),
			  gev_ctrl_to_std(item, l.max), 1, gev_ctrl_to_std(item, value));
	return 0;
}

static int refresh_menu(struct gev_ctrl *item, s64 present)
{
	const struct gev_map_view *map = map_of(item);
	struct v4l2_ctrl *ctrl = item->cluster[0];
	struct gev_entry entry;
	s64 def;
	int n, ret;

	for (n = 0; n <= ctrl->maximum; n++) {
		ret = gev_feature_entry_available(item_features(item), item->index, n);
		if (ret < 0 && !unavailable(ret))
			return ret;
		gev_map_entry(map, item->index, n, &entry);
		/* QUERYMENU looks at this without a lock. */
		WRITE_ONCE(item->menu[n], ret > 0 || n == present ? entry.name : "");
	}
	def = item->known ? ctrl->default_value : present;
	if (!item->menu[def][0])
		def = present;
	return __v4l2_ctrl_modify_range(ctrl, 0, ctrl->maximum, 0, def);
}

/* What the core does for controls that can be set, for one that cannot. */
static void announce(struct gev_ctrl *item, struct v4l2_ctrl *ctrl, s64 value)
{
	struct v4l2_event event = {
		.type = V4L2_EVENT_CTRL,
		.id = ctrl->id,
		.u.ctrl = {
			.changes = V4L2_EVENT_CTRL_CH_VALUE,
			.type = ctrl->type,
			.flags = ctrl->flags,
			.minimum = ctrl->minimum,
			.maximum = ctrl->maximum,
			.step = ctrl->type == V4L2_CTRL_TYPE_MENU ? 1 : ctrl->step,
			.default_value = ctrl->default_value,
		},
	};
	bool wide = ctrl->type == V4L2_CTRL_TYPE_INTEGER64;
	s64 before = wide ? *ctrl->p_cur.p_s64 : ctrl->cur.val;

	if (wide) {
		*ctrl->p_cur.p_s64 = value;
		event.u.ctrl.value64 = value;
	} else {
		ctrl->cur.val = value;
		event.u.ctrl.value = value;
	}
	if (item->known && before != value)
		v4l2_event_queue(&video_of(item)->vdev, &event);
}

/*
 * The core remembers the value, and tells those who asked for it. It does so
 * for controls that can be set only.
 */
static void remember(struct gev_ctrl *item, s64 value)
{
	struct v4l2_ctrl *exact = item->cluster[0], *std = item->cluster[1];

	if (!item->writable) {
		announce(item, exact, value);
		if (std)
			announce(item, std, gev_ctrl_to_std(item, value));
		return;
	}
	if (exact->type == V4L2_CTRL_TYPE_INTEGER64)
		__v4l2_ctrl_s_ctrl_int64(exact, value);
	else
		__v4l2_ctrl_s_ctrl(exact, value);
	if (std)
		__v4l2_ctrl_s_ctrl(std, gev_ctrl_to_std(item, value));
}

static int refresh_value(struct gev_ctrl *item)
{
	s64 value;
	int ret;

	ret = gev_feature_read(item_features(item), item->index, &value);
	if (!ret)
		ret = exact_value(item, value, &value);
	if (ret)
		return ret;

	video_of(item)->ctrls.refreshing = true;
	if (item->kind == GEV_KIND_ENUMERATION)
		ret = refresh_menu(item, value);
	else if (item->kind != GEV_KIND_BOOLEAN)
		ret = refresh_limits(item, value);
	remember(item, value);
	video_of(item)->ctrls.refreshing = false;
	item->known = true;
	return ret;
}

/* Selected, for a feature that is for one entry of a selector. */
static int refresh(struct gev_ctrl *item)
{
	u32 access;
	int ret;

	ret = refresh_flags(item, &access);
	if (ret)
		return ret;
	if (!(access & GEV_ACCESS_READ) || item->kind == GEV_KIND_STRING ||
	    item->kind == GEV_KIND_COMMAND)
		return 0;
	ret = refresh_value(item);
	return unavailable(ret) ? 0 : ret;
}

/**
 * gev_ctrl_refresh() - learn a feature's flags, limits and value
 * @item: the feature
 *
 * Writes nothing to the camera, and so learns nothing of a feature whose
 * selector would have to be written.
 *
 * Context: process, the handler's mutex and feature_lock held, may sleep for
 * the camera.
 * Return: 0 or the evaluator's -errno: of what could not be learned, the last
 * known stays.
 */
int gev_ctrl_refresh(struct gev_ctrl *item)
{
	struct gev_features *fs = item_features(item);
	int ret;

	lockdep_assert_held(video_of(item)->ctrls.handler.lock);
	if (item->tells)
		return 0;
	ret = gev_features_select(fs, item->index);
	if (!ret)
		ret = refresh(item);
	else if (unavailable(ret))
		set_flags(item, 0);
	gev_features_unselect(fs);
	return unavailable(ret) ? 0 : ret;
}

/* Selected, for a feature that is for one entry of a selector. */
static int read_selected(struct gev_ctrl *item)
{
	struct gev_features *fs = item_features(item);
	int ret, undone;
	u32 access;

	ret = gev_features_select(fs, item->index);
	/* Nobody else looks at its flags. Its limits are learnt once. */
	if (!ret && item->tells)
		ret = item->known ? refresh_flags(item, &access) : refresh(item);
	if (!ret)
		ret = read_new(item);
	undone = gev_features_unselect(fs);
	return ret ?: undone;
}

/*
 * The last known value is what an application gets of what is not there. A
 * register that the camera does not have, or with a value that its description
 * does not know, is an I/O error of this control alone.
 */
static int g_volatile_ctrl(struct v4l2_ctrl *ctrl)
{
	struct gev_ctrl *item = ctrl->priv;
	struct gev_camera *cam = video_of(item)->cam;
	int ret;

	ret = item->tells ? gev_control_claim(cam) : 0;
	if (ret)
		return ret == -EBUSY ? 0 : gev_video_error(video_of(item), ret);
	mutex_lock(&cam->feature_lock);
	ret = read_selected(item);
	mutex_unlock(&cam->feature_lock);
	if (item->tells)
		gev_control_release(cam);
	if (!ret || unavailable(ret))
		return 0;
	ret = gev_video_error(video_of(item), ret);
	return ret == -ENODEV || ret == -EBUSY ? ret : -EIO;
}

/* What a write of this feature may have changed is read again. */
static void refresh_dependents(struct gev_ctrl *item)
{
	struct gev_video *video = video_of(item);
	struct gev_ctrls *ctrls = &video->ctrls;
	struct gev_features *fs = item_features(item);
	bool silent = false;
	struct gev_feature f;
	unsigned int n;
	u16 other;

	gev_map_feature(fs->map, item->index, &f);
	gev_features_hold(fs);
	for (n = 0; item->loads && n < ctrls->count && !silent; n++)
		if (&ctrls->items[n] != item)
			silent = gev_ctrl_silent(gev_ctrl_refresh(&ctrls->items[n]));
	for (n = 0; !item->loads && n < f.invalidates && !silent; n++) {
		other = ctrls->by_feature[gev_map_invalidated(fs->map, item->index, n)];
		if (other != GEV_NO_CTRL && &ctrls->items[other] != item)
			silent = gev_ctrl_silent(gev_ctrl_refresh(&ctrls->items[other]));
	}
	gev_features_release(fs);
	if (silent)
		WRITE_ONCE(ctrls->stale, true);

	if (item->resizes)
		gev_negotiation_reread(video);
	else if (item->paces)
		gev_negotiation_reread_rate(video);
}

static int execute(struct gev_ctrl *item)
{
	unsigned int ms;
	int ret;

	ret = gev_feature_execute(item_features(item), item->index);
	for (ms = 0; !ret && ms < COMMAND_MS; ms += COMMAND_POLL_MS) {
		ret = gev_feature_done(item_features(item), item->index);
		if (ret)
			return min(ret, 0);
		msleep(COMMAND_POLL_MS);
	}
	return ret;
}

/* An entry that is there no more may be set as long as it is the present one. */
static int keep_value(struct gev_ctrl *item, s64 value)
{
	s64 present;
	int ret;

	ret = gev_feature_read(item_features(item), item->index, &present);
	return ret ?: present == value ? 0 : -ENODATA;
}

/*
 * The limits have moved since they were read, or a scale has rounded. Limits
 * that leave nothing between them are the camera's mistake, not the caller's.
 */
static int write_clamped(struct gev_ctrl *item, s64 value)
{
	struct gev_features *fs = item_features(item);
	struct gev_limits l;
	int ret;

	ret = gev_feature_limits(fs, item->index, &l);
	if (!ret) {
		value = clamp(value, l.min, l.max);
		value = l.min + gev_round_down((u64)value - l.min, l.inc);
		ret = gev_feature_write(fs, item->index, value);
	}
	return ret;
}

static int write_value(struct gev_ctrl *item, s64 value)
{
	int ret = gev_feature_write(item_features(item), item->index, value);

	if (ret == -ENODATA && item->kind == GEV_KIND_ENUMERATION)
		return keep_value(item, value);
	return ret == -ERANGE ? write_clamped(item, value) : ret;
}

/*
 * A control that is inactive can be set, without effect: that is what V4L2
 * applications expect of what another control rules. Any other refusal is an
 * error, and may be news about the flags; where those could not be read before,
 * the control has been inactive all the time.
 */
static int refused(struct gev_ctrl *item, int error, bool selected)
{
	bool inactive = item->cluster[0]->flags & V4L2_CTRL_FLAG_INACTIVE;
	u32 access;

	if (!unavailable(error))
		return error;
	if (!selected)
		set_flags(item, 0);
	else if (!inactive)
		refresh_flags(item, &access);
	return inactive || item->tells ? 0 : error;
}

/* When both controls are set at once, the exact one counts. */
static int write_now(struct gev_ctrl *item)
{
	struct v4l2_ctrl *exact = item->cluster[0], *std = item->cluster[1];

	if (item->kind == GEV_KIND_COMMAND)
		return execute(item);
	return write_value(item, new_value(item, exact->is_new ? exact : std));
}

/* Selected, for a feature that is for one entry of a selector. */
static int write_and_read(struct gev_ctrl *item, bool *written)
{
	u32 access;
	int ret;

	ret = write_now(item);
	*written = !ret;
	if (ret)
		ret = refused(item, ret, true);
	else if (item->tells)
		refresh_flags(item, &access);
	if (ret || !item->readable)
		return ret;
	ret = read_new(item);
	return unavailable(ret) ? 0 : ret;
}

/* Control is claimed. */
static int write_new(struct gev_ctrl *item)
{
	struct gev_camera *cam = video_of(item)->cam;
	struct gev_features *fs;
	bool written = false;
	int ret, undone;

	mutex_lock(&cam->feature_lock);
	fs = item_features(item);
	ret = gev_features_select(fs, item->index);
	if (!ret)
		ret = write_and_read(item, &written);
	else
		ret = refused(item, ret, false);
	undone = gev_features_unselect(fs);
	if (written)
		refresh_dependents(item);
	mutex_unlock(&cam->feature_lock);
	return ret ?: undone;
}

static int s_ctrl(struct v4l2_ctrl *ctrl)
{
	struct gev_ctrl *item = ctrl->priv;
	struct gev_video *video = video_of(item);
	int ret;

	if (video->ctrls.refreshing) {
		mark_changes(item);
		return 0;
	}

	ret = item->resizes ? gev_picture_resize_begin(video) : 0;
	if (ret)
		return ret;
	ret = gev_control_claim(video->cam);
	if (!ret) {
		ret = write_new(item);
		gev_control_release(video->cam);
	}
	if (item->resizes)
		gev_picture_resize_end(video);
	if (!ret)
		mark_changes(item);
	/* The core has looked at the value; what is wrong now is the camera's. */
	if (ret == -EINVAL || ret == -ERANGE)
		ret = -EDOM;
	return gev_video_error(video, ret);
}

const struct v4l2_ctrl_ops gev_ctrl_ops = {
	.g_volatile_ctrl = g_volatile_ctrl,
	.s_ctrl = s_ctrl,
};
