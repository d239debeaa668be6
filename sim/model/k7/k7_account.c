/*
 * SPDX-License-Identifier: MIT
 * Attributes the time of the K7 model to causes.
 */
#include "sim/model/k7/k7_account.h"

#include <stdlib.h>

struct k7_account {
    struct clock_account clocks;
    enum k7_cause late_by; /* why the next instruction is dispatched late */
    enum k7_cause paused_by;
};

static const struct clock_cause k7_causes[K7_CAUSE_KINDS] = {
#define K7_CAUSE(id, name, text) {name, text},
    K7_CAUSES(K7_CAUSE)
#undef K7_CAUSE
};

#define FIRST_COUNTER 0xc0010004u /* PerfCtr0: AMD 22007, appendix D */

struct k7_account *k7_account_create(void)
{
    struct k7_account *account = calloc(1, sizeof *account);

    if (!account)
        return NULL;
    account->clocks = (struct clock_account){
        .causes = k7_causes,
        .count = K7_CAUSE_KINDS,
        .halted = K7_CAUSE_HALTED,
        .units = K7_CLOCK,
        .event = "cpu_clk_unhalted",
        .first_msr = FIRST_COUNTER,
    };
    account->late_by = K7_CAUSE_DECODE;
    account->paused_by = K7_CAUSE_MICROCODE;
    return account;
}

struct clock_account *k7_account_clocks(struct k7_account *account)
{
    return &account->clocks;
}

static uint64_t k7_account_beyond(uint64_t later, uint64_t earlier)
{
    return later > earlier ? later - earlier : 0;
}

/* ---- parts of a delay, spent from its end ---------------------------------------------------- */

static void k7_account_loads(struct clock_account *clocks, const struct k7_run *run, uint64_t wait,
                             uint64_t *left)
{
    const struct k7_access *slowest = NULL;
    uint64_t known;

    for (unsigned i = 0; i < run->accesses; i++)
        if (!run->access[i].write && (!slowest || run->access[i].clocks > slowest->clocks))
            slowest = &run->access[i];
    if (!slowest)
        return;
    known = (uint64_t)slowest->clocks * K7_CLOCK;
    clock_account_spend(clocks, K7_CAUSE_BLOCK, k7_account_beyond(wait, known), left);
    clock_account_spend(clocks, slowest->memory ? K7_CAUSE_MEMORY : K7_CAUSE_L2,
                        (uint64_t)slowest->miss * K7_CLOCK, left);
    clock_account_spend(clocks, K7_CAUSE_LOAD,
                        (uint64_t)(slowest->clocks - slowest->miss - slowest->walk) * K7_CLOCK,
                        left);
    clock_account_spend(clocks, K7_CAUSE_TLB, (uint64_t)slowest->walk * K7_CLOCK, left);
}

static enum k7_cause k7_account_latency_cause(const struct k7_plan *plan)
{
    switch (plan->unit) {
    case K7_VECTOR:
        return K7_CAUSE_MICROCODE;
    case K7_LOAD:
        return K7_CAUSE_LOAD;
    case K7_FADD:
    case K7_FMUL:
    case K7_FSTORE:
    case K7_FADD_OR_FMUL:
    case K7_CHAINED_X87:
        return K7_CAUSE_X87;
    default:
        return K7_CAUSE_EXECUTE;
    }
}

/* The cause of a late dispatch of the next instruction. */
static enum k7_cause k7_account_late_cause(const struct k7_plan *plan, const struct k7_run *run)
{
    if (run->mispredicted)
        return K7_CAUSE_MISPREDICT;
    if (plan->attributes & K7_SERIALISES)
        return K7_CAUSE_SERIALISE;
    return plan->unit == K7_VECTOR ? K7_CAUSE_MICROCODE : K7_CAUSE_DECODE;
}

void k7_account_retire(struct k7_account *account, const struct k7_plan *plan,
                       const struct k7_run *run, const struct k7_account_times *times)
{
    struct clock_account *clocks = &account->clocks;
    const uint64_t end = times->retired - times->slot;
    const uint64_t dispatched = times->dispatched < end ? times->dispatched : end;
    uint64_t front = k7_account_beyond(dispatched, times->before);
    uint64_t left = k7_account_beyond(end, times->before) - front;

    clock_account_add(clocks, K7_CAUSE_RETIRE, times->slot);
    clock_account_spend(clocks, K7_CAUSE_CODE, (uint64_t)run->fetch_wait * K7_CLOCK, &front);
    clock_account_add(
        clocks, plan->attributes & K7_SERIALISES ? K7_CAUSE_SERIALISE : account->late_by, front);
    clock_account_spend(clocks, k7_account_latency_cause(plan),
                        k7_account_beyond(times->done, times->began + times->slot), &left);
    clock_account_spend(clocks, K7_CAUSE_UNIT, k7_account_beyond(times->began, times->loaded),
                        &left);
    k7_account_loads(clocks, run, k7_account_beyond(times->loaded, times->addressed), &left);
    clock_account_add(clocks, K7_CAUSE_UNIT, left);
    account->late_by = k7_account_late_cause(plan, run);
}

void k7_account_pass(struct k7_account *account, uint64_t time)
{
    clock_account_add(&account->clocks, account->paused_by, time);
    account->paused_by = K7_CAUSE_MICROCODE;
    account->late_by = K7_CAUSE_MICROCODE;
}

void k7_account_pause_is(struct k7_account *account, bool halted)
{
    account->paused_by = halted ? K7_CAUSE_HALTED : K7_CAUSE_ENTRY;
}

/* ---- counters -------------------------------------------------------------------------------- */

/* A counter counts a clock when it begins; its rest counts as retirement. */
void k7_account_note_read(struct k7_account *account, uint64_t rest)
{
    clock_account_note_read(&account->clocks);
    account->clocks.read.of[account->clocks.ring][K7_CAUSE_RETIRE] += rest;
}

void k7_account_set_ring(struct k7_account *account, unsigned cpl, uint64_t rest)
{
    clock_account_add(&account->clocks, K7_CAUSE_RETIRE, rest);
    account->clocks.ring = cpl != 0;
    clock_account_add(&account->clocks, K7_CAUSE_RETIRE, -rest);
}
