# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154 # lib.sh, camera.sh and the tests share variables
#
# Cameras on hosts of their own: one network namespace for each, at the other
# end of a link. And what the driver says about each camera, by its MAC. To be
# read after lib.sh, camera.sh and gvcp.sh.
#
#	host_start IF ADDRESS/LENGTH...		interface IF here; its other end is
#						eth0 in a namespace of the same
#						name, with these addresses
#	host_ip IF ARGUMENT...			ip(8) there
#	host_camera IF ADDRESS MAC [OPTION]...	a simulated camera there; sets
#						$sim_pid and $sim_log
#	about MAC FIELD				from the driver's list
#	is_about MAC FIELD VALUE		has it this value?
#	state_is MAC STATE, name_of MAC		two of them
#	comes_to MAC STATE			is looked for, and soon in this state
#	listed MAC				how many cameras there are with this MAC
#	cameras_are N				how many there are

host_start() {
	local interface=$1 address

	shift
	modprobe -q veth
	ip netns add "$interface" || return
	at_exit ip netns del "$interface"
	ip link add "$interface" type veth peer name eth0 netns "$interface" || return
	at_exit ip link del "$interface"
	ip link set "$interface" up
	host_ip "$interface" link set lo up
	host_ip "$interface" link set eth0 up
	for address; do
		host_ip "$interface" address add "$address" dev eth0 || return
	done
}

host_ip() {
	ip -n "$@"
}

host_camera() {
	local interface=$1 address=$2 mac=$3

	shift 3
	sim_log=$(mktemp)
	ip netns exec "$interface" gevsim --interface eth0 --address "$address" \
		--mac "$mac" --transport udp --json "$@" >"$sim_log" 2>&1 &
	sim_pid=$!
	at_exit kill "$sim_pid"
	wait_for 20 grep -q '"ready"' "$sim_log" || bail "no camera: $(cat "$sim_log")"
}

about() {
	gevctl list --json | jq -r --arg m "$1" ".cameras[] | select(.mac == \$m) | .$2 // empty"
}

is_about() {
	[ "$(about "$1" "$2")" = "$3" ]
}

state_is() {
	is_about "$1" state "$2"
}

# The driver's next look by itself may be seconds away.
comes_to() {
	gevctl discover --wait 0 >/dev/null && wait_for 20 state_is "$1" "$2"
}

name_of() {
	about "$1" name
}

listed() {
	about "$1" mac | wc -l
}

cameras_are() {
	[ "$(gevctl list --json | jq '.cameras | length')" -eq "$1" ]
}
