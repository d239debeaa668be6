/*
 * SPDX-License-Identifier: MIT
 * The two 8259A interrupt controllers of a PC (Intel 8259A data sheet; IBM AT Technical Reference):
 * of their lines the real-time clock's is let through, and while samples are taken the timer's.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The lines that ask for an interrupt, a bit for each. */
uint16_t pic_pending(void);

/* Gives the lines the vectors from VECTOR_LINES on and masks all but 8, the real-time clock's. */
void pic_install(void);

/* Lets a line of the master through from now on, or no longer. */
void pic_let_through(unsigned line, bool yes);

/* The same mask again, which a benchmark in ring 0 may have changed. */
void pic_mask(void);

/* Ends the interrupt of line 8, so that the next can come. */
void pic_end_interrupt(void);

/* Likewise of one of the master's own lines. */
void pic_end_master(void);
