/* SPDX-License-Identifier: GPL-2.0 */
/* Control over one camera: who needs it, who has it. */
#ifndef GEV_PRIVILEGE_H
#define GEV_PRIVILEGE_H

#include <linux/mutex.h>
#include <linux/types.h>

#include <linux/gev_rdma.h>

struct gev_channel;

/**
 * struct gev_privilege - control over one camera
 * @ch: its channel
 * @user_lock: protects @users, @release_at, @asked, and writers of the rest.
 *	Held across commands
 * @users: claims that have not been released
 * @release_at: jiffies; when to give it back, if there are no users
 * @asked: we have it, or may have it: not every request has had its answer
 * @held: we have it
 * @holder: who has it, as far as we know
 * @holder_ip: the holder's address, host order; 0 when not known
 * @heartbeat: the camera's time-out, ms
 */
struct gev_privilege {
	struct gev_channel *ch;
	struct mutex user_lock; /* see above */
	unsigned int users;
	unsigned long release_at;
	bool asked;
	bool held;
	enum gev_control_holder holder;
	u32 holder_ip;
	u32 heartbeat;
};

void gev_privilege_init(struct gev_privilege *p, struct gev_channel *ch);
int gev_privilege_claim(struct gev_privilege *p);
void gev_privilege_release(struct gev_privilege *p);

/* The control thread's. */
bool gev_privilege_retake(struct gev_privilege *p);
void gev_privilege_lost(struct gev_privilege *p);
void gev_privilege_give_back(struct gev_privilege *p);
unsigned long gev_privilege_due(struct gev_privilege *p, unsigned long next);
void gev_privilege_end(struct gev_privilege *p, bool hope);
bool gev_privilege_elsewhere(struct gev_privilege *p);
void gev_privilege_look(struct gev_privilege *p);

#endif /* GEV_PRIVILEGE_H */
