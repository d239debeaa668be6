/*
 * SPDX-License-Identifier: MIT
 * Reads a whole log file of wire records.
 */
#pragma once

#include "host/data/wire/record_collector.h"

/*
 * Reads `path` ("-" is standard input) into the collection. Each damaged or lost line is reported
 * on stderr as "PATH: line N: ...", at most ten and then their number, unless quiet. counts, unless
 * NULL, has WIRE_TROUBLES elements and receives the number of each trouble. The time of the runs is
 * the file's modification time. Returns 0, or -1 after a message if the file cannot be read. A file
 * without records is not an error; the collection is then empty.
 */
int log_file_read(const char *path, struct collection *collection, bool quiet, unsigned *counts);

/* The message for a log without a run; its argument is the path. */
#define LOG_FILE_NO_RUN                                                                            \
    "%s: contains no records of a run, which the machine sends unless it is set to report=text"

/*
 * Information that the records of a run lack is stored before them in the logs of `run`, one item
 * per line:
 *
 *   # suite: quick
 *   # virtual Pentium: --mhz 60
 *   # label: night
 *
 * The logs of results/ describe the owner's machine in the same way:
 *
 *   # machine: Gateway 2000 P5-100
 *   # board: Intel Advanced/EV
 *   # chip set: Intel 430FX
 *   # BIOS: AMI 1.00.12.BR0
 */
#define LOG_SUITE     "# suite: "
#define LOG_SIMULATOR "# virtual Pentium: "
#define LOG_LABEL     "# label: "
#define LOG_MACHINE   "# machine: "
#define LOG_BOARD     "# board: "
#define LOG_CHIP_SET  "# chip set: "
#define LOG_BIOS      "# BIOS: "
