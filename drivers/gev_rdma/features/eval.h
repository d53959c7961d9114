/* SPDX-License-Identifier: GPL-2.0 */
/* The evaluator's memory and its interpreter. Private to features/. */
#ifndef GEV_EVAL_H
#define GEV_EVAL_H

#include "view.h"

#define GEV_EVAL_NODES_MAX	1024	/* power of two */
#define GEV_EVAL_WORDS		1024	/* power of two */

/**
 * struct gev_eval_node - a subprogram's result
 * @generation: it is of
 * @sub: index of the subprogram
 * @value: the result
 */
struct gev_eval_node {
	u32 generation;
	u32 sub;
	u64 value;
};

/**
 * struct gev_eval_word - four bytes that were read from the camera
 * @generation: it is of
 * @address: where, a multiple of 4
 * @data: as on the wire
 */
struct gev_eval_word {
	u32 generation;
	u32 address;
	u8 data[4];
};

/* Words, and variables, that a selector may write while that is only pretended. */
#define GEV_EVAL_PRETENCES	4

/**
 * struct gev_eval_pretence - what has been pretended to be written
 * @words: number of @word
 * @variables: number of @variable
 * @word: what the camera seems to hold; without generation
 * @variable: what a variable held before
 */
struct gev_eval_pretence {
	u32 words;
	u32 variables;
	struct gev_eval_word word[GEV_EVAL_PRETENCES];
	struct {
		u32 index;
		s64 value;
	} variable[GEV_EVAL_PRETENCES];
};

/**
 * struct gev_eval_frame - a subprogram that is running
 * @sub: index of it
 * @pc: next instruction
 * @argument: the caller's value
 */
struct gev_eval_frame {
	u32 sub;
	u32 pc;
	u64 argument;
};

/**
 * struct gev_eval - scratch memory of a camera's features
 * @generation: results and bytes of other generations are not valid
 * @held: the generation outlives an evaluation
 * @owner: this evaluation may write what the driver owns
 * @pretends: writes go to @pretence, not to the camera
 * @restores: @selector has @before when the selection ends
 * @selector: index of a selector that has been written
 * @before: its value before
 * @reads: left in this evaluation
 * @fuel: instructions left in this evaluation
 * @depth: running subprograms
 * @sp: values on @stack
 * @pretence: what only seems to be written
 * @stack: of values
 * @frame: of running subprograms
 * @word: cache of bytes, by hash
 * @bytes: aligned bytes on their way to or from the port
 * @text: a string before it is written
 * @nodes: rows of @node, a power of two
 * @node: cache of results, by index of the subprogram
 */
struct gev_eval {
	u32 generation;
	bool held;
	bool owner;
	bool pretends;
	bool restores;
	u32 selector;
	s64 before;
	u32 reads;
	u32 fuel;
	u32 depth;
	u32 sp;
	struct gev_eval_pretence pretence;
	u64 stack[GEV_MAP_STACK_MAX];
	struct gev_eval_frame frame[GEV_MAP_NESTING_MAX + 1];
	struct gev_eval_word word[GEV_EVAL_WORDS];
	u8 bytes[GEV_PORT_BYTES_MAX];
	u8 text[GEV_MAP_STRING_MAX];
	u32 nodes;
	struct gev_eval_node node[];
};

void gev_eval_begin(struct gev_features *fs, bool owner);
int gev_eval_run(struct gev_features *fs, u32 sub, u64 argument, u64 *result);
void gev_eval_undo(struct gev_features *fs);
u64 gev_eval_address(u64 address);
int gev_eval_operate(u32 op, u64 a, u64 b, u64 *r);
int gev_eval_read(struct gev_features *fs, u64 address, u32 length, u8 *data);
int gev_eval_write(struct gev_features *fs, u64 address, u32 length, const u8 *data);

#endif /* GEV_EVAL_H */
