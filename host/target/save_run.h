/*
 * SPDX-License-Identifier: MIT
 * What becomes of a run once it is over, and of the bytes it was made from.
 */
#pragma once

#include "host/run/run.h"

/* Which store runs go to. */
struct keeping {
    bool no_store;
    const char *store;         /* its file; NULL: the usual one */
    const char *label, *suite; /* of its runs; NULL: none */
    const char *simulator;     /* how the virtual Pentium was set; NULL: as it is */
    bool quiet;                /* its number is not said */
    const char *kernel;        /* the image that ran; NULL: the one beside this program */
};

/* 0, or -1 after a message: both a store and none are asked for. */
int keeping_check(const struct keeping *keeping);

/*
 * Keeps a run that is over, complete or not; `log` is its raw log, NULL where none is kept. A store
 * that cannot be written costs a message and no more; run->id then is 0.
 */
void run_keep(struct run *run, const char *log, const struct keeping *keeping);

/* What an earlier run in the store says of how long one takes, as run.pace; "" where there is none.
 */
void run_recall_pace(struct run *run, const struct keeping *keeping);

/*
 * A new raw log's name: DIR/YYYYMMDD-HHMMSS[-PORT].log, with -2, -3 and so on where that is taken;
 * DIR is made where it is not there. NULL after a message. The caller frees it.
 */
char *log_name_new(const char *directory, const char *port);
