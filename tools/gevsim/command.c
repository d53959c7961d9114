// SPDX-License-Identifier: GPL-2.0
/* What each GVCP command does, and what it is answered. */
#include "bootstrap.h"
#include "command.h"
#include "device.h"
#include "log.h"

/**
 * sim_command_address() - the register that a command is about
 * @cmd: the command
 *
 * Return: the first address, 0 if there is none.
 */
u32 sim_command_address(const struct gev_gvcp_cmd *cmd)
{
	switch (cmd->command) {
	case GEV_GVCP_READREG_CMD:
	case GEV_GVCP_WRITEREG_CMD:
	case GEV_GVCP_READMEM_CMD:
	case GEV_GVCP_WRITEMEM_CMD:
		return cmd->length < 4 ? 0 : get_unaligned_be32(cmd->payload);
	default:
		return 0;
	}
}

/**
 * sim_command_writes() - does a command change registers?
 * @cmd: the command
 *
 * Return: whether it does.
 */
bool sim_command_writes(const struct gev_gvcp_cmd *cmd)
{
	return cmd->command == GEV_GVCP_WRITEREG_CMD || cmd->command == GEV_GVCP_WRITEMEM_CMD;
}

/* Somebody else has exclusive access: not even reads are allowed. */
static bool command_excluded(const struct sim_device *dev)
{
	return dev->control.ccp & GEV_CCP_EXCLUSIVE &&
	       !sim_device_is_owner(dev, &dev->control.peer);
}

static u16 command_readreg(struct sim_device *dev, const struct gev_gvcp_cmd *cmd,
			   struct sim_answer *answer)
{
	if (!cmd->length || cmd->length % 4)
		return GEV_GVCP_INVALID_PARAMETER;
	if (command_excluded(dev))
		return GEV_GVCP_ACCESS_DENIED;
	for (u16 at = 0; at < cmd->length; at += 4) {
		u32 address = get_unaligned_be32(cmd->payload + at);
		u16 status;

		if (address % 4)
			return GEV_GVCP_BAD_ALIGNMENT;
		status = sim_register_read(dev, address, answer->payload + at, 4);
		if (status != GEV_GVCP_SUCCESS)
			return status;
		answer->length = at + 4;
	}
	return GEV_GVCP_SUCCESS;
}

/* The answer of both writing commands: how far they came. */
static void command_index(struct sim_answer *answer, u16 index)
{
	put_unaligned_be16(0, answer->payload);
	put_unaligned_be16(index, answer->payload + 2);
	answer->length = 4;
}

static u16 command_writereg(struct sim_device *dev, const struct gev_gvcp_cmd *cmd,
			    struct sim_answer *answer)
{
	command_index(answer, 0);
	if (!cmd->length || cmd->length % 8)
		return GEV_GVCP_INVALID_PARAMETER;
	for (u16 i = 0; i < cmd->length / 8; i++) {
		const u8 *entry = cmd->payload + 8 * i;
		u32 address = get_unaligned_be32(entry);
		u16 status;

		command_index(answer, i);
		if (address % 4)
			return GEV_GVCP_BAD_ALIGNMENT;
		/* The owner may change on the way: CCP is a register as well. */
		status = sim_register_write(dev, address, entry + 4, 4,
					    sim_device_is_owner(dev, &dev->control.peer));
		if (status != GEV_GVCP_SUCCESS)
			return status;
	}
	command_index(answer, cmd->length / 8);
	return GEV_GVCP_SUCCESS;
}

static u16 command_readmem(struct sim_device *dev, const struct gev_gvcp_cmd *cmd,
			   struct sim_answer *answer)
{
	u32 address;
	u16 count, status;

	if (cmd->length != 8)
		return GEV_GVCP_INVALID_PARAMETER;
	address = get_unaligned_be32(cmd->payload);
	count = get_unaligned_be16(cmd->payload + 6);
	if (address % 4 || count % 4)
		return GEV_GVCP_BAD_ALIGNMENT;
	if (!count || count > GEV_GVCP_MEM_MAX)
		return GEV_GVCP_INVALID_PARAMETER;
	if (command_excluded(dev))
		return GEV_GVCP_ACCESS_DENIED;
	status = sim_register_read(dev, address, answer->payload + 4, count);
	if (status != GEV_GVCP_SUCCESS)
		return status;
	put_unaligned_be32(address, answer->payload);
	answer->length = 4 + count;
	return GEV_GVCP_SUCCESS;
}

static u16 command_writemem(struct sim_device *dev, const struct gev_gvcp_cmd *cmd,
			    struct sim_answer *answer)
{
	u16 count = cmd->length - 4, status;
	u32 address;

	command_index(answer, 0);
	if (cmd->length <= 4)
		return GEV_GVCP_INVALID_PARAMETER;
	address = get_unaligned_be32(cmd->payload);
	if (address % 4 || count % 4)
		return GEV_GVCP_BAD_ALIGNMENT;
	status = sim_register_write(dev, address, cmd->payload + 4, count,
				    sim_device_is_owner(dev, &dev->control.peer));
	if (status == GEV_GVCP_SUCCESS)
		command_index(answer, count);
	return status;
}

/*
 * The address changes if the new one is configured on the interface: the
 * simulator does not touch the interface. Address 0 restarts the IP
 * configuration, which gives the same address again, without an answer.
 */
static u16 command_forceip(struct sim_device *dev, const struct gev_gvcp_cmd *cmd,
			   bool *silent)
{
	struct gev_gvcp_forceip force;
	char text[16];

	*silent = true;
	if (gev_gvcp_forceip_decode(cmd, &force)) {
		*silent = false;
		return GEV_GVCP_INVALID_PARAMETER;
	}
	if (memcmp(force.mac, dev->link.mac, sizeof(force.mac)))
		return GEV_GVCP_SUCCESS;
	*silent = !force.ip;
	if (dev->control.ccp)
		return GEV_GVCP_ACCESS_DENIED;
	if (!force.ip)
		return GEV_GVCP_SUCCESS;
	sim_log(SIM_LOG_INFO, dev->index, "FORCEIP %s", sim_link_text(force.ip, text));
	if (!sim_link_has(&dev->link, force.ip)) {
		sim_log(SIM_LOG_WARN, dev->index, "%s is not configured on %s",
			sim_link_text(force.ip, text), dev->link.name);
		return GEV_GVCP_INVALID_PARAMETER;
	}
	dev->link.address = force.ip;
	dev->link.mask = force.mask;
	dev->link.broadcast = ~force.mask > 1 ? force.ip | ~force.mask : 0;
	sim_bootstrap_address(dev);
	sim_register_set(dev, GEV_REG_CURRENT_GATEWAY, force.gateway);
	dev->rebind = true;
	sim_log_event(dev->index, "forceip", "\"address\":\"%s\"", text);
	return GEV_GVCP_SUCCESS;
}

/*
 * The packets are the answer, and come later from the stream thread. Hosts send
 * the request from the port of the control channel or of the stream.
 */
static void command_resend(struct sim_device *dev, const struct gev_gvcp_cmd *cmd)
{
	struct sim_gvsp_inbox *inbox = &dev->gvsp;
	struct gev_gvcp_resend r;

	if (sim_fault_state(&dev->faults, SIM_FAULT_RESEND_SILENT) ||
	    sim_fault_state(&dev->faults, SIM_FAULT_RESEND_ABSENT))
		return;
	if (gev_gvcp_resend_decode(cmd, &r) || r.channel || !dev->control.ccp ||
	    !sim_register_get(dev, GEV_REG_SCP0) ||
	    dev->control.peer.sin_addr.s_addr != dev->control.owner.sin_addr.s_addr ||
	    inbox->nr_resends == SIM_GVSP_RESENDS)
		return;
	inbox->resends[inbox->nr_resends++] = r;
	sim_device_wake(dev);
}

static u16 command_discovery(struct sim_device *dev, struct sim_answer *answer)
{
	u16 status = sim_register_read(dev, 0, answer->payload, GEV_GVCP_DISCOVERY_ACK);

	answer->length = GEV_GVCP_DISCOVERY_ACK;
	if (sim_fault_state(&dev->faults, SIM_FAULT_DISCOVERY_GARBAGE))
		for (u16 i = GEV_REG_MANUFACTURER; i < GEV_GVCP_DISCOVERY_ACK; i++)
			answer->payload[i] = 1 + i % 30;
	if (sim_fault_state(&dev->faults, SIM_FAULT_DISCOVERY_SHORT))
		answer->length /= 2;
	return status;
}

/**
 * sim_command_execute() - execute one command
 * @dev: the camera, locked; control.peer is the sender
 * @cmd: the command
 * @answer: filled in
 *
 * Return: whether there is an answer at all.
 */
bool sim_command_execute(struct sim_device *dev, const struct gev_gvcp_cmd *cmd,
			 struct sim_answer *answer)
{
	bool silent = false;

	answer->command = cmd->command + 1;
	answer->length = 0;
	switch (cmd->command) {
	case GEV_GVCP_DISCOVERY_CMD:
		answer->status = command_discovery(dev, answer);
		break;
	case GEV_GVCP_FORCEIP_CMD:
		answer->status = command_forceip(dev, cmd, &silent);
		break;
	case GEV_GVCP_PACKETRESEND_CMD:
		command_resend(dev, cmd);
		silent = true;
		break;
	case GEV_GVCP_READREG_CMD:
		answer->status = command_readreg(dev, cmd, answer);
		break;
	case GEV_GVCP_WRITEREG_CMD:
		answer->status = command_writereg(dev, cmd, answer);
		break;
	case GEV_GVCP_READMEM_CMD:
		answer->status = command_readmem(dev, cmd, answer);
		break;
	case GEV_GVCP_WRITEMEM_CMD:
		answer->status = command_writemem(dev, cmd, answer);
		break;
	default:
		answer->status = GEV_GVCP_NOT_IMPLEMENTED;
		break;
	}
	return !silent;
}
