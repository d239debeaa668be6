/*
 * SPDX-License-Identifier: MIT
 * --trace: a stretch of execution as a Kanata log (version 0004), which the Konata viewer shows:
 * each instruction's stages PF D1 D2 EX WB, its pipe, and what it waited for.
 */
#pragma once

#include <stdio.h>

#include "sim/watch/observe.h"
#include "sim/watch/trace_window.h"
#include "sim/load/symbols.h"

/* NULL where memory is short. */
struct trace *trace_create(const struct symbols *symbols, struct stretch stretch);
void trace_destroy(struct trace *trace);

/* The instruction that is open, or the next to open, waits. */
void trace_lost(struct trace *trace, enum lost cause, uint64_t from, uint64_t clocks);
void trace_instruction(struct trace *trace, const struct observation *seen);

/* 0, or -1 where memory ran short meanwhile, or is now. */
int trace_write(struct trace *trace, FILE *to);
