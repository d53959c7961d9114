// SPDX-License-Identifier: GPL-2.0
/* A GVSP receiver of its own, see the header. */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "gvcp_client.h"
#include "gvsp_receive.h"

int gvsp_open(struct gvsp_receiver *r)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	socklen_t len = sizeof(in);
	int room = 4 << 20;

	r->n = 0;
	r->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (r->fd < 0 || bind(r->fd, (struct sockaddr *)&in, sizeof(in)) ||
	    setsockopt(r->fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room)) ||
	    getsockname(r->fd, (struct sockaddr *)&in, &len))
		return -errno;
	r->port = ntohs(in.sin_port);
	return 0;
}

void gvsp_close(struct gvsp_receiver *r)
{
	close(r->fd);
	r->fd = -1;
}

static void keep(struct gvsp_receiver *r, const uint8_t *data, size_t len)
{
	struct gvsp_packet *p = &r->packets[r->n];
	size_t head;

	if (len < 8 || r->n == GVSP_PACKETS)
		return;
	memset(p, 0, sizeof(*p));
	p->extended = data[4] & 0x80;
	p->status = gvcp_get16(data);
	p->format = data[4] & 0x7f;
	head = p->extended ? 20 : 8;
	if (len < head)
		return;
	if (p->extended) {
		p->flags = gvcp_get16(data + 2);
		p->block = (uint64_t)gvcp_get32(data + 8) << 32 | gvcp_get32(data + 12);
		p->id = gvcp_get32(data + 16);
	} else {
		p->block = gvcp_get16(data + 2);
		p->id = gvcp_get32(data + 4) & 0xffffff;
	}
	p->total = len;
	p->len = len - head < GVSP_DATA ? len - head : GVSP_DATA;
	memcpy(p->data, data + head, p->len);
	r->n++;
}

/* All that comes, until nothing does: @first ms before, @quiet ms after the first. */
unsigned int gvsp_collect(struct gvsp_receiver *r, int first, int quiet)
{
	struct pollfd fd = { .fd = r->fd, .events = POLLIN };
	static uint8_t data[65536];
	struct sockaddr_in from;

	r->n = 0;
	while (poll(&fd, 1, r->n ? quiet : first) > 0) {
		socklen_t room = sizeof(from);
		ssize_t len = recvfrom(r->fd, data, sizeof(data), 0, (struct sockaddr *)&from,
				       &room);

		if (len < 0)
			break;
		r->source = ntohs(from.sin_port);
		keep(r, data, len);
	}
	return r->n;
}

/* The first one with these ids. */
struct gvsp_packet *gvsp_find(struct gvsp_receiver *r, uint64_t block, uint32_t id)
{
	for (unsigned int i = 0; i < r->n; i++)
		if (r->packets[i].block == block && r->packets[i].id == id)
			return &r->packets[i];
	return NULL;
}

unsigned int gvsp_count(const struct gvsp_receiver *r, uint64_t block, uint32_t id)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < r->n; i++)
		n += r->packets[i].block == block && r->packets[i].id == id;
	return n;
}
