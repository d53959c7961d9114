// SPDX-License-Identifier: GPL-2.0
/* gevctl: cameras of the gev_rdma driver, from the command line. */
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

enum { OPTION_HELP = 1 };

static int want_json;

static const struct poptOption common_options[] = {
	{ "json", 'j', POPT_ARG_NONE, &want_json, 0, "print JSON", NULL },
	{ "help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "explain the command", NULL },
	POPT_TABLEEND
};

/* Options before the command; 0 to go on, else what main() should return + 1. */
static int take_global(const char *word)
{
	if (!strcmp(word, "--json") || !strcmp(word, "-j")) {
		want_json = 1;
		return 0;
	}
	if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
		help_overview();
		return OUTCOME_OK + 1;
	}
	if (!strcmp(word, "--version")) {
		version_show(&(struct invocation){ .json = want_json });
		return OUTCOME_OK + 1;
	}
	return fail(OUTCOME_USAGE, "unknown option '%s'; see 'gevctl help'", word) + 1;
}

static int is_negative_number(const char *word)
{
	return word[0] == '-' && (isdigit((unsigned char)word[1]) || word[1] == '.');
}

/*
 * "set CAM BlackLevel -5": options end before the first negative number. Gets
 * room for one word more and for the NULL.
 */
static int copy_words(int argc, const char **argv, const char **copy)
{
	int i, n = 0, ended = 0;

	for (i = 0; i < argc; i++) {
		if (!strcmp(argv[i], "--"))
			ended = 1;
		if (!ended && is_negative_number(argv[i])) {
			copy[n++] = "--";
			ended = 1;
		}
		copy[n++] = argv[i];
	}
	copy[n] = NULL;
	return n;
}

static enum outcome run(const struct command *command, poptContext popt)
{
	struct invocation inv = { .command = command, .json = want_json };

	inv.args = poptGetArgs(popt);
	while (inv.args && inv.args[inv.count])
		inv.count++;
	if (inv.count < command->min)
		return fail_usage(command, "too few arguments");
	if (inv.count > command->max)
		return fail_usage(command, "unexpected argument '%s'", inv.args[command->max]);
	return command->run(&inv);
}

static enum outcome parse(const struct command *command, int argc, const char **argv)
{
	struct poptOption none[] = { POPT_TABLEEND };
	struct poptOption options[] = {
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE,
		  command->options ? (void *)command->options : none, 0, NULL, NULL },
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, (void *)common_options, 0, NULL, NULL },
		POPT_TABLEEND
	};
	poptContext popt = poptGetContext("gevctl", argc, argv, options, 0);
	enum outcome outcome;
	int ret;

	ret = poptGetNextOpt(popt);
	if (ret == OPTION_HELP)
		outcome = help_command(command);
	else if (ret < -1)
		outcome = fail_usage(command, "%s: %s", poptBadOption(popt, 0), poptStrerror(ret));
	else
		outcome = run(command, popt);
	poptFreeContext(popt);
	return outcome;
}

/* Output that could not be written must not look like success. */
static enum outcome close_output(enum outcome outcome)
{
	if (!ferror(stdout) && !fflush(stdout))
		return outcome;
	return outcome == OUTCOME_OK ?
		fail(OUTCOME_FAILED, "standard output: %s", strerror(errno)) : outcome;
}

int main(int argc, const char **argv)
{
	const struct command *command;
	int i, used, ret;
	const char **copy;

	setlocale(LC_CTYPE, "");
	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		ret = take_global(argv[i]);
		if (ret)
			return close_output(ret - 1);
	}
	if (i == argc) {
		help_overview();
		return OUTCOME_USAGE;
	}
	command = command_find(argc - i, argv + i, &used);
	if (!command)
		return fail_unknown(argc - i, argv + i);

	copy = calloc(argc + 2, sizeof(*copy));
	if (!copy)
		return fail(OUTCOME_FAILED, "out of memory");
	i += used - 1;	/* popt skips one word, as a program's name */
	argc = copy_words(argc - i, argv + i, copy);
	ret = close_output(parse(command, argc, copy));
	free(copy);
	return ret;
}
