// SPDX-License-Identifier: GPL-2.0
/*
 * usage: map_eval MAP [ROUNDS]
 *
 * Reads each feature of a feature map that has a value, ROUNDS times, over a
 * camera that answers at once, and prints the evaluator's own time for one, on
 * average over the features and of the slowest:
 *
 *	features=N mean_ns=N max_ns=N slowest=NAME
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux/gev_map.h>

#include "features/gevmap.h"

static int port_read(void *ctx, u64 address, void *data, u32 len)
{
	(void)ctx;
	(void)address;
	memset(data, 0, len);
	((u8 *)data)[len - 1] = 1;
	return 0;
}

static int port_write(void *ctx, u64 address, const void *data, u32 len)
{
	(void)ctx;
	(void)address;
	(void)data;
	(void)len;
	return 0;
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static double time_one(struct gev_features *fs, unsigned int index, unsigned int rounds)
{
	double start;
	unsigned int i;
	s64 value;

	/* The first one finds the memory that the others use. */
	gev_feature_read(fs, index, &value);
	start = now_ns();
	for (i = 0; i < rounds; i++)
		gev_feature_read(fs, index, &value);
	return (now_ns() - start) / rounds;
}

static void *load(const char *path, size_t *size)
{
	void *data = malloc(GEV_MAP_SIZE_MAX);
	FILE *file = fopen(path, "r");

	*size = file && data ? fread(data, 1, GEV_MAP_SIZE_MAX, file) : 0;
	if (file)
		fclose(file);
	return data;
}

static void measure(struct gev_features *fs, unsigned int rounds)
{
	double ns, sum = 0, most = 0;
	const char *slowest = "-";
	struct gev_feature f;
	unsigned int i, n = 0;

	for (i = 0; i < gev_map_features(fs->map); i++) {
		gev_map_feature(fs->map, i, &f);
		if (f.kind > GEV_KIND_ENUMERATION || !(f.flags & GEV_FEATURE_READABLE))
			continue;
		ns = time_one(fs, i, rounds);
		sum += ns;
		n++;
		if (ns <= most)
			continue;
		most = ns;
		slowest = f.name;
	}
	printf("features=%u mean_ns=%.0f max_ns=%.0f slowest=%s\n", n, n ? sum / n : 0, most,
	       slowest);
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 2 ? atoi(argv[2]) : 200;
	struct gev_features fs = { .port = { .read = port_read, .write = port_write } };
	struct gev_map_view *view = malloc(gev_map_view_size());
	char why[256] = "cannot be read";
	size_t size;
	void *data;

	if (argc < 2 || !view || !rounds)
		return 2;
	data = load(argv[1], &size);
	if (!size || gev_map_verify(data, size, view, why, sizeof(why))) {
		fprintf(stderr, "%s: %s\n", argv[1], why);
		return 1;
	}
	fs.map = view;
	fs.variables = calloc(1, gev_map_variables_size(view) + 1);
	fs.scratch = calloc(1, gev_map_scratch_size(view));
	if (!fs.variables || !fs.scratch)
		return 1;
	gev_features_reset(&fs);
	measure(&fs, rounds);
	free(fs.scratch);
	free(fs.variables);
	free(view);
	free(data);
	return 0;
}
