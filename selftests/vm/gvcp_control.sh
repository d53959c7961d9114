#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The control channel: registers of any length, answers that are lost, late,
# doubled or wrong, PENDING_ACK, control that others have, an absent camera.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvcp.sh
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"

require gevctl gevsim gevsim-fault jq
require_root

heartbeat=3000
user_name=0xe8

read_hex() {
	gevctl read --json "$cam" "$@" | jq -r '.data'
}

write_hex() {
	gevctl write --bytes "$cam" "$1" "$2" >/dev/null
}

# round_trip ADDRESS HEX: what is written is read, and nothing beside it.
round_trip() {
	local before after n=$((${#2} / 2))

	before=$(read_hex $(($1 - 4)) 4)$(read_hex $(($1 + n)) 4)
	write_hex "$1" "$2" || return
	after=$(read_hex $(($1 - 4)) 4)$(read_hex $(($1 + n)) 4)
	[ "$before" = "$after" ] && [ "$(read_hex "$1" "$n")" = "$2" ]
}

# The camera's XML in three odd pieces against the same in one.
long_read() {
	local begin whole

	begin=$((16#$(first_url | sed 's/.*;\(.*\);.*/\1/')))
	whole=$(read_hex "$begin" 2400)
	[ ${#whole} -eq 4800 ] &&
		[ "$whole" = "$(read_hex "$begin" 535)$(read_hex $((begin + 535)) 1201)$(
			read_hex $((begin + 1736)) 664)" ]
}

first_url() {
	printf '%b' "$(read_hex 0x200 512 | sed 's/\(00\)*$//; s/../\\x&/g')"
}

# survives FAULT: a write is done once, and the channel is in step afterwards.
survives() {
	local before

	sim_fault "$1" || return
	before=$(writes 0x00e8)
	write_hex "$user_name" 61626364 || return
	sleep 1
	[ "$(read_hex 0x48 8)" = 6765765f72646d61 ] &&
		[ "$(read_hex "$user_name" 4)" = 61626364 ] &&
		[ $(($(writes 0x00e8) - before)) -eq "${2-1}" ]
}

# refused FAULT STATUS TEXT: gevctl's exit status and message.
refused() {
	local message status=0

	sim_fault "$1" || return
	message=$(gevctl write "$cam" "$user_name" 0x61626364 2>&1) || status=$?
	echo "$status $message"
	[ "$status" -eq "$2" ] && [[ $message == *"$3"* ]]
}

pending() {
	local before repeats

	sim_fault "pending=$1:0xe8" || return
	before=$(writes 0x00e8)
	repeats=$(sim_events repeat | wc -l)
	since write_hex "$user_name" 64636261 || return
	echo "took $took ms"
	[ "$took" -ge "$1" ] && [ "$took" -lt $(($1 + 3000)) ] &&
		[ $(($(writes 0x00e8) - before)) -eq 1 ] && camera_is found &&
		[ "$(sim_events repeat | wc -l)" -eq "$repeats" ]
}

# Twice 40 s that it asks for: of the second it gets what is left of a minute.
wears_out() {
	sim_fault "pending=40000:0xe8@2" || return
	since write_hex "$user_name" 64636261 && [ "$took" -ge 40000 ] || return
	! since write_hex "$user_name" 64636261 || return
	echo "took $took ms"
	[ "$took" -lt 35000 ] && wait_for 60 write_hex "$user_name" 64636261
}

# Milliseconds from the last write of the name to the release after it.
lingered() {
	jq -nR '[inputs | fromjson?] |
		(map(select(.address == "0x00e8")) | last.time) as $write |
		(map(select(.event == "control" and .reason == "released")) | last.time) as $free |
		($free - $write) * 1000 | floor' "$sim_log"
}

has_released() {
	[ "$(lingered)" -gt 0 ]
}

lingers() {
	write_hex "$user_name" 31323334 && wait_for 10 has_released || return
	echo "released after $(lingered) ms"
	[ "$(lingered)" -ge 1900 ] && [ "$(lingered)" -lt 4000 ] &&
		wait_for 5 camera_has control free
}

# Takes part only in reading while another has control.
other_has_control() {
	local message status=0

	gvcp_holder 2 || return
	[ "$(read_hex 0x48 4)" = 67657672 ] || [ "$(read_hex 0x48 4)" = 6765765f ] || return
	message=$(gevctl write "$cam" "$user_name" 0x61626364 2>&1) || status=$?
	echo "$status $message"
	[ "$status" -ne 0 ] && [[ $message == *"another application"* ]] &&
		wait_for 10 camera_has control "another application" &&
		[ "$(field control_ip)" = "$address" ]
}

# A crash of this host leaves the camera locked until its heartbeat time-out.
outlives_a_crash() {
	gvcp_holder_dies
	since write_hex "$user_name" 71727374 || return
	echo "took $took ms"
	[ "$took" -lt $((heartbeat + 4000)) ]
}

# That time-out may be longer than anybody wants to wait.
gives_up() {
	local status=0

	gevctl write "$cam" 0x938 60000 && wait_for 10 camera_has control free &&
		gvcp_holder 2 || return
	gvcp_holder_dies
	since gevctl write "$cam" "$user_name" 0x61626364 || status=$?
	sim_fault control-lost
	echo "$status after $took ms"
	[ "$status" -eq 8 ] && [ "$took" -ge 15000 ] && [ "$took" -lt 20000 ] &&
		write_hex "$user_name" 71727374
}

# Control that nobody uses any more is held for 2 s, by nothing but heartbeats.
heartbeat_lasts() {
	local parameter=/sys/module/gev_rdma/parameters/heartbeat_ms expired

	expired=$(sim_events control | grep -c heartbeat)
	echo 1000 >"$parameter"
	wait_for 10 camera_has control free && write_hex "$user_name" 41424344 &&
		wait_for 10 has_released
	set -- $?
	echo "$heartbeat" >"$parameter"
	sim_events control | tail -n 2
	[ "$1" -eq 0 ] && [ "$(sim_events control | grep -c heartbeat)" -eq "$expired" ]
}

goes_away() {
	sim_fault "deaf=$1"
	since wait_for 12 camera_is away || return
	echo "away after $took ms"
	! write_hex "$user_name" 41424344 2>&1 || return
	since wait_for $(($1 / 1000 + 5)) camera_is found
}

# Again if the rig is so slow that control had been given back before.
loses_control() {
	local i

	for i in {1..5}; do
		write_hex "$user_name" 41424344
		sim_fault control-lost
		wait_for 3 dmesg_says "has ended our control" && break
	done
	dmesg_says "has ended our control" && wait_for 5 camera_is found &&
		wait_for 5 write_hex "$user_name" 45464748
}

dmesg_says() {
	dmesg | grep -q "$1"
}

reboots() {
	write_hex "$user_name" 41424344
	sim_fault reboot=9000
	wait_for 15 camera_is away && wait_for 20 camera_is found &&
		wait_for 5 write_hex "$user_name" 45464748
}

# Unloading must not wait for a command that the camera is still at.
unload_while_busy() {
	sim_fault pending=20000:0xe8 || return
	write_hex "$user_name" 41424344 2>/dev/null &
	sleep 1
	since modprobe -r gev_rdma || return
	echo "took $took ms"
	! wait $! && [ "$took" -lt 5000 ]
}

driver_again() {
	modprobe gev_rdma interfaces="$interface" heartbeat_ms="$heartbeat" &&
		wait_for 20 cam_listed && cam_listed
}

frees_at_unload() {
	driver_again || return
	wait_for 25 write_hex "$user_name" 41424344 || return
	modprobe -r gev_rdma || return
	sim_events control | tail -n 1 | grep -q released
}

has_control() {
	sim_events control | tail -n 1 | grep -q held
}

# The camera has given control, which nobody here has heard of yet.
frees_what_it_asked_for() {
	local writers=()

	driver_again && sim_fault ack-lost=6:0xa00 || return
	write_hex "$user_name" 41424344 &
	writers+=($!)
	write_hex "$user_name" 45464748 &
	writers+=($!)
	wait_for 20 has_control || return
	since modprobe -r gev_rdma || return
	echo "took $took ms"
	! wait "${writers[0]}" && ! wait "${writers[1]}" && [ "$took" -lt 2000 ] &&
		sim_events control | tail -n 1 | grep -q released
}

plan $((27 + $(count 0 1)))
gvcp_network
sim_start --transport udp
at_exit camera_stop
modprobe gev_rdma interfaces="$interface" heartbeat_ms="$heartbeat" ||
	bail "the driver cannot be loaded"
wait_for 20 cam_listed || bail "no camera is found: $(gevctl list)"
cam_listed

check "one word" round_trip "$user_name" 61626364
check "whole words" round_trip 0xec 6162636465666768
check "a byte inside a word" round_trip 0xed 7a
check "bytes across words" round_trip 0xed 7071727374
check "a read in pieces" long_read
check "acknowledge lost" survives ack-lost=1:0xe8
check "acknowledge lost twice" survives ack-lost=2:0xe8
check "acknowledge late" survives ack-late=800:0xe8
check "acknowledge doubled" survives ack-twice=1:0xe8
check "acknowledge with a wrong id" survives ack-wrong-id=1:0xe8
check "busy, then not" survives nack=0x8007:0xe8@3
check "busy without an end" refused nack=0x8007:0xe8@0 8 "busy"
sim_fault clear
check "write protected" refused nack=0x8004:0xe8@1 1 "refuses"
check "silence" refused ack-lost=3:0xe8 7 "does not answer"
check "malformed acknowledge" refused ack-short=1:0xe8 1 "no sense"
check "case B11: PENDING_ACK, again and again for 8 s" pending 8000
[ "$(count 0 1)" -eq 0 ] || check "patience wears out" wears_out
check "control lingers, then goes" lingers
check "case B13: another has control" other_has_control
check "case B14: a dead session expires" outlives_a_crash
check "case B14: one that expires late is not waited for" gives_up
check "heartbeat keeps control" heartbeat_lasts
check "silent camera is away, then back" goes_away 9000
check "control taken away" loses_control
check "camera reboots" reboots
check "unload while the camera is busy" unload_while_busy
check "case B14: control is given back at unload" frees_at_unload
check "control is given back before it is known" frees_what_it_asked_for
finish
