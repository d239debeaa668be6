/*
 * SPDX-License-Identifier: MIT
 * How many processes are to work at once.
 */
#pragma once

#define JOBS_MOST 256

/*
 * "4"; "0" or "auto" is one for each processor that this program may use; NULL is 1. 0, or -1 after
 * a message.
 */
int jobs_read(const char *text, unsigned *jobs);
