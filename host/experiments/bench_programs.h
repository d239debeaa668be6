/*
 * SPDX-License-Identifier: MIT
 * Which benchmark stands for a program of the file.
 */
#pragma once

#include "host/experiments/wishes.h"

/*
 * Gives each program its benchmark of the image `kernel`: the one that is wished; else the one that
 * its command names, by its name or its last part; else the one that its label names. 0, or -1
 * after messages that say what there is; `kernel` is NULL where there is none.
 */
int programs_find(struct experiments *experiments, const struct experiment_wishes *wishes,
                  const char *kernel);
