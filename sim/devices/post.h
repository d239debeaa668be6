/*
 * SPDX-License-Identifier: MIT
 * Checkpoint codes of a power-on self test, shown on stderr as a POST card shows them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct post {
    bool shown;    /* those of port 80h */
    uint16_t port; /* whose codes are shown too; 0 for none */
    uint8_t code;  /* last written to port 80h */
    int last[2];   /* last shown of port 80h and of the other; -1 before the first */
};

void post_reset(struct post *post, bool shown, uint16_t port);
/* Any byte written to any port. A code that is written again and again is shown once. */
void post_out(struct post *post, uint16_t port, uint8_t value);
