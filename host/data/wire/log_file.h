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

/*
 * Information that the records of a run lack is stored before them in the logs of `run`, one item
 * per line:
 *
 *   # suite: quick
 *   # virtual Pentium: --mhz 60
 *   # label: night
 */
#define LOG_SUITE     "# suite: "
#define LOG_SIMULATOR "# virtual Pentium: "
#define LOG_LABEL     "# label: "
