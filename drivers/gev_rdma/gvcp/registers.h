/* SPDX-License-Identifier: GPL-2.0 */
/* Registers and register memory of a camera, through its channel. */
#ifndef GEV_REGISTERS_H
#define GEV_REGISTERS_H

#include <linux/types.h>

struct gev_channel;

int gev_memory_read(struct gev_channel *ch, u32 address, void *data, u32 len);
int gev_memory_write(struct gev_channel *ch, u32 address, const void *data, u32 len);
int gev_register_read(struct gev_channel *ch, u32 address, u32 *value);
int gev_register_write(struct gev_channel *ch, u32 address, u32 value);
int gev_register_caps(struct gev_channel *ch, u32 *caps);
/* One attempt only: for the thread that knows what to do next. */
int gev_register_probe(struct gev_channel *ch, u32 address, u32 *value);
/* Goes out even when the channel is shut. */
int gev_register_write_last(struct gev_channel *ch, u32 address, u32 value);

#endif /* GEV_REGISTERS_H */
