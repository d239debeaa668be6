/*
 * SPDX-License-Identifier: MIT
 * CPUID as a P54C or P55C answers, and one leaf beyond for software that wants to know it is
 * virtual.
 */
#include "sim/cpu/cpu.h"
#include "sim/cpu/operation.h"

/* Family 5, model 2 stepping C; model 4 stepping 3 (Intel AP-485, table 3). */
#define SIGNATURE_P54C 0x52cu
#define SIGNATURE_P55C 0x543u

/* FPU VME DE PSE TSC MSR MCE CX8 (AP-485, table 6). */
#define FEATURES_P54C 0x1bfu
#define FEATURE_MMX   (1u << 23)

/* The leaf where hypervisors name themselves. */
#define LEAF_PLATFORM 0x40000000u

static void answer(struct cpu *cpu, uint32_t eax, uint32_t ebx, uint32_t ecx, uint32_t edx)
{
    cpu->reg[REG_EAX] = eax;
    cpu->reg[REG_EBX] = ebx;
    cpu->reg[REG_ECX] = ecx;
    cpu->reg[REG_EDX] = edx;
}

/* Four letters as a register holds them. */
static uint32_t letters(const char *text)
{
    return (uint32_t)(uint8_t)text[0] | (uint32_t)(uint8_t)text[1] << 8 |
           (uint32_t)(uint8_t)text[2] << 16 | (uint32_t)(uint8_t)text[3] << 24;
}

static void cpuid(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    model_cpuid(cpu->model, cpu->reg[REG_EAX]);
    switch (cpu->reg[REG_EAX]) {
    case 0:
        answer(cpu, 1, letters("Genu"), letters("ntel"), letters("ineI"));
        break;
    case LEAF_PLATFORM:
        answer(cpu, LEAF_PLATFORM, letters("Bare"), letters("prob"), letters("eP5 "));
        break;
    case 1:
        answer(cpu, cpu->p55c ? SIGNATURE_P55C : SIGNATURE_P54C, 0, 0,
               FEATURES_P54C | (cpu->p55c ? FEATURE_MMX : 0));
        break;
    default:
        answer(cpu, 0, 0, 0, 0);
        break;
    }
    model_serialise(cpu->model);
}

const struct operation op_cpuid = {.r = ANY_SIZE(cpuid)};
