// SPDX-License-Identifier: GPL-2.0
/*
 * Commands to one camera and their answers.
 *
 * A command is repeated under its own id when nothing is heard, so that the
 * camera can tell a repetition from a second command. Once the camera has said
 * that it is at work (PENDING_ACK), nothing is repeated any more: it is waited
 * for as long as it says. What does not answer the command in flight (late,
 * doubled or foreign acknowledges) is passed over.
 */
#include <linux/device.h>
#include <linux/jiffies.h>
#include <linux/random.h>

#include "../gev_rdma.h"
#include "channel.h"

#define CHANNEL_DISCOVER_MS	1000
#define CHANNEL_PENDING_SLACK_MS 500	/* on top of what a camera promises */
#define CHANNEL_PATIENCE_MS	60000	/* for one command or several, whatever it promises */
#define CHANNEL_PATIENCE_REGAIN	4	/* of the time that passes: one part in so many */
#define CHANNEL_BUSY_TRIES	4
#define CHANNEL_BUSY_MS		50	/* doubled each time */

static bool is_shut(const struct gev_channel *ch, const struct gev_command *c)
{
	return READ_ONCE(ch->closing) && !c->last;
}

static int encode(struct gev_channel *ch, const struct gev_command *c)
{
	switch (c->kind) {
	case GEV_GVCP_READREG_CMD:
		return gev_gvcp_readreg_encode(ch->tx, sizeof(ch->tx), ch->req_id,
					       &c->address, 1);
	case GEV_GVCP_WRITEREG_CMD:
		return gev_gvcp_writereg_encode(ch->tx, sizeof(ch->tx), ch->req_id,
						&c->address, &c->value, 1);
	case GEV_GVCP_READMEM_CMD:
		return gev_gvcp_readmem_encode(ch->tx, sizeof(ch->tx), ch->req_id,
					       c->address, c->len);
	case GEV_GVCP_WRITEMEM_CMD:
		return gev_gvcp_writemem_encode(ch->tx, sizeof(ch->tx), ch->req_id,
						c->address, c->data, c->len);
	default:
		return gev_gvcp_cmd_encode(ch->tx, sizeof(ch->tx), c->kind,
					   GEV_GVCP_FLAG_ACK, ch->req_id, NULL, 0);
	}
}

/* Takes a datagram: does it answer the command in flight? */
static bool answers(struct gev_channel *ch, const struct gev_command *c, int len,
		    struct gev_gvcp_ack *ack)
{
	if (len < 0 || gev_gvcp_ack_decode(ch->rx, len, ack)) {
		dev_warn_ratelimited(ch->dev, "malformed datagram on the control channel\n");
		return false;
	}
	if (ack->ack_id != ch->req_id)
		return false;
	return ack->command == c->kind + 1 || ack->command == GEV_GVCP_PENDING_RSP;
}

/*
 * A camera that is at work with each command would hold up whoever reads a few
 * hundred registers, and all who wait for him: our patience wears out.
 */
static void regain_patience(struct gev_channel *ch)
{
	unsigned long full = msecs_to_jiffies(CHANNEL_PATIENCE_MS);
	unsigned long regained = (jiffies - ch->patience_at) / CHANNEL_PATIENCE_REGAIN;

	ch->patience = min(ch->patience + min(regained, full), full);
	ch->patience_at = jiffies;
}

/* How long a camera that is at work wants to be waited for. */
static unsigned long pending_deadline(struct gev_channel *ch, const struct gev_gvcp_ack *ack,
				      unsigned long start)
{
	unsigned long limit = start + ch->patience;
	unsigned long deadline;
	u16 ms;

	if (gev_gvcp_pending_decode(ack, &ms)) {
		dev_warn_ratelimited(ch->dev, "malformed PENDING_ACK\n");
		ms = 0;
	}
	deadline = jiffies + msecs_to_jiffies(ms + CHANNEL_PENDING_SLACK_MS);
	return time_after(deadline, limit) ? limit : deadline;
}

/*
 * Waits for the answer to the command that has just been sent at @start.
 * Not interruptible: a process that is being killed still has to stop its
 * camera. The time is bounded.
 */
static int await(struct gev_channel *ch, const struct gev_command *c, unsigned long start,
		 struct gev_gvcp_ack *ack, bool *pending)
{
	unsigned long deadline = jiffies + msecs_to_jiffies(c->timeout_ms);
	long left;
	int len;

	while (!is_shut(ch, c)) {
		len = gev_sock_recv(&ch->sock, ch->rx, sizeof(ch->rx));
		if (len != -EAGAIN && answers(ch, c, len, ack)) {
			WRITE_ONCE(ch->heard, jiffies);
			if (ack->command != GEV_GVCP_PENDING_RSP)
				return 0;
			*pending = true;
			deadline = pending_deadline(ch, ack, start);
		}
		left = deadline - jiffies;
		if (left <= 0)
			return -ETIMEDOUT;
		if (len == -EAGAIN)
			wait_event_timeout(ch->wait,
					   gev_sock_ready(&ch->sock) || is_shut(ch, c), left);
	}
	return -ENODEV;
}

/* One command under one id, repeated until it is answered. */
static int exchange(struct gev_channel *ch, const struct gev_command *c, struct gev_gvcp_ack *ack)
{
	unsigned long start = jiffies;
	int len, sent, ret = -ENODEV;
	bool pending = false;
	unsigned int i;

	if (++ch->req_id == 0)
		ch->req_id = 1;
	len = encode(ch, c);
	if (len < 0)
		return len;

	regain_patience(ch);
	for (i = 0; i < c->tries && !pending && !is_shut(ch, c); i++) {
		sent = gev_sock_send(&ch->sock, ch->tx, len);
		if (sent == -ENOTCONN)
			return -EHOSTUNREACH;
		ret = await(ch, c, start, ack, &pending);
		if (pending)
			ch->patience -= min(ch->patience, jiffies - start);
		if (ret != -ETIMEDOUT)
			return ret;
		if (sent)
			ret = sent;
	}
	return ret;
}

/**
 * gev_channel_transact() - a command and its answer
 * @ch: the channel
 * @c: the command
 * @ack: its acknowledge when there is one; points into the channel
 *
 * Repeated as a new command when the camera says that it is busy.
 *
 * Context: process, xfer_lock held and @ack valid as long; may sleep.
 * Return: 0, -ENODEV when shut, -EHOSTUNREACH without a socket, -ETIMEDOUT,
 * or what the camera's refusal stands for.
 */
int gev_channel_transact(struct gev_channel *ch, const struct gev_command *c,
			 struct gev_gvcp_ack *ack)
{
	unsigned int i;
	int ret;

	lockdep_assert_held(&ch->xfer_lock);
	for (i = 0; ; i++) {
		ret = exchange(ch, c, ack);
		if (ret || ack->status != GEV_GVCP_BUSY || i == CHANNEL_BUSY_TRIES)
			break;
		wait_event_timeout(ch->wait, is_shut(ch, c),
				   msecs_to_jiffies(CHANNEL_BUSY_MS << i));
	}
	if (ret)
		return ret;
	if (ack->status != GEV_GVCP_SUCCESS)
		dev_dbg(ch->dev, "command %#06x at %#x: %s\n", c->kind, c->address,
			gev_gvcp_status_name(ack->status));
	return gev_gvcp_status_errno(ack->status);
}

/**
 * gev_channel_check() - report an answer whose content is not what was asked for
 * @ch: the channel
 * @c: the command
 * @ret: what the decoder said
 *
 * Context: process.
 * Return: @ret.
 */
int gev_channel_check(struct gev_channel *ch, const struct gev_command *c, int ret)
{
	if (ret)
		dev_warn_ratelimited(ch->dev, "wrong answer to command %#06x at %#x\n",
				     c->kind, c->address);
	return ret;
}

/**
 * gev_channel_discover() - ask the camera who it is, in one attempt
 * @ch: the channel
 * @d: result
 *
 * Context: process, takes xfer_lock; may sleep.
 * Return: as gev_memory_read().
 */
int gev_channel_discover(struct gev_channel *ch, struct gev_gvcp_discovery *d)
{
	struct gev_command c = {
		.kind = GEV_GVCP_DISCOVERY_CMD,
		.tries = 1,
		.timeout_ms = CHANNEL_DISCOVER_MS,
	};
	struct gev_gvcp_ack ack;
	int ret;

	mutex_lock(&ch->xfer_lock);
	ret = gev_channel_transact(ch, &c, &ack);
	if (!ret)
		ret = gev_channel_check(ch, &c, gev_gvcp_discovery_decode(&ack, d));
	mutex_unlock(&ch->xfer_lock);
	return ret;
}

/**
 * gev_channel_init() - a channel without a socket
 * @ch: the channel, all zero
 * @dev: the camera
 * @ifindex: the interface
 */
void gev_channel_init(struct gev_channel *ch, struct device *dev, int ifindex)
{
	ch->dev = dev;
	ch->ifindex = ifindex;
	mutex_init(&ch->xfer_lock);
	init_waitqueue_head(&ch->wait);
	ch->req_id = get_random_u32();
	ch->heard = jiffies;
	ch->patience = msecs_to_jiffies(CHANNEL_PATIENCE_MS);
	ch->patience_at = jiffies;
}

/**
 * gev_channel_open() - make the socket, or make it anew
 * @ch: the channel
 * @remote: the camera's address, host order
 *
 * Context: process, takes xfer_lock; may sleep.
 * Return: 0, -EHOSTUNREACH when the interface has no address in the camera's
 * network, or -errno. @remote is kept in any case.
 */
int gev_channel_open(struct gev_channel *ch, u32 remote)
{
	u32 local = gev_sock_source(ch->ifindex, remote);
	int ret = -EHOSTUNREACH;

	mutex_lock(&ch->xfer_lock);
	gev_sock_close(&ch->sock);
	ch->caps_known = false;
	WRITE_ONCE(ch->remote, remote);
	if (local)
		ret = gev_sock_open(&ch->sock, ch->ifindex, local, &ch->wait);
	if (!ret)
		ret = gev_sock_connect(&ch->sock, remote, GEV_GVCP_PORT);
	if (ret) {
		gev_sock_close(&ch->sock);
		local = 0;
	}
	WRITE_ONCE(ch->local, local);
	mutex_unlock(&ch->xfer_lock);
	return ret;
}

/**
 * gev_channel_stale() - have the interface's addresses changed?
 * @ch: the channel
 *
 * Context: any.
 * Return: whether a socket made now would have another address.
 */
bool gev_channel_stale(const struct gev_channel *ch)
{
	return gev_sock_source(ch->ifindex, READ_ONCE(ch->remote)) != READ_ONCE(ch->local);
}

/**
 * gev_channel_shut() - fail all commands from now on, but last ones
 * @ch: the channel
 *
 * Context: any. Those who wait for an answer return with -ENODEV soon.
 */
void gev_channel_shut(struct gev_channel *ch)
{
	WRITE_ONCE(ch->closing, true);
	wake_up_all(&ch->wait);
}

/**
 * gev_channel_destroy() - close the socket for good
 * @ch: the channel, initialised and shut; idempotent
 *
 * Context: process, takes xfer_lock; may sleep.
 */
void gev_channel_destroy(struct gev_channel *ch)
{
	mutex_lock(&ch->xfer_lock);
	gev_sock_close(&ch->sock);
	WRITE_ONCE(ch->local, 0);
	mutex_unlock(&ch->xfer_lock);
}
