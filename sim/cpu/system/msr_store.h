/*
 * SPDX-License-Identifier: MIT
 * MSRs that are plain storage, listed in msr_store.def. The model is asked first; an MSR that
 * neither has raises #GP.
 */
#pragma once

#include "sim/cpu/cpu.h"

#define MSR_SYSENTER_CS  0x174u
#define MSR_SYSENTER_ESP 0x175u
#define MSR_SYSENTER_EIP 0x176u
#define MSR_EFER         0xc0000080u
#define MSR_STAR         0xc0000081u

#define EFER_SCE 1u

void msr_store_reset(struct cpu *cpu);

/* Return 0, or -1 if this processor does not have the MSR or a bit is not writable. */
int msr_store_read(const struct cpu *cpu, uint32_t msr, uint64_t *value);
int msr_store_write(struct cpu *cpu, uint32_t msr, uint64_t value);

/* Returns the value of an MSR, or 0 if this processor does not have it. */
uint64_t msr_stored(const struct cpu *cpu, uint32_t msr);
