// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cache.h"
#include "camera.h"

#define KEY_LENGTH	16
#define FILE_MAX	(16 << 20)

/* No text of a camera gets into a path: a key is 16 hexadecimal digits. */
static bool key_ok(const char *key)
{
	return strlen(key) == KEY_LENGTH && strspn(key, "0123456789abcdef") == KEY_LENGTH;
}

static int folder_path(char *path, size_t size)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	int n;

	if (xdg && *xdg == '/')
		n = snprintf(path, size, "%s/gev_rdma", xdg);
	else if (!geteuid())
		n = snprintf(path, size, "/var/cache/gev_rdma");
	else if (home && *home == '/')
		n = snprintf(path, size, "%s/.cache/gev_rdma", home);
	else
		return -ENOENT;
	return n < (int)size ? 0 : -ENAMETOOLONG;
}

static int open_folder(bool create)
{
	char path[PATH_MAX], *slash;
	int fd, ret;

	ret = folder_path(path, sizeof(path));
	if (ret)
		return ret;
	if (create) {
		slash = strrchr(path, '/');
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
		mkdir(path, 0755);
	}
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int file_name(char *name, size_t size, const struct camera *cam, const char *suffix)
{
	const uint8_t *m = cam->mac;
	int n;

	if (!key_ok(cam->map_key))
		return -EINVAL;
	n = snprintf(name, size, "%s-%02x%02x%02x%02x%02x%02x.%s", cam->map_key,
		     m[0], m[1], m[2], m[3], m[4], m[5], suffix);
	return n < (int)size ? 0 : -ENAMETOOLONG;
}

/* Nothing that somebody else could have put there. */
static bool ours(const struct stat *st)
{
	return S_ISREG(st->st_mode) && st->st_uid == geteuid() &&
	       !(st->st_mode & 0022);
}

/* Made before this program was installed, perhaps by an older compiler. */
static bool stale(const struct stat *st)
{
	struct stat self;

	return stat("/proc/self/exe", &self) || st->st_mtime < self.st_ctime;
}

static int read_all(int fd, size_t length, char **data)
{
	size_t got = 0;

	*data = malloc(length + 1);
	if (!*data)
		return -ENOMEM;
	while (got < length) {
		ssize_t n = read(fd, *data + got, length - got);

		if (n <= 0) {
			free(*data);
			*data = NULL;
			return n ? -errno : -EIO;
		}
		got += n;
	}
	(*data)[length] = '\0';
	return 0;
}

static int load(const struct camera *cam, const char *suffix, bool fresh, char **data,
		size_t *size)
{
	int folder, fd, ret;
	struct stat st;
	char name[64];

	ret = file_name(name, sizeof(name), cam, suffix);
	if (ret)
		return ret;
	folder = open_folder(false);
	if (folder < 0)
		return folder;
	fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	ret = fd < 0 ? -errno : 0;
	close(folder);
	if (ret)
		return ret;

	if (fstat(fd, &st) || !ours(&st) || !st.st_size || st.st_size > FILE_MAX)
		ret = -EPERM;
	else if (fresh && stale(&st))
		ret = -ESTALE;
	else
		ret = read_all(fd, st.st_size, data);
	close(fd);
	if (!ret)
		*size = st.st_size;
	return ret;
}

/**
 * cache_read() - look for a file
 * @cam: the camera
 * @suffix: what it is
 * @data: gets the bytes, followed by a NUL; the caller frees them
 * @size: gets their number
 *
 * Return: 0 or -errno.
 */
int cache_read(const struct camera *cam, const char *suffix, char **data, size_t *size)
{
	return load(cam, suffix, false, data, size);
}

/**
 * cache_read_fresh() - the same for what this program makes itself
 * @cam: the camera
 * @suffix: what it is
 * @data: gets the bytes, followed by a NUL; the caller frees them
 * @size: gets their number
 *
 * Return: 0 or -errno; -ESTALE when it is older than this program.
 */
int cache_read_fresh(const struct camera *cam, const char *suffix, char **data,
		     size_t *size)
{
	return load(cam, suffix, true, data, size);
}

static int write_all(int fd, const char *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0)
			return -errno;
		data += n;
		size -= n;
	}
	return 0;
}

/**
 * cache_write() - keep a file
 * @cam: the camera
 * @suffix: what it is
 * @data: the bytes
 * @size: their number
 *
 * Return: 0 or -errno; nobody ever sees half a file.
 */
int cache_write(const struct camera *cam, const char *suffix, const void *data, size_t size)
{
	char name[64], temporary[96];
	int folder, fd, ret;

	ret = file_name(name, sizeof(name), cam, suffix);
	if (ret)
		return ret;
	folder = open_folder(true);
	if (folder < 0)
		return folder;

	snprintf(temporary, sizeof(temporary), ".%s.%d", name, (int)getpid());
	unlinkat(folder, temporary, 0);
	fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	ret = fd < 0 ? -errno : write_all(fd, data, size);
	if (fd >= 0 && close(fd) && !ret)
		ret = -errno;
	if (!ret && renameat(folder, temporary, folder, name))
		ret = -errno;
	if (ret && fd >= 0)
		unlinkat(folder, temporary, 0);
	close(folder);
	return ret;
}
