/* SPDX-License-Identifier: GPL-2.0 */
/* What each GVCP command does, and what it is answered. */
#ifndef GEVSIM_COMMAND_H
#define GEVSIM_COMMAND_H

#include "wire/gvcp.h"

struct sim_device;

/**
 * struct sim_answer - an acknowledge before it is sent
 * @status: GVCP status
 * @command: acknowledge value
 * @payload: its data
 * @length: bytes
 */
struct sim_answer {
	u16 status;
	u16 command;
	u8 payload[GEV_GVCP_PAYLOAD_MAX];
	u16 length;
};

u32 sim_command_address(const struct gev_gvcp_cmd *cmd);
bool sim_command_writes(const struct gev_gvcp_cmd *cmd);
bool sim_command_execute(struct sim_device *dev, const struct gev_gvcp_cmd *cmd,
			 struct sim_answer *answer);

#endif /* GEVSIM_COMMAND_H */
