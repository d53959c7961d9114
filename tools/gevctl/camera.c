// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libmnl/libmnl.h>

#include "camera.h"
#include "json.h"
#include "names.h"
#include "text.h"

#define DUMP_TRIES	5	/* a list that changed while it was read is read again */
#define NAMED_MAX	8	/* candidates told to the user */

#define FIELD(attr_, kind_, member_, key_, label_) {			\
	.attr = attr_, .kind = kind_, .key = key_, .label = label_,	\
	.offset = offsetof(struct camera, member_),			\
	.size = sizeof(((struct camera *)0)->member_),			\
}

const struct camera_field camera_fields[] = {
	FIELD(GEV_A_CAMERA, CAMERA_FIELD_STRING, name, "name", "name"),
	FIELD(GEV_A_STATE, CAMERA_FIELD_STATE, state, "state", "state"),
	FIELD(GEV_A_REASON, CAMERA_FIELD_STRING, reason, "reason", "reason"),
	FIELD(GEV_A_VIDEO, CAMERA_FIELD_STRING, video, "video", "video node"),
	FIELD(GEV_A_MANUFACTURER, CAMERA_FIELD_STRING, manufacturer, "manufacturer",
	      "manufacturer"),
	FIELD(GEV_A_MODEL, CAMERA_FIELD_STRING, model, "model", "model"),
	FIELD(GEV_A_SERIAL, CAMERA_FIELD_STRING, serial, "serial", "serial number"),
	FIELD(GEV_A_USER_NAME, CAMERA_FIELD_STRING, user_name, "user_name", "user's name"),
	FIELD(GEV_A_DEVICE_VERSION, CAMERA_FIELD_STRING, device_version, "device_version",
	      "device version"),
	FIELD(GEV_A_INFO, CAMERA_FIELD_STRING, info, "info", "maker's note"),
	FIELD(GEV_A_SPEC_VERSION, CAMERA_FIELD_VERSION, spec_version, "gige_vision",
	      "GigE Vision"),
	FIELD(GEV_A_MAC, CAMERA_FIELD_MAC, mac, "mac", "MAC"),
	FIELD(GEV_A_IFNAME, CAMERA_FIELD_STRING, ifname, "interface", "interface"),
	FIELD(GEV_A_IFINDEX, CAMERA_FIELD_NUMBER, ifindex, "ifindex", "interface index"),
	FIELD(GEV_A_IP, CAMERA_FIELD_IP, ip, "ip", "IP address"),
	FIELD(GEV_A_MASK, CAMERA_FIELD_IP, mask, "mask", "network mask"),
	FIELD(GEV_A_GATEWAY, CAMERA_FIELD_IP, gateway, "gateway", "gateway"),
	FIELD(GEV_A_IP_CONFIG, CAMERA_FIELD_IP_CONFIG, ip_config, "ip_config",
	      "IP configuration"),
	FIELD(GEV_A_CONFLICTS, CAMERA_FIELD_NUMBER, conflicts, "conflicts",
	      "address conflicts"),
	FIELD(GEV_A_CONTROL, CAMERA_FIELD_HOLDER, control, "control", "control"),
	FIELD(GEV_A_CONTROL_IP, CAMERA_FIELD_IP, control_ip, "control_ip", "controlled from"),
	FIELD(GEV_A_HEARTBEAT, CAMERA_FIELD_NUMBER, heartbeat, "heartbeat_ms",
	      "heartbeat time-out, ms"),
	FIELD(GEV_A_TRANSPORT_WANTED, CAMERA_FIELD_TRANSPORT, transport_wanted,
	      "transport_wanted", "transport wanted"),
	FIELD(GEV_A_TRANSPORT_USED, CAMERA_FIELD_TRANSPORT, transport_used, "transport_used",
	      "transport in use"),
	FIELD(GEV_A_PACKET_SIZE_USED, CAMERA_FIELD_NUMBER, packet_size_used, "packet_size_used",
	      "packet size in use"),
	FIELD(GEV_A_PACKET_SIZE, CAMERA_FIELD_NUMBER, packet_size, "packet_size",
	      "packet size wanted"),
	FIELD(GEV_A_PACKET_DELAY, CAMERA_FIELD_DELAY, packet_delay, "packet_delay_ns",
	      "packet delay, ns"),
	FIELD(GEV_A_STREAM_PORT, CAMERA_FIELD_NUMBER, stream_port, "stream_port", "stream port"),
	FIELD(GEV_A_GROUP, CAMERA_FIELD_IP, group, "group", "multicast group"),
	FIELD(GEV_A_LISTEN, CAMERA_FIELD_BOOLEAN, listen, "listen", "listens only"),
	FIELD(GEV_A_RESEND, CAMERA_FIELD_BOOLEAN, resend, "resend", "asks for lost packets"),
	FIELD(GEV_A_RDMA_DEVICE, CAMERA_FIELD_STRING, rdma_device, "rdma_device",
	      "RDMA device"),
	FIELD(GEV_A_MAP_KEY, CAMERA_FIELD_STRING, map_key, "map_key", "feature map key"),
	FIELD(GEV_A_MAP_LOADED, CAMERA_FIELD_BOOLEAN, map_loaded, "map_loaded",
	      "feature map loaded"),
};

const size_t camera_fields_count = sizeof(camera_fields) / sizeof(camera_fields[0]);

static const void *field_value(const struct camera *cam, const struct camera_field *field)
{
	return (const char *)cam + field->offset;
}

static uint32_t field_u32(const struct camera *cam, const struct camera_field *field)
{
	return *(const uint32_t *)field_value(cam, field);
}

static bool field_present(const struct camera *cam, const struct camera_field *field)
{
	return cam->present >> (field - camera_fields) & 1;
}

/**
 * camera_parse() - attributes of a message to a structure
 * @cam: gets them
 * @attrs: the attributes, by type
 */
void camera_parse(struct camera *cam, const struct nlattr **attrs)
{
	const struct camera_field *field = camera_fields;
	size_t i;

	memset(cam, 0, sizeof(*cam));
	for (i = 0; i < camera_fields_count; i++, field++) {
		const struct nlattr *attr = attrs[field->attr];
		void *value = (char *)cam + field->offset;

		if (!attr)
			continue;
		cam->present |= 1ull << i;
		if (field->kind == CAMERA_FIELD_STRING)
			netlink_string(attr, value, field->size);
		else if (field->kind != CAMERA_FIELD_MAC)
			*(uint32_t *)value = netlink_u32(attr);
		else if (mnl_attr_get_payload_len(attr) == field->size)
			memcpy(value, mnl_attr_get_payload(attr), field->size);
	}
}

/**
 * camera_field_text() - a field for people
 * @cam: the camera
 * @field: one of camera_fields[]
 * @buf: scratch space
 *
 * Return: its text, NULL when there is nothing to say.
 */
const char *camera_field_text(const struct camera *cam, const struct camera_field *field,
			      char buf[CAMERA_TEXT_SIZE])
{
	const char *text = field_value(cam, field);
	uint32_t number;

	if (!field_present(cam, field))
		return NULL;
	if (field->kind == CAMERA_FIELD_STRING)
		return *text ? text : NULL;
	if (field->kind == CAMERA_FIELD_MAC)
		return text_mac(buf, field_value(cam, field));

	number = field_u32(cam, field);
	switch (field->kind) {
	case CAMERA_FIELD_IP:
		return number ? text_ip(buf, number) : NULL;
	case CAMERA_FIELD_DELAY:
		if (number == GEV_PACKET_DELAY_KEEP)
			return NULL;
		snprintf(buf, CAMERA_TEXT_SIZE, "%u", number);
		return buf;
	case CAMERA_FIELD_BOOLEAN:
		return number ? "yes" : "no";
	case CAMERA_FIELD_STATE:
		return name_of_state(number);
	case CAMERA_FIELD_TRANSPORT:
		return name_of_transport(number);
	case CAMERA_FIELD_HOLDER:
		return name_of_holder(number);
	case CAMERA_FIELD_VERSION:
		snprintf(buf, CAMERA_TEXT_SIZE, "%u.%u", number >> 16, number & 0xffff);
		return buf;
	case CAMERA_FIELD_IP_CONFIG:
		return names_of_ip_config(number, buf, CAMERA_TEXT_SIZE);
	default:
		snprintf(buf, CAMERA_TEXT_SIZE, "%u", number);
		return buf;
	}
}

/**
 * camera_json() - everything about a camera
 * @cam: the camera
 *
 * Return: an object with every key of camera_fields[]; null where the driver
 * said nothing.
 */
json_t *camera_json(const struct camera *cam)
{
	json_t *json = json_object();
	char buf[CAMERA_TEXT_SIZE];
	size_t i;

	for (i = 0; i < camera_fields_count; i++) {
		const struct camera_field *field = &camera_fields[i];
		const char *text = camera_field_text(cam, field, buf);
		json_t *value;

		if (!text)
			value = json_null();
		else if (field->kind == CAMERA_FIELD_NUMBER || field->kind == CAMERA_FIELD_DELAY)
			value = json_number(field_u32(cam, field));
		else if (field->kind == CAMERA_FIELD_BOOLEAN)
			value = json_boolean(field_u32(cam, field));
		else
			value = json_text(text);
		json_object_set_new(json, field->key, value);
	}
	return json;
}

/**
 * camera_label() - a camera in a few words, for messages
 * @cam: the camera
 * @buf: gets the words
 *
 * Return: @buf.
 */
const char *camera_label(const struct camera *cam, char buf[CAMERA_TEXT_SIZE])
{
	char mac[TEXT_MAC_SIZE];

	snprintf(buf, CAMERA_TEXT_SIZE, "%s (%s %s, %s on %s)", cam->name, cam->model,
		 cam->serial, text_mac(mac, cam->mac), cam->ifname);
	return buf;
}

static int add_camera(const struct genlmsghdr *header, const struct nlattr **attrs, void *ctx)
{
	struct cameras *cams = ctx;
	struct camera *list;

	(void)header;
	list = realloc(cams->list, (cams->count + 1) * sizeof(*list));
	if (!list)
		return -ENOMEM;
	cams->list = list;
	camera_parse(&list[cams->count++], attrs);
	return 0;
}

/**
 * cameras_load() - all cameras that the driver knows
 * @nl: the connection
 * @cams: gets them; free with cameras_free() in every case
 *
 * Return: 0 or -errno.
 */
int cameras_load(struct netlink *nl, struct cameras *cams)
{
	int tries, ret = -EAGAIN;

	*cams = (struct cameras){ 0 };
	for (tries = 0; tries < DUMP_TRIES && ret == -EAGAIN; tries++) {
		cams->count = 0;
		ret = netlink_dump(nl, netlink_request(nl, GEV_CMD_CAMERA_GET), add_camera, cams);
	}
	return ret;
}

/**
 * cameras_free() - give back the memory of a list
 * @cams: the list
 */
void cameras_free(struct cameras *cams)
{
	free(cams->list);
	*cams = (struct cameras){ 0 };
}

/* Names that the kernel gives: no camera can claim another's. */
static const struct camera *match_kernel_name(const struct cameras *cams, const char *who)
{
	char path[PATH_MAX];
	size_t i;

	if (strchr(who, '/')) {
		if (!realpath(who, path))	/* follows /dev/v4l/by-id */
			snprintf(path, sizeof(path), "%s", who);
		if (strncmp(path, "/dev/", 5))
			return NULL;
		who = path + 5;
	}
	for (i = 0; i < cams->count; i++) {
		const struct camera *cam = &cams->list[i];

		if (!strcmp(cam->name, who) || (*cam->video && !strcmp(cam->video, who)))
			return cam;
	}
	return NULL;
}

/**
 * cameras_match() - the cameras that a user's word may mean
 * @cams: all cameras
 * @who: gevN, videoN or its path, MAC, serial number, user's name or IP
 * @found: gets the first @room of them
 * @room: at least 1
 *
 * Return: their number, which may be larger than @room.
 */
size_t cameras_match(const struct cameras *cams, const char *who,
		     const struct camera **found, size_t room)
{
	const struct camera *cam = match_kernel_name(cams, who);
	bool is_mac, is_ip;
	size_t i, count = 0;
	uint8_t mac[6];
	uint32_t ip;

	if (cam) {
		found[0] = cam;
		return 1;
	}
	if (!*who)
		return 0;

	is_mac = text_parse_mac(who, mac);
	is_ip = text_parse_ip(who, &ip);
	for (i = 0; i < cams->count; i++) {
		cam = &cams->list[i];
		if (!(is_mac && !memcmp(cam->mac, mac, sizeof(mac))) &&
		    !(is_ip && cam->ip == ip) &&
		    strcmp(cam->serial, who) && strcmp(cam->user_name, who))
			continue;
		if (count < room)
			found[count] = cam;
		count++;
	}
	return count;
}

static enum outcome fail_candidates(enum outcome outcome, const char *text,
				    const struct camera **found, size_t count)
{
	char line[NAMED_MAX * CAMERA_TEXT_SIZE] = "", label[CAMERA_TEXT_SIZE];
	size_t i, at = 0;

	for (i = 0; i < count && i < NAMED_MAX; i++)
		at += snprintf(line + at, sizeof(line) - at, "%s%s", i ? "; " : "",
			       camera_label(found[i], label));
	return fail(outcome, "%s: %s%s", text, line, count > NAMED_MAX ? "; ..." : "");
}

/**
 * camera_find() - the one camera that a user means, or words about why not
 * @nl: the connection
 * @who: what the user typed, see cameras_match()
 * @cam: gets the camera
 */
enum outcome camera_find(struct netlink *nl, const char *who, struct camera *cam)
{
	const struct camera *found[NAMED_MAX];
	enum outcome outcome = OUTCOME_OK;
	struct cameras cams;
	char text[160];
	size_t i, count;
	int ret;

	ret = cameras_load(nl, &cams);
	if (ret) {
		cameras_free(&cams);
		return fail_errno("list of cameras", ret, nl->why);
	}

	count = cameras_match(&cams, who, found, NAMED_MAX);
	if (count == 1) {
		*cam = *found[0];
	} else if (count) {
		snprintf(text, sizeof(text), "'%.64s' names %zu cameras, use the first word of one",
			 who, count);
		outcome = fail_candidates(OUTCOME_AMBIGUOUS, text, found, count);
	} else if (!cams.count) {
		outcome = fail(OUTCOME_NO_CAMERA, "no camera '%s', nor any other; %s", who,
			       "'gevctl interface add IF' looks for cameras");
	} else {
		for (i = 0; i < cams.count && i < NAMED_MAX; i++)
			found[i] = &cams.list[i];
		snprintf(text, sizeof(text), "no camera '%.64s'; known", who);
		outcome = fail_candidates(OUTCOME_NO_CAMERA, text, found, cams.count);
	}
	cameras_free(&cams);
	return outcome;
}
