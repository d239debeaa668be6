/*
 * SPDX-License-Identifier: MIT
 * A session on a monitor: sends lines to the machine and prints the answers.
 */
#pragma once

#include <stdbool.h>

#include "host/machines/monitor/exchange.h"

struct monitor_session {
    struct monitor_exchange exchange;
    const char *kernel; /* the kernel image, for symbol names in disassembly; NULL: unknown */
    bool show_lines;    /* print each line with the prompt before its answer */
    bool raw;           /* print records unchanged instead of their text */
    bool stop;          /* stop after the first line that fails */
    bool sent_bye;
};

/* Prints a record of an answer: its text, or with `raw` the unchanged record. */
void monitor_session_print(const struct monitor_session *session, const struct wire_record *record);

/* Sends one line to the machine and prints the answer. */
enum exchange_status monitor_session_ask(struct monitor_session *session, const char *line);

/* As monitor_session_ask(), for a line that may end the machine: a missing answer is no error. */
enum exchange_status monitor_session_leave(struct monitor_session *session, const char *line);
