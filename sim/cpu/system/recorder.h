/*
 * SPDX-License-Identifier: MIT
 * What the model needs of the processor to store records by itself: registers, and memory by linear
 * address.
 */
#pragma once

#include "sim/cpu/cpu.h"

void recorder_attach(struct cpu *cpu);
