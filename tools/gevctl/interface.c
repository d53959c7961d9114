// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "command.h"
#include "interface.h"
#include "json.h"
#include "listing.h"
#include "netlink.h"
#include "table.h"
#include "text.h"

static int wait_ms = 1500;

const struct poptOption discover_options[] = {
	{ "wait", 'w', POPT_ARG_INT | POPT_ARGFLAG_SHOW_DEFAULT, &wait_ms, 0,
	  "time for the cameras to answer (1500)", "MS" },
	POPT_TABLEEND
};

/**
 * interface_index() - the index of a network interface
 * @name: its name, or the number of one that is gone
 * @index: gets it
 */
enum outcome interface_index(const char *name, uint32_t *index)
{
	*index = if_nametoindex(name);
	if (*index || (text_parse_u32(name, index) && *index))
		return OUTCOME_OK;
	return fail(OUTCOME_FAILED, "%s: there is no such network interface; see 'ip link'", name);
}

static enum outcome change(const struct invocation *inv, uint8_t command, const char *done)
{
	struct nlmsghdr *nlh;
	struct netlink nl;
	enum outcome outcome = netlink_connect(&nl);
	uint32_t index = 0;
	int ret = 0;

	if (outcome == OUTCOME_OK)
		outcome = interface_index(inv->args[0], &index);
	if (outcome == OUTCOME_OK) {
		nlh = netlink_request(&nl, command);
		mnl_attr_put_u32(nlh, GEV_A_IFINDEX, index);
		ret = netlink_run(&nl, nlh, NULL, NULL);
	}
	if (ret)
		outcome = fail_errno(inv->args[0], ret, nl.why);
	if (outcome == OUTCOME_OK && inv->json)
		outcome = json_print(json_pack("{s:o,s:i,s:b}", "interface",
					       json_text(inv->args[0]), "ifindex", (int)index,
					       done, 1));
	netlink_close(&nl);
	return outcome;
}

/**
 * interface_add() - command "interface add"
 * @inv: IF
 */
enum outcome interface_add(const struct invocation *inv)
{
	return change(inv, GEV_CMD_INTERFACE_ADD, "added");
}

/**
 * interface_del() - command "interface del"
 * @inv: IF
 */
enum outcome interface_del(const struct invocation *inv)
{
	return change(inv, GEV_CMD_INTERFACE_DEL, "removed");
}

/* Any state but 0 is up. */
static int add_interface(const struct genlmsghdr *header, const struct nlattr **attrs, void *ctx)
{
	char name[IF_NAMESIZE];
	json_t *one;

	(void)header;
	netlink_string(attrs[GEV_A_IFNAME], name, sizeof(name));
	one = json_pack("{s:o,s:I,s:b,s:I}", "interface", json_text(name),
			"ifindex", (json_int_t)netlink_u32(attrs[GEV_A_IFINDEX]),
			"up", !!netlink_u32(attrs[GEV_A_STATE]),
			"cameras", (json_int_t)netlink_u32(attrs[GEV_A_CAMERAS]));
	return json_array_append_new(ctx, one) ? -ENOMEM : 0;
}

static enum outcome print_interfaces(const json_t *list)
{
	struct table table;
	const json_t *item;
	char cameras[24];
	size_t i;

	if (!json_array_size(list)) {
		fputs("No interface is looked on; 'gevctl interface add IF' adds one.\n", stderr);
		return OUTCOME_OK;
	}
	table_init(&table, 3);
	table.right[2] = true;
	table_row(&table, "INTERFACE", "STATE", "CAMERAS");
	json_array_foreach(list, i, item) {
		snprintf(cameras, sizeof(cameras), "%" JSON_INTEGER_FORMAT,
			 json_integer_value(json_object_get(item, "cameras")));
		table_row(&table, json_string_value(json_object_get(item, "interface")),
			  json_is_true(json_object_get(item, "up")) ? "up" : "down", cameras);
	}
	return table_print(&table) ? fail(OUTCOME_FAILED, "out of memory") : OUTCOME_OK;
}

/**
 * interface_list() - command "interface list"
 * @inv: without arguments
 */
enum outcome interface_list(const struct invocation *inv)
{
	json_t *list = json_array();
	struct netlink nl;
	enum outcome outcome = netlink_connect(&nl);
	int ret = -EAGAIN, tries;

	for (tries = 0; outcome == OUTCOME_OK && ret == -EAGAIN && tries < 5; tries++) {
		json_array_clear(list);
		ret = netlink_dump(&nl, netlink_request(&nl, GEV_CMD_INTERFACE_GET),
				   add_interface, list);
	}
	if (outcome == OUTCOME_OK && ret)
		outcome = fail_errno("list of interfaces", ret, nl.why);
	else if (outcome == OUTCOME_OK)
		outcome = inv->json ? json_print(json_pack("{s:O}", "interfaces", list)) :
			print_interfaces(list);
	json_decref(list);
	netlink_close(&nl);
	return outcome;
}

static int request_discovery(struct netlink *nl, uint32_t index)
{
	struct nlmsghdr *nlh = netlink_request(nl, GEV_CMD_DISCOVER);

	if (index)
		mnl_attr_put_u32(nlh, GEV_A_IFINDEX, index);
	return netlink_run(nl, nlh, NULL, NULL);
}

/**
 * interface_discover() - command "discover"
 * @inv: perhaps IF
 */
enum outcome interface_discover(const struct invocation *inv)
{
	struct timespec time;
	struct netlink nl;
	enum outcome outcome = netlink_connect(&nl);
	uint32_t index = 0;
	int ret = 0;

	if (wait_ms < 0 || wait_ms > 60000)
		outcome = fail_usage(inv->command, "--wait takes 0 to 60000");
	if (outcome == OUTCOME_OK && inv->count)
		outcome = interface_index(inv->args[0], &index);
	if (outcome == OUTCOME_OK)
		ret = request_discovery(&nl, index);
	if (ret)
		outcome = fail_errno("discovery", ret, nl.why);
	if (outcome == OUTCOME_OK) {
		time = (struct timespec){ wait_ms / 1000, wait_ms % 1000 * 1000000 };
		nanosleep(&time, NULL);
		outcome = listing_print(&nl, inv->json);
	}
	netlink_close(&nl);
	return outcome;
}
