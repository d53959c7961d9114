#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A consumer that stops loses frames by count, not the camera.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require gevctl gevsim jq
plan 3
wanted_transport=rdma
camera_start --fps 20 --width 320 --height 240
seconds=$(count 5 60)

# The counter of frames that found no buffer explains the gap of the application.
accounted() {
	local line=$1 before=$2 missing

	echo "$line"
	missing=$(value missing "$line")
	[ "$missing" -gt $((10 * seconds)) ] || return
	[ "$(value wrong "$line")" -eq 0 ] || return
	echo "missing $missing, no_buffer $(($(stat no_buffer) - before))"
	! grep 'heartbeat time-out' "$sim_log" || return
	[ $(($(stat no_buffer) - before)) -eq "$missing" ] &&
		[ "$(gevctl show "$cam" --json | jq -r '.state // .cameras[0].state')" = ready ]
}

sleeping() {
	local before line

	before=$(stat no_buffer)
	line=$(capture --frames=60 --stall-at=20 --stall=$((1000 * seconds))) ||
		{ echo "$line"; return 1; }
	accounted "$line" "$before"
}

stopped() {
	local before line

	before=$(stat no_buffer)
	capture --frames=80 >/tmp/stopped.log &
	sleep 2
	pkill -STOP -x capture
	sleep "$seconds"
	pkill -CONT -x capture
	wait $! || { cat /tmp/stopped.log; return 1; }
	line=$(cat /tmp/stopped.log)
	accounted "$line" "$before"
}

check "case B19: no buffer queued for $seconds s" sleeping
check "case B19: application stopped for $seconds s" stopped
check "all is well after it" good_capture 20
finish
