/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Feature maps: what a camera's GenICam XML says, compiled in user space
 * (gevctl map compile), verified and evaluated here. The format is
 * uapi/linux/gev_map.h. All files of this folder but gevmap.c are plain C
 * without kernel services and are also built into gevctl, the unit tests and
 * the fuzzer; gevmap.c is the kernel's side (loading, sharing).
 *
 * Values on this interface are 64-bit integers: a float is its value times
 * 10^scale, rounded to nearest; a boolean is 0 or 1; an enumeration is the
 * entry's value.
 */
#ifndef GEV_GEVMAP_H
#define GEV_GEVMAP_H

#ifdef __KERNEL__
#include <linux/kref.h>
#include <linux/mutex.h>
#endif
#include "../wire/shim.h"

struct gev_camera;

/* Features the driver itself works with, found by role, not by name. */
enum gev_role {
	GEV_ROLE_NONE,
	GEV_ROLE_WIDTH,
	GEV_ROLE_HEIGHT,
	GEV_ROLE_OFFSET_X,
	GEV_ROLE_OFFSET_Y,
	GEV_ROLE_WIDTH_MAX,
	GEV_ROLE_HEIGHT_MAX,
	GEV_ROLE_SENSOR_WIDTH,
	GEV_ROLE_SENSOR_HEIGHT,
	GEV_ROLE_PIXEL_FORMAT,
	GEV_ROLE_PAYLOAD_SIZE,
	GEV_ROLE_ACQUISITION_MODE,
	GEV_ROLE_ACQUISITION_START,
	GEV_ROLE_ACQUISITION_STOP,
	GEV_ROLE_FRAME_RATE,
	GEV_ROLE_FRAME_RATE_ENABLE,
	GEV_ROLE_TL_PARAMS_LOCKED,
	GEV_ROLE_STREAM_PROTOCOL,	/* TransportStreamProtocol */
	GEV_ROLE_RDMA_PROFILE,		/* RdmaStreamProfile */
	GEV_ROLE_RDMA_PORT,		/* RdmaStreamPort */
	GEV_ROLE_RDMA_DROPPED,		/* RdmaBlocksDropped */
	GEV_ROLE_GENDC_DESCRIPTOR,
	GEV_ROLE_GENDC_FLOW_TABLE,
	GEV_ROLES
};

enum gev_feature_kind {
	GEV_KIND_INTEGER = 1,
	GEV_KIND_FLOAT,
	GEV_KIND_BOOLEAN,
	GEV_KIND_ENUMERATION,
	GEV_KIND_COMMAND,
	GEV_KIND_STRING,
	GEV_KIND_REGISTER,
};

/* What becomes of a feature; see Documentation/feature-map.rst. */
enum gev_fate {
	GEV_FATE_DRIVER = 1,	/* driver-owned: an ioctl or the stream; never a writable control */
	GEV_FATE_STANDARD,	/* a standard V4L2 control, and its exact twin */
	GEV_FATE_CUSTOM,	/* a control of ours */
	GEV_FATE_PRIVILEGED,	/* gevctl with CAP_NET_ADMIN only */
	GEV_FATE_EVALUATED,	/* in the map for others that refer to it; no control */
};

#define GEV_ACCESS_READ		BIT(0)
#define GEV_ACCESS_WRITE	BIT(1)
#define GEV_ACCESS_LOCKED	BIT(2)	/* writable but for pIsLocked */

#define GEV_FEATURE_VOLATILE	BIT(0)	/* the camera may change it by itself */
#define GEV_FEATURE_LIMITS_DYNAMIC BIT(1) /* limits depend on registers */
#define GEV_FEATURE_ACCESS_DYNAMIC BIT(2) /* access depends on registers */
#define GEV_FEATURE_HAS_LIMITS	BIT(3)
#define GEV_FEATURE_INDEXED	BIT(4)	/* of one for an entry: selecting it writes nothing */
#define GEV_FEATURE_READABLE	BIT(5)	/* at least at times */
#define GEV_FEATURE_WRITABLE	BIT(6)	/* at least at times; not said of strings, registers */

/**
 * struct gev_feature - what a map says about one feature
 * @name: SFNC or vendor name, as in the XML
 * @label: name of the V4L2 control, at most 31 characters, unique in the map
 * @unit: unit of the value or ""
 * @kind: enum gev_feature_kind
 * @fate: enum gev_fate
 * @role: enum gev_role
 * @flags: GEV_FEATURE_*
 * @scale: decimal exponent of a float on this interface (6: value * 10^6)
 * @cid: id of the exact control, 0 without one
 * @std_cid: id of the standard V4L2 control beside it, 0 without one
 * @std_mul: the standard control's value = value * std_mul / std_div, rounded
 * @std_div: see @std_mul, never 0
 * @entries: number of an enumeration's entries
 * @invalidates: number of features that a write of this one may change
 * @selector: index of the feature that selects what this one refers to, or -1
 * @selected: entry of the selector that this one is for, see
 *	gev_features_select(); -1: whatever the selector has
 * @polling: ms after which the value is to be read again, or 0
 */
struct gev_feature {
	const char *name;
	const char *label;
	const char *unit;
	u8 kind;
	u8 fate;
	u8 role;
	u8 flags;
	u8 scale;
	u32 cid;
	u32 std_cid;
	u32 std_mul;
	u32 std_div;
	u32 entries;
	u32 invalidates;
	int selector;
	int selected;
	u16 polling;
};

struct gev_entry {
	const char *name;
	s64 value;
};

struct gev_limits {
	s64 min;
	s64 max;
	s64 inc;	/* at least 1 */
};

/*
 * How the evaluator reaches the camera. Both may sleep; 0 or -errno. Address
 * and length are multiples of 4, and together at most 2^32; the length is at
 * most GEV_PORT_BYTES_MAX.
 */
#define GEV_PORT_BYTES_MAX	520

struct gev_port {
	void *ctx;
	int (*read)(void *ctx, u64 address, void *data, u32 len);
	int (*write)(void *ctx, u64 address, const void *data, u32 len);
};

struct gev_map_view;	/* a verified map; immutable; private to features/ */

/**
 * struct gev_features - a camera's features: a map, its variables, a port
 * @map: the verified map
 * @variables: values of the XML's variables, owned
 * @scratch: evaluation memory, owned
 * @port: how to reach the camera
 *
 * Not locked by itself: callers serialise (in the kernel: camera->feature_lock).
 */
struct gev_features {
	const struct gev_map_view *map;
	s64 *variables;
	void *scratch;
	struct gev_port port;
};

/*
 * Verification. @size bytes at @data; on failure -EINVAL and one sentence in
 * @why. The view points into @data, which must stay.
 */
int gev_map_verify(const void *data, size_t size, struct gev_map_view *view,
		   char *why, size_t why_size);
size_t gev_map_view_size(void);
const char *gev_map_key(const struct gev_map_view *map);	/* 16 hex digits */
const char *gev_map_manufacturer(const struct gev_map_view *map);
const char *gev_map_model(const struct gev_map_view *map);
const char *gev_map_device_version(const struct gev_map_view *map);
/* What the key is the SHA-256 of, see gev_map.h: bytes put in @buf, or -E2BIG. */
int gev_map_key_input(u8 *buf, size_t size, const char *manufacturer, const char *model,
		      const char *device_version, const char *url, u32 manifest);
#define GEV_MAP_KEY_INPUT_MAX	672
/* Name of the control class that a control id of ours lies in, or NULL. */
const char *gev_map_class_name(u32 cid);

/* Look-up; indices are dense from 0. */
unsigned int gev_map_features(const struct gev_map_view *map);
void gev_map_feature(const struct gev_map_view *map, unsigned int index, struct gev_feature *f);
int gev_map_role(const struct gev_map_view *map, enum gev_role role);	/* index or -ENOENT */
int gev_map_find(const struct gev_map_view *map, const char *name);	/* index or -ENOENT */
void gev_map_entry(const struct gev_map_view *map, unsigned int index, unsigned int n,
		   struct gev_entry *entry);
unsigned int gev_map_invalidated(const struct gev_map_view *map, unsigned int index,
				 unsigned int n);

/* The memory of a struct gev_features: sizes in bytes, then initialisation. */
size_t gev_map_variables_size(const struct gev_map_view *map);
size_t gev_map_scratch_size(const struct gev_map_view *map);
void gev_features_reset(struct gev_features *fs);	/* variables to their initial values */

/*
 * Evaluations between hold and release share what they have read from the
 * camera: for reading many features at one time. Holds do not nest.
 */
void gev_features_hold(struct gev_features *fs);
void gev_features_release(struct gev_features *fs);

/*
 * Before a feature for one entry of a selector is evaluated, the entry is
 * selected, and unselected after it, also where selecting failed. Others are
 * not evaluated between the two. For features of other kinds both do nothing.
 * Without GEV_FEATURE_INDEXED both write the selector's register where it has
 * another value. Errors are those of reading and writing the selector.
 */
int gev_features_select(struct gev_features *fs, unsigned int index);
int gev_features_unselect(struct gev_features *fs);

/*
 * Evaluation; each may sleep in the port. Errors: the port's; -EACCES not
 * readable or writable now, -ENODATA not implemented or not available now,
 * -ERANGE outside limits or 64 bits, -EDOM a formula's error (division by
 * zero), -EINVAL wrong kind of feature or no such entry, -EPERM an address
 * that only the driver may write, -E2BIG more than GEV_MAP_READS_MAX register
 * reads or GEV_MAP_FUEL instructions.
 */
int gev_feature_access(struct gev_features *fs, unsigned int index, u32 *access);
int gev_feature_read(struct gev_features *fs, unsigned int index, s64 *value);
int gev_feature_write(struct gev_features *fs, unsigned int index, s64 value);
int gev_feature_limits(struct gev_features *fs, unsigned int index, struct gev_limits *l);
int gev_feature_entry_available(struct gev_features *fs, unsigned int index, unsigned int n);
int gev_feature_execute(struct gev_features *fs, unsigned int index);
int gev_feature_done(struct gev_features *fs, unsigned int index);	/* 1 done, 0 not yet */
int gev_feature_read_string(struct gev_features *fs, unsigned int index, char *buf, size_t size);
int gev_feature_write_string(struct gev_features *fs, unsigned int index, const char *s);
int gev_feature_register(struct gev_features *fs, unsigned int index, u64 *address, u64 *len);
/* Raw double bits of a float, for differential tests. */
int gev_feature_read_double_bits(struct gev_features *fs, unsigned int index, u64 *bits);

#ifdef __KERNEL__
/**
 * struct gev_map - a feature map in memory, shared by cameras of one model
 * @ref: holders: each camera that uses it
 * @entry: in the list of loaded maps
 * @data: the bytes, as loaded
 * @size: their number
 * @view: the verified view of them
 */
struct gev_map {
	struct kref ref;
	struct list_head entry;
	void *data;
	size_t size;
	struct gev_map_view *view;
};

struct gev_map *gev_map_get_loaded(const void *data, size_t size, char *why, size_t why_size);
void gev_map_put(struct gev_map *map);
#endif

#endif /* GEV_GEVMAP_H */
