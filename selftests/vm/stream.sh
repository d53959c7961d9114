#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Frames in each pixel format and of odd sizes, through v4l2-ctl into a file:
# every byte right, no gap.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

formats='GREY Y10 Y12 Y16 RGGB BA12 RGB3 BGR3 YUYV'
# FOURCC as v4l2-ctl prints and takes it; Y10, Y12 and Y16 end with a space.
sizes='1x1 17x3 719x2 2047x1023 2048x2047'

require v4l2-ctl gevctl gevsim jq
plan 14
wanted_transport=rdma
camera_start --fps 0

# picture FOURCC WIDTH HEIGHT FRAMES
picture() {
	local fourcc file=/tmp/stream.raw seen

	fourcc=$(printf '%-4s' "$1")
	v4l2-ctl -d "$node" --set-fmt-video="width=$2,height=$3,pixelformat=$fourcc" || return
	seen=$(v4l2-ctl -d "$node" --get-fmt-video | tr -d ' ')
	grep -q "Width/Height:$2/$3" <<<"$seen" || {
		echo "asked for $2x$3: $seen"
		return 1
	}
	v4l2-ctl -d "$node" --verbose --stream-mmap=4 --stream-count="$4" --stream-to="$file" \
		>/tmp/stream.log 2>&1 || { cat /tmp/stream.log; return 1; }
	if grep -q 'dropped\|error' /tmp/stream.log; then
		cat /tmp/stream.log
		return 1
	fi
	"$progs/ramp_check" "$fourcc" "$2" "$3" "$4" <"$file"
}

for format in $formats; do
	check "$format 640x480" picture "$format" 640 480 "$(count 20 1000)"
done
for size in $sizes; do
	check "GREY $size" picture GREY "${size%x*}" "${size#*x}" 20
done
finish
