#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Frames by UDP: packets of all sizes and layouts, bad ways from the camera,
# cameras that have trouble, cameras that lie, and a storm on the stream's port.
# A frame that is handed out whole has each byte right, whatever happens; what is
# not whole is flagged and counted by its cause.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvsp.sh
. "$(dirname "$(readlink -f "$0")")/../gvsp.sh"

require gevctl gevsim jq ip tc v4l2-ctl "$progs/gvsp_storm"
require_root

reg_scps=0xd04 reg_sccfg=0xd24 reg_ids=0x960
frames=$(count 30 2000)		# of a stream without trouble
bad_frames=$(count 100 3000)	# of one over a bad way

# What the camera does to one of 40 frames, and refuses to send again: fault |
# counter that grows | frames that are lost, a range. 160x120 has 14 packets of
# payload; packet 15 is the trailer.
refused_faults='
drop=3@10			| missing	| 3
id-zero@10			| missing	| 1
id-repeat@10			| late		| 1
id-jump=1000@10			| missing	| 1000
no-leader@10			| no_leader	| 1
no-trailer@10			| no_trailer	| 1
packet-drop=5@10		| incomplete	| 1
packet-swap=3@1-		| frames	| 0
packet-twice=4@1-		| duplicates	| 0
packet-short=8@10		| oversized	| 1
packet-short=8:3@10		| bad_size	| 1
packet-short=1464:3@10		| malformed	| 1
packet-short=1470:3@10		| malformed	| 1
packet-short=30:0@10		| no_leader	| 1
packet-short=6:15@10		| no_trailer	| 1
packet-long=200:0@10		| frames	| 0
packet-status@10		| bad_status	| 1
packet-block@10			| stray		| 1
packet-block=0@10		| incomplete	| 1
packet-id@10			| malformed	| 1
packet-id=3@10			| duplicates	| 1
packet-format@10		| malformed	| 1
packet-format=3:0@10		| no_leader	| 1
packet-format=1:1@10		| malformed	| 1
packet-extended=1:14@10		| stray		| 1
geometry=160x60@10		| bad_geometry	| 1
geometry=60x160@10		| bad_geometry	| 1
geometry=320x240@10		| bad_geometry	| 1
leader-x=320@10			| bad_geometry	| 1
leader-pad-x@10			| bad_geometry	| 1
leader-pad-y=100@10		| frames	| 0
leader-pfnc@10			| bad_format	| 1
leader-type@10			| bad_format	| 1
payload-type=2@10		| bad_format	| 1
payload-type=3@10		| bad_format	| 1
payload-type=6@10		| bad_format	| 1
payload-type=7@10		| bad_format	| 1
payload-type=8@10		| malformed	| 1
payload-type=9@10		| frames	| 0
payload-type=10@10		| frames	| 0
payload-type=11@10		| frames	| 0
payload-type=0x8001@10		| bad_format	| 1
short=1000@10			| bad_size	| 1
long=3000@10			| frames	| 0
long=65536@10			| frames	| 0
'

# Likewise, and it sends again what is asked for.
repaired_faults='
no-leader@10			| resent	| 0
no-trailer@10			| resent	| 0
packet-drop=5@10		| resent	| 0
packet-short=1470:3@10		| resent	| 0
packet-block@10			| resent	| 0
packet-extended=1:14@10		| resent	| 0
no-trailer@1-			| resent	| 0
packet-rate=50@1-		| resent	| 0
'

# Cameras of users that a stream has to be whole from, by their states.
odd_cameras='
case B22: no test packets, slow answers	| no-test-packet pending=300:0xd04
case C26: no test packets		| no-test-packet
case C27: sizes that are rounded	| scps-step=16
case C27: sizes that are capped		| scps-max=1024
case E44: padding behind the image	| padding=312
case E44: padding that the leader names	| padding=312:1
case E50: a tick frequency of 0		| tick-frequency=0
case E50: a tick frequency of 125 MHz	| tick-frequency=125000000
case E50: a clock that is put back	| clock-back=1000@10
'

rows() {
	grep '|' <<<"$1" | sed 's/[[:space:]]*|[[:space:]]*/|/g'
}

nr_rows() {
	rows "$1" | wc -l
}

# But for what a slow rig says about itself.
log_lines() {
	dmesg | grep -vc hrtimer
}

register() {
	gevctl write "$cam" "$1" "$2" >/dev/null
}

# within RANGE NUMBER
within() {
	[ "$2" -ge "${1%-*}" ] && [ "$2" -le "${1#*-}" ]
}

# Frames that did not come, or not whole, but for those that a busy machine had no
# buffers for.
lost() {
	echo $(($(value missing "$1") + $(value damaged "$1") - $(grown no_buffer)))
}

# whole [CAPTURE OPTION]...: all frames are.
whole() {
	local line

	look before
	line=$(capture --frames="$frames" --buffers=16 "$@")
	look after
	echo "$line; $(changes)"
	[ "$(value errno "$line")" -eq 0 ] && [ "$(value wrong "$line")" -eq 0 ] &&
		[ "$(value frames "$line")" -eq "$frames" ] && [ "$(lost "$line")" -eq 0 ]
}

# one_fault COUNTER LOST FAULT...: of 40 frames, with these faults and no others.
one_fault() {
	local line counter=$1 range=$2

	shift 2
	gvsp_fault clear "$@" || return
	look before
	line=$(capture --frames=40 --buffers=16 --timeout=8000) || { echo "$line"; return 1; }
	look after
	echo "$line; $(changes)"
	[ "$(grown "$counter")" -gt 0 ] && within "$range" "$(lost "$line")" &&
		[ "$(value wrong "$line")" -eq 0 ]
}

# layout SCCFG [ID CONFIGURATION]: one that somebody has switched on.
layout() {
	register "$reg_sccfg" "$1" && register "$reg_ids" "${2-0}" && whole
}

test_layouts() {
	local mtu

	for mtu in 9000 1500; do
		gvsp_mtu "$mtu"
		check "standard ids, MTU $mtu" layout 0
		check_equal "by packets of this size" "$mtu" $(($(gvsp_register "$reg_scps") & 0xffff))
		check "extended ids, MTU $mtu" layout 0 0x40000000
	done
	check "chunks behind the image" layout 1
	check "chunks behind the image, extended ids" layout 1 0x40000000
	check "image and chunks as parts" layout 0x41
	check "image and chunks as parts, extended ids" layout 0x41 0x40000000
	check "GenDC" layout 0x80
	check "GenDC, extended ids" layout 0x80 0x40000000
	gvsp_fault chunk-pad
	check "case E49: chunks that are not aligned" layout 1
	gvsp_fault clear chunk-length@1-
	check "case E49: chunks longer than the payload" layout 1
	gvsp_fault clear
	v4l2-ctl -d "$node" --set-fmt-video=width=40,height=30
	check "all-in packets" layout 4
	check "all-in packets, extended ids" layout 4 0x40000000
	v4l2-ctl -d "$node" --set-fmt-video=width=160,height=120
	register "$reg_sccfg" 0
	register "$reg_ids" 0
}

# bad_way WHOLE NETEM...: at least so many of a hundred frames are whole, and all
# are accounted for, but for those that were under way at the end.
bad_way() {
	local least=$1 line sent seen

	shift
	look before
	gvsp_netem "$@" || return
	line=$(capture --frames="$bad_frames" --buffers=16)
	gvsp_netem
	sent=$(gvsp_frames sent)
	look after
	seen=$(($(grown frames) + $(grown damaged) + $(grown missing)))
	echo "$line; sent $sent, counted $seen"
	note "$*: $line; $(changes)" >&"$test_results"
	[ "$(value wrong "$line")" -eq 0 ] && [ "$(value errno "$line")" -eq 0 ] &&
		[ $((100 * $(value frames "$line"))) -ge $((least * bad_frames)) ] &&
		[ "$seen" -le "$sent" ] && [ "$seen" -ge $((sent - 16)) ]
}

test_bad_ways() {
	check "0.1 % lost" bad_way 100 loss 0.1%
	check "1 % lost" bad_way 100 loss 1%
	check "5 % lost" bad_way 95 loss 5%
	check "25 % out of order" bad_way 100 delay 5ms reorder 25%
	check "5 % doubled" bad_way 100 duplicate 5%
	check "delayed by 2 to 8 ms" bad_way 100 delay 5ms 3ms
}

# Most is lost, and nothing is there any more: of a frame is asked a few times,
# until the answers come.
refuses_all() {
	local line lines

	lines=$(log_lines)
	look before
	gvsp_fault clear packet-rate=600@1- no-resend || return
	line=$(capture --frames=40 --buffers=8)
	look after
	echo "$line; $(changes)"
	[ "$(value damaged "$line")" -ge 38 ] && [ "$(value wrong "$line")" -eq 0 ] &&
		[ "$(grown resend_requests)" -le 200 ] &&
		[ "$(log_lines)" -eq "$lines" ]
}

asks_nothing() {
	one_fault incomplete 1 resend-absent packet-drop=5@10 &&
		[ "$(grown resend_requests)" -eq 0 ]
}

test_resend() {
	local name counter lost

	while IFS='|' read -r name counter lost; do
		check "repaired: $name" one_fault "$counter" "$lost" "$name"
	done < <(rows "$repaired_faults")
	# What is sent again is lost as often. On a slow rig the frames behind leave
	# too little time for the third or fourth attempt.
	check "repaired: what is lost again" \
		one_fault resend_requests 0-4 resend-spoilt packet-rate=100@1-
	check "resend that is not answered" \
		one_fault incomplete 1 resend-silent packet-drop=5@10
	check "resend that is not offered" asks_nothing
	check "case D29: most is lost, resend refused" refuses_all
}

test_faults() {
	local name counter lost

	while IFS='|' read -r name counter lost; do
		check "$name" one_fault "$counter" "$lost" no-resend "$name"
	done < <(rows "$refused_faults")
	# Larger than the others, but not than the link takes
	check "packet-long=8:3@10" one_fault oversized 1 no-resend scps-max=1024 packet-long=8:3@10
	check "case D37: data overrun, trailer" one_fault bad_status 1 overrun@10
	check "case D37: data overrun, leader" one_fault bad_status 1 packet-status=0x800d:0@10
	check "case D42: no size, leader" one_fault bad_geometry 1 geometry=0x0@10
	check "case D42: no size, trailer" one_fault frames 0 trailer-y@10
	gvsp_fault clear
	check "case D38: a good stream after all of them" whole
}

# ids FIRST: ids that end soon and begin again.
ids() {
	gvsp_fault "first-block=$1" && whole --first="$1"
	set -- $?
	gvsp_fault clear
	return "$1"
}

# The ids of a camera that begins anew: of most frames nothing is missing.
begins_anew() {
	local line

	look before
	gvsp_fault id-restart@100 || return
	line=$(capture --frames=150 --buffers=16 --any-block) || { echo "$line"; return 1; }
	look after
	gvsp_fault clear
	echo "$line; $(changes)"
	[ "$(grown restarts)" -eq 1 ] && [ "$(lost "$line")" -le 2 ]
}

test_ids() {
	check "ids of 16 bits end" ids 65530
	register "$reg_ids" 0x40000000
	check "ids of 64 bits end" ids 0xfffffffffffffff8
	register "$reg_ids" 0
	check "ids that begin anew" begins_anew
}

# No packet is larger than the link takes, and none comes in pieces.
fragments_nothing() {
	gvsp_fault fragments
	whole || return
	gvsp_register "$reg_scps"
	[ $(($(gvsp_register "$reg_scps") & 0xffff)) -le 1500 ]
}

# A narrow piece of the way makes fragments of what may be fragmented.
fragments_all() {
	gvsp_fault fragments no-test-packet
	gvsp_there ip route change 192.0.2.0/24 dev camera src "$camera" mtu 800
	whole
	set -- $?
	gvsp_there ip route change 192.0.2.0/24 dev camera src "$camera"
	[ "$1" -eq 0 ] && [ "$(grown fragmented)" -gt 0 ]
}

# Said once, and lowered before the start.
stale_size() {
	local said

	said=$(dmesg | grep -c "packet size was 9000 bytes")
	gvsp_fault scps-initial=9000 reboot=1000
	wait_for 30 scps_is 9000 || return
	wait_for 30 whole || return
	gvsp_fault clear
	[ $(($(dmesg | grep -c "packet size was 9000 bytes") - said)) -eq 1 ] &&
		[ $(($(gvsp_register "$reg_scps") & 0xffff)) -eq 1500 ]
}

scps_is() {
	[ "$(gvsp_register "$reg_scps")" -eq "$1" ]
}

# A size that reads as nonsense is refused with a reason: EMSGSIZE.
senseless_size() {
	local line

	gvsp_fault scps-reads=0xffff
	line=$(capture --frames=1)
	gvsp_fault clear
	echo "$line"
	[ "$(value errno "$line")" -eq 90 ] && whole
}

test_cameras() {
	local name states words

	gvsp_there ip address add 192.0.2.77/24 dev camera
	while IFS='|' read -r name states; do
		read -ra words <<<"$states"
		gvsp_fault "${words[@]}"
		check "$name" whole
		gvsp_fault clear
	done < <(rows "$odd_cameras")
	check "case C25: a camera that fragments, at this MTU" fragments_nothing
	gvsp_fault clear
	check "case C25: a way that fragments" fragments_all
	gvsp_fault clear
	check "case C27: a size that reads as nonsense" senseless_size
	check "case C27: a stale size is lowered" stale_size
}

# A size that is asked for is the one that the camera gets.
sized() {
	gevctl stream "$cam" packet-size="$1" && whole &&
		[ $(($(gvsp_register "$reg_scps") & 0xffff)) -eq "$1" ]
}

frames_per_second() {
	v4l2-ctl -d "$node" --set-parm="$1" >/dev/null
}

# A tenth of the frames of before.
rarely() {
	local frames=10

	frames_per_second 8
	whole
	set -- $?
	frames_per_second 80
	return "$1"
}

# Other traffic to this host, by other ports.
beside_load() {
	local load

	gvsp_there "$progs/gvsp_storm" --source=192.0.2.77 --seconds=60 --rate=3000 \
		"$address" 9 >/dev/null &
	load=$!
	whole
	set -- $?
	kill "$load"
	wait "$load" 2>/dev/null
	return "$1"
}

# With frames that lack something kept from the application, their ids are missing.
dropped() {
	local line

	v4l2-ctl -d "$node" --set-ctrl=drop_damaged_frames=1
	gvsp_fault clear no-resend packet-drop=5@10-12
	look before
	line=$(capture --frames=40 --buffers=16)
	look after
	v4l2-ctl -d "$node" --set-ctrl=drop_damaged_frames=0
	gvsp_fault clear
	echo "$line; $(changes)"
	[ "$(grown dropped)" -eq 3 ] && [ "$(value missing "$line")" -eq 3 ] &&
		[ "$(value damaged "$line")" -eq 0 ] && [ "$(value wrong "$line")" -eq 0 ]
}

# A delay of seconds, in ticks of a clock that cannot be: no packet comes, and all
# is well afterwards.
delay_beyond() {
	gvsp_fault tick-frequency=0xffffffffffffffff
	gevctl stream "$cam" delay=2000000000
	capture --frames=1 --timeout=500
	gvsp_fault clear
	gevctl stream "$cam" delay=0
	whole
	set -- $?
	gevctl stream "$cam" delay=keep
	return "$1"
}

test_uses() {
	local size

	for size in 576 1000 1400; do
		check "case C23: packets of $size bytes" sized "$size"
	done
	gevctl stream "$cam" packet-size=auto
	check "case D31: a frame now and then" rarely
	check "case D35: other load on this host" beside_load
	check "case D40: a buffer that is kept" whole --hold-at=3
	check "damaged frames are dropped on request" dropped
	check "a delay by a clock that cannot be" delay_beyond
}

# storm FROM [OPTION]...: while frames come. Sets $line.
storm() {
	local pid port file from=$1

	shift
	file=$(mktemp)
	"$progs/capture" --frames=1000000 --buffers=16 --timeout=8000 --any-block "$node" \
		>"$file" 2>&1 &
	pid=$!
	wait_for 20 channel_open
	port=$(($(gvsp_register 0xd00) & 0xffff))
	gvsp_there "$progs/gvsp_storm" --source="$from" --seconds="$(count 3 100)" --rate=3000 \
		"$@" "$address" "$port"
	sleep 1
	kill "$pid"
	wait "$pid"
	line=$(cat "$file")
	echo "$line"
}

channel_open() {
	[ "$(gvsp_register 0xd00)" -ne 0 ]
}

# From somebody else: no frame suffers.
storm_foreign() {
	look before
	storm 192.0.2.77
	look after
	changes
	[ "$(grown foreign)" -gt 0 ] &&
		[ "$(value wrong "$line")" -eq 0 ] && [ "$(lost "$line")" -eq 0 ]
}

# From the camera's address, of blocks that are far away: whole or flagged, though
# the ids seem to begin anew.
storm_camera() {
	storm "$camera" --first-block=20000 --last-block=30000
	[ "$(value wrong "$line")" -eq 0 ] && [ "$(value frames "$line")" -gt 0 ]
}

# Of blocks that are under way, forged: no bytes can be trusted, but the kernel.
storm_forged() {
	storm "$camera" --first-block=1 --last-block=400
	[ -n "$(value frames "$line")" ]
}

test_storms() {
	local lines

	lines=$(log_lines)
	check "a storm from somebody else" storm_foreign
	check "a storm from the camera's address" storm_camera
	check "a good stream afterwards" whole
	check "a storm of forged packets" storm_forged
	check "a good stream afterwards" whole
	check_equal "and the log is silent" "$lines" "$(log_lines)" || note "$(dmesg | tail)"
}

plan $((16 + 6 + $(nr_rows "$repaired_faults") + 4 + $(nr_rows "$refused_faults") + 6 + 3 +
	$(nr_rows "$odd_cameras") + 4 + 8 + 6))
gvsp_camera_start 1500 --fps 80 --width 160 --height 120
gevctl transport "$cam" udp
test_layouts
test_bad_ways
test_resend
test_faults
test_ids
test_cameras
test_uses
test_storms
finish
