/*
 * SPDX-License-Identifier: MIT
 * A few lines of assembly explained: as a loop, in the virtual Pentium.
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
    bool brief;          /* of a region its causes alone */
    unsigned most_loops; /* of a region, that are shown */
    const char *svg;     /* a file for the diagram, or NULL */
    const char *html;    /* a file for all of it as a page, or NULL */
    const char *kernel;  /* the image; NULL: the usual one */
};

/* The loop's diagram into the file that --svg names, where one is; -1 after a message. */
int explain_write_svg(const struct explained_loop *loop, const struct explain_order *order);

/* explained_code_make(), where the machine has what is asked; to be freed in any case. */
int explain_code_make(struct explained_code *explained, const char *text, const char *name,
                      const struct explain_order *order);

/* Clocks of a turn on each machine that never was. */
void explain_code_what_ifs(const struct explained_code *explained,
                           const struct explain_order *order, double clocks[WHAT_IFS_MOST]);

/* `text` as loop_code_assemble() takes it. The program's exit status. */
int explain_code(const char *text, const char *name, const struct explain_order *order, FILE *to);
