// SPDX-License-Identifier: GPL-2.0
/* The compiler: formulas, nodes, fates, controls, and input that is broken. */
#include <math.h>

#include <linux/gev_cids.h>

#include "compile_sample.h"

TEST_F(compile, integer_formulas)
{
	static const struct {
		const char *text;
		s64 want;
		int ret;
	} cases[] = {
		{ "1+2*3", 7, 0 }, { "(1+2)*3", 9, 0 }, { "7/2*2", 6, 0 }, { "-7/2", -3, 0 },
		{ "-7%3", -1, 0 }, { "2**3", 8, 0 }, { "2**3**2", 512, 0 }, { "-2**2", 4, 0 },
		{ "1|2^3&amp;1", 3, 0 }, { "5-3&lt;&lt;1", 4, 0 }, { "1-1-1", -1, 0 },
		{ "1&lt;2", 1, 0 }, { "2&lt;=1", 0, 0 },
		{ "3&gt;=3", 1, 0 }, { "3&lt;&gt;3", 0, 0 },
		{ "1=1=1", 1, 0 }, { "2&amp;&amp;4", 1, 0 }, { "0||8", 1, 0 }, { "0||0", 0, 0 },
		{ "1?2:0?3:4", 2, 0 }, { "0?2:0?3:4", 4, 0 }, { "~0", -1, 0 }, { "~1&amp;3", 2, 0 },
		{ "0x10+010", 26, 0 }, { "0xffffffffffffffff", -1, 0 }, { "1e3", 1000, 0 },
		{ "P*P", 49, 0 }, { "EXP+1", 8, 0 }, { "K*P", 21, 0 }, { "C+P", 17, 0 },
		{ "ABS(-3)+SGN(-9)+NEG(2)", 0, 0 }, { "TRUNC(5)+ROUND(6)", 11, 0 },
		{ " ( P ) ", 7, 0 }, { "P.Max-P.Min", 0xffffffffLL, 0 },
		{ "0&amp;&amp;1/0", 0, 0 }, { "P=7?1:1/0", 1, 0 },
		{ "1/0", 0, -EDOM }, { "1%0", 0, -EDOM }, { "1&lt;&lt;64", 0, -EDOM },
		{ "1&lt;&lt;(0-1)", 0, -EDOM }, { "4611686018427387904*2", 0, -ERANGE },
	};
	unsigned int i;
	char *xml;
	s64 v;

	put(0x10000, 7);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F"),
			"<IntSwissKnife Name=\"F\"><pVariable Name=\"P\">R</pVariable>"
			"<pVariable Name=\"EXP\">R</pVariable><Constant Name=\"C\">10</Constant>"
			"<Expression Name=\"K\">1+2</Expression><Formula>%s</Formula>"
			"</IntSwissKnife>" REG("R", "0x10000")), cases[i].text);
		ASSERT_EQ(0, LOAD(xml))
			TH_LOG("%s: %s", cases[i].text, self->map.why);
		ASSERT_EQ(1, gev_map_features(self->view))
			TH_LOG("%s: %s", cases[i].text, reported(&self->map, "F", "why"));
		EXPECT_EQ(cases[i].ret, gev_feature_read(&self->fs, 0, &v))
			TH_LOG("%s", cases[i].text);
		if (!cases[i].ret)
			EXPECT_EQ(cases[i].want, v)
				TH_LOG("%s", cases[i].text);
		g_free(xml);
	}
}

TEST_F(compile, float_formulas)
{
	static const struct {
		const char *text;
		double want;
	} cases[] = {
		{ "7/2", 3.5 }, { "P/2", 3.5 }, { "2**-1", 0.5 }, { "7.5%2", 1 },
		{ "1&lt;&lt;40", 1099511627776.0 }, { "ROUND(2.5)", 3 }, { "ROUND(-2.5)", -3 },
		{ "TRUNC(-2.7)", -2 }, { "FLOOR(-2.1)", -3 }, { "CEIL(2.1)", 3 },
		{ "SQRT(16)", 4 }, { "LN(EXP(2))", 2 }, { "PI", G_PI }, { "E", G_E },
		{ "273.15-P", 273.15 - 7 }, { "0.1+0.2", 0.1 + 0.2 }, { "1e-3", 1e-3 },
		{ "P&lt;7.5?P:0", 7 }, { "4294967296*4294967296", 4294967296.0 * 4294967296.0 },
		{ "-P", -7 }, { "1.5=1.5", 1 },
	};
	unsigned int i;
	double got;
	char *xml;
	u64 bits;

	put(0x10000, 7);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F"),
			"<SwissKnife Name=\"F\"><pVariable Name=\"P\">R</pVariable>"
			"<Formula>%s</Formula></SwissKnife>" REG("R", "0x10000")), cases[i].text);
		ASSERT_EQ(0, LOAD(xml));
		ASSERT_EQ(1, gev_map_features(self->view))
			TH_LOG("%s: %s", cases[i].text, reported(&self->map, "F", "why"));
		EXPECT_EQ(0, gev_feature_read_double_bits(&self->fs, 0, &bits))
			TH_LOG("%s", cases[i].text);
		memcpy(&got, &bits, sizeof(got));
		EXPECT_EQ(cases[i].want, got)
			TH_LOG("%s is %.17g", cases[i].text, got);
		g_free(xml);
	}
}

/* A feature that cannot be compiled says why; the others work. */
TEST_F(compile, broken_formulas)
{
	static const char * const texts[][2] = {
		{ "", "no value" }, { "1+", "no value" }, { "(1", "bracket" },
		{ "1)", "nothing makes sense" }, { "SIN(1)", "unknown name" },
		{ "Q", "unknown name" }, { "1 2", "nothing makes sense" }, { "1?2", "no ':'" },
		{ "SQRT(4)", "function of floats" }, { "K", "too long" },
		{ "M", "there is no node Missing" }, { "P.Inc", "has no .Inc" },
	};
	char *deep = g_strnfill(5000, '('), *xml;
	unsigned int i;

	for (i = 0; i <= ARRAY_SIZE(texts); i++) {
		xml = g_strdup_printf(DOCUMENT(FEATURE("F") FEATURE("R"),
			"\n<IntSwissKnife Name=\"F\"><pVariable Name=\"P\">R</pVariable>"
			"<pVariable Name=\"M\">Missing</pVariable>"
			"<Expression Name=\"K\">K+1</Expression><Formula>%s</Formula>"
			"</IntSwissKnife>" REG("R", "0x10000")),
			i < ARRAY_SIZE(texts) ? texts[i][0] : deep);
		ASSERT_EQ(0, LOAD(xml));
		EXPECT_EQ(1, gev_map_features(self->view));
		EXPECT_REPORT("F", "fate", "gevctl only");
		EXPECT_REPORT("F", "why", "(line 2)");
		EXPECT_REPORT("F", "why", i < ARRAY_SIZE(texts) ? texts[i][1] : "too long");
		EXPECT_REPORT("R", "fate", "custom control");
		g_free(xml);
	}
	g_free(deep);
}

TEST_F(compile, broken_nodes)
{
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C") FEATURE("D")
				   FEATURE("E") FEATURE("F") FEATURE("G") FEATURE("R"),
		"<Integer Name=\"A\"><pValue>B</pValue></Integer>"
		"<Integer Name=\"B\"><pValue>A</pValue></Integer>"
		"<Integer Name=\"C\"><pValue>Nobody</pValue></Integer>"
		"<Gadget Name=\"D\"/>"
		"<IntReg Name=\"E\"><Address>0x10</Address><Length>9</Length></IntReg>"
		"<MaskedIntReg Name=\"F\"><Address>0x10</Address><Length>4</Length>"
		"<Bit>32</Bit></MaskedIntReg>"
		"<IntReg Name=\"G\"><Length>4</Length></IntReg>" REG("R", "0x10000"))));
	EXPECT_EQ(1, gev_map_features(self->view));
	EXPECT_REPORT("A", "why", "depends on itself");
	EXPECT_REPORT("B", "why", "depends on itself");
	EXPECT_REPORT("C", "why", "there is no node Nobody");
	EXPECT_REPORT("D", "why", "nodes of kind Gadget are not known");
	EXPECT_REPORT("E", "why", "9 bytes");
	EXPECT_REPORT("F", "why", "outside of the register");
	EXPECT_REPORT("G", "why", "no address");
}

TEST_F(compile, broken_text)
{
	GString *deep = g_string_new(HEAD);
	unsigned int i;

	EXPECT_EQ(-EINVAL, LOAD(""));
	EXPECT_EQ(-EINVAL, LOAD("no XML at all"));
	EXPECT_EQ(-EINVAL, LOAD("<a/>"));
	EXPECT_EQ(-EINVAL, LOAD(HEAD));
	EXPECT_NE(NULL, strstr(self->map.why, "broken XML"));
	EXPECT_EQ(-EINVAL, LOAD(HEAD "<IntReg></RegisterDescription>"));
	EXPECT_EQ(-EINVAL, LOAD("<!DOCTYPE x [<!ENTITY y \"z\">]>" HEAD TAIL));
	EXPECT_NE(NULL, strstr(self->map.why, "entities"));
	for (i = 0; i < 5000; i++)
		g_string_append(deep, "<Group>");
	for (i = 0; i < 5000; i++)
		g_string_append(deep, "</Group>");
	g_string_append(deep, TAIL);
	EXPECT_EQ(-EINVAL, LOAD(deep->str));
	g_string_free(deep, TRUE);
	/* Some cameras have a line of other text in front. */
	ASSERT_EQ(0, LOAD("Camera 1 (192.0.2.1)\n" DOCUMENT(FEATURE("R"), REG("R", "0x10000"))));
	EXPECT_EQ(1, gev_map_features(self->view));
	ASSERT_EQ(0, LOAD(HEAD TAIL));
	EXPECT_EQ(0, gev_map_features(self->view));
}

TEST_F(compile, registers)
{
	s64 v;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C") FEATURE("D"),
		"<MaskedIntReg Name=\"A\"><Address>0x10000</Address><Length>4</Length>"
		"<AccessMode>RW</AccessMode><pPort>Device</pPort><LSB>31</LSB><MSB>28</MSB>"
		"<Sign>Signed</Sign><Endianess>BigEndian</Endianess></MaskedIntReg>"
		"<MaskedIntReg Name=\"B\"><Address>0x10000</Address><Length>4</Length>"
		"<AccessMode>RW</AccessMode><pPort>Device</pPort><Bit>4</Bit>"
		"<Endianess>LittleEndian</Endianess></MaskedIntReg>"
		"<StructReg Comment=\"s\"><Address>0x10004</Address><Length>4</Length>"
		"<AccessMode>RW</AccessMode><pPort>Device</pPort><Endianess>BigEndian</Endianess>"
		"<StructEntry Name=\"C\"><LSB>15</LSB><MSB>8</MSB></StructEntry></StructReg>"
		"<IntReg Name=\"D\"><Address>0x10000</Address><pAddress>Base</pAddress>"
		"<pIndex Offset=\"8\">Index</pIndex><Length>4</Length><AccessMode>RO</AccessMode>"
		"<pPort>Device</pPort><Endianess>BigEndian</Endianess></IntReg>"
		"<Integer Name=\"Base\"><Value>0x10</Value></Integer>"
		REG("Index", "0x10008"))));
	put(0x10000, 0x1234567f);
	put(0x10004, 0x00ab0000);
	put(0x10008, 3);
	put(0x10028, 99);
	ASSERT_EQ(0, gev_feature_read(&self->fs, gev_map_find(self->view, "A"), &v));
	EXPECT_EQ(-1, v);
	ASSERT_EQ(0, gev_feature_write(&self->fs, gev_map_find(self->view, "A"), -8));
	EXPECT_EQ(0x12345678, at(0x10000));
	ASSERT_EQ(0, gev_feature_write(&self->fs, gev_map_find(self->view, "B"), 0));
	EXPECT_EQ(0x02345678, at(0x10000));
	ASSERT_EQ(0, gev_feature_read(&self->fs, gev_map_find(self->view, "C"), &v));
	EXPECT_EQ(0xab, v);
	ASSERT_EQ(0, gev_feature_read(&self->fs, gev_map_find(self->view, "D"), &v));
	EXPECT_EQ(99, v);
	EXPECT_EQ(-EACCES, gev_feature_write(&self->fs, gev_map_find(self->view, "D"), 1));
}

TEST_F(compile, values)
{
	struct gev_limits l;
	s64 v;
	int i;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C") FEATURE("D")
				   FEATURE("Sel"),
		"<Boolean Name=\"A\"><pValue>R0</pValue><OnValue>5</OnValue>"
		"<OffValue>9</OffValue></Boolean>"
		"<Integer Name=\"B\"><pValue>R0</pValue><pValueCopy>R1</pValueCopy>"
		"<Min>2</Min><pMax>R2</pMax><Inc>2</Inc></Integer>"
		"<Integer Name=\"C\"><pIndex>Sel</pIndex><pValueIndexed Index=\"0\">R1"
		"</pValueIndexed><pValueIndexed Index=\"1\">R2</pValueIndexed>"
		"<ValueDefault>77</ValueDefault></Integer>"
		"<Converter Name=\"D\"><FormulaTo>1000/FROM</FormulaTo>"
		"<FormulaFrom>1000/TO</FormulaFrom><pValue>B</pValue><Unit>us</Unit>"
		"<Slope>Decreasing</Slope></Converter>"
		"<Integer Name=\"Sel\"><Value>1</Value><Min>0</Min><Max>7</Max>"
		"<pSelected>C</pSelected></Integer>"
		REG("R0", "0x10000") REG("R1", "0x10004") REG("R2", "0x10008"))));
	put(0x10000, 5);
	put(0x10008, 500);
	ASSERT_EQ(0, gev_feature_read(&self->fs, gev_map_find(self->view, "A"), &v));
	EXPECT_EQ(1, v);
	ASSERT_EQ(0, gev_feature_write(&self->fs, gev_map_find(self->view, "A"), 0));
	EXPECT_EQ(9, at(0x10000));
	ASSERT_EQ(0, gev_feature_write(&self->fs, gev_map_find(self->view, "B"), 250));
	EXPECT_EQ(250, at(0x10000));
	EXPECT_EQ(250, at(0x10004));
	EXPECT_EQ(-ERANGE, gev_feature_write(&self->fs, gev_map_find(self->view, "B"), 251));
	i = gev_map_find(self->view, "C");
	ASSERT_EQ(0, gev_feature_read(&self->fs, i, &v));
	EXPECT_EQ(500, v);
	ASSERT_EQ(0, gev_feature_write(&self->fs, gev_map_find(self->view, "Sel"), 0));
	ASSERT_EQ(0, gev_feature_read(&self->fs, i, &v));
	EXPECT_EQ(250, v);
	ASSERT_EQ(0, gev_feature_write(&self->fs, gev_map_find(self->view, "Sel"), 5));
	ASSERT_EQ(0, gev_feature_read(&self->fs, i, &v));
	EXPECT_EQ(77, v);
	EXPECT_EQ(-EACCES, gev_feature_write(&self->fs, i, 1));
	/* Limits are those of what is chosen; a constant has none. */
	ASSERT_EQ(0, gev_feature_limits(&self->fs, i, &l));
	EXPECT_EQ(INT64_MAX, l.max);
	ASSERT_EQ(0, gev_feature_write(&self->fs, gev_map_find(self->view, "Sel"), 1));
	ASSERT_EQ(0, gev_feature_limits(&self->fs, i, &l));
	EXPECT_EQ(UINT32_MAX, l.max);
	/* us have three places: 1000 / 250 = 4 us */
	i = gev_map_find(self->view, "D");
	ASSERT_EQ(0, gev_feature_read(&self->fs, i, &v));
	EXPECT_EQ(4000, v);
	ASSERT_EQ(0, gev_feature_limits(&self->fs, i, &l));
	EXPECT_EQ(2000, l.min);
	EXPECT_EQ(500000, l.max);
	ASSERT_EQ(0, gev_feature_write(&self->fs, i, 10000));
	EXPECT_EQ(100, at(0x10000));
}

TEST_F(compile, access)
{
	struct gev_feature f;
	u32 access;
	int i;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C"),
		"<Integer Name=\"A\"><pIsImplemented>R1</pIsImplemented>"
		"<pIsLocked>R2</pIsLocked><pValue>R0</pValue></Integer>"
		"<Integer Name=\"B\"><ImposedAccessMode>RO</ImposedAccessMode>"
		"<pValue>A</pValue></Integer>"
		"<Enumeration Name=\"C\"><EnumEntry Name=\"X\"><pIsAvailable>R1</pIsAvailable>"
		"<pIsImplemented>R2</pIsImplemented><Value>0</Value></EnumEntry>"
		"<EnumEntry Name=\"Y\"><Value>1</Value></EnumEntry><pValue>R0</pValue>"
		"</Enumeration>"
		REG("R0", "0x10000") REG("R1", "0x10004") REG("R2", "0x10008"))));
	i = gev_map_find(self->view, "A");
	put(0x10004, 1);
	put(0x10008, 0);
	EXPECT_EQ(0, gev_feature_access(&self->fs, i, &access));
	EXPECT_EQ(GEV_ACCESS_READ | GEV_ACCESS_WRITE, access);
	EXPECT_EQ(0, gev_feature_access(&self->fs, gev_map_find(self->view, "B"), &access));
	EXPECT_EQ(GEV_ACCESS_READ, access);
	put(0x10008, 4);
	EXPECT_EQ(0, gev_feature_access(&self->fs, i, &access));
	EXPECT_EQ(GEV_ACCESS_READ | GEV_ACCESS_LOCKED, access);
	EXPECT_EQ(1, gev_feature_entry_available(&self->fs, gev_map_find(self->view, "C"), 0));
	put(0x10004, 0);
	EXPECT_EQ(-ENODATA, gev_feature_access(&self->fs, i, &access));
	EXPECT_EQ(-ENODATA, gev_feature_access(&self->fs, gev_map_find(self->view, "B"), &access));
	EXPECT_EQ(0, gev_feature_entry_available(&self->fs, gev_map_find(self->view, "C"), 0));
	gev_map_feature(self->view, i, &f);
	EXPECT_TRUE(f.flags & GEV_FEATURE_ACCESS_DYNAMIC);
	gev_map_feature(self->view, gev_map_find(self->view, "B"), &f);
	EXPECT_FALSE(f.flags & GEV_FEATURE_WRITABLE);
}

#define COMMAND(name, reg)							\
	"<Command Name=\"" name "\"><pValue>" reg "</pValue>"			\
	"<CommandValue>1</CommandValue></Command>"
#define NUMBER(name, reg)							\
	"<Integer Name=\"" name "\"><pValue>" reg "</pValue></Integer>"

TEST_F(compile, fates)
{
	struct gev_feature f;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("Width") FEATURE("DeviceReset") FEATURE("MakeToast")
				   FEATURE("TriggerSoftware") FEATURE("Shadow") FEATURE("Gain")
				   FEATURE("GainRaw") FEATURE("Chunky") FEATURE("Happened")
				   FEATURE("Bytes") FEATURE("Hidden") FEATURE("GevSCPD"),
		NUMBER("Width", "R0") COMMAND("DeviceReset", "R1") COMMAND("MakeToast", "R1")
		COMMAND("TriggerSoftware", "R1") NUMBER("Shadow", "R0") NUMBER("Gain", "R2")
		NUMBER("GainRaw", "R3") NUMBER("GevSCPD", "R2")
		"<Integer Name=\"TLParamsLocked\"><Visibility>Invisible</Visibility>"
		"<Value>0</Value></Integer>"
		"<Integer Name=\"Hidden\"><Visibility>Invisible</Visibility><pValue>R3</pValue>"
		"</Integer>"
		"<IntReg Name=\"Chunky\"><Address>0</Address><Length>4</Length>"
		"<pPort>ChunkPort</pPort></IntReg>"
		"<Port Name=\"ChunkPort\"><ChunkID>1</ChunkID></Port>"
		"<IntReg Name=\"Happened\"><Address>0</Address><Length>4</Length>"
		"<pPort>EventPort</pPort></IntReg>"
		"<Port Name=\"EventPort\"><EventID>9001</EventID></Port>"
		"<Register Name=\"Bytes\"><Address>0x20000</Address><Length>64</Length>"
		"<AccessMode>RW</AccessMode><pPort>Device</pPort></Register>"
		REG("R0", "0x10000") REG("R1", "0x10004") REG("R2", "0x10008")
		REG("R3", "0x1000c"))));
	EXPECT_REPORT("Width", "fate", "driver");
	EXPECT_REPORT("TLParamsLocked", "fate", "driver");
	EXPECT_REPORT("GevSCPD", "fate", "driver");
	EXPECT_REPORT("DeviceReset", "fate", "privileged");
	EXPECT_REPORT("MakeToast", "fate", "privileged");
	EXPECT_REPORT("Bytes", "fate", "privileged");
	EXPECT_REPORT("TriggerSoftware", "fate", "custom control");
	/* Another name for the driver's register, and GevSCPD's is Gain's, too. */
	EXPECT_REPORT("Shadow", "fate", "privileged");
	EXPECT_REPORT("Shadow", "why", "the driver owns");
	EXPECT_REPORT("Gain", "fate", "privileged");
	EXPECT_REPORT("GainRaw", "fate", "standard control");
	EXPECT_REPORT("Chunky", "fate", "metadata");
	EXPECT_REPORT("Happened", "fate", "event");
	EXPECT_REPORT("Hidden", "fate", "evaluated");
	EXPECT_LE(0, gev_map_role(self->view, GEV_ROLE_TL_PARAMS_LOCKED));
	gev_map_feature(self->view, gev_map_find(self->view, "GainRaw"), &f);
	EXPECT_EQ(V4L2_CID_GAIN, f.std_cid);
	EXPECT_EQ(GEV_CID_GAIN_RAW, f.cid);
	EXPECT_STREQ("Gain Raw", f.label);
}

/* A register behind an index. */
#define BEHIND(name, base, index)						\
	"<IntReg Name=\"" name "\"><Address>" base "</Address><pIndex Offset=\"4\">" \
	index "</pIndex><Length>4</Length><AccessMode>RW</AccessMode><pPort>Device</pPort>" \
	"<Endianess>BigEndian</Endianess></IntReg>"

/* What is the driver's behind one index is not so behind another. */
TEST_F(compile, fates_behind_indices)
{
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("GevSCPD") FEATURE("GainRaw") FEATURE("Shadow")
				   FEATURE("Part"),
		NUMBER("GevSCPD", "R0") NUMBER("GainRaw", "R1") NUMBER("Shadow", "R2")
		"<MaskedIntReg Name=\"Part\"><Address>0x10000</Address><pIndex Offset=\"4\">I0"
		"</pIndex><Length>4</Length><AccessMode>RW</AccessMode><pPort>Device</pPort>"
		"<Bit>3</Bit><Endianess>BigEndian</Endianess></MaskedIntReg>"
		BEHIND("R0", "0x10000", "I0") BEHIND("R1", "0x10000", "I1")
		BEHIND("R2", "0x10000", "I0") REG("I0", "0x20000") REG("I1", "0x20004"))));
	EXPECT_REPORT("GevSCPD", "fate", "driver");
	EXPECT_REPORT("GainRaw", "fate", "standard control");
	EXPECT_REPORT("Shadow", "fate", "privileged");
	EXPECT_REPORT("Part", "fate", "privileged");
}

TEST_F(compile, lock_is_a_switch)
{
	ASSERT_EQ(0, LOAD(DOCUMENT("",
		"<Boolean Name=\"TLParamsLocked\"><Value>0</Value></Boolean>")));
	EXPECT_EQ(0, gev_map_role(self->view, GEV_ROLE_TL_PARAMS_LOCKED));
	EXPECT_EQ(0, gev_feature_write(&self->fs, 0, 1));
}

TEST_F(compile, labels)
{
	static const char read[] = "AVeryLongNameOfAFeatureThatNobodyCanRead";
	static const char written[] = "AVeryLongNameOfAFeatureThatNobodyCanWrite";
	struct gev_feature f, g;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("Gain") FEATURE("LUTIndex") FEATURE("lut_index")
				   FEATURE("AVeryLongNameOfAFeatureThatNobodyCanRead")
				   FEATURE("AVeryLongNameOfAFeatureThatNobodyCanWrite")
				   FEATURE("ExposureTime"),
		NUMBER("Gain", "R0") NUMBER("LUTIndex", "R1") NUMBER("lut_index", "R2")
		NUMBER("AVeryLongNameOfAFeatureThatNobodyCanRead", "R1")
		NUMBER("AVeryLongNameOfAFeatureThatNobodyCanWrite", "R2")
		"<Float Name=\"ExposureTime\"><pValue>R0</pValue><Unit>us</Unit></Float>"
		REG("R0", "0x10000") REG("R1", "0x10004") REG("R2", "0x10008"))));
	gev_map_feature(self->view, gev_map_find(self->view, "Gain"), &f);
	EXPECT_STREQ("Gain Exact", f.label);
	gev_map_feature(self->view, gev_map_find(self->view, "LUTIndex"), &f);
	gev_map_feature(self->view, gev_map_find(self->view, "lut_index"), &g);
	EXPECT_STREQ("LUT Index", f.label);
	EXPECT_EQ(0, strncmp("lut index~", g.label, 10));
	EXPECT_NE(f.cid, g.cid);
	EXPECT_EQ(GEV_CID_LUT_INDEX, f.cid);
	EXPECT_EQ(GEV_CLASS_DEVICE | 0x8000, g.cid & 0xffff8000);
	gev_map_feature(self->view, gev_map_find(self->view, read), &f);
	gev_map_feature(self->view, gev_map_find(self->view, written), &g);
	EXPECT_EQ(31, strlen(f.label));
	EXPECT_EQ('~', f.label[26]);
	EXPECT_EQ(0, strncmp(f.label, g.label, 27));
	EXPECT_STRNE(f.label, g.label);
	/* 100 us are one unit of the standard control, 1 us is 1000 of the exact one. */
	gev_map_feature(self->view, gev_map_find(self->view, "ExposureTime"), &f);
	EXPECT_EQ(3, f.scale);
	EXPECT_EQ(V4L2_CID_EXPOSURE_ABSOLUTE, f.std_cid);
	EXPECT_EQ(1, f.std_mul);
	EXPECT_EQ(100 * 1000, f.std_div);
}

static bool invalidates(const struct gev_map_view *view, const char *name, const char *other)
{
	struct gev_feature f;
	unsigned int n;
	int i = gev_map_find(view, name);

	gev_map_feature(view, i, &f);
	for (n = 0; n < f.invalidates; n++) {
		if ((int)gev_map_invalidated(view, i, n) == gev_map_find(view, other))
			return true;
	}
	return false;
}

TEST_F(compile, dependencies)
{
	struct gev_feature f;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C") FEATURE("D")
				   FEATURE("S"),
		NUMBER("A", "R0")
		"<Integer Name=\"B\"><pValue>R1</pValue><pMax>R0</pMax></Integer>"
		"<Integer Name=\"C\"><pValue>R2</pValue></Integer>"
		"<IntReg Name=\"R2\"><Address>0x10008</Address><Length>4</Length>"
		"<AccessMode>RO</AccessMode><pPort>Device</pPort><pInvalidator>B</pInvalidator>"
		"<Cachable>NoCache</Cachable></IntReg>"
		NUMBER("D", "R3")
		"<Integer Name=\"S\"><Value>0</Value><pSelected>D</pSelected></Integer>"
		REG("R0", "0x10000") REG("R1", "0x10004") REG("R3", "0x1000c"))));
	EXPECT_TRUE(invalidates(self->view, "A", "B"));
	EXPECT_FALSE(invalidates(self->view, "A", "C"));
	EXPECT_FALSE(invalidates(self->view, "A", "A"));
	EXPECT_TRUE(invalidates(self->view, "B", "C"));
	EXPECT_FALSE(invalidates(self->view, "B", "A"));
	EXPECT_TRUE(invalidates(self->view, "S", "D"));
	gev_map_feature(self->view, gev_map_find(self->view, "D"), &f);
	EXPECT_EQ(gev_map_find(self->view, "S"), f.selector);
	EXPECT_FALSE(f.flags & GEV_FEATURE_VOLATILE);
	gev_map_feature(self->view, gev_map_find(self->view, "C"), &f);
	EXPECT_EQ(-1, f.selector);
	EXPECT_TRUE(f.flags & GEV_FEATURE_VOLATILE);
	gev_map_feature(self->view, gev_map_find(self->view, "B"), &f);
	EXPECT_TRUE(f.flags & GEV_FEATURE_LIMITS_DYNAMIC);
}

#define ENTRY(name, value)	"<EnumEntry Name=\"" name "\"><Value>" value "</Value></EnumEntry>"
#define SELECTOR(name, register, entries, selected)				\
	"<Enumeration Name=\"" name "\"><pValue>" register "</pValue>" entries	\
	"<pSelected>" selected "</pSelected></Enumeration>"
#define INDEXED(name, address, index)						\
	"<IntReg Name=\"" name "\"><Address>" address "</Address>"		\
	"<pIndex Offset=\"16\">" index "</pIndex><Length>4</Length>"		\
	"<AccessMode>RW</AccessMode><pPort>Device</pPort>"			\
	"<Endianess>BigEndian</Endianess></IntReg>"

/* One for each entry: where the register depends on the selector's, and where not. */
TEST_F(compile, selected)
{
	struct gev_feature f, base;
	u32 other;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("GainSelector") FEATURE("Gain") FEATURE("LineMode")
				   FEATURE("LineSelector") FEATURE("Width") FEATURE("LUTValue")
				   FEATURE("LUTSelector") FEATURE("LineFormat"),
		SELECTOR("GainSelector", "GS", ENTRY("All", "7") ENTRY("Red", "0")
			 ENTRY("Blue", "2"), "Gain")
		"<Integer Name=\"Gain\"><pValue>G</pValue><Min>0</Min><Max>9</Max></Integer>"
		SELECTOR("LineSelector", "LS", ENTRY("Line1", "1") ENTRY("Line2", "2"), "LineMode")
		SELECTOR("LUTSelector", "US", ENTRY("A", "1") ENTRY("B", "2"), "LUTValue")
		NUMBER("LineMode", "M") NUMBER("LUTValue", "U") NUMBER("LineFormat", "F")
		INDEXED("G", "0x10000", "GS") REG("GS", "0x10100") REG("LS", "0x10104")
		REG("M", "0x10108") REG("US", "0x1010c") INDEXED("U", "0x10200", "US")
		REG("F", "0x10114"))));
	EXPECT_REPORT("Gain", "why", "and 3 controls by GainSelector");
	gev_map_feature(self->view, gev_map_find(self->view, "Gain"), &base);
	gev_map_feature(self->view, gev_map_find(self->view, "Gain[Red]"), &f);
	EXPECT_STREQ("Gain Red", f.label);
	EXPECT_EQ(GEV_FATE_CUSTOM, f.fate);
	EXPECT_EQ(GEV_CLASS_ANALOG | GEV_CID_HASHED, f.cid & ~0x7fff);
	EXPECT_EQ(0, f.std_cid);
	EXPECT_EQ(V4L2_CID_GAIN, base.std_cid);
	EXPECT_EQ(gev_map_find(self->view, "GainSelector"), f.selector);
	EXPECT_EQ(1, f.selected);
	EXPECT_TRUE(f.flags & GEV_FEATURE_INDEXED);
	EXPECT_TRUE(invalidates(self->view, "Gain[Red]", "Gain"));
	EXPECT_TRUE(invalidates(self->view, "Gain", "Gain[Red]"));
	EXPECT_TRUE(invalidates(self->view, "Gain[All]", "Gain[Red]"));
	EXPECT_FALSE(invalidates(self->view, "Gain[Blue]", "Gain[Red]"));
	EXPECT_FALSE(invalidates(self->view, "GainSelector", "Gain[Red]"));
	EXPECT_TRUE(invalidates(self->view, "GainSelector", "Gain"));
	gev_map_feature(self->view, gev_map_find(self->view, "LineMode[Line2]"), &f);
	EXPECT_STREQ("Line Mode Line2", f.label);
	EXPECT_FALSE(f.flags & GEV_FEATURE_INDEXED);
	/* Not selected, or not one of those that are listed. */
	EXPECT_EQ(-ENOENT, gev_map_find(self->view, "LineFormat[Line1]"));
	EXPECT_EQ(-ENOENT, gev_map_find(self->view, "LUTValue[A]"));

	put(0x10100, 7);
	put(0x10020, 3);
	ASSERT_EQ(0, gev_features_select(&self->fs, gev_map_find(self->view, "Gain[Blue]")));
	EXPECT_EQ(0, gev_feature_write(&self->fs, gev_map_find(self->view, "Gain[Blue]"), 5));
	EXPECT_EQ(0, gev_features_unselect(&self->fs));
	EXPECT_EQ(5, at(0x10020));
	EXPECT_EQ(7, at(0x10100));
	other = gev_map_find(self->view, "LineMode[Line2]");
	put(0x10104, 1);
	ASSERT_EQ(0, gev_features_select(&self->fs, other));
	EXPECT_EQ(2, at(0x10104));
	EXPECT_EQ(0, gev_features_unselect(&self->fs));
	EXPECT_EQ(1, at(0x10104));
}

/* Too many entries, two selectors, a selector that is selected: behind the selector. */
TEST_F(compile, not_selected)
{
	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("GainSelector") FEATURE("Gain") FEATURE("LineMode")
				   FEATURE("LineSelector") FEATURE("OtherSelector")
				   FEATURE("TimerDelay") FEATURE("TimerSelector"),
		SELECTOR("GainSelector", "R0",
			 ENTRY("A", "0") ENTRY("B", "1") ENTRY("C", "2") ENTRY("D", "3")
			 ENTRY("E", "4") ENTRY("F", "5") ENTRY("G", "6") ENTRY("H", "7")
			 ENTRY("I", "8") ENTRY("J", "9") ENTRY("K", "10") ENTRY("L", "11")
			 ENTRY("M", "12") ENTRY("N", "13") ENTRY("O", "14") ENTRY("P", "15")
			 ENTRY("Q", "16"), "Gain")
		SELECTOR("LineSelector", "R1", ENTRY("A", "0") ENTRY("B", "1"), "LineMode")
		SELECTOR("OtherSelector", "R2", ENTRY("A", "0") ENTRY("B", "1"),
			 "LineMode</pSelected><pSelected>TimerSelector")
		SELECTOR("TimerSelector", "R3", ENTRY("A", "0") ENTRY("B", "1"), "TimerDelay")
		NUMBER("Gain", "R4") NUMBER("LineMode", "R5") NUMBER("TimerDelay", "R6")
		REG("R0", "0x10000") REG("R1", "0x10004") REG("R2", "0x10008")
		REG("R3", "0x1000c") REG("R4", "0x10010") REG("R5", "0x10014")
		REG("R6", "0x10018"))));
	EXPECT_EQ(7, gev_map_features(self->view));
}

TEST_F(compile, polling)
{
	struct gev_feature f;

	ASSERT_EQ(0, LOAD(DOCUMENT(FEATURE("A") FEATURE("B") FEATURE("C"),
		"<Integer Name=\"A\"><PollingTime>500</PollingTime><pValue>R0</pValue></Integer>"
		"<Integer Name=\"B\"><pValue>R0</pValue><pMax>R1</pMax>"
		"<PollingTime>100000</PollingTime></Integer>" NUMBER("C", "R0")
		REG("R0", "0x10000") REG("R1", "0x10004"))));
	gev_map_feature(self->view, 0, &f);
	EXPECT_EQ(500, f.polling);
	gev_map_feature(self->view, 1, &f);
	EXPECT_EQ(65535, f.polling);
	gev_map_feature(self->view, 2, &f);
	EXPECT_EQ(0, f.polling);
}

/* SHA-256 over the identity as linux/gev_map.h describes it, made by sha256sum. */
TEST(key)
{
	struct map_identity identity = {
		.manufacturer = "Maker", .model = "Model", .device_version = "1.0",
		.url = "Local:x.xml;1000;10", .manifest = 0x01020304,
	};
	char key[GEV_MAP_KEY_LEN + 1], other[GEV_MAP_KEY_LEN + 1];

	map_key(&identity, key);
	EXPECT_STREQ("f45a91ce6f9a64e2", key);
	identity.manifest++;
	map_key(&identity, other);
	EXPECT_STRNE(key, other);
}

TEST_HARNESS_MAIN
