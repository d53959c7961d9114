// SPDX-License-Identifier: GPL-2.0
/*
 * What GenApi's schemas allow, construct by construct, also spellings that
 * only some makers have: what the compiler makes of it.
 */
#include "compile_sample.h"

#define READ(name, v)	gev_feature_read(&self->fs, gev_map_find(self->view, name), v)

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

TEST_HARNESS_MAIN
