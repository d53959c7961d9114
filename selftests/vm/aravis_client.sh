#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# gevsim and a client that nobody here wrote: Aravis, in a network namespace at
# the other end of a link, finds it, reads all of its features and sets some.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require gevsim arv-tool-0.8
require_root
plan 10

far=gev-test-far
network_start
ip netns add "$far" || bail "no network namespaces here"
at_exit ip netns del "$far"
ip link set "$interface-peer" netns "$far"
ip -n "$far" address add 192.0.2.2/24 brd + dev "$interface-peer"
ip -n "$far" link set "$interface-peer" up
at_exit sim_stop
sim_start --transport udp

client() {
	ip netns exec "$far" arv-tool-0.8 "$@" 2>&1
}

found() {
	client | grep -q "^gev_rdma-gevsim-.* ($address)$"
}

# A feature that cannot be read has no value there, or a warning.
values() {
	local said

	said=$(ip netns exec "$far" arv-tool-0.8 -d all:warning -a "$address" values 2>&1)
	echo "$said"
	[ "$(grep -c "' = " <<<"$said")" -gt 50 ] && ! grep -qiE 'error|warning|critical' <<<"$said"
}

# control WANTED FEATURE[=VALUE]...: what the last one of them is, as Aravis says it.
control() {
	local wanted=$1 said

	shift
	said=$(client -a "$address" control "$@") || return
	echo "$said"
	[[ "$(tail -n 1 <<<"$said")" == "$wanted"* ]]
}

# One call sets, another asks the camera again.
kept() {
	control "$2" "$1" && control "$2" "${1%%=*}"
}

latched() {
	control "TimestampLatch executed" TimestampLatch &&
		! control "Timestamp = 0 ns" Timestamp
}

refused() {
	client -a "$address" control Width=9999 | grep -q "invalid-parameter" &&
		control "Width = 320 " Width
}

check "found" found
check "all features" client -a "$address" features
check "all values" values
check "an integer" kept Width=320 "Width = 320 "
check "a float" kept ExposureTime=2500.5 "ExposureTime = 2500.5 us"
check "a float through a formula" kept BlackLevel=3.25 "BlackLevel = 3.25 "
check "an enumeration" kept PixelFormat=Mono12 "PixelFormat = Mono12"
check "a string" kept DeviceUserID=bench "DeviceUserID = bench"
check "a command" latched
check "a value that the camera refuses" refused
finish
