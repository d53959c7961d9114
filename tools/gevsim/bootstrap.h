/* SPDX-License-Identifier: GPL-2.0 */
/* Bootstrap registers of GigE Vision 2.2. */
#ifndef GEVSIM_BOOTSTRAP_H
#define GEVSIM_BOOTSTRAP_H

#include "registers.h"

#define SIM_VERSION		"1.0.0"

/* Those that the codec has no name for. */
enum sim_bootstrap {
	SIM_REG_CCP_KEY		= 0x095c,
	SIM_REG_SCEBA0		= 0x0d3c,
};

#define SIM_CONF_HEARTBEAT_OFF	0x1u	/* in GEV_REG_GVCP_CONFIGURATION */

const struct sim_register *sim_bootstrap_table(size_t *n);
void sim_bootstrap_reset(struct sim_device *dev);
void sim_bootstrap_address(struct sim_device *dev);

#endif /* GEVSIM_BOOTSTRAP_H */
