/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Formulas of GenApi, evaluated while they are read: integers in 64 bits, all
 * else by the processor's floating point. What has no exact meaning is an
 * error, as in the feature map.
 */
#ifndef REFERENCE_FORMULA_H
#define REFERENCE_FORMULA_H

#include <errno.h>
#include <math.h>

#include "reference_xml.h"

/**
 * struct reference_formula - a formula on its way
 * @at: what is left of its text
 * @integer: all numbers are integers
 * @dead: levels of what is read but does not count
 * @error: the first one
 * @lookup: value of a name; -ENOENT
 * @ctx: for @lookup
 */
struct reference_formula {
	const char *at;
	bool integer;
	unsigned int dead;
	int error;
	int (*lookup)(void *ctx, const char *name, struct reference_value *v);
	void *ctx;
};

static struct reference_value reference_integer(gint64 i)
{
	return (struct reference_value){ .i = i };
}

static struct reference_value reference_real(double f)
{
	return (struct reference_value){ .real = true, .f = f };
}

static int reference_to_integer(struct reference_value *v)
{
	if (!v->real)
		return 0;
	if (!isfinite(v->f))
		return -EDOM;
	if (trunc(v->f) < -0x1p63 || trunc(v->f) >= 0x1p63)
		return -ERANGE;
	*v = reference_integer((gint64)v->f);
	return 0;
}

static double reference_to_real(struct reference_value v)
{
	return v.real ? v.f : (double)v.i;
}

static struct reference_value reference_failed(struct reference_formula *f, int error)
{
	if (!f->dead && !f->error)
		f->error = error;
	return reference_integer(0);
}

static struct reference_value reference_choice(struct reference_formula *f);

static bool reference_take(struct reference_formula *f, const char *token)
{
	f->at += strspn(f->at, " \t\r\n");
	if (strncmp(f->at, token, strlen(token)))
		return false;
	f->at += strlen(token);
	return true;
}

static bool reference_true(struct reference_formula *f, struct reference_value v)
{
	if (v.real && !isfinite(v.f))
		reference_failed(f, -EDOM);
	return v.real ? v.f != 0 : v.i != 0;
}

static gint64 reference_bits(struct reference_formula *f, struct reference_value v)
{
	int error = reference_to_integer(&v);

	if (error)
		reference_failed(f, error);
	return v.real ? 0 : v.i;
}

static struct reference_value reference_number(struct reference_formula *f)
{
	const char *start = f->at;
	char *whole, *all;
	double d;
	gint64 i;

	if (start[0] == '0' && (start[1] == 'x' || start[1] == 'X')) {
		i = g_ascii_strtoull(start, &whole, 16);
		f->at = whole;
		return reference_integer(i);
	}
	errno = 0;
	i = g_ascii_strtoull(start, &whole, 10);
	d = g_ascii_strtod(start, &all);
	f->at = all > whole ? all : whole;
	if (all <= whole && !errno)
		return reference_integer(i);
	return f->integer ? reference_integer((gint64)d) : reference_real(d);
}

/* The result of an operation on floats, which had finite operands. */
static struct reference_value reference_finite(struct reference_formula *f, double result)
{
	return isfinite(result) ? reference_real(result) : reference_failed(f, -ERANGE);
}

static struct reference_value reference_call(struct reference_formula *f, const char *name,
					     struct reference_value v)
{
	double d = reference_to_real(v);
	bool whole = !strcmp(name, "ROUND") || !strcmp(name, "TRUNC") ||
		     !strcmp(name, "FLOOR") || !strcmp(name, "CEIL");

	if (!isfinite(d))
		return reference_failed(f, -EDOM);
	if (!v.real && (!strcmp(name, "ABS") || !strcmp(name, "NEG"))) {
		if (v.i == G_MININT64)
			return reference_failed(f, -ERANGE);
		return reference_integer(*name == 'A' ? llabs(v.i) : -v.i);
	}
	if (!v.real && !strcmp(name, "SGN"))
		return reference_integer((v.i > 0) - (v.i < 0));
	if (f->integer && whole)
		return v;
	if (!strcmp(name, "ABS"))
		return reference_real(fabs(d));
	if (!strcmp(name, "NEG"))
		return reference_real(-d);
	if (!strcmp(name, "SGN"))
		return reference_real((d > 0) - (d < 0));
	if (whole)
		return reference_real(*name == 'R' ? round(d) : *name == 'T' ? trunc(d) :
				      *name == 'F' ? floor(d) : ceil(d));
	if (!strcmp(name, "SQRT"))
		return d < 0 ? reference_failed(f, -EDOM) : reference_real(sqrt(d));
	if (!strcmp(name, "LN"))
		return d <= 0 ? reference_failed(f, -EDOM) : reference_real(log(d));
	if (!strcmp(name, "EXP"))
		return reference_finite(f, exp(d));
	return reference_failed(f, -ENOENT);
}

static struct reference_value reference_name(struct reference_formula *f)
{
	struct reference_value v = reference_integer(0);
	const char *start = f->at;
	char name[128];
	bool near;
	int ret = 0;

	while (g_ascii_isalnum(*f->at) || *f->at == '_' || *f->at == '.')
		f->at++;
	g_strlcpy(name, start, MIN(sizeof(name), (gsize)(f->at - start) + 1));
	if (!f->dead)
		ret = f->lookup(f->ctx, name, &v);
	if (!ret && !f->dead) {
		if (f->integer)
			ret = reference_to_integer(&v);
		return ret ? reference_failed(f, ret) : v;
	}
	if (reference_take(f, "(")) {
		v = reference_choice(f);
		if (!reference_take(f, ")"))
			return reference_failed(f, -EINVAL);
		near = v.near || !strcmp(name, "LN") || !strcmp(name, "EXP");
		v = f->dead ? v : reference_call(f, name, v);
		v.near = near;
		return v;
	}
	if (!strcmp(name, "PI") || !strcmp(name, "E"))
		return reference_real(*name == 'E' ? G_E : G_PI);
	return reference_failed(f, ret);
}

static struct reference_value reference_primary(struct reference_formula *f)
{
	struct reference_value v;

	if (reference_take(f, "(")) {
		v = reference_choice(f);
		return reference_take(f, ")") ? v : reference_failed(f, -EINVAL);
	}
	if (reference_take(f, "-"))
		return reference_call(f, "NEG", reference_primary(f));
	if (reference_take(f, "+"))
		return reference_primary(f);
	if (reference_take(f, "~"))
		return reference_integer(~reference_bits(f, reference_primary(f)));
	if (g_ascii_isdigit(*f->at) || *f->at == '.')
		return reference_number(f);
	if (g_ascii_isalpha(*f->at) || *f->at == '_')
		return reference_name(f);
	return reference_failed(f, -EINVAL);
}

static struct reference_value reference_whole_power(struct reference_formula *f, gint64 a,
						    gint64 b)
{
	gint64 r = 1;

	if (b < 0)
		return reference_failed(f, -EDOM);
	if (a == 0 || a == 1 || a == -1)
		return reference_integer(!b || a == 1 ? 1 : !a ? 0 : b % 2 ? -1 : 1);
	while (b-- > 0) {
		if (__builtin_mul_overflow(r, a, &r))
			return reference_failed(f, -ERANGE);
	}
	return reference_integer(r);
}

static struct reference_value reference_whole(struct reference_formula *f, char op, gint64 a,
					      gint64 b)
{
	bool overflow = false;
	gint64 r = 0;

	switch (op) {
	case '+':
		overflow = __builtin_add_overflow(a, b, &r);
		break;
	case '-':
		overflow = __builtin_sub_overflow(a, b, &r);
		break;
	case '*':
		overflow = __builtin_mul_overflow(a, b, &r);
		break;
	case 'p':
		return reference_whole_power(f, a, b);
	default:
		if (!b)
			return reference_failed(f, -EDOM);
		if (b == -1 && op == '/')
			overflow = __builtin_sub_overflow((gint64)0, a, &r);
		else if (b != -1)
			r = op == '/' ? a / b : a % b;
	}
	return overflow ? reference_failed(f, -ERANGE) : reference_integer(r);
}

/* + - * / and p for power; % is of integers always. */
static struct reference_value reference_arithmetic(struct reference_formula *f, char op,
						   struct reference_value x,
						   struct reference_value y)
{
	double a = reference_to_real(x), b = reference_to_real(y);

	if (f->integer || op == '%')
		return reference_whole(f, op, reference_bits(f, x), reference_bits(f, y));
	if (!isfinite(a) || !isfinite(b))
		return reference_failed(f, -EDOM);
	switch (op) {
	case '+':
		return reference_finite(f, a + b);
	case '-':
		return reference_finite(f, a - b);
	case '*':
		return reference_finite(f, a * b);
	case '/':
		return b == 0 ? reference_failed(f, -EDOM) : reference_finite(f, a / b);
	default:
		x = reference_finite(f, pow(a, b));
		x.near = a != 2 && (a != floor(a) || b < 0 || fabs(x.f) >= 0x1p53);
		return x;
	}
}

static struct reference_value reference_bitwise(struct reference_formula *f, char op,
						struct reference_value x,
						struct reference_value y)
{
	gint64 a = reference_bits(f, x), b = reference_bits(f, y);

	switch (op) {
	case '&':
		return reference_integer(a & b);
	case '|':
		return reference_integer(a | b);
	case '^':
		return reference_integer(a ^ b);
	}
	if (b < 0 || b > 63)
		return reference_failed(f, -EDOM);
	return reference_integer(op == 'l' ? (gint64)((guint64)a << b) : a >> b);
}

/* = n(ot equal) < > s(maller or equal) g(reater or equal) */
static struct reference_value reference_comparison(struct reference_formula *f, char op,
						   struct reference_value x,
						   struct reference_value y)
{
	double a = reference_to_real(x), b = reference_to_real(y);
	int order = (a > b) - (a < b);

	if (!isfinite(a) || !isfinite(b))
		return reference_failed(f, -EDOM);
	if (!x.real && !y.real)
		order = (x.i > y.i) - (x.i < y.i);
	return reference_integer(op == '=' ? order == 0 : op == 'n' ? order != 0 :
				 op == '<' ? order < 0 : op == '>' ? order > 0 :
				 op == 's' ? order <= 0 : order >= 0);
}

/* Binary operators; a higher level binds more. */
static const struct reference_operator {
	const char *text;
	unsigned int level;
	char op;
} reference_operators[] = {
	{ "**", 11, 'p' }, { "*", 10, '*' }, { "/", 10, '/' }, { "%", 10, '%' },
	{ "+", 9, '+' }, { "-", 9, '-' }, { "<<", 8, 'l' }, { ">>", 8, 'r' },
	{ "<=", 7, 's' }, { ">=", 7, 'g' }, { "<>", 6, 'n' }, { "<", 7, '<' }, { ">", 7, '>' },
	{ "==", 6, '=' }, { "=", 6, '=' }, { "!=", 6, 'n' }, { "&&", 2, 'a' }, { "||", 1, 'o' },
	{ "&", 5, '&' }, { "^", 4, '^' }, { "|", 3, '|' },
};

static const struct reference_operator *reference_peek(struct reference_formula *f)
{
	unsigned int i;

	f->at += strspn(f->at, " \t\r\n");
	for (i = 0; i < G_N_ELEMENTS(reference_operators); i++) {
		if (g_str_has_prefix(f->at, reference_operators[i].text))
			return &reference_operators[i];
	}
	return NULL;
}

static struct reference_value reference_apply(struct reference_formula *f, char op,
					      struct reference_value a,
					      struct reference_value b)
{
	bool near = a.near || b.near;

	if (f->dead || f->error)
		return reference_integer(0);
	if (strchr("+-*/%p", op)) {
		a = reference_arithmetic(f, op, a, b);
		a.near |= near;
		return a;
	}
	if (strchr("&|^lr", op))
		return reference_bitwise(f, op, a, b);
	if (strchr("ao", op))
		return reference_integer(op == 'a' ? reference_true(f, a) && reference_true(f, b) :
					 reference_true(f, a) || reference_true(f, b));
	return reference_comparison(f, op, a, b);
}

/* Operators of @level and above; ** from right to left, all others from left to right. */
static struct reference_value reference_binary(struct reference_formula *f, unsigned int level)
{
	struct reference_value a = reference_primary(f), b;
	const struct reference_operator *o;
	bool settled;

	while (!f->error && (o = reference_peek(f)) && o->level >= level) {
		f->at += strlen(o->text);
		/* What comes after a settled && or || does not count. */
		settled = !f->dead && ((o->op == 'a' && !reference_true(f, a)) ||
				       (o->op == 'o' && reference_true(f, a)));
		f->dead += settled;
		b = reference_binary(f, o->level + (o->op != 'p'));
		f->dead -= settled;
		a = settled ? reference_integer(o->op == 'o') : reference_apply(f, o->op, a, b);
	}
	return a;
}

static struct reference_value reference_choice(struct reference_formula *f)
{
	struct reference_value condition = reference_binary(f, 1), yes, no;
	bool is;

	if (f->error || !reference_take(f, "?"))
		return condition;
	is = !f->dead && reference_true(f, condition);
	f->dead += !is;
	yes = reference_choice(f);
	f->dead -= !is;
	if (!reference_take(f, ":"))
		return reference_failed(f, -EINVAL);
	f->dead += is;
	no = reference_choice(f);
	f->dead -= is;
	return is ? yes : no;
}

/* The value of a formula: 0 or -errno. */
static int reference_formula_run(struct reference_formula *f, const char *text,
				 struct reference_value *v)
{
	f->at = text;
	*v = reference_choice(f);
	f->at += strspn(f->at, " \t\r\n");
	if (!f->error && *f->at)
		f->error = -EINVAL;
	if (f->error)
		return f->error;
	if (f->integer)
		return reference_to_integer(v);
	v->f = reference_to_real(*v);
	v->real = true;
	return 0;
}

#endif /* REFERENCE_FORMULA_H */
