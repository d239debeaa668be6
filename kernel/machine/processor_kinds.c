/*
 * SPDX-License-Identifier: MIT
 * Table of processor kinds; the first matching row applies. Signatures: Intel AP-485, AMD's
 * processor recognition note 20734, Cyrix's CPU detection guide, Centaur's and Rise's data sheets.
 */
#include "kernel/machine/processor_kinds.h"

#include <stddef.h>

#include "kernel/lib/string.h"

enum vendor { INTEL, AMD, CYRIX, CENTAUR, RISE, OTHER };

static const char vendors[OTHER][13] = {
    [INTEL] = "GenuineIntel",   [AMD] = "AuthenticAMD",  [CYRIX] = "CyrixInstead",
    [CENTAUR] = "CentaurHauls", [RISE] = "RiseRiseRise",
};

/* Descriptions of the counters. */
static const char none[] = "a time-stamp counter, no event counters";
static const char p5[] = "two event counters, read by RDMSR";
static const char p55c[] = "two event counters, read by RDMSR and RDPMC";
static const char p6[] = "two event counters with P6 event codes";
static const char k7[] = "four event counters with AMD event codes";
static const char p4[] =
    "18 event counters with filters and tags, each routed to one of 45 selectors";
static const char centaur[] = "two event counters that also form the time-stamp counter";
static const char unknown[] = "a time-stamp counter; no known event counters";
static const char no_tsc[] = "no time-stamp counter and no event counters";

/*
 * Signature bits 12 (an OverDrive), 11-8 (family) and 7-4 (model): first and last value of the row.
 * `counters` applies to a processor whose CPUID reports a time-stamp counter; without one it has no
 * counters.
 */
#define FAMILY_MODEL(signature) ((signature) >> 4 & 0x1FF)
#define EXTENDED                0x0FFF0000u /* the extended model and family (SDM, CPUID) */
#define LATER                   0x1FFu

static const struct processor_kind_row {
    uint8_t vendor; /* enum vendor */
    uint8_t method; /* enum method, the most that is used */
    uint16_t first, last;
    const char *name;
    const char *counters;
} rows[] = {
    {INTEL, METHOD_NOTHING, 0x40, 0x41, "Intel 486 DX", none},
    {INTEL, METHOD_NOTHING, 0x42, 0x42, "Intel 486 SX", none},
    {INTEL, METHOD_NOTHING, 0x43, 0x43, "Intel 486 DX2", none},
    {INTEL, METHOD_NOTHING, 0x48, 0x49, "Intel 486 DX4", none},
    {INTEL, METHOD_NOTHING, 0x40, 0x4F, "Intel 486", none},
    {INTEL, METHOD_P5, 0x50, 0x51, "Intel Pentium 60/66 (P5)", p5},
    {INTEL, METHOD_P5, 0x52, 0x52, "Intel Pentium (P54C)", p5},
    {INTEL, METHOD_P5, 0x57, 0x57, "Intel Pentium (P54C, mobile)", p5},
    {INTEL, METHOD_P55C, 0x54, 0x54, "Intel Pentium MMX (P55C)", p55c},
    {INTEL, METHOD_P55C, 0x58, 0x58, "Intel Pentium MMX (mobile)", p55c},
    {INTEL, METHOD_P5, 0x151, 0x151, "Intel Pentium OverDrive for a Pentium 60/66", p5},
    {INTEL, METHOD_P5, 0x152, 0x152, "Intel Pentium OverDrive for a Pentium 75-100", p5},
    {INTEL, METHOD_P5, 0x153, 0x153, "Intel Pentium OverDrive for a 486", p5},
    {INTEL, METHOD_P5, 0x53, 0x53, "Intel Pentium OverDrive for a 486", p5},
    {INTEL, METHOD_P55C, 0x154, 0x154, "Intel Pentium OverDrive MMX", p55c},
    {INTEL, METHOD_TIME_STAMP, 0x59, 0x5A, "Intel Quark", unknown},
    {INTEL, METHOD_PPRO, 0x60, 0x61, "Intel Pentium Pro", p6},
    {INTEL, METHOD_P2, 0x163, 0x163, "Intel Pentium II OverDrive", p6},
    {INTEL, METHOD_P2, 0x63, 0x66, "Intel Pentium II or Celeron", p6},
    {INTEL, METHOD_PM, 0x69, 0x69, "Intel Pentium M", p6},
    {INTEL, METHOD_P3, 0x67, 0x6B, "Intel Pentium III or Celeron", p6},
    {INTEL, METHOD_PM, 0x6D, 0x6D, "Intel Pentium M", p6},
    {INTEL, METHOD_TIME_STAMP, 0x6E, 0x6E, "Intel Core Duo or Solo", unknown},
    {INTEL, METHOD_WILLAMETTE, 0xF0, 0xF1, "Intel Pentium 4 (Willamette)", p4},
    {INTEL, METHOD_NORTHWOOD, 0xF2, 0xF2, "Intel Pentium 4 (Northwood)", p4},
    {INTEL, METHOD_PRESCOTT, 0xF3, 0xF4, "Intel Pentium 4 (Prescott)", p4},
    {INTEL, METHOD_PRESCOTT, 0xF6, 0xF6, "Intel Pentium 4 (Cedar Mill)", p4},
    {INTEL, METHOD_TIME_STAMP, 0x6C, 0x1FF, "a later Intel processor", unknown},
    {AMD, METHOD_NOTHING, 0x40, 0x4F, "AMD 486 or 5x86", none},
    {AMD, METHOD_TIME_STAMP, 0x50, 0x53, "AMD K5", none},
    {AMD, METHOD_TIME_STAMP, 0x56, 0x57, "AMD K6", none},
    {AMD, METHOD_TIME_STAMP, 0x58, 0x58, "AMD K6-2", none},
    {AMD, METHOD_TIME_STAMP, 0x59, 0x5F, "AMD K6-III or K6-2+", none},
    {AMD, METHOD_K7, 0x60, 0x6F, "AMD Athlon or Duron", k7},
    {AMD, METHOD_TIME_STAMP, 0x70, 0xFF, "a later AMD processor", k7},
    {CYRIX, METHOD_TIME_STAMP, 0x44, 0x44, "Cyrix MediaGX", none},
    {CYRIX, METHOD_TIME_STAMP, 0x40, 0x4F, "Cyrix 5x86", none},
    {CYRIX, METHOD_TIME_STAMP, 0x54, 0x54, "Cyrix MediaGX MMX", none},
    {CYRIX, METHOD_TIME_STAMP, 0x50, 0x5F, "Cyrix 6x86", none},
    {CYRIX, METHOD_MII, 0x60, 0x6F, "Cyrix 6x86MX or MII", p55c},
    {CENTAUR, METHOD_TIME_STAMP, 0x54, 0x54, "IDT WinChip C6", centaur},
    {CENTAUR, METHOD_TIME_STAMP, 0x58, 0x58, "IDT WinChip 2", centaur},
    {CENTAUR, METHOD_TIME_STAMP, 0x59, 0x5F, "IDT WinChip 3", centaur},
    {CENTAUR, METHOD_TIME_STAMP, 0x60, 0x6F, "VIA C3 or C7", unknown},
    {RISE, METHOD_TIME_STAMP, 0x50, 0x5F, "Rise mP6", none},
    {INTEL, METHOD_TIME_STAMP, 0, 0x1FF, "an unknown Intel processor", unknown},
    {AMD, METHOD_TIME_STAMP, 0, 0x1FF, "an unknown AMD processor", unknown},
};

static bool same_vendor(const struct processor_id *id, enum vendor vendor)
{
    return !strcmp(id->vendor, vendors[vendor]);
}

static struct processor processor_kind_without_cpuid(const struct processor_id *id)
{
    struct processor processor = {
        .name = "a 386",
        .counters = no_tsc,
        .missing = "it has no CPUID, no time-stamp counter and no event counters",
    };
    if (id->quiet_divide)
        processor.name = "a Cyrix 486, 5x86 or 6x86 with CPUID disabled";
    else if (id->has_ac)
        processor.name = "a 486 without CPUID";
    return processor;
}

static struct processor processor_kind_from_table(const struct processor_id *id)
{
    uint32_t key = FAMILY_MODEL(id->signature);
    if (id->signature & EXTENDED && same_vendor(id, INTEL))
        key = LATER;
    for (const struct processor_kind_row *row = rows; row < rows + sizeof rows / sizeof *rows;
         row++)
        if (row->first <= key && key <= row->last && same_vendor(id, row->vendor))
            return (struct processor){row->name, row->counters, NULL, row->method, row->method};
    return (struct processor){"an unknown processor", unknown, NULL, METHOD_TIME_STAMP,
                              METHOD_TIME_STAMP};
}

struct processor processor_kind_of(const struct processor_id *id)
{
    if (!id->has_cpuid)
        return processor_kind_without_cpuid(id);
    struct processor processor = processor_kind_from_table(id);
    if (!(id->features & CPUID_TSC)) {
        processor.method = METHOD_NOTHING;
        processor.counters = no_tsc;
        processor.missing = "it has no time-stamp counter";
    } else if (processor.method < METHOD_P5) {
        processor.method = METHOD_TIME_STAMP;
        processor.missing =
            "event counters like those of an Intel family 5 processor; time_stamp works";
    } else if (!(id->features & CPUID_MSR)) {
        processor.method = METHOD_TIME_STAMP;
        processor.missing =
            "model-specific registers, and therefore event counters; time_stamp works";
    }
    return processor;
}

/*
 * Intel's Pentium Processor Specification Update (242480), by signature without the type. cpuid
 * 20230120 (Debian) has the same rows without the lower-case letters; xA3 has the higher number.
 */
const char *processor_kind_stepping(const struct processor_id *id)
{
    static const struct {
        uint16_t signature;
        char name[5];
    } steppings[] = {
        {0x513, "B1"},  {0x515, "C1"},  {0x517, "D1"},  {0x521, "B1"},   {0x522, "B3"},
        {0x524, "B5"},  {0x525, "C2"},  {0x526, "E0"},  {0x52B, "cB1"},  {0x52C, "cC0"},
        {0x543, "xB1"}, {0x544, "xA3"}, {0x570, "mA4"}, {0x581, "myA0"}, {0x582, "myB2"},
    };
    for (unsigned i = 0; i < sizeof steppings / sizeof *steppings; i++)
        if (steppings[i].signature == (id->signature & 0x1FFF) && same_vendor(id, INTEL))
            return steppings[i].name;
    return NULL;
}
