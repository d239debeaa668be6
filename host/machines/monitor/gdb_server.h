/*
 * SPDX-License-Identifier: MIT
 * A gdb server for a machine: translates gdb's packets into lines of the monitor. The lines travel
 * in frames, so damaged ones are requested again, and the kernel needs no gdb protocol.
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

/* Serves gdb until it disconnects. The last of `commands`, which may be NULL, is the first run.
 * Returns the program's exit status. */
int gdb_server_serve(struct monitor_session *session, struct gdb_line *line, const char *commands);

/* Sends one line to the monitor and stores its text, also if it was refused. The caller frees
 * it. */
enum exchange_status gdb_server_ask(struct gdb *gdb, const char *line, char **text);

/* Sends the text as a packet, and frees it. */
void gdb_server_send_and_free(struct gdb *gdb, char *text);

/* Answers packets that begin with q (gdb_queries.c). */
void gdb_query_answer(struct gdb *gdb, const char *packet);

/* ---- runs (gdb_run.c) ------------------------------------------------------------------------ */

/* Starts the run of gdb->run, up to the start of its benchmark. Returns -1 if no run is set. */
int gdb_run_begin(struct gdb *gdb);

/* Executes "go", "step" or "kill" until the next stop or the end of the run. */
void gdb_run_continue(struct gdb *gdb, const char *how);

/* Sets or clears a breakpoint or watchpoint of `bytes` bytes, of gdb's kind '0' to '4'. Returns the
 * reply to gdb. */
const char *gdb_run_breakpoint(struct gdb *gdb, bool set, char kind, uint32_t address,
                               uint32_t bytes);

/* ---- state of the stopped benchmark (gdb_state.c) -------------------------------------------- */

/* Each returns the reply to its packet, which the caller frees. */
char *gdb_state_read_registers(struct gdb *gdb);
char *gdb_state_write_registers(struct gdb *gdb, const char *hex);
char *gdb_state_read_register(struct gdb *gdb, unsigned number);
char *gdb_state_write_register(struct gdb *gdb, unsigned number, const char *hex);
char *gdb_state_read_memory(struct gdb *gdb, uint32_t address, uint32_t length);
char *gdb_state_write_memory(struct gdb *gdb, uint32_t address, const uint8_t *bytes,
                             uint32_t length);

/* Returns gdb's target description: the registers of an i386 with an x87. The caller frees it. */
char *gdb_state_description(void);
