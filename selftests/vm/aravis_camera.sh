#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The driver and a camera that nobody here wrote: Aravis's fake one, in a
# network namespace at the other end of a link. It sends no images by RDMA, so
# this is about discovery, its feature map, its node and its controls.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require gevctl jq v4l2-ctl arv-tool-0.8 arv-fake-gv-camera-0.8
require_root
plan 14
export XDG_CACHE_HOME=/tmp/gev-test-cache

far=gev-test-far
far_address=192.0.2.9
ip link add "$interface" type veth peer name "$interface-peer" || bail "no veth here"
ip address add 192.0.2.1/24 brd + dev "$interface"
ip link set "$interface" up
ip netns add "$far" || bail "no network namespaces here"
at_exit ip netns del "$far"
ip link set "$interface-peer" netns "$far"
ip -n "$far" link set lo up
ip -n "$far" address add "$far_address/24" brd + dev "$interface-peer"
ip -n "$far" link set "$interface-peer" up
ip netns exec "$far" arv-fake-gv-camera-0.8 -i "$interface-peer" -s GV07 >/dev/null 2>&1 &
at_exit kill $!

# The camera's registers as a client sees them that has no part in this. It only
# reads: the driver controls the camera.
client() {
	timeout 60 ip netns exec "$far" arv-tool-0.8 -a "$far_address" control "$@" 2>&1
}

client_sees() {
	local said

	said=$(client "$1")
	echo "$said"
	[[ "$said" == "$1 = $2"* ]]
}

is_listed() {
	wait_for 30 cam_listed && cam_listed &&
		[ "$(gevctl show "$cam" --json | jq -r '"\(.manufacturer) \(.model) \(.serial)"')" = \
			"Aravis Fake GV07" ]
}

get_node() {
	wait_for 20 map_wanted && gevctl map install "$cam" && wait_for 20 node_there && node_there
}

every_value() {
	gevctl features "$cam" --values
	gevctl features "$cam" --values --json |
		jq -e '[.. | objects | select(.kind and .kind != "category")] |
			length > 20 and all(has("error") | not)' >/dev/null
}

# Those whose value v4l2-ctl could not get say so.
every_control() {
	local said

	said=$(v4l2-ctl -d "$node" -L 2>&1) || return
	echo "$said"
	[ "$(grep -c ' 0x' <<<"$said")" -gt 8 ] && ! grep -qi error <<<"$said"
}

# set_control NAME VALUE FEATURE WANTED: by V4L2, then as three others see it.
set_control() {
	v4l2-ctl -d "$node" -c "$1=$2" || return
	v4l2-ctl -d "$node" -C "$1" | grep -x "$1: $2" && [ "$(gevctl get "$cam" "$3")" = "$4" ] &&
		client_sees "$3" "$4"
}

control_is() {
	v4l2-ctl -d "$node" -C "$1" | grep -x "$1: $2"
}

# Its category is not below the root: nobody finds it in the tree, so it is no
# control. By its name it can be had.
set_gain() {
	! v4l2-ctl -d "$node" -L | grep -qi gain && [ "$(gevctl set "$cam" GainRaw 6)" = 6 ] &&
		client_sees GainRaw 6
}

# The first URL of the bootstrap registers, at 0x200 to 0x3ff, stays the driver's.
url_is_safe() {
	! v4l2-ctl -d "$node" -c trigger_source=1 2>/dev/null
	client_sees TriggerSource Line0
}

sized() {
	v4l2-ctl -d "$node" --set-fmt-video=width=320,height=200 &&
		v4l2-ctl -d "$node" --get-fmt-video | grep -q 320/200
}

modprobe gev_rdma interfaces="$interface" heartbeat_ms=10000 || bail "the driver cannot be loaded"
at_exit modprobe -r gev_rdma
check "found" is_listed || bail "no camera"
check "its map, and a node" get_node || bail "no node"
check "every feature is read" every_value
check "every control is read" every_control
check "exposure" set_control exposure_time_absolute 42 ExposureTimeAbs 4200
check "gain" set_gain
check "binning" set_control binning_horizontal 2 BinningHorizontal 2
check "what gevctl sets" gevctl set "$cam" ExposureTimeAbs 1500
check "shows in V4L2" control_is exposure_time_absolute 15
check "a register of its own kind" set_control test_register 1234 TestRegister 1234
check "a feature in the URL's place" url_is_safe
check "the URL" gevctl map install "$cam" --refresh
check "a size" sized
check "the size in the camera" client_sees Width 320
finish
