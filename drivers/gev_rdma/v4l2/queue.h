/* SPDX-License-Identifier: GPL-2.0 */
/* Buffers of a node: videobuf2. */
#ifndef GEV_QUEUE_H
#define GEV_QUEUE_H

struct gev_video;
struct vb2_queue;

/* With one buffer the camera waits while the application reads it. */
#define GEV_BUFFERS_MIN	2

int gev_queue_init(struct gev_video *video);
/* The stream goes on over another transport; the queue streams. May sleep. */
void gev_queue_transport_changed(struct vb2_queue *q);

#endif /* GEV_QUEUE_H */
