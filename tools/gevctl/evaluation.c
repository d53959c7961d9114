// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "description.h"
#include "device.h"
#include "evaluation.h"
#include "registers.h"

/* For the child, with the camera's description. */
struct work {
	const struct evaluation_task *task;
	struct description description;
};

static int child_read(void *ctx, uint64_t address, void *data, size_t length)
{
	return sandbox_read(ctx, address, data, length);
}

static int child_write(void *ctx, uint64_t address, const void *data, size_t length)
{
	return sandbox_write(ctx, address, data, length);
}

static const char *child_words(void *ctx)
{
	return ((struct sandbox *)ctx)->words;
}

static int run_child(struct sandbox *box, void *ctx)
{
	const struct port port = {
		.read = child_read, .write = child_write, .words = child_words, .ctx = box,
	};
	struct evaluation ev = { .box = box };
	const struct work *work = ctx;
	ArvDevice *device;
	char why[256], *xml;
	int ret;

	device_silence();
	ret = description_unpack(&work->description, &xml, &ev.size, why, sizeof(why));
	if (ret)
		return sandbox_fail(box, ret, "the camera's description cannot be used: %s", why);
	device = device_new(&port, xml, ev.size);
	if (!device)
		return sandbox_fail(box, -EINVAL,
				    "its description is no GenICam XML; %s",
				    "'gevctl read' and 'write' work without");
	ev.genicam = arv_device_get_genicam(device);
	ev.xml = xml;
	ev.ctx = work->task->ctx;
	return work->task->job(&ev);
}

/**
 * evaluation_answer() - the job's result, from the child
 * @ev: the evaluation
 * @json: the result, or NULL when memory ran out; its reference is taken
 *
 * Return: what the job is to return.
 */
int evaluation_answer(struct evaluation *ev, json_t *json)
{
	char *text = json ? json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
	int ret;

	json_decref(json);
	if (!text)
		return sandbox_fail(ev->box, -ENOMEM, "out of memory");
	ret = sandbox_output(ev->box, text, strlen(text));
	free(text);
	return ret;
}

/* The parent's side: registers of the one camera that the command is about. */
struct registers {
	struct netlink *nl;
	const char *camera;
	int error;	/* of the last access */
	int gone;	/* the camera, or the right to reach it: no access does better */
};

static int keep_error(struct registers *regs, int error)
{
	regs->error = error;
	if (error == -ENODEV || error == -EHOSTUNREACH || error == -EPERM)
		regs->gone = error;
	return error;
}

/* The 48-bit addresses of IIDC: the bus is the only one there is. */
static uint64_t strip_bus(uint64_t address)
{
	return address >> 32 == 0xffff ? address & UINT32_MAX : address;
}

static int parent_read(void *ctx, uint64_t address, void *data, size_t length)
{
	struct registers *regs = ctx;

	address = strip_bus(address);
	if (address > UINT32_MAX)
		return -EFAULT;
	return regs->gone ?: keep_error(regs, registers_read(regs->nl, regs->camera, address,
							     data, length));
}

static int parent_write(void *ctx, uint64_t address, const void *data, size_t length)
{
	struct registers *regs = ctx;

	address = strip_bus(address);
	if (address > UINT32_MAX)
		return -EFAULT;
	return regs->gone ?: keep_error(regs, registers_write(regs->nl, regs->camera, address,
							      data, length));
}

static const char *parent_words(void *ctx)
{
	return ((const struct registers *)ctx)->nl->why;
}

static enum outcome run_work(struct netlink *nl, const struct camera *cam, struct work *work,
			     struct sandbox_result *result)
{
	struct registers regs = { .nl = nl, .camera = cam->name };
	const struct port port = {
		.read = parent_read,
		.write = work->task->writes ? parent_write : NULL,
		.words = parent_words,
		.ctx = &regs,
	};
	int ret = sandbox_run_sink(run_child, work, &port, work->task->sink, result);

	if (regs.gone)
		return fail_errno(cam->name, regs.gone, nl->why);
	if (ret == -EINTR)	/* the user's wish */
		return OUTCOME_OK;
	if (ret)
		return fail_errno(cam->name, regs.error ? regs.error : EINVAL, result->why);
	return OUTCOME_OK;
}

/**
 * evaluation_run() - run a job over a camera's features
 * @nl: the connection
 * @cam: the camera
 * @task: the job
 * @json: gets its answer, NULL on failure and where there is a sink
 */
enum outcome evaluation_run(struct netlink *nl, const struct camera *cam,
			    const struct evaluation_task *task, json_t **json)
{
	struct sandbox_result result = { 0 };
	struct work work = { .task = task };
	enum outcome outcome;

	*json = NULL;
	outcome = description_load(nl, cam, &work.description);
	if (outcome == OUTCOME_OK)
		outcome = run_work(nl, cam, &work, &result);
	if (outcome == OUTCOME_OK && !task->sink) {
		*json = json_loadb(result.data, result.size, JSON_DECODE_ANY, NULL);
		if (!*json)
			outcome = fail(OUTCOME_FAILED, "%s: the child's answer is broken",
				       cam->name);
	}
	free(result.data);
	description_free(&work.description);
	return outcome;
}
