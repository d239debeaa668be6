/*
 * SPDX-License-Identifier: MIT
 * A few lines of assembly explained: as a loop, in the virtual Pentium.
 */
#pragma once

#include <stdio.h>

#include "host/explain/explain_text.h"
#include "host/loop/machine.h"
#include "host/explain/what_if.h"

struct explain_order {
    struct explain_machine machine;
    struct explain_page page;
    struct what_ifs what_ifs;
    unsigned most_loops; /* of a region, that are shown */
    const char *kernel;  /* the image; NULL: the usual one */
};

/* `text` as loop_code_assemble() takes it. The program's exit status. */
int explain_code(const char *text, const char *name, const struct explain_order *order, FILE *to);
