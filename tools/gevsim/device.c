// SPDX-License-Identifier: GPL-2.0
/* One camera: what its GVCP thread and its stream thread share. */
#include <arpa/inet.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "bootstrap.h"
#include "clock.h"
#include "device.h"
#include "features.h"
#include "gvcp.h"
#include "log.h"
#include "stream.h"

/**
 * sim_device_wake() - let the stream thread look at its requests
 * @dev: the camera
 */
void sim_device_wake(struct sim_device *dev)
{
	u64 one = 1;

	if (write(dev->wake, &one, sizeof(one)) < 0)
		sim_log(SIM_LOG_DEBUG, dev->index, "the stream thread has been woken enough");
}

/**
 * sim_device_time() - the camera's clock
 * @dev: the camera, locked
 *
 * Return: ns since power-up or since the last reset of the time stamp.
 */
u64 sim_device_time(const struct sim_device *dev)
{
	u64 now = sim_clock_ns();

	return now > dev->epoch ? now - dev->epoch : 0;
}

/**
 * sim_device_frequency() - what the time stamp counts in
 * @dev: the camera, locked
 *
 * Return: Hz; 0 where a fault keeps it secret.
 */
u64 sim_device_frequency(struct sim_device *dev)
{
	const struct sim_armed *fault = sim_fault_state(&dev->faults, SIM_FAULT_TICK_FREQUENCY);

	return fault ? fault->value : SIM_NS_PER_S;
}

/**
 * sim_device_ticks() - the time stamp
 * @dev: the camera, locked
 *
 * Return: the clock in ticks of its frequency; in ns if that is secret.
 */
u64 sim_device_ticks(struct sim_device *dev)
{
	u64 time = sim_device_time(dev), frequency = sim_device_frequency(dev);

	if (!frequency)
		return time;
	return time / SIM_NS_PER_S * frequency + time % SIM_NS_PER_S * frequency / SIM_NS_PER_S;
}

/**
 * sim_device_back() - put the clock back
 * @dev: the camera, locked
 * @ns: how far; at 0 it stands until this is over
 */
void sim_device_back(struct sim_device *dev, u64 ns)
{
	dev->epoch += ns;
}

/**
 * sim_device_is_owner() - does this peer hold the control privilege?
 * @dev: the camera, locked
 * @peer: address and port
 *
 * Return: whether it does.
 */
bool sim_device_is_owner(const struct sim_device *dev, const struct sockaddr_in *peer)
{
	const struct sim_control *c = &dev->control;

	return c->ccp && c->owner.sin_addr.s_addr == peer->sin_addr.s_addr &&
	       c->owner.sin_port == peer->sin_port;
}

/**
 * sim_device_control_drop() - the controller is gone
 * @dev: the camera, locked
 * @why: for the messages
 *
 * The stream ends; control is not granted again before it is disconnected.
 */
void sim_device_control_drop(struct sim_device *dev, const char *why)
{
	if (!dev->control.ccp)
		return;
	sim_log(SIM_LOG_INFO, dev->index, "control given up (%s)", why);
	sim_log_event(dev->index, "control", "\"state\":\"free\",\"reason\":\"%s\"", why);
	dev->control.ccp = 0;
	sim_register_set(dev, GEV_REG_CCP, 0);
	sim_frames_stop(dev, why);
	sim_register_set(dev, SIM_REG_TL_LOCKED, 0);
	sim_register_set(dev, GEV_REG_SCP0, 0);
	dev->control.closing = true;
	sim_frames_disconnect(dev);
}

static void device_control_grant(struct sim_device *dev, u32 mode)
{
	struct sim_control *c = &dev->control;
	char peer[16];

	c->ccp = mode;
	c->owner = c->peer;
	c->heard = sim_clock_ns();
	inet_ntop(AF_INET, &c->owner.sin_addr, peer, sizeof(peer));
	sim_log(SIM_LOG_INFO, dev->index, "%s:%u has %s", peer, ntohs(c->owner.sin_port),
		mode & GEV_CCP_EXCLUSIVE ? "exclusive access" : "control");
	sim_log_event(dev->index, "control", "\"state\":\"held\",\"mode\":%u,\"peer\":\"%s:%u\"",
		      mode, peer, ntohs(c->owner.sin_port));
}

/**
 * sim_device_ccp() - a write to the control channel privilege
 * @dev: the camera, locked; control.peer is the writer
 * @value: what is written
 *
 * Return: GVCP status.
 */
u16 sim_device_ccp(struct sim_device *dev, u32 value)
{
	struct sim_control *c = &dev->control;
	u32 mode = value & (GEV_CCP_EXCLUSIVE | GEV_CCP_CONTROL | GEV_CCP_SWITCHOVER);
	bool wants = mode & (GEV_CCP_EXCLUSIVE | GEV_CCP_CONTROL);

	if (value & 0xfff8)
		return GEV_GVCP_INVALID_PARAMETER;
	if (!c->ccp) {
		if (!wants)
			return GEV_GVCP_SUCCESS;
		if (c->closing)
			return GEV_GVCP_BUSY;
		device_control_grant(dev, mode);
		return GEV_GVCP_SUCCESS;
	}
	if (sim_device_is_owner(dev, &c->peer)) {
		if (wants)
			c->ccp = mode;
		else
			sim_device_control_drop(dev, "released");
		return GEV_GVCP_SUCCESS;
	}
	if (!(c->ccp & GEV_CCP_SWITCHOVER) || !wants || value >> 16 != c->key)
		return GEV_GVCP_ACCESS_DENIED;
	/* Handed over with the stream's settings, but not with the connection. */
	sim_frames_disconnect(dev);
	device_control_grant(dev, mode);
	return GEV_GVCP_SUCCESS;
}

static int device_reset(struct sim_device *dev)
{
	sim_bootstrap_reset(dev);
	sim_features_init(dev);
	return dev->foreign.nodes ? sim_foreign_reset(dev) : 0;
}

/**
 * sim_device_reboot() - power cycle
 * @dev: the camera, locked
 * @ms: how long it is away
 */
void sim_device_reboot(struct sim_device *dev, u64 ms)
{
	sim_log(SIM_LOG_INFO, dev->index, "reboot, away for %llu ms", (unsigned long long)ms);
	sim_log_event(dev->index, "reboot", "\"ms\":%llu", (unsigned long long)ms);
	sim_device_control_drop(dev, "reboot");
	dev->away = sim_clock_ns() + ms * 1000000;
	dev->epoch = dev->away;
	device_reset(dev);
	sim_device_wake(dev);
}

/**
 * sim_device_fault() - arm a fault while the camera runs
 * @dev: the camera, locked
 * @text: as of --fault, or "clear"
 *
 * Return: GVCP status.
 */
u16 sim_device_fault(struct sim_device *dev, const char *text)
{
	struct sim_armed armed;

	if (sim_fault_arm(&dev->faults, text, true, &armed)) {
		sim_log(SIM_LOG_WARN, dev->index, "fault '%s' not understood, or too many", text);
		return GEV_GVCP_INVALID_PARAMETER;
	}
	sim_log(SIM_LOG_INFO, dev->index, "fault: %s", text);
	if (armed.id == SIM_FAULT_CONTROL_LOST || armed.id == SIM_FAULT_REBOOT) {
		sim_fault_disarm(&dev->faults, armed.id);
		if (armed.id == SIM_FAULT_REBOOT)
			sim_device_reboot(dev, armed.value);
		else
			sim_device_control_drop(dev, "fault");
	}
	sim_device_wake(dev);
	return GEV_GVCP_SUCCESS;
}

static int device_init(struct sim_device *dev)
{
	struct sim_registers *r = &dev->registers;
	struct sim_armed armed;
	int err;

	pthread_mutex_init(&dev->lock, NULL);
	sem_init(&dev->listening, 0, 0);
	dev->epoch = sim_clock_ns();
	sim_fault_init(&dev->faults);
	for (unsigned int i = 0; i < dev->options->nr_faults; i++) {
		err = sim_fault_arm(&dev->faults, dev->options->faults[i], false, &armed);
		if (err)
			return err;
	}
	err = dev->xml->file ? sim_foreign_create(dev) : 0;
	if (!err)
		err = device_reset(dev);
	if (err)
		return err;
	/* Until it is saved for the first time, UserSet1 is the default set. */
	memcpy(r->user_set, r->features + SIM_USER_SET_FIRST - SIM_FEATURES,
	       SIM_USER_SET_END - SIM_USER_SET_FIRST);
	dev->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	dev->wake_gvcp = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	return dev->wake < 0 || dev->wake_gvcp < 0 ? -errno : 0;
}

static void device_announce(const struct sim_device *dev)
{
	const u8 *m = dev->link.mac;
	char text[16], mac[18];

	sim_link_text(dev->link.address, text);
	snprintf(mac, sizeof(mac), "%02x:%02x:%02x:%02x:%02x:%02x", m[0], m[1], m[2], m[3],
		 m[4], m[5]);
	sim_log(SIM_LOG_INFO, dev->index, "camera %s at %s on %s", mac, text, dev->link.name);
	sim_log_event(dev->index, "ready",
		      "\"interface\":\"%s\",\"address\":\"%s\",\"port\":%u,\"mac\":\"%s\",\"serial\":\"%s\",\"rdma_port\":%u",
		      dev->link.name, text, GEV_GVCP_PORT, mac,
		      (const char *)dev->registers.boot + GEV_REG_SERIAL,
		      dev->acquisition.port);
}

/**
 * sim_device_start() - make a camera and start its threads
 * @dev: zero
 * @index: camera index
 * @options: the command line
 * @xml: the description files
 * @scene: what the camera sees
 *
 * Return: 0 or a negative error code, after a message; nothing is left then.
 */
int sim_device_start(struct sim_device *dev, unsigned int index,
		     const struct sim_options *options, const struct sim_xml *xml,
		     const struct sim_scene *scene)
{
	int err;

	dev->index = index;
	dev->options = options;
	dev->xml = xml;
	dev->scene = scene;
	err = sim_link_find(options, index, &dev->link);
	if (!err)
		err = device_init(dev);
	if (!err)
		err = sim_gvcp_check(dev);
	if (!err)
		err = -pthread_create(&dev->stream_thread, NULL, sim_stream_run, dev);
	if (err) {
		sim_foreign_free(dev);
		return err;
	}
	err = -pthread_create(&dev->gvcp_thread, NULL, sim_gvcp_run, dev);
	if (err) {
		dev->quit = true;
		sim_device_wake(dev);
		pthread_join(dev->stream_thread, NULL);
		sim_foreign_free(dev);
		return err;
	}
	sem_wait(&dev->listening);
	device_announce(dev);
	return 0;
}

/**
 * sim_device_stop() - end a camera
 * @dev: as started
 */
void sim_device_stop(struct sim_device *dev)
{
	u64 one = 1;

	pthread_mutex_lock(&dev->lock);
	sim_frames_stop(dev, "end of program");
	dev->quit = true;
	pthread_mutex_unlock(&dev->lock);
	sim_device_wake(dev);
	if (write(dev->wake_gvcp, &one, sizeof(one)) < 0)
		sim_log(SIM_LOG_DEBUG, dev->index, "the GVCP thread has been woken enough");
	pthread_join(dev->gvcp_thread, NULL);
	pthread_join(dev->stream_thread, NULL);
	sim_foreign_free(dev);
	close(dev->wake);
	close(dev->wake_gvcp);
	sem_destroy(&dev->listening);
	pthread_mutex_destroy(&dev->lock);
}
