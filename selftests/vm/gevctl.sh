#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Every command of gevctl with two simulated cameras: what it does, its JSON,
# its exit status, and what it says about wrong words.

. "$(dirname "$(readlink -f "$0")")/../lib.sh"
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
. "$(dirname "$(readlink -f "$0")")/../gevctl.sh"

require gevctl gevsim jq python3
require_root
plan 70
work=$(mktemp -d)
at_exit rm -rf "$work"
export XDG_CACHE_HOME=$work/cache

listed() {
	gevctl --json list | jq -e ".cameras | $1" >/dev/null
}

network_start
ip address add 192.0.2.2/24 dev "$interface"

check "no driver" status 5 "modprobe gev_rdma" list
modprobe gev_rdma heartbeat_ms=10000 || bail "the driver cannot be loaded"
at_exit camera_stop
check "no camera" json '.cameras == []' list
check "no camera by name" status 3 "interface add" show gev0
check "no interface" json '.interfaces == []' interface list
check "unknown interface" status 1 "nowhere0" interface add nowhere0

gevctl monitor --json >"$work/events" &
monitor=$!
at_exit kill "$monitor"
wait_for 10 test -e "/proc/$monitor"
sim_start --cameras 2
check "interface add" gevctl interface add "$interface"
check "interface add twice" status 1 "$interface" interface add "$interface"
check "two cameras" wait_for 30 listed 'length == 2'
check "interface list" json ".interfaces[0].interface == \"$interface\" and .interfaces[0].up" \
	interface list
check "discover" json '.cameras | length == 2' discover "$interface" --wait 100
wait_for 30 listed 'all(.map_key != null)'

serial=$(gevctl --json list | jq -r '.cameras[0].serial')
mac=$(gevctl --json list | jq -r '.cameras[0].mac')
first=$(gevctl --json list | jq -r '.cameras[0].name')
second=$(gevctl --json list | jq -r '.cameras[1].name')
ip=$(gevctl --json list | jq -r '.cameras[0].ip')

by_every_name() {
	local word

	for word in "$first" "$serial" "$mac" "${mac^^}" "$ip"; do
		[ "$(gevctl --json show "$word" | jq -r .name)" = "$first" ] || {
			echo "not by $word"
			return 1
		}
	done
}

check "a camera by each of its names" by_every_name
check "no such camera" status 3 "known: $first" show nobody
check "rename" gevctl rename "$first" twin
check "rename the other" gevctl rename "$second" twin
check "both names are known" wait_for 20 listed 'all(.user_name == "twin")'
check "a name of two cameras" status 6 "$second" show twin
check "a long name" status 2 "15 bytes" rename "$first" "sixteen letters."
check "no name again" gevctl rename "$second" ""

xml_agrees() {
	gevctl xml "$first" >"$work/a.xml" && gevctl xml "$first" -o "$work/b.xml" &&
		cmp "$work/a.xml" "$work/b.xml" &&
		gevctl --json xml "$first" | jq -j .xml | cmp - "$work/a.xml" &&
		python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$work/a.xml"
}

check "xml" xml_agrees

compiles() {
	local key

	key=$(gevctl --json map compile "$first" -o "$work/a.map" | jq -r .key)
	[ "$key" = "$(gevctl --json show "$first" | jq -r .map_key)" ] &&
		gevctl map compile "$work/a.xml" --for "$serial" -o "$work/b.map" &&
		cmp "$work/a.map" "$work/b.map"
}

for_nobody() {
	gevctl map compile "$work/a.xml" -o "$work/nobody.map" &&
		status 1 "refused" map install "$first" --file "$work/nobody.map"
}

check "map compile" compiles
check "map compile for nobody" for_nobody
check "map compile of nothing" status 1 "No such file" map compile "$work/absent.xml"
echo "<broken" >"$work/broken.xml"
check "map compile of a broken file" status 1 "broken.xml" map compile "$work/broken.xml"
check "map report" json '.features | length > 20 and all(.fate != null)' map report "$first"
check "map install of rubbish" status 1 "$first" map install "$first" --file "$work/a.xml"
check "map install" json '.from == "compiled" and .video != null' map install "$first"
check "map install, twin" json '.from == "compiled" and .video != null' map install "$second"
check "map install again" json '.from == "loaded before"' map install "$second"

# The first download of a description is shown on a terminal, and nowhere else.
shows_progress() {
	script -qec "gevctl map install --refresh $first" "$work/terminal" \
		</dev/null >/dev/null
	grep -q 'of [0-9]* bytes' "$work/terminal" &&
		! gevctl map install --refresh "$first" 2>&1 | grep 'of [0-9]* bytes'
}

check "progress of a download" shows_progress
check "a camera by its node" json ".name == \"$first\"" \
	show "/dev/$(gevctl --json show "$first" | jq -r .video)"

check "get" text 640 get "$first" Width
check "get as JSON" json '.value == 640 and .kind == "integer" and .max > 640 and .access == "rw"' \
	get "$first" Width
check "set" text "5000 us" set "$first" ExposureTime 5000
check "set an entry" text Mono12 set "$first" PixelFormat Mono12
check "execute" gevctl set "$first" TimestampLatch
check "set beyond the limits" status 1 "outside of" set "$first" Width -16
check "set of no entry" status 1 "none of Mono8" set "$first" PixelFormat Mono99
check "no such feature" status 1 "no feature 'Nothing'" get "$first" Nothing
check "features" json '[.. | .name?] | contains(["ImageFormatControl", "Width"])' \
	features "$first" --values

check "read" json '.value == 131074 and .data == "00020002"' read "$first" 0
check "read of no register" status 1 "refuses" read "$first" 0xfffffffc
check "write" gevctl write "$first" 0x0938 4000
check "what was written" text 0x00000fa0 read "$first" 0x0938
check "write of bytes" gevctl write "$first" 0xe8 --bytes 62656e6368000000
check "bytes that were written" json '.data == "62656e6368000000"' read "$first" 0xe8 8
check "no address" status 2 "no address" read "$first" here

check "persistent address" \
	json '.enabled == "persistent,lla" and .persistent_ip == "192.0.2.77"' \
	ip "$first" --persistent 192.0.2.77 255.255.255.0 192.0.2.254
check "DHCP" json '.enabled == "dhcp,lla"' ip "$first" --dhcp
check "link-local address" json '.enabled == "lla"' ip "$first" --lla
check "no mask" status 2 "no network mask" ip "$first" --persistent 192.0.2.77 255.0.255.0
check "force-ip of nobody" status 2 "no MAC" force-ip "$interface" me 192.0.2.9 255.255.255.0

forced() {
	ip address add 192.0.2.9/24 dev "$interface"
	wait_for 20 free "$second" &&
		gevctl force-ip "$interface" "$(gevctl --json show "$second" | jq -r .mac)" \
			192.0.2.9 255.255.255.0 &&
		gevctl discover "$interface" && wait_for 20 listed '.[1].ip == "192.0.2.9"'
}

free() {
	[ "$(gevctl --json show "$1" | jq -r .control)" != ours ]
}

check "force-ip" forced
check "transport" json '.transport_wanted == "udp"' transport "$first" udp
check "transport, shown" text "wanted: udp, in use: none" transport "$first"
check "no transport" status 2 "none of auto, rdma, udp" transport "$first" pigeon
check "stats" json '.statistics | length > 5 and all(type == "number")' stats "$first"

watches() {
	gevctl --json stats "$first" --watch --interval 0.1 | head -n 3 >"$work/watch"
	jq -es 'length == 3 and all(.statistics.frames == 0)' "$work/watch"
}

check "stats --watch" watches

lesser_user() {
	setpriv --reuid 65534 --clear-groups --bounding-set -all gevctl list &&
		setpriv --reuid 65534 --clear-groups --bounding-set -all gevctl stats "$first" &&
		setpriv --reuid 65534 --clear-groups --bounding-set -all gevctl show "$first" &&
		unprivileged get "$first" Width && unprivileged interface del "$interface"
}

check "without rights" lesser_user
check "forget a camera that is there" status 8 "$first" forget "$first"

every_help() {
	local command

	gevctl --json help | jq -r '.commands[].name' >"$work/commands"
	[ "$(wc -l <"$work/commands")" -gt 20 ] || return 1
	while read -r command; do
		# shellcheck disable=SC2086 # two words
		gevctl help $command | grep -q "usage: gevctl $command" || {
			echo "no help for $command"
			return 1
		}
	done <"$work/commands"
}

check "help" every_help
check "half a command" status 2 "'map install'" map
check "no such command" status 2 "no command" frobnicate

from_the_cache() {
	gevctl interface del "$interface" && gevctl interface add "$interface" &&
		wait_for 30 listed 'length == 2 and all(.map_key != null)' &&
		json '.from == "cache" and .video != null' map install "$serial"
}

check "map install from the cache" from_the_cache
first=$(gevctl --json show "$serial" | jq -r .name)

sim_stop
check "a camera that went is away" wait_for 60 listed 'all(.state == "away")'
check "read from one that is away" status 7 "away" read "$first" 0
check "forget" gevctl forget "$first"
check "only the other is left" wait_for 10 listed 'length == 1'
check "interface del" gevctl interface del "$interface"
check "its camera went" listed 'length == 0'

told() {
	local event

	for event in interface-add camera-add camera-change camera-remove interface-remove; do
		jq -es --arg event "$event" 'any(.event == $event)' "$work/events" >/dev/null || {
			echo "no $event"
			cat "$work/events"
			return 1
		}
	done
	jq -es 'all(.time > 0 and (has("camera") or has("interface")))' "$work/events"
}

check "monitor" wait_for 10 told
finish
