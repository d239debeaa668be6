/*
 * SPDX-License-Identifier: MIT
 * Prompt lines that use PCL's and PAPI's event names. The machine knows only its own events, so
 * each name is replaced by the events it needs, and its value is computed from their counts.
 */
#pragma once

#include <stdbool.h>

#include "host/machines/monitor/monitor_session.h"

/* Returns whether the line is `count`, `watch` or `log` with such a name. */
bool named_line_is(const char *line);

/* Executes the line and prints its answer. */
enum exchange_status named_line(struct monitor_session *session, const char *line);
