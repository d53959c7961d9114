/* SPDX-License-Identifier: GPL-2.0 */
/* Descriptions of cameras to try things with: gevsim's, and files of real ones. */
#ifndef DESCRIPTIONS_H
#define DESCRIPTIONS_H

#include <stdio.h>

#include <glib.h>

/* gevsim's description; lines that begin with a mark belong to its RDMA. */
asm(".pushsection .rodata; simulated_start: .incbin \"tools/gevsim/camera.xml.in\";"
	"simulated_end: .byte 0; .popsection");
extern const char simulated_start[], simulated_end[];

/* For a camera with RDMA. */
static inline char *simulated_description(void)
{
	char *text = g_strndup(simulated_start, simulated_end - simulated_start);
	char **lines = g_strsplit(text, "@RDMA@", -1);
	char *xml = g_strjoinv("", lines);

	g_strfreev(lines);
	g_free(text);
	return xml;
}

/* From "*.xml.xz"; followed by a NUL. */
static inline char *unpack_description(const char *folder, const char *name, size_t *size)
{
	char *quoted = g_strdup_printf("%s/%s", folder, name), *arg = g_shell_quote(quoted);
	char *command = g_strdup_printf("xz -dc %s", arg);
	GByteArray *all = g_byte_array_new();
	FILE *pipe = popen(command, "r");
	guint8 buf[65536];
	size_t n;

	while (pipe && (n = fread(buf, 1, sizeof(buf), pipe)))
		g_byte_array_append(all, buf, n);
	if (pipe)
		pclose(pipe);
	g_byte_array_append(all, (const guint8 *)"", 1);
	*size = all->len - 1;
	g_free(quoted);
	g_free(arg);
	g_free(command);
	return (char *)g_byte_array_free(all, FALSE);
}

#endif /* DESCRIPTIONS_H */
