/* SPDX-License-Identifier: GPL-2.0 */
/* The GVCP thread: sockets, retransmits, PENDING_ACK, heartbeat. */
#ifndef GEVSIM_GVCP_H
#define GEVSIM_GVCP_H

struct sim_device;

int sim_gvcp_check(struct sim_device *dev);
void *sim_gvcp_run(void *arg);

#endif /* GEVSIM_GVCP_H */
