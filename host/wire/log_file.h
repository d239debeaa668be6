/*
 * SPDX-License-Identifier: MIT
 * A log file of the wire, read as a whole.
 */
#pragma once

#include "host/wire/record_collector.h"

/*
 * Reads `path` ("-" is standard input) into the collection; each damaged or lost line is told on
 * stderr as "PATH: line N: ...", ten of them at most and then their number, unless quiet. counts,
 * where not NULL, has WIRE_TROUBLES elements and gets how much there was of each trouble. The
 * time of its runs is that of a file's last change.
 * 0, or -1 after a message where the file cannot be read. A file without any record is no error
 * here: the collection is then empty.
 */
int log_read(const char *path, struct collection *collection, bool quiet, unsigned *counts);

/*
 * What the records of a run do not say stands before them in the logs of `run`, each on a line:
 *
 *   # suite: quick
 *   # virtual Pentium: --mhz 60
 */
#define LOG_SUITE     "# suite: "
#define LOG_SIMULATOR "# virtual Pentium: "

/* "1 of 812 results lost", or NULL where nothing was; kept in the run's strings. */
const char *run_loss_sentence(struct run *run);
