/*
 * SPDX-License-Identifier: MIT
 * The log over COM1: a line a case, with only what the case changed. The format is in README.md.
 */
#pragma once

#include <stdint.h>

#include "tests/differential/guest/case.h"

/* Opens COM1. Where there is none nothing is logged, and nothing is waited for. */
void log_open(void);

void log_text(const char *text);
void log_hex(uint32_t value);

/* " name=value". */
void log_field(const char *name, uint32_t value);

/* How `test` ended: everything but memory and pages. */
void log_case(const struct world *world, const struct test_case *test,
              const struct final_state *final);

void log_dword(uint32_t address, uint32_t now);
void log_page(uint32_t number, uint32_t flags);

/* Sends the last byte, then ends QEMU, Bochs or the virtual Pentium, each by its own port. */
void log_close(uint8_t status);
