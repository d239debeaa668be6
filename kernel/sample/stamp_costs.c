/*
 * SPDX-License-Identifier: MIT
 * Calibrates the cost of a stamp: the loops of stamp_loops.asm stamp themselves, with some code
 * between two stamps and with twice as much. Medians over their iterations are used, since the
 * machine may interrupt itself. A hook's cost has two parts: before its first read of the
 * time-stamp counter, and after its second.
 */
#include "kernel/sample/stamp_runs.h"

#include "kernel/lib/stdlib.h"
#include "kernel/machine/memory.h"
#include "kernel/sample/hook_stamps.h"

#define ITERATIONS          16 /* as in stamp_loops.asm */
#define STAMPS_OF_ITERATION 4
#define REPETITIONS         5
#define SPIN_EVERY          10000 /* approximate clocks between two interruptions */

void stamped_plain(void), stamped_breakpoint(void), stamped_port(void), stamped_write(void);
void stamped_spin(void);
extern uint32_t stamped_words[2];

static const struct benchmark plain = {
    .name = "stamps", .text = "stamps and nothing else", .run = stamped_plain};
static const struct benchmark breakpoint = {
    .name = "stamps", .text = "stamps and breakpoints", .run = stamped_breakpoint};
static const struct benchmark port = {
    .name = "stamps", .text = "stamps and a port", .run = stamped_port};
static const struct benchmark written = {
    .name = "stamps", .text = "stamps and writes", .run = stamped_write};
static const struct benchmark spin = {
    .name = "stamps", .text = "a loop to be interrupted", .run = stamped_spin};

/* ---- medians -------------------------------------------------------------------------------- */

struct values {
    unsigned n;
    int32_t all[ITERATIONS * REPETITIONS];
};

static int stamp_cost_compare(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? -1 : x > y;
}

static fixed_t stamp_cost_median(struct values *values)
{
    qsort(values->all, values->n, sizeof values->all[0], stamp_cost_compare);
    return values->n ? fixed_from_int(values->all[values->n / 2]) : 0;
}

static void stamp_cost_add(struct values *values, uint32_t value)
{
    values->all[values->n++] = (int32_t)value;
}

/* ---- runs of a loop ------------------------------------------------------------------------- */

/* Returns -1 after reporting an error. */
static int stamp_cost_run_loop(struct stamp_session *s, const struct benchmark *benchmark)
{
    struct measurement m;
    s->benchmark = benchmark;
    s->room = ITERATIONS * STAMPS_OF_ITERATION * REPETITIONS;
    s->most_repetitions = REPETITIONS;
    if (!stamp_run_benchmark(s, &m) && s->repetitions == REPETITIONS)
        return 0;
    run_error(s->run, "cost of a stamp: the calibration loop failed");
    return -1;
}

static const struct stamp *channel_at(const struct stamp_session *s, unsigned r, unsigned iteration,
                                      unsigned i)
{
    return &s->channels[s->runs[r].first_channel + iteration * STAMPS_OF_ITERATION + i];
}

/* The median interval from one stamp of an iteration to the next. */
static fixed_t stamp_cost_interval(const struct stamp_session *s, unsigned i, struct values *values)
{
    values->n = 0;
    for (unsigned r = 0; r < s->repetitions; r++)
        for (unsigned iteration = 0; iteration < ITERATIONS; iteration++)
            stamp_cost_add(values, channel_at(s, r, iteration, i + 1)->low -
                                       channel_at(s, r, iteration, i)->low);
    return stamp_cost_median(values);
}

/* The intervals with which other kinds of stamp are compared. */
struct base {
    fixed_t apart; /* the code between two stamps */
    fixed_t once;  /* interval between stamps with this code once */
    fixed_t twice; /* interval with this code twice */
};

static int stamp_cost_find_base(struct stamp_session *s, struct stamp_costs *costs,
                                struct base *base)
{
    struct values values;
    if (stamp_cost_run_loop(s, &plain))
        return -1;
    base->twice = stamp_cost_interval(s, 1, &values);
    fixed_t with_value = stamp_cost_interval(s, 2, &values);
    base->once = stamp_cost_interval(s, 0, &values);
    base->apart = base->twice - base->once;
    costs->after[STAMP_CHANNEL] = base->once - base->apart;
    costs->before[STAMP_VALUE] =
        with_value - base->once; /* the value is stored first; the rest is equal */
    costs->after[STAMP_VALUE] = costs->after[STAMP_CHANNEL];
    costs->least = fixed_from_int(values.all[0]) - base->apart;
    costs->most = fixed_from_int(values.all[values.n - 1]) - base->apart;
    return 0;
}

/*
 * Calibrates a hook between stamps 1 and 2 of each iteration. `own`: clocks of the hooked
 * instruction, which belong to the program.
 */
static int stamp_cost_find_hook(struct stamp_session *s, const struct benchmark *benchmark,
                                fixed_t own, const struct base *base, fixed_t *before,
                                fixed_t *after)
{
    struct values before_it, after_it;
    before_it.n = after_it.n = 0;
    if (stamp_cost_run_loop(s, benchmark))
        return -1;
    for (unsigned r = 0; r < s->repetitions; r++)
        for (unsigned iteration = 0; iteration < ITERATIONS && s->runs[r].hooked == ITERATIONS;
             iteration++) {
            const struct stamp *hooked = &s->hooked[s->runs[r].first_hooked + iteration];
            stamp_cost_add(&before_it, hooked->low - channel_at(s, r, iteration, 1)->low);
            stamp_cost_add(&after_it,
                           channel_at(s, r, iteration, 2)->low - hooked->low - hooked->spent);
        }
    if (!before_it.n) {
        run_error(s->run, "cost of a stamp: the hook did not fire during calibration");
        return -1;
    }
    *before = stamp_cost_median(&before_it) - base->once - own;
    *after = stamp_cost_median(&after_it) - base->apart;
    return 0;
}

/*
 * Finds the clocks of an interruption outside its handler's measurement. The values are in 1/16
 * clock, since the mean over a repetition is not a whole number.
 */
static int stamp_cost_find_interruption(struct stamp_session *s, const struct hook_options *without,
                                        const struct hook_options *with, fixed_t *outside)
{
    struct values alone, more;
    alone.n = more.n = 0;
    hook_stamps_begin(without);
    int failed = stamp_cost_run_loop(s, &spin);
    hook_stamps_end();
    if (failed)
        return -1;
    for (unsigned r = 0; r < s->repetitions; r++)
        stamp_cost_add(&alone, s->channels[2 * r + 1].low - s->channels[2 * r].low);
    int64_t usual = fixed_to_int(stamp_cost_median(&alone));
    hook_stamps_begin(with);
    failed = stamp_cost_run_loop(s, &spin);
    hook_stamps_end();
    for (unsigned r = 0; r < s->repetitions && !failed; r++) {
        const struct stamped_run *one = &s->runs[r];
        const struct stamp *first = &s->channels[one->first_channel];
        int64_t clocks = (int64_t)(first[1].low - first->low) - usual;
        for (unsigned i = 0; i < one->hooked; i++)
            clocks -= s->hooked[one->first_hooked + i].spent;
        if (one->hooked)
            stamp_cost_add(&more, (uint32_t)(clocks * 16 / (int)one->hooked));
    }
    *outside = stamp_cost_median(&more) / 16;
    return failed;
}

/* ---- each hook ------------------------------------------------------------------------------ */

/*
 * While an address is watched, a processor may run all code differently: the virtual Pentium pairs
 * no instructions then. So if watches are requested, the calibration watches the word next to the
 * loop's.
 */
static const struct address_watch elsewhere = {.address = (uint32_t)&stamped_words[1]};

static struct hook_options stamp_cost_hooks(const struct hook_options *wanted, unsigned hooks)
{
    return (struct hook_options){
        .hooks = hooks, .watches = &elsewhere, .n_watches = wanted->n_watches ? 1 : 0};
}

static int stamp_cost_of_exception(struct stamp_session *s, const struct hook_options *wanted,
                                   const struct base *base, struct stamp_costs *costs)
{
    const struct hook_options hooks = stamp_cost_hooks(wanted, HOOK_EXCEPTIONS);
    hook_stamps_begin(&hooks);
    int failed = stamp_cost_find_hook(s, &breakpoint, 0, base, &costs->before[STAMP_EXCEPTION],
                                      &costs->after[STAMP_EXCEPTION]);
    hook_stamps_end();
    return failed;
}

static int stamp_cost_of_port(struct stamp_session *s, const struct hook_options *wanted,
                              const struct base *base, struct stamp_costs *costs)
{
    const struct hook_options hooks = stamp_cost_hooks(wanted, HOOK_PORTS);
    hook_stamps_begin(&hooks);
    int failed =
        stamp_cost_find_hook(s, &port, 0, base, &costs->before[STAMP_IN], &costs->after[STAMP_IN]);
    hook_stamps_end();
    costs->before[STAMP_OUT] = costs->before[STAMP_IN];
    costs->after[STAMP_OUT] = costs->after[STAMP_IN];
    return failed;
}

/* The write itself belongs to the program; its time is measured without a watch. */
static int stamp_cost_of_watch(struct stamp_session *s, const struct hook_options *wanted,
                               const struct base *base, struct stamp_costs *costs)
{
    static const struct address_watch here = {.address = (uint32_t)&stamped_words[0]};
    const struct hook_options other = stamp_cost_hooks(wanted, 0);
    struct values values;
    hook_stamps_begin(&other);
    int failed = stamp_cost_run_loop(s, &written);
    hook_stamps_end();
    if (failed)
        return -1;
    fixed_t own = stamp_cost_interval(s, 1, &values) - base->twice;
    hook_stamps_begin(&(struct hook_options){.watches = &here, .n_watches = 1});
    failed = stamp_cost_find_hook(s, &written, own, base, &costs->before[STAMP_WATCH],
                                  &costs->after[STAMP_WATCH]);
    hook_stamps_end();
    return failed;
}

/*
 * The two parts of its cost cannot be separated; its entry is assumed to cost the same as a
 * breakpoint's.
 */
static int stamp_cost_of_interrupt(struct stamp_session *s, const struct hook_options *wanted,
                                   struct stamp_costs *costs)
{
    uint32_t ticks = (uint32_t)((uint64_t)wanted->ticks_hz * SPIN_EVERY / s->run->hz);
    struct hook_options alone = stamp_cost_hooks(wanted, 0), often = alone;
    fixed_t outside, entry = costs->before[STAMP_EXCEPTION];
    often.hooks = HOOK_INTERRUPTS;
    often.ticks = ticks ? ticks : 1;
    if (stamp_cost_find_interruption(s, &alone, &often, &outside))
        return -1;
    costs->before[STAMP_INTERRUPT] = entry < outside ? entry : outside;
    costs->after[STAMP_INTERRUPT] = outside - costs->before[STAMP_INTERRUPT];
    return 0;
}

int stamp_costs_find(struct kernel_run *run, const struct variant *variant,
                     const struct hook_options *wanted, struct stamp_costs *costs)
{
    struct stamp_session s = {.run = run, .variant = variant, .quiet = true};
    struct base base;
    uintptr_t mark = memory_mark();
    *costs = (struct stamp_costs){0};
    const struct hook_options nothing = stamp_cost_hooks(wanted, 0);
    hook_stamps_begin(&nothing);
    int failed = stamp_cost_find_base(&s, costs, &base);
    hook_stamps_end();
    if (!failed && (wanted->hooks & (HOOK_EXCEPTIONS | HOOK_INTERRUPTS)))
        failed = stamp_cost_of_exception(&s, wanted, &base, costs);
    if (!failed && (wanted->hooks & HOOK_PORTS))
        failed = stamp_cost_of_port(&s, wanted, &base, costs);
    if (!failed && wanted->n_watches)
        failed = stamp_cost_of_watch(&s, wanted, &base, costs);
    if (!failed && (wanted->hooks & HOOK_INTERRUPTS))
        failed = stamp_cost_of_interrupt(&s, wanted, costs);
    memory_release(mark);
    return failed;
}
