/*
 * SPDX-License-Identifier: MIT
 * Time for bounds and progress: monotonic seconds from some moment on.
 */
#pragma once

double clock_seconds(void);
