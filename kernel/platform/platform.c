/*
 * SPDX-License-Identifier: MIT
 * Compares the machine with facts about real chips. A difference that only software can have makes
 * it an emulator; one that a broken or unusual chip may have leaves it unknown.
 */
#include "kernel/platform/platform.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/platform/emulator_evidence.h"

/* Texts of BIOS and video BIOS; a real machine of a coreboot user may have a SeaBIOS. */
#define VIDEO_BIOS    0xC0000u
#define VIDEO_BYTES   0x8000u
#define SYSTEM_BIOS   0xF0000u
#define SYSTEM_BYTES  0x10000u
#define SHARED_BIOSES 1u /* the last entries of bios_texts */

static const char *const bios_texts[] = {"Bochs",  "BOCHS", "QEMU", "DOSBox", "VirtualBox",
                                         "VMware", "86Box", "PCem", "MAME",   "SeaBIOS"};
#define BIOS_TEXTS (sizeof bios_texts / sizeof bios_texts[0])

/* A number that no processor of these families assigns to a register. */
#define MSR_UNDEFINED 0x4BADBAD

#define EVIDENCE_BYTES 320

static struct judgement {
    bool emulated, doubtful;
    char text[EVIDENCE_BYTES];
    unsigned length;
} judgement;

__attribute__((format(__printf__, 2, 3))) static void platform_note(bool *verdict, const char *fmt,
                                                                    ...)
{
    va_list arguments;
    struct judgement *j = &judgement;
    if (verdict)
        *verdict = true;
    if (j->length)
        j->length += (unsigned)format(j->text + j->length, sizeof j->text - j->length, "; ");
    va_start(arguments, fmt);
    j->length += (unsigned)vformat(j->text + j->length, sizeof j->text - j->length, fmt, arguments);
    va_end(arguments);
    if (j->length >= sizeof j->text)
        j->length = sizeof j->text - 1;
}

/* ---- the BIOS -------------------------------------------------------------------------------- */

static bool platform_bios_contains(uint32_t from, uint32_t bytes, const char *text)
{
    size_t length = strlen(text);
    for (const char *at = (const char *)from; bytes-- > length; at++)
        if (*at == *text && !memcmp(at, text, length))
            return true;
    return false;
}

static void platform_test_bios(void)
{
    for (unsigned i = 0; i < BIOS_TEXTS; i++)
        if (platform_bios_contains(SYSTEM_BIOS, SYSTEM_BYTES, bios_texts[i]) ||
            platform_bios_contains(VIDEO_BIOS, VIDEO_BYTES, bios_texts[i])) {
            platform_note(i + SHARED_BIOSES < BIOS_TEXTS ? &judgement.emulated
                                                         : &judgement.doubtful,
                          "the BIOS contains the text %s", bios_texts[i]);
            return;
        }
}

/* ---- registers ------------------------------------------------------------------------------- */

static void platform_test_registers(const struct chip_facts *chip)
{
    uint64_t value;
    for (unsigned i = 0; i < chip->n_msrs; i++)
        if (x86_rdmsr_safe(chip->msrs[i], &value)) {
            platform_note(&judgement.emulated, "there is no MSR %x", (unsigned)chip->msrs[i]);
            break;
        }
    if (!x86_rdmsr_safe(MSR_UNDEFINED, &value))
        platform_note(&judgement.emulated, "an undefined MSR can be read");
    if (chip->retains_undefined_bits && chip->retains_undefined_bits())
        platform_note(&judgement.emulated, "the event selector retains undefined bits");
}

/*
 * The last self-test, of RDPMC, is left out, since it may run in ring 3. Some counters of a
 * Pentium 4 count only with paging, so there all of them must stand still.
 */
static void platform_test_counters(const struct pmc *pmc)
{
    unsigned tests = pmc->n_selftests - pmc->has_rdpmc, still = 0;
    for (unsigned i = 0; i < tests; i++) {
        struct pmc_selftest test = {0};
        pmc->selftest(i, &test);
        if (i == 0 && test.status == PMC_UNSUPPORTED) {
            platform_note(&judgement.emulated, "%s is unsupported", test.name);
            return;
        }
        still += i && (test.status == PMC_STUCK || test.status == PMC_UNSUPPORTED);
    }
    if (still && (!pmc->notation || still == tests - 1))
        platform_note(&judgement.doubtful, "%u of %u counters stand still", still, tests - 1);
}

/* ---- clocks ---------------------------------------------------------------------------------- */

#define TRIES 16

/* Returns the clocks of a block of instructions: the fastest of several executions. */
#define CLOCKS_OF(count, instruction, clocks)                                                      \
    for (unsigned try = 0; try < TRIES; try++) {                                                   \
        (void)cpuid(0); /* serialises: RDTSC is executed out of order */                           \
        uint64_t begin = rdtsc(), passed;                                                          \
        __asm__ volatile(".rept %c0\n\t" instruction "\n\t.endr" : : "i"(count) : "eax", "cc");    \
        (void)cpuid(0);                                                                            \
        passed = rdtsc() - begin;                                                                  \
        if (passed < clocks)                                                                       \
            clocks = passed;                                                                       \
    }

#define NOPS_FEW   200
#define NOPS_MANY  1400
#define IMULS_FEW  20
#define IMULS_MANY 120

/* Returns the clocks of one more instruction, in hundredths. */
static unsigned platform_difference(uint64_t few, uint64_t many, unsigned instructions)
{
    return many < few ? 0 : (unsigned)((many - few) * 100 / instructions);
}

static unsigned platform_nop_clocks(void)
{
    uint64_t few = UINT32_MAX, many = UINT32_MAX;
    CLOCKS_OF(NOPS_FEW, "nop", few)
    CLOCKS_OF(NOPS_MANY, "nop", many)
    return platform_difference(few, many, NOPS_MANY - NOPS_FEW);
}

static unsigned platform_imul_clocks(void)
{
    uint64_t few = UINT32_MAX, many = UINT32_MAX;
    CLOCKS_OF(IMULS_FEW, "imull %%eax, %%eax", few)
    CLOCKS_OF(IMULS_MANY, "imull %%eax, %%eax", many)
    return platform_difference(few, many, IMULS_MANY - IMULS_FEW);
}

static void platform_test_instruction(const char *name, unsigned clocks,
                                      const struct clock_range *expected)
{
    if (clocks < expected->least || clocks > expected->most)
        platform_note(&judgement.doubtful, "%s takes %u.%02u clocks, on a chip %u.%02u to %u.%02u",
                      name, clocks / 100, clocks % 100, expected->least / 100,
                      expected->least % 100, expected->most / 100, expected->most % 100);
}

static void platform_test_speed(const struct chip_facts *chip, const struct speed *speed)
{
    unsigned mhz = (unsigned)(speed->hz / 1000000);
    if (!speed->hz)
        platform_note(&judgement.doubtful, "no clock rate: %s", speed->why ? speed->why : "?");
    else if (speed->spread > speed->hz / 16)
        platform_note(&judgement.doubtful, "the clock rate varies by %u of %u MHz",
                      (unsigned)(speed->spread / 1000000), mhz);
    else if (mhz > chip->most_mhz)
        platform_note(&judgement.doubtful, "%u MHz, on a chip at most %u", mhz, chip->most_mhz);
}

/* ---- judgement ------------------------------------------------------------------------------- */

static void platform_test_all(const struct cpu *cpu, const struct chip_facts *chip,
                              const struct pmc *pmc, const struct speed *speed, const char *caches)
{
    uint32_t lacks = chip->features & ~cpu->id.features;
    if (lacks)
        platform_note(&judgement.emulated, "CPUID lacks the features %x of this processor",
                      (unsigned)lacks);
    if (!(cpu->id.features & CPUID_TSC))
        return;
    if (cpu->id.features & CPUID_MSR) {
        platform_test_registers(chip);
        if (pmc && pmc->chip == chip)
            platform_test_counters(pmc);
    }
    unsigned nop = platform_nop_clocks(), imul = platform_imul_clocks();
    if (strcmp(caches, "on") != 0)
        platform_note(&judgement.doubtful, "caches %s", caches);
    platform_test_instruction("NOP", nop, &chip->nop);
    platform_test_instruction("IMUL", imul, &chip->imul);
    platform_test_speed(chip, speed);
    if (!judgement.emulated && !judgement.doubtful)
        platform_note(NULL,
                      "as on a chip: features, %u MSRs, counters, NOP %u.%02u and IMUL %u.%02u "
                      "clocks, %u MHz by the 8254, BIOS",
                      chip->n_msrs, nop / 100, nop % 100, imul / 100, imul % 100,
                      (unsigned)(speed->hz / 1000000));
}

void platform_judge(struct cpu *cpu, const struct pmc *pmc, const struct speed *speed,
                    const char *caches)
{
    const struct chip_facts *chip = processor_identity_chip(cpu);
    if (strcmp(cpu->platform, "unknown") != 0 || !cpu->id.has_cpuid)
        return;
    judgement = (struct judgement){0};
    platform_test_bios();
    const bool counts = chip && pmc && pmc->chip == chip && cpu->id.features & CPUID_MSR;
    const char *more = emulator_evidence ? emulator_evidence(counts ? pmc : NULL) : NULL;
    if (more)
        platform_note(&judgement.emulated, "%s", more);
    if (chip)
        platform_test_all(cpu, chip, pmc, speed, caches);
    else
        platform_note(&judgement.doubtful, "no facts are known about chips of this kind");
    cpu->platform = judgement.emulated ? "emulator" : judgement.doubtful ? "unknown" : "silicon";
    cpu->evidence = judgement.text;
}
