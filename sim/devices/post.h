/*
 * SPDX-License-Identifier: MIT
 * Prints checkpoint codes of a power-on self test on stderr, as a POST card shows them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct post {
    bool shown;    /* print those of port 80h */
    uint16_t port; /* another port whose codes are printed; 0: none */
    uint8_t code;  /* last written to port 80h */
    int last[2];   /* last printed for port 80h and for the other port; -1: none yet */
};

void post_reset(struct post *post, bool shown, uint16_t port);
/* Call it for every byte written to any port. A code written repeatedly is printed once. */
void post_out(struct post *post, uint16_t port, uint8_t value);
