/* SPDX-License-Identifier: GPL-2.0 */
/* GRS-1 by the camera's features: negotiation and announcement. */
#ifndef GEV_ANNOUNCEMENT_H
#define GEV_ANNOUNCEMENT_H

#include <linux/types.h>

struct gev_camera;
struct gev_format;
struct gev_gendc_expect;

/* Process context; may sleep for the camera. */
int gev_announcement_negotiate(struct gev_camera *cam);
int gev_announcement_read(struct gev_camera *cam, const struct gev_format *format,
			  struct gev_gendc_expect *expect, u32 *flow0_size);

#endif /* GEV_ANNOUNCEMENT_H */
