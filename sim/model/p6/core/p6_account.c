/*
 * SPDX-License-Identifier: MIT
 * Attributes each clock of the P6 core to one cause.
 */
#include "sim/model/p6/core/p6_account.h"

#include <stdlib.h>

/* Why a uop was decoded later than its predecessor. */
struct p6_decode_delay {
    uint64_t decoded, before;       /* its clock of decoding, and the predecessor's */
    uint64_t restart, code, length; /* parts of the difference; the rest is decoding */
    uint8_t restarted_by;           /* enum p6_cause */
};

struct p6_account {
    struct clock_account clocks;
    struct p6_decode_delay decode;         /* of the current instruction */
    struct p6_decode_delay uops[UOP_RING]; /* by number */
    uint8_t restarted_by;                  /* of the next instruction */
    uint8_t floor_by;                      /* what set rename_floor */
    uint8_t paused_by;                     /* of the next pause */
    uint64_t pause_line[P6_WAYS];          /* parts of it that are waits for lines */
    uint64_t front_clock;                  /* when the previous instruction was decoded */
    uint64_t length_total;                 /* of ILD_STALL, up to the previous instruction */
    uint64_t parts, registers, buffers;    /* waits of the group that is being renamed */
    uint64_t floor;                        /* its wait for rename_floor */
    uint64_t line, blocked;                /* waits of the last load */
    uint8_t way;                           /* of its line: enum p6_way */
    uint8_t fill_way[FILL_RING];           /* of the lines in core->fills */
};

static const struct clock_cause p6_causes[P6_CAUSE_KINDS] = {
#define P6_CAUSE(id, name, text) {name, text},
    P6_CAUSES(P6_CAUSE)
#undef P6_CAUSE
};

#define FIRST_COUNTER 0xc1u /* PerfCtr0: SDM volume 3, Table 35-46 */

struct clock_account *p6_core_account(struct p6_core *core)
{
    return core->account ? &core->account->clocks : NULL;
}

struct clock_account *p6_core_begin_account(struct p6_core *core)
{
    struct p6_account *account;

    if (core->account)
        return &core->account->clocks;
    account = calloc(1, sizeof *account);
    if (!account)
        return NULL;
    account->clocks = (struct clock_account){
        .causes = p6_causes,
        .count = P6_CAUSE_KINDS,
        .halted = P6_CAUSE_HALTED,
        .units = 1,
        .event = "cpu_clk_unhalted",
        .first_msr = FIRST_COUNTER,
    };
    account->paused_by = P6_CAUSE_MICROCODE;
    account->front_clock = core->front.clock;
    account->length_total = core->tallies[P6_CORE_ILD_STALL].total;
    core->account = account;
    return &account->clocks;
}

void p6_core_end_account(struct p6_core *core)
{
    free(core->account);
    core->account = NULL;
}

void p6_core_pause_is(struct p6_core *core, bool halted)
{
    if (core->account)
        core->account->paused_by = halted ? P6_CAUSE_HALTED : P6_CAUSE_ENTRY;
}

void p6_core_pause_loads(struct p6_core *core, enum p6_way way, unsigned clocks)
{
    if (core->account)
        core->account->pause_line[way] += clocks;
}

/* ---- the front end --------------------------------------------------------------------------- */

static uint64_t p6_account_beyond(uint64_t later, uint64_t earlier)
{
    return later > earlier ? later - earlier : 0;
}

void p6_account_decoded(struct p6_core *core, const struct p6_run *run)
{
    struct p6_account *account = core->account;
    const uint64_t length = core->tallies[P6_CORE_ILD_STALL].total - account->length_total;
    const uint64_t late = p6_account_beyond(core->front.clock, account->front_clock);

    account->decode.code = run->fetch_wait;
    account->decode.length = length;
    account->decode.restarted_by = account->restarted_by;
    account->decode.restart =
        account->restarted_by ? p6_account_beyond(late, run->fetch_wait + length) : 0;
    account->length_total += length;
    account->front_clock = core->front.clock;
    account->restarted_by = 0;
}

void p6_account_uop(struct p6_core *core, const struct queued *queued)
{
    struct p6_account *account = core->account;
    struct p6_decode_delay *decode = &account->decode;

    decode->before = decode->decoded;
    decode->decoded = queued->decoded;
    account->uops[(core->number + core->queued) % UOP_RING] = *decode;
    decode->restart = decode->code = decode->length =
        0; /* the instruction's other uops have none */
}

static enum p6_cause p6_account_restart_cause(const struct p6_insn *insn, const struct p6_run *run)
{
    if (insn->attributes & (P6_SERIALISES | P6_FAR))
        return P6_CAUSE_SERIALISE;
    return run->mispredicted ? P6_CAUSE_MISPREDICT : P6_CAUSE_TARGET;
}

void p6_account_redirect(struct p6_core *core, const struct p6_insn *insn, const struct p6_run *run)
{
    const enum p6_cause cause = p6_account_restart_cause(insn, run);

    if (core->front.redirect == REDIRECT_RESTART)
        core->account->restarted_by = (uint8_t)cause;
    if (core->rename_floor == core->last_retire + 1)
        core->account->floor_by = (uint8_t)cause;
}

/* Microcode and the lines of the accesses that the core was not told; or what was announced. */
static void p6_account_pause(struct p6_account *account, uint64_t clocks)
{
    if (account->paused_by == P6_CAUSE_MICROCODE) {
        clock_account_spend(&account->clocks, P6_CAUSE_L2, account->pause_line[P6_WAY_L2], &clocks);
        clock_account_spend(&account->clocks, P6_CAUSE_MEMORY,
                            account->pause_line[P6_WAY_BUS] + account->pause_line[P6_WAY_NONE],
                            &clocks);
    }
    clock_account_add(&account->clocks, account->paused_by, clocks);
    account->restarted_by = account->floor_by =
        account->paused_by == P6_CAUSE_HALTED ? P6_CAUSE_SERIALISE : account->paused_by;
    account->paused_by = P6_CAUSE_MICROCODE;
    memset(account->pause_line, 0, sizeof account->pause_line);
}

void p6_account_pass(struct p6_core *core, bool serialises, uint64_t clocks)
{
    struct p6_account *account = core->account;

    if (!serialises) {
        p6_account_pause(account, clocks);
        return;
    }
    clock_account_add(&account->clocks, P6_CAUSE_SERIALISE, clocks);
    account->restarted_by = account->floor_by = P6_CAUSE_SERIALISE;
}

/* ---- renaming, memory ------------------------------------------------------------------------ */

void p6_account_group(struct p6_core *core, uint64_t first, uint64_t parts, uint64_t clock)
{
    struct p6_account *account = core->account;

    account->floor = p6_account_beyond(first, core->group[0].decoded);
    if (first != core->rename_floor)
        account->floor = 0;
    account->parts = parts - first;
    account->registers = clock - parts;
    account->buffers = 0;
}

void p6_account_buffer(struct p6_core *core, uint64_t clocks)
{
    core->account->buffers += clocks;
}

void p6_account_load(struct p6_core *core, const struct p6_access *load, uint64_t line,
                     uint64_t blocked)
{
    struct p6_account *account = core->account;
    const unsigned buffers = core->parameters.fill_buffers;

    account->line = line;
    account->blocked = blocked;
    account->way = load->way;
    if (load->way != P6_WAY_NONE) {
        account->fill_way[(core->filled_lines - 1) % buffers] = load->way;
        return;
    }
    for (unsigned i = 0; line && i < buffers; i++)
        if (core->fills[i].line == load->address / P6_LINE)
            account->way = account->fill_way[i];
}

/* ---- retirement ------------------------------------------------------------------------------ */

/* The parts of a delay are spent from its end, since its beginning may be hidden. */

static void p6_account_front(struct p6_account *account, const struct p6_decode_delay *decode,
                             uint64_t clocks)
{
    const uint64_t late = p6_account_beyond(decode->decoded, decode->before);
    const uint64_t known = decode->restart + decode->code + decode->length;

    clock_account_spend(&account->clocks, P6_CAUSE_DECODE, p6_account_beyond(late, known), &clocks);
    clock_account_spend(&account->clocks, P6_CAUSE_LENGTH, decode->length, &clocks);
    clock_account_spend(&account->clocks, P6_CAUSE_CODE, decode->code, &clocks);
    clock_account_spend(&account->clocks, decode->restarted_by, decode->restart, &clocks);
    clock_account_add(&account->clocks, P6_CAUSE_DECODE, clocks);
}

static void p6_account_renaming(struct p6_account *account, uint64_t clocks)
{
    clock_account_spend(&account->clocks, P6_CAUSE_STORES, account->buffers, &clocks);
    clock_account_spend(&account->clocks, P6_CAUSE_REGISTERS, account->registers, &clocks);
    clock_account_spend(&account->clocks, P6_CAUSE_PARTIAL, account->parts, &clocks);
    clock_account_spend(&account->clocks, account->floor_by, account->floor, &clocks);
    clock_account_add(&account->clocks, P6_CAUSE_DECODE, clocks);
}

static void p6_account_spend_load(struct p6_core *core, const struct queued *queued,
                                  uint64_t *clocks)
{
    struct p6_account *account = core->account;
    const struct p6_access *access = &queued->access;
    const unsigned hit = core->parameters.load;
    const bool locked = queued->attributes & P6_LOCKED;
    uint64_t beyond;

    if (!queued->has_access) {
        clock_account_spend(&account->clocks, P6_CAUSE_LOAD, hit - 1, clocks);
        return;
    }
    beyond = p6_account_beyond(access->clocks, (uint64_t)hit + access->walk + access->again);
    clock_account_spend(&account->clocks, P6_CAUSE_BLOCK, account->blocked, clocks);
    clock_account_spend(&account->clocks, P6_CAUSE_LOCK, locked ? core->parameters.locked - hit : 0,
                        clocks);
    clock_account_spend(&account->clocks, account->way == P6_WAY_L2 ? P6_CAUSE_L2 : P6_CAUSE_MEMORY,
                        beyond + account->line, clocks);
    clock_account_spend(&account->clocks, P6_CAUSE_LOAD, hit - 1 + access->again, clocks);
    clock_account_spend(&account->clocks, P6_CAUSE_TLB, access->walk, clocks);
}

static enum p6_cause p6_account_execution_cause(const struct queued *queued)
{
    if (queued->uop.kind == P6_LOAD)
        return P6_CAUSE_LOAD;
    if (queued->uop.unit == P6_UNIT_DIVIDE)
        return P6_CAUSE_DIVIDE;
    return queued->attributes & P6_X87 ? P6_CAUSE_X87 : P6_CAUSE_EXECUTE;
}

static void p6_account_execution(struct p6_core *core, const struct queued *queued,
                                 const struct p6_uop_times *times, uint64_t clocks)
{
    struct clock_account *sums = &core->account->clocks;
    uint64_t busy = p6_account_beyond(times->complete, times->dispatch + 1);
    const bool waits = queued->uop.kind == P6_LOAD && times->dispatch == core->memory_floor;

    if (busy > clocks)
        busy = clocks;
    clocks -= busy;
    if (queued->uop.kind == P6_LOAD)
        p6_account_spend_load(core, queued, &busy);
    clock_account_add(sums, p6_account_execution_cause(queued), busy);
    clock_account_add(sums, waits || queued->attributes & P6_LOCKED ? P6_CAUSE_LOCK : P6_CAUSE_PORT,
                      clocks);
}

static uint64_t p6_account_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void p6_account_retire(struct p6_core *core, const struct queued *queued,
                       const struct p6_uop_times *times)
{
    const struct p6_core_parameters *parameters = &core->parameters;
    struct p6_account *account = core->account;
    const struct p6_decode_delay *decode = &account->uops[core->number % UOP_RING];
    /* The clocks from renaming to retirement of a uop that waits for nothing, less one. */
    const unsigned pipeline =
        (queued->uop.ports ? parameters->rename_to_dispatch : 0) + parameters->complete_to_retire;
    const uint64_t end = times->retired - 1;
    uint64_t at = times->before, next;

    if (times->retired == times->before)
        return;
    clock_account_add(&account->clocks, P6_CAUSE_RETIRE, 1);
    next = p6_account_least(end, decode->decoded + pipeline);
    p6_account_front(account, decode, p6_account_beyond(next, at));
    at = next > at ? next : at;
    next = p6_account_least(end, times->renamed + pipeline);
    p6_account_renaming(account, p6_account_beyond(next, at));
    at = next > at ? next : at;
    p6_account_execution(core, queued, times, p6_account_beyond(end, at));
}
