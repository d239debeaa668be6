/*
 * SPDX-License-Identifier: MIT
 * Checks results that were received.
 */
#pragma once

#include "host/data/run/run.h"

/*
 * Checks a result's consistency: its order (min <= median <= max), its interval (t * sd / sqrt(n)),
 * the overhead (raw - entries * overhead), its value per entry, and the event table. Returns NULL,
 * or the inconsistency. A garbled line has a correct CRC in 1 of 65536 cases, but is almost never
 * consistent.
 */
const char *record_check_result(const struct result *result);

/*
 * Checks that a result agrees with earlier records of the run: the calibration of its event
 * (overhead, code, counter), or without it the valid words for rings and states. `of` names the
 * calibration, as in the record; NULL: the usual one. Returns NULL, or the contradiction.
 */
const char *record_check_place(const struct run *run, const struct result *result, const char *of);
