// SPDX-License-Identifier: GPL-2.0
/* What the receivers of the GVSP benchmark have in common. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "gvsp_run.h"

struct gvsp_run_time {
	uint64_t id;
	uint64_t ns;
};

static uint64_t now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static unsigned long received(const struct gvsp_run *r)
{
	unsigned long n = 0;
	char path[128];
	FILE *f;

	if (!r->interface)
		return 0;
	snprintf(path, sizeof(path), "/sys/class/net/%s/statistics/rx_packets", r->interface);
	f = fopen(path, "r");
	if (!f)
		return 0;
	if (fscanf(f, "%lu", &n) != 1)
		n = 0;
	fclose(f);
	return n;
}

static void say(const char *what)
{
	puts(what);
	fflush(stdout);
}

void gvsp_run_ready(void)
{
	say("ready");
}

static void note_time(struct gvsp_run *r, uint64_t id, uint64_t ns)
{
	if (r->nr_list == r->room) {
		r->room = r->room ? 2 * r->room : 4096;
		r->list = realloc(r->list, r->room * sizeof(*r->list));
		if (!r->list)
			exit(1);
	}
	r->list[r->nr_list++] = (struct gvsp_run_time){ id, ns };
}

/* The window is one of ids, not of frames: it ends in time whatever is lost. */
bool gvsp_run_frame(struct gvsp_run *r, uint64_t id, bool good)
{
	if (r->times && good)
		note_time(r, id, now_ns(CLOCK_REALTIME));
	r->last = id;
	if (!r->frames)
		return true;
	if (r->counting) {
		r->good += good;
		r->damaged += !good;
		return id < r->first + r->frames;
	}
	if (++r->seen < r->warm || !good)
		return true;
	r->counting = true;
	r->first = id;
	r->packets = received(r);
	r->began = now_ns(CLOCK_MONOTONIC);
	say("begin");
	return true;
}

static void write_times(const struct gvsp_run *r)
{
	FILE *f = fopen(r->times, "w");

	if (!f) {
		perror(r->times);
		exit(1);
	}
	for (unsigned int i = 0; i < r->nr_list; i++)
		fprintf(f, "%llu %llu\n", (unsigned long long)r->list[i].id,
			(unsigned long long)r->list[i].ns);
	fclose(f);
}

static void print_end(const struct gvsp_run *r)
{
	uint64_t elapsed = now_ns(CLOCK_MONOTONIC) - r->began;
	unsigned long came = r->good + r->damaged, sent = r->last - r->first;

	printf("end frames=%lu damaged=%lu missing=%lu elapsed_us=%llu ", r->good, r->damaged,
	       sent > came ? sent - came : 0, (unsigned long long)elapsed / 1000);
	printf("first=%llu last=%llu packets=%lu\n", (unsigned long long)r->first,
	       (unsigned long long)r->last, received(r) - r->packets);
	fflush(stdout);
}

int gvsp_run_end(struct gvsp_run *r)
{
	bool whole = r->counting && r->last >= r->first + r->frames;

	if (r->counting)
		print_end(r);
	else if (r->frames)
		say("end frames=0 damaged=0 missing=1 elapsed_us=1 first=0 last=0 packets=0");
	if (r->times)
		write_times(r);
	free(r->list);
	return r->frames && !whole;
}
