// SPDX-License-Identifier: GPL-2.0
/*
 * gevctl get and set reach every feature of a description, whether or not a map
 * holds it: each is found, each has a value or words that say why not, and each
 * that can be set takes its own value back. Registers hold nothing, or anything.
 *
 *	GEV_XML_DIR	folder with descriptions of real cameras, *.xml.xz
 */
#include <dirent.h>
#include <string.h>

#include "kselftest_harness.h"

#include "descriptions.h"
#include "memory_device.h"
#include "tools/gevctl/device.h"
#include "tools/gevctl/genicam.h"
#include "tools/gevctl/node.h"

#define SEEDS 3

/* What a feature may say that registers of random content have made unusable. */
static const char *const reasons[] = {
	"its value comes with",		/* chunks and events: no register */
	"division by zero",
	"is outside of", "greater than allowed", "lower than allowed", "not in steps of",
	"none of its entries", "is none of", "too many to show",
};

struct reach {
	struct memory memory;
	ArvGc *genicam;
	GHashTable *seen;
	GPtrArray *names;
	unsigned long features;
	unsigned long values;
	unsigned long written;
	unsigned long unexplained;
	char first[256];
};

static int port_read(void *ctx, uint64_t address, void *data, size_t length)
{
	struct memory *memory = ctx;

	if (memory->seed)
		memory_read(memory, address & UINT32_MAX, data, length);
	else
		memset(data, 0, length);
	return 0;
}

static int port_write(void *ctx, uint64_t address, const void *data, size_t length)
{
	memory_write(ctx, address & UINT32_MAX, data, length);
	return 0;
}

static const char *port_words(void *ctx)
{
	return "";
}

static void explain(struct reach *r, const char *what, const char *name, const char *words)
{
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(reasons); i++) {
		if (strstr(words, reasons[i]))
			return;
	}
	if (!r->unexplained++)
		snprintf(r->first, sizeof(r->first), "%s %s: %s", what, name, words);
}

static void walk(struct reach *r, const struct genicam *tree, const struct genicam_node *category)
{
	const struct genicam_node *child;
	struct genicam_node *node;
	unsigned int i;

	for (i = 0; i < category->children->len; i++) {
		child = category->children->pdata[i];
		node = genicam_is(child, "pFeature") ? genicam_find(tree, child->text) : NULL;
		if (!node || !g_hash_table_add(r->seen, node))
			continue;
		if (genicam_is(node, "Category"))
			walk(r, tree, node);
		else
			g_ptr_array_add(r->names, node->name);
	}
}

static void try_set(struct reach *r, ArvGcNode *node)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *text = node_text(node, NULL);

	if (!text)
		return;
	if (node_set(node, text, &error))
		r->written++;
	else
		explain(r, "set", node_name(node), node_words(error));
}

static void try_feature(struct reach *r, const char *name)
{
	g_autoptr(GError) error = NULL;
	ArvGcNode *node = node_find(r->genicam, name, &error);
	json_t *json;

	r->features++;
	if (!node) {
		explain(r, "find", name, node_words(error));
		return;
	}
	json = node_json(node, &error);
	if (error)
		explain(r, "get", name, node_words(error));
	else if (json_object_get(json, "value"))
		r->values++;
	json_decref(json);
	if (!strcmp(node_access(node), "rw") && node_kind(node) != NODE_COMMAND)
		try_set(r, node);
}

static void try_description(struct reach *r, const char *xml, size_t size)
{
	const struct port port = {
		.read = port_read, .write = port_write, .words = port_words, .ctx = &r->memory,
	};
	ArvDevice *device = device_new(&port, xml, size);
	struct genicam *tree;
	unsigned int seed, i;
	char why[128];

	if (!device || genicam_parse(xml, size, &tree, why, sizeof(why)))
		return;
	r->genicam = arv_device_get_genicam(device);
	r->seen = g_hash_table_new(NULL, NULL);
	r->names = g_ptr_array_new();
	walk(r, tree, genicam_find(tree, "Root"));
	for (seed = 0; seed < SEEDS; seed++) {
		for (i = 0; i < r->names->len; i++) {
			memory_reset(&r->memory, seed);
			try_feature(r, r->names->pdata[i]);
		}
	}
	g_ptr_array_unref(r->names);
	g_hash_table_unref(r->seen);
	genicam_free(tree);
	g_object_unref(device);
	g_hash_table_unref(r->memory.words);
	r->memory.words = NULL;
}

TEST(simulated_camera)
{
	char *xml = simulated_description();
	struct reach r = { 0 };

	device_silence();
	try_description(&r, xml, strlen(xml));
	EXPECT_EQ(0, r.unexplained)
		TH_LOG("%s", r.first);
	EXPECT_LT(200, r.features);
	EXPECT_LT(r.features / 2, r.values);
	EXPECT_LT(20, r.written);
	g_free(xml);
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

TEST_F_TIMEOUT(folder, real_cameras, 600)
{
	struct reach r = { 0 };
	struct dirent *entry;
	unsigned long before;
	size_t size;
	char *xml;

	if (!self->dir)
		SKIP(return, "GEV_XML_DIR names no folder with descriptions of cameras");
	device_silence();
	while ((entry = readdir(self->dir))) {
		if (!g_str_has_suffix(entry->d_name, ".xml.xz"))
			continue;
		xml = unpack_description(self->path, entry->d_name, &size);
		before = r.features;
		try_description(&r, xml, size);
		EXPECT_LT(before, r.features)
			TH_LOG("%s: no features", entry->d_name);
		g_free(xml);
	}
	TH_LOG("%lu features, %lu with a value, %lu written", r.features, r.values, r.written);
	EXPECT_EQ(0, r.unexplained)
		TH_LOG("%s", r.first);
}

TEST_HARNESS_MAIN
