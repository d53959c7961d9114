/* SPDX-License-Identifier: GPL-2.0 */
/* Words for the driver's numbers; also values in JSON, so never changed. */
#ifndef GEVCTL_NAMES_H
#define GEVCTL_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IP_CONFIG_PERSISTENT	0x1u
#define IP_CONFIG_DHCP		0x2u
#define IP_CONFIG_LLA		0x4u

const char *name_of_state(uint32_t state);
const char *name_of_transport(uint32_t transport);
const char *name_of_holder(uint32_t holder);
const char *name_of_event(uint32_t event);
const char *names_of_ip_config(uint32_t config, char *buf, size_t size);

bool transport_of_name(const char *name, uint32_t *transport);

#endif /* GEVCTL_NAMES_H */
