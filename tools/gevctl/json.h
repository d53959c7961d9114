/* SPDX-License-Identifier: GPL-2.0 */
/* What --json prints; built with jansson. */
#ifndef GEVCTL_JSON_H
#define GEVCTL_JSON_H

#include <stdint.h>

#include <jansson.h>

#include "outcome.h"

json_t *json_text(const char *text);
json_t *json_number(uint64_t value);
const char *json_value_text(const json_t *value, char *buf, size_t size);
enum outcome json_print(json_t *json);		/* takes the reference */
enum outcome json_print_line(json_t *json);	/* takes the reference; for streams of objects */

#endif /* GEVCTL_JSON_H */
