// SPDX-License-Identifier: GPL-2.0
/* A feature's value, limits and access, as the driver asks for them. */
#include "eval.h"
#include "float.h"

static const struct gev_map_feature *start(struct gev_features *fs, unsigned int index)
{
	const struct gev_map_feature *f = &fs->map->features[index];

	/* Privileged features are out of reach for programs that use the node. */
	gev_eval_begin(fs, f->fate == GEV_FATE_DRIVER || f->fate == GEV_FATE_PRIVILEGED);
	return f;
}

static int run(struct gev_features *fs, __le32 sub, u64 *result)
{
	return gev_eval_run(fs, le32_to_cpu(sub), 0, result);
}

static bool none(__le32 sub)
{
	return le32_to_cpu(sub) == GEV_MAP_NONE;
}

static int access_of(struct gev_features *fs, const struct gev_map_feature *f, u32 *access)
{
	u64 v;
	int ret;

	ret = run(fs, f->access, &v);
	if (!ret)
		*access = v & (GEV_ACCESS_READ | GEV_ACCESS_WRITE | GEV_ACCESS_LOCKED);
	return ret;
}

static int require(struct gev_features *fs, const struct gev_map_feature *f, u32 wanted)
{
	u32 access;
	int ret;

	ret = access_of(fs, f, &access);
	if (ret)
		return ret;
	return access & wanted ? 0 : -EACCES;
}

/**
 * gev_feature_access() - what can be done with a feature now
 * @fs: the camera's features
 * @index: of the feature
 * @access: gets GEV_ACCESS_*
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h.
 */
int gev_feature_access(struct gev_features *fs, unsigned int index, u32 *access)
{
	return access_of(fs, start(fs, index), access);
}

static const struct gev_map_entry *find_entry(struct gev_features *fs,
					      const struct gev_map_feature *f, s64 value)
{
	const struct gev_map_entry *e = fs->map->entries + le32_to_cpu(f->entry);
	u32 n;

	for (n = le32_to_cpu(f->entries); n; e++, n--) {
		if ((s64)le64_to_cpu(e->value) == value)
			return e;
	}
	return NULL;
}

static bool has_value(const struct gev_map_feature *f)
{
	return f->kind <= GEV_KIND_ENUMERATION;
}

/* The value as the subprogram gives it. */
static int read_raw(struct gev_features *fs, const struct gev_map_feature *f, u64 *v)
{
	int ret;

	if (!has_value(f))
		return -EINVAL;
	ret = require(fs, f, GEV_ACCESS_READ);
	if (ret)
		return ret;
	return none(f->get) ? -EACCES : run(fs, f->get, v);
}

/**
 * gev_feature_read() - value of an integer, float, boolean or enumeration
 * @fs: the camera's features
 * @index: of the feature
 * @value: gets it, see the top of gevmap.h
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h; -EINVAL also where no entry of the
 * enumeration has the value.
 */
int gev_feature_read(struct gev_features *fs, unsigned int index, s64 *value)
{
	const struct gev_map_feature *f = start(fs, index);
	u64 v;
	int ret;

	ret = read_raw(fs, f, &v);
	if (ret)
		return ret;
	if (f->kind == GEV_KIND_FLOAT)
		return gev_float_to_scaled(v, f->scale, value);
	if (f->kind == GEV_KIND_ENUMERATION && !find_entry(fs, f, v))
		return -EINVAL;
	*value = v;
	return 0;
}

/**
 * gev_feature_read_double_bits() - value of a float, exactly
 * @fs: the camera's features
 * @index: of the feature
 * @bits: gets the binary64 bits
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h.
 */
int gev_feature_read_double_bits(struct gev_features *fs, unsigned int index, u64 *bits)
{
	const struct gev_map_feature *f = start(fs, index);

	return f->kind == GEV_KIND_FLOAT ? read_raw(fs, f, bits) : -EINVAL;
}

struct raw_limits {
	u64 min, max, inc;
};

static int limits_of(struct gev_features *fs, const struct gev_map_feature *f,
		     struct raw_limits *l)
{
	int ret;

	l->inc = 0;
	ret = run(fs, f->min, &l->min);
	if (!ret)
		ret = run(fs, f->max, &l->max);
	if (!ret && !none(f->inc))
		ret = run(fs, f->inc, &l->inc);
	return ret;
}

/* Far limits stand for none: they are cut, not refused. */
static int scale_limit(u64 bits, unsigned int scale, s64 *v)
{
	int ret = gev_float_to_scaled(bits, scale, v);

	if (ret == -ERANGE || (ret == -EDOM && !(bits << 12))) {
		*v = bits >> 63 ? S64_MIN : S64_MAX;
		return 0;
	}
	return ret;
}

static int scale_limits(const struct gev_map_feature *f, const struct raw_limits *raw,
			struct gev_limits *l)
{
	int ret;

	if (f->kind != GEV_KIND_FLOAT) {
		l->min = raw->min;
		l->max = raw->max;
		l->inc = raw->inc;
		return 0;
	}
	ret = scale_limit(raw->min, f->scale, &l->min);
	if (!ret)
		ret = scale_limit(raw->max, f->scale, &l->max);
	if (!ret)
		ret = scale_limit(raw->inc, f->scale, &l->inc);
	return ret;
}

/**
 * gev_feature_limits() - limits of an integer, float or boolean now
 * @fs: the camera's features
 * @index: of the feature
 * @l: gets them; those of a float are rounded to its scale
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h; -ERANGE where the smallest value is above
 * the largest one, -EINVAL for kinds without limits.
 */
int gev_feature_limits(struct gev_features *fs, unsigned int index, struct gev_limits *l)
{
	const struct gev_map_feature *f = start(fs, index);
	struct raw_limits raw;
	int ret;

	if (f->kind == GEV_KIND_BOOLEAN) {
		*l = (struct gev_limits) { .min = 0, .max = 1, .inc = 1 };
		return 0;
	}
	if (f->kind != GEV_KIND_INTEGER && f->kind != GEV_KIND_FLOAT)
		return -EINVAL;
	*l = (struct gev_limits) { .min = S64_MIN, .max = S64_MAX, .inc = 1 };
	if (!(f->flags & GEV_MAP_FEATURE_HAS_LIMITS))
		return 0;
	ret = limits_of(fs, f, &raw);
	if (!ret)
		ret = scale_limits(f, &raw, l);
	if (ret)
		return ret;
	l->inc = max_t(s64, l->inc, 1);
	return l->min > l->max ? -ERANGE : 0;
}

/* A float's value from the scaled one; what rounding moved outside comes back. */
static int float_within(const struct gev_map_feature *f, const struct raw_limits *raw,
			const struct gev_limits *l, s64 value, u64 *v)
{
	int order, ret;

	*v = gev_float_from_scaled(value, f->scale);
	ret = gev_float_compare(*v, raw->min, &order);
	if (!ret && order < 0 && value == l->min)
		*v = raw->min;
	if (!ret)
		ret = gev_float_compare(*v, raw->max, &order);
	if (!ret && order > 0 && value == l->max)
		*v = raw->max;
	return ret;
}

/* A number as the subprogram takes it, if it is within the limits. */
static int check_number(struct gev_features *fs, const struct gev_map_feature *f, s64 value,
			u64 *v)
{
	struct raw_limits raw;
	struct gev_limits l;
	int ret;

	*v = f->kind == GEV_KIND_FLOAT ? gev_float_from_scaled(value, f->scale) : (u64)value;
	if (!(f->flags & GEV_MAP_FEATURE_HAS_LIMITS))
		return 0;
	ret = limits_of(fs, f, &raw);
	if (!ret)
		ret = scale_limits(f, &raw, &l);
	if (ret)
		return ret;
	if (value < l.min || value > l.max)
		return -ERANGE;
	if (f->kind == GEV_KIND_FLOAT)
		return float_within(f, &raw, &l, value, v);
	return l.inc > 1 && ((u64)value - (u64)l.min) % (u64)l.inc ? -ERANGE : 0;
}

static int check_entry(struct gev_features *fs, const struct gev_map_feature *f, s64 value)
{
	const struct gev_map_entry *e = find_entry(fs, f, value);
	u64 available = 1;
	int ret = 0;

	if (!e)
		return -EINVAL;
	if (!none(e->available))
		ret = run(fs, e->available, &available);
	return ret ?: available ? 0 : -ENODATA;
}

static int check_value(struct gev_features *fs, const struct gev_map_feature *f, s64 value,
		       u64 *v)
{
	*v = value;
	switch (f->kind) {
	case GEV_KIND_INTEGER:
	case GEV_KIND_FLOAT:
		return check_number(fs, f, value, v);
	case GEV_KIND_BOOLEAN:
		return value == 0 || value == 1 ? 0 : -ERANGE;
	default:
		return check_entry(fs, f, value);
	}
}

/**
 * gev_feature_write() - set an integer, float, boolean or enumeration
 * @fs: the camera's features
 * @index: of the feature
 * @value: see the top of gevmap.h; has to be within the limits of now
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h. After an error of the port some of several
 * registers may have been written.
 */
int gev_feature_write(struct gev_features *fs, unsigned int index, s64 value)
{
	const struct gev_map_feature *f = start(fs, index);
	u64 v;
	int ret;

	if (!has_value(f))
		return -EINVAL;
	if (none(f->set))
		return -EACCES;
	ret = require(fs, f, GEV_ACCESS_WRITE);
	if (!ret)
		ret = check_value(fs, f, value, &v);
	return ret ?: gev_eval_run(fs, le32_to_cpu(f->set), v, NULL);
}

/**
 * gev_feature_entry_available() - whether an entry can be chosen now
 * @fs: the camera's features
 * @index: of the enumeration
 * @n: of the entry
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 1, 0, or -errno, see gevmap.h.
 */
int gev_feature_entry_available(struct gev_features *fs, unsigned int index, unsigned int n)
{
	const struct gev_map_feature *f = start(fs, index);
	const struct gev_map_entry *e;
	u64 available;
	int ret;

	if (n >= le32_to_cpu(f->entries))
		return -EINVAL;
	e = &fs->map->entries[le32_to_cpu(f->entry) + n];
	if (none(e->available))
		return 1;
	ret = run(fs, e->available, &available);
	return ret ?: !!available;
}

/**
 * gev_feature_execute() - start a command
 * @fs: the camera's features
 * @index: of the command
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h.
 */
int gev_feature_execute(struct gev_features *fs, unsigned int index)
{
	const struct gev_map_feature *f = start(fs, index);
	int ret;

	if (f->kind != GEV_KIND_COMMAND)
		return -EINVAL;
	ret = require(fs, f, GEV_ACCESS_WRITE);
	return ret ?: gev_eval_run(fs, le32_to_cpu(f->set), 0, NULL);
}

/**
 * gev_feature_done() - whether a command has ended
 * @fs: the camera's features
 * @index: of the command
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 1, 0, or -errno, see gevmap.h.
 */
int gev_feature_done(struct gev_features *fs, unsigned int index)
{
	const struct gev_map_feature *f = start(fs, index);
	u64 v;
	int ret;

	if (f->kind != GEV_KIND_COMMAND)
		return -EINVAL;
	if (none(f->done))
		return 1;
	ret = run(fs, f->done, &v);
	return ret ?: !!v;
}

static int place_of(struct gev_features *fs, const struct gev_map_feature *f, u64 *address,
		    u64 *length)
{
	int ret;

	ret = run(fs, f->get, address);
	if (!ret)
		ret = run(fs, f->max, length);
	if (ret)
		return ret;
	*address = gev_eval_address(*address);
	if (*address > U32_MAX || *length > U32_MAX || *address + *length > 1ULL << 32)
		return -ERANGE;
	return 0;
}

/**
 * gev_feature_read_string() - a string
 * @fs: the camera's features
 * @index: of the string
 * @buf: gets it; always ends with NUL
 * @size: of @buf; what does not fit is cut
 *
 * Bytes come as the camera has them; they may be anything.
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h; -ERANGE for more than GEV_MAP_STRING_MAX
 * bytes.
 */
int gev_feature_read_string(struct gev_features *fs, unsigned int index, char *buf, size_t size)
{
	const struct gev_map_feature *f = start(fs, index);
	struct gev_eval *ev = fs->scratch;
	u64 address, length;
	const char *s;
	int ret;

	if (f->kind != GEV_KIND_STRING || !size)
		return -EINVAL;
	buf[0] = 0;
	ret = require(fs, f, GEV_ACCESS_READ);
	if (ret)
		return ret;
	if (none(f->text)) {
		ret = place_of(fs, f, &address, &length);
		if (!ret && length > GEV_MAP_STRING_MAX)
			ret = -ERANGE;
		if (!ret)
			ret = gev_eval_read(fs, address, length, ev->bytes);
		if (ret)
			return ret;
		s = (const char *)ev->bytes;
		length = strnlen(s, length);
	} else {
		s = fs->map->strings + le32_to_cpu(f->text);
		length = strlen(s);
	}
	length = min_t(u64, length, size - 1);
	memcpy(buf, s, length);
	buf[length] = 0;
	return 0;
}

/**
 * gev_feature_write_string() - set a string
 * @fs: the camera's features
 * @index: of the string
 * @s: the new value; has to be shorter than its register
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h.
 */
int gev_feature_write_string(struct gev_features *fs, unsigned int index, const char *s)
{
	const struct gev_map_feature *f = start(fs, index);
	struct gev_eval *ev = fs->scratch;
	u64 address, length;
	int ret;

	if (f->kind != GEV_KIND_STRING)
		return -EINVAL;
	if (!none(f->text))
		return -EACCES;
	ret = require(fs, f, GEV_ACCESS_WRITE);
	if (!ret)
		ret = place_of(fs, f, &address, &length);
	if (ret)
		return ret;
	if (length > GEV_MAP_STRING_MAX || strlen(s) >= length)
		return -ERANGE;
	memset(ev->text, 0, length);
	memcpy(ev->text, s, strlen(s));
	return gev_eval_write(fs, address, length, ev->text);
}

/**
 * gev_feature_register() - where a register or string lies
 * @fs: the camera's features
 * @index: of the feature
 * @address: gets its address
 * @len: gets its length in bytes
 *
 * Context: may sleep in the port; the caller serialises.
 * Return: 0 or -errno, see gevmap.h.
 */
int gev_feature_register(struct gev_features *fs, unsigned int index, u64 *address, u64 *len)
{
	const struct gev_map_feature *f = start(fs, index);
	int ret;

	if (f->kind != GEV_KIND_REGISTER && (f->kind != GEV_KIND_STRING || !none(f->text)))
		return -EINVAL;
	ret = require(fs, f, GEV_ACCESS_READ | GEV_ACCESS_WRITE);
	return ret ?: place_of(fs, f, address, len);
}
