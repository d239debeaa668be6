/*
 * SPDX-License-Identifier: MIT
 * -box: the machine that other options then change.
 */
#pragma once

#include <stdbool.h>

struct options;

/* Takes the option's value; false after one line on stderr. */
bool take_box(struct options *options, const char *value);

/* The processor, its clock and the memory where no option says them. */
void box_complete(struct options *options);
