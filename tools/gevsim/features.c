// SPDX-License-Identifier: GPL-2.0
/* The register side of the GenICam features; addresses are those of camera.xml.in. */
#include <math.h>
#include "device.h"
#include "features.h"
#include "files.h"
#include "gvsp_plan.h"
#include "log.h"
#include "wire/gendc.h"
#include "wire/grs.h"

#define FEATURE_GAIN_MAX	24.0f
#define FEATURE_BLACK_MAX	(64u * 16u)
#define FEATURE_BINNING_MAX	4u

/**
 * sim_features_geometry() - the geometry that the registers describe
 * @dev: the camera, locked
 * @g: filled in
 */
void sim_features_geometry(const struct sim_device *dev, struct sim_geometry *g)
{
	g->format = gev_pfnc_find(sim_register_get(dev, SIM_REG_PIXEL_FORMAT));
	g->width = sim_register_get(dev, SIM_REG_WIDTH);
	g->height = sim_register_get(dev, SIM_REG_HEIGHT);
	g->offset_x = sim_register_get(dev, SIM_REG_OFFSET_X);
	g->offset_y = sim_register_get(dev, SIM_REG_OFFSET_Y);
	g->binning_x = sim_register_get(dev, SIM_REG_BINNING_X);
	g->binning_y = sim_register_get(dev, SIM_REG_BINNING_Y);
	g->line = gev_pfnc_line_bytes(g->format->code, g->width);
	g->payload = (u64)g->line * g->height;
}

static u32 feature_min(u32 a, u32 b)
{
	return a < b ? a : b;
}

/* After a change of binning or format: everything within its limits again. */
static void feature_fit(struct sim_device *dev)
{
	u32 code = sim_register_get(dev, SIM_REG_PIXEL_FORMAT);
	u32 step = gev_pfnc_find(code)->x_step;
	u32 max_x = SIM_SENSOR_WIDTH / sim_register_get(dev, SIM_REG_BINNING_X);
	u32 max_y = SIM_SENSOR_HEIGHT / sim_register_get(dev, SIM_REG_BINNING_Y);
	u32 width, height;

	max_x -= max_x % step;
	sim_register_set(dev, SIM_REG_WIDTH_STEP, step);
	sim_register_set(dev, SIM_REG_WIDTH_MAX, max_x);
	sim_register_set(dev, SIM_REG_HEIGHT_MAX, max_y);
	width = feature_min(sim_register_get(dev, SIM_REG_WIDTH), max_x);
	width -= width % step;
	if (!width)
		width = step;
	height = feature_min(sim_register_get(dev, SIM_REG_HEIGHT), max_y);
	sim_register_set(dev, SIM_REG_WIDTH, width);
	sim_register_set(dev, SIM_REG_HEIGHT, height);
	width = feature_min(sim_register_get(dev, SIM_REG_OFFSET_X), max_x - width);
	sim_register_set(dev, SIM_REG_OFFSET_X, width - width % step);
	sim_register_set(dev, SIM_REG_OFFSET_Y,
			 feature_min(sim_register_get(dev, SIM_REG_OFFSET_Y), max_y - height));
}

static u16 feature_roi_written(struct sim_device *dev)
{
	u32 step = sim_register_get(dev, SIM_REG_WIDTH_STEP);
	u64 x = sim_register_get(dev, SIM_REG_OFFSET_X);
	u64 y = sim_register_get(dev, SIM_REG_OFFSET_Y);
	u64 width = sim_register_get(dev, SIM_REG_WIDTH);
	u64 height = sim_register_get(dev, SIM_REG_HEIGHT);

	if (!width || !height || width % step || x % step ||
	    x + width > sim_register_get(dev, SIM_REG_WIDTH_MAX) ||
	    y + height > sim_register_get(dev, SIM_REG_HEIGHT_MAX))
		return GEV_GVCP_INVALID_PARAMETER;
	return GEV_GVCP_SUCCESS;
}

static u16 feature_binning_written(struct sim_device *dev)
{
	u32 x = sim_register_get(dev, SIM_REG_BINNING_X);
	u32 y = sim_register_get(dev, SIM_REG_BINNING_Y);

	if (!x || !y || x > FEATURE_BINNING_MAX || y > FEATURE_BINNING_MAX)
		return GEV_GVCP_INVALID_PARAMETER;
	feature_fit(dev);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_format_written(struct sim_device *dev)
{
	u32 code = sim_register_get(dev, SIM_REG_PIXEL_FORMAT);

	if (!sim_picture_supports(code))
		return GEV_GVCP_INVALID_PARAMETER;
	feature_fit(dev);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_test_written(struct sim_device *dev)
{
	return sim_register_get(dev, SIM_REG_TEST_PATTERN) < SIM_TESTS ?
		GEV_GVCP_SUCCESS : GEV_GVCP_INVALID_PARAMETER;
}

/* Registers that hold 0 or 1 (or 2: AcquisitionMode). */
static u16 feature_switches_written(struct sim_device *dev)
{
	if (sim_register_get(dev, SIM_REG_MODE) > SIM_MODE_MULTI ||
	    sim_register_get(dev, SIM_REG_RATE_ENABLE) > 1 ||
	    sim_register_get(dev, SIM_REG_EXPOSURE_AUTO) > 1 ||
	    sim_register_get(dev, SIM_REG_TRIGGER_SELECT) > 0 ||
	    sim_register_get(dev, SIM_REG_TRIGGER_MODE) > 1 ||
	    sim_register_get(dev, SIM_REG_TRIGGER_SOURCE) > 1 ||
	    sim_register_get(dev, SIM_REG_SET_SELECT) > 1 ||
	    sim_register_get(dev, SIM_REG_SET_DEFAULT) > 1 ||
	    sim_register_get(dev, SIM_REG_FRAME_COUNT) - 1 > 65534)
		return GEV_GVCP_INVALID_PARAMETER;
	if (sim_register_get(dev, SIM_REG_EXPOSURE_AUTO))
		sim_register_set_double(dev, SIM_REG_EXPOSURE, SIM_EXPOSURE_NOMINAL);
	sim_device_wake(dev);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_rate_written(struct sim_device *dev)
{
	double rate = sim_register_get_double(dev, SIM_REG_RATE);

	if (!(rate >= SIM_FPS_MIN && rate <= SIM_FPS_MAX))
		return GEV_GVCP_INVALID_PARAMETER;
	sim_device_wake(dev);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_exposure_written(struct sim_device *dev)
{
	double us = sim_register_get_double(dev, SIM_REG_EXPOSURE);

	if (sim_register_get(dev, SIM_REG_EXPOSURE_AUTO))
		return GEV_GVCP_ACCESS_DENIED;
	return us >= 10 && us <= 10000000 ? GEV_GVCP_SUCCESS : GEV_GVCP_INVALID_PARAMETER;
}

static u16 feature_analog_written(struct sim_device *dev)
{
	float gain = sim_register_get_float(dev, SIM_REG_GAIN);
	float gamma = sim_register_get_float(dev, SIM_REG_GAMMA);

	if (!(gain >= 0 && gain <= FEATURE_GAIN_MAX) || !(gamma >= 0.25f && gamma <= 4) ||
	    sim_register_get(dev, SIM_REG_BLACK_LEVEL) > FEATURE_BLACK_MAX)
		return GEV_GVCP_INVALID_PARAMETER;
	return GEV_GVCP_SUCCESS;
}

static u16 feature_timer_written(struct sim_device *dev)
{
	return sim_register_get(dev, SIM_REG_TIMER_SELECT) < 2 ?
		GEV_GVCP_SUCCESS : GEV_GVCP_INVALID_PARAMETER;
}

static u32 feature_counter(const struct sim_device *dev)
{
	return SIM_REG_COUNTERS + 4 * sim_register_get(dev, SIM_REG_COUNTER_SELECT);
}

static u16 feature_counter_selected(struct sim_device *dev)
{
	return sim_register_get(dev, SIM_REG_COUNTER_SELECT) < 2 ?
		GEV_GVCP_SUCCESS : GEV_GVCP_INVALID_PARAMETER;
}

static u16 feature_counter_written(struct sim_device *dev)
{
	sim_register_set(dev, feature_counter(dev), sim_register_get(dev, SIM_REG_COUNTER));
	return GEV_GVCP_SUCCESS;
}

static void feature_counter_refresh(struct sim_device *dev)
{
	sim_register_set(dev, SIM_REG_COUNTER, sim_register_get(dev, feature_counter(dev)));
}

/**
 * sim_features_start() - AcquisitionStart
 * @dev: the camera, locked
 *
 * Return: GVCP status.
 */
u16 sim_features_start(struct sim_device *dev)
{
	sim_register_set(dev, SIM_REG_START, 0);
	if (dev->acquisition.running)
		return GEV_GVCP_SUCCESS;
	if (sim_register_get(dev, SIM_REG_PROTOCOL) == SIM_PROTOCOL_RDMA &&
	    !sim_register_get(dev, SIM_REG_TL_LOCKED))
		return GEV_GVCP_ACCESS_DENIED;
	sim_frames_start(dev);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_stop_written(struct sim_device *dev)
{
	sim_register_set(dev, SIM_REG_STOP, 0);
	sim_frames_stop(dev, "AcquisitionStop");
	return GEV_GVCP_SUCCESS;
}

static u16 feature_trigger_written(struct sim_device *dev)
{
	sim_register_set(dev, SIM_REG_TRIGGER_SW, 0);
	if (!sim_register_get(dev, SIM_REG_TRIGGER_MODE) ||
	    sim_register_get(dev, SIM_REG_TRIGGER_SOURCE))
		return GEV_GVCP_ACCESS_DENIED;
	sim_frames_trigger(dev);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_locked_written(struct sim_device *dev)
{
	u32 locked = sim_register_get(dev, SIM_REG_TL_LOCKED);

	if (locked > 1)
		return GEV_GVCP_INVALID_PARAMETER;
	if (!locked && dev->acquisition.running)
		return GEV_GVCP_BUSY;
	if (!locked)
		sim_frames_disconnect(dev);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_protocol_written(struct sim_device *dev)
{
	u32 protocol = sim_register_get(dev, SIM_REG_PROTOCOL);

	if (protocol > SIM_PROTOCOL_RDMA || (protocol && !dev->options->rdma))
		return GEV_GVCP_INVALID_PARAMETER;
	return GEV_GVCP_SUCCESS;
}

static u16 feature_load_written(struct sim_device *dev)
{
	struct sim_registers *r = &dev->registers;
	u32 at = SIM_USER_SET_FIRST - SIM_FEATURES;

	sim_register_set(dev, SIM_REG_SET_LOAD, 0);
	if (sim_register_get(dev, SIM_REG_SET_SELECT))
		memcpy(r->features + at, r->user_set, SIM_USER_SET_END - SIM_USER_SET_FIRST);
	else
		sim_features_reset(dev);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_save_written(struct sim_device *dev)
{
	struct sim_registers *r = &dev->registers;
	u32 at = SIM_USER_SET_FIRST - SIM_FEATURES;

	sim_register_set(dev, SIM_REG_SET_SAVE, 0);
	if (!sim_register_get(dev, SIM_REG_SET_SELECT))
		return GEV_GVCP_ACCESS_DENIED;
	memcpy(r->user_set, r->features + at, SIM_USER_SET_END - SIM_USER_SET_FIRST);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_reset_written(struct sim_device *dev)
{
	sim_device_reboot(dev, 1000);
	return GEV_GVCP_SUCCESS;
}

static u16 feature_fault_written(struct sim_device *dev)
{
	const u8 *memory = sim_register_memory(dev, SIM_REG_FAULT);
	char text[SIM_FAULT_TEXT];

	memcpy(text, memory, sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	return sim_device_fault(dev, text);
}

/* Slowly around 42 degrees, so that a reader sees it change. */
static void feature_temperature_refresh(struct sim_device *dev)
{
	double s = sim_device_time(dev) / 1e9;

	sim_register_set(dev, SIM_REG_TEMPERATURE, (u32)(s32)lrint(420 + 15 * sin(s / 20)));
}

static void feature_payload_refresh(struct sim_device *dev)
{
	const struct sim_armed *fault = sim_fault_state(&dev->faults, SIM_FAULT_PAYLOAD_SIZE);
	struct sim_geometry g;

	sim_features_geometry(dev, &g);
	if (sim_register_get(dev, SIM_REG_PROTOCOL) == SIM_PROTOCOL_UDP)
		g.payload = sim_gvsp_payload(dev, &g);
	sim_register_set(dev, SIM_REG_PAYLOAD_SIZE, fault ? fault->value : g.payload);
}

static void feature_port_refresh(struct sim_device *dev)
{
	const struct sim_armed *wrong = sim_fault_state(&dev->faults, SIM_FAULT_PORT_WRONG);

	sim_register_set(dev, SIM_REG_RDMA_PORT,
			 wrong ? wrong->value : dev->acquisition.port);
}

static void feature_counters_refresh(struct sim_device *dev)
{
	const struct sim_gvsp_counters *packets = &dev->gvsp.counters;
	const struct sim_acquisition *a = &dev->acquisition;

	sim_register_set(dev, SIM_REG_ACQUIRING, a->running);
	sim_register_set(dev, SIM_REG_RDMA_DROPPED,
			 a->dropped_credit + a->dropped_connection + a->dropped_send);
	sim_register_set(dev, SIM_REG_ACQUIRED, a->acquired);
	sim_register_set(dev, SIM_REG_SENT, a->sent);
	sim_register_set(dev, SIM_REG_CREDITS, a->credits);
	sim_register_set(dev, SIM_REG_PACKETS, packets->sent);
	sim_register_set(dev, SIM_REG_PACKETS + 4, packets->resent);
	sim_register_set(dev, SIM_REG_PACKETS + 8, packets->refused);
	sim_register_set(dev, SIM_REG_PACKETS + 12, packets->lost);
}

static void feature_descriptor_refresh(struct sim_device *dev)
{
	u8 *memory = sim_register_memory(dev, SIM_REG_DESCRIPTOR);
	struct gev_gendc_frame frame;
	struct sim_geometry g;

	sim_features_geometry(dev, &g);
	sim_frames_describe(&g, &frame);
	gev_gendc_encode(memory, GEV_GENDC_DESCRIPTOR, &frame);
	sim_fault_patch(&dev->faults, SIM_FAULT_PRELIMINARY, false, memory,
			GEV_GENDC_DESCRIPTOR);
}

static void feature_flows_refresh(struct sim_device *dev)
{
	u8 *memory = sim_register_memory(dev, SIM_REG_FLOW_TABLE);
	struct gev_grs_flow_table table;
	struct sim_geometry g;

	sim_features_geometry(dev, &g);
	table.flow0_size = GEV_GENDC_DESCRIPTOR;
	table.flow1_size = g.payload;
	gev_grs_flow_table_encode(memory, &table);
	sim_fault_patch(&dev->faults, SIM_FAULT_TABLE, false, memory,
			GEV_GRS_FLOW_TABLE_SIZE);
}

#define RW_LOCKED	(SIM_RW | SIM_LOCKED)
#define FAULT_ACCESS	(SIM_RW | SIM_ANYONE)

static const struct sim_register feature_table[] = {
	{ SIM_REG_DEVICE_RESET, 4, SIM_WRITE, "DeviceReset", feature_reset_written, NULL },
	{ SIM_REG_TEMPERATURE, 4, SIM_READ, "DeviceTemperature", NULL,
	  feature_temperature_refresh },
	{ SIM_REG_SENSOR_WIDTH, 4, SIM_READ, "SensorWidth", NULL, NULL },
	{ SIM_REG_SENSOR_HEIGHT, 4, SIM_READ, "SensorHeight", NULL, NULL },
	{ SIM_REG_WIDTH_MAX, 4, SIM_READ, "WidthMax", NULL, NULL },
	{ SIM_REG_HEIGHT_MAX, 4, SIM_READ, "HeightMax", NULL, NULL },
	{ SIM_REG_WIDTH, 4, RW_LOCKED, "Width", feature_roi_written, NULL },
	{ SIM_REG_HEIGHT, 4, RW_LOCKED, "Height", feature_roi_written, NULL },
	{ SIM_REG_OFFSET_X, 4, SIM_RW, "OffsetX", feature_roi_written, NULL },
	{ SIM_REG_OFFSET_Y, 4, SIM_RW, "OffsetY", feature_roi_written, NULL },
	{ SIM_REG_BINNING_X, 4, RW_LOCKED, "BinningHorizontal", feature_binning_written, NULL },
	{ SIM_REG_BINNING_Y, 4, RW_LOCKED, "BinningVertical", feature_binning_written, NULL },
	{ SIM_REG_PIXEL_FORMAT, 4, RW_LOCKED, "PixelFormat", feature_format_written, NULL },
	{ SIM_REG_TEST_PATTERN, 4, SIM_RW, "TestPattern", feature_test_written, NULL },
	{ SIM_REG_WIDTH_STEP, 4, SIM_READ, "WidthStep", NULL, NULL },
	{ SIM_REG_MODE, 4, SIM_RW, "AcquisitionMode", feature_switches_written, NULL },
	{ SIM_REG_START, 4, SIM_WRITE, "AcquisitionStart", sim_features_start, NULL },
	{ SIM_REG_STOP, 4, SIM_WRITE, "AcquisitionStop", feature_stop_written, NULL },
	{ SIM_REG_FRAME_COUNT, 4, SIM_RW, "AcquisitionFrameCount", feature_switches_written,
	  NULL },
	{ SIM_REG_RATE_ENABLE, 4, SIM_RW, "AcquisitionFrameRateEnable",
	  feature_switches_written, NULL },
	{ SIM_REG_RATE, 8, SIM_RW, "AcquisitionFrameRate", feature_rate_written, NULL },
	{ SIM_REG_EXPOSURE_AUTO, 4, SIM_RW, "ExposureAuto", feature_switches_written, NULL },
	{ SIM_REG_EXPOSURE, 8, SIM_RW, "ExposureTime", feature_exposure_written, NULL },
	{ SIM_REG_TRIGGER_SELECT, 4, SIM_RW, "TriggerSelector", feature_switches_written, NULL },
	{ SIM_REG_TRIGGER_MODE, 4, SIM_RW, "TriggerMode", feature_switches_written, NULL },
	{ SIM_REG_TRIGGER_SOURCE, 4, SIM_RW, "TriggerSource", feature_switches_written, NULL },
	{ SIM_REG_TRIGGER_SW, 4, SIM_WRITE, "TriggerSoftware", feature_trigger_written, NULL },
	{ SIM_REG_ACQUIRING, 4, SIM_READ, "AcquisitionStatus", NULL, feature_counters_refresh },
	{ SIM_REG_GAIN, 4, SIM_RW, "Gain", feature_analog_written, NULL },
	{ SIM_REG_BLACK_LEVEL, 4, SIM_RW, "BlackLevel", feature_analog_written, NULL },
	{ SIM_REG_GAMMA, 4, SIM_RW, "Gamma", feature_analog_written, NULL },
	{ SIM_REG_SET_SELECT, 4, SIM_RW, "UserSetSelector", feature_switches_written, NULL },
	{ SIM_REG_SET_LOAD, 4, SIM_WRITE | SIM_LOCKED, "UserSetLoad", feature_load_written,
	  NULL },
	{ SIM_REG_SET_SAVE, 4, SIM_WRITE, "UserSetSave", feature_save_written, NULL },
	{ SIM_REG_SET_DEFAULT, 4, SIM_RW, "UserSetDefault", feature_switches_written, NULL },
	{ SIM_REG_TIMER_SELECT, 4, SIM_RW, "TimerSelector", feature_timer_written, NULL },
	{ SIM_REG_TIMERS, 32, SIM_RW, "Timers", NULL, NULL },
	{ SIM_REG_COUNTER_SELECT, 4, SIM_RW, "CounterSelector", feature_counter_selected, NULL },
	{ SIM_REG_COUNTER, 4, SIM_RW, "CounterDuration", feature_counter_written,
	  feature_counter_refresh },
	{ SIM_REG_PAYLOAD_SIZE, 4, SIM_READ, "PayloadSize", NULL, feature_payload_refresh },
	{ SIM_REG_TL_LOCKED, 4, SIM_RW, "TLParamsLocked", feature_locked_written, NULL },
	{ SIM_REG_PROTOCOL, 4, RW_LOCKED, "TransportStreamProtocol", feature_protocol_written,
	  NULL },
	{ SIM_REG_PROFILE, 4, SIM_READ, "RdmaStreamProfile", NULL, NULL },
	{ SIM_REG_RDMA_PORT, 4, SIM_READ, "RdmaStreamPort", NULL, feature_port_refresh },
	{ SIM_REG_RDMA_DROPPED, 4, SIM_READ, "RdmaBlocksDropped", NULL,
	  feature_counters_refresh },
	{ SIM_REG_GENDC_MODE, 4, SIM_READ, "GenDCStreamingMode", NULL, NULL },
	{ SIM_REG_FILE_SELECT, 4, SIM_RW, "FileSelector", sim_files_selected, NULL },
	{ SIM_REG_FILE_OPERATION, 4, SIM_RW, "FileOperationSelector", sim_files_selected, NULL },
	{ SIM_REG_FILE_MODE, 4, SIM_RW, "FileOpenMode", sim_files_selected, NULL },
	{ SIM_REG_FILE_OFFSET, 4, SIM_RW, "FileAccessOffset", NULL, NULL },
	{ SIM_REG_FILE_LENGTH, 4, SIM_RW, "FileAccessLength", NULL, NULL },
	{ SIM_REG_FILE_EXECUTE, 4, SIM_WRITE, "FileOperationExecute", sim_files_execute, NULL },
	{ SIM_REG_FILE_STATUS, 4, SIM_READ, "FileOperationStatus", NULL, NULL },
	{ SIM_REG_FILE_RESULT, 4, SIM_READ, "FileOperationResult", NULL, NULL },
	{ SIM_REG_FILE_SIZE, 4, SIM_READ, "FileSize", NULL, sim_files_refresh },
	{ SIM_REG_FILE_BUFFER, SIM_FILE_BUFFER, SIM_RW, "FileAccessBuffer", NULL, NULL },
	{ SIM_REG_FAULT, SIM_FAULT_TEXT, FAULT_ACCESS, "SimFault", feature_fault_written, NULL },
	{ SIM_REG_ACQUIRED, 28, SIM_READ, "SimCounters", NULL, feature_counters_refresh },
	{ SIM_REG_SCEBA_BLOCK, 16, SIM_READ, "ExtendedBootstrap", NULL, NULL },
	{ SIM_REG_DESCRIPTOR, GEV_GENDC_DESCRIPTOR, SIM_READ, "GenDCDescriptor", NULL,
	  feature_descriptor_refresh },
	{ SIM_REG_FLOW_TABLE, GEV_GRS_FLOW_TABLE_SIZE, SIM_READ, "GenDCFlowMappingTable", NULL,
	  feature_flows_refresh },
};

/**
 * sim_features_table() - all registers behind features
 * @n: set to their number
 *
 * Return: the table.
 */
const struct sim_register *sim_features_table(size_t *n)
{
	*n = ARRAY_SIZE(feature_table);
	return feature_table;
}

static u32 feature_pattern(enum sim_pattern pattern)
{
	switch (pattern) {
	case SIM_PATTERN_RAMP:
		return SIM_TEST_RAMP;
	case SIM_PATTERN_BARS:
		return SIM_TEST_BARS;
	default:
		return SIM_TEST_OFF;
	}
}

static void feature_reset_size(struct sim_device *dev)
{
	const struct sim_options *o = dev->options;
	u32 width = o->width, height = o->height;

	if (!width)
		width = o->source ? dev->scene->width : 640;
	if (!height)
		height = o->source ? dev->scene->height : 480;
	sim_register_set(dev, SIM_REG_WIDTH, width);
	sim_register_set(dev, SIM_REG_HEIGHT, height);
	sim_register_set(dev, SIM_REG_OFFSET_X, 0);
	sim_register_set(dev, SIM_REG_OFFSET_Y, 0);
	sim_register_set(dev, SIM_REG_BINNING_X, 1);
	sim_register_set(dev, SIM_REG_BINNING_Y, 1);
	sim_register_set(dev, SIM_REG_PIXEL_FORMAT, o->format->code);
	feature_fit(dev);
}

/**
 * sim_features_reset() - load the default user set
 * @dev: the camera, locked
 */
void sim_features_reset(struct sim_device *dev)
{
	const struct sim_options *o = dev->options;

	feature_reset_size(dev);
	sim_register_set(dev, SIM_REG_TEST_PATTERN, feature_pattern(o->pattern));
	sim_register_set(dev, SIM_REG_MODE, SIM_MODE_CONTINUOUS);
	sim_register_set(dev, SIM_REG_FRAME_COUNT, 1);
	sim_register_set(dev, SIM_REG_RATE_ENABLE, o->fps > 0);
	sim_register_set_double(dev, SIM_REG_RATE, o->fps ? o->fps : 30);
	sim_register_set(dev, SIM_REG_EXPOSURE_AUTO, 0);
	sim_register_set_double(dev, SIM_REG_EXPOSURE, SIM_EXPOSURE_NOMINAL);
	sim_register_set(dev, SIM_REG_TRIGGER_SELECT, 0);
	sim_register_set(dev, SIM_REG_TRIGGER_MODE, 0);
	sim_register_set(dev, SIM_REG_TRIGGER_SOURCE, 0);
	sim_register_set_float(dev, SIM_REG_GAIN, 0);
	sim_register_set(dev, SIM_REG_BLACK_LEVEL, 0);
	sim_register_set_float(dev, SIM_REG_GAMMA, 1);
}

/**
 * sim_features_init() - all feature registers as after power-up
 * @dev: the camera, locked
 */
void sim_features_init(struct sim_device *dev)
{
	struct sim_registers *r = &dev->registers;

	sim_register_set(dev, SIM_REG_SENSOR_WIDTH, SIM_SENSOR_WIDTH);
	sim_register_set(dev, SIM_REG_SENSOR_HEIGHT, SIM_SENSOR_HEIGHT);
	sim_register_set(dev, SIM_REG_TL_LOCKED, 0);
	sim_register_set(dev, SIM_REG_PROTOCOL, SIM_PROTOCOL_UDP);
	sim_register_set(dev, SIM_REG_PROFILE, dev->options->rdma);
	sim_register_set(dev, SIM_REG_GENDC_MODE, 1);
	sim_register_set(dev, SIM_REG_SCEBA_BLOCK, SIM_REG_DESCRIPTOR);
	sim_register_set(dev, SIM_REG_SCEBA_BLOCK + 4, GEV_GENDC_DESCRIPTOR);
	sim_register_set(dev, SIM_REG_SCEBA_BLOCK + 8, SIM_REG_FLOW_TABLE);
	sim_register_set(dev, SIM_REG_SCEBA_BLOCK + 12, GEV_GRS_FLOW_TABLE_SIZE);
	sim_register_set(dev, SIM_REG_SET_SELECT, 0);
	sim_features_reset(dev);
	if (!sim_register_get(dev, SIM_REG_SET_DEFAULT))
		return;
	sim_register_set(dev, SIM_REG_SET_SELECT, 1);
	memcpy(r->features + SIM_USER_SET_FIRST - SIM_FEATURES, r->user_set,
	       SIM_USER_SET_END - SIM_USER_SET_FIRST);
}
