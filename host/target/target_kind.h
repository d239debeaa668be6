/*
 * SPDX-License-Identifier: MIT
 * What each kind of target gives: the inside of host/target/target.h.
 */
#pragma once

#include "host/target/target.h"

struct target {
    const struct target_kind *kind;
    char *name;
    int descriptor; /* -1 while there is none */
    unsigned baud;  /* 0 where there is no line */
};

struct target_kind {
    int (*read)(struct target *target, char *bytes, size_t size);
    int (*write)(struct target *target, const char *bytes,
                 size_t count);                        /* NULL: it hears nothing */
    void (*finish)(struct target *target);             /* NULL: it keeps nothing back */
    void (*stop)(struct target *target, int complain); /* frees all but the name and itself */
};
