#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A feature map in the firmware folder: the camera gets its node by itself, and
# a file that is no map is refused with a reason.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

folder=/lib/firmware/gev_rdma

require gevctl gevsim jq
require_root
plan 4

again() {
	modprobe -r gev_rdma && driver_start && wait_for 20 cam_listed && cam_listed
}

reason_says() {
	gevctl show "$cam" --json | jq -r '.. | .reason? // empty' | grep -q "$1"
}

network_start
sim_start
at_exit camera_stop
driver_start || bail "the driver cannot be loaded"
wait_for 20 cam_listed || bail "no camera is found"
cam_listed
wait_for 20 map_wanted || bail "no map is asked for"
map=$folder/$(gevctl list --json | jq -r '.cameras[0].map_key').gevmap
mkdir -p "$folder"
at_exit rm -rf "$folder"

echo "no map" >"$map"
again || bail "the driver cannot be loaded again"
check "what is no map is refused" wait_for 10 reason_says "feature map gev_rdma/" ||
	note "$(gevctl show "$cam")"
check "then there is no node" test -z "$(gevctl list --json | jq -r '.cameras[0].video // empty')"

gevctl map compile "$cam" -o "$map" >/dev/null || bail "the map cannot be compiled"
again || bail "the driver cannot be loaded again"
check "a map makes the node" wait_for 20 node_there || note "$(gevctl show "$cam")"
node_there
check "frames come from it" good_capture 5
finish
