// SPDX-License-Identifier: GPL-2.0
/*
 * Registers and register memory of a camera.
 *
 * One aligned word goes as READREG or WRITEREG, all else as READMEM or
 * WRITEMEM in whole words; word by word where a camera has no WRITEMEM.
 */
#include <linux/math.h>
#include <linux/minmax.h>

#include "../gev_rdma.h"
#include "channel.h"
#include "registers.h"

#define REGISTER_TRIES		3
#define REGISTER_TIMEOUT_MS	500	/* for each try */
#define REGISTER_LAST_TRIES	2
#define REGISTER_LAST_MS	250

static int read_reg(struct gev_channel *ch, struct gev_command *c, u32 *value)
{
	struct gev_gvcp_ack ack;
	int ret;

	c->kind = GEV_GVCP_READREG_CMD;
	ret = gev_channel_transact(ch, c, &ack);
	return ret ?: gev_channel_check(ch, c, gev_gvcp_readreg_ack_decode(&ack, value, 1));
}

static int write_reg(struct gev_channel *ch, struct gev_command *c)
{
	struct gev_gvcp_ack ack;
	u16 index;
	int ret;

	c->kind = GEV_GVCP_WRITEREG_CMD;
	ret = gev_channel_transact(ch, c, &ack);
	return ret ?: gev_channel_check(ch, c, gev_gvcp_write_ack_decode(&ack, &index));
}

static struct gev_command patient(u32 address)
{
	return (struct gev_command){
		.address = address,
		.tries = REGISTER_TRIES,
		.timeout_ms = REGISTER_TIMEOUT_MS,
	};
}

static int load_word(struct gev_channel *ch, u32 address, void *to)
{
	struct gev_command c = patient(address);
	u32 value;
	int ret;

	ret = read_reg(ch, &c, &value);
	if (!ret)
		put_unaligned_be32(value, to);
	return ret;
}

static int store_word(struct gev_channel *ch, u32 address, const void *from)
{
	struct gev_command c = patient(address);

	c.value = get_unaligned_be32(from);
	return write_reg(ch, &c);
}

/* Whole words, at most GEV_GVCP_MEM_MAX bytes. */
static int load_words(struct gev_channel *ch, u32 address, void *to, u16 len)
{
	struct gev_command c = patient(address);
	struct gev_gvcp_ack ack;
	int ret;

	if (len == sizeof(u32))
		return load_word(ch, address, to);
	c.kind = GEV_GVCP_READMEM_CMD;
	c.len = len;
	ret = gev_channel_transact(ch, &c, &ack);
	if (ret)
		return ret;
	ret = gev_gvcp_readmem_ack_decode(&ack, address, to, len);
	return gev_channel_check(ch, &c, ret);
}

static int get_caps(struct gev_channel *ch, u32 *caps)
{
	struct gev_command c = patient(GEV_REG_GVCP_CAPABILITY);
	int ret = 0;

	if (!ch->caps_known) {
		ret = read_reg(ch, &c, &ch->caps);
		ch->caps_known = !ret;
	}
	if (!ret)
		*caps = ch->caps;
	return ret;
}

static int store_words(struct gev_channel *ch, u32 address, const void *from, u16 len)
{
	struct gev_command c = patient(address);
	struct gev_gvcp_ack ack;
	u16 index, done;
	u32 caps;
	int ret;

	if (len == sizeof(u32))
		return store_word(ch, address, from);
	ret = get_caps(ch, &caps);
	if (ret)
		return ret;
	if (caps & GEV_GVCP_CAP_WRITEMEM) {
		c.kind = GEV_GVCP_WRITEMEM_CMD;
		c.data = from;
		c.len = len;
		ret = gev_channel_transact(ch, &c, &ack);
		return ret ?: gev_channel_check(ch, &c, gev_gvcp_write_ack_decode(&ack, &index));
	}
	for (done = 0; done < len && !ret; done += sizeof(u32))
		ret = store_word(ch, address + done, from + done);
	return ret;
}

/* Whole words around a write that begins or ends within one. */
static int store_span(struct gev_channel *ch, u32 start, u16 span, u32 address,
		      const void *from, u16 len)
{
	u16 head = address - start;
	u16 last = span - sizeof(u32);
	int ret = 0;

	if (head || (span == sizeof(u32) && len < span))
		ret = load_word(ch, start, ch->words);
	if (!ret && last && head + len < span)
		ret = load_word(ch, start + last, ch->words + last);
	if (ret)
		return ret;
	memcpy(ch->words + head, from, len);
	return store_words(ch, start, ch->words, span);
}

/* The next piece of a range: whole words from *start on, of which len bytes count. */
static void next_piece(u32 address, u32 left, u32 *start, u16 *span, u16 *len)
{
	u32 head;

	*start = round_down(address, sizeof(u32));
	head = address - *start;
	*len = min_t(u64, left, GEV_GVCP_MEM_MAX - head);
	*span = round_up(head + *len, sizeof(u32));
}

static bool range_ok(u32 address, u32 len)
{
	u32 end;

	return len && !check_add_overflow(address, len - 1, &end);
}

/**
 * gev_memory_read() - read registers or memory of any length
 * @ch: the channel
 * @address: of the first byte
 * @data: where to, in wire order
 * @len: bytes, at least 1
 *
 * Context: process, takes xfer_lock for each command; may sleep.
 * Return: 0, -EINVAL for an impossible range, -EBADMSG for an answer that makes
 * no sense, or as gev_channel_transact().
 */
int gev_memory_read(struct gev_channel *ch, u32 address, void *data, u32 len)
{
	u16 span, piece;
	u32 start;
	int ret;

	if (!range_ok(address, len))
		return -EINVAL;
	for (; len; address += piece, data += piece, len -= piece) {
		next_piece(address, len, &start, &span, &piece);
		mutex_lock(&ch->xfer_lock);
		ret = load_words(ch, start, ch->words, span);
		if (!ret)
			memcpy(data, ch->words + (address - start), piece);
		mutex_unlock(&ch->xfer_lock);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * gev_memory_write() - write registers or memory of any length
 * @ch: the channel
 * @address: of the first byte
 * @data: in wire order
 * @len: bytes, at least 1
 *
 * Words of which only a part is written are read first, under the same lock.
 *
 * Context: process, takes xfer_lock for each piece; may sleep.
 * Return: as gev_memory_read().
 */
int gev_memory_write(struct gev_channel *ch, u32 address, const void *data, u32 len)
{
	u16 span, piece;
	u32 start;
	int ret;

	if (!range_ok(address, len))
		return -EINVAL;
	for (; len; address += piece, data += piece, len -= piece) {
		next_piece(address, len, &start, &span, &piece);
		mutex_lock(&ch->xfer_lock);
		ret = store_span(ch, start, span, address, data, piece);
		mutex_unlock(&ch->xfer_lock);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * gev_register_read() - read one register
 * @ch: the channel
 * @address: of the register, a multiple of 4
 * @value: result
 *
 * Context: process, takes xfer_lock; may sleep.
 * Return: as gev_memory_read().
 */
int gev_register_read(struct gev_channel *ch, u32 address, u32 *value)
{
	struct gev_command c = patient(address);
	int ret;

	mutex_lock(&ch->xfer_lock);
	ret = read_reg(ch, &c, value);
	mutex_unlock(&ch->xfer_lock);
	return ret;
}

/**
 * gev_register_write() - write one register
 * @ch: the channel
 * @address: of the register, a multiple of 4
 * @value: to write
 *
 * Context: process, takes xfer_lock; may sleep.
 * Return: as gev_memory_read().
 */
int gev_register_write(struct gev_channel *ch, u32 address, u32 value)
{
	struct gev_command c = patient(address);
	int ret;

	c.value = value;
	mutex_lock(&ch->xfer_lock);
	ret = write_reg(ch, &c);
	mutex_unlock(&ch->xfer_lock);
	return ret;
}

/**
 * gev_register_caps() - GVCP capabilities, read once for each opening
 * @ch: the channel
 * @caps: result, GEV_GVCP_CAP_*
 *
 * Context: process, takes xfer_lock; may sleep.
 * Return: as gev_memory_read().
 */
int gev_register_caps(struct gev_channel *ch, u32 *caps)
{
	int ret;

	mutex_lock(&ch->xfer_lock);
	ret = get_caps(ch, caps);
	mutex_unlock(&ch->xfer_lock);
	return ret;
}

/**
 * gev_register_probe() - read one register, in one attempt
 * @ch: the channel
 * @address: of the register
 * @value: result
 *
 * Context: process, takes xfer_lock; may sleep.
 * Return: as gev_memory_read().
 */
int gev_register_probe(struct gev_channel *ch, u32 address, u32 *value)
{
	struct gev_command c = {
		.address = address,
		.tries = 1,
		.timeout_ms = REGISTER_TIMEOUT_MS,
	};
	int ret;

	mutex_lock(&ch->xfer_lock);
	ret = read_reg(ch, &c, value);
	mutex_unlock(&ch->xfer_lock);
	return ret;
}

/**
 * gev_register_write_last() - write one register on the way out
 * @ch: the channel, shut or not
 * @address: of the register
 * @value: to write
 *
 * Context: process, takes xfer_lock; may sleep, for half a second at most
 * unless the camera asks for more.
 * Return: as gev_memory_read().
 */
int gev_register_write_last(struct gev_channel *ch, u32 address, u32 value)
{
	struct gev_command c = {
		.address = address,
		.value = value,
		.tries = REGISTER_LAST_TRIES,
		.timeout_ms = REGISTER_LAST_MS,
		.last = true,
	};
	int ret;

	mutex_lock(&ch->xfer_lock);
	ret = write_reg(ch, &c);
	mutex_unlock(&ch->xfer_lock);
	return ret;
}
