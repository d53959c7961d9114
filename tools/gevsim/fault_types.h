/* SPDX-License-Identifier: GPL-2.0 */
/* Names, arguments and fields of all faults; for fault.c and fault_types.c. */
#ifndef GEVSIM_FAULT_TYPES_H
#define GEVSIM_FAULT_TYPES_H

#include "fault.h"

enum sim_fault_kind {
	SIM_KIND_FRAME,		/* @ names block ids */
	SIM_KIND_RANGE,		/* likewise; the argument is a number of blocks */
	SIM_KIND_CONNECTION,	/* @ counts connection requests */
	SIM_KIND_COMMAND,	/* the argument counts commands, :ADDRESS picks them */
	SIM_KIND_STATE,		/* until cleared */
	SIM_KIND_TIMED,		/* the argument is a time in ms; none = until cleared */
};

/**
 * struct sim_fault_type - what a fault is called and means
 * @name: with FIELD where the name of a field stands
 * @kind: when it strikes
 * @value: first argument when there is none
 * @argument: what the arguments are called, or NULL
 * @help: one line
 */
struct sim_fault_type {
	const char *name;
	enum sim_fault_kind kind;
	u64 value;
	const char *argument;
	const char *help;
};

extern const struct sim_fault_type sim_fault_types[SIM_FAULT_IDS];

const struct sim_field *sim_fault_fields(enum sim_fault_id id);

#endif /* GEVSIM_FAULT_TYPES_H */
