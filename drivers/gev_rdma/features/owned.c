// SPDX-License-Identifier: GPL-2.0
/*
 * Who may change what. The verifier refuses a map that offers a control for
 * what is not for everybody, and the compiler assigns fates by the same rules:
 * any program that may open the video node writes every control it finds.
 */
#include "view.h"

struct rule {
	const char *text;
	enum gev_name_class class;
};

/*
 * Rules on the start of a name, the first one that fits decides: more special
 * ones come first. Geometry, pixel format, stream and control channel belong
 * to the driver; what outlives a power cycle, or can make the camera
 * unreachable, to the administrator.
 */
static const struct rule prefix[] = {
	{ "GevTimestampControl", GEV_NAME_FREE },
	{ "GevIEEE1588", GEV_NAME_FREE },
	{ "GevInterfaceSelector", GEV_NAME_FREE },
	{ "GevSupportedOptionSelector", GEV_NAME_FREE },
	{ "Gev", GEV_NAME_OWNED },
	{ "Acquisition", GEV_NAME_OWNED },
	{ "Chunk", GEV_NAME_OWNED },
	{ "DeviceLinkHeartbeat", GEV_NAME_OWNED },
	{ "DeviceStreamChannel", GEV_NAME_OWNED },
	{ "GenDCStreamingMode", GEV_NAME_OWNED },
	{ "ImageCompressionMode", GEV_NAME_OWNED },
	{ "OffsetX", GEV_NAME_OWNED },
	{ "OffsetY", GEV_NAME_OWNED },
	{ "PayloadSize", GEV_NAME_OWNED },
	{ "PixelFormat", GEV_NAME_OWNED },
	{ "PixelCoding", GEV_NAME_OWNED },
	{ "RdmaStream", GEV_NAME_OWNED },
	{ "TLParamsLocked", GEV_NAME_OWNED },
	{ "TransportStreamProtocol", GEV_NAME_OWNED },
	{ "DeviceFactoryReset", GEV_NAME_PRIVILEGED },
	{ "DeviceFeaturePersistence", GEV_NAME_PRIVILEGED },
	{ "DeviceRegisters", GEV_NAME_PRIVILEGED },
	{ "DeviceReset", GEV_NAME_PRIVILEGED },
	{ "DeviceUserID", GEV_NAME_PRIVILEGED },
	{ "Event", GEV_NAME_PRIVILEGED },
	{ "File", GEV_NAME_PRIVILEGED },
	{ "TestPendingAck", GEV_NAME_PRIVILEGED },
	{ "Transfer", GEV_NAME_PRIVILEGED },
	{ "UserSet", GEV_NAME_PRIVILEGED },
};

/* Names the driver owns as a whole; what only starts like them is free. */
static const char * const owned[] = { "Width", "Height" };

/* Words that make a feature the administrator's, wherever they stand. */
static const char * const privileged[] = {
	"Calibrat", "Debug", "Defect", "Factory", "Firmware", "Flash", "Password",
	"Save", "Store", "Unlock", "Update", "Upload",
};

/* Commands that do no harm; what others do is not known. */
static const char * const harmless[] = {
	"CounterReset", "EncoderReset", "GevTimestampControlLatch",
	"GevTimestampControlReset", "PtpDataSetLatch", "SoftwareSignalPulse",
	"TimerReset", "TimestampControlLatch", "TimestampControlReset",
	"TimestampLatch", "TimestampReset", "TriggerSoftware",
};

/* A feature for one entry of a selector, "LineMode[Line1]", is what the feature is. */
static bool listed(const char *name, const char * const *list, unsigned int n)
{
	size_t len = strcspn(name, "[");

	while (n--) {
		if (strlen(list[n]) == len && !memcmp(name, list[n], len))
			return true;
	}
	return false;
}

/**
 * gev_name_classify() - who may change a feature, by its name
 * @name: as in the XML
 * @kind: of the feature; a command has to be known to be free
 *
 * Context: any.
 * Return: enum gev_name_class.
 */
enum gev_name_class gev_name_classify(const char *name, enum gev_feature_kind kind)
{
	unsigned int i;

	if (listed(name, owned, ARRAY_SIZE(owned)))
		return GEV_NAME_OWNED;
	for (i = 0; i < ARRAY_SIZE(prefix); i++) {
		if (!strncmp(name, prefix[i].text, strlen(prefix[i].text)))
			break;
	}
	if (i < ARRAY_SIZE(prefix) && prefix[i].class != GEV_NAME_FREE)
		return prefix[i].class;
	for (i = 0; i < ARRAY_SIZE(privileged); i++) {
		if (strstr(name, privileged[i]))
			return GEV_NAME_PRIVILEGED;
	}
	if (kind == GEV_KIND_COMMAND && !listed(name, harmless, ARRAY_SIZE(harmless)))
		return GEV_NAME_PRIVILEGED;
	return GEV_NAME_FREE;
}

/**
 * gev_address_owned() - whether a control may not write to an address
 * @address: of the first byte
 * @length: bytes
 *
 * The bootstrap registers hold network configuration, privilege, heartbeat and
 * stream channels; time stamps and action keys among them are harmless, and
 * some cameras have features in the hole behind the user-defined name.
 *
 * Context: any.
 * Return: true if only the driver may write there.
 */
bool gev_address_owned(u64 address, u64 length)
{
	static const struct { u32 start, end; } free[] = {
		{ 0x0100, 0x0200 },	/* no register of the protocol, in any version */
		{ 0x0944, 0x0948 },	/* time stamp: latch, reset */
		{ 0x900c, 0x9010 },	/* action device key */
		{ 0x9800, 0xa000 },	/* action groups */
	};
	unsigned int i;

	if (address >= 0xa000)
		return false;
	for (i = 0; i < ARRAY_SIZE(free); i++) {
		if (address >= free[i].start && address + length <= free[i].end)
			return false;
	}
	return true;
}

/**
 * gev_standard_control() - whether a standard control may stand for a feature
 * @cid: of the standard control
 * @label: gets the name that V4L2 gives it
 * @kind: of the feature
 *
 * Context: any.
 * Return: true if a map may have it.
 */
bool gev_standard_control(u32 cid, const char **label, enum gev_feature_kind kind)
{
	static const struct {
		u32 cid;
		enum gev_feature_kind kind;	/* INTEGER: or a float */
		const char *label;
	} standard[] = {
		{ V4L2_CID_BRIGHTNESS, GEV_KIND_INTEGER, "Brightness" },
		{ V4L2_CID_SATURATION, GEV_KIND_INTEGER, "Saturation" },
		{ V4L2_CID_HUE, GEV_KIND_INTEGER, "Hue" },
		{ V4L2_CID_GAMMA, GEV_KIND_INTEGER, "Gamma" },
		{ V4L2_CID_GAIN, GEV_KIND_INTEGER, "Gain" },
		{ V4L2_CID_SHARPNESS, GEV_KIND_INTEGER, "Sharpness" },
		{ V4L2_CID_HFLIP, GEV_KIND_BOOLEAN, "Horizontal Flip" },
		{ V4L2_CID_VFLIP, GEV_KIND_BOOLEAN, "Vertical Flip" },
		{ V4L2_CID_EXPOSURE_ABSOLUTE, GEV_KIND_INTEGER, "Exposure Time, Absolute" },
		{ V4L2_CID_TEST_PATTERN, GEV_KIND_ENUMERATION, "Test Pattern" },
	};
	unsigned int i;

	if (kind == GEV_KIND_FLOAT)
		kind = GEV_KIND_INTEGER;
	for (i = 0; i < ARRAY_SIZE(standard); i++) {
		if (standard[i].cid == cid && standard[i].kind == kind) {
			*label = standard[i].label;
			return true;
		}
	}
	return false;
}

/* Next letter or digit in lower case, or 0. */
static char next_letter(const char **s)
{
	char c;

	while ((c = *(*s)++)) {
		if (c >= 'A' && c <= 'Z')
			return c - 'A' + 'a';
		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c < 0)
			return c;
	}
	(*s)--;
	return 0;
}

/**
 * gev_label_equal() - whether tools could mistake one control for another
 * @a: name of a control
 * @b: name of another
 *
 * Context: any.
 * Return: true if they differ in case and punctuation at most.
 */
bool gev_label_equal(const char *a, const char *b)
{
	char c;

	do {
		c = next_letter(&a);
		if (c != next_letter(&b))
			return false;
	} while (c);
	return true;
}

/**
 * gev_label_hash() - a number that labels have in common that look alike
 * @label: name of a control
 *
 * Context: any.
 * Return: 1 to 65535; 0 is left for "no label".
 */
u16 gev_label_hash(const char *label)
{
	u32 h = 2166136261U;
	char c;

	while ((c = next_letter(&label)))
		h = (h ^ (u8)c) * 16777619U;
	h = (h ^ h >> 16) & 0xffff;
	return h ?: 1;
}
