/*
 * SPDX-License-Identifier: MIT
 * Describes a sampled pass in lines of text.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

/* Prints the time spent in interrupts, and the samples lost on the machine, by a fault, or on the
 * wire; each line is indented by `indent`. */
void sampled_lines_print(const struct run *run, unsigned sampling, const char *indent, FILE *to);
