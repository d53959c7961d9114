#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A real systemd-udevd with our rule: a camera appears and gets its video node,
# and nobody types anything.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

udevd=/lib/systemd/systemd-udevd
require gevctl gevsim jq udevadm
require_root
[ -x "$udevd" ] || skip_all "no systemd-udevd here"
! pgrep -x systemd-udevd >/dev/null || skip_all "udevd runs already"
plan 8

rules=/run/udev/rules.d
units=/run/systemd/system
program=/usr/local/sbin/gevctl

# This machine may run without systemd: then the rule takes its other branch.
at_exit rm -rf "$rules" /var/cache/gev_rdma
mkdir -p "$rules"
cp "$top/tools/udev/70-gev_rdma.rules" "$rules/"
[ -e "$program" ] || {
	ln -s "$(command -v gevctl)" "$program" || bail "cannot install gevctl"
	at_exit rm -f "$program"
}
rm -rf /var/cache/gev_rdma
[ ! -d "$units" ] || skip_all "systemd runs here"

udevd_start() {
	"$udevd" &
	udevd_pid=$!
	wait_for 30 udevadm control --ping
}

udevd_stop() {
	kill "$udevd_pid"
	wait "$udevd_pid" 2>/dev/null
	return 0
}

# As at boot: the camera was there first, and all devices are gone through later.
late_udevd() {
	modprobe -r gev_rdma
	udevd_stop
	driver_start || return
	wait_for 30 cam_listed && cam_listed && wait_for 30 map_wanted || return
	udevd_start || return
	udevadm trigger --action=add --subsystem-match=gev
	wait_for 60 listed '.[0].state == "ready"'
}

check "udevd runs" udevd_start
at_exit udevd_stop

listed() {
	gevctl --json list | jq -e ".cameras | $1" >/dev/null
}

network_start
sim_start
at_exit camera_stop
driver_start || bail "the driver cannot be loaded"
check "a camera appears" wait_for 30 listed 'length == 1'
check "it gets a node" wait_for 90 listed '.[0].state == "ready"'
node_there
check "udev knows the node" wait_for 10 udevadm info --query=property "$node"
check "a frame comes from it" good_capture 2

# The map is in the cache now: the same without a download.
modprobe -r gev_rdma
check "its map is kept" sh -c 'ls /var/cache/gev_rdma/*.gevmap'
driver_start
check "it gets a node again" wait_for 60 listed '.[0].state == "ready"'
check "a udevd that comes later" late_udevd
finish
