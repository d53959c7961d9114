/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's names for the codecs when they are built in user space. */
#ifndef GEV_WIRE_SHIM_USER_H
#define GEV_WIRE_SHIM_USER_H

typedef __UINT8_TYPE__ u8;
typedef __UINT16_TYPE__ u16;
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;
typedef __INT32_TYPE__ s32;
typedef __INT64_TYPE__ s64;

#ifndef __packed
#define __packed		__attribute__((__packed__))
#endif
#ifdef __CHECKER__
#define __force			__attribute__((force))
#elif !defined(__force)
#define __force
#endif
#ifndef ARRAY_SIZE
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#endif
#define BIT(n)			(1UL << (n))
#define U32_MAX			0xffffffffu
#define DIV_ROUND_UP		__KERNEL_DIV_ROUND_UP
#undef static_assert
#define static_assert(cond, ...)	_Static_assert(cond, #cond)
#define check_add_overflow(a, b, sum)	__builtin_add_overflow(a, b, sum)
#define check_mul_overflow(a, b, product)	__builtin_mul_overflow(a, b, product)
#define check_sub_overflow(a, b, rest)	__builtin_sub_overflow(a, b, rest)

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define gev_be16(v)	__builtin_bswap16(v)
#define gev_be32(v)	__builtin_bswap32(v)
#define gev_be64(v)	__builtin_bswap64(v)
#define gev_le16(v)	(v)
#define gev_le32(v)	(v)
#define gev_le64(v)	(v)
#else
#define gev_be16(v)	(v)
#define gev_be32(v)	(v)
#define gev_be64(v)	(v)
#define gev_le16(v)	__builtin_bswap16(v)
#define gev_le32(v)	__builtin_bswap32(v)
#define gev_le64(v)	__builtin_bswap64(v)
#endif

#define be16_to_cpu(v)	gev_be16((__force u16)(v))
#define be32_to_cpu(v)	gev_be32((__force u32)(v))
#define be64_to_cpu(v)	gev_be64((__force u64)(v))
#define le16_to_cpu(v)	gev_le16((__force u16)(v))
#define le32_to_cpu(v)	gev_le32((__force u32)(v))
#define le64_to_cpu(v)	gev_le64((__force u64)(v))
#define cpu_to_be16(v)	((__force __be16)gev_be16((u16)(v)))
#define cpu_to_be32(v)	((__force __be32)gev_be32((u32)(v)))
#define cpu_to_be64(v)	((__force __be64)gev_be64((u64)(v)))
#define cpu_to_le16(v)	((__force __le16)gev_le16((u16)(v)))
#define cpu_to_le32(v)	((__force __le32)gev_le32((u32)(v)))
#define cpu_to_le64(v)	((__force __le64)gev_le64((u64)(v)))

static inline u16 get_unaligned_be16(const void *p)
{
	__be16 v;

	memcpy(&v, p, sizeof(v));
	return be16_to_cpu(v);
}

static inline void put_unaligned_be16(u16 value, void *p)
{
	__be16 v = cpu_to_be16(value);

	memcpy(p, &v, sizeof(v));
}

static inline u16 get_unaligned_le16(const void *p)
{
	__le16 v;

	memcpy(&v, p, sizeof(v));
	return le16_to_cpu(v);
}

static inline void put_unaligned_le16(u16 value, void *p)
{
	__le16 v = cpu_to_le16(value);

	memcpy(p, &v, sizeof(v));
}

static inline u32 get_unaligned_be32(const void *p)
{
	__be32 v;

	memcpy(&v, p, sizeof(v));
	return be32_to_cpu(v);
}

static inline void put_unaligned_be32(u32 value, void *p)
{
	__be32 v = cpu_to_be32(value);

	memcpy(p, &v, sizeof(v));
}

static inline u32 get_unaligned_le32(const void *p)
{
	__le32 v;

	memcpy(&v, p, sizeof(v));
	return le32_to_cpu(v);
}

static inline void put_unaligned_le32(u32 value, void *p)
{
	__le32 v = cpu_to_le32(value);

	memcpy(p, &v, sizeof(v));
}

static inline u64 get_unaligned_be64(const void *p)
{
	__be64 v;

	memcpy(&v, p, sizeof(v));
	return be64_to_cpu(v);
}

static inline void put_unaligned_be64(u64 value, void *p)
{
	__be64 v = cpu_to_be64(value);

	memcpy(p, &v, sizeof(v));
}

static inline u64 get_unaligned_le64(const void *p)
{
	__le64 v;

	memcpy(&v, p, sizeof(v));
	return le64_to_cpu(v);
}

static inline void put_unaligned_le64(u64 value, void *p)
{
	__le64 v = cpu_to_le64(value);

	memcpy(p, &v, sizeof(v));
}

#define GEV_BITS_PER_LONG	(8 * sizeof(unsigned long))

static inline bool test_bit(unsigned long nr, const unsigned long *map)
{
	return map[nr / GEV_BITS_PER_LONG] >> nr % GEV_BITS_PER_LONG & 1;
}

static inline void __set_bit(unsigned long nr, unsigned long *map)
{
	map[nr / GEV_BITS_PER_LONG] |= 1UL << nr % GEV_BITS_PER_LONG;
}

static inline void bitmap_zero(unsigned long *map, unsigned int bits)
{
	memset(map, 0, DIV_ROUND_UP(bits, GEV_BITS_PER_LONG) * sizeof(*map));
}

static inline unsigned long find_next_bit(const unsigned long *map, unsigned long size,
					  unsigned long nr)
{
	while (nr < size && !test_bit(nr, map))
		nr++;
	return nr < size ? nr : size;
}

static inline unsigned long find_next_zero_bit(const unsigned long *map, unsigned long size,
					       unsigned long nr)
{
	while (nr < size && test_bit(nr, map))
		nr++;
	return nr < size ? nr : size;
}

#endif /* GEV_WIRE_SHIM_USER_H */
