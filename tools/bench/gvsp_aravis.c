// SPDX-License-Identifier: GPL-2.0
/*
 * A receiver of the GVSP benchmark: takes frames from a camera by libaravis
 * and gives them back unread. With --to it is the small program that people
 * use to get a video node: it writes each whole frame to a v4l2loopback device,
 * until SIGTERM. With --nobody the camera sends to a port where nobody listens,
 * and frames are counted by the clock. The frame's id is the block id.
 */
#include <arv.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <popt.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "gvsp_run.h"

#define SOCKET_BUFFER	(8 << 20)
#define REG_SCP		0x0d00
#define REG_SCDA	0x0d18

static struct gvsp_run run = { .warm = 10, .frames = 100 };
static int nr_buffers = 16, size = 1500, packet_socket, nobody;
static double fps;
static char *to;
static atomic_bool stop;

static const struct poptOption options[] = {
	{ "packet-socket", 0, POPT_ARG_NONE, &packet_socket, 0, "not a plain one", NULL },
	{ "to", 0, POPT_ARG_STRING, &to, 0, "write frames there until SIGTERM", "DEVICE" },
	{ "nobody", 0, POPT_ARG_INT, &nobody, 0, "receive nothing", "PORT" },
	{ "size", 0, POPT_ARG_INT, &size, 0, "of packets (1500)", "BYTES" },
	{ "fps", 0, POPT_ARG_DOUBLE, &fps, 0, "ask the camera for this rate", "F" },
	{ "buffers", 0, POPT_ARG_INT, &nr_buffers, 0, "buffers (16)", "N" },
	{ "warm", 0, POPT_ARG_INT, &run.warm, 0, "frames that do not count (10)", "N" },
	{ "frames", 0, POPT_ARG_INT, &run.frames, 0, "frames that count (100)", "N" },
	{ "times", 0, POPT_ARG_STRING, &run.times, 0, "when each frame came", "FILE" },
	{ "interface", 0, POPT_ARG_STRING, &run.interface, 0, "count its packets", "IF" },
	POPT_AUTOHELP
	POPT_TABLEEND
};

static void on_signal(int signal)
{
	stop = signal == SIGTERM;
}

static int fail(const char *what, const char *why)
{
	fprintf(stderr, "gvsp_aravis: %s: %s\n", what, why);
	return 1;
}

/* Room for frames, not for the part of one that libaravis would ask for here. */
static void tune(ArvStream *stream)
{
	g_object_set(stream, "socket-buffer", ARV_GV_STREAM_SOCKET_BUFFER_FIXED,
		     "socket-buffer-size", SOCKET_BUFFER, NULL);
}

/* v4l2loopback lets nobody stream before it has got a first frame. */
static int open_loopback(ArvCamera *camera)
{
	struct v4l2_format f = {
		.type = V4L2_BUF_TYPE_VIDEO_OUTPUT,
		.fmt.pix = { .pixelformat = V4L2_PIX_FMT_GREY, .field = V4L2_FIELD_NONE },
	};
	int x, y, width, height, fd = open(to, O_RDWR);
	guint length = arv_camera_get_payload(camera, NULL);
	void *black = g_malloc0(length);
	bool good;

	arv_camera_get_region(camera, &x, &y, &width, &height, NULL);
	f.fmt.pix.width = width;
	f.fmt.pix.height = height;
	f.fmt.pix.bytesperline = width;
	f.fmt.pix.sizeimage = length;
	good = fd >= 0 && !ioctl(fd, VIDIOC_S_FMT, &f) && write(fd, black, length) == length;
	g_free(black);
	return good ? fd : -1;
}

static void set_up(ArvCamera *camera, GError **error)
{
	arv_camera_gv_set_packet_size(camera, size, error);
	if (!*error && fps)
		arv_camera_set_frame_rate(camera, fps, error);
}

static ArvStream *open_stream(ArvCamera *camera, GError **error)
{
	ArvGvStreamOption option = packet_socket ? ARV_GV_STREAM_OPTION_NONE :
				   ARV_GV_STREAM_OPTION_PACKET_SOCKET_DISABLED;
	guint payload = arv_camera_get_payload(camera, NULL);
	ArvStream *stream;

	arv_camera_gv_set_stream_options(camera, option);
	arv_camera_gv_set_packet_size_adjustment(camera, ARV_GV_PACKET_SIZE_ADJUSTMENT_NEVER);
	set_up(camera, error);
	if (*error)
		return NULL;
	stream = arv_camera_create_stream(camera, NULL, NULL, error);
	if (stream)
		tune(stream);
	for (int i = 0; stream && i < nr_buffers; i++)
		arv_stream_push_buffer(stream, arv_buffer_new(payload, NULL));
	return stream;
}

static bool take(ArvBuffer *buffer, int fd)
{
	bool good = arv_buffer_get_status(buffer) == ARV_BUFFER_STATUS_SUCCESS;
	const void *data;
	size_t length;

	if (fd >= 0 && good) {
		data = arv_buffer_get_data(buffer, &length);
		if (write(fd, data, length) != (ssize_t)length)
			good = false;
	}
	return gvsp_run_frame(&run, arv_buffer_get_frame_id(buffer), good);
}

static int stream_frames(ArvCamera *camera, ArvStream *stream, int fd)
{
	GError *error = NULL;
	bool more = true;

	arv_camera_start_acquisition(camera, &error);
	if (error)
		return fail("start", error->message);
	while (more && !stop) {
		ArvBuffer *buffer = arv_stream_timeout_pop_buffer(stream, GVSP_RUN_WAIT * 1000);

		if (!buffer)
			break;
		more = take(buffer, fd);
		arv_stream_push_buffer(stream, buffer);
	}
	if (gvsp_run_end(&run))
		fail("run", "it did not come to its end");
	arv_camera_stop_acquisition(camera, NULL);
	return 0;
}

static int receive(ArvCamera *camera, ArvStream *stream)
{
	guint64 resent = 0, missing = 0;
	int fd = -1, status;

	if (to) {
		run.frames = 0;
		fd = open_loopback(camera);
		if (fd < 0)
			return fail(to, g_strerror(errno));
	}
	gvsp_run_ready();
	status = stream_frames(camera, stream, fd);
	arv_gv_stream_get_statistics(ARV_GV_STREAM(stream), &resent, &missing);
	fprintf(stderr, "gvsp_aravis: %llu packets sent again, %llu missing\n",
		(unsigned long long)resent, (unsigned long long)missing);
	return status;
}

static guint32 own_address(ArvDevice *device)
{
	GSocketAddress *at = arv_gv_device_get_interface_address(ARV_GV_DEVICE(device));
	GInetAddress *in = g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(at));
	guint32 address;

	memcpy(&address, g_inet_address_to_bytes(in), sizeof(address));
	return g_ntohl(address);
}

/* The camera sends; what this machine does with it is what it does by itself. */
static int send_to_nobody(ArvCamera *camera)
{
	ArvDevice *device = arv_camera_get_device(camera);
	GError *error = NULL;

	set_up(camera, &error);
	if (!error)
		arv_device_write_register(device, REG_SCDA, own_address(device), &error);
	if (!error)
		arv_device_write_register(device, REG_SCP, nobody, &error);
	if (!error)
		gvsp_run_ready();
	if (!error)
		arv_camera_start_acquisition(camera, &error);
	if (error)
		return fail("nobody", error->message);
	for (guint64 id = 1; gvsp_run_frame(&run, id, true); id++)
		g_usleep(1000000 / fps);
	gvsp_run_end(&run);
	arv_camera_stop_acquisition(camera, NULL);
	arv_device_write_register(device, REG_SCP, 0, NULL);
	return 0;
}

static int open_and_receive(const char *address)
{
	GError *error = NULL;
	ArvCamera *camera = arv_camera_new(address, &error);
	ArvStream *stream = camera && !nobody ? open_stream(camera, &error) : NULL;
	int status;

	if (camera && nobody)
		status = send_to_nobody(camera);
	else if (stream)
		status = receive(camera, stream);
	else
		status = fail(address, error ? error->message : "no stream");
	g_clear_object(&stream);
	g_clear_object(&camera);
	g_clear_error(&error);
	return status;
}

int main(int argc, const char **argv)
{
	poptContext context = poptGetContext("gvsp_aravis", argc, argv, options, 0);
	struct sigaction action = { .sa_handler = on_signal };
	int ret = poptGetNextOpt(context);
	const char *address = poptGetArg(context);

	if (ret < -1 || !address) {
		poptPrintUsage(context, stderr, 0);
		return 2;
	}
	sigaction(SIGTERM, &action, NULL);
	ret = open_and_receive(address);
	poptFreeContext(context);
	arv_shutdown();
	return ret;
}
