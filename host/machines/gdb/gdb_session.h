/*
 * SPDX-License-Identifier: MIT
 * A session with gdb: the state of the run, and requests to the monitor.
 */
#pragma once

#include "host/machines/gdb/gdb_line.h"
#include "host/machines/monitor/monitor_session.h"

#define GDB_CORE_DIGITS (16 * 8) /* of the registers of 32 bits */

struct gdb {
    struct monitor_session *session;
    struct gdb_line *line;
    char *run;           /* the line that starts a run; NULL: none was named yet */
    char *printed;       /* output of the machine that gdb cannot receive yet; NULL: none */
    char *last;          /* the last line of text; NULL: none */
    char stopped[320];   /* the last stop reply, or how the run ended */
    char ended[8];       /* the reply for how the program of a run ended; empty: not yet, or none */
    const char *program; /* path of the executable of --program; NULL: none */
    char registers[GDB_CORE_DIGITS + 1]; /* as the last stop printed them; empty: unknown */
    unsigned changes;                    /* of the machine; memory is read again after one */
    struct gdb_memory *memory;           /* what was read */
    struct gdb_breakpoint {
        const char *kind; /* as in the monitor's `break` */
        uint32_t address;
        unsigned bytes; /* 0: of code */
        bool wanted;    /* otherwise it is cleared before the machine runs on */
    } * breakpoints;    /* those that the machine has */
    unsigned n_breakpoints;
    bool is_stopped;
    bool accepts_output; /* gdb waits for a stop and accepts console output */
    bool extended;       /* extended mode: gdb may start another run */
    bool awaits_mode;    /* gdb has not asked for the state yet */
    bool kernel_code_reported;
    bool asked_to_stop; /* a `monitor` command was asked to end */
    bool lost;          /* the machine is lost */
};

/* Sends one line to the monitor and stores its text, also if it was refused. The caller frees
 * it. */
enum exchange_status gdb_session_ask(struct gdb *gdb, const char *line, char **text);

/* Forgets registers and memory: the machine may change them. */
void gdb_session_forget(struct gdb *gdb);

/* Sends output to gdb's console. */
void gdb_session_print(struct gdb *gdb, const char *text, size_t length);

/* Returns the length of packets that the line carries before gdb loses patience. */
unsigned gdb_session_packet_bytes(const struct gdb *gdb);

/* Sends the text as a packet, and frees it. */
void gdb_session_send_and_free(struct gdb *gdb, char *text);
