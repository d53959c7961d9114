/* SPDX-License-Identifier: GPL-2.0 */
/* A camera that somebody else's description describes. */
#ifndef GEVSIM_FOREIGN_H
#define GEVSIM_FOREIGN_H

#include "nodes.h"
#include "store.h"

/**
 * struct sim_foreign_feature - a feature and the register behind it
 * @name: of the feature
 * @node: the feature
 * @reg: the register that keeps its value
 * @moves: the register's address depends on other registers
 * @address: of the register
 * @length: bytes of the register
 */
struct sim_foreign_feature {
	const char *name;
	ArvGcNode *node;
	ArvGcNode *reg;
	bool moves;
	u32 address;
	u32 length;
};

/**
 * struct sim_foreign - the description's registers and what they mean
 * @nodes: the description; NULL: the camera has gevsim's own
 * @store: registers that gevsim has none of its own for
 * @features: struct sim_foreign_feature
 *
 * Protected by the lock of the device that it is part of.
 */
struct sim_foreign {
	ArvDevice *nodes;
	struct sim_store store;
	GArray *features;
};

int sim_foreign_create(struct sim_device *dev);
void sim_foreign_free(struct sim_device *dev);
int sim_foreign_reset(struct sim_device *dev);
u16 sim_foreign_write(struct sim_device *dev, u32 address, const u8 *data, u32 len);

#endif /* GEVSIM_FOREIGN_H */
