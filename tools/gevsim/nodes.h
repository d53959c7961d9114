/* SPDX-License-Identifier: GPL-2.0 */
/* Nodes of a GenICam description over a camera's registers, by libaravis. */
#ifndef GEVSIM_NODES_H
#define GEVSIM_NODES_H

#include <arv.h>

#include "wire/shim.h"

struct sim_device;

#define SIM_TYPE_NODES (sim_nodes_get_type())
G_DECLARE_FINAL_TYPE(SimNodes, sim_nodes, SIM, NODES, ArvDevice)

#define SIM_NODE_DEPTH		16	/* nodes behind nodes that are followed */

ArvDevice *sim_nodes_create(struct sim_device *dev, const void *xml, size_t len);

ArvGcNode *sim_node_find(ArvDevice *nodes, const char *name);
const char *sim_node_text(void *node, const char *tag);
ArvGcNode *sim_node_refer(ArvDevice *nodes, void *node, const char *tag);
ArvGcNode *sim_node_register(ArvDevice *nodes, ArvGcNode *node);
bool sim_node_is_masked(ArvGcNode *reg);
bool sim_node_range(ArvGcNode *reg, u32 *address, u32 *length);

bool sim_node_get(ArvGcNode *node, s64 *value);
bool sim_node_set(ArvGcNode *node, s64 value);
bool sim_node_get_float(ArvGcNode *node, double *value);
bool sim_node_set_float(ArvGcNode *node, double value);

#endif /* GEVSIM_NODES_H */
