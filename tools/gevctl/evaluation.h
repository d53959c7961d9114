/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A camera's description, parsed and evaluated in the unprivileged child, over
 * registers that the parent reads and writes.
 */
#ifndef GEVCTL_EVALUATION_H
#define GEVCTL_EVALUATION_H

#include <stdbool.h>

#include <arv.h>
#include <jansson.h>

#include "camera.h"
#include "netlink.h"
#include "outcome.h"
#include "sandbox.h"

/**
 * struct evaluation - what a job has, in the child
 * @box: its way to the parent
 * @genicam: the features
 * @xml: the description
 * @size: its bytes
 * @ctx: of the task
 */
struct evaluation {
	struct sandbox *box;
	ArvGc *genicam;
	const char *xml;
	size_t size;
	void *ctx;
};

/**
 * struct evaluation_task - what to do
 * @job: runs in the child; 0, or -errno after sandbox_fail()
 * @ctx: for it; what the job changes there is lost
 * @writes: it may write registers
 * @sink: takes its output as it comes, or NULL
 */
struct evaluation_task {
	int (*job)(struct evaluation *ev);
	void *ctx;
	bool writes;
	const struct sandbox_sink *sink;
};

enum outcome evaluation_run(struct netlink *nl, const struct camera *cam,
			    const struct evaluation_task *task, json_t **json);

/* In the child. */
int evaluation_answer(struct evaluation *ev, json_t *json);	/* takes the reference */

#endif /* GEVCTL_EVALUATION_H */
