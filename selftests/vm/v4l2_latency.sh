#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The camera holds a register write up for 8 s by PENDING_ACK: a stream of 30
# frames a second loses none, no poll or DQBUF waits more than 100 ms longer
# than before, and calls that need no camera are answered at once. What the
# machine makes a program wait that only sleeps, is not the driver's.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

gain=0x00f31001
gain_register=0x10300
ms=8000

require v4l2-ctl gevctl gevsim jq
plan 4
camera_start --fps 30
export GEV_NODE=$node
v4l2-ctl -d "$node" --set-fmt-video=width=64,height=48,pixelformat=GREY
fault "pending=$ms:$gain_register"

line=$("$progs/v4l2/latency" "$gain" 6000000 8) || bail "latency: $line"
note "$line"
set_ms=$(value set_ms "$line")
check "the control was held up" test "$set_ms" -ge "$ms" -a "$set_ms" -lt $((ms + 4000))
stall=$(value stall_ms "$line")
check "frames did not wait" test "$(value during_ms "$line")" -le \
	$(($(value before_ms "$line") + stall + 100))
check_equal "no frame was lost" 0 "$(value missing "$line")"
check "other calls did not wait" test "$(value call_ms "$line")" -le $((stall + 250))
finish
