/*
 * SPDX-License-Identifier: MIT
 * The historical commands, each with its arguments. They return the exit status.
 */
#pragma once

/* brinkMod is brink that writes register files and measures nothing. */
int brink_command_run(int argc, char **argv);
int brinkmod_command_run(int argc, char **argv);
int countit_command_run(int argc, char **argv);
int perfex_command_run(int argc, char **argv);
