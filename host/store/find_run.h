/*
 * SPDX-License-Identifier: MIT
 * Finding the run that a person means: a log file, standard input, or one in the store.
 */
#pragma once

#include "host/run/run.h"
#include "host/store/store.h"

/*
 * `name` is a log file (FILE, or FILE#2 for the second run in it; else its last), `-` for standard
 * input, a run's number in the store, `last`, or `last~N` for the Nth before it. `store` is the
 * store's file name, or NULL for the usual one (host/store/store.h). A log's damaged and lost lines
 * are told on stderr. NULL after a message, where there is no such run.
 */
struct run *runs_find(const char *name, const char *store);

/* The number of a run in the store, from `7`, `last` or `last~2`. 0, or -1 after a message; deleted
 * runs are found by number where `deleted` says so, and only they. */
int runs_number(struct store *store, const char *name, bool deleted, int64_t *number);

/* Takes `#N` off a log's name: N, counted from 1, or 0 where the name has none. */
unsigned runs_ordinal(char *name);
