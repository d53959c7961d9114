# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests of gevctl share. To be read after lib.sh.

# status WANTED WORDS ARGUMENT...: exit status, and one line that has WORDS.
status() {
	local wanted=$1 words=$2 seen=0 text

	shift 2
	text=$(gevctl "$@" 2>&1 >/dev/null) || seen=$?
	echo "gevctl $*: status $seen: $text"
	[ "$seen" -eq "$wanted" ] && [[ "$text" == *"$words"* ]] && [ "$(wc -l <<<"$text")" -eq 1 ]
}

# json FILTER ARGUMENT...: valid JSON for which the filter says true.
json() {
	local filter=$1 text

	shift
	text=$(gevctl --json "$@") || return 1
	echo "$text"
	jq -es 'length > 0' <<<"$text" >/dev/null && jq -e "$filter" <<<"$text" >/dev/null
}

# text WANTED ARGUMENT...: exactly this on standard output.
text() {
	local wanted=$1 seen

	shift
	seen=$(gevctl "$@") || return 1
	echo "$seen"
	[ "$seen" = "$wanted" ]
}

# unprivileged ARGUMENT...: gevctl says that a lesser user must not.
unprivileged() {
	local seen=0

	setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set -all \
		gevctl "$@" || seen=$?
	[ "$seen" -eq 4 ]
}
