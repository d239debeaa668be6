/*
 * SPDX-License-Identifier: MIT
 * Parses event codes that are given as numbers. The small image lacks this.
 */
#pragma once

#include "pmc/pmc.h"

/*
 * On P6 and K7 parses r<hex>: code (bits 7-0), unit mask (15-8), edge (18), invert (23), threshold
 * (31-24). The event is the processor's event with that code if its units can express the unit
 * mask, otherwise pmc_raw_event. On a P5 parses r10, 0x10 or reserved_10h, if that code is
 * reserved. Returns 0; 1 if the text has none of these forms; -1 with a message in error[size].
 */
int raw_code_read(const struct pmc *pmc, struct pmc_counted *counted, const char *text,
                  size_t length, char *error, size_t size) __attribute__((weak));
