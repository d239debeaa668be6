/*
 * SPDX-License-Identifier: MIT
 * Answers gdb's queries about the target.
 */
#pragma once

#include "host/machines/gdb/gdb_session.h"

/* Answers packets that begin with q. */
void gdb_query_answer(struct gdb *gdb, const char *packet);
