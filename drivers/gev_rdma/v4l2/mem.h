/* SPDX-License-Identifier: GPL-2.0 */
/* Frame memory. */
#ifndef GEV_MEM_H
#define GEV_MEM_H

struct vb2_mem_ops;

void gev_mem_ops_init(struct vb2_mem_ops *ops);

#endif /* GEV_MEM_H */
