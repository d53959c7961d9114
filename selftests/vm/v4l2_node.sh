#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The node as applications see it: formats, regions, rates, controls, and
# everything done wrong. The log stays silent whatever is asked of REQBUFS and
# CREATE_BUFS, and opening the node or looking at it writes nothing.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require v4l2-ctl gevctl gevsim jq
plan 7
camera_start --fps 10
export GEV_NODE=$node

# Names of the registers written so far but for the privilege and the heartbeat,
# and for a selector of banks: to read a bank it is written, and put back.
written() {
	jq -r 'select(.event == "write") | .name' "$sim_log" |
		grep -vx -e CCP -e HeartbeatTimeout -e GVCPConfiguration -e CounterSelector
}

log_lines() {
	dmesg | wc -l
}

before=$(written)
for look in --all --list-ctrls-menus --list-formats-ext --get-selection=target=crop; do
	v4l2-ctl -d "$node" "$look" >/dev/null
done
check_equal "looking writes nothing" "$before" "$(written)"
check_equal "bus_info names interface and MAC" \
	"platform:gev-$interface-$(tr -d : <"/sys/class/net/$interface/address")" \
	"$(v4l2-ctl -d "$node" --info | sed -n 's/.*Bus info *: //p')"

check "formats, regions, rates" "$progs/v4l2/formats"
check "controls" "$progs/v4l2/controls"
lines=$(log_lines)
check "everything wrong" "$progs/v4l2/abuse"
check_equal "and the log is silent" "$lines" "$(log_lines)" || note "$(dmesg | tail)"
# A rate that leaves rxe the time to send again what a busy machine has lost.
v4l2-ctl -d "$node" --set-parm=10 >/dev/null
check "a good stream afterwards" good_capture 20
finish
