/*
 * SPDX-License-Identifier: MIT
 * The interface between host/machines/target.h and each kind of target.
 */
#pragma once

#include <stddef.h>

struct target {
    const struct target_kind *kind;
    char *name;
    int descriptor; /* -1 if there is currently none */
    unsigned baud;  /* 0 without a serial line */
};

struct target_kind {
    int (*read)(struct target *target, char *bytes, size_t size);
    int (*write)(struct target *target, const char *bytes,
                 size_t count);            /* NULL: it accepts no input */
    void (*finish)(struct target *target); /* NULL: it holds nothing back */
    /* frees everything except the name and itself */
    void (*stop)(struct target *target, int complain);
};
