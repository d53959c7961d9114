/* SPDX-License-Identifier: GPL-2.0 */
/* Text from cameras and users: numbers, addresses, and what may be printed. */
#ifndef GEVCTL_TEXT_H
#define GEVCTL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TEXT_MAC_SIZE	18	/* "00:11:22:33:44:55" */
#define TEXT_IP_SIZE	16	/* "255.255.255.255" */

bool text_parse_u32(const char *text, uint32_t *value);
bool text_parse_mac(const char *text, uint8_t mac[6]);
bool text_parse_ip(const char *text, uint32_t *ip);
bool text_is_mask(uint32_t mask);
bool text_parse_bytes(const char *text, uint8_t *bytes, size_t room, size_t *count);

const char *text_mac(char *buf, const uint8_t mac[6]);
const char *text_ip(char *buf, uint32_t ip);

int text_width(const char *text);
void text_print(FILE *file, const char *text);

#endif /* GEVCTL_TEXT_H */
