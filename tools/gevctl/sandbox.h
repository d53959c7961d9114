/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The unprivileged child in which everything that comes from inside a camera
 * is unpacked, parsed and evaluated: no user, no network, no files, bounded
 * memory and time. What it may do is send bytes to its parent and ask it for
 * registers of one camera.
 */
#ifndef GEVCTL_SANDBOX_H
#define GEVCTL_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

#include "port.h"

#define SANDBOX_CHUNK	8192u	/* bytes of registers or output in one message */

/**
 * struct sandbox - the child's end
 * @socket: to the parent
 * @words: about the last register access that failed
 */
struct sandbox {
	int socket;
	char words[256];
};

/**
 * struct sandbox_result - what came out
 * @data: the child's output, followed by a NUL; free with free()
 * @size: bytes of it
 * @why: one sentence when the job failed
 */
struct sandbox_result {
	char *data;
	size_t size;
	char why[512];
};

/**
 * struct sandbox_sink - takes output as it comes, not all at the end
 * @take: gets the bytes of each message; an outcome other than 0 ends the job
 * @ctx: its first argument
 * @stop: file that can be read when the job is to end, with -EINTR; or -1
 */
struct sandbox_sink {
	int (*take)(void *ctx, const char *data, size_t length);
	void *ctx;
	int stop;
};

/* In the parent. @job runs in the child and returns 0, or -errno after sandbox_fail(). */
int sandbox_run(int (*job)(struct sandbox *box, void *ctx), void *ctx,
		const struct port *port, struct sandbox_result *result);
int sandbox_run_sink(int (*job)(struct sandbox *box, void *ctx), void *ctx,
		     const struct port *port, const struct sandbox_sink *sink,
		     struct sandbox_result *result);

/* In the child. */
int sandbox_read(struct sandbox *box, uint64_t address, void *data, size_t length);
int sandbox_write(struct sandbox *box, uint64_t address, const void *data, size_t length);
int sandbox_output(struct sandbox *box, const void *data, size_t length);
__attribute__((format(printf, 3, 4)))
int sandbox_fail(struct sandbox *box, int error, const char *format, ...);

#endif /* GEVCTL_SANDBOX_H */
