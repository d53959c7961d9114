/* SPDX-License-Identifier: GPL-2.0 */
/* One feature as V4L2 controls: its values, limits and flags. */
#ifndef GEV_CTRL_H
#define GEV_CTRL_H

#include <linux/types.h>
#include <media/v4l2-ctrls.h>

/**
 * struct gev_ctrl - a feature that is a control
 * @index: of the feature in the map
 * @kind: enum gev_feature_kind
 * @readable: the feature can be read, at least at times
 * @writable: the feature can be written, at least at times
 * @resizes: a write may change width, height or pixel format
 * @paces: a write may change the frame rate or its limits
 * @loads: a write changes all there is (UserSetLoad)
 * @tells: for one entry of a selector which the camera has to be told, which
 *	takes the control privilege: nothing is read of it but by applications
 * @polling: the value is read again after so many jiffies; 0: not by time
 * @due: when that is, in jiffies
 * @menu: names of an enumeration's entries; "" for one that is absent
 * @known: the camera's value has been read once; it became the default
 * @cluster: exact control, and standard control or NULL
 *
 * Protected by the control handler's mutex, like the controls themselves. A
 * camera may have hundreds of them: kept small.
 */
struct gev_ctrl {
	u16 index;
	u8 kind;
	bool readable:1;
	bool writable:1;
	bool resizes:1;
	bool paces:1;
	bool loads:1;
	bool tells:1;
	bool known:1;
	u32 polling;
	unsigned long due;
	const char **menu;
	struct v4l2_ctrl *cluster[2];
};

extern const struct v4l2_ctrl_ops gev_ctrl_ops;

/* The camera says nothing. Any other error is about one feature alone. */
static inline bool gev_ctrl_silent(int error)
{
	return error == -ETIMEDOUT || error == -ENODEV || error == -EHOSTUNREACH ||
	       error == -ENETUNREACH;
}

int gev_ctrl_refresh(struct gev_ctrl *item);
void gev_ctrl_ungrab(struct gev_ctrl *item);
s64 gev_ctrl_to_std(const struct gev_ctrl *item, s64 exact);

#endif /* GEV_CTRL_H */
