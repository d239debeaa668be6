/*
 * SPDX-License-Identifier: MIT
 * Commands of the prompt that are done here, with what the box says of its memory.
 */
#pragma once

#include "host/monitor/monitor_session.h"

/* Whether the line is one of them; then it is done, and *done what came of it. */
bool own_command(struct monitor_session *session, const char *line, enum exchanged *done);

/* Says what there is besides the box's own, where `line` asked for help as a whole. */
void own_commands_help(const char *line);
