/*
 * SPDX-License-Identifier: MIT
 * What becomes of the machine behind a run.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/settings/config.h"

/* Shown by a diagnostic card at port 80h while a run goes on, and behind it for good. */
#define POST_RUNNING 0xB1
#define POST_OK      0xB0
#define POST_FAILED  0xBF

void ending_show(uint8_t post_code);

void ending(enum exit_way way, bool failed) __attribute__((noreturn));
