// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compilation.h"
#include "device.h"
#include "sandbox.h"

struct task {
	const struct description *description;
	const struct map_identity *identity;
};

/* The child's output: length of the report, the report, the map. */
static int send_output(struct sandbox *box, const struct map_output *out)
{
	char *report = json_dumps(out->report, JSON_COMPACT);
	uint32_t length = report ? strlen(report) : 0;
	int ret;

	if (!report)
		return sandbox_fail(box, -ENOMEM, "out of memory");
	ret = sandbox_output(box, &length, sizeof(length));
	if (!ret)
		ret = sandbox_output(box, report, length);
	if (!ret)
		ret = sandbox_output(box, out->data, out->size);
	free(report);
	return ret;
}

static int compile_in_child(struct sandbox *box, void *ctx)
{
	const struct task *task = ctx;
	struct map_output out = { 0 };
	char why[256], *xml;
	size_t size;
	int ret;

	device_silence();
	ret = description_unpack(task->description, &xml, &size, why, sizeof(why));
	if (ret)
		return sandbox_fail(box, ret, "%s", why);
	ret = map_compile(task->identity, xml, size, &out);
	if (ret)
		return sandbox_fail(box, ret, "%s", out.why);
	return send_output(box, &out);
}

static int take_output(const struct sandbox_result *result, struct compilation *c)
{
	uint32_t length;

	if (result->size < sizeof(length))
		return -EBADMSG;
	memcpy(&length, result->data, sizeof(length));
	if (length > result->size - sizeof(length))
		return -EBADMSG;
	c->report = json_loadb(result->data + sizeof(length), length, 0, NULL);
	c->size = result->size - sizeof(length) - length;
	if (!json_is_array(c->report) || !c->size || c->size > GEV_MAP_SIZE_MAX)
		return -EBADMSG;
	c->map = malloc(c->size);
	if (!c->map)
		return -ENOMEM;
	memcpy(c->map, result->data + sizeof(length) + length, c->size);
	return 0;
}

/**
 * compilation_run() - compile a description
 * @description: zipped or plain, and hostile
 * @identity: the model that the map is for
 * @c: gets map and report; free with compilation_free() in every case
 */
enum outcome compilation_run(const struct description *description,
			     const struct map_identity *identity, struct compilation *c)
{
	struct task task = { .description = description, .identity = identity };
	struct sandbox_result result;
	enum outcome outcome = OUTCOME_OK;

	*c = (struct compilation){ 0 };
	if (sandbox_run(compile_in_child, &task, NULL, &result))
		outcome = fail(OUTCOME_FAILED, "%s: cannot be compiled: %s",
			       description->place.name, result.why);
	else if (take_output(&result, c))
		outcome = fail(OUTCOME_FAILED, "%s: the unprivileged child's answer is broken",
			       description->place.name);
	free(result.data);
	return outcome;
}

/**
 * compilation_free() - give back the memory
 * @c: the result, even an empty one
 */
void compilation_free(struct compilation *c)
{
	free(c->map);
	json_decref(c->report);
	*c = (struct compilation){ 0 };
}
