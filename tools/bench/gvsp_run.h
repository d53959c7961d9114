/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the receivers of the GVSP benchmark have in common: a number of frames
 * to get used to each other, then a number that count. On standard output a
 * line when the stream is about to start (ready), one when counting begins
 * (begin), and one when it has ended:
 *
 *	end frames=N damaged=N missing=N elapsed_us=N first=ID last=ID packets=N
 */
#ifndef BENCH_GVSP_RUN_H
#define BENCH_GVSP_RUN_H

#include <stdbool.h>
#include <stdint.h>

#define GVSP_RUN_WAIT	5000	/* ms for a frame, at most */

/**
 * struct gvsp_run - one run
 * @warm: frames before those that count
 * @frames: that count; 0 = until a signal
 * @times: file for "ID NS" of each frame, NS on CLOCK_REALTIME; or NULL
 * @interface: whose packets are counted; or NULL
 *
 * The rest belongs to gvsp_run.c.
 */
struct gvsp_run {
	int warm;
	int frames;
	char *times;
	char *interface;
	int seen;
	bool counting;
	uint64_t first, last;
	unsigned long good, damaged;
	uint64_t began;
	unsigned long packets;
	struct gvsp_run_time *list;
	unsigned int nr_list, room;
};

void gvsp_run_ready(void);
/* A frame is there; false when it was the last one. */
bool gvsp_run_frame(struct gvsp_run *r, uint64_t id, bool good);
/* 0, or 1 if the run did not come to its end. */
int gvsp_run_end(struct gvsp_run *r);

#endif /* BENCH_GVSP_RUN_H */
