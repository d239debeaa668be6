/*
 * SPDX-License-Identifier: MIT
 * The table of all commands, in the order of `help`.
 */
#include "kernel/monitor/command.h"

#include <stddef.h>

const struct command_group *const command_groups[] = {
    &register_commands, &memory_commands,  &measuring_commands,
    &rate_commands,     &program_commands, &loading_commands,
    &debug_commands,    &session_commands, NULL};
