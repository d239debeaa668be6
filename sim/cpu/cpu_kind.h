/*
 * SPDX-License-Identifier: MIT
 * Processor kinds: answers to CPUID, instruction sets, and bits of CR4. Events and timing belong to
 * the model.
 */
#pragma once

#include <stdint.h>

/* CPUID leaf 1, EDX (AP-485, table 6). Leaf 8000_0001h has AMD's bits in addition to the same
 * ones. */
#define FEATURE_FPU       (1u << 0)
#define FEATURE_TSC       (1u << 4)
#define FEATURE_MSR       (1u << 5)
#define FEATURE_APIC      (1u << 9)
#define FEATURE_MMX_AMD   (1u << 22)
#define FEATURE_3DNOW_AMD (1u << 30)
#define FEATURE_3DNOW     (1u << 31)
#define FEATURE_PAT       (1u << 16)
#define FEATURE_PSE36     (1u << 17)
#define FEATURE_MMX       (1u << 23)
#define FEATURE_FXSR      (1u << 24)
#define FEATURE_SSE       (1u << 25)
#define FEATURE_SSE2      (1u << 26)

/* Instruction sets that not all processors have. */
enum isa {
    ISA_P6 = 1 << 0, /* CMOVcc, FCMOVcc, FCOMI and its variants, the NOPs 0F 18 to 0F 1F */
    ISA_MMX = 1 << 1,
    ISA_MMX2 = 1 << 2, /* SSE's additions to MMX, PREFETCHh, SFENCE, MOVNTQ */
    ISA_SSE = 1 << 3,
    ISA_FXSR = 1 << 4,    /* FXSAVE and FXRSTOR */
    ISA_SEP = 1 << 5,     /* SYSENTER and SYSEXIT */
    ISA_3DNOW = 1 << 6,   /* 3DNow!, its five additions, FEMMS, PREFETCH and PREFETCHW */
    ISA_SYSCALL = 1 << 7, /* AMD's SYSCALL and SYSRET */
    ISA_SSE2 = 1 << 8,    /* with CLFLUSH, LFENCE, MFENCE and MOVNTI */
    ISA_SSE3 = 1 << 9,    /* with FISTTP, MONITOR and MWAIT */
};

/* Sets of MSRs that store what is written: see system/msr_store.def. */
enum msr_set {
    MSRS_P6 = 1 << 0,
    MSRS_K7 = 1 << 1,
    MSRS_SEP = 1 << 2,
    MSRS_PAT = 1 << 3,
    MSRS_NETBURST = 1 << 4,
    MSRS_PRESCOTT = 1 << 5, /* additional MSRs of models 3 and later */
    MSRS_ALL = MSRS_P6 | MSRS_K7 | MSRS_NETBURST,
};

struct cpu_kind {
    const char *name;                    /* value of -cpu */
    const char *vendor;                  /* 12 characters */
    uint32_t signature;                  /* 0: no CPUID */
    uint32_t features;                   /* leaf 1, EDX */
    uint32_t features_ebx, features_ecx; /* leaf 1, EBX and ECX */
    uint32_t reset_edx;                  /* EDX after RESET */
    uint32_t descriptors[4];             /* leaf 2, EAX to EDX; all 0 if the leaf does not exist */
    uint32_t caches[2][4];  /* leaf 4, for ECX of 0 and 1; all 0 if leaves 3 to 5 do not exist */
    uint32_t monitor[4];    /* leaf 5 */
    uint32_t extended_last; /* highest extended leaf, from 8000_0000h; 0: none */
    uint32_t extended_signature, extended_features; /* leaf 8000_0001h */
    const char *brand;                              /* leaves 8000_0002h to 8000_0004h */
    uint32_t l1[4], l2[4];                          /* leaves 8000_0005h and 8000_0006h */
    uint32_t address_bits;                          /* leaf 8000_0008h, EAX */
    uint32_t cr4;                                   /* bits that can be set; 0: no CR4 */
    uint32_t mxcsr_mask;                            /* in an FXSAVE image; 0: field missing */
    unsigned counters;                              /* number that RDPMC can read; 0: no RDPMC */
    unsigned isa;                                   /* of enum isa */
    unsigned msrs;                                  /* of enum msr_set */
};

/* Returns the row of cpu_kinds.def with that name, or NULL. */
const struct cpu_kind *cpu_kind_named(const char *name);
