#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# RDMA goes, and the stream does not: the device is deleted, the camera refuses,
# somebody asks for it. One STREAMON, every byte right, no error but where RDMA
# alone is wanted.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

rdma=2 udp=3			# values of the control
rounds=$(count 6 200)
log=$(mktemp)
monitor=$(mktemp)
at_exit rm -f "$log" "$monitor"
background=
line=

# What makes that a connection cannot be had again, once it is lost.
refusals='port-closed port-wrong=4 rej=3@0 rej=7@0 rej-raw@0 rep-magic@0'
[ "$(count 0 1)" -eq 0 ] || refusals+=' no-answer@0'

require gevctl gevsim jq rdma v4l2-ctl
require_root
plan $((23 + $(wc -w <<<"$refusals")))
RANDOM=${GEV_SEED:-1}
note "seed ${GEV_SEED:-1}"
camera_start --fps 40 --width 160 --height 120

used() {
	gevctl show "$cam" --json | jq -r '[.. | .transport_used? // empty][0]'
}

uses() {
	[ "$(used)" = "$1" ] && frames_advance
}

frames_advance() {
	local before

	before=$(stat frames)
	sleep 0.2
	[ "$(stat frames)" -gt "$before" ]
}

# Up to MS milliseconds.
random_sleep() {
	sleep "$(printf '0.%03d' $((RANDOM % $1)))"
}

# stream_begin WANTED [CAPTURE OPTION]...: in the background, over this transport.
stream_begin() {
	local wanted=$1

	shift
	"$progs/capture" --frames=100000000 --buffers=8 --timeout=60000 --restarts "$@" "$node" \
		>"$log" 2>&1 &
	background=$!
	wait_for 60 uses "$wanted" && return
	echo "not over $wanted but $(used): $(cat "$log")"
	kill -9 "$background"
	wait "$background"
	return 1
}

# stream_end [RESTARTS]: STREAMOFF. All was well, and the camera has begun anew
# so many times. Sets $line.
stream_end() {
	kill -TERM "$background"
	wait "$background" || { cat "$log"; return 1; }
	line=$(tail -n 1 "$log")
	echo "$line"
	[ "$(value wrong "$line")" -eq 0 ] && [ "$(value backward "$line")" -eq 0 ] &&
		[ "$(value damaged "$line")" -eq 0 ] && [ "$(value errno "$line")" -eq 0 ] &&
		[ "$(value restarts "$line")" -eq "${1-0}" ] && return
	gevctl stats "$cam"
	return 1
}

# test_case NAME COMMAND...: whatever it leaves behind, the next one finds all well.
test_case() {
	check "$@" && return
	kill -9 "$background" 2>/dev/null
	wait "$background" 2>/dev/null
	fault clear
	want auto
	has_link || link_add
}

has_link() {
	rdma link show | grep -q rxe0
}

link_delete() {
	timeout 60 rdma link delete rxe0
}

listens() {
	[ "$(grep -c '"event":"listen"' "$sim_log")" -gt "$1" ]
}

# The device comes back, and the simulator listens on it.
link_add() {
	local before

	before=$(grep -c '"event":"listen"' "$sim_log")
	rdma link add rxe0 type rxe netdev "$interface" && wait_for 60 listens "$before"
}

control_says() {
	v4l2-ctl -d "$node" -C transport | grep "^transport: $1" && return
	v4l2-ctl -d "$node" -C transport
	return 1
}

# The next STREAMON has RDMA again.
rdma_again() {
	stream_begin rdma && stream_end 0
}

said_by_netlink() {
	jq -se 'any(.[]; [.. | .transport_used? // empty][0] == "udp")' "$monitor" >/dev/null
}

device_deleted() {
	local before watcher

	before=$(stat fallbacks)
	gevctl monitor --json >"$monitor" &
	watcher=$!
	stream_begin rdma || return
	random_sleep 999
	link_delete || return
	wait_for 60 uses udp || return
	control_says "$udp" || return
	[ $(($(stat fallbacks) - before)) -eq 1 ] || return
	stream_end 1 || return
	[ "$(value transport "$line")" -eq "$udp" ] && [ "$(value events "$line")" -ge 1 ] ||
		return
	wait_for 10 said_by_netlink
	set -- $?
	kill "$watcher"
	return "$1"
}

returned() {
	link_add && rdma_again && control_says 0
}

# The event as a program of others sees it, which waits for nothing else.
event_for_others() {
	local waiter said

	said=$(mktemp)
	stream_begin rdma || return
	timeout 60 v4l2-ctl -d "$node" --wait-for-event=ctrl=transport >"$said" 2>&1 &
	waiter=$!
	sleep 2
	link_delete && wait "$waiter"
	set -- $?
	cat "$said"
	wait_for 60 uses udp && stream_end 1 && link_add && [ "$1" -eq 0 ] &&
		grep -qi "transport" "$said"
}

# refused FAULT: the connection is lost, and with this no other can be had.
refused() {
	local before

	before=$(stat fallbacks)
	stream_begin rdma || return
	random_sleep 500
	fault "$1" && fault disconnect || return
	wait_for 90 uses udp || return
	fault clear
	[ $(($(stat fallbacks) - before)) -eq 1 ] || return
	stream_end 1 && rdma_again
}

says() {
	dmesg | grep -c "$1"
}

# refused_at_start COMMAND...: after it there is no RDMA.
refused_at_start() {
	local said before

	said=$(says "no stream over RDMA")
	before=$(stat fallbacks)
	"$@" || return
	stream_begin udp || return
	stream_end 0 || return
	dmesg | tail -n 3
	[ $(($(says "no stream over RDMA") - said)) -eq 1 ] &&
		[ "$(stat fallbacks)" -eq "$before" ]
}

want() {
	gevctl transport "$cam" "$1"
}

# switches WANTED EXPECTED: in mid-stream, at any moment.
switches() {
	random_sleep 500
	want "$1" && wait_for 60 uses "$2" && return
	echo "wanted $1: $(used)"
	return 1
}

on_request() {
	local before i n

	n=$(count 2 50)
	before=$(stat fallbacks)
	stream_begin rdma || return
	for ((i = 0; i < n; i++)); do
		switches udp udp && switches rdma rdma && switches udp udp &&
			switches auto rdma || return
	done
	stream_end $((4 * n)) && [ "$(value transport "$line")" -eq "$rdma" ] &&
		[ "$(stat fallbacks)" -eq "$before" ]
}

# Nothing happens to a stream that has what is wanted.
nothing_to_do() {
	stream_begin rdma || return
	want rdma && want auto && sleep 1
	stream_end 0
}

# What goes on over UDP stays there when RDMA, asked for, is still not there.
in_vain() {
	stream_begin rdma || return
	link_delete && wait_for 60 uses udp || return
	want auto || return
	sleep 1
	wait_for 60 uses udp || return
	stream_end 2
}

ended() {
	! kill -0 "$background" 2>/dev/null
}

rdma_or_nothing() {
	local before

	before=$(stat fallbacks)
	want rdma && stream_begin rdma || return
	link_delete
	wait_for 30 ended
	wait "$background"
	line=$(tail -n 1 "$log")
	echo "$line"
	link_add && want auto
	[ "$(value errno "$line")" -eq 5 ] && [ "$(value wrong "$line")" -eq 0 ] &&
		[ "$(value restarts "$line")" -eq 0 ] && [ "$(stat fallbacks)" -eq "$before" ]
}

# It runs over UDP, and RDMA alone is wanted from now on, which is not there.
rdma_or_nothing_later() {
	stream_begin rdma && link_delete && wait_for 60 uses udp || return
	want rdma
	wait_for 60 ended
	wait "$background"
	line=$(tail -n 1 "$log")
	echo "$line"
	link_add && want auto
	[ "$(value errno "$line")" -ne 0 ] && [ "$(value wrong "$line")" -eq 0 ]
}

udp_or_nothing() {
	local before

	before=$(stat connects)
	want udp && stream_begin udp || return
	link_delete && sleep 1 && link_add && sleep 1 || return
	stream_end 0 && [ "$(stat connects)" -eq "$before" ] && want auto
}

# Frames may be damaged.
carried_on() {
	[ "$(value errno "$line")" -eq 0 ] && [ "$(value wrong "$line")" -eq 0 ] &&
		[ "$(value backward "$line")" -eq 0 ] && [ "$(value restarts "$line")" -eq 1 ] &&
		[ "$(value frames "$line")" -gt 0 ]
}

# The way out is a bad one: what is lost is asked for. All of it comes, unless this
# machine is busy elsewhere.
lossy() {
	local before

	before=$(stat resent)
	stream_begin rdma || return
	fault packet-rate=30@1- && link_delete && wait_for 60 uses udp || return
	sleep 2
	fault clear
	stream_end 1
	link_add || return
	carried_on && [ "$(value damaged "$line")" -le $(($(value frames "$line") / 50)) ] &&
		[ "$(stat resent)" -gt "$before" ]
}

# And nothing is sent again: frames are flagged, none is wrong.
lossy_for_good() {
	stream_begin rdma || return
	fault packet-rate=100@1- && fault no-resend && link_delete || return
	wait_for 60 damaged_since "$(stat damaged)"
	fault clear
	stream_end 1
	link_add || return
	carried_on && [ "$(value damaged "$line")" -gt 0 ]
}

damaged_since() {
	[ "$(stat damaged)" -gt $(($1 + 5)) ]
}

gone() {
	wait_for 60 ended && return
	echo "it does not end: $(cat "/proc/$background/stack" 2>/dev/null)"
	return 1
}

# ends SIGNAL COMMAND...: while a switch is under way that the command causes.
ends() {
	local signal=$1 i n command

	shift
	n=$(count 4 100)
	for ((i = 0; i < n; i++)); do
		stream_begin rdma || return
		"$@" &
		command=$!
		random_sleep 300
		kill "-$signal" "$background"
		gone || return
		wait "$background"
		wait "$command"
		want auto
		has_link || link_add || return
	done
	[ "$signal" = KILL ] || grep -q "errno=0" "$log"
}

# The module goes directly after it, and comes back.
unloaded() {
	local i n command

	n=$(count 2 20)
	for ((i = 0; i < n; i++)); do
		stream_begin rdma || return
		link_delete &
		command=$!
		random_sleep 300
		kill -KILL "$background"
		gone || return
		wait "$background"
		modprobe -r gev_rdma || return
		wait "$command"
		link_add && driver_start && node_start || return
	done
}

# One STREAMON: away from RDMA at any moment in one of three ways, and back.
round() {
	random_sleep 999
	case $((RANDOM % 3)) in
	0) link_delete ;;
	1) fault port-closed && fault disconnect ;;
	2) fault rej=7@0 && fault disconnect ;;
	esac
	wait_for 90 uses udp || return
	random_sleep 500
	fault clear
	has_link || link_add || return
	want auto && wait_for 60 uses rdma
}

many_rounds() {
	local before i

	before=$(stat fallbacks)
	stream_begin rdma || return
	for ((i = 0; i < rounds; i++)); do
		round || { echo "round $i: $(used), $(cat "$log")"; return 1; }
	done
	echo "fallbacks $before -> $(stat fallbacks)"
	stream_end $((2 * rounds)) && [ $(($(stat fallbacks) - before)) -eq "$rounds" ]
}

test_case "RDMA device deleted: on over UDP" device_deleted
test_case "the device comes back: RDMA again" returned
test_case "the event reaches others" event_for_others
for name in $refusals; do
	test_case "connection lost, then $name" refused "$name"
done
test_case "the camera refuses from the start" refused_at_start fault rej=7@0
test_case "nobody listens at the start" refused_at_start fault port-closed
fault clear
test_case "no device at the start" refused_at_start link_delete
test_case "it comes back" returned
test_case "$(count 8 200) times over the other, on request" on_request
test_case "what is wanted is there already" nothing_to_do
test_case "RDMA asked for in vain" in_vain
test_case "it comes back" returned
test_case "RDMA alone is wanted: EIO" rdma_or_nothing
test_case "RDMA alone is wanted later: an error" rdma_or_nothing_later
test_case "UDP alone is wanted" udp_or_nothing
test_case "on over a lossy UDP" lossy
test_case "on over a lossy UDP, nothing sent again" lossy_for_good
test_case "STREAMOFF while the device goes" ends TERM link_delete
test_case "STREAMOFF while it changes on request" ends TERM want udp
test_case "killed while the device goes" ends KILL link_delete
test_case "killed while it changes on request" ends KILL want udp
test_case "module unloaded after it" unloaded
test_case "$rounds times away and back in one stream" many_rounds
test_case "all is well after it" good_capture 20
finish
