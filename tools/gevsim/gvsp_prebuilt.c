// SPDX-License-Identifier: GPL-2.0
/* Packets that are made once and sent again and again. */
#define _GNU_SOURCE	/* sendmmsg */
#include <stdlib.h>
#include <sys/socket.h>
#include "gvsp_prebuilt.h"
#include "log.h"

/**
 * sim_gvsp_prebuilt_free() - free picture and packets
 * @pre: may hold nothing
 */
void sim_gvsp_prebuilt_free(struct sim_gvsp_prebuilt *pre)
{
	free(pre->picture);
	free(pre->packets);
	free(pre->iov);
	free(pre->msgs);
	memset(pre, 0, sizeof(*pre));
}

/**
 * sim_gvsp_prebuilt_shows() - is there a picture with these settings?
 * @pre: the packets
 * @look: settings
 *
 * Return: whether there is.
 */
bool sim_gvsp_prebuilt_shows(const struct sim_gvsp_prebuilt *pre, const struct sim_look *look)
{
	return pre->picture && !memcmp(&pre->look, look, sizeof(*look));
}

/**
 * sim_gvsp_prebuilt_picture() - memory for another picture
 * @pre: the packets, which are forgotten
 * @look: settings
 * @room: bytes
 *
 * Return: the memory, or NULL for want of it.
 */
u8 *sim_gvsp_prebuilt_picture(struct sim_gvsp_prebuilt *pre, const struct sim_look *look,
			      size_t room)
{
	sim_gvsp_prebuilt_free(pre);
	memcpy(&pre->look, look, sizeof(*look));
	pre->picture = calloc(1, room);
	return pre->picture;
}

static bool prebuilt_make(struct sim_gvsp_prebuilt *pre, const struct sim_gvsp_frame *f, u32 n)
{
	const struct gev_gvsp_packet p = sim_gvsp_header(f, n);
	u8 *at = pre->packets + (size_t)pre->stride * n;
	struct gev_gvsp_data d;
	int head = sim_gvsp_packet(f, n, &p, at, &d);

	if (head < 0)
		return false;
	if (d.length)
		memcpy(at + head, d.data, d.length);
	pre->iov[n] = (struct iovec){ at, head + d.length };
	pre->msgs[n].msg_hdr = (struct msghdr){
		.msg_name = &pre->to, .msg_namelen = sizeof(pre->to),
		.msg_iov = &pre->iov[n], .msg_iovlen = 1,
	};
	return true;
}

static bool prebuilt_make_all(struct sim_gvsp_prebuilt *pre, const struct sim_gvsp_frame *f)
{
	free(pre->packets);
	free(pre->iov);
	free(pre->msgs);
	pre->nr_packets = 0;
	/* Any header fits into the last packet, whatever its data are. */
	pre->stride = f->settings.size;
	pre->packets = calloc(1, (size_t)f->nr_packets * pre->stride + SIM_GVSP_HEAD);
	pre->iov = calloc(f->nr_packets, sizeof(*pre->iov));
	pre->msgs = calloc(f->nr_packets, sizeof(*pre->msgs));
	if (!pre->packets || !pre->iov || !pre->msgs)
		return false;
	pre->settings = f->settings;
	for (u32 n = 0; n < f->nr_packets; n++)
		if (!prebuilt_make(pre, f, n))
			return false;
	pre->nr_packets = f->nr_packets;
	return true;
}

/* An image as it is: of all that faults do, leader and trailer may have some. */
static bool prebuilt_suits(const struct sim_gvsp_prebuilt *pre, const struct sim_gvsp_frame *f)
{
	static const struct sim_gvsp_spoil sound;

	return f->data == pre->picture && f->format == GEV_GVSP_PAYLOAD && f->block &&
	       !f->settings.all_in &&
	       f->segments[0].length == pre->look.g.payload &&
	       !memcmp(&f->spoil, &sound, sizeof(sound));
}

/**
 * sim_gvsp_prebuilt_begin() - get ready to send a frame
 * @pre: the packets
 * @frame: which one
 *
 * Return: whether it can be sent from here.
 */
bool sim_gvsp_prebuilt_begin(struct sim_gvsp_prebuilt *pre, const struct sim_gvsp_frame *frame)
{
	if (!prebuilt_suits(pre, frame))
		return false;
	pre->to = frame->settings.to;
	if (pre->nr_packets == frame->nr_packets &&
	    pre->settings.size == frame->settings.size &&
	    pre->settings.extended == frame->settings.extended)
		return prebuilt_make(pre, frame, 0) &&
		       prebuilt_make(pre, frame, frame->nr_packets - 1);
	return prebuilt_make_all(pre, frame);
}

static void prebuilt_patch(u8 *packet, const struct sim_gvsp_frame *f)
{
	if (f->settings.extended)
		put_unaligned_be64(f->block, packet + 8);
	else
		put_unaligned_be16(f->block, packet + 2);
}

/**
 * sim_gvsp_prebuilt_send() - send the next packets of the frame under way
 * @g: the sender, ready for it
 * @n: how many
 */
void sim_gvsp_prebuilt_send(struct sim_gvsp *g, unsigned int n)
{
	struct sim_gvsp_prebuilt *pre = g->prebuilt;
	unsigned int done = 0;
	int ret;

	for (u32 i = g->next; i < g->next + n; i++)
		prebuilt_patch(pre->packets + (size_t)pre->stride * i, g->newest);
	while (done < n) {
		ret = sendmmsg(g->fd, pre->msgs + g->next + done, n - done, 0);
		if (ret <= 0) {
			sim_log(SIM_LOG_DEBUG, SIM_LOG_PROCESS, "GVSP: %s", strerror(errno));
			g->counters.lost++;
			ret = 1;
		}
		done += ret;
	}
	g->counters.sent += n;
}
