/*
 * SPDX-License-Identifier: MIT
 * Runs lines on a monitor, one after the other: from -c, a file or a pipe, or typed at a terminal.
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

/* Each returns the program's exit status: 0, 1 if a line failed, 3 if the machine is lost. */
int monitor_session_run_commands(struct monitor_session *session,
                                 const char *commands); /* separated by ; */
int monitor_session_run_file(struct monitor_session *session, const char *path); /* "-": stdin */
int typed_session_run(struct monitor_session *session);

/* Prints a record of an answer: its text, or with `raw` the unchanged record. */
void monitor_session_print(const struct monitor_session *session, const struct wire_record *record);

/* Sends one line to the machine and prints the answer. */
enum exchange_status monitor_session_ask(struct monitor_session *session, const char *line);

/* Executes one line: a host command (disassemble, load, upload), or a command of the machine. */
enum exchange_status monitor_session_line(struct monitor_session *session, const char *line);
