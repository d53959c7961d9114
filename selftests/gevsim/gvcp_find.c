// SPDX-License-Identifier: GPL-2.0
/*
 * Sends one DISCOVERY or FORCEIP from a socket that is bound to an interface,
 * as a driver does, and prints the answers:
 *	FROM ADDRESS MAC SERIAL
 */
#include <arpa/inet.h>
#include <poll.h>
#include <popt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include "gvcp_client.h"

static struct {
	char *interface;
	char *to;
	char *force;
	char *mac;
	int broadcast_ack;
	int wait;
} opt = { .to = "255.255.255.255", .wait = 500 };

static const struct poptOption option_table[] = {
	{ "interface", 'i', POPT_ARG_STRING, &opt.interface, 0, "to send by", "IF" },
	{ "to", 0, POPT_ARG_STRING, &opt.to, 0, "255.255.255.255 if not given", "IP" },
	{ "broadcast-ack", 0, POPT_ARG_NONE, &opt.broadcast_ack, 0,
	  "answers may be broadcast", NULL },
	{ "force", 0, POPT_ARG_STRING, &opt.force, 0, "send FORCEIP with this address", "IP" },
	{ "mac", 0, POPT_ARG_STRING, &opt.mac, 0, "camera to force", "MAC" },
	{ "wait", 0, POPT_ARG_INT, &opt.wait, 0, "for answers (500)", "MS" },
	POPT_AUTOHELP
	POPT_TABLEEND
};

static int open_socket(void)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0), one = 1;
	struct sockaddr_in in = { .sin_family = AF_INET };

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &one, sizeof(one)) ||
	    (opt.interface && setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, opt.interface,
					 strlen(opt.interface))) ||
	    bind(fd, (struct sockaddr *)&in, sizeof(in)))
		return -1;
	return fd;
}

static size_t build(uint8_t *datagram)
{
	unsigned int m[6] = { 0 };
	struct in_addr in;

	datagram[0] = 0x42;
	datagram[1] = GVCP_ACK | (opt.broadcast_ack ? 0x10 : 0);
	gvcp_put16(datagram + 2, opt.force ? GVCP_FORCEIP : GVCP_DISCOVERY);
	gvcp_put16(datagram + 6, 1);
	if (!opt.force)
		return 8;
	gvcp_put16(datagram + 4, 56);
	if (opt.mac && sscanf(opt.mac, "%x:%x:%x:%x:%x:%x", m, m + 1, m + 2, m + 3, m + 4,
			      m + 5) != 6) {
		fprintf(stderr, "gvcp_find: %s is no MAC address\n", opt.mac);
		exit(2);
	}
	for (int i = 0; i < 6; i++)
		datagram[10 + i] = m[i];
	inet_pton(AF_INET, opt.force, &in);
	gvcp_put32(datagram + 28, ntohl(in.s_addr));
	gvcp_put32(datagram + 44, 0xffffff00);
	return 64;
}

static void print(const uint8_t *d, ssize_t len, const struct sockaddr_in *from)
{
	struct in_addr own;

	if (len < 8 + 248) {
		printf("%s status %#x\n", inet_ntoa(from->sin_addr), gvcp_get16(d));
		return;
	}
	printf("%s ", inet_ntoa(from->sin_addr));
	memcpy(&own, d + 8 + 0x24, sizeof(own));
	printf("%s %02x:%02x:%02x:%02x:%02x:%02x %.16s\n", inet_ntoa(own), d[18], d[19], d[20],
	       d[21], d[22], d[23], d + 8 + 0xd8);
}

int main(int argc, const char **argv)
{
	poptContext context = poptGetContext("gvcp_find", argc, argv, option_table, 0);
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(3956) };
	struct sockaddr_in from;
	socklen_t from_len = sizeof(from);
	uint8_t datagram[1024] = { 0 };
	struct pollfd fd = { .events = POLLIN };
	int status = poptGetNextOpt(context);
	size_t len;

	poptFreeContext(context);
	if (status < -1 || inet_pton(AF_INET, opt.to, &to.sin_addr) != 1)
		return 2;
	fd.fd = open_socket();
	len = build(datagram);
	if (fd.fd < 0 || sendto(fd.fd, datagram, len, 0, (struct sockaddr *)&to,
				sizeof(to)) < 0) {
		perror("gvcp_find");
		return EXIT_FAILURE;
	}
	while (poll(&fd, 1, opt.wait) > 0) {
		ssize_t got = recvfrom(fd.fd, datagram, sizeof(datagram), 0,
				       (struct sockaddr *)&from, &from_len);

		/* An answer, not another host's command. */
		if (got >= 8 && datagram[0] != 0x42)
			print(datagram, got, &from);
	}
	return EXIT_SUCCESS;
}
