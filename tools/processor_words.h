/*
 * SPDX-License-Identifier: MIT
 * Names of processors: common names, names for the virtual machines (-cpu), and names for the event
 * tables.
 */
#pragma once

#include <stdbool.h>

/* The virtual processors, for messages. */
#define VIRTUAL_PROCESSORS "p54c, p55c, ppro, p2, p3, k7, willamette, northwood, prescott"
#define PROCESSOR_WORDS    "pentium, pentium-mmx, pentiumpro, pentium2, pentium3, pentium4, athlon"

/*
 * Returns the virtual processor for a name, in the form that -cpu accepts, or NULL if the name is
 * unknown. Case, blanks, - and _ are ignored: "Pentium II" is pentiumii.
 */
const char *virtual_processor(const char *name);

/* Returns whether a chip in the tables of measured ones, such as p2-deschutes, is that processor.
 */
bool processor_of_chip(const char *name, const char *chip);
