// SPDX-License-Identifier: GPL-2.0
/*
 * Receives frames of a GRS-1 camera with plain verbs in user space: what the
 * same two ends can move without the driver.
 */
#include <inttypes.h>
#include <popt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "grs_session.h"
#include "sim_format.h"

static struct {
	char *address;
	char *format;
	int frames;
	int width;
	int height;
	int pairs;
	int camera;
	int check;
} opt = { .frames = 100, .width = 640, .height = 480, .pairs = 8, .check = 1 };

static const struct poptOption option_table[] = {
	{ "address", 'a', POPT_ARG_STRING, &opt.address, 0, "camera", "IP" },
	{ "format", 0, POPT_ARG_STRING, &opt.format, 0, "PFNC name (Mono8)", "NAME" },
	{ "frames", 'n', POPT_ARG_INT, &opt.frames, 0, "how many (100)", "N" },
	{ "width", 0, POPT_ARG_INT, &opt.width, 0, "pixels (640)", "W" },
	{ "height", 0, POPT_ARG_INT, &opt.height, 0, "lines (480)", "H" },
	{ "pairs", 0, POPT_ARG_INT, &opt.pairs, 0, "pairs of receives (8)", "N" },
	{ "camera", 0, POPT_ARG_INT, &opt.camera, 0, "camera index of the ramp (0)", "C" },
	{ "no-check", 0, POPT_ARG_VAL, &opt.check, 0, "do not look at the bytes", NULL },
	POPT_AUTOHELP
	POPT_TABLEEND
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static int set(struct gvcp_client *c, uint32_t address, uint32_t value, const char *name)
{
	int status = gvcp_write(c, address, value);

	if (status)
		fprintf(stderr, "grs_receive: %s = %u: status %#x\n", name, value, status);
	return status;
}

static int configure(struct gvcp_client *c, const struct sim_format *f)
{
	return set(c, GEV_CCP, 2, "CCP") || set(c, GEV_HEARTBEAT, 30000, "heartbeat") ||
	       set(c, SIM_PROTOCOL, 1, "TransportStreamProtocol") ||
	       set(c, SIM_FORMAT, f->code, "PixelFormat") ||
	       set(c, SIM_WIDTH, opt.width, "Width") ||
	       set(c, SIM_HEIGHT, opt.height, "Height") ||
	       set(c, SIM_LOCKED, 1, "TLParamsLocked");
}

/* Number of frames that were good. */
static int receive(struct gvcp_client *c, struct grs_session *s, const struct sim_format *f)
{
	struct grs_frame frame;
	uint64_t last = 0, missing = 0;
	double heartbeat = now();
	uint32_t ccp;
	int good = 0, n;

	for (n = 0; n < opt.frames; n++) {
		enum grs_result result = grs_next(s, &frame, 10000);
		long wrong = -1;

		if (result != GRS_FRAME) {
			fprintf(stderr, "grs_receive: no frame: %d\n", result);
			break;
		}
		if (now() - heartbeat > 5) {
			heartbeat = now();
			gvcp_read(c, GEV_CCP, &ccp);
		}
		missing += frame.id - last - 1;
		last = frame.id;
		if (opt.check)
			wrong = sim_format_ramp(f, opt.width, opt.height, frame.payload,
						frame.id, opt.camera);
		if (wrong < 0)
			good++;
		else
			fprintf(stderr, "grs_receive: block %" PRIu64 ": byte %ld is wrong\n",
				frame.id, wrong);
		grs_return(s, frame.pair);
	}
	printf("frames=%d good=%d missing=%" PRIu64 " ", n, good, missing);
	return good;
}

static int run(struct gvcp_client *c, const struct sim_format *f)
{
	struct grs_request request;
	struct grs_session s;
	uint32_t payload, port;
	int err, good = 0;
	double start;

	if (configure(c, f) || gvcp_read(c, SIM_PAYLOAD, &payload) ||
	    gvcp_read(c, SIM_PORT, &port))
		return EXIT_FAILURE;
	grs_request_init(&request, payload, opt.pairs);
	err = grs_open(&s, opt.address, port, &request);
	if (err) {
		fprintf(stderr, "grs_receive: %s (code %u, reason %d)\n", strerror(-err),
			s.rej_code, s.reason);
	} else if (!set(c, SIM_START, 1, "AcquisitionStart")) {
		start = now();
		good = receive(c, &s, f);
		start = now() - start;
		printf("bytes=%u seconds=%.3f rate=%.2f\n", payload, start,
		       (double)payload * good / start / 1e6);
		set(c, SIM_STOP, 1, "AcquisitionStop");
	}
	grs_close(&s);
	set(c, SIM_LOCKED, 0, "TLParamsLocked");
	set(c, GEV_CCP, 0, "CCP");
	return good == opt.frames ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, const char **argv)
{
	poptContext context = poptGetContext("grs_receive", argc, argv, option_table, 0);
	const struct sim_format *f;
	struct gvcp_client c;
	int status;

	status = poptGetNextOpt(context);
	poptFreeContext(context);
	f = sim_format_find(opt.format ? opt.format : "Mono8");
	if (status < -1 || !opt.address || !f || opt.pairs < 1 ||
	    opt.pairs > GRS_FRAMES_MAX) {
		fprintf(stderr, "grs_receive: wrong usage; see --help\n");
		return 2;
	}
	if (gvcp_open(&c, opt.address)) {
		perror("grs_receive");
		return EXIT_FAILURE;
	}
	status = run(&c, f);
	gvcp_close(&c);
	return status;
}
