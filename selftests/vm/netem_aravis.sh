#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# What libaravis makes of gevsim's packets on a bad way: the measure for the
# driver's own receiver, under the conditions of udp_stream.sh. How many frames
# are whole is said, not judged; each byte of those has to be right, and so
# many frames have to come, whole or damaged.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvsp.sh
. "$(dirname "$(readlink -f "$0")")/../gvsp.sh"

require gevsim ip tc "$progs/aravis_receive"
require_root
frames=$(count 100 5000)

# receives NAME NETEM...
receives() {
	local name=$1 line

	shift
	gvsp_netem "$@" || return
	line=$("$progs/aravis_receive" "$camera" "$frames" 1500 2>&1)
	gvsp_netem
	line="$line sent=$(gvsp_packets sent) again=$(gvsp_packets resent)"
	note "$name: $line" >&"$test_results"
	echo "$line"
	read -r whole damaged wrong < <(sed -n \
		's/.*whole \([0-9]*\) damaged \([0-9]*\) wrong \([0-9]*\) .*/\1 \2 \3/p' <<<"$line")
	[ "$wrong" -eq 0 ] && [ "$whole" -gt 0 ] && [ $((whole + damaged)) -eq "$frames" ]
}

plan 7
gvsp_network 1500
gvsp_sim_start --width 320 --height 240 --fps 50
at_exit sim_stop
check "a good way" receives "good"
check "0.1 % lost" receives "loss 0.1 %" loss 0.1%
check "1 % lost" receives "loss 1 %" loss 1%
check "5 % lost" receives "loss 5 %" loss 5%
check "25 % out of order" receives "reorder 25 %" delay 5ms reorder 25%
check "5 % doubled" receives "duplicate 5 %" duplicate 5%
check "delayed by 2 to 8 ms" receives "jitter" delay 5ms 3ms
finish
