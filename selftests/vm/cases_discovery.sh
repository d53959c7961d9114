#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Several interfaces, each with cameras of its own: what others have run into
# (Documentation/user-cases.rst, group A). No camera is on this host.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gvcp.sh
. "$(dirname "$(readlink -f "$0")")/../gvcp.sh"
# shellcheck source=selftests/hosts.sh
. "$(dirname "$(readlink -f "$0")")/../hosts.sh"

require gevctl gevsim ip jq v4l2-ctl
require_root

user_name=0xe8
# The way to everywhere, with nobody there.
lan=gev-lan
# Where the cameras are, and another such place.
cams=gev-cams
more=gev-more

plain=02:47:00:00:01:01
limited=02:47:00:00:01:02
directed=02:47:00:00:01:03
local1=02:47:00:00:01:04
local2=02:47:00:00:01:05
foreign=02:47:00:00:01:06
stacked=02:47:00:00:01:07

# Names a camera and reads the name: of this one, and no other.
renamed() {
	local cam

	cam=$(name_of "$1")
	gevctl write "$cam" "$user_name" "0x$2" >/dev/null &&
		[ "$(gevctl read --json "$cam" "$user_name" | jq -r .data)" = "$2" ]
}

reads_address() {
	gevctl read "$(name_of "$1")" 0x24 | grep -q "$2"
}

searched_again() {
	gevctl interface del "$1" >/dev/null && gevctl interface add "$1" >/dev/null
}

says() {
	about "$1" reason | grep -qF "$2"
}

dmesg_says() {
	dmesg | grep -cF "$1"
}

# case A1, with a camera that hears only the broadcast that no route leads anywhere
off_the_default_route() {
	modprobe gev_rdma interfaces="$lan,$cams" heartbeat_ms=10000 || return
	at_exit modprobe -r gev_rdma
	wait_for 20 state_is "$limited" found || return
	[ "$(listed "$limited")" -eq 1 ] && is_about "$limited" interface "$cams"
}

# case A4
one_broadcast_each() {
	wait_for 20 state_is "$directed" found && wait_for 20 state_is "$plain" found &&
		gevctl discover || return
	[ "$(listed "$limited")$(listed "$directed")$(listed "$plain")" = 111 ]
}

# case A2. The first route of two is taken by those who do not say which.
route_elsewhere() {
	ip address add 169.254.1.1/16 dev "$cams" metric 200
	ip route add 169.254.0.0/16 dev "$lan" metric 100
	host_camera "$cams" 169.254.3.4 "$local1"
	ip route get 169.254.3.4 | grep -q "dev $lan" || return
	comes_to "$local1" found || return
	reads_address "$local1" 0xa9fe0304 && renamed "$local1" 61626364
}

same_address() {
	ip address add 169.254.1.2/16 dev "$more" metric 300
	host_camera "$more" 169.254.3.4 "$local2"
	gevctl interface add "$more" && comes_to "$local2" found || return
	renamed "$local1" 31313131 && renamed "$local2" 32323232 &&
		renamed "$local1" 33333333 || return
	is_about "$local1" interface "$cams" && is_about "$local2" interface "$more"
}

# found_in_spite_of FILTER: the camera is listed, with the way to reach it.
found_in_spite_of() {
	sysctl -q "net.ipv4.conf.$more.rp_filter=$1"
	searched_again "$more"
	wait_for 20 state_is "$foreign" unreachable || return
	is_about "$foreign" video "" && is_about "$foreign" interface "$more"
}

# case A5
wrong_subnet() {
	host_camera "$more" 10.77.0.5 "$foreign"
	foreign_pid=$sim_pid
	found_in_spite_of 0 || return
	gevctl list | tee /dev/stderr |
		grep -qF "10.77.0.5 is in no network of $more: gevctl force-ip $more $foreign"
}

# Loose filtering drops what there is no route for at all.
loose_filter() {
	local status=0

	ip route del default
	found_in_spite_of 2 || status=1
	ip route add default via 198.51.100.2
	return "$status"
}

forced() {
	host_ip "$more" address add 203.0.113.60/24 dev eth0
	gevctl force-ip "$more" "$foreign" 203.0.113.60 255.255.255.0 || return
	comes_to "$foreign" found && reads_address "$foreign" 0xcb00713c
}

# case A7. Once in the log, however often it is looked.
asymmetric_route() {
	local text="rp_filter=1 on $more drops packets from 203.0.113.60"

	ip route add 203.0.113.60/32 dev "$lan"
	sysctl -q "net.ipv4.conf.$more.rp_filter=1"
	wait_for 20 state_is "$foreign" away && gevctl discover && says "$foreign" "$text" &&
		gevctl discover || return
	state_is "$foreign" away && [ "$(dmesg_says "$text")" -eq 1 ]
}

# It has never been anything but filtered.
asymmetric_from_the_start() {
	searched_again "$more"
	wait_for 20 says "$foreign" "rp_filter=1 on $more drops packets from 203.0.113.60" &&
		state_is "$foreign" unreachable
}

filter_loosened() {
	sysctl -q "net.ipv4.conf.$more.rp_filter=2"
	comes_to "$foreign" found && reads_address "$foreign" 0xcb00713c
}

node_of() {
	local video

	video=$(about "$1" video)
	[ -n "$video" ] && [ -c "/dev/$video" ] && node=/dev/$video
}

map_asked_for() {
	about "$1" map_key | grep -q .
}

node_for() {
	wait_for 20 map_asked_for "$1" && gevctl map install "$(name_of "$1")" >/dev/null &&
		wait_for 20 node_of "$1" && node_of "$1"
}

# A bridge over a VLAN over a bond over the link.
stack_up() {
	modprobe bonding max_bonds=0 && modprobe 8021q && modprobe bridge || return
	host_start gev-nic || return
	host_ip gev-nic link add link eth0 name vlan type vlan id 5
	host_ip gev-nic address add 192.168.5.60/24 dev vlan
	host_ip gev-nic link set vlan up
	ip link set gev-nic down
	ip link add gev-bond type bond mode active-backup miimon 100
	at_exit ip link del gev-bond
	ip link set gev-nic master gev-bond
	ip link set gev-bond up
	ip link add link gev-bond name gev-vlan type vlan id 5
	ip link add gevbr type bridge
	at_exit ip link del gevbr
	ip link set gev-vlan master gevbr
	ip link set gev-vlan up
	ip address add 192.168.5.1/24 dev gevbr
	ip link set gevbr up
}

# case A9. All of the stack is searched; one of it has the camera.
behind_a_stack() {
	local interface

	stack_up || return
	sim_log=$(mktemp)
	ip netns exec gev-nic gevsim --interface vlan --mac "$stacked" --transport udp \
		--json >"$sim_log" 2>&1 &
	at_exit kill $!
	for interface in gev-nic gev-bond gev-vlan gevbr; do
		gevctl interface add "$interface" || return
	done
	comes_to "$stacked" found && gevctl discover || return
	[ "$(listed "$stacked")" -eq 1 ] && is_about "$stacked" interface gevbr || return
	node_for "$stacked" || return
	v4l2-ctl -d "$node" --info | tee /dev/stderr | grep -q 'platform:gev-gevbr-024700000107'
}

# case A10: the interface is given to a container while its camera is in use.
into_a_namespace() {
	node_for "$foreign" || return
	exec {held}<"$node"
	ip netns add gev-box
	at_exit ip netns del gev-box
	ip link set "$more" netns gev-box
	wait_for 10 is_about "$foreign" state "" && wait_for 10 test ! -e "$node" || return
	[ "$(dmesg_says "$more is gone from here")" -eq 1 ] || return
	! gevctl interface list | grep "$more"
}

refused_there() {
	local message status=0

	message=$(ip netns exec gev-box gevctl interface add "$more" 2>&1) || status=$?
	echo "$status $message"
	[ "$status" -ne 0 ] && [[ $message == *"only the initial network namespace"* ]]
}

# The end of a namespace takes the interface along.
namespace_ends() {
	ip -n gev-box link set "$more" up
	ip netns del gev-box
	wait_for 10 host_gone || return
	exec {held}<&-
	reads_address "$plain" 0xc000023c
}

host_gone() {
	! host_ip "$more" link show eth0 2>/dev/null
}

# What was named when the module was loaded is waited for.
out_of_a_namespace() {
	kill "$foreign_pid"
	modprobe -r gev_rdma && modprobe gev_rdma interfaces="$cams,$more" || return
	ip netns add gev-box
	ip -n gev-box link add "$more" type veth peer name eth0 netns "$more" || return
	host_ip "$more" address add 203.0.113.60/24 dev eth0
	host_ip "$more" link set eth0 up
	wait_for 20 state_is "$plain" found || return
	! gevctl interface list | grep "$more" || return
	ip -n gev-box link set "$more" netns 1
	ip address add 203.0.113.1/24 dev "$more"
	ip link set "$more" up
	host_camera "$more" 203.0.113.60 "$foreign"
	comes_to "$foreign" found
}

plan 16
host_start "$lan" 198.51.100.2/24 || bail "no network"
host_start "$cams" 192.0.2.60/24 192.0.2.61/24 192.0.2.62/24 169.254.3.4/16
host_start "$more" 10.77.0.5/16 169.254.3.4/16
ip address add 198.51.100.1/24 dev "$lan"
ip address add 192.0.2.1/24 dev "$cams"
ip address add 203.0.113.1/24 dev "$more"
ip route add default via 198.51.100.2
host_camera "$cams" 192.0.2.60 "$plain"
host_camera "$cams" 192.0.2.61 "$limited" --fault no-directed
host_camera "$cams" 192.0.2.62 "$directed" --fault no-limited

check "case A1: a camera off the default route, once" off_the_default_route || bail "no camera"
check "case A4: cameras that hear one kind of broadcast, once each" one_broadcast_each
check "case A2: link-local, and the route is another interface's" route_elsewhere
check "the same address behind two interfaces" same_address
check "case A5: a wrong subnet is said, force-ip offered" wrong_subnet
check "case A5: and through strict reverse path filtering" found_in_spite_of 1
check "case A5: and through loose filtering without a route" loose_filter
check "case A5: force-ip makes it usable" forced
check "case A7: an asymmetric route under rp_filter=1 is said once" asymmetric_route
check "case A7: also of a camera that was never heard" asymmetric_from_the_start
check "case A7: it works without the filter" filter_loosened
if modprobe -q bonding max_bonds=0 && modprobe -q 8021q && modprobe -q bridge; then
	check "case A9: bridge, VLAN and bond: bus_info names what heard it" behind_a_stack
else
	skip "case A9: bridge, VLAN and bond: bus_info names what heard it" "not in this kernel"
fi
check "case A10: an interface goes to another namespace under an open node" into_a_namespace
check "case A10: that namespace is told what works where" refused_there
check "case A10: it ends" namespace_ends
check "case A10: an interface comes out of one" out_of_a_namespace
finish
