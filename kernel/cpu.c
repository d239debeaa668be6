/*
 * SPDX-License-Identifier: MIT
 * Identification by EFLAGS.ID and CPUID (Intel application note AP-485).
 */
#include "kernel/cpu.h"

#include "kernel/lib/string.h"
#include "kernel/x86.h"

/* CPUID leaf in which hypervisors and emulators name themselves; silicon knows none such. */
#define LEAF_HYPERVISOR 0x40000000

/* Bochs and QEMU answer their debug port with its own number; on silicon nothing answers there. */
#define PORT_DEBUG_CONSOLE 0xE9

struct model_name {
    unsigned family, model;
    const char *name;
};

static const struct model_name intel_names[] = {
    {4, 0, "Intel 486 DX"},
    {4, 3, "Intel 486 DX2"},
    {4, 8, "Intel 486 DX4"},
    {5, 1, "Intel Pentium 60/66 (P5)"},
    {5, 2, "Intel Pentium (P54C)"},
    {5, 3, "Intel Pentium OverDrive"},
    {5, 4, "Intel Pentium MMX (P55C)"},
    {5, 7, "Intel Pentium (P54C)"},
    {5, 8, "Intel Pentium MMX (mobile)"},
    {6, 1, "Intel Pentium Pro"},
};

static bool eflags_bit_toggles(uint32_t bit)
{
    uint32_t before = read_eflags();
    write_eflags(before ^ bit);
    bool toggles = (read_eflags() ^ before) & bit;
    write_eflags(before);
    return toggles;
}

static void copy_registers(char *text, uint32_t a, uint32_t b, uint32_t c)
{
    memcpy(text, &a, 4);
    memcpy(text + 4, &b, 4);
    memcpy(text + 8, &c, 4);
    text[12] = 0;
}

static const char *platform(void)
{
    static const char *const emulators[] = {"TCGTCGTCGTCG", "KVMKVMKVM", "VMwareVMware",
                                            "Microsoft Hv", "VBoxVBoxVBox"};
    char signature[13];
    struct cpuid_result r = cpuid(LEAF_HYPERVISOR);
    copy_registers(signature, r.ebx, r.ecx, r.edx);
    if (!strcmp(signature, "BareprobeP5 "))
        return "virtual";
    for (unsigned i = 0; i < sizeof emulators / sizeof emulators[0]; i++)
        if (!strcmp(signature, emulators[i]))
            return "emulator";
    return port_read8(PORT_DEBUG_CONSOLE) == PORT_DEBUG_CONSOLE ? "emulator" : "silicon";
}

static const char *name_of(const struct cpu *cpu)
{
    if (strcmp(cpu->vendor, "GenuineIntel"))
        return "not an Intel processor";
    for (unsigned i = 0; i < sizeof intel_names / sizeof intel_names[0]; i++)
        if (intel_names[i].family == cpu->family && intel_names[i].model == cpu->model)
            return intel_names[i].name;
    return "an Intel processor not in our list";
}

void cpu_identify(struct cpu *cpu)
{
    *cpu = (struct cpu){.name = "a 386 or 486 without CPUID", .platform = "silicon"};
    cpu->has_cpuid = eflags_bit_toggles(EFLAGS_ID);
    if (!cpu->has_cpuid) {
        cpu->family = eflags_bit_toggles(EFLAGS_AC) ? 4 : 3;
        return;
    }
    struct cpuid_result r = cpuid(0);
    copy_registers(cpu->vendor, r.ebx, r.edx, r.ecx);
    if (r.eax >= 1) {
        struct cpuid_result version = cpuid(1);
        cpu->signature = version.eax;
        cpu->features = version.edx;
        cpu->family = version.eax >> 8 & 0xF;
        cpu->model = version.eax >> 4 & 0xF;
        cpu->stepping = version.eax & 0xF;
    }
    cpu->name = name_of(cpu);
    cpu->platform = platform();
}

const struct pmc *cpu_counters(const struct cpu *cpu, const char **missing)
{
    *missing = NULL;
    if (!cpu->has_cpuid)
        *missing = "it has no CPUID, no time-stamp counter and no event counters";
    else if (!(cpu->features & CPUID_TSC))
        *missing = "it has no time-stamp counter";
    if (*missing)
        return NULL;
    if (strcmp(cpu->vendor, "GenuineIntel") || cpu->family != 5)
        *missing = "event counters like those of an Intel family 5 processor; time_stamp runs";
    else if (!(cpu->features & CPUID_MSR))
        *missing = "model-specific registers, so event counters; time_stamp runs";
    if (*missing)
        return &tsc_pmc;
    return cpu->features & CPUID_MMX ? &p55c_pmc : &p5_pmc; /* of family 5 the P55C has MMX */
}

void cpu_enable_caches(const struct cpu *cpu)
{
    if (cpu->family >= 4)
        write_cr0(read_cr0() & ~(CR0_CD | CR0_NW));
}
