/*
 * SPDX-License-Identifier: MIT
 * Finds a run by name: a log file, standard input, or a run in the store.
 */
#pragma once

#include "host/data/run/run.h"
#include "host/data/store/store.h"

/*
 * `name` is a log file (FILE, or FILE#2 for its second run; without a number its last), `-` for
 * standard input, a run's number in the store, `last`, or `last~N` for the Nth before it. `store`
 * is the store's file name; NULL: the default (host/data/store/store.h). Damaged and lost lines of
 * a log are reported on stderr. Returns NULL after a message if there is no such run.
 */
struct run *run_lookup(const char *name, const char *store);

/* Converts `7`, `last` or `last~2` to a run's number. Returns 0, or -1 after a message. With
 * `deleted` only deleted runs are found, and only by number. */
int run_lookup_number(struct store *store, const char *name, bool deleted, int64_t *number);

/* Removes `#N` from a log's name; returns N, counted from 1, or 0 if the name has no number. */
unsigned run_lookup_ordinal(char *name);
