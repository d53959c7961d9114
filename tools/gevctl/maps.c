// SPDX-License-Identifier: GPL-2.0
/* Commands about feature maps. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cache.h"
#include "camera.h"
#include "command.h"
#include "compilation.h"
#include "description.h"
#include "file.h"
#include "identity.h"
#include "json.h"
#include "map.h"
#include "netlink.h"
#include "report.h"

#define CACHE_SUFFIX	"gevmap"
#define NODE_WAIT_MS	3000	/* for the video node after the map is there */
#define NODE_LOOK_MS	50

static const char *output_path, *for_camera, *map_file;
static int refresh;

const struct poptOption maps_compile_options[] = {
	{ "output", 'o', POPT_ARG_STRING, &output_path, 0,
	  "write the map there (else KEY.gevmap)", "FILE" },
	{ "for", 'f', POPT_ARG_STRING, &for_camera, 0,
	  "the map is for this camera's model", "CAM" },
	POPT_TABLEEND
};

const struct poptOption maps_install_options[] = {
	{ "file", 'f', POPT_ARG_STRING, &map_file, 0, "use this map", "MAP" },
	{ "refresh", 'r', POPT_ARG_NONE, &refresh, 0,
	  "download and compile again, whatever the cache holds", NULL },
	POPT_TABLEEND
};

/* A description by its file or its camera, with the model that it is for. */
struct source {
	struct description description;
	struct map_identity identity;
};

static bool is_file(const char *word)
{
	struct stat st;

	if (strchr(word, '/'))
		return strncmp(word, "/dev/", 5);
	return !stat(word, &st) && S_ISREG(st.st_mode);
}

static enum outcome source_from_camera(const char *who, struct description *d,
				       struct map_identity *identity)
{
	struct camera cam;
	struct netlink nl;
	enum outcome outcome = netlink_connect(&nl);

	if (outcome == OUTCOME_OK)
		outcome = camera_find(&nl, who, &cam);
	if (outcome == OUTCOME_OK && d)
		outcome = description_load(&nl, &cam, d);
	if (outcome == OUTCOME_OK)
		outcome = identity_read(&nl, &cam, identity);
	netlink_close(&nl);
	return outcome;
}

static enum outcome source_load(const char *word, struct source *source)
{
	enum outcome outcome;

	*source = (struct source){ 0 };
	if (!is_file(word))
		return source_from_camera(word, &source->description, &source->identity);

	outcome = description_read_file(word, &source->description);
	if (outcome == OUTCOME_OK && for_camera)
		outcome = source_from_camera(for_camera, NULL, &source->identity);
	return outcome;
}

static enum outcome compile_source(const char *word, struct compilation *c, char *key)
{
	struct source source;
	enum outcome outcome = source_load(word, &source);

	*c = (struct compilation){ 0 };
	if (outcome == OUTCOME_OK)
		outcome = compilation_run(&source.description, &source.identity, c);
	map_key(&source.identity, key);
	description_free(&source.description);
	return outcome;
}

/**
 * maps_compile() - command "map compile"
 * @inv: XML or CAM
 */
enum outcome maps_compile(const struct invocation *inv)
{
	char key[GEV_MAP_KEY_LEN + 1], path[GEV_MAP_KEY_LEN + sizeof(".gevmap")];
	struct compilation c;
	enum outcome outcome = compile_source(inv->args[0], &c, key);

	snprintf(path, sizeof(path), "%s.gevmap", key);
	if (!output_path)
		output_path = path;
	if (outcome == OUTCOME_OK)
		outcome = file_write(output_path, c.map, c.size);
	if (outcome == OUTCOME_OK && strcmp(output_path, "-")) {
		if (inv->json)
			outcome = json_print(json_pack("{s:s,s:o,s:I,s:I}", "key", key,
						       "output", json_text(output_path),
						       "size", (json_int_t)c.size, "features",
						       (json_int_t)json_array_size(c.report)));
		else
			printf("%s: %zu bytes, %zu features\n", output_path, c.size,
			       json_array_size(c.report));
	}
	compilation_free(&c);
	return outcome;
}

/**
 * maps_report() - command "map report"
 * @inv: XML or CAM
 */
enum outcome maps_report(const struct invocation *inv)
{
	char key[GEV_MAP_KEY_LEN + 1];
	struct compilation c;
	enum outcome outcome = compile_source(inv->args[0], &c, key);

	if (outcome == OUTCOME_OK)
		outcome = inv->json ? json_print(json_pack("{s:O}", "features", c.report)) :
			report_print(&c);
	compilation_free(&c);
	return outcome;
}

static int upload(struct netlink *nl, const struct camera *cam, const char *map, size_t size)
{
	size_t offset = 0;
	int ret = 0;

	while (offset < size && !ret) {
		size_t now = size - offset < GEV_MAP_CHUNK ? size - offset : GEV_MAP_CHUNK;
		struct nlmsghdr *nlh = netlink_request(nl, GEV_CMD_MAP_SET);

		mnl_attr_put_strz(nlh, GEV_A_CAMERA, cam->name);
		mnl_attr_put_u32(nlh, GEV_A_MAP_SIZE, size);
		mnl_attr_put_u32(nlh, GEV_A_MAP_OFFSET, offset);
		mnl_attr_put(nlh, GEV_A_DATA, now, map + offset);
		ret = netlink_run(nl, nlh, NULL, NULL);
		offset += now;
	}
	return ret;
}

/* Where a map came from, for the user. */
struct install {
	char *map;
	size_t size;
	const char *from;
};

static enum outcome compile_for(struct netlink *nl, const struct camera *cam,
				struct install *install)
{
	struct map_identity identity;
	struct description d;
	struct compilation c = { 0 };
	enum outcome outcome;

	outcome = refresh ? description_download(nl, cam, &d) : description_load(nl, cam, &d);
	if (outcome == OUTCOME_OK)
		outcome = identity_read(nl, cam, &identity);
	if (outcome == OUTCOME_OK)
		outcome = compilation_run(&d, &identity, &c);
	description_free(&d);
	if (outcome == OUTCOME_OK) {
		cache_write(cam, CACHE_SUFFIX, c.map, c.size);
		install->map = c.map;
		install->size = c.size;
		install->from = "compiled";
		c.map = NULL;
	}
	compilation_free(&c);
	return outcome;
}

/* What an upload ended with. Somebody else may have been faster, which is as good. */
static enum outcome conclude(struct netlink *nl, const struct camera *cam,
			     struct install *install, int ret)
{
	if (ret == -EEXIST && !map_file) {
		install->from = "loaded before";
		return OUTCOME_OK;
	}
	return ret ? fail_errno(cam->name, ret, nl->why) : OUTCOME_OK;
}

/* -ENOENT when the cache has no map, or one of a format that the driver refuses. */
static int give_cached(struct netlink *nl, const struct camera *cam, struct install *install)
{
	int ret;

	if (refresh || cache_read_fresh(cam, CACHE_SUFFIX, &install->map, &install->size))
		return -ENOENT;
	install->from = "cache";
	ret = upload(nl, cam, install->map, install->size);
	if (ret != -EINVAL)
		return ret;
	free(install->map);
	install->map = NULL;
	return -ENOENT;
}

static enum outcome install_best(struct netlink *nl, const struct camera *cam,
				 struct install *install)
{
	enum outcome outcome;
	int ret;

	if (!map_file && !refresh && cam->map_loaded)
		return conclude(nl, cam, install, -EEXIST);

	if (map_file) {
		install->from = "file";
		outcome = file_read(map_file, GEV_MAP_SIZE_MAX, &install->map, &install->size);
	} else {
		ret = give_cached(nl, cam, install);
		if (ret != -ENOENT)
			return conclude(nl, cam, install, ret);
		outcome = compile_for(nl, cam, install);
	}
	if (outcome != OUTCOME_OK)
		return outcome;
	return conclude(nl, cam, install, upload(nl, cam, install->map, install->size));
}

/* The node appears a moment after the map; tell its name if it does. */
static void wait_for_node(struct netlink *nl, struct camera *cam)
{
	const struct timespec look = { 0, NODE_LOOK_MS * 1000000L };
	const struct camera *found;
	struct cameras cams;
	int waited;

	for (waited = 0; waited < NODE_WAIT_MS && !*cam->video; waited += NODE_LOOK_MS) {
		if (waited)
			nanosleep(&look, NULL);
		if (!cameras_load(nl, &cams) && cameras_match(&cams, cam->name, &found, 1) == 1)
			*cam = *found;
		cameras_free(&cams);
	}
}

static enum outcome install_map(struct netlink *nl, const struct camera *cam,
				const struct invocation *inv)
{
	struct install install = { 0 };
	struct camera now = *cam;
	enum outcome outcome = install_best(nl, cam, &install);

	if (outcome == OUTCOME_OK) {
		wait_for_node(nl, &now);
		if (inv->json)
			outcome = json_print(json_pack("{s:s,s:s,s:s,s:I,s:s?}", "name", now.name,
						       "map_key", now.map_key, "from", install.from,
						       "size", (json_int_t)install.size, "video",
						       *now.video ? now.video : NULL));
		else if (*now.video)
			printf("%s: map installed (%s), /dev/%s\n", now.name, install.from,
			       now.video);
		else
			printf("%s: map installed (%s), no video node yet: %s\n", now.name,
			       install.from, *now.reason ? now.reason : "see the kernel's log");
	}
	free(install.map);
	return outcome;
}

/**
 * maps_install() - command "map install"
 * @inv: CAM
 */
enum outcome maps_install(const struct invocation *inv)
{
	return command_on_camera(inv, install_map);
}
