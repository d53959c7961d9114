#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Controls and the registers behind them: no write is swallowed by what V4L2
# remembers, no limit that moves writes anything, several controls are set as
# one, and a register that is not what the description says costs its own
# control alone.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"

gain=0x00f31001
black_level=0x00f31007
gamma=0x00f31014

exposure_register=0x10228
temperature_register=0x10004
gain_register=0x10300
black_level_register=0x10304
gamma_register=0x10308
timer_source=0x00f71016
timer_duration_register=0x10690
timer_delay_register=0x10694
timer_source_register=0x10698
counter_selector_register=0x106b0
counter_register=0x106b4

require v4l2-ctl gevctl gevsim jq tcpdump
plan 29
camera_start --fps 10
export GEV_NODE=$node
v4l2-ctl -d "$node" --set-fmt-video=width=64,height=48,pixelformat=GREY >/dev/null

bytes() {
	gevctl read --json "$cam" "$1" "$2" | jq -r '.data'
}

get() {
	v4l2-ctl -d "$node" --get-ctrl="$1" | sed 's/.*: *\([^ ]*\).*/\1/'
}

put() {
	v4l2-ctl -d "$node" --set-ctrl="$1"
}

fails() {
	! "$@" >/dev/null 2>&1
}

maximum() {
	v4l2-ctl -d "$node" --list-ctrls | sed -n "s/^ *$1 .* max=\([^ ]*\).*/\1/p"
}

# All writes so far, but for the privilege and the heartbeat, as NAME=VALUE.
all_writes() {
	sim_events write | jq -r '"\(.name)=\(.value)"' |
		grep -v -e '^CCP=' -e '^HeartbeatTimeout=' -e '^GVCPConfiguration=' -e '^SimFault='
}

# 10 ms by the node, 20 ms behind its back, and 10 ms by the node again.
put exposure_time=10000000
wanted=$(bytes $exposure_register 8)
gevctl write --bytes "$cam" $exposure_register 40d3880000000000 >/dev/null
check_equal "what is read comes from the register" 20000000 "$(get exposure_time)"
put exposure_time=10000000
check_equal "an old value is written again" "$wanted" "$(bytes $exposure_register 8)"
gevctl write --bytes "$cam" $exposure_register 40d3880000000000 >/dev/null
put exposure_time_absolute=100
check_equal "by the standard control, too" "$wanted" "$(bytes $exposure_register 8)"

# The limit falls below a delay that the camera keeps all the same.
put timer_delay=900000
before=$(all_writes | wc -l)
put timer_duration=500000
check_equal "a limit moves, and writes nothing" $((before + 1)) "$(all_writes | wc -l)"
check_equal "it has shrunk" 500000 "$(maximum timer_delay)"
check_equal "the value is the camera's" 900000 "$(get timer_delay)"
put timer_duration=0
check_equal "and has grown again" 1000000 "$(maximum timer_delay)"

# One failure among three.
set_three() {
	"$progs/v4l2/set" 1 "$gain=$1" "$black_level=$2" "$gamma=$3"
}

set_three 0 0 1000000 >/dev/null
gain_before=$(bytes $gain_register 4)
gamma_before=$(bytes $gamma_register 4)
fault "nack=0x8003:$black_level_register"
line=$(set_three 6000000 1000000 2000000)
fault clear
check_equal "the second one of three is named" 1 "$(value index "$line")"
check "the first one stays set" test "$gain_before" != "$(bytes $gain_register 4)"
check_equal "the third one is not set" "$gamma_before" "$(bytes $gamma_register 4)"

# Nothing is written when one of the values is known to be none.
before=$(all_writes | wc -l)
line=$("$progs/v4l2/set" 1 "$gain=0" "$timer_source=99")
check_equal "an impossible value is found first: as many as there are" 2 "$(value index "$line")"
check_equal "and nothing is written" "$before" "$(all_writes | wc -l)"

# Two applications set three controls each, again and again: each of the calls
# is to be seen in one piece.
set_often() {
	"$progs/v4l2/set" "$(count 30 300)" "$gain=$1" "$black_level=$1" "$gamma=$1"
}

set_by_two() {
	local pid

	set_often 1000000 &
	pid=$!
	set_often 2000000 && wait "$pid"
}

from=$(all_writes | wc -l)
check "two applications set three controls each" set_by_two
pieces=$(all_writes | tail -n +$((from + 1)) | paste - - - | sort | uniq -c)
check_equal "no call was cut in two" 2 "$(wc -l <<<"$pieces")" || note "$pieces"

# Controls for single entries of selectors. Of the timers the selector is an
# index: nobody tells the camera. Counters are in banks.
selector_writes() {
	sim_events write | jq -r .name | grep -c "^$1\$"
}

put timer_selector=0
before=$(selector_writes TimerSelector)
put timer_delay_timer2=222
put timer_delay_timer1=111
check_equal "each timer has its own" "0000006f 000000de" \
	"$(bytes $timer_delay_register 4) $(bytes 0x106a4 4)"
check_equal "as its control says" "111 222" "$(get timer_delay_timer1) $(get timer_delay_timer2)"
check_equal "the selected one has changed, too" 111 "$(get timer_delay)"
check_equal "the selector was not written" "$before" "$(selector_writes TimerSelector)"

put counter_selector=0
before=$(selector_writes CounterSelector)
put counter_duration_counter2=22
put counter_duration_counter1=11
check_equal "each counter has its own" "11 22" \
	"$(get counter_duration_counter1) $(get counter_duration_counter2)"
check_equal "the selector was written for one of them, and back" $((before + 4)) \
	"$(selector_writes CounterSelector)"
fault "nack=0x8003:$counter_register@0"
check "an access in between fails" fails put counter_duration_counter2=33
fault clear
check_equal "the selector is put back" 00000000 "$(bytes $counter_selector_register 4)"
check_equal "and nothing else has happened" "11 22" \
	"$(get counter_duration_counter1) $(get counter_duration_counter2)"

# The temperature is polled every second, as long as somebody has the node open.
# READREG of its register, in 6 s.
polls() {
	timeout 6 tcpdump -i any -nl \
		"udp dst port 3956 and udp[10:2] = 0x80 and udp[16:4] = $temperature_register" \
		2>/dev/null | grep -c UDP
}

closed=$(polls)
exec {open}<"$node"
opened=$(polls)
exec {open}<&-
closed_again=$(polls)
note "polls in 6 s: $closed, while open $opened, closed again $closed_again"
check_equal "no polling while the node is closed" "0 0" "$closed $closed_again"
check "polling while it is open" test "$opened" -ge 3 -a "$opened" -le 20

# The register of a control is not there, another one holds a value that no entry
# has, and the limits of a third one are upside down.
disagrees() {
	fault "nack=0x8003:$gain_register@0"
	gevctl write "$cam" $timer_source_register 77 >/dev/null
	gevctl write "$cam" $timer_duration_register 2000000 >/dev/null
}

others_read() {
	local name

	for name in exposure_time gamma_exact timer_delay timer_selector test_pattern; do
		get "$name" | grep -q . || return
	done
}

lines=$(dmesg | wc -l)
disagrees
failed=0
for name in gain_exact gain timer_trigger_source; do
	v4l2-ctl -d "$node" --get-ctrl="$name" 2>&1 | grep -qi 'input/output error' &&
		failed=$((failed + 1))
done
check_equal "what cannot be is an error" 3 "$failed"
check "all others are read" others_read
check "a stream" good_capture 20
check "the log is quiet" test "$(dmesg | wc -l)" -le $((lines + 4)) || note "$(dmesg | tail)"
fault clear
finish
