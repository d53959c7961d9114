/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A GVSP receiver of its own, written from the protocol and not from the
 * driver's codec: keeps packets as they came, in their order.
 */
#ifndef SELFTESTS_GVSP_RECEIVE_H
#define SELFTESTS_GVSP_RECEIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GVSP_LEADER	1
#define GVSP_TRAILER	2
#define GVSP_PAYLOAD	3
#define GVSP_ALL_IN	4

#define GVSP_PACKETS	4096	/* that are kept */
#define GVSP_DATA	1536	/* bytes of each */

/**
 * struct gvsp_packet - a packet
 * @extended: it has extended ids
 * @status: as sent
 * @flags: 0 with standard ids
 * @format: leader, trailer, ...
 * @block: block id
 * @id: packet id
 * @total: bytes of the datagram
 * @len: bytes at @data
 * @data: what follows the header
 */
struct gvsp_packet {
	bool extended;
	uint16_t status;
	uint16_t flags;
	uint8_t format;
	uint64_t block;
	uint32_t id;
	size_t total;
	size_t len;
	uint8_t data[GVSP_DATA];
};

/**
 * struct gvsp_receiver - a socket, and what came by it
 * @fd: socket
 * @port: its port
 * @source: port that the last packet came from
 * @n: number of packets
 * @packets: in the order of their arrival
 */
struct gvsp_receiver {
	int fd;
	uint16_t port;
	uint16_t source;
	unsigned int n;
	struct gvsp_packet packets[GVSP_PACKETS];
};

int gvsp_open(struct gvsp_receiver *r);
void gvsp_close(struct gvsp_receiver *r);
unsigned int gvsp_collect(struct gvsp_receiver *r, int first, int quiet);
struct gvsp_packet *gvsp_find(struct gvsp_receiver *r, uint64_t block, uint32_t id);
unsigned int gvsp_count(const struct gvsp_receiver *r, uint64_t block, uint32_t id);

#endif /* SELFTESTS_GVSP_RECEIVE_H */
