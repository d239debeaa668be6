/*
 * SPDX-License-Identifier: MIT
 * Attributes the clocks of each instruction to the regions that are open in a counted run. A
 * counter read includes the clocks up to the end of the reading instruction, so a region opens
 * after the read in its begin probe and closes after the read in its end probe.
 */
#include "sim/inspection/account/account_state.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cpu/cpu.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/system/page_walk.h"
#include "sim/inspection/account/account_file.h"

/* Offsets in struct benchmark of a 32-bit kernel (bench/bench.h); struct bench_case begins the
 * same. */
#define BENCH_NAME_AT 0
#define BENCH_RUN_AT  8

/* In struct process_start: whether the program runs in ring 3; 0, or 1 more than the calls of a
 * program that calibrates. */
#define START_USER_AT       12
#define START_CALIBRATES_AT 16

#define MSR_TR12 0x0eu

#define VECTOR_SYSTEM_CALL 0x80
#define TR12_FEATURE       0x0du /* the bits that disable a feature */
#define TR12_CACHES        0x08u

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
        {"called_read_2", &at->called[0], false},
        {"called_read_4", &at->called[1], false},
        {"counter_list_read", &at->called[2], false},
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
    account->clocks = model_clock_account(config->cpu->model);
    account->counters = account->clocks ? ACCOUNT_COUNTERS : 2;
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
    account_file_write(&account->config, &account->table, &account->sites, account->clocks, to);
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
uint32_t account_stack_dword(const struct account *account, uint32_t linear)
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
    account->first = ACCOUNT_REGIONS;
    account->running = account_name_run(account);
}

static void account_end_repetition(struct account *account, bool good)
{
    for (unsigned n = 0; n < account->counters; n++)
        for (unsigned r = 0; r < ACCOUNT_REGIONS && account->opened[n]; r++)
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

/* ---- handling an instruction ----------------------------------------------------------------- */

/* Counts a system call, INT 80h, for each open region. */
static void account_check_call(struct account *account, const struct observation *seen)
{
    if (!account->key.program || seen->length != 2 || seen->bytes[0] != 0xcd ||
        seen->bytes[1] != VECTOR_SYSTEM_CALL)
        return;
    for (unsigned n = 0; n < account->counters; n++)
        for (unsigned r = 0; r < ACCOUNT_REGIONS && account->opened[n]; r++)
            if (account->open[n][r])
                account->open[n][r]->calls++;
}

static void account_check_switches(struct account *account, const struct observation *seen)
{
    const struct cpu *cpu = account->config.cpu;

    if (account->clocks) /* these models have no TR12 */
        account->switched_off = cpu->cr0 & CR0_CD ? TR12_CACHES : 0;
    else if (seen->length == 2 && seen->bytes[0] == 0x0f && seen->bytes[1] == 0x30 &&
             seen->completed && cpu->reg[REG_ECX] == MSR_TR12)
        account->switched_off = cpu->reg[REG_EAX] & TR12_FEATURE;
}

/* Returns whether the instruction's clocks after its read of a counter remain to be attributed. */
static bool account_divide(struct account *account, const struct observation *seen, bool began)
{
    const struct clock_account *clocks = account->clocks;
    const bool reads = clocks && began && account_reads_counter(account, seen);

    if (!clocks)
        account_divide_pipes(account, seen, began);
    else
        account_divide_causes(account, seen, reads ? &clocks->read : &clocks->now, began);
    return reads;
}

void account_instruction(struct account *account, const struct observation *seen, bool began)
{
    const bool read = account->running && account_divide(account, seen, began);

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
        if (read)
            account_divide_causes(account, seen, &account->clocks->now, false);
    }
}
