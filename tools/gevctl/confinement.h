/* SPDX-License-Identifier: GPL-2.0 */
/* Giving up every right that a process can give up. */
#ifndef GEVCTL_CONFINEMENT_H
#define GEVCTL_CONFINEMENT_H

const char *confinement_enter(int keep);

#endif /* GEVCTL_CONFINEMENT_H */
