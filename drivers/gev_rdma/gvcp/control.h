/* SPDX-License-Identifier: GPL-2.0 */
/* The control channel of one camera: transactions, privilege, heartbeat. */
#ifndef GEV_CONTROL_H
#define GEV_CONTROL_H

#include <linux/types.h>

#include <linux/gev_rdma.h>

struct gev_camera;
struct gev_control;

/* Socket bound to the camera's interface, and the thread. May sleep. */
int gev_control_create(struct gev_camera *cam);		/* sets cam->control */
/* Stops the thread, releases the privilege; register access fails then. Idempotent. */
void gev_control_stop(struct gev_camera *cam);
void gev_control_free(struct gev_control *ctl);	/* from the camera's release; NULL is fine */

/*
 * Register access, any length >= 1: aligned 4-byte accesses go as READREG or
 * WRITEREG, everything else as READMEM or WRITEMEM, split at 536 bytes and
 * widened to whole words for reads. May sleep for the whole time-out,
 * longer under PENDING_ACK. -ETIMEDOUT no answer, -EACCES/-EBUSY/... by NACK,
 * -ENODEV after stop or while the camera is away.
 */
int gev_control_read(struct gev_camera *cam, u32 address, void *data, u32 len);
int gev_control_write(struct gev_camera *cam, u32 address, const void *data, u32 len);
int gev_control_read_reg(struct gev_camera *cam, u32 address, u32 *value);
int gev_control_write_reg(struct gev_camera *cam, u32 address, u32 value);

/*
 * Control privilege, counted: the first claim writes CCP, the last release
 * gives it back 2 s later. -EBUSY: another application holds it.
 */
int gev_control_claim(struct gev_camera *cam);
void gev_control_release(struct gev_camera *cam);

/* For listings; no access to the camera. */
enum gev_control_holder gev_control_holder(struct gev_camera *cam, u32 *ip);
u32 gev_control_heartbeat_ms(struct gev_camera *cam);
/* Address of our socket and of the camera, host order; for the RDMA CM. */
void gev_control_addresses(struct gev_camera *cam, u32 *local, u32 *remote);
/* The camera answered discovery at this address (it may have changed). */
void gev_control_set_address(struct gev_camera *cam, u32 ip);
/* Its link is there again: see whether it answers. */
void gev_control_look(struct gev_camera *cam);

#endif /* GEV_CONTROL_H */
