// SPDX-License-Identifier: GPL-2.0
/* Feature maps in the kernel: loaded once, shared by cameras of one model. */
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <linux/gev_map.h>

#include "gevmap.h"

static LIST_HEAD(gev_maps);
static DEFINE_MUTEX(gev_maps_lock);	/* protects gev_maps, and the last put against a get */

static void free_map(struct gev_map *map)
{
	kfree(map->view);
	vfree(map->data);
	kfree(map);
}

static struct gev_map *find_equal(const void *data, size_t size)
{
	struct gev_map *map;

	lockdep_assert_held(&gev_maps_lock);
	list_for_each_entry(map, &gev_maps, entry) {
		if (map->size == size && !memcmp(map->data, data, size))
			return map;
	}
	return NULL;
}

/* A copy of our own: nobody changes it after it was verified. */
static struct gev_map *load(const void *data, size_t size, char *why, size_t why_size)
{
	struct gev_map *map;
	int ret = -ENOMEM;

	map = kzalloc(sizeof(*map), GFP_KERNEL);
	if (!map)
		goto no_memory;
	kref_init(&map->ref);
	map->size = size;
	/* Pages as needed: kmalloc() would round up to the next power of two. */
	map->data = vmalloc(size);
	map->view = kzalloc(gev_map_view_size(), GFP_KERNEL);
	if (!map->data || !map->view)
		goto no_memory;
	memcpy(map->data, data, size);
	ret = gev_map_verify(map->data, size, map->view, why, why_size);
	if (!ret)
		return map;
	free_map(map);
	return ERR_PTR(ret);

no_memory:
	snprintf(why, why_size, "no memory for a map of %zu bytes", size);
	if (map)
		free_map(map);
	return ERR_PTR(ret);
}

/**
 * gev_map_get_loaded() - a map in memory for these bytes
 * @data: the map; not needed any more after the call
 * @size: its size in bytes
 * @why: gets a sentence if it cannot be had
 * @why_size: of @why
 *
 * Equal bytes share one map.
 *
 * Context: process; may sleep.
 * Return: the map, to be given back with gev_map_put(), or an error pointer:
 * -EINVAL refused, -ENOMEM.
 */
struct gev_map *gev_map_get_loaded(const void *data, size_t size, char *why, size_t why_size)
{
	struct gev_map *map;

	if (!size || size > GEV_MAP_SIZE_MAX) {
		snprintf(why, why_size, "a map of %zu bytes: 1 to %d are possible", size,
			 GEV_MAP_SIZE_MAX);
		return ERR_PTR(-EINVAL);
	}
	mutex_lock(&gev_maps_lock);
	map = find_equal(data, size);
	if (map) {
		kref_get(&map->ref);
	} else {
		map = load(data, size, why, why_size);
		if (!IS_ERR(map))
			list_add(&map->entry, &gev_maps);
	}
	mutex_unlock(&gev_maps_lock);
	return map;
}

static void release_map(struct kref *ref)
{
	struct gev_map *map = container_of(ref, struct gev_map, ref);

	list_del(&map->entry);
	mutex_unlock(&gev_maps_lock);
	free_map(map);
}

/**
 * gev_map_put() - give a map back
 * @map: from gev_map_get_loaded(); NULL is fine
 *
 * Context: process; may sleep.
 */
void gev_map_put(struct gev_map *map)
{
	if (map)
		kref_put_mutex(&map->ref, release_map, &gev_maps_lock);
}
