/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A camera as libaravis sees one: registers that somebody else reads and
 * writes, and a GenICam description. Only in the unprivileged child.
 */
#ifndef GEVCTL_DEVICE_H
#define GEVCTL_DEVICE_H

#include <stddef.h>

#include <arv.h>

#include "port.h"

#define GEVCTL_TYPE_DEVICE (gevctl_device_get_type())
G_DECLARE_FINAL_TYPE(GevctlDevice, gevctl_device, GEVCTL, DEVICE, ArvDevice)

void device_silence(void);
ArvDevice *device_new(const struct port *port, const char *xml, size_t size);

#endif /* GEVCTL_DEVICE_H */
