// SPDX-License-Identifier: GPL-2.0
/*
 * What the RDMA device can do without us: one process SENDs messages to
 * another over an RC connection, which posts receives again as they complete.
 * The yardstick for gev_rdma, between the same two ends.
 *
 * usage: verbs_loop ADDRESS BYTES MESSAGES
 *
 * Prints the goodput in MB/s.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <rdma/rdma_verbs.h>

#define DEPTH		16	/* receives that are posted */
#define IN_FLIGHT	4	/* sends that are posted */
#define PORT		"18515"

static size_t bytes;
static unsigned long messages;

static void die(const char *what)
{
	fprintf(stderr, "verbs_loop: %s: %s\n", what, strerror(errno));
	exit(1);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static struct rdma_cm_id *endpoint(const char *address, int flags)
{
	struct rdma_addrinfo hints = { .ai_flags = flags, .ai_port_space = RDMA_PS_TCP }, *ai;
	struct ibv_qp_init_attr attr = {
		.cap = {
			.max_send_wr = 2 * DEPTH, .max_recv_wr = 2 * DEPTH,
			.max_send_sge = 1, .max_recv_sge = 1,
		},
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = 1,
	};
	struct rdma_cm_id *id;

	if (rdma_getaddrinfo(address, PORT, &hints, &ai))
		die("rdma_getaddrinfo");
	if (rdma_create_ep(&id, ai, NULL, &attr))
		die("rdma_create_ep");
	rdma_freeaddrinfo(ai);
	return id;
}

/* One credit of 16 bytes for each message, as the stream profile has. */
static void receive(struct rdma_cm_id *listener)
{
	static char credit[16];
	struct ibv_mr *mr, *credit_mr;
	struct rdma_cm_id *id;
	struct ibv_wc wc;
	double began = 0;
	char *data;

	if (rdma_get_request(listener, &id))
		die("rdma_get_request");
	data = malloc(bytes * DEPTH);
	mr = rdma_reg_msgs(id, data, bytes * DEPTH);
	credit_mr = rdma_reg_msgs(id, credit, sizeof(credit));
	if (!mr || !credit_mr)
		die("rdma_reg_msgs");
	for (size_t i = 0; i < DEPTH; i++)
		if (rdma_post_recv(id, (void *)i, data + i * bytes, bytes, mr))
			die("rdma_post_recv");
	if (rdma_accept(id, NULL))
		die("rdma_accept");

	for (unsigned long n = 0; n < messages; n++) {
		if (rdma_get_recv_comp(id, &wc) != 1 || wc.status)
			die("receive");
		if (!n)
			began = now();
		if (rdma_post_recv(id, (void *)wc.wr_id, data + wc.wr_id * bytes, bytes, mr) ||
		    rdma_post_send(id, NULL, credit, sizeof(credit), credit_mr, 0) ||
		    rdma_get_send_comp(id, &wc) != 1)
			die("credit");
	}
	/* The first message only starts the clock. */
	printf("%.1f\n", (messages - 1) * bytes / (now() - began) / 1e6);
	fflush(stdout);
	rdma_disconnect(id);
}

static void send_messages(const char *address)
{
	struct rdma_cm_id *id = endpoint(address, 0);
	struct ibv_mr *mr, *credit_mr;
	unsigned long sent = 0, done = 0, credits = DEPTH;
	static char credit[DEPTH * 16];
	struct ibv_wc wc;
	char *data = calloc(1, bytes);

	mr = rdma_reg_msgs(id, data, bytes);
	credit_mr = rdma_reg_msgs(id, credit, sizeof(credit));
	if (!mr || !credit_mr)
		die("rdma_reg_msgs");
	for (size_t i = 0; i < DEPTH; i++)
		rdma_post_recv(id, NULL, credit + 16 * i, 16, credit_mr);
	if (rdma_connect(id, NULL))
		die("rdma_connect");

	while (done < messages) {
		while (sent < messages && sent < credits && sent - done < IN_FLIGHT) {
			if (rdma_post_send(id, NULL, data, bytes, mr, 0))
				die("rdma_post_send");
			sent++;
		}
		if (rdma_get_send_comp(id, &wc) != 1 || wc.status)
			die("send");
		done++;
		/* One credit has come for each message that was received. */
		while (credits < done + DEPTH && credits < messages) {
			if (rdma_get_recv_comp(id, &wc) != 1 || wc.status)
				die("credit");
			rdma_post_recv(id, NULL, credit, 16, credit_mr);
			credits++;
		}
	}
}

int main(int argc, char **argv)
{
	bool sender = argc == 5 && !strcmp(argv[1], "--send");
	struct rdma_cm_id *listener;
	int status;
	pid_t pid;

	argv += sender;
	argc -= sender;
	if (argc == 4) {
		bytes = strtoul(argv[2], NULL, 0);
		messages = strtoul(argv[3], NULL, 0);
	}
	if (!bytes || messages < 2) {
		fprintf(stderr, "usage: verbs_loop ADDRESS BYTES MESSAGES\n");
		return 2;
	}
	if (sender) {
		send_messages(argv[1]);
		return 0;
	}

	listener = endpoint(argv[1], RAI_PASSIVE);
	if (rdma_listen(listener, 1))
		die("rdma_listen");
	pid = fork();
	if (!pid) {
		/* Verbs objects do not survive a fork: begin anew. */
		execl("/proc/self/exe", argv[0], "--send", argv[1], argv[2], argv[3], NULL);
		die("exec");
	}
	receive(listener);
	return waitpid(pid, &status, 0) == pid && !status ? 0 : 1;
}
