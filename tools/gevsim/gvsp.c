// SPDX-License-Identifier: GPL-2.0
/* GVSP over UDP: frames to packets, packets again on request. */
#define _GNU_SOURCE	/* sendmmsg */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "clock.h"
#include "fault.h"
#include "gvsp.h"
#include "log.h"

#define GVSP_BURST		32u		/* packets between two looks at requests */
#define GVSP_BURST_TIME		200000u		/* ns that a burst takes at most, if delayed */
#define GVSP_MEMORY		(64ull << 20)	/* bytes of frames, if two fit */
#define GVSP_SEND_BUFFER	(4 << 20)
#define GVSP_REFUSALS		64u		/* packets in answer to one request */
#define GVSP_HEAD		128u		/* what precedes the payload in a packet */

/**
 * struct burst - packets on their way to the kernel
 * @n: how many
 * @to: destination of all
 * @msgs: for sendmmsg()
 * @iov: head and payload of each
 * @heads: headers, leaders, trailers
 */
struct burst {
	unsigned int n;
	struct sockaddr_in to;
	struct mmsghdr msgs[GVSP_BURST];
	struct iovec iov[GVSP_BURST][2];
	u8 heads[GVSP_BURST][GVSP_HEAD];
};

/**
 * sim_gvsp_open() - make the socket that the stream leaves by
 * @g: zero, but for @g->fd; or closed
 * @address: own address, host order
 * @interface: index of the interface
 * @port: set to the source port
 *
 * Return: 0 or a negative error code.
 */
int sim_gvsp_open(struct sim_gvsp *g, u32 address, int interface, u16 *port)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(address) };
	struct ip_mreqn group = { .imr_ifindex = interface };
	u32 index = htonl(interface);
	int room = GVSP_SEND_BUFFER, err;
	socklen_t len = sizeof(in);

	g->address = address;
	g->fragments = -1;
	g->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (g->fd < 0)
		return -errno;
	/* A smaller buffer will do as well: the thread waits for it. */
	setsockopt(g->fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof(room));
	if (setsockopt(g->fd, IPPROTO_IP, IP_UNICAST_IF, &index, sizeof(index)) ||
	    setsockopt(g->fd, IPPROTO_IP, IP_MULTICAST_IF, &group, sizeof(group)) ||
	    bind(g->fd, (struct sockaddr *)&in, sizeof(in)) ||
	    getsockname(g->fd, (struct sockaddr *)&in, &len)) {
		err = -errno;
		sim_gvsp_close(g);
		return err;
	}
	*port = ntohs(in.sin_port);
	return 0;
}

/**
 * sim_gvsp_close() - close the socket
 * @g: the sender, may be closed
 */
void sim_gvsp_close(struct sim_gvsp *g)
{
	if (g->fd >= 0)
		close(g->fd);
	g->fd = -1;
}

/**
 * sim_gvsp_forget() - free the memory of frames; what is under way ends
 * @g: the sender
 */
void sim_gvsp_forget(struct sim_gvsp *g)
{
	free(g->memory);
	g->memory = NULL;
	g->room = 0;
	g->nr_frames = 0;
	g->newest = NULL;
	memset(g->frames, 0, sizeof(g->frames));
}

static int gvsp_memory(struct sim_gvsp *g, size_t room)
{
	unsigned int n = GVSP_MEMORY / room;

	sim_gvsp_forget(g);
	n = n > SIM_GVSP_FRAMES ? SIM_GVSP_FRAMES : n < 2 ? 2 : n;
	g->memory = malloc(room * n);
	if (!g->memory)
		return -ENOMEM;
	g->room = room;
	g->nr_frames = n;
	for (unsigned int i = 0; i < n; i++)
		g->frames[i].data = g->memory + room * i;
	return 0;
}

/**
 * sim_gvsp_frame() - memory for the next frame
 * @g: the sender, not busy
 * @room: bytes that its payload may have
 *
 * The oldest frame can not be sent again from now on.
 *
 * Return: the frame, or NULL for want of memory.
 */
struct sim_gvsp_frame *sim_gvsp_frame(struct sim_gvsp *g, size_t room)
{
	struct sim_gvsp_frame *frame;

	if (room > g->room && gvsp_memory(g, room))
		return NULL;
	frame = g->newest ? g->newest + 1 : g->frames;
	if (frame == g->frames + g->nr_frames)
		frame = g->frames;
	frame->block = 0;
	return frame;
}

/**
 * sim_gvsp_begin() - let a frame be sent
 * @g: the sender, not busy
 * @frame: from sim_gvsp_frame(), with all but nr_packets and step
 * @now: CLOCK_MONOTONIC ns
 */
void sim_gvsp_begin(struct sim_gvsp *g, struct sim_gvsp_frame *frame, u64 now)
{
	const struct sim_gvsp_settings *s = &frame->settings;
	u32 room = s->size - GEV_GVSP_IP_UDP - gev_gvsp_header_size(s->extended);
	u32 both = GEV_GVSP_LEADER_IMAGE + GEV_GVSP_TRAILER_IMAGE +
		(s->chunks ? GEV_GVSP_CHUNK_INFO : 0);

	frame->settings.all_in = s->all_in && both + frame->length <= room;
	frame->step = room;
	frame->nr_packets = frame->settings.all_in ? 1 :
		2 + (frame->length + room - 1) / room;
	g->newest = frame;
	g->next = 0;
	if (g->due < now)
		g->due = now;
}

/**
 * sim_gvsp_busy() - is a frame under way?
 * @g: the sender
 *
 * Return: whether there is.
 */
bool sim_gvsp_busy(const struct sim_gvsp *g)
{
	return g->newest && g->next < g->newest->nr_packets;
}

/* Either way the socket decides, not what the kernel has learnt about the path. */
static void gvsp_fragments(struct sim_gvsp *g, bool refuse)
{
	int how = refuse ? IP_PMTUDISC_PROBE : IP_PMTUDISC_DONT;

	if (g->fragments == refuse)
		return;
	if (setsockopt(g->fd, IPPROTO_IP, IP_MTU_DISCOVER, &how, sizeof(how)))
		sim_log(SIM_LOG_DEBUG, SIM_LOG_PROCESS, "do not fragment: %s", strerror(errno));
	g->fragments = refuse;
}

/* A packet that the network does not take is lost like any other. */
static void burst_send(struct sim_gvsp *g, struct burst *b)
{
	unsigned int done = 0;
	int n;

	while (done < b->n) {
		n = sendmmsg(g->fd, b->msgs + done, b->n - done, 0);
		if (n <= 0) {
			sim_log(SIM_LOG_DEBUG, SIM_LOG_PROCESS, "GVSP: %s", strerror(errno));
			g->counters.lost++;
			n = 1;
		}
		done += n;
	}
	b->n = 0;
}

static void burst_add(struct sim_gvsp *g, struct burst *b, int head, const u8 *data, size_t len)
{
	struct mmsghdr *m;

	if (head < 0)
		return;
	m = &b->msgs[b->n];
	b->iov[b->n][0] = (struct iovec){ b->heads[b->n], head };
	b->iov[b->n][1] = (struct iovec){ (void *)data, len };
	memset(m, 0, sizeof(*m));
	m->msg_hdr.msg_name = &b->to;
	m->msg_hdr.msg_namelen = sizeof(b->to);
	m->msg_hdr.msg_iov = b->iov[b->n];
	m->msg_hdr.msg_iovlen = len ? 2 : 1;
	if (++b->n == GVSP_BURST)
		burst_send(g, b);
}

static void gvsp_packet(struct sim_gvsp *g, struct burst *b, const struct sim_gvsp_frame *f,
			struct gev_gvsp_packet *p)
{
	static const struct gev_gvsp_data nothing;
	u8 *head = b->heads[b->n];
	size_t at, len;

	if (f->settings.all_in) {
		burst_add(g, b, gev_gvsp_all_in_encode(head, GVSP_HEAD, p, &f->leader, &f->trailer,
						       &nothing), f->data, f->length);
		return;
	}
	if (!p->packet) {
		burst_add(g, b, gev_gvsp_leader_encode(head, GVSP_HEAD, p, &f->leader, NULL),
			  NULL, 0);
		return;
	}
	if (p->packet == f->nr_packets - 1) {
		burst_add(g, b, gev_gvsp_trailer_encode(head, GVSP_HEAD, p, &f->trailer, NULL),
			  NULL, 0);
		return;
	}
	at = (size_t)(p->packet - 1) * f->step;
	len = f->length - at < f->step ? f->length - at : f->step;
	p->format = GEV_GVSP_PAYLOAD;
	burst_add(g, b, gev_gvsp_encode(head, GVSP_HEAD, p), f->data + at, len);
}

/**
 * sim_gvsp_burst() - send some packets of the frame under way
 * @g: the sender, busy
 * @now: CLOCK_MONOTONIC ns
 *
 * Return: ns until more may be sent.
 */
u64 sim_gvsp_burst(struct sim_gvsp *g, u64 now)
{
	const struct sim_gvsp_frame *f = g->newest;
	u64 delay = f->settings.delay;
	unsigned int n = GVSP_BURST;
	struct burst b;

	if (now < g->due)
		return g->due - now;
	if (delay)
		n = delay < GVSP_BURST_TIME / GVSP_BURST ? GVSP_BURST : GVSP_BURST_TIME / delay;
	n = n ? n : 1;
	b.n = 0;
	b.to = f->settings.to;
	gvsp_fragments(g, f->settings.do_not_fragment);
	for (; n && g->next < f->nr_packets; n--, g->next++) {
		struct gev_gvsp_packet p = {
			.extended = f->settings.extended, .block = f->block, .packet = g->next,
		};

		g->counters.sent++;
		gvsp_packet(g, &b, f, &p);
		g->due += delay;
	}
	burst_send(g, &b);
	/* Late by more than a burst: the delay is a lower limit. */
	if (delay && g->due + GVSP_BURST_TIME < now)
		g->due = now;
	return delay && g->due > now ? g->due - now : 0;
}

/**
 * sim_gvsp_test() - send a test packet
 * @g: the sender
 * @settings: destination and size
 *
 * Its data are zeros, and it may not be fragmented.
 */
void sim_gvsp_test(struct sim_gvsp *g, const struct sim_gvsp_settings *settings)
{
	struct gev_gvsp_packet p = { .extended = settings->extended };
	u8 data[SIM_GVSP_SIZE_MAX] = { 0 };

	p.format = GEV_GVSP_PAYLOAD;
	gev_gvsp_encode(data, sizeof(data), &p);
	gvsp_fragments(g, true);
	if (sendto(g->fd, data, settings->size - GEV_GVSP_IP_UDP, 0,
		   (const struct sockaddr *)&settings->to, sizeof(settings->to)) < 0)
		sim_log(SIM_LOG_DEBUG, SIM_LOG_PROCESS, "test packet: %s", strerror(errno));
}

static const struct sim_gvsp_frame *gvsp_find(const struct sim_gvsp *g,
					      const struct gev_gvcp_resend *request)
{
	for (unsigned int i = 0; i < g->nr_frames; i++)
		if (g->frames[i].block && g->frames[i].block == request->block &&
		    g->frames[i].settings.extended == request->extended)
			return &g->frames[i];
	return NULL;
}

/* Why a block is not in memory; older hosts know one code only. */
static u16 gvsp_absence(const struct sim_gvsp *g, const struct sim_gvsp_settings *settings,
			const struct gev_gvcp_resend *request)
{
	if (!settings->status_1_1 || settings->refuse)
		return GEV_GVSP_UNAVAILABLE;
	if (!g->newest || gev_gvsp_block_distance(g->newest->block, request->block,
						  request->extended) > 0)
		return GEV_GVSP_NOT_YET;
	return GEV_GVSP_REMOVED;
}

static void gvsp_refuse(struct sim_gvsp *g, struct burst *b,
			const struct gev_gvcp_resend *request, u32 first, u16 status, u16 flags)
{
	struct gev_gvsp_packet p = {
		.extended = request->extended, .status = status, .block = request->block,
		.flags = flags, .format = GEV_GVSP_PAYLOAD,
	};
	u32 more = request->last == GEV_GVCP_PACKET_END ? 0 : request->last - first;

	g->counters.refused++;
	if (more >= GVSP_REFUSALS)
		more = GVSP_REFUSALS - 1;
	for (p.packet = first; p.packet <= first + more; p.packet++)
		burst_add(g, b, gev_gvsp_encode(b->heads[b->n], GVSP_HEAD, &p), NULL, 0);
}

/**
 * sim_gvsp_resend() - answer a request for packets
 * @g: the sender
 * @settings: of the stream now
 * @request: what is missing
 */
void sim_gvsp_resend(struct sim_gvsp *g, const struct sim_gvsp_settings *settings,
		     const struct gev_gvcp_resend *request)
{
	const struct sim_gvsp_frame *f = settings->refuse ? NULL : gvsp_find(g, request);
	struct burst b = { .to = settings->to };
	u32 end, at = request->first;

	if (request->last < request->first)
		return;
	if (!f) {
		gvsp_refuse(g, &b, request, at, gvsp_absence(g, settings, request), 0);
		burst_send(g, &b);
		return;
	}
	gvsp_fragments(g, f->settings.do_not_fragment);
	end = f == g->newest ? g->next : f->nr_packets;
	for (; at < end && at <= request->last; at++) {
		struct gev_gvsp_packet p = {
			.extended = f->settings.extended, .block = f->block, .packet = at,
			.status = GEV_GVSP_RESENT,
			.flags = f->settings.extended ? GEV_GVSP_FLAG_RESENT : 0,
		};

		g->counters.resent++;
		gvsp_packet(g, &b, f, &p);
	}
	if (at >= f->nr_packets && request->first >= f->nr_packets)
		gvsp_refuse(g, &b, request, at, GEV_GVSP_UNAVAILABLE,
			    request->extended ? GEV_GVSP_FLAG_RANGE : 0);
	else if (at < f->nr_packets && at <= request->last)
		gvsp_refuse(g, &b, request, at, settings->status_1_1 ?
			    GEV_GVSP_NOT_YET : GEV_GVSP_UNAVAILABLE, 0);
	burst_send(g, &b);
}
