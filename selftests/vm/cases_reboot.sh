#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The camera of a machine that is restarted in mid-stream (case B14): it gets
# its control back, and does not wait for the heartbeat's end. Needs the rig of
# two; cases_reboot_peer.sh is the other one.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvcp.sh
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"

interface=eth0

ended() {
	sim_events control | tail -n 1 | grep free
}

require gevsim jq
plan 3
"$top/tools/vm/net-setup" link || bail "no link"
sim_start --fps 10 --width 256 --height 256
at_exit sim_stop
"$top/tools/vm/barrier" camera || bail "the other machine does not come"
"$top/tools/vm/barrier" streaming 60 || bail "the other machine does not stream"
check "case B14: control is held before" test "$(sim_events control | tail -n 1 | jq -r .state)" = held
check "case B14: a restart ends it" wait_for 15 ended
check_equal "case B14: by giving it back" released "$(sim_events control | tail -n 1 | jq -r .reason)"
finish
