/*
 * SPDX-License-Identifier: MIT
 * The code that MASM and TASM generate at PROC and RET: a frame for parameters and local variables,
 * and PUSH and POP of the registers of USES.
 */
#pragma once

#include <stdbool.h>

#include "host/analysis/masm/masm_names.h"

struct masm_procedure {
    unsigned first, last;      /* lines of PROC and ENDP */
    char *prologue, *epilogue; /* instructions; or NULL */
};

struct masm_procedures {
    struct masm_procedure *all;
    unsigned n;
};

/*
 * Reads the procedures in the lines, in lower case without comments, and adds their parameters and
 * local variables to the names. Sets omitted[line] of the lines with ARG, USES and LOCAL.
 */
void masm_procedures_read(struct masm_procedures *procedures, char *const *lines, unsigned n,
                          struct masm_names *names, bool *omitted);
void masm_procedures_free(struct masm_procedures *procedures);

/* Returns the procedure with the line; NULL if none has it. */
const struct masm_procedure *masm_procedures_at(const struct masm_procedures *procedures,
                                                unsigned line);

/* Returns the register that a name is, if USES may have it; NULL for another word. */
const char *masm_register_named(const char *word, size_t n);
