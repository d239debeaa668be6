/*
 * SPDX-License-Identifier: MIT
 * The command lines of brink, brinkMod, CountIt and perfex, as their documents print them. They
 * are carried out by bareprobe's verbs.
 */
#pragma once

#include <stdbool.h>

/* Returns whether the last component of a path, such as ./CountIt, is one of these commands. */
bool historical_command_is(const char *path);

/* Carries out argv[0] with its arguments and returns the exit status. */
int historical_command_run(int argc, char **argv);
