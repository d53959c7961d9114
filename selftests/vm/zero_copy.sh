#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Nothing is copied between the HCA and the application: every address that
# soft-RoCE copies received payload to lies inside a plane of the vb2 queue, and
# all bytes of all frames are among them.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

tracing=/sys/kernel/tracing
width=640
height=480
frames=20

require gevctl gevsim jq
[ -e "$tracing/kprobe_events" ] || skip_all "this kernel has no kprobe events"
plan 3
wanted_transport=rdma
camera_start --fps 0 --width "$width" --height "$height" --format Mono8

# copy: where to, how many bytes, direction (0: into the receiver's memory);
# plane: what vb2 allocated.
# shellcheck disable=SC2016 # $retval is the kernel's
echo 'p:gev/copy rxe_mr_copy to=%si:x64 bytes=%cx:u32 out=%r8:u32
r:gev/plane dma_alloc_attrs address=$retval:x64' >"$tracing/kprobe_events" ||
	bail "no kprobes on rxe_mr_copy and dma_alloc_attrs"
at_exit sh -c "echo 0 >$tracing/events/gev/enable; echo >$tracing/kprobe_events"
echo 65536 >"$tracing/buffer_size_kb"
echo 1 >"$tracing/events/gev/enable"

line=$(capture --frames="$frames")
note "$line"
check_equal "frames are good" "$frames" "$(value frames "$line")"
echo 0 >"$tracing/events/gev/enable"

# Descriptors and credits are far below one packet of payload.
summary=$(gawk --non-decimal-data -v size=$((width * height)) '
	match($0, /plane:.*address=0x([0-9a-f]+)/, m) { plane[m[1]] = 1 }
	match($0, /copy:.*to=0x([0-9a-f]+) bytes=([0-9]+) out=0/, m) && m[2] > 512 &&
	    m[1] ~ /^ffff/ { n++; to[n] = m[1]; bytes[n] = m[2] }
	# 64-bit addresses exceed a double: only their lower 48 bits matter here.
	function low(a) { return strtonum("0x" substr(a, 5)) }
	END {
		for (i = 1; i <= n; i++) {
			found = 0
			for (p in plane)
				if (low(to[i]) >= low(p) && low(to[i]) + bytes[i] <= low(p) + size)
					found = 1
			if (found)
				inside += bytes[i]
			else
				outside++
		}
		printf "copies=%d inside=%d outside=%d planes=%d\n", n, inside, outside, length(plane)
	}' "$tracing/trace")
note "$summary"
check_equal "no payload is copied to anywhere else" 0 "$(value outside "$summary")"
check "all payload was copied into the planes" \
	test "$(value inside "$summary")" -ge $((frames * width * height))
finish
