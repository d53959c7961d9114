#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The camera goes away and comes back under an open node: what needs the camera
# fails with EIO, what does not still works, and the node stays.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"

mac=02:00:00:00:00:07
serial=AWAY0001

require v4l2-ctl gevctl gevsim gevsim-fault jq
plan 10
network_start
sim_start --fps 10 --mac "$mac" --serial "$serial"
at_exit camera_stop
driver_start || bail "the driver cannot be loaded"
node_start

status() {
	v4l2-ctl -d "$node" --get-input
}

no_signal() {
	status | grep -q 'no signal'
}

signal() {
	status | grep -q 'ok'
}

# fails_with TEXT COMMAND...
fails_with() {
	local text=$1 output

	shift
	output=$("$@" 2>&1) && return 1
	grep -qi "$text" <<<"$output" || {
		echo "$output"
		return 1
	}
}

streams() {
	[ "$(stat frames)" -gt "$1" ]
}

# held_again TIMES: control has been given so often.
held_again() {
	[ "$(sim_events control | grep -c held)" -gt "$1" ]
}

# Control that is lost is taken again for a stream that nobody has ended, and
# then kept, however short the camera's patience is.
keeps_control() {
	local frames held expired pid status=0

	frames=$(stat frames)
	"$progs/capture" --frames=1000 "$node" >/dev/null 2>&1 &
	pid=$!
	at_exit kill -9 "$pid"
	wait_for 10 streams "$frames" || return
	kill -STOP "$pid"
	echo 1000 >/sys/module/gev_rdma/parameters/heartbeat_ms
	held=$(sim_events control | grep -c held)
	expired=$(sim_events control | grep -c heartbeat)
	sim_fault control-lost || return
	wait_for 20 held_again "$held" || status=1
	sleep 5
	sim_events control | tail -n 3
	[ "$(sim_events control | grep -c heartbeat)" -eq "$expired" ] || status=1
	kill -KILL "$pid"
	wait "$pid" 2>/dev/null
	return "$status"
}

check "a stream" good_capture 5
check "the input has a signal" signal
sim_stop
check "the camera is missed" wait_for 30 no_signal
check "formats are still known" v4l2-ctl -d "$node" \
	--try-fmt-video=width=100,height=100,pixelformat=GREY --list-formats-ext
check "a format cannot be set" fails_with 'input/output error' \
	v4l2-ctl -d "$node" --set-fmt-video=width=100,height=100,pixelformat=GREY
check "a stream cannot be started" fails_with 'input/output error' capture --frames=1
sim_start --fps 10 --mac "$mac" --serial "$serial"
check "the camera is found again" wait_for 30 signal
check "case B16: the node is the same" test -c "$node"
check "case B16: a stream, with the size of before" good_capture 5
check "case B16: control is taken again, and kept" keeps_control
finish
