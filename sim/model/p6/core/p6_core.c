/*
 * SPDX-License-Identifier: MIT
 * Creates a P6 core, and schedules the uops of one instruction after another.
 */
#include "sim/model/p6/core/p6_core.h"

#include <stdlib.h>

#include "sim/model/p6/core/core_state.h"
#include "sim/model/p6/core/p6_account.h"

void p6_core_defaults(struct p6_core_parameters *parameters)
{
    *parameters = (struct p6_core_parameters){
#define PARAMETER(name, value, lowest, highest, text) .name = (value),
#include "sim/model/p6/core/core_parameters.def"
#undef PARAMETER
    };
}

static bool p6_core_in_range(const struct p6_core_parameters *parameters)
{
    bool good = true;

#define PARAMETER(name, value, lowest, highest, text)                                              \
    good = good && parameters->name - (lowest) <= (highest) - (lowest);
#include "sim/model/p6/core/core_parameters.def"
#undef PARAMETER
    return good && (parameters->fetch_bytes & (parameters->fetch_bytes - 1)) == 0;
}

static void all_whole(struct p6_core *core)
{
    for (unsigned name = 0; name < P6_NAMES; name++)
        core->names[name].parts = name == P6_FLAGS ? P6_ALL_FLAGS : P6_WHOLE;
}

struct p6_core *p6_core_create(const struct p6_core_parameters *parameters)
{
    struct p6_core *core;

    if (parameters && !p6_core_in_range(parameters))
        return NULL;
    core = calloc(1, sizeof *core);
    if (!core)
        return NULL;
    if (parameters)
        core->parameters = *parameters;
    else
        p6_core_defaults(&core->parameters);
    core->fetch_shift = (unsigned)__builtin_ctz(core->parameters.fetch_bytes);
    all_whole(core);
    front_end_restart(core, core->parameters.fetch_to_rename);
    return core;
}

void p6_core_destroy(struct p6_core *core)
{
    p6_core_end_account(core);
    free(core);
}

/* Source and destination ascend, and are not near each other. */
static bool p6_core_ascends(const struct p6_insn *insn, const struct p6_run *run)
{
    const struct p6_access *access = run->access;
    unsigned kinds = 1;

    if (!insn->fast || run->accesses < 4)
        return false;
    if (access[0].write != access[1].write) {
        kinds = 2;
        if (access[1].address - access[0].address + 31 < 63)
            return false;
    }
    return access[kinds].address - access[0].address == 4;
}

/* REP MOVSD or STOSD of many dwords, aligned to 8: a longer start (AGN [?]). */
static bool p6_core_is_fast(const struct p6_core *core, const struct p6_insn *insn,
                            const struct p6_run *run)
{
    if (!p6_core_ascends(insn, run) || run->steps < core->parameters.fast_string)
        return false;
    return run->access[0].address % 8 == 0 &&
           (run->access[0].write == run->access[1].write || run->access[1].address % 8 == 0);
}

enum { BLOCK_STEPS = 4 };

/*
 * Blocks of 16 bytes for `steps` dwords. REP MOVSD takes as long for 4 to 7 dwords (LOOPS), so the
 * last block has the remainder, which may be empty; the remainder of a fast one is not known to
 * cost anything.
 */
static unsigned p6_core_blocks(const struct p6_core *core, const struct p6_insn *insn,
                               const struct p6_run *run)
{
    const bool fast = p6_core_is_fast(core, insn, run);

    return run->steps / BLOCK_STEPS + (fast ? run->steps % BLOCK_STEPS != 0 : 1);
}

/* Whether a repeated instruction transfers 16 bytes at a time. STOSD does so only if it is fast. */
static bool p6_core_has_blocks(const struct p6_core *core, const struct p6_insn *insn,
                               const struct p6_run *run)
{
    return insn->fast && insn->uops[0].kind == P6_LOAD ? p6_core_ascends(insn, run)
                                                       : p6_core_is_fast(core, insn, run);
}

/*
 * Uops of a block: for MOVS two loads, two stores and two other uops, for STOS two stores and two
 * other uops.
 */
static unsigned block_uops(const struct p6_insn *insn)
{
    return insn->uops[0].kind == P6_LOAD ? 8 : 6;
}

static unsigned p6_core_block_start(const struct p6_core *core, const struct p6_insn *insn,
                                    const struct p6_run *run)
{
    return p6_core_is_fast(core, insn, run) ? insn->fast : insn->total;
}

static unsigned p6_core_uops(const struct p6_core *core, const struct p6_insn *insn,
                             const struct p6_run *run)
{
    if (!(insn->attributes & P6_REPEATED))
        return insn->total;
    if (p6_core_has_blocks(core, insn, run))
        return p6_core_block_start(core, insn, run) +
               p6_core_blocks(core, insn, run) * block_uops(insn);
    return insn->total + insn->step * run->steps;
}

/* State while the instruction's uops are passed to renaming. */
struct p6_core_placing {
    const struct p6_insn *insn;
    const struct p6_run *run;
    uint64_t decoded;
    unsigned uops, placed;
    unsigned emitted;       /* by the sequencer in this clock */
    unsigned reads, writes; /* where to search for the next access */
    bool branched;          /* the uop that resolves the branch is scheduled */
    bool pairs;             /* each access is for two reported ones */
    struct p6_access pair;
};

/*
 * Returns the next read or write. If an access takes two uops for its halves, both get the whole
 * access.
 */
static const struct p6_access *p6_core_next_access(const struct p6_core_placing *placing,
                                                   bool write, unsigned *next)
{
    const struct p6_run *run = placing->run;
    unsigned at = *next;

    while (at < run->accesses && run->access[at].write != write)
        at++;
    if (at < run->accesses) {
        *next = at + 1;
        return &run->access[at];
    }
    while (at > 0 && run->access[at - 1].write != write)
        at--;
    return at == 0 || placing->insn->attributes & P6_REPEATED ? NULL : &run->access[at - 1];
}

/* Returns the next two accesses as one, with the clocks of the slower. */
static const struct p6_access *p6_core_next_pair(struct p6_core_placing *placing, bool write,
                                                 unsigned *next)
{
    const struct p6_access *first = p6_core_next_access(placing, write, next);
    const struct p6_access *second = p6_core_next_access(placing, write, next);

    if (!first || !second)
        return first;
    placing->pair = second->clocks > first->clocks ? *second : *first;
    placing->pair.address = first->address;
    placing->pair.bytes = (uint8_t)(2 * first->bytes);
    return &placing->pair;
}

static const struct p6_access *p6_core_access(struct p6_core_placing *placing,
                                              const struct p6_uop *uop)
{
    unsigned *next = uop->kind == P6_LOAD ? &placing->reads : &placing->writes;

    if (uop->kind != P6_LOAD && uop->kind != P6_STORE_ADDRESS)
        return NULL;
    if (placing->pairs)
        return p6_core_next_pair(placing, uop->kind != P6_LOAD, next);
    return p6_core_next_access(placing, uop->kind != P6_LOAD, next);
}

/* A branch is resolved on port 1; a far branch, by microcode, in its last uop. */
static bool p6_core_resolves(struct p6_core_placing *placing, const struct p6_uop *uop, bool last)
{
    if (!(placing->insn->attributes & P6_BRANCH) || placing->branched)
        return false;
    placing->branched = uop->ports == P6_PORT_1;
    return placing->branched || last;
}

/* The second half of a MOVUPS that is not aligned. */
static void p6_core_lengthen_unaligned(const struct p6_core_parameters *parameters,
                                       struct p6_access *access)
{
    access->unaligned = true;
    if (access->write) {
        access->clocks += (uint16_t)parameters->unaligned_store;
        return;
    }
    access->clocks += (uint16_t)parameters->unaligned_load;
    access->again += (uint8_t)parameters->unaligned_load;
}

static void p6_core_place(struct p6_core *core, struct p6_core_placing *placing,
                          const struct p6_uop *uop)
{
    const struct p6_core_parameters *parameters = &core->parameters;
    const struct p6_access *access = p6_core_access(placing, uop);
    struct queued *queued;

    if (placing->uops > parameters->decoder_0_uops &&
        placing->emitted >= parameters->sequencer_uops) {
        placing->decoded++;
        placing->emitted = 0;
    }
    placing->emitted++;
    placing->placed++;
    queued = renaming_next_uop(core, placing->decoded);
    if (core->account)
        p6_account_uop(core, queued);
    queued->uop = *uop;
    queued->attributes = placing->insn->attributes;
    queued->values = placing->insn->values;
    queued->value = uop->high ? placing->run->value_high : placing->run->value;
    queued->last = placing->placed == placing->uops;
    queued->resolves = p6_core_resolves(placing, uop, queued->last);
    queued->taken = placing->run->taken;
    queued->has_access = access != NULL;
    if (access)
        queued->access = *access;
    if (access && uop->unaligned && access->address % 8)
        p6_core_lengthen_unaligned(parameters, &queued->access);
    if (uop->kind == P6_EXCHANGE) {
        queued->uop.results[0].name = P6_ST0;
        queued->uop.results[1].name = (uint8_t)(P6_ST0 + placing->insn->exchanged);
    }
    renaming_add_uop(core);
}

static unsigned p6_core_least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/*
 * Schedules addresses first, then data (ILAT: PUSHA and POPA 15), but not more than there are store
 * buffers, since a buffer becomes free only after its data is written.
 */
static void p6_core_place_stores(struct p6_core *core, struct p6_core_placing *placing,
                                 const struct p6_uop *address, const struct p6_uop *data)
{
    for (unsigned left = address->repeat, some; left > 0; left -= some) {
        some = p6_core_least(left, core->parameters.store_buffers);
        for (unsigned n = 0; n < some; n++)
            p6_core_place(core, placing, address);
        for (unsigned n = 0; n < some; n++)
            p6_core_place(core, placing, data);
    }
}

static void p6_core_place_straight(struct p6_core *core, struct p6_core_placing *placing)
{
    const struct p6_insn *insn = placing->insn;

    for (unsigned i = 0; i < insn->count; i++) {
        const struct p6_uop *uop = &insn->uops[i];

        if (uop->kind == P6_STORE_ADDRESS && i + 1 < insn->count) {
            p6_core_place_stores(core, placing, uop, uop + 1);
            i++;
            continue;
        }
        for (unsigned n = 0; n < uop->repeat; n++)
            p6_core_place(core, placing, uop);
    }
}

static const struct p6_uop filler = {
    .kind = P6_ALU, .ports = P6_PORT_0 | P6_PORT_1, .repeat = 1, .latency = 1};

static void p6_core_place_fillers(struct p6_core *core, struct p6_core_placing *placing,
                                  unsigned placed)
{
    while (placing->placed < placed)
        p6_core_place(core, placing, &filler);
}

/* Schedules half a block: 8 bytes, two reported iterations. */
static void p6_core_place_half(struct p6_core *core, struct p6_core_placing *placing)
{
    const struct p6_insn *insn = placing->insn;

    for (unsigned i = 0; i < insn->count; i++)
        if (insn->uops[i].kind != P6_ALU)
            p6_core_place(core, placing, &insn->uops[i]);
    p6_core_place_fillers(core, placing, placing->placed + 1);
}

/* The sequencer begins each block in a new clock: 8 uops take 3 (LOOPS: 0.75 clocks per dword). */
static void p6_core_place_blocks(struct p6_core *core, struct p6_core_placing *placing)
{
    p6_core_place_fillers(core, placing, p6_core_block_start(core, placing->insn, placing->run));
    placing->pairs = true;
    while (placing->placed < placing->uops) {
        placing->emitted = core->parameters.sequencer_uops;
        p6_core_place_half(core, placing);
        p6_core_place_half(core, placing);
    }
}

/*
 * Schedules a start, then the same uops for each iteration, with fillers up to the iteration's
 * known number of uops.
 */
static void p6_core_place_repeated(struct p6_core *core, struct p6_core_placing *placing)
{
    const struct p6_insn *insn = placing->insn;
    const unsigned start = insn->total;

    p6_core_place_fillers(core, placing, start);
    while (placing->placed < placing->uops) {
        const unsigned at = (placing->placed - start) % insn->step;

        p6_core_place(core, placing, at < insn->count ? &insn->uops[at] : &filler);
    }
}

static void p6_core_begin_alone(struct p6_core *core)
{
    const uint64_t over =
        core->last_retire > core->last_commit ? core->last_retire : core->last_commit;

    clock_tally_span(core, P6_CORE_SB_DRAINS, core->last_retire, over);
    if (over > core->rename_floor)
        core->rename_floor = over;
}

/* Returns whether nothing may continue before the instruction is completely scheduled. */
static bool p6_core_stands_alone(const struct p6_insn *insn, const struct p6_run *run)
{
    return run->mispredicted || run->decoder_target ||
           insn->attributes & (P6_SERIALISES | P6_FAR | P6_LOCKED | P6_FENCES | P6_READS_TIME);
}

static void p6_core_end_alone(struct p6_core *core, const struct p6_insn *insn,
                              const struct p6_run *run)
{
    renaming_flush(core);
    if (insn->attributes & (P6_LOCKED | P6_FENCES))
        core->memory_floor = core->last_retire;
    if (insn->attributes & P6_LOCKED && core->last_commit > core->memory_floor)
        core->memory_floor = core->last_commit;
    if (run->mispredicted || insn->attributes & (P6_SERIALISES | P6_FAR)) {
        core->rename_floor = core->last_retire + 1;
        alias_forget(core);
    }
}

void p6_core_instruction(struct p6_core *core, const struct p6_insn *insn, const struct p6_run *run)
{
    struct p6_core_placing placing = {
        .insn = insn, .run = run, .uops = p6_core_uops(core, insn, run)};

    if (insn->attributes & (P6_SERIALISES | P6_FENCES)) {
        renaming_flush(core);
        p6_core_begin_alone(core);
    }
    placing.decoded = front_end_decode(core, insn, run, placing.uops);
    if (p6_core_has_blocks(core, insn, run))
        p6_core_place_blocks(core, &placing);
    else if (insn->attributes & P6_REPEATED)
        p6_core_place_repeated(core, &placing);
    else
        p6_core_place_straight(core, &placing);
    core->top = (core->top + insn->stack) & 7;
    if (p6_core_stands_alone(insn, run))
        p6_core_end_alone(core, insn, run);
    front_end_redirect(core, insn, run);
    if (core->account)
        p6_account_redirect(core, insn, run);
}

void p6_core_settle(struct p6_core *core)
{
    renaming_flush(core);
}

uint64_t p6_core_clock(const struct p6_core *core)
{
    return core->last_retire;
}

uint64_t p6_core_read_clock(const struct p6_core *core)
{
    return core->read_clock;
}

void p6_core_serialise(struct p6_core *core)
{
    renaming_flush(core);
    p6_core_begin_alone(core);
    if (core->account)
        p6_account_pass(
            core, P6_CAUSE_SERIALISE,
            core->rename_floor > core->last_retire ? core->rename_floor - core->last_retire : 0);
    if (core->rename_floor > core->last_retire)
        core->last_retire = core->rename_floor;
    alias_forget(core);
    front_end_restart(core, core->last_retire + core->parameters.fetch_to_rename);
}

void p6_core_idle(struct p6_core *core, uint64_t clocks)
{
    p6_core_serialise(core);
    if (core->account)
        p6_account_pass(core, false, clocks);
    core->last_retire += clocks;
    core->retire_count = 0;
    core->rename_floor = core->last_retire;
    front_end_restart(core, core->last_retire + core->parameters.fetch_to_rename);
}
