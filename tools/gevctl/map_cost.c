// SPDX-License-Identifier: GPL-2.0
/*
 * What reading a feature costs the kernel at most: access and value, each
 * subprogram and each register once, as the evaluator does it.
 */
#include "map_feature.h"

/* What has been counted. */
struct count {
	struct map_build *b;
	bool *subs;
	bool *registers;
	struct map_cost *cost;
};

static void count_sub(struct count *c, uint32_t sub)
{
	const GArray *code;
	uint32_t op, operand;
	unsigned int i;

	if (sub == GEV_MAP_NONE || c->subs[sub])
		return;
	c->subs[sub] = true;
	code = map_sub_at(c->b, sub)->code;
	c->cost->instructions += code->len;
	for (i = 0; i < code->len; i++) {
		op = GEV_MAP_OP(g_array_index(code, uint32_t, i));
		operand = GEV_MAP_OPERAND(g_array_index(code, uint32_t, i));
		if (op == GEV_OP_CALL) {
			count_sub(c, operand);
		} else if ((op == GEV_OP_GET_REGISTER || op == GEV_OP_GET_REGISTER_AT) &&
			   !c->registers[operand]) {
			c->registers[operand] = true;
			c->cost->registers++;
		}
	}
}

/**
 * map_cost() - what reading a feature costs at most
 * @b: the tables
 * @f: the feature
 * @cost: gets it; registers that are bits of one word count as several
 */
void map_cost(struct map_build *b, const struct map_feature *f, struct map_cost *cost)
{
	struct count c = {
		.b = b,
		.subs = g_new0(bool, b->subs->len + 1),
		.registers = g_new0(bool, b->registers->len + 1),
		.cost = cost,
	};

	*cost = (struct map_cost){ 0 };
	count_sub(&c, f->access);
	count_sub(&c, f->get);
	g_free(c.subs);
	g_free(c.registers);
}
