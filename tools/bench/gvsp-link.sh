# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What both machines of the GVSP benchmark need. To be read after lib.sh.
#
#	link_up OWN OTHER MAC MTU	eth0, which knows the other one without asking
#	one_processor			the second one is not used

# To have a single one from the beginning will not do: for a machine with one
# processor QEMU up to 7.2 leaves out memory barriers, and with them wake-ups of
# its virtio devices; the link then stands still for seconds.
one_processor() {
	echo 0 >/sys/devices/system/cpu/cpu1/online
}

link_up() {
	modprobe virtio_net
	wait_for 10 test -e /sys/class/net/eth0 || bail "no eth0"
	echo 1 >/proc/sys/net/ipv6/conf/eth0/disable_ipv6
	ip link set eth0 mtu "$4" up
	ip address add "$1/24" dev eth0
	ip neigh replace "$2" lladdr "$3" dev eth0 nud permanent
}
