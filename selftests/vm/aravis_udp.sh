#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Frames of a camera that nobody here wrote: Aravis's fake one streams by UDP into
# /dev/videoN. It sends nothing again, its block ids begin far from 1 and soon go
# from 65535 to 1. What its frames have to be is what libaravis received of it.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"

require gevctl jq v4l2-ctl arv-tool-0.8 arv-fake-gv-camera-0.8 "$progs/aravis_receive"
require_root
plan 15
export XDG_CACHE_HOME=/tmp/gev-test-cache

far=gev-test-far
far_address=192.0.2.9
frames=$(count 300 10000)	# the ids wrap within 300 of them
size=128 rate=25
reference=$(mktemp)		# a line for each block id mod 255: CRC-32
fake=
line=
at_exit rm -f "$reference"

network() {
	ip link add "$interface" type veth peer name "$interface-peer" || bail "no veth here"
	at_exit ip link del "$interface"
	ip address add "$address/24" brd + dev "$interface"
	ip link set "$interface" up
	ip netns add "$far" || bail "no network namespaces here"
	at_exit ip netns del "$far"
	ip link set "$interface-peer" netns "$far"
	ip -n "$far" link set lo up
	ip -n "$far" address add "$far_address/24" brd + dev "$interface-peer"
	ip -n "$far" link set "$interface-peer" up
}

answers() {
	timeout 10 arv-tool-0.8 -a "$far_address" control Width="$size" Height="$size" \
		AcquisitionFrameRate="$rate" | grep -q "Height = $size"
}

# fake_start [OPTION]...: one that has sent nothing yet.
fake_start() {
	ip netns exec "$far" arv-fake-gv-camera-0.8 -i "$interface-peer" -s GV07 "$@" \
		>/dev/null 2>&1 &
	fake=$!
	wait_for 30 answers || bail "the fake camera does not answer"
}

fake_stop() {
	[ -n "$fake" ] || return 0
	kill "$fake"
	wait "$fake" 2>/dev/null
	fake=
}

# Its picture depends on the block id mod 255, which neither ends nor jumps when
# the ids go from 65535 to 1. All that libaravis saw of an id has to agree.
libaravis_receives() {
	local log

	log=$(mktemp)
	"$progs/aravis_receive" "$far_address" 400 1400 crc >"$log"
	tail -n 1 "$log"
	awk '$1 == "frame" {
		n = $2 % 255
		if (n in crc && crc[n] != $3)
			exit 1
		crc[n] = $3
	}
	END { for (n in crc) print n, crc[n] }' "$log" >"$reference"
	rm "$log"
	wc -l "$reference"
	[ "$(wc -l <"$reference")" -eq 255 ]
}

get_node() {
	wait_for 30 cam_listed && cam_listed && wait_for 20 map_wanted &&
		gevctl map install "$cam" && wait_for 20 node_there && node_there
}

# The driver's camera, anew: the last one may have had another fault.
camera_new() {
	fake_stop
	fake_start "$@"
	modprobe gev_rdma interfaces="$interface" heartbeat_ms=10000 && get_node &&
		v4l2-ctl -d "$node" --set-fmt-video="width=$size,height=$size"
}

# receives FRAMES: into $line what came, into $log the frames' sums.
receives() {
	log=$(mktemp)
	"$progs/capture" --frames="$1" --buffers=16 --no-check --crc "$node" >"$log"
	line=$(tail -n 1 "$log")
	echo "$line"
	[ "$(value errno "$line")" -eq 0 ] && [ "$(value backward "$line")" -eq 0 ]
}

# Each frame is the one that libaravis saw of that id: the id of sequence 0 is
# what fits the first frame, and all others follow from it.
same_frames() {
	awk 'NR == FNR { n[$2] = $1; crc[$1] = $2; next }
	$1 == "frame" {
		if (!seen++)
			first = n[$3] - $2 % 255 + 255
		if (crc[(first + $2) % 255] != $3) {
			print "sequence", $2, "is not the frame that libaravis saw"
			bad++
		}
	}
	END { exit !seen || bad }' "$reference" "$log"
}

reported() {
	[ $(($(value frames "$line") + $(value damaged "$line"))) -eq "$1" ]
}

# counters CAPTURED MISSING: those of frames agree with each other and with what
# the application saw, but for the frames that were under way at its end.
counters() {
	local damaged frames missing cause sum=0

	frames=$(stat frames) damaged=$(stat damaged) missing=$(stat missing)
	for cause in no_leader no_trailer incomplete bad_status bad_format bad_geometry bad_size; do
		sum=$((sum + $(stat "$cause")))
	done
	echo "$line; frames $frames damaged $damaged of known cause $sum missing $missing"
	[ "$damaged" -eq "$sum" ] && [ "$damaged" -ge "$(value damaged "$line")" ] &&
		[ "$frames" -ge "$(value frames "$line")" ] &&
		[ $((frames + damaged)) -le $(($(value frames "$line") +
			$(value damaged "$line") + 16)) ] &&
		[ "$missing" -ge "$(value missing "$line")" ] &&
		[ "$missing" -le $(($(value missing "$line") + 16)) ]
}

nothing_lost() {
	[ "$(value frames "$line")" -eq "$frames" ] && [ "$(value damaged "$line")" -eq 0 ] &&
		[ "$(value missing "$line")" -eq 0 ] && [ "$(stat lost_packets)" -eq 0 ] && return
	gevctl stats "$cam"
	return 1
}

# lossy PERMILLE: it loses packets by chance, and has nothing to send again. Of 14
# packets a frame has, so many are whole at least and at most, in percent.
lossy() {
	local least=$2 most=$3 percent

	modprobe -r gev_rdma
	camera_new --gvsp-lost-ratio="$1" || return
	receives "$frames" || return
	percent=$((100 * $(value frames "$line") / frames))
	echo "$percent % whole; $(stat lost_packets) packets lost"
	[ "$percent" -ge "$least" ] && [ "$percent" -le "$most" ] &&
		[ "$(stat lost_packets)" -gt 0 ]
}

asks_nothing() {
	[ "$(stat resend_requests)" -eq 0 ] && [ "$(stat resent)" -eq 0 ]
}

uses_udp() {
	gevctl show "$cam" --json | grep -q '"transport_used": *"udp"'
}

over_udp() {
	local pid

	"$progs/capture" --frames=1000000 --no-check "$node" >/dev/null 2>&1 &
	pid=$!
	wait_for 20 uses_udp
	set -- $?
	kill "$pid"
	wait "$pid"
	return "$1"
}

network
at_exit fake_stop
fake_start
check "libaravis receives" libaravis_receives || bail "nothing to compare with"
at_exit modprobe -r gev_rdma
check "a node" camera_new || bail "no node"
check "$frames frames" receives "$frames" || bail "no frames"
check "none is lost or damaged" nothing_lost
check "each is the one that libaravis saw" same_frames
check "the counters add up" counters
check "nothing is asked for again" asks_nothing
check "the stream is by UDP" over_udp
for permille in 10 50; do
	# By chance: 87 and 48 percent are expected of 14 packets
	check "$permille of 1000 packets lost" lossy $permille $((100 - permille * 2)) \
		$((100 - permille / 2))
	check "whole frames are those that libaravis saw" same_frames
	check "the counters add up" counters
done
check "nothing is asked for again" asks_nothing
finish
