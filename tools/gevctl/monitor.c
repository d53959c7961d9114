// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <linux/genetlink.h>

#include "camera.h"
#include "command.h"
#include "json.h"
#include "names.h"
#include "netlink.h"
#include "text.h"

/* What an event tells; the camera's name is "" for one about an interface. */
struct event {
	uint32_t kind;
	struct camera cam;
	struct timespec time;
};

static enum outcome print_json(const struct event *event)
{
	json_t *json = json_pack("{s:f,s:s}", "time",
				 event->time.tv_sec + event->time.tv_nsec / 1e9,
				 "event", name_of_event(event->kind));

	if (*event->cam.name)
		json_object_set_new(json, "camera", camera_json(&event->cam));
	else
		json_object_set_new(json, "interface",
				    json_pack("{s:o,s:I}", "interface",
					      json_text(event->cam.ifname), "ifindex",
					      (json_int_t)event->cam.ifindex));
	return json_print_line(json);
}

static void print_pair(const char *key, const char *value)
{
	if (!value || !*value)
		return;
	printf(" %s=", key);
	text_print(stdout, value);
}

static enum outcome print_line(const struct event *event)
{
	const struct camera *cam = &event->cam;
	char name[IF_NAMESIZE];
	struct tm tm;

	localtime_r(&event->time.tv_sec, &tm);
	printf("%02d:%02d:%02d.%03ld %s", tm.tm_hour, tm.tm_min, tm.tm_sec,
	       event->time.tv_nsec / 1000000, name_of_event(event->kind));
	if (*cam->name) {
		printf(" %s", cam->name);
		print_pair("state", name_of_state(cam->state));
		print_pair("video", cam->video);
		print_pair("interface", cam->ifname);
		print_pair("reason", cam->reason);
	} else {
		print_pair("interface", *cam->ifname ? cam->ifname :
			   if_indextoname(cam->ifindex, name));
	}
	putchar('\n');
	return fflush(stdout) ? fail(OUTCOME_FAILED, "standard output: %s", strerror(errno)) :
		OUTCOME_OK;
}

struct watcher {
	bool json;
	enum outcome outcome;
};

static int print_event(const struct genlmsghdr *header, const struct nlattr **attrs, void *ctx)
{
	struct watcher *watcher = ctx;
	struct event event;

	if (header->cmd != GEV_CMD_EVENT)
		return 0;
	event.kind = netlink_u32(attrs[GEV_A_EVENT]);
	camera_parse(&event.cam, attrs);
	clock_gettime(CLOCK_REALTIME, &event.time);
	watcher->outcome = watcher->json ? print_json(&event) : print_line(&event);
	return watcher->outcome == OUTCOME_OK ? 0 : -EPIPE;
}

/**
 * monitor_run() - command "monitor"
 * @inv: without arguments
 */
enum outcome monitor_run(const struct invocation *inv)
{
	struct watcher watcher = { .json = inv->json };
	struct netlink nl;
	int ret = 0;

	watcher.outcome = netlink_connect(&nl);
	if (watcher.outcome == OUTCOME_OK)
		ret = netlink_subscribe(&nl);
	while (watcher.outcome == OUTCOME_OK && !ret) {
		ret = netlink_events(&nl, print_event, &watcher);
		if (ret == -ENOBUFS) {
			fputs("gevctl: some events were lost\n", stderr);
			ret = 0;
		}
	}
	if (watcher.outcome == OUTCOME_OK)
		watcher.outcome = fail_errno("events", ret, nl.why);
	netlink_close(&nl);
	return watcher.outcome;
}
