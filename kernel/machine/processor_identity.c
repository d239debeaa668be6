/*
 * SPDX-License-Identifier: MIT
 * Identification by EFLAGS.ID and CPUID (Intel application note AP-485).
 */
#include "kernel/machine/processor_identity.h"

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "pmc/k7/k7_counters.h"
#include "pmc/netburst/counters/netburst_counters.h"
#include "pmc/p5/p5_counters.h"
#include "pmc/p6/p6_counters.h"

/* CPUID leaf in which hypervisors and emulators identify themselves; no real processor has it. */
#define LEAF_HYPERVISOR 0x40000000

/*
 * The debug port of Bochs and QEMU, which reads as its own number; real hardware does not respond.
 */
#define PORT_DEBUG_CONSOLE 0xE9

static bool eflags_bit_toggles(uint32_t bit)
{
    uint32_t before = read_eflags();
    write_eflags(before ^ bit);
    bool toggles = (read_eflags() ^ before) & bit;
    write_eflags(before);
    return toggles;
}

bool processor_identity_quiet_divide(void)
{
    uint16_t ax = 0;
    __asm__ volatile(
        "sahf\n"
        "movw $5, %%ax\n"
        "divb %1\n"
        "lahf"
        : "+&a"(ax)
        : "q"((uint8_t)2)
        : "cc");
    return ax >> 8 == EFLAGS_RESERVED_ONE;
}

static void copy_registers(char *text, uint32_t a, uint32_t b, uint32_t c)
{
    memcpy(text, &a, 4);
    memcpy(text + 4, &b, 4);
    memcpy(text + 8, &c, 4);
    text[12] = 0;
}

/* Sets the platform if the machine names itself; unknown otherwise. */
static void processor_identity_platform(struct cpu *cpu)
{
    static const char *const emulators[] = {"TCGTCGTCGTCG", "KVMKVMKVM", "VMwareVMware",
                                            "Microsoft Hv", "VBoxVBoxVBox"};
    static char text[] = "CPUID leaf 40000000h is ............";
    char *signature = text + sizeof text - 13;
    struct cpuid_result r = cpuid(LEAF_HYPERVISOR);
    copy_registers(signature, r.ebx, r.ecx, r.edx);
    cpu->evidence = text;
    if (!strcmp(signature, "BareprobeP5 ")) {
        signature[11] = 0;
        cpu->platform = "virtual";
        return;
    }
    for (unsigned i = 0; i < sizeof emulators / sizeof emulators[0]; i++)
        if (!strcmp(signature, emulators[i])) {
            cpu->platform = "emulator";
            return;
        }
    cpu->evidence = "nothing was tested";
    if (port_read8(PORT_DEBUG_CONSOLE) == PORT_DEBUG_CONSOLE) {
        cpu->evidence = "port E9h is an emulator's debug port";
        cpu->platform = "emulator";
    }
}

/* Reads CPUID. Returns the family of the signature. */
static unsigned processor_identity_cpuid(struct processor_id *id)
{
    struct cpuid_result r = cpuid(0);
    copy_registers(id->vendor, r.ebx, r.edx, r.ecx);
    if (r.eax >= 1) {
        struct cpuid_result version = cpuid(1);
        id->signature = version.eax;
        id->features = version.edx;
    }
    return id->signature >> 8 & 0xF;
}

void processor_identity_read(struct cpu *cpu)
{
    *cpu = (struct cpu){.platform = "unknown", .evidence = "there is no CPUID"};
    cpu->id.has_ac = eflags_bit_toggles(EFLAGS_AC);
    cpu->id.has_cpuid = eflags_bit_toggles(EFLAGS_ID);
    cpu->family = cpu->id.has_ac ? 4 : 3;
    if (cpu->id.has_cpuid) {
        cpu->family = processor_identity_cpuid(&cpu->id);
        cpu->model = cpu->id.signature >> 4 & 0xF;
        processor_identity_platform(cpu);
    } else {
        cpu->id.quiet_divide = processor_identity_quiet_divide();
    }
    cpu->is = processor_kind_of(&cpu->id);
}

static const struct pmc *processor_identity_family(enum method method)
{
    static const struct pmc *const counters[] = {[METHOD_TIME_STAMP] = &tsc_pmc,
                                                 [METHOD_P5] = &p5_pmc,
                                                 [METHOD_P55C] = &p55c_pmc,
                                                 [METHOD_MII] = &mii_pmc,
                                                 [METHOD_PPRO] = &ppro_pmc,
                                                 [METHOD_P2] = &p2_pmc,
                                                 [METHOD_P3] = &p3_pmc,
                                                 [METHOD_PM] = &pm_pmc,
                                                 [METHOD_K7] = &k7_pmc,
                                                 [METHOD_WILLAMETTE] = &willamette_pmc,
                                                 [METHOD_NORTHWOOD] = &northwood_pmc,
                                                 [METHOD_PRESCOTT] = &prescott_pmc};
    return counters[method];
}

const struct chip_facts *processor_identity_chip(const struct cpu *cpu)
{
    const struct pmc *pmc = processor_identity_family(cpu->is.documented);
    return pmc ? pmc->chip : NULL; /* the small image lacks some families */
}

const struct pmc *processor_identity_counters(const struct cpu *cpu)
{
    const struct pmc *pmc = processor_identity_family(cpu->is.method);
    if (!pmc && cpu->is.method != METHOD_NOTHING)
        return &tsc_pmc; /* the small image lacks this family */
    if (cpu->is.method >= METHOD_WILLAMETTE)
        netburst_counters_found(cpu->id.signature);
    return pmc;
}

/*
 * Tim Coe's operands, for which a flawed divider uses a missing entry of its table. The remainder
 * 4195835 - 4195835 / 3145727 * 3145727 is then 256; the correct value is 0.
 */
bool processor_identity_fdiv_flaw(void)
{
    const int32_t dividend = 4195835, divisor = 3145727;
    int32_t remainder;
    uint32_t cr0 = read_cr0();
    write_cr0(cr0 & ~(CR0_EM | CR0_TS));
    __asm__ volatile(
        "fninit\n"
        "fildl %1\n"
        "fildl %2\n"
        "fildl %1\n"
        "fdiv %%st(1), %%st\n"
        "fmulp\n"
        "fsubp\n"
        "fistpl %0"
        : "=m"(remainder)
        : "m"(dividend), "m"(divisor));
    write_cr0(cr0);
    return remainder != 0;
}
