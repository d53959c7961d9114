#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# gevsim against a GRS-1 host in user space: the contract without the driver.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require gevsim
network_start
sim_start --fps 0
at_exit sim_stop
"$progs/gevsim_grs" "$address" "$@"
status=$?
[ "$status" -eq 0 ] || note "$(tail -n 40 "$sim_log")"
exit "$status"
