// SPDX-License-Identifier: GPL-2.0
/* Small changes to one camera, and to what the driver does with it. */
#include <stdio.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "json.h"
#include "names.h"
#include "netlink.h"
#include "registers.h"
#include "text.h"

#define REG_USER_NAME		0x00e8u
#define USER_NAME_SIZE		16u
#define REG_GVCP_CAPABILITY	0x0934u
#define CAPABILITY_USER_NAME	0x80000000u

static enum outcome forget(struct netlink *nl, const struct camera *cam,
			   const struct invocation *inv)
{
	struct nlmsghdr *nlh = netlink_request(nl, GEV_CMD_CAMERA_FORGET);
	int ret;

	mnl_attr_put_strz(nlh, GEV_A_CAMERA, cam->name);
	ret = netlink_run(nl, nlh, NULL, NULL);
	if (ret)
		return fail_errno(cam->name, ret, nl->why);
	if (inv->json)
		return json_print(json_pack("{s:s,s:b}", "name", cam->name, "forgotten", 1));
	return OUTCOME_OK;
}

/**
 * settings_forget() - command "forget"
 * @inv: CAM
 */
enum outcome settings_forget(const struct invocation *inv)
{
	return command_on_camera(inv, forget);
}

static enum outcome rename_camera(struct netlink *nl, const struct camera *cam,
				  const struct invocation *inv)
{
	char name[USER_NAME_SIZE] = "";
	uint32_t capability;
	int ret;

	if (strlen(inv->args[1]) >= sizeof(name))
		return fail_usage(inv->command, "'%s' is longer than 15 bytes", inv->args[1]);
	memcpy(name, inv->args[1], strlen(inv->args[1]));

	ret = registers_read_u32(nl, cam->name, REG_GVCP_CAPABILITY, &capability);
	if (!ret && !(capability & CAPABILITY_USER_NAME))
		return fail(OUTCOME_FAILED, "%s: this model cannot store a name", cam->name);
	if (!ret)
		ret = registers_write(nl, cam->name, REG_USER_NAME, name, sizeof(name));
	if (ret)
		return fail_errno(cam->name, ret, nl->why);

	/* The driver learns of it by the next answer to discovery. */
	ret = netlink_run(nl, netlink_request(nl, GEV_CMD_DISCOVER), NULL, NULL);
	if (ret)
		return fail_errno("discovery", ret, nl->why);
	if (inv->json)
		return json_print(json_pack("{s:s,s:o}", "name", cam->name,
					    "user_name", json_text(inv->args[1])));
	return OUTCOME_OK;
}

/**
 * settings_rename() - command "rename"
 * @inv: CAM NAME
 */
enum outcome settings_rename(const struct invocation *inv)
{
	return command_on_camera(inv, rename_camera);
}

static enum outcome print_transport(const struct camera *cam, const struct invocation *inv)
{
	const char *wanted = name_of_transport(cam->transport_wanted);
	const char *used = name_of_transport(cam->transport_used);

	if (inv->json)
		return json_print(json_pack("{s:s,s:s,s:s}", "name", cam->name,
					    "transport_wanted", wanted, "transport_used", used));
	printf("wanted: %s, in use: %s\n", wanted, used);
	return OUTCOME_OK;
}

static enum outcome set_transport(struct netlink *nl, const struct camera *cam,
				  const struct invocation *inv)
{
	struct camera now = *cam;
	struct nlmsghdr *nlh;
	int ret;

	if (inv->count == 1)
		return print_transport(cam, inv);
	if (!transport_of_name(inv->args[1], &now.transport_wanted))
		return fail_usage(inv->command, "'%s' is none of auto, rdma, udp", inv->args[1]);

	nlh = netlink_request(nl, GEV_CMD_TRANSPORT_SET);
	mnl_attr_put_strz(nlh, GEV_A_CAMERA, cam->name);
	mnl_attr_put_u32(nlh, GEV_A_TRANSPORT_WANTED, now.transport_wanted);
	ret = netlink_run(nl, nlh, NULL, NULL);
	if (ret)
		return fail_errno(cam->name, ret, nl->why);
	return inv->json ? print_transport(&now, inv) : OUTCOME_OK;
}

/**
 * settings_transport() - command "transport"
 * @inv: CAM, perhaps with the new one
 */
enum outcome settings_transport(const struct invocation *inv)
{
	return command_on_camera(inv, set_transport);
}
