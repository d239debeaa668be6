/*
 * SPDX-License-Identifier: MIT
 * The report on a program from an executable file: its end, its system calls, the files that it
 * looked for in vain, and what it wrote. It is not a member of struct report_form, so that images
 * without programs need no memory for it.
 */
#pragma once

#include "serial/report.h"

/* The place of a system call: the address after its INT 80h, then possible return addresses from
 * the stack, the innermost first. */
#define REPORT_CALL_SITE_MOST 16
struct report_call_site {
    uint32_t address[REPORT_CALL_SITE_MOST];
    unsigned n;
};

/* Calls of one system call in one run of the program. */
struct report_system_call {
    unsigned number;  /* EAX at INT 80h */
    const char *name; /* Linux's; NULL: this kernel does not have the call and returned ENOSYS */
    uint32_t calls, errors;
    const struct report_call_site *site; /* of the first call that returned ENOSYS; NULL: none */
};

/* Bytes that a program wrote to a stream or a file. */
struct report_written {
    const char *name; /* stdout, stderr, or the path of a file */
    uint32_t size;    /* the bytes that exist */
    uint32_t lost;    /* further bytes, which are not sent */
    /* Copies `count` existing bytes from offset `at`. */
    void (*read)(const struct report_written *written, uint32_t at, void *to, size_t count);
    const void *source; /* for read() */
};

#define PROGRAM_COMMAND_MOST 500

enum program_end {
    PROGRAM_EXIT,    /* by exit or exit_group */
    PROGRAM_SIGNAL,  /* by a signal, such as SIGSEGV */
    PROGRAM_STOPPED, /* by this kernel, for the reason `what` */
};

/* A program, as it was in its last repetition in one variant. */
struct report_program {
    const char *bench, *state, *ablate; /* as on the wire */
    const char *command;                /* the program and its arguments, as in the setting; a
                                         * record has PROGRAM_COMMAND_MOST characters at most */
    uint32_t file_bytes;                /* size of the executable */
    uint32_t entry;                     /* address of its first instruction */
    uint32_t memory_kb;                 /* pages that it had in use at most */
    enum program_end end;
    unsigned status;    /* of the exit, or the signal's number */
    const char *signal; /* the signal's name; NULL without a signal */
    const char *what;   /* a sentence that explains the end; NULL if there is nothing to add */
    const struct report_call_site *site; /* the call that ended it as PROGRAM_SIGNAL or
                                          * PROGRAM_STOPPED; NULL: none */
    const struct report_system_call *system_calls;
    unsigned n_system_calls;
    const char *const *missing_files; /* names that were opened and not found, each once */
    unsigned n_missing_files;
    const struct report_written *written;
    unsigned n_written;
};

/* Reports a program to each of the streams that has a form for it: records and text. */
void program_report(struct report_stream *report, const struct report_program *program);

/* Returns whether the program ended as programs without an error do. */
static inline bool program_report_succeeded(const struct report_program *program)
{
    return program->end == PROGRAM_EXIT && program->status == 0;
}

/* "exit", "signal", "stopped", as on the wire. */
const char *program_report_end_name(enum program_end end);

/* The two forms. */
void program_report_records(struct report_stream *report, const struct report_program *program);
void program_report_text(struct report_stream *report, const struct report_program *program);
