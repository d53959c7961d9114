# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # lib.sh, camera.sh and the tests share variables
#
# A simulated camera that streams by UDP, in a network name space of its own, and
# what may go wrong between it and this host. To be read after lib.sh and
# camera.sh, in a rig.
#
#	gvsp_network MTU			a link: $interface with $address here,
#						$camera at its other end
#	gvsp_mtu HERE [THERE]			of its two ends
#	gvsp_netem [ARGUMENT]...		on the way of the stream, see
#						tc-netem(8); none: as a cable is
#	gvsp_sim_start [GEVSIM OPTION]...	the camera, in place of sim_start
#	gvsp_there COMMAND...			on the camera's side of the link
#	gvsp_fault FAULT...			also while the way from it is bad
#	gvsp_packets sent|resent|refused|lost	of its present or last acquisition
#	gvsp_frames acquired|sent		likewise
#	look before|after			at the driver's counters
#	grown NAME				by how much one has, in between
#	changes					all that have
#	gvsp_camera_start MTU [OPTION]...	all of it, with the driver and its node

camera=192.0.2.9

gvsp_there() {
	ip netns exec gevsim "$@"
}

gvsp_network() {
	modprobe -q veth
	modprobe -q sch_netem
	ip netns add gevsim
	at_exit ip netns del gevsim
	ip link add "$interface" type veth peer name camera netns gevsim
	at_exit ip link del "$interface"
	# Neighbour discovery of IPv6 would show in counters.
	sysctl -qw "net.ipv6.conf.$interface.disable_ipv6=1" 2>/dev/null
	gvsp_there sysctl -qw net.ipv6.conf.camera.disable_ipv6=1 2>/dev/null
	gvsp_mtu "$1"
	ip link set "$interface" up
	ip address add "$address/24" dev "$interface"
	gvsp_there ip link set lo up
	gvsp_there ip link set camera up
	gvsp_there ip address add "$camera/24" dev camera
}

gvsp_mtu() {
	ip link set "$interface" mtu "$1"
	gvsp_there ip link set camera mtu "${2-$1}"
}

# Answers to commands pass: how control bears losses is another test's matter, and
# a start that is late is no loss of the stream's. There is room for more packets
# than any test has under way.
gvsp_netem() {
	gvsp_there tc qdisc del dev camera root 2>/dev/null
	[ $# -gt 0 ] || return 0
	gvsp_there tc qdisc add dev camera root handle 1: prio \
		priomap 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 &&
		gvsp_there tc filter add dev camera parent 1: protocol ip u32 \
			match ip sport 3956 0xffff flowid 1:1 &&
		gvsp_there tc qdisc add dev camera parent 1:3 netem limit 100000 "$@"
}

gvsp_sim_start() {
	sim_log=$(mktemp)
	gvsp_there gevsim --address "$camera" --interface camera --transport udp --json "$@" \
		>"$sim_log" 2>"$sim_log.err" &
	sim_pid=$!
	wait_for 60 grep -q '"ready"' "$sim_log" || {
		note "$(cat "$sim_log.err")"
		bail "gevsim does not start"
	}
}

# Asked on the camera's side, where nothing is lost; again on a slow rig.
gvsp_fault() {
	gvsp_there gevsim-fault "$camera" "$@" || gvsp_there gevsim-fault "$camera" "$@"
}

# READREG, for which nobody needs control: prints the word at a register.
gvsp_ask() {
	local answer bytes socket

	exec {socket}<>"/dev/udp/$1/3956"
	printf -v bytes '4201008000042a2a%08x' "$2"
	# shellcheck disable=SC2001 # every two digits
	printf '%b' "$(sed 's/../\\x&/g' <<<"$bytes")" >&"$socket"
	answer=$(timeout 2 head -c 12 <&"$socket" | od -An -v -tx1 | tr -d ' \n')
	[[ $answer == 0000008100042a2a* ]] && echo $((16#${answer:16}))
}

# A word of the simulator's own registers; again on a slow rig.
gvsp_register() {
	local ask

	ask="$(declare -f gvsp_ask); gvsp_ask $camera $1"
	gvsp_there bash -c "$ask" || gvsp_there bash -c "$ask"
}

gvsp_packets() {
	local -A at=([sent]=0x10c8c [resent]=0x10c90 [refused]=0x10c94 [lost]=0x10c98)

	gvsp_register "${at[$1]}"
}

gvsp_frames() {
	local -A at=([acquired]=0x10c80 [sent]=0x10c84)

	gvsp_register "${at[$1]}"
}

declare -A before after

look() {
	local -n into=$1
	local name number

	into=()
	while read -r name number; do
		# shellcheck disable=SC2004 # an associative array, by reference
		into[$name]=$number
	done < <(gevctl stats "$cam")
}

grown() {
	echo $((after[$1] - before[$1]))
}

changes() {
	local name

	for name in "${!after[@]}"; do
		[ "${after[$name]}" = "${before[$name]}" ] ||
			printf '%s +%d, ' "$name" $((after[$name] - before[$name]))
	done
}

gvsp_camera_start() {
	gvsp_network "$1"
	shift
	gvsp_sim_start "$@"
	at_exit camera_stop
	driver_start || bail "the driver cannot be loaded"
	node_start
}
