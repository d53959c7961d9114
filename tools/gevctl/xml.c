// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "description.h"
#include "file.h"
#include "json.h"
#include "netlink.h"
#include "sandbox.h"

static const char *output_path;

const struct poptOption description_options[] = {
	{ "output", 'o', POPT_ARG_STRING, &output_path, 0, "write to a file", "FILE" },
	POPT_TABLEEND
};

static int unpack_in_child(struct sandbox *box, void *ctx)
{
	char why[256], *text;
	size_t size;
	int ret;

	ret = description_unpack(ctx, &text, &size, why, sizeof(why));
	if (ret)
		return sandbox_fail(box, ret, "%s", why);
	return sandbox_output(box, text, size);
}

static enum outcome print_json(const struct camera *cam, const struct description *d,
			       const struct sandbox_result *xml)
{
	json_t *json = json_pack("{s:s,s:o,s:o,s:o,s:o}", "name", cam->name,
				 "file", json_text(d->place.name),
				 "address", json_number(d->place.address),
				 "length", json_number(d->place.length),
				 "xml_length", json_number(xml->size));

	if (output_path)
		json_object_set_new(json, "output", json_text(output_path));
	else
		json_object_set_new(json, "xml", json_text(xml->data));
	return json_print(json);
}

static enum outcome show(struct netlink *nl, const struct camera *cam,
			 const struct invocation *inv)
{
	struct sandbox_result xml = { 0 };
	struct description d;
	enum outcome outcome = description_download(nl, cam, &d);

	if (outcome == OUTCOME_OK && sandbox_run(unpack_in_child, &d, NULL, &xml))
		outcome = fail(OUTCOME_FAILED, "%s: the description '%s' cannot be used: %s",
			       cam->name, d.place.name, xml.why);
	if (outcome == OUTCOME_OK && output_path)
		outcome = file_write(output_path, xml.data, xml.size);
	if (outcome == OUTCOME_OK && inv->json)
		outcome = print_json(cam, &d, &xml);
	else if (outcome == OUTCOME_OK && !output_path)
		fwrite(xml.data, 1, xml.size, stdout);
	free(xml.data);
	description_free(&d);
	return outcome;
}

/**
 * description_show() - command "xml"
 * @inv: CAM
 */
enum outcome description_show(const struct invocation *inv)
{
	return command_on_camera(inv, show);
}
