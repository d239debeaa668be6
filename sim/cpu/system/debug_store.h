/*
 * SPDX-License-Identifier: MIT
 * Gives the model the processor state that it needs to store records by itself: registers, and
 * memory by linear address.
 */
#pragma once

#include "sim/cpu/cpu.h"

void debug_store_attach(struct cpu *cpu);
