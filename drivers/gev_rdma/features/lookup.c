// SPDX-License-Identifier: GPL-2.0
/* What a verified map says, without asking the camera. */
#include "view.h"

#include <linux/gev_cids.h>

static const char *string_at(const struct gev_map_view *map, __le32 offset)
{
	return map->strings + le32_to_cpu(offset);
}

/**
 * gev_map_view_size() - size of a struct gev_map_view
 *
 * Context: any.
 * Return: bytes.
 */
size_t gev_map_view_size(void)
{
	return sizeof(struct gev_map_view);
}

/**
 * gev_map_key() - key of the model that a map is for
 * @map: a verified map
 *
 * Context: any.
 * Return: 16 hex digits.
 */
const char *gev_map_key(const struct gev_map_view *map)
{
	return map->key;
}

/**
 * gev_map_manufacturer() - manufacturer that a map is for
 * @map: a verified map
 *
 * Context: any.
 * Return: the name, as in the bootstrap registers.
 */
const char *gev_map_manufacturer(const struct gev_map_view *map)
{
	return string_at(map, map->header->manufacturer);
}

/**
 * gev_map_model() - model that a map is for
 * @map: a verified map
 *
 * Context: any.
 * Return: the name, as in the bootstrap registers.
 */
const char *gev_map_model(const struct gev_map_view *map)
{
	return string_at(map, map->header->model);
}

/**
 * gev_map_device_version() - device version that a map is for
 * @map: a verified map
 *
 * Context: any.
 * Return: the version, as in the bootstrap registers.
 */
const char *gev_map_device_version(const struct gev_map_view *map)
{
	return string_at(map, map->header->device_version);
}

/**
 * gev_map_key_input() - the bytes whose SHA-256 starts with a model's key
 * @buf: gets them
 * @size: of @buf; GEV_MAP_KEY_INPUT_MAX is enough for any camera
 * @manufacturer: as in the bootstrap registers
 * @model: likewise
 * @device_version: likewise
 * @url: the first one
 * @manifest: version word of the manifest's first entry, or 0
 *
 * Context: any.
 * Return: number of bytes, or -E2BIG.
 */
int gev_map_key_input(u8 *buf, size_t size, const char *manufacturer, const char *model,
		      const char *device_version, const char *url, u32 manifest)
{
	const char * const part[] = { manufacturer, model, device_version, url };
	size_t at = 0, len;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(part); i++) {
		len = strlen(part[i]) + 1;
		if (len > size - at)
			return -E2BIG;
		memcpy(buf + at, part[i], len);
		at += len;
	}
	if (size - at < sizeof(u32))
		return -E2BIG;
	put_unaligned_be32(manifest, buf + at);
	return at + sizeof(u32);
}

/**
 * gev_map_features() - number of features
 * @map: a verified map
 *
 * Context: any.
 * Return: the number; indices run from 0 to one less.
 */
unsigned int gev_map_features(const struct gev_map_view *map)
{
	return map->count[GEV_MAP_FEATURES];
}

/**
 * gev_map_feature() - what a map says about a feature
 * @map: a verified map
 * @index: of the feature
 * @f: gets it; its strings live as long as the map
 *
 * Context: any.
 */
void gev_map_feature(const struct gev_map_view *map, unsigned int index, struct gev_feature *f)
{
	const struct gev_map_feature *m = &map->features[index];

	f->name = string_at(map, m->name);
	f->label = string_at(map, m->label);
	f->unit = string_at(map, m->unit);
	f->kind = m->kind;
	f->fate = m->fate;
	f->role = m->role;
	f->flags = m->flags;
	if (m->get != cpu_to_le32(GEV_MAP_NONE) || m->text != cpu_to_le32(GEV_MAP_NONE))
		f->flags |= GEV_FEATURE_READABLE;
	if (m->set != cpu_to_le32(GEV_MAP_NONE))
		f->flags |= GEV_FEATURE_WRITABLE;
	f->scale = m->scale;
	f->cid = le32_to_cpu(m->cid);
	f->std_cid = le32_to_cpu(m->std_cid);
	f->std_mul = le32_to_cpu(m->std_mul);
	f->std_div = le32_to_cpu(m->std_div);
	f->entries = le32_to_cpu(m->entries);
	f->invalidates = le32_to_cpu(m->lists);
	f->selector = (s32)le32_to_cpu(m->selector);
	f->selected = -1;
	if (m->selected != cpu_to_le32(GEV_MAP_NONE))
		f->selected = le32_to_cpu(m->selected) -
			      le32_to_cpu(map->features[f->selector].entry);
	f->polling = le16_to_cpu(m->polling);
}

/**
 * gev_map_role() - the feature of a role
 * @map: a verified map
 * @role: which one
 *
 * Context: any.
 * Return: its index, or -ENOENT.
 */
int gev_map_role(const struct gev_map_view *map, enum gev_role role)
{
	if (role <= GEV_ROLE_NONE || role >= GEV_ROLES || map->role[role] < 0)
		return -ENOENT;
	return map->role[role];
}

/**
 * gev_map_find() - a feature by name
 * @map: a verified map
 * @name: as in the XML
 *
 * Context: any.
 * Return: its index, or -ENOENT.
 */
int gev_map_find(const struct gev_map_view *map, const char *name)
{
	unsigned int low = 0, high = map->count[GEV_MAP_FEATURES], mid;
	int order;

	while (low < high) {
		mid = (low + high) / 2;
		order = strcmp(name, string_at(map, map->features[mid].name));
		if (!order)
			return mid;
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return -ENOENT;
}

/**
 * gev_map_entry() - an entry of an enumeration
 * @map: a verified map
 * @index: of the feature
 * @n: of the entry, below the feature's number of entries
 * @entry: gets it
 *
 * Context: any.
 */
void gev_map_entry(const struct gev_map_view *map, unsigned int index, unsigned int n,
		   struct gev_entry *entry)
{
	const struct gev_map_entry *e;

	e = &map->entries[le32_to_cpu(map->features[index].entry) + n];
	entry->name = string_at(map, e->name);
	entry->value = le64_to_cpu(e->value);
}

/**
 * gev_map_invalidated() - a feature that a write of another may change
 * @map: a verified map
 * @index: of the feature that is written
 * @n: counts them, below the feature's number of invalidates
 *
 * Context: any.
 * Return: index of the feature that may change: its value, limits, access, or
 * the availability of an entry.
 */
unsigned int gev_map_invalidated(const struct gev_map_view *map, unsigned int index, unsigned int n)
{
	return le16_to_cpu(map->lists[le32_to_cpu(map->features[index].list) + n]);
}

/**
 * gev_map_variables_size() - memory for a camera's variables
 * @map: a verified map
 *
 * Context: any.
 * Return: bytes; 0 is possible.
 */
size_t gev_map_variables_size(const struct gev_map_view *map)
{
	return map->count[GEV_MAP_VARIABLES] * sizeof(s64);
}

/**
 * gev_features_reset() - set a camera's variables to their initial values
 * @fs: the camera's features
 *
 * Context: any; the caller serialises.
 */
void gev_features_reset(struct gev_features *fs)
{
	unsigned int i;

	for (i = 0; i < fs->map->count[GEV_MAP_VARIABLES]; i++)
		fs->variables[i] = le64_to_cpu(fs->map->variables[i].initial);
}

/**
 * gev_map_class_name() - title of a control class
 * @cid: id of a control
 *
 * Context: any.
 * Return: title of the class of ours that it is in, or NULL.
 */
const char *gev_map_class_name(u32 cid)
{
	static const char * const name[] = { GEV_CLASS_NAMES };
	u32 class = cid & GEV_CLASS_MASK;

	if (class < GEV_CLASS_FIRST)
		return NULL;
	class = (class - GEV_CLASS_FIRST) >> 16;
	return class < ARRAY_SIZE(name) ? name[class] : NULL;
}
