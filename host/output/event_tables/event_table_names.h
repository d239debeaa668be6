/*
 * SPDX-License-Identifier: MIT
 * The names of the tables of `bareprobe show --table`.
 */
#pragma once

#include "host/output/event_tables/event_tables.h"

#define EVENT_TABLE_NAMES "counts, theory, iteration, caches"

/* Returns the table with that name, NULL if none exists. */
event_table_print *event_table_named(const char *name);
