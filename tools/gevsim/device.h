/* SPDX-License-Identifier: GPL-2.0 */
/* One camera: what its GVCP thread and its stream thread share. */
#ifndef GEVSIM_DEVICE_H
#define GEVSIM_DEVICE_H

#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include "fault.h"
#include "files.h"
#include "foreign.h"
#include "frames.h"
#include "gvsp.h"
#include "link.h"
#include "options.h"
#include "picture.h"
#include "registers.h"
#include "xml.h"

#define SIM_NS_PER_S	1000000000ull

/**
 * struct sim_control - who controls the camera
 * @ccp: control channel privilege as it reads, 0 = nobody
 * @owner: address and port of the controller
 * @peer: sender of the command being executed
 * @key: control switchover key
 * @heard: CLOCK_MONOTONIC ns of the controller's last command
 * @closing: control was lost, the stream thread has not disconnected yet
 */
struct sim_control {
	u32 ccp;
	struct sockaddr_in owner;
	struct sockaddr_in peer;
	u16 key;
	u64 heard;
	bool closing;
};

/**
 * struct sim_device - a camera
 * @index: camera index, also the c of the ramp formula
 * @options: the command line
 * @xml: the description files, shared by all cameras
 * @scene: what the camera looks at, shared by all cameras
 * @lock: protects all that follows but threads, eventfds and semaphore
 * @link: address and interface
 * @registers: register memory
 * @foreign: another camera's registers, where there is its description
 * @control: control channel privilege
 * @acquisition: requests to and counters of the stream thread
 * @gvsp: requests to and counters of the sender of GVSP
 * @faults: armed faults
 * @files: files in the camera
 * @scps: SCPS as it is, whatever it reads as
 * @epoch: CLOCK_MONOTONIC ns when the camera's clock was 0
 * @away: CLOCK_MONOTONIC ns until which a rebooting camera is off
 * @rebind: the address changed: the sockets have to follow
 * @quit: threads have to end
 * @wake: eventfd that wakes the stream thread
 * @wake_gvcp: eventfd that wakes the GVCP thread
 * @listening: posted when the stream thread has tried to listen for the first time
 * @gvcp_thread: answers commands
 * @stream_thread: acquires and sends frames
 */
struct sim_device {
	unsigned int index;
	const struct sim_options *options;
	const struct sim_xml *xml;
	const struct sim_scene *scene;
	pthread_mutex_t lock;
	struct sim_link link;
	struct sim_registers registers;
	struct sim_foreign foreign;
	struct sim_control control;
	struct sim_acquisition acquisition;
	struct sim_gvsp_inbox gvsp;
	struct sim_faults faults;
	struct sim_files files;
	u32 scps;
	u64 epoch;
	u64 away;
	bool rebind;
	bool quit;
	int wake;
	int wake_gvcp;
	sem_t listening;
	pthread_t gvcp_thread;
	pthread_t stream_thread;
};

int sim_device_start(struct sim_device *dev, unsigned int index,
		     const struct sim_options *options, const struct sim_xml *xml,
		     const struct sim_scene *scene);
void sim_device_stop(struct sim_device *dev);
void sim_device_wake(struct sim_device *dev);
u64 sim_device_time(const struct sim_device *dev);
u64 sim_device_frequency(struct sim_device *dev);
u64 sim_device_ticks(struct sim_device *dev);
void sim_device_back(struct sim_device *dev, u64 ns);
void sim_device_control_drop(struct sim_device *dev, const char *why);
u16 sim_device_ccp(struct sim_device *dev, u32 value);
bool sim_device_is_owner(const struct sim_device *dev, const struct sockaddr_in *peer);
void sim_device_reboot(struct sim_device *dev, u64 ms);
u16 sim_device_fault(struct sim_device *dev, const char *text);

#endif /* GEVSIM_DEVICE_H */
