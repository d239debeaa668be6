/*
 * SPDX-License-Identifier: MIT
 * gdb at a box: its packets become lines of the monitor, in frames, so that what the line damages
 * is asked for again, and the kernel knows nothing of gdb.
 */
#pragma once

#include "host/monitor/gdb_line.h"
#include "host/monitor/monitor_session.h"

struct gdb {
    struct monitor_session *session;
    struct gdb_line *line;
    char *run;        /* the line that a run begins with; NULL: none was named yet */
    char *printed;    /* what the box has printed while gdb could not hear it; NULL: nothing */
    char *last;       /* the last line of text; NULL */
    char stopped[64]; /* the last stop, as gdb is told; or how the run ended */
    bool is_stopped;
    bool tells;    /* gdb hears what is printed, while it waits for a stop */
    bool extended; /* it may run again */
    bool told_kernels;
    bool lost; /* the box is */
};

/* Serves gdb until it has had enough. The last of the commands, which may be NULL, is what runs at
 * first. The program's exit status. */
int gdb_serve(struct monitor_session *session, struct gdb_line *line, const char *commands);

/* One line of the monitor's; its text, which the caller frees, refused or not. */
enum exchanged gdb_ask(struct gdb *gdb, const char *line, char **text);

/* Sends it, and frees it. */
void gdb_send_and_free(struct gdb *gdb, char *text);

/* Packets that begin with q (gdb_questions.c). */
void gdb_answer_question(struct gdb *gdb, const char *packet);

/* ---- runs (gdb_run.c) ----------------------------------------------------------------------- */

/* Begins the run of gdb->run, up to where its benchmark begins. -1 where there is none. */
int gdb_begin(struct gdb *gdb);

/* "go", "step" or "kill", until it stops again or has ended. */
void gdb_go_on(struct gdb *gdb, const char *how);

/* A breakpoint or watch point, `bytes` long, of gdb's kind '0' to '4', or its end. The answer. */
const char *gdb_breakpoint(struct gdb *gdb, bool set, char kind, uint32_t address, uint32_t bytes);

/* ---- what is stopped (gdb_state.c) ---------------------------------------------------------- */

/* Answers of those packets, which the caller frees. */
char *gdb_read_registers(struct gdb *gdb);
char *gdb_write_registers(struct gdb *gdb, const char *hex);
char *gdb_read_register(struct gdb *gdb, unsigned number);
char *gdb_write_register(struct gdb *gdb, unsigned number, const char *hex);
char *gdb_read_memory(struct gdb *gdb, uint32_t address, uint32_t length);
char *gdb_write_memory(struct gdb *gdb, uint32_t address, const uint8_t *bytes, uint32_t length);

/* What gdb calls a target description: the registers of an i386 with an x87. The caller frees it.
 */
char *gdb_description(void);
