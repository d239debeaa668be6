/*
 * SPDX-License-Identifier: MIT
 * What stands over everything that is told of a run.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/* Machine, platform, build, and what was amiss: a line or more. */
void run_heading(const struct run *run, FILE *to);
