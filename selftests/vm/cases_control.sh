#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Who controls a camera, seen from its node: what others have run into
# (Documentation/user-cases.rst, group B). More of it is in gvcp_control.sh.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvcp.sh
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"

require gevctl gevsim gevsim-fault jq v4l2-ctl
require_root

heartbeat=/sys/module/gev_rdma/parameters/heartbeat_ms

dmesg_says() {
	dmesg | grep -qF "$1"
}

frames_come() {
	[ "$(stat frames)" -gt "$1" ]
}

# Until it is killed, or the driver ends it.
background_capture() {
	local before

	before=$(stat frames)
	# Not capture(): what is killed has to be the program.
	"$progs/capture" --frames=1000000 "$node" >/tmp/background.log 2>&1 &
	background=$!
	at_exit kill -9 "$background"
	wait_for 20 frames_come "$before"
}

held_events() {
	sim_events control | grep -c "$1"
}

# case B13
reads_only() {
	local line

	wait_for 10 camera_has control free && gvcp_holder 2 || return
	line=$(capture --frames=1)
	echo "$line"
	[ "$(value errno "$line")" = 16 ] && dmesg_says "control is held by $address" || return
	gevctl show "$cam" | grep "control is held by $address" || return
	v4l2-ctl -d "$node" --info --get-fmt-video --get-ctrl=gain || return
	! v4l2-ctl -d "$node" --set-ctrl=gain=1 2>&1 | grep -v "Device or resource busy"
}

free_again() {
	gvcp_holder_dies
	good_capture 5 && [ -z "$(field reason)" ]
}

# case B14. Nothing gets out of a host without power; the camera goes on alone.
power_cut() {
	local held expired

	echo 12000 >"$heartbeat"
	wait_for 10 camera_has control free && background_capture || return
	held=$(held_events held) expired=$(held_events heartbeat)
	ip link set "$interface-peer" down
	kill -9 "$background"
	wait "$background"
	modprobe -r gev_rdma || return
	sim_events control | tail -n 1 | grep held || return
	ip link set "$interface-peer" up
	dmesg --clear
	driver_start && wait_for 20 cam_listed && cam_listed || return
	gevctl write "$cam" 0xe8 0x61626364 || return
	sim_events control | tail -n 2
	dmesg_says "waiting for an earlier session to end" &&
		[ "$(held_events held)" -eq $((held + 1)) ] &&
		[ "$(held_events heartbeat)" -eq $((expired + 1)) ]
}

gone_at_unload() {
	node_start && good_capture 5 || return
	modprobe -r gev_rdma && sim_events control | tail -n 1 | tee /dev/stderr | grep -q released
}

no_signal() {
	v4l2-ctl -d "$node" --get-input | grep -q 'no signal'
}

has_signal() {
	v4l2-ctl -d "$node" --get-input | grep -q ok
}

# case B16. The stream ends with an error, an event tells why, the node stays.
link_down() {
	v4l2-ctl -d "$node" --set-ctrl=gain=7 || return
	background_capture || return
	v4l2-ctl -d "$node" --wait-for-event=source_change=0 >/tmp/event.log 2>&1 &
	at_exit kill $!
	sleep 1
	ip link set "$interface-peer" down
	since wait_for 5 grep errno= /tmp/background.log || return
	wait "$background"
	echo "told after $took ms"
	[ "$(value errno "$(cat /tmp/background.log)")" = 5 ] &&
		wait_for 5 grep 'source_change:' /tmp/event.log && wait_for 5 no_signal
}

link_up() {
	sleep "$(count 2 10)"
	[ -c "$node" ] && no_signal || return
	ip link set "$interface-peer" up
	wait_for 20 has_signal && good_capture 5 &&
		v4l2-ctl -d "$node" --get-ctrl=gain | grep -q '7$'
}

# case B20. The other order is that of the camera's words; here the description
# is what is wrong, which comes to the same.
other_byte_order() {
	local dir

	dir=$(mktemp -d)
	at_exit rm -r "$dir"
	gevctl interface del "$interface" && gevctl interface add "$interface" &&
		wait_for 20 cam_listed && cam_listed && wait_for 20 map_wanted || return
	gevctl xml "$cam" --output "$dir/right.xml" >/dev/null || return
	sed "/IntReg Name=\"\($1\)Reg\"/s/BigEndian/LittleEndian/" "$dir/right.xml" >"$dir/wrong.xml"
	! cmp -s "$dir/right.xml" "$dir/wrong.xml" &&
		gevctl map compile "$dir/wrong.xml" --for "$cam" --output "$dir/wrong.gevmap" || return
	gevctl map install "$cam" --file "$dir/wrong.gevmap"
	gevctl show "$cam"
	[ -z "$(field video)" ] && gevctl show "$cam" | grep "$2"
}

plan 9
camera_start --fps 20 --width 320 --height 240
echo 3000 >"$heartbeat"
check "all is well before" good_capture 5
check "case B13: another has control: EBUSY, who, and reading goes on" reads_only
check "case B13: and when that one has gone" free_again
check "case B14: power cut in mid-stream: the dead session is outlived" power_cut
check "case B14: unloading gives control back" gone_at_unload
driver_start && node_start
check "case B16: the link goes in mid-stream: error, event, node" link_down
check "case B16: it comes back: all is as before" link_up
v4l2-ctl -d "$node" --set-fmt-video=width=768,height=512 >/dev/null
check "case B20: width and height in the other byte order: no node, and why" \
	other_byte_order 'Width\|Height' "no picture: Width"
check "case B20: pixel format in the other byte order: no node, and why" \
	other_byte_order PixelFormat "no picture: PixelFormat"
finish
