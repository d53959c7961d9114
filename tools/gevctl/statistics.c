// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "camera.h"
#include "command.h"
#include "json.h"
#include "netlink.h"
#include "table.h"

#define NAME_SIZE 64

static int watch;
static double interval = 1;

const struct poptOption statistics_options[] = {
	{ "watch", 'w', POPT_ARG_NONE, &watch, 0, "again and again, with the change per second",
	  NULL },
	{ "interval", 'i', POPT_ARG_DOUBLE, &interval, 0, "seconds between two looks (1)",
	  "SECONDS" },
	POPT_TABLEEND
};

struct statistic {
	char name[NAME_SIZE];
	uint64_t value;
};

struct statistics {
	struct statistic *list;
	size_t count;
	double time;
};

static int add_part(const struct nlattr *attr, void *data)
{
	struct statistic *one = data;

	if (mnl_attr_get_type(attr) == GEV_A_STAT_NAME)
		netlink_string(attr, one->name, sizeof(one->name));
	else if (mnl_attr_get_type(attr) == GEV_A_STAT_VALUE &&
		 mnl_attr_get_payload_len(attr) == sizeof(uint64_t))
		one->value = mnl_attr_get_u64(attr);
	return MNL_CB_OK;
}

static int add_statistic(const struct nlattr *attr, void *data)
{
	struct statistics *all = data;
	struct statistic *list;

	if (mnl_attr_get_type(attr) != GEV_A_STAT)
		return MNL_CB_OK;
	list = realloc(all->list, (all->count + 1) * sizeof(*list));
	if (!list)
		return MNL_CB_ERROR;
	all->list = list;
	list[all->count] = (struct statistic){ 0 };
	return mnl_attr_parse_nested(attr, add_part, &list[all->count++]);
}

static int take(const struct genlmsghdr *header, const struct nlattr **attrs, void *ctx)
{
	(void)header;
	if (attrs[GEV_A_STATS])
		mnl_attr_parse_nested(attrs[GEV_A_STATS], add_statistic, ctx);
	return 0;
}

static enum outcome load(struct netlink *nl, const struct camera *cam, struct statistics *all)
{
	struct nlmsghdr *nlh = netlink_request(nl, GEV_CMD_STATS_GET);
	struct timespec now;
	int ret;

	*all = (struct statistics){ 0 };
	mnl_attr_put_strz(nlh, GEV_A_CAMERA, cam->name);
	ret = netlink_run(nl, nlh, take, all);
	clock_gettime(CLOCK_MONOTONIC, &now);
	all->time = now.tv_sec + now.tv_nsec / 1e9;
	return ret ? fail_errno(cam->name, ret, nl->why) : OUTCOME_OK;
}

static json_t *to_json(const struct camera *cam, const struct statistics *all)
{
	json_t *values = json_object();
	size_t i;

	for (i = 0; i < all->count; i++)
		json_object_set_new(values, all->list[i].name, json_number(all->list[i].value));
	return json_pack("{s:s,s:o}", "name", cam->name, "statistics", values);
}

/* The change per second since an earlier look, if the statistic was there. */
static const char *rate(const struct statistics *old, const struct statistics *new, size_t i,
			char *buf, size_t size)
{
	const struct statistic *one = &new->list[i];

	buf[0] = '\0';
	if (i < old->count && !strcmp(old->list[i].name, one->name) &&
	    one->value >= old->list[i].value && new->time > old->time)
		snprintf(buf, size, "%.1f",
			 (one->value - old->list[i].value) / (new->time - old->time));
	return buf;
}

static enum outcome print(const struct statistics *old, const struct statistics *new)
{
	char value[24], change[32];
	struct table table;
	size_t i;

	table_init(&table, watch ? 3 : 2);
	table.right[1] = true;
	table.right[2] = true;
	if (watch)
		table_row(&table, "STATISTIC", "VALUE", "PER SECOND");
	for (i = 0; i < new->count; i++) {
		snprintf(value, sizeof(value), "%llu", (unsigned long long)new->list[i].value);
		table_row(&table, new->list[i].name, value,
			  rate(old, new, i, change, sizeof(change)));
	}
	return table_print(&table) ? fail(OUTCOME_FAILED, "out of memory") : OUTCOME_OK;
}

static enum outcome watch_camera(struct netlink *nl, const struct camera *cam,
				 const struct invocation *inv)
{
	struct timespec pause = { interval, (interval - (long)interval) * 1e9 };
	struct statistics old = { 0 }, new;
	enum outcome outcome;

	do {
		outcome = load(nl, cam, &new);
		if (outcome == OUTCOME_OK && inv->json) {
			outcome = json_print_line(to_json(cam, &new));
		} else if (outcome == OUTCOME_OK) {
			if (isatty(STDOUT_FILENO))
				printf("\033[H\033[J");		/* home, clear */
			outcome = print(&old, &new);
			putchar('\n');
			if (fflush(stdout))
				outcome = OUTCOME_FAILED;
		}
		free(old.list);
		old = new;
		if (outcome == OUTCOME_OK)
			nanosleep(&pause, NULL);
	} while (outcome == OUTCOME_OK);
	free(old.list);
	return outcome;
}

static enum outcome show(struct netlink *nl, const struct camera *cam,
			 const struct invocation *inv)
{
	struct statistics all;
	enum outcome outcome;

	if (watch)
		return watch_camera(nl, cam, inv);
	outcome = load(nl, cam, &all);
	if (outcome == OUTCOME_OK)
		outcome = inv->json ? json_print(to_json(cam, &all)) : print(&all, &all);
	free(all.list);
	return outcome;
}

/**
 * statistics_show() - command "stats"
 * @inv: CAM
 */
enum outcome statistics_show(const struct invocation *inv)
{
	if (!(interval >= 0.1 && interval <= 86400))
		return fail_usage(inv->command, "--interval takes 0.1 to 86400 seconds");
	return command_on_camera(inv, show);
}
