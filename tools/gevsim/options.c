// SPDX-License-Identifier: GPL-2.0
/* The command line. */
#include <arpa/inet.h>
#include <popt.h>
#include <stdio.h>
#include <stdlib.h>
#include "fault.h"
#include "features.h"
#include "log.h"
#include "options.h"
#include "picture.h"

enum option_value {
	OPTION_ADDRESS = 1,
	OPTION_MAC,
	OPTION_TRANSPORT,
	OPTION_FORMAT,
	OPTION_PATTERN,
	OPTION_FAULT,
	OPTION_LOG,
	OPTION_HELP,
};

static const char * const pattern_names[] = {
	[SIM_PATTERN_RAMP] = "ramp",
	[SIM_PATTERN_BARS] = "bars",
	[SIM_PATTERN_PHOTO] = "photo",
};

static int option_pattern(struct sim_options *options, const char *arg)
{
	for (size_t i = 0; i < ARRAY_SIZE(pattern_names); i++) {
		if (strcmp(arg, pattern_names[i]))
			continue;
		options->pattern = i;
		return 0;
	}
	return -EINVAL;
}

static int option_address(struct sim_options *options, const char *arg)
{
	struct in_addr in;

	if (inet_pton(AF_INET, arg, &in) != 1 || !in.s_addr)
		return -EINVAL;
	options->address = ntohl(in.s_addr);
	return 0;
}

static int option_mac(struct sim_options *options, const char *arg)
{
	u8 *m = options->mac;
	int end = 0;

	if (sscanf(arg, "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx%n",
		   &m[0], &m[1], &m[2], &m[3], &m[4], &m[5], &end) != 6 || arg[end])
		return -EINVAL;
	options->has_mac = true;
	return 0;
}

/* A list of rdma and udp; udp alone makes a camera that offers no RDMA. */
static int option_transport(struct sim_options *options, const char *arg)
{
	options->rdma = false;
	while (*arg) {
		size_t len = strcspn(arg, ",");

		if (len == 4 && !strncmp(arg, "rdma", len))
			options->rdma = true;
		else if (len != 3 || strncmp(arg, "udp", len))
			return -EINVAL;
		arg += len;
		if (*arg == ',' && !*++arg)
			return -EINVAL;
	}
	return 0;
}

static int option_fault(struct sim_options *options, const char *arg)
{
	struct sim_faults faults;
	struct sim_armed armed;

	sim_fault_init(&faults);
	if (options->nr_faults == SIM_OPTION_FAULTS_MAX ||
	    sim_fault_arm(&faults, arg, false, &armed))
		return -EINVAL;
	options->faults[options->nr_faults] = strdup(arg);
	return options->faults[options->nr_faults++] ? 0 : -ENOMEM;
}

static int option_apply(struct sim_options *options, int value, const char *arg)
{
	switch (value) {
	case OPTION_ADDRESS:
		return option_address(options, arg);
	case OPTION_MAC:
		return option_mac(options, arg);
	case OPTION_TRANSPORT:
		return option_transport(options, arg);
	case OPTION_FORMAT:
		options->format = gev_pfnc_find_name(arg);
		return options->format && sim_picture_supports(options->format->code) ?
			0 : -EINVAL;
	case OPTION_PATTERN:
		return option_pattern(options, arg);
	case OPTION_FAULT:
		return option_fault(options, arg);
	case OPTION_LOG:
		options->level = sim_log_level_find(arg);
		return options->level < 0 ? -EINVAL : 0;
	default:
		return -EINVAL;
	}
}

static void option_help(poptContext context)
{
	poptPrintHelp(context, stdout, 0);
	puts("\nA GigE Vision camera in software: GVCP, GenICam XML, GVSP over UDP,\n"
	     "GRS-1 over RDMA.\n"
	     "--interface or --address is needed; with several cameras, number i\n"
	     "(from 0) uses the first address + i, which has to be configured.\n"
	     "'--transport udp' gives a camera that offers no RDMA.\n\n"
	     "WHEN: N (block id), N-M, N-, /N (every Nth) for frame faults, default 10;\n"
	     "a number of times (0: no limit) for connection and command faults.\n");
	sim_fault_list(stdout);
	puts("\nExit status: 0 fine, 1 failure, 2 wrong usage.");
}

/* What no single option can know. */
static int option_check(struct sim_options *options, bool has_pattern)
{
	if (!options->interface && !options->address) {
		fprintf(stderr, "gevsim: --interface or --address is needed\n");
		return SIM_EXIT_USAGE;
	}
	if (options->cameras < 1 || options->cameras > SIM_CAMERAS_MAX) {
		fprintf(stderr, "gevsim: 1 to %d cameras\n", SIM_CAMERAS_MAX);
		return SIM_EXIT_USAGE;
	}
	if (options->width > SIM_SENSOR_WIDTH || options->height > SIM_SENSOR_HEIGHT ||
	    options->width % options->format->x_step) {
		fprintf(stderr, "gevsim: %dx%d at most, and %s in steps of %u pixels\n",
			SIM_SENSOR_WIDTH, SIM_SENSOR_HEIGHT, options->format->name,
			options->format->x_step);
		return SIM_EXIT_USAGE;
	}
	if (options->fps && !(options->fps >= SIM_FPS_MIN && options->fps <= SIM_FPS_MAX)) {
		fprintf(stderr, "gevsim: %.1f to %d frames a second, or 0\n", SIM_FPS_MIN,
			SIM_FPS_MAX);
		return SIM_EXIT_USAGE;
	}
	if (options->spread > 100 || options->train < 1 || options->train > SIM_TRAIN_MAX) {
		fprintf(stderr, "gevsim: 0 to 100 percent, and trains of 1 to %d packets\n",
			SIM_TRAIN_MAX);
		return SIM_EXIT_USAGE;
	}
	if (options->serial && strlen(options->serial) > 12) {
		fprintf(stderr, "gevsim: a serial number has at most 12 characters\n");
		return SIM_EXIT_USAGE;
	}
	if (options->source && !has_pattern)
		options->pattern = SIM_PATTERN_PHOTO;
	return -1;
}

static int option_loop(struct sim_options *options, poptContext context, bool *has_pattern)
{
	int value;

	while ((value = poptGetNextOpt(context)) > 0) {
		char *arg;
		int err;

		if (value == OPTION_HELP) {
			option_help(context);
			return SIM_EXIT_OK;
		}
		if (value == OPTION_PATTERN)
			*has_pattern = true;
		arg = poptGetOptArg(context);
		err = option_apply(options, value, arg);
		if (err)
			fprintf(stderr, "gevsim: '%s' is not understood; see --help\n", arg);
		free(arg);
		if (err)
			return SIM_EXIT_USAGE;
	}
	if (value < -1) {
		fprintf(stderr, "gevsim: %s: %s\n", poptBadOption(context, 0),
			poptStrerror(value));
		return SIM_EXIT_USAGE;
	}
	if (poptPeekArg(context)) {
		fprintf(stderr, "gevsim: %s: no such argument\n", poptPeekArg(context));
		return SIM_EXIT_USAGE;
	}
	return -1;
}

/* Where popt puts what it converts itself. */
static struct {
	char *interface;
	char *serial;
	char *source;
	char *xml;
	int cameras;
	int width;
	int height;
	int json;
	int prebuilt;
	int spread;
	int train;
	double fps;
} raw = { .cameras = 1, .train = 1, .fps = 30 };

static const struct poptOption option_table[] = {
	{ "interface", 'i', POPT_ARG_STRING, &raw.interface, 0, "network interface", "IF" },
	{ "address", 'a', POPT_ARG_STRING, NULL, OPTION_ADDRESS,
	  "IPv4 address of the first camera", "IP" },
	{ "serial", 0, POPT_ARG_STRING, &raw.serial, 0,
	  "serial number; further cameras get S-1, S-2, ...", "S" },
	{ "mac", 0, POPT_ARG_STRING, NULL, OPTION_MAC,
	  "hardware address, instead of the interface's", "M" },
	{ "cameras", 'n', POPT_ARG_INT, &raw.cameras, 0, "number of cameras (1)", "N" },
	{ "transport", 0, POPT_ARG_STRING, NULL, OPTION_TRANSPORT,
	  "rdma,udp (default) or one of them", "LIST" },
	{ "width", 0, POPT_ARG_INT, &raw.width, 0, "pixels (640, or the picture's)", "W" },
	{ "height", 0, POPT_ARG_INT, &raw.height, 0, "lines (480, or the picture's)", "H" },
	{ "format", 0, POPT_ARG_STRING, NULL, OPTION_FORMAT,
	  "pixel format by its PFNC name (Mono8)", "PFNC" },
	{ "fps", 0, POPT_ARG_DOUBLE, &raw.fps, 0,
	  "frames a second (30); 0: as fast as they can be sent", "F" },
	{ "xml", 0, POPT_ARG_STRING, &raw.xml, 0,
	  "GenICam description of the camera to be, instead of gevsim's own", "FILE" },
	{ "pattern", 0, POPT_ARG_STRING, NULL, OPTION_PATTERN,
	  "ramp (default), bars or photo", "NAME" },
	{ "source", 0, POPT_ARG_STRING, &raw.source, 0,
	  "picture for 'photo', PGM or PPM (P5, P6)", "FILE" },
	{ "prebuilt", 0, POPT_ARG_NONE, &raw.prebuilt, 0,
	  "packets by UDP are made once, all frames show the same", NULL },
	{ "spread", 0, POPT_ARG_INT, &raw.spread, 0,
	  "packets by UDP take so much of the time from frame to frame", "PERCENT" },
	{ "train", 0, POPT_ARG_INT, &raw.train, 0,
	  "so many of them at one go when they are spread (1)", "N" },
	{ "fault", 0, POPT_ARG_STRING, NULL, OPTION_FAULT,
	  "a fault to have, see below", "NAME[=ARG]" },
	{ "log", 0, POPT_ARG_STRING, NULL, OPTION_LOG,
	  "error, warn, info (default) or debug", "LEVEL" },
	{ "json", 0, POPT_ARG_NONE, &raw.json, 0, "events as JSON lines", NULL },
	{ "help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "show this text", NULL },
	POPT_TABLEEND
};

/**
 * sim_options_parse() - read the command line
 * @options: filled in; release with sim_options_free() in any case
 * @argc: as of main
 * @argv: as of main
 *
 * Return: -1 to go on, else the exit status of the program.
 */
int sim_options_parse(struct sim_options *options, int argc, const char **argv)
{
	bool has_pattern = false;
	poptContext context;
	int status;

	memset(options, 0, sizeof(*options));
	options->rdma = true;
	options->level = SIM_LOG_INFO;
	options->format = gev_pfnc_find(GEV_PFNC_MONO8);
	context = poptGetContext("gevsim", argc, argv, option_table, 0);
	if (!context)
		return SIM_EXIT_FAILURE;
	status = option_loop(options, context, &has_pattern);
	poptFreeContext(context);
	options->interface = raw.interface;
	options->serial = raw.serial;
	options->source = raw.source;
	options->xml = raw.xml;
	options->fps = raw.fps;
	options->json = raw.json;
	options->prebuilt = raw.prebuilt;
	options->spread = raw.spread;
	options->train = raw.train;
	if (status >= 0)
		return status;
	if (raw.width < 0 || raw.height < 0 || raw.cameras < 0) {
		fprintf(stderr, "gevsim: negative number\n");
		return SIM_EXIT_USAGE;
	}
	options->cameras = raw.cameras;
	options->width = raw.width;
	options->height = raw.height;
	return option_check(options, has_pattern);
}

/**
 * sim_options_free() - release what sim_options_parse() kept
 * @options: as filled in there
 */
void sim_options_free(struct sim_options *options)
{
	for (unsigned int i = 0; i < options->nr_faults; i++)
		free(options->faults[i]);
	free(options->interface);
	free(options->serial);
	free(options->source);
	free(options->xml);
	memset(options, 0, sizeof(*options));
}
