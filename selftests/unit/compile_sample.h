/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Small descriptions, compiled and taken into use: the fixture of tests that
 * ask what the compiler makes of them.
 */
#ifndef COMPILE_SAMPLE_H
#define COMPILE_SAMPLE_H

#include <stdio.h>

#include "kselftest_harness.h"

#include "memory_device.h"
#include "features/gevmap.h"
#include "tools/gevctl/map.h"

#define HEAD	"<RegisterDescription SchemaMajorVersion=\"1\" SchemaMinorVersion=\"1\">"
#define TAIL	"<Port Name=\"Device\"/></RegisterDescription>"

/* A register at an address, big-endian, readable and writable. */
#define REG(name, address)							\
	"<IntReg Name=\"" name "\"><Address>" address "</Address>"		\
	"<Length>4</Length><AccessMode>RW</AccessMode><pPort>Device</pPort>"	\
	"<Endianess>BigEndian</Endianess></IntReg>"

static struct memory memory;

static int port_read(void *ctx, u64 address, void *data, u32 len)
{
	memory_read(&memory, address, data, len);
	return 0;
}

static int port_write(void *ctx, u64 address, const void *data, u32 len)
{
	memory_write(&memory, address, data, len);
	return 0;
}

static void put(u32 address, u32 value)
{
	value = GUINT32_TO_BE(value);
	memory_write(&memory, address, &value, sizeof(value));
}

static u32 at(u32 address)
{
	return GUINT32_FROM_BE(memory_word(&memory, address));
}

FIXTURE(compile) {
	struct map_output map;
	struct gev_map_view *view;
	struct gev_features fs;
};

FIXTURE_SETUP(compile)
{
	memset(self, 0, sizeof(*self));
	self->view = calloc(1, gev_map_view_size());
	memory_reset(&memory, 1);
}

FIXTURE_TEARDOWN(compile)
{
	free(self->fs.variables);
	free(self->fs.scratch);
	free(self->view);
	map_output_free(&self->map);
	g_hash_table_unref(memory.words);
	memory.words = NULL;
}

/* Compiles @xml, and takes the map into use if there is one. */
static int load(struct map_output *map, struct gev_map_view *view, struct gev_features *fs,
		const char *xml)
{
	static const struct map_identity identity = { .manufacturer = "M", .model = "N" };
	char why[256];
	int ret;

	free(fs->variables);
	free(fs->scratch);
	memset(fs, 0, sizeof(*fs));
	map_output_free(map);
	ret = map_compile(&identity, xml, strlen(xml), map);
	if (!ret)
		ret = gev_map_verify(map->data, map->size, view, why, sizeof(why));
	if (ret)
		return ret;
	*fs = (struct gev_features){
		.map = view,
		.variables = calloc(1, gev_map_variables_size(view) + 1),
		.scratch = calloc(1, gev_map_scratch_size(view)),
		.port = { .read = port_read, .write = port_write },
	};
	gev_features_reset(fs);
	return 0;
}

#define LOAD(xml)	load(&self->map, self->view, &self->fs, xml)

/* Categories with these features, then nodes. */
#define DOCUMENT(features, nodes)						\
	HEAD "<Category Name=\"Root\"><pFeature>DeviceControl</pFeature></Category>"	\
	"<Category Name=\"DeviceControl\">" features "</Category>" nodes TAIL
#define FEATURE(name)	"<pFeature>" name "</pFeature>"

static const char *reported(const struct map_output *map, const char *name, const char *key)
{
	json_t *row;
	size_t i;

	json_array_foreach(map->report, i, row) {
		if (!strcmp(json_string_value(json_object_get(row, "name")), name))
			return json_string_value(json_object_get(row, key)) ?: "";
	}
	return "(no such feature)";
}

#define EXPECT_REPORT(name, key, words)						\
	EXPECT_NE(NULL, strstr(reported(&self->map, name, key), words))		\
		TH_LOG("%s is '%s'", name, reported(&self->map, name, key))

#endif /* COMPILE_SAMPLE_H */
