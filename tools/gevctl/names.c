// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include <linux/gev_rdma.h>

#include "names.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *const states[] = {
	[GEV_CAMERA_FOUND] = "found",
	[GEV_CAMERA_READY] = "ready",
	[GEV_CAMERA_AWAY] = "away",
	[GEV_CAMERA_UNREACHABLE] = "unreachable",
	[GEV_CAMERA_DEAD] = "removed",
};

static const char *const transports[] = {
	[GEV_TRANSPORT_NONE] = "none",
	[GEV_TRANSPORT_AUTO] = "auto",
	[GEV_TRANSPORT_RDMA] = "rdma",
	[GEV_TRANSPORT_UDP] = "udp",
};

static const char *const holders[] = {
	[GEV_CONTROL_UNKNOWN] = "unknown",
	[GEV_CONTROL_FREE] = "free",
	[GEV_CONTROL_OURS] = "ours",
	[GEV_CONTROL_OTHER] = "another application",
};

static const char *const events[] = {
	[GEV_EVENT_CAMERA_ADD] = "camera-add",
	[GEV_EVENT_CAMERA_CHANGE] = "camera-change",
	[GEV_EVENT_CAMERA_REMOVE] = "camera-remove",
	[GEV_EVENT_INTERFACE_ADD] = "interface-add",
	[GEV_EVENT_INTERFACE_REMOVE] = "interface-remove",
};

static const struct {
	uint32_t bit;
	const char *name;
} ip_configs[] = {
	{ IP_CONFIG_PERSISTENT, "persistent" },
	{ IP_CONFIG_DHCP, "dhcp" },
	{ IP_CONFIG_LLA, "lla" },
};

static const char *look_up(const char *const *names, size_t count, uint32_t number)
{
	return number < count && names[number] ? names[number] : "unknown";
}

/**
 * name_of_state() - a word for a camera's state
 * @state: enum gev_camera_state
 */
const char *name_of_state(uint32_t state)
{
	return look_up(states, COUNT(states), state);
}

/**
 * name_of_transport() - a word for a way of the images
 * @transport: enum gev_transport_kind
 */
const char *name_of_transport(uint32_t transport)
{
	return look_up(transports, COUNT(transports), transport);
}

/**
 * name_of_holder() - words for who controls a camera
 * @holder: enum gev_control_holder
 */
const char *name_of_holder(uint32_t holder)
{
	return look_up(holders, COUNT(holders), holder);
}

/**
 * name_of_event() - a word for an event
 * @event: enum gev_event
 */
const char *name_of_event(uint32_t event)
{
	return look_up(events, COUNT(events), event);
}

/**
 * names_of_ip_config() - how a camera gets its address
 * @config: register 0x0014
 * @buf: gets the words
 * @size: room there
 *
 * Return: @buf; cameras try the ways in the order of the words.
 */
const char *names_of_ip_config(uint32_t config, char *buf, size_t size)
{
	size_t i, at = 0;

	buf[0] = '\0';
	for (i = 0; i < COUNT(ip_configs); i++) {
		if (config & ip_configs[i].bit && at < size)
			at += snprintf(buf + at, size - at, "%s%s", at ? "," : "",
				       ip_configs[i].name);
	}
	return buf;
}

/**
 * transport_of_name() - a word from the command line
 * @name: "auto", "rdma" or "udp"
 * @transport: gets enum gev_transport_kind
 *
 * Return: false for any other word.
 */
bool transport_of_name(const char *name, uint32_t *transport)
{
	uint32_t i;

	for (i = GEV_TRANSPORT_AUTO; i < COUNT(transports); i++) {
		if (!strcmp(transports[i], name)) {
			*transport = i;
			return true;
		}
	}
	return false;
}
