// SPDX-License-Identifier: GPL-2.0
/* Frames: formats, sizes, block ids, pace, trigger. */
#include <string.h>
#include "gevsim_grs.h"

static bool test_formats(struct rig *rig)
{
	for (size_t i = 0; i < SIM_FORMATS; i++) {
		if (!rig_geometry(rig, sim_formats[i].name, 64, 48) || !rig_start(rig, 4) ||
		    !rig_frames(rig, 1, 10))
			return false;
		EXPECT(rig, !gvcp_write(&rig->client, SIM_STOP, 1));
		grs_close(&rig->session);
	}
	return true;
}

static bool test_sizes(struct rig *rig)
{
	static const uint32_t sizes[][2] = { { 1, 1 }, { 17, 3 }, { 719, 2 }, { 1021, 511 } };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		if (!rig_geometry(rig, "Mono8", sizes[i][0], sizes[i][1]) ||
		    !rig_start(rig, 4) || !rig_frames(rig, 1, 6))
			return false;
		EXPECT(rig, !gvcp_write(&rig->client, SIM_STOP, 1));
		grs_close(&rig->session);
	}
	return true;
}

/* No size but an even one for 4:2:2, none beyond the sensor. */
static bool test_size_limits(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;

	if (!rig_geometry(rig, "YUV422_8", 2, 1))
		return false;
	EXPECT(rig, gvcp_write(c, SIM_WIDTH, 4) == 0x8006);
	EXPECT(rig, !gvcp_write(c, SIM_LOCKED, 0));
	EXPECT(rig, gvcp_write(c, SIM_WIDTH, 3) == 0x8002);
	EXPECT(rig, gvcp_write(c, SIM_WIDTH, 0) == 0x8002);
	EXPECT(rig, gvcp_write(c, SIM_WIDTH, 8194) == 0x8002);
	EXPECT(rig, !gvcp_write(c, SIM_WIDTH, 8192));
	EXPECT(rig, gvcp_write(c, SIM_FORMAT, 0x01080002) == 0x8002);
	/* A line that is odd becomes even with the format. */
	EXPECT(rig, !gvcp_write(c, SIM_FORMAT, 0x01080001));
	EXPECT(rig, !gvcp_write(c, SIM_WIDTH, 1));
	EXPECT(rig, !gvcp_write(c, SIM_FORMAT, 0x02100032));
	EXPECT(rig, rig_read(rig, SIM_WIDTH) == 2);
	return true;
}

static bool test_trigger(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;
	struct grs_frame f;

	EXPECT(rig, gvcp_write(c, SIM_TRIGGER_SW, 1) == 0x8006);
	EXPECT(rig, !gvcp_write(c, SIM_TRIGGER, 1));
	if (!rig_start(rig, 4))
		return false;
	EXPECT(rig, grs_next(&rig->session, &f, 300) == GRS_TIMEOUT);
	for (int i = 1; i <= 3; i++) {
		EXPECT(rig, !gvcp_write(c, SIM_TRIGGER_SW, 1));
		if (!rig_frames(rig, i, 1))
			return false;
	}
	EXPECT(rig, grs_next(&rig->session, &f, 300) == GRS_TIMEOUT);
	return true;
}

static bool test_modes(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;
	struct grs_frame f;

	EXPECT(rig, !gvcp_write(c, SIM_MODE, 2));
	EXPECT(rig, !gvcp_write(c, SIM_COUNT, 3));
	if (!rig_start(rig, 4) || !rig_frames(rig, 1, 3) ||
	    !rig_wait(rig, SIM_ACQUIRING, 0, 1000))
		return false;
	EXPECT(rig, grs_next(&rig->session, &f, 300) == GRS_TIMEOUT);
	return true;
}

static bool test_rate(struct rig *rig)
{
	struct timespec a, b;
	double s;

	if (!rig_rate(rig, 10) || !rig_start(rig, 4) || !rig_frames(rig, 1, 1))
		return false;
	clock_gettime(CLOCK_MONOTONIC, &a);
	if (!rig_frames(rig, 2, 10))
		return false;
	clock_gettime(CLOCK_MONOTONIC, &b);
	s = b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) / 1e9;
	return (s > 0.8 && s < 1.6) || rig_note(rig, "10 frames at 10 fps took %.3f s", s);
}

/* A start while acquiring changes nothing; one after a stop begins with 1. */
static bool test_restart(struct rig *rig)
{
	struct gvcp_client *c = &rig->client;

	if (!rig_start(rig, 4) || !rig_frames(rig, 1, 5))
		return false;
	EXPECT(rig, !gvcp_write(c, SIM_START, 1));
	if (!rig_frames(rig, 6, 5))
		return false;
	EXPECT(rig, !gvcp_write(c, SIM_STOP, 1));
	grs_close(&rig->session);
	return rig_start(rig, 4) && rig_frames(rig, 1, 5);
}

const struct rig_test frame_tests[] = {
	{ "frames of each format", test_formats },
	{ "frames of odd sizes", test_sizes },
	{ "limits of size and format", test_size_limits },
	{ "software trigger", test_trigger },
	{ "MultiFrame", test_modes },
	{ "frame rate", test_rate },
	{ "start, stop, start", test_restart },
	{ NULL, NULL }
};
