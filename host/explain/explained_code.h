/*
 * SPDX-License-Identifier: MIT
 * A few lines of assembly, run as a loop: what is known of it then.
 */
#pragma once

#include "host/explain/explained.h"
#include "host/loop/loop_code.h"

struct explained_code {
    struct loop_code code;
    struct explained_loop loop;
    const struct explain_machine *machine;
    struct model *model;
    bool pipes;  /* the processor is a P5, whose pipes are known; else of lines the clocks alone */
    bool ends;   /* the loop does, so that what it has computed can be compared */
    double uops; /* of a turn, where a P6 counts them; else 0 */
};

/* `text` and `name` as loop_code_assemble() takes them. EXIT_FINE, or another status after a
 * message; to be freed in either case. */
int explained_code_make(struct explained_code *explained, const char *text, const char *name,
                        const struct explain_machine *machine);
void explained_code_free(struct explained_code *explained);

/* Clocks of a turn on another machine; below 0 after a message. */
double explained_code_clocks(const struct explained_code *explained,
                             const struct explain_machine *machine);
