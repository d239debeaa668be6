/*
 * SPDX-License-Identifier: MIT
 * Requests to a machine's monitor and their answers, in frames (kernel/monitor/README.md). Damaged
 * frames are requested again, and no request is executed twice.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/machines/target.h"
#include "host/data/wire/wire_line.h"

#define EXCHANGE_MOST_LINE 700 /* characters in a request */

struct exchange_answer {
    /* Receives each record of an answer except the first and the last, in order and once. */
    void (*record)(void *context, const struct wire_record *record);
    void *context;
};

struct monitor_exchange {
    struct target *target;
    FILE *log; /* gets all received bytes unchanged; NULL: no log */
    uint32_t ask;
    char line[WIRE_MOST_BYTES]; /* the line being received */
    size_t length;
    char prompt[160];     /* the prompt to show before the next line, as the monitor sent it */
    double byte_seconds;  /* pause after each byte that is sent; 0: none */
    bool unanswered;      /* the last request was not */
    unsigned only_slowly; /* requests that were answered when they were sent again, slowly */
    double most_wait;     /* seconds to wait for the first record of an answer; 0: no limit */
    double most_silence;  /* seconds without data in an answer; 0: no limit */
    double asked;         /* time of the request that the first record answers */
    bool ended;           /* the target has ended */
    bool leaving;         /* the machine has answered a line that ends it */
    bool
        interrupted; /* Ctrl-C came during an answer and was sent to the machine, or SIGTERM came */
    /* polled: whether to stop the run on the machine; may be NULL */
    bool (*wants_stop)(void *context);
    void *wants_stop_of;
    unsigned repeated; /* frames sent more than once, or requested again */
};

enum exchange_status {
    EXCHANGE_OK,
    EXCHANGE_REFUSED, /* the monitor reported an error */
    EXCHANGE_LOST,    /* no answer: the target ended or restarted, or Ctrl-C came twice */
};

void exchange_open(struct monitor_exchange *exchange, struct target *target, FILE *log);

/* Waits until a monitor answers, for at most `most_wait` seconds. Returns 0 or -1. */
int exchange_find_monitor(struct monitor_exchange *exchange);

/* Sends one line and waits for its answer. The line must not contain '"' or control characters. */
enum exchange_status exchange_ask(struct monitor_exchange *exchange, const char *line,
                                  const struct exchange_answer *answer);

/* As exchange_ask(), for a line that may end the machine: a missing answer is no error. */
enum exchange_status exchange_leave(struct monitor_exchange *exchange, const char *line,
                                    const struct exchange_answer *answer);

/* Waits until a simulator that has answered exchange_leave() has ended, for at most `seconds` or
 * until a signal. It writes its files at its end. */
void exchange_wait_end(struct monitor_exchange *exchange, double seconds);

/* As exchange_ask(), and stores the answer's text, each line with a newline, also if the request
 * was refused. The caller frees it. */
enum exchange_status exchange_ask_text(struct monitor_exchange *exchange, const char *line,
                                       char **text);

/* Returns that text, or NULL if the request was refused or lost. */
char *exchange_text(struct monitor_exchange *exchange, const char *line);
