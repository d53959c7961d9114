/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GEVCTL_INTERFACE_H
#define GEVCTL_INTERFACE_H

#include <stdint.h>

#include "outcome.h"

enum outcome interface_index(const char *name, uint32_t *index);

#endif /* GEVCTL_INTERFACE_H */
