// SPDX-License-Identifier: GPL-2.0
/*
 * Pixel formats: PFNC codes, their V4L2 twins, sizes.
 *
 * A format is in the table of twins only if both sides lay it out alike, bit
 * for bit: unpacked samples of 10 to 16 bits are little-endian, right-aligned
 * in 16 bits. The PFNC's packed formats have no twin, for V4L2's (MIPI) keep
 * the low bits of several pixels in a byte of their own.
 */
#include "pfnc.h"

#define PFNC_CUSTOM	0x80000000u

static const struct gev_pfnc pfnc_table[] = {
	{ 0x01080001, "Mono8",		V4L2_PIX_FMT_GREY,	8,	8,	1 },
	{ 0x01100003, "Mono10",		V4L2_PIX_FMT_Y10,	16,	10,	1 },
	{ 0x01100005, "Mono12",		V4L2_PIX_FMT_Y12,	16,	12,	1 },
	{ 0x01100025, "Mono14",		V4L2_PIX_FMT_Y14,	16,	14,	1 },
	{ 0x01100007, "Mono16",		V4L2_PIX_FMT_Y16,	16,	16,	1 },
	{ 0x01080008, "BayerGR8",	V4L2_PIX_FMT_SGRBG8,	8,	8,	1 },
	{ 0x01080009, "BayerRG8",	V4L2_PIX_FMT_SRGGB8,	8,	8,	1 },
	{ 0x0108000a, "BayerGB8",	V4L2_PIX_FMT_SGBRG8,	8,	8,	1 },
	{ 0x0108000b, "BayerBG8",	V4L2_PIX_FMT_SBGGR8,	8,	8,	1 },
	{ 0x0110000c, "BayerGR10",	V4L2_PIX_FMT_SGRBG10,	16,	10,	1 },
	{ 0x0110000d, "BayerRG10",	V4L2_PIX_FMT_SRGGB10,	16,	10,	1 },
	{ 0x0110000e, "BayerGB10",	V4L2_PIX_FMT_SGBRG10,	16,	10,	1 },
	{ 0x0110000f, "BayerBG10",	V4L2_PIX_FMT_SBGGR10,	16,	10,	1 },
	{ 0x01100010, "BayerGR12",	V4L2_PIX_FMT_SGRBG12,	16,	12,	1 },
	{ 0x01100011, "BayerRG12",	V4L2_PIX_FMT_SRGGB12,	16,	12,	1 },
	{ 0x01100012, "BayerGB12",	V4L2_PIX_FMT_SGBRG12,	16,	12,	1 },
	{ 0x01100013, "BayerBG12",	V4L2_PIX_FMT_SBGGR12,	16,	12,	1 },
	{ 0x0110002e, "BayerGR16",	V4L2_PIX_FMT_SGRBG16,	16,	16,	1 },
	{ 0x0110002f, "BayerRG16",	V4L2_PIX_FMT_SRGGB16,	16,	16,	1 },
	{ 0x01100030, "BayerGB16",	V4L2_PIX_FMT_SGBRG16,	16,	16,	1 },
	{ 0x01100031, "BayerBG16",	V4L2_PIX_FMT_SBGGR16,	16,	16,	1 },
	{ 0x02180014, "RGB8",		V4L2_PIX_FMT_RGB24,	24,	8,	1 },
	{ 0x02180015, "BGR8",		V4L2_PIX_FMT_BGR24,	24,	8,	1 },
	{ 0x02100032, "YUV422_8",	V4L2_PIX_FMT_YUYV,	16,	8,	2 },
	{ 0x0210001f, "YUV422_8_UYVY",	V4L2_PIX_FMT_UYVY,	16,	8,	2 },
};

/*
 * Formats whose lines may begin inside a byte: the PFNC names with a "p" and
 * a number of bits that is no multiple of 8 (for others it is all the same).
 */
static const u32 pfnc_packed[] = {
	/* Mono1p, Confidence1p, Mono2p, Mono4p, BayerGR/RG/GB/BG4p */
	0x01010037, 0x010100c5, 0x01020038, 0x01040039,
	0x0104010d, 0x0104010e, 0x0104010f, 0x01040110,
	/* Mono10p, BayerBG/GB/GR/RG10p, SCF1..10p, Coord3D_A/B/C10p */
	0x010a0046, 0x010a0052, 0x010a0054, 0x010a0056, 0x010a0058,
	0x010a0069, 0x010a0070, 0x010a0077, 0x010a007e,
	0x010a00d5, 0x010a00d6, 0x010a00d7,
	/* Mono12p, BayerBG/GB/GR/RG12p, SCF1..12p, Coord3D_A/B/C12p */
	0x010c0047, 0x010c0053, 0x010c0055, 0x010c0057, 0x010c0059,
	0x010c006b, 0x010c0072, 0x010c0079, 0x010c0080,
	0x010c00d8, 0x010c00d9, 0x010c00da,
	/* Mono14p, BayerGR/RG/GB/BG14p */
	0x010e0104, 0x010e0105, 0x010e0106, 0x010e0107, 0x010e0108,
	/* YCbCr..422_10p, BiColor..10p, Coord3D_AC10p */
	0x02140087, 0x0214008e, 0x02140096, 0x0214009a, 0x0214009e, 0x021400a2,
	0x021400fe, 0x021400ff, 0x021400a8, 0x021400aa, 0x021400f0,
	/* BGR10p, RGB10p, YCbCr..10p_CbYCr, Coord3D_ABC10p */
	0x021e0048, 0x021e005c, 0x021e0084, 0x021e008a, 0x021e0092, 0x021e00f6,
	0x021e00db,
	/* BGR12p, RGB12p, YCbCr..12p_CbYCr, Coord3D_ABC12p */
	0x02240049, 0x0224005d, 0x02240086, 0x0224008c, 0x02240094, 0x022400f8,
	0x022400de,
};

/**
 * gev_pfnc_at() - walk through the formats that applications can get
 * @index: 0 for the first
 *
 * Context: Any.
 * Return: The format, or NULL behind the last.
 */
const struct gev_pfnc *gev_pfnc_at(unsigned int index)
{
	return index < ARRAY_SIZE(pfnc_table) ? &pfnc_table[index] : NULL;
}

/**
 * gev_pfnc_find() - the format with a PFNC code
 * @code: PFNC code
 *
 * Context: Any.
 * Return: The format, or NULL when applications cannot get it.
 */
const struct gev_pfnc *gev_pfnc_find(u32 code)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pfnc_table); i++)
		if (pfnc_table[i].code == code)
			return &pfnc_table[i];
	return NULL;
}

/**
 * gev_pfnc_find_fourcc() - the format with a V4L2 code
 * @fourcc: V4L2_PIX_FMT_*
 *
 * Context: Any.
 * Return: The format, or NULL.
 */
const struct gev_pfnc *gev_pfnc_find_fourcc(u32 fourcc)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pfnc_table); i++)
		if (pfnc_table[i].fourcc == fourcc)
			return &pfnc_table[i];
	return NULL;
}

/**
 * gev_pfnc_find_name() - the format with a PFNC name
 * @name: name in the PFNC's own spelling
 *
 * Context: Any.
 * Return: The format, or NULL.
 */
const struct gev_pfnc *gev_pfnc_find_name(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pfnc_table); i++)
		if (!strcmp(pfnc_table[i].name, name))
			return &pfnc_table[i];
	return NULL;
}

static u64 bits_to_bytes(u64 bits)
{
	return (bits >> 3) + !!(bits & 7);
}

static bool is_packed(u32 code)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pfnc_packed); i++)
		if (pfnc_packed[i] == code)
			return true;
	return false;
}

/**
 * gev_pfnc_line_bytes() - length of a line without padding
 * @code: PFNC code, known or not
 * @width: pixels
 *
 * Context: Any.
 * Return: Bytes, begun ones included; 0 when that is more than 32 bits hold.
 */
u32 gev_pfnc_line_bytes(u32 code, u32 width)
{
	u64 bytes = bits_to_bytes((u64)width * gev_pfnc_bits(code));

	return bytes > U32_MAX ? 0 : bytes;
}

/* y lines of whole bytes, each with its padding */
static bool size_by_lines(u64 line, u32 y, u16 pad_x, u16 pad_y, u64 size)
{
	u64 bytes;

	return !check_mul_overflow(line + pad_x, (u64)y, &bytes) &&
	       !check_add_overflow(bytes, (u64)pad_y, &bytes) && bytes == size;
}

/* all pixels in one run, only its end filled up to a byte */
static bool size_in_one(unsigned int bits, u32 x, u32 y, u16 pad_y, u64 size)
{
	u64 run;

	return !check_mul_overflow((u64)x * y, (u64)bits, &run) &&
	       bits_to_bytes(run) + pad_y == size;
}

/**
 * gev_pfnc_size_valid() - does an image have the size that its format implies?
 * @code: PFNC code, known or not
 * @x: width in pixels
 * @y: height in lines
 * @pad_x: bytes of padding a line
 * @pad_y: bytes of padding at the end
 * @size: bytes of the image
 *
 * Packed formats without line padding may come line by line or in one run.
 * Codes of a vendor's own do not tell their layout: any size is right for them.
 *
 * Context: Any.
 * Return: Whether @size is right.
 */
bool gev_pfnc_size_valid(u32 code, u32 x, u32 y, u16 pad_x, u16 pad_y, u64 size)
{
	unsigned int bits = gev_pfnc_bits(code);

	if (code & PFNC_CUSTOM)
		return true;
	if (size_by_lines(bits_to_bytes((u64)x * bits), y, pad_x, pad_y, size))
		return true;
	return !pad_x && is_packed(code) && size_in_one(bits, x, y, pad_y, size);
}
