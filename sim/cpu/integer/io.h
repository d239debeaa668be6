/*
 * SPDX-License-Identifier: MIT
 * Port I/O as instructions see it: permission, the model's view, then the device.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* #GP(0) where IOPL and the I/O permission bitmap refuse. */
void io_check(struct cpu *cpu, uint16_t port, unsigned bytes);

/* io_check() has let it through. */
uint32_t io_in(struct cpu *cpu, uint16_t port, unsigned bytes);
void io_out(struct cpu *cpu, uint16_t port, unsigned bytes, uint32_t value);
