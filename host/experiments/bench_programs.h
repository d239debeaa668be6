/*
 * SPDX-License-Identifier: MIT
 * Which benchmark stands for a program of the file.
 */
#pragma once

#include "host/experiments/xml/experiment_file.h"

/*
 * Gives each program its benchmark of the image (NULL: the one beside this program): the one that
 * `given` says, an array of PROGRAM=BENCHMARK that NULL ends; else the one that its command names,
 * by its name or its last part; else the one that its label names. 0, or -1 after messages that say
 * what there is.
 */
int programs_find(struct experiments *experiments, const char *const *given, const char *kernel);
