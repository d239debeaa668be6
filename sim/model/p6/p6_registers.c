/*
 * SPDX-License-Identifier: MIT
 * The P6's model-specific registers: selectors, counters, TSC, other registers that software
 * reads, and the simulator's list of the events that the model counts.
 */
#include "sim/model/clock_account.h"
#include "sim/model/p6/p6_state.h"

/* SDM volume 3, Table 35-46. */
#define MSR_MC_ADDRESS  0x00u
#define MSR_MC_TYPE     0x01u
#define MSR_TSC         0x10u
#define MSR_POWERON     0x2au /* EBL_CR_POWERON */
#define MSR_COUNTER     0xc1u /* PerfCtr0, PerfCtr1 */
#define MSR_SELECT      0x186u
#define MSR_DEBUG       0x1d9u
#define MSR_LAST_BRANCH 0x1dbu /* from, to */

#define EVENT_CLOCKS 0x79u /* CPU_CLK_UNHALTED: SDM volume 3, Table 19-37 */

#define DEBUG_IMPLEMENTED 0x7fu /* bits of DEBUGCTL: SDM 17.14 */

/* docs/simulator.md, "Which events are counted". */
#define MSR_COUNTED       0xb0000000u
#define MSR_COUNTED_WORDS 4u

/* ---- totals --------------------------------------------------------------------------------- */

static const struct p6_selection *p6_registers_selection(struct model *model, unsigned counter,
                                                         unsigned event, unsigned mask)
{
    const uint16_t code = (uint16_t)(event | mask << 8);

    if (model->selected_code[counter] != code) {
        model->selected[counter] = p6_events_select(model->config.processor, counter, event, mask);
        model->selected_code[counter] = code;
    }
    return &model->selected[counter];
}

static uint64_t p6_registers_sum(const struct model *model, const struct p6_total_set *set)
{
    uint64_t total = 0;

    for (unsigned word = 0; word < 2; word++)
        for (uint64_t left = set->words[word]; left; left &= left - 1)
            total += model->count[word * 64 + (unsigned)__builtin_ctzll(left)];
    return total;
}

static uint64_t p6_registers_total(void *context, unsigned event, unsigned mask, unsigned counter)
{
    struct model *model = context;
    const struct p6_selection *selected = p6_registers_selection(model, counter, event, mask);

    model->count[TOTAL_CLOCKS_UNHALTED] = p6_now(model) - model->halted;
    if (model->watches_interrupts)
        p6_interrupts_count(model);
    if (selected->core >= 0)
        return model->reading
                   ? p6_clock_tally_seen(model->core, (enum p6_core_event)selected->core)
                   : p6_clock_tally(model->core, (enum p6_core_event)selected->core)->total;
    return p6_registers_sum(model, &selected->totals);
}

static uint64_t p6_registers_clock(void *context)
{
    return p6_now(context);
}

/* ---- conditions ----------------------------------------------------------------------------- */

/* Applies the rule to a condition that was true in `clocks` clocks and began `begun` times. */
static uint64_t p6_registers_by_rule(const struct model *model, struct count_condition_rule rule,
                                     uint64_t clocks, uint64_t begun)
{
    if (rule.edge)
        return begun;
    return rule.invert ? p6_now(model) - clocks : clocks;
}

static uint64_t p6_registers_core_condition(const struct model *model, enum p6_core_event event,
                                            struct count_condition_rule rule)
{
    const struct p6_tally *tally = p6_clock_tally(model->core, event);
    const unsigned n = rule.threshold ? rule.threshold : 1;
    const bool possible = n < sizeof tally->clocks / sizeof tally->clocks[0];

    rule.invert = rule.invert && rule.threshold;
    return p6_registers_by_rule(model, rule, possible ? tally->clocks[n] : 0,
                                possible ? tally->edges[n] : 0);
}

/* Unhalted clocks have one event in each clock. */
static uint64_t p6_registers_clock_condition(const struct model *model,
                                             struct count_condition_rule rule)
{
    const bool possible = rule.threshold <= 1;

    rule.invert = rule.invert && rule.threshold;
    return p6_registers_by_rule(model, rule, possible ? p6_now(model) - model->halted : 0,
                                possible ? model->wakes : 0);
}

/*
 * The core evaluates conditions on its events; conditions on clocks are computed; other events are
 * reported clock by clock.
 */
static bool p6_registers_condition(void *context, unsigned event, unsigned mask, unsigned counter,
                                   struct count_condition_rule rule, uint64_t *total)
{
    struct model *model = context;
    const struct p6_selection *selected = p6_registers_selection(model, counter, event, mask);

    if (selected->core >= 0)
        *total = p6_registers_core_condition(model, (enum p6_core_event)selected->core, rule);
    else if (p6_total_set_has(&selected->totals, TOTAL_CLOCKS_UNHALTED))
        *total = p6_registers_clock_condition(model, rule);
    else
        return false;
    return true;
}

static void p6_registers_set_condition(void *context, unsigned counter, unsigned event,
                                       unsigned mask, struct count_condition *condition)
{
    struct model *model = context;

    p6_registers_selection(model, counter, event, mask);
    model->conditions[counter] = condition;
    model->by_clock = (struct p6_total_set){0};
    for (unsigned i = 0; i < P6_COUNTERS; i++)
        for (unsigned word = 0; model->conditions[i] && word < 2; word++)
            model->by_clock.words[word] |= model->selected[i].totals.words[word];
    p6_interrupts_watch(model);
}

/* ---- registers ------------------------------------------------------------------------------ */

void p6_registers_reset(struct model *model)
{
    static const struct evntsel_family full = {
        .counters = 2, .bits = 40, .write_bits = 40, .one_enable = true};
    const struct evntsel_source source = {p6_registers_total, p6_registers_clock,
                                          p6_registers_condition, p6_registers_set_condition,
                                          model};

    for (unsigned i = 0; i < P6_COUNTERS; i++)
        model->selected[i].core = -1;
    model->counters.reserved_faults = model->config.counters.reserved_faults;
    evntsel_reset(&model->counters, model->config.counters.write_full ? &full : &evntsel_p6,
                  &source);
}

void p6_set_ring(struct model *model, unsigned cpl)
{
    if (cpl == model->counters.ring)
        return;
    p6_instruction_finish(model);
    p6_core_settle(model->core);
    if (p6_core_account(model->core))
        p6_core_account(model->core)->ring = cpl != 0;
    evntsel_set_ring(&model->counters, cpl);
}

/* The ratio of core and bus clock in halves, encoded in bits 25 to 22. [?] except for 2 to 4 */
static uint64_t p6_registers_poweron(const struct model *model)
{
    static const uint8_t codes[] = {[4] = 0, [6] = 1, [8] = 2, [5] = 8, [7] = 5, [9] = 6};
    const unsigned halves = model->config.bus.ratio_core;

    return (uint64_t)(halves < sizeof codes ? codes[halves] : 15) << 22;
}

static uint64_t p6_registers_read_counter(struct model *model, unsigned n)
{
    model->pending.more += model->config.clocks.rdmsr_counter;
    clock_account_note_read(p6_core_account(model->core));
    return evntsel_read(&model->counters, n);
}

int p6_read_msr(struct model *model, uint32_t msr, uint64_t *value)
{
    if (msr != MSR_TSC) /* RDMSR is microcode, so waiting uops are renamed separately from it */
        p6_core_settle(model->core);
    if (msr == MSR_DEBUG)
        *value = model->debug_control;
    else if (msr - MSR_LAST_BRANCH < 2)
        *value = model->last_branch[msr - MSR_LAST_BRANCH];
    else if (msr == MSR_MC_ADDRESS || msr == MSR_MC_TYPE)
        *value = 0; /* no machine check has happened */
    else if (msr == MSR_TSC)
        *value = model->tsc_base + p6_read_clock(model);
    else if (msr == MSR_POWERON)
        *value = p6_registers_poweron(model);
    else if (msr - MSR_COUNTER < P6_COUNTERS)
        *value = p6_registers_read_counter(model, msr - MSR_COUNTER);
    else if (msr - MSR_SELECT < P6_COUNTERS)
        *value = evntsel_selected(&model->counters, msr - MSR_SELECT);
    else if (msr - MSR_COUNTED < MSR_COUNTED_WORDS)
        *value = p6_events_counted(model->config.processor, msr - MSR_COUNTED);
    else
        return -1;
    return 0;
}

int p6_write_msr(struct model *model, uint32_t msr, uint64_t value)
{
    p6_core_settle(model->core);
    if (msr == MSR_DEBUG && !(value & ~(uint64_t)DEBUG_IMPLEMENTED))
        model->debug_control = value;
    else if (msr == MSR_TSC) /* a write clears the high half (RBIL) */
        model->tsc_base = (uint32_t)value - p6_now(model);
    else if (msr - MSR_COUNTER < P6_COUNTERS) {
        model->pending.more += model->config.clocks.wrmsr_counter;
        evntsel_write(&model->counters, msr - MSR_COUNTER, value);
    } else if (msr - MSR_SELECT < P6_COUNTERS)
        return evntsel_select(&model->counters, msr - MSR_SELECT, value);
    else
        return -1;
    return 0;
}

int p6_read_pmc(struct model *model, uint32_t index, uint64_t *value)
{
    if (index >= P6_COUNTERS)
        return -1;
    p6_read_clock(model);
    clock_account_note_read(p6_core_account(model->core));
    model->reading = true;
    *value = evntsel_read(&model->counters, index);
    model->reading = false;
    return 0;
}

const struct clock_account *p6_clock_account(struct model *model)
{
    struct clock_account *account = p6_core_begin_account(model->core);

    if (account)
        account->ring = model->counters.ring != 0;
    return account;
}

struct counter_look p6_counter(struct model *model, unsigned n)
{
    return evntsel_look(&model->counters, n, EVENT_CLOCKS);
}

/* The P6 has no events for breakpoint matches. */
bool p6_counts_matches(const struct model *model)
{
    (void)model;
    return false;
}
