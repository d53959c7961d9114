/* SPDX-License-Identifier: GPL-2.0 */
/* The register side of the GenICam features; addresses are those of camera.xml.in. */
#ifndef GEVSIM_FEATURES_H
#define GEVSIM_FEATURES_H

#include "registers.h"
#include "wire/pfnc.h"

#define SIM_SENSOR_WIDTH	8192
#define SIM_SENSOR_HEIGHT	8192
#define SIM_FPS_MIN		0.1
#define SIM_FPS_MAX		10000
#define SIM_EXPOSURE_NOMINAL	10000.0	/* us; at this and 0 dB the picture is as it is */

enum sim_feature_register {
	SIM_REG_DEVICE_RESET	= 0x00010000,
	SIM_REG_TEMPERATURE	= 0x00010004,	/* signed, 0.1 degrees */

	SIM_REG_SENSOR_WIDTH	= 0x00010100,
	SIM_REG_SENSOR_HEIGHT	= 0x00010104,
	SIM_REG_WIDTH_MAX	= 0x00010108,
	SIM_REG_HEIGHT_MAX	= 0x0001010c,
	SIM_REG_WIDTH		= 0x00010110,
	SIM_REG_HEIGHT		= 0x00010114,
	SIM_REG_OFFSET_X	= 0x00010118,
	SIM_REG_OFFSET_Y	= 0x0001011c,
	SIM_REG_BINNING_X	= 0x00010120,
	SIM_REG_BINNING_Y	= 0x00010124,
	SIM_REG_PIXEL_FORMAT	= 0x00010128,
	SIM_REG_TEST_PATTERN	= 0x0001012c,
	SIM_REG_WIDTH_STEP	= 0x00010130,

	SIM_REG_MODE		= 0x00010200,
	SIM_REG_START		= 0x00010204,
	SIM_REG_STOP		= 0x00010208,
	SIM_REG_FRAME_COUNT	= 0x0001020c,
	SIM_REG_RATE_ENABLE	= 0x00010210,
	SIM_REG_RATE		= 0x00010218,	/* double */
	SIM_REG_EXPOSURE_AUTO	= 0x00010220,
	SIM_REG_EXPOSURE	= 0x00010228,	/* double, us */
	SIM_REG_TRIGGER_SELECT	= 0x00010230,
	SIM_REG_TRIGGER_MODE	= 0x00010234,
	SIM_REG_TRIGGER_SOURCE	= 0x00010238,
	SIM_REG_TRIGGER_SW	= 0x0001023c,
	SIM_REG_ACQUIRING	= 0x00010240,

	SIM_REG_GAIN		= 0x00010300,	/* float, dB */
	SIM_REG_BLACK_LEVEL	= 0x00010304,	/* 1/16 of a step of 8 bits */
	SIM_REG_GAMMA		= 0x00010308,	/* float */

	SIM_REG_SET_SELECT	= 0x00010400,
	SIM_REG_SET_LOAD	= 0x00010404,
	SIM_REG_SET_SAVE	= 0x00010408,
	SIM_REG_SET_DEFAULT	= 0x0001040c,

	SIM_REG_PAYLOAD_SIZE	= 0x00010500,
	SIM_REG_TL_LOCKED	= 0x00010504,
	SIM_REG_PROTOCOL	= 0x00010508,
	SIM_REG_PROFILE		= 0x0001050c,
	SIM_REG_RDMA_PORT	= 0x00010510,
	SIM_REG_RDMA_DROPPED	= 0x00010514,
	SIM_REG_GENDC_MODE	= 0x00010518,

	SIM_REG_TIMER_SELECT	= 0x00010680,
	SIM_REG_TIMERS		= 0x00010690,	/* duration, delay, source, nothing; twice */
	SIM_REG_COUNTER_SELECT	= 0x000106b0,
	SIM_REG_COUNTER		= 0x000106b4,	/* duration of the selected one */
	SIM_REG_COUNTERS	= 0x000106c0,	/* both of them; no register */
	SIM_REG_FILE_SELECT	= 0x00010600,
	SIM_REG_FILE_OPERATION	= 0x00010604,
	SIM_REG_FILE_MODE	= 0x00010608,
	SIM_REG_FILE_OFFSET	= 0x0001060c,
	SIM_REG_FILE_LENGTH	= 0x00010610,
	SIM_REG_FILE_EXECUTE	= 0x00010614,
	SIM_REG_FILE_STATUS	= 0x00010618,
	SIM_REG_FILE_RESULT	= 0x0001061c,
	SIM_REG_FILE_SIZE	= 0x00010620,
	SIM_REG_FILE_BUFFER	= 0x00010700,

	/* Not in the XML: the simulator itself. Anybody may write these. */
	SIM_REG_FAULT		= 0x00010c00,	/* text, 128 bytes */
	SIM_REG_ACQUIRED	= 0x00010c80,
	SIM_REG_SENT		= 0x00010c84,
	SIM_REG_CREDITS		= 0x00010c88,
	SIM_REG_PACKETS		= 0x00010c8c,	/* struct sim_gvsp_counters */

	SIM_REG_SCEBA_BLOCK	= 0x00010d00,
	SIM_REG_DESCRIPTOR	= 0x00010e00,
	SIM_REG_FLOW_TABLE	= 0x00010f00,
};

/* The stretch of registers that a user set holds */
#define SIM_USER_SET_FIRST	SIM_REG_WIDTH_MAX
#define SIM_USER_SET_END	SIM_REG_SET_SELECT

#define SIM_FAULT_TEXT		128u

enum sim_protocol {
	SIM_PROTOCOL_UDP,
	SIM_PROTOCOL_RDMA,
};

enum sim_mode {
	SIM_MODE_CONTINUOUS,
	SIM_MODE_SINGLE,
	SIM_MODE_MULTI,
};

/* Values of TestPattern */
enum sim_test {
	SIM_TEST_OFF,
	SIM_TEST_BLACK,
	SIM_TEST_WHITE,
	SIM_TEST_RAMP_X,
	SIM_TEST_RAMP_Y,
	SIM_TEST_RAMP_X_MOVING,
	SIM_TEST_BARS,
	SIM_TEST_RAMP,		/* the ramp of the contract */
	SIM_TESTS
};

/**
 * struct sim_geometry - what a frame looks like
 * @format: pixel format
 * @width: pixels
 * @height: lines
 * @offset_x: first pixel, in binned pixels
 * @offset_y: first line, likewise
 * @binning_x: sensor pixels in one
 * @binning_y: sensor lines in one
 * @line: bytes a line
 * @payload: bytes
 */
struct sim_geometry {
	const struct gev_pfnc *format;
	u32 width;
	u32 height;
	u32 offset_x;
	u32 offset_y;
	u32 binning_x;
	u32 binning_y;
	u32 line;
	u64 payload;
};

const struct sim_register *sim_features_table(size_t *n);
void sim_features_init(struct sim_device *dev);
void sim_features_reset(struct sim_device *dev);
u16 sim_features_start(struct sim_device *dev);
void sim_features_geometry(const struct sim_device *dev, struct sim_geometry *g);

#endif /* GEVSIM_FEATURES_H */
