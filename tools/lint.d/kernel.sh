# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2016,SC2154
# What the kernel's own build and tools say about the module.

# One build, in a mirror of its own, serves two checks. Prints its log.
module_log() {
	local build=$tree/build/lint log

	log=$build/$("$here/kernels/make" --release stock)/log
	if [ ! -f "$work/built" ]; then
		GEV_SOURCE=$tree "$here/kernels/module" stock "$build" \
			C=2 CF=-Wbitwise-pointer >"$work/built" 2>&1 || true
	fi
	sed -e "s|$(dirname "$log")/src/||g" "$log"
}

# Only errors stop sparse from looking at a file, so they count too.
check_sparse() {
	module_log | grep -E '^(drivers|uapi)/.*: (warning|error):' |
		grep -v '\[-W' | sort -u
}

plant_sparse() {
	cat >>drivers/gev_rdma/main.c <<-'SOURCE'

	static int __init plant_init(void)
	{
		__be32 wire = 1;

		return wire != 1;
	}
	module_init(plant_init);
	SOURCE
}

check_compiler() {
	module_log >"$work/log"
	grep -E '\[-W|: warning: |WARNING: modpost|\*\*\*' "$work/log" |
		sed -E 's/^make\[[0-9]\]: //' | sort -u
}

plant_compiler() {
	printf 'int plant(void)\n{\n\tint x;\n\n\treturn 0;\n}\n' \
		>>drivers/gev_rdma/main.c
}

check_kernel_doc() {
	files 'drivers/*.[ch]' 'uapi/*.h' |
		xargs -r perl "$source_folder/scripts/kernel-doc" -v -none 2>&1 |
		grep -E ': (warning|error):' | sort -u
}

plant_kernel_doc() {
	cat >>drivers/gev_rdma/main.c <<-'SOURCE'

	/**
	 * plant() - does nothing
	 * @absent: not there
	 */
	void plant(int there)
	{
	}
	SOURCE
}

# Public functions of the driver, "path:line:name", where their body is.
public_functions() {
	files 'drivers/*.c' | xargs -r awk '
		FNR == 1 { head = "" }
		/^[a-z].*[a-z0-9_]\(/ && !/^(static|typedef|struct [a-z_]+ \{)/ {
			head = $0
			line = FNR
		}
		/^static/ { head = "" }
		/;$/ && !/^\t/ { head = "" }
		/^\{/ && head != "" {
			name = head
			sub(/\(.*/, "", name)
			sub(/.*[ *]/, "", name)
			print FILENAME ":" line ":" name
			head = ""
		}'
}

check_public_doc() {
	local documented path line name

	documented=$(files 'drivers/*.[ch]' | xargs -r awk '
		/^\/\*\*$/ { open = 1; next }
		open { sub(/^ \* /, ""); sub(/\(.*/, ""); sub(/ - .*/, "")
		       print; open = 0 }')
	public_functions | while IFS=: read -r path line name; do
		grep -qx -- "$name" <<<"$documented" ||
			echo "$path:$line: $name() has no kernel-doc"
	done
}

plant_public_doc() {
	printf '\nvoid plant(void)\n{\n}\n' >>drivers/gev_rdma/main.c
}
