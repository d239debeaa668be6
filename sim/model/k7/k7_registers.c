/*
 * SPDX-License-Identifier: MIT
 * The K7's model-specific registers: selectors, counters, TSC, and the simulator's list of the
 * events that the model counts.
 */
#include "sim/model/k7/k7_account.h"
#include "sim/model/k7/k7_state.h"

#define MSR_TSC 0x10u
/* AMD 22007, appendix D: PerfEvtSel0 to 3, PerfCtr0 to 3. */
#define MSR_SELECT  0xc0010000u
#define MSR_COUNTER 0xc0010004u

#define EVENT_CLOCKS 0x76u /* CPU_CLK_UNHALTED: AMD 22007, appendix D */

/* docs/simulator.md, "Which events are counted". */
#define MSR_COUNTED       0xb0000000u
#define MSR_COUNTED_WORDS 4u

/* ---- totals ---------------------------------------------------------------------------------- */

static k7_total_set k7_registers_selection(struct model *model, unsigned counter, unsigned event,
                                           unsigned mask)
{
    const uint16_t code = (uint16_t)(event | mask << 8);

    if (model->selected_code[counter] != code) {
        model->selected[counter] = k7_events_select(event, mask);
        model->selected_code[counter] = code;
    }
    return model->selected[counter];
}

static uint64_t k7_registers_total(void *context, unsigned event, unsigned mask, unsigned counter)
{
    struct model *model = context;
    uint64_t total = 0;

    model->count[TOTAL_CLOCKS_UNHALTED] = k7_clock(model) - model->halted;
    for (k7_total_set left = k7_registers_selection(model, counter, event, mask); left;
         left &= left - 1)
        total += model->count[__builtin_ctzll(left)];
    return total;
}

static uint64_t k7_registers_clock(void *context)
{
    return k7_clock(context);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/*
 * Evaluates conditions only on unhalted clocks, which have one event in each clock; other events
 * are reported clock by clock.
 */
static bool k7_registers_condition(void *context, unsigned event, unsigned mask, unsigned counter,
                                   struct count_condition_rule rule, uint64_t *total)
{
    struct model *model = context;
    const bool possible = rule.threshold <= 1;
    const uint64_t clocks = k7_clock(model) - model->halted;

    if (!k7_set_has(k7_registers_selection(model, counter, event, mask), TOTAL_CLOCKS_UNHALTED))
        return false;
    if (rule.edge)
        *total = possible ? model->wakes : 0;
    else if (rule.invert && rule.threshold)
        *total = k7_clock(model) - (possible ? clocks : 0);
    else
        *total = possible ? clocks : 0;
    return true;
}

static bool k7_registers_has_masked(const struct model *model, unsigned counter)
{
    return k7_set_has(model->selected[counter], TOTAL_MASKED_CLOCKS) ||
           k7_set_has(model->selected[counter], TOTAL_MASKED_PENDING_CLOCKS);
}

static void k7_registers_set_condition(void *context, unsigned counter, unsigned event,
                                       unsigned mask, struct count_condition *condition)
{
    struct model *model = context;

    k7_registers_selection(model, counter, event, mask);
    model->conditions[counter] = condition;
    model->by_clock = 0;
    model->watches_interrupts = false;
    for (unsigned i = 0; i < K7_COUNTERS; i++) {
        model->by_clock |= model->conditions[i] ? model->selected[i] : 0;
        model->watches_interrupts |= k7_registers_has_masked(model, i);
    }
}

/* ---- registers ------------------------------------------------------------------------------- */

void k7_registers_reset(struct model *model)
{
    static const struct evntsel_family one_enable = {
        .counters = K7_COUNTERS, .bits = 48, .write_bits = 48, .one_enable = true};
    const struct evntsel_source source = {k7_registers_total, k7_registers_clock,
                                          k7_registers_condition, k7_registers_set_condition,
                                          model};

    model->counters.reserved_faults = model->config.counters.reserved_faults;
    evntsel_reset(&model->counters, model->config.counters.one_enable ? &one_enable : &evntsel_k7,
                  &source);
}

void k7_set_ring(struct model *model, unsigned cpl)
{
    if (cpl == model->counters.ring)
        return;
    k7_instruction_finish(model);
    if (k7_core_account(model->core))
        k7_account_set_ring(k7_core_account(model->core), cpl, k7_core_rest(model->core));
    evntsel_set_ring(&model->counters, cpl);
}

static uint64_t k7_registers_read_counter(struct model *model, unsigned n)
{
    if (k7_core_account(model->core))
        k7_account_note_read(k7_core_account(model->core), k7_core_rest(model->core));
    return evntsel_read(&model->counters, n);
}

int k7_read_msr(struct model *model, uint32_t msr, uint64_t *value)
{
    if (msr == MSR_TSC) {
        k7_instruction_finish(model);
        *value = model->tsc_base + k7_clock(model);
    } else if (msr - MSR_COUNTER < K7_COUNTERS)
        *value = k7_registers_read_counter(model, msr - MSR_COUNTER);
    else if (msr - MSR_SELECT < K7_COUNTERS)
        *value = evntsel_selected(&model->counters, msr - MSR_SELECT);
    else if (msr - MSR_COUNTED < MSR_COUNTED_WORDS)
        *value = k7_events_counted(msr - MSR_COUNTED);
    else
        return -1;
    return 0;
}

int k7_write_msr(struct model *model, uint32_t msr, uint64_t value)
{
    if (msr == MSR_TSC)
        model->tsc_base = value - k7_clock(model);
    else if (msr - MSR_COUNTER < K7_COUNTERS)
        evntsel_write(&model->counters, msr - MSR_COUNTER, value);
    else if (msr - MSR_SELECT < K7_COUNTERS) {
        model->pending.more += model->config.clocks.wrmsr_select;
        return evntsel_select(&model->counters, msr - MSR_SELECT, value);
    } else
        return -1;
    return 0;
}

int k7_read_pmc(struct model *model, uint32_t index, uint64_t *value)
{
    if (index >= K7_COUNTERS)
        return -1;
    *value = k7_registers_read_counter(model, index);
    return 0;
}

const struct clock_account *k7_clock_account(struct model *model)
{
    struct k7_account *account = k7_core_begin_account(model->core);

    if (!account)
        return NULL;
    k7_account_clocks(account)->ring = model->counters.ring != 0;
    return k7_account_clocks(account);
}

struct counter_look k7_counter(struct model *model, unsigned n)
{
    return evntsel_look(&model->counters, n, EVENT_CLOCKS);
}

/* For event selects DCh to DFh on a counter that counts. */
bool k7_counts_matches(const struct model *model)
{
    for (unsigned i = 0; i < K7_COUNTERS; i++)
        if (model->counters.counter[i].counting && (model->selected[i] >> TOTAL_MATCHES_0 & 15))
            return true;
    return false;
}
