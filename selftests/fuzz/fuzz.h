/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the fuzz targets of the codecs share: exact copies of the input, a
 * check that ends the run, and the beginning of samples for the mutator.
 */
#ifndef GEV_FUZZ_H
#define GEV_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/shim.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t room, unsigned int seed);

#define FUZZ_CHECK(cond)						\
do {									\
	if (!(cond)) {							\
		fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond);	\
		abort();						\
	}								\
} while (0)

/* A copy in memory of exactly its size, so that the sanitizer sees its end */
static inline u8 *fuzz_copy(const void *data, size_t size)
{
	u8 *copy = malloc(size);

	FUZZ_CHECK(copy);
	if (size)
		memcpy(copy, data, size);
	return copy;
}

/* A small generator: the mutator has to be a function of its seed */
static inline u32 fuzz_random(u32 *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

#endif /* GEV_FUZZ_H */
