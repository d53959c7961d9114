// SPDX-License-Identifier: GPL-2.0
/* Init and exit, in order; nothing else. */
#include <linux/dma-mapping.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <media/videobuf2-dma-contig.h>

#include "camera.h"
#include "gev_rdma.h"
#include "gvcp/discovery.h"
#include "ib_client/client.h"
#include "netlink.h"
#include "registry.h"

static char *interfaces;
module_param(interfaces, charp, 0444);
MODULE_PARM_DESC(interfaces, "network interfaces to look for cameras on, separated by commas");

static struct platform_device *platform;
struct device *gev_parent;

static int parent_init(void)
{
	int ret;

	platform = platform_device_register_simple(GEV_NAME, PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(platform))
		return PTR_ERR(platform);

	/*
	 * No bus sits between this device and memory: frame buffers come from
	 * the linear map, wherever it has room.
	 */
	ret = dma_coerce_mask_and_coherent(&platform->dev, DMA_BIT_MASK(64));
	if (!ret)
		ret = vb2_dma_contig_set_max_seg_size(&platform->dev, UINT_MAX);
	if (ret) {
		platform_device_unregister(platform);
		return ret;
	}
	gev_parent = &platform->dev;
	return 0;
}

static void parent_exit(void)
{
	platform_device_unregister(platform);
}

static int __init gev_rdma_init(void)
{
	int ret;

	ret = parent_init();
	if (ret)
		return ret;
	ret = gev_cameras_init();
	if (ret)
		goto parent;
	ret = gev_ib_client_init();
	if (ret)
		goto cameras;
	ret = gev_netlink_init();
	if (ret)
		goto ib_client;
	ret = gev_interfaces_init(interfaces);
	if (ret)
		goto netlink;
	return 0;

netlink:
	gev_netlink_exit();
ib_client:
	gev_ib_client_exit();
cameras:
	gev_cameras_exit();
parent:
	parent_exit();
	return ret;
}

static void __exit gev_rdma_exit(void)
{
	/* Takes the interfaces' cameras along; netlink adds none from here on. */
	gev_interfaces_exit();
	gev_netlink_exit();
	gev_ib_client_exit();
	gev_cameras_exit();
	parent_exit();
}

module_init(gev_rdma_init);
module_exit(gev_rdma_exit);

MODULE_DESCRIPTION("GigE Vision cameras over RDMA as V4L2 devices");
MODULE_AUTHOR("gev_rdma developers");
MODULE_LICENSE("GPL");
