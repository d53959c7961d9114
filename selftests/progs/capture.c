// SPDX-License-Identifier: GPL-2.0
/*
 * A strict V4L2 application: captures frames of gevsim's ramp, checks every
 * byte against the buffer's sequence number, and prints what it saw as one
 * line of KEY=VALUE words. SIGTERM ends it as if all frames had come.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/gev_rdma.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <popt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "ramp.h"

#define BUFFERS_MAX 32

static int nr_frames = 20, nr_buffers = 4, timeout_ms = 10000, camera;
static int stall_at = -1, stall_ms, runs = 1, no_check, any_block, until_error;
static int seconds, restarts, crc, hold_at = -1;
static const char *first = "1";

static const struct poptOption options[] = {
	{ "frames", 'n', POPT_ARG_INT, &nr_frames, 0, "frames of each run", "N" },
	{ "buffers", 'b', POPT_ARG_INT, &nr_buffers, 0, "buffers", "N" },
	{ "timeout", 't', POPT_ARG_INT, &timeout_ms, 0, "longest wait for a frame", "MS" },
	{ "camera", 'c', POPT_ARG_INT, &camera, 0, "camera index of the ramp", "N" },
	{ "first", 0, POPT_ARG_STRING, &first, 0,
	  "block id that the camera begins with; ids of 16 bits, unless it has more", "ID" },
	{ "stall-at", 0, POPT_ARG_INT, &stall_at, 0, "frame after which to stop for a while", "N" },
	{ "stall", 0, POPT_ARG_INT, &stall_ms, 0, "how long", "MS" },
	{ "hold-at", 0, POPT_ARG_INT, &hold_at, 0,
	  "frame whose buffer is kept to the end, and looked at again then", "N" },
	{ "runs", 'r', POPT_ARG_INT, &runs, 0, "STREAMON ... STREAMOFF so many times", "N" },
	{ "no-check", 0, POPT_ARG_NONE, &no_check, 0, "do not look at the bytes", NULL },
	{ "any-block", 0, POPT_ARG_NONE, &any_block, 0,
	  "the bytes need not be those of the sequence number's block", NULL },
	{ "until-error", 0, POPT_ARG_NONE, &until_error, 0,
	  "an error of DQBUF or poll is a good end", NULL },
	{ "seconds", 0, POPT_ARG_INT, &seconds, 0, "end of each run, if it comes first", "N" },
	{ "restarts", 0, POPT_ARG_NONE, &restarts, 0,
	  "the camera may begin with block 1 anew: count it, by its picture", NULL },
	{ "crc", 0, POPT_ARG_NONE, &crc, 0, "a line with each frame's sequence and CRC-32", NULL },
	POPT_AUTOHELP
	POPT_TABLEEND
};

static struct buffer {
	uint8_t *data;
	size_t size;
} buffers[BUFFERS_MAX];

/**
 * struct tally - what was seen
 * @frames: good ones
 * @damaged: with the error flag
 * @wrong: good ones whose bytes or size are wrong
 * @missing: sequence numbers that never came
 * @backward: sequence numbers that did not advance
 * @restarts: block ids that began anew, by the pictures
 * @events: of the transport in use
 * @transport: the last one that was told
 * @base: sequence number of block 1
 * @first: sequence number of the first block
 * @last: sequence number
 * @any: @last is valid
 * @wait_max: longest wait for a frame, ns
 * @bytes: of good frames
 * @error: errno that ended it
 */
static struct tally {
	unsigned long frames, damaged, wrong, missing, backward, restarts, events;
	int transport;
	uint32_t base;
	uint32_t first;
	uint32_t last;
	int any;
	uint64_t wait_max, bytes, elapsed;
	int error;
} tally;

static struct ramp ramp;
static int stop_fd;	/* readable once somebody wants an end */

static void watch_stop(void)
{
	sigset_t term;

	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, NULL);
	stop_fd = signalfd(-1, &term, SFD_CLOEXEC);
}

static int stop_wanted(void)
{
	struct pollfd p = { .fd = stop_fd, .events = POLLIN };

	return poll(&p, 1, 0) > 0;
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static int fail(const char *what)
{
	tally.error = errno;
	fprintf(stderr, "capture: %s: %s\n", what, strerror(errno));
	return -1;
}

static int queue(int fd, unsigned int index)
{
	struct v4l2_buffer b = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = index,
	};

	return ioctl(fd, VIDIOC_QBUF, &b) ? fail("VIDIOC_QBUF") : 0;
}

static int set_up(int fd)
{
	struct v4l2_format f = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE };
	struct v4l2_requestbuffers rb = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP,
		.count = nr_buffers,
	};

	if (ioctl(fd, VIDIOC_G_FMT, &f))
		return fail("VIDIOC_G_FMT");
	if (!ramp_init(&ramp, f.fmt.pix.pixelformat, f.fmt.pix.width, f.fmt.pix.height) &&
	    !no_check) {
		errno = EINVAL;
		return fail("this format has no ramp");
	}
	if (ioctl(fd, VIDIOC_REQBUFS, &rb))
		return fail("VIDIOC_REQBUFS");
	nr_buffers = rb.count < BUFFERS_MAX ? rb.count : BUFFERS_MAX;
	for (int i = 0; i < nr_buffers; i++) {
		struct v4l2_buffer b = {
			.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = i,
		};

		if (ioctl(fd, VIDIOC_QUERYBUF, &b))
			return fail("VIDIOC_QUERYBUF");
		buffers[i].size = b.length;
		buffers[i].data = mmap(NULL, b.length, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
				       b.m.offset);
		if (buffers[i].data == MAP_FAILED)
			return fail("mmap");
	}
	return 0;
}

/*
 * The block id of a frame: that of its sequence number, or, where block ids have
 * run wild, one that its first sample belongs to. A camera that does not begin
 * with block 1 may be counted from its first block on, or as if blocks before were
 * missing.
 */
static uint64_t block_of(uint32_t sequence, unsigned int index)
{
	uint64_t begin = strtoull(first, NULL, 0);
	uint64_t last = begin > 65535 ? UINT64_MAX : 65535;
	uint32_t more;

	if (any_block)
		return ramp_block(&ramp, buffers[index].data, camera);
	if (begin == 1)
		return (uint64_t)sequence - tally.base + 1;
	if (!tally.any)
		tally.first = sequence >= (uint32_t)(begin - 1) ? begin - 1 : 0;
	more = sequence - tally.first;
	return more > last - begin ? more - (last - begin) : begin + more;
}

static int is_block(const struct v4l2_buffer *b, uint64_t block)
{
	return ramp_compare(&ramp, buffers[b->index].data, block, camera) < 0;
}

/* After the camera has begun anew, the picture tells which block has this sequence. */
static int right(const struct v4l2_buffer *b, uint64_t block)
{
	if (b->bytesused != ramp_bytes(&ramp))
		return 0;
	if (is_block(b, block))
		return 1;
	if (!restarts)
		return 0;
	block = ramp_block(&ramp, buffers[b->index].data, camera);
	if (!is_block(b, block))
		return 0;
	tally.base = b->sequence + 1 - block;
	tally.restarts++;
	return 1;
}

static void print_crc(const struct v4l2_buffer *b)
{
	if (b->flags & V4L2_BUF_FLAG_ERROR)
		printf("damaged %u\n", b->sequence);
	else
		printf("frame %u %08lx\n", b->sequence,
		       crc32(0, buffers[b->index].data, b->bytesused));
}

static void judge(const struct v4l2_buffer *b)
{
	uint64_t block = block_of(b->sequence, b->index);

	if (crc)
		print_crc(b);
	if (b->flags & V4L2_BUF_FLAG_ERROR) {
		tally.damaged++;
	} else {
		tally.frames++;
		tally.bytes += b->bytesused;
		if (!no_check && !right(b, block))
			tally.wrong++;
	}
	if (tally.any) {
		int32_t step = b->sequence - tally.last;

		if (step > 0)
			tally.missing += step - 1;
		else if (!(b->flags & V4L2_BUF_FLAG_ERROR))
			tally.backward++;
	} else {
		tally.missing += b->sequence - tally.first;
	}
	tally.any = 1;
	tally.last = b->sequence;
}

/* Nodes of other drivers do not have this control. */
static void subscribe(int fd)
{
	struct v4l2_event_subscription what = {
		.type = V4L2_EVENT_CTRL, .id = GEV_CID_TRANSPORT,
	};

	ioctl(fd, VIDIOC_SUBSCRIBE_EVENT, &what);
}

static void take_events(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLPRI };
	struct v4l2_event event;

	while (poll(&p, 1, 0) > 0 && p.revents & POLLPRI && !ioctl(fd, VIDIOC_DQEVENT, &event)) {
		tally.events++;
		tally.transport = event.u.ctrl.value;
	}
}

/* Waits for a frame, an error or an end that is wanted; what poll() returns. */
static int wait_frame(int fd)
{
	struct pollfd p[] = {
		{ .fd = fd, .events = POLLIN | POLLPRI }, { .fd = stop_fd, .events = POLLIN },
	};
	uint64_t began = now_ns(), waited;
	int ret;

	do {
		ret = poll(p, 2, timeout_ms);
		if (ret > 0 && p[0].revents & POLLPRI)
			take_events(fd);
	} while (ret > 0 && p[0].revents == POLLPRI && !p[1].revents);
	waited = now_ns() - began;
	if (waited > tally.wait_max)
		tally.wait_max = waited;
	return ret;
}

static int dequeue(int fd, struct v4l2_buffer *b)
{
	int ret = wait_frame(fd);

	if (ret < 0)
		return fail("poll");
	if (stop_wanted())
		return -1;
	if (!ret) {
		errno = ETIMEDOUT;
		return fail("no frame");
	}
	*b = (struct v4l2_buffer){
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP,
	};
	return ioctl(fd, VIDIOC_DQBUF, b) ? fail("VIDIOC_DQBUF") : 0;
}

static int stream(int fd)
{
	uint64_t end = seconds ? now_ns() + seconds * 1000000000ull : UINT64_MAX;
	struct v4l2_buffer b, held;
	uint64_t block = 0;

	for (int i = 0; i < nr_frames && now_ns() < end && !stop_wanted(); i++) {
		if (dequeue(fd, &b))
			break;
		judge(&b);
		if (i == stall_at)
			usleep(1000 * stall_ms);
		if (i == hold_at) {
			held = b;
			block = block_of(b.sequence, b.index);
		} else if (queue(fd, b.index)) {
			break;
		}
	}
	if (block && !is_block(&held, block))
		tally.wrong++;
	/* Those of the end are not meant. */
	take_events(fd);
	return tally.error ? -1 : 0;
}

static int run(int fd)
{
	int type = V4L2_BUF_TYPE_VIDEO_CAPTURE, ret;
	uint64_t began;

	for (int i = 0; i < nr_buffers; i++)
		if (queue(fd, i))
			return -1;
	tally.any = 0;
	tally.base = 0;
	if (ioctl(fd, VIDIOC_STREAMON, &type))
		return fail("VIDIOC_STREAMON");
	began = now_ns();
	ret = stream(fd);
	tally.elapsed += now_ns() - began;
	if (ioctl(fd, VIDIOC_STREAMOFF, &type))
		return fail("VIDIOC_STREAMOFF");
	return ret;
}

int main(int argc, const char **argv)
{
	poptContext context = poptGetContext("capture", argc, argv, options, 0);
	const char *device;
	int fd, ret;

	ret = poptGetNextOpt(context);
	device = poptGetArg(context);
	if (ret < -1 || !device) {
		poptPrintUsage(context, stderr, 0);
		return 2;
	}
	watch_stop();
	fd = open(device, O_RDWR);
	ret = fd < 0 ? fail(device) : set_up(fd);
	subscribe(fd);
	for (int i = 0; i < runs && !ret && !stop_wanted(); i++)
		ret = run(fd);

	printf("frames=%lu damaged=%lu wrong=%lu missing=%lu backward=%lu ", tally.frames,
	       tally.damaged, tally.wrong, tally.missing, tally.backward);
	printf("restarts=%lu events=%lu transport=%d ", tally.restarts, tally.events,
	       tally.transport);
	printf("wait_ms=%llu bytes=%llu elapsed_ms=%llu errno=%d\n",
	       (unsigned long long)tally.wait_max / 1000000, (unsigned long long)tally.bytes,
	       (unsigned long long)tally.elapsed / 1000000, tally.error);
	poptFreeContext(context);
	return tally.wrong || tally.backward || (ret && !until_error);
}
