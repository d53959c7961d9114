// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "json.h"
#include "listing.h"
#include "names.h"
#include "netlink.h"
#include "table.h"
#include "text.h"

static enum outcome print_cameras_json(const struct cameras *cams)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < cams->count; i++)
		json_array_append_new(list, camera_json(&cams->list[i]));
	return json_print(json_pack("{s:o}", "cameras", list));
}

static enum outcome print_cameras(const struct cameras *cams)
{
	char mac[TEXT_MAC_SIZE], ip[TEXT_IP_SIZE];
	struct table table;
	size_t i;

	if (!cams->count) {
		fputs("No camera is known; see 'gevctl interface list'.\n", stderr);
		return OUTCOME_OK;
	}
	table_init(&table, 9);
	table_row(&table, "NAME", "VIDEO", "STATE", "MODEL", "SERIAL", "USER'S NAME",
		  "IP", "MAC", "INTERFACE");
	for (i = 0; i < cams->count; i++) {
		const struct camera *cam = &cams->list[i];

		table_row(&table, cam->name, cam->video, name_of_state(cam->state), cam->model,
			  cam->serial, cam->user_name, text_ip(ip, cam->ip),
			  text_mac(mac, cam->mac), cam->ifname);
	}
	if (table_print(&table))
		return fail(OUTCOME_FAILED, "out of memory");
	for (i = 0; i < cams->count; i++) {
		if (!*cams->list[i].reason)
			continue;
		printf("%s: ", cams->list[i].name);
		text_print(stdout, cams->list[i].reason);
		putchar('\n');
	}
	return OUTCOME_OK;
}

/**
 * listing_print() - load and print all cameras
 * @nl: the connection
 * @json: as JSON
 */
enum outcome listing_print(struct netlink *nl, bool json)
{
	struct cameras cams;
	enum outcome outcome;
	int ret = cameras_load(nl, &cams);

	if (ret)
		outcome = fail_errno("list of cameras", ret, nl->why);
	else
		outcome = json ? print_cameras_json(&cams) : print_cameras(&cams);
	cameras_free(&cams);
	return outcome;
}

/**
 * listing_all() - command "list"
 * @inv: without arguments
 */
enum outcome listing_all(const struct invocation *inv)
{
	struct netlink nl;
	enum outcome outcome = netlink_connect(&nl);

	if (outcome == OUTCOME_OK)
		outcome = listing_print(&nl, inv->json);
	netlink_close(&nl);
	return outcome;
}

static enum outcome print_camera(const struct camera *cam)
{
	char buf[CAMERA_TEXT_SIZE], label[64];
	struct table table;
	size_t i;

	table_init(&table, 2);
	for (i = 0; i < camera_fields_count; i++) {
		const char *text = camera_field_text(cam, &camera_fields[i], buf);

		if (!text)
			continue;
		snprintf(label, sizeof(label), "%s:", camera_fields[i].label);
		table_row(&table, label, text);
	}
	return table_print(&table) ? fail(OUTCOME_FAILED, "out of memory") : OUTCOME_OK;
}

static enum outcome show(struct netlink *nl, const struct camera *cam,
			 const struct invocation *inv)
{
	(void)nl;
	return inv->json ? json_print(camera_json(cam)) : print_camera(cam);
}

/**
 * listing_show() - command "show"
 * @inv: CAM
 */
enum outcome listing_show(const struct invocation *inv)
{
	return command_on_camera(inv, show);
}
