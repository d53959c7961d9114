// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "node.h"

/**
 * node_open() - open the node under test
 *
 * Return: a non-blocking file descriptor, or -1.
 */
int node_open(void)
{
	const char *path = getenv("GEV_NODE");

	return path ? open(path, O_RDWR | O_NONBLOCK) : -1;
}

/**
 * node_ioctl() - an ioctl that is not interrupted
 * @fd: the node
 * @request: VIDIOC_*
 * @arg: its argument
 *
 * Return: 0 or errno.
 */
int node_ioctl(int fd, unsigned long request, void *arg)
{
	int ret;

	do {
		ret = ioctl(fd, request, arg);
	} while (ret < 0 && errno == EINTR);
	return ret < 0 ? errno : 0;
}

static int format(int fd, unsigned long request, struct v4l2_pix_format *pix)
{
	struct v4l2_format f = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .fmt.pix = *pix };
	int ret = node_ioctl(fd, request, &f);

	*pix = f.fmt.pix;
	return ret;
}

/**
 * node_get_format() - VIDIOC_G_FMT
 * @fd: the node
 * @pix: gets the format
 *
 * Return: 0 or errno.
 */
int node_get_format(int fd, struct v4l2_pix_format *pix)
{
	memset(pix, 0, sizeof(*pix));
	return format(fd, VIDIOC_G_FMT, pix);
}

/**
 * node_set_format() - VIDIOC_S_FMT
 * @fd: the node
 * @pix: in: wanted, out: got
 *
 * Return: 0 or errno.
 */
int node_set_format(int fd, struct v4l2_pix_format *pix)
{
	return format(fd, VIDIOC_S_FMT, pix);
}

/**
 * node_try_format() - VIDIOC_TRY_FMT
 * @fd: the node
 * @pix: in: wanted, out: possible
 *
 * Return: 0 or errno.
 */
int node_try_format(int fd, struct v4l2_pix_format *pix)
{
	return format(fd, VIDIOC_TRY_FMT, pix);
}

/**
 * node_request() - VIDIOC_REQBUFS
 * @fd: the node
 * @count: of buffers; 0 frees all
 * @memory: V4L2_MEMORY_*
 *
 * Return: number of buffers, or -errno.
 */
int node_request(int fd, uint32_t count, uint32_t memory)
{
	struct v4l2_requestbuffers rb = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = memory, .count = count,
	};
	int ret = node_ioctl(fd, VIDIOC_REQBUFS, &rb);

	return ret ? -ret : (int)rb.count;
}

/**
 * node_queue() - VIDIOC_QBUF
 * @fd: the node
 * @index: of the buffer
 *
 * Return: 0 or errno.
 */
int node_queue(int fd, uint32_t index)
{
	struct v4l2_buffer b = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = index,
	};

	return node_ioctl(fd, VIDIOC_QBUF, &b);
}

/**
 * node_stream() - VIDIOC_STREAMON or VIDIOC_STREAMOFF
 * @fd: the node
 * @on: which of them
 *
 * Return: 0 or errno.
 */
int node_stream(int fd, bool on)
{
	int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;

	return node_ioctl(fd, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

/**
 * node_query() - VIDIOC_QUERY_EXT_CTRL
 * @fd: the node
 * @id: of the control
 * @q: gets what there is to know
 *
 * Return: 0 or errno.
 */
int node_query(int fd, uint32_t id, struct v4l2_query_ext_ctrl *q)
{
	memset(q, 0, sizeof(*q));
	q->id = id;
	return node_ioctl(fd, VIDIOC_QUERY_EXT_CTRL, q);
}

static int control(int fd, unsigned long request, uint32_t id, int64_t *value)
{
	struct v4l2_ext_control c = { .id = id };
	struct v4l2_ext_controls cs = { .count = 1, .controls = &c };
	struct v4l2_query_ext_ctrl q;
	int ret;

	ret = node_query(fd, id, &q);
	if (ret)
		return ret;
	if (q.type == V4L2_CTRL_TYPE_INTEGER64)
		c.value64 = *value;
	else
		c.value = *value;
	ret = node_ioctl(fd, request, &cs);
	*value = q.type == V4L2_CTRL_TYPE_INTEGER64 ? c.value64 : c.value;
	return ret;
}

/**
 * node_get() - VIDIOC_G_EXT_CTRLS of one control
 * @fd: the node
 * @id: of the control
 * @value: gets its value
 *
 * Return: 0 or errno.
 */
int node_get(int fd, uint32_t id, int64_t *value)
{
	*value = 0;
	return control(fd, VIDIOC_G_EXT_CTRLS, id, value);
}

/**
 * node_set() - VIDIOC_S_EXT_CTRLS of one control
 * @fd: the node
 * @id: of the control
 * @value: its new value
 *
 * Return: 0 or errno.
 */
int node_set(int fd, uint32_t id, int64_t value)
{
	return control(fd, VIDIOC_S_EXT_CTRLS, id, &value);
}
