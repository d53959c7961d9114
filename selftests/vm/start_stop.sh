#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Starting and ending in every way that users find: again and again, unload,
# kill -9, two applications, the RDMA device taken away in mid-stream.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require v4l2-ctl gevctl gevsim jq rdma
plan 8
wanted_transport=rdma
camera_start --fps 0 --width 320 --height 240

again() {
	local runs line

	runs=$(count 25 1000)
	line=$(capture --runs="$runs" --frames=3) || { echo "$line"; return 1; }
	echo "$line"
	[ "$(value frames "$line")" -eq $((3 * runs)) ] && [ "$(value missing "$line")" -eq 0 ]
}

background_capture() {
	capture --frames=1000000 >/tmp/background.log 2>&1 &
	background=$!
	wait_for 10 frames_advance
}

frames_advance() {
	local before

	before=$(stat frames)
	sleep 0.3
	[ "$(stat frames)" -gt "$before" ]
}

killed() {
	background_capture
	kill -9 "$(pgrep -P "$background" -x capture || echo "$background")"
	wait "$background"
	good_capture 10
}

two_applications() {
	local line

	background_capture
	v4l2-ctl -d "$node" --get-fmt-video >/dev/null || return
	line=$(capture --frames=1)
	echo "$line"
	pkill -x capture
	wait "$background"
	[ "$(value errno "$line")" = 16 ] && good_capture 10
}

# The simulator uses the same device, and rxe does not go while a process has
# it open: it goes as soon as the driver has let go.
device_deleted() {
	local deleting

	background_capture
	rdma link delete rxe0 &
	deleting=$!
	wait_for 5 grep -q errno= /tmp/background.log || {
		echo "the application was not told: $(cat /tmp/background.log)"
		return 1
	}
	wait "$background"
	sim_stop
	wait "$deleting" || return
	rdma link add rxe0 type rxe netdev "$interface" || return
	sim_start --fps 0 --width 320 --height 240 || return
	wait_for 30 camera_ready || return
	wait_for 30 good_capture 10
}

camera_ready() {
	[ "$(gevctl list --json | jq -r '.cameras[0].state')" = ready ]
}

unload_refused() {
	background_capture
	! rmmod gev_rdma 2>/dev/null || return
	pkill -x capture
	wait "$background"
	good_capture 10
}

reload() {
	local i n

	n=$(count 5 100)
	for ((i = 0; i < n; i++)); do
		good_capture 3 >/dev/null || return
		modprobe -r gev_rdma && driver_start && node_start || return
	done
}

removed_in_mid_stream() {
	background_capture
	gevctl interface del "$interface" || return
	wait_for 5 grep -q errno= /tmp/background.log || return
	wait "$background"
	gevctl interface add "$interface" && node_start && good_capture 10
}

check "case B18: $(count 25 1000) times STREAMON, 3 frames, STREAMOFF" again
check "case B18: capture killed in mid-stream" killed
check "a second application is told that the node is busy" two_applications
check "module in use is not unloaded" unload_refused
check "$(count 5 100) times load, stream, unload" reload
check "RDMA device deleted in mid-stream" device_deleted
check "interface taken away in mid-stream" removed_in_mid_stream
check "all is well after it" good_capture 20
finish
