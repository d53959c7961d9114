/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef GEVSIM_OPTIONS_H
#define GEVSIM_OPTIONS_H

#include "wire/pfnc.h"

#define SIM_CAMERAS_MAX		32
#define SIM_OPTION_FAULTS_MAX	16
#define SIM_TRAIN_MAX		128

enum sim_pattern {
	SIM_PATTERN_RAMP,
	SIM_PATTERN_BARS,
	SIM_PATTERN_PHOTO,
};

/* Exit status of the program */
enum sim_exit {
	SIM_EXIT_OK,
	SIM_EXIT_FAILURE,
	SIM_EXIT_USAGE,
};

/**
 * struct sim_options - what the user asked for; constant once threads run
 * @interface: interface name or NULL
 * @address: IPv4 address in host order, 0 if not given
 * @serial: serial number of the first camera or NULL
 * @has_mac: @mac was given
 * @mac: hardware address of the first camera
 * @cameras: how many
 * @rdma: offer GRS-1
 * @width: pixels, 0 if not given
 * @height: lines, 0 if not given
 * @format: pixel format at power-up
 * @fps: frames a second; 0 = as fast as they can be sent
 * @xml: description of another camera, or NULL
 * @pattern: picture at power-up
 * @source: picture file or NULL
 * @prebuilt: packets by UDP are made once
 * @spread: percent of the frame period that packets by UDP take; 0 = none
 * @train: packets that leave at one go when they are spread
 * @faults: texts of --fault
 * @nr_faults: how many
 * @level: enum sim_level
 * @json: print events
 */
struct sim_options {
	char *interface;
	u32 address;
	char *serial;
	bool has_mac;
	u8 mac[6];
	unsigned int cameras;
	bool rdma;
	u32 width;
	u32 height;
	const struct gev_pfnc *format;
	double fps;
	char *xml;
	enum sim_pattern pattern;
	char *source;
	bool prebuilt;
	unsigned int spread;
	unsigned int train;
	char *faults[SIM_OPTION_FAULTS_MAX];
	unsigned int nr_faults;
	int level;
	bool json;
};

int sim_options_parse(struct sim_options *options, int argc, const char **argv);
void sim_options_free(struct sim_options *options);

#endif /* GEVSIM_OPTIONS_H */
