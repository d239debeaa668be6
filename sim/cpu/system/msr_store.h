/*
 * SPDX-License-Identifier: MIT
 * The MSRs that are storage: msr_store.def lists them. The model is asked first; what neither knows
 * raises #GP.
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

/* 0, or -1 where this processor has no such MSR or a bit may not be written. */
int msr_store_read(const struct cpu *cpu, uint32_t msr, uint64_t *value);
int msr_store_write(struct cpu *cpu, uint32_t msr, uint64_t value);

/* Of one that this processor has; 0 of any other. */
uint64_t msr_stored(const struct cpu *cpu, uint32_t msr);
