/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A camera that is nothing but registers, for libaravis and for the driver's
 * evaluator alike: contents follow from a seed, until somebody writes.
 */
#ifndef MEMORY_DEVICE_H
#define MEMORY_DEVICE_H

#include <string.h>

#include <arv.h>

/**
 * struct memory - registers
 * @seed: of their contents
 * @words: those that were written, by address
 * @reads: accesses so far
 */
struct memory {
	guint64 seed;
	GHashTable *words;
	unsigned int reads;
};

static inline guint64 memory_mix(guint64 v)
{
	v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9ull;
	v = (v ^ v >> 27) * 0x94d049bb133111ebull;
	return v ^ v >> 31;
}

/* Switches and small numbers are as frequent as wild ones. */
static inline guint32 memory_initial(guint64 seed, guint32 address)
{
	guint64 v = memory_mix(seed * 0x9e3779b97f4a7c15ull + address);

	switch (v >> 32 & 7) {
	case 0:
		return 0;
	case 1:
		return GUINT32_TO_BE(1);
	case 2:
		return GUINT32_TO_BE(v & 7);
	case 3:
		return GUINT32_TO_BE(v & 0xfff);
	case 4:
		return 0xffffffff;
	default:
		return v;
	}
}

static inline guint32 memory_word(struct memory *m, guint32 address)
{
	void *value;

	if (g_hash_table_lookup_extended(m->words, GUINT_TO_POINTER(address), NULL, &value))
		return GPOINTER_TO_UINT(value);
	return memory_initial(m->seed, address);
}

static inline void memory_read(struct memory *m, guint64 address, void *data, guint32 size)
{
	guint32 i, word;

	m->reads++;
	for (i = 0; i < size; i++) {
		word = memory_word(m, (address + i) & ~3u);
		memcpy((char *)data + i, (char *)&word + (address + i) % 4, 1);
	}
}

static inline void memory_write(struct memory *m, guint64 address, const void *data, guint32 size)
{
	guint32 i, at, word;

	for (i = 0; i < size; i++) {
		at = (address + i) & ~3u;
		word = memory_word(m, at);
		memcpy((char *)&word + (address + i) % 4, (const char *)data + i, 1);
		g_hash_table_insert(m->words, GUINT_TO_POINTER(at), GUINT_TO_POINTER(word));
	}
}

static inline void memory_reset(struct memory *m, guint64 seed)
{
	if (!m->words)
		m->words = g_hash_table_new(NULL, NULL);
	g_hash_table_remove_all(m->words);
	m->seed = seed;
	m->reads = 0;
}

/* The contents of another one. */
static inline void memory_copy(struct memory *to, const struct memory *from)
{
	GHashTableIter iter;
	void *key, *value;

	g_hash_table_remove_all(to->words);
	g_hash_table_iter_init(&iter, from->words);
	while (g_hash_table_iter_next(&iter, &key, &value))
		g_hash_table_insert(to->words, key, value);
}

/* The first address, in no order, at which two memories differ. */
static inline gboolean memory_differs(struct memory *a, struct memory *b, guint32 *address)
{
	struct memory *one[] = { a, b };
	GHashTableIter iter;
	unsigned int i;
	void *key;

	for (i = 0; i < 2; i++) {
		g_hash_table_iter_init(&iter, one[i]->words);
		while (g_hash_table_iter_next(&iter, &key, NULL)) {
			*address = GPOINTER_TO_UINT(key);
			if (memory_word(a, *address) != memory_word(b, *address))
				return TRUE;
		}
	}
	return FALSE;
}

typedef struct {
	ArvDevice parent;
	struct memory *memory;
	ArvGc *genicam;
} MemoryDevice;

typedef ArvDeviceClass MemoryDeviceClass;

static GType memory_device_get_type(void);
G_DEFINE_TYPE(MemoryDevice, memory_device, ARV_TYPE_DEVICE)

/* Addresses of GVCP have 32 bits; the bus in those of IIDC is the only one. */
static gboolean device_check(guint64 address, guint32 size, GError **error)
{
	if (address >> 32 == 0xffff)
		address &= G_MAXUINT32;
	if (address <= G_MAXUINT32 && address + size <= 1ull << 32)
		return TRUE;
	g_set_error(error, ARV_DEVICE_ERROR, ARV_DEVICE_ERROR_PROTOCOL_ERROR, "bad address");
	return FALSE;
}

static gboolean device_read_memory(ArvDevice *device, guint64 address, guint32 size, void *buffer,
				   GError **error)
{
	if (!device_check(address, size, error))
		return FALSE;
	memory_read(((MemoryDevice *)device)->memory, address, buffer, size);
	return TRUE;
}

static gboolean device_write_memory(ArvDevice *device, guint64 address, guint32 size, void *buffer,
				    GError **error)
{
	if (!device_check(address, size, error))
		return FALSE;
	memory_write(((MemoryDevice *)device)->memory, address, buffer, size);
	return TRUE;
}

static gboolean device_read_register(ArvDevice *device, guint64 address, guint32 *value,
				     GError **error)
{
	if (!device_check(address, sizeof(*value), error))
		return FALSE;
	memory_read(((MemoryDevice *)device)->memory, address, value, sizeof(*value));
	*value = GUINT32_FROM_BE(*value);
	return TRUE;
}

static gboolean device_write_register(ArvDevice *device, guint64 address, guint32 value,
				      GError **error)
{
	if (!device_check(address, sizeof(value), error))
		return FALSE;
	value = GUINT32_TO_BE(value);
	memory_write(((MemoryDevice *)device)->memory, address, &value, sizeof(value));
	return TRUE;
}

static ArvGc *device_get_genicam(ArvDevice *device)
{
	return ((MemoryDevice *)device)->genicam;
}

static void device_finalize(GObject *object)
{
	g_clear_object(&((MemoryDevice *)object)->genicam);
	G_OBJECT_CLASS(memory_device_parent_class)->finalize(object);
}

static void memory_device_init(MemoryDevice *device)
{
	device->genicam = NULL;
}

static void memory_device_class_init(MemoryDeviceClass *class)
{
	G_OBJECT_CLASS(class)->finalize = device_finalize;
	class->read_memory = device_read_memory;
	class->write_memory = device_write_memory;
	class->read_register = device_read_register;
	class->write_register = device_write_register;
	class->get_genicam = device_get_genicam;
}

/* A device over @memory with its description; NULL if libaravis refuses that. */
static inline MemoryDevice *memory_device_new(struct memory *memory, const char *xml, size_t size)
{
	MemoryDevice *device = g_object_new(memory_device_get_type(), NULL);

	device->memory = memory;
	device->genicam = arv_gc_new(ARV_DEVICE(device), xml, size);
	if (device->genicam)
		return device;
	g_object_unref(device);
	return NULL;
}

#endif /* MEMORY_DEVICE_H */
