// SPDX-License-Identifier: GPL-2.0
/* GVSP over UDP: frames to packets, packets again on request. */
#define _GNU_SOURCE	/* sendmmsg */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "clock.h"
#include "gvsp_prebuilt.h"
#include "log.h"

#define GVSP_BURST		32u		/* packets between two looks at requests */
#define GVSP_PREBUILT_BURST	128u		/* the same, of packets that are there */
#define GVSP_BURST_TIME		200000u		/* ns that a burst takes at most, if delayed */
#define GVSP_MEMORY		(64ull << 20)	/* bytes of frames, if two fit */
#define GVSP_SEND_BUFFER	(4 << 20)
#define GVSP_REFUSALS		64u		/* packets in answer to one request */

/**
 * struct burst - packets on their way to the kernel
 * @n: how many
 * @to: destination of all
 * @msgs: for sendmmsg()
 * @iov: head, payload and what a fault appends, of each
 * @heads: headers, leaders, trailers
 * @cut: bytes that a fault takes from the next one
 * @grow: bytes that a fault appends to it
 */
struct burst {
	unsigned int n;
	struct sockaddr_in to;
	struct mmsghdr msgs[GVSP_BURST];
	struct iovec iov[GVSP_BURST][3];
	u8 heads[GVSP_BURST][SIM_GVSP_HEAD];
	size_t cut;
	size_t grow;
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

/**
 * sim_gvsp_restart() - block ids begin at 1 again
 * @g: the sender
 *
 * Only a frame that is under way stays in memory.
 */
void sim_gvsp_restart(struct sim_gvsp *g)
{
	for (unsigned int i = 0; i < g->nr_frames; i++)
		if (!sim_gvsp_busy(g) || &g->frames[i] != g->newest)
			g->frames[i].block = 0;
	memset(&g->counters, 0, sizeof(g->counters));
}

static int gvsp_memory(struct sim_gvsp *g, size_t room)
{
	unsigned int n = GVSP_MEMORY / room;

	sim_gvsp_forget(g);
	n = n > SIM_GVSP_FRAMES ? SIM_GVSP_FRAMES : n < 2 ? 2 : n;
	g->memory = calloc(n, room);
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
	frame->data = g->memory + g->room * (frame - g->frames);
	return frame;
}

/* A block id that comes again means the newer frame from now on. */
static void gvsp_supersede(struct sim_gvsp *g, const struct sim_gvsp_frame *frame)
{
	for (unsigned int i = 0; i < g->nr_frames; i++)
		if (&g->frames[i] != frame && g->frames[i].block == frame->block)
			g->frames[i].block = 0;
}

/**
 * sim_gvsp_begin() - let a frame be sent
 * @g: the sender, not busy
 * @frame: from sim_gvsp_frame(), with all but @frame->nr_packets and @frame->step
 * @now: CLOCK_MONOTONIC ns
 */
void sim_gvsp_begin(struct sim_gvsp *g, struct sim_gvsp_frame *frame, u64 now)
{
	const struct sim_gvsp_settings *s = &frame->settings;
	u32 room = s->size - GEV_GVSP_IP_UDP - gev_gvsp_header_size(s->extended);
	size_t both = frame->leader_length + frame->trailer_length;

	gvsp_supersede(g, frame);
	frame->settings.all_in = s->all_in && frame->format == GEV_GVSP_PAYLOAD &&
		both + frame->segments[0].length <= room;
	frame->step = room;
	if (frame->format == GEV_GVSP_PAYLOAD_PART || frame->format == GEV_GVSP_PAYLOAD_ZONE)
		frame->step -= GEV_GVSP_PART_PREFIX;
	else if (frame->format == GEV_GVSP_PAYLOAD_GENDC)
		frame->step -= GEV_GVSP_FLOW_PREFIX;
	frame->nr_packets = 2;
	for (unsigned int i = 0; i < frame->nr_segments; i++)
		frame->nr_packets += DIV_ROUND_UP(frame->segments[i].length, frame->step);
	if (frame->settings.all_in)
		frame->nr_packets = 1;
	if (s->spread)
		frame->settings.delay = s->spread / frame->nr_packets;
	g->newest = frame;
	g->next = 0;
	g->ready = g->prebuilt && sim_gvsp_prebuilt_begin(g->prebuilt, frame);
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

static void burst_add(struct sim_gvsp *g, struct burst *b, size_t head, const u8 *data,
		      size_t len)
{
	static u8 zeros[SIM_FAULT_PACKET_SLACK];
	struct iovec *iov = b->iov[b->n];
	struct mmsghdr *m = &b->msgs[b->n];
	size_t cut = b->cut < len ? b->cut : len;

	iov[0] = (struct iovec){ b->heads[b->n], head };
	iov[1] = (struct iovec){ (void *)data, len - cut };
	iov[2] = (struct iovec){ zeros, b->grow };
	cut = b->cut - cut;
	iov[0].iov_len -= cut < iov[0].iov_len ? cut : iov[0].iov_len;
	memset(m, 0, sizeof(*m));
	m->msg_hdr.msg_name = &b->to;
	m->msg_hdr.msg_namelen = sizeof(b->to);
	m->msg_hdr.msg_iov = iov;
	m->msg_hdr.msg_iovlen = 3;
	if (++b->n == GVSP_BURST)
		burst_send(g, b);
}

/*
 * The data of a payload packet, and what is said about them. Offsets of parts
 * count through all parts, those of flows begin with each; a descriptor is final.
 */
static struct gev_gvsp_data gvsp_data(const struct sim_gvsp_frame *f, u32 packet)
{
	const struct sim_gvsp_segment *segment = f->segments;
	u32 n = packet - 1, in_segment = DIV_ROUND_UP(segment->length, f->step);
	struct gev_gvsp_data d = { .length = f->step };
	size_t at;

	if (n >= in_segment) {
		n -= in_segment;
		if (f->format == GEV_GVSP_PAYLOAD_PART)
			d.offset = segment->length;
		segment++;
	}
	at = (size_t)n * f->step;
	if (segment->length - at < d.length)
		d.length = segment->length - at;
	d.data = f->data + segment->at + at;
	d.offset += at;
	d.part = segment->id;
	d.flow = segment->id;
	d.flags = segment->id ? 0 : 0x70;
	d.flow_flags = (at ? 0 : 0x80) | (at + d.length == segment->length ? 0x40 : 0);
	return d;
}

static int gvsp_head(const struct sim_gvsp_frame *f, u32 packet,
		     const struct gev_gvsp_packet *p, const struct gev_gvsp_data *d, u8 *head)
{
	bool first = !packet, last = packet == f->nr_packets - 1;
	struct gev_gvsp_packet header = *p;
	int n;

	if (!first && !last) {
		/* Those of H.264 have nothing of their own but the format. */
		header.format = f->format == GEV_GVSP_PAYLOAD_H264 ? GEV_GVSP_PAYLOAD : f->format;
		return gev_gvsp_data_head_encode(head, SIM_GVSP_HEAD, &header, d);
	}
	header.parts = first ? f->parts : 0;
	n = gev_gvsp_encode(head, SIM_GVSP_HEAD, &header);
	if (n < 0)
		return n;
	if (first) {
		memcpy(head + n, f->leader, f->leader_length);
		n += f->leader_length;
	}
	if (last) {
		memcpy(head + n, f->trailer, f->trailer_length);
		n += f->trailer_length;
	}
	return n;
}

/**
 * sim_gvsp_packet() - make a packet
 * @f: frame that it belongs to
 * @packet: which one
 * @p: what its header says, as of sim_gvsp_header()
 * @head: set to what precedes the payload, %SIM_GVSP_HEAD bytes at most
 * @d: set to the payload
 *
 * Return: bytes at @head or a negative error code.
 */
int sim_gvsp_packet(const struct sim_gvsp_frame *f, u32 packet, const struct gev_gvsp_packet *p,
		    u8 *head, struct gev_gvsp_data *d)
{
	int n;

	*d = (struct gev_gvsp_data){ .length = 0 };
	if (f->settings.all_in)
		*d = (struct gev_gvsp_data){ .data = f->data, .length = f->segments[0].length };
	else if (packet && packet < f->nr_packets - 1)
		*d = gvsp_data(f, packet);
	n = gvsp_head(f, packet, p, d, head);
	/* A fault may want another one than belongs there. */
	if (n > 0)
		head[4] = (head[4] & 0x80) | p->format;
	return n;
}

static void gvsp_add(struct sim_gvsp *g, struct burst *b, const struct sim_gvsp_frame *f,
		     u32 packet, const struct gev_gvsp_packet *p)
{
	struct gev_gvsp_data d;
	int n = sim_gvsp_packet(f, packet, p, b->heads[b->n], &d);

	if (n > 0)
		burst_add(g, b, n, d.data, d.length);
}

static u8 gvsp_format(const struct sim_gvsp_frame *f, u32 packet)
{
	if (f->settings.all_in)
		return GEV_GVSP_ALL_IN;
	if (!packet)
		return GEV_GVSP_LEADER;
	return packet == f->nr_packets - 1 ? GEV_GVSP_TRAILER : f->format;
}

/**
 * sim_gvsp_header() - what the header of a packet says if no fault is in it
 * @f: frame that it belongs to
 * @packet: which one
 *
 * Return: the header.
 */
struct gev_gvsp_packet sim_gvsp_header(const struct sim_gvsp_frame *f, u32 packet)
{
	return (struct gev_gvsp_packet){
		.extended = f->settings.extended,
		.status = packet == f->nr_packets - 1 ? f->spoil.end : GEV_GVSP_OK,
		.format = gvsp_format(f, packet), .block = f->block, .packet = packet,
	};
}

static bool spoil_nth(u64 every, u32 packet)
{
	return every && (packet + 1) % every == 0;
}

/* The packet that is sent at a place: two change places, or it is at its own. */
static u32 spoil_order(const struct sim_gvsp_frame *f, u32 place)
{
	if (spoil_nth(f->spoil.swap_every, place) && place + 1 < f->nr_packets)
		return place + 1;
	return place && spoil_nth(f->spoil.swap_every, place - 1) ? place - 1 : place;
}

static bool spoil_drops(struct sim_gvsp *g, const struct sim_gvsp_frame *f, u32 packet)
{
	const struct sim_gvsp_spoil *s = &f->spoil;

	g->chance = g->chance * 1664525u + 1013904223u;
	return (s->no_leader && !packet) || (s->no_trailer && packet == f->nr_packets - 1) ||
	       spoil_nth(s->drop_every, packet) || (g->chance >> 8) % 1000 < s->drop_permille;
}

static void spoil_field(const struct sim_gvsp_spoil *s, struct gev_gvsp_packet *p)
{
	switch (s->field->offset) {
	case SIM_PACKET_STATUS:
		p->status = s->value;
		break;
	case SIM_PACKET_FLAGS:
		p->flags = s->value;
		break;
	case SIM_PACKET_BLOCK:
		p->block = p->extended ? s->value : s->value & GEV_GVSP_BLOCK_MAX;
		break;
	case SIM_PACKET_FORMAT:
		p->format = s->value & 0x0f;
		break;
	case SIM_PACKET_ID:
		p->packet = p->extended ? s->value : s->value & GEV_GVSP_PACKET_MAX;
		break;
	case SIM_PACKET_EXTENDED:
		p->extended = !p->extended;
		p->block &= GEV_GVSP_BLOCK_MAX;
		break;
	}
}

/* A packet with all that faults do to it; @p is its header but for them. */
static void gvsp_spoilt(struct sim_gvsp *g, struct burst *b, const struct sim_gvsp_frame *f,
			u32 packet, struct gev_gvsp_packet p, u32 *counter)
{
	const struct sim_gvsp_spoil *s = &f->spoil;

	if (spoil_drops(g, f, packet)) {
		g->counters.lost++;
		return;
	}
	if (s->field && s->field_packet == packet)
		spoil_field(s, &p);
	b->cut = s->cut_packet == packet ? s->cut : 0;
	b->grow = s->grow_packet == packet ? s->grow : 0;
	for (int i = spoil_nth(s->twice_every, packet) ? 2 : 1; i; i--) {
		(*counter)++;
		gvsp_add(g, b, f, packet, &p);
	}
	b->cut = 0;
	b->grow = 0;
}

/* The next @n packets, with all that faults do to them. */
static void gvsp_made(struct sim_gvsp *g, const struct sim_gvsp_frame *f, unsigned int n)
{
	struct burst b = { .to = f->settings.to };

	for (u32 place = g->next; place < g->next + n; place++) {
		u32 packet = spoil_order(f, place);

		gvsp_spoilt(g, &b, f, packet, sim_gvsp_header(f, packet), &g->counters.sent);
	}
	burst_send(g, &b);
}

/* Packets to send now: those that are due soon; a train, and those that are late. */
static unsigned int gvsp_due(const struct sim_gvsp *g, const struct sim_gvsp_frame *f, u64 now)
{
	u32 most = g->ready ? GVSP_PREBUILT_BURST : GVSP_BURST;
	u64 n = most, delay = f->settings.delay;

	if (f->settings.spread && delay)
		n = f->settings.train + (now - g->due) / delay;
	else if (delay)
		n = GVSP_BURST_TIME / delay;
	n = n > most ? most : n ? n : 1;
	return n < f->nr_packets - g->next ? n : f->nr_packets - g->next;
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
	unsigned int n;

	if (now < g->due)
		return g->due - now;
	n = gvsp_due(g, f, now);
	gvsp_fragments(g, f->settings.do_not_fragment);
	if (g->ready)
		sim_gvsp_prebuilt_send(g, n);
	else
		gvsp_made(g, f, n);
	g->next += n;
	g->due += n * delay;
	/* Late by more than a burst: the delay is a lower limit. */
	if (delay && !f->settings.spread && g->due + GVSP_BURST_TIME < now)
		g->due = now;
	return delay && g->due > now ? g->due - now : 0;
}

/**
 * sim_gvsp_test() - send a test packet
 * @g: the sender
 * @settings: destination and size
 *
 * Its data are zeros, and it may not be fragmented, if the camera is sound.
 */
void sim_gvsp_test(struct sim_gvsp *g, const struct sim_gvsp_settings *settings)
{
	struct gev_gvsp_packet p = { .extended = settings->extended };
	u8 data[SIM_GVSP_SIZE_MAX] = { 0 };

	p.format = GEV_GVSP_PAYLOAD;
	gev_gvsp_encode(data, sizeof(data), &p);
	gvsp_fragments(g, !settings->fragments);
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
		burst_add(g, b, gev_gvsp_encode(b->heads[b->n], SIM_GVSP_HEAD, &p), NULL, 0);
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
		struct gev_gvsp_packet p = sim_gvsp_header(f, at);

		p.status = p.status ? p.status : GEV_GVSP_RESENT;
		p.flags = f->settings.extended ? GEV_GVSP_FLAG_RESENT : 0;
		if (settings->spoil_resent) {
			gvsp_spoilt(g, &b, f, at, p, &g->counters.resent);
			continue;
		}
		g->counters.resent++;
		gvsp_add(g, &b, f, at, &p);
	}
	if (at >= f->nr_packets && request->first >= f->nr_packets)
		gvsp_refuse(g, &b, request, at, GEV_GVSP_UNAVAILABLE,
			    request->extended ? GEV_GVSP_FLAG_RANGE : 0);
	else if (at < f->nr_packets && at <= request->last)
		gvsp_refuse(g, &b, request, at, settings->status_1_1 ?
			    GEV_GVSP_NOT_YET : GEV_GVSP_UNAVAILABLE, 0);
	burst_send(g, &b);
}
