/*
 * SPDX-License-Identifier: MIT
 * What becomes of the machine behind a run.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Shown by a diagnostic card at port 80h while a run goes on, and behind it for good. */
#define POST_RUNNING 0xB1
#define POST_OK      0xB0
#define POST_FAILED  0xBF

enum exit_way {
    EXIT_HALT,     /* stop the processor */
    EXIT_REBOOT,   /* reset it: by the keyboard controller, or by a triple fault */
    EXIT_POWEROFF, /* ask the BIOS to, by APM; where it cannot, halt */
    EXIT_QEMU,     /* write 0 (ok) or 1 (failed) to the debug-exit port */
    EXIT_LOOP,     /* begin anew, for ever */
};

void ending_show(uint8_t post_code);

void ending(enum exit_way way, bool failed) __attribute__((noreturn));
