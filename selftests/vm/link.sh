#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Faults of a real link: the camera is on another machine, so that its frames
# cross a network interface. Needs the rig of two; link_peer.sh is the other one.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

interface=eth0
frame=$((256 * 256))

require gevctl jq tc ip
plan 11
"$top/tools/vm/net-setup" link || bail "no link"
modprobe sch_netem
"$top/tools/vm/barrier" camera || bail "no camera"
at_exit modprobe -r gev_rdma
driver_start || bail "the driver cannot be loaded"
wanted_transport=rdma
node_start

# peer COMMAND: runs it on the camera's machine. The files count: this is called
# in subshells.
peer() {
	local n

	n=$(find "$GEV_RESULTS" -name 'peer-*.status' | wc -l)
	n=$((n + 1))
	printf '%s\n' "$*" >"$GEV_RESULTS/peer-$n.new"
	mv "$GEV_RESULTS/peer-$n.new" "$GEV_RESULTS/peer-$n"
	wait_for 20 test -s "$GEV_RESULTS/peer-$n.status" || return
	cat "$GEV_RESULTS/peer-$n.out"
	[ "$(cat "$GEV_RESULTS/peer-$n.status")" -eq 0 ]
}

counter() {
	cat "/sys/class/net/$interface/statistics/$1"
}

# What was captured has crossed the link, in packets of the right size.
crossing() {
	local bytes packets

	bytes=$(counter rx_bytes) packets=$(counter rx_packets)
	good_capture 20 || return
	bytes=$(($(counter rx_bytes) - bytes))
	packets=$(($(counter rx_packets) - packets))
	echo "$bytes bytes in $packets packets for $((20 * frame)) bytes of frames"
	[ "$bytes" -ge $((20 * frame)) ] && [ $((bytes / packets)) -ge "$1" ]
}

set_mtu() {
	ip link set "$interface" mtu "$1" && peer ip link set "$interface" mtu "$1"
}

at_mtu() {
	set_mtu "$1" && crossing "$2"
}

background_capture() {
	capture --frames="$1" --timeout=20000 >/tmp/background.log 2>&1 &
	background=$!
	sleep 2
}

# The capture in the background came to its end; frames may be missing.
background_good() {
	local line

	wait "$background" || { cat /tmp/background.log; return 1; }
	line=$(cat /tmp/background.log)
	echo "$line; reconnects $(stat reconnects)"
	[ "$(value wrong "$line")" -eq 0 ] && [ "$(value damaged "$line")" -eq 0 ]
}

# Another interface has the better route; the camera is not there.
route_elsewhere() {
	local status

	modprobe -q dummy numdummies=0
	ip link add gev-decoy type dummy
	ip link set gev-decoy up
	ip address add 198.51.100.1/24 dev gev-decoy
	ip route add 192.0.2.2/32 dev gev-decoy
	ip route get 192.0.2.2 | grep -q gev-decoy && crossing 900
	status=$?
	ip link del gev-decoy
	return "$status"
}

# Upwards: the connection keeps its path MTU of 1024. (Downwards rxe of 6.1
# sends on in packets that no longer fit, without ever reporting it.)
mtu_in_mid_stream() {
	set_mtu 1500 || return
	background_capture 100
	set_mtu 4200 || return
	sleep 3
	set_mtu 9000 || return
	background_good
}

# Once a management packet of the CM found no way out, rxe's queue pair 1 takes
# no more until the device is made anew.
renew_rxe() {
	rdma link delete rxe0 && rdma link add rxe0 type rxe netdev "$interface"
}

lossy() {
	peer tc qdisc add dev "$interface" root netem loss 1% || return
	tc qdisc add dev "$interface" root netem loss 1% || return
	background_capture 60
	background_good
}

lossless() {
	tc qdisc del dev "$interface" root && peer tc qdisc del dev "$interface" root
}

camera_ready() {
	[ "$(gevctl list --json | jq -r '.cameras[0].state')" = ready ]
}

down_and_up() {
	background_capture 10000
	ip link set "$interface" down
	wait_for 5 grep -q errno= /tmp/background.log || {
		echo "the application was not told"
		return 1
	}
	wait "$background"
	sleep 2
	ip link set "$interface" up
	wait_for 30 camera_ready || { gevctl show "$cam"; return 1; }
	renew_rxe && wait_for 30 good_capture 10
}

new_address() {
	background_capture 10000
	ip address add 192.0.2.7/24 dev "$interface"
	ip address del 192.0.2.1/24 dev "$interface"
	ip address show dev "$interface" | grep -q 192.0.2.7 ||
		ip address add 192.0.2.7/24 dev "$interface"
	sleep 5
	pkill -x capture
	wait "$background"
	wait_for 40 camera_ready || { gevctl show "$cam"; return 1; }
	renew_rxe && wait_for 40 good_capture 10
}

# Ours alone, without a process that uses it.
device_deleted() {
	local line

	background_capture 10000
	timeout 10 rdma link delete rxe0 || { echo "rdma link delete hangs"; return 1; }
	wait_for 5 grep -q errno= /tmp/background.log || {
		echo "the application was not told"
		return 1
	}
	wait "$background"
	line=$(capture --frames=1)
	echo "$line"
	[ "$(value errno "$line")" = 113 ] || return
	rdma link add rxe0 type rxe netdev "$interface" || return
	wait_for 30 good_capture 10
}

check "MTU 1500: frames cross the link" at_mtu 1500 900
check "case A2: a better route elsewhere: frames cross the link" route_elsewhere
check "MTU 4200: frames cross the link" at_mtu 4200 2500
check "MTU 9000: frames cross the link" at_mtu 9000 2500
check "MTU changed in mid-stream" mtu_in_mid_stream
check "1 % loss both ways: frames are whole" lossy
check "loss ends" lossless
check "RDMA device deleted in mid-stream" device_deleted
check "case B16: interface down and up in mid-stream" down_and_up
check "address changed in mid-stream" new_address
check "all is well after it" good_capture 20
finish
