// SPDX-License-Identifier: GPL-2.0
/*
 * GRS-1 by the camera's features: the stream is negotiated, and what will come
 * is announced. The contract is Documentation/grs-1.rst, section 2.
 */
#include <linux/slab.h>

#include "../acquisition.h"
#include "../camera.h"
#include "../camera_map.h"
#include "../stream.h"
#include "../wire/gendc.h"
#include "../wire/grs.h"
#include "../wire/pfnc.h"
#include "announcement.h"
#include "recv.h"

#define PROFILE_GRS1	1	/* entry of RdmaStreamProfile */

/**
 * gev_announcement_negotiate() - have a camera stream by GRS-1
 * @cam: the camera; its geometry is the node's business
 *
 * Steps 2 to 4 of section 2. Its parameters are locked when this returns 0.
 *
 * Context: process, may sleep for the camera.
 * Return: 0; -ECONNREFUSED for another profile; or -errno.
 */
int gev_announcement_negotiate(struct gev_camera *cam)
{
	s64 profile;
	int ret;

	ret = gev_acquisition_end_stale(cam);
	if (ret)
		return ret;
	ret = gev_camera_read(cam, GEV_ROLE_RDMA_PROFILE, &profile);
	if (ret)
		return ret;
	if (profile != PROFILE_GRS1) {
		gev_camera_warn(cam, "the camera speaks RDMA stream profile %lld, not GRS-1",
				profile);
		return -ECONNREFUSED;
	}
	ret = gev_acquisition_select(cam, "RDMA");
	if (ret)
		return ret;
	return gev_acquisition_lock(cam);
}

static int read_descriptor(struct gev_camera *cam, struct gev_gendc_frame *f)
{
	size_t size;
	void *data;
	int ret;

	data = kzalloc(GEV_FLOW0_MAX, GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	ret = gev_camera_read_register(cam, GEV_ROLE_GENDC_DESCRIPTOR, data, GEV_FLOW0_MAX,
				       &size);
	if (!ret && gev_gendc_preliminary(data, size, f) != GEV_FRAME_GOOD)
		ret = -EPROTO;
	kfree(data);
	return ret;
}

static int read_flow_table(struct gev_camera *cam, struct gev_grs_flow_table *t)
{
	u8 data[GEV_GRS_FLOW_TABLE_SIZE];
	size_t size;
	int ret;

	ret = gev_camera_read_register(cam, GEV_ROLE_GENDC_FLOW_TABLE, data, sizeof(data),
				       &size);
	if (ret)
		return ret;
	return gev_grs_flow_table_decode(data, size, t) ? -EPROTO : 0;
}

/**
 * gev_announcement_read() - what a camera is going to send
 * @cam: the camera, negotiated
 * @format: what the node has negotiated
 * @expect: result: what each frame is to be checked against
 * @flow0_size: result: bytes of the largest descriptor
 *
 * Step 5. What is announced must agree with itself and with @format.
 *
 * Context: process, may sleep for the camera.
 * Return: 0, -EPROTO when it does not, or -errno.
 */
int gev_announcement_read(struct gev_camera *cam, const struct gev_format *format,
			  struct gev_gendc_expect *expect, u32 *flow0_size)
{
	struct gev_grs_flow_table table;
	struct gev_gendc_frame f;
	s64 payload;
	int ret;

	ret = gev_camera_read(cam, GEV_ROLE_PAYLOAD_SIZE, &payload);
	if (ret)
		return ret;
	ret = read_flow_table(cam, &table);
	if (ret)
		return ret;
	ret = read_descriptor(cam, &f);
	if (ret)
		return ret;

	if (table.flow1_size != payload || table.flow0_size > GEV_FLOW0_MAX ||
	    table.flow0_size < f.descriptor_size ||
	    f.pfnc != format->pfnc || f.x != format->width || f.y != format->height ||
	    payload < 1 || payload > format->sizeimage ||
	    !gev_pfnc_size_valid(f.pfnc, f.x, f.y, f.pad_x, f.pad_y, payload)) {
		gev_camera_warn(cam, "the camera announces %ux%u %08x, flows %llu and %llu, payload %lld: not what was negotiated",
				f.x, f.y, f.pfnc, table.flow0_size, table.flow1_size, payload);
		return -EPROTO;
	}

	expect->pfnc = f.pfnc;
	expect->x = f.x;
	expect->y = f.y;
	expect->pad_x = f.pad_x;
	expect->pad_y = f.pad_y;
	expect->payload = payload;
	*flow0_size = table.flow0_size;
	return 0;
}
