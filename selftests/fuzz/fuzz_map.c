// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz target of features/: the input is a feature map. What the verifier
 * takes is evaluated, all of it, over a camera that answers nonsense.
 */
#include "fuzz.h"

#include <linux/gev_cids.h>

#include "features/view.h"
#include "../unit/map_sample.h"

/* What the camera answers follows from this. */
static u32 nonsense;
static unsigned int reads;
static bool owner;
static bool pretended;

static int port_read(void *ctx, u64 address, void *data, u32 len)
{
	u32 state = nonsense ^ address, word;
	u32 i;

	FUZZ_CHECK(address % 4 == 0 && len % 4 == 0 && len && len <= GEV_PORT_BYTES_MAX);
	FUZZ_CHECK(address + len <= 1ULL << 32);
	FUZZ_CHECK(++reads <= GEV_MAP_READS_MAX);
	for (i = 0; i < len; i += 4) {
		word = fuzz_random(&state);
		/* Small numbers lead further than large ones. */
		word &= word & 0x10000 ? 0x03000000 : 0xffffffff;
		memcpy((u8 *)data + i, &word, 4);
	}
	return nonsense % 61 ? 0 : -ETIMEDOUT;
}

static int port_write(void *ctx, u64 address, const void *data, u32 len)
{
	FUZZ_CHECK(address % 4 == 0 && len % 4 == 0 && len && len <= GEV_PORT_BYTES_MAX);
	FUZZ_CHECK(address + len <= 1ULL << 32);
	/* An unaligned write takes bytes around it along, but only as they are. */
	FUZZ_CHECK(owner || len > 4 || !gev_address_owned(address, len) ||
		   !gev_address_owned(address + 3, 1) || !gev_address_owned(address, 1));
	FUZZ_CHECK(!pretended);
	nonsense += len;
	return 0;
}

static void check_return(int ret)
{
	FUZZ_CHECK(ret <= 0);
	FUZZ_CHECK(!ret || ret == -EACCES || ret == -ENODATA || ret == -ERANGE || ret == -EDOM ||
		   ret == -EINVAL || ret == -EPERM || ret == -E2BIG || ret == -ETIMEDOUT);
}

static void evaluate_value(struct gev_features *fs, unsigned int i, const struct gev_feature *f)
{
	struct gev_limits l = { .inc = 1 };
	s64 v = 0;
	u64 bits;

	reads = 0;
	check_return(gev_feature_read(fs, i, &v));
	reads = 0;
	check_return(gev_feature_read_double_bits(fs, i, &bits));
	reads = 0;
	if (!gev_feature_limits(fs, i, &l)) {
		FUZZ_CHECK(l.min <= l.max && l.inc >= 1);
		reads = 0;
		check_return(gev_feature_write(fs, i, l.min));
		reads = 0;
		check_return(gev_feature_write(fs, i, l.max));
	}
	reads = 0;
	check_return(gev_feature_write(fs, i, v));
}

/* Selecting what is only an index writes nothing. */
static void select_entry(struct gev_features *fs, unsigned int i, const struct gev_feature *f)
{
	reads = 0;
	owner = false;
	pretended = f->flags & GEV_FEATURE_INDEXED;
	check_return(gev_features_select(fs, i));
	pretended = false;
}

static void unselect_entry(struct gev_features *fs, const struct gev_feature *f)
{
	reads = 0;
	owner = false;
	pretended = f->flags & GEV_FEATURE_INDEXED;
	check_return(gev_features_unselect(fs));
	check_return(gev_features_unselect(fs));
	pretended = false;
}

static void evaluate(struct gev_features *fs, unsigned int i)
{
	char text[GEV_MAP_STRING_MAX + 1];
	struct gev_feature f;
	struct gev_entry entry;
	u64 address, len;
	unsigned int n;
	u32 access;
	int ret;

	gev_map_feature(fs->map, i, &f);
	FUZZ_CHECK(gev_map_find(fs->map, f.name) == (int)i);
	select_entry(fs, i, &f);
	owner = f.fate == GEV_FATE_DRIVER || f.fate == GEV_FATE_PRIVILEGED;
	reads = 0;
	check_return(gev_feature_access(fs, i, &access));
	evaluate_value(fs, i, &f);
	for (n = 0; n < f.entries; n++) {
		gev_map_entry(fs->map, i, n, &entry);
		reads = 0;
		ret = gev_feature_entry_available(fs, i, n);
		check_return(ret > 0 ? 0 : ret);
	}
	for (n = 0; n < f.invalidates; n++)
		FUZZ_CHECK(gev_map_invalidated(fs->map, i, n) < gev_map_features(fs->map));
	reads = 0;
	check_return(gev_feature_execute(fs, i));
	reads = 0;
	ret = gev_feature_done(fs, i);
	check_return(ret > 0 ? 0 : ret);
	reads = 0;
	ret = gev_feature_read_string(fs, i, text, sizeof(text));
	check_return(ret);
	FUZZ_CHECK(ret || strlen(text) < sizeof(text));
	reads = 0;
	check_return(gev_feature_write_string(fs, i, "text"));
	reads = 0;
	check_return(gev_feature_register(fs, i, &address, &len));
	unselect_entry(fs, &f);
}

static void evaluate_all(struct gev_map_view *view)
{
	struct gev_features fs = {
		.map = view,
		.variables = calloc(1, gev_map_variables_size(view) + 1),
		.scratch = calloc(1, gev_map_scratch_size(view)),
		.port = { .read = port_read, .write = port_write },
	};
	unsigned int i;

	gev_features_reset(&fs);
	for (i = 0; i < gev_map_features(view); i++)
		evaluate(&fs, i);
	gev_features_hold(&fs);
	for (i = 0; i < gev_map_features(view) && i < 8; i++)
		evaluate(&fs, i);
	gev_features_release(&fs);
	free(fs.variables);
	free(fs.scratch);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct gev_map_view *view = calloc(1, gev_map_view_size());
	u8 *map = fuzz_copy(data, size);
	char why[128] = "";
	size_t i;
	int ret;

	nonsense = 1;
	for (i = 0; i < size; i++)
		nonsense = nonsense * 31 + data[i];
	ret = gev_map_verify(map, size, view, why, sizeof(why));
	FUZZ_CHECK(!ret || (ret == -EINVAL && why[0]));
	if (!ret)
		evaluate_all(view);
	free(map);
	free(view);
	return 0;
}

/* One feature for each entry of a selector, by index and by telling the camera. */
static void selected_maps(struct sample *s, u32 get, u32 set)
{
	static const char * const name[] = { "G[X]", "H[Y]" };
	struct gev_map_feature *f;
	u32 i, select, first = s->entries_count;

	select = sample_sub(s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_WRITES, 1, 0,
			    SAMPLE_OP(GEV_OP_ARGUMENT, 0), SAMPLE_OP(GEV_OP_SET_VARIABLE, 0),
			    SAMPLE_OP(GEV_OP_ARGUMENT, 0), SAMPLE_OP(GEV_OP_SET_REGISTER, 2),
			    SAMPLE_RETURN);
	f = sample_feature(s, "F", GEV_KIND_ENUMERATION, GEV_FATE_CUSTOM, 3);
	sample_control(s, f, "F", GEV_CLASS_OTHER | 0x8002);
	f->get = cpu_to_le32(sample_get(s, 2));
	f->set = cpu_to_le32(select);
	f->entry = cpu_to_le32(first);
	f->entries = cpu_to_le32(2);
	sample_entry(s, "X", 0, GEV_MAP_NONE);
	sample_entry(s, "Y", 1, get);
	for (i = 0; i < 2; i++) {
		f = sample_feature(s, name[i], GEV_KIND_INTEGER, GEV_FATE_CUSTOM, 3);
		sample_control(s, f, name[i], GEV_CLASS_OTHER | (0x8003 + i));
		f->get = cpu_to_le32(get);
		f->set = cpu_to_le32(set);
		f->flags = i ? 0 : GEV_MAP_FEATURE_INDEXED;
		f->selector = cpu_to_le32(5);
		f->selected = cpu_to_le32(first + i);
	}
}

/* A small map with a feature of each kind: where mutations start from. */
static void first_map(struct sample *s)
{
	struct gev_map_feature *f;
	u32 get, set, i;

	sample_init(s);
	for (i = 0; i < 8; i++)
		sample_register(s, 0x10000 + 4 * i, 4, 0, i ? 32 : 8, GEV_MAP_REG_BIG);
	sample_register(s, 0x10020, 8, 0, 64, GEV_MAP_REG_FLOAT);
	sample_register(s, 0x20000, 4, 0, 32, GEV_MAP_REG_OFFSET);
	sample_constant(s, 0x3ff8000000000000ULL);
	sample_variable(s, "Selector", 2, 0);
	get = sample_sub(s, GEV_MAP_SUB_RESULT, 2, 0, SAMPLE_OP(GEV_OP_GET_VARIABLE, 0),
			 SAMPLE_OP(GEV_OP_GET_REGISTER_AT, 9), SAMPLE_OP(GEV_OP_CONST, 7),
			 SAMPLE_OP(GEV_OP_AND, 0), SAMPLE_OP(GEV_OP_JUMP_ZERO, 2),
			 SAMPLE_OP(GEV_OP_GET_REGISTER, 1), SAMPLE_OP(GEV_OP_JUMP, 1),
			 SAMPLE_OP(GEV_OP_CONST, 5), SAMPLE_RETURN);
	set = sample_set(s, 1);
	f = sample_feature(s, "A", GEV_KIND_INTEGER, GEV_FATE_CUSTOM, 3);
	sample_control(s, f, "A", GEV_CLASS_OTHER | 0x8000);
	f->get = cpu_to_le32(get);
	f->set = cpu_to_le32(set);
	f->min = cpu_to_le32(sample_number(s, 0));
	f->max = cpu_to_le32(get);
	f->inc = cpu_to_le32(sample_number(s, 2));
	f->flags = GEV_MAP_FEATURE_HAS_LIMITS;
	f->lists = cpu_to_le32(1);
	s->lists[s->lists_count++] = cpu_to_le16(1);
	f = sample_feature(s, "B", GEV_KIND_FLOAT, GEV_FATE_CUSTOM, 3);
	sample_control(s, f, "B", GEV_CLASS_OTHER | 0x8001);
	f->scale = 6;
	f->get = cpu_to_le32(sample_sub(s, GEV_MAP_SUB_RESULT, 2, 0,
					SAMPLE_OP(GEV_OP_GET_REGISTER, 8),
					SAMPLE_OP(GEV_OP_CONST64, 0), SAMPLE_OP(GEV_OP_FMUL, 0),
					SAMPLE_RETURN));
	f->set = cpu_to_le32(sample_set(s, 8));
	f = sample_feature(s, "C", GEV_KIND_ENUMERATION, GEV_FATE_EVALUATED, 3);
	f->get = cpu_to_le32(get);
	f->set = cpu_to_le32(set);
	f->entries = cpu_to_le32(2);
	sample_entry(s, "X", 0, GEV_MAP_NONE);
	sample_entry(s, "Y", 5, get);
	f = sample_feature(s, "D", GEV_KIND_STRING, GEV_FATE_EVALUATED, 3);
	f->get = cpu_to_le32(get);
	f->max = cpu_to_le32(sample_number(s, 37));
	f = sample_feature(s, "E", GEV_KIND_COMMAND, GEV_FATE_PRIVILEGED, 2);
	f->set = cpu_to_le32(sample_sub(s, GEV_MAP_SUB_WRITES, 1, 1, SAMPLE_OP(GEV_OP_CONST, 1),
					SAMPLE_OP(GEV_OP_CALL, set), SAMPLE_RETURN));
	f->done = cpu_to_le32(get);
	selected_maps(s, get, set);
}

/* A table's place; a table that is not in the map is empty. */
static u8 *table_of(u8 *data, size_t size, unsigned int table, u32 row, u32 *count)
{
	struct gev_map_header *h = (void *)data;
	u32 offset = le32_to_cpu(h->table[table].offset);

	*count = le32_to_cpu(h->table[table].count);
	if (offset % 8 || offset > size || *count > (size - offset) / row)
		*count = 0;
	return data + offset;
}

/*
 * The map says how much stack a subprogram needs, and the verifier compares:
 * random code would hardly ever be right. What the verifier complains about is
 * tried instead, in small numbers.
 */
static void guess_sums(u8 *data, size_t size, u32 *state)
{
	struct gev_map_sub *sub;
	u32 count, i;

	sub = (void *)table_of(data, size, GEV_MAP_SUBS, sizeof(*sub), &count);
	if (!count)
		return;
	i = fuzz_random(state) % count;
	switch (fuzz_random(state) % 4) {
	case 0:
		sub[i].stack = cpu_to_le16(fuzz_random(state) % 6);
		break;
	case 1:
		sub[i].nesting = fuzz_random(state) % 4;
		break;
	case 2:
		sub[i].flags = fuzz_random(state) % 16;
		break;
	default:
		sub[i].length = cpu_to_le16(fuzz_random(state) % 12);
	}
}

/* Another operation, or a small operand, in one instruction. */
static void change_code(u8 *data, size_t size, u32 *state)
{
	u32 count, i, instruction;
	__le32 *code;

	code = (void *)table_of(data, size, GEV_MAP_CODE, sizeof(*code), &count);
	if (!count)
		return;
	i = fuzz_random(state) % count;
	instruction = le32_to_cpu(code[i]);
	if (fuzz_random(state) % 2)
		instruction = (instruction & ~0xffu) | fuzz_random(state) % GEV_OPS;
	else
		instruction = (instruction & 0xff) | fuzz_random(state) % 16 << 8;
	code[i] = cpu_to_le32(instruction);
}

/* Bytes in one of the tables, which stays as long as it is. */
static void change_table(u8 *data, size_t size, u32 *state)
{
	static const u32 row[GEV_MAP_TABLES] = {
		1, 8, sizeof(struct gev_map_register), sizeof(struct gev_map_sub), 4,
		sizeof(struct gev_map_variable), sizeof(struct gev_map_entry),
		sizeof(struct gev_map_feature), 2, 1,
	};
	u32 table = fuzz_random(state) % GEV_MAP_TABLES, count, at;
	u8 *rows = table_of(data, size, table, row[table], &count);

	if (!count)
		return;
	at = fuzz_random(state) % count * row[table];
	LLVMFuzzerMutate(rows + at, row[table], row[table]);
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t room, unsigned int seed)
{
	static struct sample s;
	u32 state = seed;
	size_t n;
	void *map;

	if (size < sizeof(struct gev_map_header)) {
		first_map(&s);
		map = sample_map(&s, &n);
		if (n <= room)
			memcpy(data, map, n);
		free(map);
		return n <= room ? n : LLVMFuzzerMutate(data, size, room);
	}
	switch (fuzz_random(&state) % 8) {
	case 0:
		return LLVMFuzzerMutate(data, size, room);
	case 1:
	case 2:
		guess_sums(data, size, &state);
		return size;
	case 3:
	case 4:
		change_code(data, size, &state);
		guess_sums(data, size, &state);
		return size;
	default:
		change_table(data, size, &state);
		return size;
	}
}
