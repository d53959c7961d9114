// SPDX-License-Identifier: GPL-2.0
/* The child in which hostile bytes are parsed: what it can do, and what not. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/capability.h>

#include "kselftest_harness.h"

#include "tools/gevctl/sandbox.h"

static int say(struct sandbox *box, const char *text)
{
	return sandbox_output(box, text, strlen(text));
}

static uint8_t memory[3 * SANDBOX_CHUNK];

static int memory_read(void *ctx, uint64_t address, void *data, size_t length)
{
	if (address + length > sizeof(memory))
		return -ENXIO;
	memcpy(data, memory + address, length);
	return 0;
}

static int memory_write(void *ctx, uint64_t address, const void *data, size_t length)
{
	if (address + length > sizeof(memory))
		return -ENXIO;
	memcpy(memory + address, data, length);
	return 0;
}

static const char *memory_words(void *ctx)
{
	return ctx ? ctx : "";
}

static int talk(struct sandbox *box, void *ctx)
{
	size_t size = *(size_t *)ctx;
	char *data = calloc(1, size);

	memset(data, 'x', size);
	return sandbox_output(box, data, size);
}

TEST(output)
{
	struct sandbox_result result;
	size_t size = 100000;

	ASSERT_EQ(0, sandbox_run(talk, &size, NULL, &result));
	EXPECT_EQ(size, result.size);
	EXPECT_EQ(size, strlen(result.data));
	free(result.data);

	size = (32 << 20) + 1;
	EXPECT_EQ(-EFBIG, sandbox_run(talk, &size, NULL, &result));
	EXPECT_NE('\0', result.why[0]);
	free(result.data);
}

/* A child of another user, which then cannot be killed, ends all the same. */
TEST(without_kill)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3];
	struct sandbox_result result;
	size_t size = 48 << 20;

	if (geteuid())
		SKIP(return, "needs root");
	ASSERT_EQ(0, syscall(SYS_capget, &header, caps));
	caps[0].effective &= ~(1u << CAP_KILL);
	ASSERT_EQ(0, syscall(SYS_capset, &header, caps));
	EXPECT_EQ(-EFBIG, sandbox_run(talk, &size, NULL, &result));
	free(result.data);
}

/* Takes two messages; the third is too many. */
static int take(void *ctx, const char *data, size_t length)
{
	unsigned int *taken = ctx;

	return ++*taken > 2 || length != 1 || *data != 'x';
}

static int endless(struct sandbox *box, void *ctx)
{
	while (!say(box, "x"))
		usleep(1000);
	return 0;
}

static int waiting(struct sandbox *box, void *ctx)
{
	say(box, "x");
	pause();
	return 0;
}

TEST(sink)
{
	unsigned int taken = 0;
	struct sandbox_sink sink = { .take = take, .ctx = &taken, .stop = -1 };
	struct sandbox_result result;
	int stop[2];

	EXPECT_EQ(-EINTR, sandbox_run_sink(endless, NULL, NULL, &sink, &result));
	EXPECT_EQ(3, taken);
	EXPECT_EQ(NULL, result.data);

	ASSERT_EQ(0, pipe(stop));
	ASSERT_EQ(1, write(stop[1], "x", 1));
	sink.stop = stop[0];
	EXPECT_EQ(-EINTR, sandbox_run_sink(waiting, NULL, NULL, &sink, &result));
	close(stop[0]);
	close(stop[1]);
}

static int failing(struct sandbox *box, void *ctx)
{
	say(box, "half");
	return sandbox_fail(box, -EDOM, "because of %d", 7);
}

static int crashing(struct sandbox *box, void *ctx)
{
	abort();
}

static int silent(struct sandbox *box, void *ctx)
{
	return -EINVAL;
}

static int babbling(struct sandbox *box, void *ctx)
{
	send(box->socket, "nonsense", 8, 0);
	pause();
	return 0;
}

TEST(failures)
{
	struct sandbox_result result;

	EXPECT_EQ(-EDOM, sandbox_run(failing, NULL, NULL, &result));
	EXPECT_STREQ("because of 7", result.why);
	free(result.data);
	EXPECT_EQ(-EIO, sandbox_run(crashing, NULL, NULL, &result));
	EXPECT_NE(NULL, strstr(result.why, "signal 6"));
	EXPECT_EQ(-EIO, sandbox_run(silent, NULL, NULL, &result));
	EXPECT_NE('\0', result.why[0]);
	EXPECT_EQ(-EBADMSG, sandbox_run(babbling, NULL, NULL, &result));
	EXPECT_EQ(-1, waitpid(-1, NULL, WNOHANG));
}

static int copy(struct sandbox *box, void *ctx)
{
	uint8_t data[2 * SANDBOX_CHUNK + 5];
	int ret;

	ret = sandbox_read(box, 3, data, sizeof(data));
	if (!ret)
		ret = sandbox_write(box, 0, data, sizeof(data));
	return ret ? sandbox_fail(box, ret, "%s", box->words) : 0;
}

static int stray(struct sandbox *box, void *ctx)
{
	uint32_t word;
	int ret = sandbox_read(box, sizeof(memory), &word, sizeof(word));

	return sandbox_fail(box, ret, "%s", box->words);
}

TEST(registers)
{
	struct port port = {
		.read = memory_read, .write = memory_write, .words = memory_words,
		.ctx = "kernel's words",
	};
	struct sandbox_result result;
	size_t i;

	for (i = 0; i < sizeof(memory); i++)
		memory[i] = i * 7 >> 3;
	EXPECT_EQ(0, sandbox_run(copy, NULL, &port, &result));
	for (i = 0; i < 2 * SANDBOX_CHUNK + 5; i++)
		ASSERT_EQ((uint8_t)((i + 3) * 7 >> 3), memory[i]);

	EXPECT_EQ(-ENXIO, sandbox_run(stray, NULL, &port, &result));
	EXPECT_STREQ("kernel's words", result.why);

	port.write = NULL;
	EXPECT_EQ(-EROFS, sandbox_run(copy, NULL, &port, &result));
	EXPECT_EQ(-ENXIO, sandbox_run(copy, NULL, NULL, &result));
}

/* One word for each right that is still there. */
static int escape(struct sandbox *box, void *ctx)
{
	static const char * const paths[] = {
		"/etc/passwd", "/proc/self/mem", "/dev/null", "/tmp",
	};
	size_t i;

	if (!getuid() || !geteuid() || !getgid())
		say(box, "root ");
	if (socket(AF_INET, SOCK_DGRAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ||
	    socket(AF_NETLINK, SOCK_RAW, 0) >= 0)
		say(box, "socket ");
	if (!kill(getppid(), 0))
		say(box, "kill ");
	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		if (open(paths[i], O_RDONLY) >= 0)
			say(box, paths[i]);
	}
	if (open("/tmp/gevctl_sandbox", O_CREAT | O_WRONLY, 0600) >= 0)
		say(box, "create ");
	if (malloc(2ul << 30))
		say(box, "memory ");
	for (i = 3; i < 256; i++) {
		if ((int)i != box->socket && fcntl(i, F_GETFD) >= 0)
			say(box, "file ");
	}
	execl("/bin/true", "true", NULL);
	return say(box, "end");
}

TEST(rights)
{
	struct sandbox_result result;
	int fd = open("/etc/passwd", O_RDONLY);

	ASSERT_EQ(0, sandbox_run(escape, NULL, NULL, &result))
		TH_LOG("%s", result.why);
	EXPECT_STREQ("end", result.data);
	free(result.data);
	close(fd);
}

TEST_HARNESS_MAIN
