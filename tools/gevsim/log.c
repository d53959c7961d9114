// SPDX-License-Identifier: GPL-2.0
/* Messages for people (standard error) and events for programs (JSON, standard output). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "log.h"

static const char * const level_names[] = { "error", "warn", "info", "debug" };

/* Set once, before the first thread starts. */
static enum sim_level log_level = SIM_LOG_INFO;
static bool log_json;

/**
 * sim_log_level_find() - level by name
 * @name: error, warn, info or debug
 *
 * Return: a value of enum sim_level, or -1.
 */
int sim_log_level_find(const char *name)
{
	for (int i = SIM_LOG_ERROR; i <= SIM_LOG_DEBUG; i++)
		if (!strcmp(name, level_names[i]))
			return i;
	return -1;
}

/**
 * sim_log_setup() - choose what is printed
 * @level: the most talkative level that is shown
 * @json: print events as well
 *
 * Context: before any thread is started.
 */
void sim_log_setup(enum sim_level level, bool json)
{
	log_level = level;
	log_json = json;
	setvbuf(stdout, NULL, _IOLBF, 0);
}

/**
 * sim_log() - one line for people
 * @level: how important
 * @camera: camera index or SIM_LOG_PROCESS
 * @format: printf format without a newline
 *
 * Context: any thread; a line is written in one piece.
 */
void sim_log(enum sim_level level, int camera, const char *format, ...)
{
	char text[512];
	va_list args;

	if (level > log_level)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (camera == SIM_LOG_PROCESS)
		fprintf(stderr, "gevsim: %s: %s\n", level_names[level], text);
	else
		fprintf(stderr, "gevsim[%d]: %s: %s\n", camera, level_names[level], text);
}

/**
 * sim_log_event() - one JSON object on a line of standard output
 * @camera: camera index or SIM_LOG_PROCESS
 * @event: what happened
 * @format: printf format of further members, such as "\"value\":%u", or ""
 *
 * Prints nothing unless JSON was asked for.
 */
void sim_log_event(int camera, const char *event, const char *format, ...)
{
	char members[1024], head[64] = "";
	struct timespec now;
	va_list args;

	if (!log_json)
		return;
	va_start(args, format);
	vsnprintf(members, sizeof(members), format, args);
	va_end(args);
	if (camera != SIM_LOG_PROCESS)
		snprintf(head, sizeof(head), ",\"camera\":%d", camera);
	clock_gettime(CLOCK_MONOTONIC, &now);
	printf("{\"event\":\"%s\"%s,\"time\":%lld.%06ld%s%s}\n", event, head,
	       (long long)now.tv_sec, now.tv_nsec / 1000, *members ? "," : "", members);
}
