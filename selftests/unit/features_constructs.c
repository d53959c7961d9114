// SPDX-License-Identifier: GPL-2.0
/*
 * What GenApi's schemas allow, construct by construct, also spellings that
 * only some makers have: what the compiler makes of it.
 */
#include <float.h>

#include <linux/gev_cids.h>
#include <linux/v4l2-controls.h>

#include "compile_sample.h"

#define READ(name, v)	gev_feature_read(&self->fs, gev_map_find(self->view, name), v)
#define WRITE(name, v)	gev_feature_write(&self->fs, gev_map_find(self->view, name), v)

#define EXPECT_VALUE(want, name)						\
	do {									\
		s64 read_value = 0;						\
		int read_ret = READ(name, &read_value);				\
										\
		EXPECT_EQ(0, read_ret)						\
			TH_LOG("%s: %s", name, reported(&self->map, name, "why")); \
		EXPECT_EQ(want, read_value)					\
			TH_LOG("%s", name);					\
	} while (0)

#define EXPECT_NO_FEATURE(name, words)						\
	do {									\
		EXPECT_EQ(-ENOENT, gev_map_find(self->view, name));		\
		EXPECT_REPORT(name, "fate", "gevctl only");			\
		EXPECT_REPORT(name, "why", words);				\
		EXPECT_REPORT(name, "why", "(line ");				\
	} while (0)

#define CONSTANT(name)	"<Integer Name=\"" name "\"><Value>%s</Value></Integer>"

TEST_F(compile, literals)
{
	static const struct {
		const char *text;
		s64 want;
	} cases[] = {
		{ "0x10", 16 }, { "0XfF", 255 }, { "010", 10 }, { "-5", -5 }, { "+7", 7 },
		{ " 8 ", 8 }, { "-0x10", -16 }, { "1e3", 1000 }, { "2.0", 2 }, { "true", 1 },
		{ "false", 0 }, { "0xffffffffffffffff", -1 }, { "18446744073709551615", -1 },
		{ "-9223372036854775808", INT64_MIN },
	};
	unsigned int i;
	char *xml;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F"), CONSTANT("F")), cases[i].text);
		ASSERT_EQ(0, LOAD(xml));
		EXPECT_VALUE(cases[i].want, "F");
		g_free(xml);
	}
}

TEST_F(compile, no_literals)
{
	static const char * const texts[] = {
		"", "x", "0x", "12abc", "1.5", "--1", "0x10000000000000000", "1e300", "nan", "inf",
	};
	unsigned int i;
	char *xml;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F"), CONSTANT("F")), texts[i]);
		ASSERT_EQ(0, LOAD(xml));
		EXPECT_NO_FEATURE("F", "is no integer");
		g_free(xml);
	}
}

TEST_F(compile, float_literals)
{
	struct gev_limits l;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("F") FEATURE("G"),
		"<Float Name=\"F\"><Value>0x10</Value><Min>-INF</Min><Max>INF</Max></Float>"
		"<Float Name=\"G\"><Value>0,5</Value></Float>")));
	EXPECT_VALUE(16000000, "F");
	EXPECT_EQ(0, gev_feature_limits(&self->fs, gev_map_find(self->view, "F"), &l));
	EXPECT_EQ(INT64_MIN, l.min);
	EXPECT_EQ(INT64_MAX, l.max);
	EXPECT_NO_FEATURE("G", "'0,5' is no number");
}

/* Eight bytes, in each order, and the bits of them that are counted from either end. */
TEST_F(compile, bytes_and_bits)
{
	static const struct {
		const char *tag, *properties;
		u64 want;
	} cases[] = {
		{ "IntReg", "<Length>4</Length><Endianess>BigEndian</Endianess>", 0x81234567 },
		{ "IntReg", "<Length>4</Length><Endianness>BigEndian</Endianness>", 0x81234567 },
		{ "IntReg", "<Length>4</Length><Endianess>LittleEndian</Endianess>", 0x67452381 },
		{ "IntReg", "<Length>4</Length>", 0x67452381 },
		{ "IntReg", "<Length>1</Length><Endianess>BigEndian</Endianess>", 0x81 },
		{ "IntReg", "<Length>2</Length><Endianess>BigEndian</Endianess>", 0x8123 },
		{ "IntReg", "<Length>3</Length>", 0x452381 },
		{ "IntReg", "<Length>8</Length><Endianess>BigEndian</Endianess>",
		  0x8123456789abcdef },
		{ "IntReg", "<Length>8</Length>", 0xefcdab8967452381 },
		{ "IntReg", "<Length>2</Length><Sign>Signed</Sign><Endianess>BigEndian</Endianess>",
		  0xffffffffffff8123 },
		{ "IntReg", "<pLength>Two</pLength><Endianess>BigEndian</Endianess>", 0x8123 },
		{ "MaskedIntReg", "<Length>4</Length><LSB>31</LSB><MSB>24</MSB>"
		  "<Endianess>BigEndian</Endianess>", 0x67 },
		{ "MaskedIntReg", "<Length>4</Length><LSB>24</LSB><MSB>31</MSB>"
		  "<Endianess>BigEndian</Endianess>", 0x67 },
		{ "MaskedIntReg", "<Length>4</Length><LSB>0</LSB><MSB>7</MSB>", 0x81 },
		{ "MaskedIntReg", "<Length>4</Length><LSB>7</LSB><MSB>0</MSB>", 0x81 },
		{ "MaskedIntReg", "<Length>4</Length><Bit>0</Bit><Endianess>BigEndian</Endianess>",
		  1 },
		{ "MaskedIntReg", "<Length>4</Length><Bit>1</Bit>", 0 },
		{ "MaskedIntReg", "<Length>2</Length><LSB>3</LSB><MSB>0</MSB><Sign>Signed</Sign>"
		  "<Endianess>BigEndian</Endianess>", -8 },
		{ "MaskedIntReg", "<Length>8</Length><LSB>63</LSB><MSB>0</MSB>"
		  "<Endianess>BigEndian</Endianess>", 0x8123456789abcdef },
	};
	unsigned int i;
	char *xml;

	put(0x10000, 0x81234567);
	put(0x10004, 0x89abcdef);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F"), "<%s Name=\"F\">"
			"<Address>0x10000</Address>%s<AccessMode>RO</AccessMode><pPort>Device"
			"</pPort></%s><Integer Name=\"Two\"><Value>2</Value></Integer>"),
			cases[i].tag, cases[i].properties, cases[i].tag);
		ASSERT_EQ(0, LOAD(xml));
		EXPECT_VALUE((s64)cases[i].want, "F");
		g_free(xml);
	}
}

#define FLOAT_REG(name, length, order)						\
	"<FloatReg Name=\"" name "\"><Address>0x10000</Address><Length>" length	\
	"</Length><AccessMode>RW</AccessMode><pPort>Device</pPort>"		\
	"<Endianess>" order "</Endianess></FloatReg>"

TEST_F(compile, float_registers)
{
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C"),
		FLOAT_REG("A", "4", "BigEndian") FLOAT_REG("B", "8", "BigEndian")
		FLOAT_REG("C", "2", "BigEndian"))));
	put(0x10000, 0x3fc00000);
	EXPECT_VALUE(1500000, "A");
	EXPECT_EQ(0, WRITE("B", -2500000));
	EXPECT_EQ(0xc0040000, at(0x10000));
	EXPECT_EQ(0, at(0x10004));
	EXPECT_NO_FEATURE("C", "a float of 2 bytes");
}

/* A register whose address is all that is given. */
#define PLACED(address)								\
	"<IntReg Name=\"F\">" address "<Length>4</Length><AccessMode>RO</AccessMode>" \
	"<pPort>Device</pPort><Endianess>BigEndian</Endianess></IntReg>"

TEST_F(compile, addresses)
{
	static const struct {
		const char *text;
		u32 at;
	} cases[] = {
		{ PLACED("<Address>0x10000</Address><Address>32</Address>"), 0x10020 },
		{ PLACED("<Address>0x10000</Address><pAddress>Eight</pAddress>"), 0x10008 },
		{ PLACED("<pAddress>Base</pAddress><pAddress>Eight</pAddress>"), 0x10008 },
		{ PLACED("<Address>0x10008</Address><Address>-8</Address>"), 0x10000 },
		{ PLACED("<Address>-8</Address><pAddress>Three</pAddress><Address>0x10008"
			 "</Address>"), 0x10003 },
		{ PLACED("<Address>0x10000</Address><pIndex Offset=\"0x10\">Three</pIndex>"),
		  0x10030 },
		{ PLACED("<Address>0x10000</Address><pIndex pOffset=\"Eight\">Three</pIndex>"),
		  0x10018 },
		{ PLACED("<Address>0x10000</Address><pIndex>Three</pIndex>"), 0x1000c },
		{ PLACED("<Address>0x10000</Address><pIndex Offset=\"4\">Three</pIndex>"
			 "<pIndex Offset=\"0x100\">Three</pIndex>"), 0x1030c },
		{ PLACED("<Address>0x10000</Address><IntSwissKnife Name=\"Inner\">"
			 "<pVariable Name=\"T\">Three</pVariable><Formula>T * 0x20</Formula>"
			 "</IntSwissKnife>"), 0x10060 },
		{ PLACED("<Address>0xFFFF00010000</Address>"), 0x10000 },
		{ PLACED("<Address>0xfffffffc</Address>"), 0xfffffffc },
	};
	unsigned int i;
	char *xml;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F"),
			"<Integer Name=\"Base\"><Value>0x10000</Value></Integer>"
			"<Integer Name=\"Eight\"><Value>8</Value></Integer>%s"
			REG("Three", "0x20000")), cases[i].text);
		put(0x20000, 3);
		put(cases[i].at & ~3U, 0xcafe0000 + i);
		put((cases[i].at & ~3U) + 4, 0xcafe0000 + i);
		ASSERT_EQ(0, LOAD(xml));
		if (cases[i].at % 4)
			EXPECT_VALUE((u32)(i << 24 | 0xcafe00), "F");
		else
			EXPECT_VALUE(0xcafe0000 + i, "F");
		g_free(xml);
	}
}

TEST_F(compile, impossible_places)
{
	static const char * const cases[][2] = {
		{ PLACED("<Address>0x123456789</Address>"), "address 0x123456789" },
		{ PLACED("<Address>-4</Address>"), "address 0xfffffffffffffffc" },
		{ PLACED("<Address>0xfffffffd</Address>"), "address 0xfffffffd" },
		{ PLACED("<Address>here</Address>"), "'here' is no integer" },
		{ PLACED("<pAddress>Nobody</pAddress>"), "there is no node Nobody" },
		{ PLACED("<Address>0</Address><pIndex Offset=\"z\">R</pIndex>"),
		  "'z' is no integer" },
		{ PLACED("<pAddress>F</pAddress>"), "depends on itself" },
		{ "<IntReg Name=\"F\"><Address>0</Address><Length>0</Length></IntReg>", "0 bytes" },
		{ "<IntReg Name=\"F\"><Address>0</Address><Length>-1</Length></IntReg>", "bytes" },
		{ "<IntReg Name=\"F\"><Address>0</Address><pLength>R</pLength></IntReg>",
		  "its length depends on R" },
		{ "<StringReg Name=\"F\"><Address>0</Address><Length>2000000000</Length>"
		  "</StringReg>", "2000000000 bytes" },
		{ "<StringReg Name=\"F\"><Address>0</Address><Length>0</Length></StringReg>",
		  "0 bytes" },
		{ "<StringReg Name=\"F\"><Address>0x100000000</Address><Length>4</Length>"
		  "</StringReg>", "address 0x100000000" },
		{ "<StringReg Name=\"F\"><Address>0</Address></StringReg>", "no length" },
		{ "<MaskedIntReg Name=\"F\"><Address>0</Address><Length>4</Length><LSB>0</LSB>"
		  "<MSB>-1</MSB></MaskedIntReg>", "outside of the register" },
		{ "<MaskedIntReg Name=\"F\"><Address>0</Address><Length>2</Length><Bit>16</Bit>"
		  "<Endianess>BigEndian</Endianess></MaskedIntReg>", "outside of the register" },
	};
	unsigned int i;
	char *xml;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F") FEATURE("R"), "%s"
				      REG("R", "0x10000")), cases[i][0]);
		ASSERT_EQ(0, LOAD(xml));
		EXPECT_NO_FEATURE("F", cases[i][1]);
		EXPECT_LE(0, gev_map_find(self->view, "R"));
		g_free(xml);
	}
}

TEST_F(compile, parts_of_registers)
{
	u32 access;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C") FEATURE("D"),
		"<StructReg Comment=\"x\"><pIsAvailable>R</pIsAvailable><Address>0x10000</Address>"
		"<Length>4</Length><AccessMode>RO</AccessMode><pPort>Device</pPort>"
		"<Sign>Signed</Sign><Endianess>BigEndian</Endianess>"
		"<StructEntry Name=\"A\"><AccessMode>RW</AccessMode><LSB>31</LSB><MSB>28</MSB>"
		"</StructEntry>"
		"<StructEntry Name=\"B\"><Sign>Unsigned</Sign><LSB>27</LSB><MSB>24</MSB>"
		"</StructEntry>"
		"<StructEntry Name=\"C\"><pPort>ChunkPort</pPort><Bit>0</Bit></StructEntry>"
		"<StructEntry Name=\"D\"><Visibility>Invisible</Visibility><Bit>0</Bit>"
		"</StructEntry></StructReg>"
		"<Port Name=\"ChunkPort\"><ChunkID>7</ChunkID></Port>" REG("R", "0x10004"))));
	put(0x10000, 0xff);
	put(0x10004, 1);
	EXPECT_VALUE(-1, "A");
	EXPECT_VALUE(15, "B");
	EXPECT_EQ(0, WRITE("A", 2));
	EXPECT_EQ(0xf2, at(0x10000));
	EXPECT_EQ(-EACCES, WRITE("B", 2));
	EXPECT_REPORT("C", "fate", "metadata");
	EXPECT_REPORT("D", "fate", "evaluated");
	/* What the whole depends on its parts do, too. */
	put(0x10004, 0);
	EXPECT_EQ(-ENODATA, gev_feature_access(&self->fs, gev_map_find(self->view, "B"),
					       &access));
}

TEST_F(compile, enumerations)
{
	struct gev_feature f;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C"),
		"<Enumeration Name=\"A\"><EnumEntry Name=\"X\"><Value>0x1</Value></EnumEntry>\n"
		"<EnumEntry Name=\"Y\"><Value>one</Value></EnumEntry>"
		"<pEnumEntry>EnumEntry_A_Z</pEnumEntry><pEnumEntry>Nobody</pEnumEntry>"
		"<pValue>Half</pValue></Enumeration>"
		"<EnumEntry Name=\"EnumEntry_A_Z\"><Value>2</Value><Symbolic>Z</Symbolic>"
		"</EnumEntry>"
		"<IntConverter Name=\"Half\"><FormulaTo>FROM * 2</FormulaTo>"
		"<FormulaFrom>TO / 2</FormulaFrom><pValue>R</pValue></IntConverter>"
		"<Enumeration Name=\"B\"><EnumEntry Name=\"On\"><pIsAvailable>Nobody"
		"</pIsAvailable><Value>1</Value></EnumEntry><EnumEntry Name=\"Off\"><Value>0"
		"</Value></EnumEntry><Value>0</Value></Enumeration>"
		"<Enumeration Name=\"C\"><pValue>R</pValue></Enumeration>" REG("R", "0x10000"))));
	put(0x10000, 4);
	EXPECT_VALUE(2, "A");
	EXPECT_EQ(0, WRITE("A", 1));
	EXPECT_EQ(2, at(0x10000));
	gev_map_feature(self->view, gev_map_find(self->view, "A"), &f);
	EXPECT_EQ(2, f.entries);
	EXPECT_REPORT("A", "why", "2 entries left out: EnumEntry Y (line 1): 'one' is no");
	gev_map_feature(self->view, gev_map_find(self->view, "B"), &f);
	EXPECT_EQ(1, f.entries);
	EXPECT_REPORT("B", "why", "there is no node Nobody");
	EXPECT_NO_FEATURE("C", "has no entries");
}

TEST_F(compile, switches_and_commands)
{
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("TriggerSoftware")
				   FEATURE("C"),
		"<Boolean Name=\"A\"><Value>true</Value></Boolean>"
		"<Boolean Name=\"B\"><pValue>R</pValue><OnValue>on</OnValue></Boolean>"
		"<Command Name=\"TriggerSoftware\"><pValue>R</pValue>"
		"<pCommandValue>Start</pCommandValue><PollingTime>100</PollingTime></Command>"
		"<Command Name=\"C\"><pValue>R</pValue></Command>"
		REG("R", "0x10000") REG("Start", "0x10004"))));
	EXPECT_VALUE(1, "A");
	EXPECT_NO_FEATURE("B", "'on' is no integer");
	EXPECT_NO_FEATURE("C", "no CommandValue");
	put(0x10004, 77);
	ASSERT_EQ(0, gev_feature_execute(&self->fs,
					 gev_map_find(self->view, "TriggerSoftware")));
	EXPECT_EQ(77, at(0x10000));
	EXPECT_EQ(0, gev_feature_done(&self->fs, gev_map_find(self->view, "TriggerSoftware")));
	put(0x10000, 0);
	EXPECT_EQ(1, gev_feature_done(&self->fs, gev_map_find(self->view, "TriggerSoftware")));
}

TEST_F(compile, variables_of_formulas)
{
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("F") FEATURE("G") FEATURE("H") FEATURE("I"),
		"<IntSwissKnife Name=\"F\"><pVariable Name=\"N.Value\">Number</pVariable>"
		"<pVariable Name=\"N.Min\">Number</pVariable><pVariable Name=\"N.Max\">Number"
		"</pVariable><pVariable Name=\"N.Inc\">Number</pVariable>"
		"<pVariable Name=\"C\">Choice</pVariable><Constant Name=\"K\">0x100</Constant>"
		"<Expression Name=\"SUM\">N.Value + N.Min + MORE</Expression>"
		"<Expression Name=\"MORE\">N.Max + N.Inc</Expression>"
		"<Formula>(C = C.Enum.High) ? SUM * K : -1</Formula></IntSwissKnife>"
		"<SwissKnife Name=\"G\"><pVariable Name=\"X\">R</pVariable>"
		"<Formula>SIN(X)</Formula></SwissKnife>"
		"<IntSwissKnife Name=\"H\"><Formula>1</Formula></IntSwissKnife>"
		"<IntSwissKnife Name=\"I\"><pVariable Name=\"C\">Choice</pVariable>"
		"<Formula>C.Enum.Low</Formula></IntSwissKnife>"
		"<Integer Name=\"Number\"><pValue>R</pValue><Min>10</Min><Max>90</Max><Inc>5</Inc>"
		"</Integer><Enumeration Name=\"Choice\"><EnumEntry Name=\"High\"><Value>3</Value>"
		"</EnumEntry><pValue>S</pValue></Enumeration>"
		REG("R", "0x10000") REG("S", "0x10004"))));
	put(0x10000, 50);
	put(0x10004, 3);
	EXPECT_VALUE((50 + 10 + 90 + 5) * 256, "F");
	EXPECT_VALUE(1, "H");
	EXPECT_NO_FEATURE("G", "unknown name at \"SIN\"");
	EXPECT_NO_FEATURE("I", "has no entry Low");
}

TEST_F(compile, limits_of_converters)
{
	static const struct {
		const char *to, *from, *slope;
		s64 min, max;
	} cases[] = {
		{ "FROM / 2", "TO * 2", "<Slope>Increasing</Slope><IsLinear>Yes</IsLinear>",
		  20, 2000 },
		{ "1000 - FROM", "1000 - TO", "<Slope>Decreasing</Slope>", 0, 990 },
		{ "1000 - FROM", "1000 - TO", "<Slope>Automatic</Slope>", 0, 990 },
		{ "1000 - FROM", "1000 - TO", "", 0, 990 },
		{ "FROM", "TO", "<Slope>Varying</Slope>", INT64_MIN, INT64_MAX },
	};
	struct gev_limits l;
	unsigned int i;
	char *xml;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F"),
			"<IntConverter Name=\"F\"><FormulaTo>%s</FormulaTo><FormulaFrom>%s"
			"</FormulaFrom><pValue>N</pValue>%s</IntConverter>"
			"<Integer Name=\"N\"><pValue>R</pValue><Min>10</Min><Max>1000</Max>"
			"</Integer>" REG("R", "0x10000")),
			cases[i].to, cases[i].from, cases[i].slope);
		ASSERT_EQ(0, LOAD(xml));
		ASSERT_EQ(0, gev_feature_limits(&self->fs, gev_map_find(self->view, "F"), &l));
		EXPECT_EQ(cases[i].min, l.min);
		EXPECT_EQ(cases[i].max, l.max);
		g_free(xml);
	}
}

/* A description that is right but for how it is written. */
#define BODY(p)									\
	"<" p "Category Name='Root'><" p "pFeature>F</" p "pFeature></" p "Category>\n" \
	"<" p "IntSwissKnife NameSpace = \"Custom\" Name = 'F'>"			\
	"<" p "Formula>7</" p "Formula></" p "IntSwissKnife>"

TEST_F(compile, ways_to_write_xml)
{
	static const char * const texts[] = {
		"<RegisterDescription>" BODY("") "</RegisterDescription>",
		"\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"utf-8\"?>"
		"<RegisterDescription>" BODY("") "</RegisterDescription>\r\n",
		"<?xml version='1.0' encoding='UTF-16'?><RegisterDescription>" BODY("")
		"</RegisterDescription>",
		"<?xml version=\"1.0\" encoding=\"no-such-thing\"?><RegisterDescription>" BODY("")
		"</RegisterDescription>",
		"<?xml version=\"1.0\" standalone=\"yes\"?><!-- <IntReg Name=\"F\"/> -->"
		"<?xml-stylesheet href=\"x\"?><RegisterDescription xmlns=\"http://www.genicam.org/"
		"GenApi/Version_1_1\">" BODY("") "</RegisterDescription>",
		"<gc:RegisterDescription xmlns:gc=\"http://www.genicam.org/GenApi/Version_1_1\">"
		BODY("gc:") "</gc:RegisterDescription>",
		"<RegisterDescription><Group Comment=\"a\"><Group Comment=\"b\">" BODY("")
		"</Group></Group></RegisterDescription>",
		"<RegisterDescription><Category Name=\"Root\"><!-- c --><pFeature>Std::F"
		"</pFeature></Category><IntSwissKnife Name=\"F\"><Extension><IntReg Name=\"F\"/>"
		"<Formula>8</Formula></Extension><ToolTip>&lt;b&gt;&#181;</ToolTip>"
		"<Formula><![CDATA[ 1 < 2 ? 3 + 4 : 0 ]]></Formula></IntSwissKnife>"
		"</RegisterDescription>",
		/* bytes that are no UTF-8, with and without a declaration */
		"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><RegisterDescription "
		"ToolTip=\"\xb5s\">" BODY("") "</RegisterDescription>",
		"<?xml version=\"1.0\" encoding=\"utf-8\"?><RegisterDescription "
		"ToolTip=\"\xb5s \xc2\xb5s \xc8\xed\">" BODY("") "</RegisterDescription>",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		ASSERT_EQ(0, LOAD(texts[i]))
			TH_LOG("%u: %s", i, self->map.why);
		EXPECT_VALUE(7, "F");
	}
}

TEST_F(compile, wide_characters)
{
	static const char * const encodings[] = { "UTF-16", "UTF-16LE", "UTF-16BE" };
	static const char text[] = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"
				   "<RegisterDescription>" BODY("") "</RegisterDescription>";
	static const struct map_identity identity = { .manufacturer = "M", .model = "N" };
	unsigned int i;
	gsize size;
	char *wide;

	for (i = 0; i < ARRAY_SIZE(encodings); i++) {
		wide = g_convert(text, -1, encodings[i], "UTF-8", NULL, &size, NULL);
		map_output_free(&self->map);
		EXPECT_EQ(0, map_compile(&identity, wide, size, &self->map))
			TH_LOG("%s: %s", encodings[i], self->map.why);
		EXPECT_REPORT("F", "fate", "custom control");
		g_free(wide);
	}
}

/* Entities that grow without end; no encoding hides them. */
TEST_F(compile, entity_bomb)
{
	static const char text[] = "<?xml version=\"1.0\"?><!DOCTYPE RegisterDescription ["
		"<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
		"<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]>"
		"<RegisterDescription ToolTip=\"&c;\">" BODY("") "</RegisterDescription>";
	static const struct map_identity identity = { .manufacturer = "M", .model = "N" };
	gsize size;
	char *wide;

	EXPECT_EQ(-EINVAL, LOAD(text));
	EXPECT_NE(NULL, strstr(self->map.why, "entities"));
	wide = g_convert(text, -1, "UTF-16", "UTF-8", NULL, &size, NULL);
	map_output_free(&self->map);
	EXPECT_EQ(-EINVAL, map_compile(&identity, wide, size, &self->map));
	EXPECT_NE(NULL, strstr(self->map.why, "entities"));
	g_free(wide);
}

/* A broken node says where it is; what needs it is left out, all else works. */
TEST_F(compile, cycles)
{
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C") FEATURE("D")
				   FEATURE("Inner") FEATURE("R"),
		"\n<Integer Name=\"A\"><pValue>R</pValue><pMax>A</pMax></Integer>"
		"\n<IntSwissKnife Name=\"B\"><pVariable Name=\"X\">B</pVariable><Formula>X"
		"</Formula></IntSwissKnife>"
		"\n<Integer Name=\"C\"><pIsAvailable>D</pIsAvailable><pValue>R</pValue></Integer>"
		"<Integer Name=\"D\"><pIsAvailable>C</pIsAvailable><pValue>R</pValue></Integer>"
		"<Category Name=\"Inner\"><pFeature>DeviceControl</pFeature></Category>"
		REG("R", "0x10000"))));
	EXPECT_EQ(-ENOENT, gev_map_find(self->view, "B"));
	EXPECT_REPORT("B", "why", "IntSwissKnife B (line 3): depends on itself");
	/* Who asks only whether the other one is set does not ask in a circle. */
	EXPECT_LE(0, gev_map_find(self->view, "A"));
	EXPECT_LE(0, gev_map_find(self->view, "C"));
	EXPECT_LE(0, gev_map_find(self->view, "R"));
}

/* Lines are the text's, however attributes are written, and whatever is in front. */
TEST_F(compile, lines)
{
	ASSERT_EQ(0, LOAD("one\ntwo\n<RegisterDescription>\n<Category Name='Root'>"
			  "<pFeature>F</pFeature>\n<pFeature>Nobody</pFeature></Category>\n"
			  "<Integer\n NameSpace=\"Custom\"\n Name\t=\n'F'><pValue>Missing"
			  "</pValue></Integer></RegisterDescription>"));
	EXPECT_REPORT("F", "why", "Integer F (line 8): there is no node Missing");
	EXPECT_REPORT("Nobody", "fate", "missing");
	EXPECT_REPORT("Nobody", "why", "Category Root (line 4): there is no node Nobody");
}

/* Other buses' nodes cost what needs them. */
TEST_F(compile, foreign_nodes)
{
	static const char * const tags[] = {
		"IntKey", "TextDesc", "SmartFeature", "ConfRom", "AdvFeatureLock", "DcamLock",
		"Node", "Port", "Gadget",
	};
	unsigned int i;
	char *xml;

	for (i = 0; i < ARRAY_SIZE(tags); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F") FEATURE("G") FEATURE("R"),
			"<%s Name=\"F\"><Address>0</Address></%s>"
			"<Integer Name=\"G\"><pValue>F</pValue></Integer>"
			REG("R", "0x10000")), tags[i], tags[i]);
		ASSERT_EQ(0, LOAD(xml));
		EXPECT_NO_FEATURE("F", tags[i]);
		EXPECT_NO_FEATURE("G", "has no number for a value");
		EXPECT_LE(0, gev_map_find(self->view, "R"));
		g_free(xml);
	}
}

TEST_F(compile, port_that_swaps)
{
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("F"),
		"<IntReg Name=\"F\"><Address>0x10000</Address><Length>4</Length><pPort>Turned"
		"</pPort><Endianess>LittleEndian</Endianess></IntReg>"
		"<Port Name=\"Turned\"><SwapEndianess>Yes</SwapEndianess></Port>")));
	put(0x10000, 0x12345678);
	EXPECT_VALUE(0x12345678, "F");
}

#define NUMBER(name, reg)							\
	"<Integer Name=\"" name "\"><pValue>" reg "</pValue></Integer>"

/* Names of before SFNC 2.0 serve where there are no others. */
TEST_F(compile, deprecated_spellings)
{
	static const struct {
		const char *name;
		u32 standard;
		enum gev_role role;
	} names[] = {
		{ "ExposureTimeAbs", V4L2_CID_EXPOSURE_ABSOLUTE, 0 },
		{ "ExposureTimeRaw", V4L2_CID_EXPOSURE_ABSOLUTE, 0 },
		{ "GainRaw", V4L2_CID_GAIN, 0 }, { "GainAbs", V4L2_CID_GAIN, 0 },
		{ "BlackLevelRaw", V4L2_CID_BRIGHTNESS, 0 },
		{ "BlackLevelAbs", V4L2_CID_BRIGHTNESS, 0 },
		{ "AcquisitionFrameRateAbs", 0, GEV_ROLE_FRAME_RATE },
		{ "AcquisitionFrameRateEnabled", 0, GEV_ROLE_FRAME_RATE_ENABLE },
	};
	struct gev_feature f;
	unsigned int i;
	char *xml;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		xml = g_strdup_printf(DOCUMENT("<pFeature>%s</pFeature>",
			"<%s Name=\"%s\"><pValue>R</pValue></%s>" REG("R", "0x10000")),
			names[i].name,
			names[i].role == GEV_ROLE_FRAME_RATE_ENABLE ? "Boolean" : "Integer",
			names[i].name,
			names[i].role == GEV_ROLE_FRAME_RATE_ENABLE ? "Boolean" : "Integer");
		ASSERT_EQ(0, LOAD(xml));
		gev_map_feature(self->view, gev_map_find(self->view, names[i].name), &f);
		EXPECT_EQ(names[i].standard, f.std_cid);
		EXPECT_EQ(names[i].role, f.role);
		g_free(xml);
	}
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("GainRaw") FEATURE("Gain"),
		NUMBER("GainRaw", "R") NUMBER("Gain", "R") REG("R", "0x10000"))));
	gev_map_feature(self->view, gev_map_find(self->view, "Gain"), &f);
	EXPECT_EQ(V4L2_CID_GAIN, f.std_cid);
	gev_map_feature(self->view, gev_map_find(self->view, "GainRaw"), &f);
	EXPECT_EQ(0, f.std_cid);
}

TEST_HARNESS_MAIN
