/*
 * SPDX-License-Identifier: MIT
 * x87 operations executed by the host's x87 unit under the guest's control word. The host must be
 * an x86: nothing else rounds to 80 bits or raises the same exceptions. An exception that the guest
 * does not mask is raised on the host too and cleared before the next waiting instruction, so
 * scaled results of overflow and underflow are those of the hardware.
 */
#pragma once

#include <stdint.h>

#include "sim/cpu/fpu/fpu.h"

#if !defined(__x86_64__) && !defined(__i386__)
#error "the virtual Pentium computes x87 results with the host's x87 unit: x86 hosts only"
#endif

/* Clears the host's exception flags only if an unmasked exception is pending, which would trap. */
#define HOST_STATUS                                                                                \
    "fnstsw %%ax\n\t"                                                                              \
    "testb $0x80, %%al\n\t"                                                                        \
    "jz 1f\n\t"                                                                                    \
    "fnclex\n"                                                                                     \
    "1:\n\t"

/* Clears C0 to C3: functions leave them unchanged when an operand is a NaN. */
#define HOST_NO_CONDITIONS "fld1\n\tftst\n\tfstp %%st(0)\n\t"

#define HOST_CLOBBERS "cc", "st", "st(1)", "st(2)", "st(3)"

/* Loads the guest's control word and clears all exception flags. */
static inline void host_control(uint16_t control)
{
    __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(control));
}

static inline void host_clear(void)
{
    __asm__ volatile("fnclex");
}

static inline uint16_t host_status(void)
{
    uint16_t status;

    __asm__ volatile("fnstsw %0" : "=am"(status));
    return status;
}

/* Each function returns the status word: the exceptions and C0 to C3 of the operation. */
typedef uint16_t host_unary(const struct fpu_register *a, struct fpu_register *r);
typedef uint16_t host_binary(const struct fpu_register *a, const struct fpu_register *b,
                             struct fpu_register *r);
typedef uint16_t host_compare(const struct fpu_register *a, const struct fpu_register *b);
/* Functions with a memory operand: integers and reals in their memory format. */
typedef uint16_t host_binary_memory(const struct fpu_register *a, const void *m,
                                    struct fpu_register *r);
typedef uint16_t host_compare_memory(const struct fpu_register *a, const void *m);
typedef uint16_t host_load(const void *m, struct fpu_register *r);
typedef uint16_t host_store(const struct fpu_register *a, void *m);
/* Two results: r[0] is ST(0), r[1] is ST(1). */
typedef uint16_t host_pair(const struct fpu_register *a, struct fpu_register r[2]);

#define DEFINE_HOST_UNARY(NAME)                                                                    \
    static uint16_t host_##NAME(const struct fpu_register *a, struct fpu_register *r)              \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile(HOST_NO_CONDITIONS "fldt %2\n\t" #NAME "\n\t" HOST_STATUS "fstpt %1"      \
                         : "=&a"(status), "=m"(*r)                                                 \
                         : "m"(*a)                                                                 \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

/* Operands: a in ST(0), b in ST(1); the result is in ST(0). */
#define DEFINE_HOST_BINARY(NAME, INSN)                                                             \
    static uint16_t host_##NAME(const struct fpu_register *a, const struct fpu_register *b,        \
                                struct fpu_register *r)                                            \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile("fldt %3\n\tfldt %2\n\t" INSN "\n\t" HOST_STATUS                          \
                         "fstpt %1\n\tfstp %%st(0)"                                                \
                         : "=&a"(status), "=m"(*r)                                                 \
                         : "m"(*a), "m"(*b)                                                        \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

/*
 * For instructions that pop: a in ST(0), b in ST(1), one result. An unmasked exception prevents the
 * pop. FFREE then empties the host's stack, and has no effect otherwise.
 */
#define DEFINE_HOST_BINARY_POP(NAME)                                                               \
    static uint16_t host_##NAME(const struct fpu_register *a, const struct fpu_register *b,        \
                                struct fpu_register *r)                                            \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile(HOST_NO_CONDITIONS "fldt %3\n\tfldt %2\n\t" #NAME "\n\t" HOST_STATUS      \
                                            "fstpt %1\n\tffree %%st(0)"                            \
                         : "=&a"(status), "=m"(*r)                                                 \
                         : "m"(*a), "m"(*b)                                                        \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

#define DEFINE_HOST_COMPARE(NAME)                                                                  \
    static uint16_t host_##NAME(const struct fpu_register *a, const struct fpu_register *b)        \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile("fldt %2\n\tfldt %1\n\t" #NAME " %%st(1)\n\t" HOST_STATUS                 \
                         "fstp %%st(0)\n\tfstp %%st(0)"                                            \
                         : "=&a"(status)                                                           \
                         : "m"(*a), "m"(*b)                                                        \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

#define DEFINE_HOST_BINARY_MEMORY(NAME, TYPE)                                                      \
    static uint16_t host_##NAME(const struct fpu_register *a, const void *m,                       \
                                struct fpu_register *r)                                            \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile("fldt %2\n\t" #NAME " %3\n\t" HOST_STATUS "fstpt %1"                      \
                         : "=&a"(status), "=m"(*r)                                                 \
                         : "m"(*a), "m"(*(const TYPE *)m)                                          \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

#define DEFINE_HOST_COMPARE_MEMORY(NAME, TYPE)                                                     \
    static uint16_t host_##NAME(const struct fpu_register *a, const void *m)                       \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile("fldt %1\n\t" #NAME " %2\n\t" HOST_STATUS "fstp %%st(0)"                  \
                         : "=&a"(status)                                                           \
                         : "m"(*a), "m"(*(const TYPE *)m)                                          \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

/* A load that an unmasked exception stops pushes nothing: the zero below it is stored instead. */
#define DEFINE_HOST_LOAD(NAME, TYPE)                                                               \
    static uint16_t host_##NAME(const void *m, struct fpu_register *r)                             \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile("fldz\n\t" #NAME " %2\n\t" HOST_STATUS "fstpt %1\n\tffree %%st(0)"        \
                         : "=&a"(status), "=m"(*r)                                                 \
                         : "m"(*(const TYPE *)m)                                                   \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

/* The store pops the host's stack unless an unmasked exception prevents it. */
#define DEFINE_HOST_STORE(NAME, TYPE)                                                              \
    static uint16_t host_##NAME(const struct fpu_register *a, void *m)                             \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile("fldt %2\n\t" #NAME " %1\n\t" HOST_STATUS "ffree %%st(0)"                 \
                         : "=&a"(status), "+m"(*(TYPE *)m)                                         \
                         : "m"(*a)                                                                 \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

/* For instructions that push a second result. If the operand is out of range or an exception
 * prevents the push, there is only one result. */
#define DEFINE_HOST_PAIR(NAME)                                                                     \
    static uint16_t host_##NAME(const struct fpu_register *a, struct fpu_register r[2])            \
    {                                                                                              \
        uint16_t status;                                                                           \
        __asm__ volatile(HOST_NO_CONDITIONS "fldt %3\n\tfld %%st(0)\n\t" #NAME "\n\t" HOST_STATUS  \
                                            "fstpt %1\n\tfstpt %2\n\tffree %%st(0)"                \
                         : "=&a"(status), "=m"(r[0]), "=m"(r[1])                                   \
                         : "m"(*a)                                                                 \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }

#define DEFINE_HOST_CONSTANT(NAME)                                                                 \
    static uint16_t host_##NAME(const void *m, struct fpu_register *r)                             \
    {                                                                                              \
        uint16_t status;                                                                           \
        (void)m;                                                                                   \
        __asm__ volatile(#NAME "\n\t" HOST_STATUS "fstpt %1"                                       \
                         : "=&a"(status), "=m"(*r)                                                 \
                         :                                                                         \
                         : HOST_CLOBBERS);                                                         \
        return status;                                                                             \
    }
