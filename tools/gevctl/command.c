// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "camera.h"
#include "command.h"
#include "netlink.h"
#include "watch.h"

const struct command commands[] = {
	{
		.name = "list", .run = listing_all,
		.summary = "list the cameras",
		.help = {
			"One line for each camera that the driver knows. Where a camera has no",
			"video node, a line below says why.",
		},
	}, {
		.name = "show", .arguments = "CAM", .min = 1, .max = 1, .run = listing_show,
		.summary = "show everything about a camera",
		.help = {
			"What discovery said, its state and the reason for it, who controls it,",
			"its transport and its feature map.",
		},
	}, {
		.name = "interface add", .arguments = "IF", .min = 1, .max = 1,
		.run = interface_add,
		.summary = "look for cameras on a network interface",
		.help = {
			"No interface is touched until it is named here or in the module's",
			"parameter 'interfaces'.",
		},
	}, {
		.name = "interface del", .arguments = "IF", .min = 1, .max = 1,
		.run = interface_del,
		.summary = "stop that; its cameras and their video nodes go",
	}, {
		.name = "interface list", .run = interface_list,
		.summary = "list the interfaces that are looked on",
	}, {
		.name = "discover", .arguments = "[IF]", .max = 1, .run = interface_discover,
		.options = discover_options,
		.summary = "look for cameras now, then list them",
		.help = {
			"The driver looks regularly by itself; this does not wait for that.",
		},
	}, {
		.name = "get", .arguments = "CAM FEATURE", .min = 2, .max = 2, .run = feature_get,
		.summary = "read a feature of the camera",
		.help = {
			"Any feature of the camera's GenICam description, also those that are no",
			"control of the video node. --json adds kind, limits, unit, access and",
			"entries.",
		},
	}, {
		.name = "set", .arguments = "CAM FEATURE [VALUE]", .min = 2, .max = 3,
		.run = feature_set,
		.summary = "write a feature, or execute a command",
		.help = {
			"Prints the value that the camera has afterwards. A feature that is a",
			"command takes no VALUE. Nothing protects settings that the driver itself",
			"works with: leave Acquisition*, TransportStreamProtocol and the like",
			"alone while a stream runs.",
		},
	}, {
		.name = "features", .arguments = "CAM", .min = 1, .max = 1, .run = feature_list,
		.options = feature_list_options,
		.summary = "list the camera's features as a tree",
	}, {
		.name = "watch", .arguments = "CAM FEATURE...", .min = 2, .max = WATCH_MAX + 1,
		.run = watch_features, .options = watch_options,
		.summary = "print features when they change, until interrupted",
		.help = {
			"Reads them again and again: as often as the camera's description says",
			"(PollingTime), else once a second, or by --interval.",
		},
	}, {
		.name = "save", .arguments = "CAM FILE", .min = 2, .max = 2, .run = preset_save,
		.summary = "keep the camera's settings in a file",
		.help = {
			"A text file, for 'gevctl load'. The settings are the features that the",
			"camera's description marks as streamable, else those that may be",
			"controls of the video node, each at every position of its selectors.",
			"FILE - is standard output.",
		},
	}, {
		.name = "load", .arguments = "CAM FILE", .min = 2, .max = 2, .run = preset_load,
		.options = preset_load_options,
		.summary = "give the camera the settings of a file",
		.help = {
			"Sets each setting of a file of 'gevctl save', reads it back, and tries",
			"once more at the end. What could not be set is listed, with exit status",
			"1. Selectors keep their position.",
		},
	}, {
		.name = "file", .min = 2, .max = 4, .run = transfer_run,
		.arguments = "CAM list|read NAME FILE|write NAME FILE|delete NAME",
		.summary = "list, read, write or delete files in the camera",
		.help = {
			"NAME is the camera's name of its file, FILE one on this machine; read",
			"to - is to standard output. Only for cameras with SFNC's file access.",
			"What some files do to a camera, firmware say, cannot be undone.",
		},
	}, {
		.name = "xml", .arguments = "CAM", .min = 1, .max = 1, .run = description_show,
		.options = description_options,
		.summary = "download the camera's GenICam description",
		.help = {
			"Reads it from the place that the manifest table or one of the two URL",
			"registers names, and unzips it.",
		},
	}, {
		.name = "map compile", .arguments = "XML|CAM", .min = 1, .max = 1,
		.run = maps_compile, .options = maps_compile_options,
		.summary = "compile a description into a feature map",
		.help = {
			"A map belongs to one model and firmware. For a description from a file,",
			"--for names a camera of that model; without it, no camera takes the map,",
			"which is good for study only. A map in",
			"/lib/firmware/gev_rdma/KEY.gevmap needs no gevctl at run time.",
		},
	}, {
		.name = "map install", .arguments = "CAM", .min = 1, .max = 1,
		.run = maps_install, .options = maps_install_options,
		.summary = "give the driver the camera's feature map",
		.help = {
			"Takes the map from the cache, or else downloads the description and",
			"compiles it in a child without privileges. A udev rule does this for",
			"each new camera.",
		},
	}, {
		.name = "map report", .arguments = "XML|CAM", .min = 1, .max = 1,
		.run = maps_report,
		.summary = "say what becomes of each feature in a map",
	}, {
		.name = "stats", .arguments = "CAM", .min = 1, .max = 1, .run = statistics_show,
		.options = statistics_options,
		.summary = "show what was counted for a camera",
	}, {
		.name = "monitor", .run = monitor_run,
		.summary = "print events as they happen, until interrupted",
	}, {
		.name = "transport", .arguments = "CAM [auto|rdma|udp]", .min = 1, .max = 2,
		.run = settings_transport,
		.summary = "choose how images come; without a word, show it",
		.help = {
			"auto: RDMA if the camera offers it and an HCA reaches it, else UDP.",
			"A stream that runs changes over at once.",
		},
	}, {
		.name = "stream", .arguments = "CAM [KEY=VALUE]...", .min = 1, .max = 7,
		.run = stream_settings,
		.summary = "say how to stream over UDP; without a key, show it",
		.help = {
			"packet-size=BYTES|auto  from the IP header on; auto: what gets through",
			"delay=NS|keep           between packets; keep: as the camera has it",
			"port=N|any              UDP port of this host, for firewalls",
			"group=IP|none           multicast group that the camera sends to",
			"listen=yes|no           receive what another host has the camera send",
			"resend=yes|no           ask for lost packets, if the camera can",
			"Count from the next start of the stream.",
		},
	}, {
		.name = "ip", .min = 1, .max = 4,
		.arguments = "CAM [--persistent IP MASK [GATEWAY]|--dhcp|--lla]",
		.run = address_configure, .options = address_options,
		.summary = "show or set how the camera gets its address",
		.help = {
			"Counts from the camera's next start. Cameras try the persistent address,",
			"then DHCP, then a link-local address.",
		},
	}, {
		.name = "force-ip", .arguments = "IF MAC IP MASK [GATEWAY]", .min = 4, .max = 5,
		.run = address_force,
		.summary = "give a camera an address until its next start",
		.help = {
			"Works for cameras that cannot be reached, too. A camera that is",
			"controlled by somebody ignores it.",
		},
	}, {
		.name = "rename", .arguments = "CAM NAME", .min = 2, .max = 2,
		.run = settings_rename,
		.summary = "store the user's name in the camera",
		.help = {
			"At most 15 bytes; an empty name deletes it.",
		},
	}, {
		.name = "forget", .arguments = "CAM", .min = 1, .max = 1, .run = settings_forget,
		.summary = "remove an away camera and its video node",
	}, {
		.name = "read", .arguments = "CAM ADDRESS [LENGTH]", .min = 2, .max = 3,
		.run = memory_read,
		.summary = "read registers",
		.help = {
			"LENGTH bytes, 4 by default. Reading some registers has effects in the",
			"camera.",
		},
	}, {
		.name = "write", .arguments = "CAM ADDRESS VALUE", .min = 3, .max = 3,
		.run = memory_write, .options = memory_write_options,
		.summary = "write a register",
		.help = {
			"VALUE is a 32-bit number, written big-endian.",
		},
	}, {
		.name = "version", .run = version_show,
		.summary = "print the version of gevctl",
	}, {
		.name = "help", .arguments = "[COMMAND]", .max = 2, .run = help_show,
		.summary = "explain a command",
	},
};

const size_t commands_count = sizeof(commands) / sizeof(commands[0]);

/**
 * command_find() - the command that was typed
 * @argc: number of words
 * @argv: the words
 * @used: gets how many of them are the command's name
 *
 * Return: the command, NULL when there is none like that.
 */
const struct command *command_find(int argc, const char **argv, int *used)
{
	char two[64];
	size_t i;

	if (argc < 1)
		return NULL;
	snprintf(two, sizeof(two), "%s %s", argv[0], argc > 1 ? argv[1] : "");
	for (i = 0; i < commands_count; i++) {
		bool has_two = strchr(commands[i].name, ' ');

		if (!strcmp(commands[i].name, has_two ? two : argv[0])) {
			*used = has_two ? 2 : 1;
			return &commands[i];
		}
	}
	return NULL;
}

/**
 * command_group() - the commands whose first word is this one
 * @word: "map", for instance
 * @from: where to go on looking; 0 at first, then one more than was returned
 *
 * Return: index of the next one in the table, commands_count after the last.
 */
size_t command_group(const char *word, size_t from)
{
	size_t length = strlen(word);

	while (from < commands_count && (strncmp(commands[from].name, word, length) ||
					 commands[from].name[length] != ' '))
		from++;
	return from;
}

/**
 * fail_unknown() - say that there is no such command
 * @argc: number of words, at least 1
 * @argv: the words
 *
 * Return: OUTCOME_USAGE.
 */
enum outcome fail_unknown(int argc, const char **argv)
{
	char names[128] = "";
	size_t i, at = 0;

	for (i = command_group(argv[0], 0); i < commands_count && at < sizeof(names);
	     i = command_group(argv[0], i + 1))
		at += snprintf(names + at, sizeof(names) - at, "%s'%s'", at ? ", " : "",
			       commands[i].name);
	if (*names)
		return fail(OUTCOME_USAGE, "'%s' is half a command: %s", argv[0], names);
	return fail(OUTCOME_USAGE, "no command '%s%s%s'; 'gevctl help' lists them", argv[0],
		    argc > 1 ? " " : "", argc > 1 ? argv[1] : "");
}

/**
 * fail_usage() - say how a command is used wrongly
 * @command: the command
 * @format: what is wrong
 *
 * Return: OUTCOME_USAGE.
 */
enum outcome fail_usage(const struct command *command, const char *format, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	return fail(OUTCOME_USAGE, "%s: %s; usage: gevctl %s%s%s (see 'gevctl help %s')",
		    command->name, text, command->name, command->arguments ? " " : "",
		    command->arguments ? command->arguments : "", command->name);
}

/**
 * command_on_camera() - run a command about one camera
 * @inv: its first argument names the camera
 * @act: does it
 */
enum outcome command_on_camera(const struct invocation *inv, camera_action *act)
{
	struct camera cam;
	struct netlink nl;
	enum outcome outcome = netlink_connect(&nl);

	if (outcome == OUTCOME_OK)
		outcome = camera_find(&nl, inv->args[0], &cam);
	if (outcome == OUTCOME_OK)
		outcome = act(&nl, &cam, inv);
	netlink_close(&nl);
	return outcome;
}
