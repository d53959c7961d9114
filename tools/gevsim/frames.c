// SPDX-License-Identifier: GPL-2.0
/* Acquisition: requests of the register side, block ids, pacing, accounting. */
#include "clock.h"
#include "device.h"
#include "features.h"
#include "log.h"

#define FRAMES_WAIT_MAX		1000000000ull	/* ns */

/**
 * sim_frames_start() - AcquisitionStart
 * @dev: the camera, locked, not acquiring
 */
void sim_frames_start(struct sim_device *dev)
{
	struct sim_acquisition *a = &dev->acquisition;
	const struct sim_armed *first = sim_fault_state(&dev->faults, SIM_FAULT_FIRST_BLOCK);
	struct sim_geometry g;
	u64 now = sim_clock_ns();

	a->running = true;
	a->next_id = first && first->value ? first->value : 1;
	a->due = now;
	a->silent = 0;
	a->triggers = 0;
	a->overrun = 0;
	a->acquired = 0;
	a->sent = 0;
	a->dropped_connection = 0;
	a->dropped_credit = 0;
	a->dropped_send = 0;
	a->dropped_fault = 0;
	a->alone = now;
	dev->gvsp.restart = true;
	sim_log(SIM_LOG_INFO, dev->index, "acquisition started");
	sim_features_geometry(dev, &g);
	sim_log_event(dev->index, "start", "\"width\":%u,\"height\":%u,\"format\":\"%s\"",
		      g.width, g.height, g.format->name);
	sim_device_wake(dev);
}

/**
 * sim_frames_stop() - end of an acquisition
 * @dev: the camera, locked
 * @why: for the messages
 *
 * Does nothing when the camera is not acquiring. A frame under way is finished.
 */
void sim_frames_stop(struct sim_device *dev, const char *why)
{
	struct sim_acquisition *a = &dev->acquisition;

	if (!a->running)
		return;
	a->running = false;
	sim_log(SIM_LOG_INFO, dev->index,
		"acquisition stopped (%s): %llu acquired, %llu sent, %llu dropped",
		why, (unsigned long long)a->acquired, (unsigned long long)a->sent,
		(unsigned long long)(a->acquired - a->sent));
	sim_log_event(dev->index, "stop",
		      "\"reason\":\"%s\",\"acquired\":%llu,\"sent\":%llu,\"dropped_no_connection\":%llu,\"dropped_no_credit\":%llu,\"dropped_no_send\":%llu,\"dropped_by_fault\":%llu",
		      why, (unsigned long long)a->acquired, (unsigned long long)a->sent,
		      (unsigned long long)a->dropped_connection,
		      (unsigned long long)a->dropped_credit,
		      (unsigned long long)a->dropped_send,
		      (unsigned long long)a->dropped_fault);
	sim_device_wake(dev);
}

/**
 * sim_frames_trigger() - one software trigger
 * @dev: the camera, locked
 */
void sim_frames_trigger(struct sim_device *dev)
{
	if (!dev->acquisition.running)
		return;
	dev->acquisition.triggers++;
	sim_device_wake(dev);
}

/**
 * sim_frames_disconnect() - ask the stream thread to disconnect
 * @dev: the camera, locked
 */
void sim_frames_disconnect(struct sim_device *dev)
{
	dev->acquisition.disconnect = true;
	sim_device_wake(dev);
}

/**
 * sim_frames_check_alone() - stop an acquisition that nobody receives
 * @dev: the camera, locked
 */
void sim_frames_check_alone(struct sim_device *dev)
{
	const struct sim_acquisition *a = &dev->acquisition;
	u64 limit = sim_register_get(dev, GEV_REG_HEARTBEAT_TIMEOUT) * 1000000ull;

	if (a->running && !a->established &&
	    sim_register_get(dev, SIM_REG_PROTOCOL) == SIM_PROTOCOL_RDMA &&
	    sim_clock_ns() > a->alone + limit)
		sim_frames_stop(dev, "no connection");
}

static bool frames_by_software(const struct sim_device *dev)
{
	return sim_register_get(dev, SIM_REG_TRIGGER_MODE) &&
	       !sim_register_get(dev, SIM_REG_TRIGGER_SOURCE);
}

/* Line0 is wired to a generator that ticks at the rate of the command line. */
static bool frames_by_line(const struct sim_device *dev)
{
	return sim_register_get(dev, SIM_REG_TRIGGER_MODE) &&
	       sim_register_get(dev, SIM_REG_TRIGGER_SOURCE);
}

/**
 * sim_frames_period() - time from one frame to the next
 * @dev: the camera, locked
 *
 * Return: ns.
 */
u64 sim_frames_period(const struct sim_device *dev)
{
	double rate = sim_register_get_double(dev, SIM_REG_RATE);

	if (frames_by_line(dev) && dev->options->fps)
		rate = dev->options->fps;
	return 1e9 / rate;
}

/**
 * sim_frames_wanted() - is a frame to be acquired now?
 * @dev: the camera, locked
 * @sendable: connection, credit and a free send are there
 * @connecting: a connection is accepted, but not established yet
 * @now: CLOCK_MONOTONIC ns
 *
 * The first frame waits for a connection that is being made: the host may have
 * started the acquisition before the last message of the CM was here.
 *
 * Return: whether sim_frames_acquire() is to be called.
 */
bool sim_frames_wanted(const struct sim_device *dev, bool sendable, bool connecting, u64 now)
{
	const struct sim_acquisition *a = &dev->acquisition;

	if (!a->running || now < a->silent || (connecting && !a->acquired))
		return false;
	if (frames_by_software(dev))
		return a->triggers;
	if (!frames_by_line(dev) &&
	    (a->overrun || !sim_register_get(dev, SIM_REG_RATE_ENABLE)))
		return sendable;
	return now >= a->due;
}

/* The block id of a frame, with the faults that concern the ids of all that follow. */
static u64 frames_id(struct sim_device *dev)
{
	struct sim_acquisition *a = &dev->acquisition;
	const struct sim_armed *hit;
	u64 id;

	hit = sim_fault_frame(&dev->faults, SIM_FAULT_ID_JUMP, a->next_id);
	if (hit)
		a->next_id += hit->value;
	hit = sim_fault_frame(&dev->faults, SIM_FAULT_ID_RESTART, a->next_id);
	if (hit) {
		a->next_id = hit->value;
		/* It would strike again when the ids come there again. */
		if (!hit->every)
			sim_fault_disarm(&dev->faults, SIM_FAULT_ID_RESTART);
	}
	id = a->next_id ? a->next_id : 1;
	a->next_id = id + 1;
	return id;
}

/**
 * sim_frames_acquire() - take a block id, plan the next frame
 * @dev: the camera, locked
 * @now: CLOCK_MONOTONIC ns
 *
 * A camera that is late does not make up for it: the rate is an upper limit.
 * With the last frame that AcquisitionMode allows, the acquisition ends.
 *
 * Return: the block id.
 */
u64 sim_frames_acquire(struct sim_device *dev, u64 now)
{
	struct sim_acquisition *a = &dev->acquisition;
	u32 mode = sim_register_get(dev, SIM_REG_MODE);
	u64 period = sim_frames_period(dev);
	const struct sim_armed *hit;
	u64 id;

	if (a->triggers && frames_by_software(dev))
		a->triggers--;
	a->due += period;
	if (a->due + period < now)
		a->due = now;
	id = frames_id(dev);
	a->acquired++;
	hit = sim_fault_frame(&dev->faults, SIM_FAULT_CLOCK_BACK, id);
	if (hit)
		sim_device_back(dev, hit->value * 1000000);
	hit = sim_fault_frame(&dev->faults, SIM_FAULT_SILENT, id);
	if (hit)
		a->silent = now + hit->value * 1000000;
	if (mode && a->acquired >=
	    (mode == SIM_MODE_SINGLE ? 1 : sim_register_get(dev, SIM_REG_FRAME_COUNT)))
		sim_frames_stop(dev, "all frames acquired");
	return id;
}

/**
 * sim_frames_wait() - how long nothing will happen by itself
 * @dev: the camera, locked
 * @now: CLOCK_MONOTONIC ns
 *
 * Return: ns.
 */
u64 sim_frames_wait(const struct sim_device *dev, u64 now)
{
	const struct sim_acquisition *a = &dev->acquisition;
	u64 next;

	if (!a->running)
		return FRAMES_WAIT_MAX;
	next = a->silent > a->due ? a->silent : a->due;
	if (next <= now)
		return FRAMES_WAIT_MAX / 100;
	return next - now < FRAMES_WAIT_MAX ? next - now : FRAMES_WAIT_MAX;
}

/**
 * sim_frames_describe() - what a frame's descriptor says, but for id and time
 * @g: geometry
 * @frame: filled in
 */
void sim_frames_describe(const struct sim_geometry *g, struct gev_gendc_frame *frame)
{
	memset(frame, 0, sizeof(*frame));
	frame->pfnc = g->format->code;
	frame->component_pfnc = g->format->code;
	frame->x = g->width;
	frame->y = g->height;
	frame->data_size = g->payload;
	frame->descriptor_size = GEV_GENDC_DESCRIPTOR;
}
