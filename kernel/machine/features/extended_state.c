/*
 * SPDX-License-Identifier: MIT
 * A bit of CR4 allows SSE instructions: an operating system sets it if it saves their registers
 * (SDM volume 3, section 2.5); without it SSE instructions are invalid.
 */
#include "kernel/machine/features/extended_state.h"

#include <stdbool.h>

#include "kernel/lib/x86.h"
#include "kernel/machine/machine_state.h"

/* CPUID's EDX (Intel SDM volume 2, table 3-11), and bits of CR4. */
#define CPUID_FXSR     (1u << 24)
#define CPUID_SSE      (1u << 25)
#define CR4_OSFXSR     (1u << 9)
#define CR4_OSXMMEXCPT (1u << 10)

/* The image that FXRSTOR loads (Intel SDM volume 1, table 10-2). A tag of 0 is an empty register.
 */
static struct fxsave_image {
    uint16_t control, status;
    uint8_t tags, unused[19];
    uint32_t mxcsr, mxcsr_mask;
    uint8_t registers[480];
} initial __attribute__((aligned(16)));

static uint32_t kept_cr4;
static bool enabled;

void extended_state_enable(uint32_t features)
{
    enabled = features & CPUID_FXSR;
    if (!enabled)
        return;
    initial = (struct fxsave_image){.control = 0x37F, .mxcsr = 0x1F80};
    kept_cr4 = read_cr4();
    write_cr4(kept_cr4 | CR4_OSFXSR | (features & CPUID_SSE ? CR4_OSXMMEXCPT : 0));
    machine_state_save_control();
}

void extended_state_disable(void)
{
    if (!enabled)
        return;
    write_cr4(kept_cr4);
    machine_state_save_control();
    enabled = false;
}

void extended_state_reset(void)
{
    if (enabled)
        __asm__ volatile("fxrstor %0" : : "m"(initial));
}
