/*
 * SPDX-License-Identifier: MIT
 * The cases of an image that an experiment selects, in the order in which the kernel runs them.
 */
#pragma once

#include "kernel/settings/config.h"

/*
 * Finds the names of the cases; *names has *n of them. Returns 0, or -1 after a message if the
 * image cannot be read. selected_cases_free() frees them.
 */
int selected_cases_find(const struct config *config, const char *kernel, char ***names,
                        unsigned *n);
void selected_cases_free(char **names, unsigned n);
