// SPDX-License-Identifier: GPL-2.0
#define _XOPEN_SOURCE 700
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "text.h"

/**
 * text_parse_u32() - a whole text as a number
 * @text: decimal, 0x hexadecimal or 0 octal
 * @value: gets it
 *
 * Return: false when @text is anything else or too large.
 */
bool text_parse_u32(const char *text, uint32_t *value)
{
	unsigned long long v;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	v = strtoull(text, &end, 0);
	if (errno || *end || v > UINT32_MAX)
		return false;
	*value = v;
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/**
 * text_parse_mac() - a hardware address
 * @text: six pairs of hexadecimal digits, with ':' or '-' between them
 * @mac: gets it
 *
 * Return: false when @text is anything else.
 */
bool text_parse_mac(const char *text, uint8_t mac[6])
{
	char separator = 0;
	int i, high, low;

	for (i = 0; i < 6; i++) {
		if (i) {
			if ((*text != ':' && *text != '-') || (separator && *text != separator))
				return false;
			separator = *text++;
		}
		high = hex_digit(text[0]);
		low = high < 0 ? -1 : hex_digit(text[1]);
		if (low < 0)
			return false;
		mac[i] = high << 4 | low;
		text += 2;
	}
	return !*text;
}

/**
 * text_parse_ip() - an IPv4 address
 * @text: in dotted form
 * @ip: gets it in host order
 *
 * Return: false when @text is anything else.
 */
bool text_parse_ip(const char *text, uint32_t *ip)
{
	struct in_addr in;

	if (inet_pton(AF_INET, text, &in) != 1)
		return false;
	*ip = ntohl(in.s_addr);
	return true;
}

/**
 * text_is_mask() - whether an address is a network mask
 * @mask: in host order; ones, then at least two zeroes
 */
bool text_is_mask(uint32_t mask)
{
	uint32_t host = ~mask;

	return mask && host >= 3 && !(host & (host + 1));
}

/**
 * text_parse_bytes() - a string of bytes
 * @text: pairs of hexadecimal digits, in the order of memory
 * @bytes: gets them
 * @room: at most this many
 * @count: gets their number
 *
 * Return: false when @text is anything else, empty or too long.
 */
bool text_parse_bytes(const char *text, uint8_t *bytes, size_t room, size_t *count)
{
	size_t n, length = strlen(text);

	if (!length || length % 2 || length / 2 > room)
		return false;
	for (n = 0; n < length / 2; n++) {
		int high = hex_digit(text[2 * n]), low = hex_digit(text[2 * n + 1]);

		if (high < 0 || low < 0)
			return false;
		bytes[n] = high << 4 | low;
	}
	*count = n;
	return true;
}

/**
 * text_mac() - a hardware address as text
 * @buf: TEXT_MAC_SIZE bytes
 * @mac: the address
 *
 * Return: @buf.
 */
const char *text_mac(char *buf, const uint8_t mac[6])
{
	snprintf(buf, TEXT_MAC_SIZE, "%02x:%02x:%02x:%02x:%02x:%02x",
		 mac[0], mac[1], mac[2], mac[3], mac[4], mac[5]);
	return buf;
}

/**
 * text_ip() - an IPv4 address as text
 * @buf: TEXT_IP_SIZE bytes
 * @ip: the address in host order
 *
 * Return: @buf.
 */
const char *text_ip(char *buf, uint32_t ip)
{
	snprintf(buf, TEXT_IP_SIZE, "%u.%u.%u.%u", ip >> 24, ip >> 16 & 255, ip >> 8 & 255,
		 ip & 255);
	return buf;
}

/*
 * The next character: its bytes, and its columns or -1 when a terminal must
 * not see it (control characters, broken UTF-8). 0 bytes at the end.
 */
static size_t next(const char *text, mbstate_t *state, int *columns)
{
	wchar_t wide;
	size_t n = mbrtowc(&wide, text, MB_LEN_MAX, state);

	if (n == (size_t)-1 || n == (size_t)-2) {
		memset(state, 0, sizeof(*state));
		*columns = -1;
		return 1;
	}
	*columns = n ? wcwidth(wide) : 0;
	return n;
}

/**
 * text_width() - columns that text_print() fills
 * @text: any bytes
 */
int text_width(const char *text)
{
	mbstate_t state = { 0 };
	int columns, width = 0;
	size_t n;

	while ((n = next(text, &state, &columns))) {
		width += columns < 0 ? 1 : columns;
		text += n;
	}
	return width;
}

/**
 * text_print() - print text that may come from a camera
 * @file: where to
 * @text: any bytes; '?' stands for those that a terminal must not see
 */
void text_print(FILE *file, const char *text)
{
	mbstate_t state = { 0 };
	int columns;
	size_t n;

	while ((n = next(text, &state, &columns))) {
		if (columns < 0)
			fputc('?', file);
		else
			fwrite(text, 1, n, file);
		text += n;
	}
}
