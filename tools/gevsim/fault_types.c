// SPDX-License-Identifier: GPL-2.0
/* Names, arguments and fields of all faults. */
#include "fault_types.h"

const struct sim_fault_type sim_fault_types[SIM_FAULT_IDS] = {
	[SIM_FAULT_DROP] = { "drop", SIM_KIND_RANGE, 1, "COUNT",
		"frames that are acquired but not sent" },
	[SIM_FAULT_SKIP] = { "skip", SIM_KIND_RANGE, 1, "COUNT",
		"frames announced as skipped, without data (this is legal)" },
	[SIM_FAULT_LONG] = { "long", SIM_KIND_FRAME, 8, "BYTES",
		"payload longer than announced" },
	[SIM_FAULT_SHORT] = { "short", SIM_KIND_FRAME, 8, "BYTES",
		"payload shorter than announced" },
	[SIM_FAULT_GEOMETRY] = { "geometry", SIM_KIND_FRAME, 0, "WIDTHxHEIGHT",
		"a whole frame of another size" },
	[SIM_FAULT_NO_CREDIT] = { "no-credit", SIM_KIND_RANGE, 1, "COUNT",
		"all credit is used at once, then frames are sent without" },
	[SIM_FAULT_NO_DESCRIPTOR] = { "no-descriptor", SIM_KIND_FRAME, 0, "1",
		"payload alone, then silence (1: then the next frame)" },
	[SIM_FAULT_NO_PAYLOAD] = { "no-payload", SIM_KIND_FRAME, 0, NULL,
		"descriptor alone" },
	[SIM_FAULT_SWAP] = { "swap", SIM_KIND_FRAME, 0, NULL,
		"descriptor before payload" },
	[SIM_FAULT_IMMEDIATE] = { "immediate", SIM_KIND_FRAME, 0, "FLOW",
		"SEND with immediate data" },
	[SIM_FAULT_INVALIDATE] = { "invalidate", SIM_KIND_FRAME, 0, "FLOW",
		"SEND with invalidate" },
	[SIM_FAULT_WRITE_IMMEDIATE] = { "write-immediate", SIM_KIND_FRAME, 0, "FLOW",
		"RDMA WRITE of no bytes with immediate data in place of a SEND" },
	[SIM_FAULT_DISCONNECT] = { "disconnect", SIM_KIND_FRAME, 0, NULL,
		"the camera disconnects before this frame" },
	[SIM_FAULT_SILENT] = { "silent", SIM_KIND_FRAME, 2000, "MS",
		"no frame is acquired for a time" },
	[SIM_FAULT_ID_REPEAT] = { "id-repeat", SIM_KIND_FRAME, 0, NULL,
		"block id of the frame before" },
	[SIM_FAULT_ID_ZERO] = { "id-zero", SIM_KIND_FRAME, 0, NULL,
		"block id 0" },
	[SIM_FAULT_ID_JUMP] = { "id-jump", SIM_KIND_FRAME, 1000, "COUNT",
		"block ids go on so much farther (this is legal)" },
	[SIM_FAULT_ID_RESTART] = { "id-restart", SIM_KIND_FRAME, 1, "ID",
		"block ids go on at 1 or this one" },
	[SIM_FAULT_CLOCK_BACK] = { "clock-back", SIM_KIND_FRAME, 1000, "MS",
		"the camera's clock is put back" },
	[SIM_FAULT_DESCRIPTOR] = { "desc-FIELD", SIM_KIND_FRAME, 0, "VALUE",
		"a field of the frame's descriptor" },
	[SIM_FAULT_OVERRUN] = { "overrun", SIM_KIND_FRAME, 0, NULL,
		"half of the image, then a trailer with status DATA_OVERRUN" },
	[SIM_FAULT_NO_LEADER] = { "no-leader", SIM_KIND_FRAME, 0, NULL, "no leader packet" },
	[SIM_FAULT_NO_TRAILER] = { "no-trailer", SIM_KIND_FRAME, 0, NULL, "no trailer packet" },
	[SIM_FAULT_PACKET_DROP] = { "packet-drop", SIM_KIND_FRAME, 10, "N",
		"every Nth packet is not sent" },
	[SIM_FAULT_PACKET_RATE] = { "packet-rate", SIM_KIND_FRAME, 10, "PERMILLE",
		"packets are not sent by chance" },
	[SIM_FAULT_PACKET_SWAP] = { "packet-swap", SIM_KIND_FRAME, 10, "N",
		"every Nth packet changes places with the next one" },
	[SIM_FAULT_PACKET_TWICE] = { "packet-twice", SIM_KIND_FRAME, 10, "N",
		"every Nth packet is sent twice" },
	[SIM_FAULT_PACKET_SHORT] = { "packet-short", SIM_KIND_FRAME, 8, "BYTES:PACKET",
		"a packet without its last bytes" },
	[SIM_FAULT_PACKET_LONG] = { "packet-long", SIM_KIND_FRAME, 8, "BYTES:PACKET",
		"a packet with zeros behind it" },
	[SIM_FAULT_PACKET] = { "packet-FIELD", SIM_KIND_FRAME, 0, "VALUE:PACKET",
		"a field of a packet's header" },
	[SIM_FAULT_PAYLOAD_TYPE] = { "payload-type", SIM_KIND_FRAME, 6, "TYPE",
		"a block that says to be JPEG or of this type" },
	[SIM_FAULT_LEADER] = { "leader-FIELD", SIM_KIND_FRAME, 0, "VALUE",
		"a field of the leader" },
	[SIM_FAULT_TRAILER] = { "trailer-FIELD", SIM_KIND_FRAME, 0, "VALUE",
		"a field of the trailer" },
	[SIM_FAULT_CHUNK] = { "chunk-FIELD", SIM_KIND_FRAME, 0, "VALUE",
		"a field of the last chunk" },
	[SIM_FAULT_REJ] = { "rej", SIM_KIND_CONNECTION, 7, "CODE:DETAIL",
		"connection refused with this code" },
	[SIM_FAULT_REJ_RAW] = { "rej-raw", SIM_KIND_CONNECTION, 0, NULL,
		"connection refused without private data" },
	[SIM_FAULT_NO_ANSWER] = { "no-answer", SIM_KIND_CONNECTION, 0, NULL,
		"connection request never answered" },
	[SIM_FAULT_SLOW_REP] = { "slow-rep", SIM_KIND_CONNECTION, 2000, "MS",
		"connection accepted late" },
	[SIM_FAULT_REP] = { "rep-FIELD", SIM_KIND_CONNECTION, 0, "VALUE",
		"a field of the REP private data" },
	[SIM_FAULT_ACK_LOST] = { "ack-lost", SIM_KIND_COMMAND, 1, "COUNT:ADDRESS",
		"commands executed, not acknowledged" },
	[SIM_FAULT_ACK_LATE] = { "ack-late", SIM_KIND_COMMAND, 400, "MS:ADDRESS",
		"acknowledge sent late" },
	[SIM_FAULT_ACK_TWICE] = { "ack-twice", SIM_KIND_COMMAND, 1, "COUNT:ADDRESS",
		"acknowledge sent twice" },
	[SIM_FAULT_ACK_WRONG_ID] = { "ack-wrong-id", SIM_KIND_COMMAND, 1, "COUNT:ADDRESS",
		"acknowledge with the id of another request" },
	[SIM_FAULT_ACK_SHORT] = { "ack-short", SIM_KIND_COMMAND, 1, "COUNT:ADDRESS",
		"acknowledge without its last four bytes" },
	[SIM_FAULT_NACK] = { "nack", SIM_KIND_COMMAND, 0x8007, "STATUS:ADDRESS",
		"command answered with this status, not executed" },
	[SIM_FAULT_PENDING] = { "pending", SIM_KIND_COMMAND, 8000, "MS:ADDRESS",
		"write held up by PENDING_ACK; without an address: of any feature" },
	[SIM_FAULT_DEAF] = { "deaf", SIM_KIND_TIMED, 0, "MS",
		"GVCP neither heard nor answered (heartbeat death)" },
	[SIM_FAULT_CONTROL_LOST] = { "control-lost", SIM_KIND_STATE, 0, NULL,
		"control is taken away now, as if the heartbeat had failed" },
	[SIM_FAULT_REBOOT] = { "reboot", SIM_KIND_TIMED, 2000, "MS",
		"power cycle: away for a time, all registers back to their defaults" },
	[SIM_FAULT_PORT_CLOSED] = { "port-closed", SIM_KIND_TIMED, 0, "MS",
		"RdmaStreamPort is 0, nobody listens" },
	[SIM_FAULT_PORT_WRONG] = { "port-wrong", SIM_KIND_STATE, 1, "PORT",
		"RdmaStreamPort names a port where nobody listens" },
	[SIM_FAULT_CREDITS_IGNORED] = { "credits-ignored", SIM_KIND_TIMED, 0, "MS",
		"credit messages change nothing" },
	[SIM_FAULT_NO_LIMITED] = { "no-limited", SIM_KIND_STATE, 0, NULL,
		"DISCOVERY to 255.255.255.255 not heard" },
	[SIM_FAULT_NO_DIRECTED] = { "no-directed", SIM_KIND_STATE, 0, NULL,
		"DISCOVERY to the subnet's broadcast address not heard" },
	[SIM_FAULT_DISCOVERY_SHORT] = { "discovery-short", SIM_KIND_STATE, 0, NULL,
		"DISCOVERY acknowledged with half of the data" },
	[SIM_FAULT_DISCOVERY_GARBAGE] = { "discovery-garbage", SIM_KIND_STATE, 0, NULL,
		"control characters, no terminator in the discovery strings" },
	[SIM_FAULT_PAYLOAD_SIZE] = { "payload-size", SIM_KIND_STATE, 1, "BYTES",
		"PayloadSize reads as this" },
	[SIM_FAULT_PRELIMINARY] = { "pre-FIELD", SIM_KIND_STATE, 0, "VALUE",
		"a field of the preliminary descriptor" },
	[SIM_FAULT_TABLE] = { "table-FIELD", SIM_KIND_STATE, 0, "VALUE",
		"a field of the flow table" },
	[SIM_FAULT_NO_RESEND] = { "no-resend", SIM_KIND_TIMED, 0, "MS",
		"PACKETRESEND is answered PACKET_UNAVAILABLE" },
	[SIM_FAULT_FIRST_BLOCK] = { "first-block", SIM_KIND_STATE, 65530, "ID",
		"block id that acquisitions begin with" },
	[SIM_FAULT_TICK_FREQUENCY] = { "tick-frequency", SIM_KIND_STATE, 0, "HZ",
		"of the time stamp" },
	[SIM_FAULT_RESEND_SILENT] = { "resend-silent", SIM_KIND_TIMED, 0, "MS",
		"PACKETRESEND is not answered" },
	[SIM_FAULT_RESEND_ABSENT] = { "resend-absent", SIM_KIND_STATE, 0, NULL,
		"PACKETRESEND is not offered, nor answered" },
	[SIM_FAULT_RESEND_SPOILT] = { "resend-spoilt", SIM_KIND_STATE, 0, NULL,
		"packets that are sent again have the faults of packets" },
	[SIM_FAULT_FRAGMENTS] = { "fragments", SIM_KIND_STATE, 0, NULL,
		"packets may be fragmented, whatever is asked for" },
	[SIM_FAULT_NO_TEST_PACKET] = { "no-test-packet", SIM_KIND_STATE, 0, NULL,
		"no test packet is sent" },
	[SIM_FAULT_SCPS_INITIAL] = { "scps-initial", SIM_KIND_STATE, 9000, "BYTES",
		"packet size after power-up" },
	[SIM_FAULT_SCPS_READS] = { "scps-reads", SIM_KIND_STATE, 0xffffffff, "VALUE",
		"SCPS reads as this" },
	[SIM_FAULT_SCPS_STEP] = { "scps-step", SIM_KIND_STATE, 16, "BYTES",
		"packet sizes are multiples of this" },
	[SIM_FAULT_SCPS_MAX] = { "scps-max", SIM_KIND_STATE, 1024, "BYTES",
		"largest packet size" },
	[SIM_FAULT_PADDING] = { "padding", SIM_KIND_STATE, 312, "BYTES:1",
		"the payload is the image and so much more (1: the leader says so)" },
	[SIM_FAULT_CHUNK_PAD] = { "chunk-pad", SIM_KIND_STATE, 3, "BYTES",
		"the chunk of the time stamp is so much longer" },
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

static const struct sim_field leader_fields[] = {
	{ "field", 0, 1, 0xff },
	{ "type", 2, 2, 0x8001 },
	{ "timestamp", 4, 8, 0 },
	{ "pfnc", 12, 4, 0x01080099 },
	{ "x", 16, 4, 0 },
	{ "y", 20, 4, 0 },
	{ "offset-x", 24, 4, 0xffffffff },
	{ "offset-y", 28, 4, 0xffffffff },
	{ "pad-x", 32, 2, 0xffff },
	{ "pad-y", 34, 2, 0xffff },
	{ "size", 12, 8, 0xfffffffffffffff8 },
	{ "descriptor", 24, 4, 0xfffffff8 },
	{ "part-type", 12, 2, 0x8001 },
	{ "part-length", 14, 6, 0xfffffffffff8 },
	{ "part-pfnc", 20, 4, 0x01080099 },
	{ "part-x", 36, 4, 0xffffffff },
	{ "part-y", 40, 4, 0xffffffff },
	{ NULL, 0, 0, 0 }
};

static const struct sim_field trailer_fields[] = {
	{ "type", 2, 2, 0x8001 },
	{ "y", 4, 4, 0 },
	{ "chunk-length", 8, 4, 0xfffffff8 },
	{ "chunk-layout", 12, 4, 0xffffffff },
	{ "part-type", 4, 2, 0x8001 },
	{ "part-length", 6, 6, 0xfffffffffff8 },
	{ "part-y", 12, 4, 0 },
	{ NULL, 0, 0, 0 }
};

static const struct sim_field chunk_fields[] = {
	{ "id", 0, 4, 0 },
	{ "length", 4, 4, 0xfffffff8 },
	{ NULL, 0, 0, 0 }
};

/**
 * sim_fault_fields() - the fields that a fault may be about
 * @id: which fault
 *
 * Return: the fields, the last one without a name; NULL where there are none.
 */
const struct sim_field *sim_fault_fields(enum sim_fault_id id)
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
	case SIM_FAULT_LEADER:
		return leader_fields;
	case SIM_FAULT_TRAILER:
		return trailer_fields;
	case SIM_FAULT_CHUNK:
		return chunk_fields;
	default:
		return NULL;
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
		const struct sim_fault_type *type = &sim_fault_types[id];
		const struct sim_field *field = sim_fault_fields(id);
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
