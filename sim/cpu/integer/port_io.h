/*
 * SPDX-License-Identifier: MIT
 * Port I/O by instructions: permission check, timing model, then the device.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* Raises #GP(0) if IOPL and the I/O permission bitmap deny the access. */
void port_io_check(struct cpu *cpu, uint16_t port, unsigned bytes);

/* Access a port; port_io_check() must have permitted it. */
uint32_t port_io_in(struct cpu *cpu, uint16_t port, unsigned bytes);
void port_io_out(struct cpu *cpu, uint16_t port, unsigned bytes, uint32_t value);
