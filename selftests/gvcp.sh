# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # lib.sh, camera.sh and the tests share variables
#
# A second GVCP application for the tests of the control channel, and what they
# ask the driver. To be read after lib.sh and camera.sh.
#
#	field NAME				of the first camera in the list
#	camera_is STATE				is it in this state?
#	gvcp_network				$interface with $address, without RDMA
#	sim_fault FAULT				as gevsim-fault, over GVCP of its own
#	gvcp_open ADDRESS			sets $gvcp, an open socket
#	gvcp_write_reg REGISTER VALUE		prints the status, 4 hex digits
#	gvcp_holder MODE			takes control, keeps it until killed;
#						sets $holder, its process group
#	sim_events NAME				what gevsim reported, a JSON object a line
#	writes REGISTER				how often gevsim executed a write
#	since COMMAND...			runs it; sets $took, ms

gvcp=
holder=
took=

field() {
	gevctl list --json | jq -r ".cameras[0].$1 // empty"
}

camera_is() {
	[ "$(field state)" = "$1" ]
}

camera_has() {
	[ "$(field "$1")" = "$2" ]
}

# As network_start, without RDMA.
gvcp_network() {
	modprobe -q veth
	ip link add "$interface" type veth peer name "$interface-peer"
	at_exit ip link del "$interface"
	ip link set "$interface-peer" up
	ip link set "$interface" up
	ip address add "$address/24" dev "$interface"
}

# Once more if its answer came too late for it, on a slow rig.
sim_fault() {
	gevsim-fault "$address" "$1" 2>/dev/null || gevsim-fault "$address" "$1"
}

gvcp_open() {
	exec {gvcp}<>"/dev/udp/$1/3956"
}

gvcp_write_reg() {
	local answer id bytes

	printf -v id '%04x' $((RANDOM % 65535 + 1))
	printf -v bytes '420100820008%s%08x%08x' "$id" "$1" "$2"
	# shellcheck disable=SC2001 # every two digits
	bytes=$(sed 's/../\\x&/g' <<<"$bytes")
	# By one write, whatever the bytes are: a datagram.
	printf '%b' "$bytes" | dd bs=64 iflag=fullblock status=none >&"$gvcp"
	answer=$(timeout --foreground 2 head -c 12 <&"$gvcp" | od -An -v -tx1 | tr -d ' \n')
	echo "${answer:0:4}"
}

gvcp_hold() {
	gvcp_open "$address"
	[ "$(gvcp_write_reg 0xa00 "$1")" = 0000 ] || exit 1
	: >"$2"
	# Any command is a heartbeat. This reads a register; having no newline in
	# it, it leaves the shell in one piece.
	while sleep 0.5; do
		printf '\x42\x01\x00\x80\x00\x04\x00\x01\x00\x00\x00\x24' >&"$gvcp"
	done
}

gvcp_holder() {
	local flag

	flag=$(mktemp -u)
	# A process group: what it has started has the socket, too.
	set -m
	gvcp_hold "$1" "$flag" &
	set +m
	holder=$!
	at_exit kill -9 -- "-$holder"
	wait_for 5 test -e "$flag"
}

# A crash: the socket is gone, the camera has not been told.
gvcp_holder_dies() {
	kill -9 -- "-$holder"
	wait "$holder" 2>/dev/null
	wait_for 5 sh -c "! pgrep -g $holder"
}

sim_events() {
	jq -cR --arg e "$1" 'fromjson? | select(.event == $e)' "$sim_log"
}

writes() {
	sim_events write | jq -c --arg a "$1" 'select(.address == $a)' | wc -l
}

since() {
	local begin=${EPOCHREALTIME/./} status=0

	"$@" || status=$?
	took=$(((${EPOCHREALTIME/./} - begin) / 1000))
	return "$status"
}
