// SPDX-License-Identifier: GPL-2.0
/* Each rule of the verifier: a map that breaks this one rule is refused for it. */
#include <stdio.h>

#include <linux/gev_cids.h>
#include <linux/videodev2.h>

#include "kselftest_harness.h"

#include "features/view.h"
#include "map_sample.h"

#define READ		GEV_ACCESS_READ
#define BOTH		(GEV_ACCESS_READ | GEV_ACCESS_WRITE)
#define OP		SAMPLE_OP
#define NONE		cpu_to_le32(GEV_MAP_NONE)
#define TEXT_MAX	600

/* Rows of the good map that tests break. */
enum { REG_GAIN, REG_LINE, REG_MODE, REG_WIDTH };
enum { F_GAIN, F_LINE, F_MODE, F_NAME, F_RUN, F_START, F_WIDTH };

static void good_controls(struct sample *s)
{
	struct gev_map_feature *f;

	f = sample_feature(s, "Gain", GEV_KIND_INTEGER, GEV_FATE_STANDARD, BOTH);
	sample_control(s, f, "Gain Exact", GEV_CID_GAIN);
	f->std_cid = cpu_to_le32(V4L2_CID_GAIN);
	f->get = cpu_to_le32(sample_get(s, REG_GAIN));
	f->set = cpu_to_le32(sample_set(s, REG_GAIN));
	f->min = cpu_to_le32(sample_number(s, 0));
	f->max = cpu_to_le32(sample_number(s, 100));
	f->flags = GEV_MAP_FEATURE_HAS_LIMITS;

	f = sample_feature(s, "LineInverter", GEV_KIND_BOOLEAN, GEV_FATE_CUSTOM, BOTH);
	sample_control(s, f, "Line Inverter", GEV_CID_LINE_INVERTER);
	f->get = cpu_to_le32(sample_get(s, REG_LINE));
	f->set = cpu_to_le32(sample_set(s, REG_LINE));
	f->lists = cpu_to_le32(1);
	s->lists[s->lists_count++] = cpu_to_le16(F_MODE);

	f = sample_feature(s, "LineMode", GEV_KIND_ENUMERATION, GEV_FATE_CUSTOM, BOTH);
	sample_control(s, f, "Line Mode", GEV_CID_LINE_MODE);
	f->get = cpu_to_le32(sample_get(s, REG_MODE));
	f->set = cpu_to_le32(sample_set(s, REG_MODE));
	f->entries = cpu_to_le32(2);
	sample_entry(s, "Input", 0, GEV_MAP_NONE);
	sample_entry(s, "Output", 1, sample_number(s, 1));

	f = sample_feature(s, "Name", GEV_KIND_STRING, GEV_FATE_EVALUATED, READ);
	f->get = cpu_to_le32(sample_number(s, 0x48));
	f->max = cpu_to_le32(sample_number(s, 32));
}

static void good_map(struct sample *s)
{
	struct gev_map_feature *f;
	u32 none;

	sample_init(s);
	sample_register(s, 0x10000, 4, 0, 32, GEV_MAP_REG_BIG);
	sample_register(s, 0x10004, 4, 0, 1, GEV_MAP_REG_BIG);
	sample_register(s, 0x10004, 4, 1, 2, GEV_MAP_REG_BIG);
	sample_register(s, 0x10008, 4, 0, 32, GEV_MAP_REG_BIG | GEV_MAP_REG_OWNED);
	sample_constant(s, 1);
	sample_variable(s, "TLParamsLocked", 0, GEV_MAP_REG_OWNED);
	good_controls(s);

	f = sample_feature(s, "TimerReset", GEV_KIND_COMMAND, GEV_FATE_CUSTOM, GEV_ACCESS_WRITE);
	sample_control(s, f, "Timer Reset", GEV_CID_TIMER_RESET);
	f->set = cpu_to_le32(sample_sub(s, GEV_MAP_SUB_WRITES, 1, 0, OP(GEV_OP_CONST, 1),
					OP(GEV_OP_SET_REGISTER, REG_GAIN), SAMPLE_RETURN));
	f = sample_feature(s, "TriggerMode", GEV_KIND_INTEGER, GEV_FATE_EVALUATED, READ);
	none = sample_number(s, 7);
	f->get = cpu_to_le32(none);
	f = sample_feature(s, "Width", GEV_KIND_INTEGER, GEV_FATE_DRIVER, BOTH);
	f->role = GEV_ROLE_WIDTH;
	f->get = cpu_to_le32(sample_get(s, REG_WIDTH));
	f->set = cpu_to_le32(sample_set(s, REG_WIDTH));
}

FIXTURE(map) {
	struct sample s;
	struct gev_map_view *view;
	char why[256];
	void *data;
	size_t size;
};

FIXTURE_SETUP(map)
{
	good_map(&self->s);
	self->view = malloc(gev_map_view_size());
	self->data = NULL;
	self->why[0] = '\0';
}

FIXTURE_TEARDOWN(map)
{
	free(self->view);
	free(self->data);
}

#define VERIFY()							\
({									\
	free(self->data);						\
	self->data = sample_map(&self->s, &self->size);			\
	gev_map_verify(self->data, self->size, self->view, self->why,	\
		       sizeof(self->why));				\
})

/* The map is refused, and the reason contains @words. */
#define REFUSED(words)							\
do {									\
	EXPECT_EQ(-EINVAL, VERIFY())					\
		TH_LOG("taken, although: %s", words);			\
	EXPECT_NE(NULL, strstr(self->why, words))			\
		TH_LOG("'%s' lacks '%s'", self->why, words);		\
	good_map(&self->s);						\
	self->why[0] = '\0';						\
} while (0)

TEST_F(map, good)
{
	EXPECT_EQ(0, VERIFY())
		TH_LOG("%s", self->why);
	EXPECT_STREQ("0123456789abcdef", gev_map_key(self->view));
	EXPECT_STREQ("Maker", gev_map_manufacturer(self->view));
	EXPECT_STREQ("Model", gev_map_model(self->view));
	EXPECT_STREQ("1.0", gev_map_device_version(self->view));
	EXPECT_EQ(7, gev_map_features(self->view));
	EXPECT_EQ(F_WIDTH, gev_map_role(self->view, GEV_ROLE_WIDTH));
	EXPECT_EQ(-ENOENT, gev_map_role(self->view, GEV_ROLE_HEIGHT));
	EXPECT_EQ(-ENOENT, gev_map_role(self->view, GEV_ROLES));
	EXPECT_EQ(F_LINE, gev_map_find(self->view, "LineInverter"));
	EXPECT_EQ(F_GAIN, gev_map_find(self->view, "Gain"));
	EXPECT_EQ(F_WIDTH, gev_map_find(self->view, "Width"));
	EXPECT_EQ(-ENOENT, gev_map_find(self->view, "gain"));
	EXPECT_EQ(F_MODE, gev_map_invalidated(self->view, F_LINE, 0));
}

/* No byte can be missing, and none can be there in addition. */
TEST_F(map, size)
{
	size_t n;
	char *copy;

	ASSERT_EQ(0, VERIFY());
	for (n = 0; n < self->size; n++) {
		copy = malloc(n + 1);
		memcpy(copy, self->data, n);
		EXPECT_EQ(-EINVAL, gev_map_verify(copy, n, self->view, self->why,
						  sizeof(self->why)));
		free(copy);
	}
	copy = calloc(1, self->size + 1);
	memcpy(copy, self->data, self->size);
	EXPECT_EQ(-EINVAL, gev_map_verify(copy, self->size + 1, self->view, self->why,
					  sizeof(self->why)));
	free(copy);
}

TEST_F(map, header)
{
	self->s.header.magic[0] ^= 1;
	REFUSED("not a feature map");
	self->s.header.version = cpu_to_le32(GEV_MAP_VERSION - 1);
	REFUSED("version 1");
	self->s.header.version = cpu_to_le32(GEV_MAP_VERSION + 1);
	REFUSED("version 3");
	self->s.header.flags = cpu_to_le32(1);
	REFUSED("unknown flags");
	self->s.header.key[3] = 'A';
	REFUSED("hex digits");
	self->s.header.key[15] = 'g';
	REFUSED("hex digits");
	self->s.header.model = cpu_to_le32(self->s.strings_size);
	REFUSED("identity string");
}

TEST_F(map, tables)
{
	struct gev_map_header *h;
	u32 saved;

	ASSERT_EQ(0, VERIFY());
	h = self->data;
#define BROKEN(field, value, words)						\
do {										\
	__le32 *number = &(field);						\
										\
	saved = le32_to_cpu(*number);						\
	*number = cpu_to_le32(value);						\
	EXPECT_EQ(-EINVAL, gev_map_verify(h, self->size, self->view,		\
					  self->why, sizeof(self->why)));	\
	EXPECT_NE(NULL, strstr(self->why, words))				\
		TH_LOG("'%s' lacks '%s'", self->why, words);			\
	*number = cpu_to_le32(saved);						\
} while (0)
	BROKEN(h->size, self->size + 1, "bytes");
	BROKEN(h->table[GEV_MAP_CODE].offset, saved + 4, "outside");
	BROKEN(h->table[GEV_MAP_CODE].offset, 0, "overlap");
	BROKEN(h->table[GEV_MAP_CODE].offset, saved - 8, "overlap");
	BROKEN(h->table[GEV_MAP_CODE].offset, 0xfffffff8, "outside");
	BROKEN(h->table[GEV_MAP_FEATURES].count, saved + 40, "outside");
	BROKEN(h->table[GEV_MAP_FEATURES].count, GEV_MAP_FEATURES_MAX + 1, "more than");
	BROKEN(h->table[GEV_MAP_REGISTERS].count, GEV_MAP_REGISTERS_MAX + 1, "more than");
	BROKEN(h->table[GEV_MAP_CODE].count, GEV_MAP_CODE_MAX + 1, "more than");
	BROKEN(h->table[GEV_MAP_ENTRIES].count, 0xffffffff, "more than");
	BROKEN(h->table[GEV_MAP_RESERVED_TABLE].count, 1, "more than");
#undef BROKEN
	EXPECT_EQ(0, gev_map_verify(h, self->size, self->view, self->why, sizeof(self->why)));
}

TEST_F(map, strings)
{
	static const char * const bad[] = {
		"\x01", "\x7f", "\xc2\x80", "\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80",
		"\xf4\x90\x80\x80", "\xff", "\x80", "\xe2\x82", "tab\t",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		sample_string(&self->s, bad[i]);
		REFUSED("printable");
	}
	sample_string(&self->s, "\xc2\xb5s \xe2\x82\xac \xf0\x9f\x93\xb7");
	EXPECT_EQ(0, VERIFY());
	self->s.strings[0] = 'x';
	REFUSED("NUL");
	self->s.strings[self->s.strings_size - 1] = 'x';
	REFUSED("NUL");
	self->s.strings_size = 0;
	REFUSED("NUL");
}

TEST_F(map, registers)
{
	struct gev_map_register *r = self->s.registers;

	r[REG_GAIN].flags |= 0x20;
	REFUSED("unknown flags");
	r[REG_GAIN].reserved[1] = 1;
	REFUSED("unknown flags");
	r[REG_GAIN].length = 0;
	REFUSED("bytes");
	r[REG_GAIN].length = 9;
	REFUSED("bytes");
	r[REG_GAIN].bits = 33;
	REFUSED("bits");
	r[REG_LINE].bits = 0;
	REFUSED("bits");
	r[REG_LINE].lsb = 32;
	REFUSED("bits");
	r[REG_MODE].flags |= GEV_MAP_REG_FLOAT;
	REFUSED("IEEE-754");
	r[REG_WIDTH].address = cpu_to_le64(0xfffffffd);
	REFUSED("2^32");
	r[REG_WIDTH].address = cpu_to_le64(~0ULL);
	REFUSED("2^32");
	r[REG_MODE].address = cpu_to_le64(0x10002);
	REFUSED("out of order");
	r[REG_GAIN].flags |= GEV_MAP_REG_OFFSET;
	REFUSED("out of order");
}

/* What is the driver's is so for every row that reaches it. */
TEST_F(map, owned_registers)
{
	struct gev_map_register *r = self->s.registers;

	r[REG_GAIN].address = cpu_to_le64(0x0a00);
	REFUSED("the driver's, but not marked");
	r[REG_GAIN].address = cpu_to_le64(0x9fff);
	REFUSED("the driver's, but not marked");
	r[REG_LINE].flags |= GEV_MAP_REG_OWNED;
	EXPECT_EQ(-EINVAL, VERIFY());
	good_map(&self->s);
	r[REG_MODE].lsb = 0;
	EXPECT_EQ(0, VERIFY());
	r[REG_MODE].flags |= GEV_MAP_REG_OWNED;
	REFUSED("share bits");
	r[REG_WIDTH].address = cpu_to_le64(0x10006);
	REFUSED("share bits");
}

TEST_F(map, variables)
{
	self->s.variables[0].name = cpu_to_le32(self->s.strings_size);
	REFUSED("variable 0");
	self->s.variables[0].flags = cpu_to_le32(1);
	REFUSED("variable 0");
}

/* Adds a subprogram that nobody calls; it is verified all the same. */
#define SUB(flags, stack, nesting, words, ...)					\
do {									\
	sample_sub(&self->s, flags, stack, nesting, __VA_ARGS__);	\
	REFUSED(words);							\
} while (0)

TEST_F(map, instructions)
{
	u32 subs = self->s.subs_count;

	SUB(2, 1, 0, "means nothing", OP(GEV_OPS, 0), SAMPLE_RETURN);
	SUB(2, 1, 0, "means nothing", OP(GEV_OP_CONST64, 1), SAMPLE_RETURN);
	SUB(2, 1, 0, "means nothing", OP(GEV_OP_GET_REGISTER, 4), SAMPLE_RETURN);
	SUB(2, 1, 0, "means nothing", OP(GEV_OP_GET_VARIABLE, 1), SAMPLE_RETURN);
	SUB(2, 1, 0, "means nothing", OP(GEV_OP_ARGUMENT, 0), SAMPLE_RETURN);
	SUB(3, 1, 0, "means nothing", OP(GEV_OP_ARGUMENT, 1), SAMPLE_RETURN);
	SUB(2, 1, 0, "means nothing", OP(GEV_OP_CONST, 1), OP(GEV_OP_RETURN, 1));
	SUB(2, 1, 0, "means nothing", OP(GEV_OP_CONST, 1), OP(GEV_OP_NEG, 1), SAMPLE_RETURN);
	SUB(2, 1, 0, "means nothing", OP(GEV_OP_FAIL, GEV_MAP_ERRORS));
	SUB(2, 1, 1, "come before", OP(GEV_OP_CALL, subs), SAMPLE_RETURN);
	SUB(2, 1, 1, "come before", OP(GEV_OP_CALL, subs + 1), SAMPLE_RETURN);
	SUB(2, 1, 1, "come before", OP(GEV_OP_CALL, GEV_MAP_OPERAND_MAX), SAMPLE_RETURN);
	SUB(2, 1, 0, "offset of register", OP(GEV_OP_CONST, 0),
	    OP(GEV_OP_GET_REGISTER_AT, REG_GAIN), SAMPLE_RETURN);
}

TEST_F(map, stack)
{
	u32 code[GEV_MAP_STACK_MAX + 2], i;

	SUB(2, 0, 0, "stack is empty", OP(GEV_OP_NEG, 0), SAMPLE_RETURN);
	SUB(2, 1, 0, "stack is empty", OP(GEV_OP_CONST, 1), OP(GEV_OP_ADD, 0), SAMPLE_RETURN);
	SUB(0, 0, 0, "stack is empty", OP(GEV_OP_DROP, 0), SAMPLE_RETURN);
	SUB(2, 0, 0, "leaves 0", SAMPLE_RETURN);
	SUB(2, 2, 0, "leaves 2", OP(GEV_OP_CONST, 1), OP(GEV_OP_CONST, 1), SAMPLE_RETURN);
	SUB(0, 1, 0, "leaves 1", OP(GEV_OP_CONST, 1), SAMPLE_RETURN);
	SUB(2, 2, 0, "does not do what it says", OP(GEV_OP_CONST, 1), SAMPLE_RETURN);
	SUB(2, 0, 0, "does not do what it says", OP(GEV_OP_CONST, 1), SAMPLE_RETURN);
	for (i = 0; i < ARRAY_SIZE(code); i++)
		code[i] = OP(GEV_OP_CONST, i);
	sample_sub_raw(&self->s, 2, GEV_MAP_STACK_MAX + 1, 0, code, ARRAY_SIZE(code));
	REFUSED("values on the stack");
}

TEST_F(map, jumps)
{
	SUB(2, 1, 0, "does not return", OP(GEV_OP_CONST, 1));
	SUB(0, 0, 0, "jump out", OP(GEV_OP_JUMP, 1));
	SUB(2, 1, 0, "jump out", OP(GEV_OP_CONST, 1), OP(GEV_OP_JUMP, 1), SAMPLE_RETURN);
	SUB(2, 1, 0, "jump out", OP(GEV_OP_JUMP, 0), OP(GEV_OP_CONST, 1), SAMPLE_RETURN);
	SUB(2, 1, 0, "jump out", OP(GEV_OP_JUMP, GEV_MAP_OPERAND_MAX), SAMPLE_RETURN);
	SUB(2, 1, 0, "never reached", OP(GEV_OP_CONST, 1), OP(GEV_OP_JUMP, 1),
	    OP(GEV_OP_CONST, 2), SAMPLE_RETURN);
	SUB(2, 1, 0, "never reached", OP(GEV_OP_FAIL, 0), SAMPLE_RETURN);
	SUB(2, 2, 0, "differs by path", OP(GEV_OP_CONST, 1), OP(GEV_OP_JUMP_ZERO, 1),
	    OP(GEV_OP_CONST, 1), SAMPLE_RETURN);
	self->s.subs[0].length = 0;
	REFUSED("does not return");
	self->s.subs[0].length = cpu_to_le16(GEV_MAP_SUB_CODE_MAX + 1);
	REFUSED("instructions from");
	self->s.subs[0].start = cpu_to_le32(self->s.code_count);
	REFUSED("instructions from");
	self->s.subs[0].reserved[5] = 1;
	REFUSED("unknown flags");
}

TEST_F(map, calls)
{
	u32 i, last;

	SUB(2, 1, 0, "does not do what it says", OP(GEV_OP_CALL, 0), SAMPLE_RETURN);
	SUB(2, 1, 2, "does not do what it says", OP(GEV_OP_CALL, 0), SAMPLE_RETURN);
	last = sample_number(&self->s, 1);
	for (i = 1; i <= GEV_MAP_NESTING_MAX; i++)
		last = sample_sub(&self->s, GEV_MAP_SUB_RESULT, 1, i, OP(GEV_OP_CALL, last),
				  SAMPLE_RETURN);
	EXPECT_EQ(0, VERIFY())
		TH_LOG("%s", self->why);
	sample_sub(&self->s, GEV_MAP_SUB_RESULT, 1, i, OP(GEV_OP_CALL, last), SAMPLE_RETURN);
	REFUSED("deep");
}

/* A subprogram cannot hide that it writes, nor that what it writes is owned. */
TEST_F(map, flags)
{
	u32 set;

	SUB(0, 1, 0, "does not do what it says", OP(GEV_OP_CONST, 1),
	    OP(GEV_OP_SET_REGISTER, REG_GAIN), SAMPLE_RETURN);
	SUB(GEV_MAP_SUB_WRITES, 1, 0, "does not do what it says", OP(GEV_OP_CONST, 1),
	    OP(GEV_OP_SET_REGISTER, REG_WIDTH), SAMPLE_RETURN);
	SUB(GEV_MAP_SUB_WRITES, 1, 0, "does not do what it says", OP(GEV_OP_CONST, 1),
	    OP(GEV_OP_SET_VARIABLE, 0), SAMPLE_RETURN);
	set = sample_set(&self->s, REG_WIDTH);
	SUB(GEV_MAP_SUB_WRITES, 1, 1, "does not do what it says", OP(GEV_OP_CONST, 1),
	    OP(GEV_OP_CALL, set), SAMPLE_RETURN);
	self->s.subs[0].flags |= 0x10;
	REFUSED("does not do what it says");
}

TEST_F(map, names)
{
	char text[TEXT_MAX];

	self->s.features[F_GAIN].name = cpu_to_le32(self->s.strings_size);
	REFUSED("name");
	self->s.features[F_GAIN].name = 0;
	REFUSED("name");
	memset(text, 'A', sizeof(text));
	text[GEV_MAP_NAME_MAX] = '\0';
	self->s.features[F_GAIN].name = sample_string(&self->s, text);
	EXPECT_EQ(0, VERIFY());
	text[GEV_MAP_NAME_MAX] = 'A';
	text[GEV_MAP_NAME_MAX + 1] = '\0';
	self->s.features[F_GAIN].name = sample_string(&self->s, text);
	REFUSED("name");
	self->s.features[F_LINE].name = self->s.features[F_GAIN].name;
	REFUSED("twice");
	self->s.features[F_LINE].name = sample_string(&self->s, "A");
	REFUSED("out of order");
	self->s.features[F_GAIN].unit = cpu_to_le32(self->s.strings_size);
	REFUSED("unit");
}

TEST_F(map, numbers)
{
	struct gev_map_feature *f = self->s.features;

	f[F_GAIN].kind = 0;
	REFUSED("kind");
	f[F_GAIN].kind = GEV_KIND_REGISTER + 1;
	REFUSED("kind");
	f[F_GAIN].fate = 0;
	REFUSED("fate");
	f[F_GAIN].fate = GEV_FATE_EVALUATED + 1;
	REFUSED("fate");
	f[F_GAIN].flags |= 0x20;
	REFUSED("flags");
	f[F_GAIN].reserved = 1;
	REFUSED("flags");
	f[F_GAIN].scale = 1;
	REFUSED("scale");
	f[F_GAIN].std_div = 0;
	REFUSED("factor");
	f[F_GAIN].std_mul = 0;
	REFUSED("factor");
	f[F_LINE].list = cpu_to_le32(1);
	REFUSED("lists");
	f[F_LINE].lists = cpu_to_le32(2);
	REFUSED("lists");
	self->s.lists[0] = cpu_to_le16(7);
	REFUSED("list names");
	f[F_MODE].lists = cpu_to_le32(1);
	REFUSED("longer lists");
	f[F_MODE].lists = cpu_to_le32(1);
	f[F_MODE].list = cpu_to_le32(1);
	self->s.lists[self->s.lists_count++] = cpu_to_le16(F_GAIN);
	EXPECT_EQ(0, VERIFY())
		TH_LOG("%s", self->why);
	good_map(&self->s);
	f[F_LINE].selector = cpu_to_le32(7);
	REFUSED("selector");
}

/* LineMode selects: the inverter is one for its second entry. */
TEST_F(map, selection)
{
	struct gev_map_feature *f = self->s.features;
	struct gev_feature seen;

#define FOR_ENTRY(n)	do {						\
		f[F_LINE].selector = cpu_to_le32(F_MODE);		\
		f[F_LINE].selected = cpu_to_le32(n);			\
	} while (0)

	FOR_ENTRY(1);
	f[F_LINE].flags |= GEV_MAP_FEATURE_INDEXED;
	f[F_LINE].polling = cpu_to_le16(1000);
	EXPECT_EQ(0, VERIFY())
		TH_LOG("%s", self->why);
	gev_map_feature(self->view, F_LINE, &seen);
	EXPECT_EQ(F_MODE, seen.selector);
	EXPECT_EQ(1, seen.selected);
	EXPECT_EQ(1000, seen.polling);
	EXPECT_EQ(GEV_FEATURE_INDEXED, seen.flags & GEV_FEATURE_INDEXED);
	gev_map_feature(self->view, F_MODE, &seen);
	EXPECT_EQ(-1, seen.selected);
	good_map(&self->s);
	FOR_ENTRY(2);
	REFUSED("no such entry");
	FOR_ENTRY(1);
	f[F_LINE].selector = NONE;
	REFUSED("no selector");
	FOR_ENTRY(0);
	f[F_LINE].selector = cpu_to_le32(F_GAIN);
	REFUSED("for everybody");
	FOR_ENTRY(0);
	f[F_MODE].fate = GEV_FATE_PRIVILEGED;
	f[F_MODE].cid = 0;
	REFUSED("for everybody");
	FOR_ENTRY(0);
	f[F_MODE].set = NONE;
	REFUSED("for everybody");
	FOR_ENTRY(0);
	f[F_MODE].selector = cpu_to_le32(F_MODE);
	f[F_MODE].selected = 0;
	REFUSED("for everybody");
	f[F_NAME].selector = cpu_to_le32(F_MODE);
	f[F_NAME].selected = 0;
	REFUSED("strings and registers");
	f[F_LINE].flags |= GEV_MAP_FEATURE_INDEXED;
	REFUSED("not for one entry");
	f[F_WIDTH].selector = cpu_to_le32(F_MODE);
	f[F_WIDTH].selected = 0;
	REFUSED("role");
#undef FOR_ENTRY
}

/* What a feature must not be, it must not be for one entry either. */
TEST_F(map, selection_names)
{
	EXPECT_EQ(GEV_NAME_FREE, gev_name_classify("TimerReset[Timer1]", GEV_KIND_COMMAND));
	EXPECT_EQ(GEV_NAME_OWNED, gev_name_classify("Width[Region1]", GEV_KIND_INTEGER));
	EXPECT_EQ(GEV_NAME_PRIVILEGED, gev_name_classify("TimerRun[Timer1]", GEV_KIND_COMMAND));
	EXPECT_EQ(GEV_NAME_PRIVILEGED, gev_name_classify("DeviceReset[All]", GEV_KIND_COMMAND));
}

TEST_F(map, value_subs)
{
	struct gev_map_feature *f = self->s.features;
	__le32 get = f[F_GAIN].get, set = f[F_GAIN].set;

	f[F_GAIN].access = NONE;
	REFUSED("access");
	f[F_GAIN].access = set;
	REFUSED("access");
	f[F_GAIN].get = set;
	REFUSED("value's subprogram");
	f[F_GAIN].get = cpu_to_le32(self->s.subs_count);
	REFUSED("value's subprogram");
	f[F_GAIN].set = get;
	REFUSED("writing subprogram");
	f[F_GAIN].min = set;
	REFUSED("limit");
	f[F_GAIN].max = NONE;
	REFUSED("some limits");
	f[F_GAIN].flags = 0;
	REFUSED("some limits");
	f[F_LINE].inc = get;
	REFUSED("some limits");
	f[F_LINE].min = get;
	f[F_LINE].max = get;
	f[F_LINE].flags = GEV_MAP_FEATURE_HAS_LIMITS;
	REFUSED("only integers");
	f[F_GAIN].done = get;
	REFUSED("neither");
}

TEST_F(map, other_subs)
{
	struct gev_map_feature *f = self->s.features;
	__le32 get = f[F_GAIN].get, set = f[F_GAIN].set;
	char text[TEXT_MAX];

	f[F_NAME].get = NONE;
	REFUSED("address");
	f[F_NAME].max = NONE;
	REFUSED("length");
	f[F_NAME].set = set;
	REFUSED("only");
	f[F_NAME].text = sample_string(&self->s, "x");
	REFUSED("text");
	f[F_NAME].get = NONE;
	f[F_NAME].max = NONE;
	memset(text, 'A', sizeof(text));
	text[GEV_MAP_STRING_MAX] = '\0';
	f[F_NAME].text = sample_string(&self->s, text);
	EXPECT_EQ(0, VERIFY())
		TH_LOG("%s", self->why);
	text[GEV_MAP_STRING_MAX] = 'A';
	text[GEV_MAP_STRING_MAX + 1] = '\0';
	f[F_NAME].text = sample_string(&self->s, text);
	REFUSED("text");
	f[F_RUN].set = set;
	REFUSED("command");
	f[F_RUN].set = NONE;
	REFUSED("command");
	f[F_RUN].get = get;
	REFUSED("no value");
	f[F_RUN].done = set;
	REFUSED("command");
}

TEST_F(map, entries)
{
	struct gev_map_feature *f = self->s.features;

	f[F_MODE].entries = 0;
	REFUSED("entries");
	f[F_MODE].entries = cpu_to_le32(3);
	REFUSED("entries");
	f[F_MODE].entry = cpu_to_le32(0xffffffff);
	REFUSED("entries");
	f[F_GAIN].entries = cpu_to_le32(1);
	REFUSED("entries");
	f[F_LINE].kind = GEV_KIND_ENUMERATION;
	f[F_LINE].entries = cpu_to_le32(2);
	REFUSED("more entries");
	self->s.entries[0].name = 0;
	REFUSED("entry's name");
	self->s.entries[0].available = f[F_GAIN].set;
	REFUSED("entry's subprogram");
}

TEST_F(map, roles)
{
	struct gev_map_feature *f = self->s.features;

	f[F_WIDTH].role = GEV_ROLES;
	REFUSED("role");
	f[F_START].role = GEV_ROLE_WIDTH;
	f[F_START].fate = GEV_FATE_DRIVER;
	REFUSED("another feature has its role");
	f[F_WIDTH].role = GEV_ROLE_PIXEL_FORMAT;
	REFUSED("kind does not fit");
	f[F_START].role = GEV_ROLE_HEIGHT;
	REFUSED("not the driver's");
}

/* Cameras have it as a number and as a switch. */
TEST_F(map, lock_is_a_switch)
{
	struct gev_map_feature *f = self->s.features;

	f[F_WIDTH].role = GEV_ROLE_TL_PARAMS_LOCKED;
	f[F_WIDTH].kind = GEV_KIND_BOOLEAN;
	f[F_WIDTH].flags = 0;
	f[F_WIDTH].min = cpu_to_le32(GEV_MAP_NONE);
	f[F_WIDTH].max = cpu_to_le32(GEV_MAP_NONE);
	f[F_WIDTH].inc = cpu_to_le32(GEV_MAP_NONE);
	EXPECT_EQ(0, VERIFY())
		TH_LOG("%s", self->why);
}

/* By name, by address, by what a subprogram calls. */
TEST_F(map, fates)
{
	static const char * const names[] = {
		"AcquisitionMode", "GevSCPSPacketSize", "Height", "OffsetX", "TLParamsLocked",
		"TransportStreamProtocol", "UserSetSelector", "DeviceFirmwareUpdate",
	};
	struct gev_map_feature *f = self->s.features;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		self->s.features_count = 1;
		f[F_GAIN].name = sample_string(&self->s, names[i]);
		REFUSED("must not be a writable control");
	}
	f[F_RUN].name = sample_string(&self->s, "Ten");
	REFUSED("must not be a writable control");
	f[F_GAIN].set = f[F_WIDTH].set;
	REFUSED("only the driver may");
	f[F_GAIN].get = cpu_to_le32(sample_sub(&self->s, GEV_MAP_SUB_RESULT | GEV_MAP_SUB_WRITES |
					       GEV_MAP_SUB_OWNED, 1, 0, OP(GEV_OP_CONST, 1),
					       OP(GEV_OP_SET_REGISTER, REG_WIDTH),
					       OP(GEV_OP_CONST, 1), SAMPLE_RETURN));
	REFUSED("wrong form");
	f[F_WIDTH].set = f[F_GAIN].set;
	REFUSED("not to what it owns");
	f[F_NAME].fate = GEV_FATE_CUSTOM;
	f[F_NAME].name = sample_string(&self->s, "M");
	sample_control(&self->s, &f[F_NAME], "M", GEV_CLASS_OTHER | 0x1000);
	EXPECT_EQ(0, VERIFY())
		TH_LOG("%s", self->why);
	f[F_NAME].name = sample_string(&self->s, "OffsetX");
	REFUSED("must not be a writable control");
}

/* Who may do what, by name: every rule of owned.c once. */
TEST(names)
{
	static const struct {
		const char *name;
		enum gev_feature_kind kind;
		enum gev_name_class class;
	} cases[] = {
		{ "Gain", GEV_KIND_FLOAT, GEV_NAME_FREE },
		{ "WidthMax", GEV_KIND_INTEGER, GEV_NAME_FREE },
		{ "Width", GEV_KIND_INTEGER, GEV_NAME_OWNED },
		{ "GevTimestampControlLatch", GEV_KIND_COMMAND, GEV_NAME_FREE },
		{ "GevIEEE1588", GEV_KIND_BOOLEAN, GEV_NAME_FREE },
		{ "GevCCP", GEV_KIND_ENUMERATION, GEV_NAME_OWNED },
		{ "GevHeartbeatTimeout", GEV_KIND_INTEGER, GEV_NAME_OWNED },
		{ "AcquisitionFrameRate", GEV_KIND_FLOAT, GEV_NAME_OWNED },
		{ "ChunkModeActive", GEV_KIND_BOOLEAN, GEV_NAME_OWNED },
		{ "RdmaStreamPort", GEV_KIND_INTEGER, GEV_NAME_OWNED },
		{ "DeviceReset", GEV_KIND_COMMAND, GEV_NAME_PRIVILEGED },
		{ "DeviceUserID", GEV_KIND_STRING, GEV_NAME_PRIVILEGED },
		{ "FileSelector", GEV_KIND_ENUMERATION, GEV_NAME_PRIVILEGED },
		{ "UserSetLoad", GEV_KIND_COMMAND, GEV_NAME_PRIVILEGED },
		{ "SequencerSetSave", GEV_KIND_COMMAND, GEV_NAME_PRIVILEGED },
		{ "bslDefectPixelMode", GEV_KIND_ENUMERATION, GEV_NAME_PRIVILEGED },
		{ "TriggerSoftware", GEV_KIND_COMMAND, GEV_NAME_FREE },
		{ "TriggerHappy", GEV_KIND_COMMAND, GEV_NAME_PRIVILEGED },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		EXPECT_EQ(cases[i].class, gev_name_classify(cases[i].name, cases[i].kind))
			TH_LOG("case %u", i);
	EXPECT_TRUE(gev_address_owned(0x0a00, 4));
	EXPECT_TRUE(gev_address_owned(0x00fc, 8));
	EXPECT_FALSE(gev_address_owned(0x0100, 0x100));
	EXPECT_TRUE(gev_address_owned(0x0200, 4));
	EXPECT_FALSE(gev_address_owned(0x0944, 4));
	EXPECT_TRUE(gev_address_owned(0x0944, 5));
	EXPECT_FALSE(gev_address_owned(0x9800, 4));
	EXPECT_TRUE(gev_address_owned(0x97ff, 4));
	EXPECT_FALSE(gev_address_owned(0xa000, 4));
	EXPECT_TRUE(gev_address_owned(0x00e8, 16));
}

TEST_F(map, controls)
{
	struct gev_map_feature *f = self->s.features;

	f[F_WIDTH].cid = cpu_to_le32(GEV_CLASS_OTHER | 0x1000);
	REFUSED("is no control");
	f[F_GAIN].std_cid = 0;
	REFUSED("do not fit its fate");
	f[F_LINE].std_cid = cpu_to_le32(V4L2_CID_HFLIP);
	REFUSED("do not fit its fate");
	f[F_LINE].cid = 0;
	REFUSED("do not fit its fate");
	f[F_GAIN].std_cid = cpu_to_le32(V4L2_CID_EXPOSURE);
	REFUSED("standard control");
	f[F_GAIN].std_cid = cpu_to_le32(V4L2_CID_HFLIP);
	REFUSED("standard control");
	f[F_GAIN].cid = cpu_to_le32(V4L2_CID_CONTRAST);
	REFUSED("none of ours");
	f[F_GAIN].cid = cpu_to_le32(GEV_CLASS_ANALOG | 1);
	REFUSED("none of ours");
	f[F_GAIN].cid = cpu_to_le32(GEV_CLASS_OTHER + 0x11000);
	REFUSED("none of ours");
	f[F_GAIN].cid = cpu_to_le32(0x80000000 | GEV_CID_GAIN);
	REFUSED("none of ours");
	f[F_GAIN].cid = f[F_LINE].cid;
	REFUSED("same control id");
}

TEST_F(map, labels)
{
	struct gev_map_feature *f = self->s.features;

	f[F_LINE].label = 0;
	REFUSED("no label");
	f[F_LINE].label = sample_string(&self->s, "12345678901234567890123456789012");
	REFUSED("label is longer");
	f[F_LINE].label = sample_string(&self->s, "LINE-mode.");
	REFUSED("look alike");
	f[F_LINE].label = sample_string(&self->s, "gain");
	REFUSED("look alike");
	f[F_GAIN].label = sample_string(&self->s, "GAIN");
	REFUSED("look alike");
	f[F_LINE].label = sample_string(&self->s, "Line Inverter 2");
	EXPECT_EQ(0, VERIFY());
}

/* Whatever byte is changed: a verdict, and nothing read outside of the map. */
TEST_F(map, any_byte)
{
	unsigned char *map;
	size_t i;
	int bit;

	ASSERT_EQ(0, VERIFY());
	map = self->data;
	for (i = 0; i < self->size; i++) {
		for (bit = 0; bit < 8; bit++) {
			map[i] ^= 1 << bit;
			gev_map_verify(map, self->size, self->view, self->why, sizeof(self->why));
			map[i] ^= 1 << bit;
		}
	}
	EXPECT_EQ(0, gev_map_verify(map, self->size, self->view, self->why, sizeof(self->why)));
}

/* The sentence is cut, not written beyond its room. */
TEST_F(map, short_why)
{
	char why[8] = "xxxxxxx";

	self->s.features[F_GAIN].kind = 0;
	self->data = sample_map(&self->s, &self->size);
	EXPECT_EQ(-EINVAL, gev_map_verify(self->data, self->size, self->view, why, 4));
	EXPECT_STREQ("fea", why);
	EXPECT_EQ('x', why[5]);
}

TEST_HARNESS_MAIN
