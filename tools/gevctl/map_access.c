// SPDX-License-Identifier: GPL-2.0
/*
 * Access of nodes: what a register allows, along the chain of pValue, cut by
 * what is imposed, and switched by pIsImplemented, pIsAvailable, pIsLocked.
 */
#include <errno.h>
#include <string.h>

#include "map_node.h"

static uint32_t mode_mask(const char *mode)
{
	if (mode && !strcmp(mode, "RO"))
		return GEV_ACCESS_READ;
	if (mode && !strcmp(mode, "WO"))
		return GEV_ACCESS_WRITE;
	return GEV_ACCESS_READ | GEV_ACCESS_WRITE;
}

/**
 * map_access_mode() - what a register allows
 * @node: the register
 *
 * Return: "RO", "WO" or "RW".
 */
const char *map_access_mode(const struct genicam_node *node)
{
	return genicam_shared_text(node, "AccessMode") ?: "RO";
}

/* What the node itself allows, before the chain behind it. */
static uint32_t own_mask(const struct genicam_node *node)
{
	uint32_t mask = mode_mask(genicam_shared_text(node, "ImposedAccessMode"));

	if (map_is_register(node))
		mask &= mode_mask(map_access_mode(node));
	if (genicam_is(node, "IntSwissKnife") || genicam_is(node, "SwissKnife"))
		mask &= GEV_ACCESS_READ;
	return mask;
}

/**
 * map_static_access() - what can ever be done with a node
 * @c: the compiler
 * @node: the node
 *
 * Return: GEV_ACCESS_READ and GEV_ACCESS_WRITE, as registers and what is
 * imposed on the way to them allow.
 */
uint32_t map_static_access(const struct map_compiler *c, const struct genicam_node *node)
{
	uint32_t mask = GEV_ACCESS_READ | GEV_ACCESS_WRITE;
	unsigned int i;

	for (i = 0; node && i < MAP_NESTING_MAX; i++) {
		mask &= own_mask(node);
		node = genicam_find(c->genicam, genicam_text(node, "pValue"));
	}
	return mask;
}

/* Mask of the node and of what its value comes from. */
static int emit_mask(struct map_compiler *c, const struct genicam_node *node, GArray *code)
{
	const char *target = genicam_text(node, "pValue");
	uint32_t mask = own_mask(node), sub;
	const struct genicam_node *other;
	int ret;

	if (!target) {
		map_emit_int(&c->build, code, mask);
		return 0;
	}
	other = map_refer(c, node, target);
	ret = other ? map_node_part(c, other, MAP_ACCESS, &sub) : -EINVAL;
	if (ret)
		return ret;
	map_emit(code, GEV_OP_CALL, sub);
	map_emit_int(&c->build, code, mask | GEV_ACCESS_LOCKED);
	map_emit(code, GEV_OP_AND, 0);
	return 0;
}

/* Code that leaves 0 if the condition is not met; -ENOENT without a condition. */
static int emit_condition(struct map_compiler *c, const struct genicam_node *node,
			  const char *tag, GArray *code)
{
	const char *name = genicam_shared_text(node, tag);
	const struct genicam_node *other;

	if (!name)
		return -ENOENT;
	other = map_refer(c, node, name);
	return other ? map_emit_node(c, code, other, MAP_INT) : -EINVAL;
}

/* Locked: what could be written says so instead. @mask: subprogram */
static int emit_locked(struct map_compiler *c, const struct genicam_node *node, uint32_t mask,
		       GArray *code)
{
	unsigned int open;
	int ret;

	map_emit(code, GEV_OP_CALL, mask);
	ret = emit_condition(c, node, "pIsLocked", code);
	if (ret == -ENOENT)
		return 0;
	if (ret)
		return ret;
	open = map_emit_jump(code, GEV_OP_JUMP_ZERO);
	map_emit_int(&c->build, code, GEV_ACCESS_READ | GEV_ACCESS_LOCKED);
	map_emit(code, GEV_OP_AND, 0);
	map_emit(code, GEV_OP_CALL, mask);
	map_emit_int(&c->build, code, GEV_ACCESS_WRITE);
	map_emit(code, GEV_OP_AND, 0);
	map_emit_int(&c->build, code, 1);
	map_emit(code, GEV_OP_SHL, 0);
	map_emit(code, GEV_OP_OR, 0);
	map_land(code, open);
	return 0;
}

/**
 * map_emit_access() - append code for what can be done with a node now
 * @c: the compiler
 * @node: the node
 * @code: to append to
 *
 * Return: 0, or -EINVAL with a sentence in @c->why.
 */
int map_emit_access(struct map_compiler *c, const struct genicam_node *node, GArray *code)
{
	static const char * const condition[] = { "pIsImplemented", "pIsAvailable" };
	unsigned int absent[G_N_ELEMENTS(condition)], n = 0, i;
	GArray *mask = map_code();
	int ret;

	ret = emit_mask(c, node, mask);
	if (ret) {
		g_array_unref(mask);
		return ret;
	}
	for (i = 0; i < G_N_ELEMENTS(condition); i++) {
		ret = emit_condition(c, node, condition[i], code);
		if (!ret)
			absent[n++] = map_emit_jump(code, GEV_OP_JUMP_ZERO);
		else if (ret != -ENOENT)
			break;
	}
	ret = ret == -ENOENT ? 0 : ret;
	i = map_sub_row(&c->build, mask, GEV_MAP_SUB_RESULT);
	if (!ret)
		ret = emit_locked(c, node, i, code);
	if (ret || !n)
		return ret;
	i = map_emit_jump(code, GEV_OP_JUMP);
	while (n)
		map_land(code, absent[--n]);
	map_emit(code, GEV_OP_FAIL, GEV_MAP_ERROR_ABSENT);
	map_land(code, i);
	return 0;
}
