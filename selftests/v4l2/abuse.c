// SPDX-License-Identifier: GPL-2.0
/*
 * An application that gets everything wrong: absurd counts and sizes, memory
 * that is not offered, calls in no order. Each gets an error, and the node
 * works afterwards.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kselftest_harness.h"
#include "node.h"

#define FRAME_MAX	(4u << 20)
#define BUFFERS_MAX	32
#define BUFFERS_MIN	2

FIXTURE(node)
{
	int fd;
	struct v4l2_pix_format pix;
};

FIXTURE_SETUP(node)
{
	self->fd = node_open();
	ASSERT_GE(self->fd, 0);
	memset(&self->pix, 0, sizeof(self->pix));
	self->pix.width = 640;
	self->pix.height = 480;
	self->pix.pixelformat = V4L2_PIX_FMT_GREY;
	ASSERT_EQ(0, node_set_format(self->fd, &self->pix));
	ASSERT_EQ(640 * 480, self->pix.sizeimage);
}

FIXTURE_TEARDOWN(node)
{
	close(self->fd);
}

TEST_F_TIMEOUT(node, request_counts, 120)
{
	static const uint32_t counts[] = { 1, 2, 3, 31, 32, 33, 1000000, INT32_MAX, UINT32_MAX };
	unsigned int i;
	int n;

	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		n = node_request(self->fd, counts[i], V4L2_MEMORY_MMAP);
		EXPECT_GE(n, BUFFERS_MIN) TH_LOG("REQBUFS(%u): %d", counts[i], n);
		EXPECT_LE(n, BUFFERS_MAX) TH_LOG("REQBUFS(%u): %d", counts[i], n);
	}
	EXPECT_EQ(0, node_request(self->fd, 0, V4L2_MEMORY_MMAP));
}

TEST_F_TIMEOUT(node, request_memory, 120)
{
	static const uint32_t kinds[] = {
		0, V4L2_MEMORY_USERPTR, V4L2_MEMORY_OVERLAY, V4L2_MEMORY_DMABUF, 5, UINT32_MAX,
	};
	struct v4l2_requestbuffers rb = {
		.type = V4L2_BUF_TYPE_VIDEO_OUTPUT, .memory = V4L2_MEMORY_MMAP, .count = 4,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		EXPECT_EQ(-EINVAL, node_request(self->fd, 4, kinds[i]));
	EXPECT_EQ(EINVAL, node_ioctl(self->fd, VIDIOC_REQBUFS, &rb));
}

static int create(int fd, const struct v4l2_pix_format *pix, uint32_t count, uint32_t size,
		  uint32_t memory, uint32_t *got)
{
	struct v4l2_create_buffers cb = {
		.count = count, .memory = memory,
		.format = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .fmt.pix = *pix },
	};
	int ret;

	cb.format.fmt.pix.sizeimage = size;
	ret = node_ioctl(fd, VIDIOC_CREATE_BUFS, &cb);
	*got = cb.count;
	return ret;
}

TEST_F_TIMEOUT(node, create_sizes, 120)
{
	static const uint32_t sizes[] = {
		FRAME_MAX + 1, 8u << 20, 1u << 30, INT32_MAX, 0x80000000u,
		UINT32_MAX - 4096, UINT32_MAX - 1, UINT32_MAX,
	};
	uint32_t image = self->pix.sizeimage, got;
	unsigned int i;

	EXPECT_EQ(EINVAL, create(self->fd, &self->pix, 1, 0, V4L2_MEMORY_MMAP, &got));
	EXPECT_EQ(EINVAL, create(self->fd, &self->pix, 1, image - 1, V4L2_MEMORY_MMAP, &got));
	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		EXPECT_EQ(ENOMEM, create(self->fd, &self->pix, 1, sizes[i], V4L2_MEMORY_MMAP, &got))
			TH_LOG("size %u", sizes[i]);
	EXPECT_EQ(0, create(self->fd, &self->pix, 0, image, V4L2_MEMORY_MMAP, &got));
	EXPECT_EQ(0, create(self->fd, &self->pix, 3, image, V4L2_MEMORY_MMAP, &got));
	EXPECT_EQ(3, got);
	EXPECT_EQ(0, create(self->fd, &self->pix, 1, FRAME_MAX, V4L2_MEMORY_MMAP, &got));
	EXPECT_EQ(EINVAL, create(self->fd, &self->pix, 1, image, V4L2_MEMORY_USERPTR, &got));
	EXPECT_EQ(0, node_request(self->fd, 0, V4L2_MEMORY_MMAP));
}

TEST_F_TIMEOUT(node, create_counts, 120)
{
	uint32_t got, total = 0;
	int ret;

	do {
		ret = create(self->fd, &self->pix, UINT32_MAX, FRAME_MAX, V4L2_MEMORY_MMAP, &got);
		if (!ret)
			total += got;
		ASSERT_LE(total, BUFFERS_MAX);
	} while (!ret && got);
	EXPECT_TRUE(ret == ENOMEM || ret == ENOBUFS) TH_LOG("%s", strerror(ret));
	EXPECT_EQ(0, node_request(self->fd, 0, V4L2_MEMORY_MMAP));
}

static int dequeue(int fd)
{
	struct v4l2_buffer b = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP,
	};

	return node_ioctl(fd, VIDIOC_DQBUF, &b);
}

static int export(int fd, uint32_t index, uint32_t plane)
{
	struct v4l2_exportbuffer e = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .index = index, .plane = plane,
	};

	if (node_ioctl(fd, VIDIOC_EXPBUF, &e))
		return errno;
	close(e.fd);
	return 0;
}

TEST_F_TIMEOUT(node, no_buffers, 120)
{
	struct pollfd p = { .fd = self->fd, .events = POLLIN };

	EXPECT_EQ(EINVAL, node_stream(self->fd, true));
	EXPECT_EQ(0, node_stream(self->fd, false));
	EXPECT_EQ(EINVAL, node_queue(self->fd, 0));
	EXPECT_EQ(EINVAL, dequeue(self->fd));
	EXPECT_EQ(EINVAL, export(self->fd, 0, 0));
	EXPECT_EQ(1, poll(&p, 1, 0));
	EXPECT_TRUE(p.revents & POLLERR);
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, self->fd, 0));
}

TEST_F_TIMEOUT(node, wrong_buffers, 120)
{
	struct v4l2_buffer b = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_DMABUF,
	};
	int n = node_request(self->fd, 4, V4L2_MEMORY_MMAP);

	ASSERT_EQ(4, n);
	EXPECT_EQ(EINVAL, node_queue(self->fd, 4));
	EXPECT_EQ(EINVAL, node_queue(self->fd, UINT32_MAX));
	EXPECT_EQ(EINVAL, node_ioctl(self->fd, VIDIOC_QBUF, &b));
	EXPECT_EQ(EINVAL, dequeue(self->fd));
	EXPECT_EQ(0, node_queue(self->fd, 0));
	EXPECT_EQ(EINVAL, node_queue(self->fd, 0));
	EXPECT_EQ(EINVAL, export(self->fd, 4, 0));
	EXPECT_EQ(EINVAL, export(self->fd, 0, 1));
	EXPECT_EQ(0, export(self->fd, 0, 0));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, self->fd, 0x7ffff000));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, FRAME_MAX, PROT_READ, MAP_SHARED, self->fd, 0));
	EXPECT_EQ(0, node_request(self->fd, 0, V4L2_MEMORY_MMAP));
}

/* The picture keeps its size as long as there are buffers, for everybody. */
TEST_F_TIMEOUT(node, size_is_kept, 120)
{
	struct v4l2_selection sel = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .target = V4L2_SEL_TGT_CROP,
		.r = { .width = 320, .height = 240 },
	};
	struct v4l2_pix_format pix = self->pix;
	int other = node_open();

	ASSERT_GE(other, 0);
	ASSERT_EQ(4, node_request(self->fd, 4, V4L2_MEMORY_MMAP));
	EXPECT_EQ(EBUSY, node_set_format(self->fd, &pix));
	EXPECT_EQ(EBUSY, node_set_format(other, &pix));
	EXPECT_EQ(EBUSY, node_ioctl(other, VIDIOC_S_SELECTION, &sel));
	pix.width = 320;
	EXPECT_EQ(0, node_try_format(other, &pix));
	EXPECT_EQ(-EBUSY, node_request(other, 4, V4L2_MEMORY_MMAP));
	EXPECT_EQ(EBUSY, node_stream(other, true));
	EXPECT_EQ(EBUSY, node_queue(other, 0));
	EXPECT_EQ(0, node_request(self->fd, 0, V4L2_MEMORY_MMAP));
	EXPECT_EQ(0, node_set_format(other, &pix));
	close(other);
}

static int wait_frame(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	if (poll(&p, 1, 20000) != 1)
		return -ETIMEDOUT;
	return dequeue(fd);
}

static int start(int fd, unsigned int n)
{
	unsigned int i;
	int ret = 0;

	if (node_request(fd, n, V4L2_MEMORY_MMAP) != (int)n)
		return -ENOMEM;
	for (i = 0; i < n && !ret; i++)
		ret = node_queue(fd, i);
	return ret ? ret : node_stream(fd, true);
}

TEST_F_TIMEOUT(node, streaming, 120)
{
	struct v4l2_pix_format pix = self->pix;
	int other = node_open();

	ASSERT_GE(other, 0);
	ASSERT_EQ(0, start(self->fd, 4));
	EXPECT_EQ(0, node_stream(self->fd, true));
	EXPECT_EQ(0, wait_frame(self->fd));
	EXPECT_EQ(EBUSY, node_set_format(self->fd, &pix));
	EXPECT_EQ(-EBUSY, node_request(self->fd, 2, V4L2_MEMORY_MMAP));
	EXPECT_EQ(EBUSY, node_stream(other, false));
	EXPECT_EQ(EBUSY, dequeue(other));
	close(other);
	EXPECT_EQ(0, wait_frame(self->fd));
	EXPECT_EQ(0, node_stream(self->fd, false));
	EXPECT_EQ(0, node_stream(self->fd, false));
	EXPECT_EQ(EINVAL, dequeue(self->fd));
}

/* STREAMON before the first QBUF, buffers one by one. */
TEST_F_TIMEOUT(node, late_buffers, 120)
{
	ASSERT_EQ(3, node_request(self->fd, 3, V4L2_MEMORY_MMAP));
	EXPECT_EQ(0, node_stream(self->fd, true));
	EXPECT_EQ(EAGAIN, dequeue(self->fd));
	EXPECT_EQ(0, node_queue(self->fd, 1));
	EXPECT_EQ(0, wait_frame(self->fd));
	EXPECT_EQ(0, node_queue(self->fd, 2));
	EXPECT_EQ(0, wait_frame(self->fd));
	EXPECT_EQ(0, node_stream(self->fd, false));
}

/* The last file goes while a stream runs and its frames are mapped. */
TEST_F_TIMEOUT(node, close_while_streaming, 120)
{
	struct v4l2_buffer b = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = 0,
	};
	void *frame;
	int fd = node_open();

	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, start(fd, 4));
	ASSERT_EQ(0, node_ioctl(fd, VIDIOC_QUERYBUF, &b));
	frame = mmap(NULL, b.length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, b.m.offset);
	ASSERT_NE(MAP_FAILED, frame);
	EXPECT_EQ(0, wait_frame(fd));
	close(fd);
	memset(frame, 0x5a, b.length);
	EXPECT_EQ(0, munmap(frame, b.length));

	EXPECT_EQ(0, start(self->fd, 4));
	EXPECT_EQ(0, wait_frame(self->fd));
	EXPECT_EQ(0, node_stream(self->fd, false));
}

TEST_HARNESS_MAIN
