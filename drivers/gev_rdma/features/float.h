/* SPDX-License-Identifier: GPL-2.0 */
/*
 * IEEE-754 binary64 arithmetic on bits, by integer operations: the kernel has
 * no floating point of its own. Private to features/.
 *
 * Results are rounded to nearest, ties to even, like the CPU's, subnormal
 * numbers included. What has no finite result is an error: -EDOM for an
 * operand that is infinite or no number and for a formula without a value,
 * -ERANGE for a result that is too large.
 */
#ifndef GEV_FLOAT_H
#define GEV_FLOAT_H

#include "shim.h"

#define GEV_FLOAT_SCALE_MAX	9

int gev_float_add(u64 a, u64 b, u64 *r);
int gev_float_sub(u64 a, u64 b, u64 *r);
int gev_float_mul(u64 a, u64 b, u64 *r);
int gev_float_div(u64 a, u64 b, u64 *r);
int gev_float_pow(u64 a, u64 b, u64 *r);
int gev_float_sqrt(u64 a, u64 *r);
int gev_float_ln(u64 a, u64 *r);
int gev_float_exp(u64 a, u64 *r);
int gev_float_compare(u64 a, u64 b, int *r);	/* negative, 0 or positive */

/* Integral values next to @a. */
enum gev_float_rounding {
	GEV_FLOAT_TRUNC,	/* towards zero */
	GEV_FLOAT_FLOOR,
	GEV_FLOAT_CEIL,
	GEV_FLOAT_ROUND,	/* nearest, halves away from zero */
};

int gev_float_round(u64 a, enum gev_float_rounding how, u64 *r);

u64 gev_float_from_int(s64 v);
int gev_float_to_int(u64 a, s64 *v);		/* truncates */
u64 gev_float_from_single(u32 bits);
int gev_float_to_single(u64 a, u32 *bits);

/* Decimal fixed point: v = a * 10^scale, nearest; and back. */
int gev_float_to_scaled(u64 a, unsigned int scale, s64 *v);
u64 gev_float_from_scaled(s64 v, unsigned int scale);

#endif /* GEV_FLOAT_H */
