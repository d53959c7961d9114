/* SPDX-License-Identifier: GPL-2.0 */
/* Binary64 numbers taken apart. Private to float.c and logarithm.c. */
#ifndef GEV_FLOAT_PARTS_H
#define GEV_FLOAT_PARTS_H

#include "float.h"

#define SIGN_BIT	0x8000000000000000ULL
#define FRACTION_BITS	52
#define FRACTION_MASK	((1ULL << FRACTION_BITS) - 1)
#define EXPONENT_MASK	0x7ff
#define EXPONENT_BIAS	1023
#define EXPONENT_MIN	(1 - EXPONENT_BIAS)	/* of a normal number */
#define INFINITY_BITS	((u64)EXPONENT_MASK << FRACTION_BITS)

/**
 * struct gev_number - +-mant * 2^(exp - 63)
 * @mant: its bit 63 is set, but for zero
 * @exp: of two
 * @negative: sign
 */
struct gev_number {
	u64 mant;
	int exp;
	bool negative;
};

int gev_number_unpack(u64 bits, struct gev_number *n);
int gev_number_pack(bool negative, int exp, unsigned __int128 v, bool rest, u64 *bits);
unsigned __int128 gev_number_divide(unsigned __int128 n, unsigned __int128 d, unsigned int bits,
				    bool *rest);

#endif /* GEV_FLOAT_PARTS_H */
