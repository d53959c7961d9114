/* SPDX-License-Identifier: GPL-2.0 */
/* What the registers of somebody else's camera hold at power-up. */
#ifndef GEVSIM_CONTENTS_H
#define GEVSIM_CONTENTS_H

#include "nodes.h"

void sim_contents_settle(ArvDevice *nodes, GArray *features);
bool sim_contents_put(ArvDevice *nodes, ArvGcNode *node, s64 value);
bool sim_contents_choose(ArvGcNode *enumeration, const char *name);

#endif /* GEVSIM_CONTENTS_H */
