// SPDX-License-Identifier: GPL-2.0
/*
 * What has to come of the descriptions of real cameras: everything that makes
 * a picture, a fate for each feature, and nearly all of them in the map.
 *
 *	GEV_XML_DIR	folder with descriptions of real cameras
 */
#include <linux/v4l2-controls.h>

#include "kselftest_harness.h"

#include "descriptions.h"
#include "features/gevmap.h"
#include "reference_xml.h"
#include "tools/gevctl/map.h"

/* One description, compiled. */
struct camera {
	struct map_output map;
	struct gev_map_view *view;
	struct reference_xml xml;
	unsigned int visible, elsewhere, evaluated, without_fate;
	char why[256];
};

static int camera_load(struct camera *cam, const char *xml, size_t size)
{
	static const struct map_identity identity = { .manufacturer = "M", .model = "M" };
	const char *start = memchr(xml, '<', size);
	int ret;

	memset(cam, 0, sizeof(*cam));
	cam->view = calloc(1, gev_map_view_size());
	ret = map_compile(&identity, xml, size, &cam->map);
	snprintf(cam->why, sizeof(cam->why), "%.250s", cam->map.why);
	if (!ret)
		ret = gev_map_verify(cam->map.data, cam->map.size, cam->view, cam->why,
				     sizeof(cam->why));
	if (!ret && !reference_xml_parse(&cam->xml, start, size - (start - xml)))
		ret = -EINVAL;
	return ret;
}

static void camera_free(struct camera *cam)
{
	map_output_free(&cam->map);
	reference_xml_free(&cam->xml);
	free(cam->view);
}

static json_t *camera_row(const struct camera *cam, const char *name)
{
	json_t *row;
	size_t i;

	json_array_foreach(cam->map.report, i, row) {
		if (!strcmp(json_string_value(json_object_get(row, "name")), name))
			return row;
	}
	return NULL;
}

static bool is_invisible(const struct reference_node *node)
{
	const char *visibility = reference_text(node, "Visibility");

	return visibility && !strcmp(visibility, "Invisible");
}

static void count_feature(struct camera *cam, const char *name)
{
	static const char * const fates[] = {
		"standard control", "custom control", "driver", "privileged", "evaluated",
		"metadata", "event", "gevctl only",
	};
	json_t *row = camera_row(cam, name);
	const char *fate = row ? json_string_value(json_object_get(row, "fate")) : "";
	unsigned int i = 0;

	while (i < ARRAY_SIZE(fates) && strcmp(fate, fates[i]))
		i++;
	cam->visible++;
	cam->without_fate += i == ARRAY_SIZE(fates);
	if (!strcmp(fate, "metadata") || !strcmp(fate, "event"))
		cam->elsewhere++;
	else
		cam->evaluated += gev_map_find(cam->view, name) >= 0;
}

/* Visible features, found by walking the categories once more, without the compiler. */
static void count_category(struct camera *cam, const char *name, GHashTable *seen)
{
	struct reference_node *category = reference_find(&cam->xml, name), *child, *node;
	unsigned int i;

	for (i = 0; category && i < category->children->len; i++) {
		child = category->children->pdata[i];
		if (!reference_is(child, "pFeature") || !g_hash_table_add(seen, child->text->str))
			continue;
		node = reference_find(&cam->xml, child->text->str);
		if (!node)
			continue;
		if (reference_is(node, "Category"))
			count_category(cam, child->text->str, seen);
		else if (!is_invisible(node))
			count_feature(cam, child->text->str);
	}
}

/* Whether the description has one of these features, in a category and not for chunks. */
static bool has_any(const struct camera *cam, const char * const *names)
{
	json_t *row;

	for (; *names; names++) {
		row = camera_row(cam, *names);
		if (row && json_is_true(json_object_get(row, "visible")))
			return true;
	}
	return false;
}

static bool has_standard(const struct camera *cam, u32 cid)
{
	struct gev_feature f;
	unsigned int i;

	for (i = 0; i < gev_map_features(cam->view); i++) {
		gev_map_feature(cam->view, i, &f);
		if (f.std_cid == cid)
			return true;
	}
	return false;
}

/* One of its own, or one for each entry of a selector: "TriggerMode[FrameStart]". */
static bool has_control(const struct camera *cam, const char * const *names)
{
	struct gev_feature f;
	unsigned int i;
	size_t len;

	for (; *names; names++) {
		len = strlen(*names);
		for (i = 0; i < gev_map_features(cam->view); i++) {
			gev_map_feature(cam->view, i, &f);
			if (!strncmp(f.name, *names, len) &&
			    (!f.name[len] || f.name[len] == '[') && (f.cid || f.std_cid))
				return true;
		}
	}
	return false;
}

/* Spellings of what a user of a camera looks for first. */
static const char * const exposure[] = {
	"ExposureTime", "ExposureTimeAbs", "ExposureTimeRaw", NULL
};

static const char * const gain[] = { "Gain", "GainAbs", "GainRaw", NULL };

static const char * const rate[] = { "AcquisitionFrameRate", "AcquisitionFrameRateAbs", NULL };

static const char * const trigger[] = { "TriggerMode", NULL };

/* Roles without which there is no picture. */
static const struct {
	enum gev_role role;
	const char *name;
} needed[] = {
	{ GEV_ROLE_WIDTH, "Width" }, { GEV_ROLE_HEIGHT, "Height" },
	{ GEV_ROLE_PIXEL_FORMAT, "PixelFormat" }, { GEV_ROLE_PAYLOAD_SIZE, "PayloadSize" },
	{ GEV_ROLE_ACQUISITION_START, "AcquisitionStart" },
	{ GEV_ROLE_ACQUISITION_STOP, "AcquisitionStop" },
	{ GEV_ROLE_TL_PARAMS_LOCKED, "TLParamsLocked" },
};

FIXTURE(cameras) {
	struct descriptions files;
};

FIXTURE_SETUP(cameras)
{
	descriptions_open(&self->files);
}

FIXTURE_TEARDOWN(cameras)
{
	descriptions_close(&self->files);
}

/* What the description has and the map has not, or "nothing". */
static const char *lacking(const struct camera *cam)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(needed); i++) {
		if (gev_map_role(cam->view, needed[i].role) < 0)
			return needed[i].name;
	}
	if (has_any(cam, exposure) && !has_standard(cam, V4L2_CID_EXPOSURE_ABSOLUTE))
		return "exposure";
	if (has_any(cam, gain) && !has_standard(cam, V4L2_CID_GAIN))
		return "gain";
	if (has_any(cam, rate) && gev_map_role(cam->view, GEV_ROLE_FRAME_RATE) < 0)
		return "frame rate";
	return has_any(cam, trigger) && !has_control(cam, trigger) ? "trigger" : "nothing";
}

TEST_F_TIMEOUT(cameras, all, 600)
{
	unsigned int files = 0, visible = 0, evaluated = 0, elsewhere = 0, ours;
	struct camera cam;
	GHashTable *seen;

	if (!self->files.dir)
		SKIP(return, "GEV_XML_DIR names no folder with descriptions of cameras");
	for (; descriptions_next(&self->files); files++) {
		ASSERT_EQ(0, camera_load(&cam, self->files.xml, self->files.size))
			TH_LOG("%s: %s", self->files.name, cam.why);
		EXPECT_STREQ("nothing", lacking(&cam))
			TH_LOG("%s", self->files.name);
		seen = g_hash_table_new(g_str_hash, g_str_equal);
		count_category(&cam, "Root", seen);
		g_hash_table_unref(seen);
		ours = cam.visible - cam.elsewhere;
		TH_LOG("%s: %u visible, %u chunk or event, %u of %u evaluated;%s%s%s%s",
		       self->files.name, cam.visible, cam.elsewhere, cam.evaluated, ours,
		       has_any(&cam, exposure) ? " exposure" : "",
		       has_any(&cam, gain) ? " gain" : "", has_any(&cam, rate) ? " rate" : "",
		       has_any(&cam, trigger) ? " trigger" : "");
		EXPECT_LT(0, cam.visible);
		EXPECT_EQ(0, cam.without_fate);
		EXPECT_LE(ours * 99, cam.evaluated * 100);
		visible += cam.visible;
		evaluated += cam.evaluated;
		elsewhere += cam.elsewhere;
		camera_free(&cam);
	}
	TH_LOG("%u files: %u visible, %u chunk or event, %u of %u evaluated", files, visible,
	       elsewhere, evaluated, visible - elsewhere);
	EXPECT_LT(0, files);
}

TEST_HARNESS_MAIN
