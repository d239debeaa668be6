/*
 * SPDX-License-Identifier: MIT
 * What an instruction demands before it does anything.
 */
#pragma once

#include "sim/cpu/cpu.h"

static inline void require_ring0(struct cpu *cpu)
{
    if (cpu->cpl != 0)
        raise_error(cpu, VECTOR_GP, 0);
}

/* Instructions that real and virtual-8086 mode do not have. */
static inline void require_protected(struct cpu *cpu)
{
    if (!protected_mode(cpu))
        raise_fault(cpu, VECTOR_UD);
}
