/*
 * SPDX-License-Identifier: MIT
 * The subjects of `bareprobe list`: each is a function, and a line in host/commands/list_verb.c.
 */
#pragma once

#include "host/commands/list/listing.h"

/* Each prints the matching entries on stdout and returns their number, or -1 after a message. */
int list_events(const struct listing *listing);
int list_event_groups(const struct listing *listing);
int list_benches(const struct listing *listing);
int list_metrics(const struct listing *listing);
int list_suites(const struct listing *listing);
int list_registers(const struct listing *listing); /* its pattern is a list of events */
int list_runs(const struct listing *listing);
