# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2016,SC2154
# Rules of this project.

# grep_code REGEX PATHSPEC...: findings outside comments.
grep_code() {
	local regex=$1

	shift
	files "$@" | xargs -r awk -v regex="$regex" '
		FNR == 1 { comment = 0 }
		{
			text = $0
			if (comment && !sub(/^.*\*\//, "", text))
				next
			comment = 0
			gsub(/\/\*([^*]|\*[^\/])*\*\//, "", text)
			sub(/\/\/.*/, "", text)
			if (sub(/\/\*.*/, "", text))
				comment = 1
			if (text ~ regex)
				print FILENAME ":" FNR ": " text
		}'
}

check_versions() {
	grep_code 'LINUX_VERSION_CODE|KERNEL_VERSION' 'drivers/*.[ch]' \
		':!drivers/gev_rdma/compat.h'
}

plant_versions() {
	printf '#if LINUX_VERSION_CODE > 1\n#endif\n' >>drivers/gev_rdma/main.c
}

check_bug_on() {
	grep_code '(^|[^A-Z_])BUG(_ON)?[(]' '*.[ch]'
}

plant_bug_on() {
	printf 'void plant(void)\n{\n\tBUG_ON(1);\n}\n' \
		>>drivers/gev_rdma/main.c
}

check_words() {
	# spelled so that this line is no finding
	files '*' | xargs -r grep -nIE '\b(TO''DO|FIX''ME|X''XX|HA''CK)\b' |
		sed 's/:\([0-9]*\):/:\1: /'
	files '*' | xargs -r grep -nIE '(^|[^A-Za-z0-9_.$}])/(root|home)/[a-z]' |
		sed 's/:\([0-9]*\):/:\1: path of a machine: /'
}

plant_words() {
	printf '/* FIX''ME */\n' >>drivers/gev_rdma/main.c
}

# No byte of a frame is touched: addresses of planes are taken in one function,
# and nothing is copied in this folder at all.
check_zero_copy() {
	local address='vb2_plane_(vaddr|cookie)|vb2_dma_contig_plane_dma_addr'

	address="$address|page_address|phys_to_virt|dma_to_virt|bus_to_virt"
	address="$address|virt_to_page|kmap|vmap|sg_virt"
	files 'drivers/gev_rdma/ib_client/*.[ch]' | xargs -r awk -v \
		address="(^|[^a-z_])_*($address)[a-z_]*[(]" -v \
		copy='(mem(cpy|move)[a-z_]*|sg_copy_[a-z_]+|copy_[a-z_]+|sg_pcopy[a-z_]*) *[(]' '
		FNR == 1 { inside = "" }
		/^[a-z].*gev_recv_address\(/ { candidate = 1 }
		/^[a-z]/ && !/gev_recv_address\(/ { candidate = 0 }
		/^\{/ { inside = candidate ? "gev_recv_address" : "other" }
		/^\}/ { inside = "" }
		$0 ~ copy { print FILENAME ":" FNR ": copy:" $0 }
		$0 ~ address && inside != "gev_recv_address" {
			print FILENAME ":" FNR ": plane address:" $0
		}'
}

plant_zero_copy() {
	cat >drivers/gev_rdma/ib_client/recv.c <<-'SOURCE'
	static void *gev_recv_address(struct vb2_buffer *vb)
	{
		return vb2_plane_vaddr(vb, 0);
	}

	static void bounce(struct vb2_buffer *vb)
	{
		use(vb2_plane_vaddr(vb, 0));
	}
	SOURCE
}

check_pure() {
	files 'drivers/gev_rdma/wire/*.[ch]' ':!*/shim*.h' | xargs -r \
		grep -nHE '^#[[:space:]]*include[[:space:]]*(<|"[^"]*/)' |
		sed 's/:\([0-9]*\):/:\1: /'
}

plant_pure() {
	printf '#include <linux/kernel.h>\n' >drivers/gev_rdma/wire/bad.c
}

check_length() {
	files 'drivers/*.c' 'tools/*.c' | xargs -r awk '
		FNR == 1 { start = 0 }
		/^\{/ { start = FNR }
		/^\}/ && start {
			if (FNR - start > 60)
				print FILENAME ":" start ": function of " \
				      FNR - start " lines"
			start = 0
		}'
	files '*.[ch]' '*.sh' | while read -r path; do
		lines=$(wc -l <"$path")
		[ "$lines" -le 600 ] || echo "$path:1: file of $lines lines"
	done
}

plant_length() {
	{
		printf 'void plant(void)\n{\n'
		yes 'a();' | head -n 70
		printf '}\n'
	} >drivers/gev_rdma/bad.c
}

# Rows of the table of public reports: LINE NUMBER FILE, or "-" for a row that
# says why there is none.
case_rows() {
	awk '
		function end() {
			if (number && !found)
				print line, number, "?"
			number = ""
		}
		$1 == "*" && $2 == "-" {
			end()
		}
		$1 == "*" && $2 == "-" && $3 ~ /^[A-H][0-9]+$/ && NF == 3 {
			number = $3
			line = FNR
			found = 0
		}
		number && /not run/ {
			print line, number, "-"
			found = 1
		}
		number {
			text = $0
			while (match(text, /``[a-z0-9_\/]+\.(sh|c)``/)) {
				print line, number, substr(text, RSTART + 2, RLENGTH - 4)
				text = substr(text, RSTART + RLENGTH)
				found = 1
			}
		}
		END { end() }' "$1"
}

# The table names the file of each test, the test's results name the report.
check_cases() {
	local table=Documentation/user-cases.rst line number file

	[ -f "$table" ] || return 0
	while read -r line number file; do
		case $file in
		-) ;;
		\?) echo "$table:$line: case $number: neither a test nor a reason" ;;
		*)
			files "selftests/*$file" | xargs -r grep -l "case $number:" | grep -q . ||
				echo "$table:$line: case $number: no such result in $file"
			;;
		esac
	done < <(case_rows "$table")
	files 'selftests/*' | xargs -r grep -noE 'case [A-H][0-9]+:' |
		while IFS=: read -r file line number _; do
			case_rows "$table" | grep -q " ${number#case } ${file##*/}$" ||
				echo "$file:$line: $number is not in $table"
		done
}

plant_cases() {
	printf '%s\n' '.. list-table::' '' '   * - A1' '     - a report' \
		'     - ``absent.sh``' >Documentation/user-cases.rst
}
