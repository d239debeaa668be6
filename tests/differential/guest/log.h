/*
 * SPDX-License-Identifier: MIT
 * The log over COM1: one line per case, with only what the case changed. README.md describes the
 * format.
 */
#pragma once

#include <stdint.h>

#include "tests/differential/guest/case.h"

/* Opens COM1. Without a COM1 the log is dropped and nothing waits for it. */
void log_open(void);

void log_text(const char *text);
void log_hex(uint32_t value);

/* Logs " name=value", the value in hex. */
void log_field(const char *name, uint32_t value);

/* Logs how `test` ended: everything except memory and pages. */
void log_case(const struct world *world, const struct test_case *test,
              const struct final_state *final);

void log_dword(uint32_t address, uint32_t now);
void log_page(uint32_t number, uint32_t flags);

/* Sends the last byte, then ends QEMU, Bochs or the virtual Pentium, each through its own port. */
void log_close(uint8_t status);
