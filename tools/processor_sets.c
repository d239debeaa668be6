/*
 * SPDX-License-Identifier: MIT
 * Sets of instructions by processor (Intel 64 and IA-32 manual, volume 1, chapter 5 and volume 2;
 * AMD publication 22007 for the Athlon).
 */
#include "tools/processor_sets.h"

#include <stddef.h>
#include <string.h>

#define P6 SET_CMOV
#define P2 (P6 | SET_MMX | SET_FXSAVE)
#define P3 (P2 | SET_MMX_SSE | SET_SSE)
#define P4 (P3 | SET_SSE2)

/* In the order of their dates. */
static const struct {
    const char *cpu, *name;
    unsigned sets;
} processors[] = {
    {"p54c", "P54C", 0},
    {"ppro", "Pentium Pro", P6},
    {"p55c", "P55C", SET_MMX},
    {"p2", "Pentium II", P2},
    {"p3", "Pentium III", P3},
    {"k7", "Athlon", P2 | SET_MMX_SSE | SET_3DNOW},
    {"willamette", "Pentium 4 (Willamette)", P4},
    {"northwood", "Pentium 4 (Northwood)", P4},
    {"prescott", "Pentium 4 (Prescott)", P4 | SET_SSE3},
};
#define PROCESSORS (sizeof processors / sizeof processors[0])

static size_t processor_sets_index(const char *cpu)
{
    for (size_t i = 0; cpu && i < PROCESSORS; i++)
        if (!strcmp(processors[i].cpu, cpu))
            return i;
    return 0;
}

unsigned processor_sets(const char *cpu)
{
    return processors[processor_sets_index(cpu)].sets;
}

const char *processor_sets_name(const char *cpu)
{
    return processors[processor_sets_index(cpu)].name;
}

const char *processor_sets_first(unsigned sets)
{
    for (size_t i = 0; i < PROCESSORS; i++)
        if (!(sets & ~processors[i].sets))
            return processors[i].cpu;
    return NULL;
}

/* Zydis includes these in the Pentium MMX's set. */
static unsigned processor_sets_of_mmx(ZydisMnemonic mnemonic)
{
    static const ZydisMnemonic later[] = {
        ZYDIS_MNEMONIC_MASKMOVQ, ZYDIS_MNEMONIC_MOVNTQ,   ZYDIS_MNEMONIC_PAVGB,
        ZYDIS_MNEMONIC_PAVGW,    ZYDIS_MNEMONIC_PEXTRW,   ZYDIS_MNEMONIC_PINSRW,
        ZYDIS_MNEMONIC_PMAXSW,   ZYDIS_MNEMONIC_PMAXUB,   ZYDIS_MNEMONIC_PMINSW,
        ZYDIS_MNEMONIC_PMINUB,   ZYDIS_MNEMONIC_PMOVMSKB, ZYDIS_MNEMONIC_PMULHUW,
        ZYDIS_MNEMONIC_PSADBW,   ZYDIS_MNEMONIC_PSHUFW,
    };
    for (size_t i = 0; i < sizeof later / sizeof later[0]; i++)
        if (later[i] == mnemonic)
            return SET_MMX_SSE;
    return SET_MMX;
}

/*
 * The names of some of Zydis's sets mislead: PPRO has FCOMI, UD2, SYSENTER and the hint NOPs, and
 * LZCNT and BMI1 are REP BSR and REP BSF, which a P5 executes with another result (Pentium
 * Processor Family Developer's Manual, volume 3, chapter 25). A P5 executes PAUSE as NOP, and TZCNT
 * as BSF: compilers emit TZCNT where both give the same. UD2 raises the same exception on all.
 * SFENCE is one of SSE's for MMX registers.
 */
unsigned processor_sets_needed(const ZydisDecodedInstruction *instruction)
{
    if (instruction->mnemonic == ZYDIS_MNEMONIC_UD2 ||
        instruction->mnemonic == ZYDIS_MNEMONIC_TZCNT)
        return 0;
    if (instruction->mnemonic == ZYDIS_MNEMONIC_SFENCE)
        return SET_MMX_SSE;
    switch (instruction->meta.isa_set) {
    case ZYDIS_ISA_SET_I86:
    case ZYDIS_ISA_SET_I186:
    case ZYDIS_ISA_SET_I286REAL:
    case ZYDIS_ISA_SET_I286PROTECTED:
    case ZYDIS_ISA_SET_I386:
    case ZYDIS_ISA_SET_I486:
    case ZYDIS_ISA_SET_I486REAL:
    case ZYDIS_ISA_SET_LAHF:
    case ZYDIS_ISA_SET_PENTIUMREAL:
    case ZYDIS_ISA_SET_X87:
    case ZYDIS_ISA_SET_PAUSE:
    case ZYDIS_ISA_SET_RDPMC:
        return 0;
    case ZYDIS_ISA_SET_PENTIUMMMX:
        return processor_sets_of_mmx(instruction->mnemonic);
    case ZYDIS_ISA_SET_CMOV:
    case ZYDIS_ISA_SET_FCMOV:
    case ZYDIS_ISA_SET_PPRO:
    case ZYDIS_ISA_SET_FAT_NOP:
    case ZYDIS_ISA_SET_PREFETCH_NOP:
    case ZYDIS_ISA_SET_SSE_PREFETCH:
        return SET_CMOV;
    case ZYDIS_ISA_SET_CET: /* ENDBR32 is one of the multi-byte NOPs */
        return instruction->mnemonic == ZYDIS_MNEMONIC_ENDBR32 ? SET_CMOV : SET_BY_HAND;
    case ZYDIS_ISA_SET_FXSAVE:
        return SET_FXSAVE;
    case ZYDIS_ISA_SET_SSE:
    case ZYDIS_ISA_SET_SSEMXCSR:
        return SET_SSE;
    case ZYDIS_ISA_SET_AMD3DNOW:
        return SET_3DNOW;
    case ZYDIS_ISA_SET_SSE2:
    case ZYDIS_ISA_SET_SSE2MMX:
    case ZYDIS_ISA_SET_CLFSH:
        return SET_SSE2;
    case ZYDIS_ISA_SET_SSE3:
    case ZYDIS_ISA_SET_SSE3X87:
    case ZYDIS_ISA_SET_MONITOR:
        return SET_SSE3;
    case ZYDIS_ISA_SET_RTM:
    case ZYDIS_ISA_SET_XSAVE:
    case ZYDIS_ISA_SET_XSAVEC:
    case ZYDIS_ISA_SET_XSAVEOPT:
    case ZYDIS_ISA_SET_PKU:
    case ZYDIS_ISA_SET_RDRAND:
    case ZYDIS_ISA_SET_RDSEED:
    case ZYDIS_ISA_SET_RDTSCP:
    case ZYDIS_ISA_SET_SERIALIZE:
    case ZYDIS_ISA_SET_WAITPKG:
        return SET_BY_HAND;
    default:
        return SET_LATER;
    }
}
