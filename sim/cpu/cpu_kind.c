/*
 * SPDX-License-Identifier: MIT
 * Table of processors, built from cpu_kinds.def.
 */
#include <string.h>

#include "sim/cpu/cpu.h"
#include "sim/cpu/cpu_kind.h"

#define P5_FEATURES  0x1bfu    /* FPU VME DE PSE TSC MSR MCE CX8 */
#define P6_FEATURES  0xfbffu   /* also PAE APIC SEP MTRR PGE MCA CMOV */
#define MII_FEATURES 0x80a135u /* FPU DE TSC MSR CX8 PGE CMOV MMX */

#define NETBURST_FEATURES                                                                          \
    0x3febfbffu /* in addition to the P6's: PAT PSE36 CLFSH DS ACPI MMX FXSR SSE SSE2 SS HTT TM */

#define NETBURST_ISA (ISA_P6 | ISA_MMX | ISA_MMX2 | ISA_FXSR | ISA_SSE | ISA_SEP | ISA_SSE2)

#define P5_CR4 (CR4_VME | CR4_PVI | CR4_TSD | CR4_DE | CR4_PSE | CR4_MCE)
#define P6_CR4 (P5_CR4 | CR4_PAE | CR4_PGE | CR4_PCE)

static const struct cpu_kind kinds[] = {
#define KIND(NAME, ...) {.name = #NAME, __VA_ARGS__},
#include "sim/cpu/cpu_kinds.def"
#undef KIND
};

const struct cpu_kind *cpu_kind_named(const char *name)
{
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}
