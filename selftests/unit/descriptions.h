/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptions of real cameras, which are not part of the project:
 *
 *	GEV_XML_DIR	folder with them, *.xml or *.xml.xz
 */
#ifndef DESCRIPTIONS_H
#define DESCRIPTIONS_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include <glib.h>

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

static void descriptions_open(struct descriptions *d)
{
	*d = (struct descriptions){ .path = getenv("GEV_XML_DIR") };
	d->dir = d->path ? opendir(d->path) : NULL;
}

static void descriptions_close(struct descriptions *d)
{
	g_free(d->xml);
	if (d->dir)
		closedir(d->dir);
}

static void descriptions_read(struct descriptions *d)
{
	char *path = g_strdup_printf("%s/%s", d->path, d->name), *arg = g_shell_quote(path);
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
	d->size = all->len - 1;
	g_free(d->xml);
	d->xml = (char *)g_byte_array_free(all, FALSE);
	g_free(path);
	g_free(arg);
	g_free(command);
}

/* The next file, in no order; false after the last one. */
static bool descriptions_next(struct descriptions *d)
{
	struct dirent *entry;

	while ((entry = readdir(d->dir))) {
		if (!g_str_has_suffix(entry->d_name, ".xml.xz") &&
		    !g_str_has_suffix(entry->d_name, ".xml"))
			continue;
		snprintf(d->name, sizeof(d->name), "%s", entry->d_name);
		descriptions_read(d);
		return true;
	}
	return false;
}

#endif /* DESCRIPTIONS_H */
