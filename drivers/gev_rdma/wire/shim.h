/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the pure codecs need from their surroundings, in the kernel and in
 * user space. Files in wire/ include this header and each other, nothing else.
 */
#ifndef GEV_WIRE_SHIM_H
#define GEV_WIRE_SHIM_H

#ifdef __KERNEL__
#include <linux/bitmap.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/overflow.h>
#include <linux/string.h>
#include <linux/types.h>
#include <linux/videodev2.h>
#include <asm/byteorder.h>
#include "../compat.h"
#else
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <linux/const.h>
#include <linux/types.h>
#include <linux/videodev2.h>
#include "shim_user.h"
#endif

#endif /* GEV_WIRE_SHIM_H */
