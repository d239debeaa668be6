/*
 * SPDX-License-Identifier: MIT
 * Whether what comes over a serial line can be text. At another speed than the sender's a third of
 * all bytes, or more, are no characters of a text (tests/host/test_speeds.py has each pair of
 * speeds).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct legible {
    unsigned bytes, strange; /* since the window began; strange: no character of a text */
    bool told;
};

/* Takes bytes that came; true where it is time to say that they are no text: once. */
bool legible_not(struct legible *legible, const char *bytes, size_t count);

/* No more will come: true where it is time to say so of the few there were. */
bool legible_not_at_end(struct legible *legible);
