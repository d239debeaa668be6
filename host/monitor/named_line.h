/*
 * SPDX-License-Identifier: MIT
 * Lines of the prompt with events by the names of PCL and PAPI in them: the box knows its own
 * events alone, so names go there as what they take, and what it counted comes back as formulas.
 */
#pragma once

#include <stdbool.h>

#include "host/monitor/monitor_session.h"

/* Whether the line is `count`, `watch` or `log` with such a name. */
bool named_line_is(const char *line);

/* Does it, its answer printed. */
enum exchanged named_line(struct monitor_session *session, const char *line);
