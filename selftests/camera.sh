# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests with a camera share: one simulated camera, its node, captures.
# To be read after lib.sh, in a rig.
#
#	camera_start [GEVSIM OPTION]...		a camera, and the driver's node for it
#	camera_stop				both gone again
#	capture [OPTION]...			a line of KEY=VALUE words
#	value KEY LINE				one of the values
#	fault NAME[=ARG[@WHEN]]			the running camera gets a fault
#	stat NAME				one of the driver's counters
#
# With wanted_transport=rdma a stream does not fall back to UDP.
# After camera_start: $node is /dev/videoN, $cam is gevN, $sim_log the
# simulator's events.

interface=gev0
address=192.0.2.1
progs=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../build/selftests
top=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/..
node=
cam=
sim_log=
sim_pid=
wanted_transport=

network_start() {
	ip link show "$interface" >/dev/null 2>&1 || "$top/tools/vm/net-setup" veth "$interface"
}

sim_start() {
	sim_log=$(mktemp)
	gevsim --address "$address" --interface "$interface" --json "$@" >"$sim_log" 2>"$sim_log.err" &
	sim_pid=$!
	wait_for 60 grep -q '"ready"' "$sim_log" || {
		note "$(cat "$sim_log.err")"
		bail "gevsim does not start"
	}
}

# Also one that was started in a subshell, whose process id is not known here.
sim_stop() {
	pkill -x gevsim
	[ -z "$sim_pid" ] || wait "$sim_pid" 2>/dev/null
	wait_for 10 sh -c "! pgrep -x gevsim"
	sim_pid=
}

driver_start() {
	modprobe gev_rdma interfaces="$interface" heartbeat_ms=10000
}

cam_listed() {
	cam=$(gevctl list --json | jq -r '.cameras[0].name // empty')
	[ -n "$cam" ]
}

node_there() {
	local video

	video=$(gevctl list --json | jq -r '.cameras[0].video // empty')
	[ -n "$video" ] && [ -c "/dev/$video" ] && node=/dev/$video
}

map_wanted() {
	gevctl list --json | jq -e '.cameras[0].map_key // "" | length == 16' >/dev/null
}

node_start() {
	wait_for 20 cam_listed || bail "no camera is found: $(gevctl list)"
	cam_listed
	wait_for 20 map_wanted || bail "no map is asked for: $(gevctl show "$cam")"
	gevctl map install "$cam" >/dev/null || bail "the map cannot be installed"
	wait_for 20 node_there || bail "no video node: $(gevctl show "$cam")"
	node_there
	[ -z "$wanted_transport" ] || gevctl transport "$cam" "$wanted_transport"
}

camera_start() {
	network_start
	sim_start "$@"
	at_exit camera_stop
	driver_start || bail "the driver cannot be loaded"
	node_start
}

camera_stop() {
	modprobe -r gev_rdma
	sim_stop
}

capture() {
	"$progs/capture" "$@" "$node" 2>&1
}

value() {
	sed -n "s/.*\\b$1=\\([^ ]*\\).*/\\1/p" <<<"$2" | tail -n 1
}

# The text goes into gevsim's SimFault register; "clear" ends all faults.
fault() {
	local hex

	hex=$(printf '%s\0' "$1" | od -An -v -tx1 | tr -d ' \n')
	while [ $((${#hex} % 8)) -ne 0 ]; do
		hex+=00
	done
	gevctl write --bytes "$cam" 0x10c00 "$hex" >/dev/null
}

stat() {
	gevctl stats "$cam" --json | jq -r ".. | .$1? // empty" | head -n 1
}

# A capture of COUNT frames, all good, every byte right, none missing. With
# buffers enough for a moment in which this machine is busy elsewhere.
good_capture() {
	local n=$1 line

	shift
	line=$(capture --frames="$n" --buffers=8 "$@") || {
		echo "$line"
		return 1
	}
	echo "$line"
	[ "$(value frames "$line")" -eq "$n" ] && [ "$(value wrong "$line")" -eq 0 ] &&
		[ "$(value missing "$line")" -eq 0 ] && [ "$(value damaged "$line")" -eq 0 ] &&
		return
	gevctl stats "$cam"
	return 1
}
