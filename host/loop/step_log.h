/*
 * SPDX-License-Identifier: MIT
 * The file that `vpentium -steps` writes, read: instructions as they were executed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/model.h"

enum step_unit { STEP_ALONE, STEP_U, STEP_V };

struct step {
    uint32_t address;
    enum step_unit unit;
    uint64_t from, enters, until; /* clocks: the one before was done, it entered, it was done */
    bool raised;
    uint64_t lost[LOST_CAUSES];
    uint64_t x87_ready; /* its result can be used from this clock on; 0: it is no x87 instruction */
    char x87_wait[16];  /* "st1", "unit", "multiplier", "divider"; "" where it did not wait */
    uint8_t length, bytes[15];
    char text[96];
};

struct step_log {
    struct step *steps;
    unsigned n;
};

/* 0, or -1 after a message. To be freed by step_log_free. */
int step_log_read(struct step_log *log, const char *path);
void step_log_free(struct step_log *log);
