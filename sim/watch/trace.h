/*
 * SPDX-License-Identifier: MIT
 * -trace: writes a part of the run as a Kanata log (version 0004), which the Konata viewer shows:
 * each instruction's stages PF D1 D2 EX WB, its pipe, and what it waited for.
 */
#pragma once

#include <stdio.h>

#include "sim/watch/observe.h"
#include "sim/watch/trace_window.h"
#include "sim/load/symbols.h"

/* Returns NULL if memory is exhausted. */
struct trace *trace_create(const struct symbols *symbols, struct stretch stretch);
void trace_destroy(struct trace *trace);

/* Records a wait of the open instruction, or of the next one to open. */
void trace_lost(struct trace *trace, enum lost cause, uint64_t from, uint64_t clocks);
void trace_instruction(struct trace *trace, const struct observation *seen);

/* Returns 0, or -1 if memory was or is exhausted. */
int trace_write(struct trace *trace, FILE *to);
