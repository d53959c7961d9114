/* SPDX-License-Identifier: GPL-2.0 */
/* Monotonic time in nanoseconds. */
#ifndef GEVSIM_CLOCK_H
#define GEVSIM_CLOCK_H

#include <time.h>
#include "wire/shim.h"

static inline u64 sim_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (u64)now.tv_sec * 1000000000ull + (u64)now.tv_nsec;
}

#endif /* GEVSIM_CLOCK_H */
