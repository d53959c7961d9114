// SPDX-License-Identifier: GPL-2.0
/* From XML to a map: the steps in their order, and the report. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "features/view.h"
#include "map_feature.h"

/**
 * map_key() - key of a model
 * @identity: the model
 * @key: gets GEV_MAP_KEY_LEN hex digits and a NUL
 */
void map_key(const struct map_identity *identity, char key[GEV_MAP_KEY_LEN + 1])
{
	uint8_t input[GEV_MAP_KEY_INPUT_MAX];
	char *digest;
	int size;

	size = gev_map_key_input(input, sizeof(input), identity->manufacturer, identity->model,
				 identity->device_version, identity->url, identity->manifest);
	digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, input, size > 0 ? size : 0);
	memcpy(key, digest, GEV_MAP_KEY_LEN);
	key[GEV_MAP_KEY_LEN] = 0;
	g_free(digest);
}

static const char *fate_word(const struct map_candidate *f)
{
	static const char * const word[] = {
		[GEV_FATE_DRIVER] = "driver",
		[GEV_FATE_STANDARD] = "standard control",
		[GEV_FATE_CUSTOM] = "custom control",
		[GEV_FATE_PRIVILEGED] = "privileged",
		[GEV_FATE_EVALUATED] = "evaluated",
	};

	if (f->missing)
		return "missing";
	if (f->elsewhere)
		return f->elsewhere;
	return f->row ? word[f->row->fate] : "gevctl only";
}

static const char *kind_word(const struct map_candidate *f)
{
	static const char * const word[] = {
		"?", "integer", "float", "boolean", "enumeration", "command", "string", "register",
	};

	return word[f->kind];
}

static json_t *report_row(struct map_build *b, const struct map_candidate *f)
{
	json_t *row = json_pack("{s:s, s:s, s:s, s:b}", "name", f->name, "kind",
				kind_word(f), "fate", fate_word(f), "visible", f->visible);
	const char *standard = "";
	struct map_cost cost;

	if (f->row && f->row->label)
		json_object_set_new(row, "control", json_string(f->row->label));
	if (f->row && f->row->cid)
		json_object_set_new(row, "id", json_integer(f->row->cid));
	if (f->row && f->row->std_cid) {
		gev_standard_control(f->row->std_cid, &standard, f->row->kind);
		json_object_set_new(row, "standard", json_integer(f->row->std_cid));
		json_object_set_new(row, "standard_control", json_string(standard));
	}
	if (f->row && f->kind == GEV_KIND_FLOAT)
		json_object_set_new(row, "scale", json_integer(f->row->scale));
	if (f->row && f->row->get != GEV_MAP_NONE) {
		map_cost(b, f->row, &cost);
		json_object_set_new(row, "instructions", json_integer(cost.instructions));
		json_object_set_new(row, "registers", json_integer(cost.registers));
	}
	if (f->why)
		json_object_set_new(row, "why", json_string(f->why));
	return row;
}

static json_t *report(const struct map_features *fs)
{
	json_t *rows = json_array();
	unsigned int i;

	for (i = 0; i < fs->all->len; i++)
		json_array_append_new(rows, report_row(&fs->compiler->build, fs->all->pdata[i]));
	return rows;
}

static int compile(struct map_compiler *c, const struct map_identity *identity,
		   struct map_output *out)
{
	struct map_features fs;
	int ret;

	map_features_init(&fs, c);
	map_collect(&fs);
	map_feature_rows(&fs);
	ret = map_fates(&fs, out->why, sizeof(out->why));
	if (!ret) {
		map_controls(&fs);
		map_selectors(&fs);
		map_expand(&fs);
		map_dependencies(&fs);
		ret = map_sums(&c->build);
		if (ret)
			snprintf(out->why, sizeof(out->why), "subprograms are too large");
	}
	if (!ret)
		ret = map_write(&c->build, identity, out);
	out->report = report(&fs);
	map_features_free(&fs);
	return ret;
}

/**
 * map_compile() - compile a description
 * @identity: the model that the map is for
 * @xml: the text of the description; hostile
 * @size: its bytes
 * @out: gets map and report, or a sentence; free with map_output_free() in
 *	every case
 *
 * Return: 0 or -errno.
 */
int map_compile(const struct map_identity *identity, const char *xml, size_t size,
		struct map_output *out)
{
	struct map_compiler compiler;
	struct genicam *genicam;
	int ret;

	memset(out, 0, sizeof(*out));
	ret = genicam_parse(xml, size, &genicam, out->why, sizeof(out->why));
	if (ret)
		return ret;
	map_compiler_init(&compiler, genicam);
	ret = compile(&compiler, identity, out);
	map_compiler_free(&compiler);
	genicam_free(genicam);
	return ret;
}

/**
 * map_output_free() - free what map_compile() made
 * @out: its output
 */
void map_output_free(struct map_output *out)
{
	g_free(out->data);
	json_decref(out->report);
	memset(out, 0, sizeof(*out));
}
