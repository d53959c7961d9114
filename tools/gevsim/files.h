/* SPDX-License-Identifier: GPL-2.0 */
/* Files in the camera, behind SFNC's file access features. */
#ifndef GEVSIM_FILES_H
#define GEVSIM_FILES_H

#include "registers.h"

#define SIM_FILES	2u
#define SIM_FILE_MAX	65536u	/* bytes */
#define SIM_FILE_BUFFER	256u

/**
 * struct sim_file - a file; it survives a reboot
 * @size: bytes in it
 * @data: these
 */
struct sim_file {
	u32 size;
	u8 data[SIM_FILE_MAX];
};

/**
 * struct sim_files - all of them, protected by the device's lock
 * @file: the files
 * @opened: the mode that each was opened with, SIM_FILE_CLOSED if it is not open
 */
struct sim_files {
	struct sim_file file[SIM_FILES];
	u32 opened[SIM_FILES];
};

u16 sim_files_selected(struct sim_device *dev);
u16 sim_files_execute(struct sim_device *dev);
void sim_files_refresh(struct sim_device *dev);

#endif /* GEVSIM_FILES_H */
