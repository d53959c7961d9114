#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A camera that lies: each fault that gevsim offers for frames, connections and
# the announcement, while streaming; the driver's answer is the documented one
# (Documentation/troubleshooting.rst), and a good stream follows without
# loading anything anew.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require gevctl gevsim jq

# fault | counter that grows, or errno= of STREAMON | frames lost of 40, a range
# | damaged frames. What an HCA refuses by itself (invalidate, WRITE) never gets
# to the driver's own check: the connection breaks.
frame_faults='
drop=3@10		| missing	| 3	| 0
skip=2@10		| skipped	| 2	| 0
short=8@10		| bad_size	| 0	| 1
long=8@10		| reconnects	| 1-30	| 0
geometry=160x100@10	| damaged	| 0	| 1
geometry=320x200@10	| reconnects	| 1-30	| 0
no-descriptor@10	| no_descriptor	| 1-400	| 0
no-descriptor=1@10	| reconnects	| 1-30	| 0
no-payload@10		| reconnects	| 1-30	| 0
swap@10			| reconnects	| 1-30	| 0
immediate=0@10		| bad_opcode	| 1-30	| 0
immediate=1@10		| bad_opcode	| 1-30	| 0
invalidate=0@10		| reconnects	| 1-30	| 0
invalidate=1@10		| reconnects	| 1-30	| 0
write-immediate=0@10	| reconnects	| 1-30	| 0
write-immediate=1@10	| reconnects	| 1-30	| 0
disconnect@10		| reconnects	| 1-30	| 0
id-repeat@10		| bad_id	| 1	| 1
id-zero@10		| bad_id	| 1	| 1
id-jump=1000@10		| missing	| 1000	| 0
desc-signature@10	| bad_signature	| 1-30	| 0
desc-major@10		| bad_signature	| 1-30	| 0
desc-type@10		| bad_header	| 0-1	| 1
desc-header-size@10	| bad_header	| 0-1	| 1
desc-id@10		| bad_id	| 1	| 1
desc-size@10		| bad_header	| 0-1	| 1
desc-components@10	| damaged	| 0-1	| 1
desc-component-offset@10 | bad_header	| 0-1	| 1
desc-component-type@10	| bad_header	| 0-1	| 1
desc-component-size@10	| bad_header	| 0-1	| 1
desc-component-pfnc@10	| bad_format	| 0	| 1
desc-parts@10		| bad_header	| 0-1	| 1
desc-part-offset@10	| bad_header	| 0-1	| 1
desc-part-type@10	| damaged	| 0-1	| 1
desc-part-size@10	| damaged	| 0-1	| 1
desc-pfnc@10		| bad_format	| 0	| 1
desc-flow-id@10		| bad_part	| 0-1	| 1
desc-flow-offset@10	| damaged	| 0-1	| 1
desc-data-size@10	| damaged	| 0-1	| 1
desc-x@10		| damaged	| 0	| 1
desc-y@10		| damaged	| 0	| 1
desc-pad-x@10		| damaged	| 0	| 1
desc-pad-y@10		| damaged	| 0	| 1
'

# Faults of the start: STREAMON fails with this errno, and works without it.
start_faults='
rej=1			| 111
rej=2			| 111
rej=3			| 16
rej=4			| 111
rej=5			| 111
rej=6			| 111
rej=7			| 111
rej=8			| 111
rej=9			| 111
rej=10			| 111
rej=11			| 111
rej-raw			| 111
no-answer		| 110
rep-magic		| 71
rep-version		| 71
rep-flows		| 71
rep-flow0		| 71
rep-flow1		| 71
port-closed		| 111
port-wrong=4		| 111
payload-size=1		| 71
pre-signature		| 71
pre-x			| 71
pre-y			| 71
pre-pfnc		| 71
pre-size		| 71
table-type		| 71
table-flows		| 71
table-flow0		| 71
table-flow1		| 71
'

# within RANGE NUMBER MORE: in the range, or up to MORE above it.
within() {
	[ "$2" -ge "${1%-*}" ] && [ "$2" -le $((${1#*-} + $3)) ]
}

# Frames of the last acquisition that the camera had no credit or no free send
# for, as happens on a machine that is busy elsewhere. It says how many.
not_sent() {
	grep '"event":"stop"' "$sim_log" | tail -n 1 |
		jq '.dropped_no_credit + .dropped_no_send'
}

# frame_fault FAULT COUNTER MISSING DAMAGED
frame_fault() {
	local before line after

	before=$(stat "$2")
	fault "$1" || return
	line=$(capture --frames=40 --timeout=8000) || { echo "$line"; return 1; }
	after=$(stat "$2")
	echo "$line; $2 $before -> $after; not sent $(not_sent)"
	fault clear || return
	[ "$after" -gt "$before" ] && within "$3" "$(value missing "$line")" "$(not_sent)" &&
		[ "$(value damaged "$line")" -eq "$4" ] &&
		[ "$(value wrong "$line")" -eq 0 ] && good_capture 5
}

# Frames without credit find no receives while the application is busy: the HCA
# says so, and they are sent again.
no_credit() {
	local before line over

	before=$(not_ready) over=$(stat over_credit)
	fault no-credit=4@10 || return
	line=$(capture --frames=40 --buffers=4 --stall-at=5 --stall=1000) ||
		{ echo "$line"; return 1; }
	fault clear || return
	echo "$line; receiver not ready $before -> $(not_ready); over_credit $over -> $(stat over_credit)"
	[ "$(not_ready)" -gt "$before" ] && [ "$(value wrong "$line")" -eq 0 ] &&
		[ "$(value damaged "$line")" -eq 0 ] && good_capture 5
}

not_ready() {
	cat /sys/class/infiniband/rxe0/ports/1/hw_counters/send_rnr_err
}

# A camera that has nothing to say has not gone.
silent() {
	local before line

	before=$(stat disconnects)
	fault silent=1500@10 || return
	line=$(capture --frames=40 --buffers=16 --timeout=8000) || { echo "$line"; return 1; }
	fault clear || return
	echo "$line; disconnects $before -> $(stat disconnects)"
	[ "$(value wait_ms "$line")" -ge 1400 ] && [ "$(stat disconnects)" -eq "$before" ] &&
		[ "$(value missing "$line")" -eq 0 ] && good_capture 5
}

# start_fault FAULT ERRNO
start_fault() {
	local line

	fault "$1" || return
	line=$(capture --frames=1 --timeout=8000)
	fault clear || return
	echo "$line"
	[ "$(value errno "$line")" -eq "$2" ] && good_capture 5
}

rows() {
	grep '|' <<<"$1" | tr -d ' \t'
}

plan $(($(rows "$frame_faults" | wc -l) + $(rows "$start_faults" | wc -l) + 2))
wanted_transport=rdma
camera_start --fps 80 --width 160 --height 120
while IFS='|' read -r name counter missing damaged; do
	check "$name" frame_fault "$name" "$counter" "$missing" "$damaged"
done < <(rows "$frame_faults")
check "no-credit" no_credit
check "silent" silent
while IFS='|' read -r name number; do
	check "$name" start_fault "$name" "$number"
done < <(rows "$start_faults")
finish
