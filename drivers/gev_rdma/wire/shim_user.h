/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's names for the codecs when they are built in user space. */
#ifndef GEV_WIRE_SHIM_USER_H
#define GEV_WIRE_SHIM_USER_H

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#define __packed		__attribute__((__packed__))
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define BIT(n)			(1UL << (n))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define static_assert		_Static_assert
#define check_add_overflow(a, b, d)	__builtin_add_overflow(a, b, d)
#define check_mul_overflow(a, b, d)	__builtin_mul_overflow(a, b, d)
#define check_sub_overflow(a, b, d)	__builtin_sub_overflow(a, b, d)

#define GEV_GET(type, name, swap)					\
static inline type name(const void *p)					\
{									\
	type v;								\
									\
	memcpy(&v, p, sizeof(v));					\
	return swap(v);							\
}

#define GEV_PUT(type, name, swap)					\
static inline void name(type v, void *p)				\
{									\
	v = swap(v);							\
	memcpy(p, &v, sizeof(v));					\
}

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

GEV_GET(u16, get_unaligned_be16, gev_be16)
GEV_GET(u32, get_unaligned_be32, gev_be32)
GEV_GET(u64, get_unaligned_be64, gev_be64)
GEV_GET(u16, get_unaligned_le16, gev_le16)
GEV_GET(u32, get_unaligned_le32, gev_le32)
GEV_GET(u64, get_unaligned_le64, gev_le64)
GEV_PUT(u16, put_unaligned_be16, gev_be16)
GEV_PUT(u32, put_unaligned_be32, gev_be32)
GEV_PUT(u64, put_unaligned_be64, gev_be64)
GEV_PUT(u16, put_unaligned_le16, gev_le16)
GEV_PUT(u32, put_unaligned_le32, gev_le32)
GEV_PUT(u64, put_unaligned_le64, gev_le64)

#endif /* GEV_WIRE_SHIM_USER_H */
