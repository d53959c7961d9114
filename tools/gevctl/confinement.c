// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>

#include "confinement.h"

#define NOBODY		65534u
#define MEMORY_MAX	(1u << 30)	/* address space, bytes */
#define CPU_MAX		120		/* seconds; a large description takes 2 on a PC */
#define FILES_MAX	16

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* What parsing never needs, and what a hostile description would want first. */
static const uint16_t refused_calls[] = {
	__NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_execve, __NR_execveat,
	__NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kill, __NR_tkill,
	__NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_io_uring_setup, __NR_keyctl,
	__NR_add_key, __NR_request_key, __NR_unshare, __NR_setns, __NR_mount, __NR_ioctl,
};

static bool limit(int resource, rlim_t value)
{
	struct rlimit old, new;

	if (getrlimit(resource, &old))
		return false;
	new.rlim_max = old.rlim_max < value ? old.rlim_max : value;
	new.rlim_cur = new.rlim_max;
	return !setrlimit(resource, &new);
}

static bool enter_limits(void)
{
	signal(SIGXFSZ, SIG_IGN);	/* standard error may be a file */
	return limit(RLIMIT_AS, MEMORY_MAX) && limit(RLIMIT_CPU, CPU_MAX) &&
	       limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) &&
	       limit(RLIMIT_NOFILE, FILES_MAX);
}

/* Leaves only @keep and standard error. */
static bool close_files(int keep)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
		return false;
	if (keep > 3 && close_range(3, keep - 1, 0))
		return false;
	return !close_range(keep + 1, ~0u, 0);
}

/*
 * An empty network namespace, on top of the refused socket(): root can have
 * it, others can where user namespaces are open to them.
 */
static void leave_network(void)
{
	if (unshare(CLONE_NEWNET | CLONE_NEWIPC))
		(void)!unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC);
}

static bool drop_user(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };

	if (!geteuid() && (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
			   setresuid(NOBODY, NOBODY, NOBODY)))
		return false;
	return !syscall(SYS_capset, &header, none);
}

/*
 * No file but what the C library may still want to load (character sets).
 * Kernels without Landlock leave what an unprivileged user may read.
 */
static bool leave_files(void)
{
	struct landlock_ruleset_attr set = {
		.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
	};
	struct landlock_path_beneath_attr usr = {
		.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
	};
	int rules, ret;

	rules = syscall(SYS_landlock_create_ruleset, &set, sizeof(set), 0);
	if (rules < 0)
		return errno == ENOSYS || errno == EOPNOTSUPP;
	usr.parent_fd = open("/usr", O_PATH | O_CLOEXEC);
	if (usr.parent_fd >= 0) {
		syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &usr, 0);
		close(usr.parent_fd);
	}
	ret = syscall(SYS_landlock_restrict_self, rules, 0);
	close(rules);
	return !ret;
}

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#define CALL_MAX 0x3fffffffu		/* above: the x32 numbers */
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#define CALL_MAX 0xffffffffu
#endif

#ifdef ARCH
static bool refuse_calls(void)
{
	struct sock_filter filter[COUNT(refused_calls) + 6] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 0, COUNT(refused_calls) + 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, CALL_MAX, COUNT(refused_calls) + 1, 0),
	};
	struct sock_fprog program = { .len = COUNT(filter), .filter = filter };
	struct sock_filter *next = filter + 4;
	size_t i;

	for (i = 0; i < COUNT(refused_calls); i++)
		*next++ = (struct sock_filter)
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused_calls[i],
				 COUNT(refused_calls) - i, 0);
	*next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	*next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);

	return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) || errno == EINVAL;
}
#else
static bool refuse_calls(void)
{
	return true;
}
#endif

/**
 * confinement_enter() - give up all rights of this process, for good
 * @keep: a file descriptor above 2 that stays open, besides standard error
 *
 * Return: NULL, or what could not be given up; the process should then end.
 */
const char *confinement_enter(int keep)
{
	if (!close_files(keep))
		return "open files";
	leave_network();
	if (!drop_user())
		return "its user";
	if (prctl(PR_SET_PDEATHSIG, SIGKILL))	/* a change of user clears it */
		return "life after its parent";
	if (!enter_limits())
		return "unbounded resources";
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return "new privileges";
	if (!leave_files())
		return "the file system";
	if (!refuse_calls())
		return "system calls";
	return NULL;
}
