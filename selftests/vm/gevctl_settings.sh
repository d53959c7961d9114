#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Keeping the settings of a camera in a file: gevctl save and load.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gevctl.sh
. "$(dirname "$(readlink -f "$0")")/../gevctl.sh"

require gevctl gevsim jq cmp
require_root
plan 13
work=$(mktemp -d)
at_exit rm -rf "$work"
export XDG_CACHE_HOME=$work/cache
camera_start --transport udp

# is FEATURE VALUE...
is() {
	while [ $# -gt 0 ]; do
		[ "$(gevctl get "$cam" "$1")" = "$2" ] || {
			echo "$1 is $(gevctl get "$cam" "$1"), not $2"
			return 1
		}
		shift 2
	done
}

# Free of what belongs to the driver, to the administrator, or to nobody.
is_kept() {
	cat "$work/a"
	grep -qx 'ExposureTime = 5000' "$work/a" && grep -qx 'Gain = 3.5' "$work/a" &&
		grep -qx 'TestPattern = ColorBar' "$work/a" &&
		grep -qxF 'TriggerMode[TriggerSelector=FrameStart] = On' "$work/a" &&
		grep -qx 'model: "gevsim"' "$work/a" &&
		! grep -qE '^(Gev|User|File|Device|Width|Acquisition|TriggerSel)' "$work/a"
}

saved() {
	gevctl set "$cam" ExposureTime 5000 && gevctl set "$cam" Gain 3.5 &&
		gevctl set "$cam" TestPattern ColorBar && gevctl set "$cam" TriggerMode On &&
		gevctl save "$cam" "$work/a" && is_kept
}

saved_twice() {
	gevctl save "$cam" - >"$work/b" && cmp "$work/a" "$work/b" &&
		gevctl --json save "$cam" "$work/c" | jq -e --arg n "$cam" '.name == $n and
			(.settings | length > 5) and (.left_out | type == "array")' &&
		cmp "$work/a" "$work/c"
}

disturb() {
	gevctl set "$cam" Gain 0 && gevctl set "$cam" TestPattern Off &&
		gevctl set "$cam" TriggerMode Off && gevctl set "$cam" ExposureTime 77
}

restored() {
	is ExposureTime "5000 us" Gain "3.5 dB" TestPattern ColorBar TriggerMode On
}

loaded() {
	disturb && gevctl load "$cam" "$work/a" && restored
}

# ExposureTime cannot be set while the camera chooses it.
depends() {
	disturb && gevctl set "$cam" ExposureAuto Continuous && gevctl load "$cam" "$work/a" &&
		restored && is ExposureAuto Off
}

# The other way round in the file: the second try does it.
wrong_order() {
	grep -v '^ExposureAuto' "$work/a" >"$work/d" && echo "ExposureAuto = Off" >>"$work/d"
	disturb && gevctl set "$cam" ExposureAuto Continuous && gevctl load "$cam" "$work/d" &&
		restored
}

loads_as_json() {
	gevctl --json load "$cam" "$work/a" | jq -e '.set > 5 and .failed == []'
}

with_failures() {
	local text seen=0

	{
		cat "$work/a"
		echo "Gain = 99"
		echo "Bogus = 1"
	} >"$work/e"
	text=$(gevctl load "$cam" "$work/e" 2>&1) || seen=$?
	echo "$text"
	[ "$seen" -eq 1 ] && grep -q "Bogus .*no feature" <<<"$text" &&
		grep -q "Gain .*99 .*outside" <<<"$text" && grep -q "2 of .* could not be set" <<<"$text" &&
		is ExposureTime "5000 us"
	gevctl --json load "$cam" "$work/e" 2>/dev/null |
		jq -e '.failed | length == 2 and all(.reason and .line)'
}

other_model() {
	sed 's/^model: .*/model: "other"/' "$work/a" >"$work/f"
	status 1 "for gev_rdma other, not for gev_rdma gevsim" load "$cam" "$work/f" &&
		disturb && gevctl load "$cam" "$work/f" --force && restored
}

# malformed WORDS TEXT: behind the first lines of a good file.
malformed() {
	{
		head -n 5 "$work/a"
		echo "$2"
	} >"$work/g"
	status 1 "line 6: $1" load "$cam" "$work/g"
}

malformed_files() {
	malformed "no '='" "Gain" && malformed "no value" "Gain =" &&
		malformed "a value with blanks" "Gain = 1 2" &&
		malformed "a text that is not quoted" 'Gain = "1' &&
		malformed "no SELECTOR=VALUE" "Gain[A] = 1" &&
		malformed "no ']'" "Gain[A=B = 1" &&
		malformed "it does not begin" "= 1" && echo rubbish >"$work/g" &&
		status 1 "line 1: " load "$cam" "$work/g" &&
		status 1 "No such file" load "$cam" "$work/absent"
}

without_rights() {
	chmod 755 "$work"
	unprivileged save "$cam" - && unprivileged load "$cam" "$work/a"
}

check "save" saved
check "save, again and as JSON" saved_twice
check "load" loaded
check "what depends on something comes after it" depends
check "a file in the wrong order" wrong_order
check "load as JSON" loads_as_json
check "what cannot be set is listed" with_failures
check "another model's file" other_model
check "malformed files" malformed_files
check "load without a file" status 2 "too few" load "$cam"
check "save to nowhere" status 1 "No such file" save "$cam" "$work/absent/a"
check "save of nobody" status 3 "known: $cam" save nobody -
check "without rights" without_rights
finish
