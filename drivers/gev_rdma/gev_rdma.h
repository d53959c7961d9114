/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types and rules shared by all rooms of the driver.
 *
 * The objects, and who holds whom:
 *
 *   gev_interface --finds--> gev_camera (device on the "gev" bus, refcounted)
 *        |                     |- gev_control   GVCP: transactions, privilege (kthread)
 *        |                     |- gev_features  feature map + variables
 *        |                     |- gev_stream    one acquisition: buffers, ids, counters
 *        |                     |     `- gev_transport_ops --> ib_client/ (gev_rdma)
 *        `- discovery thread   `- gev_video     /dev/videoN: vb2 queue, controls
 *
 * Lock order, outer to inner:
 *
 *   camera->publish_lock > gev_cameras_lock > queue lock (q->lock) >
 *   control handler's mutex > camera->feature_lock > control->user_lock > control->xfer_lock >
 *   camera->lock > stream->lock > conn->wq.lock; video->picture_lock is a leaf;
 *   video->set_lock > control handler's mutex, never together with q->lock
 *
 * None of them is held across rdma_destroy_id(), kthread_stop(),
 * vb2_video_unregister_device(), synchronize_rcu(), cancel_work_sync(),
 * flush_work() or ib_drain_qp(); but the V4L2 core holds q->lock around
 * start_streaming and stop_streaming, so nothing that those wait for takes it.
 */
#ifndef GEV_RDMA_H
#define GEV_RDMA_H

#include <linux/types.h>

#include "compat.h"

#define GEV_NAME		"gev_rdma"

/* Until scattered frame memory is supported: the largest contiguous block. */
#define GEV_FRAME_BYTES_MAX	(4u << 20)

struct device;

/* Our platform device: parent of cameras, owner of frame memory. */
extern struct device *gev_parent;

#endif /* GEV_RDMA_H */
