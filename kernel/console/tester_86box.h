/*
 * SPDX-License-Identifier: MIT
 * 86Box's unit tester, a device that ends the emulator on request. Source: "86Box Unit Tester
 * device specification", version 1.0.0 of 2024-01-08 (doc/specifications/86box-unit-tester.md in
 * 86Box's source).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Reports whether the tester answers. On other machines the search is a sequence of POST codes and
 * a few reads of unassigned ports. Interrupts must be disabled.
 */
bool tester_86box_is_there(void);

/*
 * Ends 86Box with this exit status, 0 to 127. If there is no tester, or its exit command is
 * disabled, shows this on the screen and returns.
 */
void tester_86box_exit(uint8_t status);
