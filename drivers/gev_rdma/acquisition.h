/* SPDX-License-Identifier: GPL-2.0 */
/* What a camera has to be told before and after it sends, over any transport. */
#ifndef GEV_ACQUISITION_H
#define GEV_ACQUISITION_H

struct gev_camera;

/* In this order; all may sleep for the camera. */
int gev_acquisition_end_stale(struct gev_camera *cam);
int gev_acquisition_select(struct gev_camera *cam, const char *protocol);
int gev_acquisition_lock(struct gev_camera *cam);
void gev_acquisition_stop(struct gev_camera *cam);

#endif /* GEV_ACQUISITION_H */
