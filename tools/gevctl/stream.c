// SPDX-License-Identifier: GPL-2.0
/* Command "stream": how the driver is to receive from a camera over UDP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "json.h"
#include "netlink.h"
#include "text.h"

/**
 * struct stream_key - one thing that can be said
 * @name: on the command line
 * @attr: GEV_A_*
 * @word: stands for @value; NULL: none does
 * @value: see @word
 * @max: of numbers; 0: an address, 1: yes or no
 */
struct stream_key {
	const char *name;
	uint16_t attr;
	const char *word;
	uint32_t value;
	uint32_t max;
};

static const struct stream_key keys[] = {
	{ "packet-size", GEV_A_PACKET_SIZE, "auto", 0, 65535 },
	{ "delay", GEV_A_PACKET_DELAY, "keep", GEV_PACKET_DELAY_KEEP, GEV_PACKET_DELAY_KEEP - 1 },
	{ "port", GEV_A_STREAM_PORT, "any", 0, 65535 },
	{ "group", GEV_A_GROUP, "none", 0, 0 },
	{ "listen", GEV_A_LISTEN, NULL, 0, 1 },
	{ "resend", GEV_A_RESEND, NULL, 0, 1 },
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

static const struct stream_key *find_key(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < KEYS; i++)
		if (strlen(keys[i].name) == len && !strncmp(keys[i].name, text, len))
			return &keys[i];
	return NULL;
}

static bool parse_value(const struct stream_key *key, const char *text, uint32_t *value)
{
	*value = key->value;
	if (key->word && !strcmp(text, key->word))
		return true;
	if (key->max == 1) {
		*value = !strcmp(text, "yes");
		return *value || !strcmp(text, "no");
	}
	if (!key->max)
		return text_parse_ip(text, value);
	return text_parse_u32(text, value) && *value <= key->max;
}

/* One KEY=VALUE into the message. */
static enum outcome add_setting(const struct invocation *inv, const char *arg,
				struct nlmsghdr *nlh)
{
	const char *equals = strchr(arg, '=');
	const struct stream_key *key = NULL;
	uint32_t value;

	if (equals)
		key = find_key(arg, equals - arg);
	if (!key)
		return fail_usage(inv->command, "'%s' is no KEY=VALUE that there is", arg);
	if (!parse_value(key, equals + 1, &value))
		return fail_usage(inv->command, "'%s' is no value for %s", equals + 1, key->name);
	mnl_attr_put_u32(nlh, key->attr, value);
	return OUTCOME_OK;
}

static const char *setting_text(const struct stream_key *key, const struct camera *cam,
				const struct camera_field *field, char buf[CAMERA_TEXT_SIZE])
{
	uint32_t value = *(const uint32_t *)((const char *)cam + field->offset);

	return key->word && value == key->value ? key->word : camera_field_text(cam, field, buf);
}

static enum outcome show(const struct camera *cam, const struct invocation *inv)
{
	json_t *all = json_object(), *one = camera_json(cam);
	char buf[CAMERA_TEXT_SIZE];
	size_t i, n;

	json_object_set_new(all, "name", json_text(cam->name));
	for (i = 0; i < camera_fields_count; i++) {
		for (n = 0; n < KEYS; n++)
			if (keys[n].attr == camera_fields[i].attr)
				break;
		if (n == KEYS)
			continue;
		json_object_set(all, camera_fields[i].key,
				json_object_get(one, camera_fields[i].key));
		if (!inv->json)
			printf("%-12s %s\n", keys[n].name,
			       setting_text(&keys[n], cam, &camera_fields[i], buf));
	}
	json_decref(one);
	if (inv->json)
		return json_print(all);
	json_decref(all);
	return OUTCOME_OK;
}

static enum outcome set(struct netlink *nl, const struct camera *cam,
			const struct invocation *inv)
{
	enum outcome outcome;
	struct nlmsghdr *nlh;
	unsigned int i;
	int ret;

	if (inv->count == 1)
		return show(cam, inv);
	nlh = netlink_request(nl, GEV_CMD_STREAM_SET);
	mnl_attr_put_strz(nlh, GEV_A_CAMERA, cam->name);
	for (i = 1; i < inv->count; i++) {
		outcome = add_setting(inv, inv->args[i], nlh);
		if (outcome)
			return outcome;
	}
	ret = netlink_run(nl, nlh, NULL, NULL);
	if (ret)
		return fail_errno(cam->name, ret, nl->why);
	return OUTCOME_OK;
}

/**
 * stream_settings() - command "stream"
 * @inv: CAM, perhaps with what is new
 */
enum outcome stream_settings(const struct invocation *inv)
{
	return command_on_camera(inv, set);
}
