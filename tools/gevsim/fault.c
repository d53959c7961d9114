// SPDX-License-Identifier: GPL-2.0
/* The faults that a camera can be asked to have: names, arguments, when they strike. */
#include <ctype.h>
#include <stdlib.h>
#include "clock.h"
#include "fault_types.h"

/**
 * sim_fault_init() - no fault at all
 * @faults: to be initialised
 */
void sim_fault_init(struct sim_faults *faults)
{
	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++)
		faults->armed[i].id = SIM_FAULT_IDS;
}

/* Find the type, and for prefix-FIELD names the field, of @name. */
static int fault_find(const char *name, struct sim_armed *armed)
{
	for (int id = 0; id < SIM_FAULT_IDS; id++) {
		const struct sim_field *field = sim_fault_fields(id);
		const char *type = sim_fault_types[id].name;
		size_t prefix = strcspn(type, "F");

		if (!field && !strcmp(name, type)) {
			armed->id = id;
			return 0;
		}
		if (!field || strncmp(name, type, prefix))
			continue;
		for (; field->name; field++) {
			if (strcmp(name + prefix, field->name))
				continue;
			armed->id = id;
			armed->field = field;
			return 0;
		}
	}
	return -EINVAL;
}

static int fault_number(const char *text, int base, char **end, u64 *value)
{
	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	*value = strtoull(text, end, base);
	return errno ? -EINVAL : 0;
}

/* The numbers are decimal: that of 0x0 would be one hexadecimal else. */
static int fault_parse_geometry(const char *text, struct sim_armed *armed)
{
	char *end;

	if (fault_number(text, 10, &end, &armed->value) || *end != 'x' ||
	    fault_number(end + 1, 10, &end, &armed->extra))
		return -EINVAL;
	armed->has_value = true;
	armed->has_extra = true;
	return *end ? -EINVAL : 0;
}

/* ARG[:ARG2], or WIDTHxHEIGHT */
static int fault_parse_values(const char *text, struct sim_armed *armed)
{
	char *end;

	if (armed->id == SIM_FAULT_GEOMETRY)
		return fault_parse_geometry(text, armed);
	if (*text != ':') {
		if (fault_number(text, 0, &end, &armed->value))
			return -EINVAL;
		armed->has_value = true;
		text = end;
	}
	if (*text == ':') {
		if (fault_number(text + 1, 0, &end, &armed->extra))
			return -EINVAL;
		armed->has_extra = true;
		text = end;
	}
	return *text ? -EINVAL : 0;
}

/* N, N-M, N- or /N */
static int fault_parse_blocks(const char *text, struct sim_armed *armed)
{
	char *end;

	if (*text == '/') {
		if (fault_number(text + 1, 0, &end, &armed->every) || !armed->every)
			return -EINVAL;
		return *end ? -EINVAL : 0;
	}
	if (fault_number(text, 0, &end, &armed->first) || !armed->first)
		return -EINVAL;
	armed->last = armed->first;
	if (*end == '-' && !end[1]) {
		armed->last = ~0ull;
		return 0;
	}
	if (*end == '-' && fault_number(end + 1, 0, &end, &armed->last))
		return -EINVAL;
	return *end || armed->last < armed->first ? -EINVAL : 0;
}

static int fault_parse_when(const char *when, bool running, struct sim_armed *armed)
{
	char *end;

	switch (sim_fault_types[armed->id].kind) {
	case SIM_KIND_FRAME:
	case SIM_KIND_RANGE:
		if (when)
			return fault_parse_blocks(when, armed);
		armed->first = running ? 0 : SIM_FAULT_BLOCK;
		armed->last = armed->first;
		return 0;
	case SIM_KIND_CONNECTION:
	case SIM_KIND_COMMAND:
		armed->left = 1;
		if (!when)
			return 0;
		return fault_number(when, 0, &end, &armed->left) || *end ? -EINVAL : 0;
	default:
		return when ? -EINVAL : 0;
	}
}

/* Is the first argument one that makes sense? */
static bool fault_in_range(const struct sim_armed *armed)
{
	switch (armed->id) {
	case SIM_FAULT_LONG:
		return armed->value <= SIM_FAULT_SLACK;
	case SIM_FAULT_PACKET_SWAP:
		return armed->value >= 2;
	case SIM_FAULT_PACKET_LONG:
		return armed->value <= SIM_FAULT_PACKET_SLACK;
	case SIM_FAULT_PADDING:
		return armed->value <= SIM_FAULT_PADDING_MAX;
	case SIM_FAULT_CHUNK_PAD:
		return armed->value <= SIM_FAULT_CHUNK_PAD_MAX;
	case SIM_FAULT_TICK_FREQUENCY:
		return armed->value <= SIM_FAULT_FREQUENCY_MAX;
	case SIM_FAULT_SCPS_STEP:
		return armed->value && armed->value <= SIM_FAULT_SCPS_MIN;
	case SIM_FAULT_SCPS_MAX:
	case SIM_FAULT_SCPS_INITIAL:
		return armed->value >= SIM_FAULT_SCPS_MIN;
	default:
		return true;
	}
}

static int fault_parse(char *text, bool running, struct sim_armed *armed)
{
	char *when = strchr(text, '@'), *values;
	const struct sim_fault_type *type;

	memset(armed, 0, sizeof(*armed));
	if (when)
		*when++ = '\0';
	values = strchr(text, '=');
	if (values)
		*values++ = '\0';
	if (fault_find(text, armed) || (values && fault_parse_values(values, armed)))
		return -EINVAL;
	type = &sim_fault_types[armed->id];
	if (!armed->has_value)
		armed->value = armed->field ? armed->field->bad : type->value;
	if (fault_parse_when(when, running, armed))
		return -EINVAL;
	if (!fault_in_range(armed))
		return -EINVAL;
	if (type->kind == SIM_KIND_TIMED && armed->value)
		armed->until = sim_clock_ns() + armed->value * 1000000;
	if (type->kind == SIM_KIND_COMMAND && armed->id != SIM_FAULT_ACK_LATE &&
	    armed->id != SIM_FAULT_NACK && armed->id != SIM_FAULT_PENDING)
		armed->left = armed->value;
	return 0;
}

/**
 * sim_fault_arm() - let a fault wait for its moment
 * @faults: of one camera
 * @text: NAME[=ARG[:ARG]][@WHEN], or "clear", which disarms all
 * @running: a frame fault without @WHEN strikes at the next frame, not at the tenth
 * @armed: set to what was understood; id is SIM_FAULT_IDS for "clear"
 *
 * Return: 0, -EINVAL (not understood) or -ENOSPC (too many).
 */
int sim_fault_arm(struct sim_faults *faults, const char *text, bool running,
		  struct sim_armed *armed)
{
	char copy[128];
	int err;

	if (!strcmp(text, "clear")) {
		sim_fault_init(faults);
		armed->id = SIM_FAULT_IDS;
		return 0;
	}
	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	strcpy(copy, text);
	err = fault_parse(copy, running, armed);
	if (err)
		return err;
	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++) {
		if (faults->armed[i].id != SIM_FAULT_IDS)
			continue;
		faults->armed[i] = *armed;
		return 0;
	}
	return -ENOSPC;
}

/* Does @armed strike block @block? Those that are over leave the list. */
static bool fault_strikes(struct sim_armed *armed, u64 block)
{
	if (armed->every)
		return block % armed->every == 0;
	if (!armed->first) {
		armed->first = block;
		armed->last = block;
	}
	if (sim_fault_types[armed->id].kind == SIM_KIND_RANGE && armed->last == armed->first &&
	    armed->value)
		armed->last = armed->first + armed->value - 1;
	return block >= armed->first && block <= armed->last;
}

/**
 * sim_fault_frame() - is there a fault of this kind for a block?
 * @faults: of one camera
 * @id: a frame fault
 * @block: block id
 *
 * A fault that has struck its last block is disarmed when the block after it is
 * asked for, so that several questions about one block get one answer.
 *
 * Return: the fault, valid until the lock is dropped, or NULL.
 */
const struct sim_armed *sim_fault_frame(struct sim_faults *faults, enum sim_fault_id id,
					u64 block)
{
	struct sim_armed *armed = faults->armed, *found = NULL;

	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++, armed++) {
		if (armed->id != id)
			continue;
		if (fault_strikes(armed, block))
			found = armed;
		else if (!armed->every && block > armed->last)
			armed->id = SIM_FAULT_IDS;
	}
	return found;
}

/* Is a command about @address the one that @armed is for? */
static bool fault_concerns(const struct sim_armed *armed, u32 address)
{
	if (armed->has_extra)
		return armed->extra == address;
	return armed->id != SIM_FAULT_PENDING || address >= SIM_FAULT_FEATURES;
}

/**
 * sim_fault_take() - use up one strike of a connection or command fault
 * @faults: of one camera
 * @id: which
 * @address: the register that the command is about; 0 if it does not matter
 * @hit: set to the fault
 *
 * Return: whether there was one.
 */
bool sim_fault_take(struct sim_faults *faults, enum sim_fault_id id, u32 address,
		    struct sim_armed *hit)
{
	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++) {
		struct sim_armed *armed = &faults->armed[i];

		if (armed->id != id)
			continue;
		if (sim_fault_types[id].kind == SIM_KIND_COMMAND && !fault_concerns(armed, address))
			continue;
		*hit = *armed;
		if (armed->left && !--armed->left)
			armed->id = SIM_FAULT_IDS;
		return true;
	}
	return false;
}

/**
 * sim_fault_disarm() - forget all faults of a kind
 * @faults: of one camera
 * @id: which
 */
void sim_fault_disarm(struct sim_faults *faults, enum sim_fault_id id)
{
	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++)
		if (faults->armed[i].id == id)
			faults->armed[i].id = SIM_FAULT_IDS;
}

/**
 * sim_fault_state() - is the camera in this faulty state?
 * @faults: of one camera
 * @id: which
 *
 * Return: the fault, valid until the lock is dropped, or NULL.
 */
const struct sim_armed *sim_fault_state(struct sim_faults *faults, enum sim_fault_id id)
{
	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++) {
		struct sim_armed *armed = &faults->armed[i];

		if (armed->id != id)
			continue;
		if (!armed->until || sim_clock_ns() < armed->until)
			return armed;
		armed->id = SIM_FAULT_IDS;
	}
	return NULL;
}

static void fault_write(const struct sim_armed *armed, bool little, u8 *data, size_t len)
{
	const struct sim_field *field = armed->field;

	if (field->offset + field->size > len)
		return;
	for (unsigned int i = 0; i < field->size; i++) {
		unsigned int at = little ? i : field->size - 1u - i;

		data[field->offset + at] = armed->value >> (8 * i);
	}
}

/**
 * sim_fault_patch_frame() - spoil what is said about a frame as asked
 * @faults: of one camera
 * @id: SIM_FAULT_DESCRIPTOR, SIM_FAULT_LEADER, SIM_FAULT_TRAILER or SIM_FAULT_CHUNK
 * @block: block id
 * @data: the descriptor, the leader, ...
 * @len: its bytes
 */
void sim_fault_patch_frame(struct sim_faults *faults, enum sim_fault_id id, u64 block,
			   u8 *data, size_t len)
{
	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++) {
		struct sim_armed *armed = &faults->armed[i];

		if (armed->id != id)
			continue;
		if (fault_strikes(armed, block))
			fault_write(armed, id == SIM_FAULT_DESCRIPTOR, data, len);
		else if (!armed->every && block > armed->last)
			armed->id = SIM_FAULT_IDS;
	}
}

/**
 * sim_fault_patch() - spoil a message as asked
 * @faults: of one camera
 * @id: SIM_FAULT_REP, SIM_FAULT_PRELIMINARY or SIM_FAULT_TABLE
 * @take: use up one strike
 * @data: the message
 * @len: its bytes
 */
void sim_fault_patch(struct sim_faults *faults, enum sim_fault_id id, bool take,
		     u8 *data, size_t len)
{
	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++) {
		struct sim_armed *armed = &faults->armed[i];

		if (armed->id != id)
			continue;
		fault_write(armed, id != SIM_FAULT_REP, data, len);
		if (take && armed->left && !--armed->left)
			armed->id = SIM_FAULT_IDS;
	}
}
