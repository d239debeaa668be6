/*
 * SPDX-License-Identifier: MIT
 * Explains lines of assembly, run as a loop in the virtual Pentium.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/explain/explain_text.h"
#include "host/analysis/explain/explained_code.h"
#include "host/analysis/explain/what_if.h"
#include "host/analysis/loop/explain_machine.h"

struct explain_options {
    struct explain_machine machine;
    struct explain_layout layout;
    struct what_ifs what_ifs;
    bool brief;              /* for a region only its causes */
    unsigned most_loops;     /* of a region */
    const char *svg;         /* file for the diagram, or NULL */
    const char *html;        /* file for the whole explanation as a page, or NULL */
    const char *kernel;      /* the kernel image; NULL: the default */
    struct request *program; /* a program from an executable file; NULL: benchmarks */
    const char *region;      /* of the program; NULL: the most expensive one, else the whole run */
};

/* Writes the loop's diagram to the file of --svg, if one is given. Returns -1 after a message. */
int explain_code_write_svg(const struct explained_loop *loop,
                           const struct explain_options *options);

/*
 * Calls explained_code_make() if the machine supports the requested output. The caller frees the
 * result in any case.
 */
int explain_code_make(struct explained_code *explained, const struct given_code *given,
                      const struct explain_options *options);

/* Formats which instructions were added to the code. Returns the number of sentences. */
unsigned explain_code_notes(const struct explained_code *explained, char notes[2][EXPLAIN_NOTE]);

/*
 * Returns the text of line `number` about the code: its syntax and loop, initial values, symbols in
 * the buffer, other loops. The caller frees it; NULL: there are no more.
 */
char *explain_code_setup(const struct explained_code *explained, const struct given_code *given,
                         unsigned number);

/* Computes the clocks of an iteration with each hypothetical change of the processor. */
void explain_code_what_ifs(const struct explained_code *explained,
                           const struct explain_options *options, double clocks[WHAT_IFS_MOST]);

/* Explains the code. Returns the program's exit status. */
int explain_code(const struct given_code *given, const struct explain_options *options, FILE *to);
