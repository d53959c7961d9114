#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The camera's machine of link.sh: a simulated camera on eth0, and a hand that
# runs what the other machine asks for.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

interface=eth0
address=192.0.2.2

# The simulator's events stay with the results.
export TMPDIR=$GEV_RESULTS

"$top/tools/vm/net-setup" link
sim_start --fps 10 --width 256 --height 256
"$top/tools/vm/barrier" camera

n=1
while :; do
	if [ -e "$GEV_RESULTS/peer-$n" ]; then
		sh -c "$(cat "$GEV_RESULTS/peer-$n")" >"$GEV_RESULTS/peer-$n.out" 2>&1
		echo $? >"$GEV_RESULTS/peer-$n.status"
		n=$((n + 1))
	fi
	sleep 0.2
done
