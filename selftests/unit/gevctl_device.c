// SPDX-License-Identifier: GPL-2.0
/* Features of a camera that is an array of bytes, through libaravis. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kselftest_harness.h"

#include "tools/gevctl/device.h"
#include "tools/gevctl/node.h"

static const char xml[] =
"maker's note before the XML\n"
"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
"<RegisterDescription ModelName=\"m\" VendorName=\"v\" StandardNameSpace=\"GEV\"\n"
" SchemaMajorVersion=\"1\" SchemaMinorVersion=\"1\" SchemaSubMinorVersion=\"0\"\n"
" MajorVersion=\"1\" MinorVersion=\"0\" SubMinorVersion=\"0\"\n"
" xmlns=\"http://www.genicam.org/GenApi/Version_1_1\">\n"
"<Category Name=\"Root\"><pFeature>Image</pFeature><pFeature>Gone</pFeature></Category>\n"
"<Category Name=\"Image\"><pFeature>Width</pFeature><pFeature>Exposure</pFeature>\n"
"<pFeature>Format</pFeature><pFeature>Flip</pFeature><pFeature>Go</pFeature>\n"
"<pFeature>Label</pFeature><pFeature>Locked</pFeature><pFeature>Image</pFeature></Category>\n"
"<Integer Name=\"Width\"><Visibility>Beginner</Visibility><pValue>WidthReg</pValue>\n"
"<Min>16</Min><pMax>WidthMaxReg</pMax><Inc>8</Inc></Integer>\n"
"<IntReg Name=\"WidthReg\"><Address>0x100</Address><Length>4</Length>\n"
"<AccessMode>RW</AccessMode><pPort>Device</pPort><Sign>Unsigned</Sign>\n"
"<Endianess>BigEndian</Endianess></IntReg>\n"
"<IntReg Name=\"WidthMaxReg\"><Address>0x104</Address><Length>4</Length>\n"
"<AccessMode>RO</AccessMode><pPort>Device</pPort><Sign>Unsigned</Sign>\n"
"<Endianess>BigEndian</Endianess></IntReg>\n"
"<Float Name=\"Exposure\"><Visibility>Expert</Visibility><pValue>ExposureReg</pValue>\n"
"<Min>10.5</Min><Max>1000</Max><Unit>us</Unit></Float>\n"
"<FloatReg Name=\"ExposureReg\"><Address>0x108</Address><Length>8</Length>\n"
"<AccessMode>RW</AccessMode><pPort>Device</pPort>\n"
"<Endianess>LittleEndian</Endianess></FloatReg>\n"
"<Enumeration Name=\"Format\"><EnumEntry Name=\"Mono8\"><Value>17301505</Value></EnumEntry>\n"
"<EnumEntry Name=\"Mono12\"><pIsAvailable>FlipReg</pIsAvailable><Value>17825797</Value>\n"
"</EnumEntry><pValue>FormatReg</pValue></Enumeration>\n"
"<IntReg Name=\"FormatReg\"><Address>0x110</Address><Length>4</Length>\n"
"<AccessMode>RW</AccessMode><pPort>Device</pPort><Endianess>BigEndian</Endianess></IntReg>\n"
"<Boolean Name=\"Flip\"><pValue>FlipReg</pValue></Boolean>\n"
"<IntReg Name=\"FlipReg\"><Address>0x114</Address><Length>4</Length>\n"
"<AccessMode>RW</AccessMode><pPort>Device</pPort><Endianess>BigEndian</Endianess></IntReg>\n"
"<Command Name=\"Go\"><pValue>GoReg</pValue><CommandValue>5</CommandValue></Command>\n"
"<IntReg Name=\"GoReg\"><Address>0x118</Address><Length>4</Length>\n"
"<AccessMode>WO</AccessMode><pPort>Device</pPort><Endianess>BigEndian</Endianess></IntReg>\n"
"<StringReg Name=\"Label\"><Address>0x120</Address><Length>16</Length>\n"
"<AccessMode>RW</AccessMode><pPort>Device</pPort></StringReg>\n"
"<Integer Name=\"Locked\"><pIsLocked>FlipReg</pIsLocked><pValue>WidthReg</pValue></Integer>\n"
"<Integer Name=\"Limit\"><pValue>WidthMaxReg</pValue></Integer>\n"
"<Register Name=\"Blob\"><Address>0x130</Address><Length>16</Length>\n"
"<AccessMode>RW</AccessMode><pPort>Device</pPort></Register>\n"
"<Integer Name=\"Broken\"><pValue>FarReg</pValue></Integer>\n"
"<IntReg Name=\"FarReg\"><Address>0x10000</Address><Length>4</Length>\n"
"<AccessMode>RW</AccessMode><pPort>Device</pPort><Endianess>BigEndian</Endianess></IntReg>\n"
"<Port Name=\"Device\"/>\n"
"</RegisterDescription>\n";

struct memory {
	uint8_t bytes[0x1000];
	unsigned int writes;
};

static int memory_read(void *ctx, uint64_t address, void *data, size_t length)
{
	struct memory *memory = ctx;

	if (address > sizeof(memory->bytes) - length)
		return -EFAULT;
	memcpy(data, memory->bytes + address, length);
	return 0;
}

static int memory_write(void *ctx, uint64_t address, const void *data, size_t length)
{
	struct memory *memory = ctx;

	if (address > sizeof(memory->bytes) - length)
		return -EFAULT;
	memcpy(memory->bytes + address, data, length);
	memory->writes++;
	return 0;
}

static const char *memory_words(void *ctx)
{
	(void)ctx;
	return "the camera refused it";
}

FIXTURE(device)
{
	struct memory memory;
	ArvDevice *device;
	ArvGc *genicam;
};

static void set_word(struct memory *memory, unsigned int address, uint32_t value)
{
	memory->bytes[address] = value >> 24;
	memory->bytes[address + 1] = value >> 16;
	memory->bytes[address + 2] = value >> 8;
	memory->bytes[address + 3] = value;
}

FIXTURE_SETUP(device)
{
	const double exposure = 123.25;
	const struct port port = {
		.read = memory_read, .write = memory_write, .words = memory_words,
		.ctx = &self->memory,
	};

	memset(&self->memory, 0, sizeof(self->memory));
	set_word(&self->memory, 0x100, 640);
	set_word(&self->memory, 0x104, 1920);
	set_word(&self->memory, 0x110, 17301505);
	memcpy(self->memory.bytes + 0x108, &exposure, sizeof(exposure));
	strcpy((char *)self->memory.bytes + 0x120, "bench");
	self->device = device_new(&port, xml, strlen(xml));
	ASSERT_NE(NULL, self->device);
	self->genicam = arv_device_get_genicam(self->device);
}

FIXTURE_TEARDOWN(device)
{
	g_object_unref(self->device);
}

static json_t *get(ArvGc *genicam, const char *name, GError **error)
{
	ArvGcNode *node = node_find(genicam, name, error);

	return node ? node_json(node, error) : NULL;
}

/* NULL, or what set said, until the next call. */
static const char *set(ArvGc *genicam, const char *name, const char *text)
{
	static char words[256];
	GError *error = NULL;
	ArvGcNode *node = node_find(genicam, name, &error);

	if (node && node_set(node, text, &error))
		return NULL;
	g_strlcpy(words, error->message, sizeof(words));
	g_error_free(error);
	return words;
}

TEST_F(device, integer)
{
	json_t *json = get(self->genicam, "Width", NULL);

	EXPECT_EQ(640, json_integer_value(json_object_get(json, "value")));
	EXPECT_EQ(16, json_integer_value(json_object_get(json, "min")));
	EXPECT_EQ(1920, json_integer_value(json_object_get(json, "max")));
	EXPECT_EQ(8, json_integer_value(json_object_get(json, "increment")));
	EXPECT_STREQ("integer", json_string_value(json_object_get(json, "kind")));
	EXPECT_STREQ("rw", json_string_value(json_object_get(json, "access")));
	json_decref(json);

	EXPECT_EQ(NULL, set(self->genicam, "Width", "0x50"));
	EXPECT_EQ(80, self->memory.bytes[0x103]);
	EXPECT_EQ(1, self->memory.writes);
	EXPECT_STREQ("Width: 8 is outside of 16 to 1920", set(self->genicam, "Width", "8"));
	EXPECT_STREQ("Width: -5 is outside of 16 to 1920", set(self->genicam, "Width", "-5"));
	EXPECT_STREQ("Width: 1928 is outside of 16 to 1920", set(self->genicam, "Width", "1928"));
	EXPECT_STREQ("Width: 20 is not in steps of 8 from 16", set(self->genicam, "Width", "20"));
	EXPECT_STREQ("Width: '64x' is not a whole number", set(self->genicam, "Width", "64x"));
	EXPECT_STREQ("Width: '' is not a whole number", set(self->genicam, "Width", ""));
	EXPECT_STREQ("Width: wants a value", set(self->genicam, "Width", NULL));
	EXPECT_EQ(1, self->memory.writes);
}

TEST_F(device, floating)
{
	double value;
	json_t *json = get(self->genicam, "Exposure", NULL);

	EXPECT_EQ(1, json_real_value(json_object_get(json, "value")) == 123.25);
	EXPECT_EQ(1, json_real_value(json_object_get(json, "min")) == 10.5);
	EXPECT_STREQ("us", json_string_value(json_object_get(json, "unit")));
	json_decref(json);

	EXPECT_EQ(NULL, set(self->genicam, "Exposure", "99.1"));
	memcpy(&value, self->memory.bytes + 0x108, sizeof(value));
	EXPECT_EQ(1, value == 99.1);
	EXPECT_NE(NULL, set(self->genicam, "Exposure", "1000.5"));
	EXPECT_NE(NULL, set(self->genicam, "Exposure", "nan"));
	EXPECT_NE(NULL, set(self->genicam, "Exposure", "inf"));
	EXPECT_NE(NULL, set(self->genicam, "Exposure", "1e"));
	EXPECT_EQ(1, self->memory.writes);
}

TEST_F(device, enumeration)
{
	json_t *json = get(self->genicam, "Format", NULL), *entries;

	EXPECT_STREQ("Mono8", json_string_value(json_object_get(json, "value")));
	entries = json_object_get(json, "entries");
	ASSERT_EQ(2, json_array_size(entries));
	EXPECT_TRUE(json_is_false(json_object_get(json_array_get(entries, 1), "available")));
	json_decref(json);

	EXPECT_EQ(NULL, set(self->genicam, "Format", "17301505"));
	EXPECT_STREQ("Format: 'Mono12' is none of Mono8", set(self->genicam, "Format", "Mono12"));
	EXPECT_EQ(NULL, set(self->genicam, "Flip", "on"));
	EXPECT_EQ(NULL, set(self->genicam, "Format", "Mono12"));
	EXPECT_EQ(0x05, self->memory.bytes[0x113]);

	/* No entry has this number. */
	set_word(&self->memory, 0x110, 77);
	json = get(self->genicam, "Format", NULL);
	EXPECT_EQ(77, json_integer_value(json_object_get(json, "value")));
	json_decref(json);
	EXPECT_EQ(NULL, set(self->genicam, "Flip", "off"));
	EXPECT_EQ(NULL, set(self->genicam, "Format", "Mono8"));
}

/* The register behind it is to be read only, though the feature does not say so. */
TEST_F(device, read_only_register)
{
	EXPECT_STREQ("Limit: not writable now", set(self->genicam, "Limit", "8"));
	EXPECT_EQ(0, self->memory.writes);
}

static const char blob[] = "000102030405060708090a0b0c0d0e0f";

TEST_F(device, bytes)
{
	json_t *json;

	EXPECT_EQ(NULL, set(self->genicam, "Blob", blob));
	EXPECT_EQ(0x0f, self->memory.bytes[0x13f]);
	json = get(self->genicam, "Blob", NULL);
	EXPECT_STREQ(blob, json_string_value(json_object_get(json, "value")));
	json_decref(json);
	EXPECT_STREQ("Blob: wants 16 bytes as 32 hexadecimal digits",
		     set(self->genicam, "Blob", "00"));
}

TEST_F(device, boolean)
{
	json_t *json = get(self->genicam, "Flip", NULL);

	EXPECT_TRUE(json_is_false(json_object_get(json, "value")));
	json_decref(json);
	EXPECT_EQ(NULL, set(self->genicam, "Flip", "True"));
	EXPECT_EQ(1, self->memory.bytes[0x117]);
	EXPECT_EQ(NULL, set(self->genicam, "Flip", "0"));
	EXPECT_EQ(0, self->memory.bytes[0x117]);
	EXPECT_NE(NULL, set(self->genicam, "Flip", "2"));
}

TEST_F(device, command)
{
	json_t *json = get(self->genicam, "Go", NULL);

	EXPECT_EQ(NULL, json_object_get(json, "value"));
	json_decref(json);
	EXPECT_NE(NULL, set(self->genicam, "Go", "1"));
	EXPECT_EQ(0, self->memory.writes);
	EXPECT_EQ(NULL, set(self->genicam, "Go", NULL));
	EXPECT_EQ(5, self->memory.bytes[0x11b]);
}

TEST_F(device, string)
{
	json_t *json = get(self->genicam, "Label", NULL);

	EXPECT_STREQ("bench", json_string_value(json_object_get(json, "value")));
	json_decref(json);
	EXPECT_EQ(NULL, set(self->genicam, "Label", "door"));
	EXPECT_STREQ("door", (char *)self->memory.bytes + 0x120);
	EXPECT_NE(NULL, set(self->genicam, "Label", "a text of seventeen"));
}

TEST_F(device, locked)
{
	set_word(&self->memory, 0x114, 1);
	EXPECT_STREQ("Locked: not writable now", set(self->genicam, "Locked", "32"));
	set_word(&self->memory, 0x114, 0);
	EXPECT_EQ(NULL, set(self->genicam, "Locked", "32"));
}

TEST_F(device, not_a_feature)
{
	GError *error = NULL;

	EXPECT_EQ(NULL, node_find(self->genicam, "Nothing", &error));
	g_clear_error(&error);
	EXPECT_EQ(NULL, node_find(self->genicam, "Image", &error));
	EXPECT_NE(NULL, strstr(error->message, "category"));
	g_clear_error(&error);
	EXPECT_EQ(NULL, node_find(self->genicam, "Device", &error));
	g_clear_error(&error);
}

TEST_F(device, refused_register)
{
	GError *error = NULL;
	json_t *json = get(self->genicam, "Broken", &error);

	ASSERT_NE(NULL, error);
	EXPECT_STREQ("cannot read register 0x00010000: the camera refused it", node_words(error));
	g_clear_error(&error);
	json_decref(json);
	EXPECT_NE(NULL, strstr(set(self->genicam, "Broken", "1"), "cannot write register"));
}

TEST_F(device, read_only_port)
{
	const struct port port = {
		.read = memory_read, .words = memory_words, .ctx = &self->memory,
	};
	ArvDevice *device = device_new(&port, xml, strlen(xml));

	EXPECT_NE(NULL, set(arv_device_get_genicam(device), "Width", "16"));
	EXPECT_EQ(0, self->memory.writes);
	g_object_unref(device);
}

/* "Image" is in itself; a name without a node is left out. */
TEST_F(device, tree)
{
	json_t *tree = node_tree(self->genicam, true), *image, *features;

	features = json_object_get(tree, "features");
	ASSERT_EQ(1, json_array_size(features));
	image = json_array_get(features, 0);
	EXPECT_STREQ("Image", json_string_value(json_object_get(image, "name")));
	features = json_object_get(image, "features");
	ASSERT_EQ(8, json_array_size(features));
	EXPECT_EQ(640, json_integer_value(json_object_get(json_array_get(features, 0), "value")));
	EXPECT_STREQ("expert", json_string_value(json_object_get(json_array_get(features, 1),
								 "visibility")));
	EXPECT_EQ(0, self->memory.writes);
	json_decref(tree);
}

TEST(no_description)
{
	const struct port port = { .read = memory_read, .words = memory_words };

	device_silence();
	EXPECT_EQ(NULL, device_new(&port, "", 0));
	EXPECT_EQ(NULL, device_new(&port, "no XML at all", 13));
	EXPECT_EQ(NULL, device_new(&port, "<unfinished", 11));
}

TEST_HARNESS_MAIN
