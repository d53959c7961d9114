#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# libaravis streams from gevsim by GVSP, at the other end of a link: each byte
# of each frame. In a network of its own.

if [ -z "${GEVSIM_NET-}" ]; then
	if ! unshare -n true 2>/dev/null; then
		echo "TAP version 13"
		echo "1..0 # SKIP no network of its own here"
		exit 4
	fi
	GEVSIM_NET=1 exec unshare -n "$0" "$@"
fi

here=$(dirname "$(readlink -f "$0")")
# shellcheck source=selftests/lib.sh
. "$here/../lib.sh"
progs=$here/../../build/selftests
PATH=$here/../../build/tools:$PATH
work=$(mktemp -d)
at_exit rm -rf "$work"
frames=$(count 50 10000)
pid=

require ip gevsim "$progs/aravis_receive"

# Has the process at the other end a network of its own already?
apart() {
	[ "$(readlink "/proc/$far/ns/net")" != "$(readlink /proc/self/ns/net)" ]
}

networks() {
	ip link set lo up
	ip link add gev0 type veth peer name far
	ip addr add 192.0.2.1/24 brd + dev gev0
	ip link set gev0 mtu 9000 up
	unshare -n sleep 10000 &
	far=$!
	at_exit kill "$far"
	wait_for 5 apart
	wait_for 5 ip link set far netns "$far"
	nsenter -n -t "$far" ip addr add 192.0.2.9/24 brd + dev far
	nsenter -n -t "$far" ip link set far mtu 9000 up
}

start() {
	gevsim --address 192.0.2.1 --fps 100 --json "$@" >"$work/log" 2>"$work/err" &
	pid=$!
	wait_for 10 grep -q '"ready"' "$work/log"
}

stop() {
	kill "$pid"
	wait "$pid"
}

# receives NAME FRAMES SIZE [OPTION]...: all of them whole
receives() {
	local name=$1 frames=$2

	shift 2
	check "$name" nsenter -n -t "$far" "$progs/aravis_receive" 192.0.2.1 "$frames" "$@"
}

# Not all frames can be whole here.
damaged() {
	! nsenter -n -t "$far" "$progs/aravis_receive" 192.0.2.1 20 1500 no-resend
}

# What size libaravis finds by test packets, and how many of 10 frames are whole.
finds() {
	nsenter -n -t "$far" "$progs/aravis_receive" 192.0.2.1 10 0 "$@" | tee "$work/finds"
	read -r whole size < <(sed 's/whole \([0-9]*\) .* size /\1 /' "$work/finds")
}

finds_at_most() {
	finds && [ "$size" -le "$1" ] && [ "$whole" -eq 10 ]
}

# Its buffer for the socket is too small for all of the fragments.
finds_more_than() {
	finds reassembled
	[ "$size" -gt "$1" ] && [ "$whole" -gt 0 ]
}

networks
plan 16
start
for size in 1500 9000; do
	receives "standard ids, packets of $size bytes" "$frames" "$size"
	receives "extended ids, packets of $size bytes" "$frames" "$size" extended
	stop
	start
done
receives "chunks behind the image" 10 1500 chunks
receives "image and chunks as parts" 10 1500 extended parts chunks
receives "packet size by test packets" 10 0
# With the bit that makes the camera send one
check "by several of them" [ "$(grep -c '"name":"SCPS0".*"value":[23][0-9]\{9\}' "$work/log")" -gt 3 ]
stop
# Resends make up for the loss of packets, with both kinds of ids.
start --fault packet-rate=10@1-
receives "1 % of packets lost, standard ids" "$frames" 1500
receives "1 % of packets lost, extended ids" "$frames" 1500 extended
check "without resend it would not be so" damaged
stop
start --fault packet-swap=5@1- --fault packet-twice=7@1-
receives "packets out of order and twice" "$frames" 1500
stop
# The camera's side of the link is narrow.
ip link set gev0 mtu 1500
start
check "case C28: test packets are not fragmented" finds_at_most 1500
stop
start --fault fragments
check "case C25: those of a camera that fragments are" finds_more_than 1500
stop
start --fault no-test-packet
check "case C26: frames without test packets" finds_at_most 1500
stop
ip link set gev0 mtu 9000
start --width 4096 --height 3072 --fps 10
receives "frames of 12 MB, with a delay between packets" 10 9000 delay
stop
finish
