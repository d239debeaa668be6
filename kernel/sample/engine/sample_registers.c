/*
 * SPDX-License-Identifier: MIT
 * The registers of a sample. They are stored only on request, so this code is not among that of
 * every sample, whose place linker.ld chooses.
 */
#include "boot/descriptors.h"
#include "kernel/sample/engine/sampler_state.h"

/* From ring 0 the processor pushes no ESP. A sample without room is outside the array. */
void sample_registers_store(const struct trap_frame *frame, const struct sample *sample)
{
    const struct session_end *end = sampler.end;
    const bool user = frame->cs & 3;
    if (!end->n || sample != &end->samples[end->n - 1])
        return;
    end->registers[end->n - 1] =
        (struct pmc_registers){.eflags = frame->eflags,
                               .eip = frame->eip,
                               .eax = frame->eax,
                               .ebx = frame->ebx,
                               .ecx = frame->ecx,
                               .edx = frame->edx,
                               .esi = frame->esi,
                               .edi = frame->edi,
                               .ebp = frame->ebp,
                               .esp = user ? frame->esp : (uint32_t)(uintptr_t)&frame->esp};
}
