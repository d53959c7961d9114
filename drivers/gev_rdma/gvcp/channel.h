/* SPDX-License-Identifier: GPL-2.0 */
/* Commands to one camera and their answers. */
#ifndef GEV_CHANNEL_H
#define GEV_CHANNEL_H

#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "../wire/gvcp.h"
#include "sock.h"

struct device;

/**
 * struct gev_channel - GVCP with one camera
 * @dev: the camera, for messages
 * @ifindex: the interface
 * @xfer_lock: one command in flight: protects everything below but @closing,
 *	and but readers of @local, @remote, @heard. May be held as long as a
 *	camera asks for by PENDING_ACK, and @patience allows
 * @sock: connected to the camera, or closed
 * @wait: an answer has come, or @closing
 * @local: our address, host order; 0 while there is no socket
 * @remote: the camera's, host order
 * @caps: GEV_REG_GVCP_CAPABILITY, valid when @caps_known
 * @caps_known: it has been read since the channel was opened
 * @req_id: of the last command
 * @heard: jiffies of the last answer to a command of ours
 * @patience: jiffies that we still wait for a camera that is at work
 * @patience_at: jiffies; when @patience was right
 * @closing: only final commands go out
 * @tx: the command
 * @rx: the last datagram
 * @words: whole words around a piece of register memory
 */
struct gev_channel {
	struct device *dev;
	int ifindex;
	struct mutex xfer_lock; /* see above */
	struct gev_sock sock;
	wait_queue_head_t wait;
	u32 local;
	u32 remote;
	u32 caps;
	bool caps_known;
	u16 req_id;
	unsigned long heard;
	unsigned long patience;
	unsigned long patience_at;
	bool closing;
	u8 tx[GEV_GVCP_DATAGRAM_MAX];
	u8 rx[GEV_GVCP_DATAGRAM_MAX];
	u8 words[GEV_GVCP_MEM_MAX];
};

/**
 * struct gev_command - one command, and how patient to be with it
 * @kind: GEV_GVCP_*_CMD
 * @len: bytes, for memory
 * @address: of the register
 * @value: for a register write
 * @data: for a memory write
 * @tries: how often to send it
 * @timeout_ms: how long to wait after each
 * @last: also when the channel is shut
 */
struct gev_command {
	u16 kind;
	u16 len;
	u32 address;
	u32 value;
	const void *data;
	unsigned int tries;
	unsigned int timeout_ms;
	bool last;
};

void gev_channel_init(struct gev_channel *ch, struct device *dev, int ifindex);
void gev_channel_destroy(struct gev_channel *ch);
int gev_channel_open(struct gev_channel *ch, u32 remote);
bool gev_channel_stale(const struct gev_channel *ch);
void gev_channel_shut(struct gev_channel *ch);

int gev_channel_transact(struct gev_channel *ch, const struct gev_command *c,
			 struct gev_gvcp_ack *ack);
int gev_channel_check(struct gev_channel *ch, const struct gev_command *c, int ret);
int gev_channel_discover(struct gev_channel *ch, struct gev_gvcp_discovery *d);

#endif /* GEV_CHANNEL_H */
