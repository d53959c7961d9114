// SPDX-License-Identifier: GPL-2.0
/*
 * usage: set TIMES ID=VALUE...
 *
 * Sets controls of the node that GEV_NODE names by one VIDIOC_S_EXT_CTRLS, so
 * often, and prints "error=ERRNO index=INDEX count=COUNT" of the last call. Stops at the
 * first error. exit status: 0, or 1 after an error.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "node.h"

#define CONTROLS_MAX	16

static int parse(int fd, char *arg, struct v4l2_ext_control *c)
{
	struct v4l2_query_ext_ctrl q;
	char *value = strchr(arg, '=');

	if (!value)
		return -1;
	c->id = strtoul(arg, NULL, 0);
	if (node_query(fd, c->id, &q))
		return -1;
	if (q.type == V4L2_CTRL_TYPE_INTEGER64)
		c->value64 = strtoll(value + 1, NULL, 0);
	else
		c->value = strtol(value + 1, NULL, 0);
	return 0;
}

int main(int argc, char **argv)
{
	struct v4l2_ext_control wanted[CONTROLS_MAX] = { 0 }, c[CONTROLS_MAX];
	struct v4l2_ext_controls cs = { .controls = c };
	int fd = node_open(), n = argc - 2, times, i, ret = 0;

	if (fd < 0 || n < 1 || n > CONTROLS_MAX)
		return 2;
	for (i = 0; i < n; i++)
		if (parse(fd, argv[i + 2], &wanted[i]))
			return 2;
	for (times = atoi(argv[1]); times && !ret; times--) {
		memcpy(c, wanted, sizeof(c));
		cs.count = n;
		cs.error_idx = 0;
		ret = node_ioctl(fd, VIDIOC_S_EXT_CTRLS, &cs);
	}
	printf("error=%d index=%u count=%d\n", ret, cs.error_idx, n);
	return !!ret;
}
