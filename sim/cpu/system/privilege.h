/*
 * SPDX-License-Identifier: MIT
 * Privilege and mode checks that instructions make before they do anything.
 */
#pragma once

#include "sim/cpu/cpu.h"

static inline void require_ring0(struct cpu *cpu)
{
    if (cpu->cpl != 0)
        raise_error(cpu, VECTOR_GP, 0);
}

/* For instructions that do not exist in real and virtual-8086 mode. */
static inline void require_protected(struct cpu *cpu)
{
    if (!protected_mode(cpu))
        raise_fault(cpu, VECTOR_UD);
}
