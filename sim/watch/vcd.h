/*
 * SPDX-License-Identifier: MIT
 * --vcd: a stretch of execution as a value change dump (IEEE 1364, clause 18), which GTKWave shows:
 * the pins PM0 and PM1, both counters, the ring, the pipes, and why the processor waits.
 * A nanosecond of the dump is a processor clock.
 */
#pragma once

#include <stdio.h>

#include "sim/watch/observe.h"
#include "sim/watch/trace_window.h"

/* NULL where memory is short. */
struct vcd *vcd_create(struct stretch stretch);
void vcd_destroy(struct vcd *vcd);

void vcd_lost(struct vcd *vcd, enum lost cause, uint64_t from, uint64_t clocks);

/* Called whenever clocks are booked; the counters are looked at. */
void vcd_instruction(struct vcd *vcd, const struct cpu *cpu, const struct observation *seen);

/* 0, or -1 where memory ran short meanwhile. */
int vcd_write(struct vcd *vcd, FILE *to);
