// SPDX-License-Identifier: GPL-2.0
/*
 * Frame memory: videobuf2-dma-contig, but silent where memory is refused. An
 * application that asks for more than there is gets ENOMEM; it has no need of
 * a line in the log, and others have none either.
 */
#include <linux/dma-mapping.h>
#include <linux/err.h>
#include <media/videobuf2-core.h>
#include <media/videobuf2-dma-contig.h>

#include "mem.h"

/*
 * vb2-dma-contig reports a refusal as an error of the device: ask before. That
 * another one takes the memory in between is possible, and costs a line.
 */
static void *alloc(struct vb2_buffer *vb, struct device *dev, unsigned long size)
{
	struct vb2_queue *q = vb->vb2_queue;
	dma_addr_t address;
	void *probe;

	probe = dma_alloc_attrs(dev, size, &address, GFP_KERNEL | q->gfp_flags, q->dma_attrs);
	if (!probe)
		return ERR_PTR(-ENOMEM);
	dma_free_attrs(dev, size, probe, address, q->dma_attrs);
	return vb2_dma_contig_memops.alloc(vb, dev, size);
}

/**
 * gev_mem_ops_init() - set up the memory operations of a queue
 * @ops: the operations; they live as long as the queue
 */
void gev_mem_ops_init(struct vb2_mem_ops *ops)
{
	*ops = vb2_dma_contig_memops;
	ops->alloc = alloc;
}
