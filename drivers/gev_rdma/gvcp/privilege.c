// SPDX-License-Identifier: GPL-2.0
/*
 * The privilege of control over a camera: "control access", which lets others
 * read. Taken when somebody needs it, counted, and given back some time after
 * the last has gone.
 */
#include <linux/device.h>
#include <linux/jiffies.h>
#include <linux/module.h>

#include "../gev_rdma.h"
#include "channel.h"
#include "privilege.h"
#include "registers.h"

#define PRIVILEGE_LINGER_MS	2000	/* from the last release to giving it back */
#define PRIVILEGE_RETRY_MIN_MS	250	/* while a dead session of this host expires */
#define PRIVILEGE_RETRY_MAX_MS	2000
#define PRIVILEGE_EXPIRY_SLACK_MS 1000
#define PRIVILEGE_EXPIRY_MAX_MS	15000	/* whatever time-out the camera says it has */

#define HEARTBEAT_MIN_MS	500u
#define HEARTBEAT_MAX_MS	600000u

static unsigned int gev_heartbeat_ms = 3000;
module_param_named(heartbeat_ms, gev_heartbeat_ms, uint, 0644);
MODULE_PARM_DESC(heartbeat_ms,
		 "cameras give up a silent controller after so many ms: 500 to 600000, default 3000");

static u32 wanted_heartbeat(void)
{
	return clamp(READ_ONCE(gev_heartbeat_ms), HEARTBEAT_MIN_MS, HEARTBEAT_MAX_MS);
}

static void set_holder(struct gev_privilege *p, enum gev_control_holder holder, u32 ip)
{
	lockdep_assert_held(&p->user_lock);
	WRITE_ONCE(p->held, holder == GEV_CONTROL_OURS);
	WRITE_ONCE(p->holder_ip, ip);
	WRITE_ONCE(p->holder, holder);
}

/* Who has control? 0 if the camera does not tell. */
static u32 read_holder(struct gev_privilege *p, u16 *port)
{
	struct gev_channel *ch = p->ch;
	u32 caps, ip, value;

	if (gev_register_caps(ch, &caps) || !(caps & GEV_GVCP_CAP_PRIMARY_REGS) ||
	    gev_register_read(ch, GEV_REG_PRIMARY_IP, &ip) ||
	    gev_register_read(ch, GEV_REG_PRIMARY_PORT, &value))
		return 0;
	*port = value;
	return ip;
}

/*
 * Control is refused. -EAGAIN if that will pass: nobody has it (the camera is
 * still ending the last session), or the holder has this host's address but a
 * port that nobody here has: it is what a crash left behind, and will expire.
 */
static int refused(struct gev_privilege *p)
{
	u32 ccp, ip;
	u16 port;

	lockdep_assert_held(&p->user_lock);
	p->asked = false;
	if (!gev_register_read(p->ch, GEV_REG_CCP, &ccp) &&
	    !(ccp & (GEV_CCP_CONTROL | GEV_CCP_EXCLUSIVE)))
		return -EAGAIN;
	ip = read_holder(p, &port);
	set_holder(p, GEV_CONTROL_OTHER, ip);
	if (!ip || ip != READ_ONCE(p->ch->local) || gev_sock_port_taken(ip, port))
		return -EBUSY;
	return -EAGAIN;
}

/*
 * Control is ours: say how long we may be silent, and that the camera may ask
 * for patience. One that refuses either works with its own settings.
 */
static void settle(struct gev_privilege *p)
{
	struct gev_channel *ch = p->ch;
	u32 wanted = wanted_heartbeat();
	u32 value, caps;

	lockdep_assert_held(&p->user_lock);
	if (gev_register_write(ch, GEV_REG_HEARTBEAT_TIMEOUT, wanted))
		dev_dbg(p->ch->dev, "heartbeat time-out cannot be set\n");
	if (!gev_register_read(ch, GEV_REG_HEARTBEAT_TIMEOUT, &value) && value)
		wanted = clamp(value, HEARTBEAT_MIN_MS, HEARTBEAT_MAX_MS);
	WRITE_ONCE(p->heartbeat, wanted);

	if (gev_register_caps(ch, &caps) || !(caps & GEV_GVCP_CAP_PENDING_ACK) ||
	    gev_register_read(ch, GEV_REG_GVCP_CONFIGURATION, &value) ||
	    value & GEV_GVCP_CONF_PENDING_ACK)
		return;
	if (gev_register_write(ch, GEV_REG_GVCP_CONFIGURATION,
			       value | GEV_GVCP_CONF_PENDING_ACK))
		dev_dbg(p->ch->dev, "PENDING_ACK cannot be enabled\n");
}

/* Nobody has used it for a moment: the camera may have been restarted since. */
static bool still_ours(struct gev_privilege *p)
{
	u32 ccp;

	lockdep_assert_held(&p->user_lock);
	return gev_register_read(p->ch, GEV_REG_CCP, &ccp) ||
	       ccp & (GEV_CCP_CONTROL | GEV_CCP_EXCLUSIVE);
}

/* One attempt: 0, -EBUSY, -EAGAIN if it will be free by itself, or -errno. */
static int take_control(struct gev_privilege *p)
{
	int ret;

	lockdep_assert_held(&p->user_lock);
	if (p->held && (p->users || still_ours(p)))
		return 0;
	p->asked = true;
	ret = gev_register_write(p->ch, GEV_REG_CCP, GEV_CCP_CONTROL);
	if (ret == -EACCES || ret == -EBUSY)
		return refused(p);
	if (ret)
		return ret;

	set_holder(p, GEV_CONTROL_OURS, READ_ONCE(p->ch->local));
	dev_dbg(p->ch->dev, "control taken\n");
	settle(p);
	return 0;
}

/*
 * For how long to wait for a dead session to leave the camera's memory. Not for
 * ever: others wait for those who wait here, among them all who register a
 * generic netlink family.
 */
static unsigned long expiry(struct gev_privilege *p)
{
	u32 ms;

	if (gev_register_read(p->ch, GEV_REG_HEARTBEAT_TIMEOUT, &ms))
		ms = READ_ONCE(p->heartbeat);
	ms = min_t(u32, ms, PRIVILEGE_EXPIRY_MAX_MS) + PRIVILEGE_EXPIRY_SLACK_MS;
	return jiffies + msecs_to_jiffies(ms);
}

/* Repeats an attempt while a dead session expires. */
static int outlast(struct gev_privilege *p)
{
	unsigned long end = expiry(p);
	unsigned int pause = PRIVILEGE_RETRY_MIN_MS;
	long killed;
	int ret;

	dev_info(p->ch->dev, "waiting for an earlier session to end\n");
	do {
		killed = wait_event_killable_timeout(p->ch->wait,
						     READ_ONCE(p->ch->closing),
						     msecs_to_jiffies(pause));
		if (killed < 0)
			return killed;
		pause = min(2 * pause, (unsigned int)PRIVILEGE_RETRY_MAX_MS);

		mutex_lock(&p->user_lock);
		ret = READ_ONCE(p->ch->closing) ? -ENODEV : take_control(p);
		p->users += !ret;
		mutex_unlock(&p->user_lock);
	} while (ret == -EAGAIN && time_before(jiffies, end));
	return ret == -EAGAIN ? -EBUSY : ret;
}

/**
 * gev_privilege_claim() - control is needed
 * @p: the privilege
 *
 * If the camera is locked by an earlier life of this host, waits until that
 * has expired, if it does so within a quarter of a minute; killable meanwhile.
 *
 * Context: process, takes user_lock; may sleep.
 * Return: 0 and one more user; -EBUSY when another application has it;
 * -ERESTARTSYS; or as gev_channel_transact().
 */
int gev_privilege_claim(struct gev_privilege *p)
{
	int ret;

	mutex_lock(&p->user_lock);
	ret = take_control(p);
	p->users += !ret;
	mutex_unlock(&p->user_lock);
	return ret == -EAGAIN ? outlast(p) : ret;
}

/**
 * gev_privilege_release() - a claim ends
 * @p: the privilege
 *
 * Context: process, takes user_lock; may sleep.
 */
void gev_privilege_release(struct gev_privilege *p)
{
	mutex_lock(&p->user_lock);
	if (!WARN_ON_ONCE(!p->users) && !--p->users)
		p->release_at = jiffies + msecs_to_jiffies(PRIVILEGE_LINGER_MS);
	mutex_unlock(&p->user_lock);
}

/**
 * gev_privilege_retake() - take control again for those who still need it
 * @p: the privilege
 *
 * Context: process, takes user_lock; may sleep.
 * Return: false when it is worth to try again soon, before anything else.
 */
bool gev_privilege_retake(struct gev_privilege *p)
{
	int ret = 0;

	mutex_lock(&p->user_lock);
	if (p->users)
		ret = take_control(p);
	mutex_unlock(&p->user_lock);
	return ret != -EAGAIN;
}

/**
 * gev_privilege_lost() - the camera, or its memory of us, is gone
 * @p: the privilege
 *
 * The users stay counted.
 *
 * Context: process, takes user_lock; may sleep.
 */
void gev_privilege_lost(struct gev_privilege *p)
{
	mutex_lock(&p->user_lock);
	p->asked = false;
	set_holder(p, GEV_CONTROL_UNKNOWN, 0);
	mutex_unlock(&p->user_lock);
}

/**
 * gev_privilege_give_back() - give control back if nobody has needed it for a while
 * @p: the privilege
 *
 * Context: process, takes user_lock; may sleep.
 */
void gev_privilege_give_back(struct gev_privilege *p)
{
	mutex_lock(&p->user_lock);
	if (p->held && !p->users && time_after_eq(jiffies, p->release_at)) {
		/* If this fails: without a heartbeat it ends by itself. */
		if (!gev_register_write(p->ch, GEV_REG_CCP, 0))
			p->asked = false;
		set_holder(p, GEV_CONTROL_FREE, 0);
		dev_dbg(p->ch->dev, "control given back\n");
	}
	mutex_unlock(&p->user_lock);
}

/**
 * gev_privilege_due() - when gev_privilege_give_back() is to be called
 * @p: the privilege
 * @next: jiffies; when else there is something to do
 *
 * Context: process, takes user_lock; may sleep.
 * Return: jiffies, the earlier of both.
 */
unsigned long gev_privilege_due(struct gev_privilege *p, unsigned long next)
{
	mutex_lock(&p->user_lock);
	if (p->held && !p->users && time_before(p->release_at, next))
		next = p->release_at;
	mutex_unlock(&p->user_lock);
	return next;
}

/**
 * gev_privilege_end() - give control back on the way out
 * @p: the privilege; its channel is shut
 * @hope: the camera may hear it
 *
 * Context: process, takes user_lock; may sleep.
 */
void gev_privilege_end(struct gev_privilege *p, bool hope)
{
	mutex_lock(&p->user_lock);
	/* A claim that the end has interrupted may have been granted. */
	if (p->asked && hope)
		gev_register_write_last(p->ch, GEV_REG_CCP, 0);
	set_holder(p, GEV_CONTROL_UNKNOWN, 0);
	mutex_unlock(&p->user_lock);
}

/**
 * gev_privilege_elsewhere() - does the camera name another controller than us?
 * @p: the privilege
 *
 * Context: process, takes xfer_lock; may sleep.
 * Return: true if it does; false also when it does not say.
 */
bool gev_privilege_elsewhere(struct gev_privilege *p)
{
	u16 port;
	u32 ip;

	ip = read_holder(p, &port);
	return ip && ip != READ_ONCE(p->ch->local);
}

/**
 * gev_privilege_look() - who has control of an idle camera? for listings
 * @p: the privilege
 *
 * Context: process, takes user_lock and xfer_lock; may sleep.
 */
void gev_privilege_look(struct gev_privilege *p)
{
	bool taken;
	u32 ccp, ip = 0;
	u16 port;
	int ret;

	ret = gev_register_probe(p->ch, GEV_REG_CCP, &ccp);
	if (ret && ret != -EACCES)
		return;
	/* Exclusive access of another forbids even the question. */
	taken = ret || ccp & (GEV_CCP_CONTROL | GEV_CCP_EXCLUSIVE);
	if (taken)
		ip = read_holder(p, &port);
	mutex_lock(&p->user_lock);
	if (!p->held)
		set_holder(p, taken ? GEV_CONTROL_OTHER : GEV_CONTROL_FREE, ip);
	mutex_unlock(&p->user_lock);
}

/**
 * gev_privilege_init() - nobody needs it, nobody is known to have it
 * @p: the privilege, all zero
 * @ch: the channel
 */
void gev_privilege_init(struct gev_privilege *p, struct gev_channel *ch)
{
	p->ch = ch;
	p->heartbeat = wanted_heartbeat();
	mutex_init(&p->user_lock);
}
