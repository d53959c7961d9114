#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The RDMA device goes and comes back below two simulated cameras, of which one
# streams: it is let go, and both stream on it afterwards.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require gevsim rdma
plan 8
network_start
ip addr add 192.0.2.2/24 dev "$interface"
sim_start --cameras 2 --fps 0
at_exit sim_stop

receive() {
	"$progs/grs_receive" --address "192.0.2.$((1 + $1))" --camera "$1" --frames 5
}

# Two in a row: the second finds what the first left behind.
removal() {
	local receiver name=$1

	"$progs/grs_receive" --address 192.0.2.1 --frames 1000000 --no-check >/dev/null 2>&1 &
	receiver=$!
	wait_for 20 grep -q '"event":"connect"' "$sim_log" || bail "no stream"
	: >"$sim_log"
	check "$name: the device is let go" timeout 20 rdma link delete rxe0
	wait "$receiver"
	rdma link add rxe0 type rxe netdev "$interface"
	wait_for 20 listening || bail "nobody listens: $(cat "$sim_log")"
	check "$name: the camera that streamed" receive 0
	check "$name: the other one" receive 1
}

listening() {
	[ "$(grep -c '"event":"listen"' "$sim_log")" -eq 2 ]
}

check "first camera" receive 0
check "second camera" receive 1
: >"$sim_log"
removal once
: >"$sim_log"
removal again
finish
