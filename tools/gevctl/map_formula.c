// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "map_formula.h"

#define DEPTH_MAX	200	/* brackets and named expressions in each other */
#define TERMS_MAX	8192	/* of one formula */

enum term_kind {
	TERM_NUMBER,
	TERM_CODE,	/* a variable */
	TERM_UNARY,
	TERM_BINARY,
	TERM_AND,
	TERM_OR,
	TERM_CHOICE,
};

/* A node of the tree. Operations are named by their integer form. */
struct term {
	enum term_kind kind;
	enum map_type type;
	enum gev_map_op op;
	union {
		int64_t i;
		double f;
	} number;
	GArray *code;
	struct term *arg[3];
};

struct parser {
	struct map_scope *scope;
	const char *at;
	unsigned int depth;
	GPtrArray *terms;	/* all of them, to be freed */
	int error;
};

static void free_term(void *p)
{
	struct term *t = p;

	if (t->code)
		g_array_unref(t->code);
	g_free(t);
}

static struct term *new_term(struct parser *p, enum term_kind kind, enum map_type type)
{
	struct term *t = g_new0(struct term, 1);

	t->kind = kind;
	t->type = type;
	g_ptr_array_add(p->terms, t);
	return t;
}

static struct term *complain(struct parser *p, const char *what, const char *where)
{
	if (!p->error) {
		p->error = -EINVAL;
		if (!*p->scope->why)
			*p->scope->why = g_strdup_printf("formula: %s at \"%.20s\"", what, where);
	}
	/* Something to go on with; nobody looks at it. */
	return new_term(p, TERM_NUMBER, MAP_INT);
}

static void skip_blanks(struct parser *p)
{
	while (g_ascii_isspace(*p->at))
		p->at++;
}

static bool take(struct parser *p, const char *token)
{
	skip_blanks(p);
	if (strncmp(p->at, token, strlen(token)))
		return false;
	p->at += strlen(token);
	return true;
}

static struct term *parse_choice(struct parser *p);

/* What GenApi says of operands: bits are of integers, quotients of floats. */
static enum map_type result_type(const struct parser *p, enum gev_map_op op, enum map_type a)
{
	if (p->scope->type == MAP_INT || (op >= GEV_OP_EQ && op <= GEV_OP_GE) ||
	    (op >= GEV_OP_AND && op <= GEV_OP_SHR) || op == GEV_OP_MOD || op == GEV_OP_NOT)
		return MAP_INT;
	if (op == GEV_OP_NEG || op == GEV_OP_ABS || op == GEV_OP_SGN)
		return a;
	return MAP_FLOAT;
}

static struct term *unary(struct parser *p, enum gev_map_op op, struct term *a)
{
	struct term *t = new_term(p, TERM_UNARY, result_type(p, op, a->type));

	t->op = op;
	t->arg[0] = a;
	return t;
}

static struct term *binary(struct parser *p, enum term_kind kind, enum gev_map_op op,
			   struct term *a, struct term *b)
{
	struct term *t = new_term(p, kind, result_type(p, op, a->type));

	if (kind != TERM_BINARY)
		t->type = MAP_INT;
	t->op = op;
	t->arg[0] = a;
	t->arg[1] = b;
	return t;
}

static struct term *parse_number(struct parser *p)
{
	struct term *t = new_term(p, TERM_NUMBER, MAP_INT);
	char *int_end, *float_end = NULL;
	uint64_t i;
	double f = 0;
	int base = p->at[0] == '0' && (p->at[1] | 32) == 'x' ? 16 : 10;

	errno = 0;
	i = g_ascii_strtoull(p->at, &int_end, base);
	if (base == 10)
		f = g_ascii_strtod(p->at, &float_end);
	if (float_end > int_end || errno) {
		t->type = MAP_FLOAT;
		t->number.f = f;
		if (p->scope->type == MAP_INT) {
			t->type = MAP_INT;
			t->number.i = f > -9e18 && f < 9e18 ? (int64_t)f : 0;
		}
		int_end = float_end;
	} else {
		t->number.i = i;
	}
	if (int_end == p->at)
		return complain(p, "no number", p->at);
	p->at = int_end;
	return t;
}

/* Functions of one argument; those of floats have codes that integers have not. */
static const struct {
	const char *name;
	enum gev_map_op op;
} function[] = {
	{ "ABS", GEV_OP_ABS }, { "NEG", GEV_OP_NEG }, { "SGN", GEV_OP_SGN },
	{ "ROUND", GEV_OP_FROUND }, { "TRUNC", GEV_OP_FTRUNC }, { "FLOOR", GEV_OP_FFLOOR },
	{ "CEIL", GEV_OP_FCEIL }, { "SQRT", GEV_OP_FSQRT }, { "LN", GEV_OP_FLN },
	{ "EXP", GEV_OP_FEXP },
};

static struct term *parse_function(struct parser *p, const char *name)
{
	const char *start = p->at;
	struct term *a;
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(function); i++) {
		if (!g_ascii_strcasecmp(name, function[i].name))
			break;
	}
	if (i == G_N_ELEMENTS(function) || !take(p, "("))
		return complain(p, "unknown name", name);
	a = parse_choice(p);
	if (!take(p, ")"))
		return complain(p, "no end of the function", start);
	/* An integer is whole already. */
	if (function[i].op >= GEV_OP_FROUND && function[i].op <= GEV_OP_FCEIL &&
	    p->scope->type == MAP_INT)
		return a;
	if (function[i].op > GEV_OP_FCEIL && p->scope->type == MAP_INT)
		return complain(p, "function of floats in an integer formula", name);
	return unary(p, function[i].op, a);
}

/* A named expression is parsed where it is used. */
static struct term *parse_inside(struct parser *p, const char *text)
{
	const char *after = p->at;
	struct term *t;

	if (p->depth >= DEPTH_MAX)
		return complain(p, "expressions within expressions", text);
	p->depth++;
	p->at = text;
	t = parse_choice(p);
	skip_blanks(p);
	if (*p->at)
		return complain(p, "nothing makes sense", p->at);
	p->at = after;
	p->depth--;
	return t;
}

static struct term *parse_name(struct parser *p)
{
	struct map_scope *scope = p->scope;
	const char *start = p->at, *text;
	enum map_type type = MAP_INT;
	struct term *t;
	GArray *code;
	char *name;
	int ret;

	while (g_ascii_isalnum(*p->at) || *p->at == '_' || *p->at == '.' ||
	       (*p->at == ':' && p->at[1] == ':' && ++p->at))
		p->at++;
	name = g_strndup(start, p->at - start);
	text = scope->expression(scope->ctx, name);
	code = map_code();
	ret = text ? -ENOENT : scope->variable(scope->ctx, name, code, &type);
	if (text) {
		t = parse_inside(p, text);
	} else if (!ret) {
		map_convert(code, type, scope->type == MAP_INT ? MAP_INT : type);
		t = new_term(p, TERM_CODE, scope->type == MAP_INT ? MAP_INT : type);
		t->code = g_array_ref(code);
	} else if (ret != -ENOENT) {
		p->error = p->error ?: ret;
		t = complain(p, "", "");
	} else if (!strcmp(name, "PI") || !strcmp(name, "E")) {
		t = new_term(p, TERM_NUMBER, MAP_FLOAT);
		t->number.f = *name == 'E' ? G_E : G_PI;
		if (scope->type == MAP_INT)
			t = complain(p, "no integer", name);
	} else {
		t = parse_function(p, name);
	}
	g_array_unref(code);
	g_free(name);
	return t;
}

static struct term *parse_primary(struct parser *p)
{
	struct term *t;

	skip_blanks(p);
	if (p->error || p->terms->len > TERMS_MAX || p->depth >= DEPTH_MAX)
		return complain(p, "too long", p->at);
	if (g_ascii_isdigit(*p->at) || (*p->at == '.' && g_ascii_isdigit(p->at[1])))
		return parse_number(p);
	if (g_ascii_isalpha(*p->at) || *p->at == '_')
		return parse_name(p);
	p->depth++;
	if (take(p, "(")) {
		t = parse_choice(p);
		if (!take(p, ")"))
			t = complain(p, "no closing bracket", p->at);
	} else if (take(p, "-")) {
		t = unary(p, GEV_OP_NEG, parse_primary(p));
	} else if (take(p, "+")) {
		t = parse_primary(p);
	} else if (take(p, "~")) {
		t = unary(p, GEV_OP_NOT, parse_primary(p));
	} else {
		t = complain(p, "no value", p->at);
	}
	p->depth--;
	return t;
}

static struct term *parse_power(struct parser *p)
{
	struct term *base = parse_primary(p), *exponent;

	if (!take(p, "**"))
		return base;
	p->depth++;
	if (p->depth >= DEPTH_MAX)
		return complain(p, "too long", p->at);
	exponent = parse_power(p);	/* from right to left */
	p->depth--;
	return binary(p, TERM_BINARY, GEV_OP_POW, base, exponent);
}

/* Operators by rising precedence; longer ones first. "<>" is not equal. */
static const struct {
	unsigned int level;
	const char *text;
	enum term_kind kind;
	enum gev_map_op op;
} operator[] = {
	{ 0, "||", TERM_OR, 0 },
	{ 1, "&&", TERM_AND, 0 },
	{ 2, "|", TERM_BINARY, GEV_OP_OR },
	{ 3, "^", TERM_BINARY, GEV_OP_XOR },
	{ 4, "&", TERM_BINARY, GEV_OP_AND },
	{ 5, "<>", TERM_BINARY, GEV_OP_NE },
	{ 5, "!=", TERM_BINARY, GEV_OP_NE },
	{ 5, "==", TERM_BINARY, GEV_OP_EQ },
	{ 5, "=", TERM_BINARY, GEV_OP_EQ },
	{ 6, "<=", TERM_BINARY, GEV_OP_LE },
	{ 6, ">=", TERM_BINARY, GEV_OP_GE },
	{ 6, "<", TERM_BINARY, GEV_OP_LT },
	{ 6, ">", TERM_BINARY, GEV_OP_GT },
	{ 7, "<<", TERM_BINARY, GEV_OP_SHL },
	{ 7, ">>", TERM_BINARY, GEV_OP_SHR },
	{ 8, "+", TERM_BINARY, GEV_OP_ADD },
	{ 8, "-", TERM_BINARY, GEV_OP_SUB },
	{ 9, "*", TERM_BINARY, GEV_OP_MUL },
	{ 9, "/", TERM_BINARY, GEV_OP_DIV },
	{ 9, "%", TERM_BINARY, GEV_OP_MOD },
};

#define LEVELS	10

/* An operator of this level that is not the beginning of another one. */
static int find_operator(struct parser *p, unsigned int level)
{
	static const char * const longer[] = { "||", "&&", "<<", ">>", "<>", "<=", ">=", "**" };
	unsigned int i, k;

	skip_blanks(p);
	for (i = 0; i < G_N_ELEMENTS(operator); i++) {
		if (operator[i].level != level ||
		    strncmp(p->at, operator[i].text, strlen(operator[i].text)))
			continue;
		for (k = 0; k < G_N_ELEMENTS(longer) && !operator[i].text[1]; k++) {
			if (!strncmp(p->at, longer[k], 2))
				return -1;
		}
		return i;
	}
	return -1;
}

static struct term *parse_level(struct parser *p, unsigned int level)
{
	struct term *t;
	int i;

	if (level == LEVELS)
		return parse_power(p);
	t = parse_level(p, level + 1);
	while (!p->error && (i = find_operator(p, level)) >= 0) {
		p->at += strlen(operator[i].text);
		t = binary(p, operator[i].kind, operator[i].op, t, parse_level(p, level + 1));
	}
	return t;
}

static struct term *parse_choice(struct parser *p)
{
	struct term *condition = parse_level(p, 0), *t;

	if (!take(p, "?"))
		return condition;
	if (++p->depth >= DEPTH_MAX)
		return complain(p, "too long", p->at);
	t = new_term(p, TERM_CHOICE, MAP_INT);
	t->arg[0] = condition;
	t->arg[1] = parse_choice(p);
	if (!take(p, ":"))
		return complain(p, "no ':'", p->at);
	t->arg[2] = parse_choice(p);
	if (t->arg[1]->type == MAP_FLOAT || t->arg[2]->type == MAP_FLOAT)
		t->type = MAP_FLOAT;
	p->depth--;
	return t;
}

/**
 * map_convert() - append a conversion of the value on top
 * @code: to append to
 * @from: its type
 * @to: the type it shall have
 */
void map_convert(GArray *code, enum map_type from, enum map_type to)
{
	if (from != to)
		map_emit(code, to == MAP_FLOAT ? GEV_OP_TO_FLOAT : GEV_OP_TO_INT, 0);
}

static void generate(struct map_scope *scope, const struct term *t, enum map_type want,
		     GArray *code);

static void generate_truth(struct map_scope *scope, const struct term *t, GArray *code)
{
	generate(scope, t, t->type, code);
	map_emit(code, t->type == MAP_FLOAT ? GEV_OP_FBOOL : GEV_OP_BOOL, 0);
}

static void generate_number(struct map_scope *scope, const struct term *t, enum map_type want,
			    GArray *code)
{
	double f = t->type == MAP_FLOAT ? t->number.f : (double)t->number.i;
	uint64_t bits;

	if (want == MAP_FLOAT) {
		memcpy(&bits, &f, sizeof(bits));
		map_emit_bits(scope->build, code, bits);
	} else {
		map_emit_int(scope->build, code,
			     t->type == MAP_INT ? t->number.i : (int64_t)t->number.f);
	}
}

/* The operation for floats that stands beside one for integers. */
static enum gev_map_op float_op(enum gev_map_op op)
{
	switch (op) {
	case GEV_OP_ADD:
		return GEV_OP_FADD;
	case GEV_OP_SUB:
		return GEV_OP_FSUB;
	case GEV_OP_MUL:
		return GEV_OP_FMUL;
	case GEV_OP_DIV:
		return GEV_OP_FDIV;
	case GEV_OP_POW:
		return GEV_OP_FPOW;
	case GEV_OP_NEG:
		return GEV_OP_FNEG;
	case GEV_OP_ABS:
		return GEV_OP_FABS;
	case GEV_OP_SGN:
		return GEV_OP_FSGN;
	default:
		return op >= GEV_OP_EQ && op <= GEV_OP_GE ? op - GEV_OP_EQ + GEV_OP_FEQ : op;
	}
}

/* Type that an operation's operands are brought to. */
static enum map_type operand_type(const struct term *t)
{
	if (t->op >= GEV_OP_EQ && t->op <= GEV_OP_GE)
		return t->arg[0]->type == MAP_FLOAT || t->arg[1]->type == MAP_FLOAT ?
		       MAP_FLOAT : MAP_INT;
	return t->type;
}

static void generate_operation(struct map_scope *scope, const struct term *t, GArray *code)
{
	enum map_type type = operand_type(t);

	generate(scope, t->arg[0], type, code);
	if (t->kind == TERM_BINARY)
		generate(scope, t->arg[1], type, code);
	map_emit(code, type == MAP_FLOAT ? float_op(t->op) : t->op, 0);
}

/* a && b: a ? !!b : 0; a || b: a ? 1 : !!b */
static void generate_logic(struct map_scope *scope, const struct term *t, GArray *code)
{
	unsigned int no, end;

	generate_truth(scope, t->arg[0], code);
	no = map_emit_jump(code, GEV_OP_JUMP_ZERO);
	if (t->kind == TERM_AND)
		generate_truth(scope, t->arg[1], code);
	else
		map_emit_int(scope->build, code, 1);
	end = map_emit_jump(code, GEV_OP_JUMP);
	map_land(code, no);
	if (t->kind == TERM_OR)
		generate_truth(scope, t->arg[1], code);
	else
		map_emit_int(scope->build, code, 0);
	map_land(code, end);
}

static void generate_choice(struct map_scope *scope, const struct term *t, enum map_type want,
			    GArray *code)
{
	unsigned int no, end;

	generate_truth(scope, t->arg[0], code);
	no = map_emit_jump(code, GEV_OP_JUMP_ZERO);
	generate(scope, t->arg[1], want, code);
	end = map_emit_jump(code, GEV_OP_JUMP);
	map_land(code, no);
	generate(scope, t->arg[2], want, code);
	map_land(code, end);
}

static void generate(struct map_scope *scope, const struct term *t, enum map_type want,
		     GArray *code)
{
	switch (t->kind) {
	case TERM_NUMBER:
		generate_number(scope, t, want, code);
		return;
	case TERM_CHOICE:
		generate_choice(scope, t, want, code);
		return;
	case TERM_CODE:
		g_array_append_vals(code, t->code->data, t->code->len);
		break;
	case TERM_AND:
	case TERM_OR:
		generate_logic(scope, t, code);
		break;
	default:
		generate_operation(scope, t, code);
	}
	map_convert(code, t->type, want);
}

/**
 * map_formula() - compile a formula
 * @scope: what names stand for
 * @text: the formula
 * @code: gets code that leaves its value
 *
 * Return: 0, or -errno with a sentence in @scope->why.
 */
int map_formula(struct map_scope *scope, const char *text, GArray *code)
{
	struct parser p = { .scope = scope, .at = text };
	struct term *t;

	p.terms = g_ptr_array_new_with_free_func(free_term);
	t = parse_choice(&p);
	skip_blanks(&p);
	if (!p.error && *p.at)
		complain(&p, "nothing makes sense", p.at);
	if (!p.error)
		generate(scope, t, scope->type, code);
	g_ptr_array_unref(p.terms);
	return p.error;
}
