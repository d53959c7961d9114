#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Looking at features again and again: gevctl watch.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gevctl.sh
. "$(dirname "$(readlink -f "$0")")/../gevctl.sh"

require gevctl gevsim jq timeout
require_root
plan 10
work=$(mktemp -d)
at_exit rm -rf "$work"
export XDG_CACHE_HOME=$work/cache
camera_start --transport udp

# watch SECONDS ARGUMENT...: interrupted after a time; its status.
watch() {
	timeout -s INT --preserve-status "$1" gevctl watch "$cam" "${@:2}"
}

sees_changes() {
	watch 8 Gain TestPattern --interval 0.2 >"$work/watch" &
	wait_for 6 grep -q Gain "$work/watch"
	gevctl set "$cam" Gain 7.25
	wait $! || return
	cat "$work/watch"
	grep -q "Gain = 0 dB" "$work/watch" && grep -q "Gain = 7.25 dB" "$work/watch" &&
		[ "$(wc -l <"$work/watch")" -eq 3 ]
}

watches_as_json() {
	watch 4 Gain TriggerMode --json >"$work/watch"
	jq -es 'length == 2 and .[0].feature == "Gain" and .[0].value == 7.25 and
		.[0].unit == "dB" and .[1].value == "Off" and all(.time > 0 and .error == null)' \
		"$work/watch"
}

# The temperature drifts, and its register is to be read each second.
polls() {
	watch 8 DeviceTemperature >"$work/watch"
	cat "$work/watch"
	[ "$(wc -l <"$work/watch")" -ge 1 ] && [ "$(wc -l <"$work/watch")" -le 9 ]
}

pipe_closed() {
	timeout 20 gevctl watch "$cam" Gain | head -n 1 | grep -q Gain
}

lost() {
	local seen=0

	timeout 60 gevctl watch "$cam" Gain --interval 0.2 >"$work/watch" 2>"$work/watch.err" &
	set -- $!
	wait_for 10 grep -q Gain "$work/watch"
	sim_stop
	wait "$1" || seen=$?
	cat "$work/watch" "$work/watch.err"
	[ "$seen" -eq 7 ] && [ "$(wc -l <"$work/watch.err")" -eq 1 ]
}

check "watch" sees_changes
check "watch as JSON" watches_as_json
check "watch at the camera's pace" polls
check "watch into a closed pipe" pipe_closed
check "watch of no feature" status 1 "no feature 'Bogus'" watch "$cam" Bogus
check "watch of a command" status 1 "is a command" watch "$cam" TimestampLatch
check "watch too often" status 2 "--interval takes" watch "$cam" Gain --interval 0.0001
check "without rights" unprivileged watch "$cam" Gain
check "watch of a camera that goes" lost
check "the same then" status 7 "" watch "$cam" Gain
finish
