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

	*room = 0;
	/* Readers ask for whole words; zeros follow the archive. */
	if (address - SIM_XML_ZIP < xml->zip_len)
		*room = ((xml->zip_len + 3) & ~3ul) - (address - SIM_XML_ZIP);
	if (*room)
		return xml->zip + (address - SIM_XML_ZIP);
	if (address - SIM_XML_PLAIN < xml->plain_len)
		*room = xml->plain_len - (address - SIM_XML_PLAIN);
	return *room ? xml->plain + (address - SIM_XML_PLAIN) : NULL;
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
	while (len) {
		const struct sim_register *r = register_find(address);
		const u8 *from;
		u32 room;

		if (r) {
			if (!(r->access & SIM_READ))
				return GEV_GVCP_ACCESS_DENIED;
			if (r->refresh)
				r->refresh(dev);
			room = r->address + r->length - address;
			from = register_memory(dev, address);
		} else {
			from = register_xml(dev, address, &room);
			if (!from)
				return GEV_GVCP_INVALID_ADDRESS;
		}
		if (room > len)
			room = len;
		memcpy(data, from, room);
		data += room;
		address += room;
		len -= room;
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
	while (len) {
		const struct sim_register *r = register_find(address);
		u32 room;
		u16 status;

		if (!r)
			return register_xml(dev, address, &room) ?
				GEV_GVCP_WRITE_PROTECT : GEV_GVCP_INVALID_ADDRESS;
		room = r->address + r->length - address;
		if (room > len)
			room = len;
		status = register_write_one(dev, r, address, data, room, controller);
		if (status != GEV_GVCP_SUCCESS)
			return status;
		data += room;
		address += room;
		len -= room;
	}
	return GEV_GVCP_SUCCESS;
}
