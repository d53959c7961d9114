// SPDX-License-Identifier: GPL-2.0
/*
 * When does the last packet of each frame arrive? The kernel's time stamp of
 * each GVSP trailer of an image, taken where it hands a packet from the network
 * card to the stack, whoever receives it. What comes is left in the socket until
 * SIGTERM, so that nobody is woken meanwhile; then "BLOCK NS" a line, NS on
 * CLOCK_REALTIME.
 *
 * usage: gvsp_tap INTERFACE
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define ROOM		(16 << 20)	/* of the socket */
#define OFFSET_PROTOCOL	9		/* from the IP header on, which has no options */
#define OFFSET_LENGTH	24		/* of UDP */
#define OFFSET_GVSP	28
#define FORMAT		4		/* in the GVSP header */
#define TRAILER		2
#define EXTENDED	0x80

static void die(const char *what)
{
	fprintf(stderr, "gvsp_tap: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* A datagram as long as a trailer of an image, with either kind of ids, that is one. */
static void filter(int fd)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, OFFSET_PROTOCOL),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_UDP, 0, 7),
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, OFFSET_LENGTH),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 8 + 8 + 8, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 8 + 20 + 8, 0, 4),
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, OFFSET_GVSP + FORMAT),
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x0f),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TRAILER, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, 0xffff),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};
	struct sock_fprog program = { sizeof(code) / sizeof(code[0]), code };

	if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program)))
		die("SO_ATTACH_FILTER");
}

static int tap(const char *interface)
{
	struct sockaddr_ll at = {
		.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_IP),
		.sll_ifindex = if_nametoindex(interface),
	};
	int fd = socket(AF_PACKET, SOCK_DGRAM, 0), room = ROOM, one = 1;

	if (fd < 0 || !at.sll_ifindex)
		die(interface);
	filter(fd);
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room)) ||
	    setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &one, sizeof(one)) ||
	    bind(fd, (struct sockaddr *)&at, sizeof(at)))
		die(interface);
	return fd;
}

static uint64_t block_of(const uint8_t *gvsp)
{
	uint64_t block = 0;

	if (!(gvsp[FORMAT] & EXTENDED))
		return gvsp[2] << 8 | gvsp[3];
	for (int i = 8; i < 16; i++)
		block = block << 8 | gvsp[i];
	return block;
}

static void print_all(int fd)
{
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(sizeof(struct timespec))];
	} control;
	uint8_t packet[256];
	struct iovec iov = { packet, sizeof(packet) };
	struct msghdr m = { .msg_iov = &iov, .msg_iovlen = 1, .msg_control = &control };
	struct cmsghdr *c;
	struct timespec t;

	for (;;) {
		m.msg_controllen = sizeof(control);
		if (recvmsg(fd, &m, MSG_DONTWAIT) <= 0)
			return;
		c = CMSG_FIRSTHDR(&m);
		if (!c || c->cmsg_type != SCM_TIMESTAMPNS)
			continue;
		memcpy(&t, CMSG_DATA(c), sizeof(t));
		printf("%llu %llu\n", (unsigned long long)block_of(packet + OFFSET_GVSP),
		       t.tv_sec * 1000000000ull + t.tv_nsec);
	}
}

int main(int argc, char **argv)
{
	sigset_t set;
	int fd, signal;

	if (argc != 2) {
		fprintf(stderr, "usage: gvsp_tap INTERFACE\n");
		return 2;
	}
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = tap(argv[1]);
	sigwait(&set, &signal);
	print_all(fd);
	return 0;
}
