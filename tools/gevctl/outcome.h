/* SPDX-License-Identifier: GPL-2.0 */
/* How a command ended: the exit status, and the one line that says why. */
#ifndef GEVCTL_OUTCOME_H
#define GEVCTL_OUTCOME_H

/* Exit statuses; part of the interface, see gevctl(1). */
enum outcome {
	OUTCOME_OK = 0,
	OUTCOME_FAILED = 1,
	OUTCOME_USAGE = 2,
	OUTCOME_NO_CAMERA = 3,
	OUTCOME_PERMISSION = 4,
	OUTCOME_NO_DRIVER = 5,
	OUTCOME_AMBIGUOUS = 6,
	OUTCOME_NO_ANSWER = 7,	/* the camera is away or does not answer */
	OUTCOME_BUSY = 8,	/* streaming, or held by another application */
};

__attribute__((format(printf, 2, 3)))
enum outcome fail(enum outcome outcome, const char *format, ...);
enum outcome fail_errno(const char *object, int error, const char *detail);

#endif /* GEVCTL_OUTCOME_H */
