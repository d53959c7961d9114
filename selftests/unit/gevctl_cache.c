// SPDX-License-Identifier: GPL-2.0
/* Files that gevctl keeps, and those that it does not believe. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kselftest_harness.h"

#include "tools/gevctl/cache.h"
#include "tools/gevctl/camera.h"

static const struct camera cam = {
	.map_key = "0123456789abcdef", .mac = { 0x02, 0x47, 0, 0, 0, 0xfe },
};

FIXTURE(cache)
{
	char folder[64];
	char file[128];
	char *data;
	size_t size;
};

FIXTURE_SETUP(cache)
{
	strcpy(self->folder, "/tmp/gevctl_cache.XXXXXX");
	ASSERT_NE(NULL, mkdtemp(self->folder));
	ASSERT_EQ(0, setenv("XDG_CACHE_HOME", self->folder, 1));
	snprintf(self->file, sizeof(self->file), "%s/gev_rdma/0123456789abcdef-0247000000fe.map",
		 self->folder);
	self->data = NULL;
	self->size = 0;
}

FIXTURE_TEARDOWN(cache)
{
	char command[128];

	free(self->data);
	snprintf(command, sizeof(command), "rm -r %s", self->folder);
	EXPECT_EQ(0, system(command));
}

#define READ() cache_read(&cam, "map", &self->data, &self->size)

TEST_F(cache, write_and_read)
{
	EXPECT_EQ(-ENOENT, READ());
	ASSERT_EQ(0, cache_write(&cam, "map", "a\0b", 3));
	ASSERT_EQ(0, READ());
	EXPECT_EQ(3, self->size);
	EXPECT_EQ(0, memcmp(self->data, "a\0b", 4));
	EXPECT_EQ(-ENOENT, cache_read(&cam, "xml", &self->data, &self->size));
	ASSERT_EQ(0, cache_write(&cam, "map", "longer", 6));
	free(self->data);
	ASSERT_EQ(0, READ());
	EXPECT_STREQ("longer", self->data);
}

TEST_F(cache, keys)
{
	static const char * const keys[] = {
		"", "0123456789ABCDEF", "../../../etc/abc", "0123456789abcdef0",
		"0123456789abcde/",
	};
	struct camera other = cam;
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		strcpy(other.map_key, keys[i]);
		EXPECT_EQ(-EINVAL, cache_write(&other, "map", "a", 1));
		EXPECT_EQ(-EINVAL, cache_read(&other, "map", &self->data, &self->size));
	}
}

TEST_F(cache, another_camera)
{
	struct camera other = cam;

	other.mac[5]++;
	ASSERT_EQ(0, cache_write(&other, "map", "a", 1));
	EXPECT_EQ(-ENOENT, READ());
}

TEST_F(cache, foreign_files)
{
	char target[128];

	ASSERT_EQ(0, cache_write(&cam, "map", "a", 1));
	ASSERT_EQ(0, chmod(self->file, 0666));
	EXPECT_EQ(-EPERM, READ());
	ASSERT_EQ(0, chmod(self->file, 0644));
	ASSERT_EQ(0, truncate(self->file, 0));
	EXPECT_EQ(-EPERM, READ());
	ASSERT_EQ(0, truncate(self->file, (16 << 20) + 1));
	EXPECT_EQ(-EPERM, READ());

	snprintf(target, sizeof(target), "%s/other", self->folder);
	ASSERT_EQ(0, rename(self->file, target));
	ASSERT_EQ(0, truncate(target, 1));
	ASSERT_EQ(0, symlink(target, self->file));
	EXPECT_EQ(-ELOOP, READ());
	EXPECT_EQ(NULL, self->data);
}

TEST_F(cache, older_than_the_program)
{
	const struct timespec past[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };

	ASSERT_EQ(0, cache_write(&cam, "map", "a", 1));
	ASSERT_EQ(0, cache_read_fresh(&cam, "map", &self->data, &self->size));
	ASSERT_EQ(0, utimensat(AT_FDCWD, self->file, past, 0));
	free(self->data);
	EXPECT_EQ(-ESTALE, cache_read_fresh(&cam, "map", &self->data, &self->size));
	EXPECT_EQ(0, READ());
}

TEST_F(cache, no_folder)
{
	ASSERT_EQ(0, setenv("XDG_CACHE_HOME", "/dev/null", 1));
	EXPECT_NE(0, cache_write(&cam, "map", "a", 1));
	EXPECT_NE(0, READ());
}

TEST_HARNESS_MAIN
