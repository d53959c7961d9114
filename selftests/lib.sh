# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the shell tests share: KTAP output, skipping, cleaning up, waiting.
#
#	. "$(dirname "$(readlink -f "$0")")/../lib.sh"
#	require v4l2-ctl rdma		# skips the whole test if one is missing
#	plan 2				# before the first result
#	at_exit ip link del v0		# undone in reverse order, however it ends
#	check "link comes up" ip link set v0 up
#	skip "needs two HCAs" "only one here"
#	finish				# last line; exit status as in kselftest
#
# GEV_TIER is check or soak: `count 20 1000` prints the number for it.

KSFT_PASS=0
KSFT_FAIL=1
KSFT_SKIP=4

test_planned=
test_number=0
test_failed=0
test_skipped=0
test_cleanup=()
test_output=$(mktemp)
# where results go, also from inside a check
exec {test_results}>&1

# Says something about the run; no result.
note() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

plan() {
	test_planned=$1
	echo "TAP version 13"
	echo "1..$1"
}

ok() {
	test_number=$((test_number + 1))
	echo "ok $test_number $1"
}

# not_ok NAME [REASON]
not_ok() {
	test_number=$((test_number + 1))
	test_failed=$((test_failed + 1))
	[ -z "${2-}" ] || note "$2"
	echo "not ok $test_number $1"
}

# skip NAME REASON
skip() {
	test_number=$((test_number + 1))
	test_skipped=$((test_skipped + 1))
	echo "ok $test_number $1 # SKIP $2"
}

# skip_all REASON: before plan, for a test that cannot run at all.
skip_all() {
	echo "TAP version 13"
	echo "1..0 # SKIP $*"
	exit "$KSFT_SKIP"
}

# Ends the test with the failure that makes the rest pointless.
bail() {
	echo "Bail out! $*" >&"$test_results"
	exit "$KSFT_FAIL"
}

# check NAME COMMAND...: a result from an exit status; the output of a command
# that failed is shown. The command runs in this shell: what it sets stays, and
# what it leaves running holds up nobody.
check() {
	local name=$1 status=0

	shift
	"$@" >"$test_output" 2>&1 || status=$?
	if [ "$status" -eq 0 ]; then
		ok "$name"
	else
		not_ok "$name" "$(printf '%s: exit status %d\n' "$*" "$status"
			cat "$test_output")"
	fi
	return "$status"
}

# check_equal NAME WANTED SEEN
check_equal() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "wanted '$2', saw '$3'"
		return 1
	fi
}

require() {
	local tool

	for tool; do
		command -v "$tool" >/dev/null || skip_all "no $tool here"
	done
}

require_root() {
	[ "$(id -u)" -eq 0 ] || skip_all "needs root"
}

# at_exit COMMAND...
at_exit() {
	test_cleanup+=("$(printf '%q ' "$@")")
}

run_cleanup() {
	local i

	for ((i = ${#test_cleanup[@]} - 1; i >= 0; i--)); do
		eval "${test_cleanup[i]}" >/dev/null 2>&1 || true
	done
	test_cleanup=()
	rm -f "$test_output"
}
trap run_cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# wait_for SECONDS COMMAND...: until it succeeds.
wait_for() {
	local end=$((SECONDS + $1))

	shift
	until "$@" >/dev/null 2>&1; do
		[ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.1
	done
}

# count CHECK SOAK
count() {
	case ${GEV_TIER:-check} in
	soak) echo "$2" ;;
	*) echo "$1" ;;
	esac
}

finish() {
	if [ "$test_number" -ne "${test_planned:-0}" ]; then
		note "planned ${test_planned:-0}, ran $test_number"
		exit "$KSFT_FAIL"
	fi
	echo "# Totals: pass:$((test_number - test_failed - test_skipped))" \
		"fail:$test_failed xfail:0 xpass:0 skip:$test_skipped error:0"
	[ "$test_failed" -eq 0 ] || exit "$KSFT_FAIL"
	[ "$test_number" -ne "$test_skipped" ] || exit "$KSFT_SKIP"
	exit "$KSFT_PASS"
}
