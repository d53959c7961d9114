// SPDX-License-Identifier: GPL-2.0
/*
 * The interpreter of feature maps. It trusts a verified map: indices, stack
 * depth and nesting are not looked at again. What depends on the camera is:
 * addresses, the number of reads and of instructions.
 */
#include "eval.h"
#include "float.h"

#define WORD_PROBES	8
/* Instructions between offers of the CPU; the first comes with each evaluation. */
#define EVAL_SLICE	1024
static_assert(GEV_MAP_FUEL % EVAL_SLICE == 0);

static struct gev_eval_word *word_slot(struct gev_eval *ev, u32 address, bool insert)
{
	u32 hash = (address >> 2) * 0x9e3779b1U >> 22, i;
	struct gev_eval_word *w;

	for (i = 0; i < WORD_PROBES; i++) {
		w = &ev->word[(hash + i) % GEV_EVAL_WORDS];
		if (w->generation != ev->generation)
			return insert ? w : NULL;
		if (w->address == address)
			return w;
	}
	/* A crowded place: forgetting costs another read, no more. */
	return insert ? &ev->word[hash % GEV_EVAL_WORDS] : NULL;
}

/* Bytes at an aligned address; @length is a multiple of 4, @data has room. */
static int read_words(struct gev_features *fs, u32 address, u32 length, u8 *data)
{
	struct gev_eval *ev = fs->scratch;
	struct gev_eval_word *w;
	u32 at;
	int ret;

	for (at = 0; at < length; at += 4) {
		w = word_slot(ev, address + at, false);
		if (!w)
			break;
		memcpy(data + at, w->data, 4);
	}
	if (at == length)
		return 0;
	if (!ev->reads)
		return -E2BIG;
	ev->reads--;
	ret = fs->port.read(fs->port.ctx, address, data, length);
	if (ret)
		return ret;
	for (at = 0; at < length; at += 4) {
		w = word_slot(ev, address + at, true);
		w->generation = ev->generation;
		w->address = address + at;
		memcpy(w->data, data + at, 4);
	}
	return 0;
}

/**
 * gev_eval_address() - an address as the camera knows it
 * @address: as a map computes it
 *
 * Some cameras have formulas for the 48-bit addresses of IIDC: the bus in them
 * is the only one there is.
 *
 * Context: any.
 * Return: the address without a bus.
 */
u64 gev_eval_address(u64 address)
{
	return address >> 32 == 0xffff ? address & U32_MAX : address;
}

static bool out_of_range(u64 address, u32 length)
{
	return address > U32_MAX || address + length > 1ULL << 32;
}

/* The word that the camera seems to hold, or NULL where it is what it holds. */
static struct gev_eval_word *pretended(struct gev_eval *ev, u32 address)
{
	u32 i;

	for (i = 0; i < ev->pretence.words; i++) {
		if (ev->pretence.word[i].address == address)
			return &ev->pretence.word[i];
	}
	return NULL;
}

/* As read_words(), but as it seems. */
static int read_seeming(struct gev_features *fs, u32 address, u32 length, u8 *data)
{
	struct gev_eval *ev = fs->scratch;
	u32 at, seen = 0;
	int ret = 0;

	for (at = 0; at < length; at += 4)
		seen += !!pretended(ev, address + at);
	if (4 * seen < length)
		ret = read_words(fs, address, length, data);
	for (at = 0; !ret && seen && at < length; at += 4) {
		if (pretended(ev, address + at))
			memcpy(data + at, pretended(ev, address + at)->data, 4);
	}
	return ret;
}

static int read_bytes(struct gev_features *fs, u64 address, u32 length, u8 *data, bool seeming)
{
	struct gev_eval *ev = fs->scratch;
	u32 start, room;
	int ret;

	address = gev_eval_address(address);
	if (out_of_range(address, length))
		return -ERANGE;
	start = address & ~3ULL;
	room = (address - start + length + 3) & ~3U;
	if (seeming)
		ret = read_seeming(fs, start, room, ev->bytes);
	else
		ret = read_words(fs, start, room, ev->bytes);
	if (!ret)
		memmove(data, ev->bytes + (address - start), length);
	return ret;
}

/**
 * gev_eval_read() - read bytes from the camera, or the cache
 * @fs: the camera's features
 * @address: of the first byte
 * @length: bytes, at most GEV_MAP_STRING_MAX
 * @data: gets them
 *
 * The port sees aligned addresses and lengths only. What is pretended to have
 * been written is read as such.
 *
 * Context: may sleep in the port.
 * Return: 0, -ERANGE for an address that cannot be, -E2BIG after
 * GEV_MAP_READS_MAX reads, or the port's error.
 */
int gev_eval_read(struct gev_features *fs, u64 address, u32 length, u8 *data)
{
	return read_bytes(fs, address, length, data, true);
}

static u32 nodes_of(const struct gev_map_view *map)
{
	u32 n = 1;

	while (n < map->count[GEV_MAP_SUBS] && n < GEV_EVAL_NODES_MAX)
		n *= 2;
	return n;
}

/* After a write everything may be different. */
static void forget(struct gev_eval *ev)
{
	if (++ev->generation)
		return;
	memset(ev->node, 0, ev->nodes * sizeof(ev->node[0]));
	memset(ev->word, 0, sizeof(ev->word));
	ev->generation = 1;
}

/* Bytes as they would be written stay here. */
static int pretend(struct gev_eval *ev, u32 address, u32 length, const u8 *data)
{
	struct gev_eval_pretence *p = &ev->pretence;
	struct gev_eval_word *w;
	u32 at;

	for (at = 0; at < length; at += 4) {
		w = pretended(ev, address + at);
		if (!w && p->words == GEV_EVAL_PRETENCES)
			return -E2BIG;
		w = w ?: &p->word[p->words++];
		w->address = address + at;
		memcpy(w->data, data + at, 4);
	}
	return 0;
}

/**
 * gev_eval_undo() - nothing is pretended any more
 * @fs: the camera's features
 *
 * Context: any; the caller serialises.
 */
void gev_eval_undo(struct gev_features *fs)
{
	struct gev_eval *ev = fs->scratch;
	struct gev_eval_pretence *p = &ev->pretence;

	if (!p->words && !p->variables)
		return;
	while (p->variables--)
		fs->variables[p->variable[p->variables].index] =
			p->variable[p->variables].value;
	p->variables = 0;
	p->words = 0;
	forget(ev);
}

/**
 * gev_eval_write() - write bytes to the camera
 * @fs: the camera's features
 * @address: of the first byte
 * @length: bytes, at most GEV_MAP_STRING_MAX
 * @data: the bytes
 *
 * Bytes beside them that the port cannot leave out are read first, from the
 * camera: what is pretended never gets there.
 *
 * Context: may sleep in the port.
 * Return: 0, -ERANGE for an address that cannot be, -EPERM for one that only
 * the driver may write, -E2BIG, or the port's error.
 */
int gev_eval_write(struct gev_features *fs, u64 address, u32 length, const u8 *data)
{
	struct gev_eval *ev = fs->scratch;
	u32 start, room;
	int ret;

	address = gev_eval_address(address);
	if (out_of_range(address, length))
		return -ERANGE;
	if (!ev->owner && gev_address_owned(address, length))
		return -EPERM;
	start = address & ~3ULL;
	room = (address - start + length + 3) & ~3U;
	if (room != length) {
		ret = read_bytes(fs, start, room, ev->bytes, ev->pretends);
		if (ret)
			return ret;
	}
	memcpy(ev->bytes + (address - start), data, length);
	if (ev->pretends)
		ret = pretend(ev, start, room, ev->bytes);
	else
		ret = fs->port.write(fs->port.ctx, start, ev->bytes, room);
	forget(ev);
	return ret;
}

static u64 load(const u8 *data, u32 length, bool big)
{
	u64 v = 0;
	u32 i;

	for (i = 0; i < length; i++)
		v = v << 8 | data[big ? i : length - 1 - i];
	return v;
}

static void store(u8 *data, u32 length, bool big, u64 v)
{
	u32 i;

	for (i = 0; i < length; i++, v >>= 8)
		data[big ? length - 1 - i : i] = v;
}

static u64 low_bits(u32 bits)
{
	return bits < 64 ? (1ULL << bits) - 1 : ~0ULL;
}

static int get_register(struct gev_features *fs, const struct gev_map_register *r, u64 offset,
			u64 *value)
{
	u8 data[8];
	u64 v;
	int ret;

	ret = gev_eval_read(fs, le64_to_cpu(r->address) + offset, r->length, data);
	if (ret)
		return ret;
	v = load(data, r->length, r->flags & GEV_MAP_REG_BIG) >> r->lsb & low_bits(r->bits);
	if (r->flags & GEV_MAP_REG_FLOAT)
		v = r->length == 4 ? gev_float_from_single(v) : v;
	else if (r->flags & GEV_MAP_REG_SIGNED && v >> (r->bits - 1))
		v |= ~low_bits(r->bits);
	*value = v;
	return 0;
}

/* The value as it goes into the register's bits. */
static int encode(const struct gev_map_register *r, u64 *value)
{
	s64 v = *value, half;
	u32 single;
	int ret;

	if (r->flags & GEV_MAP_REG_FLOAT) {
		if (r->length == 8)
			return 0;
		ret = gev_float_to_single(*value, &single);
		*value = single;
		return ret;
	}
	if (r->bits == 64)
		return 0;
	half = 1LL << (r->bits - 1);
	if (r->flags & GEV_MAP_REG_SIGNED ? v < -half || v >= half : *value > low_bits(r->bits))
		return -ERANGE;
	*value &= low_bits(r->bits);
	return 0;
}

static int set_register(struct gev_features *fs, const struct gev_map_register *r, u64 offset,
			u64 value)
{
	u64 address = le64_to_cpu(r->address) + offset, old;
	const struct gev_eval *ev = fs->scratch;
	bool big = r->flags & GEV_MAP_REG_BIG;
	u8 data[8] = { 0 };
	int ret;

	ret = encode(r, &value);
	if (!ret && r->bits != 8 * r->length)
		ret = read_bytes(fs, address, r->length, data, ev->pretends);
	if (ret)
		return ret;
	old = load(data, r->length, big);
	old &= ~(low_bits(r->bits) << r->lsb);
	store(data, r->length, big, old | value << r->lsb);
	return gev_eval_write(fs, address, r->length, data);
}

static bool is_pure(const struct gev_map_sub *sub)
{
	return sub->flags == GEV_MAP_SUB_RESULT;
}

/* Start a subprogram; or push its result if that is known. */
static void enter(struct gev_features *fs, u32 sub, u64 argument)
{
	struct gev_eval *ev = fs->scratch;
	struct gev_eval_node *node = &ev->node[sub % ev->nodes];
	struct gev_eval_frame *frame;

	if (is_pure(&fs->map->subs[sub]) && node->generation == ev->generation &&
	    node->sub == sub) {
		ev->stack[ev->sp++] = node->value;
		return;
	}
	frame = &ev->frame[ev->depth++];
	frame->sub = sub;
	frame->pc = le32_to_cpu(fs->map->subs[sub].start);
	frame->argument = argument;
}

static void leave(struct gev_features *fs)
{
	struct gev_eval *ev = fs->scratch;
	u32 sub = ev->frame[--ev->depth].sub;
	struct gev_eval_node *node = &ev->node[sub % ev->nodes];

	if (!is_pure(&fs->map->subs[sub]))
		return;
	node->generation = ev->generation;
	node->sub = sub;
	node->value = ev->stack[ev->sp - 1];
}

static int set_variable(struct gev_features *fs, u32 variable, s64 value)
{
	struct gev_eval *ev = fs->scratch;
	struct gev_eval_pretence *p = &ev->pretence;

	if (ev->pretends) {
		if (p->variables == GEV_EVAL_PRETENCES)
			return -E2BIG;
		p->variable[p->variables].index = variable;
		p->variable[p->variables++].value = fs->variables[variable];
	}
	fs->variables[variable] = value;
	forget(ev);
	return 0;
}

/* Operations on registers and variables. */
static int access(struct gev_features *fs, u32 op, u32 operand)
{
	const struct gev_map_register *r = &fs->map->registers[operand];
	struct gev_eval *ev = fs->scratch;
	u64 *top = &ev->stack[ev->sp];

	switch (op) {
	case GEV_OP_GET_REGISTER:
		ev->sp++;
		return get_register(fs, r, 0, top);
	case GEV_OP_GET_REGISTER_AT:
		return get_register(fs, r, top[-1], top - 1);
	case GEV_OP_SET_REGISTER:
		ev->sp--;
		return set_register(fs, r, 0, top[-1]);
	case GEV_OP_SET_REGISTER_AT:
		ev->sp -= 2;
		return set_register(fs, r, top[-2], top[-1]);
	case GEV_OP_GET_VARIABLE:
		ev->sp++;
		*top = fs->variables[operand];
		return 0;
	default:
		ev->sp--;
		return set_variable(fs, operand, top[-1]);
	}
}

static int fail(u32 error)
{
	static const int number[GEV_MAP_ERRORS] = {
		[GEV_MAP_ERROR_DOMAIN] = -EDOM,
		[GEV_MAP_ERROR_RANGE] = -ERANGE,
		[GEV_MAP_ERROR_ABSENT] = -ENODATA,
		[GEV_MAP_ERROR_ACCESS] = -EACCES,
	};

	return number[error];
}

static void call(struct gev_features *fs, u32 sub)
{
	struct gev_eval *ev = fs->scratch;
	u64 argument = 0;

	if (fs->map->subs[sub].flags & GEV_MAP_SUB_ARGUMENT)
		argument = ev->stack[--ev->sp];
	enter(fs, sub, argument);
}

static int step(struct gev_features *fs)
{
	struct gev_eval *ev = fs->scratch;
	struct gev_eval_frame *frame = &ev->frame[ev->depth - 1];
	u32 instruction = le32_to_cpu(fs->map->code[frame->pc++]);
	u32 op = GEV_MAP_OP(instruction), operand = GEV_MAP_OPERAND(instruction);
	u64 *top = &ev->stack[ev->sp];

	switch (op) {
	case GEV_OP_RETURN:
		leave(fs);
		return 0;
	case GEV_OP_CONST:
		ev->stack[ev->sp++] = (s64)((s32)instruction >> 8);
		return 0;
	case GEV_OP_CONST64:
		ev->stack[ev->sp++] = le64_to_cpu(fs->map->constants[operand]);
		return 0;
	case GEV_OP_ARGUMENT:
		ev->stack[ev->sp++] = frame->argument;
		return 0;
	case GEV_OP_CALL:
		call(fs, operand);
		return 0;
	case GEV_OP_JUMP:
		frame->pc += operand;
		return 0;
	case GEV_OP_JUMP_ZERO:
		if (!ev->stack[--ev->sp])
			frame->pc += operand;
		return 0;
	case GEV_OP_FAIL:
		return fail(operand);
	case GEV_OP_DROP:
		ev->sp--;
		return 0;
	}
	if (op <= GEV_OP_SET_VARIABLE)
		return access(fs, op, operand);
	if ((op >= GEV_OP_NEG && op <= GEV_OP_TO_FLOAT) || op >= GEV_OP_FNEG)
		return gev_eval_operate(op, top[-1], 0, &top[-1]);
	ev->sp--;
	return gev_eval_operate(op, top[-2], top[-1], &top[-2]);
}

/**
 * gev_eval_run() - run a subprogram
 * @fs: the camera's features
 * @sub: index of the subprogram
 * @argument: its argument, if it takes one
 * @result: gets its result, if it has one; else may be NULL
 *
 * Context: may sleep; the caller serialises.
 * Return: 0 or -errno, see gevmap.h.
 */
int gev_eval_run(struct gev_features *fs, u32 sub, u64 argument, u64 *result)
{
	struct gev_eval *ev = fs->scratch;
	int ret;

	ev->depth = 0;
	ev->sp = 0;
	enter(fs, sub, argument);
	while (ev->depth) {
		if (!ev->fuel)
			return -E2BIG;
		if (ev->fuel-- % EVAL_SLICE == 0)
			cond_resched();
		ret = step(fs);
		if (ret)
			return ret;
	}
	if (fs->map->subs[sub].flags & GEV_MAP_SUB_RESULT)
		*result = ev->stack[0];
	return 0;
}

/**
 * gev_map_scratch_size() - memory for a camera's evaluations
 * @map: a verified map
 *
 * Context: any.
 * Return: bytes; to be zeroed.
 */
size_t gev_map_scratch_size(const struct gev_map_view *map)
{
	return sizeof(struct gev_eval) + nodes_of(map) * sizeof(struct gev_eval_node);
}

/**
 * gev_eval_begin() - start an evaluation
 * @fs: the camera's features
 * @owner: it may write what only the driver may
 *
 * Context: any; the caller serialises.
 */
void gev_eval_begin(struct gev_features *fs, bool owner)
{
	struct gev_eval *ev = fs->scratch;

	if (!ev->nodes)
		ev->nodes = nodes_of(fs->map);
	if (!ev->held)
		forget(ev);
	ev->owner = owner;
	ev->reads = GEV_MAP_READS_MAX;
	ev->fuel = GEV_MAP_FUEL;
}

/**
 * gev_features_hold() - let evaluations share what they read
 * @fs: the camera's features
 *
 * Context: any; the caller serialises until gev_features_release().
 */
void gev_features_hold(struct gev_features *fs)
{
	struct gev_eval *ev = fs->scratch;

	ev->nodes = nodes_of(fs->map);
	forget(ev);
	ev->held = true;
}

/**
 * gev_features_release() - each evaluation reads for itself again
 * @fs: the camera's features
 *
 * Context: any; the caller serialises.
 */
void gev_features_release(struct gev_features *fs)
{
	struct gev_eval *ev = fs->scratch;

	ev->held = false;
}
