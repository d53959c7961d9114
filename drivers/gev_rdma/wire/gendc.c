// SPDX-License-Identifier: GPL-2.0
/*
 * GenDC containers as GRS-1 sends them: read, judge, write.
 */
#include "gendc.h"
#include "grs.h"
#include "pfnc.h"

#define GENDC_MAJOR		1
#define GENDC_COMPONENTS	1u
#define GENDC_ALIGN		8u	/* of all offsets */
#define GENDC_INTENSITY		1	/* component type id */
#define GENDC_FLOW_DESCRIPTOR	0	/* descriptor and metadata */
#define GENDC_FLOW_IMAGE	1

struct gendc_start {
	__le32 signature;
	u8 major;
	u8 minor;
	u8 subminor;
	u8 reserved;
} __packed;
static_assert(sizeof(struct gendc_start) == 8);

struct gendc_container {
	struct gendc_start start;
	__le16 type;
	__le16 flags;
	__le32 size;
	__le64 id;
	__le64 variable;
	__le64 data_size;
	__le64 data_offset;
	__le32 descriptor_size;
	__le32 components;
	__le64 component_offset[GENDC_COMPONENTS];
} __packed;
static_assert(sizeof(struct gendc_container) == 64);

struct gendc_component {
	__le16 type;
	__le16 flags;
	__le32 size;
	__le16 reserved1;
	__le16 group;
	__le16 source;
	__le16 region;
	__le32 region_x;
	__le32 region_y;
	__le64 timestamp;
	__le64 type_id;
	__le32 format;
	__le16 reserved2;
	__le16 parts;
	__le64 part_offset[];
} __packed;
static_assert(sizeof(struct gendc_component) == 48);

/* What all kinds of part begin with, and all of a metadata part */
struct gendc_part {
	__le16 type;
	__le16 flags;
	__le32 size;
	__le32 format;
	__le16 reserved;
	__le16 flow;
	__le64 flow_offset;
	__le64 data_size;
	__le64 data_offset;
} __packed;
static_assert(sizeof(struct gendc_part) == 40);

struct gendc_image {
	struct gendc_part part;
	__le32 x;
	__le32 y;
	__le16 pad_x;
	__le16 pad_y;
	__le32 reserved;
} __packed;
static_assert(sizeof(struct gendc_image) == 56);

static_assert(sizeof(struct gendc_container) + sizeof(struct gendc_component) +
	      sizeof(__le64) + sizeof(struct gendc_image) == GEV_GENDC_DESCRIPTOR);
static_assert(sizeof(struct gendc_container) + sizeof(struct gendc_component) +
	      2 * sizeof(__le64) + sizeof(struct gendc_image) +
	      sizeof(struct gendc_part) == GEV_GENDC_DESCRIPTOR_META);

/* The @need bytes at @offset of a descriptor of @size bytes, or NULL */
static const void *at(const void *data, u64 size, u64 offset, u64 need)
{
	u64 end;

	if (offset % GENDC_ALIGN || check_add_overflow(offset, need, &end) || end > size)
		return NULL;
	return (const u8 *)data + offset;
}

static enum gev_frame_cause decode_image(const struct gendc_image *image,
					 struct gev_gendc_frame *f)
{
	if (le32_to_cpu(image->part.size) != sizeof(*image))
		return GEV_FRAME_BAD_HEADER;

	f->pfnc = le32_to_cpu(image->part.format);
	f->x = le32_to_cpu(image->x);
	f->y = le32_to_cpu(image->y);
	f->pad_x = le16_to_cpu(image->pad_x);
	f->pad_y = le16_to_cpu(image->pad_y);
	f->data_size = le64_to_cpu(image->part.data_size);

	if (le16_to_cpu(image->part.flow) != GENDC_FLOW_IMAGE || image->part.flow_offset)
		return GEV_FRAME_BAD_PART;
	return GEV_FRAME_GOOD;
}

static enum gev_frame_cause decode_metadata(const struct gendc_part *part,
					    struct gev_gendc_frame *f)
{
	u64 offset = le64_to_cpu(part->flow_offset);

	if (le32_to_cpu(part->size) != sizeof(*part))
		return GEV_FRAME_BAD_HEADER;
	if (le16_to_cpu(part->flow) != GENDC_FLOW_DESCRIPTOR)
		return GEV_FRAME_BAD_PART;
	if (offset % GENDC_ALIGN || offset < f->descriptor_size)
		return GEV_FRAME_BAD_HEADER;

	f->meta_format = le32_to_cpu(part->format);
	f->meta_offset = offset;
	f->meta_size = le64_to_cpu(part->data_size);
	return GEV_FRAME_GOOD;
}

/*
 * The parts of @component, whose header is known to lie in the descriptor.
 * However many it says there are, the third at the latest is one too many.
 */
static enum gev_frame_cause decode_parts(const void *data,
					 const struct gendc_component *component,
					 struct gev_gendc_frame *f)
{
	unsigned int parts = le16_to_cpu(component->parts), images = 0, metadata = 0, i;
	enum gev_frame_cause cause = GEV_FRAME_GOOD;

	for (i = 0; i < parts && cause == GEV_FRAME_GOOD; i++) {
		u64 offset = le64_to_cpu(component->part_offset[i]);
		const struct gendc_part *part;

		part = at(data, f->descriptor_size, offset, sizeof(*part));
		if (!part)
			return GEV_FRAME_BAD_HEADER;

		switch (le16_to_cpu(part->type)) {
		case GEV_GENDC_TYPE_IMAGE:
			if (!at(data, f->descriptor_size, offset, sizeof(struct gendc_image)))
				return GEV_FRAME_BAD_HEADER;
			cause = images++ ? GEV_FRAME_BAD_PART :
				decode_image((const struct gendc_image *)part, f);
			break;
		case GEV_GENDC_TYPE_METADATA:
			cause = metadata++ ? GEV_FRAME_BAD_PART : decode_metadata(part, f);
			break;
		default:
			return GEV_FRAME_BAD_HEADER;
		}
	}
	if (cause == GEV_FRAME_GOOD && !images)
		cause = GEV_FRAME_BAD_PART;
	return cause;
}

static enum gev_frame_cause decode_component(const void *data, u64 offset,
					     struct gev_gendc_frame *f)
{
	const struct gendc_component *component;
	u64 size;

	component = at(data, f->descriptor_size, offset, sizeof(*component));
	if (!component || le16_to_cpu(component->type) != GEV_GENDC_TYPE_COMPONENT)
		return GEV_FRAME_BAD_HEADER;

	size = sizeof(*component) + sizeof(__le64) * (u64)le16_to_cpu(component->parts);
	if (le32_to_cpu(component->size) != size ||
	    !at(data, f->descriptor_size, offset, size))
		return GEV_FRAME_BAD_HEADER;

	f->component_flags = le16_to_cpu(component->flags);
	f->timestamp = le64_to_cpu(component->timestamp);
	f->component_pfnc = le32_to_cpu(component->format);
	return decode_parts(data, component, f);
}

/* All that a descriptor says, without regard to what was received with it */
static enum gev_frame_cause decode_descriptor(const void *data, size_t len,
					      struct gev_gendc_frame *f)
{
	const struct gendc_container *container = data;
	u32 size;

	memset(f, 0, sizeof(*f));
	if (len < sizeof(container->start) ||
	    le32_to_cpu(container->start.signature) != GEV_GENDC_SIGNATURE ||
	    container->start.major != GENDC_MAJOR)
		return GEV_FRAME_BAD_SIGNATURE;

	if (len < sizeof(*container) ||
	    le16_to_cpu(container->type) != GEV_GENDC_TYPE_CONTAINER ||
	    le32_to_cpu(container->size) != sizeof(*container) ||
	    le32_to_cpu(container->components) != GENDC_COMPONENTS)
		return GEV_FRAME_BAD_HEADER;

	size = le32_to_cpu(container->descriptor_size);
	if (size < sizeof(*container) || size > len)
		return GEV_FRAME_BAD_HEADER;

	f->id = le64_to_cpu(container->id);
	f->flags = le16_to_cpu(container->flags);
	f->descriptor_size = size;
	return decode_component(data, le64_to_cpu(container->component_offset[0]), f);
}

/**
 * gev_gendc_decode() - read the descriptor of a frame
 * @data: message received on flow 0
 * @len: its bytes
 * @payload: bytes received on flow 1
 * @f: result, fully written in each case
 *
 * Looks at structure only: what was negotiated is the matter of
 * gev_gendc_check(). DataOffset and the container's DataSize are not used.
 *
 * Context: Any.
 * Return: %GEV_FRAME_GOOD, or the first of %GEV_FRAME_BAD_SIGNATURE,
 * %GEV_FRAME_BAD_HEADER, %GEV_FRAME_BAD_PART, %GEV_FRAME_BAD_SIZE that is met
 * on the way from the container to its parts.
 */
enum gev_frame_cause gev_gendc_decode(const void *data, size_t len, u64 payload,
				      struct gev_gendc_frame *f)
{
	enum gev_frame_cause cause = decode_descriptor(data, len, f);
	u64 end;

	if (cause != GEV_FRAME_GOOD)
		return cause;
	if (f->data_size != payload)
		return GEV_FRAME_BAD_SIZE;
	if (check_add_overflow(f->meta_offset, f->meta_size, &end) || end > len)
		return GEV_FRAME_BAD_SIZE;
	return GEV_FRAME_GOOD;
}

/**
 * gev_gendc_preliminary() - read the descriptor that a camera gives beforehand
 * @data: contents of the GenDCDescriptor register
 * @len: bytes at @data; what follows the descriptor is ignored
 * @f: result, fully written in each case
 *
 * Sizes are those of a whole frame; none of its data are at @data. The sum of
 * @f->meta_offset and @f->meta_size does not overflow.
 *
 * Context: Any.
 * Return: As gev_gendc_decode().
 */
enum gev_frame_cause gev_gendc_preliminary(const void *data, size_t len,
					   struct gev_gendc_frame *f)
{
	enum gev_frame_cause cause = decode_descriptor(data, len, f);
	u64 end;

	if (cause == GEV_FRAME_GOOD && check_add_overflow(f->meta_offset, f->meta_size, &end))
		cause = GEV_FRAME_BAD_SIZE;
	return cause;
}

/**
 * gev_gendc_id_advances() - may a frame with this block id follow?
 * @id: block id of the frame
 * @last: last block id, 0 when there was none
 *
 * Context: Any.
 * Return: Whether @id lies 1 to 2^31 ahead. 0 is no block id.
 */
bool gev_gendc_id_advances(u64 id, u64 last)
{
	u64 step = id - last;

	return id && step && step <= GEV_GRS_ID_STEP_MAX;
}

/* Announced as not sent: both flags, no data */
static bool is_skipped(const struct gev_gendc_frame *f)
{
	return (f->flags & GEV_GENDC_CONTAINER_INVALID) &&
	       (f->component_flags & GEV_GENDC_COMPONENT_INVALID);
}

/* Everything but the id */
static enum gev_frame_cause check_image(const struct gev_gendc_frame *f,
					const struct gev_gendc_expect *expect, u64 payload)
{
	bool skipped = is_skipped(f);
	u64 size = skipped ? 0 : expect->payload;

	if (f->data_size != size || payload != size || (!size && !skipped))
		return GEV_FRAME_BAD_SIZE;
	if (f->pfnc != expect->pfnc || f->component_pfnc != expect->pfnc)
		return GEV_FRAME_BAD_FORMAT;
	if (f->x != expect->x || f->y != expect->y ||
	    f->pad_x != expect->pad_x || f->pad_y != expect->pad_y)
		return GEV_FRAME_BAD_GEOMETRY;
	if (skipped)
		return GEV_FRAME_SKIPPED;
	if (!gev_pfnc_size_valid(f->pfnc, f->x, f->y, f->pad_x, f->pad_y, f->data_size))
		return GEV_FRAME_BAD_SIZE;
	return GEV_FRAME_GOOD;
}

/**
 * gev_gendc_check() - judge a decoded frame against what was negotiated
 * @f: frame that gev_gendc_decode() found good
 * @expect: what was negotiated
 * @payload: bytes received on flow 1
 * @last: last block id, 0 when there was none
 * @advance: result: whether @last is to become @f->id
 *
 * A frame whose id is legal advances even if all else is wrong with it.
 *
 * Context: Any.
 * Return: %GEV_FRAME_GOOD, %GEV_FRAME_SKIPPED or the first failing cause in
 * the order of the enumeration, the id last of all.
 */
enum gev_frame_cause gev_gendc_check(const struct gev_gendc_frame *f,
				     const struct gev_gendc_expect *expect,
				     u64 payload, u64 last, bool *advance)
{
	enum gev_frame_cause cause = check_image(f, expect, payload);

	*advance = gev_gendc_id_advances(f->id, last);
	if (!*advance && (cause == GEV_FRAME_GOOD || cause == GEV_FRAME_SKIPPED))
		cause = GEV_FRAME_BAD_ID;
	return cause;
}

static void encode_container(struct gendc_container *to, const struct gev_gendc_frame *f,
			     u32 size)
{
	to->start.signature = cpu_to_le32(GEV_GENDC_SIGNATURE);
	to->start.major = GENDC_MAJOR;
	to->start.minor = 1;
	to->type = cpu_to_le16(GEV_GENDC_TYPE_CONTAINER);
	to->flags = cpu_to_le16(f->flags);
	to->size = cpu_to_le32(sizeof(*to));
	to->id = cpu_to_le64(f->id);
	to->data_size = cpu_to_le64(f->data_size + f->meta_size);
	to->data_offset = cpu_to_le64(size);
	to->descriptor_size = cpu_to_le32(size);
	to->components = cpu_to_le32(GENDC_COMPONENTS);
	to->component_offset[0] = cpu_to_le64(sizeof(*to));
}

static void encode_image(struct gendc_image *to, const struct gev_gendc_frame *f,
			 u64 data_offset)
{
	to->part.type = cpu_to_le16(GEV_GENDC_TYPE_IMAGE);
	to->part.size = cpu_to_le32(sizeof(*to));
	to->part.format = cpu_to_le32(f->pfnc);
	to->part.flow = cpu_to_le16(GENDC_FLOW_IMAGE);
	to->part.data_size = cpu_to_le64(f->data_size);
	to->part.data_offset = cpu_to_le64(data_offset);
	to->x = cpu_to_le32(f->x);
	to->y = cpu_to_le32(f->y);
	to->pad_x = cpu_to_le16(f->pad_x);
	to->pad_y = cpu_to_le16(f->pad_y);
}

static void encode_metadata(struct gendc_part *to, const struct gev_gendc_frame *f, u64 offset)
{
	to->type = cpu_to_le16(GEV_GENDC_TYPE_METADATA);
	to->size = cpu_to_le32(sizeof(*to));
	to->format = cpu_to_le32(f->meta_format);
	to->flow = cpu_to_le16(GENDC_FLOW_DESCRIPTOR);
	to->flow_offset = cpu_to_le64(offset);
	to->data_size = cpu_to_le64(f->meta_size);
	to->data_offset = cpu_to_le64(offset);
}

/**
 * gev_gendc_encode() - write a descriptor
 * @buf: where to
 * @room: bytes at @buf
 * @f: what; @f->descriptor_size is not looked at
 *
 * There is a metadata part if @f->meta_size or @f->meta_offset is set. Where
 * @f->meta_offset is 0 its data are to follow the descriptor at once.
 *
 * Context: Any.
 * Return: Bytes written, or -EMSGSIZE.
 */
int gev_gendc_encode(void *buf, size_t room, const struct gev_gendc_frame *f)
{
	bool metadata = f->meta_size || f->meta_offset;
	u32 size = metadata ? GEV_GENDC_DESCRIPTOR_META : GEV_GENDC_DESCRIPTOR;
	u64 meta_offset = f->meta_offset ? f->meta_offset : size;
	u64 data_offset = size, offset = sizeof(struct gendc_container);
	unsigned int parts = metadata ? 2 : 1;
	struct gendc_component *component;

	if (room < size)
		return -EMSGSIZE;
	memset(buf, 0, size);
	encode_container(buf, f, size);

	component = (void *)((u8 *)buf + offset);
	offset += sizeof(*component) + parts * sizeof(component->part_offset[0]);
	component->type = cpu_to_le16(GEV_GENDC_TYPE_COMPONENT);
	component->flags = cpu_to_le16(f->component_flags);
	component->size = cpu_to_le32(offset - sizeof(struct gendc_container));
	component->timestamp = cpu_to_le64(f->timestamp);
	component->type_id = cpu_to_le64(GENDC_INTENSITY);
	component->format = cpu_to_le32(f->component_pfnc);
	component->parts = cpu_to_le16(parts);
	component->part_offset[0] = cpu_to_le64(offset);

	if (metadata) {
		component->part_offset[1] = cpu_to_le64(offset + sizeof(struct gendc_image));
		encode_metadata((void *)((u8 *)buf + offset + sizeof(struct gendc_image)),
				f, meta_offset);
		data_offset = (meta_offset + f->meta_size + GENDC_ALIGN - 1) &
			      ~(u64)(GENDC_ALIGN - 1);
	}
	encode_image((void *)((u8 *)buf + offset), f, data_offset);
	return size;
}

static const char * const cause_names[GEV_FRAME_CAUSES] = {
	[GEV_FRAME_GOOD]		= "good",
	[GEV_FRAME_SKIPPED]		= "skipped",
	[GEV_FRAME_BAD_SIGNATURE]	= "bad signature",
	[GEV_FRAME_BAD_HEADER]		= "bad header",
	[GEV_FRAME_BAD_PART]		= "bad part",
	[GEV_FRAME_BAD_SIZE]		= "bad size",
	[GEV_FRAME_BAD_FORMAT]		= "bad format",
	[GEV_FRAME_BAD_GEOMETRY]	= "bad geometry",
	[GEV_FRAME_BAD_ID]		= "bad block id",
};

/**
 * gev_frame_cause_name() - a cause in words
 * @cause: cause, any value
 *
 * Context: Any.
 * Return: A static string.
 */
const char *gev_frame_cause_name(enum gev_frame_cause cause)
{
	if ((unsigned int)cause < GEV_FRAME_CAUSES && cause_names[cause])
		return cause_names[cause];
	return "unknown";
}
