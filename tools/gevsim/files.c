// SPDX-License-Identifier: GPL-2.0
/* Files in the camera, behind SFNC's file access features. */
#include "device.h"
#include "features.h"
#include "files.h"

/* Values of FileOperationSelector, in the order of the description */
enum sim_file_operation {
	SIM_FILE_OPEN,
	SIM_FILE_CLOSE,
	SIM_FILE_READ,
	SIM_FILE_WRITE,
	SIM_FILE_DELETE,
	SIM_FILE_OPERATIONS
};

/* What is kept of FileOpenMode, whose values are 0 for reading and 1 for writing */
enum sim_file_mode {
	SIM_FILE_CLOSED,
	SIM_FILE_READING,
	SIM_FILE_WRITING,
};

enum sim_file_status {
	SIM_FILE_SUCCESS,
	SIM_FILE_FAILURE,
};

/**
 * sim_files_selected() - a file, an operation or a mode was selected
 * @dev: the camera, locked
 *
 * Return: GVCP status.
 */
u16 sim_files_selected(struct sim_device *dev)
{
	if (sim_register_get(dev, SIM_REG_FILE_SELECT) >= SIM_FILES ||
	    sim_register_get(dev, SIM_REG_FILE_OPERATION) >= SIM_FILE_OPERATIONS ||
	    sim_register_get(dev, SIM_REG_FILE_MODE) > 1)
		return GEV_GVCP_INVALID_PARAMETER;
	return GEV_GVCP_SUCCESS;
}

/**
 * sim_files_refresh() - the selected file's size
 * @dev: the camera, locked
 */
void sim_files_refresh(struct sim_device *dev)
{
	u32 i = sim_register_get(dev, SIM_REG_FILE_SELECT);

	sim_register_set(dev, SIM_REG_FILE_SIZE, dev->files.file[i].size);
}

/* Opening for writing empties the file. */
static bool files_open(struct sim_device *dev, u32 i)
{
	if (dev->files.opened[i] != SIM_FILE_CLOSED)
		return false;
	dev->files.opened[i] = SIM_FILE_READING + sim_register_get(dev, SIM_REG_FILE_MODE);
	if (dev->files.opened[i] == SIM_FILE_WRITING)
		dev->files.file[i].size = 0;
	return true;
}

static bool files_close(struct sim_device *dev, u32 i)
{
	bool was_open = dev->files.opened[i] != SIM_FILE_CLOSED;

	dev->files.opened[i] = SIM_FILE_CLOSED;
	return was_open;
}

static bool files_read(struct sim_device *dev, u32 i, u32 *moved)
{
	const struct sim_file *f = &dev->files.file[i];
	u32 offset = sim_register_get(dev, SIM_REG_FILE_OFFSET);
	u32 length = sim_register_get(dev, SIM_REG_FILE_LENGTH);

	if (dev->files.opened[i] != SIM_FILE_READING || offset > f->size ||
	    length > SIM_FILE_BUFFER)
		return false;
	*moved = length < f->size - offset ? length : f->size - offset;
	memcpy(sim_register_memory(dev, SIM_REG_FILE_BUFFER), f->data + offset, *moved);
	return true;
}

/* A file that is full takes as much as there is room for. */
static bool files_write(struct sim_device *dev, u32 i, u32 *moved)
{
	struct sim_file *f = &dev->files.file[i];
	u32 offset = sim_register_get(dev, SIM_REG_FILE_OFFSET);
	u32 length = sim_register_get(dev, SIM_REG_FILE_LENGTH);

	if (dev->files.opened[i] != SIM_FILE_WRITING || offset > f->size ||
	    length > SIM_FILE_BUFFER)
		return false;
	*moved = length < SIM_FILE_MAX - offset ? length : SIM_FILE_MAX - offset;
	memcpy(f->data + offset, sim_register_memory(dev, SIM_REG_FILE_BUFFER), *moved);
	if (f->size < offset + *moved)
		f->size = offset + *moved;
	return true;
}

static bool files_delete(struct sim_device *dev, u32 i)
{
	if (dev->files.opened[i] != SIM_FILE_CLOSED)
		return false;
	dev->files.file[i].size = 0;
	return true;
}

static bool files_operate(struct sim_device *dev, u32 i, u32 *moved)
{
	switch (sim_register_get(dev, SIM_REG_FILE_OPERATION)) {
	case SIM_FILE_OPEN:
		return files_open(dev, i);
	case SIM_FILE_CLOSE:
		return files_close(dev, i);
	case SIM_FILE_READ:
		return files_read(dev, i, moved);
	case SIM_FILE_WRITE:
		return files_write(dev, i, moved);
	default:
		return files_delete(dev, i);
	}
}

/**
 * sim_files_execute() - FileOperationExecute
 * @dev: the camera, locked
 *
 * Return: GVCP status; whether the operation went well, the features say.
 */
u16 sim_files_execute(struct sim_device *dev)
{
	u32 i = sim_register_get(dev, SIM_REG_FILE_SELECT), moved = 0;
	bool good = files_operate(dev, i, &moved);

	sim_register_set(dev, SIM_REG_FILE_EXECUTE, 0);
	sim_register_set(dev, SIM_REG_FILE_RESULT, moved);
	sim_register_set(dev, SIM_REG_FILE_STATUS, good ? SIM_FILE_SUCCESS : SIM_FILE_FAILURE);
	return GEV_GVCP_SUCCESS;
}
