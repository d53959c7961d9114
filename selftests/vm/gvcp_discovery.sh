#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Finding cameras: interfaces that come, go, change; cameras that hear only one
# broadcast, lie, or live in another network; other network namespaces.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvcp.sh
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"
# shellcheck source=selftests/hosts.sh
. "$(dirname "$(readlink -f "$0")")/../hosts.sh"

require gevctl gevsim gevsim-fault jq
require_root

# A camera at the other end of a link, in a namespace of its own.
far=gev-test-far
far_address=198.51.100.9

# The interface is named in the parameter before it exists.
named_early() {
	modprobe gev_rdma interfaces="$interface" heartbeat_ms=10000 cameras_max=2 || return
	at_exit modprobe -r gev_rdma
	cameras_are 0 && [ "$(gevctl interface list --json | jq '.interfaces | length')" -eq 0 ] ||
		return
	gvcp_network || return
	sim_start --transport udp || return
	at_exit sim_stop
	wait_for 20 cameras_are 1 && cam_listed && [ "$(field ip)" = "$address" ] &&
		[ "$(field interface)" = "$interface" ]
}

# hears FAULT: found anew with only one kind of broadcast heard.
hears() {
	sim_fault "$1"
	gevctl interface del "$interface" >/dev/null || return
	cameras_are 0 || return
	gevctl interface add "$interface" >/dev/null || return
	wait_for 20 cameras_are 1
	set -- $?
	sim_fault clear
	return "$1"
}

# What a camera says about itself cannot do harm in a list.
garbage() {
	local said

	sim_fault discovery-garbage
	gevctl interface del "$interface" >/dev/null
	gevctl interface add "$interface" >/dev/null
	wait_for 20 cameras_are 1 || return
	said=$(field model)
	sim_fault clear
	echo "model: $said"
	[ "$said" = "$(printf '?%.0s' {1..32})" ]
}

short() {
	sim_fault discovery-short
	gevctl interface del "$interface" >/dev/null
	gevctl interface add "$interface" >/dev/null
	wait_for 20 dmesg_says "malformed discovery acknowledge" && cameras_are 0 || return
	sim_fault clear
	wait_for 20 cameras_are 1
}

dmesg_says() {
	dmesg | grep -q "$1"
}

renamed() {
	ip link set "$interface" down
	ip link set "$interface" name gev-renamed
	wait_for 5 camera_has interface gev-renamed
	set -- $?
	ip link set gev-renamed name "$interface"
	ip link set "$interface" up
	wait_for 5 camera_has interface "$interface" && wait_for 15 camera_is found &&
		return "$1"
}

# The camera has an address of this host, which answers also without a link.
down_and_up() {
	ip link set "$interface" down
	since wait_for 5 camera_is away || return
	echo "away after $took ms"
	sleep 3
	camera_is away || return
	ip link set "$interface" up
	wait_for 15 camera_is found
}

no_carrier() {
	ip link set "$interface-peer" down
	wait_for 5 camera_is away || return
	ip link set "$interface-peer" up
	wait_for 15 camera_is found
}

other_namespace() {
	local message status=0

	ip netns add "$far-other"
	at_exit ip netns del "$far-other"
	message=$(ip netns exec "$far-other" gevctl list 2>&1) || status=$?
	echo "$status $message"
	[ "$status" -ne 0 ] && [[ $message == *namespace* ]]
}

as_nobody() {
	setpriv --reuid 65534 --clear-groups gevctl "$@"
}

# What changes anything, or looks into a camera, is for administrators.
unprivileged() {
	local command map=/tmp/gev_test.gevmap status

	as_nobody list --json | jq -e '.cameras[0]' >/dev/null && as_nobody stats "$cam" || return
	echo "no map" >"$map"
	for command in "read $cam 0" "write $cam 0xe8 0" "interface del $interface" \
		"interface add lo" "discover $interface" "forget $cam" \
		"map install $cam --file $map" "transport $cam udp" \
		"force-ip $interface 02:00:00:00:00:01 192.0.2.9 255.255.255.0"; do
		status=0
		# shellcheck disable=SC2086 # words
		as_nobody $command || status=$?
		[ "$status" -eq 4 ] || break
	done
	rm "$map"
	echo "exit status $status: $command"
	[ "$status" -eq 4 ] && cameras_are 1
}

# One camera more than cameras_max.
too_many() {
	ip address add 192.0.2.51/24 dev "$interface"
	ip address add 192.0.2.52/24 dev "$interface"
	gevsim --interface "$interface" --address 192.0.2.51 --cameras 2 --transport udp \
		--mac 02:47:00:00:00:51 >/dev/null 2>&1 &
	at_exit kill $!
	wait_for 20 dmesg_says "cameras_max=2" && cameras_are 2
	set -- $? $!
	kill "$2"
	wait "$2" 2>/dev/null
	ip address del 192.0.2.51/24 dev "$interface"
	ip address del 192.0.2.52/24 dev "$interface"
	return "$1"
}

# One that has gone, and that nobody knows by a node, gives its place away.
makes_room() {
	ip address add 192.0.2.53/24 dev "$interface"
	gevsim --interface "$interface" --address 192.0.2.53 --transport udp \
		--mac 02:47:00:00:00:53 >/dev/null 2>&1 &
	at_exit kill $!
	wait_for 60 state_is 02:47:00:00:00:53 found && cameras_are 2
	set -- $? $!
	kill "$2"
	wait "$2" 2>/dev/null
	ip address del 192.0.2.53/24 dev "$interface"
	return "$1"
}

# A known camera that has gone can be forgotten, one that is there cannot.
forgotten() {
	! gevctl forget "$cam" 2>/dev/null || return
	wait_for 20 gevctl forget "$(name_of 02:47:00:00:00:53)" && cameras_are 1
}

far_camera() {
	ip netns add "$far" || return
	at_exit ip netns del "$far"
	ip link set "$interface-peer" netns "$far"
	ip -n "$far" link set lo up
	ip -n "$far" address add "$far_address/24" dev "$interface-peer"
	ip -n "$far" address add 192.0.2.60/24 dev "$interface-peer"
	ip -n "$far" link set "$interface-peer" up
	ip netns exec "$far" gevsim --interface "$interface-peer" --address "$far_address" \
		--mac 02:47:00:00:00:99 --transport udp >/dev/null 2>&1 &
	at_exit kill $!
	wait_for 20 state_is 02:47:00:00:00:99 unreachable || return
	gevctl show "$(name_of 02:47:00:00:00:99)" --json | jq -r .reason | grep -q force-ip
}

forced() {
	gevctl force-ip "$interface" 02:47:00:00:00:99 192.0.2.60 255.255.255.0 || return
	wait_for 20 state_is 02:47:00:00:00:99 found &&
		gevctl read "$(name_of 02:47:00:00:00:99)" 0x24 | grep -q 0xc000023c
}

# With a better route elsewhere, commands still go out where the camera was found.
other_route() {
	ip link add gev-decoy type veth peer name gev-decoy2 || return
	at_exit ip link del gev-decoy
	ip link set gev-decoy2 up
	ip link set gev-decoy up
	ip route add 192.0.2.60/32 dev gev-decoy
	gevctl read "$(name_of 02:47:00:00:00:99)" 0x24 | grep -q 0xc000023c
}

address_gone() {
	ip address del "$address/24" dev "$interface"
	wait_for 20 state_is 02:47:00:00:00:99 away || return
	ip address add 192.0.2.2/24 dev "$interface"
	wait_for 20 state_is 02:47:00:00:00:99 found
}

interface_gone() {
	ip link del "$interface"
	wait_for 20 cameras_are 0 &&
		[ "$(gevctl interface list --json | jq '.interfaces | length')" -eq 0 ]
}

plan 18
check "an interface named before it exists" named_early || bail "no camera"
check "case A4: limited broadcast only" hears no-directed
check "case A4: directed broadcast only" hears no-limited
check "garbage in the acknowledge" garbage
check "half an acknowledge" short
cam_listed
check "interface renamed" renamed
check "interface down, then up" down_and_up
check "carrier lost, then back" no_carrier
check "case A10: another network namespace" other_namespace
check "without privilege" unprivileged
check "more cameras than cameras_max" too_many
check "a camera that is away makes room" makes_room
check "only a camera that is away is forgotten" forgotten
sim_stop
check "case A5: a camera of another network" far_camera
check "case A5: it gets an address of ours" forced
check "case A2: a better route elsewhere" other_route
check "our address goes, another comes" address_gone
check "the interface goes" interface_gone
finish
