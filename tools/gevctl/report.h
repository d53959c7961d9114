/* SPDX-License-Identifier: GPL-2.0 */
/* What became of a description's features, for people. */
#ifndef GEVCTL_REPORT_H
#define GEVCTL_REPORT_H

#include "compilation.h"

enum outcome report_print(const struct compilation *c);

#endif /* GEVCTL_REPORT_H */
