// SPDX-License-Identifier: GPL-2.0
/* The stream thread: CM events, completions, frames by RDMA. */
#define _GNU_SOURCE	/* ppoll */
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include "clock.h"
#include "device.h"
#include "gvsp_frames.h"
#include "listener.h"
#include "log.h"

#define NS_PER_S	1000000000ull
#define STREAM_DRAIN	1000		/* ms */

/**
 * struct plan - what becomes of one frame; made with the device locked
 * @id: block id
 * @send: it is to be sent
 * @look: settings of the picture
 * @frame: its descriptor
 * @shot: how to send it
 * @disconnect: a fault: end the connection instead
 * @mute: a fault: send nothing after this frame
 */
struct plan {
	u64 id;
	bool send;
	struct sim_look look;
	struct gev_gendc_frame frame;
	struct sim_shot shot;
	bool disconnect;
	bool mute;
};

/**
 * sim_stream_disconnect() - end the connection, if there is one
 * @s: the stream
 * @why: for the messages
 */
void sim_stream_disconnect(struct sim_stream *s, const char *why)
{
	struct sim_connection *c = s->connection;
	struct sim_acquisition *a = &s->dev->acquisition;

	if (!c)
		return;
	sim_log(SIM_LOG_INFO, s->dev->index, "disconnected (%s)", why);
	sim_log_event(s->dev->index, "disconnect", "\"reason\":\"%s\"", why);
	s->connection = NULL;
	sim_connection_destroy(c, true);
	pthread_mutex_lock(&s->dev->lock);
	a->established = false;
	a->alone = sim_clock_ns();
	a->credits = 0;
	a->overrun = 0;
	pthread_mutex_unlock(&s->dev->lock);
}

/* A connection that is to end is none: its buffers may be too small by now. */
static bool stream_connected(const struct sim_stream *s)
{
	return s->connection && s->connection->established && !s->dev->acquisition.disconnect;
}

/* Credit and a free send are there; a muted connection has neither. */
static bool stream_sendable(struct sim_stream *s)
{
	struct sim_connection *c = s->connection;

	if (!stream_connected(s) || s->mute || !sim_connection_slot(c))
		return false;
	return sim_connection_credits(c) > 0 || s->dev->acquisition.overrun;
}

static bool stream_wanted(struct sim_stream *s, u64 now)
{
	bool connecting = s->connection && !s->connection->established;

	return sim_frames_wanted(s->dev, stream_sendable(s), connecting, now);
}

/* Count a frame that can not be sent under its cause. */
static bool stream_drop(struct sim_stream *s, struct plan *p)
{
	struct sim_acquisition *a = &s->dev->acquisition;
	struct sim_connection *c = s->connection;

	if (sim_fault_frame(&s->dev->faults, SIM_FAULT_DROP, p->id)) {
		a->dropped_fault++;
	} else if (!stream_connected(s)) {
		a->dropped_connection++;
	} else if (s->mute || !sim_connection_slot(c)) {
		a->dropped_send++;
	} else if (sim_connection_credits(c) <= 0) {
		if (!a->overrun) {
			a->dropped_credit++;
			return true;
		}
		a->overrun--;
		return false;
	} else {
		return false;
	}
	return true;
}

static void plan_send_faults(struct sim_faults *faults, struct plan *p)
{
	static const struct {
		enum sim_fault_id fault;
		enum sim_send send;
	} kinds[] = {
		{ SIM_FAULT_IMMEDIATE, SIM_SEND_IMMEDIATE },
		{ SIM_FAULT_INVALIDATE, SIM_SEND_INVALIDATE },
		{ SIM_FAULT_WRITE_IMMEDIATE, SIM_SEND_WRITE_IMMEDIATE },
	};
	const struct sim_armed *hit;

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		hit = sim_fault_frame(faults, kinds[i].fault, p->id);
		if (hit)
			p->shot.send[hit->value & 1] = kinds[i].send;
	}
	hit = sim_fault_frame(faults, SIM_FAULT_NO_DESCRIPTOR, p->id);
	if (hit) {
		p->shot.send[0] = SIM_SEND_NOTHING;
		p->mute = !hit->value;
	}
	if (sim_fault_frame(faults, SIM_FAULT_NO_PAYLOAD, p->id))
		p->shot.send[1] = SIM_SEND_NOTHING;
	p->shot.swap = sim_fault_frame(faults, SIM_FAULT_SWAP, p->id);
}

static void plan_size_faults(struct sim_faults *faults, struct plan *p, size_t room)
{
	const struct sim_armed *hit;
	u64 size;

	hit = sim_fault_frame(faults, SIM_FAULT_LONG, p->id);
	if (hit)
		p->shot.payload += hit->value;
	hit = sim_fault_frame(faults, SIM_FAULT_SHORT, p->id);
	if (hit)
		p->shot.payload -= hit->value < p->shot.payload ? hit->value : p->shot.payload;
	hit = sim_fault_frame(faults, SIM_FAULT_GEOMETRY, p->id);
	if (hit) {
		p->frame.x = hit->has_value ? hit->value : p->frame.x * 2;
		p->frame.y = hit->has_value ? hit->extra : (p->frame.y + 1) / 2;
		size = (u64)gev_pfnc_line_bytes(p->frame.pfnc, p->frame.x) * p->frame.y;
		p->shot.payload = size < room ? size : room;
		p->frame.data_size = p->shot.payload;
	}
	if (!sim_fault_frame(faults, SIM_FAULT_SKIP, p->id))
		return;
	p->frame.flags |= GEV_GENDC_CONTAINER_INVALID;
	p->frame.component_flags |= GEV_GENDC_COMPONENT_INVALID;
	p->frame.data_size = 0;
	p->shot.payload = 0;
}

static void plan_id_faults(struct sim_faults *faults, struct plan *p)
{
	if (sim_fault_frame(faults, SIM_FAULT_ID_REPEAT, p->id))
		p->frame.id--;
	if (sim_fault_frame(faults, SIM_FAULT_ID_ZERO, p->id))
		p->frame.id = 0;
}

/* Decide about one frame; the device is locked. */
static void stream_plan(struct sim_stream *s, struct plan *p, u64 now)
{
	struct sim_device *dev = s->dev;
	struct sim_acquisition *a = &dev->acquisition;
	const struct sim_armed *hit;

	memset(p, 0, sizeof(*p));
	p->id = sim_frames_acquire(dev, now);
	hit = sim_fault_frame(&dev->faults, SIM_FAULT_NO_CREDIT, p->id);
	if (hit && !a->overrun)
		a->overrun = hit->value;
	p->disconnect = sim_fault_frame(&dev->faults, SIM_FAULT_DISCONNECT, p->id);
	if (p->disconnect || stream_drop(s, p)) {
		a->dropped_connection += p->disconnect;
		return;
	}
	p->send = true;
	sim_picture_look(dev, &p->look);
	sim_frames_describe(&p->look.g, &p->frame);
	p->frame.id = p->id;
	p->frame.timestamp = sim_device_ticks(dev);
	p->shot.slot = sim_connection_slot(s->connection);
	p->shot.payload = p->look.g.payload;
	plan_size_faults(&dev->faults, p, s->connection->room);
	plan_send_faults(&dev->faults, p);
	plan_id_faults(&dev->faults, p);
	gev_gendc_encode(p->shot.slot->descriptor, GEV_GENDC_DESCRIPTOR, &p->frame);
	sim_fault_patch_frame(&dev->faults, SIM_FAULT_DESCRIPTOR, p->id,
			      p->shot.slot->descriptor, GEV_GENDC_DESCRIPTOR);
	a->sent++;
}

/* Paint and post; the device is not locked. */
static void stream_execute(struct sim_stream *s, struct plan *p)
{
	struct sim_slot *slot = p->shot.slot;
	int fresh;

	fresh = sim_picture_prepare(&s->painter, &p->look);
	if (fresh < 0) {
		sim_stream_disconnect(s, "out of memory");
		return;
	}
	if (sim_picture_moves(&p->look) || !slot->painted ||
	    memcmp(&slot->look, &p->look, sizeof(p->look))) {
		sim_picture_paint(&s->painter, s->dev->scene, p->id, slot->payload);
		memcpy(&slot->look, &p->look, sizeof(p->look));
		slot->painted = true;
	}
	if (sim_connection_send(s->connection, &p->shot))
		s->connection->broken = true;
	s->mute = p->mute;
}

/* At most one frame. Returns how long to sleep, ns. */
static u64 stream_frame(struct sim_stream *s)
{
	struct sim_device *dev = s->dev;
	u64 now = sim_clock_ns(), wait;
	struct plan plan = { .send = false };
	bool udp;

	pthread_mutex_lock(&dev->lock);
	sim_frames_check_alone(dev);
	udp = sim_register_get(dev, SIM_REG_PROTOCOL) == SIM_PROTOCOL_UDP;
	if (!udp && stream_wanted(s, now))
		stream_plan(s, &plan, now);
	pthread_mutex_unlock(&dev->lock);
	if (udp || sim_gvsp_busy(&s->gvsp))
		return sim_gvsp_work(s, now);

	if (plan.disconnect && s->connection) {
		/* Only this frame is missing, not those before it. */
		sim_connection_drain(s->connection, dev->index, STREAM_DRAIN);
		sim_stream_disconnect(s, "fault");
	}
	if (plan.send)
		stream_execute(s, &plan);

	now = sim_clock_ns();
	pthread_mutex_lock(&dev->lock);
	if (s->connection)
		dev->acquisition.credits = sim_connection_credits(s->connection);
	wait = stream_wanted(s, now) ? 0 : sim_frames_wait(dev, now);
	pthread_mutex_unlock(&dev->lock);
	return wait;
}

/* Requests of the GVCP thread. Returns false when the thread has to end. */
static bool stream_requests(struct sim_stream *s)
{
	struct sim_device *dev = s->dev;
	bool disconnect, quit;

	pthread_mutex_lock(&dev->lock);
	disconnect = dev->acquisition.disconnect;
	quit = dev->quit;
	pthread_mutex_unlock(&dev->lock);
	if (disconnect || quit)
		sim_stream_disconnect(s, quit ? "end of program" : "camera");
	if (disconnect) {
		pthread_mutex_lock(&dev->lock);
		dev->acquisition.disconnect = false;
		dev->control.closing = false;
		pthread_mutex_unlock(&dev->lock);
	}
	return !quit;
}

static void stream_completions(struct sim_stream *s)
{
	bool ignore;

	pthread_mutex_lock(&s->dev->lock);
	ignore = sim_fault_state(&s->dev->faults, SIM_FAULT_CREDITS_IGNORED);
	pthread_mutex_unlock(&s->dev->lock);
	sim_connection_poll(s->connection, s->dev->index, ignore);
	if (s->connection->broken)
		sim_stream_disconnect(s, "broken");
}

static void stream_sleep(struct sim_stream *s, u64 wait)
{
	struct timespec time = { wait / NS_PER_S, wait % NS_PER_S };
	struct pollfd fds[3] = {
		{ .fd = s->dev->wake, .events = POLLIN },
		{ .fd = s->events ? s->events->fd : -1, .events = POLLIN },
		{ .fd = s->connection ? s->connection->channel->fd : -1, .events = POLLIN },
	};
	u64 wakes;

	if (ppoll(fds, ARRAY_SIZE(fds), &time, NULL) > 0 && fds[0].revents &&
	    read(s->dev->wake, &wakes, sizeof(wakes)) < 0)
		sim_log(SIM_LOG_DEBUG, s->dev->index, "nothing to wake up for");
}

static void stream_open(struct sim_stream *s)
{
	int flags;

	if (!s->dev->options->rdma)
		return;
	s->events = rdma_create_event_channel();
	if (!s->events) {
		sim_log(SIM_LOG_WARN, s->dev->index, "no RDMA on this machine: %s",
			strerror(errno));
		return;
	}
	flags = fcntl(s->events->fd, F_GETFL);
	if (fcntl(s->events->fd, F_SETFL, flags | O_NONBLOCK))
		sim_log(SIM_LOG_ERROR, s->dev->index, "fcntl: %s", strerror(errno));
}

/**
 * sim_stream_run() - the stream thread
 * @arg: struct sim_device
 *
 * Return: NULL.
 */
void *sim_stream_run(void *arg)
{
	struct sim_stream s = { .dev = arg, .gvsp.fd = -1 };
	u64 wait;

	if (s.dev->options->prebuilt)
		s.gvsp.prebuilt = &s.prebuilt;
	stream_open(&s);
	sim_gvsp_update(&s);
	sim_listener_update(&s);
	sem_post(&s.dev->listening);
	while (stream_requests(&s)) {
		sim_listener_update(&s);
		sim_gvsp_update(&s);
		if (s.events)
			sim_listener_event(&s);
		if (s.connection)
			stream_completions(&s);
		wait = stream_frame(&s);
		stream_sleep(&s, wait);
	}
	sim_listener_close(&s);
	sim_listener_forget(&s);
	if (s.events)
		rdma_destroy_event_channel(s.events);
	sim_gvsp_close(&s.gvsp);
	sim_gvsp_forget(&s.gvsp);
	sim_gvsp_prebuilt_free(&s.prebuilt);
	sim_picture_free(&s.painter);
	return NULL;
}
