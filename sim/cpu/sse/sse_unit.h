/*
 * SPDX-License-Identifier: MIT
 * Shared parts of the SSE handlers: access checks, 16-byte memory operands, exceptions.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* MXCSR (Intel Architecture Software Developer's Manual, volume 1, section 10.2.3). */
#define MXCSR_IE  0x0001u
#define MXCSR_DE  0x0002u
#define MXCSR_ZE  0x0004u
#define MXCSR_OE  0x0008u
#define MXCSR_UE  0x0010u
#define MXCSR_PE  0x0020u
#define MXCSR_DAZ 0x0040u /* denormals are zeros: with SSE2, not on all */
#define MXCSR_UM  0x0800u
#define MXCSR_FZ  0x8000u

#define MXCSR_FLAGS      0x003fu
#define MXCSR_MASKS      0x1f80u
#define MXCSR_MASK_SHIFT 7

/* Exceptions that are detected before rounding and, if unmasked, leave the destination
 * unchanged. */
#define MXCSR_BEFORE (MXCSR_IE | MXCSR_DE | MXCSR_ZE)

/* The valid bits. An FXSAVE image reports them if it has a word for the mask. */
#define MXCSR_MASK_WITHOUT_DAZ 0xffbfu

static inline uint32_t mxcsr_valid(const struct cpu *cpu)
{
    return cpu->kind->mxcsr_mask ? cpu->kind->mxcsr_mask : MXCSR_MASK_WITHOUT_DAZ;
}

/* Raises #UD if CR0.EM is set or CR4.OSFXSR is clear, #NM if CR0.TS is set. */
void sse_unit_begin(struct cpu *cpu);

/* Access sixteen bytes as two accesses of eight, as the processor does. Raise #GP(0) if `aligned`
 * is set and the address is not a multiple of 16. */
union xmm sse_unit_load(struct cpu *cpu, const struct insn *insn, bool aligned);
void sse_unit_store(struct cpu *cpu, const struct insn *insn, const union xmm *value, bool aligned);

/*
 * Adds the exceptions of an operation to MXCSR. If one of them is unmasked, raises #XM, or #UD
 * while CR4.OSXMMEXCPT is clear. The destination must not be written before this call.
 */
void sse_unit_commit(struct cpu *cpu, uint32_t exceptions);

/*
 * The MXCSR under which the host executes the operation: the guest's rounding with all exceptions
 * masked. If the guest has underflow unmasked, results are not flushed to zero.
 */
static inline uint32_t sse_host_control(const struct cpu *cpu)
{
    const uint32_t control = (cpu->sse.mxcsr & ~MXCSR_FLAGS) | MXCSR_MASKS;

    return cpu->sse.mxcsr & MXCSR_UM ? control : control & ~MXCSR_FZ;
}

/* Executes INSTRUCTION on %xmm0, which holds *r before and after; *b is its second operand. Returns
 * the exceptions. */
#define SSE_HOST(INSTRUCTION, r, b, control, exceptions)                                           \
    do {                                                                                           \
        uint32_t host_mxcsr, host_after;                                                           \
        __asm__ volatile(                                                                          \
            "stmxcsr %[host]\n\t"                                                                  \
            "ldmxcsr %[guest]\n\t"                                                                 \
            "movaps %[result], %%xmm0\n\t" INSTRUCTION                                             \
            "\n\t"                                                                                 \
            "movaps %%xmm0, %[result]\n\t"                                                         \
            "stmxcsr %[after]\n\t"                                                                 \
            "ldmxcsr %[host]"                                                                      \
            : [host] "=m"(host_mxcsr), [after] "=m"(host_after), [result] "+m"(*(r))               \
            : [guest] "m"(control), [second] "m"(*(b))                                             \
            : "xmm0");                                                                             \
        (exceptions) = host_after & MXCSR_FLAGS;                                                   \
    } while (0)

typedef uint32_t sse_host(union xmm *r, const union xmm *b, uint32_t control);

/* TARGET is the instruction with its operands, e.g. "addps %[second], %%xmm0". */
#define DEFINE_SSE_HOST(NAME, TARGET)                                                              \
    static uint32_t host_##NAME(union xmm *r, const union xmm *b, uint32_t control)                \
    {                                                                                              \
        uint32_t exceptions;                                                                       \
        SSE_HOST(TARGET, r, b, control, exceptions);                                               \
        return exceptions;                                                                         \
    }
