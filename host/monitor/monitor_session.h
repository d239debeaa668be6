/*
 * SPDX-License-Identifier: MIT
 * Lines for a monitor, one after the other: of -c, of a file or a pipe, or typed at a terminal.
 */
#pragma once

#include <stdbool.h>

#include "host/monitor/exchange.h"

struct monitor_session {
    struct exchange exchange;
    const char *kernel; /* the image, whose names disassembly shows; NULL: none is known */
    bool show_lines;    /* each line is printed before its answer, behind the prompt */
    bool raw;           /* records as they came, not their text */
    bool stop;          /* the first line that fails is the last */
    bool said_bye;
};

/* Each returns the program's exit status: 0, 1 where a line failed, 3 where the box is lost. */
int session_commands_run(struct monitor_session *session,
                         const char *commands);                          /* with ; between */
int session_file_run(struct monitor_session *session, const char *path); /* "-": stdin */
int session_typed_run(struct monitor_session *session);

/* A record of an answer: its text, or with `raw` as it came. */
void session_print(const struct monitor_session *session, const struct wire_record *record);

/* A line of the box's alone, its answer printed. */
enum exchanged session_ask(struct monitor_session *session, const char *line);

/* One line: a command of ours (disassemble, load, upload), or one for the box. */
enum exchanged session_line(struct monitor_session *session, const char *line);
