#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# v4l2-compliance with streaming: no failure, no warning. It sets every control
# to all it can be and presses every button; afterwards the simulator's list of
# writes has none that a program with access to the node must not cause.
#
# It asks for 1000 frames a second, but leaves the trigger on, at the line that
# gevsim's generator drives with the rate of --fps.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

# User sets, reset, IP configuration, privilege of others, stream channels.
forbidden='UserSet|DeviceReset|Persistent|IPConfig|NetworkInterface|PhysicalLink'
forbidden+='|UserDefinedName|ControlSwitchover|DiscoveryAckDelay|^SC|Sim'

require v4l2-compliance gevctl gevsim jq
plan 4
camera_start --fps 2

written() {
	jq -r 'select(.event == "write") | .name' "$sim_log" | sort -u
}

v4l2-compliance -d "$node" -s "$(count 10 60)" >/tmp/compliance.log 2>&1
total=$(tail -n 1 /tmp/compliance.log)
note "$total"
check_equal "no failure, no warning" "Failed: 0, Warnings: 0" \
	"$(grep -o 'Failed: .*' <<<"$total")" || note "$(cat /tmp/compliance.log)"
check "frames were captured" grep -q 'Captured\|MMAP.*: OK' /tmp/compliance.log
check "its writes are seen" grep -qx Gain < <(written)
check_equal "no register was written that must not be" "" \
	"$(written | grep -E "$forbidden" | tr '\n' ' ')"
finish
