/*
 * SPDX-License-Identifier: MIT
 * A session with gdb: the state of the run, and requests to the monitor.
 */
#pragma once

#include "host/machines/monitor/gdb_line.h"
#include "host/machines/monitor/monitor_session.h"

struct gdb {
    struct monitor_session *session;
    struct gdb_line *line;
    char *run;        /* the line that starts a run; NULL: none was named yet */
    char *printed;    /* output of the machine that gdb cannot receive yet; NULL: none */
    char *last;       /* the last line of text; NULL: none */
    char stopped[64]; /* the last stop reply, or how the run ended */
    bool is_stopped;
    bool accepts_output; /* gdb waits for a stop and accepts console output */
    bool extended;       /* extended mode: gdb may start another run */
    bool kernel_code_reported;
    bool lost; /* the machine is lost */
};

/* Sends one line to the monitor and stores its text, also if it was refused. The caller frees
 * it. */
enum exchange_status gdb_session_ask(struct gdb *gdb, const char *line, char **text);

/* Sends the text as a packet, and frees it. */
void gdb_session_send_and_free(struct gdb *gdb, char *text);
