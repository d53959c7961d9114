#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Files in a camera: gevctl file.

# shellcheck source=selftests/lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=selftests/camera.sh
. "$(dirname "$(readlink -f "$0")")/../camera.sh"
# shellcheck source=selftests/gevctl.sh
. "$(dirname "$(readlink -f "$0")")/../gevctl.sh"

require gevctl gevsim jq v4l2-ctl cmp
require_root
plan 13
work=$(mktemp -d)
at_exit rm -rf "$work"
export XDG_CACHE_HOME=$work/cache
camera_start --transport udp

# size NAME: of a file in the camera
size() {
	gevctl --json file "$cam" list | jq ".files[] | select(.name == \"$1\").size"
}

stored() {
	head -c "$1" /dev/urandom >"$work/in"
	gevctl file "$cam" write UserFile1 "$work/in" && [ "$(size UserFile1)" -eq "$1" ] &&
		gevctl file "$cam" read UserFile1 "$work/out" && cmp "$work/in" "$work/out"
}

listed_files() {
	gevctl file "$cam" list
	[ "$(gevctl file "$cam" list | tr -s ' ' | sed 1d | tr '\n' ,)" = \
		"UserFile1 4001,UserFile2 0," ]
}

overfull() {
	head -c 70000 /dev/zero >"$work/in"
	status 1 "no more than 65536 bytes" file "$cam" write UserFile2 "$work/in"
}

deleted() {
	gevctl file "$cam" delete UserFile1 && [ "$(size UserFile1)" -eq 0 ]
}

# Interrupted, a file stays open in the camera.
left_open() {
	gevctl set "$cam" FileSelector UserFile1 &&
		gevctl set "$cam" FileOperationSelector Open &&
		gevctl set "$cam" FileOperationExecute && stored 300
}

no_file_controls() {
	! v4l2-ctl -d "$node" -L | grep -i 'file'
}

check "a file into the camera and back" stored 4001
check "files of the camera" listed_files
check "a file of another size" stored 256
check "a file of one byte" stored 1
check "a file that is full" stored 65536
check "more than there is room for" overfull
check "a file that was left open" left_open
check "delete" deleted
check "no such file" status 1 "none of UserFile1, UserFile2" file "$cam" read UserFile9 -
check "no such action" status 2 "none of list" file "$cam" eat
check "a file without a name" status 2 "takes 2 arguments" file "$cam" read UserFile1
check "no control reaches files" no_file_controls
check "without rights" unprivileged file "$cam" list
finish
