/*
 * SPDX-License-Identifier: MIT
 * Prompt commands that the host executes on memory contents that the machine dumps.
 */
#pragma once

#include "host/machines/monitor/monitor_session.h"

/* If the line is a host command, executes it, stores the outcome in *done and returns true. */
bool local_command_run(struct monitor_session *session, const char *line,
                       enum exchange_status *done);

/* Lists the host commands if `line` is `help` without an argument. */
void local_commands_help(const char *line);
