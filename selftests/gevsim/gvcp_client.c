// SPDX-License-Identifier: GPL-2.0
/* A GVCP host of its own, see the header. */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "gvcp_client.h"

#define GVCP_PORT	3956
#define GVCP_REG_FAULT	0x10c00

void gvcp_put16(uint8_t *p, uint16_t v)
{
	p[0] = v >> 8;
	p[1] = v;
}

void gvcp_put32(uint8_t *p, uint32_t v)
{
	gvcp_put16(p, v >> 16);
	gvcp_put16(p + 2, v);
}

void gvcp_put64(uint8_t *p, uint64_t v)
{
	gvcp_put32(p, v >> 32);
	gvcp_put32(p + 4, v);
}

uint16_t gvcp_get16(const uint8_t *p)
{
	return p[0] << 8 | p[1];
}

uint32_t gvcp_get32(const uint8_t *p)
{
	return (uint32_t)gvcp_get16(p) << 16 | gvcp_get16(p + 2);
}

/* 0 or a negative errno. */
int gvcp_open(struct gvcp_client *c, const char *address)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET,
		.sin_port = htons(GVCP_PORT),
	};

	memset(c, 0, sizeof(*c));
	c->timeout = 3000;
	if (inet_pton(AF_INET, address, &in.sin_addr) != 1)
		return -EINVAL;
	c->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&in, sizeof(in)))
		return -errno;
	return 0;
}

void gvcp_close(struct gvcp_client *c)
{
	close(c->fd);
	c->fd = -1;
}

int gvcp_send_raw(struct gvcp_client *c, const void *datagram, size_t len)
{
	return send(c->fd, datagram, len, 0) == (ssize_t)len ? 0 : -errno;
}

int gvcp_send(struct gvcp_client *c, uint16_t command, uint8_t flags, uint16_t id,
	      const void *payload, size_t len)
{
	uint8_t datagram[2048] = { 0x42, flags };

	gvcp_put16(datagram + 2, command);
	gvcp_put16(datagram + 4, len);
	gvcp_put16(datagram + 6, id);
	if (len)
		memcpy(datagram + 8, payload, len);
	return gvcp_send_raw(c, datagram, len + 8);
}

/* The next datagram, within @timeout ms: 0, or -1. */
int gvcp_receive(struct gvcp_client *c, struct gvcp_reply *r, int timeout)
{
	struct pollfd fd = { .fd = c->fd, .events = POLLIN };
	uint8_t datagram[2048];
	ssize_t len;

	if (poll(&fd, 1, timeout) <= 0)
		return GVCP_NO_ANSWER;
	len = recv(c->fd, datagram, sizeof(datagram), 0);
	if (len < 8)
		return GVCP_NO_ANSWER;
	r->status = gvcp_get16(datagram);
	r->command = gvcp_get16(datagram + 2);
	r->length = gvcp_get16(datagram + 4);
	r->id = gvcp_get16(datagram + 6);
	r->got = len - 8;
	memcpy(r->payload, datagram + 8, r->got);
	return 0;
}

/* One command without repetition; the status, or GVCP_NO_ANSWER. */
int gvcp_command(struct gvcp_client *c, uint16_t command, const void *payload, size_t len,
		 struct gvcp_reply *r)
{
	int wait = c->timeout;

	c->pending = 0;
	if (!++c->id)
		c->id = 1;
	if (gvcp_send(c, command, GVCP_ACK, c->id, payload, len))
		return GVCP_NO_ANSWER;
	for (;;) {
		if (gvcp_receive(c, r, wait))
			return GVCP_NO_ANSWER;
		if (r->id != c->id)
			continue;
		if (r->command != GVCP_PENDING)
			return r->command == command + 1 ? r->status : GVCP_NO_ANSWER;
		c->pending++;
		wait = gvcp_get16(r->payload + 2);
	}
}

int gvcp_read(struct gvcp_client *c, uint32_t address, uint32_t *value)
{
	struct gvcp_reply r;
	uint8_t payload[4];
	int status;

	gvcp_put32(payload, address);
	status = gvcp_command(c, GVCP_READREG, payload, sizeof(payload), &r);
	if (!status)
		*value = gvcp_get32(r.payload);
	return status;
}

int gvcp_write(struct gvcp_client *c, uint32_t address, uint32_t value)
{
	struct gvcp_reply r;
	uint8_t payload[8];

	gvcp_put32(payload, address);
	gvcp_put32(payload + 4, value);
	return gvcp_command(c, GVCP_WRITEREG, payload, sizeof(payload), &r);
}

int gvcp_readmem(struct gvcp_client *c, uint32_t address, void *data, uint16_t len)
{
	struct gvcp_reply r;
	uint8_t payload[8];
	int status;

	gvcp_put32(payload, address);
	gvcp_put32(payload + 4, len);
	status = gvcp_command(c, GVCP_READMEM, payload, sizeof(payload), &r);
	if (!status && r.got == len + 4u)
		memcpy(data, r.payload + 4, len);
	return status;
}

int gvcp_writemem(struct gvcp_client *c, uint32_t address, const void *data, uint16_t len)
{
	uint8_t payload[2048];
	struct gvcp_reply r;

	gvcp_put32(payload, address);
	memcpy(payload + 4, data, len);
	return gvcp_command(c, GVCP_WRITEMEM, payload, len + 4, &r);
}

/* Give the camera a fault, as of gevsim --fault; control is not needed. */
int gvcp_fault(struct gvcp_client *c, const char *text)
{
	uint8_t data[128] = { 0 };
	size_t len = (strlen(text) + 4) & ~3ul;

	if (len > sizeof(data))
		return GVCP_NO_ANSWER;
	memcpy(data, text, strlen(text));
	return gvcp_writemem(c, GVCP_REG_FAULT, data, len);
}
