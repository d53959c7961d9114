/* SPDX-License-Identifier: GPL-2.0 */
/* Acquisition: requests of the register side, block ids, pacing, accounting. */
#ifndef GEVSIM_FRAMES_H
#define GEVSIM_FRAMES_H

#include "wire/gendc.h"

struct sim_device;
struct sim_geometry;

/**
 * struct sim_acquisition - the present or last acquisition of a camera
 * @running: between AcquisitionStart and its end
 * @next_id: block id of the next frame
 * @due: CLOCK_MONOTONIC ns when it is to be acquired at the earliest
 * @silent: no frame before this time
 * @triggers: software triggers not yet used up
 * @overrun: frames still to be sent without credit
 * @acquired: frames that got a block id
 * @sent: frames whose sends were posted
 * @dropped_connection: not sent for want of a connection
 * @dropped_credit: not sent for want of credit
 * @dropped_send: not sent because all sends were under way
 * @dropped_fault: not sent because a fault said so
 * @disconnect: the stream thread has to disconnect
 * @established: a connection is established
 * @alone: CLOCK_MONOTONIC ns since when there is none
 * @credits: frames that may be sent
 * @port: where the CM listens; 0 = nowhere
 *
 * Protected by the lock of the device that it is part of.
 */
struct sim_acquisition {
	bool running;
	u64 next_id;
	u64 due;
	u64 silent;
	u32 triggers;
	u32 overrun;
	u64 acquired;
	u64 sent;
	u64 dropped_connection;
	u64 dropped_credit;
	u64 dropped_send;
	u64 dropped_fault;
	bool disconnect;
	bool established;
	u64 alone;
	s32 credits;
	u16 port;
};

void sim_frames_start(struct sim_device *dev);
void sim_frames_stop(struct sim_device *dev, const char *why);
void sim_frames_trigger(struct sim_device *dev);
void sim_frames_disconnect(struct sim_device *dev);
void sim_frames_check_alone(struct sim_device *dev);
bool sim_frames_wanted(const struct sim_device *dev, bool sendable, bool connecting, u64 now);
u64 sim_frames_acquire(struct sim_device *dev, u64 now);
u64 sim_frames_wait(const struct sim_device *dev, u64 now);
u64 sim_frames_period(const struct sim_device *dev);
void sim_frames_describe(const struct sim_geometry *g, struct gev_gendc_frame *frame);

#endif /* GEVSIM_FRAMES_H */
