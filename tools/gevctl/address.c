// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "interface.h"
#include "json.h"
#include "names.h"
#include "netlink.h"
#include "registers.h"
#include "table.h"
#include "text.h"

#define REG_CAPABILITY		0x0010u
#define REG_CONFIGURATION	0x0014u
#define REG_PERSISTENT_IP	0x064cu
#define REG_PERSISTENT_MASK	0x065cu
#define REG_PERSISTENT_GATEWAY	0x066cu

#define IP_CONFIG_ALL		(IP_CONFIG_PERSISTENT | IP_CONFIG_DHCP | IP_CONFIG_LLA)

static int want_persistent, want_dhcp, want_lla;

const struct poptOption address_options[] = {
	{ "persistent", 'p', POPT_ARG_NONE, &want_persistent, 0,
	  "use IP MASK [GATEWAY] from the next start on", NULL },
	{ "dhcp", 'd', POPT_ARG_NONE, &want_dhcp, 0, "ask a DHCP server, else link-local", NULL },
	{ "lla", 'l', POPT_ARG_NONE, &want_lla, 0, "link-local address only", NULL },
	POPT_TABLEEND
};

struct network {
	uint32_t ip;
	uint32_t mask;
	uint32_t gateway;
};

/* IP MASK [GATEWAY], all three sensible together. */
static enum outcome parse_network(const struct invocation *inv, const char **args,
				  struct network *net)
{
	*net = (struct network){ 0 };
	if (!text_parse_ip(args[0], &net->ip))
		return fail_usage(inv->command, "'%s' is no IP address", args[0]);
	if (!text_parse_ip(args[1], &net->mask) || !text_is_mask(net->mask))
		return fail_usage(inv->command, "'%s' is no network mask", args[1]);
	if (args[2] && !text_parse_ip(args[2], &net->gateway))
		return fail_usage(inv->command, "'%s' is no IP address", args[2]);

	if (!(net->ip & ~net->mask) || !(~net->ip & ~net->mask) || net->ip >> 28 >= 14 ||
	    !(net->ip >> 24) || net->ip >> 24 == 127)
		return fail_usage(inv->command, "%s with mask %s is no address of a host",
				  args[0], args[1]);
	if (net->gateway && (net->gateway ^ net->ip) & net->mask)
		return fail_usage(inv->command, "the gateway %s is not in the network of %s",
				  args[2], args[0]);
	return OUTCOME_OK;
}

/**
 * address_force() - command "force-ip"
 * @inv: IF MAC IP MASK [GATEWAY]
 */
enum outcome address_force(const struct invocation *inv)
{
	char ip[TEXT_IP_SIZE], text[TEXT_MAC_SIZE];
	struct nlmsghdr *nlh;
	struct network net;
	struct netlink nl;
	uint32_t index = 0;
	enum outcome outcome;
	uint8_t mac[6];
	int ret = 0;

	if (!text_parse_mac(inv->args[1], mac))
		return fail_usage(inv->command, "'%s' is no MAC", inv->args[1]);
	outcome = parse_network(inv, inv->args + 2, &net);
	if (outcome != OUTCOME_OK)
		return outcome;

	outcome = netlink_connect(&nl);
	if (outcome == OUTCOME_OK)
		outcome = interface_index(inv->args[0], &index);
	if (outcome == OUTCOME_OK) {
		nlh = netlink_request(&nl, GEV_CMD_FORCE_IP);
		mnl_attr_put_u32(nlh, GEV_A_IFINDEX, index);
		mnl_attr_put(nlh, GEV_A_MAC, sizeof(mac), mac);
		mnl_attr_put_u32(nlh, GEV_A_IP, net.ip);
		mnl_attr_put_u32(nlh, GEV_A_MASK, net.mask);
		mnl_attr_put_u32(nlh, GEV_A_GATEWAY, net.gateway);
		ret = netlink_run(&nl, nlh, NULL, NULL);
	}
	if (ret)
		outcome = fail_errno(inv->args[1], ret, nl.why);
	if (outcome == OUTCOME_OK && inv->json)
		outcome = json_print(json_pack("{s:o,s:s,s:s}", "interface",
					       json_text(inv->args[0]), "mac",
					       text_mac(text, mac), "ip", text_ip(ip, net.ip)));
	netlink_close(&nl);
	return outcome;
}

static int read_network(struct netlink *nl, const struct camera *cam, struct network *net)
{
	int ret = registers_read_u32(nl, cam->name, REG_PERSISTENT_IP, &net->ip);

	if (!ret)
		ret = registers_read_u32(nl, cam->name, REG_PERSISTENT_MASK, &net->mask);
	if (!ret)
		ret = registers_read_u32(nl, cam->name, REG_PERSISTENT_GATEWAY, &net->gateway);
	return ret;
}

static int write_network(struct netlink *nl, const struct camera *cam, const struct network *net)
{
	int ret = registers_write_u32(nl, cam->name, REG_PERSISTENT_IP, net->ip);

	if (!ret)
		ret = registers_write_u32(nl, cam->name, REG_PERSISTENT_MASK, net->mask);
	if (!ret)
		ret = registers_write_u32(nl, cam->name, REG_PERSISTENT_GATEWAY, net->gateway);
	return ret;
}

static enum outcome print_configuration(struct netlink *nl, const struct camera *cam,
					uint32_t capability, bool json)
{
	char can[64], use[64], now[TEXT_IP_SIZE], texts[3][TEXT_IP_SIZE];
	struct network net = { 0 };
	struct table table;
	uint32_t config;
	int ret;

	ret = registers_read_u32(nl, cam->name, REG_CONFIGURATION, &config);
	if (!ret && capability & IP_CONFIG_PERSISTENT)
		ret = read_network(nl, cam, &net);
	if (ret)
		return fail_errno(cam->name, ret, nl->why);

	names_of_ip_config(capability, can, sizeof(can));
	names_of_ip_config(config, use, sizeof(use));
	text_ip(now, cam->ip);
	text_ip(texts[0], net.ip);
	text_ip(texts[1], net.mask);
	text_ip(texts[2], net.gateway);
	if (json)
		return json_print(json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s}", "name", cam->name,
					    "ip", now, "supported", can, "enabled", use,
					    "persistent_ip", texts[0], "persistent_mask", texts[1],
					    "persistent_gateway", texts[2]));
	table_init(&table, 2);
	table_row(&table, "address now:", now);
	table_row(&table, "supported:", can);
	table_row(&table, "enabled:", use);
	table_row(&table, "persistent IP:", texts[0]);
	table_row(&table, "persistent mask:", texts[1]);
	table_row(&table, "persistent gateway:", texts[2]);
	return table_print(&table) ? fail(OUTCOME_FAILED, "out of memory") : OUTCOME_OK;
}

/* Keeps the bits that are not about addresses (PAUSE frames). */
static enum outcome write_configuration(struct netlink *nl, const struct camera *cam,
					uint32_t bits)
{
	uint32_t config;
	int ret = registers_read_u32(nl, cam->name, REG_CONFIGURATION, &config);

	if (!ret)
		ret = registers_write_u32(nl, cam->name, REG_CONFIGURATION,
					  (config & ~IP_CONFIG_ALL) | bits);
	if (!ret)
		ret = registers_read_u32(nl, cam->name, REG_CONFIGURATION, &config);
	if (ret)
		return fail_errno(cam->name, ret, nl->why);
	if ((config & bits) != bits)
		return fail(OUTCOME_FAILED, "%s: the camera did not take the setting", cam->name);
	return OUTCOME_OK;
}

static enum outcome configure(struct netlink *nl, const struct camera *cam,
			      const struct invocation *inv)
{
	uint32_t capability, bits = IP_CONFIG_LLA;
	struct network net = { 0 };
	enum outcome outcome;
	int ret;

	if (want_persistent) {
		outcome = parse_network(inv, inv->args + 1, &net);
		if (outcome != OUTCOME_OK)
			return outcome;
		bits |= IP_CONFIG_PERSISTENT;
	} else if (want_dhcp) {
		bits |= IP_CONFIG_DHCP;
	}

	ret = registers_read_u32(nl, cam->name, REG_CAPABILITY, &capability);
	if (ret)
		return fail_errno(cam->name, ret, nl->why);
	if (!want_persistent && !want_dhcp && !want_lla)
		return print_configuration(nl, cam, capability, inv->json);
	if (bits & ~capability & ~IP_CONFIG_LLA)
		return fail(OUTCOME_FAILED, "%s: this model has no %s address", cam->name,
			    want_dhcp ? "DHCP" : "persistent");

	ret = want_persistent ? write_network(nl, cam, &net) : 0;
	if (ret)
		return fail_errno(cam->name, ret, nl->why);
	outcome = write_configuration(nl, cam, bits);
	if (outcome != OUTCOME_OK)
		return outcome;
	if (inv->json)
		return print_configuration(nl, cam, capability, true);
	printf("%s: stored; the camera uses it from its next start on\n", cam->name);
	return OUTCOME_OK;
}

/**
 * address_configure() - command "ip"
 * @inv: CAM, with --persistent IP MASK [GATEWAY]
 */
enum outcome address_configure(const struct invocation *inv)
{
	if (want_persistent + want_dhcp + want_lla > 1)
		return fail_usage(inv->command, "only one of --persistent, --dhcp and --lla");
	if (want_persistent && inv->count < 3)
		return fail_usage(inv->command, "--persistent needs IP and MASK");
	if (!want_persistent && inv->count > 1)
		return fail_usage(inv->command, "an address goes with --persistent only");
	return command_on_camera(inv, configure);
}
