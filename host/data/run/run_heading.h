/*
 * SPDX-License-Identifier: MIT
 * Prints the heading for all output about a run.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

/* Prints machine, platform, build and problems, in one or more lines. */
void run_heading(const struct run *run, FILE *to);
