/* SPDX-License-Identifier: GPL-2.0 */
/* RDMA devices that come and go while the process lives. */
#ifndef GEVSIM_HCA_H
#define GEVSIM_HCA_H

#include <infiniband/verbs.h>

void sim_hca_get(struct ibv_context *verbs);
void sim_hca_put(struct ibv_context *verbs);
void sim_hca_removed(struct ibv_context *verbs);
void sim_hca_refresh(void);

#endif /* GEVSIM_HCA_H */
