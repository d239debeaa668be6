/*
 * SPDX-License-Identifier: MIT
 * Recognises the probes' reads of counters, which open and close regions.
 */
#include "sim/inspection/account/account_state.h"

#include "sim/cpu/cpu.h"

#define SLOT_BYTES   64 /* size of a region's slot: pmc/region.h */
#define PUSHA_BYTES  32
#define RETURN_BYTES 4

/* The second opcode byte of instructions that read a counter; RDMSR is between them. */
#define RDTSC       0x31
#define RDPMC       0x33
#define RDPMC_FAST  0x80000000u /* reads 32 bits on a Pentium 4 */
#define RET         0xc3
#define GATE_ESP_AT 12 /* on the stack after an INT from ring 3: EIP, CS, EFLAGS, ESP */

/* Returns the region of a slot, or ACCOUNT_REGIONS if the address is not a slot. */
static unsigned region_of_slot(const struct account *account, uint32_t slot)
{
    const uint32_t offset = slot - account->at.regions;

    return offset % SLOT_BYTES == 0 && offset / SLOT_BYTES < ACCOUNT_REGIONS ? offset / SLOT_BYTES
                                                                             : ACCOUNT_REGIONS;
}

/* How a probe reads. */
enum account_read { READ_HERE, READ_BY_GATE, READ_BY_ROUTINE };

/*
 * Returns the slot of the region whose probe has just read, or has called the gate or a routine to
 * read.
 */
static uint32_t account_slot(const struct account *account, const struct probe_site *site,
                             enum account_read how)
{
    const struct cpu *cpu = account->config.cpu;
    uint32_t stack = cpu->reg[REG_ESP];

    if (site->by == PROBE_SLOT_FIXED)
        return site->slot;
    if (site->by == PROBE_SLOT_IN_EBX)
        return cpu->reg[REG_EBX];
    if (how == READ_BY_GATE)
        stack = account_stack_dword(account, stack + GATE_ESP_AT);
    else if (how == READ_BY_ROUTINE)
        stack += RETURN_BYTES;
    return account->at.regions + SLOT_BYTES * account_stack_dword(account, stack + PUSHA_BYTES);
}

static void account_begin_region(struct account *account, unsigned r, unsigned n, bool stamp)
{
    const struct counter_look look = model_counter(account->config.cpu->model, n);
    struct account_key key = account->key;

    if (account->first == ACCOUNT_REGIONS)
        account->first = r;
    if (stamp ? n != 0 || account->clocks : !look.clocks)
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

/* Returns the number of the counter that was read. */
static unsigned account_probe_counter(const struct account *account, uint8_t how, bool far)
{
    const uint32_t ecx = account->config.cpu->reg[REG_ECX];

    if (how == RDTSC)
        return far;
    if (!account->clocks) /* either counter can be the near one; ECX is 12h or 13h, or 0 or 1 */
        return ecx & 1;
    return how == RDPMC ? ecx & ~RDPMC_FAST : ecx - account->clocks->first_msr;
}

/* Handles a probe's read of a counter; `how` is the second opcode byte of the reading
 * instruction. */
static void account_probe_read(struct account *account, const struct account_awaited_read *read,
                               uint8_t how)
{
    const struct probe_site *site = read->site;
    const bool far = site->read == PROBE_BEGIN_FAR || site->read == PROBE_END_FAR;
    const unsigned n = account_probe_counter(account, how, far);
    const unsigned r =
        site->read == PROBE_END_FAR ? account->ending : region_of_slot(account, read->slot);

    if (r >= ACCOUNT_REGIONS || n >= account->counters)
        return;
    if (site->read == PROBE_END_NEAR)
        account->ending = r;
    if (site->read == PROBE_BEGIN_FAR || site->read == PROBE_BEGIN_NEAR)
        account_begin_region(account, r, n, how == RDTSC);
    else
        account_end_region(account, r, n, site);
}

/* Returns whether an instruction reads a counter or the time. */
static bool account_reads(const struct observation *seen)
{
    return seen->length == 2 && seen->bytes[0] == 0x0f && seen->bytes[1] >= RDTSC &&
           seen->bytes[1] <= RDPMC;
}

/*
 * Returns whether CALL ECX has just called a routine to read the counters. ECX is one more in the
 * call that reads nothing (pmc/called_probes.asm).
 */
static bool account_calls_routine(const struct account *account, const struct observation *seen)
{
    const uint32_t ecx = account->config.cpu->reg[REG_ECX];
    bool known = false;

    for (unsigned i = 0; i < sizeof account->at.called / sizeof account->at.called[0]; i++)
        known |= ecx && ecx == account->at.called[i];
    return known && seen->length == 2 && seen->bytes[0] == 0xff && seen->bytes[1] == 0xd1;
}

bool account_reads_counter(const struct account *account, const struct observation *seen)
{
    return account->awaited.called && account_reads(seen);
}

/*
 * Recognises reads by RDMSR, RDPMC and RDTSC; INT 32h, after which the handler's RDMSR is the read;
 * and calls of a routine, whose reads all belong to the probe.
 */
void account_check_probe(struct account *account, const struct observation *seen)
{
    const struct probe_site *site = probe_site_at(&account->sites, seen->linear);
    struct account_awaited_read *awaited = &account->awaited;
    const bool reads = account_reads(seen);
    const bool gate = seen->length == 2 && seen->bytes[0] == 0xcd;
    const bool calls = site && account_calls_routine(account, seen);

    if (calls || (site && (reads || gate)))
        *awaited = (struct account_awaited_read){site,
                                                 account_slot(account, site,
                                                              gate    ? READ_BY_GATE
                                                              : calls ? READ_BY_ROUTINE
                                                                      : READ_HERE),
                                                 calls};
    if (awaited->called && seen->bytes[0] == RET)
        *awaited = (struct account_awaited_read){0};
    if (!reads || !awaited->site)
        return;
    account_probe_read(account, awaited, seen->bytes[1]);
    if (!awaited->called)
        awaited->site = NULL;
}
