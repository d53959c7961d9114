#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Cameras that somebody else has described, end to end: gevsim serves the
# description, the driver finds the camera, its map is compiled, its controls
# are listed and set, frames come in two of its pixel formats, v4l2-compliance
# has nothing to say, and nothing was written that must not be.
#
# One description is the project's own. Those of real cameras are read from
# the folder $GEV_XML_DIR: in the check as many as $GEV_XML_COUNT says (3), evenly
# spread over the folder; in the soak all of them.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

# What outlives a power cycle, makes the camera unreachable or is the driver's.
forbidden='UserSet|DeviceReset|FactoryReset|Persistent|CurrentIP|IPConfig|NetworkInterface'
forbidden+='|PhysicalLink|ControlSwitchover|UserDefinedName|DeviceUserID|Firmware|Flash'
forbidden+='|File(Open|Access|Operation|Selector)|ConfigFile|OddReset|^GevSC|^SC|GevCCP|GevMC|Sim'

require v4l2-ctl v4l2-compliance gevctl gevsim jq
work=$(mktemp -d)
at_exit rm -rf "$work"

# Every nth of the real ones, so that few of them are of different makers.
pick() {
	local all step i

	files=("$(dirname "$0")/data/foreign.xml")
	[ -n "$GEV_XML_DIR" ] || return
	all=("$GEV_XML_DIR"/*.xml)
	step=$((${#all[@]} / $(count "${GEV_XML_COUNT:-3}" 1000)))
	[ "$step" -gt 0 ] || step=1
	for ((i = 0; i < ${#all[@]}; i += step)); do
		files+=("${all[i]}")
	done
}

node_comes() {
	wait_for 60 cam_listed && cam_listed && wait_for 20 map_wanted &&
		gevctl map install "$cam" && wait_for 20 node_there && node_there && return
	gevctl list
	dmesg | grep 'gev ' | tail -n 4
	return 1
}

controls_are_listed() {
	v4l2-ctl -d "$node" -L >"$work/controls" || return
	grep -c ' 0x00f[0-9a-f]* \| 0x01[0-9a-f]* ' "$work/controls"
	[ "$(grep -c 'flags=.*execute-on-write' "$work/controls")" -ge 10 ]
}

# Names of controls that can be set now, of a few types.
settable() {
	grep -E '^ *[a-z0-9_~]+ 0x[0-9a-f]+ \((bool|menu|int|int64)\)' "$work/controls" |
		grep 'flags=.*execute-on-write' | grep -v -E 'inactive|write-only|selector' |
		awk '{ print $1 }'
}

member() {
	sed -n "s/^ *$1 0x.* $2=\\(-\\?[0-9]*\\).*/\\1/p" "$work/controls" | head -n 1
}

# Another value within the limits: the largest or, if that is there, the smallest.
# What is in between may be rounded.
other_value() {
	local value min max type

	value=$(member "$1" value)
	type=$(sed -n "s/^ *$1 0x[0-9a-f]* (\\([a-z0-9]*\\)).*/\\1/p" "$work/controls")
	case $type in
	bool)
		echo $((1 - value))
		;;
	menu)
		awk -v name="$1" -v value="$value" '$1 ~ /^[0-9]+:/ && seen {
				sub(":", "", $1)
				if ($1 != value) { print $1; exit }
				next
			}
			{ seen = $1 == name }' "$work/controls"
		;;
	*)
		min=$(member "$1" min) max=$(member "$1" max)
		# limits of 64 bits are none
		[ "${#max}" -lt 19 ] && [ "$max" -gt "$min" ] || return
		[ "$value" -ne "$max" ] && echo "$max" || echo "$min"
		;;
	esac
}

controls_can_be_set() {
	local name wanted seen before n=0

	for name in $(settable); do
		wanted=$(other_value "$name")
		[ -n "$wanted" ] || continue
		before=$(member "$name" value)
		v4l2-ctl -d "$node" -c "$name=$wanted" || return
		seen=$(v4l2-ctl -d "$node" -C "$name" | awk '{ print $2 }')
		echo "$name: $before, set to $wanted, reads $seen"
		[ "$seen" = "$wanted" ] || return
		v4l2-ctl -d "$node" -c "$name=$before"
		[ $((++n)) -lt 6 ] || break
	done
	[ "$n" -ge 4 ]
}

two_formats() {
	local format formats n=0

	formats=$(v4l2-ctl -d "$node" --list-formats | sed -n "s/.*: '\\(....\\)' .*/\\1/p")
	while IFS= read -r format && [ "$n" -lt 2 ]; do
		v4l2-ctl -d "$node" --set-fmt-video="width=320,height=240,pixelformat=$format" || return
		echo "$format"
		good_capture "$(count 5 20)" || return
		n=$((n + 1))
	done <<<"$formats"
	[ "$n" -eq 2 ] || [ "$(wc -l <<<"$formats")" -eq 1 ]
}

complies() {
	v4l2-compliance -d "$node" -s "$(count 3 10)" >"$work/compliance" 2>&1
	tail -n 1 "$work/compliance"
	grep -q 'Failed: 0,' "$work/compliance" && return
	grep -B 2 -E 'fail:|FAIL' "$work/compliance"
	return 1
}

written() {
	jq -r 'select(.event == "write") | .name' "$sim_log" | tr ',' '\n' | sort -u
}

nothing_forbidden() {
	local bad

	[ "$(written | wc -l)" -gt 10 ] || return
	bad=$(written | grep -E "$forbidden")
	echo "$bad"
	[ -z "$bad" ]
}

pick
plan $((6 * ${#files[@]} + 1))
network_start
at_exit camera_stop
for file in "${files[@]}"; do
	name=$(basename "$file" .xml)
	sim_start --xml "$file" --fps 10
	driver_start || bail "the driver cannot be loaded"
	check "$name: a node" node_comes
	check "$name: controls" controls_are_listed
	check "$name: controls set" controls_can_be_set
	check "$name: two pixel formats" two_formats
	check "$name: v4l2-compliance" complies
	check "$name: nothing forbidden was written" nothing_forbidden
	camera_stop
done
if [ -z "$GEV_XML_DIR" ]; then
	skip "descriptions of real cameras" "GEV_XML_DIR names no folder of them"
else
	check "more than one maker's" test "${#files[@]}" -gt 2
fi
finish
