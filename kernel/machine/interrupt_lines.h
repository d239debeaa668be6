/*
 * SPDX-License-Identifier: MIT
 * The two 8259A interrupt controllers of a PC (Intel 8259A data sheet; IBM AT Technical Reference).
 * Only the real-time clock's line is enabled, and the timer's while samples are taken.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The lines that request an interrupt, a bit for each. */
uint16_t pic_pending(void);

/*
 * Assigns the vectors from VECTOR_LINES on to the lines, and masks all except 8, the real-time
 * clock's.
 */
void pic_install(void);

/* Enables a line of the master, or masks it again. */
void pic_let_through(unsigned line, bool yes);

/* Writes the current mask again, since a benchmark in ring 0 may have changed it. */
void pic_mask(void);

/* Ends the interrupt of line 8, so that the line can interrupt again. */
void pic_end_interrupt(void);

/*
 * Acknowledges and ends a request of line 8 that came as an NMI, for which the processor reads no
 * vector.
 */
void pic_end_unread_interrupt(void);

/* Ends the interrupt of a line of the master. */
void pic_end_master(void);
