/* SPDX-License-Identifier: GPL-2.0 */
/* Calls of a video node that return 0 or the errno. */
#ifndef SELFTESTS_NODE_H
#define SELFTESTS_NODE_H

#include <linux/videodev2.h>
#include <stdbool.h>
#include <stdint.h>

int node_open(void);	/* the node that GEV_NODE names, non-blocking, or -1 */
int node_ioctl(int fd, unsigned long request, void *arg);

int node_get_format(int fd, struct v4l2_pix_format *pix);
int node_set_format(int fd, struct v4l2_pix_format *pix);
int node_try_format(int fd, struct v4l2_pix_format *pix);
int node_request(int fd, uint32_t count, uint32_t memory);	/* count given: -errno or count */
int node_queue(int fd, uint32_t index);
int node_stream(int fd, bool on);

/* Controls of any type with a number; by id. */
int node_query(int fd, uint32_t id, struct v4l2_query_ext_ctrl *q);
int node_get(int fd, uint32_t id, int64_t *value);
int node_set(int fd, uint32_t id, int64_t value);

#endif /* SELFTESTS_NODE_H */
