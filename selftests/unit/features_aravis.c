// SPDX-License-Identifier: GPL-2.0
/*
 * The evaluator against libaravis: over random registers, value, limits,
 * access and availability of each mapped feature are the same, and writing it
 * leaves the same bytes.
 *
 *	GEV_XML_DIR	folder with descriptions of real cameras, *.xml.xz
 *	GEV_XML_ROUNDS	contents of the registers that are tried for each; 3
 *
 * Differences that are libaravis's own are counted by rule, see rule_text.
 */
#include <dirent.h>
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
static bool draw_value(struct comparison *c, unsigned int i, const struct gev_feature *f,
		       u64 random, s64 *value)
{
	struct gev_limits l;
	struct gev_entry e;

	switch (f->kind) {
	case GEV_KIND_BOOLEAN:
		*value = random & 1;
		return true;
	case GEV_KIND_ENUMERATION:
		gev_map_entry(c->view, i, random % f->entries, &e);
		*value = e.value;
		return true;
	case GEV_KIND_INTEGER:
	case GEV_KIND_FLOAT:
		if (gev_feature_limits(&c->fs, i, &l))
			return false;
		l.min = CLAMP(l.min, -(1LL << 50), 1LL << 50);
		l.max = CLAMP(l.max, -(1LL << 50), 1LL << 50);
		/* The ends of a float's limits are rounded: not the same number for both. */
		if (f->kind == GEV_KIND_FLOAT) {
			l.min++;
			l.max--;
		}
		if (l.min > l.max)
			return false;
		*value = l.min + random % ((l.max - l.min) / l.inc + 1) * l.inc;
		return true;
	}
	return false;
}

static void their_write(ArvGcFeatureNode *node, const struct gev_feature *f, s64 value,
			GError **error)
{
	if (f->kind == GEV_KIND_FLOAT)
		arv_gc_float_set_value(ARV_GC_FLOAT(node), value / pow(10, f->scale), error);
	else if (f->kind == GEV_KIND_BOOLEAN)
		arv_gc_boolean_set_value(ARV_GC_BOOLEAN(node), value, error);
	else if (f->kind == GEV_KIND_ENUMERATION)
		arv_gc_enumeration_set_int_value(ARV_GC_ENUMERATION(node), value, error);
	else
		arv_gc_integer_set_value(ARV_GC_INTEGER(node), value, error);
}

static void compare_write(struct comparison *c, unsigned int i, u64 random)
{
	struct gev_feature f;
	GError *error = NULL;
	guint32 address;
	ArvGcNode *node;
	enum rule rule;
	s64 value;

	gev_map_feature(c->view, i, &f);
	node = arv_gc_get_node(c->device->genicam, f.name);
	if (!ARV_IS_GC_FEATURE_NODE(node) || !draw_value(c, i, &f, random, &value))
		return;
	if (!gev_feature_write(&c->fs, i, value))
		their_write(ARV_GC_FEATURE_NODE(node), &f, value, &error);
	c->compared++;
	if (memory_differs(&c->theirs, &c->ours, &address)) {
		rule = divides(c, genicam_find(c->genicam, f.name), 0) ? RULE_QUOTIENT : RULE_NONE;
		differ(c, error ? RULE_HIDDEN : rule, f.name,
		       "after writing %lld, address %x is %08x, not %08x", (long long)value,
		       address, GUINT32_FROM_BE(memory_word(&c->ours, address)),
		       GUINT32_FROM_BE(memory_word(&c->theirs, address)));
		memory_reset(&c->theirs, c->theirs.seed);
		memory_reset(&c->ours, c->ours.seed);
	}
	g_clear_error(&error);
}

static void compare_round(struct comparison *c, const char *xml, size_t size, u64 seed)
{
	unsigned int i;

	memory_reset(&c->theirs, seed);
	memory_reset(&c->ours, seed);
	gev_features_reset(&c->fs);
	c->device = memory_device_new(&c->theirs, xml, size);
	if (!c->device) {
		differ(c, RULE_NONE, "-", "libaravis refuses the description");
		return;
	}
	for (i = 0; i < gev_map_features(c->view); i++)
		compare_feature(c, i);
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
	for (i = 0; i < rounds; i++)
		compare_round(c, start, size - (start - xml), i + 1);
	return 0;
}

static void comparison_free(struct comparison *c)
{
	free(c->fs.variables);
	free(c->fs.scratch);
	free(c->view);
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
	for (i = 0; i < RULES; i++)
		EXPECT_EQ(0, c.differences[i])
			TH_LOG("rule %u: %s", i, c.first);
	EXPECT_LT(3000, c.compared);
	EXPECT_EQ(gev_map_find(c.view, "ExposureTime") >= 0, true);
	EXPECT_LE(0, gev_map_role(c.view, GEV_ROLE_RDMA_PORT));
	EXPECT_LE(0, gev_map_role(c.view, GEV_ROLE_GENDC_FLOW_TABLE));
	comparison_free(&c);
	g_free(xml);
}

/* Roles without which there is no picture. */
static bool usable(const struct gev_map_view *view)
{
	static const enum gev_role needed[] = {
		GEV_ROLE_WIDTH, GEV_ROLE_HEIGHT, GEV_ROLE_PIXEL_FORMAT, GEV_ROLE_PAYLOAD_SIZE,
		GEV_ROLE_ACQUISITION_START, GEV_ROLE_ACQUISITION_STOP,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(needed); i++) {
		if (gev_map_role(view, needed[i]) < 0)
			return false;
	}
	return true;
}

FIXTURE(folder) {
	const char *path;
	DIR *dir;
};

FIXTURE_SETUP(folder)
{
	self->path = getenv("GEV_XML_DIR");
	self->dir = self->path ? opendir(self->path) : NULL;
}

FIXTURE_TEARDOWN(folder)
{
	if (self->dir)
		closedir(self->dir);
}

TEST_F_TIMEOUT(folder, real_cameras, 3000)
{
	const char *rounds = getenv("GEV_XML_ROUNDS");
	unsigned long compared = 0, differences[RULES] = { 0 };
	unsigned int files = 0, i;
	struct comparison c;
	struct dirent *entry;
	size_t size;
	char *xml;

	if (!self->dir)
		SKIP(return, "GEV_XML_DIR names no folder with descriptions of cameras");
	while ((entry = readdir(self->dir))) {
		if (!g_str_has_suffix(entry->d_name, ".xml.xz"))
			continue;
		xml = unpack_description(self->path, entry->d_name, &size);
		EXPECT_EQ(0, compare(&c, xml, size, rounds ? atoi(rounds) : 3))
			TH_LOG("%s: %s", entry->d_name, c.first);
		EXPECT_EQ(0, c.differences[RULE_NONE])
			TH_LOG("%s: %s", entry->d_name, c.first);
		if (c.view)
			EXPECT_TRUE(usable(c.view))
				TH_LOG("%s lacks a role", entry->d_name);
		compared += c.compared;
		for (i = 0; i < RULES; i++)
			differences[i] += c.differences[i];
		files++;
		comparison_free(&c);
		g_free(xml);
	}
	TH_LOG("%u files, %lu comparisons", files, compared);
	for (i = 0; i < RULES; i++) {
		TH_LOG("%lu times: %s", differences[i], rule_text[i]);
		EXPECT_LE(differences[i], compared / 20);
	}
	EXPECT_LT(0, files);
}

TEST_HARNESS_MAIN
