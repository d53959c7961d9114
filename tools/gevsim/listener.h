/* SPDX-License-Identifier: GPL-2.0 */
/* The passive side of the RDMA CM: listens, judges requests, accepts or rejects. */
#ifndef GEVSIM_LISTENER_H
#define GEVSIM_LISTENER_H

#include "stream.h"

void sim_listener_update(struct sim_stream *s);
void sim_listener_close(struct sim_stream *s);
void sim_listener_forget(struct sim_stream *s);
void sim_listener_event(struct sim_stream *s);

#endif /* GEVSIM_LISTENER_H */
