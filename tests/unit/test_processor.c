/*
 * SPDX-License-Identifier: MIT
 * Tests which processor a signature identifies, and what is measured on it: AP-485, AMD's note
 * 20734 and the data sheets of the others, a row for each kind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "kernel/machine/processor_kinds.h"

#define P5_FEATURES  (CPUID_FPU | CPUID_TSC | CPUID_MSR)
#define MMX_FEATURES (P5_FEATURES | CPUID_MMX)

static struct processor_id id_of(const char *vendor, uint32_t signature, uint32_t features)
{
    struct processor_id id = {
        .has_ac = true, .has_cpuid = true, .signature = signature, .features = features};
    strcpy(id.vendor, vendor);
    return id;
}

/* The name of each kind, and what is measured on it. */
static void each_kind_is_named(void **state)
{
    static const struct {
        const char *vendor;
        uint32_t signature, features;
        const char *name;
        enum method method;
    } kinds[] = {
        {"GenuineIntel", 0x404, CPUID_FPU, "Intel 486 DX", METHOD_NOTHING},
        {"GenuineIntel", 0x435, CPUID_FPU, "Intel 486 DX2", METHOD_NOTHING},
        {"GenuineIntel", 0x480, CPUID_FPU, "Intel 486 DX4", METHOD_NOTHING},
        {"GenuineIntel", 0x470, CPUID_FPU, "Intel 486", METHOD_NOTHING},
        {"GenuineIntel", 0x515, P5_FEATURES, "Intel Pentium 60/66 (P5)", METHOD_P5},
        {"GenuineIntel", 0x52C, P5_FEATURES, "Intel Pentium (P54C)", METHOD_P5},
        {"GenuineIntel", 0x252C, P5_FEATURES, "Intel Pentium (P54C)",
         METHOD_P5}, /* second processor of two */
        {"GenuineIntel", 0x1532, P5_FEATURES, "Intel Pentium OverDrive for a 486", METHOD_P5},
        {"GenuineIntel", 0x1544, MMX_FEATURES, "Intel Pentium OverDrive MMX", METHOD_P55C},
        {"GenuineIntel", 0x543, MMX_FEATURES, "Intel Pentium MMX (P55C)", METHOD_P55C},
        {"GenuineIntel", 0x581, MMX_FEATURES, "Intel Pentium MMX (mobile)", METHOD_P55C},
        {"GenuineIntel", 0x590, P5_FEATURES, "Intel Quark", METHOD_TIME_STAMP},
        {"GenuineIntel", 0x619, P5_FEATURES, "Intel Pentium Pro", METHOD_PPRO},
        {"GenuineIntel", 0x652, MMX_FEATURES, "Intel Pentium II or Celeron", METHOD_P2},
        {"GenuineIntel", 0x673, MMX_FEATURES, "Intel Pentium III or Celeron", METHOD_P3},
        {"GenuineIntel", 0x695, MMX_FEATURES, "Intel Pentium M", METHOD_PM},
        {"GenuineIntel", 0x6D8, MMX_FEATURES, "Intel Pentium M", METHOD_PM},
        {"GenuineIntel", 0x6E8, MMX_FEATURES, "Intel Core Duo or Solo", METHOD_TIME_STAMP},
        {"GenuineIntel", 0x1067A, MMX_FEATURES, "a later Intel processor",
         METHOD_TIME_STAMP}, /* a Core 2; its extended model shows that it is not a Pentium III */
        {"GenuineIntel", 0xF12, MMX_FEATURES, "Intel Pentium 4 (Willamette)", METHOD_WILLAMETTE},
        {"GenuineIntel", 0xF29, MMX_FEATURES, "Intel Pentium 4 (Northwood)", METHOD_NORTHWOOD},
        {"GenuineIntel", 0xF34, MMX_FEATURES, "Intel Pentium 4 (Prescott)", METHOD_PRESCOTT},
        {"GenuineIntel", 0xF41, MMX_FEATURES, "Intel Pentium 4 (Prescott)", METHOD_PRESCOTT},
        {"GenuineIntel", 0xF62, MMX_FEATURES, "Intel Pentium 4 (Cedar Mill)", METHOD_PRESCOTT},
        {"GenuineIntel", 0x906EA, MMX_FEATURES, "a later Intel processor", METHOD_TIME_STAMP},
        {"AuthenticAMD", 0x494, CPUID_FPU, "AMD 486 or 5x86", METHOD_NOTHING},
        {"AuthenticAMD", 0x501, P5_FEATURES, "AMD K5", METHOD_TIME_STAMP},
        {"AuthenticAMD", 0x562, MMX_FEATURES, "AMD K6", METHOD_TIME_STAMP},
        {"AuthenticAMD", 0x58C, MMX_FEATURES, "AMD K6-2", METHOD_TIME_STAMP},
        {"AuthenticAMD", 0x591, MMX_FEATURES, "AMD K6-III or K6-2+", METHOD_TIME_STAMP},
        {"AuthenticAMD", 0x621, MMX_FEATURES, "AMD Athlon or Duron", METHOD_K7},
        {"CyrixInstead", 0x490, CPUID_FPU, "Cyrix 5x86", METHOD_NOTHING},
        {"CyrixInstead", 0x520, CPUID_FPU, "Cyrix 6x86", METHOD_NOTHING},
        {"CyrixInstead", 0x601, MMX_FEATURES, "Cyrix 6x86MX or MII", METHOD_MII},
        {"CentaurHauls", 0x540, MMX_FEATURES, "IDT WinChip C6", METHOD_TIME_STAMP},
        {"CentaurHauls", 0x585, MMX_FEATURES, "IDT WinChip 2", METHOD_TIME_STAMP},
        {"RiseRiseRise", 0x504, MMX_FEATURES, "Rise mP6", METHOD_TIME_STAMP},
        {"UMC UMC UMC ", 0x423, 0, "an unknown processor", METHOD_NOTHING},
        {"GenuineTMx86", 0x543, MMX_FEATURES, "an unknown processor", METHOD_TIME_STAMP},
    };

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct processor_id id =
            id_of(kinds[i].vendor, kinds[i].signature, kinds[i].features);
        const struct processor processor = processor_kind_of(&id);
        assert_string_equal(processor.name, kinds[i].name);
        assert_int_equal(processor.method, kinds[i].method);
        /* `missing` is set if and only if something is not measured. */
        assert_true(!processor.missing == (processor.method >= METHOD_P5));
        assert_true(!strncmp(processor.counters, "no time", 7) ==
                    (processor.method == METHOD_NOTHING));
    }
}

static void without_cpuid_by_flags(void **state)
{
    static const struct {
        bool has_ac, quiet_divide;
        const char *name;
    } kinds[] = {
        {false, false, "a 386"},
        {true, false, "a 486 without CPUID"},
        {true, true, "a Cyrix 486, 5x86 or 6x86 with CPUID disabled"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct processor_id id = {.has_ac = kinds[i].has_ac,
                                        .quiet_divide = kinds[i].quiet_divide};
        const struct processor processor = processor_kind_of(&id);
        assert_string_equal(processor.name, kinds[i].name);
        assert_int_equal(processor.method, METHOD_NOTHING);
        assert_non_null(strstr(processor.missing, "no CPUID"));
    }
}

/* A Pentium whose CPUID shows fewer features than usual, as that of a virtual machine may. */
static void features_are_believed(void **state)
{
    const struct processor_id no_tsc = id_of("GenuineIntel", 0x52C, CPUID_FPU | CPUID_MSR);
    const struct processor_id no_msr = id_of("GenuineIntel", 0x52C, CPUID_FPU | CPUID_TSC);

    (void)state;
    assert_int_equal(processor_kind_of(&no_tsc).method, METHOD_NOTHING);
    assert_int_equal(processor_kind_of(&no_msr).method, METHOD_TIME_STAMP);
    assert_non_null(strstr(processor_kind_of(&no_msr).missing, "model-specific registers"));
}

/*
 * The names that `cpuid -f` of Debian's cpuid 20230120-1 prints for these signatures, as in "Intel
 * Pentium MMX P55C (B1)". It leaves out Intel's lower-case letters for the package and core of
 * models 4, 7 and 8.
 */
static const struct {
    uint32_t signature;
    const char *name;
} by_cpuid[] = {
    {0x513, "B1"}, {0x515, "C1"}, {0x517, "D1"}, {0x521, "B1"},  {0x522, "B3"},
    {0x524, "B5"}, {0x525, "C2"}, {0x526, "E0"}, {0x52B, "cB1"}, {0x52C, "cC0"},
    {0x543, "B1"}, {0x544, "A3"}, {0x570, "A4"}, {0x581, "A0"},  {0x582, "B2"},
};

static void steppings(void **state)
{
    const struct processor_id p5 = id_of("GenuineIntel", 0x517, P5_FEATURES);
    const struct processor_id p54c = id_of("GenuineIntel", 0x52C, P5_FEATURES);
    const struct processor_id other = id_of("GenuineIntel", 0x52F, P5_FEATURES);
    const struct processor_id amd = id_of("AuthenticAMD", 0x52C, P5_FEATURES);

    (void)state;
    for (unsigned i = 0; i < sizeof by_cpuid / sizeof by_cpuid[0]; i++) {
        const struct processor_id id = id_of("GenuineIntel", by_cpuid[i].signature, P5_FEATURES);
        const char *name = processor_kind_stepping(&id);

        assert_non_null(name);
        while (*name >= 'a' && *name <= 'z' && strcmp(name, by_cpuid[i].name) != 0)
            name++;
        assert_string_equal(name, by_cpuid[i].name);
    }
    assert_string_equal(processor_kind_stepping(&p5), "D1");
    assert_string_equal(processor_kind_stepping(&p54c), "cC0");
    assert_null(processor_kind_stepping(&other));
    assert_null(processor_kind_stepping(&amd));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_named),
        cmocka_unit_test(without_cpuid_by_flags),
        cmocka_unit_test(features_are_believed),
        cmocka_unit_test(steppings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
