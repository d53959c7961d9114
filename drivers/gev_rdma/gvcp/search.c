// SPDX-License-Identifier: GPL-2.0
/*
 * The search for cameras on one interface, by a thread of its own: nobody else
 * touches its socket.
 *
 * A round of discovery is one request id, sent to the limited and to the
 * directed broadcast address (there are cameras that hear only one of them)
 * from each address that the interface has; what answers it within a second
 * counts. What the network stack has dropped of it counts too: such a camera
 * cannot be used, but its owner is told why.
 */
#include <linux/completion.h>
#include <linux/in.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/random.h>

#include "../camera.h"
#include "../gev_rdma.h"
#include "../registry.h"
#include "search.h"

#define SEARCH_WINDOW_MS	1000	/* for acknowledges */
#define SEARCH_FAST_ROUNDS	5	/* at first, without a pause */
#define SEARCH_PAUSE_MS	4000	/* between later rounds */
#define SEARCH_NEW_MAX	16	/* new cameras in one round */
#define SEARCH_SILENCE_MS	15000	/* a camera may be silent before it is dispensable */
#define FORCE_TRIES		3
#define FORCE_WINDOW_MS		1000	/* after each */

static unsigned int gev_cameras_max = 64;
module_param_named(cameras_max, gev_cameras_max, uint, 0644);
MODULE_PARM_DESC(cameras_max, "cameras on one interface, at most (default 64)");

/**
 * struct gev_force - a FORCEIP command on its way through the thread
 * @what: the command
 * @done: it has been answered, or given up
 * @result: 0 or -errno
 */
struct gev_force {
	const struct gev_gvcp_forceip *what;
	struct completion done;
	int result;
};

static bool is_disturbed(struct gev_search *s)
{
	return kthread_should_stop() || READ_ONCE(s->kick) || READ_ONCE(s->force);
}

static u16 new_id(void)
{
	return get_random_u32_below(U16_MAX) + 1;
}

/* To everybody, from each address that we have; without one, from none. */
static void broadcast(struct gev_search *s, const void *data, int len)
{
	struct gev_sock_net nets[GEV_SOCK_NETS] = {};
	u32 directed;
	unsigned int i, n;
	int ret;

	n = gev_sock_nets(s->ifindex, nets);
	for (i = 0; i < max(n, 1u); i++) {
		ret = gev_sock_send_from(&s->sock, nets[i].address, INADDR_BROADCAST,
					 GEV_GVCP_PORT, data, len);
		directed = nets[i].address | ~nets[i].mask;
		if (i < n && nets[i].mask && ~nets[i].mask > 1)
			ret = gev_sock_send_from(&s->sock, nets[i].address, directed,
						 GEV_GVCP_PORT, data, len) ?: ret;
		if (ret)
			dev_dbg(gev_parent, "%s: nothing can be sent: error %d\n", s->label, ret);
	}
}

/* It is not there, has not been for several rounds, and no application knows it. */
static bool is_dispensable(struct gev_camera *cam)
{
	bool absent;

	mutex_lock(&cam->lock);
	absent = (cam->state == GEV_CAMERA_AWAY || cam->state == GEV_CAMERA_UNREACHABLE) &&
		 time_after(jiffies, cam->heard + msecs_to_jiffies(SEARCH_SILENCE_MS));
	mutex_unlock(&cam->lock);
	return absent && !READ_ONCE(cam->video);
}

/* Or a flood of invented cameras would leave none for those that are there. */
static bool make_room(struct gev_search *s)
{
	struct gev_camera *cam = NULL;

	while ((cam = gev_camera_next(cam))) {
		if (cam->ifindex != s->ifindex || !is_dispensable(cam))
			continue;
		gev_camera_remove(cam);
		gev_camera_put(cam);
		return true;
	}
	return false;
}

/* May this camera be entered? A flood of invented ones must not fill the memory. */
static bool admit(struct gev_search *s, const u8 *mac)
{
	struct gev_camera *cam;

	cam = gev_camera_find(s->ifindex, mac);
	if (cam) {
		gev_camera_put(cam);
		return true;
	}
	if (s->fresh >= SEARCH_NEW_MAX)
		return false;
	if (gev_cameras_count(s->ifindex) >= READ_ONCE(gev_cameras_max) && !make_room(s)) {
		if (!s->full)
			dev_warn(gev_parent,
				 "%s: more than cameras_max=%u cameras, %pM and others are left out\n",
				 s->label, READ_ONCE(gev_cameras_max), mac);
		s->full = true;
		return false;
	}
	s->full = false;
	s->fresh++;
	return true;
}

static void enter(struct gev_search *s, enum gev_reach reach, const struct gev_gvcp_discovery *d)
{
	int ret;

	if (!admit(s, d->mac))
		return;
	ret = gev_camera_discovered(s->ifindex, s->label, reach, d);
	if (ret < 0)
		dev_warn_ratelimited(gev_parent, "%s: camera %pM cannot be entered: error %d\n",
				     s->label, d->mac, ret);
}

/* Has an acknowledge of this camera come through in this round? */
static bool is_heard(struct gev_search *s, const u8 *mac)
{
	struct gev_camera *cam = gev_camera_find(s->ifindex, mac);
	bool heard;

	if (!cam)
		return false;
	mutex_lock(&cam->lock);
	heard = !time_before(cam->heard, s->round);
	mutex_unlock(&cam->lock);
	gev_camera_put(cam);
	return heard;
}

/* Is it an acknowledge of the round, and of this kind? */
static bool is_answer(struct gev_search *s, u16 kind, const u8 *datagram, int len,
		      struct gev_gvcp_ack *ack)
{
	return !gev_gvcp_ack_decode(datagram, len, ack) && ack->ack_id == s->req_id &&
	       ack->command == kind;
}

/* Takes one acknowledge of the round, of this kind, if there is one. */
static int receive(struct gev_search *s, u16 kind, u8 *datagram, size_t room,
		   struct gev_gvcp_ack *ack)
{
	int len;

	len = gev_sock_recv(&s->sock, datagram, room);
	if (len == -EAGAIN)
		return -EAGAIN;
	return len >= 0 && is_answer(s, kind, datagram, len, ack) ? 0 : -EBADMSG;
}

typedef bool take_ack(struct gev_search *s, const struct gev_gvcp_ack *ack);

/* The same for those that the network stack has dropped, when the others have been taken. */
static bool overhear(struct gev_search *s, u16 kind, take_ack *take)
{
	u8 datagram[GEV_TAP_DATAGRAM];
	struct gev_gvcp_ack ack;
	int len;

	while ((len = gev_tap_next(&s->tap, datagram, sizeof(datagram))))
		if (is_answer(s, kind, datagram, len, &ack) && take(s, &ack))
			return true;
	return false;
}

/* Waits for acknowledges of @kind until one makes @take true, or for @ms. */
static bool listen_for(struct gev_search *s, u16 kind, unsigned int ms, take_ack *take)
{
	unsigned long end = jiffies + msecs_to_jiffies(ms);
	u8 datagram[GEV_GVCP_DATAGRAM_MAX];
	struct gev_gvcp_ack ack;
	long left;
	int ret;

	while (!kthread_should_stop()) {
		ret = receive(s, kind, datagram, sizeof(datagram), &ack);
		if (!ret && take(s, &ack))
			return true;
		left = end - jiffies;
		if (left <= 0)
			break;
		if (ret == -EAGAIN)
			wait_event_idle_timeout(s->wake,
						kthread_should_stop() ||
						gev_sock_ready(&s->sock), left);
	}
	return false;
}

static bool take_discovery(struct gev_search *s, const struct gev_gvcp_ack *ack)
{
	struct gev_gvcp_discovery d;

	if (gev_gvcp_discovery_decode(ack, &d))
		dev_warn_ratelimited(gev_parent, "%s: malformed discovery acknowledge\n",
				     s->label);
	else
		enter(s, gev_sock_source(s->ifindex, d.ip) ? GEV_REACH_YES : GEV_REACH_FOREIGN, &d);
	return false;
}

static bool take_dropped(struct gev_search *s, const struct gev_gvcp_ack *ack)
{
	struct gev_gvcp_discovery d;

	if (!gev_gvcp_discovery_decode(ack, &d) && !is_heard(s, d.mac))
		enter(s, gev_sock_source(s->ifindex, d.ip) ? GEV_REACH_FILTERED :
		      GEV_REACH_FOREIGN, &d);
	return false;
}

static bool take_force(struct gev_search *s, const struct gev_gvcp_ack *ack)
{
	s->force->result = gev_gvcp_status_errno(ack->status);
	return true;
}

static int open_socket(struct gev_search *s)
{
	int ret;

	if (!gev_sock_device_up(s->ifindex)) {
		gev_sock_close(&s->sock);
		return -ENETDOWN;
	}
	if (s->sock.sock)
		return 0;
	ret = gev_sock_open(&s->sock, s->ifindex, 0, &s->wake);
	if (ret)
		dev_warn_ratelimited(gev_parent, "%s: no socket: error %d\n", s->label, ret);
	return ret;
}

static void look_around(struct gev_search *s)
{
	u8 datagram[GEV_GVCP_HEADER];
	int len;

	mutex_lock(&s->lock);
	strscpy(s->label, s->name, sizeof(s->label));
	mutex_unlock(&s->lock);
	if (open_socket(s))
		return;
	s->fresh = 0;
	s->round = jiffies;
	s->req_id = new_id();
	len = gev_gvcp_cmd_encode(datagram, sizeof(datagram), GEV_GVCP_DISCOVERY_CMD,
				  GEV_GVCP_FLAG_ACK | GEV_GVCP_FLAG_BROADCAST_ACK,
				  s->req_id, NULL, 0);
	gev_tap_open(&s->tap, s->ifindex, gev_sock_port(&s->sock));
	broadcast(s, datagram, len);
	listen_for(s, GEV_GVCP_DISCOVERY_RSP, SEARCH_WINDOW_MS, take_discovery);
	gev_tap_close(&s->tap);
	overhear(s, GEV_GVCP_DISCOVERY_RSP, take_dropped);
}

/* The answer may be dropped: the camera is in a network that we do not know, or was. */
static bool is_forced(struct gev_search *s, const void *datagram, int len)
{
	bool taken;

	gev_tap_open(&s->tap, s->ifindex, gev_sock_port(&s->sock));
	broadcast(s, datagram, len);
	taken = listen_for(s, GEV_GVCP_FORCEIP_RSP, FORCE_WINDOW_MS, take_force);
	gev_tap_close(&s->tap);
	return taken || overhear(s, GEV_GVCP_FORCEIP_RSP, take_force);
}

static void send_force(struct gev_search *s)
{
	struct gev_force *f = s->force;
	u8 datagram[GEV_GVCP_DATAGRAM_MAX];
	/* A restart of the camera's own configuration is not acknowledged. */
	u8 flags = f->what->ip ? GEV_GVCP_FLAG_ACK | GEV_GVCP_FLAG_BROADCAST_ACK : 0;
	unsigned int i;
	int len;

	f->result = open_socket(s);
	if (f->result)
		return;
	s->req_id = new_id();
	len = gev_gvcp_forceip_encode(datagram, sizeof(datagram), s->req_id, flags, f->what);
	if (len < 0) {
		f->result = len;
		return;
	}
	if (!flags) {
		broadcast(s, datagram, len);
		return;
	}
	f->result = -ETIMEDOUT;
	for (i = 0; i < FORCE_TRIES; i++)
		if (is_forced(s, datagram, len))
			return;
}

/* One FORCEIP command, if there is one to send. */
static void serve_force(struct gev_search *s)
{
	struct gev_force *f = READ_ONCE(s->force);

	if (!f)
		return;
	send_force(s);
	mutex_lock(&s->lock);
	s->force = NULL;
	mutex_unlock(&s->lock);
	s->fast = SEARCH_FAST_ROUNDS;
	complete(&f->done);
}

static int search_thread(void *data)
{
	struct gev_search *s = data;
	struct gev_force *f;

	s->fast = SEARCH_FAST_ROUNDS;
	while (!kthread_should_stop()) {
		serve_force(s);
		if (xchg(&s->kick, false))
			s->fast = SEARCH_FAST_ROUNDS;
		look_around(s);
		if (s->fast && s->sock.sock)
			s->fast--;
		else
			wait_event_idle_timeout(s->wake, is_disturbed(s),
						msecs_to_jiffies(SEARCH_PAUSE_MS));
	}

	mutex_lock(&s->lock);
	s->gone = true;
	f = s->force;
	s->force = NULL;
	mutex_unlock(&s->lock);
	if (f) {
		f->result = -ENODEV;
		complete(&f->done);
	}
	gev_sock_close(&s->sock);
	gev_tap_destroy(&s->tap);
	return 0;
}

/**
 * gev_search_start() - begin to look for cameras
 * @s: the search, all zero
 * @ifindex: the interface
 * @name: its name
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int gev_search_start(struct gev_search *s, int ifindex, const char *name)
{
	struct task_struct *thread;
	int ret;

	ret = gev_tap_init(&s->tap);
	if (ret)
		return ret;
	s->ifindex = ifindex;
	strscpy(s->name, name, sizeof(s->name));
	mutex_init(&s->lock);
	init_waitqueue_head(&s->wake);
	thread = kthread_run(search_thread, s, "gev-search/%d", ifindex);
	if (IS_ERR(thread)) {
		gev_tap_destroy(&s->tap);
		return PTR_ERR(thread);
	}
	s->thread = thread;
	return 0;
}

/**
 * gev_search_stop() - look no longer
 * @s: the search; one that was not started is fine, a second call too
 *
 * Context: process, may sleep. No lock is held that gev_camera_discovered()
 * takes: waits for the thread.
 */
void gev_search_stop(struct gev_search *s)
{
	struct task_struct *thread = xchg(&s->thread, NULL);

	if (thread)
		kthread_stop(thread);
}

/**
 * gev_search_kick() - look now, and often for a while
 * @s: the search
 *
 * Context: any.
 */
void gev_search_kick(struct gev_search *s)
{
	WRITE_ONCE(s->kick, true);
	wake_up(&s->wake);
}

/**
 * gev_search_rename() - the interface has a new name
 * @s: the search
 * @name: the name
 *
 * Context: process, may sleep.
 */
void gev_search_rename(struct gev_search *s, const char *name)
{
	mutex_lock(&s->lock);
	strscpy(s->name, name, sizeof(s->name));
	mutex_unlock(&s->lock);
}

/**
 * gev_search_force_ip() - send a FORCEIP command, wait for the answer
 * @s: the search
 * @f: the command
 *
 * Context: process, may sleep.
 * Return: as gev_interface_force_ip().
 */
int gev_search_force_ip(struct gev_search *s, const struct gev_gvcp_forceip *f)
{
	struct gev_force order = { .what = f };
	int ret = 0;

	init_completion(&order.done);
	mutex_lock(&s->lock);
	if (s->gone)
		ret = -ENODEV;
	else if (s->force)
		ret = -EBUSY;
	else
		WRITE_ONCE(s->force, &order);
	mutex_unlock(&s->lock);
	if (ret)
		return ret;

	wake_up(&s->wake);
	/* The thread always gets there, on its way out too. */
	wait_for_completion(&order.done);
	return order.result;
}
