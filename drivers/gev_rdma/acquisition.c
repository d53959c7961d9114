// SPDX-License-Identifier: GPL-2.0
/*
 * What a camera has to be told before and after it sends, over any transport,
 * by the features that the SFNC has for it.
 */
#include "acquisition.h"
#include "camera.h"
#include "camera_map.h"

/* What a camera does not have, it need not be told. */
static int optional(int ret)
{
	return ret == -ENOENT ? 0 : ret;
}

/**
 * gev_acquisition_end_stale() - end what a host left that went away in the middle
 * @cam: the camera
 *
 * Context: process, may sleep for the camera.
 * Return: 0 or -errno.
 */
int gev_acquisition_end_stale(struct gev_camera *cam)
{
	s64 locked;
	int ret;

	ret = gev_camera_read(cam, GEV_ROLE_TL_PARAMS_LOCKED, &locked);
	if (ret == -ENOENT)
		locked = 0;
	else if (ret)
		return ret;
	if (!locked)
		return 0;
	ret = gev_camera_execute(cam, GEV_ROLE_ACQUISITION_STOP);
	if (ret)
		return ret;
	return gev_camera_write(cam, GEV_ROLE_TL_PARAMS_LOCKED, 0);
}

/**
 * gev_acquisition_select() - by which protocol, and how many frames
 * @cam: the camera
 * @protocol: entry of TransportStreamProtocol; a camera without it has no choice
 *
 * Context: process, may sleep for the camera.
 * Return: 0 or -errno.
 */
int gev_acquisition_select(struct gev_camera *cam, const char *protocol)
{
	int ret;

	ret = optional(gev_camera_select(cam, GEV_ROLE_STREAM_PROTOCOL, protocol));
	if (ret)
		return ret;
	return optional(gev_camera_select(cam, GEV_ROLE_ACQUISITION_MODE, "Continuous"));
}

/**
 * gev_acquisition_lock() - the camera's parameters stay as they are
 * @cam: the camera
 *
 * Context: process, may sleep for the camera.
 * Return: 0 or -errno.
 */
int gev_acquisition_lock(struct gev_camera *cam)
{
	return optional(gev_camera_write(cam, GEV_ROLE_TL_PARAMS_LOCKED, 1));
}

/**
 * gev_acquisition_stop() - no more frames; the camera is unlocked
 * @cam: the camera, which may not answer any more
 *
 * Context: process, may sleep for the camera.
 */
void gev_acquisition_stop(struct gev_camera *cam)
{
	gev_camera_execute(cam, GEV_ROLE_ACQUISITION_STOP);
	gev_camera_write(cam, GEV_ROLE_TL_PARAMS_LOCKED, 0);
}
