// SPDX-License-Identifier: GPL-2.0
/* What is counted of a stream. */
#include "stats.h"

static const char * const stat_names[GEV_STATS] = {
	[GEV_STAT_FRAMES]		= "frames",
	[GEV_STAT_DAMAGED]		= "damaged",
	[GEV_STAT_MISSING]		= "missing",
	[GEV_STAT_NO_BUFFER]		= "no_buffer",
	[GEV_STAT_SKIPPED]		= "skipped",
	[GEV_STAT_BAD_SIGNATURE]	= "bad_signature",
	[GEV_STAT_BAD_HEADER]		= "bad_header",
	[GEV_STAT_BAD_PART]		= "bad_part",
	[GEV_STAT_BAD_SIZE]		= "bad_size",
	[GEV_STAT_BAD_FORMAT]		= "bad_format",
	[GEV_STAT_BAD_GEOMETRY]		= "bad_geometry",
	[GEV_STAT_BAD_ID]		= "bad_id",
	[GEV_STAT_BAD_OPCODE]		= "bad_opcode",
	[GEV_STAT_NO_DESCRIPTOR]	= "no_descriptor",
	[GEV_STAT_OVER_CREDIT]		= "over_credit",
	[GEV_STAT_FLUSHED]		= "flushed",
	[GEV_STAT_CONNECTS]		= "connects",
	[GEV_STAT_RECONNECTS]		= "reconnects",
	[GEV_STAT_DISCONNECTS]		= "disconnects",
	[GEV_STAT_REFUSALS]		= "refusals",
	[GEV_STAT_PROTOCOL_ERRORS]	= "protocol_errors",
	[GEV_STAT_CREDITS_SENT]		= "credits_sent",
	[GEV_STAT_BYTES]		= "bytes",
	[GEV_STAT_FRAME_NS]		= "frame_ns",
	[GEV_STAT_DROPPED]		= "dropped",
	[GEV_STAT_FALLBACKS]		= "fallbacks",
	[GEV_STAT_NO_LEADER]		= "no_leader",
	[GEV_STAT_NO_TRAILER]		= "no_trailer",
	[GEV_STAT_INCOMPLETE]		= "incomplete",
	[GEV_STAT_BAD_STATUS]		= "bad_status",
	[GEV_STAT_LOST_PACKETS]		= "lost_packets",
	[GEV_STAT_PACKETS]		= "packets",
	[GEV_STAT_DUPLICATES]		= "duplicates",
	[GEV_STAT_LATE]			= "late",
	[GEV_STAT_UNWANTED]		= "unwanted",
	[GEV_STAT_STRAY]		= "stray",
	[GEV_STAT_RESTARTS]		= "restarts",
	[GEV_STAT_MALFORMED]		= "malformed",
	[GEV_STAT_OVERSIZED]		= "oversized",
	[GEV_STAT_FRAGMENTED]		= "fragmented",
	[GEV_STAT_FOREIGN]		= "foreign",
	[GEV_STAT_RESENT]		= "resent",
	[GEV_STAT_RESEND_REQUESTS]	= "resend_requests",
	[GEV_STAT_RESEND_PACKETS]	= "resend_packets",
	[GEV_STAT_RESEND_UNAVAILABLE]	= "resend_unavailable",
	[GEV_STAT_RESEND_GIVEN_UP]	= "resend_given_up",
};

static const enum gev_stat cause_stats[GEV_FRAME_CAUSES] = {
	[GEV_FRAME_GOOD]		= GEV_STAT_FRAMES,
	[GEV_FRAME_SKIPPED]		= GEV_STAT_SKIPPED,
	[GEV_FRAME_BAD_SIGNATURE]	= GEV_STAT_BAD_SIGNATURE,
	[GEV_FRAME_BAD_HEADER]		= GEV_STAT_BAD_HEADER,
	[GEV_FRAME_BAD_PART]		= GEV_STAT_BAD_PART,
	[GEV_FRAME_BAD_SIZE]		= GEV_STAT_BAD_SIZE,
	[GEV_FRAME_BAD_FORMAT]		= GEV_STAT_BAD_FORMAT,
	[GEV_FRAME_BAD_GEOMETRY]	= GEV_STAT_BAD_GEOMETRY,
	[GEV_FRAME_BAD_ID]		= GEV_STAT_BAD_ID,
};

/**
 * gev_stat_name() - stable name of a counter
 * @stat: which
 *
 * Return: the name.
 */
const char *gev_stat_name(enum gev_stat stat)
{
	return stat_names[stat];
}

/**
 * gev_stat_of_cause() - the counter of what is wrong with a descriptor
 * @cause: which; FRAMES for none
 *
 * Return: the counter.
 */
enum gev_stat gev_stat_of_cause(enum gev_frame_cause cause)
{
	return cause_stats[cause];
}
