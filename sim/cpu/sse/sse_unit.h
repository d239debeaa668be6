/*
 * SPDX-License-Identifier: MIT
 * What the handlers of SSE share: who may execute it, 16 bytes of memory, exceptions.
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
#define MXCSR_DAZ 0x0040u /* denormals are zeros: with SSE2, not all */
#define MXCSR_UM  0x0800u
#define MXCSR_FZ  0x8000u

#define MXCSR_FLAGS      0x003fu
#define MXCSR_MASKS      0x1f80u
#define MXCSR_MASK_SHIFT 7

/* These leave the destination, and are found before anything is rounded. */
#define MXCSR_BEFORE (MXCSR_IE | MXCSR_DE | MXCSR_ZE)

/* The bits that there are, as an FXSAVE image says where it has a word for it. */
#define MXCSR_MASK_WITHOUT_DAZ 0xffbfu

static inline uint32_t mxcsr_valid(const struct cpu *cpu)
{
    return cpu->kind->mxcsr_mask ? cpu->kind->mxcsr_mask : MXCSR_MASK_WITHOUT_DAZ;
}

/* #UD where CR0.EM is set or CR4.OSFXSR is not; #NM where CR0.TS is. */
void sse_begin(struct cpu *cpu);

/* Sixteen bytes as two accesses of eight, as the processor makes them. #GP(0) off a multiple of 16
 * where they are to be `aligned`. */
union xmm sse_load(struct cpu *cpu, const struct insn *insn, bool aligned);
void sse_store(struct cpu *cpu, const struct insn *insn, const union xmm *value, bool aligned);

/*
 * Adds the exceptions of an operation to MXCSR. Where one of them is not masked: #XM, or #UD while
 * CR4.OSXMMEXCPT is clear; the destination must not be written before.
 */
void sse_commit(struct cpu *cpu, uint32_t exceptions);

/*
 * The host does the operation under this control: the guest's rounding, nothing trapped. Where the
 * guest has underflow unmasked, results are not flushed to zero.
 */
static inline uint32_t sse_host_control(const struct cpu *cpu)
{
    const uint32_t control = (cpu->sse.mxcsr & ~MXCSR_FLAGS) | MXCSR_MASKS;

    return cpu->sse.mxcsr & MXCSR_UM ? control : control & ~MXCSR_FZ;
}

/* Runs INSTRUCTION on %xmm0, which is *r before and after; *b is its second operand. Returns the
 * exceptions. */
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

/* TARGET is the instruction with its operands, as "addps %[second], %%xmm0". */
#define DEFINE_SSE_HOST(NAME, TARGET)                                                              \
    static uint32_t host_##NAME(union xmm *r, const union xmm *b, uint32_t control)                \
    {                                                                                              \
        uint32_t exceptions;                                                                       \
        SSE_HOST(TARGET, r, b, control, exceptions);                                               \
        return exceptions;                                                                         \
    }
