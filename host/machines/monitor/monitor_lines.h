/*
 * SPDX-License-Identifier: MIT
 * Runs lines on a monitor, one after the other: from -c, a file or a pipe, or typed at a terminal.
 */
#pragma once

#include "host/machines/monitor/monitor_session.h"

/* Each returns the program's exit status: 0, 1 if a line failed, 3 if the machine is lost. */
int monitor_lines_run_commands(struct monitor_session *session,
                               const char *commands);                          /* separated by ; */
int monitor_lines_run_file(struct monitor_session *session, const char *path); /* "-": stdin */
int typed_session_run(struct monitor_session *session);

/* Executes one line: a host command (disassemble, load, upload), or a command of the machine. */
enum exchange_status monitor_line_run(struct monitor_session *session, const char *line);
