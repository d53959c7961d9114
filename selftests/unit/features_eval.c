// SPDX-License-Identifier: GPL-2.0
/* The evaluator: operations, registers, limits of an evaluation, features. */
#include <stdio.h>

#include <linux/gev_cids.h>

#include "kselftest_harness.h"

#include "features/eval.h"
#include "map_sample.h"

#define READ	GEV_ACCESS_READ
#define WRITE	GEV_ACCESS_WRITE
#define BOTH	(READ | WRITE)
#define OP	SAMPLE_OP
#define BASE	0x10000

/* Registers from BASE on. The port sees aligned accesses only. */
static u8 bytes[2048];
static unsigned int reads, writes, unaligned;
static int port_error;

static bool outside(u64 address, u32 len)
{
	if (address % 4 || len % 4 || len > GEV_PORT_BYTES_MAX)
		unaligned++;
	return address < BASE || address + len > BASE + sizeof(bytes);
}

static int port_read(void *ctx, u64 address, void *data, u32 len)
{
	reads++;
	if (outside(address, len) || port_error)
		return port_error ?: -EIO;
	memcpy(data, bytes + address - BASE, len);
	return 0;
}

static int port_write(void *ctx, u64 address, const void *data, u32 len)
{
	writes++;
	if (outside(address, len) || port_error)
		return port_error ?: -EIO;
	memcpy(bytes + address - BASE, data, len);
	return 0;
}

FIXTURE(eval) {
	struct sample s;
	struct gev_map_view *view;
	struct gev_features fs;
	void *data;
	char why[256];
};

FIXTURE_SETUP(eval)
{
	sample_init(&self->s);
	self->view = calloc(1, gev_map_view_size());
	self->data = NULL;
	memset(&self->fs, 0, sizeof(self->fs));
	memset(bytes, 0, sizeof(bytes));
	reads = 0;
	writes = 0;
	unaligned = 0;
	port_error = 0;
}

static void unload(struct gev_features *fs)
{
	free(fs->variables);
	free(fs->scratch);
}

FIXTURE_TEARDOWN(eval)
{
	unload(&self->fs);
	free(self->view);
	free(self->data);
	EXPECT_EQ(0, unaligned);
}

static int load(struct sample *s, struct gev_map_view *view, struct gev_features *fs,
		void **data, char *why, size_t why_size)
{
	size_t size;
	int ret;

	unload(fs);
	free(*data);
	*data = sample_map(s, &size);
	ret = gev_map_verify(*data, size, view, why, why_size);
	if (ret)
		return ret;
	*fs = (struct gev_features){
		.map = view,
		.variables = calloc(1, gev_map_variables_size(view) + 1),
		.scratch = calloc(1, gev_map_scratch_size(view)),
		.port = { .read = port_read, .write = port_write },
	};
	gev_features_reset(fs);
	return 0;
}

#define LOAD()									\
do {										\
	ASSERT_EQ(0, load(&self->s, self->view, &self->fs, &self->data,		\
			  self->why, sizeof(self->why)))			\
		TH_LOG("%s", self->why);					\
} while (0)

static int run(struct gev_features *fs, u32 sub, u64 argument, u64 *result)
{
	gev_eval_begin(fs, false);
	return gev_eval_run(fs, sub, argument, result);
}

static const s64 smallest = (s64)(1ULL << 63);
#define LARGEST	(-1 - smallest)

TEST(integers)
{
	const struct {
		u32 op;
		s64 a, b, want;
		int ret;
	} cases[] = {
		{ GEV_OP_ADD, 2, 3, 5, 0 },
		{ GEV_OP_ADD, LARGEST, 1, 0, -ERANGE },
		{ GEV_OP_ADD, smallest, -1, 0, -ERANGE },
		{ GEV_OP_SUB, 2, 3, -1, 0 },
		{ GEV_OP_SUB, 0, smallest, 0, -ERANGE },
		{ GEV_OP_MUL, -4, 5, -20, 0 },
		{ GEV_OP_MUL, 1LL << 32, 1LL << 31, 0, -ERANGE },
		{ GEV_OP_DIV, -7, 2, -3, 0 },
		{ GEV_OP_DIV, 7, 0, 0, -EDOM },
		{ GEV_OP_DIV, smallest, -1, 0, -ERANGE },
		{ GEV_OP_DIV, 7, -1, -7, 0 },
		{ GEV_OP_MOD, -7, 3, -1, 0 },
		{ GEV_OP_MOD, 7, 0, 0, -EDOM },
		{ GEV_OP_MOD, smallest, -1, 0, 0 },
		{ GEV_OP_POW, 2, 10, 1024, 0 },
		{ GEV_OP_POW, -2, 63, smallest, 0 },
		{ GEV_OP_POW, 2, 63, 0, -ERANGE },
		{ GEV_OP_POW, 2, -1, 0, -EDOM },
		{ GEV_OP_POW, 0, 0, 1, 0 },
		{ GEV_OP_POW, 0, LARGEST, 0, 0 },
		{ GEV_OP_POW, 1, LARGEST, 1, 0 },
		{ GEV_OP_POW, -1, LARGEST, -1, 0 },
		{ GEV_OP_POW, -1, LARGEST - 1, 1, 0 },
		{ GEV_OP_POW, 10, LARGEST, 0, -ERANGE },
		{ GEV_OP_AND, 0xc, 0xa, 8, 0 },
		{ GEV_OP_OR, 0xc, 0xa, 0xe, 0 },
		{ GEV_OP_XOR, 0xc, 0xa, 6, 0 },
		{ GEV_OP_SHL, 1, 63, smallest, 0 },
		{ GEV_OP_SHL, 3, 63, smallest, 0 },
		{ GEV_OP_SHL, 1, 64, 0, -EDOM },
		{ GEV_OP_SHL, 1, -1, 0, -EDOM },
		{ GEV_OP_SHR, -8, 1, -4, 0 },
		{ GEV_OP_SHR, -1, 63, -1, 0 },
		{ GEV_OP_SHR, 1, 64, 0, -EDOM },
		{ GEV_OP_EQ, 3, 3, 1, 0 }, { GEV_OP_EQ, 3, 4, 0, 0 },
		{ GEV_OP_NE, 3, 3, 0, 0 }, { GEV_OP_NE, 3, 4, 1, 0 },
		{ GEV_OP_LT, smallest, LARGEST, 1, 0 }, { GEV_OP_LT, 3, 3, 0, 0 },
		{ GEV_OP_LE, 3, 3, 1, 0 }, { GEV_OP_LE, 4, 3, 0, 0 },
		{ GEV_OP_GT, LARGEST, smallest, 1, 0 }, { GEV_OP_GT, 3, 3, 0, 0 },
		{ GEV_OP_GE, 3, 3, 1, 0 }, { GEV_OP_GE, 3, 4, 0, 0 },
		{ GEV_OP_MIN, -1, 1, -1, 0 }, { GEV_OP_MAX, -1, 1, 1, 0 },
		{ GEV_OP_NEG, 5, 0, -5, 0 }, { GEV_OP_NEG, smallest, 0, 0, -ERANGE },
		{ GEV_OP_NOT, 0, 0, -1, 0 },
		{ GEV_OP_BOOL, smallest, 0, 1, 0 }, { GEV_OP_BOOL, 0, 0, 0, 0 },
		{ GEV_OP_ABS, -5, 0, 5, 0 }, { GEV_OP_ABS, smallest, 0, 0, -ERANGE },
		{ GEV_OP_SGN, -5, 0, -1, 0 }, { GEV_OP_SGN, 0, 0, 0, 0 },
		{ GEV_OP_SGN, LARGEST, 0, 1, 0 },
	};
	unsigned int i;
	u64 r;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		EXPECT_EQ(cases[i].ret, gev_eval_operate(cases[i].op, cases[i].a, cases[i].b, &r))
			TH_LOG("case %u", i);
		if (!cases[i].ret)
			EXPECT_EQ(cases[i].want, (s64)r)
				TH_LOG("case %u", i);
	}
}

TEST_F(eval, flow)
{
	u32 twice, branch, fail;
	u64 r;

	twice = sample_sub(&self->s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT, 2, 0,
			   OP(GEV_OP_ARGUMENT, 0), OP(GEV_OP_ARGUMENT, 0), OP(GEV_OP_ADD, 0),
			   SAMPLE_RETURN);
	branch = sample_sub(&self->s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT, 2, 1,
			    OP(GEV_OP_ARGUMENT, 0), OP(GEV_OP_JUMP_ZERO, 3),
			    OP(GEV_OP_ARGUMENT, 0), OP(GEV_OP_CALL, twice), OP(GEV_OP_JUMP, 1),
			    OP(GEV_OP_CONST, 0xffffff), SAMPLE_RETURN);
	fail = sample_sub(&self->s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT, 1, 1,
			  OP(GEV_OP_ARGUMENT, 0), OP(GEV_OP_JUMP_ZERO, 1),
			  OP(GEV_OP_FAIL, GEV_MAP_ERROR_ABSENT), OP(GEV_OP_CONST, 21),
			  OP(GEV_OP_CALL, branch), OP(GEV_OP_DROP, 0), OP(GEV_OP_CONST, 7),
			  SAMPLE_RETURN);
	self->s.subs[fail].stack = cpu_to_le16(2);
	self->s.subs[fail].nesting = 2;
	LOAD();
	EXPECT_EQ(0, run(&self->fs, branch, 21, &r));
	EXPECT_EQ(42, r);
	EXPECT_EQ(0, run(&self->fs, branch, 0, &r));
	EXPECT_EQ(-1, (s64)r);
	EXPECT_EQ(0, run(&self->fs, fail, 0, &r));
	EXPECT_EQ(7, r);
	EXPECT_EQ(-ENODATA, run(&self->fs, fail, 1, &r));
}

/* Lengths, byte orders, bits, signs: read, and write beside what stays. */
TEST_F(eval, registers)
{
	const struct {
		u8 offset, length, lsb, bits, flags;
		s64 want;
	} cases[] = {
		{ 0, 4, 0, 32, GEV_MAP_REG_BIG, 0x81828384 },
		{ 0, 4, 0, 32, 0, 0x84838281 },
		{ 0, 4, 0, 32, GEV_MAP_REG_BIG | GEV_MAP_REG_SIGNED, (s32)0x81828384 },
		{ 0, 8, 0, 64, GEV_MAP_REG_BIG, (s64)0x8182838485868788ULL },
		{ 0, 8, 0, 64, GEV_MAP_REG_SIGNED, (s64)0x8887868584838281ULL },
		{ 1, 1, 0, 8, GEV_MAP_REG_BIG, 0x82 },
		{ 3, 1, 0, 8, GEV_MAP_REG_SIGNED, (signed char)0x84 },
		{ 1, 2, 0, 16, GEV_MAP_REG_BIG, 0x8283 },
		{ 3, 3, 0, 24, GEV_MAP_REG_BIG, 0x848586 },
		{ 2, 5, 0, 40, 0, 0x8786858483LL },
		{ 3, 8, 0, 64, GEV_MAP_REG_BIG, (s64)0x8485868788898a8bULL },
		{ 0, 4, 4, 8, GEV_MAP_REG_BIG, 0x38 },
		{ 0, 4, 4, 8, GEV_MAP_REG_BIG | GEV_MAP_REG_SIGNED, 0x38 },
		{ 0, 4, 24, 8, GEV_MAP_REG_BIG | GEV_MAP_REG_SIGNED, -127 },
		{ 0, 8, 63, 1, GEV_MAP_REG_BIG, 1 },
	};
	u32 get[ARRAY_SIZE(cases)], set[ARRAY_SIZE(cases)];
	u8 before[sizeof(bytes)];
	unsigned int i, k;
	u64 r;

	/* Rows with an offset have no order to keep. */
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		k = sample_register(&self->s, BASE, cases[i].length, cases[i].lsb, cases[i].bits,
				    cases[i].flags | GEV_MAP_REG_OFFSET);
		get[i] = sample_sub(&self->s, GEV_MAP_SUB_RESULT, 1, 0,
				    OP(GEV_OP_CONST, cases[i].offset),
				    OP(GEV_OP_GET_REGISTER_AT, k), SAMPLE_RETURN);
		set[i] = sample_sub(&self->s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_WRITES, 2, 0,
				    OP(GEV_OP_CONST, cases[i].offset), OP(GEV_OP_ARGUMENT, 0),
				    OP(GEV_OP_SET_REGISTER_AT, k), SAMPLE_RETURN);
	}
	LOAD();
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		for (k = 0; k < 32; k++)
			bytes[k] = 0x81 + k;
		EXPECT_EQ(0, run(&self->fs, get[i], 0, &r));
		EXPECT_EQ(cases[i].want, (s64)r)
			TH_LOG("case %u", i);
		/* Writing what is there changes nothing, writing 0 only these bits. */
		memcpy(before, bytes, sizeof(bytes));
		EXPECT_EQ(0, run(&self->fs, set[i], r, NULL));
		EXPECT_EQ(0, memcmp(before, bytes, sizeof(bytes)))
			TH_LOG("case %u", i);
		EXPECT_EQ(0, run(&self->fs, set[i], 0, NULL));
		EXPECT_EQ(0, run(&self->fs, get[i], 0, &r));
		EXPECT_EQ(0, r);
		for (k = 0; k < 32; k++) {
			if (k < cases[i].offset || k >= cases[i].offset + cases[i].length)
				EXPECT_EQ(before[k], bytes[k])
					TH_LOG("case %u byte %u", i, k);
		}
	}
}

/* What a register's bits cannot hold is refused before anything is written. */
TEST_F(eval, register_range)
{
	const struct {
		u8 bits, flags;
		s64 value;
		int ret;
	} cases[] = {
		{ 8, 0, 255, 0 }, { 8, 0, 256, -ERANGE }, { 8, 0, -1, -ERANGE },
		{ 8, GEV_MAP_REG_SIGNED, 127, 0 }, { 8, GEV_MAP_REG_SIGNED, 128, -ERANGE },
		{ 8, GEV_MAP_REG_SIGNED, -128, 0 }, { 8, GEV_MAP_REG_SIGNED, -129, -ERANGE },
		{ 32, 0, 0xffffffffLL, 0 }, { 32, 0, 0x100000000LL, -ERANGE },
		{ 32, GEV_MAP_REG_SIGNED, -0x80000000LL, 0 },
		{ 1, 0, 1, 0 }, { 1, 0, 2, -ERANGE },
		{ 1, GEV_MAP_REG_SIGNED, -1, 0 }, { 1, GEV_MAP_REG_SIGNED, 1, -ERANGE },
		{ 64, 0, -1, 0 }, { 63, 0, -1, -ERANGE },
	};
	u32 set[ARRAY_SIZE(cases)];
	unsigned int i, before;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		sample_register(&self->s, BASE, 8, 0, cases[i].bits,
				cases[i].flags | GEV_MAP_REG_BIG);
		set[i] = sample_set(&self->s, i);
	}
	LOAD();
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		before = writes;
		EXPECT_EQ(cases[i].ret, run(&self->fs, set[i], cases[i].value, NULL))
			TH_LOG("case %u", i);
		EXPECT_EQ(!cases[i].ret, writes - before);
	}
}

TEST_F(eval, float_registers)
{
	u32 single, real, get[2], set[2];
	u64 bits, r;
	float f = -1.5f;
	double d = 0.1;

	single = sample_register(&self->s, BASE, 4, 0, 32, GEV_MAP_REG_FLOAT);
	real = sample_register(&self->s, BASE + 8, 8, 0, 64, GEV_MAP_REG_FLOAT | GEV_MAP_REG_BIG);
	get[0] = sample_get(&self->s, single);
	set[0] = sample_set(&self->s, single);
	get[1] = sample_get(&self->s, real);
	set[1] = sample_set(&self->s, real);
	LOAD();
	memcpy(bytes, &f, sizeof(f));
	EXPECT_EQ(0, run(&self->fs, get[0], 0, &r));
	d = f;
	memcpy(&bits, &d, sizeof(bits));
	EXPECT_EQ(bits, r);
	d = 0.1;
	memcpy(&bits, &d, sizeof(bits));
	EXPECT_EQ(0, run(&self->fs, set[0], bits, NULL));
	memcpy(&f, bytes, sizeof(f));
	EXPECT_EQ(0.1f, f);
	EXPECT_EQ(0, run(&self->fs, set[1], bits, NULL));
	EXPECT_EQ(0x3f, bytes[8]);
	EXPECT_EQ(0, run(&self->fs, get[1], 0, &r));
	EXPECT_EQ(bits, r);
	d = 1e300;
	memcpy(&bits, &d, sizeof(bits));
	EXPECT_EQ(-ERANGE, run(&self->fs, set[0], bits, NULL));
}

TEST_F(eval, computed_addresses)
{
	u32 reg, get, set;
	u64 r;

	reg = sample_register(&self->s, 0, 4, 0, 32, GEV_MAP_REG_BIG | GEV_MAP_REG_OFFSET);
	get = sample_sub(&self->s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT, 1, 0,
			 OP(GEV_OP_ARGUMENT, 0), OP(GEV_OP_GET_REGISTER_AT, reg), SAMPLE_RETURN);
	set = sample_sub(&self->s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_WRITES, 2, 0,
			 OP(GEV_OP_ARGUMENT, 0), OP(GEV_OP_CONST, 0),
			 OP(GEV_OP_SET_REGISTER_AT, reg), SAMPLE_RETURN);
	LOAD();
	bytes[3] = 9;
	EXPECT_EQ(0, run(&self->fs, get, BASE, &r));
	EXPECT_EQ(9, r);
	EXPECT_EQ(-ERANGE, run(&self->fs, get, -1, &r));
	EXPECT_EQ(-ERANGE, run(&self->fs, get, 0xfffffffd, &r));
	EXPECT_EQ(-ERANGE, run(&self->fs, get, 1ULL << 32, &r));
	EXPECT_EQ(-EIO, run(&self->fs, get, 0xfffffffc, &r));
	EXPECT_EQ(1 + 1, reads);
	/* The bus of IIDC's addresses is the only one. */
	EXPECT_EQ(0, run(&self->fs, get, 0xffff00000000ULL + BASE, &r));
	EXPECT_EQ(9, r);
	EXPECT_EQ(-ERANGE, run(&self->fs, get, 0x1ffff00000000ULL + BASE, &r));
	EXPECT_EQ(-EPERM, run(&self->fs, set, 0xffff00000a00ULL, NULL));
	/* Only the driver writes bootstrap registers, whatever the map computes. */
	EXPECT_EQ(-EPERM, run(&self->fs, set, 0x0a00, NULL));
	EXPECT_EQ(-EPERM, run(&self->fs, set, 0x0942, NULL));
	EXPECT_EQ(-EPERM, run(&self->fs, set, 0x9ffd, NULL));
	EXPECT_EQ(0, writes);
	EXPECT_EQ(-EIO, run(&self->fs, set, 0x0944, NULL));
	gev_eval_begin(&self->fs, true);
	EXPECT_EQ(-EIO, gev_eval_run(&self->fs, set, 0x0a00, NULL));
}

/* Within an evaluation each register is read once, and again after a write. */
TEST_F(eval, cache)
{
	u32 reg, get, sum, set, both;
	u64 r;

	reg = sample_register(&self->s, BASE, 4, 0, 32, GEV_MAP_REG_BIG);
	get = sample_get(&self->s, reg);
	sum = sample_sub(&self->s, GEV_MAP_SUB_RESULT, 2, 1, OP(GEV_OP_CALL, get),
			 OP(GEV_OP_CALL, get), OP(GEV_OP_ADD, 0), SAMPLE_RETURN);
	set = sample_set(&self->s, reg);
	both = sample_sub(&self->s, GEV_MAP_SUB_RESULT | GEV_MAP_SUB_WRITES, 3, 2,
			  OP(GEV_OP_CALL, sum), OP(GEV_OP_CONST, 5), OP(GEV_OP_CALL, set),
			  OP(GEV_OP_CALL, sum), OP(GEV_OP_ADD, 0), SAMPLE_RETURN);
	LOAD();
	bytes[3] = 7;
	EXPECT_EQ(0, run(&self->fs, sum, 0, &r));
	EXPECT_EQ(14, r);
	EXPECT_EQ(1, reads);
	EXPECT_EQ(0, run(&self->fs, both, 0, &r));
	EXPECT_EQ(14 + 10, r);
	EXPECT_EQ(3, reads);
	/* Each evaluation looks for itself, unless they are held together. */
	EXPECT_EQ(0, run(&self->fs, get, 0, &r));
	EXPECT_EQ(4, reads);
	gev_features_hold(&self->fs);
	EXPECT_EQ(0, run(&self->fs, get, 0, &r));
	EXPECT_EQ(0, run(&self->fs, get, 0, &r));
	EXPECT_EQ(5, reads);
	bytes[3] = 1;
	EXPECT_EQ(0, run(&self->fs, get, 0, &r));
	EXPECT_EQ(5, r);
	gev_features_release(&self->fs);
	EXPECT_EQ(0, run(&self->fs, get, 0, &r));
	EXPECT_EQ(1, r);
}

TEST_F(eval, port_errors)
{
	u32 reg, get, set;
	u64 r;

	reg = sample_register(&self->s, BASE, 4, 0, 8, GEV_MAP_REG_BIG);
	get = sample_get(&self->s, reg);
	set = sample_set(&self->s, reg);
	LOAD();
	port_error = -ETIMEDOUT;
	EXPECT_EQ(-ETIMEDOUT, run(&self->fs, get, 0, &r));
	EXPECT_EQ(-ETIMEDOUT, run(&self->fs, set, 0, NULL));
	EXPECT_EQ(0, writes);
	port_error = 0;
	EXPECT_EQ(0, run(&self->fs, get, 0, &r));
}

/* No map makes an evaluation endless: neither by reads nor by instructions. */
TEST_F(eval, ceilings)
{
	u32 code[GEV_MAP_READS_MAX * 3 + 8], n = 0, reg, many, last, i, doubling;
	u64 r;

	reg = sample_register(&self->s, BASE, 4, 0, 32, GEV_MAP_REG_OFFSET);
	code[n++] = OP(GEV_OP_CONST, 0);
	for (i = 0; i <= GEV_MAP_READS_MAX; i++) {
		code[n++] = OP(GEV_OP_CONST, 4 * i);
		code[n++] = OP(GEV_OP_GET_REGISTER_AT, reg);
		code[n++] = OP(GEV_OP_ADD, 0);
	}
	code[n++] = SAMPLE_RETURN;
	many = sample_sub_raw(&self->s, GEV_MAP_SUB_RESULT, 2, 0, code, n);
	/* Results of pure subprograms are kept, those with an argument are not. */
	last = sample_sub(&self->s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT, 1, 0,
			  OP(GEV_OP_ARGUMENT, 0), SAMPLE_RETURN);
	for (i = 1; i <= 20; i++)
		last = sample_sub(&self->s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_RESULT, 1, i,
				  OP(GEV_OP_ARGUMENT, 0), OP(GEV_OP_CALL, last),
				  OP(GEV_OP_CALL, last), SAMPLE_RETURN);
	doubling = sample_number(&self->s, 1);
	for (i = 1; i <= 20; i++)
		doubling = sample_sub(&self->s, GEV_MAP_SUB_RESULT, i + 1, i,
				      OP(GEV_OP_CALL, doubling), OP(GEV_OP_CALL, doubling),
				      OP(GEV_OP_ADD, 0), SAMPLE_RETURN);
	LOAD();
	EXPECT_EQ(-E2BIG, run(&self->fs, many, 0, &r));
	EXPECT_EQ(GEV_MAP_READS_MAX, reads);
	EXPECT_EQ(-E2BIG, run(&self->fs, last, 1, &r));
	EXPECT_EQ(0, run(&self->fs, doubling, 0, &r));
	EXPECT_EQ(1 << 20, r);
}

TEST_F(eval, integer_feature)
{
	struct gev_limits l;
	struct gev_map_feature *f;
	u32 reg, access;
	s64 v;

	reg = sample_register(&self->s, BASE, 4, 0, 32, GEV_MAP_REG_BIG);
	sample_register(&self->s, BASE + 4, 4, 0, 32, GEV_MAP_REG_BIG);
	sample_variable(&self->s, "Locked", BOTH, 0);
	f = sample_feature(&self->s, "Gain", GEV_KIND_INTEGER, GEV_FATE_EVALUATED, BOTH);
	f->access = cpu_to_le32(sample_sub(&self->s, GEV_MAP_SUB_RESULT, 1, 0,
					   OP(GEV_OP_GET_VARIABLE, 0), SAMPLE_RETURN));
	f->get = cpu_to_le32(sample_get(&self->s, reg));
	f->set = cpu_to_le32(sample_set(&self->s, reg));
	f->min = cpu_to_le32(sample_number(&self->s, 3));
	f->max = cpu_to_le32(sample_get(&self->s, 1));
	f->inc = cpu_to_le32(sample_number(&self->s, 4));
	f->flags = GEV_MAP_FEATURE_HAS_LIMITS | GEV_MAP_FEATURE_LIMITS_DYNAMIC;
	LOAD();
	bytes[7] = 20;
	EXPECT_EQ(0, gev_feature_limits(&self->fs, 0, &l));
	EXPECT_EQ(3, l.min);
	EXPECT_EQ(20, l.max);
	EXPECT_EQ(4, l.inc);
	EXPECT_EQ(0, gev_feature_write(&self->fs, 0, 11));
	EXPECT_EQ(0, gev_feature_read(&self->fs, 0, &v));
	EXPECT_EQ(11, v);
	EXPECT_EQ(-ERANGE, gev_feature_write(&self->fs, 0, 2));
	EXPECT_EQ(-ERANGE, gev_feature_write(&self->fs, 0, 12));
	EXPECT_EQ(-ERANGE, gev_feature_write(&self->fs, 0, 23));
	EXPECT_EQ(11, bytes[3]);
	bytes[7] = 1;
	EXPECT_EQ(-ERANGE, gev_feature_limits(&self->fs, 0, &l));
	self->fs.variables[0] = READ | GEV_ACCESS_LOCKED;
	EXPECT_EQ(0, gev_feature_access(&self->fs, 0, &access));
	EXPECT_EQ(READ | GEV_ACCESS_LOCKED, access);
	EXPECT_EQ(-EACCES, gev_feature_write(&self->fs, 0, 11));
	EXPECT_EQ(0, gev_feature_read(&self->fs, 0, &v));
	self->fs.variables[0] = WRITE;
	EXPECT_EQ(-EACCES, gev_feature_read(&self->fs, 0, &v));
	gev_features_reset(&self->fs);
	EXPECT_EQ(0, gev_feature_read(&self->fs, 0, &v));
	EXPECT_EQ(-EINVAL, gev_feature_execute(&self->fs, 0));
	EXPECT_EQ(-EINVAL, gev_feature_done(&self->fs, 0));
	EXPECT_EQ(-EINVAL, gev_feature_entry_available(&self->fs, 0, 0));
}

/* A limit that rounding moved outward stays reachable. */
TEST_F(eval, float_feature)
{
	struct gev_map_feature *f;
	struct gev_limits l;
	double low = 0.12345678, high = 2.00000049, d;
	u32 reg;
	u64 bits;
	s64 v;

	reg = sample_register(&self->s, BASE, 8, 0, 64, GEV_MAP_REG_FLOAT | GEV_MAP_REG_BIG);
	f = sample_feature(&self->s, "Gamma", GEV_KIND_FLOAT, GEV_FATE_EVALUATED, BOTH);
	f->scale = 6;
	f->get = cpu_to_le32(sample_get(&self->s, reg));
	f->set = cpu_to_le32(sample_set(&self->s, reg));
	memcpy(&bits, &low, sizeof(bits));
	f->min = cpu_to_le32(sample_sub(&self->s, GEV_MAP_SUB_RESULT, 1, 0,
					OP(GEV_OP_CONST64, sample_constant(&self->s, bits)),
					SAMPLE_RETURN));
	memcpy(&bits, &high, sizeof(bits));
	f->max = cpu_to_le32(sample_sub(&self->s, GEV_MAP_SUB_RESULT, 1, 0,
					OP(GEV_OP_CONST64, sample_constant(&self->s, bits)),
					SAMPLE_RETURN));
	f->flags = GEV_MAP_FEATURE_HAS_LIMITS;
	LOAD();
	EXPECT_EQ(0, gev_feature_limits(&self->fs, 0, &l));
	EXPECT_EQ(123457, l.min);
	EXPECT_EQ(2000000, l.max);
	EXPECT_EQ(0, gev_feature_write(&self->fs, 0, 1500000));
	EXPECT_EQ(0, gev_feature_read_double_bits(&self->fs, 0, &bits));
	memcpy(&d, &bits, sizeof(d));
	EXPECT_EQ(1.5, d);
	EXPECT_EQ(0, gev_feature_read(&self->fs, 0, &v));
	EXPECT_EQ(1500000, v);
	EXPECT_EQ(0, gev_feature_write(&self->fs, 0, 123457));
	EXPECT_EQ(0, gev_feature_write(&self->fs, 0, 2000000));
	EXPECT_EQ(-ERANGE, gev_feature_write(&self->fs, 0, 123456));
	EXPECT_EQ(-ERANGE, gev_feature_write(&self->fs, 0, 2000001));
	/* Infinity is not a value, a number too large is out of range. */
	memcpy(bytes, "\x7f\xf0\0\0\0\0\0\0", 8);
	EXPECT_EQ(-EDOM, gev_feature_read(&self->fs, 0, &v));
	memcpy(bytes, "\x7f\xe0\0\0\0\0\0\0", 8);
	EXPECT_EQ(-ERANGE, gev_feature_read(&self->fs, 0, &v));
}

TEST_F(eval, enumeration_and_boolean)
{
	struct gev_map_feature *f;
	struct gev_entry entry;
	struct gev_limits l;
	u32 reg;
	s64 v;

	reg = sample_register(&self->s, BASE, 4, 0, 32, GEV_MAP_REG_BIG);
	sample_register(&self->s, BASE + 4, 4, 0, 1, GEV_MAP_REG_BIG);
	f = sample_feature(&self->s, "A", GEV_KIND_ENUMERATION, GEV_FATE_EVALUATED, BOTH);
	f->get = cpu_to_le32(sample_get(&self->s, reg));
	f->set = cpu_to_le32(sample_set(&self->s, reg));
	f->entries = cpu_to_le32(2);
	sample_entry(&self->s, "One", 1, GEV_MAP_NONE);
	sample_entry(&self->s, "Nine", 9, sample_get(&self->s, 1));
	f = sample_feature(&self->s, "B", GEV_KIND_BOOLEAN, GEV_FATE_EVALUATED, BOTH);
	f->get = cpu_to_le32(sample_get(&self->s, 1));
	f->set = cpu_to_le32(sample_set(&self->s, 1));
	LOAD();
	gev_map_entry(self->view, 0, 1, &entry);
	EXPECT_STREQ("Nine", entry.name);
	EXPECT_EQ(9, entry.value);
	EXPECT_EQ(-EINVAL, gev_feature_read(&self->fs, 0, &v));
	EXPECT_EQ(-EINVAL, gev_feature_write(&self->fs, 0, 2));
	EXPECT_EQ(-ENODATA, gev_feature_write(&self->fs, 0, 9));
	EXPECT_EQ(0, gev_feature_entry_available(&self->fs, 0, 1));
	EXPECT_EQ(1, gev_feature_entry_available(&self->fs, 0, 0));
	EXPECT_EQ(0, gev_feature_write(&self->fs, 1, 1));
	EXPECT_EQ(-ERANGE, gev_feature_write(&self->fs, 1, 2));
	EXPECT_EQ(1, gev_feature_entry_available(&self->fs, 0, 1));
	EXPECT_EQ(0, gev_feature_write(&self->fs, 0, 9));
	EXPECT_EQ(0, gev_feature_read(&self->fs, 0, &v));
	EXPECT_EQ(9, v);
	EXPECT_EQ(0, gev_feature_limits(&self->fs, 1, &l));
	EXPECT_EQ(1, l.max);
	EXPECT_EQ(-EINVAL, gev_feature_limits(&self->fs, 0, &l));
}

TEST_F(eval, command)
{
	struct gev_map_feature *f;
	u32 reg;

	reg = sample_register(&self->s, BASE, 4, 0, 32, GEV_MAP_REG_BIG);
	f = sample_feature(&self->s, "A", GEV_KIND_COMMAND, GEV_FATE_EVALUATED, WRITE);
	f->set = cpu_to_le32(sample_sub(&self->s, GEV_MAP_SUB_WRITES, 1, 0, OP(GEV_OP_CONST, 5),
					OP(GEV_OP_SET_REGISTER, reg), SAMPLE_RETURN));
	f->done = cpu_to_le32(sample_sub(&self->s, GEV_MAP_SUB_RESULT, 2, 0,
					 OP(GEV_OP_GET_REGISTER, reg), OP(GEV_OP_CONST, 5),
					 OP(GEV_OP_NE, 0), SAMPLE_RETURN));
	f = sample_feature(&self->s, "B", GEV_KIND_COMMAND, GEV_FATE_EVALUATED, READ);
	f->set = self->s.features[0].set;
	LOAD();
	EXPECT_EQ(0, gev_feature_execute(&self->fs, 0));
	EXPECT_EQ(5, bytes[3]);
	EXPECT_EQ(0, gev_feature_done(&self->fs, 0));
	bytes[3] = 0;
	EXPECT_EQ(1, gev_feature_done(&self->fs, 0));
	EXPECT_EQ(-EACCES, gev_feature_execute(&self->fs, 1));
	EXPECT_EQ(1, gev_feature_done(&self->fs, 1));
}

/* A value at BASE + 0x10 * selector, and one in a bank that the camera switches. */
static void sample_selected(struct sample *s, bool variable)
{
	struct gev_map_feature *f;
	u32 selector, value, get, place;

	selector = sample_register(s, BASE, 4, 0, 16, GEV_MAP_REG_BIG);
	value = sample_register(s, BASE + 0x100, 4, 0, 32, GEV_MAP_REG_BIG | GEV_MAP_REG_OFFSET);
	sample_variable(s, "Selector", 1, 0);
	get = variable ? OP(GEV_OP_GET_VARIABLE, 0) : OP(GEV_OP_GET_REGISTER, selector);
	f = sample_feature(s, "S", GEV_KIND_ENUMERATION, GEV_FATE_CUSTOM, BOTH);
	sample_control(s, f, "S", GEV_CLASS_OTHER | 0x8000);
	f->get = cpu_to_le32(sample_sub(s, GEV_MAP_SUB_RESULT, 1, 0, get, SAMPLE_RETURN));
	f->set = cpu_to_le32(sample_sub(s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_WRITES, 1, 0,
					OP(GEV_OP_ARGUMENT, 0),
					variable ? OP(GEV_OP_SET_VARIABLE, 0) :
						   OP(GEV_OP_SET_REGISTER, selector),
					SAMPLE_RETURN));
	f->entries = cpu_to_le32(3);
	sample_entry(s, "One", 1, GEV_MAP_NONE);
	sample_entry(s, "Two", 2, GEV_MAP_NONE);
	sample_entry(s, "Three", 3, sample_number(s, 0));
	place = sample_sub(s, GEV_MAP_SUB_RESULT, 2, 1, OP(GEV_OP_CALL, le32_to_cpu(f->get)),
			   OP(GEV_OP_CONST, 16), OP(GEV_OP_MUL, 0), SAMPLE_RETURN);
	f = sample_feature(s, "V[Two]", GEV_KIND_INTEGER, GEV_FATE_CUSTOM, BOTH);
	sample_control(s, f, "V Two", GEV_CLASS_OTHER | 0x8001);
	f->get = cpu_to_le32(sample_sub(s, GEV_MAP_SUB_RESULT, 2, 2, OP(GEV_OP_CALL, place),
					OP(GEV_OP_GET_REGISTER_AT, value), SAMPLE_RETURN));
	f->set = cpu_to_le32(sample_sub(s, GEV_MAP_SUB_ARGUMENT | GEV_MAP_SUB_WRITES, 2, 2,
					OP(GEV_OP_CALL, place), OP(GEV_OP_ARGUMENT, 0),
					OP(GEV_OP_SET_REGISTER_AT, value), SAMPLE_RETURN));
	f->flags = GEV_MAP_FEATURE_INDEXED;
	f->selector = 0;
	f->selected = cpu_to_le32(1);
	f = sample_feature(s, "W[Three]", GEV_KIND_INTEGER, GEV_FATE_CUSTOM, BOTH);
	sample_control(s, f, "W Three", GEV_CLASS_OTHER | 0x8002);
	f->get = s->features[1].get;
	f->flags = GEV_MAP_FEATURE_INDEXED;
	f->selector = 0;
	f->selected = cpu_to_le32(2);
}

/* Where the selector is an index, nobody is told of the selection. */
TEST_F(eval, select_pretended)
{
	s64 value;
	int variable;

	for (variable = 0; variable < 2; variable++) {
		sample_init(&self->s);
		sample_selected(&self->s, variable);
		LOAD();
		memset(bytes, 0, sizeof(bytes));
		writes = 0;
		bytes[3] = 1;
		bytes[0x113] = 10;
		bytes[0x123] = 20;
		ASSERT_EQ(0, gev_features_select(&self->fs, 1));
		EXPECT_EQ(0, gev_feature_read(&self->fs, 1, &value));
		EXPECT_EQ(20, value);
		EXPECT_EQ(0, gev_feature_read(&self->fs, 0, &value));
		EXPECT_EQ(2, value);
		EXPECT_EQ(0, writes);
		EXPECT_EQ(0, gev_feature_write(&self->fs, 1, 21));
		EXPECT_EQ(21, bytes[0x123]);
		EXPECT_EQ(0, gev_features_unselect(&self->fs));
		EXPECT_EQ(1, writes);
		EXPECT_EQ(0, gev_feature_read(&self->fs, 0, &value));
		EXPECT_EQ(1, value);
		EXPECT_EQ(0, gev_feature_read(&self->fs, 1, &value));
		EXPECT_EQ(10, value);
		EXPECT_EQ(-ENODATA, gev_features_select(&self->fs, 2));
		EXPECT_EQ(0, gev_features_unselect(&self->fs));
	}
}

/* What is pretended does not get into a register that shares the selector's word. */
TEST_F(eval, select_shares_word)
{
	struct gev_map_feature *f;

	sample_register(&self->s, BASE, 4, 0, 16, GEV_MAP_REG_BIG);
	sample_register(&self->s, BASE, 4, 16, 16, GEV_MAP_REG_BIG);
	f = sample_feature(&self->s, "S", GEV_KIND_ENUMERATION, GEV_FATE_CUSTOM, BOTH);
	sample_control(&self->s, f, "S", GEV_CLASS_OTHER | 0x8000);
	f->get = cpu_to_le32(sample_get(&self->s, 0));
	f->set = cpu_to_le32(sample_set(&self->s, 0));
	f->entries = cpu_to_le32(1);
	sample_entry(&self->s, "Two", 2, GEV_MAP_NONE);
	f = sample_feature(&self->s, "V[Two]", GEV_KIND_INTEGER, GEV_FATE_CUSTOM, BOTH);
	sample_control(&self->s, f, "V Two", GEV_CLASS_OTHER | 0x8001);
	f->get = cpu_to_le32(sample_get(&self->s, 1));
	f->set = cpu_to_le32(sample_set(&self->s, 1));
	f->flags = GEV_MAP_FEATURE_INDEXED;
	f->selector = 0;
	f->selected = 0;
	LOAD();
	bytes[3] = 1;
	ASSERT_EQ(0, gev_features_select(&self->fs, 1));
	EXPECT_EQ(0, gev_feature_write(&self->fs, 1, 9));
	EXPECT_EQ(0, gev_features_unselect(&self->fs));
	EXPECT_EQ(9, bytes[1]);
	EXPECT_EQ(1, bytes[3]);
}

/* Else the camera is told, and told again whatever went wrong. */
TEST_F(eval, select_written)
{
	s64 value;

	sample_selected(&self->s, false);
	self->s.features[1].flags = 0;
	LOAD();
	bytes[3] = 1;
	bytes[0x123] = 20;
	ASSERT_EQ(0, gev_features_select(&self->fs, 1));
	EXPECT_EQ(2, bytes[3]);
	EXPECT_EQ(0, gev_feature_read(&self->fs, 1, &value));
	EXPECT_EQ(20, value);
	EXPECT_EQ(0, gev_features_unselect(&self->fs));
	EXPECT_EQ(1, bytes[3]);
	EXPECT_EQ(2, writes);
	EXPECT_EQ(0, gev_features_unselect(&self->fs));
	EXPECT_EQ(2, writes);
	/* It stands there already. */
	bytes[3] = 2;
	ASSERT_EQ(0, gev_features_select(&self->fs, 1));
	EXPECT_EQ(0, gev_features_unselect(&self->fs));
	EXPECT_EQ(2, writes);
	bytes[3] = 1;
	ASSERT_EQ(0, gev_features_select(&self->fs, 1));
	port_error = -ETIMEDOUT;
	EXPECT_EQ(-ETIMEDOUT, gev_feature_read(&self->fs, 1, &value));
	port_error = 0;
	EXPECT_EQ(0, gev_features_unselect(&self->fs));
	EXPECT_EQ(1, bytes[3]);
}

TEST_F(eval, strings_and_registers)
{
	struct gev_map_feature *f;
	char text[GEV_MAP_STRING_MAX + 1];
	u64 address, len;

	f = sample_feature(&self->s, "A", GEV_KIND_STRING, GEV_FATE_EVALUATED, BOTH);
	f->get = cpu_to_le32(sample_number(&self->s, BASE + 2));
	f->max = cpu_to_le32(sample_number(&self->s, 9));
	f = sample_feature(&self->s, "B", GEV_KIND_STRING, GEV_FATE_EVALUATED, READ);
	f->text = sample_string(&self->s, "constant");
	f = sample_feature(&self->s, "C", GEV_KIND_REGISTER, GEV_FATE_EVALUATED, READ);
	f->get = cpu_to_le32(sample_number(&self->s, BASE));
	f->max = cpu_to_le32(sample_number(&self->s, 4096));
	f = sample_feature(&self->s, "D", GEV_KIND_STRING, GEV_FATE_EVALUATED, READ);
	f->get = cpu_to_le32(sample_number(&self->s, BASE + 3));
	f->max = cpu_to_le32(sample_number(&self->s, GEV_MAP_STRING_MAX));
	f = sample_feature(&self->s, "E", GEV_KIND_STRING, GEV_FATE_EVALUATED, READ);
	f->get = self->s.features[0].get;
	f->max = cpu_to_le32(sample_number(&self->s, GEV_MAP_STRING_MAX + 1));
	LOAD();
	memset(bytes, 'x', sizeof(bytes));
	EXPECT_EQ(0, gev_feature_read_string(&self->fs, 0, text, sizeof(text)));
	EXPECT_STREQ("xxxxxxxxx", text);
	EXPECT_EQ(0, gev_feature_write_string(&self->fs, 0, "12345678"));
	EXPECT_EQ(0, memcmp(bytes, "xx12345678\0xx", 13));
	EXPECT_EQ(-ERANGE, gev_feature_write_string(&self->fs, 0, "123456789"));
	EXPECT_EQ(0, gev_feature_read_string(&self->fs, 0, text, 4));
	EXPECT_STREQ("123", text);
	EXPECT_EQ(0, gev_feature_read_string(&self->fs, 1, text, sizeof(text)));
	EXPECT_STREQ("constant", text);
	EXPECT_EQ(-EACCES, gev_feature_write_string(&self->fs, 1, "x"));
	EXPECT_EQ(0, gev_feature_register(&self->fs, 2, &address, &len));
	EXPECT_EQ(BASE, address);
	EXPECT_EQ(4096, len);
	EXPECT_EQ(0, gev_feature_read_string(&self->fs, 3, text, sizeof(text)));
	EXPECT_EQ(-ERANGE, gev_feature_read_string(&self->fs, 4, text, sizeof(text)));
	EXPECT_EQ(-EINVAL, gev_feature_read_string(&self->fs, 2, text, sizeof(text)));
}

TEST(key_input)
{
	u8 buf[GEV_MAP_KEY_INPUT_MAX];
	int n;

	n = gev_map_key_input(buf, sizeof(buf), "ab", "c", "", "url", 0x01020304);
	EXPECT_EQ(14, n);
	EXPECT_EQ(0, memcmp(buf, "ab\0c\0\0url\0\1\2\3\4", 14));
	EXPECT_EQ(-E2BIG, gev_map_key_input(buf, 13, "ab", "c", "", "url", 0));
	EXPECT_EQ(-E2BIG, gev_map_key_input(buf, 2, "ab", "c", "", "url", 0));
}

TEST_HARNESS_MAIN
