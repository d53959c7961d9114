/* SPDX-License-Identifier: GPL-2.0 */
/* Register memory: what is where, who may read and write it. */
#ifndef GEVSIM_REGISTERS_H
#define GEVSIM_REGISTERS_H

#include "wire/gvcp.h"

#define SIM_BOOT_SIZE		0xa000u
#define SIM_FEATURES		0x00010000u	/* first address of the feature registers */
#define SIM_FEATURES_SIZE	0x1000u
#define SIM_USER_SET_SIZE	0x400u
#define SIM_XML_ZIP		0x01000000u
#define SIM_XML_PLAIN		0x02000000u
#define SIM_XML_MAX		0x01000000u	/* bytes of either */
/* Added to the addresses above where another camera's registers are at them */
#define SIM_FOREIGN_WINDOW	0xe0000000u
#define SIM_WINDOW_SIZE		0x04000000u

struct sim_device;

enum sim_access {
	SIM_READ	= 1,
	SIM_WRITE	= 2,
	SIM_RW		= 3,
	SIM_ANYONE	= 4,	/* writing needs no control privilege */
	SIM_LOCKED	= 8,	/* not while TLParamsLocked is 1 */
};

/**
 * struct sim_register - a register, a string or a small memory
 * @address: first address, multiple of 4
 * @length: bytes, multiple of 4
 * @access: enum sim_access
 * @name: for messages and events
 * @written: called with the new content stored; a status other than
 *	GEV_GVCP_SUCCESS puts the old content back. NULL: any value is taken
 * @refresh: called before the register is read. NULL: memory is up to date
 */
struct sim_register {
	u32 address;
	u32 length;
	unsigned int access;
	const char *name;
	u16 (*written)(struct sim_device *dev);
	void (*refresh)(struct sim_device *dev);
};

/* Protected by the lock of the device that it is part of. */
struct sim_registers {
	u8 boot[SIM_BOOT_SIZE];
	u8 features[SIM_FEATURES_SIZE];
	u8 user_set[SIM_USER_SET_SIZE];	/* UserSet1, survives a reboot */
};

u32 sim_register_get(const struct sim_device *dev, u32 address);
void sim_register_set(struct sim_device *dev, u32 address, u32 value);
double sim_register_get_double(const struct sim_device *dev, u32 address);
void sim_register_set_double(struct sim_device *dev, u32 address, double value);
float sim_register_get_float(const struct sim_device *dev, u32 address);
void sim_register_set_float(struct sim_device *dev, u32 address, float value);
void sim_register_set_string(struct sim_device *dev, u32 address, size_t room,
			     const char *text);
void sim_register_peek(const struct sim_device *dev, u32 address, u8 *data, u32 len);
void sim_register_poke(struct sim_device *dev, u32 address, const u8 *data, u32 len);
u8 *sim_register_memory(struct sim_device *dev, u32 address);
u16 sim_register_read(struct sim_device *dev, u32 address, u8 *data, u32 len);
u16 sim_register_write(struct sim_device *dev, u32 address, const u8 *data, u32 len,
		       bool controller);

#endif /* GEVSIM_REGISTERS_H */
