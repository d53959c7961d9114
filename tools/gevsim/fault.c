// SPDX-License-Identifier: GPL-2.0
/* The faults that a camera can be asked to have: names, arguments, when they strike. */
#include <ctype.h>
#include <stdlib.h>
#include "clock.h"
#include "fault.h"

enum fault_kind {
	FAULT_FRAME,		/* @ names block ids */
	FAULT_RANGE,		/* likewise; the argument is a number of blocks */
	FAULT_CONNECTION,	/* @ counts connection requests */
	FAULT_COMMAND,		/* the argument counts commands, :ADDRESS picks them */
	FAULT_STATE,		/* until cleared */
	FAULT_TIMED,		/* the argument is a time in ms; none = until cleared */
};

static const struct fault_type {
	const char *name;
	enum fault_kind kind;
	u64 value;		/* when there is no argument */
	const char *argument;
	const char *help;
} fault_types[] = {
	[SIM_FAULT_DROP] = { "drop", FAULT_RANGE, 1, "COUNT",
		"frames that are acquired but not sent" },
	[SIM_FAULT_SKIP] = { "skip", FAULT_RANGE, 1, "COUNT",
		"frames announced as skipped, without data (this is legal)" },
	[SIM_FAULT_LONG] = { "long", FAULT_FRAME, 8, "BYTES",
		"payload longer than announced" },
	[SIM_FAULT_SHORT] = { "short", FAULT_FRAME, 8, "BYTES",
		"payload shorter than announced" },
	[SIM_FAULT_GEOMETRY] = { "geometry", FAULT_FRAME, 0, "WIDTHxHEIGHT",
		"a whole frame of another size" },
	[SIM_FAULT_NO_CREDIT] = { "no-credit", FAULT_RANGE, 1, "COUNT",
		"all credit is used at once, then frames are sent without" },
	[SIM_FAULT_NO_DESCRIPTOR] = { "no-descriptor", FAULT_FRAME, 0, "1",
		"payload alone, then silence (1: then the next frame)" },
	[SIM_FAULT_NO_PAYLOAD] = { "no-payload", FAULT_FRAME, 0, NULL,
		"descriptor alone" },
	[SIM_FAULT_SWAP] = { "swap", FAULT_FRAME, 0, NULL,
		"descriptor before payload" },
	[SIM_FAULT_IMMEDIATE] = { "immediate", FAULT_FRAME, 0, "FLOW",
		"SEND with immediate data" },
	[SIM_FAULT_INVALIDATE] = { "invalidate", FAULT_FRAME, 0, "FLOW",
		"SEND with invalidate" },
	[SIM_FAULT_WRITE_IMMEDIATE] = { "write-immediate", FAULT_FRAME, 0, "FLOW",
		"RDMA WRITE of no bytes with immediate data in place of a SEND" },
	[SIM_FAULT_DISCONNECT] = { "disconnect", FAULT_FRAME, 0, NULL,
		"the camera disconnects before this frame" },
	[SIM_FAULT_SILENT] = { "silent", FAULT_FRAME, 2000, "MS",
		"no frame is acquired for a time" },
	[SIM_FAULT_ID_REPEAT] = { "id-repeat", FAULT_FRAME, 0, NULL,
		"block id of the frame before" },
	[SIM_FAULT_ID_ZERO] = { "id-zero", FAULT_FRAME, 0, NULL,
		"block id 0" },
	[SIM_FAULT_ID_JUMP] = { "id-jump", FAULT_FRAME, 1000, "COUNT",
		"block ids go on so much farther (this is legal)" },
	[SIM_FAULT_DESCRIPTOR] = { "desc-FIELD", FAULT_FRAME, 0, "VALUE",
		"a field of the frame's descriptor" },
	[SIM_FAULT_OVERRUN] = { "overrun", FAULT_FRAME, 0, NULL,
		"half of the image, then a trailer with status DATA_OVERRUN" },
	[SIM_FAULT_NO_LEADER] = { "no-leader", FAULT_FRAME, 0, NULL, "no leader packet" },
	[SIM_FAULT_NO_TRAILER] = { "no-trailer", FAULT_FRAME, 0, NULL, "no trailer packet" },
	[SIM_FAULT_PACKET_DROP] = { "packet-drop", FAULT_FRAME, 10, "N",
		"every Nth packet is not sent" },
	[SIM_FAULT_PACKET_RATE] = { "packet-rate", FAULT_FRAME, 10, "PERMILLE",
		"packets are not sent by chance" },
	[SIM_FAULT_PACKET_SWAP] = { "packet-swap", FAULT_FRAME, 10, "N",
		"every Nth packet changes places with the next one" },
	[SIM_FAULT_PACKET_TWICE] = { "packet-twice", FAULT_FRAME, 10, "N",
		"every Nth packet is sent twice" },
	[SIM_FAULT_PACKET_SHORT] = { "packet-short", FAULT_FRAME, 8, "BYTES:PACKET",
		"a packet without its last bytes" },
	[SIM_FAULT_PACKET_LONG] = { "packet-long", FAULT_FRAME, 8, "BYTES:PACKET",
		"a packet with zeros behind it" },
	[SIM_FAULT_PACKET] = { "packet-FIELD", FAULT_FRAME, 0, "VALUE:PACKET",
		"a field of a packet's header" },
	[SIM_FAULT_REJ] = { "rej", FAULT_CONNECTION, 7, "CODE:DETAIL",
		"connection refused with this code" },
	[SIM_FAULT_REJ_RAW] = { "rej-raw", FAULT_CONNECTION, 0, NULL,
		"connection refused without private data" },
	[SIM_FAULT_NO_ANSWER] = { "no-answer", FAULT_CONNECTION, 0, NULL,
		"connection request never answered" },
	[SIM_FAULT_SLOW_REP] = { "slow-rep", FAULT_CONNECTION, 2000, "MS",
		"connection accepted late" },
	[SIM_FAULT_REP] = { "rep-FIELD", FAULT_CONNECTION, 0, "VALUE",
		"a field of the REP private data" },
	[SIM_FAULT_ACK_LOST] = { "ack-lost", FAULT_COMMAND, 1, "COUNT:ADDRESS",
		"commands executed, not acknowledged" },
	[SIM_FAULT_ACK_LATE] = { "ack-late", FAULT_COMMAND, 400, "MS:ADDRESS",
		"acknowledge sent late" },
	[SIM_FAULT_ACK_TWICE] = { "ack-twice", FAULT_COMMAND, 1, "COUNT:ADDRESS",
		"acknowledge sent twice" },
	[SIM_FAULT_ACK_WRONG_ID] = { "ack-wrong-id", FAULT_COMMAND, 1, "COUNT:ADDRESS",
		"acknowledge with the id of another request" },
	[SIM_FAULT_ACK_SHORT] = { "ack-short", FAULT_COMMAND, 1, "COUNT:ADDRESS",
		"acknowledge without its last four bytes" },
	[SIM_FAULT_NACK] = { "nack", FAULT_COMMAND, 0x8007, "STATUS:ADDRESS",
		"command answered with this status, not executed" },
	[SIM_FAULT_PENDING] = { "pending", FAULT_COMMAND, 8000, "MS:ADDRESS",
		"write held up by PENDING_ACK; without an address: of any feature" },
	[SIM_FAULT_DEAF] = { "deaf", FAULT_TIMED, 0, "MS",
		"GVCP neither heard nor answered (heartbeat death)" },
	[SIM_FAULT_CONTROL_LOST] = { "control-lost", FAULT_STATE, 0, NULL,
		"control is taken away now, as if the heartbeat had failed" },
	[SIM_FAULT_REBOOT] = { "reboot", FAULT_TIMED, 2000, "MS",
		"power cycle: away for a time, all registers back to their defaults" },
	[SIM_FAULT_PORT_CLOSED] = { "port-closed", FAULT_TIMED, 0, "MS",
		"RdmaStreamPort is 0, nobody listens" },
	[SIM_FAULT_PORT_WRONG] = { "port-wrong", FAULT_STATE, 1, "PORT",
		"RdmaStreamPort names a port where nobody listens" },
	[SIM_FAULT_CREDITS_IGNORED] = { "credits-ignored", FAULT_TIMED, 0, "MS",
		"credit messages change nothing" },
	[SIM_FAULT_NO_LIMITED] = { "no-limited", FAULT_STATE, 0, NULL,
		"DISCOVERY to 255.255.255.255 not heard" },
	[SIM_FAULT_NO_DIRECTED] = { "no-directed", FAULT_STATE, 0, NULL,
		"DISCOVERY to the subnet's broadcast address not heard" },
	[SIM_FAULT_DISCOVERY_SHORT] = { "discovery-short", FAULT_STATE, 0, NULL,
		"DISCOVERY acknowledged with half of the data" },
	[SIM_FAULT_DISCOVERY_GARBAGE] = { "discovery-garbage", FAULT_STATE, 0, NULL,
		"control characters, no terminator in the discovery strings" },
	[SIM_FAULT_PAYLOAD_SIZE] = { "payload-size", FAULT_STATE, 1, "BYTES",
		"PayloadSize reads as this" },
	[SIM_FAULT_PRELIMINARY] = { "pre-FIELD", FAULT_STATE, 0, "VALUE",
		"a field of the preliminary descriptor" },
	[SIM_FAULT_TABLE] = { "table-FIELD", FAULT_STATE, 0, "VALUE",
		"a field of the flow table" },
	[SIM_FAULT_NO_RESEND] = { "no-resend", FAULT_TIMED, 0, "MS",
		"PACKETRESEND is answered PACKET_UNAVAILABLE" },
};

static const struct sim_field descriptor_fields[] = {
	{ "signature", 0, 4, 0x21212121 },
	{ "major", 4, 1, 9 },
	{ "type", 8, 2, 0x1001 },
	{ "header-size", 12, 4, 0xfffffff8 },
	{ "id", 16, 8, 0xfffffffffffffff0 },
	{ "size", 48, 4, 0xfffffff8 },
	{ "components", 52, 4, 2 },
	{ "component-offset", 56, 8, 0xfffffffffffffff8 },
	{ "component-type", 64, 2, 0x2001 },
	{ "component-size", 68, 4, 0xfffffff8 },
	{ "component-pfnc", 104, 4, 0x01080099 },
	{ "parts", 110, 2, 0xffff },
	{ "part-offset", 112, 8, 0xfffffffffffffff8 },
	{ "part-type", 120, 2, 0x4100 },
	{ "part-size", 124, 4, 0xfffffff8 },
	{ "pfnc", 128, 4, 0x01080099 },
	{ "flow-id", 134, 2, 7 },
	{ "flow-offset", 136, 8, 0xfffffffffffffff8 },
	{ "data-size", 144, 8, 0xfffffffffffffff8 },
	{ "x", 160, 4, 0xffffffff },
	{ "y", 164, 4, 0xffffffff },
	{ "pad-x", 168, 2, 0xffff },
	{ "pad-y", 170, 2, 0xffff },
	{ NULL, 0, 0, 0 }
};

static const struct sim_field rep_fields[] = {
	{ "magic", 0, 4, 0x21212121 },
	{ "version", 4, 2, 0x0200 },
	{ "flows", 6, 2, 3 },
	{ "flags", 8, 4, 1 },
	{ "credits", 12, 4, 0 },
	{ "flow0", 16, 4, 0xffffffff },
	{ "flow1", 24, 8, 0xffffffffffffffff },
	{ NULL, 0, 0, 0 }
};

static const struct sim_field table_fields[] = {
	{ "type", 0, 2, 0x7001 },
	{ "size", 4, 4, 0xfffffff8 },
	{ "major", 8, 1, 9 },
	{ "flows", 12, 4, 3 },
	{ "flow0", 16, 8, 0xffffffffffffffff },
	{ "flow1", 24, 8, 0xffffffffffffffff },
	{ NULL, 0, 0, 0 }
};

static const struct sim_field packet_fields[] = {
	{ "status", SIM_PACKET_STATUS, 2, 0x8fff },
	{ "flags", SIM_PACKET_FLAGS, 2, 0x0002 },
	{ "block", SIM_PACKET_BLOCK, 8, 0x7777 },
	{ "format", SIM_PACKET_FORMAT, 1, 0x0f },
	{ "id", SIM_PACKET_ID, 4, 0xfffff0 },
	{ "extended", SIM_PACKET_EXTENDED, 1, 1 },
	{ NULL, 0, 0, 0 }
};

static const struct sim_field *fault_fields(enum sim_fault_id id)
{
	switch (id) {
	case SIM_FAULT_DESCRIPTOR:
	case SIM_FAULT_PRELIMINARY:
		return descriptor_fields;
	case SIM_FAULT_REP:
		return rep_fields;
	case SIM_FAULT_TABLE:
		return table_fields;
	case SIM_FAULT_PACKET:
		return packet_fields;
	default:
		return NULL;
	}
}

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
		const struct sim_field *field = fault_fields(id);
		const char *type = fault_types[id].name;
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

static int fault_number(const char *text, char **end, u64 *value)
{
	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	*value = strtoull(text, end, 0);
	return errno ? -EINVAL : 0;
}

/* ARG[:ARG2], or WIDTHxHEIGHT */
static int fault_parse_values(const char *text, struct sim_armed *armed)
{
	const char *separator = armed->id == SIM_FAULT_GEOMETRY ? "x" : ":";
	char *end;

	if (*text != *separator) {
		if (fault_number(text, &end, &armed->value))
			return -EINVAL;
		armed->has_value = true;
		text = end;
	}
	if (*text == *separator) {
		if (fault_number(text + 1, &end, &armed->extra))
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
		if (fault_number(text + 1, &end, &armed->every) || !armed->every)
			return -EINVAL;
		return *end ? -EINVAL : 0;
	}
	if (fault_number(text, &end, &armed->first) || !armed->first)
		return -EINVAL;
	armed->last = armed->first;
	if (*end == '-' && !end[1]) {
		armed->last = ~0ull;
		return 0;
	}
	if (*end == '-' && fault_number(end + 1, &end, &armed->last))
		return -EINVAL;
	return *end || armed->last < armed->first ? -EINVAL : 0;
}

static int fault_parse_when(const char *when, bool running, struct sim_armed *armed)
{
	char *end;

	switch (fault_types[armed->id].kind) {
	case FAULT_FRAME:
	case FAULT_RANGE:
		if (when)
			return fault_parse_blocks(when, armed);
		armed->first = running ? 0 : SIM_FAULT_BLOCK;
		armed->last = armed->first;
		return 0;
	case FAULT_CONNECTION:
	case FAULT_COMMAND:
		armed->left = 1;
		if (!when)
			return 0;
		return fault_number(when, &end, &armed->left) || *end ? -EINVAL : 0;
	default:
		return when ? -EINVAL : 0;
	}
}

static int fault_parse(char *text, bool running, struct sim_armed *armed)
{
	char *when = strchr(text, '@'), *values;
	const struct fault_type *type;

	memset(armed, 0, sizeof(*armed));
	if (when)
		*when++ = '\0';
	values = strchr(text, '=');
	if (values)
		*values++ = '\0';
	if (fault_find(text, armed) || (values && fault_parse_values(values, armed)))
		return -EINVAL;
	type = &fault_types[armed->id];
	if (!armed->has_value)
		armed->value = armed->field ? armed->field->bad : type->value;
	if (fault_parse_when(when, running, armed))
		return -EINVAL;
	if ((armed->id == SIM_FAULT_LONG && armed->value > SIM_FAULT_SLACK) ||
	    (armed->id == SIM_FAULT_PACKET_SWAP && armed->value < 2) ||
	    (armed->id == SIM_FAULT_PACKET_LONG && armed->value > SIM_FAULT_PACKET_SLACK) ||
	    (armed->id == SIM_FAULT_GEOMETRY && armed->has_value != armed->has_extra))
		return -EINVAL;
	if (type->kind == FAULT_TIMED && armed->value)
		armed->until = sim_clock_ns() + armed->value * 1000000;
	if (type->kind == FAULT_COMMAND && armed->id != SIM_FAULT_ACK_LATE &&
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
	if (fault_types[armed->id].kind == FAULT_RANGE && armed->last == armed->first &&
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
		if (fault_types[id].kind == FAULT_COMMAND && !fault_concerns(armed, address))
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
 * sim_fault_patch_frame() - spoil a frame's descriptor as asked
 * @faults: of one camera
 * @block: block id
 * @descriptor: the descriptor
 * @len: its bytes
 */
void sim_fault_patch_frame(struct sim_faults *faults, u64 block, u8 *descriptor, size_t len)
{
	for (size_t i = 0; i < SIM_FAULT_ARMED_MAX; i++) {
		struct sim_armed *armed = &faults->armed[i];

		if (armed->id != SIM_FAULT_DESCRIPTOR)
			continue;
		if (fault_strikes(armed, block))
			fault_write(armed, true, descriptor, len);
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

/**
 * sim_fault_list() - print all faults with their arguments
 * @out: where to
 */
void sim_fault_list(FILE *out)
{
	fprintf(out, "Faults (NAME[=ARG][@WHEN]):\n");
	for (int id = 0; id < SIM_FAULT_IDS; id++) {
		const struct fault_type *type = &fault_types[id];
		const struct sim_field *field = fault_fields(id);
		char name[48];

		snprintf(name, sizeof(name), "%s%s%s%s", type->name,
			 type->argument ? "[=" : "", type->argument ? type->argument : "",
			 type->argument ? "]" : "");
		fprintf(out, "  %-30s %s\n", name, type->help);
		if (!field)
			continue;
		fprintf(out, "  %-30s FIELD:", "");
		for (; field->name; field++)
			fprintf(out, " %s", field->name);
		fputc('\n', out);
	}
}
