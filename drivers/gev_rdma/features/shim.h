/* SPDX-License-Identifier: GPL-2.0 */
/* What the evaluator needs beyond wire/shim.h. Private to features/. */
#ifndef GEV_FEATURES_SHIM_H
#define GEV_FEATURES_SHIM_H

#include "../wire/shim.h"

#ifdef __KERNEL__
#include <linux/ctype.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/stdarg.h>
#else
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#define S64_MAX		INT64_MAX
#define S64_MIN		INT64_MIN
#define min(a, b)	((a) < (b) ? (a) : (b))
#define max(a, b)	((a) > (b) ? (a) : (b))
#define min_t(t, a, b)	min((t)(a), (t)(b))
#define max_t(t, a, b)	max((t)(a), (t)(b))
#define cond_resched()	((void)0)
#define clamp(v, lo, hi)	min(max(v, lo), hi)
#define swap(a, b)	do { __typeof__(a) swapped = (a); (a) = (b); (b) = swapped; } while (0)
#define __printf(a, b)	__attribute__((__format__(__printf__, a, b)))
#endif

#endif /* GEV_FEATURES_SHIM_H */
