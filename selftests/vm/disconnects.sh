#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A camera that disconnects every seventh frame: buffers are queued at every
# moment of a connection's end and beginning, on both processors.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require gevctl gevsim jq
plan 3
wanted_transport=rdma
camera_start --fps 80 --width 160 --height 120

frames=$(count 300 2000)
fault disconnect@/7 || bail "no fault"
line=$(capture --frames="$frames" --buffers=2 --timeout=8000)
note "$line; reconnects $(stat reconnects)"
fault clear || bail "the fault stays"
check_equal "every frame that came is right" "$frames 0 0" \
	"$(value frames "$line") $(value wrong "$line") $(value damaged "$line")"
check "it was connected again each time" test "$(stat reconnects)" -ge $((frames / 8))
check "all is well after it" good_capture 20
finish
