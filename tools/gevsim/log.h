/* SPDX-License-Identifier: GPL-2.0 */
/* Messages for people (standard error) and events for programs (JSON, standard output). */
#ifndef GEVSIM_LOG_H
#define GEVSIM_LOG_H

#include <stdbool.h>

enum sim_level {
	SIM_LOG_ERROR,
	SIM_LOG_WARN,
	SIM_LOG_INFO,
	SIM_LOG_DEBUG,
};

#define SIM_LOG_PROCESS	(-1)	/* instead of a camera index: about the whole process */

int sim_log_level_find(const char *name);
void sim_log_setup(enum sim_level level, bool json);
void sim_log(enum sim_level level, int camera, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void sim_log_event(int camera, const char *event, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* GEVSIM_LOG_H */
