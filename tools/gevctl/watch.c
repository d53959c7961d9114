// SPDX-License-Identifier: GPL-2.0
/*
 * Command "watch". The child reads all features in rounds and sends each round
 * as a line of JSON; the parent prints what is new in it.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "camera.h"
#include "command.h"
#include "evaluation.h"
#include "json.h"
#include "node.h"
#include "text.h"
#include "watch.h"

#define INTERVAL_MIN	0.01
#define INTERVAL_MAX	60.0	/* seconds; the parent waits longer for a silent child */
#define INTERVAL	1.0
#define CPU_SECONDS	30	/* then a new child goes on: each has but a few */
#define CHAIN_MAX	32	/* nodes behind a feature */

static double interval;

const struct poptOption watch_options[] = {
	{ "interval", 'i', POPT_ARG_DOUBLE, &interval, 0,
	  "seconds between two looks (the camera's own, or 1)", "SECONDS" },
	POPT_TABLEEND
};

/**
 * watch_polling_time() - how often a feature should be read
 * @tree: the description
 * @name: of the feature
 *
 * Return: milliseconds, the least of the nodes on the way to its register; 0 if
 * none of them says.
 */
unsigned int watch_polling_time(const struct genicam *tree, const char *name)
{
	const struct genicam_node *node = genicam_find(tree, name);
	unsigned int i, least = 0;

	for (i = 0; node && i < CHAIN_MAX; i++) {
		const char *text = genicam_text(node, "PollingTime");
		uint32_t ms;

		if (text && text_parse_u32(text, &ms) && ms && (!least || ms < least))
			least = ms;
		node = genicam_find(tree, genicam_text(node, "pValue"));
	}
	return least;
}

/* The parent's words, and its pace for the child. */
struct watch {
	const struct camera *cam;
	const char **names;
	unsigned int count;
	bool json;
	json_t **last;
	GString *line;
	enum outcome outcome;
};

static double pace(struct evaluation *ev, const struct watch *watch)
{
	unsigned int i, ms, least = 0;
	struct genicam *tree;
	double seconds;
	char why[256];

	if (interval)
		return interval;
	if (genicam_parse(ev->xml, ev->size, &tree, why, sizeof(why)))
		return INTERVAL;
	for (i = 0; i < watch->count; i++) {
		ms = watch_polling_time(tree, watch->names[i]);
		if (ms && (!least || ms < least))
			least = ms;
	}
	genicam_free(tree);
	seconds = least ? least / 1000.0 : INTERVAL;
	return CLAMP(seconds, INTERVAL_MIN, INTERVAL_MAX);
}

/* Whether it is the camera that does not answer any more, not one register. */
static int check_camera(struct sandbox *box, bool *known)
{
	uint32_t version;
	int ret;

	if (*known)
		return 0;
	*known = true;
	ret = sandbox_read(box, 0, &version, sizeof(version));
	return ret ? sandbox_fail(box, ret, "%s", box->words) : 0;
}

static int send_round(struct evaluation *ev, const struct watch *watch, ArvGcNode **nodes)
{
	json_t *round = json_array(), *value;
	bool known = false;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < watch->count && !ret; i++) {
		g_autoptr(GError) error = NULL;
		const char *unit = node_unit(nodes[i]);

		value = *node_access(nodes[i]) == 'r' ? node_value(nodes[i], &error) : json_null();
		if (error)
			ret = check_camera(ev->box, &known);
		json_array_append_new(round, json_pack("{s:o,s:o,s:o}", "value",
						       error ? json_null() : json_incref(value),
						       "unit", unit ? json_text(unit) : json_null(),
						       "error", error ?
						       json_text(node_words(error)) : json_null()));
		json_decref(value);
	}
	if (ret) {
		json_decref(round);
		return ret;
	}
	ret = evaluation_answer(ev, round);
	return ret ?: sandbox_output(ev->box, "\n", 1);
}

static int watch_in_child(struct evaluation *ev)
{
	const struct watch *watch = ev->ctx;
	ArvGcNode *nodes[WATCH_MAX];
	struct timespec pause;
	GError *error = NULL;
	unsigned int i;
	double seconds;
	int ret = 0;

	for (i = 0; i < watch->count; i++) {
		nodes[i] = node_find(ev->genicam, watch->names[i], &error);
		if (!nodes[i])
			return sandbox_fail(ev->box, -EINVAL, "%s", node_words(error));
		if (node_kind(nodes[i]) == NODE_COMMAND)
			return sandbox_fail(ev->box, -EINVAL, "%s is a command, it has no value",
					    watch->names[i]);
	}
	seconds = pace(ev, watch);
	pause = (struct timespec){ seconds, (seconds - (long)seconds) * 1e9 };
	while (!ret && clock() < CPU_SECONDS * CLOCKS_PER_SEC) {
		ret = send_round(ev, watch, nodes);
		if (!ret)
			nanosleep(&pause, NULL);
	}
	return ret;
}

static enum outcome print_json(const struct watch *watch, unsigned int i, const json_t *now,
			       const struct timespec *time)
{
	return json_print_line(json_pack("{s:f,s:s,s:o,s:O,s:O,s:O}",
					 "time", time->tv_sec + time->tv_nsec / 1e9,
					 "name", watch->cam->name,
					 "feature", json_text(watch->names[i]),
					 "value", json_object_get(now, "value"),
					 "unit", json_object_get(now, "unit"),
					 "error", json_object_get(now, "error")));
}

static enum outcome print_text(const struct watch *watch, unsigned int i, const json_t *now,
			       const struct timespec *time)
{
	const char *error = json_string_value(json_object_get(now, "error"));
	const char *unit = json_string_value(json_object_get(now, "unit"));
	char buf[64];
	const char *value = json_value_text(json_object_get(now, "value"), buf, sizeof(buf));
	struct tm tm;

	localtime_r(&time->tv_sec, &tm);
	printf("%02d:%02d:%02d.%03ld ", tm.tm_hour, tm.tm_min, tm.tm_sec,
	       time->tv_nsec / 1000000);
	text_print(stdout, watch->names[i]);
	fputs(value ? " = " : ": ", stdout);
	text_print(stdout, value ?: error ?: "no value to read now");
	if (value && unit) {
		putchar(' ');
		text_print(stdout, unit);
	}
	putchar('\n');
	return fflush(stdout) ? fail(OUTCOME_FAILED, "standard output: %s", strerror(errno)) :
		OUTCOME_OK;
}

static enum outcome take_round(struct watch *watch, const json_t *round)
{
	enum outcome outcome = OUTCOME_OK;
	struct timespec time;
	json_t *now;
	size_t i;

	clock_gettime(CLOCK_REALTIME, &time);
	for (i = 0; i < watch->count && outcome == OUTCOME_OK; i++) {
		now = json_array_get(round, i);
		if (!now)
			return fail(OUTCOME_FAILED, "%s: the child's answer is broken",
				    watch->cam->name);
		if (watch->last[i] && json_equal(watch->last[i], now))
			continue;
		json_decref(watch->last[i]);
		watch->last[i] = json_incref(now);
		outcome = watch->json ? print_json(watch, i, now, &time) :
			print_text(watch, i, now, &time);
	}
	return outcome;
}

/* Messages are pieces of lines. */
static int take(void *ctx, const char *data, size_t length)
{
	struct watch *watch = ctx;
	json_t *round;

	g_string_append_len(watch->line, data, length);
	if (data[length - 1] != '\n')
		return 0;
	round = json_loadb(watch->line->str, watch->line->len, 0, NULL);
	g_string_truncate(watch->line, 0);
	watch->outcome = take_round(watch, round);
	json_decref(round);
	return watch->outcome;
}

static bool is_stopped(int stop)
{
	struct pollfd file = { .fd = stop, .events = POLLIN };

	return poll(&file, 1, 0) > 0;
}

static enum outcome watch_camera(struct netlink *nl, const struct camera *cam,
				 const struct invocation *inv)
{
	struct watch watch = {
		.cam = cam, .names = inv->args + 1, .count = inv->count - 1, .json = inv->json,
	};
	struct sandbox_sink sink = { .take = take, .ctx = &watch };
	const struct evaluation_task task = {
		.job = watch_in_child, .ctx = &watch, .sink = &sink,
	};
	enum outcome outcome;
	json_t *last[WATCH_MAX] = { NULL }, *none;
	sigset_t signals;
	unsigned int i;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	sink.stop = signalfd(-1, &signals, SFD_CLOEXEC);
	watch.last = last;
	watch.line = g_string_new(NULL);
	do {
		outcome = evaluation_run(nl, cam, &task, &none);
	} while (outcome == OUTCOME_OK && watch.outcome == OUTCOME_OK && !is_stopped(sink.stop));
	for (i = 0; i < watch.count; i++)
		json_decref(last[i]);
	g_string_free(watch.line, TRUE);
	close(sink.stop);
	return outcome == OUTCOME_OK ? watch.outcome : outcome;
}

/**
 * watch_features() - command "watch"
 * @inv: CAM FEATURE...
 */
enum outcome watch_features(const struct invocation *inv)
{
	if (interval && !(interval >= INTERVAL_MIN && interval <= INTERVAL_MAX))
		return fail_usage(inv->command, "--interval takes %g to %g seconds", INTERVAL_MIN,
				  INTERVAL_MAX);
	return command_on_camera(inv, watch_camera);
}
