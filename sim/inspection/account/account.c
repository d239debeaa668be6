/*
 * SPDX-License-Identifier: MIT
 * Attributes the clocks of each instruction to the regions that are open in a counted run. A
 * counter read includes the clocks up to the end of the reading instruction, so a region opens
 * after the read in its begin probe and closes after the read in its end probe.
 */
#include "sim/inspection/account/account.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cpu/cpu.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/system/page_walk.h"
#include "sim/inspection/account/account_file.h"
#include "sim/inspection/account/account_table.h"
#include "sim/inspection/account/probe_sites.h"

#define COUNTERS   2
#define REGIONS    (ACCOUNT_WHOLE + 1)
#define SLOT_BYTES 64 /* size of a region's slot: pmc/region.h */
#define VALUE_MASK ((1ull << 40) - 1)

/* Offsets in struct benchmark of a 32-bit kernel (bench/bench.h); struct bench_case begins the
 * same. */
#define BENCH_NAME_AT 0
#define BENCH_RUN_AT  8

/* In struct process_start: whether the program runs in ring 3; 0, or 1 more than the calls of a
 * program that calibrates. */
#define START_USER_AT       12
#define START_CALIBRATES_AT 16

#define PUSHA_BYTES 32
#define GATE_ESP_AT 12 /* on the stack after an INT from ring 3: EIP, CS, EFLAGS, ESP */
#define MSR_TR12    0x0eu

#define VECTOR_SYSTEM_CALL 0x80
#define TR12_FEATURE       0x0du /* the bits that disable a feature */

struct account_places {
    uint32_t go, leave; /* where a counted run begins, and where a repetition ends */
    uint32_t launch_run, launch_user, launch_cold, running_case, regions;
    uint32_t empty, empty_stub; /* 0: missing */
    uint32_t process_enter, process_start;
};

/* A probe's pending read: a probe that uses INT 32h is read by the handler. */
struct account_awaited_read {
    const struct probe_site *site; /* NULL: none */
    uint32_t slot;
};

struct account {
    struct account_config config;
    struct account_places at;
    struct probe_sites sites;
    struct account_table table;
    struct account_key key; /* of the current run, except region and counter */
    bool running;
    uint8_t switched_off;
    struct account_region *open[COUNTERS][REGIONS];
    unsigned opened[COUNTERS]; /* number of open regions */
    uint64_t value[COUNTERS];  /* at the end of the previous instruction */
    unsigned ending;           /* region of the last end probe's near read */
    unsigned first;            /* region entered first in the repetition; REGIONS: none yet */
    struct account_awaited_read awaited;
};

/* ---- creation -------------------------------------------------------------------------------- */

static bool account_find_places(struct account_places *at, const struct elf32 *elf)
{
    const struct {
        const char *name;
        uint32_t *address;
        bool needed;
    } names[] = {
        {"launch_repetition.go", &at->go, true},
        {"launch_repetition.leave", &at->leave, true},
        {"launch.run", &at->launch_run, true},
        {"launch.user", &at->launch_user, true},
        {"launch.cold", &at->launch_cold, true},
        {"running_case", &at->running_case, true},
        {"regions", &at->regions, true},
        {"region_empty", &at->empty, true},
        {"region_empty_stub", &at->empty_stub, false},
        {"process_enter", &at->process_enter, false},
        {"process_start", &at->process_start, false},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct elf32_symbol *symbol = elf32_symbol_named(elf, names[i].name);

        if (symbol)
            *names[i].address = symbol->address;
        else if (names[i].needed)
            return false;
    }
    return true;
}

struct account *account_create(const struct account_config *config, const char **why)
{
    struct account *account = calloc(1, sizeof *account);
    const struct elf32 *elf = &config->symbols->elf;

    *why = "out of memory on the host";
    if (!account)
        return NULL;
    account->config = *config;
    if (account_find_places(&account->at, elf) && probe_sites_read(&account->sites, elf) == 0) {
        if (probe_sites_add_program(&account->sites, &config->symbols->program,
                                    account->at.regions) == 0)
            return account;
        account_destroy(account);
        return NULL;
    }
    *why = "the kernel has no region probes with symbols, as bareprobe.elf has";
    account_destroy(account);
    return NULL;
}

void account_destroy(struct account *account)
{
    if (!account)
        return;
    probe_sites_release(&account->sites);
    account_table_release(&account->table);
    free(account);
}

int account_write(struct account *account, FILE *to)
{
    if (account->table.out_of_memory)
        return -1;
    account_file_write(&account->config, &account->table, &account->sites, to);
    return 0;
}

/* ---- state of the kernel --------------------------------------------------------------------- */

static uint32_t account_dword(const struct account *account, uint32_t address)
{
    uint32_t value = 0;

    if (address <= account->config.cpu->ram_size - sizeof value)
        guest_physical_read(account->config.cpu, address, &value, sizeof value);
    return value;
}

/* Reads the benchmarks' stack, which is not mapped to itself. */
static uint32_t account_stack_dword(const struct account *account, uint32_t linear)
{
    uint32_t physical;

    return page_walk_peek(account->config.cpu, linear, PTE_PRESENT, &physical)
               ? account_dword(account, physical)
               : 0;
}

static void account_read_text(const struct account *account, uint32_t address, char *text,
                              size_t size)
{
    size_t i = 0;

    for (; i + 1 < size && address + i < account->config.cpu->ram_size; i++) {
        guest_physical_read(account->config.cpu, address + (uint32_t)i, text + i, 1);
        if (!text[i])
            return;
    }
    text[i] = 0;
}

/* Determines the name of the run that begins; returns false if it is not a benchmark's. */
static bool account_name_run(struct account *account)
{
    const struct account_places *at = &account->at;
    const uint32_t run = account_dword(account, at->launch_run);
    struct account_key *key = &account->key;

    *key = (struct account_key){
        .empty = run == at->empty || (at->empty_stub && run == at->empty_stub),
        .cold = account_dword(account, at->launch_cold),
        .user = account_dword(account, at->launch_user),
        .switched_off = account->switched_off,
    };
    key->program = at->process_enter && run == at->process_enter;
    const uint32_t calibration =
        key->program ? account_dword(account, at->process_start + START_CALIBRATES_AT) : 0;

    key->empty |= calibration != 0;
    if (key->program) /* it is entered in ring 0 */
        key->user = account_dword(account, at->process_start + START_USER_AT);
    if (calibration)
        snprintf(key->bench, sizeof key->bench, "%s",
                 calibration == 1   ? "empty program"
                 : calibration == 3 ? "two calls"
                                    : "three calls");
    else if (key->empty)
        snprintf(key->bench, sizeof key->bench, run == at->empty ? "empty" : "empty stub");
    else if (account_dword(account, at->running_case + BENCH_RUN_AT) == run)
        account_read_text(account, account_dword(account, at->running_case + BENCH_NAME_AT),
                          key->bench, sizeof key->bench);
    return key->bench[0];
}

static void account_begin_repetition(struct account *account)
{
    memset(account->open, 0, sizeof account->open);
    memset(account->opened, 0, sizeof account->opened);
    account->awaited.site = NULL;
    account->first = REGIONS;
    account->running = account_name_run(account);
}

static void account_end_repetition(struct account *account, bool good)
{
    for (unsigned n = 0; n < COUNTERS; n++)
        for (unsigned r = 0; r < REGIONS && account->opened[n]; r++)
            if (account->open[n][r])
                account->open[n][r]->broken = true;
    for (size_t i = 0; i < account->table.count; i++) {
        struct account_region *region = account->table.regions[i];

        region->repetitions += region->entered && good;
        region->broken |= region->entered && !good;
        region->entered = false;
        region->last = ACCOUNT_NO_LINE;
    }
    account->running = false;
}

/* ---- attributing clocks ---------------------------------------------------------------------- */

/* Deducts up to `clocks` from those left. */
static uint64_t account_deduct(uint64_t *left, uint64_t clocks)
{
    const uint64_t deducted = clocks < *left ? clocks : *left;

    *left -= deducted;
    return deducted;
}

static bool is_prefix(uint8_t byte)
{
    return byte == 0x66 || byte == 0x67 || byte == 0xf2 || byte == 0xf3 || byte == 0xf0 ||
           byte == 0x2e || byte == 0x36 || byte == 0x3e || byte == 0x26 || byte == 0x64 ||
           byte == 0x65;
}

/* True for D8h to DFh, and WAIT. */
static bool account_is_x87(const struct observation *seen)
{
    unsigned i = 0;

    while (i < seen->length && is_prefix(seen->bytes[i]))
        i++;
    return i < seen->length && ((seen->bytes[i] & 0xf8) == 0xd8 || seen->bytes[i] == 0x9b);
}

/* Divides the clocks that a counter counted in the instruction among the figures. They are fewer
 * than the instruction's clocks if the ring changed in it. */
static void account_divide(struct account_cost *cost, const struct observation *seen, bool began,
                           uint64_t counted)
{
    uint64_t own = seen->until - seen->from, left = counted;

    *cost = (struct account_cost){.figure = {[ACCOUNT_CLOCKS] = counted}};
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        own -= seen->lost[i];
    const bool issues = began && seen->completed && seen->unit != UNIT_V && own;

    cost->figure[ACCOUNT_ISSUE] = account_deduct(&left, issues);
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        cost->figure[ACCOUNT_LOST + i] = account_deduct(&left, seen->lost[i]);
    cost->figure[account_is_x87(seen) ? ACCOUNT_X87 : ACCOUNT_EXECUTING] = left;
    if (began && seen->completed)
        cost->figure[ACCOUNT_ALONE + seen->unit]++;
    cost->figure[ACCOUNT_RAISED] = began && !seen->completed;
}

/* Sets *clocks to the increase of counter n; returns true if the counter counts in this ring. */
static bool account_counter_increase(struct account *account, unsigned n,
                                     const struct observation *seen, uint64_t *clocks)
{
    const struct cpu *cpu = account->config.cpu;
    const struct counter_look look = model_counter(cpu->model, n);

    *clocks = (look.value - account->value[n]) & VALUE_MASK;
    account->value[n] = look.value;
    if (seen->until > seen->from)
        return *clocks;
    return cpu->cpl == 3 ? look.ring_3 : look.ring_0;
}

static void account_attribute(struct account *account, const struct observation *seen, bool began)
{
    for (unsigned n = 0; n < COUNTERS; n++) {
        struct account_cost by_counter, by_stamp;
        uint64_t clocks;
        const bool counts = account_counter_increase(account, n, seen, &clocks);
        unsigned left = account->opened[n];

        account_divide(&by_counter, seen, began, clocks);
        account_divide(&by_stamp, seen, began, seen->until - seen->from);
        for (unsigned r = 0; left; r++) {
            struct account_region *region = account->open[n][r];

            if (!region)
                continue;
            left--;
            if (counts || region->key.stamp)
                account_table_attribute(&account->table, region, seen,
                                        region->key.stamp ? &by_stamp : &by_counter);
        }
    }
}

/* ---- probes ---------------------------------------------------------------------------------- */

/* Returns the region of a slot, or REGIONS if the address is not a slot. */
static unsigned region_of_slot(const struct account *account, uint32_t slot)
{
    const uint32_t offset = slot - account->at.regions;

    return offset % SLOT_BYTES == 0 && offset / SLOT_BYTES < REGIONS ? offset / SLOT_BYTES
                                                                     : REGIONS;
}

/* Returns the slot of the region whose probe has just read, or has called the gate to read. */
static uint32_t account_slot(const struct account *account, const struct probe_site *site,
                             bool gate)
{
    const struct cpu *cpu = account->config.cpu;
    uint32_t stack = cpu->reg[REG_ESP];

    if (site->by == PROBE_SLOT_FIXED)
        return site->slot;
    if (site->by == PROBE_SLOT_IN_EBX)
        return cpu->reg[REG_EBX];
    if (gate)
        stack = account_stack_dword(account, stack + GATE_ESP_AT);
    return account->at.regions + SLOT_BYTES * account_stack_dword(account, stack + PUSHA_BYTES);
}

static void account_begin_region(struct account *account, unsigned r, unsigned n, bool stamp)
{
    const struct counter_look look = model_counter(account->config.cpu->model, n);
    struct account_key key = account->key;

    if (account->first == REGIONS)
        account->first = r;
    if (stamp ? n != 0 : !look.clocks)
        return;
    key.region = r;
    key.counter = n;
    key.stamp = stamp;
    key.ring_3 = stamp || look.ring_3;
    key.ring_0 = stamp || look.ring_0;

    struct account_region *region = account_table_region(&account->table, &key);

    if (!region)
        return;
    region->broken |= account->open[n][r] != NULL;
    region->firsts += account->first == r && !region->entered;
    region->entered = true;
    account->opened[n] += !account->open[n][r];
    account->open[n][r] = region;
}

static void account_end_region(struct account *account, unsigned r, unsigned n,
                               const struct probe_site *site)
{
    struct account_region *region = account->open[n][r];

    if (!region)
        return;
    region->entries++;
    region->by_stub |= site->by == PROBE_SLOT_ON_STACK;
    account->open[n][r] = NULL;
    account->opened[n]--;
}

/* Handles a probe's read of a counter; `how` is the second opcode byte of the reading
 * instruction. */
static void account_probe_read(struct account *account, const struct account_awaited_read *read,
                               uint8_t how)
{
    const struct probe_site *site = read->site;
    const bool far = site->read == PROBE_BEGIN_FAR || site->read == PROBE_END_FAR;
    /* Either counter can be the near one; ECX is 12h or 13h, for RDPMC 0 or 1. */
    const unsigned n = how == 0x31 ? far : account->config.cpu->reg[REG_ECX] & 1;
    const unsigned r =
        site->read == PROBE_END_FAR ? account->ending : region_of_slot(account, read->slot);

    if (r >= REGIONS)
        return;
    if (site->read == PROBE_END_NEAR)
        account->ending = r;
    if (site->read == PROBE_BEGIN_FAR || site->read == PROBE_BEGIN_NEAR)
        account_begin_region(account, r, n, how == 0x31);
    else
        account_end_region(account, r, n, site);
}

/* Recognises reads by RDMSR, RDPMC and RDTSC, and INT 32h, after which the handler's RDMSR is the
 * read. */
static void account_check_probe(struct account *account, const struct observation *seen)
{
    const struct probe_site *site = probe_site_at(&account->sites, seen->linear);
    const bool reads = seen->length == 2 && seen->bytes[0] == 0x0f &&
                       (seen->bytes[1] >= 0x31 && seen->bytes[1] <= 0x33);
    const bool gate = seen->length == 2 && seen->bytes[0] == 0xcd;

    if (site && (reads || gate))
        account->awaited = (struct account_awaited_read){site, account_slot(account, site, gate)};
    if (!reads || !account->awaited.site)
        return;
    account_probe_read(account, &account->awaited, seen->bytes[1]);
    account->awaited.site = NULL;
}

/* Counts a system call, INT 80h, for each open region. */
static void account_check_call(struct account *account, const struct observation *seen)
{
    if (!account->key.program || seen->length != 2 || seen->bytes[0] != 0xcd ||
        seen->bytes[1] != VECTOR_SYSTEM_CALL)
        return;
    for (unsigned n = 0; n < COUNTERS; n++)
        for (unsigned r = 0; r < REGIONS && account->opened[n]; r++)
            if (account->open[n][r])
                account->open[n][r]->calls++;
}

/* ---- handling an instruction ----------------------------------------------------------------- */

static void account_check_switches(struct account *account, const struct observation *seen)
{
    const struct cpu *cpu = account->config.cpu;

    if (seen->length == 2 && seen->bytes[0] == 0x0f && seen->bytes[1] == 0x30 && seen->completed &&
        cpu->reg[REG_ECX] == MSR_TR12)
        account->switched_off = cpu->reg[REG_EAX] & TR12_FEATURE;
}

void account_instruction(struct account *account, const struct observation *seen, bool began)
{
    if (account->running)
        account_attribute(account, seen, began);
    if (!began)
        return;
    account_check_switches(account, seen);
    if (seen->linear == account->at.go)
        account_begin_repetition(account);
    else if (account->running && seen->linear == account->at.leave)
        account_end_repetition(account, account->config.cpu->reg[REG_EAX] == 0);
    else if (account->running) {
        account_check_call(account, seen);
        account_check_probe(account, seen);
    }
}
