/*
 * SPDX-License-Identifier: MIT
 * What there is to say of a sampled pass in lines of text.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/*
 * What the interrupts took, and what was lost on the machine, by a fault, and on the wire; each
 * line behind `indent`.
 */
void sampling_print_more(const struct run *run, unsigned sampling, const char *indent, FILE *to);
