// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "json.h"
#include "netlink.h"
#include "registers.h"
#include "text.h"

#define LENGTH_MAX	(1u << 20)	/* bytes of one command */
#define LINE		16u		/* bytes in a line of a dump */

static int hex_value;

const struct poptOption memory_write_options[] = {
	{ "bytes", 'b', POPT_ARG_NONE, &hex_value, 0,
	  "VALUE is any number of bytes, in hexadecimal", NULL },
	POPT_TABLEEND
};

static char *to_hex(const uint8_t *data, size_t length)
{
	char *text = malloc(2 * length + 1);
	size_t i;

	for (i = 0; text && i < length; i++)
		snprintf(text + 2 * i, 3, "%02x", data[i]);
	return text;
}

static uint32_t big_endian(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static enum outcome print_json(const struct camera *cam, uint32_t address, const uint8_t *data,
			       uint32_t length)
{
	char *hex = to_hex(data, length);
	json_t *json;

	if (!hex)
		return fail(OUTCOME_FAILED, "out of memory");
	json = json_pack("{s:s,s:o,s:o,s:s}", "name", cam->name, "address", json_number(address),
			 "length", json_number(length), "data", hex);
	if (length == 4)
		json_object_set_new(json, "value", json_number(big_endian(data)));
	free(hex);
	return json_print(json);
}

static void print_dump(uint32_t address, const uint8_t *data, uint32_t length)
{
	uint32_t at, i;

	for (at = 0; at < length; at += LINE) {
		printf("%08x ", address + at);
		for (i = 0; i < LINE; i++) {
			if (at + i < length)
				printf(" %02x", data[at + i]);
			else
				printf("   ");
		}
		printf("  |");
		for (i = 0; i < LINE && at + i < length; i++)
			putchar(data[at + i] < 0x7f && isprint(data[at + i]) ? data[at + i] : '.');
		printf("|\n");
	}
}

static enum outcome read_memory(struct netlink *nl, const struct camera *cam,
				const struct invocation *inv)
{
	uint32_t address, length = 4;
	enum outcome outcome = OUTCOME_OK;
	uint8_t *data;
	int ret;

	if (!text_parse_u32(inv->args[1], &address))
		return fail_usage(inv->command, "'%s' is no address", inv->args[1]);
	if (inv->count > 2 && (!text_parse_u32(inv->args[2], &length) || !length ||
			       length > LENGTH_MAX || length - 1 > UINT32_MAX - address))
		return fail_usage(inv->command, "'%s' is no length between 1 and %u",
				  inv->args[2], LENGTH_MAX);
	data = malloc(length);
	if (!data)
		return fail(OUTCOME_FAILED, "out of memory");

	ret = registers_read(nl, cam->name, address, data, length);
	if (ret)
		outcome = fail_errno(cam->name, ret, nl->why);
	else if (inv->json)
		outcome = print_json(cam, address, data, length);
	else if (length == 4)
		printf("0x%08x\n", big_endian(data));
	else
		print_dump(address, data, length);
	free(data);
	return outcome;
}

/**
 * memory_read() - command "read"
 * @inv: CAM ADDRESS [LENGTH]
 */
enum outcome memory_read(const struct invocation *inv)
{
	return command_on_camera(inv, read_memory);
}

static enum outcome write_memory(struct netlink *nl, const struct camera *cam,
				 const struct invocation *inv)
{
	uint8_t data[GEV_REG_ACCESS_MAX];
	uint32_t address, value;
	size_t length = 4;
	int ret;

	if (!text_parse_u32(inv->args[1], &address))
		return fail_usage(inv->command, "'%s' is no address", inv->args[1]);
	if (hex_value) {
		if (!text_parse_bytes(inv->args[2], data, sizeof(data), &length))
			return fail_usage(inv->command, "'%.40s' is no row of hexadecimal bytes",
					  inv->args[2]);
	} else {
		if (!text_parse_u32(inv->args[2], &value))
			return fail_usage(inv->command, "'%s' is no 32-bit number", inv->args[2]);
		data[0] = value >> 24;
		data[1] = value >> 16;
		data[2] = value >> 8;
		data[3] = value;
	}

	ret = registers_write(nl, cam->name, address, data, length);
	if (ret)
		return fail_errno(cam->name, ret, nl->why);
	return inv->json ? print_json(cam, address, data, length) : OUTCOME_OK;
}

/**
 * memory_write() - command "write"
 * @inv: CAM ADDRESS VALUE
 */
enum outcome memory_write(const struct invocation *inv)
{
	return command_on_camera(inv, write_memory);
}
