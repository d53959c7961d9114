// SPDX-License-Identifier: GPL-2.0
/* Arithmetic by integers equals that of the CPU, bit for bit. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "kselftest_harness.h"

#include "features/float.h"

#define CASES	200000

static u64 state = 88172645463325252ULL;

static u64 draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static u64 bits_of(double d)
{
	u64 bits;

	memcpy(&bits, &d, sizeof(bits));
	return bits;
}

static double number(u64 bits)
{
	double d;

	memcpy(&d, &bits, sizeof(d));
	return d;
}

/* All of them, integers, small ones, near 1, subnormal ones, short ones. */
static u64 operand(void)
{
	u64 v = draw();

	switch (draw() % 6) {
	case 0:
		return v;
	case 1:
		return bits_of((double)(s64)v);
	case 2:
		return bits_of((double)(s64)(v % 2000) - 1000);
	case 3:
		return (v & 0x800fffffffffffffULL) | (1003 + draw() % 40) << 52;
	case 4:
		return v & 0x801fffffffffffffULL;
	default:
		return (v & 0x800ff00000000000ULL) | (963 + draw() % 120) << 52;
	}
}

static double ulps(double got, double want)
{
	u64 a = bits_of(fabs(got)), b = bits_of(fabs(want));

	if (want != 0 && signbit(got) != signbit(want))
		return INFINITY;
	return a > b ? a - b : b - a;
}

/* What has no finite value is an error, all else is what the CPU says. */
static bool same(u64 a, u64 b, int ret, u64 got, double want)
{
	if (!isfinite(number(a)) || !isfinite(number(b)))
		return ret == -EDOM;
	if (isnan(want))
		return ret == -EDOM;
	if (isinf(want))
		return ret == -ERANGE || ret == -EDOM;
	return !ret && got == bits_of(want);
}

TEST(two_operands)
{
	unsigned int i;
	u64 a, b, r;
	int ret;

	for (i = 0; i < CASES; i++) {
		a = operand();
		/* Every third time numbers that nearly cancel */
		b = i % 3 ? operand() : a ^ (draw() % 4) ^ 1ULL << 63;
		r = 0;
		ret = gev_float_add(a, b, &r);
		ASSERT_TRUE(same(a, b, ret, r, number(a) + number(b)))
			TH_LOG("%a + %a: %d, %a", number(a), number(b), ret, number(r));
		ret = gev_float_sub(a, b, &r);
		ASSERT_TRUE(same(a, b, ret, r, number(a) - number(b)))
			TH_LOG("%a - %a: %d, %a", number(a), number(b), ret, number(r));
		ret = gev_float_mul(a, b, &r);
		ASSERT_TRUE(same(a, b, ret, r, number(a) * number(b)))
			TH_LOG("%a * %a: %d, %a", number(a), number(b), ret, number(r));
		ret = gev_float_div(a, b, &r);
		ASSERT_TRUE(same(a, b, ret, r, number(a) / number(b)))
			TH_LOG("%a / %a: %d, %a", number(a), number(b), ret, number(r));
	}
}

TEST(one_operand)
{
	unsigned int i;
	u64 a, r;
	int ret;

	for (i = 0; i < CASES; i++) {
		a = operand();
		r = 0;
		ret = gev_float_sqrt(a, &r);
		ASSERT_TRUE(same(a, 0, ret, r, sqrt(number(a))))
			TH_LOG("sqrt %a: %d, %a", number(a), ret, number(r));
		ret = gev_float_round(a, GEV_FLOAT_TRUNC, &r);
		ASSERT_TRUE(same(a, 0, ret, r, trunc(number(a))));
		ret = gev_float_round(a, GEV_FLOAT_FLOOR, &r);
		ASSERT_TRUE(same(a, 0, ret, r, floor(number(a))));
		ret = gev_float_round(a, GEV_FLOAT_CEIL, &r);
		ASSERT_TRUE(same(a, 0, ret, r, ceil(number(a))));
		ret = gev_float_round(a, GEV_FLOAT_ROUND, &r);
		ASSERT_TRUE(same(a, 0, ret, r, round(number(a))));
	}
}

TEST(compare)
{
	unsigned int i;
	u64 a, b;
	int order, ret;

	for (i = 0; i < CASES; i++) {
		a = operand();
		b = i % 4 ? operand() : a;
		ret = gev_float_compare(a, b, &order);
		if (!isfinite(number(a)) || !isfinite(number(b))) {
			ASSERT_EQ(-EDOM, ret);
			continue;
		}
		ASSERT_EQ(0, ret);
		ASSERT_EQ(number(a) < number(b), order < 0);
		ASSERT_EQ(number(a) > number(b), order > 0);
	}
	ASSERT_EQ(0, gev_float_compare(bits_of(0.0), bits_of(-0.0), &order));
	ASSERT_EQ(0, order);
}

TEST(integers)
{
	unsigned int i;
	double d;
	s64 v, r;
	int ret;

	for (i = 0; i < CASES; i++) {
		v = draw() >> draw() % 64;
		v = i % 2 ? -v : v;
		ASSERT_EQ(bits_of((double)v), gev_float_from_int(v));
		d = number(operand());
		ret = gev_float_to_int(bits_of(d), &r);
		if (!isfinite(d)) {
			ASSERT_EQ(-EDOM, ret);
		} else if (d >= 0x1p63 || d < -0x1p63) {
			ASSERT_EQ(-ERANGE, ret);
		} else {
			ASSERT_EQ(0, ret);
			ASSERT_EQ((s64)d, r);
		}
	}
	ASSERT_EQ(0, gev_float_to_int(bits_of(-0x1p63), &r));
	ASSERT_EQ(INT64_MIN, r);
}

TEST(singles)
{
	unsigned int i;
	u32 bits, got;
	u64 wide;
	float f, g;
	int ret;

	for (i = 0; i < CASES; i++) {
		bits = draw();
		memcpy(&f, &bits, sizeof(f));
		if (!isnan(f))
			ASSERT_EQ(bits_of((double)f), gev_float_from_single(bits));
		/* Numbers between singles, subnormal ones among them */
		wide = i % 2 ? operand() : bits_of((double)f) ^ (draw() & 0xfffffff);
		ret = gev_float_to_single(wide, &got);
		g = number(wide);
		if (!isfinite(number(wide))) {
			ASSERT_EQ(-EDOM, ret);
		} else if (isinf(g)) {
			ASSERT_EQ(-ERANGE, ret);
		} else {
			memcpy(&bits, &g, sizeof(bits));
			ASSERT_EQ(0, ret);
			ASSERT_EQ(bits, got)
				TH_LOG("%a", number(wide));
		}
	}
}

/* Fixed point there and back, against 128-bit integers. */
TEST(scaled)
{
	static const s64 ten[] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
	};
	unsigned int i, scale;
	__int128 want;
	s64 v, r;
	int ret;

	for (i = 0; i < CASES; i++) {
		scale = draw() % 10;
		v = (s64)draw() >> (11 + draw() % 50);
		ret = gev_float_to_scaled(bits_of(v / 1024.0), scale, &r);
		want = (__int128)v * ten[scale];
		want = want < 0 ? -((-want + 512) >> 10) : (want + 512) >> 10;
		if (want > INT64_MAX || want < INT64_MIN) {
			ASSERT_EQ(-ERANGE, ret);
		} else {
			ASSERT_EQ(0, ret);
			ASSERT_EQ((s64)want, r);
		}
		/* Both numbers are exact, so that the CPU rounds once, too. */
		ASSERT_EQ(bits_of((double)v / (double)ten[scale]), gev_float_from_scaled(v, scale));
		v = v >> 3;
		ASSERT_EQ(0, gev_float_to_scaled(gev_float_from_scaled(v, scale), scale, &r));
		ASSERT_EQ(v, r);
	}
	ASSERT_EQ(-ERANGE, gev_float_to_scaled(bits_of(1e19), 0, &r));
	ASSERT_EQ(-EDOM, gev_float_to_scaled(bits_of(INFINITY), 0, &r));
	ASSERT_EQ(0, gev_float_to_scaled(bits_of(0.0005), 3, &r));
	ASSERT_EQ(1, r);
	ASSERT_EQ(0, gev_float_to_scaled(bits_of(-0.0005), 3, &r));
	ASSERT_EQ(-1, r);
	ASSERT_EQ(0, gev_float_to_scaled(bits_of(DBL_MIN), 9, &r));
	ASSERT_EQ(0, r);
}

TEST(powers)
{
	double base, want;
	unsigned int i;
	u64 r;
	int e, ret;

	for (e = -1080; e < 1024; e++) {
		ASSERT_EQ(0, gev_float_pow(bits_of(2), bits_of(e), &r));
		ASSERT_EQ(bits_of(ldexp(1, e)), r);
	}
	for (i = 0; i < CASES / 10; i++) {
		base = number((draw() & 0x800fffffffffffffULL) | (1019 + draw() % 8) << 52);
		e = (int)(draw() % 129) - 64;
		want = pow(base, e);
		ret = gev_float_pow(bits_of(base), bits_of(e), &r);
		ASSERT_EQ(0, ret);
		ASSERT_LE(ulps(number(r), want), 1.0)
			TH_LOG("%a ** %d", base, e);
	}
	EXPECT_EQ(-ERANGE, gev_float_pow(bits_of(2), bits_of(1024), &r));
	EXPECT_EQ(-EDOM, gev_float_pow(bits_of(2), bits_of(0.5), &r));
	EXPECT_EQ(-EDOM, gev_float_pow(bits_of(0), bits_of(-1), &r));
	EXPECT_EQ(0, gev_float_pow(bits_of(0), bits_of(0), &r));
	EXPECT_EQ(bits_of(1), r);
	EXPECT_EQ(0, gev_float_pow(bits_of(-3), bits_of(3), &r));
	EXPECT_EQ(bits_of(-27), r);
}

TEST(logarithm_and_exponential)
{
	double a, want;
	unsigned int i;
	u64 r;

	for (i = 0; i < CASES / 10; i++) {
		a = fabs(number(operand()));
		if (isfinite(a) && a > 0) {
			ASSERT_EQ(0, gev_float_ln(bits_of(a), &r));
			ASSERT_LE(ulps(number(r), log(a)), 2.0)
				TH_LOG("ln %a", a);
		}
		a = fmod(number(operand()), 800);
		want = exp(a);
		if (isfinite(a) && isfinite(want)) {
			ASSERT_EQ(0, gev_float_exp(bits_of(a), &r));
			ASSERT_LE(ulps(number(r), want), 2.0)
				TH_LOG("exp %a", a);
		}
	}
	EXPECT_EQ(-EDOM, gev_float_ln(bits_of(0), &r));
	EXPECT_EQ(-EDOM, gev_float_ln(bits_of(-1), &r));
	EXPECT_EQ(0, gev_float_ln(bits_of(1), &r));
	EXPECT_EQ(0, r);
	EXPECT_EQ(-ERANGE, gev_float_exp(bits_of(710), &r));
	EXPECT_EQ(0, gev_float_exp(bits_of(-1e9), &r));
	EXPECT_EQ(0, r);
}

TEST_HARNESS_MAIN
