# SPDX-License-Identifier: GPL-2.0
#
# What the GVSP benchmark makes of its measurements: an array of objects with
# round, receiver and kind, in any order, becomes one object. $settings is
# carried along.
#
# Everything is compared within its round, and the ratios' median is taken.

def spread:
	map(select(. != null)) | sort |
	if length == 0 then null
	else { median: .[(length - 1) / 2 | floor], least: first, most: last, rounds: length }
	end;

def of($receiver; $kind):
	map(select(.receiver == $receiver and .kind == $kind));

# Host time for a frame, ms: without what the machine takes when it idles.
def processor($receiver; $round):
	(of($receiver; "idle") | map(select(.round == $round)) | first) as $idle |
	(of($receiver; "cpu") | map(select(.round == $round)) | first) as $busy |
	if $idle and $busy and $busy.frames > 0 then
		($busy.cpu_ms - $idle.cpu_ms * $busy.wall_ms / $idle.wall_ms) / $busy.frames
	else null end;

def measured($receiver; $round):
	{
		free: (of($receiver; "free") | map(select(.round == $round)) | first.fps),
		cpu: processor($receiver; $round),
		latency: (of($receiver; "latency") | map(select(.round == $round)) | first.median_us)
	};

# The better one of several receivers.
def best($what):
	map(.[$what] | select(. != null)) | if $what == "free" then max else min end;

# Ours to the best of some others, a number for each round.
def against($others; $what):
	. as $all | [.[].round] | unique | map(
		. as $round |
		($all | measured("ours"; $round)[$what]) as $ours |
		($others | map(. as $r | $all | measured($r; $round)) | best($what)) as $theirs |
		if $ours and $theirs then $ours / $theirs else null end) |
	spread;

def receiver($name):
	. as $all | [.[].round] | unique | map(. as $round | $all | measured($name; $round)) as $rounds |
	{
		name: $name,
		free_fps: ($rounds | map(.free) | spread),
		cpu_ms: ($rounds | map(.cpu) | spread),
		latency_us: ($rounds | map(.latency) | spread),
		latency_p95_us: ($all | of($name; "latency") | map(.p95_us) | spread),
		packets_frame: ($all | of($name; "cpu") | map(.packets / .frames) | spread),
		lost: ($all | of($name; "cpu") + of($name; "latency") |
			map(.missing + .damaged) | add),
		ours_to_it: (if $name == "ours" then null else {
			free: ($all | against([$name]; "free")),
			cpu: ($all | against([$name]; "cpu")),
			latency: ($all | against([$name]; "latency"))
		} end)
	};

def verdict($value; $conclusive):
	if .measured == null then "not measured"
	elif $conclusive | not then "inconclusive"
	elif (.most and $value <= .most) or (.least and $value >= .least) then "met"
	else "missed" end;

def target($all; $what; $others; $words):
	($all | against($others; $what)) as $ratio |
	. + { what: $words, measured: $ratio };

. as $all |
["ours", "aravis", "packet", "chain", "nobody"] as $known |
(of("sender"; "flood") | map(.packets_s) | spread) as $sender |
($known | map(select(. as $n | $all | any(.receiver == $n))) | map(. as $n | $all | receiver($n)))
	as $receivers |
($receivers | map(.packets_frame.median // empty) | max) as $packets |
($receivers | map(.free_fps.median // empty) | max) as $fastest |
(if $sender and $packets and $fastest then $sender.median / $packets / $fastest else null end)
	as $reserve |
($reserve != null and $reserve >= 3) as $conclusive |
["aravis", "packet"] as $aravis |
{
	settings: $settings,
	sender: { packets_s: $sender, to_fastest: $reserve, enough: $conclusive },
	dropping_us: (of("sender"; "flood") | map(.cpu_ms * 1000 / .packets) | spread),
	receivers: $receivers,
	targets: [
		({ most: 0.5 } | target($all; "cpu"; $aravis; "processor time to Aravis")),
		({ most: 0.33 } | target($all; "cpu"; ["chain"]; "processor time to v4l2loopback")),
		({ least: 1.5 } | target($all; "free"; $aravis; "loss-free rate to Aravis")),
		({ most: 0.5 } | target($all; "latency"; $aravis; "latency to Aravis"))
	] | map(. + { verdict: verdict(.measured.median; $conclusive) })
}
