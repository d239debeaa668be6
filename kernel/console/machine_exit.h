/*
 * SPDX-License-Identifier: MIT
 * Ends the kernel: halts, resets or powers off the machine after a run.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/settings/config.h"

/* POST codes for a diagnostic card at port 80h: during a run, and permanently after it. */
#define POST_RUNNING 0xB1
#define POST_OK      0xB0
#define POST_FAILED  0xBF

void machine_exit_show(uint8_t post_code);

void machine_exit(enum exit_way way, bool failed) __attribute__((noreturn));
