/* SPDX-License-Identifier: GPL-2.0 */
/* The search for cameras on one interface. */
#ifndef GEV_SEARCH_H
#define GEV_SEARCH_H

#include <linux/if.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "../wire/gvcp.h"
#include "sock.h"
#include "tap.h"

struct gev_force;
struct task_struct;

/**
 * struct gev_search - the search for cameras on one interface
 * @ifindex: the interface
 * @thread: does it; NULL before the start and after the end
 * @wake: the thread waits here
 * @kick: look now, and often for a while
 * @lock: protects @name, @force, @gone
 * @name: of the interface
 * @force: to be sent, or NULL; cleared by the thread
 * @gone: the thread has ended
 * @sock: the thread's; open while the interface is up
 * @tap: the thread's; open while answers are waited for
 * @label: the thread's copy of @name, for messages
 * @req_id: the thread's: of the round
 * @round: the thread's: jiffies when it began
 * @fast: the thread's: rounds to come without a pause
 * @fresh: the thread's: new cameras in this round
 * @full: the thread's: it was said that there are too many cameras
 */
struct gev_search {
	int ifindex;
	struct task_struct *thread;
	wait_queue_head_t wake;
	bool kick;

	struct mutex lock; /* see above */
	char name[IFNAMSIZ];
	struct gev_force *force;
	bool gone;

	struct gev_sock sock;
	struct gev_tap tap;
	char label[IFNAMSIZ];
	u16 req_id;
	unsigned long round;
	unsigned int fast;
	unsigned int fresh;
	bool full;
};

int gev_search_start(struct gev_search *s, int ifindex, const char *name);
void gev_search_stop(struct gev_search *s);
void gev_search_kick(struct gev_search *s);
void gev_search_rename(struct gev_search *s, const char *name);
int gev_search_force_ip(struct gev_search *s, const struct gev_gvcp_forceip *f);

#endif /* GEV_SEARCH_H */
