// SPDX-License-Identifier: GPL-2.0
/* Controls of gevsim's camera: twins, events, flags, and what depends on what. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/gev_cids.h>

#include "kselftest_harness.h"
#include "node.h"

FIXTURE(node)
{
	int fd;
	int other;
};

static int set_size(int fd, uint32_t width, uint32_t height)
{
	struct v4l2_pix_format pix = {
		.width = width, .height = height, .pixelformat = V4L2_PIX_FMT_GREY,
	};

	return node_set_format(fd, &pix);
}

/* Entry of a menu by its name, or -1. */
static int entry(int fd, uint32_t id, const char *name)
{
	struct v4l2_querymenu m = { .id = id };
	struct v4l2_query_ext_ctrl q;

	if (node_query(fd, id, &q))
		return -1;
	for (m.index = 0; m.index <= q.maximum; m.index++)
		if (!node_ioctl(fd, VIDIOC_QUERYMENU, &m) && !strcmp((char *)m.name, name))
			return m.index;
	return -1;
}

static int set_entry(int fd, uint32_t id, const char *name)
{
	int n = entry(fd, id, name);

	return n < 0 ? ENOENT : node_set(fd, id, n);
}

FIXTURE_SETUP(node)
{
	self->fd = node_open();
	self->other = node_open();
	ASSERT_GE(self->fd, 0);
	ASSERT_GE(self->other, 0);
	ASSERT_EQ(0, set_entry(self->fd, GEV_CID_EXPOSURE_AUTO, "Off"));
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_BINNING_HORIZONTAL, 1));
	ASSERT_EQ(0, set_size(self->fd, 640, 480));
}

FIXTURE_TEARDOWN(node)
{
	close(self->other);
	close(self->fd);
}

/* Every control can be asked for everything, and has a name of its own. */
TEST_F_TIMEOUT(node, all, 120)
{
	static char names[1024][32];
	struct v4l2_query_ext_ctrl q = { .id = V4L2_CTRL_FLAG_NEXT_CTRL };
	unsigned int n = 0, i;
	int64_t value;

	while (!node_ioctl(self->fd, VIDIOC_QUERY_EXT_CTRL, &q)) {
		ASSERT_LT(n, ARRAY_SIZE(names));
		for (i = 0; i < n; i++)
			EXPECT_NE(0, strcasecmp(names[i], q.name)) TH_LOG("%s twice", q.name);
		strcpy(names[n++], q.name);
		if (q.type != V4L2_CTRL_TYPE_CTRL_CLASS && q.type != V4L2_CTRL_TYPE_STRING &&
		    !(q.flags & V4L2_CTRL_FLAG_WRITE_ONLY))
			EXPECT_EQ(0, node_get(self->fd, q.id, &value)) TH_LOG("%s", q.name);
		if (q.flags & V4L2_CTRL_FLAG_VOLATILE && !(q.flags & V4L2_CTRL_FLAG_READ_ONLY))
			EXPECT_TRUE(q.flags & V4L2_CTRL_FLAG_EXECUTE_ON_WRITE);
		q.id |= V4L2_CTRL_FLAG_NEXT_CTRL;
	}
	EXPECT_GT(n, 20);
}

/* What belongs to the driver is no control, or one that cannot be set. */
TEST_F_TIMEOUT(node, no_control, 120)
{
	static const char *const names[] = {
		"Width", "Height", "Offset X", "Offset Y", "Pixel Format", "Payload Size",
		"Acquisition Start", "Acquisition Stop", "TL Params Locked", "Device Reset",
		"User Set Save", "Gev CCP", "Gev Heartbeat Timeout", "Gev Persistent IP Address",
	};
	struct v4l2_query_ext_ctrl q = { .id = V4L2_CTRL_FLAG_NEXT_CTRL };
	unsigned int i;

	while (!node_ioctl(self->fd, VIDIOC_QUERY_EXT_CTRL, &q)) {
		for (i = 0; i < ARRAY_SIZE(names); i++)
			EXPECT_FALSE(!strcasecmp(names[i], q.name) &&
				     !(q.flags & V4L2_CTRL_FLAG_READ_ONLY)) TH_LOG("%s", q.name);
		q.id |= V4L2_CTRL_FLAG_NEXT_CTRL;
	}
}

static int64_t power_of_ten(int64_t value)
{
	while (value > 1 && !(value % 10))
		value /= 10;
	return value;
}

/* 100 us units beside the exact value in its decimal scale. */
TEST_F_TIMEOUT(node, twins, 120)
{
	struct v4l2_query_ext_ctrl q;
	int64_t exact, std, us;

	ASSERT_EQ(0, node_set(self->fd, V4L2_CID_EXPOSURE_ABSOLUTE, 123));
	ASSERT_EQ(0, node_get(self->fd, GEV_CID_EXPOSURE_TIME, &exact));
	ASSERT_EQ(0, exact % 12300);
	us = exact / 12300;
	EXPECT_EQ(1, power_of_ten(us)) TH_LOG("12300 us are %lld", (long long)exact);

	ASSERT_EQ(0, node_set(self->fd, GEV_CID_EXPOSURE_TIME, 25049 * us));
	ASSERT_EQ(0, node_get(self->fd, V4L2_CID_EXPOSURE_ABSOLUTE, &std));
	EXPECT_EQ(250, std);
	ASSERT_EQ(0, node_get(self->fd, GEV_CID_EXPOSURE_TIME, &exact));
	EXPECT_EQ(25049 * us, exact);
	ASSERT_EQ(0, node_query(self->fd, GEV_CID_EXPOSURE_TIME, &q));
	EXPECT_EQ(10 * us, q.minimum);
	EXPECT_EQ(10000000 * us, q.maximum);
	ASSERT_EQ(0, node_query(self->fd, V4L2_CID_EXPOSURE_ABSOLUTE, &q));
	EXPECT_EQ(100000, q.maximum);

	/* Beyond the limits is at the limit. */
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_EXPOSURE_TIME, INT64_MAX));
	ASSERT_EQ(0, node_get(self->fd, GEV_CID_EXPOSURE_TIME, &exact));
	EXPECT_EQ(10000000 * us, exact);
	ASSERT_EQ(0, node_set(self->fd, V4L2_CID_EXPOSURE_ABSOLUTE, 0));
	ASSERT_EQ(0, node_get(self->fd, GEV_CID_EXPOSURE_TIME, &exact));
	EXPECT_EQ(10 * us, exact);
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_EXPOSURE_TIME, 10000 * us));
}

static int subscribe(int fd, uint32_t type, uint32_t id)
{
	struct v4l2_event_subscription s = { .type = type, .id = id };

	return node_ioctl(fd, VIDIOC_SUBSCRIBE_EVENT, &s);
}

/* The changes of a control that have been reported since, 0 for none. */
static uint32_t changes(int fd, uint32_t type, uint32_t id)
{
	struct v4l2_event ev;
	uint32_t seen = 0;

	while (!node_ioctl(fd, VIDIOC_DQEVENT, &ev))
		if (ev.type == type && ev.id == id)
			seen |= type == V4L2_EVENT_CTRL ? ev.u.ctrl.changes :
							  ev.u.src_change.changes;
	return seen;
}

/* Others hear of a change, also of the twin; who made it hears of the twin. */
TEST_F_TIMEOUT(node, events, 120)
{
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_GAIN, 0));
	ASSERT_EQ(0, subscribe(self->fd, V4L2_EVENT_CTRL, GEV_CID_GAIN));
	ASSERT_EQ(0, subscribe(self->other, V4L2_EVENT_CTRL, GEV_CID_GAIN));
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_GAIN, 3000000));
	EXPECT_EQ(V4L2_EVENT_CTRL_CH_VALUE, changes(self->other, V4L2_EVENT_CTRL, GEV_CID_GAIN));
	EXPECT_EQ(0, changes(self->fd, V4L2_EVENT_CTRL, GEV_CID_GAIN));
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_GAIN, 3000000));
	EXPECT_EQ(0, changes(self->other, V4L2_EVENT_CTRL, GEV_CID_GAIN));

	ASSERT_EQ(0, subscribe(self->fd, V4L2_EVENT_CTRL, V4L2_CID_EXPOSURE_ABSOLUTE));
	ASSERT_EQ(0, node_set(self->fd, V4L2_CID_EXPOSURE_ABSOLUTE, 50));
	changes(self->fd, V4L2_EVENT_CTRL, V4L2_CID_EXPOSURE_ABSOLUTE);
	ASSERT_EQ(0, node_set(self->other, V4L2_CID_EXPOSURE_ABSOLUTE, 100));
	EXPECT_EQ(V4L2_EVENT_CTRL_CH_VALUE,
		  changes(self->fd, V4L2_EVENT_CTRL, V4L2_CID_EXPOSURE_ABSOLUTE));
}

/* Id of a control by its name, or 0. */
static uint32_t id_of(int fd, const char *name)
{
	struct v4l2_query_ext_ctrl q = { .id = V4L2_CTRL_FLAG_NEXT_CTRL };

	while (!node_ioctl(fd, VIDIOC_QUERY_EXT_CTRL, &q)) {
		if (!strcmp(q.name, name))
			return q.id;
		q.id |= V4L2_CTRL_FLAG_NEXT_CTRL;
	}
	return 0;
}

/* A limit that another control moves is told, also that for one entry of a selector. */
TEST_F_TIMEOUT(node, limits, 120)
{
	uint32_t duration = id_of(self->fd, "Timer Duration Timer2");
	uint32_t delay = id_of(self->fd, "Timer Delay Timer2");
	struct v4l2_query_ext_ctrl q;

	ASSERT_NE(0, duration);
	ASSERT_NE(0, delay);
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_TIMER_DURATION, 0));
	ASSERT_EQ(0, node_set(self->fd, duration, 0));
	ASSERT_EQ(0, subscribe(self->other, V4L2_EVENT_CTRL, GEV_CID_TIMER_DELAY));
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_TIMER_DURATION, 400000));
	EXPECT_TRUE(changes(self->other, V4L2_EVENT_CTRL, GEV_CID_TIMER_DELAY) &
		    V4L2_EVENT_CTRL_CH_RANGE);
	ASSERT_EQ(0, node_query(self->fd, GEV_CID_TIMER_DELAY, &q));
	EXPECT_EQ(600000, q.maximum);
	ASSERT_EQ(0, node_query(self->fd, delay, &q));
	EXPECT_EQ(1000000, q.maximum);

	ASSERT_EQ(0, subscribe(self->other, V4L2_EVENT_CTRL, delay));
	ASSERT_EQ(0, node_set(self->fd, duration, 100000));
	EXPECT_TRUE(changes(self->other, V4L2_EVENT_CTRL, delay) & V4L2_EVENT_CTRL_CH_RANGE);
	ASSERT_EQ(0, node_query(self->fd, delay, &q));
	EXPECT_EQ(900000, q.maximum);
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_TIMER_DURATION, 0));
	ASSERT_EQ(0, node_set(self->fd, duration, 0));
}

/* Temperature is to be polled: it changes without anybody asking for it. */
TEST_F_TIMEOUT(node, polling, 120)
{
	struct v4l2_query_ext_ctrl q;
	unsigned int s;
	uint32_t seen = 0;

	ASSERT_EQ(0, node_query(self->fd, GEV_CID_DEVICE_TEMPERATURE, &q));
	EXPECT_TRUE(q.flags & V4L2_CTRL_FLAG_READ_ONLY);
	ASSERT_EQ(0, subscribe(self->fd, V4L2_EVENT_CTRL, GEV_CID_DEVICE_TEMPERATURE));
	for (s = 0; s < 30 && !seen; s++) {
		sleep(1);
		seen = changes(self->fd, V4L2_EVENT_CTRL, GEV_CID_DEVICE_TEMPERATURE);
	}
	EXPECT_EQ(V4L2_EVENT_CTRL_CH_VALUE, seen);
}

/* A feature that another one locks is inactive: setting it has no effect. */
TEST_F_TIMEOUT(node, inactive, 120)
{
	struct v4l2_query_ext_ctrl q;
	int64_t value, after;

	ASSERT_EQ(0, subscribe(self->other, V4L2_EVENT_CTRL, GEV_CID_EXPOSURE_TIME));
	ASSERT_EQ(0, set_entry(self->fd, GEV_CID_EXPOSURE_AUTO, "Continuous"));
	EXPECT_TRUE(changes(self->other, V4L2_EVENT_CTRL, GEV_CID_EXPOSURE_TIME) &
		    V4L2_EVENT_CTRL_CH_FLAGS);
	ASSERT_EQ(0, node_query(self->fd, GEV_CID_EXPOSURE_TIME, &q));
	EXPECT_TRUE(q.flags & V4L2_CTRL_FLAG_INACTIVE);
	EXPECT_FALSE(q.flags & V4L2_CTRL_FLAG_GRABBED);
	ASSERT_EQ(0, node_query(self->fd, V4L2_CID_EXPOSURE_ABSOLUTE, &q));
	EXPECT_TRUE(q.flags & V4L2_CTRL_FLAG_INACTIVE);
	EXPECT_EQ(0, node_get(self->fd, GEV_CID_EXPOSURE_TIME, &value));
	EXPECT_EQ(0, node_set(self->fd, GEV_CID_EXPOSURE_TIME, value / 2));
	EXPECT_EQ(0, node_get(self->fd, GEV_CID_EXPOSURE_TIME, &after));
	EXPECT_EQ(value, after);

	ASSERT_EQ(0, set_entry(self->fd, GEV_CID_EXPOSURE_AUTO, "Off"));
	ASSERT_EQ(0, node_query(self->fd, GEV_CID_EXPOSURE_TIME, &q));
	EXPECT_FALSE(q.flags & V4L2_CTRL_FLAG_INACTIVE);
	EXPECT_EQ(0, node_set(self->fd, GEV_CID_EXPOSURE_TIME, value));
}

/* Binning halves the picture, says so, and waits until there are no buffers. */
TEST_F_TIMEOUT(node, binning, 120)
{
	struct v4l2_frmsizeenum before = { .pixel_format = V4L2_PIX_FMT_GREY }, after = before;
	int64_t value;

	ASSERT_EQ(0, node_ioctl(self->fd, VIDIOC_ENUM_FRAMESIZES, &before));
	ASSERT_EQ(0, set_size(self->fd, before.stepwise.max_width, 480));
	ASSERT_EQ(0, subscribe(self->other, V4L2_EVENT_SOURCE_CHANGE, 0));

	ASSERT_EQ(4, node_request(self->fd, 4, V4L2_MEMORY_MMAP));
	EXPECT_EQ(EBUSY, node_set(self->other, GEV_CID_BINNING_HORIZONTAL, 2));
	ASSERT_EQ(0, node_request(self->fd, 0, V4L2_MEMORY_MMAP));
	EXPECT_EQ(0, changes(self->other, V4L2_EVENT_SOURCE_CHANGE, 0));

	ASSERT_EQ(0, node_set(self->fd, GEV_CID_BINNING_HORIZONTAL, 2));
	ASSERT_EQ(0, node_get(self->fd, GEV_CID_BINNING_HORIZONTAL, &value));
	EXPECT_EQ(2, value);
	EXPECT_EQ(V4L2_EVENT_SRC_CH_RESOLUTION,
		  changes(self->other, V4L2_EVENT_SOURCE_CHANGE, 0));
	ASSERT_EQ(0, node_ioctl(self->fd, VIDIOC_ENUM_FRAMESIZES, &after));
	EXPECT_EQ(before.stepwise.max_width / 2, after.stepwise.max_width);
	ASSERT_EQ(0, node_set(self->fd, GEV_CID_BINNING_HORIZONTAL, 1));
}

/* What the camera locks while it sends is grabbed for that time. */
TEST_F_TIMEOUT(node, grabbed, 120)
{
	struct v4l2_query_ext_ctrl q;
	unsigned int i;

	ASSERT_EQ(4, node_request(self->fd, 4, V4L2_MEMORY_MMAP));
	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, node_queue(self->fd, i));
	ASSERT_EQ(0, node_stream(self->fd, true));
	ASSERT_EQ(0, node_query(self->fd, GEV_CID_BINNING_HORIZONTAL, &q));
	EXPECT_TRUE(q.flags & V4L2_CTRL_FLAG_GRABBED);
	EXPECT_EQ(EBUSY, node_set(self->other, GEV_CID_BINNING_HORIZONTAL, 1));
	EXPECT_EQ(0, node_set(self->other, GEV_CID_GAIN, 0));
	ASSERT_EQ(0, node_stream(self->fd, false));
	ASSERT_EQ(0, node_query(self->fd, GEV_CID_BINNING_HORIZONTAL, &q));
	EXPECT_FALSE(q.flags & V4L2_CTRL_FLAG_GRABBED);
	EXPECT_FALSE(q.flags & V4L2_CTRL_FLAG_INACTIVE);
}

/* Of two applications, the one with the higher priority decides. */
TEST_F_TIMEOUT(node, priority, 120)
{
	int high = V4L2_PRIORITY_RECORD, low = V4L2_PRIORITY_INTERACTIVE;

	ASSERT_EQ(0, node_ioctl(self->fd, VIDIOC_S_PRIORITY, &high));
	EXPECT_EQ(EBUSY, node_set(self->other, GEV_CID_GAIN, 0));
	EXPECT_EQ(EBUSY, set_size(self->other, 320, 240));
	EXPECT_EQ(0, node_set(self->fd, GEV_CID_GAIN, 0));
	ASSERT_EQ(0, node_ioctl(self->fd, VIDIOC_S_PRIORITY, &low));
	EXPECT_EQ(0, node_set(self->other, GEV_CID_GAIN, 0));
}

TEST_HARNESS_MAIN
