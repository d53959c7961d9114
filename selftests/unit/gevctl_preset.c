// SPDX-License-Identifier: GPL-2.0
/* A camera's settings: which they are, their order, their file, setting them. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kselftest_harness.h"

#include "tools/gevctl/device.h"
#include "tools/gevctl/node.h"
#include "tools/gevctl/preset.h"
#include "tools/gevctl/watch.h"

#define REGISTER(name, address, more) \
	"<IntReg Name=\"" name "\"><Address>" address "</Address><Length>4</Length>" \
	"<AccessMode>RW</AccessMode><pPort>Device</pPort>" more \
	"<Endianess>BigEndian</Endianess></IntReg>\n"

/*
 * Time waits for Auto, and Auto for nothing; Level is behind two selectors, the
 * inner of which the outer selects; Steps behind a number.
 */
static const char head[] =
"<RegisterDescription ModelName=\"m\" VendorName=\"v\" StandardNameSpace=\"GEV\"\n"
" SchemaMajorVersion=\"1\" SchemaMinorVersion=\"1\" SchemaSubMinorVersion=\"0\"\n"
" MajorVersion=\"1\" MinorVersion=\"0\" SubMinorVersion=\"0\"\n"
" xmlns=\"http://www.genicam.org/GenApi/Version_1_1\">\n"
"<Port Name=\"Device\"/>\n"
"<Category Name=\"Root\"><pFeature>All</pFeature></Category>\n"
"<Category Name=\"All\"><pFeature>Time</pFeature><pFeature>Auto</pFeature>\n"
"<pFeature>Level</pFeature><pFeature>LineSelector</pFeature><pFeature>EdgeSelector</pFeature>\n"
"<pFeature>Steps</pFeature><pFeature>StepIndex</pFeature><pFeature>Label</pFeature>\n"
"<pFeature>Label2</pFeature><pFeature>Width</pFeature><pFeature>GevSCPD</pFeature><pFeature>Run</pFeature>\n"
"<pFeature>UserSetDefault</pFeature><pFeature>FixedSelector</pFeature>\n"
"<pFeature>Fixed</pFeature><pFeature>All</pFeature></Category>\n"
"<Integer Name=\"Time\"><pIsLocked>AutoReg</pIsLocked><pValue>TimeReg</pValue></Integer>\n"
REGISTER("TimeReg", "0x100", "<PollingTime>250</PollingTime>")
"<Boolean Name=\"Auto\"><PollingTime>700</PollingTime><pValue>AutoReg</pValue></Boolean>\n"
REGISTER("AutoReg", "0x104", "")
"<Enumeration Name=\"LineSelector\"><EnumEntry Name=\"One\"><Value>0</Value></EnumEntry>\n"
"<EnumEntry Name=\"Two\"><Value>1</Value></EnumEntry><pValue>LineReg</pValue>\n"
"<pSelected>Level</pSelected><pSelected>EdgeSelector</pSelected></Enumeration>\n"
REGISTER("LineReg", "0x108", "")
"<Enumeration Name=\"EdgeSelector\"><EnumEntry Name=\"Up\"><Value>0</Value></EnumEntry>\n"
"<EnumEntry Name=\"Down\"><Value>1</Value></EnumEntry><pValue>EdgeReg</pValue>\n"
"<pSelected>Level</pSelected></Enumeration>\n"
REGISTER("EdgeReg", "0x110", "<pIndex Offset=\"4\">LineReg</pIndex>")
"<Integer Name=\"Level\"><pValue>LevelReg</pValue><Min>0</Min><Max>100</Max></Integer>\n"
REGISTER("LevelReg", "0x120",
	 "<pIndex Offset=\"8\">LineReg</pIndex><pIndex Offset=\"4\">EdgeReg</pIndex>")
"<Integer Name=\"StepIndex\"><pValue>IndexReg</pValue><pSelected>Steps</pSelected></Integer>\n"
REGISTER("IndexReg", "0x140", "")
"<Integer Name=\"Steps\"><pValue>StepsReg</pValue></Integer>\n"
REGISTER("StepsReg", "0x144", "")
"<Enumeration Name=\"FixedSelector\"><EnumEntry Name=\"Here\"><Value>0</Value></EnumEntry>\n"
"<pValue>FixedReg</pValue><pSelected>Fixed</pSelected></Enumeration>\n"
"<IntReg Name=\"FixedReg\"><Address>0x170</Address><Length>4</Length>\n"
"<AccessMode>RO</AccessMode><pPort>Device</pPort><Endianess>BigEndian</Endianess></IntReg>\n"
"<Integer Name=\"Fixed\"><pValue>OtherReg</pValue></Integer>\n"
"<StringReg Name=\"Label\"><Address>0x150</Address><Length>16</Length>\n"
"<AccessMode>RW</AccessMode><pPort>Device</pPort></StringReg>\n"
"<Integer Name=\"GevSCPD\"><pValue>OtherReg</pValue></Integer>\n"
"<Integer Name=\"UserSetDefault\"><pValue>OtherReg</pValue></Integer>\n"
REGISTER("OtherReg", "0x160", "")
REGISTER("WidthReg", "0x164", "")
"<Command Name=\"Run\"><pValue>RunReg</pValue><CommandValue>1</CommandValue></Command>\n"
REGISTER("RunReg", "0x168", "");

static const char plain[] =
"<Integer Name=\"Width\"><pValue>WidthReg</pValue></Integer>\n</RegisterDescription>\n";

static const char streamable[] =
"<Integer Name=\"Width\"><Streamable>Yes</Streamable><pValue>WidthReg</pValue></Integer>\n"
"</RegisterDescription>\n";

static const char more_streamable[] =
"<Integer Name=\"Width\"><Streamable>Yes</Streamable><pValue>WidthReg</pValue></Integer>\n"
"<Integer Name=\"Label2\"><Streamable>Yes</Streamable><pValue>OtherReg</pValue></Integer>\n"
"</RegisterDescription>\n";

struct memory {
	uint8_t bytes[0x1000];
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
	return 0;
}

static const char *memory_words(void *ctx)
{
	(void)ctx;
	return "";
}

FIXTURE(camera)
{
	struct memory memory;
	ArvDevice *device;
	ArvGc *genicam;
	struct genicam *tree;
};

static void open_camera(struct _test_data_camera *self, const char *tail)
{
	const struct port port = {
		.read = memory_read, .write = memory_write, .words = memory_words,
		.ctx = &self->memory,
	};
	g_autofree char *xml = g_strconcat(head, tail, NULL);
	char why[128];

	device_silence();
	self->device = device_new(&port, xml, strlen(xml));
	self->genicam = arv_device_get_genicam(self->device);
	if (genicam_parse(xml, strlen(xml), &self->tree, why, sizeof(why)))
		abort();
}

static void close_camera(struct _test_data_camera *self)
{
	genicam_free(self->tree);
	g_object_unref(self->device);
}

FIXTURE_SETUP(camera)
{
	memset(&self->memory, 0, sizeof(self->memory));
	open_camera(self, plain);
	self->memory.bytes[0x103] = 9;		/* Time */
	self->memory.bytes[0x10b] = 1;		/* LineSelector: Two */
	self->memory.bytes[0x117] = 1;		/* EdgeSelector at Two: Down */
	self->memory.bytes[0x123] = 11;		/* Level, four of them */
	self->memory.bytes[0x127] = 12;
	self->memory.bytes[0x12b] = 21;
	self->memory.bytes[0x12f] = 22;
	strcpy((char *)self->memory.bytes + 0x150, "a \"b\"");
}

FIXTURE_TEARDOWN(camera)
{
	close_camera(self);
}

static char *names(GPtrArray *features)
{
	GString *text = g_string_new(NULL);
	unsigned int i;

	for (i = 0; i < features->len; i++)
		g_string_append_printf(text, "%s ", node_name(((struct preset_feature *)
							       features->pdata[i])->node));
	return g_string_free(text, FALSE);
}

static json_t *save(struct _test_data_camera *self)
{
	GPtrArray *features = preset_plan(self->genicam, self->tree);
	GPtrArray *sorted = preset_order(self->tree, features);
	json_t *preset = preset_collect(sorted);

	g_ptr_array_unref(sorted);
	g_ptr_array_unref(features);
	json_object_set_new(preset, "manufacturer", json_string("v"));
	json_object_set_new(preset, "model", json_string("m"));
	json_object_set_new(preset, "version", json_string("1"));
	return preset;
}

TEST_F(camera, plan)
{
	GPtrArray *features = preset_plan(self->genicam, self->tree), *sorted;
	g_autofree char *before = names(features), *after = NULL;
	struct preset_feature *level = features->pdata[2];

	EXPECT_STREQ("Time Auto Level Steps Label Fixed ", before);
	ASSERT_EQ(2, level->selectors->len);
	EXPECT_STREQ("LineSelector", node_name(level->selectors->pdata[0]));
	EXPECT_STREQ("EdgeSelector", node_name(level->selectors->pdata[1]));
	sorted = preset_order(self->tree, features);
	after = names(sorted);
	EXPECT_STREQ("Auto Time Level Steps Label Fixed ", after);
	g_ptr_array_unref(sorted);
	g_ptr_array_unref(features);
}

/* Where a description says which features are settings, its word counts. */
TEST_F(camera, streamable)
{
	g_autofree char *few = NULL, *many = NULL;
	GPtrArray *features;

	close_camera(self);
	open_camera(self, streamable);	/* one mark is a mistake */
	features = preset_plan(self->genicam, self->tree);
	few = names(features);
	EXPECT_STREQ("Time Auto Level Steps Label Fixed ", few);
	g_ptr_array_unref(features);

	close_camera(self);
	open_camera(self, more_streamable);
	features = preset_plan(self->genicam, self->tree);
	many = names(features);
	EXPECT_STREQ("Label2 Width ", many);
	g_ptr_array_unref(features);
}

static const char file[] =
"gevctl-settings 1\n"
"manufacturer: \"v\"\n"
"model: \"m\"\n"
"version: \"1\"\n"
"\n"
"Auto = false\n"
"Time = 9\n"
"Level[LineSelector=One,EdgeSelector=Up] = 11\n"
"Level[LineSelector=One,EdgeSelector=Down] = 12\n"
"Level[LineSelector=Two,EdgeSelector=Up] = 21\n"
"Level[LineSelector=Two,EdgeSelector=Down] = 22\n"
"Label = \"a \\\"b\\\"\"\n"
"Fixed[FixedSelector=Here] = 0\n";

TEST_F(camera, save)
{
	struct memory before = self->memory;
	json_t *preset = save(self);
	char *text = preset_format(preset);

	EXPECT_STREQ(file, text);
	EXPECT_EQ(0, memcmp(&before, &self->memory, sizeof(before)));
	EXPECT_EQ(1, json_array_size(json_object_get(preset, "left_out")));	/* Steps */
	g_free(text);
	json_decref(preset);
}

TEST_F(camera, load)
{
	json_t *preset, *failed;
	struct memory saved;
	char *text = strdup(file), why[128] = "";

	saved = self->memory;
	memset(self->memory.bytes + 0x100, 0, 4);
	memset(self->memory.bytes + 0x120, 0, 16);
	memset(self->memory.bytes + 0x150, 0, 16);
	self->memory.bytes[0x107] = 1;		/* Auto locks Time */
	preset = preset_parse(text, why, sizeof(why));
	ASSERT_NE(NULL, preset) TH_LOG("%s", why);
	failed = preset_apply(self->genicam, json_object_get(preset, "settings"));
	EXPECT_EQ(0, json_array_size(failed));
	EXPECT_EQ(0, memcmp(&saved, &self->memory, sizeof(saved)));
	json_decref(failed);
	json_decref(preset);
	free(text);
}

/* What is refused says why, the rest is set; in the wrong order, too. */
TEST_F(camera, load_what_goes)
{
	const char *const lines = "gevctl-settings 1\nmodel: \"m\"\nTime = 5\nAuto = 0\n"
		"Level[LineSelector=One] = 101\nNone = 1\nRun = 1\nLevel[Gone=One] = 1\n";
	char *text = strdup(lines), why[128] = "";
	json_t *preset, *failed;
	size_t i;

	self->memory.bytes[0x107] = 1;
	preset = preset_parse(text, why, sizeof(why));
	ASSERT_NE(NULL, preset);
	failed = preset_apply(self->genicam, json_object_get(preset, "settings"));
	ASSERT_EQ(4, json_array_size(failed));
	for (i = 0; i < 4; i++)
		EXPECT_EQ(5 + i, json_integer_value(json_object_get(json_array_get(failed, i),
								    "line")));
	EXPECT_EQ(5, self->memory.bytes[0x103]);
	EXPECT_EQ(1, self->memory.bytes[0x10b]);
	EXPECT_EQ(0, self->memory.bytes[0x16b]);
	json_decref(failed);
	json_decref(preset);
	free(text);
}

TEST(malformed)
{
	static const struct { const char *text, *why; } bad[] = {
		{ "", "line 1: it is not 'gevctl-settings 1'" },
		{ "gevctl-settings 2\n", "line 1: it is not 'gevctl-settings 1'" },
		{ "gevctl-settings 1\n",
		  "line 2: the end, and no line said which model it is for" },
		{ "gevctl-settings 1\nmodel: m\n", "line 2: a text that is not quoted as in JSON" },
		{ "gevctl-settings 1\n\n# x\nA\n", "line 4: no '=' after the feature" },
		{ "gevctl-settings 1\nA[ = 1\n",
		  "line 2: no SELECTOR=VALUE between '[' and ']'" },
		{ "gevctl-settings 1\nA[B=1 = 1\n", "line 2: no ']' after the selectors" },
		{ "gevctl-settings 1\nA[B=1,B=2] = 1\n", "line 2: the same selector twice" },
		{ "gevctl-settings 1\nA[B=1,C=1,D=1,E=1,F=1] = 1\n",
		  "line 2: more than four selectors" },
		{ "gevctl-settings 1\nA =\n", "line 2: no value after '='" },
		{ "gevctl-settings 1\nA = 1 2\n",
		  "line 2: a value with blanks in it, but not quoted" },
		{ "gevctl-settings 1\nA = \"1\n", "line 2: a text that is not quoted as in JSON" },
		{ "gevctl-settings 1\nA = \"1\" 2\n",
		  "line 2: a text that is not quoted as in JSON" },
		{ "gevctl-settings 1\nA = \xff\n", "line 2: a value that is not UTF-8" },
		{ "gevctl-settings 1\n[A] = 1\n",
		  "line 2: it does not begin with a feature's name" },
	};
	char why[128];
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		char *text = strdup(bad[i].text);

		EXPECT_EQ(NULL, preset_parse(text, why, sizeof(why)));
		EXPECT_STREQ(bad[i].why, why);
		free(text);
	}
}

TEST(blanks_and_comments)
{
	char text[] = "gevctl-settings 1\r\n  model : \"m\"\r\n";
	char good[] = "gevctl-settings 1\r\nmodel:\"m\"\r\n\t# a remark\r\n"
		" A [ B = One , C=2 ]=-1.5e3 \r\nD = \"\"";
	char why[128];
	json_t *preset = preset_parse(good, why, sizeof(why)), *settings, *one;

	EXPECT_EQ(NULL, preset_parse(text, why, sizeof(why)));
	ASSERT_NE(NULL, preset) TH_LOG("%s", why);
	settings = json_object_get(preset, "settings");
	ASSERT_EQ(2, json_array_size(settings));
	one = json_array_get(settings, 0);
	EXPECT_STREQ("-1.5e3", json_string_value(json_object_get(one, "value")));
	EXPECT_EQ(4, json_integer_value(json_object_get(one, "line")));
	EXPECT_EQ(2, json_object_size(json_object_get(one, "selectors")));
	one = json_array_get(settings, 1);
	EXPECT_STREQ("", json_string_value(json_object_get(one, "value")));
	json_decref(preset);
}

TEST_F(camera, polling_time)
{
	EXPECT_EQ(250, watch_polling_time(self->tree, "Time"));
	EXPECT_EQ(700, watch_polling_time(self->tree, "Auto"));
	EXPECT_EQ(0, watch_polling_time(self->tree, "Level"));
	EXPECT_EQ(0, watch_polling_time(self->tree, "Nothing"));
}

TEST_HARNESS_MAIN
