// SPDX-License-Identifier: GPL-2.0
/*
 * A camera's control channel: who may use it when, the privilege of control,
 * and the thread that keeps both the privilege and our knowledge of the
 * camera's presence.
 *
 * While we hold the privilege the thread reads CCP three times in the
 * camera's heartbeat time-out: that is the heartbeat. Else it asks by unicast
 * discovery whether the camera is there. Its verdicts go to gev_camera_lost()
 * and gev_camera_back(), with no lock of ours held.
 */
#include <linux/etherdevice.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/slab.h>

#include "../camera.h"
#include "../gev_rdma.h"
#include "channel.h"
#include "control.h"
#include "privilege.h"
#include "registers.h"

#define CONTROL_PRESENCE_MS	2000	/* between questions to an idle camera */
#define CONTROL_AGAIN_MS	500	/* after one that had no answer */
#define CONTROL_AWAY_MS		1000	/* between questions to one that is away */
#define CONTROL_MISSES		3	/* unanswered questions: an idle camera is away */
#define CONTROL_HOLD_BACK	20	/* tries to retake control before a camera is back */
#define CONTROL_BEAT_AGAIN_MS	100	/* after a heartbeat without an answer */
#define CONTROL_NICE		(-10)

/**
 * struct gev_control - the control channel of one camera
 * @cam: the camera; holds a reference while the thread runs
 * @channel: commands and answers
 * @thread: NULL when stopped
 * @wake: the thread waits here
 * @kick: the thread is to look at what has changed
 * @look: the thread is to ask the camera now
 * @address: where the camera is to be found, host order
 * @privilege: control over the camera
 * @denied: the camera's reason says that another has control
 * @away: the camera does not answer; written by the thread
 * @beating: the thread's: heartbeats are due
 * @misses: the thread's: questions or heartbeats without an answer, in a row
 * @held_back: the thread's: control is still being waited for, so often
 * @next_probe: the thread's: jiffies of the next question or heartbeat
 */
struct gev_control {
	struct gev_camera *cam;
	struct gev_channel channel;
	struct task_struct *thread;
	wait_queue_head_t wake;
	bool kick;
	bool look;
	u32 address;
	struct gev_privilege privilege;
	bool denied;
	bool away;
	bool beating;
	unsigned int misses;
	unsigned int held_back;
	unsigned long next_probe;
};

static void kick(struct gev_control *ctl)
{
	WRITE_ONCE(ctl->kick, true);
	wake_up(&ctl->wake);
}

static struct gev_control *get_control(const struct gev_camera *cam)
{
	/* Pairs with gev_control_create(): whoever sees it sees it complete. */
	return smp_load_acquire(&cam->control);
}

/* The channel, if there is any hope of an answer. */
static struct gev_channel *open_channel(struct gev_camera *cam)
{
	struct gev_control *ctl = get_control(cam);

	if (!ctl || READ_ONCE(ctl->away) || !gev_sock_device_up(cam->ifindex))
		return NULL;
	return &ctl->channel;
}

/**
 * gev_control_read() - read registers of a camera
 * @cam: the camera
 * @address: of the first byte
 * @data: where to, in wire order
 * @len: bytes, at least 1
 *
 * Context: process; takes xfer_lock; may sleep, for as long as a PENDING_ACK
 * of the camera says.
 * Return: 0, -ETIMEDOUT, -ENODEV when stopped or away, -EHOSTUNREACH without
 * an address in its network, or what the camera's refusal stands for.
 */
int gev_control_read(struct gev_camera *cam, u32 address, void *data, u32 len)
{
	struct gev_channel *ch = open_channel(cam);

	return ch ? gev_memory_read(ch, address, data, len) : -ENODEV;
}

/**
 * gev_control_write() - write registers of a camera
 * @cam: the camera
 * @address: of the first byte
 * @data: in wire order
 * @len: bytes, at least 1
 *
 * Context: as gev_control_read().
 * Return: as gev_control_read().
 */
int gev_control_write(struct gev_camera *cam, u32 address, const void *data, u32 len)
{
	struct gev_channel *ch = open_channel(cam);

	return ch ? gev_memory_write(ch, address, data, len) : -ENODEV;
}

/**
 * gev_control_read_reg() - read one register of a camera
 * @cam: the camera
 * @address: of the register, a multiple of 4
 * @value: result
 *
 * Context: as gev_control_read().
 * Return: as gev_control_read().
 */
int gev_control_read_reg(struct gev_camera *cam, u32 address, u32 *value)
{
	struct gev_channel *ch = open_channel(cam);

	return ch ? gev_register_read(ch, address, value) : -ENODEV;
}

/**
 * gev_control_write_reg() - write one register of a camera
 * @cam: the camera
 * @address: of the register, a multiple of 4
 * @value: to write
 *
 * Context: as gev_control_read().
 * Return: as gev_control_read().
 */
int gev_control_write_reg(struct gev_camera *cam, u32 address, u32 value)
{
	struct gev_channel *ch = open_channel(cam);

	return ch ? gev_register_write(ch, address, value) : -ENODEV;
}

/* What the camera's reason says about control. */
static void explain(struct gev_control *ctl, int ret)
{
	__be32 ip = htonl(READ_ONCE(ctl->privilege.holder_ip));

	if (!ret && xchg(&ctl->denied, false))
		gev_camera_set_reason(ctl->cam, "%s", "");
	if (ret != -EBUSY)
		return;
	WRITE_ONCE(ctl->denied, true);
	if (ip) {
		gev_camera_set_reason(ctl->cam, "control is held by %pI4", &ip);
		dev_info_ratelimited(&ctl->cam->dev, "control is held by %pI4\n", &ip);
	} else {
		gev_camera_set_reason(ctl->cam, "control is held by another application");
		dev_info_ratelimited(&ctl->cam->dev, "control is held by another application\n");
	}
}

/**
 * gev_control_claim() - control of a camera is needed
 * @cam: the camera
 *
 * Counted: the first claim asks the camera. If it is locked by an earlier life
 * of this host, waits until that expires, but not for minutes; killable meanwhile.
 *
 * Context: process, may sleep. Takes user_lock, and camera->lock for the reason.
 * Return: 0; -EBUSY when another application has it; -ERESTARTSYS; or as
 * gev_control_read(). No release after a failure.
 */
int gev_control_claim(struct gev_camera *cam)
{
	struct gev_control *ctl = get_control(cam);
	int ret;

	if (!open_channel(cam))
		return -ENODEV;
	ret = gev_privilege_claim(&ctl->privilege);
	explain(ctl, ret);
	if (!ret)
		kick(ctl);
	return ret;
}

/**
 * gev_control_release() - a claim ends
 * @cam: the camera
 *
 * Context: process, may sleep. Takes user_lock.
 */
void gev_control_release(struct gev_camera *cam)
{
	struct gev_control *ctl = cam->control;

	gev_privilege_release(&ctl->privilege);
	kick(ctl);
}

static void probe_in(struct gev_control *ctl, unsigned int ms)
{
	ctl->next_probe = jiffies + msecs_to_jiffies(ms);
}

/* Control that was taken or given back changes the pace. */
static void set_pace(struct gev_control *ctl)
{
	bool held = READ_ONCE(ctl->privilege.held);

	if (held && !ctl->beating)
		probe_in(ctl, READ_ONCE(ctl->privilege.heartbeat) / 3);
	ctl->beating = held;
}

/* The camera, or its privilege, is gone. */
static void lose(struct gev_control *ctl)
{
	gev_privilege_lost(&ctl->privilege);
	ctl->misses = 0;
	probe_in(ctl, CONTROL_BEAT_AGAIN_MS);
	if (!ctl->away) {
		WRITE_ONCE(ctl->away, true);
		gev_camera_lost(ctl->cam);
	}
}

static bool camera_is_away(struct gev_camera *cam)
{
	bool away;

	mutex_lock(&cam->lock);
	away = cam->state == GEV_CAMERA_AWAY;
	mutex_unlock(&cam->lock);
	return away;
}

/* The camera has answered. It may be the link's loss that it was away for. */
static void answered(struct gev_control *ctl)
{
	ctl->misses = 0;
	if (!gev_privilege_retake(&ctl->privilege) && ctl->held_back++ < CONTROL_HOLD_BACK) {
		probe_in(ctl, CONTROL_AGAIN_MS);
		return;
	}
	ctl->held_back = 0;
	set_pace(ctl);
	if (ctl->away || camera_is_away(ctl->cam)) {
		WRITE_ONCE(ctl->away, false);
		gev_camera_back(ctl->cam);
	}
}

/* A heartbeat: a question about control that the camera counts as a sign of life. */
static void beat(struct gev_control *ctl)
{
	struct gev_channel *ch = &ctl->channel;
	u32 timeout = READ_ONCE(ctl->privilege.heartbeat);
	unsigned long asked = jiffies;
	bool ended;
	u32 ccp;
	int ret;

	ret = gev_register_probe(ch, GEV_REG_CCP, &ccp);
	ended = ret == -EACCES || (!ret && !(ccp & (GEV_CCP_CONTROL | GEV_CCP_EXCLUSIVE)));
	/* After a gap the camera may have timed us out and taken another. */
	if (!ret && !ended && ctl->misses)
		ended = gev_privilege_elsewhere(&ctl->privilege);
	if (ended) {
		dev_warn_ratelimited(ch->dev, "the camera has ended our control\n");
		lose(ctl);
		return;
	}
	if (time_after_eq(READ_ONCE(ch->heard), asked)) {
		probe_in(ctl, timeout / 3);
		answered(ctl);
		return;
	}

	ctl->misses++;
	probe_in(ctl, CONTROL_BEAT_AGAIN_MS);
	if (time_after_eq(jiffies, READ_ONCE(ch->heard) + msecs_to_jiffies(timeout))) {
		dev_warn_ratelimited(ch->dev, "no answer for %u ms\n", timeout);
		lose(ctl);
	}
}

/* Is an idle camera, or one that is away, there? */
static void ask(struct gev_control *ctl)
{
	struct gev_gvcp_discovery d;
	bool there;

	there = !gev_channel_discover(&ctl->channel, &d);
	if (there && !ether_addr_equal(d.mac, ctl->cam->mac)) {
		dev_warn_ratelimited(&ctl->cam->dev, "%pM answers at its address\n", d.mac);
		there = false;
	}
	if (there) {
		probe_in(ctl, CONTROL_PRESENCE_MS);
		gev_privilege_look(&ctl->privilege);
		answered(ctl);
		return;
	}

	probe_in(ctl, ctl->away ? CONTROL_AWAY_MS : CONTROL_AGAIN_MS);
	if (!ctl->away && ++ctl->misses >= CONTROL_MISSES)
		lose(ctl);
}

/*
 * Follows changes of the camera's address and of ours. The camera knows us by
 * address and port: with a new socket we are somebody else to it.
 */
static void follow_addresses(struct gev_control *ctl)
{
	struct gev_channel *ch = &ctl->channel;
	u32 address = READ_ONCE(ctl->address);

	if (address == READ_ONCE(ch->remote) && !gev_channel_stale(ch))
		return;
	gev_channel_open(ch, address);
	ctl->next_probe = jiffies;
	if (READ_ONCE(ctl->privilege.held))
		lose(ctl);
}

static void tick(struct gev_control *ctl)
{
	follow_addresses(ctl);
	gev_privilege_give_back(&ctl->privilege);
	set_pace(ctl);
	if (xchg(&ctl->look, false))
		ctl->next_probe = jiffies;
	if (time_before(jiffies, ctl->next_probe))
		return;
	/* An address of this host answers without a link; the camera is away all the same. */
	if (!gev_sock_device_up(ctl->cam->ifindex)) {
		probe_in(ctl, CONTROL_AGAIN_MS);
		if (!ctl->away)
			lose(ctl);
	} else if (READ_ONCE(ctl->privilege.held)) {
		beat(ctl);
	} else {
		ask(ctl);
	}
}

/* Jiffies until there is something to do. */
static long idle_time(struct gev_control *ctl)
{
	long left;

	left = gev_privilege_due(&ctl->privilege, ctl->next_probe) - jiffies;
	return max(left, 1L);
}

static int control_thread(void *data)
{
	struct gev_control *ctl = data;

	/* A heartbeat must not wait for those who work on the images. */
	set_user_nice(current, CONTROL_NICE);
	while (!kthread_should_stop()) {
		WRITE_ONCE(ctl->kick, false);
		tick(ctl);
		wait_event_idle_timeout(ctl->wake,
					kthread_should_stop() || READ_ONCE(ctl->kick),
					idle_time(ctl));
	}
	return 0;
}

/**
 * gev_control_create() - give a camera its control channel
 * @cam: the camera; its interface, MAC and address are known
 *
 * Sets cam->control. The thread holds a reference to the camera until
 * gev_control_stop(). A camera whose address is in no network of the interface
 * gets a channel, too; it will work when that changes.
 *
 * Context: process, may sleep. Takes no lock that a caller could hold.
 * Return: 0 or -errno.
 */
int gev_control_create(struct gev_camera *cam)
{
	struct gev_control *ctl;
	struct task_struct *thread;
	int ret;

	ctl = kzalloc(sizeof(*ctl), GFP_KERNEL);
	if (!ctl)
		return -ENOMEM;
	ctl->cam = cam;
	ctl->address = cam->info.ip;
	init_waitqueue_head(&ctl->wake);
	ctl->next_probe = jiffies + msecs_to_jiffies(CONTROL_PRESENCE_MS);
	gev_channel_init(&ctl->channel, &cam->dev, cam->ifindex);
	gev_privilege_init(&ctl->privilege, &ctl->channel);

	ret = gev_channel_open(&ctl->channel, ctl->address);
	if (ret && ret != -EHOSTUNREACH)
		goto free;
	thread = kthread_create(control_thread, ctl, "gev-control/%s", dev_name(&cam->dev));
	if (IS_ERR(thread)) {
		ret = PTR_ERR(thread);
		goto close;
	}
	ctl->thread = thread;
	gev_camera_get(cam);
	/* Pairs with get_control(). */
	smp_store_release(&cam->control, ctl);
	wake_up_process(thread);
	return 0;

close:
	gev_channel_destroy(&ctl->channel);
free:
	kfree(ctl);
	return ret;
}

/**
 * gev_control_stop() - end a camera's control channel, give control back
 * @cam: the camera; one without a channel is fine, a second call too
 *
 * Context: process, may sleep. No lock of ours is held: waits for the thread,
 * which takes camera->lock and user_lock.
 */
void gev_control_stop(struct gev_camera *cam)
{
	struct gev_control *ctl = get_control(cam);
	struct task_struct *thread;

	if (!ctl)
		return;
	/* Those who wait for an answer, or for an old session's end, come out. */
	gev_channel_shut(&ctl->channel);
	thread = xchg(&ctl->thread, NULL);
	if (!thread)
		return;
	kthread_stop(thread);

	gev_privilege_end(&ctl->privilege, gev_sock_device_up(cam->ifindex));
	gev_channel_destroy(&ctl->channel);
	gev_camera_put(cam);
}

/**
 * gev_control_free() - free what is left of a control channel
 * @ctl: stopped, or NULL
 *
 * Context: process; from the camera's release: nobody else knows it any more.
 */
void gev_control_free(struct gev_control *ctl)
{
	kfree(ctl);
}

/**
 * gev_control_holder() - who has control of a camera, as far as we know
 * @cam: the camera
 * @ip: result: the holder's address, host order; 0 when not known
 *
 * Context: any; asks nobody.
 * Return: enum gev_control_holder.
 */
enum gev_control_holder gev_control_holder(struct gev_camera *cam, u32 *ip)
{
	struct gev_control *ctl = get_control(cam);

	*ip = ctl ? READ_ONCE(ctl->privilege.holder_ip) : 0;
	return ctl ? READ_ONCE(ctl->privilege.holder) : GEV_CONTROL_UNKNOWN;
}

/**
 * gev_control_heartbeat_ms() - heartbeat time-out of a camera
 * @cam: the camera
 *
 * Context: any; asks nobody.
 * Return: ms; what we would ask for, before control was ever taken; 0 without
 * a channel.
 */
u32 gev_control_heartbeat_ms(struct gev_camera *cam)
{
	struct gev_control *ctl = get_control(cam);

	return ctl ? READ_ONCE(ctl->privilege.heartbeat) : 0;
}

/**
 * gev_control_addresses() - the two ends of the control channel
 * @cam: the camera
 * @local: result: our address, host order; 0 when there is none in its network
 * @remote: result: the camera's address, host order
 *
 * Context: any.
 */
void gev_control_addresses(struct gev_camera *cam, u32 *local, u32 *remote)
{
	struct gev_control *ctl = get_control(cam);

	*local = ctl ? READ_ONCE(ctl->channel.local) : 0;
	*remote = ctl ? READ_ONCE(ctl->channel.remote) : 0;
}

/**
 * gev_control_set_address() - the camera is to be found elsewhere
 * @cam: the camera
 * @ip: its address, host order
 *
 * Context: process. Takes no lock: the thread will see to it.
 */
void gev_control_set_address(struct gev_camera *cam, u32 ip)
{
	struct gev_control *ctl = get_control(cam);

	if (!ctl || READ_ONCE(ctl->address) == ip)
		return;
	WRITE_ONCE(ctl->address, ip);
	kick(ctl);
}

/**
 * gev_control_look() - see now whether the camera answers
 * @cam: the camera
 *
 * Context: process. Does not wait: the thread will tell.
 */
void gev_control_look(struct gev_camera *cam)
{
	struct gev_control *ctl = get_control(cam);

	if (!ctl)
		return;
	WRITE_ONCE(ctl->look, true);
	kick(ctl);
}
