/*
 * SPDX-License-Identifier: MIT
 * Lists the symbols that an object file uses and does not define.
 */
#pragma once

#include <stdbool.h>

struct undefined_symbol {
    char *name;
    bool called; /* a CALL or JMP uses it: a function, not data */
    bool near;   /* an instruction uses it that reaches 127 bytes, such as LOOP */
};

struct undefined_symbols {
    struct undefined_symbol *all;
    unsigned n;
};

/* Returns 0, or -1 after a message. */
int undefined_symbols_read(struct undefined_symbols *symbols, const char *path);
void undefined_symbols_free(struct undefined_symbols *symbols);
