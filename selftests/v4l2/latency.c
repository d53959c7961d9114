// SPDX-License-Identifier: GPL-2.0
/*
 * Streams, and sets a control whose register the camera holds up: how long do
 * frames, and other calls, have to wait? One line of KEY=VALUE words:
 *
 *	set_ms		what the control took
 *	before_ms	longest wait for a frame before it, in poll and DQBUF
 *	during_ms	the same while the control was being set
 *	call_ms		longest of the other calls that need no camera
 *	stall_ms	longest delay of a program that only sleeps, likewise
 *	frames, missing	in all
 *
 * usage: latency CONTROL-ID VALUE [SECONDS-BEFORE]
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "node.h"

#define BUFFERS 32	/* a second of frames: a busy machine is no slow driver */

static atomic_bool setting, done;
static int64_t before, during, calls, stall;
static unsigned long frames, missing;
static int fd, other;

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static void longest(int64_t *max, int64_t since)
{
	int64_t ms = now_ms() - since;

	if (ms > *max)
		*max = ms;
}

static void die(const char *what, int error)
{
	fprintf(stderr, "latency: %s: %s\n", what, strerror(error));
	exit(1);
}

static void *stream(void *unused)
{
	uint32_t next = 0;

	while (!done) {
		struct v4l2_buffer b = {
			.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP,
		};
		struct pollfd p = { .fd = fd, .events = POLLIN };
		int64_t since = now_ms();
		bool held = setting;
		int ret;

		if (poll(&p, 1, 30000) != 1)
			die("poll", ETIMEDOUT);
		ret = node_ioctl(fd, VIDIOC_DQBUF, &b);
		if (ret)
			die("VIDIOC_DQBUF", ret);
		longest(held ? &during : &before, since);
		if (frames++)
			missing += b.sequence - next;
		next = b.sequence + 1;
		ret = node_queue(fd, b.index);
		if (ret)
			die("VIDIOC_QBUF", ret);
	}
	return unused;
}

/* Calls of another application that are answered without the camera. */
static void *ask(void *unused)
{
	struct v4l2_event_subscription sub = { .type = V4L2_EVENT_SOURCE_CHANGE };

	if (node_ioctl(other, VIDIOC_SUBSCRIBE_EVENT, &sub))
		die("VIDIOC_SUBSCRIBE_EVENT", EINVAL);
	while (!done) {
		struct v4l2_capability cap;
		struct v4l2_fmtdesc desc = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE };
		struct pollfd p = { .fd = other, .events = POLLPRI };
		struct v4l2_pix_format pix;
		struct v4l2_event ev;
		int64_t since = now_ms();

		node_ioctl(other, VIDIOC_QUERYCAP, &cap);
		node_ioctl(other, VIDIOC_ENUM_FMT, &desc);
		node_get_format(other, &pix);
		node_try_format(other, &pix);
		node_ioctl(other, VIDIOC_DQEVENT, &ev);
		poll(&p, 1, 0);
		longest(&calls, since);
		usleep(20000);
	}
	return unused;
}

/* What the machine itself makes programs wait, while the control is set. */
static void *doze(void *unused)
{
	while (!done) {
		int64_t since = now_ms() + 10;

		usleep(10000);
		if (setting)
			longest(&stall, since);
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t streamer, asker, dozer;
	int64_t since, set_ms;
	int ret;

	if (argc < 3) {
		fprintf(stderr, "usage: latency CONTROL-ID VALUE [SECONDS-BEFORE]\n");
		return 2;
	}
	fd = node_open();
	other = node_open();
	if (fd < 0 || other < 0)
		die("open", errno);
	if (node_request(fd, BUFFERS, V4L2_MEMORY_MMAP) != BUFFERS)
		die("VIDIOC_REQBUFS", ENOMEM);
	for (int i = 0; i < BUFFERS; i++)
		node_queue(fd, i);
	ret = node_stream(fd, true);
	if (ret)
		die("VIDIOC_STREAMON", ret);
	pthread_create(&streamer, NULL, stream, NULL);
	pthread_create(&asker, NULL, ask, NULL);
	pthread_create(&dozer, NULL, doze, NULL);
	sleep(argc > 3 ? atoi(argv[3]) : 5);

	setting = true;
	since = now_ms();
	ret = node_set(other, strtoul(argv[1], NULL, 0), strtoll(argv[2], NULL, 0));
	set_ms = now_ms() - since;
	setting = false;
	if (ret)
		die("VIDIOC_S_EXT_CTRLS", ret);
	sleep(1);
	done = true;
	pthread_join(streamer, NULL);
	pthread_join(asker, NULL);
	pthread_join(dozer, NULL);
	node_stream(fd, false);
	printf("set_ms=%lld before_ms=%lld during_ms=%lld ", (long long)set_ms,
	       (long long)before, (long long)during);
	printf("call_ms=%lld stall_ms=%lld frames=%lu missing=%lu\n", (long long)calls,
	       (long long)stall, frames, missing);
	return 0;
}
