# SPDX-License-Identifier: GPL-2.0
#
# Reads KTAP (also nested, two spaces a level) and prints one line for each
# result: "pass NAME", "fail NAME" or "skip NAME: REASON". A result that has
# results of its own below it counts only if it adds a failure to theirs. What
# makes a run worthless is printed as "fail": no plan, less or more than
# planned, no result at all, "Bail out!".

function say(kind, text) {
	print kind " " text
}

function reset(level) {
	delete planned[level]
	delete seen[level]
	delete failed[level]
	delete started[level]
}

# What stands one level below the result NAME is complete now.
function close_level(level, name) {
	if (!(level in planned)) {
		say("fail", name ": no plan")
		failed[level]++
	} else if (seen[level] + 0 != planned[level]) {
		say("fail", name ": planned " planned[level] ", ran " \
		    seen[level] + 0)
		failed[level]++
	}
}

function reason_of(text) {
	sub(/.*# *[Ss][Kk][Ii][Pp][^ ]* */, "", text)
	return text == "" ? "no reason given" : text
}

function nothing(name) {
	if (line ~ /# *[Ss][Kk][Ii][Pp]/) {
		say("skip", name ": " reason_of(line))
	} else {
		say("fail", name ": no test planned")
		failed[level]++
	}
}

function name_of(text) {
	sub(/^(not )?ok *[0-9]* *(- )?/, "", text)
	sub(/ *# *([A-Z][A-Z][A-Z][A-Z]|skip|exit=).*/, "", text)
	return text == "" ? "unnamed " seen[level] : text
}

function result(text, level,    name, bad) {
	seen[level]++
	started[level] = 1
	name = name_of(text)
	bad = text ~ /^not ok/
	if ((level + 1) in started) {
		close_level(level + 1, name)
		if (bad && !failed[level + 1])
			say("fail", name text_after(text))
		bad = bad || failed[level + 1]
		reset(level + 1)
	} else if (text ~ /# *[Ss][Kk][Ii][Pp]/) {
		say("skip", name ": " reason_of(text))
		bad = 0
	} else {
		say(bad ? "fail" : "pass", name text_after(text))
	}
	if (bad)
		failed[level]++
}

# The runner's word on why: "# exit=1", "# TIMEOUT 60 seconds".
function text_after(text) {
	if (match(text, /# *(TIMEOUT|exit=).*/))
		return " (" substr(text, RSTART + 2) ")"
	return ""
}

{
	sub(/\r$/, "")
	match($0, /^ */)
	level = int(RLENGTH / 2)
	line = substr($0, RLENGTH + 1)
}

line ~ /^1\.\.[0-9]+/ {
	planned[level] = substr(line, 4) + 0
	started[level] = 1
	if (planned[level] == 0)
		nothing(subtest[level] == "" ? "all" : subtest[level])
	subtest[level] = ""
}

line ~ /^# Subtest: / {
	subtest[level] = substr(line, 12)
}

line ~ /^(not )?ok( |$)/ {
	result(line, level)
}

line ~ /^Bail out!/ {
	say("fail", line)
	failed[level]++
}

END {
	if (!(0 in started))
		say("fail", "no test ran")
	else
		close_level(0, "the whole")
}
