// SPDX-License-Identifier: GPL-2.0
/*
 * Who may do what with a feature: by its name, and by what writing it writes.
 * The verifier checks the same rules again in the kernel.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "features/view.h"
#include "map_feature.h"
#include "map_sfnc.h"

static void set_role(struct map_features *fs, const char *name, enum gev_role role,
		     bool *taken)
{
	const struct map_candidate *f = g_hash_table_lookup(fs->by_name, name);

	if (!f || !f->row || taken[role])
		return;
	f->row->role = role;
	f->row->fate = GEV_FATE_DRIVER;
	taken[role] = true;
}

/* Kinds that do not fit would make the verifier refuse the whole map. */
static bool role_fits(enum gev_role role, enum gev_feature_kind kind)
{
	switch (role) {
	case GEV_ROLE_ACQUISITION_START:
	case GEV_ROLE_ACQUISITION_STOP:
		return kind == GEV_KIND_COMMAND;
	case GEV_ROLE_PIXEL_FORMAT:
	case GEV_ROLE_ACQUISITION_MODE:
	case GEV_ROLE_STREAM_PROTOCOL:
	case GEV_ROLE_RDMA_PROFILE:
		return kind == GEV_KIND_ENUMERATION;
	case GEV_ROLE_FRAME_RATE:
		return kind == GEV_KIND_FLOAT || kind == GEV_KIND_INTEGER;
	case GEV_ROLE_FRAME_RATE_ENABLE:
		return kind == GEV_KIND_BOOLEAN || kind == GEV_KIND_ENUMERATION;
	case GEV_ROLE_TL_PARAMS_LOCKED:
		return kind == GEV_KIND_INTEGER || kind == GEV_KIND_BOOLEAN;
	case GEV_ROLE_GENDC_DESCRIPTOR:
	case GEV_ROLE_GENDC_FLOW_TABLE:
		return kind == GEV_KIND_REGISTER;
	default:
		return kind == GEV_KIND_INTEGER;
	}
}

static void set_roles(struct map_features *fs)
{
	const struct map_candidate *f;
	bool taken[GEV_ROLES] = { false };
	enum gev_role role;
	const char *name;
	unsigned int i;

	for (i = 0; (name = map_sfnc_role(i, &role)); i++) {
		f = g_hash_table_lookup(fs->by_name, name);
		if (f && f->row && role_fits(role, f->row->kind))
			set_role(fs, name, role, taken);
	}
}

/* What the driver owns can be looked at, where that tells a user something. */
static bool is_status(const struct map_feature *f)
{
	return f->set == GEV_MAP_NONE && f->kind < GEV_KIND_COMMAND &&
	       g_str_has_prefix(f->name, "Acquisition");
}

static void set_fate_by_name(struct map_candidate *f)
{
	struct map_feature *row = f->row;

	if (row->role)
		return;
	switch (gev_name_classify(row->name, row->kind)) {
	case GEV_NAME_OWNED:
		row->fate = is_status(row) ? GEV_FATE_CUSTOM : GEV_FATE_DRIVER;
		break;
	case GEV_NAME_PRIVILEGED:
		row->fate = GEV_FATE_PRIVILEGED;
		break;
	default:
		row->fate = GEV_FATE_CUSTOM;
	}
	if (row->kind == GEV_KIND_REGISTER && row->fate == GEV_FATE_CUSTOM) {
		row->fate = GEV_FATE_PRIVILEGED;
		f->why = f->why ?: g_strdup("raw bytes");
	}
	if (!f->visible && row->fate == GEV_FATE_CUSTOM) {
		row->fate = GEV_FATE_EVALUATED;
		f->why = f->why ?: g_strdup("not visible");
	}
}

/* Registers and variables that a subprogram writes, through those it calls. */
static void own_written(struct map_build *b, uint32_t sub, bool *seen)
{
	const GArray *code = map_sub_at(b, sub)->code;
	uint32_t op, operand;
	unsigned int i;

	if (seen[sub])
		return;
	seen[sub] = true;
	for (i = 0; i < code->len; i++) {
		op = GEV_MAP_OP(g_array_index(code, uint32_t, i));
		operand = GEV_MAP_OPERAND(g_array_index(code, uint32_t, i));
		if (op == GEV_OP_SET_REGISTER || op == GEV_OP_SET_REGISTER_AT)
			g_array_index(b->registers, struct map_register, operand).flags |=
				GEV_MAP_REG_OWNED;
		else if (op == GEV_OP_SET_VARIABLE)
			g_array_index(b->variables, struct map_variable, operand).owned = true;
		else if (op == GEV_OP_CALL)
			own_written(b, operand, seen);
	}
}

static bool share_bits(const struct map_register *a, const struct map_register *b)
{
	if ((a->flags ^ b->flags) & GEV_MAP_REG_OFFSET || a->place != b->place)
		return false;
	if (a->address >= b->address + b->length || b->address >= a->address + a->length)
		return false;
	if (a->address != b->address || a->length != b->length ||
	    (a->flags ^ b->flags) & GEV_MAP_REG_BIG)
		return true;
	return a->lsb < b->lsb + b->bits && b->lsb < a->lsb + a->bits;
}

/* Bits that are the driver's in one row are so in every row. */
static void own_shared(struct map_build *b)
{
	struct map_register *r = (struct map_register *)b->registers->data;
	unsigned int n = b->registers->len, i, k;
	bool more = true;

	for (i = 0; i < n; i++) {
		if (!(r[i].flags & GEV_MAP_REG_OFFSET) &&
		    gev_address_owned(r[i].address, r[i].length))
			r[i].flags |= GEV_MAP_REG_OWNED;
	}
	while (more) {
		more = false;
		for (i = 0; i < n; i++) {
			for (k = 0; r[i].flags & GEV_MAP_REG_OWNED && k < n; k++) {
				if (r[k].flags & GEV_MAP_REG_OWNED || !share_bits(&r[i], &r[k]))
					continue;
				r[k].flags |= GEV_MAP_REG_OWNED;
				more = true;
			}
		}
	}
}

static void own_registers(struct map_features *fs)
{
	struct map_build *b = &fs->compiler->build;
	bool *seen = g_new0(bool, b->subs->len + 1);
	const struct map_feature *f;
	unsigned int i;

	for (i = 0; i < b->features->len; i++) {
		f = b->features->pdata[i];
		if (f->fate == GEV_FATE_DRIVER && f->set != GEV_MAP_NONE)
			own_written(b, f->set, seen);
	}
	g_free(seen);
	own_shared(b);
}

static bool owned(struct map_build *b, uint32_t sub)
{
	return sub != GEV_MAP_NONE && map_sub_at(b, sub)->flags & GEV_MAP_SUB_OWNED;
}

static bool too_much(struct map_build *b, uint32_t sub)
{
	const struct map_sub *s;

	if (sub == GEV_MAP_NONE)
		return false;
	s = map_sub_at(b, sub);
	return s->nesting > GEV_MAP_NESTING_MAX || s->stack > GEV_MAP_STACK_MAX ||
	       s->code->len > GEV_MAP_SUB_CODE_MAX;
}

static bool feature_too_much(struct map_build *b, const struct map_feature *f)
{
	unsigned int i;

	for (i = 0; i < f->entries->len; i++) {
		if (too_much(b, g_array_index(f->entries, struct map_entry, i).available))
			return true;
	}
	return too_much(b, f->access) || too_much(b, f->get) || too_much(b, f->set) ||
	       too_much(b, f->done) || too_much(b, f->min) || too_much(b, f->max) ||
	       too_much(b, f->inc);
}

static void set_fate_by_code(struct map_features *fs, struct map_candidate *f)
{
	struct map_build *b = &fs->compiler->build;

	if (feature_too_much(b, f->row)) {
		g_free(f->why);
		f->why = g_strdup("its formulas are too deep or too long for the kernel");
		map_feature_forget(fs, f);
	} else if (f->row->fate == GEV_FATE_CUSTOM && owned(b, f->row->set)) {
		f->row->fate = GEV_FATE_PRIVILEGED;
		f->why = f->why ?: g_strdup("writes to a register that the driver owns");
	}
}

/**
 * map_fates() - decide what becomes of the features that have a row
 * @fs: the features
 * @why: gets a sentence
 * @why_size: of @why
 *
 * Return: 0, or -E2BIG if the map cannot be kept within its ceilings.
 */
int map_fates(struct map_features *fs, char *why, size_t why_size)
{
	struct map_build *b = &fs->compiler->build;
	struct map_candidate *f;
	unsigned int i;

	set_roles(fs);
	for (i = 0; i < fs->all->len; i++) {
		f = fs->all->pdata[i];
		if (f->row)
			set_fate_by_name(f);
	}
	own_registers(fs);
	map_sums(b);
	for (i = 0; i < fs->all->len; i++) {
		f = fs->all->pdata[i];
		if (f->row)
			set_fate_by_code(fs, f);
	}
	if (b->features->len > GEV_MAP_FEATURES_MAX) {
		snprintf(why, why_size, "%u features are more than %u", b->features->len,
			 GEV_MAP_FEATURES_MAX);
		return -E2BIG;
	}
	return 0;
}
