/* SPDX-License-Identifier: GPL-2.0 */
/* What is counted of a stream. */
#ifndef GEV_STATS_H
#define GEV_STATS_H

#include "wire/gendc.h"

/* Their names are stable, see Documentation/uapi.rst. */
enum gev_stat {
	GEV_STAT_FRAMES,		/* handed out whole */
	GEV_STAT_DAMAGED,		/* handed out with the error flag */
	GEV_STAT_MISSING,		/* block ids that never came */
	GEV_STAT_NO_BUFFER,		/* of those: lost while no buffer was queued */
	GEV_STAT_SKIPPED,		/* announced by the camera as not sent */
	GEV_STAT_BAD_SIGNATURE,
	GEV_STAT_BAD_HEADER,
	GEV_STAT_BAD_PART,
	GEV_STAT_BAD_SIZE,
	GEV_STAT_BAD_FORMAT,
	GEV_STAT_BAD_GEOMETRY,
	GEV_STAT_BAD_ID,
	GEV_STAT_BAD_OPCODE,		/* immediate, invalidate */
	GEV_STAT_NO_DESCRIPTOR,		/* a payload alone for 1 s */
	GEV_STAT_OVER_CREDIT,		/* more frames than credits */
	GEV_STAT_FLUSHED,		/* payload without descriptor at an end of connection */
	GEV_STAT_CONNECTS,
	GEV_STAT_RECONNECTS,
	GEV_STAT_DISCONNECTS,
	GEV_STAT_REFUSALS,
	GEV_STAT_PROTOCOL_ERRORS,
	GEV_STAT_CREDITS_SENT,
	GEV_STAT_BYTES,
	GEV_STAT_FRAME_NS,		/* driver's own time in frames' completions, ns */
	GEV_STAT_DROPPED,		/* of those damaged: not handed out, on request */
	GEV_STAT_FALLBACKS,		/* from RDMA to UDP within a run */
	GEV_STAT_NO_LEADER,		/* UDP; these five are causes of damage */
	GEV_STAT_NO_TRAILER,
	GEV_STAT_INCOMPLETE,		/* payload packets never came */
	GEV_STAT_BAD_STATUS,		/* the camera itself lacks data */
	GEV_STAT_LOST_PACKETS,		/* of all frames that ended without them */
	GEV_STAT_PACKETS,		/* from the camera, of any kind */
	GEV_STAT_DUPLICATES,
	GEV_STAT_LATE,			/* their frame had been handed out */
	GEV_STAT_UNWANTED,		/* there was no buffer for their frame */
	GEV_STAT_STRAY,			/* block ids that do not follow */
	GEV_STAT_RESTARTS,		/* block ids have begun anew */
	GEV_STAT_MALFORMED,
	GEV_STAT_OVERSIZED,		/* longer than the first of their frame */
	GEV_STAT_FRAGMENTED,		/* came in IP fragments */
	GEV_STAT_FOREIGN,		/* not from the camera's address */
	GEV_STAT_RESENT,		/* the camera says that it sent them again */
	GEV_STAT_RESEND_REQUESTS,
	GEV_STAT_RESEND_PACKETS,	/* that were asked for */
	GEV_STAT_RESEND_UNAVAILABLE,	/* answers that they are not there */
	GEV_STAT_RESEND_GIVEN_UP,	/* frames */
	GEV_STATS
};

const char *gev_stat_name(enum gev_stat stat);
enum gev_stat gev_stat_of_cause(enum gev_frame_cause cause);

#endif /* GEV_STATS_H */
