/*
 * SPDX-License-Identifier: MIT
 * -trace: writes a part of the run as a Kanata log (version 0004), which the Konata viewer shows:
 * each instruction's stages PF D1 D2 EX WB, its pipe, and what it waited for.
 */
#pragma once

#include <stdio.h>

#include "sim/inspection/observer.h"
#include "sim/inspection/trace_window.h"
#include "sim/loader/symbols.h"

/* Returns NULL if memory is exhausted. */
struct trace *trace_create(const struct symbols *symbols, struct trace_window window);
void trace_destroy(struct trace *trace);

/* Records a wait of the open instruction, or of the next one to open. */
void trace_lost(struct trace *trace, enum lost cause, uint64_t from, uint64_t clocks);
void trace_instruction(struct trace *trace, const struct observation *seen);

/* Returns 0, or -1 if memory was or is exhausted. */
int trace_write(struct trace *trace, FILE *to);
