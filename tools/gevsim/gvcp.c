// SPDX-License-Identifier: GPL-2.0
/* The GVCP thread: sockets, retransmits, PENDING_ACK, heartbeat. */
#include <arpa/inet.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>
#include "bootstrap.h"
#include "clock.h"
#include "command.h"
#include "device.h"
#include "features.h"
#include "gvcp.h"
#include "log.h"
#include "sockets.h"

#define GVCP_RECEIVE	2048u		/* more than any legal datagram */
#define GVCP_LATE_MAX	16u		/* acknowledges waiting to be sent */
#define GVCP_TICK	100		/* ms between looks at the heartbeat */
#define NS_PER_MS	1000000ull
#define PENDING_MARGIN	500u		/* ms that a PENDING_ACK asks for beyond the next */
#define PENDING_PART	3u		/* PENDING_ACKs while a command is held up */

struct datagram {
	struct sockaddr_in peer;
	u8 data[GEV_GVCP_DATAGRAM_MAX];
	size_t len;
};

/**
 * struct gvcp - what the GVCP thread works with
 * @dev: the camera
 * @sockets: its sockets
 * @last: acknowledge of the controller's last command, for retransmits
 * @last_command: that command, 0 = none
 * @last_id: its request id
 * @held: command that is held up by a fault
 * @held_until: CLOCK_MONOTONIC ns when it is executed; 0 = no such command
 * @held_next: when the next PENDING_ACK is sent
 * @held_step: ns between them
 * @late: acknowledges that are sent later
 * @late_due: CLOCK_MONOTONIC ns when; 0 = unused
 */
struct gvcp {
	struct sim_device *dev;
	struct sim_sockets sockets;
	struct datagram last;
	u16 last_command;
	u16 last_id;
	struct datagram held;
	u64 held_until;
	u64 held_next;
	u64 held_step;
	struct datagram late[GVCP_LATE_MAX];
	u64 late_due[GVCP_LATE_MAX];
};

static bool gvcp_same_peer(const struct sockaddr_in *a, const struct sockaddr_in *b)
{
	return a->sin_addr.s_addr == b->sin_addr.s_addr && a->sin_port == b->sin_port;
}

static void gvcp_send(struct gvcp *g, const struct datagram *d)
{
	sim_sockets_send(&g->sockets, &d->peer, d->data, d->len);
}

static void gvcp_send_at(struct gvcp *g, const struct datagram *d, u64 due)
{
	for (size_t i = 0; i < GVCP_LATE_MAX; i++) {
		if (g->late_due[i])
			continue;
		g->late[i] = *d;
		g->late_due[i] = due;
		return;
	}
}

/* Send an acknowledge, with the faults that concern it. */
static void gvcp_acknowledge(struct gvcp *g, struct datagram *d, u32 address)
{
	struct sim_faults *faults = &g->dev->faults;
	struct sim_armed hit;

	if (sim_fault_take(faults, SIM_FAULT_ACK_LOST, address, &hit))
		return;
	if (sim_fault_take(faults, SIM_FAULT_ACK_WRONG_ID, address, &hit))
		put_unaligned_be16(get_unaligned_be16(d->data + 6) - 1, d->data + 6);
	if (d->len >= GEV_GVCP_HEADER + 4 &&
	    sim_fault_take(faults, SIM_FAULT_ACK_SHORT, address, &hit)) {
		d->len -= 4;
		put_unaligned_be16(d->len - GEV_GVCP_HEADER, d->data + 4);
	}
	if (sim_fault_take(faults, SIM_FAULT_ACK_LATE, address, &hit)) {
		gvcp_send_at(g, d, sim_clock_ns() + hit.value * NS_PER_MS);
		return;
	}
	gvcp_send(g, d);
	if (sim_fault_take(faults, SIM_FAULT_ACK_TWICE, address, &hit))
		gvcp_send(g, d);
}

static void gvcp_encode(struct datagram *d, const struct sim_answer *answer, u16 id)
{
	int len = gev_gvcp_ack_encode(d->data, sizeof(d->data), answer->status,
				      answer->command, id, answer->payload, answer->length);

	d->len = len < 0 ? 0 : len;
}

/* PENDING_ACK for the command that is held up. */
static void gvcp_send_pending(struct gvcp *g, u64 now)
{
	struct sim_answer answer = { .command = GEV_GVCP_PENDING_RSP, .length = 4 };
	struct datagram d = { .peer = g->held.peer };
	u64 ms = g->held_step / NS_PER_MS + PENDING_MARGIN;

	g->held_next = now + g->held_step;
	if (!(sim_register_get(g->dev, GEV_REG_GVCP_CONFIGURATION) & GEV_GVCP_CONF_PENDING_ACK))
		return;
	put_unaligned_be16(ms < 0xffff ? ms : 0xffff, answer.payload + 2);
	gvcp_encode(&d, &answer, get_unaligned_be16(g->held.data + 6));
	gvcp_send(g, &d);
}

/* Does a fault hold up this command? Without an address any feature will do. */
static bool gvcp_hold(struct gvcp *g, const struct datagram *in,
		      const struct gev_gvcp_cmd *cmd)
{
	u32 address = sim_command_address(cmd);
	struct sim_armed hit;
	u64 now = sim_clock_ns();

	if (!sim_command_writes(cmd) || !sim_device_is_owner(g->dev, &in->peer) ||
	    address == SIM_REG_FAULT ||
	    !sim_fault_take(&g->dev->faults, SIM_FAULT_PENDING, address, &hit))
		return false;
	g->held = *in;
	g->held_until = now + hit.value * NS_PER_MS;
	g->held_step = hit.value * NS_PER_MS / PENDING_PART + 1;
	sim_log_event(g->dev->index, "pending", "\"address\":\"0x%04x\",\"ms\":%llu", address,
		      (unsigned long long)hit.value);
	gvcp_send_pending(g, now);
	return true;
}

static bool gvcp_broadcast_ack(const struct gev_gvcp_cmd *cmd)
{
	return cmd->flags & GEV_GVCP_FLAG_BROADCAST_ACK &&
	       (cmd->command == GEV_GVCP_DISCOVERY_CMD || cmd->command == GEV_GVCP_FORCEIP_CMD);
}

/* DISCOVERY may have to wait for a random time, so that not all answer at once. */
static void gvcp_discovery(struct gvcp *g, struct datagram *d)
{
	u32 delay = sim_register_get(g->dev, GEV_REG_DISCOVERY_ACK_DELAY);

	if (delay)
		gvcp_send_at(g, d, sim_clock_ns() + (u64)random() % delay * NS_PER_MS);
	else
		gvcp_send(g, d);
}

/* The sockets follow the address; the answer to FORCEIP comes from the new one. */
static void gvcp_rebind(struct gvcp *g)
{
	int err;

	if (!g->dev->rebind)
		return;
	g->dev->rebind = false;
	sim_sockets_close(&g->sockets);
	err = sim_sockets_open(&g->sockets, &g->dev->link);
	if (err)
		sim_log(SIM_LOG_ERROR, g->dev->index, "new address: %s", strerror(-err));
	sim_device_wake(g->dev);
}

static void gvcp_execute(struct gvcp *g, const struct datagram *in,
			 const struct gev_gvcp_cmd *cmd)
{
	struct sim_device *dev = g->dev;
	bool owner = sim_device_is_owner(dev, &in->peer);
	u32 address = sim_command_address(cmd);
	struct datagram out = { .peer = in->peer };
	struct sim_armed nack;
	struct sim_answer answer;

	dev->control.peer = in->peer;
	if (cmd->command != GEV_GVCP_DISCOVERY_CMD &&
	    sim_fault_take(&dev->faults, SIM_FAULT_NACK, address, &nack)) {
		answer.status = nack.value;
		answer.command = cmd->command + 1;
		answer.length = 0;
	} else if (!sim_command_execute(dev, cmd, &answer)) {
		return;
	}
	gvcp_rebind(g);
	gvcp_encode(&out, &answer, cmd->req_id);
	/* Also when this command took or gave up control. */
	if (cmd->command != GEV_GVCP_DISCOVERY_CMD &&
	    (owner || sim_device_is_owner(dev, &in->peer))) {
		dev->control.heard = sim_clock_ns();
		g->last = out;
		g->last_command = cmd->command;
		g->last_id = cmd->req_id;
		if (!(cmd->flags & GEV_GVCP_FLAG_ACK))
			g->last.len = 0;
	}
	if (gvcp_broadcast_ack(cmd))
		out.peer.sin_addr.s_addr = htonl(INADDR_BROADCAST);
	if (!(cmd->flags & GEV_GVCP_FLAG_ACK))
		return;
	if (cmd->command == GEV_GVCP_DISCOVERY_CMD)
		gvcp_discovery(g, &out);
	else
		gvcp_acknowledge(g, &out, address);
}

static void gvcp_busy(struct gvcp *g, const struct datagram *in,
		      const struct gev_gvcp_cmd *cmd)
{
	struct sim_answer answer = { .status = GEV_GVCP_BUSY, .command = cmd->command + 1 };
	struct datagram out = { .peer = in->peer };

	if (!(cmd->flags & GEV_GVCP_FLAG_ACK))
		return;
	gvcp_encode(&out, &answer, cmd->req_id);
	gvcp_send(g, &out);
}

static void gvcp_repeated(struct gvcp *g, const struct gev_gvcp_cmd *cmd)
{
	sim_log_event(g->dev->index, "repeat", "\"address\":\"0x%04x\",\"id\":%u",
		      sim_command_address(cmd), cmd->req_id);
}

static void gvcp_command(struct gvcp *g, const struct datagram *in,
			 const struct gev_gvcp_cmd *cmd)
{
	if (cmd->command == GEV_GVCP_DISCOVERY_CMD) {
		gvcp_execute(g, in, cmd);
		return;
	}
	/* While one command is held up, its repetition and other writes wait. */
	if (g->held_until && gvcp_same_peer(&in->peer, &g->held.peer) &&
	    !memcmp(in->data + 2, g->held.data + 2, 2) &&
	    !memcmp(in->data + 6, g->held.data + 6, 2)) {
		gvcp_repeated(g, cmd);
		gvcp_send_pending(g, sim_clock_ns());
		return;
	}
	if (g->held_until && sim_command_writes(cmd)) {
		gvcp_busy(g, in, cmd);
		return;
	}
	if (g->last_command == cmd->command && g->last_id == cmd->req_id &&
	    gvcp_same_peer(&in->peer, &g->last.peer)) {
		gvcp_repeated(g, cmd);
		g->dev->control.heard = sim_clock_ns();
		if (g->last.len) {
			struct datagram again = g->last;

			gvcp_acknowledge(g, &again, sim_command_address(cmd));
		}
		return;
	}
	if (!gvcp_hold(g, in, cmd))
		gvcp_execute(g, in, cmd);
}

/* Not a command, but so near to one that its sender deserves an answer. */
static void gvcp_malformed(struct gvcp *g, const struct sockaddr_in *peer, const u8 *data,
			   size_t len)
{
	struct sim_answer answer = { .status = GEV_GVCP_INVALID_HEADER };
	struct datagram out = { .peer = *peer };

	if (len < GEV_GVCP_HEADER || data[0] != GEV_GVCP_KEY || !(data[1] & GEV_GVCP_FLAG_ACK) ||
	    !get_unaligned_be16(data + 6))
		return;
	answer.command = get_unaligned_be16(data + 2) + 1;
	gvcp_encode(&out, &answer, get_unaligned_be16(data + 6));
	gvcp_send(g, &out);
}

static bool gvcp_deaf(struct gvcp *g, enum sim_socket which)
{
	struct sim_faults *faults = &g->dev->faults;

	if (sim_clock_ns() < g->dev->away || sim_fault_state(faults, SIM_FAULT_DEAF))
		return true;
	return (which == SIM_SOCKET_LIMITED && sim_fault_state(faults, SIM_FAULT_NO_LIMITED)) ||
	       (which == SIM_SOCKET_DIRECTED && sim_fault_state(faults, SIM_FAULT_NO_DIRECTED));
}

static void gvcp_receive(struct gvcp *g, enum sim_socket which)
{
	struct datagram in = { .len = 0 };
	struct gev_gvcp_cmd cmd;
	u8 data[GVCP_RECEIVE];
	ssize_t len;

	while (g->sockets.fd[which] >= 0) {
		len = sim_sockets_receive(&g->sockets, which, data, sizeof(data), &in.peer);
		if (len < 0)
			return;
		pthread_mutex_lock(&g->dev->lock);
		if (!len || gvcp_deaf(g, which)) {
			/* not for this camera, or not heard */
		} else if (gev_gvcp_cmd_decode(data, len, &cmd)) {
			gvcp_malformed(g, &in.peer, data, len);
		} else {
			memcpy(in.data, data, len);
			in.len = len;
			gvcp_command(g, &in, &cmd);
		}
		pthread_mutex_unlock(&g->dev->lock);
	}
}

/* The command that was held up is executed at last. */
static void gvcp_release(struct gvcp *g)
{
	struct datagram in = g->held;
	struct gev_gvcp_cmd cmd;

	g->held_until = 0;
	if (!gev_gvcp_cmd_decode(in.data, in.len, &cmd))
		gvcp_execute(g, &in, &cmd);
}

/* A heartbeat that is switched off, or a command that is held up, stops the clock. */
static void gvcp_heartbeat(struct gvcp *g, u64 now)
{
	struct sim_device *dev = g->dev;
	u64 limit = sim_register_get(dev, GEV_REG_HEARTBEAT_TIMEOUT) * NS_PER_MS;

	if (!dev->control.ccp)
		return;
	if (g->held_until ||
	    sim_register_get(dev, GEV_REG_GVCP_CONFIGURATION) & SIM_CONF_HEARTBEAT_OFF)
		dev->control.heard = now;
	else if (now > dev->control.heard + limit)
		sim_device_control_drop(dev, "heartbeat time-out");
}

/* What is due. Returns ms until something is. */
static int gvcp_timers(struct gvcp *g)
{
	u64 now = sim_clock_ns(), next = now + GVCP_TICK * NS_PER_MS;

	pthread_mutex_lock(&g->dev->lock);
	gvcp_rebind(g);
	if (g->held_until && now >= g->held_until)
		gvcp_release(g);
	else if (g->held_until && now >= g->held_next)
		gvcp_send_pending(g, now);
	if (g->held_until && g->held_until < next)
		next = g->held_until;
	for (size_t i = 0; i < GVCP_LATE_MAX; i++) {
		if (g->late_due[i] && now >= g->late_due[i]) {
			gvcp_send(g, &g->late[i]);
			g->late_due[i] = 0;
		}
		if (g->late_due[i] && g->late_due[i] < next)
			next = g->late_due[i];
	}
	gvcp_heartbeat(g, now);
	pthread_mutex_unlock(&g->dev->lock);
	return (next - now + NS_PER_MS - 1) / NS_PER_MS;
}

/**
 * sim_gvcp_check() - can the camera's sockets be opened?
 * @dev: the camera, before its threads are started
 *
 * Return: 0 or a negative error code, after a message.
 */
int sim_gvcp_check(struct sim_device *dev)
{
	struct sim_sockets sockets;
	char text[16];
	int err = sim_sockets_open(&sockets, &dev->link);

	if (err)
		sim_log(SIM_LOG_ERROR, dev->index, "GVCP port %u of %s on %s: %s%s",
			GEV_GVCP_PORT, sim_link_text(dev->link.address, text),
			dev->link.name, strerror(-err),
			err == -EADDRINUSE ? " (is there another camera?)" : "");
	else
		sim_sockets_close(&sockets);
	return err;
}

/**
 * sim_gvcp_run() - the GVCP thread
 * @arg: struct sim_device
 *
 * Return: NULL.
 */
void *sim_gvcp_run(void *arg)
{
	struct gvcp g = { .dev = arg };
	struct pollfd fds[SIM_SOCKETS + 1];
	bool quit = false;
	int err;

	err = sim_sockets_open(&g.sockets, &g.dev->link);
	if (err)
		sim_log(SIM_LOG_ERROR, g.dev->index, "GVCP: %s", strerror(-err));
	while (!quit) {
		int wait = gvcp_timers(&g);

		for (int i = 0; i < SIM_SOCKETS; i++)
			fds[i] = (struct pollfd){ .fd = g.sockets.fd[i], .events = POLLIN };
		fds[SIM_SOCKETS] = (struct pollfd){ .fd = g.dev->wake_gvcp, .events = POLLIN };
		if (poll(fds, ARRAY_SIZE(fds), wait) > 0)
			for (int i = 0; i < SIM_SOCKETS; i++)
				if (fds[i].revents)
					gvcp_receive(&g, i);
		pthread_mutex_lock(&g.dev->lock);
		quit = g.dev->quit;
		pthread_mutex_unlock(&g.dev->lock);
	}
	sim_sockets_close(&g.sockets);
	return NULL;
}
