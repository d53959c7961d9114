// SPDX-License-Identifier: GPL-2.0
/*
 * Receives frames of gevsim with libaravis, which knows nothing of our codecs,
 * and compares each byte of the ramp: aravis_receive ADDRESS FRAMES SIZE
 * [extended] [no-resend] [delay] [parts] [chunks] [reassembled] [crc]. SIZE 0 lets
 * libaravis find the packet size by test packets. Reassembled, packets come from
 * a UDP socket, not from one that sees fragments. With crc there is no ramp, but a
 * line with each frame's block id and CRC-32. Prints what came; the exit status is
 * 0 if all frames were whole.
 */
#include <arv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define REG_GVSP_CONFIGURATION	0x0960
#define BLOCK64			0x40000000
#define REG_SCCFG		0x0d24
#define MULTI_PART		0x40
#define CHUNKS			0x1
#define BUFFERS			16
#define DELAY			20000		/* ns between packets */
#define WAIT			5000000		/* us for a frame */

static struct {
	unsigned int whole;
	unsigned int damaged;
	unsigned int wrong;
	guint64 absent;
	guint64 last;
} seen;

static gboolean crc;

/* Of a camera whose picture nobody knows: for others to compare. */
static gboolean print_crc(ArvBuffer *buffer)
{
	size_t size;
	const guint8 *data = arv_buffer_get_part_data(buffer, 0, &size);

	printf("frame %llu %08lx\n", (unsigned long long)arv_buffer_get_frame_id(buffer),
	       crc32(0, data, size));
	return TRUE;
}

/* The first wrong byte is said, others are only counted. */
static gboolean ramp_good(ArvBuffer *buffer)
{
	int width = arv_buffer_get_part_width(buffer, 0);
	int height = arv_buffer_get_part_height(buffer, 0);
	guint64 block = arv_buffer_get_frame_id(buffer);
	size_t size;
	const guint8 *data = arv_buffer_get_part_data(buffer, 0, &size);

	if (size < (size_t)width * height)
		return FALSE;
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++) {
			guint8 want = x + 2 * y + 3 * block;

			if (data[(size_t)y * width + x] == want)
				continue;
			fprintf(stderr, "block %llu, x %d, y %d: %u, not %u\n",
				(unsigned long long)block, x, y, data[(size_t)y * width + x],
				want);
			return FALSE;
		}
	}
	return TRUE;
}

static void look(ArvBuffer *buffer)
{
	guint64 block = arv_buffer_get_frame_id(buffer);

	if (block > seen.last)
		seen.absent += block - seen.last - 1;
	seen.last = block;
	if (arv_buffer_get_status(buffer) != ARV_BUFFER_STATUS_SUCCESS)
		seen.damaged++;
	else if (crc ? print_crc(buffer) : ramp_good(buffer))
		seen.whole++;
	else
		seen.wrong++;
}

static int receive(ArvCamera *camera, ArvStream *stream, unsigned int frames)
{
	GError *error = NULL;

	for (int i = 0; i < BUFFERS; i++)
		arv_stream_push_buffer(stream,
				       arv_buffer_new(arv_camera_get_payload(camera, NULL), NULL));
	arv_camera_start_acquisition(camera, &error);
	if (error) {
		fprintf(stderr, "start: %s\n", error->message);
		return 1;
	}
	for (unsigned int i = 0; i < frames; i++) {
		ArvBuffer *buffer = arv_stream_timeout_pop_buffer(stream, WAIT);

		if (!buffer)
			break;
		look(buffer);
		arv_stream_push_buffer(stream, buffer);
	}
	arv_camera_stop_acquisition(camera, NULL);
	return 0;
}

static ArvStream *open_stream(ArvCamera *camera, unsigned int size, gboolean extended,
			      guint32 sccfg, gboolean resend)
{
	GError *error = NULL;
	ArvStream *stream;

	if (extended)
		arv_device_write_register(arv_camera_get_device(camera), REG_GVSP_CONFIGURATION,
					  BLOCK64, &error);
	if (!error)
		arv_device_write_register(arv_camera_get_device(camera), REG_SCCFG, sccfg,
					  &error);
	arv_camera_gv_set_packet_size_adjustment(camera, size ?
						 ARV_GV_PACKET_SIZE_ADJUSTMENT_NEVER :
						 ARV_GV_PACKET_SIZE_ADJUSTMENT_ALWAYS);
	if (size && !error)
		arv_camera_gv_set_packet_size(camera, size, &error);
	stream = error ? NULL : arv_camera_create_stream(camera, NULL, NULL, &error);
	if (error)
		fprintf(stderr, "stream: %s\n", error->message);
	if (stream)
		g_object_set(stream, "packet-resend", resend ?
			     ARV_GV_STREAM_PACKET_RESEND_ALWAYS :
			     ARV_GV_STREAM_PACKET_RESEND_NEVER, NULL);
	return stream;
}

static gboolean option(int argc, char **argv, const char *name)
{
	for (int i = 4; i < argc; i++)
		if (!strcmp(argv[i], name))
			return TRUE;
	return FALSE;
}

int main(int argc, char **argv)
{
	unsigned int frames = argc > 3 ? atoi(argv[2]) : 0, size;
	guint64 resent = 0, missing = 0;
	ArvCamera *camera;
	ArvStream *stream;
	int status;

	if (!frames) {
		fprintf(stderr, "usage: %s ADDRESS FRAMES SIZE [OPTION]...\n", argv[0]);
		return 2;
	}
	camera = arv_camera_new(argv[1], NULL);
	if (!camera) {
		fprintf(stderr, "no camera at %s\n", argv[1]);
		return 1;
	}
	crc = option(argc, argv, "crc");
	if (option(argc, argv, "reassembled"))
		arv_camera_gv_set_stream_options(camera,
						 ARV_GV_STREAM_OPTION_PACKET_SOCKET_DISABLED);
	stream = open_stream(camera, atoi(argv[3]), option(argc, argv, "extended"),
			     (option(argc, argv, "parts") ? MULTI_PART : 0) |
			     (option(argc, argv, "chunks") ? CHUNKS : 0),
			     !option(argc, argv, "no-resend"));
	if (stream && option(argc, argv, "delay"))
		arv_camera_gv_set_packet_delay(camera, DELAY, NULL);
	status = stream ? receive(camera, stream, frames) : 1;
	size = arv_camera_gv_get_packet_size(camera, NULL);
	if (stream)
		arv_gv_stream_get_statistics(ARV_GV_STREAM(stream), &resent, &missing);
	printf("whole %u damaged %u wrong %u absent %llu resent %llu missing %llu size %u\n",
	       seen.whole, seen.damaged, seen.wrong, (unsigned long long)seen.absent,
	       (unsigned long long)resent, (unsigned long long)missing, size);
	g_clear_object(&stream);
	g_clear_object(&camera);
	arv_shutdown();
	return status || seen.whole != frames;
}
