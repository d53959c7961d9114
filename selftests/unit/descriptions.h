/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptions of cameras to try things with: gevsim's, and files of real ones,
 * which are not part of the project:
 *
 *	GEV_XML_DIR	folder with them, *.xml or *.xml.xz
 */
#ifndef DESCRIPTIONS_H
#define DESCRIPTIONS_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include <glib.h>

/* gevsim's description; lines that begin with a mark belong to its RDMA. */
asm(".pushsection .rodata; simulated_start: .incbin \"tools/gevsim/camera.xml.in\";"
	"simulated_end: .byte 0; .popsection");
extern const char simulated_start[], simulated_end[];

/* For a camera with RDMA: all lines, without their marks. */
static inline char *simulated_description(void)
{
	static const char * const marks[] = { "@RDMA@", "@RDMA+@", "@ALL+@" };
	GString *text = g_string_new_len(simulated_start, simulated_end - simulated_start);
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(marks); i++)
		g_string_replace(text, marks[i], "", 0);
	return g_string_free(text, FALSE);
}

/* A file, packed or not, followed by a NUL. */
static inline char *unpack_description(const char *folder, const char *name, size_t *size)
{
	char *path = g_strdup_printf("%s/%s", folder, name), *arg = g_shell_quote(path);
	char *command = g_strdup_printf("xz -dcf %s", arg);
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
	g_free(path);
	g_free(arg);
	g_free(command);
	return (char *)g_byte_array_free(all, FALSE);
}

/**
 * struct descriptions - a walk through the folder
 * @path: of the folder, or NULL
 * @dir: the folder, or NULL
 * @name: of the file of now
 * @xml: its text, with a NUL behind
 * @size: without the NUL
 */
struct descriptions {
	const char *path;
	DIR *dir;
	char name[256];
	char *xml;
	size_t size;
};

static inline void descriptions_open(struct descriptions *d)
{
	*d = (struct descriptions){ .path = getenv("GEV_XML_DIR") };
	d->dir = d->path ? opendir(d->path) : NULL;
}

static inline void descriptions_close(struct descriptions *d)
{
	g_free(d->xml);
	if (d->dir)
		closedir(d->dir);
}

/* The next file, in no order; false after the last one. */
static inline bool descriptions_next(struct descriptions *d)
{
	struct dirent *entry;

	while ((entry = readdir(d->dir))) {
		if (!g_str_has_suffix(entry->d_name, ".xml.xz") &&
		    !g_str_has_suffix(entry->d_name, ".xml"))
			continue;
		snprintf(d->name, sizeof(d->name), "%s", entry->d_name);
		g_free(d->xml);
		d->xml = unpack_description(d->path, d->name, &d->size);
		return true;
	}
	return false;
}

#endif /* DESCRIPTIONS_H */
