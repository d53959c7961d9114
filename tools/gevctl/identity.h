/* SPDX-License-Identifier: GPL-2.0 */
/* Which model a camera is, as a feature map wants to know it. */
#ifndef GEVCTL_IDENTITY_H
#define GEVCTL_IDENTITY_H

#include "camera.h"
#include "map.h"
#include "netlink.h"
#include "outcome.h"

enum outcome identity_read(struct netlink *nl, const struct camera *cam,
			   struct map_identity *identity);

#endif /* GEVCTL_IDENTITY_H */
