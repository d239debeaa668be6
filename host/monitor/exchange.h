/*
 * SPDX-License-Identifier: MIT
 * Asking the monitor of a box, in frames (kernel/monitor/README.md): what the line damages is asked
 * for again, and nothing is done twice.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/target/target.h"
#include "host/wire/wire_line.h"

#define EXCHANGE_MOST_LINE 700 /* characters of a line that is asked */

struct answer {
    /* Gets each record of an answer but the first and the last, in order and once. */
    void (*record)(void *context, const struct wire_record *record);
    void *context;
};

struct exchange {
    struct target *target;
    FILE *log; /* all that comes, as it came; NULL: it is not kept */
    uint32_t ask;
    char line[WIRE_MOST_BYTES]; /* that is coming */
    size_t length;
    char prompt[160]; /* what the monitor last said stands before the next line */
    bool ended;       /* the target has */
    bool interrupted; /* Ctrl-C came while an answer was waited for: the box was told */
    bool (*wants_stop)(void *context); /* whether a run is to stop, at the machine; may be NULL */
    void *wants_stop_of;
    unsigned repeated; /* frames that were sent more than once, or asked to be */
};

enum exchanged {
    EXCHANGE_OK,
    EXCHANGE_REFUSED, /* the monitor said what is wrong */
    EXCHANGE_LOST,    /* no answer, for it ended or began anew, or Ctrl-C came twice */
};

void exchange_open(struct exchange *exchange, struct target *target, FILE *log);

/*
 * Waits up to so many seconds (0: for ever, or Ctrl-C) for a monitor to be there. 0, or -1.
 */
int exchange_meet(struct exchange *exchange, double seconds);

/* Asks one line, which has none of the characters '"' and those below a blank. */
enum exchanged exchange_ask(struct exchange *exchange, const char *line,
                            const struct answer *answer);

/* The same for a line that may end the machine, so that it is well where no answer comes. */
enum exchanged exchange_leave(struct exchange *exchange, const char *line,
                              const struct answer *answer);

/* As exchange_ask(), for its text: lines with newlines behind them, refused or not. The caller
 * frees it. */
enum exchanged exchange_ask_text(struct exchange *exchange, const char *line, char **text);

/* That text, or NULL where it was refused or lost. */
char *exchange_text(struct exchange *exchange, const char *line);
