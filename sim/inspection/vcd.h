/*
 * SPDX-License-Identifier: MIT
 * -vcd: writes a part of the run as a value change dump (IEEE 1364, clause 18), which GTKWave
 * shows: the pins PM0 and PM1, both counters, the ring, the pipes, and why the processor waits. A
 * nanosecond of the dump is one processor clock.
 */
#pragma once

#include <stdio.h>

#include "sim/inspection/observer.h"
#include "sim/inspection/trace_window.h"

/* Returns NULL if memory is exhausted. */
struct vcd *vcd_create(struct trace_window window);
void vcd_destroy(struct vcd *vcd);

void vcd_lost(struct vcd *vcd, enum lost cause, uint64_t from, uint64_t clocks);

/* Call it whenever clocks are attributed; reads the counters. */
void vcd_instruction(struct vcd *vcd, const struct cpu *cpu, const struct observation *seen);

/* Returns 0, or -1 if memory was exhausted in between. */
int vcd_write(struct vcd *vcd, FILE *to);
