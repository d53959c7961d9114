/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GEVCTL_LISTING_H
#define GEVCTL_LISTING_H

#include <stdbool.h>

#include "netlink.h"
#include "outcome.h"

enum outcome listing_print(struct netlink *nl, bool json);

#endif /* GEVCTL_LISTING_H */
