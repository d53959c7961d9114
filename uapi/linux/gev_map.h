/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * gev_map: a camera's features as the kernel takes them. gevctl compiles a
 * camera's GenICam XML into this format; the kernel verifies and evaluates it.
 *
 * All numbers are little-endian. A map is one header and ten tables; each
 * table starts at a multiple of 8 bytes, and tables do not overlap. Floats are
 * IEEE-754 binary64 bits.
 *
 * Identity. A map is for one model: GEV_MAP_KEY_LEN hex digits, lower case,
 * are the first 8 bytes of the SHA-256 over these bytes, in this order:
 *
 *	manufacturer name, as in the bootstrap registers, up to its first NUL; 0
 *	model name, likewise; 0
 *	device version, likewise; 0
 *	first URL (register 0x0200), likewise; 0
 *	first entry of the manifest table: its version word, big-endian; 0 where
 *	    the camera has no manifest table, or an empty one
 *
 * The header repeats these fields.
 */
#ifndef _UAPI_LINUX_GEV_MAP_H
#define _UAPI_LINUX_GEV_MAP_H

#include <linux/types.h>

#define GEV_MAP_MAGIC		"GEVMAP\032\n"	/* 8 bytes, without the NUL */
#define GEV_MAP_VERSION		2
#define GEV_MAP_KEY_LEN		16

/* Ceilings; a map beyond one of them is refused. */
#define GEV_MAP_SIZE_MAX	0x100000	/* bytes, the whole map */
#define GEV_MAP_FEATURES_MAX	1024
#define GEV_MAP_CONTROLS_MAX	512		/* exact and standard together */
#define GEV_MAP_REGISTERS_MAX	4096
#define GEV_MAP_CODE_MAX	131072		/* instructions */
#define GEV_MAP_SUBS_MAX	32768
#define GEV_MAP_SUB_CODE_MAX	4096		/* instructions of one subprogram */
#define GEV_MAP_VARIABLES_MAX	1024
#define GEV_MAP_ENTRIES_MAX	16384
#define GEV_MAP_FEATURE_ENTRIES_MAX 1024	/* entries of one enumeration */
#define GEV_MAP_NESTING_MAX	32		/* calls within calls */
#define GEV_MAP_STACK_MAX	256		/* values, over all nested calls */
#define GEV_MAP_READS_MAX	256		/* register reads of one evaluation */
#define GEV_MAP_FUEL		65536		/* instructions of one evaluation */
#define GEV_MAP_STRING_MAX	512		/* bytes of a string feature */
#define GEV_MAP_NAME_MAX	127		/* bytes of a feature's name */
#define GEV_MAP_LABEL_MAX	31		/* bytes of a control's name */

/* "No such": an index that points nowhere. */
#define GEV_MAP_NONE		0xffffffff

enum gev_map_table_id {
	GEV_MAP_STRINGS,	/* bytes: NUL-terminated UTF-8; byte 0 is NUL */
	GEV_MAP_CONSTANTS,	/* __le64 */
	GEV_MAP_REGISTERS,	/* struct gev_map_register */
	GEV_MAP_SUBS,		/* struct gev_map_sub; callees before callers */
	GEV_MAP_CODE,		/* __le32, one instruction each */
	GEV_MAP_VARIABLES,	/* struct gev_map_variable */
	GEV_MAP_ENTRIES,	/* struct gev_map_entry */
	GEV_MAP_FEATURES,	/* struct gev_map_feature, by ascending name */
	GEV_MAP_LISTS,		/* __le16: indices of features */
	GEV_MAP_RESERVED_TABLE,	/* empty */
	GEV_MAP_TABLES
};

/**
 * struct gev_map_table - where a table lies
 * @offset: from the start of the map, in bytes; a multiple of 8
 * @count: number of rows
 */
struct gev_map_table {
	__le32 offset;
	__le32 count;
};

/**
 * struct gev_map_header - the first bytes of a map
 * @magic: GEV_MAP_MAGIC
 * @version: GEV_MAP_VERSION; other versions are refused
 * @size: of the whole map, in bytes
 * @key: GEV_MAP_KEY_LEN hex digits, see above
 * @manufacturer: offset into the strings, like the next three
 * @model: see @manufacturer
 * @device_version: see @manufacturer
 * @url: see @manufacturer
 * @manifest: version word of the manifest's first entry, or 0
 * @flags: 0
 * @table: by enum gev_map_table_id
 */
struct gev_map_header {
	__u8 magic[8];
	__le32 version;
	__le32 size;
	__u8 key[GEV_MAP_KEY_LEN];
	__le32 manufacturer;
	__le32 model;
	__le32 device_version;
	__le32 url;
	__le32 manifest;
	__le32 flags;
	struct gev_map_table table[GEV_MAP_TABLES];
};

#define GEV_MAP_REG_BIG		0x01	/* big-endian on the wire */
#define GEV_MAP_REG_SIGNED	0x02	/* sign-extended from its top bit */
#define GEV_MAP_REG_FLOAT	0x04	/* IEEE-754 bits; length 4 or 8, all bits */
#define GEV_MAP_REG_OWNED	0x08	/* only the driver itself may change it */
#define GEV_MAP_REG_OFFSET	0x10	/* an offset from the stack is added to @address */

/**
 * struct gev_map_register - bits of a register
 * @address: of its first byte; address and length together end at 2^32 at most
 * @length: bytes, 1 to 8
 * @lsb: lowest bit, counted from the value's least significant one
 * @bits: their number; @lsb + @bits <= 8 * @length
 * @flags: GEV_MAP_REG_*
 * @reserved: 0
 *
 * Rows without GEV_MAP_REG_OFFSET come first, by ascending address. Two of
 * those that share a bit are both owned by the driver, or neither is.
 */
struct gev_map_register {
	__le64 address;
	__u8 length;
	__u8 lsb;
	__u8 bits;
	__u8 flags;
	__u8 reserved[4];
};

#define GEV_MAP_SUB_ARGUMENT	0x01	/* takes one value from the caller */
#define GEV_MAP_SUB_RESULT	0x02	/* leaves one value to the caller */
#define GEV_MAP_SUB_WRITES	0x04	/* writes a register or a variable */
#define GEV_MAP_SUB_OWNED	0x08	/* writes what only the driver may */

/**
 * struct gev_map_sub - a subprogram
 * @start: first instruction
 * @length: number of instructions, the last one a RETURN
 * @stack: values on the stack at most, those of callees included
 * @nesting: 0 without calls, else one more than the deepest callee's
 * @flags: GEV_MAP_SUB_*, as they follow from the code
 * @reserved: 0
 *
 * The verifier computes the last four fields again and compares.
 */
struct gev_map_sub {
	__le32 start;
	__le16 length;
	__le16 stack;
	__u8 nesting;
	__u8 flags;
	__u8 reserved[6];
};

/*
 * An instruction: operation in bits 0 to 7, operand in bits 8 to 31. Values
 * on the stack are 64 bits: integers, or binary64 bits for the operations
 * whose name has an F. Jumps lead forward only.
 */
#define GEV_MAP_OP(i)		((i) & 0xff)
#define GEV_MAP_OPERAND(i)	((i) >> 8)
#define GEV_MAP_OPERAND_MAX	0xffffff

enum gev_map_op {
	GEV_OP_RETURN,		/* operand 0 */
	GEV_OP_CONST,		/* push the operand, sign-extended from 24 bits */
	GEV_OP_CONST64,		/* push constant number operand */
	GEV_OP_ARGUMENT,	/* push the caller's value */
	GEV_OP_CALL,		/* subprogram number operand */
	GEV_OP_JUMP,		/* skip operand instructions */
	GEV_OP_JUMP_ZERO,	/* pop; skip operand instructions if it is 0 */
	GEV_OP_FAIL,		/* stop the evaluation: enum gev_map_error */
	GEV_OP_DROP,		/* pop */
	GEV_OP_GET_REGISTER,	/* push register number operand */
	GEV_OP_GET_REGISTER_AT,	/* pop an offset; push the register */
	GEV_OP_SET_REGISTER,	/* pop into it */
	GEV_OP_SET_REGISTER_AT,	/* pop a value, then an offset */
	GEV_OP_GET_VARIABLE,	/* push variable number operand */
	GEV_OP_SET_VARIABLE,	/* pop into it */

	/* integers: pop two (second operand on top), push one */
	GEV_OP_ADD,
	GEV_OP_SUB,
	GEV_OP_MUL,
	GEV_OP_DIV,		/* truncates */
	GEV_OP_MOD,		/* sign of the dividend */
	GEV_OP_POW,
	GEV_OP_AND,
	GEV_OP_OR,
	GEV_OP_XOR,
	GEV_OP_SHL,		/* by 0 to 63; bits fall out silently */
	GEV_OP_SHR,		/* by 0 to 63; the sign moves in */
	GEV_OP_EQ,
	GEV_OP_NE,
	GEV_OP_LT,
	GEV_OP_LE,
	GEV_OP_GT,
	GEV_OP_GE,
	GEV_OP_MIN,
	GEV_OP_MAX,
	/* pop one, push one */
	GEV_OP_NEG,
	GEV_OP_NOT,		/* bitwise */
	GEV_OP_BOOL,		/* 0, or 1 for anything else */
	GEV_OP_ABS,
	GEV_OP_SGN,
	GEV_OP_TO_FLOAT,	/* integer to binary64, to nearest */

	/* binary64, rounded to nearest even: pop two, push one */
	GEV_OP_FADD,
	GEV_OP_FSUB,
	GEV_OP_FMUL,
	GEV_OP_FDIV,
	GEV_OP_FPOW,		/* the exponent is an integral value */
	GEV_OP_FEQ,		/* comparisons push an integer */
	GEV_OP_FNE,
	GEV_OP_FLT,
	GEV_OP_FLE,
	GEV_OP_FGT,
	GEV_OP_FGE,
	GEV_OP_FMIN,
	GEV_OP_FMAX,
	/* pop one, push one */
	GEV_OP_FNEG,
	GEV_OP_FABS,
	GEV_OP_FSGN,		/* pushes a float */
	GEV_OP_FROUND,		/* halves away from zero */
	GEV_OP_FTRUNC,
	GEV_OP_FFLOOR,
	GEV_OP_FCEIL,
	GEV_OP_FSQRT,
	GEV_OP_FLN,		/* within 2 ulp, like FEXP */
	GEV_OP_FEXP,
	GEV_OP_TO_INT,		/* truncates */
	GEV_OP_FBOOL,		/* pushes an integer: 0 for zero, else 1 */
	GEV_OPS
};

/* Operands of GEV_OP_FAIL. */
enum gev_map_error {
	GEV_MAP_ERROR_DOMAIN,	/* EDOM: a formula without a value here */
	GEV_MAP_ERROR_RANGE,	/* ERANGE */
	GEV_MAP_ERROR_ABSENT,	/* ENODATA: not implemented or not available */
	GEV_MAP_ERROR_ACCESS,	/* EACCES */
	GEV_MAP_ERRORS
};

/**
 * struct gev_map_variable - a value that lives with the driver, not in a register
 * @initial: its value at first; integer, or binary64 bits
 * @name: offset into the strings: of the XML's node
 * @flags: GEV_MAP_REG_OWNED, or 0
 */
struct gev_map_variable {
	__le64 initial;
	__le32 name;
	__le32 flags;
};

/**
 * struct gev_map_entry - an entry of an enumeration
 * @value: what stands in the register for it
 * @name: offset into the strings
 * @available: subprogram that returns 0 or not; GEV_MAP_NONE: always there
 */
struct gev_map_entry {
	__le64 value;
	__le32 name;
	__le32 available;
};

#define GEV_MAP_FEATURE_VOLATILE	0x01	/* may change by itself */
#define GEV_MAP_FEATURE_LIMITS_DYNAMIC	0x02	/* limits depend on registers */
#define GEV_MAP_FEATURE_ACCESS_DYNAMIC	0x04	/* access depends on registers */
#define GEV_MAP_FEATURE_HAS_LIMITS	0x08	/* @min and @max are there */
#define GEV_MAP_FEATURE_INDEXED		0x10	/* with @selected: the selector is an index */

/**
 * struct gev_map_feature - a feature
 * @name: as in the XML; at most GEV_MAP_NAME_MAX bytes; offset into the strings
 * @label: of the control; at most GEV_MAP_LABEL_MAX bytes, and no two labels
 *	(nor names of standard controls in the map) equal when only letters
 *	and digits count and case does not
 * @unit: or ""
 * @kind: enum gev_feature_kind: integer, float, boolean, enumeration,
 *	command, string, register
 * @fate: enum gev_fate: who may reach it
 * @role: enum gev_role, 0 without one; no two features have the same
 * @flags: GEV_MAP_FEATURE_*
 * @scale: of a float: the control's value is the float times 10^@scale; 0 to 9
 * @reserved: 0
 * @polling: the value is to be read again after so many ms; 0: not by time
 * @cid: id of the exact control, 0 without one; unique
 * @std_cid: id of the standard control, 0 without one; unique
 * @std_mul: the standard control's value = exact value * @std_mul / @std_div
 * @std_div: never 0
 * @access: subprogram, returns GEV_ACCESS_*, or fails ABSENT
 * @get: subprogram, returns the value; of strings and registers the address
 * @set: subprogram, takes the value; of a command: takes nothing, starts it.
 *	Of strings and registers: GEV_MAP_NONE; @flags of access decide
 * @done: of a command: returns 1 when it has ended. GEV_MAP_NONE: at once
 * @min: subprogram: smallest value
 * @max: subprogram: largest value; of strings and registers: length in bytes
 * @inc: subprogram: step, or GEV_MAP_NONE
 * @text: of a string without a register: its value; else GEV_MAP_NONE
 * @entry: first row in the entries
 * @entries: their number; of all features together, no more than there are rows
 * @list: first row in the lists: features that a write of this one may change
 * @lists: their number; as @entries
 * @selector: the feature that selects what this one refers to, or GEV_MAP_NONE
 * @selected: row in the entries, one of the selector's: this feature is another
 *	one, as it is while its selector has this value. GEV_MAP_NONE: the
 *	feature itself
 *
 * A row with @selected is there beside that of the feature itself, with a name
 * such as "LineMode[Line1]". Its selector is an enumeration for everybody that
 * can be read and written and has no selector of its own. With
 * GEV_MAP_FEATURE_INDEXED, where its registers are follows from what the
 * selector's subprograms write: whoever evaluates it pretends that this has been
 * written. Else the camera has to be told.
 *
 * Subprograms that are not there are GEV_MAP_NONE. Those of a float deal in
 * binary64 bits, all others in integers; a boolean is 0 or 1.
 */
struct gev_map_feature {
	__le32 name;
	__le32 label;
	__le32 unit;
	__u8 kind;
	__u8 fate;
	__u8 role;
	__u8 flags;
	__u8 scale;
	__u8 reserved;
	__le16 polling;
	__le32 cid;
	__le32 std_cid;
	__le32 std_mul;
	__le32 std_div;
	__le32 access;
	__le32 get;
	__le32 set;
	__le32 done;
	__le32 min;
	__le32 max;
	__le32 inc;
	__le32 text;
	__le32 entry;
	__le32 entries;
	__le32 list;
	__le32 lists;
	__le32 selector;
	__le32 selected;
};

#endif /* _UAPI_LINUX_GEV_MAP_H */
