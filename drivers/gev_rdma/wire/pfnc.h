/* SPDX-License-Identifier: GPL-2.0 */
/* Pixel formats: the codes of the PFNC and their V4L2 twins, bit for bit. */
#ifndef GEV_WIRE_PFNC_H
#define GEV_WIRE_PFNC_H

#include "shim.h"

#define GEV_PFNC_MONO8		0x01080001u
#define GEV_PFNC_MONO10		0x01100003u
#define GEV_PFNC_MONO12		0x01100005u
#define GEV_PFNC_MONO16		0x01100007u
#define GEV_PFNC_BAYER_RG8	0x01080009u
#define GEV_PFNC_BAYER_GR12	0x01100010u
#define GEV_PFNC_RGB8		0x02180014u
#define GEV_PFNC_BGR8		0x02180015u
#define GEV_PFNC_YUV422_8	0x02100032u

/**
 * struct gev_pfnc - one pixel format that can be handed to applications
 * @code: PFNC code
 * @name: PFNC name
 * @fourcc: V4L2_PIX_FMT_* whose memory layout is the same bit for bit
 * @bpp: bits a pixel occupies
 * @depth: significant bits a sample (or of a component)
 * @x_step: pixels a line must be a multiple of (2 for 4:2:2)
 */
struct gev_pfnc {
	u32 code;
	const char *name;
	u32 fourcc;
	u8 bpp;
	u8 depth;
	u8 x_step;
};

/* NULL when unknown: an unknown code is never guessed. */
const struct gev_pfnc *gev_pfnc_find(u32 code);
const struct gev_pfnc *gev_pfnc_find_fourcc(u32 fourcc);
const struct gev_pfnc *gev_pfnc_find_name(const char *name);
const struct gev_pfnc *gev_pfnc_at(unsigned int index);

/* Occupied bits a pixel by the code word itself (also of unknown formats). */
static inline unsigned int gev_pfnc_bits(u32 code)
{
	return (code >> 16) & 0xff;
}

/* Bytes of an unpadded line; 0 on overflow of 32 bits. */
u32 gev_pfnc_line_bytes(u32 code, u32 width);
/* Is @size right for the geometry: line by line, or packed as a whole for p-formats? */
bool gev_pfnc_size_valid(u32 code, u32 x, u32 y, u16 pad_x, u16 pad_y, u64 size);

#endif /* GEV_WIRE_PFNC_H */
