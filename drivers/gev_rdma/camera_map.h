/* SPDX-License-Identifier: GPL-2.0 */
/* A camera's feature map: how it comes to it, and features by role. */
#ifndef GEV_CAMERA_MAP_H
#define GEV_CAMERA_MAP_H

#include <linux/types.h>

#include "features/gevmap.h"

struct gev_camera;

void gev_camera_map_init(struct gev_camera *cam);
void gev_camera_map_free(struct gev_camera *cam);	/* from the camera's release */
void gev_camera_map_look(struct gev_camera *cam);	/* cam->lock held; queues work */
bool gev_camera_map_wanted(const struct gev_camera *cam);

/* A map from user space or the firmware loader; @why gets a sentence. */
int gev_camera_map_install(struct gev_camera *cam, const void *data, size_t size,
			   char *why, size_t why_size);
int gev_camera_map_upload(struct gev_camera *cam, u32 total, u32 offset,
			  const void *data, size_t len, char *why, size_t why_size);

/*
 * Who evaluates features holds the evaluator's memory: open files of the node,
 * the making of a node, and the functions below by themselves.
 */
int gev_camera_eval_get(struct gev_camera *cam);
void gev_camera_eval_put(struct gev_camera *cam);

/*
 * Features by role, feature_lock taken inside. Each may sleep for GVCP.
 * -ENOENT when the map has no such feature, else the evaluator's errors.
 */
bool gev_camera_has(const struct gev_camera *cam, enum gev_role role);
int gev_camera_read(struct gev_camera *cam, enum gev_role role, s64 *value);
int gev_camera_write(struct gev_camera *cam, enum gev_role role, s64 value);
int gev_camera_select(struct gev_camera *cam, enum gev_role role, const char *entry);
int gev_camera_limits(struct gev_camera *cam, enum gev_role role, struct gev_limits *l);
int gev_camera_execute(struct gev_camera *cam, enum gev_role role);
int gev_camera_read_register(struct gev_camera *cam, enum gev_role role, void *data,
			     size_t room, size_t *size);

#endif /* GEV_CAMERA_MAP_H */
