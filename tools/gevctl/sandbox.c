// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confinement.h"
#include "sandbox.h"

#define OUTPUT_MAX	(32u << 20)	/* bytes; twice the largest description */
#define SILENCE_MAX	240		/* seconds without a message from the child */

enum kind {
	KIND_READ,
	KIND_WRITE,
	KIND_OUTPUT,
	KIND_FAILED,
};

/* One packet from the child; no bytes follow the header of KIND_READ. */
struct request {
	uint32_t kind;
	uint32_t length;
	uint64_t address;
	uint8_t data[SANDBOX_CHUNK];
};

#define REQUEST_HEADER	offsetof(struct request, data)

/* One packet to it, for KIND_READ and KIND_WRITE: bytes, or words on an error. */
struct reply {
	int32_t error;
	uint32_t length;
	uint8_t data[SANDBOX_CHUNK];
};

#define REPLY_HEADER	offsetof(struct reply, data)

static int send_packet(int socket, const void *packet, size_t size)
{
	ssize_t n;

	do {
		n = send(socket, packet, size, MSG_NOSIGNAL);
	} while (n < 0 && errno == EINTR);
	return n == (ssize_t)size ? 0 : -EPIPE;
}

/* Bytes received; 0 when the other side is gone. */
static ssize_t receive_packet(int socket, void *packet, size_t size)
{
	ssize_t n;

	do {
		n = recv(socket, packet, size, 0);
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static int ask(struct sandbox *box, const struct request *request, size_t size, void *data)
{
	struct reply reply;
	ssize_t n;

	if (send_packet(box->socket, request, size))
		return -EPIPE;
	n = receive_packet(box->socket, &reply, sizeof(reply));
	if (n < (ssize_t)REPLY_HEADER || reply.length != n - REPLY_HEADER)
		return -EPIPE;
	if (reply.error) {
		snprintf(box->words, sizeof(box->words), "%.*s", (int)reply.length,
			 (const char *)reply.data);
		return reply.error;
	}
	if (data && reply.length != request->length)
		return -EPIPE;
	if (data)
		memcpy(data, reply.data, request->length);
	return 0;
}

/**
 * sandbox_read() - read registers of the camera, from the child
 * @box: the child's end
 * @address: of the first byte
 * @data: gets the bytes
 * @length: their number
 *
 * Return: 0 or -errno, then perhaps with words in @box->words.
 */
int sandbox_read(struct sandbox *box, uint64_t address, void *data, size_t length)
{
	box->words[0] = '\0';
	while (length) {
		struct request request = {
			.kind = KIND_READ,
			.length = length < SANDBOX_CHUNK ? length : SANDBOX_CHUNK,
			.address = address,
		};
		int ret = ask(box, &request, REQUEST_HEADER, data);

		if (ret)
			return ret;
		address += request.length;
		data = (char *)data + request.length;
		length -= request.length;
	}
	return 0;
}

static int send_bytes(struct sandbox *box, enum kind kind, uint64_t address,
		      const void *data, size_t length)
{
	while (length) {
		struct request request = {
			.kind = kind,
			.length = length < SANDBOX_CHUNK ? length : SANDBOX_CHUNK,
			.address = address,
		};
		size_t size = REQUEST_HEADER + request.length;
		int ret;

		memcpy(request.data, data, request.length);
		if (kind == KIND_WRITE)
			ret = ask(box, &request, size, NULL);
		else
			ret = send_packet(box->socket, &request, size);
		if (ret)
			return ret;
		address += request.length;
		data = (const char *)data + request.length;
		length -= request.length;
	}
	return 0;
}

/**
 * sandbox_write() - write registers of the camera, from the child
 * @box: the child's end
 * @address: of the first byte
 * @data: the bytes
 * @length: their number
 *
 * Return: 0 or -errno, then perhaps with words in @box->words; -EROFS when
 * the job is not one that may write.
 */
int sandbox_write(struct sandbox *box, uint64_t address, const void *data, size_t length)
{
	box->words[0] = '\0';
	return send_bytes(box, KIND_WRITE, address, data, length);
}

/**
 * sandbox_output() - add to the job's result, from the child
 * @box: the child's end
 * @data: the bytes
 * @length: their number
 *
 * Return: 0, or -EPIPE when the parent is gone.
 */
int sandbox_output(struct sandbox *box, const void *data, size_t length)
{
	return send_bytes(box, KIND_OUTPUT, 0, data, length);
}

/**
 * sandbox_fail() - say why the job failed, from the child
 * @box: the child's end
 * @error: -errno
 * @format: one sentence
 *
 * Return: @error.
 */
int sandbox_fail(struct sandbox *box, int error, const char *format, ...)
{
	char why[512];
	va_list ap;

	va_start(ap, format);
	vsnprintf(why, sizeof(why), format, ap);
	va_end(ap);
	if (!*why)
		snprintf(why, sizeof(why), "%s", strerror(-error));
	send_bytes(box, KIND_FAILED, (uint64_t)-error, why, strlen(why));
	return error;
}

static _Noreturn void run_child(int socket, int (*job)(struct sandbox *box, void *ctx),
				void *ctx)
{
	struct sandbox box = { .socket = socket };
	const char *kept = confinement_enter(socket);

	if (kept) {
		sandbox_fail(&box, -EPERM, "the unprivileged child could not give up %s", kept);
		_exit(1);
	}
	_exit(job(&box, ctx) ? 1 : 0);
}

static int serve_registers(const struct port *port, const struct request *request,
			   struct reply *reply)
{
	if (!port)
		return -ENXIO;
	if (request->kind == KIND_READ) {
		reply->length = request->length;
		return port->read(port->ctx, request->address, reply->data, request->length);
	}
	if (!port->write)
		return -EROFS;
	return port->write(port->ctx, request->address, request->data, request->length);
}

static int answer(int socket, const struct port *port, const struct request *request)
{
	struct reply reply;

	reply.length = 0;
	reply.error = serve_registers(port, request, &reply);
	if (reply.error) {
		const char *words = port ? port->words(port->ctx) : "";

		reply.length = strlen(words);
		if (reply.length > SANDBOX_CHUNK)
			reply.length = SANDBOX_CHUNK;
		memcpy(reply.data, words, reply.length);
	}
	return send_packet(socket, &reply, REPLY_HEADER + reply.length);
}

static int keep_output(struct sandbox_result *result, const struct request *request)
{
	size_t size = result->size + request->length;
	char *data;

	if (size > OUTPUT_MAX)
		return -EFBIG;
	data = realloc(result->data, size + 1);
	if (!data)
		return -ENOMEM;
	memcpy(data + result->size, request->data, request->length);
	data[size] = '\0';
	result->data = data;
	result->size = size;
	return 0;
}

/* 0 when there is a message, -EINTR when the user wants no more. */
static int wait_message(int socket, const struct sandbox_sink *sink)
{
	struct pollfd files[] = {
		{ .fd = socket, .events = POLLIN }, { .fd = sink->stop, .events = POLLIN },
	};
	int n;

	do {
		n = poll(files, 2, SILENCE_MAX * 1000);
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		return n ? -errno : -ETIMEDOUT;
	return files[1].revents ? -EINTR : 0;
}

static int take_output(const struct sandbox_sink *sink, struct sandbox_result *result,
		       const struct request *request)
{
	if (!sink)
		return keep_output(result, request);
	return sink->take(sink->ctx, (const char *)request->data, request->length) ? -EINTR : 0;
}

/* 1 when the child is done, 0 to go on, -errno. */
static int serve(int socket, const struct port *port, const struct sandbox_sink *sink,
		 struct sandbox_result *result)
{
	struct request request;
	int ret = sink ? wait_message(socket, sink) : 0;
	ssize_t n = ret ? ret : receive_packet(socket, &request, sizeof(request));
	size_t follow;

	if (n <= 0)
		return n ? n : 1;
	follow = n < (ssize_t)REQUEST_HEADER ? 0 : n - REQUEST_HEADER;
	if (n < (ssize_t)REQUEST_HEADER || request.length > SANDBOX_CHUNK ||
	    follow != (request.kind == KIND_READ ? 0 : request.length))
		return -EBADMSG;

	switch (request.kind) {
	case KIND_READ:
	case KIND_WRITE:
		return answer(socket, port, &request);
	case KIND_OUTPUT:
		return take_output(sink, result, &request);
	case KIND_FAILED:
		snprintf(result->why, sizeof(result->why), "%.*s", (int)request.length,
			 (const char *)request.data);
		return request.address && request.address < 4096 ? -(int)request.address : -EIO;
	default:
		return -EBADMSG;
	}
}

static int reap(pid_t child, int ret, struct sandbox_result *result)
{
	int status = 0;

	if (ret)
		kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (ret) {
		if (!*result->why)
			snprintf(result->why, sizeof(result->why),
				 "the unprivileged child misbehaved: %s", strerror(-ret));
		return ret;
	}
	if (!status)
		return 0;
	if (WIFSIGNALED(status))
		snprintf(result->why, sizeof(result->why),
			 "the unprivileged child was stopped by signal %d (%s)",
			 WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(result->why, sizeof(result->why), "the unprivileged child ended early");
	return -EIO;
}

/**
 * sandbox_run() - run a job in an unprivileged child
 * @job: what to run there; its memory is a copy of this process's
 * @ctx: its second argument
 * @port: registers to lend to it, or NULL
 * @result: gets its output, or one sentence; the caller frees the data
 *
 * Return: 0 or -errno, then with the sentence in @result->why.
 */
int sandbox_run(int (*job)(struct sandbox *box, void *ctx), void *ctx,
		const struct port *port, struct sandbox_result *result)
{
	return sandbox_run_sink(job, ctx, port, NULL, result);
}

/**
 * sandbox_run_sink() - the same, with output that is used while the job runs
 * @job: what to run there; its memory is a copy of this process's
 * @ctx: its second argument
 * @port: registers to lend to it, or NULL
 * @sink: takes the output; NULL: @result does
 * @result: gets one sentence on failure
 *
 * Return: 0 or -errno; -EINTR when @sink ended the job.
 */
int sandbox_run_sink(int (*job)(struct sandbox *box, void *ctx), void *ctx,
		     const struct port *port, const struct sandbox_sink *sink,
		     struct sandbox_result *result)
{
	struct timeval silence = { .tv_sec = SILENCE_MAX };
	int pair[2], ret;
	pid_t child;

	*result = (struct sandbox_result){ 0 };
	fflush(NULL);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
		ret = -errno;
		snprintf(result->why, sizeof(result->why), "socketpair: %s", strerror(-ret));
		return ret;
	}
	child = fork();
	if (child < 0) {
		ret = -errno;
		snprintf(result->why, sizeof(result->why), "fork: %s", strerror(-ret));
		close(pair[0]);
		close(pair[1]);
		return ret;
	}
	if (!child)
		run_child(pair[1], job, ctx);

	close(pair[1]);
	setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &silence, sizeof(silence));
	do {
		ret = serve(pair[0], port, sink, result);
	} while (!ret);
	/* First, so that a child that cannot be killed does not wait for us. */
	close(pair[0]);
	return reap(child, ret < 0 ? ret : 0, result);
}
