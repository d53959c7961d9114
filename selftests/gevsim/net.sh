#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# gevsim on a network: who finds it by which address, several cameras, FORCEIP,
# and whether libaravis likes its description. In a network of its own.

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
pid=

require ip gevsim arv-tool-0.8

# Has the process at the far end a network of its own already?
apart() {
	[ "$(readlink "/proc/$far/ns/net")" != "$(readlink /proc/self/ns/net)" ]
}

# Host and camera on one address, gev0; and a host at the other end of gev1.
networks() {
	ip link set lo up
	ip link add gev0 type veth peer name gev0-peer
	ip link add gev1 type veth peer name far
	for i in gev0 gev0-peer gev1; do
		ip link set "$i" up
	done
	ip addr add 192.0.2.1/24 brd + dev gev0
	ip addr add 192.0.2.2/24 brd + dev gev0
	ip addr add 198.51.100.1/24 brd + dev gev1
	# The far end belongs to another network name space, kept by a process.
	unshare -n sleep 1000 &
	far=$!
	at_exit kill "$far"
	wait_for 5 apart
	wait_for 5 ip link set far netns "$far"
	nsenter -n -t "$far" ip addr add 198.51.100.9/24 brd + dev far
	nsenter -n -t "$far" ip link set far up
}

# Are so many cameras ready?
ready() {
	[ "$(grep -c '"ready"' "$work/log")" -ge "$1" ]
}

# start OPTION...: a camera, or several
start() {
	local cameras=1

	[[ " $* " =~ " --cameras "([0-9]+) ]] && cameras=${BASH_REMATCH[1]}
	gevsim --json "$@" >"$work/log" 2>"$work/err" &
	pid=$!
	wait_for 10 ready "$cameras"
}

stop() {
	kill "$pid"
	wait "$pid"
}

# finds WANTED OPTION...: the answers to gvcp_find, without MAC. An answer has
# time on a machine that is busy elsewhere; none is waited for less.
finds() {
	local want=$1 ms=400

	shift
	[ -z "$want" ] || ms=1500
	check_equal "$name" "$want" \
		"$("$progs/gvcp_find" --wait "$ms" "$@" | cut -d' ' -f1,2,4 | sort | tr '\n' ';')"
}

test_one_address() {
	local one='192.0.2.1 192.0.2.1 A1;'

	start --address 192.0.2.1 --serial A1
	name="limited broadcast, one address" finds "$one" -i gev0
	name="directed broadcast, one address" finds "$one" -i gev0 --to 192.0.2.255
	name="its own address, bound to the interface" finds "$one" -i gev0 --to 192.0.2.1
	name="its own address, not bound" finds "$one" --to 192.0.2.1
	name="answer by broadcast" finds "$one" -i gev0 --broadcast-ack
	name="another interface" finds "" -i gev1
	gevsim-fault 192.0.2.1 no-limited
	name="deaf to limited broadcast" finds "" -i gev0
	name="but not to the directed one" finds "$one" -i gev0 --to 192.0.2.255
	gevsim-fault 192.0.2.1 clear no-directed
	name="deaf to directed broadcast" finds "" -i gev0 --to 192.0.2.255
	name="but not to the limited one" finds "$one" -i gev0
	stop
}

test_far() {
	start --interface gev1 --serial B1
	name="from the other end of a link"
	check_equal "$name" '198.51.100.1 198.51.100.1 B1' \
		"$(nsenter -n -t "$far" "$progs/gvcp_find" -i far | cut -d' ' -f1,2,4)"
	check "libaravis reads its features from there" \
		nsenter -n -t "$far" arv-tool-0.8 -a 198.51.100.1 values
	stop
}

test_cameras() {
	start --interface gev0 --cameras 2 --serial C --mac 02:00:00:00:00:10
	name="two cameras" finds '192.0.2.1 192.0.2.1 C;192.0.2.2 192.0.2.2 C-1;' -i gev0
	check_equal "each with a hardware address of its own" 02:00:00:00:00:10,02:00:00:00:00:11, \
		"$("$progs/gvcp_find" -i gev0 | cut -d' ' -f3 | sort | tr '\n' ,)"
	stop
	! gevsim --interface gev0 --cameras 3 >"$work/log" 2>&1 &&
		grep -q 'no address 192.0.2.3 on gev0' "$work/log"
	check_equal "a third has no address" 0 $?
}

force() {
	"$progs/gvcp_find" -i gev0 --force "$1" --mac 02:00:00:00:00:10
}

test_force() {
	start --address 192.0.2.1 --serial D --mac 02:00:00:00:00:10
	check_equal "FORCEIP is answered from the new address" '192.0.2.2 status 0' \
		"$(force 192.0.2.2)"
	name="and the camera is there" finds '192.0.2.2 192.0.2.2 D;' -i gev0
	check_equal "an address that is not there is refused" '192.0.2.2 status 0x8002' \
		"$(force 192.0.2.77)"
	stop
}

# What libaravis has to say against the description; features of both cameras.
test_aravis() {
	start --address 192.0.2.1
	ARV_DEBUG=all:warning arv-tool-0.8 -a 192.0.2.1 features >"$work/features" 2>&1
	check_equal "no warning of libaravis" "" "$(grep -i 'warning\|critical' "$work/features")"
	check_equal "RDMA nodes" 4 \
		"$(grep -c "TransportStreamProtocol\|RdmaStream\|RdmaBlocks" "$work/features")"
	check_equal "limits depend on each other" "OffsetX = 0 min:0 max:8128" \
		"$(arv-tool-0.8 -a 192.0.2.1 control Width=64 OffsetX | tail -n 1)"
	check_equal "a value through a converter" "BlackLevel = 2.5 min:0 max:64" \
		"$(arv-tool-0.8 -a 192.0.2.1 control BlackLevel=2.5 BlackLevel | tail -n 1)"
	stop
	start --address 192.0.2.1 --transport udp
	arv-tool-0.8 -a 192.0.2.1 features >"$work/features" 2>&1
	check_equal "none without RDMA" 0 \
		"$(grep -c "TransportStreamProtocol\|Rdma" "$work/features")"
	stop
}

# A camera that another description describes; what is none is said so.
test_xml() {
	local foreign=$work/foreign.xml

	# libaravis does not read on after text that is not XML.
	sed -n '/^<?xml/,$p' "$(dirname "$0")/../vm/data/foreign.xml" >"$foreign"
	start --address 192.0.2.1 --xml "$foreign" --width 321 --height 240 --format BayerGB12
	arv-tool-0.8 -a 192.0.2.1 control Width Height PixelFormat PayloadSize >"$work/features"
	check_equal "another camera's size" "320 240 BayerGB12 153600" \
		"$(sed 's/^[A-Za-z]* = \([^ ]*\).*/\1/' "$work/features" | tail -n 4 | tr '\n' ' ' |
			sed 's/ $//')"
	check_equal "its limits" "GainRaw = 7 min:0 max:1000" \
		"$(arv-tool-0.8 -a 192.0.2.1 control GainRaw=7 GainRaw | tail -n 1)"
	check_equal "its formulas" "ExposureTimeAbs = 50 us" \
		"$(arv-tool-0.8 -a 192.0.2.1 control ExposureTimeRaw=20 ExposureTimeAbs |
			sed -n 's/\(ExposureTimeAbs = 50 us\).*/\1/p')"
	arv-tool-0.8 -a 192.0.2.1 control PixelFormat=Mono12Packed >/dev/null 2>&1
	check_equal "a format that cannot be sent is refused" "PixelFormat = BayerGB12" \
		"$(arv-tool-0.8 -a 192.0.2.1 control PixelFormat | sed 's/ ([^)]*)//' | tail -n 1)"
	stop
	gevsim --address 192.0.2.1 --xml "$work/absent" 2>"$work/log"
	check_equal "exit status without the description" 1 $?
	gevsim --address 192.0.2.1 --xml "$0" 2>"$work/log"
	check_equal "what is no description" 1 "$(grep -c "$0: no GenICam description" "$work/log")"
	sed 's/PayloadReg/RdmaStreamPort/' "$foreign" >"$work/taken.xml"
	gevsim --address 192.0.2.1 --xml "$work/taken.xml" 2>"$work/log"
	check_equal "nodes of GRS-1 in it" 1 "$(grep -c 'GRS-1 already: RdmaStreamPort' "$work/log")"
}

usage() {
	gevsim "$@" >"$work/log" 2>&1
	check_equal "exit status of: $*" 2 $?
}

networks
plan 40
test_one_address
test_far
test_cameras
test_force
test_aravis
test_xml
usage
usage --address 192.0.2.1 --fault nonsense
usage --address 192.0.2.1 --width 9000
usage --address 192.0.2.1 --format Mono10p
usage --address 192.0.2.1 --fps -1
usage --address 192.0.2.1 --transport tcp
usage --address 192.0.2.1 --cameras 0
usage --address 192.0.2.1 --bad
gevsim --help >/dev/null
check_equal "exit status of --help" 0 $?
gevsim --address 203.0.113.1 2>/dev/null
check_equal "exit status without such an address" 1 $?
finish
