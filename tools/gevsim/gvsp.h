/* SPDX-License-Identifier: GPL-2.0 */
/* GVSP over UDP: frames to packets, packets again on request. */
#ifndef GEVSIM_GVSP_H
#define GEVSIM_GVSP_H

#include <netinet/in.h>
#include "fault.h"
#include "picture.h"
#include "wire/gvcp.h"
#include "wire/gvsp.h"

struct sim_gvsp_prebuilt;

#define SIM_GVSP_SIZE_MIN	SIM_FAULT_SCPS_MIN	/* of SCPS */
#define SIM_GVSP_SIZE_MAX	16384u
#define SIM_GVSP_SIZE		1500u	/* after power-up */
#define SIM_GVSP_FRAMES		16u
#define SIM_GVSP_RESENDS	64u
#define SIM_GVSP_BODY		128u	/* of a leader or trailer */
/* What precedes the payload in a packet */
#define SIM_GVSP_HEAD		(GEV_GVSP_HEADER_EXTENDED + 2 * SIM_GVSP_BODY)

/**
 * struct sim_gvsp_counters - packets of the present or last acquisition
 * @sent: for the first time
 * @resent: again, on request
 * @refused: requests that were answered with a status only
 * @lost: not sent because a fault said so, or because the network took none
 */
struct sim_gvsp_counters {
	u32 sent;
	u32 resent;
	u32 refused;
	u32 lost;
};

/**
 * struct sim_gvsp_inbox - what the GVCP thread wants of the stream thread
 * @test: a test packet
 * @restart: an acquisition has begun
 * @resends: requests, in their order
 * @nr_resends: how many; those beyond are dropped
 * @counters: as of the stream thread's last look
 *
 * Protected by the lock of the device that it is part of.
 */
struct sim_gvsp_inbox {
	bool test;
	bool restart;
	struct gev_gvcp_resend resends[SIM_GVSP_RESENDS];
	unsigned int nr_resends;
	struct sim_gvsp_counters counters;
};

/**
 * struct sim_gvsp_settings - what the registers say about the stream
 * @to: destination; port 0 = the channel is closed
 * @size: bytes of a packet, from the IP header on
 * @do_not_fragment: in the IP header
 * @delay: ns between packets
 * @spread: ns that the packets of a frame are to take; 0 = as @delay says
 * @train: how many of them leave at one go
 * @extended: ids
 * @status_1_1: codes of version 1.1 may be used
 * @all_in: blocks that fit are one packet
 * @chunks: follow the image
 * @multi_part: image and chunks are parts
 * @gendc: descriptor and image are flows
 * @refuse: a fault: nothing is sent again
 * @spoil_resent: a fault: what is sent again is not better
 * @fragments: a fault: nobody may forbid them
 * @padding: a fault: bytes behind the image
 * @padding_said: the leader says so
 * @chunk_pad: a fault: bytes behind the time stamp
 */
struct sim_gvsp_settings {
	struct sockaddr_in to;
	u32 size;
	bool do_not_fragment;
	u64 delay;
	u64 spread;
	u32 train;
	bool extended;
	bool status_1_1;
	bool all_in;
	bool chunks;
	bool multi_part;
	bool gendc;
	bool refuse;
	bool spoil_resent;
	bool fragments;
	u32 padding;
	bool padding_said;
	u32 chunk_pad;
};

/**
 * struct sim_gvsp_segment - bytes that packets do not mix with others
 * @at: where in the frame's memory
 * @length: bytes
 * @id: number of the part or flow
 */
struct sim_gvsp_segment {
	size_t at;
	size_t length;
	u16 id;
};

/**
 * struct sim_gvsp_spoil - what faults do to packets of a frame
 * @no_leader: not sent
 * @no_trailer: not sent
 * @drop_every: every so many packets are not sent; 0 = all are, here and below
 * @drop_permille: packets that are not sent by chance
 * @swap_every: change places with the next
 * @twice_every: are sent twice
 * @cut: bytes that @cut_packet lacks
 * @cut_packet: packet id
 * @grow: zeros behind @grow_packet
 * @grow_packet: packet id
 * @field: of the header of @field_packet, or NULL
 * @value: that it gets
 * @field_packet: packet id
 * @end: status of the trailer
 *
 * When they are sent again, packets are as they should be, but for @end, unless
 * the settings want it otherwise.
 */
struct sim_gvsp_spoil {
	bool no_leader;
	bool no_trailer;
	u64 drop_every;
	u64 drop_permille;
	u64 swap_every;
	u64 twice_every;
	size_t cut;
	u64 cut_packet;
	size_t grow;
	u64 grow_packet;
	const struct sim_field *field;
	u64 value;
	u64 field_packet;
	u16 end;
};

/**
 * struct sim_gvsp_frame - a frame in the memory for resends
 * @block: id as sent; 0 = none
 * @settings: as of its beginning
 * @leader: of the block, what follows the header
 * @leader_length: bytes
 * @trailer: of the block, likewise
 * @trailer_length: bytes
 * @parts: of a multi-part block
 * @format: of payload packets, enum gev_gvsp_format
 * @data: payload
 * @segments: of it, in the order of sending
 * @nr_segments: how many
 * @image: which of them is the image
 * @nr_packets: with leader and trailer
 * @step: bytes of payload in a packet
 * @spoil: faults
 */
struct sim_gvsp_frame {
	u64 block;
	struct sim_gvsp_settings settings;
	u8 leader[SIM_GVSP_BODY];
	size_t leader_length;
	u8 trailer[SIM_GVSP_BODY];
	size_t trailer_length;
	u8 parts;
	u8 format;
	u8 *data;
	struct sim_gvsp_segment segments[2];
	unsigned int nr_segments;
	unsigned int image;
	u32 nr_packets;
	u32 step;
	struct sim_gvsp_spoil spoil;
};

/**
 * struct sim_gvsp - the sender; belongs to the stream thread
 * @fd: socket, -1 = none
 * @address: that it is bound to, host order
 * @fragments: what the socket does about fragments is known: 0 allowed, 1 not; -1 unknown
 * @memory: of all frames
 * @room: bytes of a frame's payload in it
 * @frames: used in turn
 * @nr_frames: how many there is memory for
 * @newest: frame under way, or last one
 * @next: packet of it that is sent next; nr_packets = none under way
 * @due: CLOCK_MONOTONIC ns when
 * @chance: state of a generator
 * @prebuilt: packets that are made once, NULL = each frame has its own
 * @ready: the frame under way is sent from there
 * @counters: see there
 */
struct sim_gvsp {
	int fd;
	u32 address;
	int fragments;
	u8 *memory;
	size_t room;
	struct sim_gvsp_frame frames[SIM_GVSP_FRAMES];
	unsigned int nr_frames;
	struct sim_gvsp_frame *newest;
	u32 next;
	u64 due;
	u32 chance;
	struct sim_gvsp_prebuilt *prebuilt;
	bool ready;
	struct sim_gvsp_counters counters;
};

int sim_gvsp_open(struct sim_gvsp *g, u32 address, int interface, u16 *port);
void sim_gvsp_close(struct sim_gvsp *g);
void sim_gvsp_forget(struct sim_gvsp *g);
void sim_gvsp_restart(struct sim_gvsp *g);
struct sim_gvsp_frame *sim_gvsp_frame(struct sim_gvsp *g, size_t room);
struct gev_gvsp_packet sim_gvsp_header(const struct sim_gvsp_frame *f, u32 packet);
int sim_gvsp_packet(const struct sim_gvsp_frame *f, u32 packet, const struct gev_gvsp_packet *p,
		    u8 *head, struct gev_gvsp_data *d);
void sim_gvsp_begin(struct sim_gvsp *g, struct sim_gvsp_frame *frame, u64 now);
bool sim_gvsp_busy(const struct sim_gvsp *g);
u64 sim_gvsp_burst(struct sim_gvsp *g, u64 now);
void sim_gvsp_test(struct sim_gvsp *g, const struct sim_gvsp_settings *settings);
void sim_gvsp_resend(struct sim_gvsp *g, const struct sim_gvsp_settings *settings,
		     const struct gev_gvcp_resend *request);

#endif /* GEVSIM_GVSP_H */
