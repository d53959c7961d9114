// SPDX-License-Identifier: GPL-2.0
/* Register memory: what is where, who may read and write it. */
#include <arpa/inet.h>
#include "bootstrap.h"
#include "device.h"
#include "features.h"
#include "log.h"

#define REGISTER_LENGTH_MAX	512u

/**
 * sim_register_memory() - where a register's bytes are kept
 * @dev: the camera, locked
 * @address: of the register; has to be within one of the two areas
 *
 * Return: pointer into register memory.
 */
u8 *sim_register_memory(struct sim_device *dev, u32 address)
{
	if (address < SIM_BOOT_SIZE)
		return dev->registers.boot + address;
	return dev->registers.features + (address - SIM_FEATURES);
}

static const u8 *register_memory(const struct sim_device *dev, u32 address)
{
	if (address < SIM_BOOT_SIZE)
		return dev->registers.boot + address;
	return dev->registers.features + (address - SIM_FEATURES);
}

/**
 * sim_register_get() - content of a 32-bit register
 * @dev: the camera, locked
 * @address: of the register
 *
 * Return: what the memory holds; nothing is refreshed.
 */
u32 sim_register_get(const struct sim_device *dev, u32 address)
{
	return get_unaligned_be32(register_memory(dev, address));
}

/**
 * sim_register_set() - change a 32-bit register without any effect
 * @dev: the camera, locked
 * @address: of the register
 * @value: new content
 */
void sim_register_set(struct sim_device *dev, u32 address, u32 value)
{
	put_unaligned_be32(value, sim_register_memory(dev, address));
}

/**
 * sim_register_get_double() - content of a 64-bit floating point register
 * @dev: the camera, locked
 * @address: of the register
 *
 * Return: the value.
 */
double sim_register_get_double(const struct sim_device *dev, u32 address)
{
	u64 bits = get_unaligned_be64(register_memory(dev, address));
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/**
 * sim_register_set_double() - change a 64-bit floating point register
 * @dev: the camera, locked
 * @address: of the register
 * @value: new content
 */
void sim_register_set_double(struct sim_device *dev, u32 address, double value)
{
	u64 bits;

	memcpy(&bits, &value, sizeof(bits));
	put_unaligned_be64(bits, sim_register_memory(dev, address));
}

/**
 * sim_register_get_float() - content of a 32-bit floating point register
 * @dev: the camera, locked
 * @address: of the register
 *
 * Return: the value.
 */
float sim_register_get_float(const struct sim_device *dev, u32 address)
{
	u32 bits = sim_register_get(dev, address);
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/**
 * sim_register_set_float() - change a 32-bit floating point register
 * @dev: the camera, locked
 * @address: of the register
 * @value: new content
 */
void sim_register_set_float(struct sim_device *dev, u32 address, float value)
{
	u32 bits;

	memcpy(&bits, &value, sizeof(bits));
	sim_register_set(dev, address, bits);
}

/**
 * sim_register_set_string() - change a string register
 * @dev: the camera, locked
 * @address: of the string
 * @room: bytes of the register, the terminating NUL included
 * @text: new content, cut to fit
 */
void sim_register_set_string(struct sim_device *dev, u32 address, size_t room,
			     const char *text)
{
	u8 *memory = sim_register_memory(dev, address);
	size_t len = strlen(text);

	memset(memory, 0, room);
	memcpy(memory, text, len < room ? len : room - 1);
}

/**
 * struct place - what is at an address
 * @r: register of gevsim's own, or NULL
 * @xml: byte of a description file, or NULL; neither: a register of the store
 * @address: the address as gevsim's own registers count
 * @room: bytes from there on of which the same holds; 0: nothing is there
 */
struct place {
	const struct sim_register *r;
	const u8 *xml;
	u32 address;
	u32 room;
};

static const struct sim_register *register_find(u32 address)
{
	size_t n;
	const struct sim_register *r = sim_bootstrap_table(&n);

	for (; n; n--, r++)
		if (address - r->address < r->length)
			return r;
	r = sim_features_table(&n);
	for (; n; n--, r++)
		if (address - r->address < r->length)
			return r;
	return NULL;
}

/* The description files are no registers: read-only and long. */
static const u8 *register_xml(const struct sim_device *dev, u32 address, u32 *room)
{
	const struct sim_xml *xml = dev->xml;

	/* Readers ask for whole words; zeros follow the archive. */
	if (address - SIM_XML_ZIP < xml->zip_len) {
		*room = ((xml->zip_len + 3) & ~3ul) - (address - SIM_XML_ZIP);
		return xml->zip + (address - SIM_XML_ZIP);
	}
	if (address - SIM_XML_PLAIN < xml->plain_len) {
		*room = xml->plain_len - (address - SIM_XML_PLAIN);
		return xml->plain + (address - SIM_XML_PLAIN);
	}
	return NULL;
}

/*
 * Beside another camera's registers gevsim's own lie in a window, but for
 * bootstrap registers. Of the latter, what gevsim does not have is the other's.
 */
static struct place register_place(const struct sim_device *dev, u32 address)
{
	u32 window = dev->foreign.nodes && address >= SIM_BOOT_SIZE ? SIM_FOREIGN_WINDOW : 0;
	struct place at = { .address = address - window };

	if (address >= window && at.address < SIM_WINDOW_SIZE) {
		at.r = register_find(at.address);
		if (at.r)
			at.room = at.r->address + at.r->length - at.address;
		else
			at.xml = register_xml(dev, at.address, &at.room);
	}
	if (dev->foreign.nodes && !at.room &&
	    (address < SIM_BOOT_SIZE || at.address >= SIM_WINDOW_SIZE))
		at.room = 4 - address % 4;
	return at;
}

static void place_read(const struct sim_device *dev, const struct place *at, u32 address,
		       u8 *data, u32 len)
{
	if (at->r)
		memcpy(data, register_memory(dev, at->address), len);
	else if (at->xml)
		memcpy(data, at->xml, len);
	else
		sim_store_read(&dev->foreign.store, address, data, len);
}

static u32 place_room(const struct place *at, u32 len)
{
	return at->room < len ? at->room : len;
}

/**
 * sim_register_peek() - bytes of any register, as they are
 * @dev: the camera, locked
 * @address: of the first byte
 * @data: where to
 * @len: bytes
 *
 * Where nothing is, zeros are.
 */
void sim_register_peek(const struct sim_device *dev, u32 address, u8 *data, u32 len)
{
	u32 room;

	memset(data, 0, len);
	for (; len; data += room, address += room, len -= room) {
		struct place at = register_place(dev, address);

		room = at.room ? place_room(&at, len) : 1;
		if (at.room)
			place_read(dev, &at, address, data, room);
	}
}

/**
 * sim_register_poke() - change bytes of another camera's registers without effect
 * @dev: the camera, locked
 * @address: of the first byte
 * @data: new content
 * @len: bytes
 *
 * Gevsim's own registers stay as they are.
 */
void sim_register_poke(struct sim_device *dev, u32 address, const u8 *data, u32 len)
{
	u32 room;

	for (; len; data += room, address += room, len -= room) {
		struct place at = register_place(dev, address);

		room = at.room ? place_room(&at, len) : 1;
		if (at.room && !at.r && !at.xml)
			sim_store_write(&dev->foreign.store, address, data, room);
	}
}

/**
 * sim_register_read() - read one register or a stretch of them
 * @dev: the camera, locked
 * @address: first address
 * @data: where to
 * @len: bytes, multiple of 4
 *
 * Return: GVCP status.
 */
u16 sim_register_read(struct sim_device *dev, u32 address, u8 *data, u32 len)
{
	u32 room;

	for (; len; data += room, address += room, len -= room) {
		struct place at = register_place(dev, address);

		if (!at.room)
			return GEV_GVCP_INVALID_ADDRESS;
		if (at.r && !(at.r->access & SIM_READ))
			return GEV_GVCP_ACCESS_DENIED;
		if (at.r && at.r->refresh)
			at.r->refresh(dev);
		room = place_room(&at, len);
		place_read(dev, &at, address, data, room);
	}
	return GEV_GVCP_SUCCESS;
}

static void register_report(const struct sim_device *dev, const struct sim_register *r,
			    u32 address, const u8 *data, u32 len)
{
	char peer[16];

	inet_ntop(AF_INET, &dev->control.peer.sin_addr, peer, sizeof(peer));
	sim_log(SIM_LOG_DEBUG, dev->index, "%s:%u wrote %s", peer,
		ntohs(dev->control.peer.sin_port), r->name);
	sim_log_event(dev->index, "write",
		      "\"address\":\"0x%04x\",\"name\":\"%s\",\"length\":%u,\"value\":%u,\"peer\":\"%s:%u\"",
		      address, r->name, len, get_unaligned_be32(data), peer,
		      ntohs(dev->control.peer.sin_port));
}

static u16 register_write_one(struct sim_device *dev, const struct sim_register *r,
			      u32 address, const u8 *data, u32 len, bool controller)
{
	u8 *memory = sim_register_memory(dev, address);
	u8 old[REGISTER_LENGTH_MAX];
	u16 status = GEV_GVCP_SUCCESS;

	if (!(r->access & SIM_WRITE))
		return GEV_GVCP_WRITE_PROTECT;
	if (!controller && !(r->access & SIM_ANYONE))
		return GEV_GVCP_ACCESS_DENIED;
	if (r->access & SIM_LOCKED && sim_register_get(dev, SIM_REG_TL_LOCKED))
		return GEV_GVCP_ACCESS_DENIED;
	memcpy(old, memory, len);
	memcpy(memory, data, len);
	if (r->written)
		status = r->written(dev);
	if (status == GEV_GVCP_SUCCESS)
		register_report(dev, r, address, data, len);
	else
		memcpy(memory, old, len);
	return status;
}

/**
 * sim_register_write() - write one register or a stretch of them
 * @dev: the camera, locked
 * @address: first address
 * @data: new content
 * @len: bytes, multiple of 4
 * @controller: the writer holds the control privilege
 *
 * Registers before one that refuses keep their new content.
 *
 * Return: GVCP status.
 */
u16 sim_register_write(struct sim_device *dev, u32 address, const u8 *data, u32 len,
		       bool controller)
{
	u16 status;
	u32 room;

	for (; len; data += room, address += room, len -= room) {
		struct place at = register_place(dev, address);

		if (!at.room)
			return GEV_GVCP_INVALID_ADDRESS;
		if (at.xml)
			return GEV_GVCP_WRITE_PROTECT;
		room = at.r || address < SIM_BOOT_SIZE ? place_room(&at, len) : len;
		if (at.r)
			status = register_write_one(dev, at.r, at.address, data, room, controller);
		else if (controller)
			status = sim_foreign_write(dev, address, data, room);
		else
			status = GEV_GVCP_ACCESS_DENIED;
		if (status != GEV_GVCP_SUCCESS)
			return status;
	}
	return GEV_GVCP_SUCCESS;
}
