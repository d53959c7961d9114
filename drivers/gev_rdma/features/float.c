// SPDX-License-Identifier: GPL-2.0
/*
 * Binary64 arithmetic by integers; see float.h. <math-emu/double.h> is not
 * used because its includes need an asm/sfp-machine.h that x86 and arm64 do
 * not have, and because this file is built in user space as well.
 */
#include "float_parts.h"

static unsigned int leading_zeros(u64 v)
{
	return v ? __builtin_clzll(v) : 64;
}

/**
 * gev_number_unpack() - take a number apart
 * @bits: of the binary64
 * @n: gets its parts
 *
 * Context: any.
 * Return: 0; -EDOM for infinite or no number.
 */
int gev_number_unpack(u64 bits, struct gev_number *n)
{
	unsigned int shift;

	n->negative = bits & SIGN_BIT;
	n->exp = (bits >> FRACTION_BITS) & EXPONENT_MASK;
	n->mant = (bits & FRACTION_MASK) << (63 - FRACTION_BITS);
	if (n->exp == EXPONENT_MASK)
		return -EDOM;
	if (n->exp) {
		n->mant |= SIGN_BIT;
		n->exp -= EXPONENT_BIAS;
		return 0;
	}
	n->exp = EXPONENT_MIN;
	if (!n->mant)
		return 0;
	shift = leading_zeros(n->mant);
	n->mant <<= shift;
	n->exp -= shift;
	return 0;
}

/* @mant is normal, or 0; @rest: there is more below its last bit */
static int pack(bool negative, int exp, u64 mant, bool rest, u64 *bits)
{
	unsigned int drop = 63 - FRACTION_BITS;
	u64 half, lost;

	*bits = negative ? SIGN_BIT : 0;
	if (!mant)
		return 0;
	if (exp > EXPONENT_BIAS)
		return -ERANGE;
	if (exp < EXPONENT_MIN) {
		drop += min_t(int, EXPONENT_MIN - exp, 64);
		exp = EXPONENT_MIN - 1;
	}
	if (drop > 64)
		return 0;
	if (drop == 64) {	/* at most half of the smallest number */
		*bits |= mant > SIGN_BIT || rest;
		return 0;
	}
	half = 1ULL << (drop - 1);
	lost = mant & ((half << 1) - 1);
	mant >>= drop;
	if (lost > half || (lost == half && (rest || (mant & 1))))
		mant++;
	/* A carry out of the fraction makes the exponent one larger: as it should. */
	if (exp >= EXPONENT_MIN)
		mant += (u64)(exp + EXPONENT_BIAS - 1) << FRACTION_BITS;
	if (mant >= INFINITY_BITS)
		return -ERANGE;
	*bits |= mant;
	return 0;
}

/**
 * gev_number_pack() - the binary64 nearest to +-v * 2^(exp - 127)
 * @negative: sign
 * @exp: of two
 * @v: any number
 * @rest: there is more below the last bit of @v
 * @bits: gets the binary64
 *
 * Context: any.
 * Return: 0 or -ERANGE.
 */
int gev_number_pack(bool negative, int exp, unsigned __int128 v, bool rest, u64 *bits)
{
	unsigned int shift;

	shift = v >> 64 ? leading_zeros(v >> 64) : 64 + leading_zeros(v);
	if (shift == 128)
		return pack(negative, 0, 0, false, bits);
	v <<= shift;
	return pack(negative, exp - shift, v >> 64, rest || (u64)v, bits);
}

static int add_numbers(struct gev_number a, struct gev_number b, u64 *r)
{
	unsigned __int128 x, y;
	unsigned int distance;
	bool rest = false;

	if (!a.mant || !b.mant) {
		if (!a.mant && !b.mant)
			a.negative = a.negative && b.negative;
		else if (!a.mant)
			a = b;
		return pack(a.negative, a.exp, a.mant, false, r);
	}
	if (a.exp < b.exp || (a.exp == b.exp && a.mant < b.mant))
		swap(a, b);
	x = (unsigned __int128)a.mant << 63;
	y = (unsigned __int128)b.mant << 63;
	distance = a.exp - b.exp;
	if (distance >= 127) {
		y = 0;
		rest = true;
	} else if (distance) {
		rest = y & (((unsigned __int128)1 << distance) - 1);
		y >>= distance;
	}
	if (a.negative == b.negative) {
		x += y;
	} else {
		x -= y;
		/* What was shifted out belongs to the subtrahend. */
		x -= rest;
		if (!x)
			a.negative = false;
	}
	return gev_number_pack(a.negative, a.exp + 1, x, rest, r);
}

/**
 * gev_float_add() - a + b
 * @a: first summand
 * @b: second summand
 * @r: gets the sum
 *
 * Context: any.
 * Return: 0, -EDOM or -ERANGE.
 */
int gev_float_add(u64 a, u64 b, u64 *r)
{
	struct gev_number x, y;

	if (gev_number_unpack(a, &x) || gev_number_unpack(b, &y))
		return -EDOM;
	return add_numbers(x, y, r);
}

/**
 * gev_float_sub() - a - b
 * @a: minuend
 * @b: subtrahend
 * @r: gets the difference
 *
 * Context: any.
 * Return: 0, -EDOM or -ERANGE.
 */
int gev_float_sub(u64 a, u64 b, u64 *r)
{
	return gev_float_add(a, b ^ SIGN_BIT, r);
}

/**
 * gev_float_mul() - a * b
 * @a: first factor
 * @b: second factor
 * @r: gets the product
 *
 * Context: any.
 * Return: 0, -EDOM or -ERANGE.
 */
int gev_float_mul(u64 a, u64 b, u64 *r)
{
	struct gev_number x, y;

	if (gev_number_unpack(a, &x) || gev_number_unpack(b, &y))
		return -EDOM;
	return gev_number_pack(x.negative != y.negative, x.exp + y.exp + 1,
			 (unsigned __int128)x.mant * y.mant, false, r);
}

/**
 * gev_number_divide() - long division
 * @n: dividend, below twice @d
 * @d: divisor
 * @bits: how many bits of the quotient, one of them before the point
 * @rest: gets whether there is more
 *
 * Context: any.
 * Return: the quotient.
 */
unsigned __int128 gev_number_divide(unsigned __int128 n, unsigned __int128 d, unsigned int bits,
				    bool *rest)
{
	unsigned __int128 q = 0;

	while (bits--) {
		q <<= 1;
		if (n >= d) {
			n -= d;
			q |= 1;
		}
		n <<= 1;
	}
	*rest = n;
	return q;
}

static int divide_numbers(struct gev_number a, struct gev_number b, u64 *r)
{
	unsigned __int128 q;
	bool rest;

	if (!b.mant)
		return -EDOM;
	q = gev_number_divide(a.mant, b.mant, 66, &rest);
	return gev_number_pack(a.negative != b.negative, a.exp - b.exp + 62, q, rest, r);
}

/**
 * gev_float_div() - a / b
 * @a: dividend
 * @b: divisor
 * @r: gets the quotient
 *
 * Context: any.
 * Return: 0, -EDOM (also when @b is zero) or -ERANGE.
 */
int gev_float_div(u64 a, u64 b, u64 *r)
{
	struct gev_number x, y;

	if (gev_number_unpack(a, &x) || gev_number_unpack(b, &y))
		return -EDOM;
	return divide_numbers(x, y, r);
}

/* @a *= @b, 64 bits of it, to nearest */
static void multiply_wide(struct gev_number *a, const struct gev_number *b)
{
	unsigned __int128 p = (unsigned __int128)a->mant * b->mant;

	a->exp += b->exp + 1;
	if (!(p >> 127)) {
		p <<= 1;
		a->exp--;
	}
	a->mant = p >> 64;
	if ((u64)p & SIGN_BIT && !++a->mant) {
		a->mant = SIGN_BIT;
		a->exp++;
	}
	a->negative = a->negative != b->negative;
}

/**
 * gev_float_pow() - a to the power of b
 * @a: base
 * @b: exponent, an integral value
 * @r: gets the power
 *
 * Exact where the power has 53 bits, else within one unit in the last place.
 *
 * Context: any.
 * Return: 0; -EDOM, also for an exponent that is not integral; -ERANGE.
 */
int gev_float_pow(u64 a, u64 b, u64 *r)
{
	struct gev_number base, power = { .mant = SIGN_BIT };
	static const struct gev_number one = { .mant = SIGN_BIT };
	u64 whole, n;
	s64 e;
	int ret;

	ret = gev_float_round(b, GEV_FLOAT_TRUNC, &whole);
	if (ret || gev_number_unpack(a, &base))
		return -EDOM;
	if (whole != b)
		return -EDOM;
	ret = gev_float_to_int(b, &e);
	if (ret)
		return ret;
	if (!base.mant && e < 0)
		return -EDOM;
	if (!base.mant && e)
		return pack(base.negative && (e & 1), 0, 0, false, r);
	/* Beyond this, all but powers of +-1 over- or underflow. */
	if (e < -(1LL << 20) || e > (1LL << 20))
		return -ERANGE;
	for (n = e < 0 ? -e : e; n; n >>= 1) {
		if (n & 1)
			multiply_wide(&power, &base);
		multiply_wide(&base, &base);
		base.exp = clamp(base.exp, -65536, 65536);
		power.exp = clamp(power.exp, -65536, 65536);
	}
	if (e < 0)
		return divide_numbers(one, power, r);
	return pack(power.negative, power.exp, power.mant, false, r);
}

/**
 * gev_float_sqrt() - square root
 * @a: operand
 * @r: gets its root
 *
 * Context: any.
 * Return: 0, or -EDOM.
 */
int gev_float_sqrt(u64 a, u64 *r)
{
	struct gev_number x;
	unsigned __int128 n, root = 0, bit = (unsigned __int128)1 << 126;

	if (gev_number_unpack(a, &x))
		return -EDOM;
	if (!x.mant)
		return pack(x.negative, 0, 0, false, r);
	if (x.negative)
		return -EDOM;
	n = (unsigned __int128)x.mant << (x.exp & 1 ? 64 : 63);
	for (; bit; bit >>= 2) {
		if (n >= root + bit) {
			n -= root + bit;
			root = (root >> 1) + bit;
		} else {
			root >>= 1;
		}
	}
	return pack(false, (x.exp - (x.exp & 1)) / 2, root, n, r);
}

/**
 * gev_float_compare() - order of two numbers
 * @a: one
 * @b: the other
 * @r: gets a negative number for a < b, 0, or a positive number
 *
 * Context: any.
 * Return: 0, or -EDOM.
 */
int gev_float_compare(u64 a, u64 b, int *r)
{
	struct gev_number x, y;

	if (gev_number_unpack(a, &x) || gev_number_unpack(b, &y))
		return -EDOM;
	/* Bits without the sign are ordered like the values they stand for. */
	a &= ~SIGN_BIT;
	b &= ~SIGN_BIT;
	if (!a && !b)
		*r = 0;
	else if (x.negative != y.negative)
		*r = x.negative ? -1 : 1;
	else
		*r = (a > b) - (a < b);
	if (x.negative && y.negative)
		*r = -*r;
	return 0;
}

/**
 * gev_float_round() - an integral value next to a number
 * @a: the number
 * @how: which one
 * @r: gets it
 *
 * Context: any.
 * Return: 0, or -EDOM.
 */
int gev_float_round(u64 a, enum gev_float_rounding how, u64 *r)
{
	struct gev_number x;
	u64 unit, rest;

	if (gev_number_unpack(a, &x))
		return -EDOM;
	*r = a;
	if (!x.mant || x.exp >= FRACTION_BITS)
		return 0;
	if (x.exp < 0) {
		rest = 1;
		*r = x.negative ? SIGN_BIT : 0;
		unit = 0;
	} else {
		unit = 1ULL << (FRACTION_BITS - x.exp);
		rest = a & (unit - 1);
		*r = a - rest;
	}
	if (!rest || how == GEV_FLOAT_TRUNC)
		return 0;
	if (how == GEV_FLOAT_FLOOR && !x.negative)
		return 0;
	if (how == GEV_FLOAT_CEIL && x.negative)
		return 0;
	if (how == GEV_FLOAT_ROUND && (unit ? rest < unit / 2 : x.exp < -1))
		return 0;
	/* Away from zero; adding to the bits carries into the exponent. */
	*r += unit ? unit : (u64)EXPONENT_BIAS << FRACTION_BITS;
	return 0;
}

/**
 * gev_float_from_int() - nearest number to an integer
 * @v: the integer
 *
 * Context: any.
 * Return: the bits.
 */
u64 gev_float_from_int(s64 v)
{
	return gev_float_from_scaled(v, 0);
}

/**
 * gev_float_to_int() - integral part
 * @a: the number
 * @v: gets it
 *
 * Context: any.
 * Return: 0, -EDOM, or -ERANGE if 64 bits do not hold it.
 */
int gev_float_to_int(u64 a, s64 *v)
{
	struct gev_number x;
	u64 n;

	if (gev_number_unpack(a, &x))
		return -EDOM;
	*v = 0;
	if (!x.mant || x.exp < 0)
		return 0;
	if (x.exp > 63)
		return -ERANGE;
	n = x.mant >> (63 - x.exp);
	if (n > (u64)S64_MAX + x.negative)
		return -ERANGE;
	*v = x.negative ? -n : n;
	return 0;
}

/**
 * gev_float_from_single() - binary32 to binary64
 * @bits: of the binary32; infinite and no number stay so
 *
 * Context: any.
 * Return: the bits.
 */
u64 gev_float_from_single(u32 bits)
{
	u64 sign = (u64)(bits >> 31) << 63;
	u64 fraction = bits & 0x7fffff, r;
	u64 exp = (bits >> 23) & 0xff;

	if (exp == 0xff)
		return sign | INFINITY_BITS | fraction << 29;
	if (exp)
		return sign | (exp + EXPONENT_BIAS - 127) << FRACTION_BITS | fraction << 29;
	/* Subnormal: @fraction * 2^-149; cannot fail. */
	gev_number_pack(false, 127 - 149, fraction, false, &r);
	return sign | r;
}

/**
 * gev_float_to_single() - nearest binary32
 * @a: the number
 * @bits: gets it
 *
 * Context: any.
 * Return: 0, -EDOM or -ERANGE.
 */
int gev_float_to_single(u64 a, u32 *bits)
{
	struct gev_number x;
	unsigned int drop = 40;
	u64 half, lost;

	if (gev_number_unpack(a, &x))
		return -EDOM;
	*bits = x.negative ? 1U << 31 : 0;
	if (x.exp > 127)
		return -ERANGE;
	if (x.exp < -150)	/* below half of the smallest number */
		return 0;
	if (x.exp < -126)
		drop += -126 - x.exp;
	if (drop == 64) {
		*bits |= x.mant > SIGN_BIT;
		return 0;
	}
	half = 1ULL << (drop - 1);
	lost = x.mant & ((half << 1) - 1);
	x.mant >>= drop;
	if (lost > half || (lost == half && (x.mant & 1)))
		x.mant++;
	if (x.exp >= -126)
		x.mant += (u64)(x.exp + 126) << 23;
	if (x.mant >= 0x7f800000)
		return -ERANGE;
	*bits |= x.mant;
	return 0;
}

static u64 power_of_ten(unsigned int scale)
{
	u64 p = 1;

	while (scale--)
		p *= 10;
	return p;
}

/**
 * gev_float_to_scaled() - a * 10^scale as an integer
 * @a: the number
 * @scale: at most GEV_FLOAT_SCALE_MAX
 * @v: gets it, rounded to nearest, halves away from zero
 *
 * Context: any.
 * Return: 0, -EDOM or -ERANGE.
 */
int gev_float_to_scaled(u64 a, unsigned int scale, s64 *v)
{
	struct gev_number x;
	unsigned __int128 p;
	int shift;

	if (gev_number_unpack(a, &x))
		return -EDOM;
	*v = 0;
	shift = 63 - x.exp;
	if (!x.mant || shift > 126)
		return 0;
	p = (unsigned __int128)x.mant * power_of_ten(scale);
	if (shift < 0)
		return -ERANGE;
	if (shift)
		p = (p + ((unsigned __int128)1 << (shift - 1))) >> shift;
	if (p > (u64)S64_MAX + x.negative)
		return -ERANGE;
	*v = x.negative ? -(u64)p : (u64)p;
	return 0;
}

/**
 * gev_float_from_scaled() - v / 10^scale as a number
 * @v: the integer
 * @scale: at most GEV_FLOAT_SCALE_MAX
 *
 * Context: any.
 * Return: the bits of the nearest number.
 */
u64 gev_float_from_scaled(s64 v, unsigned int scale)
{
	struct gev_number a = { .negative = v < 0, .mant = v < 0 ? -(u64)v : (u64)v, .exp = 63 };
	struct gev_number b = { .mant = power_of_ten(scale), .exp = 63 };
	unsigned int shift;
	u64 r = 0;

	if (!v)
		return 0;
	shift = leading_zeros(a.mant);
	a.mant <<= shift;
	a.exp -= shift;
	shift = leading_zeros(b.mant);
	b.mant <<= shift;
	b.exp -= shift;
	divide_numbers(a, b, &r);	/* neither zero nor large: cannot fail */
	return r;
}
