# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2016,SC2154
# Style of C, of scripts and of man pages.

# From elsewhere, because it leaves a cache where it is run.
check_checkpatch() {
	local git

	git=$(git -C "$tree" rev-parse --absolute-git-dir)
	files '*.[ch]' | sed "s|^|$tree/|" | (
		cd "$work" && GIT_DIR=$git xargs -r -P "$(nproc)" -n 12 \
			perl "$source_folder/scripts/checkpatch.pl" --no-tree \
			--strict --terse --show-types --no-summary -f
	) | sed -nE -e "s|^$tree/||" \
		-e 's/^([^:]+:[0-9]+): (ERROR|WARNING|CHECK):/\1: /p' | sort
}

plant_checkpatch() {
	printf '%s\n' '// SPDX-License-Identifier: GPL-2.0' '' 'int  a ;' \
		>drivers/gev_rdma/bad.c
}

check_spdx() {
	{
		files '*.[ch]' '*.mk' '*.awk' '*Makefile' Kbuild
		scripts
	} | sort -u | while read -r path; do
		head -n 2 "$path" | grep -q 'SPDX-License-Identifier: GPL-2.0' ||
			echo "$path:1: no licence line"
	done
}

plant_spdx() {
	printf '#!/bin/bash\necho\n' >tools/bad
}

check_shell() {
	scripts | while read -r path; do
		case $(head -n 1 "$path") in
		*bash*) bash -n "$path" 2>&1 | sed 's/: line \([0-9]*\)/:\1/' ;;
		esac
	done
	# SC2317: takes functions for unreachable that `check NAME FUNCTION`
	# or a trap calls.
	scripts | xargs -r shellcheck -x -P SCRIPTDIR -e SC2317 -f gcc
}

plant_shell() {
	printf '%s\n' '#!/bin/bash' '# SPDX-License-Identifier: GPL-2.0' \
		'rm -rf $1/x' >tools/bad
}

check_man() {
	files '*.[1-8]' | xargs -r mandoc -T lint -W warning |
		sed 's/^mandoc: //'
}

plant_man() {
	printf '%s\n' '.Dd $Mdocdate$' '.Dt BAD 1' '.Os' '.Sh NAME' '.Xx y' \
		>Documentation/man/bad.1
}
