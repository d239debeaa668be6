/*
 * SPDX-License-Identifier: MIT
 * Compares sources of the end of memory. All sizes are in KB, from address 0 on.
 */
#include "kernel/machine/memory_sources.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/memory_map.h"

#define KB          1024
#define HIGH_KB     1024 /* the first MB */
#define HIGH_MEMORY (HIGH_KB * KB)

/* A BIOS may reserve memory at the top. A larger difference between sources is an error of one. */
#define TOLERANCE_KB 1024

/* From here on, the older sources may stop counting: 15 or 63 MB above 1 MB are the usual limits.
 */
#define UNCOUNTED_KB (16 * 1024)

/* KB of conventional memory (IBM AT Technical Reference, BIOS data area). */
#define BDA_MEMORY_KB 0x413
#define LOW_END_KB    640

/*
 * The values that loader_memory.asm leaves at the end of conventional memory if it has replaced the
 * BIOS's answers: KB above 1 MB, 0 for a source that does not exist.
 */
#define LOADER_SIGNATURE 0x6D6D5042 /* "BPmm" */
struct loader_memory {
    uint32_t signature, found, e820, e801, int88, cmos;
};

struct memory_claim {
    const char *name;
    uint64_t kb; /* 0: the source does not exist */
    bool stops;  /* the source may stop counting at UNCOUNTED_KB */
    bool is_cmos;
};

enum { MOST_CLAIMS = 6, TEXT_BYTES = 96 };

static struct memory_claims {
    struct memory_claim claims[MOST_CLAIMS];
    unsigned n;
} sources;

static char wrong[TEXT_BYTES];

static void memory_claim_add(const char *name, uint64_t kb, bool stops)
{
    if (kb > HIGH_KB)
        sources.claims[sources.n++] =
            (struct memory_claim){name, kb, stops, .is_cmos = !strcmp(name, "cmos")};
}

/* Returns false if the loader has left no values. */
static bool memory_sources_add_loader(void)
{
    static const volatile uint16_t *const volatile bda = (const volatile uint16_t *)BDA_MEMORY_KB;
    struct loader_memory left;
    const unsigned low_kb = *bda;
    if (low_kb >= LOW_END_KB)
        return false;
    memcpy(&left, (const void *)(uintptr_t)(low_kb * KB), sizeof left);
    if (left.signature != LOADER_SIGNATURE)
        return false;
    memory_claim_add("e820", left.e820 + HIGH_KB, false);
    memory_claim_add("e801", left.e801 + HIGH_KB, true);
    memory_claim_add("int88", left.int88 + HIGH_KB, true);
    return true;
}

/* Returns true if the loader has verified what it reports. */
static bool memory_sources_add_all(const struct multiboot_info *info)
{
    sources.n = 0;
    const bool verified = memory_sources_add_loader();
    if (!verified) {
        if (info->flags & MULTIBOOT_HAS_MAP)
            memory_claim_add(
                "map",
                memory_map_end((const void *)(uintptr_t)info->map, info->map_bytes, HIGH_MEMORY) /
                    KB,
                false);
        if (info->flags & MULTIBOOT_HAS_MEMORY)
            memory_claim_add("mem_upper", (uint64_t)info->mem_upper + HIGH_KB, true);
    }
    memory_claim_add("cmos", (uint64_t)memory_cmos_upper_kb() + HIGH_KB, true);
    return verified;
}

/* ---- verification ---------------------------------------------------------------------------- */

#define STEP       (64 * KB)
#define FIRST_LINE 16 /* address lines that distinguish 64 KB from each other */

/* Other data passes the bus, which may still carry what was written where nothing responds. */
static void memory_sources_change_bus(uint32_t value)
{
    static volatile uint32_t other;
    other = ~value;
    (void)other;
}

/* True if an address with one address line less has the value too. */
static bool memory_sources_has_alias(uint32_t address, uint32_t value)
{
    for (unsigned line = FIRST_LINE; line < 32; line++) {
        const uint32_t other = address & ~(1u << line);
        if (other != address && *(const volatile uint32_t *)other == value)
            return true;
    }
    return false;
}

/* Another address may contain a value by chance, but not both values. */
static bool memory_sources_respond(uint32_t address)
{
    volatile uint32_t *place = (volatile uint32_t *)address;
    const uint32_t before = *place;
    uint32_t value = 0x55AA33CC;
    bool responds = true, has_alias = true;
    for (unsigned i = 0; i < 2; i++, value = ~value) {
        *place = value;
        memory_sources_change_bus(value);
        responds = responds && *place == value;
        has_alias = has_alias && memory_sources_has_alias(address, value);
    }
    *place = before;
    return responds && !has_alias;
}

/* IN: the first free address and the end, both multiples of 4. OUT: the end of the
 * memory that responds. */
static uint32_t memory_sources_end(uint32_t from, uint32_t end)
{
    uint32_t at = from;
    while (at < end && memory_sources_respond(at)) {
        const uint32_t next = (at & -STEP) + STEP;
        if (next >= end || next < at)
            return memory_sources_respond(end - sizeof(uint32_t)) ? end : at & -STEP;
        at = next;
    }
    return at;
}

/* A 386 has neither caches nor WBINVD. */
static bool memory_sources_has_caches(void)
{
    const uint32_t before = read_eflags();
    write_eflags(before ^ EFLAGS_AC);
    const bool has = (read_eflags() ^ before) & EFLAGS_AC;
    write_eflags(before);
    return has;
}

static uint32_t memory_sources_end_without_caches(uint32_t from, uint32_t end)
{
    if (!memory_sources_has_caches())
        return memory_sources_end(from, end);
    const uint32_t cr0 = read_cr0();
    write_cr0(cr0 | CR0_CD);
    wbinvd();
    const uint32_t found = memory_sources_end(from, end);
    write_cr0(cr0);
    return found;
}

/* ---- comparison ------------------------------------------------------------------------------ */

/*
 * The largest end of memory that the loader reports and the map does not contradict. The CMOS may
 * count a frame buffer in memory, which the loader does not report.
 */
static uint64_t memory_sources_largest(const struct multiboot_info *info, uint32_t end)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < sources.n; i++)
        if (sources.claims[i].kb > most && !sources.claims[i].is_cmos)
            most = sources.claims[i].kb;
    if (info->flags & MULTIBOOT_HAS_MAP) {
        const uint64_t next =
            memory_map_next((const void *)(uintptr_t)info->map, info->map_bytes, end) / KB;
        if (most > next)
            most = next;
    }
    return most;
}

static bool memory_claim_is_wrong(const struct memory_claim *claim, uint32_t found, bool failed)
{
    if (claim->kb > found)
        return failed || claim->kb - found > TOLERANCE_KB;
    return found - claim->kb > TOLERANCE_KB && !(claim->stops && claim->kb >= UNCOUNTED_KB);
}

static void memory_sources_judge(uint32_t found, bool failed)
{
    size_t length = 0;
    for (unsigned i = 0; i < sources.n; i++)
        if (memory_claim_is_wrong(&sources.claims[i], found, failed))
            length +=
                (size_t)format(wrong + length, sizeof wrong - length, "%s%s:%u", length ? "," : "",
                               sources.claims[i].name, (unsigned)sources.claims[i].kb);
}

uint32_t memory_sources_verify(const struct multiboot_info *info, uint32_t from, uint32_t end)
{
    const bool verified = memory_sources_add_all(info);
    const uint64_t most = verified ? 0 : memory_sources_largest(info, end);
    uint32_t tried = end;
    if (most > end / KB + TOLERANCE_KB)
        tried = most < UINT32_MAX / KB ? (uint32_t)most * KB : UINT32_MAX - STEP + 1;
    const uint32_t found = memory_sources_end_without_caches(from, tried & -4u);
    memory_sources_judge(found / KB, found < (tried & -4u));
    return found;
}

const char *memory_sources_wrong(void)
{
    return *wrong ? wrong : NULL;
}
