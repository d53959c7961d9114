#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The machine of cases_reboot.sh that is restarted while it streams.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

interface=eth0

frames_come() {
	[ "$(stat frames)" -gt 5 ]
}

"$top/tools/vm/net-setup" link
"$top/tools/vm/barrier" camera
# Longer than the test: no heartbeat's end is mistaken for its success.
modprobe gev_rdma interfaces="$interface" heartbeat_ms=60000
node_start
"$progs/capture" --frames=1000000 "$node" &
wait_for 20 frames_come || exit
"$top/tools/vm/barrier" streaming
# The other machine looks whether control is held.
sleep 2
"$top/tools/vm/reboot"
