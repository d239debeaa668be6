/*
 * SPDX-License-Identifier: MIT
 * Explains lines of assembly, run as a loop in the virtual Pentium.
 */
#pragma once

#include <stdio.h>

#include "host/explain/explain_text.h"
#include "host/explain/explained_code.h"
#include "host/loop/machine.h"
#include "host/explain/what_if.h"

struct explain_order {
    struct explain_machine machine;
    struct explain_page page;
    struct what_ifs what_ifs;
    bool brief;          /* for a region only its causes */
    unsigned most_loops; /* of a region */
    const char *svg;     /* file for the diagram, or NULL */
    const char *html;    /* file for the whole explanation as a page, or NULL */
    const char *kernel;  /* the kernel image; NULL: the default */
};

/* Writes the loop's diagram to the file of --svg, if one is given. Returns -1 after a message. */
int explain_write_svg(const struct explained_loop *loop, const struct explain_order *order);

/*
 * Calls explained_code_make() if the machine supports the requested output. The caller frees the
 * result in any case.
 */
int explain_code_make(struct explained_code *explained, const char *text, const char *name,
                      const struct explain_order *order);

/* Computes the clocks of an iteration with each hypothetical change of the processor. */
void explain_code_what_ifs(const struct explained_code *explained,
                           const struct explain_order *order, double clocks[WHAT_IFS_MOST]);

/* Explains `text`, in the format of loop_code_assemble(). Returns the program's exit status. */
int explain_code(const char *text, const char *name, const struct explain_order *order, FILE *to);
