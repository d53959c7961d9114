#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A link that is full of somebody else's stream: more is sent than goes through,
# for a long time. A camera's own stream may suffer, by count; its control must
# not.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvcp.sh
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"
# shellcheck source=selftests/gvsp.sh
. "$(dirname "$(readlink -f "$0")")/../gvsp.sh"

require gevctl gevsim jq ip tc "$progs/gvsp_storm"
require_root
modprobe -q sch_tbf || skip_all "no token bucket here"
seconds=$(count 10 600)
narrow=250000			# bytes a second: about 170 packets
other=192.0.2.77
line=
storm=
reader=
idle_ms=0			# what a read takes on an idle link, on this machine
reads=$(mktemp)			# a line for each read: ms and exit status
log=$(mktemp)
at_exit rm -f "$reads" "$log"

# A queue of 100 ms, as a switch may have it; what finds it full is dropped.
shape() {
	gvsp_there tc qdisc add dev camera root tbf rate $((8 * narrow)) burst 4000 \
		limit $((narrow / 10))
}

unshape() {
	gvsp_there tc qdisc del dev camera root
}

# What has gone through, in bytes, and how many packets were dropped.
passed() {
	gvsp_there tc -s -j qdisc show dev camera | jq '[.[] | select(.root)][0].bytes'
}

dropped() {
	gvsp_there tc -s -j qdisc show dev camera | jq '[.[] | select(.root)][0].drops'
}

read_on() {
	local status

	while :; do
		status=0
		since gevctl read "$cam" 0 >/dev/null 2>&1 || status=$?
		echo "$took $status" >>"$reads"
		sleep 0.2
	done
}

# The longest of a few.
read_idle() {
	local i

	for ((i = 0; i < 10; i++)); do
		since gevctl read "$cam" 0 >/dev/null || return
		[ "$took" -le "$idle_ms" ] || idle_ms=$took
	done
	echo "$idle_ms ms"
}

streams() {
	[ "$(stat frames)" -gt "$1" ]
}

# begin RATE: a stream, somebody who reads registers, and so many packets a second
# from elsewhere to the stream's port.
begin() {
	local port

	: >"$reads"
	look before
	"$progs/capture" --frames=100000000 --buffers=8 --timeout=60000 "$node" >"$log" 2>&1 &
	capture=$!
	wait_for 30 streams "$(stat frames)" || return
	port=$(($(gvsp_register 0xd00) & 0xffff))
	gvsp_there "$progs/gvsp_storm" --source="$other" --kinds=valid --rate="$1" \
		--seconds=1000000 "$address" "$port" >/dev/null 2>&1 &
	storm=$!
	sleep 2
	read_on &
	reader=$!
}

end() {
	kill "$reader" "$storm"
	wait "$reader" "$storm"
	kill "$capture"
	wait "$capture"
	set -- $?
	look after
	line=$(tail -n 1 "$log")
	echo "$line; $(changes)"
	return "$1"
}

# A second at a time: the link is full all along.
full() {
	local bytes lost deadline status=1

	shape || return
	begin $((narrow / 600)) || return
	deadline=$((SECONDS + seconds))
	while camera_has control ours; do
		[ "$SECONDS" -lt "$deadline" ] || { status=0; break; }
		bytes=$(passed) lost=$(dropped)
		sleep 2
		bytes=$(($(passed) - bytes)) lost=$(($(dropped) - lost))
		echo "$bytes bytes in 2 s, $lost packets dropped"
		[ "$bytes" -ge $((3 * narrow / 2)) ] || break
		[ "$lost" -gt 50 ] || break
	done
	end && return "$status"
}

flood() {
	begin 0 || return
	sleep "$seconds"
	end
}

# It is given back after a stream, and never lost.
kept_control() {
	sim_events control | tail -n 3
	camera_is ready && ! sim_events control | grep '"free"' | grep -v '"released"'
}

# No read fails, and of a hundred at most one takes a second longer than it does
# on an idle link, twice: this machine has more to do now.
answered() {
	local n slow failed

	n=$(wc -l <"$reads")
	failed=$(awk '$2' "$reads" | wc -l)
	slow=$(awk -v most=$((1000 + 2 * idle_ms)) '$1 >= most' "$reads" | wc -l)
	note "$1: $n reads, $failed failed, $slow too slow, the longest $(sort -n "$reads" |
		tail -n 1 | cut -d ' ' -f 1) ms, idle $idle_ms ms" >&"$test_results"
	[ "$n" -ge $((seconds / 2)) ] && [ "$failed" -eq 0 ] && [ $((100 * slow)) -le "$n" ]
}

# What came is right, and what did not is counted, but for what was under way at
# the end: 8 buffers, and what the camera acquired while the stream was ended.
accounted() {
	local sent seen

	sent=$(gvsp_frames sent)
	seen=$(($(grown frames) + $(grown damaged) + $(grown missing)))
	echo "$line; sent $sent, counted $seen, foreign $(grown foreign)"
	[ "$(value wrong "$line")" -eq 0 ] && [ "$(value frames "$line")" -gt 0 ] &&
		[ "$(grown foreign)" -gt 0 ] && [ "$seen" -le "$sent" ] &&
		[ "$seen" -ge $((sent - 30)) ]
}

plan 10
gvsp_network 1500
gvsp_there ip address add "$other/24" dev camera
gvsp_sim_start --fps 5 --width 160 --height 120
at_exit camera_stop
modprobe gev_rdma interfaces="$interface" heartbeat_ms=3000 || bail "the driver cannot be loaded"
node_start
check "what a read takes on an idle link" read_idle
check "case B15: the link is full for $seconds s" full
check "case B15: registers are read" answered "a full link"
check "case B15: control is kept" kept_control
check "case B15: what the stream lost is counted" accounted
unshape
check "a flood, as much as goes, for $seconds s" flood
check "registers are read" answered "a flood"
check "control is kept" kept_control
check "what the stream lost is counted" accounted
check "all is well after it" good_capture 20
finish
