// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptions in other encodings than UTF-8, and in others than they say: a
 * tool tip with one wrong byte is no reason to have no picture.
 */
#include <string.h>

#include "genicam.h"

/* Two bytes a character: by their mark, or by the zero beside the first '<'. */
static const char *wide_encoding(const char *xml, size_t size)
{
	static const struct {
		char start[2];
		const char *name;
	} wide[] = {
		{ "\xff\xfe", "UTF-16" }, { "\xfe\xff", "UTF-16" },
		{ { '<', 0 }, "UTF-16LE" }, { { 0, '<' }, "UTF-16BE" },
	};
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(wide); i++) {
		if (size >= 2 && !memcmp(xml, wide[i].start, 2))
			return wide[i].name;
	}
	return NULL;
}

/* Where the XML declaration is, if there is one; @end gets its end. */
static char *find_declaration(char *text, char **end)
{
	char *start = strchr(text, '<');

	if (!start || strncmp(start, "<?xml", 5) || !g_ascii_isspace(start[5]))
		return NULL;
	*end = strstr(start, "?>");
	return *end ? start : NULL;
}

/* The encoding that a text says it has, or NULL. */
static char *declared_encoding(char *text)
{
	char *end, *start = find_declaration(text, &end), *at;
	size_t length;

	at = start ? g_strstr_len(start, end - start, "encoding") : NULL;
	at = at ? strpbrk(at, "\"'") : NULL;
	if (!at || at > end)
		return NULL;
	length = strcspn(at + 1, "\"'");
	return g_strndup(at + 1, length);
}

/* Bytes that are no UTF-8 are taken for ISO 8859-1. */
static char *repair(const char *text)
{
	GString *out = g_string_new(NULL);
	const char *end;

	while (!g_utf8_validate(text, -1, &end)) {
		g_string_append_len(out, text, end - text);
		g_string_append_unichar(out, (unsigned char)*end);
		text = end + 1;
	}
	g_string_append(out, text);
	return g_string_free(out, FALSE);
}

/* 8-bit text; where the declared encoding does not help it does not count. */
static char *from_bytes(const char *xml, size_t size)
{
	char *text = g_strndup(xml, size), *name = declared_encoding(text), *utf8 = NULL;

	if (name && g_ascii_strcasecmp(name, "UTF-8") && g_ascii_strncasecmp(name, "UTF-16", 6))
		utf8 = g_convert(text, -1, "UTF-8", name, NULL, NULL, NULL);
	if (!utf8)
		utf8 = repair(text);
	g_free(name);
	g_free(text);
	return utf8;
}

/* The parser would believe the declaration; lines stay where they are. */
static void drop_declaration(char *text)
{
	char *end, *at = find_declaration(text, &end);

	if (!at)
		return;
	for (end += 2; at < end; at++) {
		if (*at != '\n')
			*at = ' ';
	}
}

/**
 * genicam_decode() - the text of a description, whatever its encoding
 * @xml: the description; ends at the first NUL, if it has 8 bits a character
 * @size: its bytes
 *
 * Return: the text in UTF-8 without an XML declaration, to be freed with
 * g_free().
 */
char *genicam_decode(const char *xml, size_t size)
{
	const char *wide = wide_encoding(xml, size);
	char *text = NULL;

	if (wide)
		text = g_convert(xml, size & ~(size_t)1, "UTF-8", wide, NULL, NULL, NULL);
	if (!text)
		text = from_bytes(xml, size);
	drop_declaration(text);
	return text;
}
