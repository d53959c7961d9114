// SPDX-License-Identifier: GPL-2.0
/* Buffers of a node: videobuf2. All of it runs with q->lock held. */
#include <linux/dma-mapping.h>
#include <linux/mm.h>
#include <media/videobuf2-v4l2.h>

#include "../camera.h"
#include "../gev_rdma.h"
#include "../stream.h"
#include "ctrls.h"
#include "mem.h"
#include "node.h"
#include "queue.h"

static struct gev_stream *queue_stream(struct vb2_queue *q)
{
	struct gev_video *video = vb2_get_drv_priv(q);

	return &video->cam->stream;
}

static int queue_setup(struct vb2_queue *q, unsigned int *nbuffers, unsigned int *nplanes,
		       unsigned int sizes[], struct device *alloc_devs[])
{
	struct gev_video *video = vb2_get_drv_priv(q);
	unsigned int present = vb2_get_num_buffers(q);
	struct gev_picture p;

	/* vb2 makes ENOMEM of what buf_init() says. */
	if (READ_ONCE(video->resizing))
		return -EBUSY;
	gev_picture_get(video, &p);
	if (*nplanes) {
		if (*nplanes != 1 || sizes[0] < p.format.sizeimage)
			return -EINVAL;
		if (sizes[0] > gev_stream_frame_limit(&video->cam->stream))
			return -ENOMEM;
	} else {
		*nplanes = 1;
		sizes[0] = p.format.sizeimage;
	}
	if (present + *nbuffers < GEV_BUFFERS_MIN)
		*nbuffers = GEV_BUFFERS_MIN - present;
	return 0;
}

/*
 * From here on the picture keeps its size. The size that queue_setup() found
 * may be out of date by now, or be about to change.
 */
static int buf_init(struct vb2_buffer *vb)
{
	struct gev_video *video = vb2_get_drv_priv(vb->vb2_queue);
	int ret = 0;

	/* An HCA without DMA of its own reaches linear addresses only. */
	if (!virt_addr_valid(vb2_plane_vaddr(vb, 0)))
		return -EINVAL;

	spin_lock(&video->picture_lock);
	if (video->resizing || vb2_plane_size(vb, 0) < video->picture.format.sizeimage)
		ret = -EBUSY;
	else
		video->buffers++;
	spin_unlock(&video->picture_lock);
	return ret;
}

static void buf_cleanup(struct vb2_buffer *vb)
{
	struct gev_video *video = vb2_get_drv_priv(vb->vb2_queue);

	spin_lock(&video->picture_lock);
	video->buffers--;
	spin_unlock(&video->picture_lock);
}

static int buf_prepare(struct vb2_buffer *vb)
{
	u32 size = queue_stream(vb->vb2_queue)->format.sizeimage;

	if (vb2_plane_size(vb, 0) < size)
		return -EINVAL;
	vb2_set_plane_payload(vb, 0, size);
	return 0;
}

static void buf_queue(struct vb2_buffer *vb)
{
	gev_stream_queue(queue_stream(vb->vb2_queue), to_gev_buffer(vb));
}

static int start_streaming(struct vb2_queue *q, unsigned int count)
{
	struct gev_video *video = vb2_get_drv_priv(q);
	int ret;

	ret = gev_stream_start(&video->cam->stream);
	if (ret == -ETIMEDOUT)
		return ret;
	if (ret)
		return gev_video_error(video, ret);
	gev_ctrls_streaming(video, true);
	return 0;
}

static void stop_streaming(struct vb2_queue *q)
{
	struct gev_video *video = vb2_get_drv_priv(q);

	gev_stream_stop(&video->cam->stream);
	gev_ctrls_streaming(video, false);
}

static const struct vb2_ops queue_ops = {
	.queue_setup = queue_setup,
	.buf_init = buf_init,
	.buf_cleanup = buf_cleanup,
	.buf_prepare = buf_prepare,
	.buf_queue = buf_queue,
	.start_streaming = start_streaming,
	.stop_streaming = stop_streaming,
	GEV_VB2_WAIT_OPS
};

/**
 * gev_queue_transport_changed() - a stream goes on over another transport
 * @q: its queue, which streams
 *
 * Context: process, may sleep; takes the control handler's mutex.
 */
void gev_queue_transport_changed(struct vb2_queue *q)
{
	gev_ctrls_transport(vb2_get_drv_priv(q));
}

/**
 * gev_queue_init() - set up the buffer queue of a node
 * @video: the node; its queue_lock is initialised
 *
 * One queued buffer is enough to start. A frame's time is that of its
 * completion.
 *
 * Return: 0 or -errno.
 */
int gev_queue_init(struct gev_video *video)
{
	struct vb2_queue *q = &video->queue;

	gev_mem_ops_init(&video->mem_ops);
	q->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	q->io_modes = VB2_MMAP;
	q->dev = gev_parent;
	q->lock = &video->queue_lock;
	q->ops = &queue_ops;
	q->mem_ops = &video->mem_ops;
	q->drv_priv = video;
	q->buf_struct_size = sizeof(struct gev_buffer);
	q->timestamp_flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_TSTAMP_SRC_EOF;
	q->min_queued_buffers = 1;
	q->gfp_flags = __GFP_NOWARN;
	q->dma_attrs = DMA_ATTR_NO_WARN;
	return vb2_queue_init(q);
}
