/*
 * SPDX-License-Identifier: MIT
 * Monotonic time in seconds, for timeouts and progress. The starting point is arbitrary.
 */
#pragma once

double clock_seconds(void);
