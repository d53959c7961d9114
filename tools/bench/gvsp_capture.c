// SPDX-License-Identifier: GPL-2.0
/*
 * A receiver of the GVSP benchmark: takes frames from a video node and gives
 * them back unread. The frame's id is the buffer's sequence number.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <popt.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "gvsp_run.h"

#define CAPTURE	V4L2_BUF_TYPE_VIDEO_CAPTURE

static struct gvsp_run run = { .warm = 10, .frames = 100 };
static int nr_buffers = 16;
static double fps;

static const struct poptOption options[] = {
	{ "fps", 0, POPT_ARG_DOUBLE, &fps, 0, "ask the node for this rate", "F" },
	{ "buffers", 0, POPT_ARG_INT, &nr_buffers, 0, "buffers (16)", "N" },
	{ "warm", 0, POPT_ARG_INT, &run.warm, 0, "frames that do not count (10)", "N" },
	{ "frames", 0, POPT_ARG_INT, &run.frames, 0, "frames that count (100)", "N" },
	{ "times", 0, POPT_ARG_STRING, &run.times, 0, "when each frame came", "FILE" },
	{ "interface", 0, POPT_ARG_STRING, &run.interface, 0, "count its packets", "IF" },
	POPT_AUTOHELP
	POPT_TABLEEND
};

static int fail(const char *what)
{
	fprintf(stderr, "gvsp_capture: %s: %s\n", what, strerror(errno));
	return 1;
}

static int set_rate(int fd)
{
	struct v4l2_streamparm parm = {
		.type = CAPTURE,
		.parm.capture.timeperframe = { .numerator = 1000, .denominator = fps * 1000 },
	};

	return fps && ioctl(fd, VIDIOC_S_PARM, &parm) ? fail("VIDIOC_S_PARM") : 0;
}

static int queue(int fd, unsigned int index)
{
	struct v4l2_buffer b = { .type = CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = index };

	return ioctl(fd, VIDIOC_QBUF, &b) ? fail("VIDIOC_QBUF") : 0;
}

/* Mapped, as an application has them, though nobody looks. */
static int set_up(int fd)
{
	struct v4l2_requestbuffers rb = {
		.type = CAPTURE, .memory = V4L2_MEMORY_MMAP, .count = nr_buffers,
	};

	if (ioctl(fd, VIDIOC_REQBUFS, &rb))
		return fail("VIDIOC_REQBUFS");
	for (unsigned int i = 0; i < rb.count; i++) {
		struct v4l2_buffer b = { .type = CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = i };

		if (ioctl(fd, VIDIOC_QUERYBUF, &b))
			return fail("VIDIOC_QUERYBUF");
		if (mmap(NULL, b.length, PROT_READ, MAP_SHARED, fd, b.m.offset) == MAP_FAILED)
			return fail("mmap");
		if (queue(fd, i))
			return 1;
	}
	return 0;
}

static int stream(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	bool more = true;

	while (more) {
		struct v4l2_buffer b = { .type = CAPTURE, .memory = V4L2_MEMORY_MMAP };

		if (poll(&p, 1, GVSP_RUN_WAIT) != 1)
			break;
		if (ioctl(fd, VIDIOC_DQBUF, &b))
			return fail("VIDIOC_DQBUF");
		more = gvsp_run_frame(&run, b.sequence, !(b.flags & V4L2_BUF_FLAG_ERROR));
		if (queue(fd, b.index))
			return 1;
	}
	return 0;
}

static int capture(const char *device)
{
	int fd = open(device, O_RDWR), type = CAPTURE, status;

	if (fd < 0)
		return fail(device);
	if (set_rate(fd) || set_up(fd))
		return 1;
	gvsp_run_ready();
	if (ioctl(fd, VIDIOC_STREAMON, &type))
		return fail("VIDIOC_STREAMON");
	status = stream(fd);
	if (gvsp_run_end(&run))
		status = 1;
	ioctl(fd, VIDIOC_STREAMOFF, &type);
	return status;
}

int main(int argc, const char **argv)
{
	poptContext context = poptGetContext("gvsp_capture", argc, argv, options, 0);
	int ret = poptGetNextOpt(context);
	const char *device = poptGetArg(context);

	if (ret < -1 || !device) {
		poptPrintUsage(context, stderr, 0);
		return 2;
	}
	ret = capture(device);
	poptFreeContext(context);
	return ret;
}
