/*
 * SPDX-License-Identifier: MIT
 * What people call processors, and what the virtual machines (-cpu) and the tables of events do.
 */
#pragma once

/* Those of the virtual machines, for messages. */
#define VIRTUAL_PROCESSORS "p54c, p55c, ppro, p2, p3, k7, willamette, northwood, prescott"
#define PROCESSOR_WORDS    "pentium, pentium-mmx, pentiumpro, pentium2, pentium3, pentium4, athlon"

/*
 * The virtual processor that the name stands for, as -cpu takes it; NULL: for none. Letters of
 * either case; blanks, - and _ say nothing: "Pentium II" is pentiumii.
 */
const char *virtual_processor(const char *name);
