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

/*
 * REP MOVSD or STOSD of many dwords, forward, aligned to 8, source and destination not near each
 * other: 8 bytes at a time (AGN [?]).
 */
static bool p6_core_is_fast(const struct p6_core *core, const struct p6_insn *insn,
                            const struct p6_run *run)
{
    const struct p6_access *access = run->access;
    unsigned kinds = 1;

    if (!insn->fast || run->steps < core->parameters.fast_string || run->accesses < 4)
        return false;
    if (access[0].write != access[1].write) {
        kinds = 2;
        if (access[1].address % 8 || access[1].address - access[0].address + 31 < 63)
            return false;
    }
    return access[0].address % 8 == 0 && access[kinds].address - access[0].address == 4;
}

/*
 * Uops of a fast iteration: for MOVS a load, a store and another uop, for STOS a store and another
 * uop.
 */
static unsigned fast_step(const struct p6_insn *insn)
{
    return insn->uops[0].kind == P6_LOAD ? 4 : 3;
}

static unsigned p6_core_uops(const struct p6_core *core, const struct p6_insn *insn,
                             const struct p6_run *run)
{
    if (!(insn->attributes & P6_REPEATED))
        return insn->total;
    if (p6_core_is_fast(core, insn, run))
        return insn->fast + run->steps / 2 * fast_step(insn);
    return insn->total + insn->step * run->steps;
}

/* State while the instruction's uops are passed to renaming. */
struct p6_core_placing {
    const struct p6_insn *insn;
    const struct p6_run *run;
    uint64_t decoded;
    unsigned uops, placed;
    unsigned reads, writes; /* where to search for the next access */
    bool branched;          /* the uop that resolves the branch is scheduled */
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

static const struct p6_access *p6_core_access(struct p6_core_placing *placing,
                                              const struct p6_uop *uop)
{
    if (uop->kind == P6_LOAD)
        return p6_core_next_access(placing, false, &placing->reads);
    if (uop->kind == P6_STORE_ADDRESS)
        return p6_core_next_access(placing, true, &placing->writes);
    return NULL;
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

    /* The sequencer emits sequencer_uops in a clock, beginning with the first clock. */
    if (placing->uops > parameters->decoder_0_uops && placing->placed &&
        placing->placed % parameters->sequencer_uops == 0)
        placing->decoded++;
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

/* Each 8 bytes correspond to two reported iterations: the accesses of the second are skipped. */
static void p6_core_place_fast(struct p6_core *core, struct p6_core_placing *placing)
{
    const struct p6_insn *insn = placing->insn;

    p6_core_place_fillers(core, placing, insn->fast);
    while (placing->placed < placing->uops) {
        for (unsigned i = 0; i < insn->count; i++)
            if (insn->uops[i].kind != P6_ALU)
                p6_core_place(core, placing, &insn->uops[i]);
        if (insn->uops[0].kind == P6_LOAD)
            p6_core_next_access(placing, false, &placing->reads);
        p6_core_next_access(placing, true, &placing->writes);
        p6_core_place_fillers(core, placing, placing->placed + 1);
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
    if (p6_core_is_fast(core, insn, run))
        p6_core_place_fast(core, &placing);
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
