/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GEVCTL_VERSION_H
#define GEVCTL_VERSION_H

#define GEVCTL_VERSION "0.1"

#endif /* GEVCTL_VERSION_H */
