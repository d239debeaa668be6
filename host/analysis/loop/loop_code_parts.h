/*
 * SPDX-License-Identifier: MIT
 * The data of loop_code: code that the user gives, and what became of it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "host/analysis/toolchain/assembled_code.h"
#include "host/analysis/code/code_form.h"
#include "host/analysis/code/code_flow.h"
#include "host/analysis/loop/loop_inputs.h"
#include "host/analysis/loop/loop_setup.h"
#include "host/analysis/loop/loop_source.h"

#define LOOP_OTHERS 4

/* Code that the user gives. */
struct given_code {
    const char *text;        /* the code; NULL: an object file */
    const char *name;        /* file name for messages; NULL: `text` is that of -c */
    const char *path;        /* of C source or an object file; NULL: none */
    enum code_syntax syntax; /* SYNTAX_UNKNOWN: found in the text */
    const char *function;    /* NULL: the first one with a loop, or the beginning of the text */
    const char *init;        /* initial values, in the format of loop_inputs_parse(); or NULL */
};

struct loop_code {
    const char *name; /* for messages */
    char *folder;     /* for files while the loop is in use */
    struct loop_source source;
    struct assembled_code assembled;
    struct loop_setup setup;
    struct loop_inputs inputs;
    struct code_flow flow;
    uint8_t *image;
    size_t size;
    uint32_t memory_end;             /* of the code's data */
    uint32_t first, after;           /* the code is first..after-1 */
    uint32_t entry;                  /* the code's first instruction */
    uint32_t head, end;              /* the loop is head..end-1; 0: to be found in a run */
    bool called;                     /* a function without a loop, called in a loop */
    const char *function;            /* the function's name; NULL: the beginning of the text */
    uint32_t others[LOOP_OTHERS][2]; /* other loops that ran: head and end */
    unsigned n_others;
    uint32_t *line_at; /* the source line of each byte of the code, from 1; 0: none */
};
