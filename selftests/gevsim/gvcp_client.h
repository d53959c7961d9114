/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A GVCP host of its own, written from the protocol and not from the driver's
 * codec, so that a mistake there does not hide one in the camera.
 */
#ifndef SELFTESTS_GVCP_CLIENT_H
#define SELFTESTS_GVCP_CLIENT_H

#include <stddef.h>
#include <stdint.h>

#define GVCP_DISCOVERY	0x0002
#define GVCP_FORCEIP	0x0004
#define GVCP_READREG	0x0080
#define GVCP_WRITEREG	0x0082
#define GVCP_READMEM	0x0084
#define GVCP_WRITEMEM	0x0086
#define GVCP_PENDING	0x0089

#define GVCP_ACK	0x01
#define GVCP_NO_ANSWER	(-1)	/* in place of a status */

/**
 * struct gvcp_client - one host
 * @fd: socket, connected to the camera
 * @id: last request id
 * @timeout: ms to wait for an acknowledge
 * @pending: PENDING_ACKs of the last command
 */
struct gvcp_client {
	int fd;
	uint16_t id;
	int timeout;
	unsigned int pending;
};

/**
 * struct gvcp_reply - an acknowledge
 * @status: GVCP status
 * @command: acknowledge value
 * @length: bytes of payload as the header says
 * @id: request id
 * @payload: data
 * @got: bytes of payload received
 */
struct gvcp_reply {
	uint16_t status;
	uint16_t command;
	uint16_t length;
	uint16_t id;
	uint8_t payload[2048];
	size_t got;
};

int gvcp_open(struct gvcp_client *c, const char *address);
void gvcp_close(struct gvcp_client *c);
int gvcp_send_raw(struct gvcp_client *c, const void *datagram, size_t len);
int gvcp_send(struct gvcp_client *c, uint16_t command, uint8_t flags, uint16_t id,
	      const void *payload, size_t len);
int gvcp_receive(struct gvcp_client *c, struct gvcp_reply *r, int timeout);
int gvcp_command(struct gvcp_client *c, uint16_t command, const void *payload, size_t len,
		 struct gvcp_reply *r);
int gvcp_read(struct gvcp_client *c, uint32_t address, uint32_t *value);
int gvcp_write(struct gvcp_client *c, uint32_t address, uint32_t value);
int gvcp_readmem(struct gvcp_client *c, uint32_t address, void *data, uint16_t len);
int gvcp_writemem(struct gvcp_client *c, uint32_t address, const void *data, uint16_t len);
int gvcp_fault(struct gvcp_client *c, const char *text);

void gvcp_put16(uint8_t *p, uint16_t v);
void gvcp_put32(uint8_t *p, uint32_t v);
void gvcp_put64(uint8_t *p, uint64_t v);
uint16_t gvcp_get16(const uint8_t *p);
uint32_t gvcp_get32(const uint8_t *p);

#endif /* SELFTESTS_GVCP_CLIENT_H */
