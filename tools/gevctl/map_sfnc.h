/* SPDX-License-Identifier: GPL-2.0 */
/* Names of the GenICam Standard Features Naming Convention. */
#ifndef GEVCTL_MAP_SFNC_H
#define GEVCTL_MAP_SFNC_H

#include <stdbool.h>
#include <stdint.h>

#include "features/gevmap.h"

/**
 * struct map_standard - a standard control for a feature
 * @name: of the feature
 * @cid: of the control
 * @unit: the control's unit in that of the feature
 * @hundredths: the control of a float counts hundredths of @unit
 */
struct map_standard {
	const char *name;
	uint32_t cid;
	uint32_t unit;
	bool hundredths;
};

uint32_t map_sfnc_class(const char *category);
uint32_t map_sfnc_cid(const char *name);
const struct map_standard *map_sfnc_standard(const char *name, unsigned int *rank);
const char *map_sfnc_role(unsigned int n, enum gev_role *role);

#endif /* GEVCTL_MAP_SFNC_H */
