/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copies of a message that end where the accessible memory ends: a codec that
 * reads one byte too many dies of SIGSEGV, in any build.
 */
#ifndef GEV_UNIT_GUARD_H
#define GEV_UNIT_GUARD_H

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Room for @len bytes with nothing behind; stays until the process ends. */
static inline void *guard_room(size_t len)
{
	size_t page = sysconf(_SC_PAGESIZE);
	size_t size = (len + page - 1) / page * page;
	char *map = mmap(NULL, size + page, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED || mprotect(map + size, page, PROT_NONE))
		abort();
	return map + size - len;
}

static inline void *guard_copy(const void *data, size_t len)
{
	void *copy = guard_room(len);

	if (len)
		memcpy(copy, data, len);
	return copy;
}

#endif /* GEV_UNIT_GUARD_H */
