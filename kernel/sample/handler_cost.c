/*
 * SPDX-License-Identifier: MIT
 * Calibrates the handler: the loop runs alone, then with a number of interruptions that makes a few
 * more or less insignificant. The difference is their cost in clocks and in each event. The first
 * interruption of a try finds the handler in no cache and takes about a thousand clocks more on a
 * P5; it is one of fifty. Medians are used, since the machine may interrupt itself too.
 *
 * For a source that watches writes, the loop writes. A processor may run all code differently while
 * an address is watched, so the loop alone runs with the neighbouring word watched.
 */
#include "kernel/sample/handler_cost.h"

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"

#define TRIES 9
#define TICKS 8    /* least interruptions of a try by a steady source */
#define EVERY 2000 /* clocks between two interruptions: fifty in at least 100,000 clocks */
#define MOST  1000 /* most interruptions per try; with a slow source the loop may take many */

#define SPIN_CLOCKS 100000 /* least clocks of the loop: iterations of spin.asm, one clock each */

void sample_spin(void);    /* defined in spin.asm */
void stamped_writes(void); /* defined in stamp_loops.asm; writes the first of two words */
extern uint32_t stamped_words[2];

static const struct benchmark spin = {
    .name = "spin", .text = "a loop to be interrupted", .run = sample_spin};
static const struct benchmark writes = {
    .name = "writes", .text = "a loop of writes that trap", .run = stamped_writes};

static void handler_cost_sort(fixed_t *values)
{
    for (unsigned i = 1; i < TRIES; i++)
        for (unsigned j = i; j && values[j] < values[j - 1]; j--) {
            fixed_t high = values[j - 1];
            values[j - 1] = values[j];
            values[j] = high;
        }
}

static fixed_t handler_cost_median(fixed_t *values)
{
    handler_cost_sort(values);
    return values[TRIES / 2];
}

/* The uninterrupted loop: clocks, and counts of the counters in the pass. */
struct alone {
    fixed_t clocks, counted[SAMPLED_COUNTERS];
};

/* The number of counters with counts. */
static unsigned handler_cost_counters(const struct measure_setup *setup)
{
    unsigned n = measure_counters(setup);
    return n < setup->pmc->counters ? n : setup->pmc->counters;
}

static int handler_cost_run_alone(struct measure_setup *setup, struct alone *alone)
{
    struct measurement m;
    fixed_t values[TRIES];
    setup->repetitions = TRIES;
    int failed = repetition_begin(&spin, setup, &m);
    if (!failed)
        failed = repetition_repeat(&m, TRIES);
    if (failed)
        return failed;
    for (unsigned i = 0; i < TRIES; i++)
        values[i] = fixed_from_int(m.clocks[i]);
    alone->clocks = handler_cost_median(values);
    for (unsigned c = 0; c < handler_cost_counters(setup); c++) {
        for (unsigned i = 0; i < TRIES; i++)
            values[i] = fixed_from_int(measurement_counts(&m, 0, c)[i]);
        alone->counted[c] = handler_cost_median(values);
    }
    return 0;
}

struct tries {
    bool interrupted; /* in any try */
    fixed_t all[TRIES], outside[TRIES], counted[SAMPLED_COUNTERS][TRIES];
};

/* Evaluates one try; one without an interruption is ignored. */
static void handler_cost_evaluate(const struct session_end *end, const struct alone *alone,
                                  unsigned counters, unsigned i, struct tries *tries)
{
    fixed_t n = fixed_from_int(end->interruptions ? end->interruptions : 1);
    fixed_t entries = fixed_from_int(end->entries ? end->entries : 1);
    const unsigned runs = end->repetitions ? end->repetitions : 1;
    fixed_t more = fixed_from_int((int64_t)end->clocks) - runs * alone->clocks;
    tries->all[i] = fixed_divide(more, n);
    tries->outside[i] = fixed_divide(more - fixed_from_int((int64_t)end->hidden), entries);
    for (unsigned c = 0; c < counters; c++) {
        int64_t sum = (int64_t)end->tail[c];
        for (unsigned s = 0; s < end->n; s++)
            sum += end->samples[s].delta[c];
        tries->counted[c][i] = fixed_divide(fixed_from_int(sum) - runs * alone->counted[c], n);
    }
}

/* The event that triggers interruptions: the loop has it in every pass. */
static struct pmc_counted handler_cost_trigger(const struct pmc *pmc, bool stepped)
{
    const char *name = stepped ? "instructions" : "clocks";
    return (struct pmc_counted){.event = pmc_event_find(pmc, name, strlen(name)),
                                .rings = PMC_RING_KERNEL | PMC_RING_USER};
}

/*
 * Runs of the loop per try. A steady source may interrupt less than once per run. In a cold state a
 * source that counts may need a rehearsal: kernel/sample/engine/sampler.c.
 */
static unsigned handler_cost_repetitions(const struct kernel_run *run,
                                         const struct measure_setup *setup,
                                         const struct sample_source *source)
{
    if (source->steady)
        return 1 + (unsigned)(run->hz / source->hz() * TICKS / SPIN_CLOCKS);
    return source->counts && setup->state == STATE_COLD ? 2 : 1;
}

/* Interrupts the loop; for a source that watches, the loop's writes to `watched`. */
static int handler_cost_interrupt_loop(struct measure_setup *setup,
                                       const struct sample_source *source, bool stepped,
                                       const uint32_t *watched, const struct alone *alone,
                                       struct tries *tries)
{
    const struct session session = {.source = source,
                                    .trigger = handler_cost_trigger(setup->pmc, stepped),
                                    .stepped = stepped,
                                    .every = source->watch ? 1 : EVERY,
                                    .watched = (uint32_t)watched,
                                    .groups = setup->pass,
                                    .n_groups = 1,
                                    .only = 0,
                                    .wanted = MOST,
                                    .room = MOST,
                                    .repetitions = setup->repetitions};
    for (unsigned i = 0; i < TRIES; i++) {
        uintptr_t mark = memory_mark();
        struct measurement m;
        struct session_end end;
        int failed = repetition_begin(source->watch ? &writes : &spin, setup, &m);
        if (!failed)
            failed = sampler_run(&session, 0, &m, &end);
        if (failed)
            return failed;
        handler_cost_evaluate(&end, alone, handler_cost_counters(setup), i, tries);
        tries->interrupted |= end.n != 0;
        memory_release(mark);
    }
    return 0;
}

/* Runs the loop with a word watched that the loop does not write. */
static int handler_cost_run_unwritten(struct measure_setup *setup,
                                      const struct sample_source *source, struct tries *tries,
                                      struct alone *alone)
{
    static const struct alone nothing;
    int failed =
        handler_cost_interrupt_loop(setup, source, false, &stamped_words[1], &nothing, tries);
    alone->clocks = handler_cost_median(tries->all);
    for (unsigned c = 0; c < handler_cost_counters(setup); c++)
        alone->counted[c] = handler_cost_median(tries->counted[c]);
    return failed;
}

static int handler_cost_measure(const struct kernel_run *run, struct measure_setup *setup,
                                const struct sample_source *source, bool stepped,
                                struct tries *tries)
{
    struct alone alone;
    int failed = source->watch ? 0 : handler_cost_run_alone(setup, &alone);
    sampler_setup(setup);
    setup->repetitions = handler_cost_repetitions(run, setup, source);
    if (!failed && source->watch)
        failed = handler_cost_run_unwritten(setup, source, tries, &alone);
    return failed ? failed
                  : handler_cost_interrupt_loop(setup, source, stepped, &stamped_words[0], &alone,
                                                tries);
}

static const char *handler_cost_no_interrupt(const struct sample_source *source)
{
    if (source->counts)
        return "source: 'event': counter 0 overflows without an interrupt: on a P5, pin PM0 must "
               "be wired to NMI (in the virtual Pentium: with --pm0-nmi)";
    return source->watch ? "source: 'watch': a write to a watched address does not trap on this "
                           "machine; source=timer samples by time"
                         : NULL;
}

int handler_cost_find(struct kernel_run *run, const struct variant *variant, unsigned pass,
                      const struct sample_source *source, bool stepped, struct handler_cost *cost)
{
    struct measure_setup setup = sampler_whole_runs(run, &spin, variant, pass);
    uintptr_t mark = memory_mark();
    struct tries *tries = memory_allocate(sizeof *tries);
    setup.announce = NULL;
    int failed = E_MEASURE_MEMORY;
    if (tries) {
        *tries = (struct tries){0};
        if (source->steady)
            source->open(run->hz, 0); /* at its highest rate */
        failed = handler_cost_measure(run, &setup, source, stepped, tries);
        if (source->steady)
            source->open(run->hz, run->config->sample_hz);
    }
    if (failed) {
        run_error(run, failed == E_MEASURE_MEMORY
                           ? "cost of an interruption: not enough memory to measure it"
                           : "cost of an interruption: the calibration loop did not return");
        return -1;
    }
    if (handler_cost_no_interrupt(source) && !tries->interrupted) {
        run_error(run, handler_cost_no_interrupt(source));
        return -1;
    }
    fixed_t outside = handler_cost_median(tries->outside);
    cost->outside = outside > 0 ? (uint32_t)fixed_to_int(outside) : 0;
    cost->median = handler_cost_median(tries->all);
    cost->minimum = tries->all[0];
    cost->maximum = tries->all[TRIES - 1];
    for (unsigned c = 0; c < handler_cost_counters(&setup); c++)
        cost->counted[c] = handler_cost_median(tries->counted[c]);
    memory_release(mark);
    return 0;
}
