/*
 * SPDX-License-Identifier: MIT
 * Prompt commands that the host executes on memory contents that the machine dumps.
 */
#pragma once

#include "host/monitor/monitor_session.h"

/* If the line is a host command, executes it, stores the outcome in *done and returns true. */
bool own_command(struct monitor_session *session, const char *line, enum exchanged *done);

/* Lists the host commands if `line` is `help` without an argument. */
void own_commands_help(const char *line);
