// SPDX-License-Identifier: GPL-2.0
/* Logarithm and exponential of binary64 numbers, by fixed point; see float.h. */
#include "float_parts.h"

/* Upper half of a 128 x 128 bit product, but for its last bit or two. */
static unsigned __int128 multiply_high(unsigned __int128 a, unsigned __int128 b)
{
	unsigned __int128 a1 = a >> 64, a0 = (u64)a, b1 = b >> 64, b0 = (u64)b;

	return a1 * b1 + (a1 * b0 >> 64) + (a0 * b1 >> 64);
}

/* Long division by a small number, without the compiler's 128-bit helper. */
static unsigned __int128 divide_small(unsigned __int128 v, u32 d)
{
	unsigned __int128 q = 0;
	u64 part = 0;
	int i;

	for (i = 96; i >= 0; i -= 32) {
		part = part << 32 | (u32)(v >> i);
		q = q << 32 | part / d;
		part %= d;
	}
	return q;
}

/* ln 2 * 2^116 */
#define LN2_Q116 ((unsigned __int128)0xb17217f7d1cf7ULL << 64 | 0x9abc9e3b39803f2fULL)

/**
 * gev_float_ln() - natural logarithm
 * @a: operand
 * @r: gets it, within 2 units in the last place
 *
 * Context: any.
 * Return: 0; -EDOM, also for zero and below.
 */
int gev_float_ln(u64 a, u64 *r)
{
	unsigned __int128 s, square, power, sum, whole;
	struct gev_number x;
	bool below, rest;
	u64 distance;
	u32 n;

	if (gev_number_unpack(a, &x) || !x.mant || x.negative)
		return -EDOM;
	/* x = m * 2^exp with m in [0.7, 1.4), so that nothing cancels */
	below = x.mant > 0xb504f333f9de6484ULL;
	if (below)
		x.exp++;
	/* ln m = 2 artanh s, s = (m - 1) / (m + 1), |s| < 0.172, here times 2^126 */
	distance = below ? -x.mant : x.mant - SIGN_BIT;
	sum = (unsigned __int128)x.mant + (below ? (unsigned __int128)1 << 64 : SIGN_BIT);
	s = gev_number_divide(distance, sum, 127, &rest);
	square = multiply_high(s, s) << 2;
	sum = s;
	power = s;
	for (n = 3; power && n < 64; n += 2) {
		power = multiply_high(power, square) << 2;
		sum += divide_small(power, n);
	}
	if (!x.exp)
		return gev_number_pack(below, 127 + 1 - 126, sum, true, r);
	sum >>= 9;	/* twice the sum, times 2^116 */
	whole = LN2_Q116 * (x.exp < 0 ? -x.exp : x.exp);
	if (x.exp < 0 ? below : !below)
		whole += sum;
	else
		whole -= sum;
	return gev_number_pack(x.exp < 0, 127 - 116, whole, true, r);
}

/**
 * gev_float_exp() - e to the power of a number
 * @a: the number
 * @r: gets the power, within 2 units in the last place
 *
 * Context: any.
 * Return: 0, -EDOM or -ERANGE.
 */
int gev_float_exp(u64 a, u64 *r)
{
	unsigned __int128 v, term, sum;
	struct gev_number x;
	int k = 0;
	u32 n;

	if (gev_number_unpack(a, &x))
		return -EDOM;
	if (x.mant && x.exp > 9) {
		*r = 0;
		return x.negative ? 0 : -ERANGE;
	}
	/* |x| * 2^116, then |x| = k ln 2 + v */
	v = 0;
	if (x.mant && x.exp > -117)
		v = ((unsigned __int128)x.mant << 62) >> (9 - x.exp);
	while (v >= LN2_Q116) {
		v -= LN2_Q116;
		k++;
	}
	if (x.negative && v) {
		v = LN2_Q116 - v;
		k++;
	}
	/* The exponential series, times 2^124 */
	v <<= 8;
	sum = (unsigned __int128)1 << 124;
	term = sum;
	for (n = 1; term && n < 64; n++) {
		term = divide_small(multiply_high(term, v) << 4, n);
		sum += term;
	}
	return gev_number_pack(false, 127 - 124 + (x.negative ? -k : k), sum, true, r);
}
