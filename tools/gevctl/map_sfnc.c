// SPDX-License-Identifier: GPL-2.0
/*
 * What the compiler knows about names of the GenICam Standard Features Naming
 * Convention: ids of controls, standard controls, roles.
 */
#include <string.h>

#include <linux/gev_cids.h>
#include <linux/videodev2.h>

#include "map_sfnc.h"

static const struct {
	const char *category;
	uint32_t class;
} classes[] = {
	{ "DeviceControl", GEV_CLASS_DEVICE },
	{ "ImageFormatControl", GEV_CLASS_IMAGE_FORMAT },
	{ "AcquisitionControl", GEV_CLASS_ACQUISITION },
	{ "AnalogControl", GEV_CLASS_ANALOG },
	{ "LUTControl", GEV_CLASS_LUT },
	{ "ColorTransformationControl", GEV_CLASS_COLOR_TRANSFORMATION },
	{ "DigitalIOControl", GEV_CLASS_DIGITAL_IO },
	{ "CounterAndTimerControl", GEV_CLASS_COUNTER_TIMER },
	{ "EncoderControl", GEV_CLASS_ENCODER },
	{ "LogicBlockControl", GEV_CLASS_LOGIC_BLOCK },
	{ "SoftwareSignalControl", GEV_CLASS_SOFTWARE_SIGNAL },
	{ "ActionControl", GEV_CLASS_ACTION },
	{ "EventControl", GEV_CLASS_EVENT },
	{ "UserSetControl", GEV_CLASS_USER_SET },
	{ "SequencerControl", GEV_CLASS_SEQUENCER },
	{ "SourceControl", GEV_CLASS_SOURCE },
	{ "TransferControl", GEV_CLASS_TRANSFER },
	{ "ChunkDataControl", GEV_CLASS_CHUNK_DATA },
	{ "LightControl", GEV_CLASS_LIGHT },
	{ "OpticControl", GEV_CLASS_OPTIC },
	{ "TransportLayerControl", GEV_CLASS_TRANSPORT_LAYER },
	{ "TestControl", GEV_CLASS_TEST },
	{ "Scan3dControl", GEV_CLASS_SCAN3D },
};

/* By name, as the features' ids are fixed in linux/gev_cids.h. */
static const struct {
	const char *name;
	uint32_t cid;
} ids[] = {
	{ "DeviceType", GEV_CID_DEVICE_TYPE },
	{ "DeviceVendorName", GEV_CID_DEVICE_VENDOR_NAME },
	{ "DeviceModelName", GEV_CID_DEVICE_MODEL_NAME },
	{ "DeviceFamilyName", GEV_CID_DEVICE_FAMILY_NAME },
	{ "DeviceManufacturerInfo", GEV_CID_DEVICE_MANUFACTURER_INFO },
	{ "DeviceVersion", GEV_CID_DEVICE_VERSION },
	{ "DeviceFirmwareVersion", GEV_CID_DEVICE_FIRMWARE_VERSION },
	{ "DeviceSerialNumber", GEV_CID_DEVICE_SERIAL_NUMBER },
	{ "DeviceUserID", GEV_CID_DEVICE_USER_ID },
	{ "DeviceSFNCVersionMajor", GEV_CID_DEVICE_SFNC_VERSION_MAJOR },
	{ "DeviceSFNCVersionMinor", GEV_CID_DEVICE_SFNC_VERSION_MINOR },
	{ "DeviceSFNCVersionSubMinor", GEV_CID_DEVICE_SFNC_VERSION_SUB_MINOR },
	{ "DeviceManifestEntrySelector", GEV_CID_DEVICE_MANIFEST_ENTRY_SELECTOR },
	{ "DeviceTLType", GEV_CID_DEVICE_TL_TYPE },
	{ "DeviceTLVersionMajor", GEV_CID_DEVICE_TL_VERSION_MAJOR },
	{ "DeviceTLVersionMinor", GEV_CID_DEVICE_TL_VERSION_MINOR },
	{ "DeviceTLVersionSubMinor", GEV_CID_DEVICE_TL_VERSION_SUB_MINOR },
	{ "DeviceMaxThroughput", GEV_CID_DEVICE_MAX_THROUGHPUT },
	{ "DeviceConnectionSelector", GEV_CID_DEVICE_CONNECTION_SELECTOR },
	{ "DeviceConnectionSpeed", GEV_CID_DEVICE_CONNECTION_SPEED },
	{ "DeviceConnectionStatus", GEV_CID_DEVICE_CONNECTION_STATUS },
	{ "DeviceLinkSelector", GEV_CID_DEVICE_LINK_SELECTOR },
	{ "DeviceLinkSpeed", GEV_CID_DEVICE_LINK_SPEED },
	{ "DeviceLinkThroughputLimitMode", GEV_CID_DEVICE_LINK_THROUGHPUT_LIMIT_MODE },
	{ "DeviceLinkThroughputLimit", GEV_CID_DEVICE_LINK_THROUGHPUT_LIMIT },
	{ "DeviceLinkConnectionCount", GEV_CID_DEVICE_LINK_CONNECTION_COUNT },
	{ "DeviceLinkHeartbeatMode", GEV_CID_DEVICE_LINK_HEARTBEAT_MODE },
	{ "DeviceLinkHeartbeatTimeout", GEV_CID_DEVICE_LINK_HEARTBEAT_TIMEOUT },
	{ "DeviceLinkCommandTimeout", GEV_CID_DEVICE_LINK_COMMAND_TIMEOUT },
	{ "DeviceStreamChannelCount", GEV_CID_DEVICE_STREAM_CHANNEL_COUNT },
	{ "DeviceStreamChannelSelector", GEV_CID_DEVICE_STREAM_CHANNEL_SELECTOR },
	{ "DeviceStreamChannelType", GEV_CID_DEVICE_STREAM_CHANNEL_TYPE },
	{ "DeviceStreamChannelLink", GEV_CID_DEVICE_STREAM_CHANNEL_LINK },
	{ "DeviceStreamChannelEndianness", GEV_CID_DEVICE_STREAM_CHANNEL_ENDIANNESS },
	{ "DeviceStreamChannelPacketSize", GEV_CID_DEVICE_STREAM_CHANNEL_PACKET_SIZE },
	{ "DeviceEventChannelCount", GEV_CID_DEVICE_EVENT_CHANNEL_COUNT },
	{ "DeviceCharacterSet", GEV_CID_DEVICE_CHARACTER_SET },
	{ "DeviceIndicatorMode", GEV_CID_DEVICE_INDICATOR_MODE },
	{ "DeviceFeaturePersistenceStart", GEV_CID_DEVICE_FEATURE_PERSISTENCE_START },
	{ "DeviceRegistersCheck", GEV_CID_DEVICE_REGISTERS_CHECK },
	{ "DeviceRegistersValid", GEV_CID_DEVICE_REGISTERS_VALID },
	{ "DeviceTemperatureSelector", GEV_CID_DEVICE_TEMPERATURE_SELECTOR },
	{ "DeviceTemperature", GEV_CID_DEVICE_TEMPERATURE },
	{ "DeviceClockSelector", GEV_CID_DEVICE_CLOCK_SELECTOR },
	{ "DeviceClockFrequency", GEV_CID_DEVICE_CLOCK_FREQUENCY },
	{ "DeviceSerialPortSelector", GEV_CID_DEVICE_SERIAL_PORT_SELECTOR },
	{ "DeviceSerialPortBaudRate", GEV_CID_DEVICE_SERIAL_PORT_BAUD_RATE },
	{ "Timestamp", GEV_CID_TIMESTAMP },
	{ "TimestampReset", GEV_CID_TIMESTAMP_RESET },
	{ "TimestampLatch", GEV_CID_TIMESTAMP_LATCH },
	{ "TimestampLatchValue", GEV_CID_TIMESTAMP_LATCH_VALUE },
	{ "DeviceScanType", GEV_CID_DEVICE_SCAN_TYPE },
	{ "DevicePowerSupplySelector", GEV_CID_DEVICE_POWER_SUPPLY_SELECTOR },
	{ "DeviceVoltage", GEV_CID_DEVICE_VOLTAGE },
	{ "DeviceCurrent", GEV_CID_DEVICE_CURRENT },
	{ "DevicePower", GEV_CID_DEVICE_POWER },
	{ "DeviceUptime", GEV_CID_DEVICE_UPTIME },
	{ "TemperatureAbs", GEV_CID_TEMPERATURE_ABS },
	{ "TemperatureSelector", GEV_CID_TEMPERATURE_SELECTOR },
	{ "TemperatureState", GEV_CID_TEMPERATURE_STATE },
	{ "SensorWidth", GEV_CID_SENSOR_WIDTH },
	{ "SensorHeight", GEV_CID_SENSOR_HEIGHT },
	{ "SensorPixelWidth", GEV_CID_SENSOR_PIXEL_WIDTH },
	{ "SensorPixelHeight", GEV_CID_SENSOR_PIXEL_HEIGHT },
	{ "SensorName", GEV_CID_SENSOR_NAME },
	{ "SensorShutterMode", GEV_CID_SENSOR_SHUTTER_MODE },
	{ "SensorTaps", GEV_CID_SENSOR_TAPS },
	{ "SensorDigitizationTaps", GEV_CID_SENSOR_DIGITIZATION_TAPS },
	{ "WidthMax", GEV_CID_WIDTH_MAX },
	{ "HeightMax", GEV_CID_HEIGHT_MAX },
	{ "RegionSelector", GEV_CID_REGION_SELECTOR },
	{ "RegionMode", GEV_CID_REGION_MODE },
	{ "RegionDestination", GEV_CID_REGION_DESTINATION },
	{ "RegionIDValue", GEV_CID_REGION_ID_VALUE },
	{ "ComponentSelector", GEV_CID_COMPONENT_SELECTOR },
	{ "ComponentEnable", GEV_CID_COMPONENT_ENABLE },
	{ "ComponentIDValue", GEV_CID_COMPONENT_ID_VALUE },
	{ "GroupSelector", GEV_CID_GROUP_SELECTOR },
	{ "GroupIDValue", GEV_CID_GROUP_ID_VALUE },
	{ "ImageComponentSelector", GEV_CID_IMAGE_COMPONENT_SELECTOR },
	{ "ImageComponentEnable", GEV_CID_IMAGE_COMPONENT_ENABLE },
	{ "LinePitch", GEV_CID_LINE_PITCH },
	{ "LinePitchEnable", GEV_CID_LINE_PITCH_ENABLE },
	{ "BinningSelector", GEV_CID_BINNING_SELECTOR },
	{ "BinningHorizontalMode", GEV_CID_BINNING_HORIZONTAL_MODE },
	{ "BinningHorizontal", GEV_CID_BINNING_HORIZONTAL },
	{ "BinningVerticalMode", GEV_CID_BINNING_VERTICAL_MODE },
	{ "BinningVertical", GEV_CID_BINNING_VERTICAL },
	{ "DecimationHorizontalMode", GEV_CID_DECIMATION_HORIZONTAL_MODE },
	{ "DecimationHorizontal", GEV_CID_DECIMATION_HORIZONTAL },
	{ "DecimationVerticalMode", GEV_CID_DECIMATION_VERTICAL_MODE },
	{ "DecimationVertical", GEV_CID_DECIMATION_VERTICAL },
	{ "ReverseX", GEV_CID_REVERSE_X },
	{ "ReverseY", GEV_CID_REVERSE_Y },
	{ "PixelSize", GEV_CID_PIXEL_SIZE },
	{ "PixelColorFilter", GEV_CID_PIXEL_COLOR_FILTER },
	{ "PixelDynamicRangeMin", GEV_CID_PIXEL_DYNAMIC_RANGE_MIN },
	{ "PixelDynamicRangeMax", GEV_CID_PIXEL_DYNAMIC_RANGE_MAX },
	{ "TestPatternGeneratorSelector", GEV_CID_TEST_PATTERN_GENERATOR_SELECTOR },
	{ "TestPattern", GEV_CID_TEST_PATTERN },
	{ "TestImageSelector", GEV_CID_TEST_IMAGE_SELECTOR },
	{ "Deinterlacing", GEV_CID_DEINTERLACING },
	{ "ImageCompressionMode", GEV_CID_IMAGE_COMPRESSION_MODE },
	{ "ImageCompressionRateOption", GEV_CID_IMAGE_COMPRESSION_RATE_OPTION },
	{ "ImageCompressionQuality", GEV_CID_IMAGE_COMPRESSION_QUALITY },
	{ "ImageCompressionBitrate", GEV_CID_IMAGE_COMPRESSION_BITRATE },
	{ "SensorBitDepth", GEV_CID_SENSOR_BIT_DEPTH },
	{ "SensorDigitizationBits", GEV_CID_SENSOR_DIGITIZATION_BITS },
	{ "CenterX", GEV_CID_CENTER_X },
	{ "CenterY", GEV_CID_CENTER_Y },
	{ "TriggerSelector", GEV_CID_TRIGGER_SELECTOR },
	{ "TriggerMode", GEV_CID_TRIGGER_MODE },
	{ "TriggerSoftware", GEV_CID_TRIGGER_SOFTWARE },
	{ "TriggerSource", GEV_CID_TRIGGER_SOURCE },
	{ "TriggerActivation", GEV_CID_TRIGGER_ACTIVATION },
	{ "TriggerOverlap", GEV_CID_TRIGGER_OVERLAP },
	{ "TriggerDelay", GEV_CID_TRIGGER_DELAY },
	{ "TriggerDelayAbs", GEV_CID_TRIGGER_DELAY_ABS },
	{ "TriggerDelayRaw", GEV_CID_TRIGGER_DELAY_RAW },
	{ "TriggerDivider", GEV_CID_TRIGGER_DIVIDER },
	{ "TriggerMultiplier", GEV_CID_TRIGGER_MULTIPLIER },
	{ "TriggerArm", GEV_CID_TRIGGER_ARM },
	{ "ExposureMode", GEV_CID_EXPOSURE_MODE },
	{ "ExposureTimeMode", GEV_CID_EXPOSURE_TIME_MODE },
	{ "ExposureTimeSelector", GEV_CID_EXPOSURE_TIME_SELECTOR },
	{ "ExposureTime", GEV_CID_EXPOSURE_TIME },
	{ "ExposureTimeAbs", GEV_CID_EXPOSURE_TIME_ABS },
	{ "ExposureTimeRaw", GEV_CID_EXPOSURE_TIME_RAW },
	{ "ExposureAuto", GEV_CID_EXPOSURE_AUTO },
	{ "ExposureOverlapTimeMax", GEV_CID_EXPOSURE_OVERLAP_TIME_MAX },
	{ "ShutterMode", GEV_CID_SHUTTER_MODE },
	{ "ResultingFrameRate", GEV_CID_RESULTING_FRAME_RATE },
	{ "ResultingFrameRateAbs", GEV_CID_RESULTING_FRAME_RATE_ABS },
	{ "SensorReadoutTime", GEV_CID_SENSOR_READOUT_TIME },
	{ "ReadoutTimeAbs", GEV_CID_READOUT_TIME_ABS },
	{ "ExposureTimeBaseAbs", GEV_CID_EXPOSURE_TIME_BASE_ABS },
	{ "ExposureTimeBaseAbsEnable", GEV_CID_EXPOSURE_TIME_BASE_ABS_ENABLE },
	{ "MultiSlopeMode", GEV_CID_MULTI_SLOPE_MODE },
	{ "MultiSlopeKneePointCount", GEV_CID_MULTI_SLOPE_KNEE_POINT_COUNT },
	{ "MultiSlopeKneePointSelector", GEV_CID_MULTI_SLOPE_KNEE_POINT_SELECTOR },
	{ "MultiSlopeExposureLimit", GEV_CID_MULTI_SLOPE_EXPOSURE_LIMIT },
	{ "MultiSlopeSaturationThreshold", GEV_CID_MULTI_SLOPE_SATURATION_THRESHOLD },
	{ "MultiSlopeIntensityLimit", GEV_CID_MULTI_SLOPE_INTENSITY_LIMIT },
	{ "MultiSlopeExposureGradient", GEV_CID_MULTI_SLOPE_EXPOSURE_GRADIENT },
	{ "GainSelector", GEV_CID_GAIN_SELECTOR },
	{ "Gain", GEV_CID_GAIN },
	{ "GainRaw", GEV_CID_GAIN_RAW },
	{ "GainAbs", GEV_CID_GAIN_ABS },
	{ "GainAuto", GEV_CID_GAIN_AUTO },
	{ "GainAutoBalance", GEV_CID_GAIN_AUTO_BALANCE },
	{ "BlackLevelSelector", GEV_CID_BLACK_LEVEL_SELECTOR },
	{ "BlackLevel", GEV_CID_BLACK_LEVEL },
	{ "BlackLevelRaw", GEV_CID_BLACK_LEVEL_RAW },
	{ "BlackLevelAbs", GEV_CID_BLACK_LEVEL_ABS },
	{ "BlackLevelAuto", GEV_CID_BLACK_LEVEL_AUTO },
	{ "BlackLevelAutoBalance", GEV_CID_BLACK_LEVEL_AUTO_BALANCE },
	{ "WhiteClipSelector", GEV_CID_WHITE_CLIP_SELECTOR },
	{ "WhiteClip", GEV_CID_WHITE_CLIP },
	{ "WhiteClipRaw", GEV_CID_WHITE_CLIP_RAW },
	{ "BalanceRatioSelector", GEV_CID_BALANCE_RATIO_SELECTOR },
	{ "BalanceRatio", GEV_CID_BALANCE_RATIO },
	{ "BalanceRatioRaw", GEV_CID_BALANCE_RATIO_RAW },
	{ "BalanceRatioAbs", GEV_CID_BALANCE_RATIO_ABS },
	{ "BalanceWhiteAuto", GEV_CID_BALANCE_WHITE_AUTO },
	{ "Gamma", GEV_CID_GAMMA },
	{ "GammaEnable", GEV_CID_GAMMA_ENABLE },
	{ "GammaSelector", GEV_CID_GAMMA_SELECTOR },
	{ "DigitalShift", GEV_CID_DIGITAL_SHIFT },
	{ "LUTSelector", GEV_CID_LUT_SELECTOR },
	{ "LUTEnable", GEV_CID_LUT_ENABLE },
	{ "LUTIndex", GEV_CID_LUT_INDEX },
	{ "LUTValue", GEV_CID_LUT_VALUE },
	{ "ColorTransformationSelector", GEV_CID_COLOR_TRANSFORMATION_SELECTOR },
	{ "ColorTransformationEnable", GEV_CID_COLOR_TRANSFORMATION_ENABLE },
	{ "ColorTransformationValueSelector", GEV_CID_COLOR_TRANSFORMATION_VALUE_SELECTOR },
	{ "ColorTransformationValue", GEV_CID_COLOR_TRANSFORMATION_VALUE },
	{ "ColorTransformationValueRaw", GEV_CID_COLOR_TRANSFORMATION_VALUE_RAW },
	{ "RgbTransformLightSource", GEV_CID_RGB_TRANSFORM_LIGHT_SOURCE },
	{ "Saturation", GEV_CID_SATURATION },
	{ "Hue", GEV_CID_HUE },
	{ "Sharpness", GEV_CID_SHARPNESS },
	{ "LineSelector", GEV_CID_LINE_SELECTOR },
	{ "LineMode", GEV_CID_LINE_MODE },
	{ "LineInverter", GEV_CID_LINE_INVERTER },
	{ "LineStatus", GEV_CID_LINE_STATUS },
	{ "LineStatusAll", GEV_CID_LINE_STATUS_ALL },
	{ "LineSource", GEV_CID_LINE_SOURCE },
	{ "LineFormat", GEV_CID_LINE_FORMAT },
	{ "LineDebouncerTime", GEV_CID_LINE_DEBOUNCER_TIME },
	{ "LineDebouncerTimeAbs", GEV_CID_LINE_DEBOUNCER_TIME_ABS },
	{ "UserOutputSelector", GEV_CID_USER_OUTPUT_SELECTOR },
	{ "UserOutputValue", GEV_CID_USER_OUTPUT_VALUE },
	{ "UserOutputValueAll", GEV_CID_USER_OUTPUT_VALUE_ALL },
	{ "UserOutputValueAllMask", GEV_CID_USER_OUTPUT_VALUE_ALL_MASK },
	{ "LineDebouncerTimeRaw", GEV_CID_LINE_DEBOUNCER_TIME_RAW },
	{ "CounterSelector", GEV_CID_COUNTER_SELECTOR },
	{ "CounterEventSource", GEV_CID_COUNTER_EVENT_SOURCE },
	{ "CounterEventActivation", GEV_CID_COUNTER_EVENT_ACTIVATION },
	{ "CounterResetSource", GEV_CID_COUNTER_RESET_SOURCE },
	{ "CounterResetActivation", GEV_CID_COUNTER_RESET_ACTIVATION },
	{ "CounterReset", GEV_CID_COUNTER_RESET },
	{ "CounterValue", GEV_CID_COUNTER_VALUE },
	{ "CounterValueAtReset", GEV_CID_COUNTER_VALUE_AT_RESET },
	{ "CounterDuration", GEV_CID_COUNTER_DURATION },
	{ "CounterStatus", GEV_CID_COUNTER_STATUS },
	{ "CounterTriggerSource", GEV_CID_COUNTER_TRIGGER_SOURCE },
	{ "CounterTriggerActivation", GEV_CID_COUNTER_TRIGGER_ACTIVATION },
	{ "TimerSelector", GEV_CID_TIMER_SELECTOR },
	{ "TimerDuration", GEV_CID_TIMER_DURATION },
	{ "TimerDurationAbs", GEV_CID_TIMER_DURATION_ABS },
	{ "TimerDurationRaw", GEV_CID_TIMER_DURATION_RAW },
	{ "TimerDelay", GEV_CID_TIMER_DELAY },
	{ "TimerDelayAbs", GEV_CID_TIMER_DELAY_ABS },
	{ "TimerDelayRaw", GEV_CID_TIMER_DELAY_RAW },
	{ "TimerReset", GEV_CID_TIMER_RESET },
	{ "TimerValue", GEV_CID_TIMER_VALUE },
	{ "TimerStatus", GEV_CID_TIMER_STATUS },
	{ "TimerTriggerSource", GEV_CID_TIMER_TRIGGER_SOURCE },
	{ "TimerTriggerActivation", GEV_CID_TIMER_TRIGGER_ACTIVATION },
	{ "TimerTriggerArmDelay", GEV_CID_TIMER_TRIGGER_ARM_DELAY },
	{ "EncoderSelector", GEV_CID_ENCODER_SELECTOR },
	{ "EncoderSourceA", GEV_CID_ENCODER_SOURCE_A },
	{ "EncoderSourceB", GEV_CID_ENCODER_SOURCE_B },
	{ "EncoderMode", GEV_CID_ENCODER_MODE },
	{ "EncoderDivider", GEV_CID_ENCODER_DIVIDER },
	{ "EncoderOutputMode", GEV_CID_ENCODER_OUTPUT_MODE },
	{ "EncoderStatus", GEV_CID_ENCODER_STATUS },
	{ "EncoderTimeout", GEV_CID_ENCODER_TIMEOUT },
	{ "EncoderResetSource", GEV_CID_ENCODER_RESET_SOURCE },
	{ "EncoderResetActivation", GEV_CID_ENCODER_RESET_ACTIVATION },
	{ "EncoderReset", GEV_CID_ENCODER_RESET },
	{ "EncoderValue", GEV_CID_ENCODER_VALUE },
	{ "EncoderValueAtReset", GEV_CID_ENCODER_VALUE_AT_RESET },
	{ "EncoderResolution", GEV_CID_ENCODER_RESOLUTION },
	{ "LogicBlockSelector", GEV_CID_LOGIC_BLOCK_SELECTOR },
	{ "LogicBlockFunction", GEV_CID_LOGIC_BLOCK_FUNCTION },
	{ "LogicBlockInputNumber", GEV_CID_LOGIC_BLOCK_INPUT_NUMBER },
	{ "LogicBlockInputSelector", GEV_CID_LOGIC_BLOCK_INPUT_SELECTOR },
	{ "LogicBlockInputSource", GEV_CID_LOGIC_BLOCK_INPUT_SOURCE },
	{ "LogicBlockInputInverter", GEV_CID_LOGIC_BLOCK_INPUT_INVERTER },
	{ "LogicBlockLUTIndex", GEV_CID_LOGIC_BLOCK_LUT_INDEX },
	{ "LogicBlockLUTValue", GEV_CID_LOGIC_BLOCK_LUT_VALUE },
	{ "LogicBlockLUTValueAll", GEV_CID_LOGIC_BLOCK_LUT_VALUE_ALL },
	{ "LogicBlockLUTSelector", GEV_CID_LOGIC_BLOCK_LUT_SELECTOR },
	{ "SoftwareSignalSelector", GEV_CID_SOFTWARE_SIGNAL_SELECTOR },
	{ "SoftwareSignalPulse", GEV_CID_SOFTWARE_SIGNAL_PULSE },
	{ "ActionUnconditionalMode", GEV_CID_ACTION_UNCONDITIONAL_MODE },
	{ "ActionDeviceKey", GEV_CID_ACTION_DEVICE_KEY },
	{ "ActionQueueSize", GEV_CID_ACTION_QUEUE_SIZE },
	{ "ActionSelector", GEV_CID_ACTION_SELECTOR },
	{ "ActionGroupMask", GEV_CID_ACTION_GROUP_MASK },
	{ "ActionGroupKey", GEV_CID_ACTION_GROUP_KEY },
	{ "EventSelector", GEV_CID_EVENT_SELECTOR },
	{ "EventNotification", GEV_CID_EVENT_NOTIFICATION },
	{ "UserSetSelector", GEV_CID_USER_SET_SELECTOR },
	{ "UserSetDescription", GEV_CID_USER_SET_DESCRIPTION },
	{ "UserSetDefault", GEV_CID_USER_SET_DEFAULT },
	{ "UserSetDefaultSelector", GEV_CID_USER_SET_DEFAULT_SELECTOR },
	{ "UserSetFeatureSelector", GEV_CID_USER_SET_FEATURE_SELECTOR },
	{ "UserSetFeatureEnable", GEV_CID_USER_SET_FEATURE_ENABLE },
	{ "SequencerMode", GEV_CID_SEQUENCER_MODE },
	{ "SequencerConfigurationMode", GEV_CID_SEQUENCER_CONFIGURATION_MODE },
	{ "SequencerFeatureSelector", GEV_CID_SEQUENCER_FEATURE_SELECTOR },
	{ "SequencerFeatureEnable", GEV_CID_SEQUENCER_FEATURE_ENABLE },
	{ "SequencerSetSelector", GEV_CID_SEQUENCER_SET_SELECTOR },
	{ "SequencerSetActive", GEV_CID_SEQUENCER_SET_ACTIVE },
	{ "SequencerSetStart", GEV_CID_SEQUENCER_SET_START },
	{ "SequencerPathSelector", GEV_CID_SEQUENCER_PATH_SELECTOR },
	{ "SequencerSetNext", GEV_CID_SEQUENCER_SET_NEXT },
	{ "SequencerTriggerSource", GEV_CID_SEQUENCER_TRIGGER_SOURCE },
	{ "SequencerTriggerActivation", GEV_CID_SEQUENCER_TRIGGER_ACTIVATION },
	{ "SourceCount", GEV_CID_SOURCE_COUNT },
	{ "SourceSelector", GEV_CID_SOURCE_SELECTOR },
	{ "SourceIDValue", GEV_CID_SOURCE_ID_VALUE },
	{ "TransferSelector", GEV_CID_TRANSFER_SELECTOR },
	{ "TransferControlMode", GEV_CID_TRANSFER_CONTROL_MODE },
	{ "TransferOperationMode", GEV_CID_TRANSFER_OPERATION_MODE },
	{ "TransferBlockCount", GEV_CID_TRANSFER_BLOCK_COUNT },
	{ "TransferBurstCount", GEV_CID_TRANSFER_BURST_COUNT },
	{ "TransferQueueMaxBlockCount", GEV_CID_TRANSFER_QUEUE_MAX_BLOCK_COUNT },
	{ "TransferQueueCurrentBlockCount", GEV_CID_TRANSFER_QUEUE_CURRENT_BLOCK_COUNT },
	{ "TransferQueueMode", GEV_CID_TRANSFER_QUEUE_MODE },
	{ "TransferStatusSelector", GEV_CID_TRANSFER_STATUS_SELECTOR },
	{ "TransferStatus", GEV_CID_TRANSFER_STATUS },
	{ "TransferTriggerSelector", GEV_CID_TRANSFER_TRIGGER_SELECTOR },
	{ "TransferTriggerMode", GEV_CID_TRANSFER_TRIGGER_MODE },
	{ "TransferTriggerSource", GEV_CID_TRANSFER_TRIGGER_SOURCE },
	{ "TransferTriggerActivation", GEV_CID_TRANSFER_TRIGGER_ACTIVATION },
	{ "TransferStreamChannel", GEV_CID_TRANSFER_STREAM_CHANNEL },
	{ "ChunkModeActive", GEV_CID_CHUNK_MODE_ACTIVE },
	{ "ChunkSelector", GEV_CID_CHUNK_SELECTOR },
	{ "ChunkEnable", GEV_CID_CHUNK_ENABLE },
	{ "LightControllerSelector", GEV_CID_LIGHT_CONTROLLER_SELECTOR },
	{ "LightControllerSource", GEV_CID_LIGHT_CONTROLLER_SOURCE },
	{ "LightCurrentRating", GEV_CID_LIGHT_CURRENT_RATING },
	{ "LightVoltageRating", GEV_CID_LIGHT_VOLTAGE_RATING },
	{ "LightBrightness", GEV_CID_LIGHT_BRIGHTNESS },
	{ "LightConnectionStatus", GEV_CID_LIGHT_CONNECTION_STATUS },
	{ "LightCurrentMeasured", GEV_CID_LIGHT_CURRENT_MEASURED },
	{ "LightVoltageMeasured", GEV_CID_LIGHT_VOLTAGE_MEASURED },
	{ "OpticControllerSelector", GEV_CID_OPTIC_CONTROLLER_SELECTOR },
	{ "OpticControllerStatus", GEV_CID_OPTIC_CONTROLLER_STATUS },
	{ "ApertureStatus", GEV_CID_APERTURE_STATUS },
	{ "Aperture", GEV_CID_APERTURE },
	{ "FocusStatus", GEV_CID_FOCUS_STATUS },
	{ "Focus", GEV_CID_FOCUS },
	{ "FocusAuto", GEV_CID_FOCUS_AUTO },
	{ "FocalLengthStatus", GEV_CID_FOCAL_LENGTH_STATUS },
	{ "FocalLength", GEV_CID_FOCAL_LENGTH },
	{ "PtpEnable", GEV_CID_PTP_ENABLE },
	{ "PtpClockAccuracy", GEV_CID_PTP_CLOCK_ACCURACY },
	{ "PtpDataSetLatch", GEV_CID_PTP_DATA_SET_LATCH },
	{ "PtpStatus", GEV_CID_PTP_STATUS },
	{ "PtpServoStatus", GEV_CID_PTP_SERVO_STATUS },
	{ "PtpOffsetFromMaster", GEV_CID_PTP_OFFSET_FROM_MASTER },
	{ "PtpClockID", GEV_CID_PTP_CLOCK_ID },
	{ "PtpParentClockID", GEV_CID_PTP_PARENT_CLOCK_ID },
	{ "PtpGrandmasterClockID", GEV_CID_PTP_GRANDMASTER_CLOCK_ID },
	{ "PtpMeanPropagationDelay", GEV_CID_PTP_MEAN_PROPAGATION_DELAY },
	{ "GevInterfaceSelector", GEV_CID_GEV_INTERFACE_SELECTOR },
	{ "GevMACAddress", GEV_CID_GEV_MAC_ADDRESS },
	{ "GevTimestampTickFrequency", GEV_CID_GEV_TIMESTAMP_TICK_FREQUENCY },
	{ "GevTimestampControlLatch", GEV_CID_GEV_TIMESTAMP_CONTROL_LATCH },
	{ "GevTimestampControlReset", GEV_CID_GEV_TIMESTAMP_CONTROL_RESET },
	{ "GevTimestampValue", GEV_CID_GEV_TIMESTAMP_VALUE },
	{ "GevPhysicalLinkConfiguration", GEV_CID_GEV_PHYSICAL_LINK_CONFIGURATION },
	{ "GevCurrentPhysicalLinkConfiguration", GEV_CID_GEV_CURRENT_PHYSICAL_LINK_CONFIGURATION },
	{ "GevSupportedOption", GEV_CID_GEV_SUPPORTED_OPTION },
	{ "GevSupportedOptionSelector", GEV_CID_GEV_SUPPORTED_OPTION_SELECTOR },
	{ "GevIEEE1588", GEV_CID_GEV_IEEE1588 },
	{ "GevIEEE1588Status", GEV_CID_GEV_IEEE1588_STATUS },
	{ "GevVersionMajor", GEV_CID_GEV_VERSION_MAJOR },
	{ "GevVersionMinor", GEV_CID_GEV_VERSION_MINOR },
	{ "RdmaBlocksDropped", GEV_CID_RDMA_BLOCKS_DROPPED },
	{ "GenDCStreamingMode", GEV_CID_GEN_DC_STREAMING_MODE },
	{ "GenDCStreamingStatus", GEV_CID_GEN_DC_STREAMING_STATUS },
	{ "TestPendingAck", GEV_CID_TEST_PENDING_ACK },
	{ "TestEventGenerate", GEV_CID_TEST_EVENT_GENERATE },
	{ "TestPayloadFormatMode", GEV_CID_TEST_PAYLOAD_FORMAT_MODE },
	{ "Scan3dExtractionSelector", GEV_CID_SCAN3D_EXTRACTION_SELECTOR },
	{ "Scan3dExtractionSource", GEV_CID_SCAN3D_EXTRACTION_SOURCE },
	{ "Scan3dExtractionMethod", GEV_CID_SCAN3D_EXTRACTION_METHOD },
	{ "Scan3dDistanceUnit", GEV_CID_SCAN3D_DISTANCE_UNIT },
	{ "Scan3dCoordinateSystem", GEV_CID_SCAN3D_COORDINATE_SYSTEM },
	{ "Scan3dOutputMode", GEV_CID_SCAN3D_OUTPUT_MODE },
	{ "Scan3dCoordinateSelector", GEV_CID_SCAN3D_COORDINATE_SELECTOR },
	{ "Scan3dCoordinateScale", GEV_CID_SCAN3D_COORDINATE_SCALE },
	{ "Scan3dCoordinateOffset", GEV_CID_SCAN3D_COORDINATE_OFFSET },
	{ "Scan3dFocalLength", GEV_CID_SCAN3D_FOCAL_LENGTH },
	{ "Scan3dBaseline", GEV_CID_SCAN3D_BASELINE },
};

/*
 * Standard controls, the best feature for each first. @hundredths: of a float,
 * the control counts hundredths; V4L2 has no unit for it. @unit: value of the
 * control times this is the feature's value.
 */
static const struct map_standard standards[] = {
	{ "ExposureTime", V4L2_CID_EXPOSURE_ABSOLUTE, 100, false },
	{ "ExposureTimeAbs", V4L2_CID_EXPOSURE_ABSOLUTE, 100, false },
	{ "ExposureTimeRaw", V4L2_CID_EXPOSURE_ABSOLUTE, 100, false },
	{ "Gain", V4L2_CID_GAIN, 1, true },
	{ "GainAbs", V4L2_CID_GAIN, 1, true },
	{ "GainRaw", V4L2_CID_GAIN, 1, true },
	{ "BlackLevel", V4L2_CID_BRIGHTNESS, 1, true },
	{ "BlackLevelAbs", V4L2_CID_BRIGHTNESS, 1, true },
	{ "BlackLevelRaw", V4L2_CID_BRIGHTNESS, 1, true },
	{ "Gamma", V4L2_CID_GAMMA, 1, true },
	{ "Saturation", V4L2_CID_SATURATION, 1, true },
	{ "Hue", V4L2_CID_HUE, 1, true },
	{ "Sharpness", V4L2_CID_SHARPNESS, 1, true },
	{ "ReverseX", V4L2_CID_HFLIP, 1, false },
	{ "ReverseY", V4L2_CID_VFLIP, 1, false },
	{ "TestPattern", V4L2_CID_TEST_PATTERN, 1, false },
	{ "TestImageSelector", V4L2_CID_TEST_PATTERN, 1, false },
};

/* Features that the driver works with, the best name for each role first. */
static const struct {
	const char *name;
	enum gev_role role;
} roles[] = {
	{ "Width", GEV_ROLE_WIDTH },
	{ "Height", GEV_ROLE_HEIGHT },
	{ "OffsetX", GEV_ROLE_OFFSET_X },
	{ "OffsetY", GEV_ROLE_OFFSET_Y },
	{ "WidthMax", GEV_ROLE_WIDTH_MAX },
	{ "HeightMax", GEV_ROLE_HEIGHT_MAX },
	{ "SensorWidth", GEV_ROLE_SENSOR_WIDTH },
	{ "SensorHeight", GEV_ROLE_SENSOR_HEIGHT },
	{ "PixelFormat", GEV_ROLE_PIXEL_FORMAT },
	{ "PayloadSize", GEV_ROLE_PAYLOAD_SIZE },
	{ "AcquisitionMode", GEV_ROLE_ACQUISITION_MODE },
	{ "AcquisitionStart", GEV_ROLE_ACQUISITION_START },
	{ "AcquisitionStop", GEV_ROLE_ACQUISITION_STOP },
	{ "AcquisitionFrameRate", GEV_ROLE_FRAME_RATE },
	{ "AcquisitionFrameRateAbs", GEV_ROLE_FRAME_RATE },
	{ "AcquisitionFrameRateEnable", GEV_ROLE_FRAME_RATE_ENABLE },
	{ "AcquisitionFrameRateEnabled", GEV_ROLE_FRAME_RATE_ENABLE },
	{ "TLParamsLocked", GEV_ROLE_TL_PARAMS_LOCKED },
	{ "TransportStreamProtocol", GEV_ROLE_STREAM_PROTOCOL },
	{ "RdmaStreamProfile", GEV_ROLE_RDMA_PROFILE },
	{ "RdmaStreamPort", GEV_ROLE_RDMA_PORT },
	{ "RdmaBlocksDropped", GEV_ROLE_RDMA_DROPPED },
	{ "GenDCDescriptor", GEV_ROLE_GENDC_DESCRIPTOR },
	{ "GenDCFlowMappingTable", GEV_ROLE_GENDC_FLOW_TABLE },
};

/**
 * map_sfnc_class() - control class of a category
 * @category: its name; some makers add an s
 *
 * Return: the class, or 0 if the category is none of the convention's.
 */
uint32_t map_sfnc_class(const char *category)
{
	size_t length;
	unsigned int i;

	for (i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		length = strlen(classes[i].category);
		if (!strncmp(category, classes[i].category, length) &&
		    (!category[length] || !strcmp(category + length, "s")))
			return classes[i].class;
	}
	return 0;
}

/**
 * map_sfnc_cid() - fixed id of a feature's control
 * @name: of the feature
 *
 * Return: the id, or 0 if there is none.
 */
uint32_t map_sfnc_cid(const char *name)
{
	unsigned int i;

	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		if (!strcmp(name, ids[i].name))
			return ids[i].cid;
	}
	return 0;
}

/**
 * map_sfnc_standard() - standard control that stands for a feature
 * @name: of the feature
 * @rank: gets its place: of two features for one control the lower one has it
 *
 * Return: the row, or NULL.
 */
const struct map_standard *map_sfnc_standard(const char *name, unsigned int *rank)
{
	unsigned int i;

	for (i = 0; i < sizeof(standards) / sizeof(standards[0]); i++) {
		*rank = i;
		if (!strcmp(name, standards[i].name))
			return &standards[i];
	}
	return NULL;
}

/**
 * map_sfnc_role() - role of a feature
 * @n: counts rows from 0
 * @role: gets the role
 *
 * Return: name of the feature, or NULL after the last row.
 */
const char *map_sfnc_role(unsigned int n, enum gev_role *role)
{
	if (n >= sizeof(roles) / sizeof(roles[0]))
		return NULL;
	*role = roles[n].role;
	return roles[n].name;
}
