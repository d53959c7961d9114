// SPDX-License-Identifier: GPL-2.0
/*
 * The evaluator against libaravis: over random registers, value, limits,
 * access and availability of each mapped feature are the same, and writing it
 * leaves the same bytes.
 *
 *	GEV_XML_DIR	folder with descriptions of real cameras
 *	GEV_XML_ROUNDS	contents of the registers that are tried for each; 3
 *
 * Differences that are libaravis's own are counted by rule, see rule_text. In
 * each of these, and in all else, the reference evaluator has to agree with the
 * map.
 */
#include <math.h>
#include <stdio.h>

#include "kselftest_harness.h"

#include "aravis_compare.h"
#include "descriptions.h"

static int port_read(void *ctx, u64 address, void *data, u32 len)
{
	memory_read(ctx, address, data, len);
	return 0;
}

static int port_write(void *ctx, u64 address, const void *data, u32 len)
{
	memory_write(ctx, address, data, len);
	return 0;
}

/* A value within the limits of now; false where there is none. */
static bool draw_number(struct comparison *c, unsigned int i, const struct gev_feature *f,
			u64 random, s64 *value)
{
	struct gev_limits l;

	if (gev_feature_limits(&c->fs, i, &l))
		return false;
	l.min = CLAMP(l.min, -(1LL << 50), 1LL << 50);
	l.max = CLAMP(l.max, -(1LL << 50), 1LL << 50);
	/* The ends of a float's limits are rounded: not the same number for all. */
	if (f->kind == GEV_KIND_FLOAT) {
		l.min++;
		l.max--;
	}
	if (l.min > l.max)
		return false;
	*value = l.min + random % ((l.max - l.min) / l.inc + 1) * l.inc;
	return true;
}

/* What is to be written. */
struct sample {
	s64 value;
	struct gev_entry entry;
	char text[16];
};

static bool draw(struct comparison *c, unsigned int i, const struct gev_feature *f, u64 random,
		 struct sample *s)
{
	memset(s, 0, sizeof(*s));
	switch (f->kind) {
	case GEV_KIND_BOOLEAN:
		s->value = random & 1;
		return true;
	case GEV_KIND_ENUMERATION:
		gev_map_entry(c->view, i, random % f->entries, &s->entry);
		s->value = s->entry.value;
		return true;
	case GEV_KIND_STRING:
		snprintf(s->text, sizeof(s->text), "%0*x", (int)(random % 8), (u32)random);
		return true;
	case GEV_KIND_REGISTER:
		return false;
	case GEV_KIND_COMMAND:
		return true;
	}
	return draw_number(c, i, f, random, &s->value);
}

static int our_write(struct comparison *c, unsigned int i, const struct gev_feature *f,
		     const struct sample *s)
{
	if (f->kind == GEV_KIND_COMMAND)
		return gev_feature_execute(&c->fs, i);
	if (f->kind == GEV_KIND_STRING)
		return gev_feature_write_string(&c->fs, i, s->text);
	return gev_feature_write(&c->fs, i, s->value);
}

static int reference_sample(struct comparison *c, const struct gev_feature *f,
			    const struct sample *s)
{
	struct reference_node *node = reference_find(&c->check.ref.xml, f->name);

	if (f->kind == GEV_KIND_STRING)
		return reference_write_string(&c->check.ref, node, s->text);
	return reference_write(&c->check.ref, f, node, s->value, s->entry.name);
}

static void their_write(ArvGcFeatureNode *node, const struct gev_feature *f,
			const struct sample *s, GError **error)
{
	if (f->kind == GEV_KIND_FLOAT)
		arv_gc_float_set_value(ARV_GC_FLOAT(node), s->value / pow(10, f->scale), error);
	else if (f->kind == GEV_KIND_BOOLEAN)
		arv_gc_boolean_set_value(ARV_GC_BOOLEAN(node), s->value, error);
	else if (f->kind == GEV_KIND_ENUMERATION)
		arv_gc_enumeration_set_int_value(ARV_GC_ENUMERATION(node), s->value, error);
	else if (f->kind == GEV_KIND_COMMAND)
		arv_gc_command_execute(ARV_GC_COMMAND(node), error);
	else if (f->kind == GEV_KIND_STRING)
		arv_gc_string_set_value(ARV_GC_STRING(node), s->text, error);
	else
		arv_gc_integer_set_value(ARV_GC_INTEGER(node), s->value, error);
}

static void compare_bytes(struct comparison *c, const struct gev_feature *f, bool error)
{
	const struct genicam_node *node = genicam_find(c->genicam, f->name);
	enum rule rule = RULE_NONE;
	guint32 address;

	c->compared++;
	if (!memory_differs(&c->theirs, &c->ours, &address))
		return;
	if (error)
		rule = RULE_HIDDEN;
	else if (copies(c, node, 0))
		rule = RULE_COPY;
	else if (divides(c, node, 0))
		rule = RULE_QUOTIENT;
	differ(c, rule, f->name, "after a write, address %x is %08x, not %08x", address,
	       GUINT32_FROM_BE(memory_word(&c->ours, address)),
	       GUINT32_FROM_BE(memory_word(&c->theirs, address)));
	memory_copy(&c->theirs, &c->ours);
}

/* Writes to all three, if the map lets it; what it refuses the reference refuses, too. */
static void compare_write(struct comparison *c, unsigned int i, u64 random)
{
	GError *error = NULL;
	struct gev_feature f;
	struct sample s;
	ArvGcNode *node;
	int ret, want;

	gev_map_feature(c->view, i, &f);
	node = arv_gc_get_node(c->device->genicam, f.name);
	if (!ARV_IS_GC_FEATURE_NODE(node) || !draw(c, i, &f, random, &s))
		return;
	ret = our_write(c, i, &f, &s);
	if (ret == -EPERM)	/* the driver's registers: no rule of GenApi's */
		return;
	want = reference_sample(c, &f, &s);
	if (!reference_check_write(&c->check, i, f.name, &c->ours, ret, want))
		memory_copy(&c->check.ref.memory, &c->ours);
	if (!ret)
		their_write(ARV_GC_FEATURE_NODE(node), &f, &s, &error);
	compare_bytes(c, &f, error);
	g_clear_error(&error);
}

static void compare_round(struct comparison *c, const char *xml, size_t size, u64 seed)
{
	unsigned int i;

	memory_reset(&c->theirs, seed);
	memory_reset(&c->ours, seed);
	gev_features_reset(&c->fs);
	reference_reset(&c->check.ref, seed);
	c->device = memory_device_new(&c->theirs, xml, size);
	if (!c->device) {
		differ(c, RULE_NONE, "-", "libaravis refuses the description");
		return;
	}
	for (i = 0; i < gev_map_features(c->view); i++) {
		compare_feature(c, i);
		reference_check_feature(&c->check, i);
	}
	for (i = 0; i < gev_map_features(c->view); i++)
		compare_write(c, i, memory_mix(seed + i));
	g_object_unref(c->device);
}

/* Compiles, and compares @rounds times; 0, or a sentence in @c->first. */
static int compare(struct comparison *c, const char *xml, size_t size, unsigned int rounds)
{
	static const struct map_identity identity = { .manufacturer = "M", .model = "M" };
	const char *start = memchr(xml, '<', size);
	char why[256];
	unsigned int i;
	int ret;

	memset(c, 0, sizeof(*c));
	ret = map_compile(&identity, xml, size, &c->map);
	if (ret) {
		snprintf(c->first, sizeof(c->first), "%s", c->map.why);
		return ret;
	}
	c->view = calloc(1, gev_map_view_size());
	ret = genicam_parse(xml, size, &c->genicam, why, sizeof(why)) ?:
	      gev_map_verify(c->map.data, c->map.size, c->view, c->first, sizeof(c->first));
	if (ret)
		return ret;
	c->fs = (struct gev_features){
		.map = c->view,
		.variables = calloc(1, gev_map_variables_size(c->view) + 1),
		.scratch = calloc(1, gev_map_scratch_size(c->view)),
		.port = { .ctx = &c->ours, .read = port_read, .write = port_write },
	};
	c->check.fs = &c->fs;
	c->check.seen = calloc(gev_map_features(c->view) + 1, sizeof(*c->check.seen));
	c->check.value = calloc(gev_map_features(c->view) + 1, sizeof(*c->check.value));
	if (!reference_xml_parse(&c->check.ref.xml, start, size - (start - xml))) {
		snprintf(c->first, sizeof(c->first), "the reference refuses the description");
		return -EINVAL;
	}
	for (i = 0; i < rounds; i++)
		compare_round(c, start, size - (start - xml), i + 1);
	return 0;
}

static void comparison_free(struct comparison *c)
{
	free(c->fs.variables);
	free(c->fs.scratch);
	free(c->view);
	free(c->check.seen);
	free(c->check.value);
	reference_xml_free(&c->check.ref.xml);
	g_clear_pointer(&c->check.ref.memory.words, g_hash_table_unref);
	map_output_free(&c->map);
	genicam_free(c->genicam);
	g_clear_pointer(&c->theirs.words, g_hash_table_unref);
	g_clear_pointer(&c->ours.words, g_hash_table_unref);
}

/* gevsim's own description: no difference at all, by no rule. */
TEST(simulated_camera)
{
	char *xml = simulated_description();
	struct comparison c;
	unsigned int i;

	ASSERT_EQ(0, compare(&c, xml, strlen(xml), 30))
		TH_LOG("%s", c.first);
	for (i = 0; i < RULES; i++) {
		EXPECT_EQ(0, c.differences[i])
			TH_LOG("rule %u: %s", i, c.first);
	}
	EXPECT_EQ(0, c.check.disagreements)
		TH_LOG("reference: %s", c.check.first);
	EXPECT_LT(3000, c.compared);
	EXPECT_LT(3000, c.check.answers);
	EXPECT_EQ(gev_map_find(c.view, "ExposureTime") >= 0, true);
	EXPECT_LE(0, gev_map_role(c.view, GEV_ROLE_RDMA_PORT));
	EXPECT_LE(0, gev_map_role(c.view, GEV_ROLE_GENDC_FLOW_TABLE));
	comparison_free(&c);
	g_free(xml);
}

#define REGISTER(tag, name, address, more)					\
	"<" tag " Name=\"" name "\"><Address>" address "</Address><Length>4</Length>"	\
	"<AccessMode>RW</AccessMode><pPort>Device</pPort>" more			\
	"<Endianess>BigEndian</Endianess></" tag ">"

/* Each construct, and each of libaravis's ways to differ. */
static const char constructs[] =
	"<RegisterDescription SchemaMajorVersion=\"1\" SchemaMinorVersion=\"1\">"
	"<Category Name=\"Root\"><pFeature>All</pFeature></Category><Category Name=\"All\">"
	"<pFeature>Hidden</pFeature><pFeature>Chain</pFeature><pFeature>Literal</pFeature>"
	"<pFeature>Product</pFeature><pFeature>Named</pFeature><pFeature>Quotient</pFeature>"
	"<pFeature>Indexed</pFeature><pFeature>Placed</pFeature><pFeature>Choice</pFeature>"
	"<pFeature>Switch</pFeature><pFeature>TriggerSoftware</pFeature><pFeature>Text</pFeature>"
	"<pFeature>Part</pFeature><pFeature>Copied</pFeature><pFeature>Selector</pFeature>"
	"<pFeature>Real</pFeature><pFeature>Turned</pFeature><pFeature>Power</pFeature>"
	"</Category>"
	/* an error that libaravis does not see */
	"<IntSwissKnife Name=\"Hidden\"><pVariable Name=\"A\">R0</pVariable>"
	"<pVariable Name=\"B\">Small</pVariable><Formula>A / B</Formula></IntSwissKnife>"
	/* only the node behind says that it cannot be written */
	"<Integer Name=\"Chain\"><pValue>Limited</pValue></Integer>"
	"<Integer Name=\"Limited\"><pIsLocked>Flag</pIsLocked><pIsAvailable>Flag2"
	"</pIsAvailable><pValue>R0</pValue></Integer>"
	"<SwissKnife Name=\"Literal\"><pVariable Name=\"A\">R0</pVariable>"
	"<Formula>A * 7.123456789012345e-5</Formula></SwissKnife>"
	"<SwissKnife Name=\"Product\"><pVariable Name=\"A\">Wide</pVariable>"
	"<Formula>A * 3</Formula></SwissKnife>"
	"<IntSwissKnife Name=\"Named\"><pVariable Name=\"EXP\">Small</pVariable>"
	"<Formula>EXP + 1</Formula></IntSwissKnife>"
	"<Integer Name=\"Quotient\"><pValue>Divided</pValue></Integer>"
	"<Converter Name=\"Divided\"><pVariable Name=\"D\">Small</pVariable>"
	"<FormulaTo>FROM / (D + 2) * 100</FormulaTo><FormulaFrom>TO * (D + 2) / 100"
	"</FormulaFrom><pValue>R0</pValue></Converter>"
	"<Integer Name=\"Indexed\"><pIndex>Selector</pIndex><pValueIndexed Index=\"0\">R0"
	"</pValueIndexed><pValueIndexed Index=\"1\">R1</pValueIndexed><ValueDefault>5"
	"</ValueDefault></Integer>"
	"<Integer Name=\"Selector\"><Value>1</Value><Min>0</Min><Max>3</Max>"
	"<pSelected>Indexed</pSelected></Integer>"
	"<IntReg Name=\"Placed\"><Address>0x10100</Address><pAddress>Selector</pAddress>"
	"<pIndex Offset=\"8\">Small</pIndex><Length>2</Length><AccessMode>RW</AccessMode>"
	"<pPort>Device</pPort><Sign>Signed</Sign><Endianess>LittleEndian</Endianess></IntReg>"
	"<Enumeration Name=\"Choice\"><EnumEntry Name=\"X\"><pIsAvailable>Flag</pIsAvailable>"
	"<Value>0</Value></EnumEntry><EnumEntry Name=\"Y\"><pIsImplemented>Flag2"
	"</pIsImplemented><Value>1</Value></EnumEntry><EnumEntry Name=\"Z\"><Value>2</Value>"
	"</EnumEntry><pValue>Small</pValue></Enumeration>"
	"<Boolean Name=\"Switch\"><pValue>Small</pValue><OnValue>3</OnValue><OffValue>1"
	"</OffValue></Boolean>"
	"<Command Name=\"TriggerSoftware\"><pIsAvailable>Flag</pIsAvailable><pValue>R1</pValue>"
	"<CommandValue>0x55</CommandValue></Command>"
	"<StringReg Name=\"Text\"><Address>0x10200</Address><Length>16</Length>"
	"<AccessMode>RW</AccessMode><pPort>Device</pPort></StringReg>"
	"<StructReg Comment=\"s\"><Address>0x10020</Address><Length>4</Length>"
	"<AccessMode>RW</AccessMode><pPort>Device</pPort><Endianess>BigEndian</Endianess>"
	"<StructEntry Name=\"Part\"><LSB>12</LSB><MSB>5</MSB></StructEntry></StructReg>"
	"<Integer Name=\"Copied\"><pValue>R0</pValue><pValueCopy>R1</pValueCopy><Min>1</Min>"
	"<pMax>Small</pMax><Inc>3</Inc></Integer>"
	"<Float Name=\"Real\"><pValue>Single</pValue><Min>-1.5</Min><pMax>R0</pMax></Float>"
	"<IntConverter Name=\"Turned\"><FormulaTo>4095 - FROM</FormulaTo><FormulaFrom>4095 - TO"
	"</FormulaFrom><pValue>Masked</pValue><Slope>Automatic</Slope></IntConverter>"
	"<SwissKnife Name=\"Power\"><pVariable Name=\"A\">R0</pVariable><pVariable Name=\"B\">"
	"Small</pVariable><Formula>(A &lt;&gt; 0 ? LN(A) : 0) / (2 ** B)</Formula></SwissKnife>"
	REGISTER("IntReg", "R0", "0x10000", "") REGISTER("IntReg", "R1", "0x10004", "")
	REGISTER("MaskedIntReg", "Small", "0x10008", "<LSB>31</LSB><MSB>30</MSB>")
	REGISTER("MaskedIntReg", "Flag", "0x1000c", "<Bit>31</Bit>")
	REGISTER("MaskedIntReg", "Flag2", "0x10010", "<Bit>30</Bit>")
	REGISTER("MaskedIntReg", "Masked", "0x10014", "<LSB>31</LSB><MSB>20</MSB>")
	REGISTER("FloatReg", "Single", "0x10018", "")
	"<IntReg Name=\"Wide\"><Address>0x10028</Address><Length>8</Length><AccessMode>RO"
	"</AccessMode><pPort>Device</pPort><Endianess>BigEndian</Endianess></IntReg>"
	"<Port Name=\"Device\"/></RegisterDescription>";

TEST(own_constructs)
{
	struct comparison c;
	unsigned int i;

	ASSERT_EQ(0, compare(&c, constructs, strlen(constructs), 100))
		TH_LOG("%s", c.first);
	EXPECT_EQ(0, c.differences[RULE_NONE])
		TH_LOG("%s", c.first);
	EXPECT_EQ(0, c.check.disagreements)
		TH_LOG("reference: %s", c.check.first);
	/* The quotient has been seen with real cameras only, twice in half a million. */
	for (i = RULE_NONE + 1; i < RULES; i++) {
		EXPECT_EQ(i == RULE_QUOTIENT, !c.differences[i])
			TH_LOG("%lu times: %s", c.differences[i], rule_text[i]);
	}
	for (i = 0; i < gev_map_features(c.view); i++) {
		EXPECT_NE(0, c.check.seen[i] & (SEEN_OTHER | SEEN_WRITTEN))
			TH_LOG("feature %u", i);
	}
	EXPECT_EQ(18, gev_map_features(c.view));
	comparison_free(&c);
}

/* How much the random registers reach, of all maps together. */
struct coverage {
	unsigned long features, there, absent, readable, read, varied, writable, written, locked;
};

static void cover(struct coverage *v, const struct comparison *c)
{
	struct gev_feature f;
	unsigned int i;
	u8 seen;

	for (i = 0; i < gev_map_features(c->view); i++) {
		gev_map_feature(c->view, i, &f);
		/* Compared with the feature itself, see compare_selected(). */
		if (f.selected >= 0)
			continue;
		seen = c->check.seen[i];
		v->features++;
		v->there += !!(seen & SEEN_THERE);
		v->absent += !!(seen & SEEN_ABSENT);
		v->locked += !!(seen & SEEN_LOCKED);
		v->readable += f.kind < GEV_KIND_COMMAND && f.flags & GEV_FEATURE_READABLE;
		v->read += f.kind < GEV_KIND_COMMAND && seen & SEEN_VALUE;
		v->varied += !!(seen & SEEN_OTHER);
		v->writable += f.kind <= GEV_KIND_COMMAND && f.flags & GEV_FEATURE_WRITABLE;
		v->written += f.kind <= GEV_KIND_COMMAND && seen & SEEN_WRITTEN;
	}
}

FIXTURE(folder) {
	struct descriptions files;
	struct coverage covered;
	unsigned long compared, answers, differences[RULES];
};

FIXTURE_SETUP(folder)
{
	memset(self, 0, sizeof(*self));
	descriptions_open(&self->files);
}

FIXTURE_TEARDOWN(folder)
{
	descriptions_close(&self->files);
}

TEST_F_TIMEOUT(folder, real_cameras, 36000)
{
	const char *text = getenv("GEV_XML_ROUNDS");
	unsigned int rounds = text ? atoi(text) : 3, files = 0, i;
	struct coverage *v = &self->covered;
	struct comparison c;

	if (!self->files.dir)
		SKIP(return, "GEV_XML_DIR names no folder with descriptions of cameras");
	for (; descriptions_next(&self->files); files++) {
		EXPECT_EQ(0, compare(&c, self->files.xml, self->files.size, rounds))
			TH_LOG("%s: %s", self->files.name, c.first);
		EXPECT_EQ(0, c.differences[RULE_NONE])
			TH_LOG("%s: %s", self->files.name, c.first);
		EXPECT_EQ(0, c.check.disagreements)
			TH_LOG("%s: reference: %lu times, %s", self->files.name,
			       c.check.disagreements, c.check.first);
		if (c.view && c.check.seen)
			cover(v, &c);
		self->compared += c.compared;
		self->answers += c.check.answers;
		for (i = 0; i < RULES; i++)
			self->differences[i] += c.differences[i];
		comparison_free(&c);
	}
	TH_LOG("%u files, %u rounds: %lu comparisons with libaravis, %lu with the reference",
	       files, rounds, self->compared, self->answers);
	for (i = 0; i < RULES; i++) {
		TH_LOG("%lu times: %s", self->differences[i], rule_text[i]);
		EXPECT_LE(self->differences[i], self->compared / 20);
	}
	TH_LOG("%lu features: %lu seen there, %lu absent, %lu locked", v->features, v->there,
	       v->absent, v->locked);
	TH_LOG("%lu can be read: %lu were, %lu with several values", v->readable, v->read,
	       v->varied);
	TH_LOG("%lu can be written: %lu were", v->writable, v->written);
	EXPECT_LT(0, files);
	if (rounds < 100)
		return;
	EXPECT_LE(v->features * 98 / 100, v->there);
	EXPECT_LE(v->readable * 95 / 100, v->read);
	EXPECT_LE(v->writable * 90 / 100, v->written);
}

TEST_HARNESS_MAIN
