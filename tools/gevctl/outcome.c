// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "outcome.h"
#include "text.h"

/* What an errno means for the user, and what to do about it. */
static const struct {
	int error;
	enum outcome outcome;
	const char *advice;
} meanings[] = {
	{ EPERM, OUTCOME_PERMISSION, "run it as root, or with CAP_NET_ADMIN" },
	{ EACCES, OUTCOME_PERMISSION, NULL },
	{ ENODEV, OUTCOME_NO_ANSWER, "see 'gevctl list'" },
	{ ETIMEDOUT, OUTCOME_NO_ANSWER, "check its cable and address with 'gevctl show'" },
	{ EHOSTUNREACH, OUTCOME_NO_ANSWER, "check its address with 'gevctl show'" },
	{ EBUSY, OUTCOME_BUSY, "see 'control' in 'gevctl show'" },
};

/**
 * fail() - say on standard error why a command failed
 * @outcome: what the program will exit with
 * @format: one sentence that names the object and says what to do
 *
 * Return: @outcome.
 */
enum outcome fail(enum outcome outcome, const char *format, ...)
{
	char line[1024];
	va_list ap;

	va_start(ap, format);
	vsnprintf(line, sizeof(line), format, ap);
	va_end(ap);

	fputs("gevctl: ", stderr);
	text_print(stderr, line);
	fputc('\n', stderr);
	return outcome;
}

/**
 * fail_errno() - the same for an error from the kernel
 * @object: what could not be done to what
 * @error: errno, positive or negative
 * @detail: the kernel's own words, or NULL or ""
 *
 * Return: the outcome that goes with @error.
 */
enum outcome fail_errno(const char *object, int error, const char *detail)
{
	const char *advice = NULL;
	enum outcome outcome = OUTCOME_FAILED;
	size_t i;

	error = error < 0 ? -error : error;
	for (i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++) {
		if (meanings[i].error == error) {
			outcome = meanings[i].outcome;
			advice = meanings[i].advice;
		}
	}
	if (!detail || !*detail)
		detail = strerror(error);
	return fail(outcome, "%s: %s%s%s", object, detail, advice ? "; " : "",
		    advice ? advice : "");
}
