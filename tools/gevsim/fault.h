/* SPDX-License-Identifier: GPL-2.0 */
/* The faults that a camera can be asked to have: names, arguments, when they strike. */
#ifndef GEVSIM_FAULT_H
#define GEVSIM_FAULT_H

#include <stdio.h>
#include "wire/shim.h"

#define SIM_FAULT_ARMED_MAX	32
#define SIM_FAULT_BLOCK		10	/* where a frame fault strikes unless told otherwise */
#define SIM_FAULT_FEATURES	0x00010000u	/* addresses of features begin here */
#define SIM_FAULT_SLACK		65536	/* bytes that a message may be too long by */
#define SIM_FAULT_PACKET_SLACK	32768u	/* likewise, a packet */
#define SIM_FAULT_PADDING_MAX	32768u	/* bytes behind an image */
#define SIM_FAULT_SCPS_MIN	576u	/* bytes of a packet */
#define SIM_FAULT_FREQUENCY_MAX	10000000000ull	/* Hz */
#define SIM_FAULT_CHUNK_PAD_MAX	16u	/* bytes behind a time stamp */

enum sim_fault_id {
	/* one frame each */
	SIM_FAULT_DROP,
	SIM_FAULT_SKIP,
	SIM_FAULT_LONG,
	SIM_FAULT_SHORT,
	SIM_FAULT_GEOMETRY,
	SIM_FAULT_NO_CREDIT,
	SIM_FAULT_NO_DESCRIPTOR,
	SIM_FAULT_NO_PAYLOAD,
	SIM_FAULT_SWAP,
	SIM_FAULT_IMMEDIATE,
	SIM_FAULT_INVALIDATE,
	SIM_FAULT_WRITE_IMMEDIATE,
	SIM_FAULT_DISCONNECT,
	SIM_FAULT_SILENT,
	SIM_FAULT_ID_REPEAT,
	SIM_FAULT_ID_ZERO,
	SIM_FAULT_ID_JUMP,
	SIM_FAULT_ID_RESTART,
	SIM_FAULT_CLOCK_BACK,
	SIM_FAULT_DESCRIPTOR,
	/* one frame each, by UDP */
	SIM_FAULT_OVERRUN,
	SIM_FAULT_NO_LEADER,
	SIM_FAULT_NO_TRAILER,
	SIM_FAULT_PACKET_DROP,
	SIM_FAULT_PACKET_RATE,
	SIM_FAULT_PACKET_SWAP,
	SIM_FAULT_PACKET_TWICE,
	SIM_FAULT_PACKET_SHORT,
	SIM_FAULT_PACKET_LONG,
	SIM_FAULT_PACKET,
	SIM_FAULT_PAYLOAD_TYPE,
	SIM_FAULT_LEADER,
	SIM_FAULT_TRAILER,
	SIM_FAULT_CHUNK,
	/* one connection each */
	SIM_FAULT_REJ,
	SIM_FAULT_REJ_RAW,
	SIM_FAULT_NO_ANSWER,
	SIM_FAULT_SLOW_REP,
	SIM_FAULT_REP,
	/* one command each */
	SIM_FAULT_ACK_LOST,
	SIM_FAULT_ACK_LATE,
	SIM_FAULT_ACK_TWICE,
	SIM_FAULT_ACK_WRONG_ID,
	SIM_FAULT_ACK_SHORT,
	SIM_FAULT_NACK,
	SIM_FAULT_PENDING,
	/* a state, until cleared or for a time */
	SIM_FAULT_DEAF,
	SIM_FAULT_CONTROL_LOST,
	SIM_FAULT_REBOOT,
	SIM_FAULT_PORT_CLOSED,
	SIM_FAULT_PORT_WRONG,
	SIM_FAULT_CREDITS_IGNORED,
	SIM_FAULT_NO_LIMITED,
	SIM_FAULT_NO_DIRECTED,
	SIM_FAULT_DISCOVERY_SHORT,
	SIM_FAULT_DISCOVERY_GARBAGE,
	SIM_FAULT_PAYLOAD_SIZE,
	SIM_FAULT_PRELIMINARY,
	SIM_FAULT_TABLE,
	SIM_FAULT_FIRST_BLOCK,
	SIM_FAULT_TICK_FREQUENCY,
	/* likewise, by UDP */
	SIM_FAULT_NO_RESEND,
	SIM_FAULT_RESEND_SILENT,
	SIM_FAULT_RESEND_ABSENT,
	SIM_FAULT_RESEND_SPOILT,
	SIM_FAULT_FRAGMENTS,
	SIM_FAULT_NO_TEST_PACKET,
	SIM_FAULT_SCPS_INITIAL,
	SIM_FAULT_SCPS_READS,
	SIM_FAULT_SCPS_STEP,
	SIM_FAULT_SCPS_MAX,
	SIM_FAULT_PADDING,
	SIM_FAULT_CHUNK_PAD,
	SIM_FAULT_IDS
};

/* Offsets of the fields of packet-FIELD: the header has two layouts. */
enum sim_packet_field {
	SIM_PACKET_STATUS,
	SIM_PACKET_FLAGS,
	SIM_PACKET_BLOCK,
	SIM_PACKET_FORMAT,
	SIM_PACKET_ID,
	SIM_PACKET_EXTENDED,
};

/**
 * struct sim_field - a field of a message that a fault overwrites
 * @name: as in desc-NAME, rep-NAME, table-NAME, packet-NAME, leader-NAME
 * @offset: bytes from the start of the message; enum sim_packet_field
 * @size: bytes, 8 at most
 * @bad: value written when the fault has no argument
 */
struct sim_field {
	const char *name;
	u16 offset;
	u8 size;
	u64 bad;
};

/**
 * struct sim_armed - a fault waiting for its moment
 * @id: which; SIM_FAULT_IDS = unused entry
 * @field: for the field faults
 * @has_value: an argument was given
 * @value: first argument
 * @has_extra: a second argument was given
 * @extra: second argument
 * @first: first block id that it strikes; 0 = the next one
 * @last: last block id that it strikes
 * @every: strikes every so many blocks; 0 = by @first and @last
 * @left: strikes left of connection and command faults; 0 = without limit
 * @until: for states with a time: CLOCK_MONOTONIC ns; 0 = until cleared
 */
struct sim_armed {
	enum sim_fault_id id;
	const struct sim_field *field;
	bool has_value;
	u64 value;
	bool has_extra;
	u64 extra;
	u64 first;
	u64 last;
	u64 every;
	u64 left;
	u64 until;
};

/* Protected by the lock of the device that it is part of. */
struct sim_faults {
	struct sim_armed armed[SIM_FAULT_ARMED_MAX];
};

void sim_fault_init(struct sim_faults *faults);
int sim_fault_arm(struct sim_faults *faults, const char *text, bool running,
		  struct sim_armed *armed);
const struct sim_armed *sim_fault_frame(struct sim_faults *faults, enum sim_fault_id id,
					u64 block);
bool sim_fault_take(struct sim_faults *faults, enum sim_fault_id id, u32 address,
		    struct sim_armed *hit);
void sim_fault_disarm(struct sim_faults *faults, enum sim_fault_id id);
const struct sim_armed *sim_fault_state(struct sim_faults *faults, enum sim_fault_id id);
void sim_fault_patch_frame(struct sim_faults *faults, enum sim_fault_id id, u64 block,
			   u8 *data, size_t len);
void sim_fault_patch(struct sim_faults *faults, enum sim_fault_id id, bool take,
		     u8 *data, size_t len);
void sim_fault_list(FILE *out);

#endif /* GEVSIM_FAULT_H */
