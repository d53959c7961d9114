/* SPDX-License-Identifier: GPL-2.0 */
/* What can be typed after "gevctl", and how each command is told of it. */
#ifndef GEVCTL_COMMAND_H
#define GEVCTL_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include <popt.h>

#include "outcome.h"

struct camera;
struct command;
struct netlink;

/**
 * struct invocation - one call of a command
 * @command: the command
 * @args: its arguments, without options; NULL after the last one
 * @count: their number
 * @json: --json was given
 */
struct invocation {
	const struct command *command;
	const char **args;
	unsigned int count;
	bool json;
};

#define COMMAND_HELP_LINES 8

/**
 * struct command - a row of the table of commands
 * @name: one word or two
 * @arguments: for the usage line
 * @summary: one line
 * @help: lines of whole sentences about it
 * @min: least number of arguments
 * @max: largest number of them
 * @options: its own options, or NULL; popt stores their values
 * @run: does it
 */
struct command {
	const char *name;
	const char *arguments;
	const char *summary;
	const char *help[COMMAND_HELP_LINES];
	unsigned int min;
	unsigned int max;
	const struct poptOption *options;
	enum outcome (*run)(const struct invocation *inv);
};

extern const struct command commands[];
extern const size_t commands_count;

/* The command whose one or two words begin @argv; @used gets their number. */
const struct command *command_find(int argc, const char **argv, int *used);
size_t command_group(const char *word, size_t from);
enum outcome fail_unknown(int argc, const char **argv);
enum outcome fail_usage(const struct command *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Connects, finds the camera that the first argument names, and does it. */
typedef enum outcome camera_action(struct netlink *nl, const struct camera *cam,
				   const struct invocation *inv);
enum outcome command_on_camera(const struct invocation *inv, camera_action *act);

void help_overview(void);
enum outcome help_command(const struct command *command);

/* One function for each row of the table; see there. */
enum outcome address_configure(const struct invocation *inv);
enum outcome address_force(const struct invocation *inv);
enum outcome description_show(const struct invocation *inv);
enum outcome feature_get(const struct invocation *inv);
enum outcome feature_list(const struct invocation *inv);
enum outcome feature_set(const struct invocation *inv);
enum outcome help_show(const struct invocation *inv);
enum outcome interface_add(const struct invocation *inv);
enum outcome interface_del(const struct invocation *inv);
enum outcome interface_discover(const struct invocation *inv);
enum outcome interface_list(const struct invocation *inv);
enum outcome listing_all(const struct invocation *inv);
enum outcome listing_show(const struct invocation *inv);
enum outcome maps_compile(const struct invocation *inv);
enum outcome maps_install(const struct invocation *inv);
enum outcome maps_report(const struct invocation *inv);
enum outcome memory_read(const struct invocation *inv);
enum outcome memory_write(const struct invocation *inv);
enum outcome monitor_run(const struct invocation *inv);
enum outcome preset_load(const struct invocation *inv);
enum outcome preset_save(const struct invocation *inv);
enum outcome settings_forget(const struct invocation *inv);
enum outcome settings_rename(const struct invocation *inv);
enum outcome settings_transport(const struct invocation *inv);
enum outcome stream_settings(const struct invocation *inv);
enum outcome statistics_show(const struct invocation *inv);
enum outcome transfer_run(const struct invocation *inv);
enum outcome version_show(const struct invocation *inv);
enum outcome watch_features(const struct invocation *inv);

extern const struct poptOption address_options[];
extern const struct poptOption description_options[];
extern const struct poptOption discover_options[];
extern const struct poptOption feature_list_options[];
extern const struct poptOption maps_compile_options[];
extern const struct poptOption maps_install_options[];
extern const struct poptOption memory_write_options[];
extern const struct poptOption preset_load_options[];
extern const struct poptOption statistics_options[];
extern const struct poptOption watch_options[];

#endif /* GEVCTL_COMMAND_H */
