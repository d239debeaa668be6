/*
 * SPDX-License-Identifier: MIT
 * Reads the file that `vpentium -steps` writes: instructions as they were executed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/model.h"

enum step_unit { STEP_ALONE, STEP_U, STEP_V };

struct logged_step {
    uint32_t address;
    enum step_unit unit;
    uint64_t from, enters, until; /* clocks: completion of the one before, entry, completion */
    bool raised;
    uint64_t lost[LOST_CAUSES];
    uint64_t x87_ready; /* first clock in which its result can be used; 0: not an x87 instruction */
    char x87_wait[16];  /* "st1", "unit", "multiplier", "divider"; "" if it did not wait */
    uint8_t length, bytes[15];
    char text[96];
};

struct step_log {
    struct logged_step *steps;
    unsigned n;
};

/* Returns 0, or -1 after a message. step_log_free() frees the log. */
int step_log_read(struct step_log *log, const char *path);
/* Drops the steps from the visit of `head` after `iterations` complete iterations on. */
void step_log_truncate(struct step_log *log, uint32_t head, unsigned iterations);
void step_log_free(struct step_log *log);
