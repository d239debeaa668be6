/*
 * SPDX-License-Identifier: MIT
 * Parses the number of parallel processes.
 */
#pragma once

#define JOBS_MOST 256

/* Parses "4"; "0" or "auto" means one for each processor available to this program; NULL means 1.
 * Returns 0, or -1 after a message. */
int jobs_option_read(const char *text, unsigned *jobs);
