// SPDX-License-Identifier: GPL-2.0
/* Arithmetic of feature maps: one operation at a time. */
#include "eval.h"
#include "float.h"

static int integer_power(s64 a, s64 b, s64 *r)
{
	*r = 1;
	if (b < 0)
		return -EDOM;
	if (a >= -1 && a <= 1)
		b = a == 1 ? 0 : min_t(s64, b, 2 - (b & 1));
	for (; b; b--) {
		if (check_mul_overflow(*r, a, r))
			return -ERANGE;
	}
	return 0;
}

static int divide(u32 op, s64 a, s64 b, s64 *r)
{
	if (!b)
		return -EDOM;
	if (b == -1) {	/* the CPU traps on the smallest number */
		*r = 0;
		return op == GEV_OP_DIV && check_sub_overflow((s64)0, a, r) ? -ERANGE : 0;
	}
	*r = op == GEV_OP_DIV ? a / b : a % b;
	return 0;
}

static int shift(u32 op, s64 a, s64 b, s64 *r)
{
	if (b < 0 || b > 63)
		return -EDOM;
	*r = op == GEV_OP_SHL ? (s64)((u64)a << b) : a >> b;
	return 0;
}

static int integer_arithmetic(u32 op, s64 a, s64 b, s64 *r)
{
	switch (op) {
	case GEV_OP_ADD:
		return check_add_overflow(a, b, r) ? -ERANGE : 0;
	case GEV_OP_SUB:
		return check_sub_overflow(a, b, r) ? -ERANGE : 0;
	case GEV_OP_MUL:
		return check_mul_overflow(a, b, r) ? -ERANGE : 0;
	case GEV_OP_DIV:
	case GEV_OP_MOD:
		return divide(op, a, b, r);
	case GEV_OP_POW:
		return integer_power(a, b, r);
	case GEV_OP_SHL:
	case GEV_OP_SHR:
		return shift(op, a, b, r);
	case GEV_OP_MIN:
		*r = min(a, b);
		return 0;
	default:
		*r = max(a, b);
		return 0;
	}
}

static u64 bitwise(u32 op, u64 a, u64 b)
{
	switch (op) {
	case GEV_OP_AND:
		return a & b;
	case GEV_OP_OR:
		return a | b;
	default:
		return a ^ b;
	}
}

/* @order: negative, 0 or positive, as a is to b; @op: of integers or floats */
static bool compare(u32 op, int order)
{
	switch (op) {
	case GEV_OP_EQ:
	case GEV_OP_FEQ:
		return !order;
	case GEV_OP_NE:
	case GEV_OP_FNE:
		return order;
	case GEV_OP_LT:
	case GEV_OP_FLT:
		return order < 0;
	case GEV_OP_LE:
	case GEV_OP_FLE:
		return order <= 0;
	case GEV_OP_GT:
	case GEV_OP_FGT:
		return order > 0;
	default:
		return order >= 0;
	}
}

static int integer_unary(u32 op, s64 a, s64 *r)
{
	switch (op) {
	case GEV_OP_NEG:
		return check_sub_overflow((s64)0, a, r) ? -ERANGE : 0;
	case GEV_OP_ABS:
		*r = a;
		return a < 0 && check_sub_overflow((s64)0, a, r) ? -ERANGE : 0;
	case GEV_OP_NOT:
		*r = ~a;
		return 0;
	case GEV_OP_BOOL:
		*r = !!a;
		return 0;
	case GEV_OP_SGN:
		*r = (a > 0) - (a < 0);
		return 0;
	default:
		*r = gev_float_from_int(a);
		return 0;
	}
}

static int float_binary(u32 op, u64 a, u64 b, u64 *r)
{
	int order, ret;

	switch (op) {
	case GEV_OP_FADD:
		return gev_float_add(a, b, r);
	case GEV_OP_FSUB:
		return gev_float_sub(a, b, r);
	case GEV_OP_FMUL:
		return gev_float_mul(a, b, r);
	case GEV_OP_FDIV:
		return gev_float_div(a, b, r);
	case GEV_OP_FPOW:
		return gev_float_pow(a, b, r);
	}
	ret = gev_float_compare(a, b, &order);
	if (ret)
		return ret;
	if (op == GEV_OP_FMIN)
		*r = order <= 0 ? a : b;
	else if (op == GEV_OP_FMAX)
		*r = order >= 0 ? a : b;
	else
		*r = compare(op, order);
	return 0;
}

static int float_sign(u32 op, u64 a, u64 *r)
{
	int order, ret;

	ret = gev_float_compare(a, 0, &order);
	if (ret)
		return ret;
	switch (op) {
	case GEV_OP_FNEG:
		*r = a ^ 1ULL << 63;
		return 0;
	case GEV_OP_FABS:
		*r = a & ~(1ULL << 63);
		return 0;
	case GEV_OP_FSGN:
		*r = gev_float_from_int(order);
		return 0;
	default:
		*r = !!order;
		return 0;
	}
}

static int float_unary(u32 op, u64 a, u64 *r)
{
	s64 v = 0;
	int ret;

	switch (op) {
	case GEV_OP_FROUND:
		return gev_float_round(a, GEV_FLOAT_ROUND, r);
	case GEV_OP_FTRUNC:
		return gev_float_round(a, GEV_FLOAT_TRUNC, r);
	case GEV_OP_FFLOOR:
		return gev_float_round(a, GEV_FLOAT_FLOOR, r);
	case GEV_OP_FCEIL:
		return gev_float_round(a, GEV_FLOAT_CEIL, r);
	case GEV_OP_FSQRT:
		return gev_float_sqrt(a, r);
	case GEV_OP_FLN:
		return gev_float_ln(a, r);
	case GEV_OP_FEXP:
		return gev_float_exp(a, r);
	case GEV_OP_TO_INT:
		ret = gev_float_to_int(a, &v);
		*r = v;
		return ret;
	default:
		return float_sign(op, a, r);
	}
}

/**
 * gev_eval_operate() - one arithmetic operation
 * @op: GEV_OP_ADD or one behind it
 * @a: the only operand, or the first one
 * @b: the second operand
 * @r: gets the result
 *
 * Context: any.
 * Return: 0, -EDOM where there is no result, -ERANGE where it does not fit.
 */
int gev_eval_operate(u32 op, u64 a, u64 b, u64 *r)
{
	s64 v = 0;
	int ret;

	if (op >= GEV_OP_FNEG)
		return float_unary(op, a, r);
	if (op >= GEV_OP_FADD)
		return float_binary(op, a, b, r);
	if (op >= GEV_OP_NEG) {
		ret = integer_unary(op, a, &v);
	} else if (op >= GEV_OP_AND && op <= GEV_OP_XOR) {
		v = bitwise(op, a, b);
		ret = 0;
	} else if (op >= GEV_OP_EQ && op <= GEV_OP_GE) {
		v = compare(op, ((s64)a > (s64)b) - ((s64)a < (s64)b));
		ret = 0;
	} else {
		ret = integer_arithmetic(op, a, b, &v);
	}
	*r = v;
	return ret;
}
