/*
 * SPDX-License-Identifier: MIT
 * CPUID: answers from the processor's row in cpu_kinds.def, plus one hypervisor leaf by which
 * software can detect that it runs in the simulator.
 */
#include <string.h>

#include "sim/cpu/cpu.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/test_switches.h"

/* The leaf that identifies a hypervisor. */
#define LEAF_PLATFORM 0x40000000u

#define LEAF_EXTENDED 0x80000000u
#define LEAF_BRAND    0x80000002u /* and the next two */

static void cpuid_answer(struct cpu *cpu, uint32_t eax, uint32_t ebx, uint32_t ecx, uint32_t edx)
{
    cpu->reg[REG_EAX] = eax;
    cpu->reg[REG_EBX] = ebx;
    cpu->reg[REG_ECX] = ecx;
    cpu->reg[REG_EDX] = edx;
}

static void cpuid_answer_row(struct cpu *cpu, const uint32_t row[4])
{
    cpuid_answer(cpu, row[0], row[1], row[2], row[3]);
}

/* Packs four characters as a register holds them. */
static uint32_t letters(const char *text)
{
    return (uint32_t)(uint8_t)text[0] | (uint32_t)(uint8_t)text[1] << 8 |
           (uint32_t)(uint8_t)text[2] << 16 | (uint32_t)(uint8_t)text[3] << 24;
}

/* The highest leaf of this range in EAX and the vendor string in the other registers. */
static void cpuid_answer_vendor(struct cpu *cpu, uint32_t last)
{
    const char *vendor = cpu->kind->vendor;

    cpuid_answer(cpu, last, letters(vendor), letters(vendor + 8), letters(vendor + 4));
}

/* Sixteen of the brand string's 48 characters. */
static void cpuid_answer_brand(struct cpu *cpu, unsigned third)
{
    char name[48] = {0};

    strncpy(name, cpu->kind->brand, sizeof name - 1);
    name[sizeof name - 1] = 0;

    const char *part = name + (size_t)third * 16;

    cpuid_answer(cpu, letters(part), letters(part + 4), letters(part + 8), letters(part + 12));
}

/* While its local APIC is disabled in APIC_BASE, a processor does not report it (SDM 10.4.3). */
static uint32_t features_now(const struct cpu *cpu, uint32_t features)
{
    return cpu->apic && !apic_is_enabled(cpu->apic) ? features & ~FEATURE_APIC : features;
}

static void cpuid_answer_extended(struct cpu *cpu, uint32_t leaf)
{
    const struct cpu_kind *kind = cpu->kind;

    switch (leaf) {
    case LEAF_EXTENDED:
        cpuid_answer_vendor(cpu, kind->extended_last);
        break;
    case 0x80000001u:
        cpuid_answer(cpu, kind->extended_signature, 0, 0,
                     features_now(cpu, kind->extended_features));
        break;
    case 0x80000005u:
        cpuid_answer_row(cpu, kind->l1);
        break;
    case 0x80000006u:
        cpuid_answer_row(cpu, kind->l2);
        break;
    case 0x80000007u:
        cpuid_answer(cpu, 0, 0, 0, 0);
        break;
    case 0x80000008u:
        cpuid_answer(cpu, kind->address_bits, 0, 0, 0);
        break;
    default:
        cpuid_answer_brand(cpu, leaf - LEAF_BRAND);
        break;
    }
}

/* The highest standard leaf. */
static uint32_t last_leaf(const struct cpu_kind *kind)
{
    return kind->caches[0][0] ? 5 : kind->descriptors[0] ? 2 : 1;
}

/* Leaf 4: caches by number, all zeros after the last. Leaf 5: MONITOR line sizes. Leaf 3: no serial
 * number. */
static void cpuid_answer_later(struct cpu *cpu, uint32_t leaf)
{
    static const uint32_t none[4];
    const struct cpu_kind *kind = cpu->kind;
    const uint32_t number = cpu->reg[REG_ECX];

    if (leaf == 4)
        cpuid_answer_row(cpu, number < 2 ? kind->caches[number] : none);
    else
        cpuid_answer_row(cpu, leaf == 5 ? kind->monitor : none);
}

static void cpuid_execute(struct cpu *cpu, const struct insn *insn)
{
    const struct cpu_kind *kind = cpu->kind;
    const uint32_t leaf = cpu->reg[REG_EAX];

    (void)insn;
    if (!kind->signature)
        raise_fault(cpu, VECTOR_UD);
    model_cpuid(cpu->model, leaf);
    if (leaf == 0)
        cpuid_answer_vendor(cpu, last_leaf(kind));
    else if (leaf == 1)
        cpuid_answer(cpu, kind->signature, kind->features_ebx, kind->features_ecx,
                     features_now(cpu, kind->features));
    else if (leaf == 2 && kind->descriptors[0])
        cpuid_answer_row(cpu, kind->descriptors);
    else if (leaf > 2 && leaf <= last_leaf(kind))
        cpuid_answer_later(cpu, leaf);
    else if (leaf == LEAF_PLATFORM && !test_switch_is_on(TEST_SWITCH_LEAF))
        cpuid_answer(cpu, LEAF_PLATFORM, letters("Bare"), letters("prob"), letters("eP5 "));
    else if (leaf >= LEAF_EXTENDED && leaf <= kind->extended_last)
        cpuid_answer_extended(cpu, leaf);
    else
        cpuid_answer(cpu, 0, 0, 0, 0);
    model_serialise(cpu->model);
}

const struct operation op_cpuid = {.r = ANY_SIZE(cpuid_execute)};
