/* SPDX-License-Identifier: GPL-2.0 */
/* The cameras that the driver knows, and finding one by what users call it. */
#ifndef GEVCTL_CAMERA_H
#define GEVCTL_CAMERA_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "netlink.h"
#include "outcome.h"

/**
 * struct camera - what the driver says about one camera
 * @present: bit n is set when field n of camera_fields[] was there
 *
 * The other members are the attributes of linux/gev_rdma.h, host order.
 */
struct camera {
	uint64_t present;
	char name[16];
	char video[16];
	char ifname[16];
	uint32_t ifindex;
	uint8_t mac[6];
	uint32_t state;
	char reason[256];
	uint32_t ip;
	uint32_t mask;
	uint32_t gateway;
	uint32_t ip_config;
	char manufacturer[64];
	char model[64];
	char device_version[64];
	char info[64];
	char serial[32];
	char user_name[32];
	uint32_t spec_version;
	uint32_t transport_wanted;
	uint32_t transport_used;
	uint32_t packet_size;
	uint32_t packet_delay;
	uint32_t stream_port;
	uint32_t group;
	uint32_t listen;
	uint32_t resend;
	uint32_t packet_size_used;
	char rdma_device[64];
	char map_key[32];
	uint32_t map_loaded;
	uint32_t control;
	uint32_t control_ip;
	uint32_t heartbeat;
	uint32_t conflicts;
};

struct cameras {
	struct camera *list;
	size_t count;
};

enum camera_field_kind {
	CAMERA_FIELD_STRING,
	CAMERA_FIELD_NUMBER,
	CAMERA_FIELD_MAC,
	CAMERA_FIELD_IP,
	CAMERA_FIELD_BOOLEAN,
	CAMERA_FIELD_STATE,
	CAMERA_FIELD_TRANSPORT,
	CAMERA_FIELD_HOLDER,
	CAMERA_FIELD_VERSION,
	CAMERA_FIELD_IP_CONFIG,
	CAMERA_FIELD_DELAY,
};

/**
 * struct camera_field - one thing to know about a camera
 * @attr: GEV_A_*
 * @kind: enum camera_field_kind
 * @offset: in struct camera
 * @size: there
 * @key: in JSON; part of the interface
 * @label: for people
 */
struct camera_field {
	uint16_t attr;
	enum camera_field_kind kind;
	size_t offset;
	size_t size;
	const char *key;
	const char *label;
};

#define CAMERA_TEXT_SIZE 256

extern const struct camera_field camera_fields[];
extern const size_t camera_fields_count;

void camera_parse(struct camera *cam, const struct nlattr **attrs);
const char *camera_field_text(const struct camera *cam, const struct camera_field *field,
			      char buf[CAMERA_TEXT_SIZE]);
json_t *camera_json(const struct camera *cam);
const char *camera_label(const struct camera *cam, char buf[CAMERA_TEXT_SIZE]);

int cameras_load(struct netlink *nl, struct cameras *cams);
void cameras_free(struct cameras *cams);
size_t cameras_match(const struct cameras *cams, const char *who,
		     const struct camera **found, size_t room);
enum outcome camera_find(struct netlink *nl, const char *who, struct camera *cam);

#endif /* GEVCTL_CAMERA_H */
