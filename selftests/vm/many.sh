#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Many cameras stream at once, every other one by UDP. No frame gets into
# another's buffer, nothing is lost that is not counted, control is kept, and
# memory stays.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvcp.sh
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"

require gevctl gevsim jq rdma ip
require_root
cameras=$(count 4 16)
seconds=$(count 20 1800)
fps=5
logs=$(mktemp -d)
at_exit rm -rf "$logs"
declare -A names nodes before after pids
plan $((5 + 3 * cameras))

# camera N: of the list, as JSON
camera() {
	gevctl list --json | jq -c --arg ip "192.0.2.$((1 + $1))" '.cameras[] | select(.ip == $ip)'
}

listed() {
	[ "$(gevctl list --json | jq '.cameras | length')" -eq "$cameras" ]
}

has_key() {
	camera "$1" | jq -e '.map_key // "" | length == 16' >/dev/null
}

has_node() {
	local video

	video=$(camera "$1" | jq -r '.video // empty')
	[ -n "$video" ] && [ -c "/dev/$video" ] && nodes[$1]=/dev/$video
}

# Even numbers have RDMA.
transport_of() {
	[ $(($1 % 2)) -eq 0 ] && echo rdma || echo udp
}

get_ready() {
	wait_for 60 has_key "$1" || return
	names[$1]=$(camera "$1" | jq -r .name)
	gevctl map install "${names[$1]}" >/dev/null && wait_for 30 has_node "$1" || return
	gevctl transport "${names[$1]}" "$(transport_of "$1")"
}

all_ready() {
	local i

	for ((i = 1; i < cameras; i++)); do
		ip address add "192.0.2.$((1 + i))/24" dev "$interface"
	done
	sim_start --cameras "$cameras" --fps "$fps" --width 160 --height 120
	at_exit camera_stop
	driver_start || return
	wait_for 60 listed || { gevctl list; return 1; }
	for ((i = 0; i < cameras; i++)); do
		get_ready "$i" || { echo "camera $i: $(camera "$i")"; return 1; }
	done
}

# numbers N: frames, damaged and missing, as the driver counts them
numbers() {
	gevctl stats "${names[$1]}" --json |
		jq -r '[.. | objects | select(has("damaged"))][0] | "\(.frames) \(.damaged) \(.missing)"'
}

start() {
	local i

	for ((i = 0; i < cameras; i++)); do
		before[$i]=$(numbers "$i")
		"$progs/capture" --frames=100000000 --buffers=8 --timeout=60000 --camera="$i" \
			"${nodes[$i]}" >"$logs/$i" 2>&1 &
		pids[$i]=$!
	done
}

streams() {
	local i

	for ((i = 0; i < cameras; i++)); do
		kill -0 "${pids[$i]}" || return
		[ "$(numbers "$i" | cut -d ' ' -f 1)" -gt $((2 + ${before[$i]%% *})) ] || return
	done
}

memory() {
	awk -v field="$1:" '$1 == field { print $2 }' /proc/meminfo
}

# A list is there at once, and says that all is well.
kept_control() {
	gevctl list --json | jq -e --argjson n "$cameras" \
		'[.cameras[] | select(.state == "ready" and .control == "ours")] | length == $n' \
		>/dev/null
}

goes_on() {
	local begin=$SECONDS

	while [ $((SECONDS - begin)) -lt "$seconds" ]; do
		if ! kept_control || ! streams; then
			echo "after $((SECONDS - begin)) s"
			gevctl list
			return 1
		fi
		sleep 2
	done
}

transports() {
	local i seen

	for ((i = 0; i < cameras; i++)); do
		seen=$(gevctl show "${names[$i]}" --json |
			jq -r '[.. | .transport_used? // empty][0]')
		echo "camera $i: $seen"
		[ "$seen" = "$(transport_of "$i")" ] || return
	done
}

# flat NAME BEFORE NOW MIB: has grown by so much at most. KASAN keeps freed memory.
flat() {
	local most=$((1024 * $4))

	[ "${GEV_KERNEL-}" != debug ] || most=$((6 * most))
	echo "$1: $2 -> $3 kB"
	[ $(($3 - $2)) -le "$most" ]
}

stop() {
	local i

	for ((i = 0; i < cameras; i++)); do
		kill "${pids[$i]}"
	done
	for ((i = 0; i < cameras; i++)); do
		wait "${pids[$i]}"
		after[$i]=$(numbers "$i")
	done
}

# All bytes are those of this camera.
right() {
	local line

	line=$(tail -n 1 "$logs/$1")
	echo "$line"
	[ "$(value errno "$line")" -eq 0 ] && [ "$(value wrong "$line")" -eq 0 ] &&
		[ "$(value backward "$line")" -eq 0 ] && [ "$(value frames "$line")" -gt 0 ]
}

# growth N: by how much its counters have grown
growth() {
	paste <(tr ' ' '\n' <<<"${before[$1]}") <(tr ' ' '\n' <<<"${after[$1]}") |
		awk '{ printf "%d ", $2 - $1 }'
}

# What the camera acquired is what the driver counts, whole, damaged or missing.
# At the end there may be more of it: 8 frames in the buffers of an application
# that takes no more, and those of the time in which the stream is ended.
accounted() {
	local acquired frames damaged missing counted

	acquired=$(jq -cR --argjson n "$1" \
		'fromjson? | select(.event == "stop" and .camera == $n) | .acquired' "$sim_log" |
		tail -n 1)
	read -r frames damaged missing < <(growth "$1")
	counted=$((frames + damaged + missing))
	echo "acquired $acquired, whole $frames, damaged $damaged, missing $missing"
	[ "$counted" -le "$acquired" ] && [ "$counted" -ge $((acquired - 8 - 4 * fps)) ]
}

# What the driver handed out is what the application got, but for the buffers that
# it had not taken yet.
handed_out() {
	local frames damaged missing line got

	line=$(tail -n 1 "$logs/$1")
	read -r frames damaged missing < <(growth "$1")
	got=$(($(value frames "$line") + $(value damaged "$line")))
	echo "whole $frames, damaged $damaged, missing $missing: $line"
	[ "$got" -le $((frames + damaged)) ] && [ "$got" -ge $((frames + damaged - 8)) ] &&
		[ "$(value missing "$line")" -le "$missing" ]
}

network_start
check "$cameras cameras" all_ready || bail "not all are there"
start
wait_for 60 streams
check "each by its transport" transports
free=$(memory MemAvailable) slab=$(memory Slab)
check "they stream for $seconds s, control is kept" goes_on
check "memory is not used up" flat "MemAvailable, negative" "-$free" "-$(memory MemAvailable)" 32
check "nor that of the kernel" flat Slab "$slab" "$(memory Slab)" 8
stop
for ((i = 0; i < cameras; i++)); do
	check "camera $i: every byte is its own" right "$i"
	check "camera $i: what was lost is counted" accounted "$i"
	check "camera $i: the application got the rest" handed_out "$i"
done
finish
