// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "version.h"

#define COLUMN	34	/* where summaries begin */

static const char head[] =
	"gevctl - cameras of the gev_rdma driver\n"
	"\n"
	"usage: gevctl [--json] COMMAND [ARGUMENT]...\n"
	"\n"
	"commands:\n";

static const char foot[] =
	"\n"
	"CAM is gevN, /dev/videoN or videoN, a MAC, a serial number, a user-defined\n"
	"name or an IP address. 'gevctl help COMMAND' explains a command, gevctl(1)\n"
	"all of them.\n"
	"\n"
	"first steps: gevctl interface add eth1; gevctl list\n";

/**
 * help_overview() - all commands
 */
void help_overview(void)
{
	size_t i;

	fputs(head, stdout);
	for (i = 0; i < commands_count; i++) {
		const struct command *c = &commands[i];
		int n = printf("  %s %s", c->name, c->arguments ? c->arguments : "");

		if (n > COLUMN - 1)
			n = printf("\n") - 1;
		printf("%*s%s\n", COLUMN - n, "", c->summary);
	}
	fputs(foot, stdout);
}

static void print_option(const struct poptOption *option)
{
	char text[64];

	if (option->shortName)
		snprintf(text, sizeof(text), "-%c, --%s", option->shortName, option->longName);
	else
		snprintf(text, sizeof(text), "    --%s", option->longName);
	printf("  %s%s%-*s %s\n", text, option->argDescrip ? " " : "",
	       24 - (int)strlen(text), option->argDescrip ? option->argDescrip : "",
	       option->descrip);
}

static json_t *command_json(const struct command *command)
{
	json_t *lines = json_array();
	size_t i;

	for (i = 0; i < COMMAND_HELP_LINES && command->help[i]; i++)
		json_array_append_new(lines, json_string(command->help[i]));
	return json_pack("{s:s,s:s,s:s,s:o}", "name", command->name,
			 "arguments", command->arguments ? command->arguments : "",
			 "summary", command->summary, "help", lines);
}

/**
 * help_command() - one command
 * @command: which
 */
enum outcome help_command(const struct command *command)
{
	const struct poptOption *option;
	size_t i;

	printf("usage: gevctl %s%s%s%s\n\n", command->name,
	       command->options ? " [OPTION]..." : "", command->arguments ? " " : "",
	       command->arguments ? command->arguments : "");
	printf("%c%s.\n", command->summary[0] - 'a' + 'A', command->summary + 1);
	for (i = 0; i < COMMAND_HELP_LINES && command->help[i]; i++)
		puts(command->help[i]);

	printf("\noptions:\n");
	for (option = command->options; option && option->longName; option++)
		print_option(option);
	printf("  -j, --json                print JSON\n");
	return OUTCOME_OK;
}

/* One command, or those that begin with the same word. */
static enum outcome help_words(const struct invocation *inv)
{
	const struct command *command;
	size_t i;
	int used;

	command = command_find(inv->count, inv->args, &used);
	if (command && used == (int)inv->count)
		return inv->json ? json_print(command_json(command)) : help_command(command);

	i = command_group(inv->args[0], 0);
	if (inv->count > 1 || i == commands_count || inv->json)
		return fail_unknown(inv->count, inv->args);
	for (; i < commands_count; i = command_group(inv->args[0], i + 1)) {
		help_command(&commands[i]);
		putchar('\n');
	}
	return OUTCOME_OK;
}

/**
 * help_show() - command "help"
 * @inv: perhaps with the words of a command
 */
enum outcome help_show(const struct invocation *inv)
{
	json_t *list;
	size_t i;

	if (inv->count)
		return help_words(inv);
	if (!inv->json) {
		help_overview();
		return OUTCOME_OK;
	}
	list = json_array();
	for (i = 0; i < commands_count; i++)
		json_array_append_new(list, command_json(&commands[i]));
	return json_print(json_pack("{s:o}", "commands", list));
}

/**
 * version_show() - command "version"
 * @inv: without arguments
 */
enum outcome version_show(const struct invocation *inv)
{
	if (inv->json)
		return json_print(json_pack("{s:s}", "version", GEVCTL_VERSION));
	printf("gevctl %s\n", GEVCTL_VERSION);
	return OUTCOME_OK;
}
