/*
 * SPDX-License-Identifier: MIT
 * Runs repetitions of a benchmark. The part from setting the machine's state to the end of the
 * counted run is in boot/launch.asm.
 */
#include "kernel/measure/repetition.h"

#include "boot/contain.h"
#include "boot/descriptors.h"
#include "boot/launch.h"
#include "boot/stack_limit.h"
#include "kernel/measure/bench_memory.h"
#include "kernel/lib/arena.h"
#include "kernel/lib/hooks.h"
#include "kernel/lib/stdio.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"
#include "kernel/machine/board_cache.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/watchdog.h"
#include "kernel/lib/x86.h"
#include "pmc/counter_use.h"
#include "pmc/uncounted/nested_probes.h"

unsigned measure_executions;

const struct benchmark measure_empty = {
    .name = "empty", .text = "an empty region", .run = region_empty};

const struct benchmark measure_inner_probes = {
    .name = "inner probes", .text = "nested regions", .run = nested_probe_regions};

const struct benchmark measure_empty_stub = {
    .name = "empty stub", .text = "an empty region", .run = region_empty_stub};

const struct benchmark measure_nothing = {
    .name = "nothing", .text = "an empty run", .run = region_nothing};

/* Returns the routine, or one that first limits the stack by a segment. */
static void (*repetition_limited(void (*routine)(void), enum ring ring))(void)
{
    if (paging_guards_stack())
        return routine;
    uint32_t start = (uint32_t)paging_benchmark_stack() - PAGING_STACK_BYTES;
    stack_limit_selector = descriptors_limit_stack(start, ring == RING_USER);
    stack_limit_routine = routine;
    return stack_limit_enter;
}

/* Calls a routine, which may be NULL. Returns 0, or -1 if it did not return. */
static int repetition_call(void (*routine)(void), enum ring ring)
{
    if (!routine)
        return 0;
    machine_state_reset_x87();
    void (*launched_routine)(void) = stack_limit_routine;
    int ended =
        contain_run(repetition_limited(routine, ring), paging_benchmark_stack(), ring == RING_USER);
    stack_limit_routine = launched_routine;
    return ended ? -1 : 0;
}

/* The same under the watchdog, outside measured code. */
static int repetition_call_watched(void (*routine)(void), enum ring ring)
{
    watchdog_arm();
    int failed = repetition_call(routine, ring);
    machine_state_restore();
    watchdog_disarm();
    return failed;
}

/* The number of counters that a pass uses, up to the last one that counts an event. */
static unsigned repetition_counters_used(const struct measure_setup *setup)
{
    unsigned n = setup->pmc->counters;
    while (n && (setup->pass->time_stamp || !setup->pass->counted[n - 1].event))
        n--;
    return n;
}

unsigned measure_counters(const struct measure_setup *setup)
{
    unsigned n = repetition_counters_used(setup);
    return n > REGION_COUNTERS ? n : REGION_COUNTERS;
}

/* Sets how the probes read, and which counters. */
static void repetition_set_reading(const struct measure_setup *setup)
{
    uint8_t counter[PMC_MAX_COUNTERS];
    unsigned n = repetition_counters_used(setup);
    for (unsigned i = 0; i < n; i++)
        counter[i] = (uint8_t)pmc_counter_at(setup->pmc, setup->pass->counted, i);
    probe_reads_set(setup->pmc, setup->reading, setup->pass->near, n,
                    setup->pmc->notation ? counter : NULL);
}

/* Sets the counters for a run. */
static void repetition_prepare(const struct measure_setup *setup)
{
    counter_use = (struct counter_use){0};
    probe_reads_reset();
    setup->pmc->start(setup->pass->counted);
}

static bool in_use(unsigned r)
{
    return regions[r].entries || regions[r].exits;
}

static enum region_by repetition_entered_by(const struct region *region)
{
    if (!region->stub_calls)
        return BY_PROBE;
    return region->stub_calls == region->entries + region->exits ? BY_STUB : BY_BOTH;
}

/* Calls the benchmark's setup. The data is the same in each pass, so rand() starts over. */
static int repetition_set_up(const struct measurement *m)
{
    bench_memory_renew();
    srand(1);
    int failed = repetition_call(m->benchmark->setup, m->setup->ring);
    arena_mark();
    return failed;
}

/* Lists the regions that the last run has entered. */
static void repetition_list_regions(struct measurement *out)
{
    unsigned place = 0;
    for (unsigned r = 0; r < REGIONS; r++)
        if (in_use(r))
            out->region[place++] =
                (struct measured_region){.by = repetition_entered_by(&regions[r]),
                                         .number = (uint16_t)r,
                                         .entries = regions[r].entries,
                                         .exits = regions[r].exits,
                                         .entered_at = regions[r].entered_at,
                                         .left_at = regions[r].left_at,
                                         .unpaired = regions[r].unpaired,
                                         .cold_ends = UINT32_MAX,
                                         .displaced_ends = UINT32_MAX};
}

static void repetition_announce(const struct measurement *m)
{
    if (m->setup->announce)
        m->setup->announce(m->setup->announce_to, m);
}

int repetition_run_uncounted(const struct measurement *m)
{
    /* Announced as the run that finds the regions, which is no repetition. */
    struct measurement before = *m;
    before.region = NULL;
    memset(regions, 0, sizeof regions);
    repetition_announce(&before);
    watchdog_arm();
    stdio_reset();
    setvbuf(stdout, m->setup->output, _IOFBF, m->setup->output_bytes); /* no effect for 0 bytes */
    repetition_prepare(m->setup);
    int failed = repetition_set_up(m) || repetition_call(m->benchmark->restore, m->setup->ring);
    launch_make_cold(); /* earlier runs and the report format must not affect this one */
    measure_executions++;
    failed = failed || repetition_call(m->benchmark->run, m->setup->ring);
    machine_state_restore();
    watchdog_disarm();
    return failed ? E_MEASURE_FAULT : 0;
}

/* Describes the whole-run region, which contains all probes that the last run has executed. */
static struct measured_region repetition_whole_run(void)
{
    struct measured_region whole = {.number = REGION_WHOLE, .entries = 1, .exits = 1};
    uint32_t stub_calls = 0;
    for (unsigned r = 0; r < REGIONS; r++) {
        whole.inner_begins += regions[r].entries;
        whole.inner_ends += regions[r].exits;
        stub_calls += regions[r].stub_calls;
    }
    whole.by = !whole.inner_begins && !whole.inner_ends              ? BY_NONE
               : stub_calls == whole.inner_begins + whole.inner_ends ? BY_STUB
                                                                     : BY_PROBE;
    whole.inner_begins -= whole.inner_begins > 0;
    whole.inner_ends -= whole.inner_ends > 0;
    return whole;
}

int repetition_begin(const struct benchmark *benchmark, const struct measure_setup *setup,
                     struct measurement *out)
{
    size_t samples = setup->repetitions;
    *out = (struct measurement){.benchmark = benchmark, .setup = setup, .runs_per_sample = 1};
    repetition_set_reading(setup);
    if (repetition_run_uncounted(out))
        return E_MEASURE_FAULT;
    for (unsigned r = 0; r < REGIONS && !setup->whole; r++)
        out->n_regions += in_use(r);
    if (setup->whole)
        out->n_regions = 1;
    /* Their bytes may exceed 32 bits; a sorted copy and the clocks need room too. */
    if (samples >
        memory_left() / ((out->n_regions * measure_counters(setup) + 2) * sizeof *out->counts))
        return E_MEASURE_MEMORY;
    out->region = memory_allocate(out->n_regions * sizeof *out->region);
    out->counts =
        memory_allocate(out->n_regions * measure_counters(setup) * samples * sizeof *out->counts);
    out->clocks = memory_allocate(samples * sizeof *out->clocks);
    if (!out->region || !out->counts || !out->clocks)
        return E_MEASURE_MEMORY;
    if (setup->whole)
        out->region[0] = repetition_whole_run();
    else
        repetition_list_regions(out);
    return 0;
}

/*
 * Sets everything up and makes one uncounted run, in which the probes call the routine instead of
 * reading (READ_BY_CALL). `regions` has their sums.
 */
static int repetition_run_called(const struct measurement *m, const uint8_t *routine)
{
    probe_reads_patch(READ_BY_CALL, (uint32_t)routine);
    int failed = repetition_run_uncounted(m);
    m->setup->pmc->stop();
    repetition_set_reading(m->setup);
    return failed;
}

int repetition_find_nested(struct measurement *m)
{
    if (m->n_regions == 1)
        m->region[0].first = true;
    if (m->setup->whole || m->n_regions < 2)
        return 0;
    nested_probe_trace = NESTED_PROBE_TRACE_START;
    int failed = repetition_run_called(m, nested_probe_read);
    if (failed)
        return failed;
    for (unsigned i = 0; i < m->n_regions; i++) {
        const struct region *region = &regions[m->region[i].number];
        m->region[i].first = (uint32_t)region == nested_probe_trace.first_slot;
        m->region[i].inner_begins = (uint32_t)region->near_sum;
        m->region[i].inner_ends = (uint32_t)region->far_sum - region->exits;
    }
    return 0;
}

int64_t *measurement_counts(const struct measurement *measurement, unsigned place, unsigned counter)
{
    return measurement->counts + (place * measure_counters(measurement->setup) + counter) *
                                     (size_t)measurement->setup->repetitions;
}

static void repetition_store_samples(struct measurement *m, unsigned repetition)
{
    for (unsigned i = 0; i < m->n_regions; i++) {
        const struct region *region = &regions[m->region[i].number];
        for (unsigned c = 0; c < measure_counters(m->setup); c++)
            measurement_counts(m, i, c)[repetition] =
                (int64_t)probe_reads_sum(m->region[i].number, c);
        const enum region_by by =
            m->setup->whole ? repetition_whole_run().by : repetition_entered_by(region);
        if (region->entries != m->region[i].entries || region->exits != m->region[i].exits ||
            by != m->region[i].by)
            m->region[i].varies = true;
        m->region[i].unpaired |= region->unpaired;
    }
}

static const struct measure_setup *launched;

/* Sets the counters again after a run that has set them itself. */
static void repetition_prepare_again(void)
{
    if (launched->begin_run)
        launched->begin_run();
    else
        repetition_prepare(launched);
}

/*
 * Reports whether the next repetition begins with cold caches. The first one does if skip_first is
 * set: otherwise it would find what the kernel's own code has left in them since the regions were
 * found.
 */
static bool repetition_begins_cold(const struct measurement *m)
{
    return m->setup->state == STATE_COLD || (m->setup->skip_first && !m->begun);
}

/* Fills `launch` for a repetition of the measurement. */
static void repetition_fill_launch(const struct measurement *m, bool cold)
{
    const struct measure_setup *setup = m->setup;
    launched = setup;
    launch = (struct launch){
        .run = repetition_limited(m->benchmark->run, setup->ring),
        .restore = m->benchmark->restore,
        .again = repetition_prepare_again,
        .stack_top = paging_benchmark_stack(),
        .user = setup->ring == RING_USER,
        .cr0 = machine_state_cr0(),
        .warm = setup->state == STATE_WARM && !setup->skip_first,
        .cold = cold,
        .whole = setup->whole,
        .memory = m->benchmark->memory || m->benchmark->memory_for,
    };
    if (m->n_regions) {
        const struct measured_region *last = &m->region[m->n_regions - 1];
        launch.slots = &regions[m->region[0].number];
        launch.slots_bytes = (last->number + 1u - m->region[0].number) * sizeof regions[0];
    }
}

/*
 * Empties the board's cache if launch_make_cold() does not. Restoring data before a run would load
 * that data into the cache, so the restoring is done here first, and not again by
 * launch_repetition().
 */
static int displace_board_cache(const struct measurement *m)
{
    arena_release();
    int failed = repetition_call(m->benchmark->restore, m->setup->ring);
    board_cache_displace();
    return failed;
}

/*
 * Waits for a random time before a repetition. If disturbances come at a fixed interval,
 * repetitions of that length, or of a multiple of it, would all be disturbed at the same place. The
 * wait is at most the length of the last repetition or the interval between disturbances, whichever
 * is less. It counts iterations instead of clocks: a wait that ends at a disturbance would put the
 * next one at a fixed place again.
 */
#define PAUSE_CLOCKS 16 /* clocks of an iteration, about */

static void repetition_pause(const struct measurement *m)
{
    static uint32_t random = 1;
    uint64_t longest = m->setup->apart;
    if (!m->repetitions || !longest)
        return;
    if ((uint64_t)m->clocks[m->repetitions - 1] < longest)
        longest = (uint64_t)m->clocks[m->repetitions - 1];
    random = random * 1664525 + 1013904223; /* Press and others, Numerical Recipes, 7.1 */
    uint64_t wait = longest * (random >> 16) >> 16;
    for (uint64_t iterations = wait / PAUSE_CLOCKS; iterations; iterations--)
        (void)rdtsc();
}

static int repetition_run_once(struct measurement *m)
{
    const bool cold = repetition_begins_cold(m), displace = cold && board_cache_is_displaced();
    repetition_pause(m);
    watchdog_arm();
    int failed = displace ? displace_board_cache(m) : 0;
    if (m->setup->ablate)
        machine_state_ablate(m->setup->ablate);
    stdio_reset();
    repetition_prepare(m->setup);
    if (m->setup->begin_repetition)
        m->setup->begin_repetition();
    repetition_fill_launch(m, cold);
    if (displace) {
        launch.memory = false;
        launch.restore = NULL;
    }
    failed = failed || launch_repetition();
    measure_executions += 1 + launch.warm;
    m->clocks[m->repetitions] = (int64_t)(launch.ended - launch.begun);
    if (m->setup->ablate)
        machine_state_ablate(ABLATE_NONE);
    machine_state_restore();
    watchdog_disarm();
    if (failed)
        return -1;
    m->reprogrammed |= counter_use.written;
    repetition_store_samples(m, m->repetitions);
    if (!m->repetitions)
        m->begun_cold = cold && m->setup->state == STATE_WARM;
    m->begun = true;
    m->repetitions++;
    return 0;
}

int repetition_repeat(struct measurement *m, unsigned repetitions)
{
    int failed = 0;
    while (!failed && m->repetitions < repetitions && m->repetitions < m->setup->repetitions) {
        repetition_announce(m);
        failed = repetition_run_once(m);
    }
    m->setup->pmc->stop();
    return failed ? E_MEASURE_FAULT : 0;
}

int repetition_contain(void (*routine)(void))
{
    return repetition_call_watched(routine, RING_KERNEL) ? E_MEASURE_FAULT : 0;
}

int repetition_check(const struct measurement *m, char *text, size_t size)
{
    if (!m->benchmark->check)
        return 0;
    hooks_verdict = NULL;
    hooks_check = m->benchmark->check;
    if (repetition_call_watched(hooks_run_check, m->setup->ring))
        return E_MEASURE_FAULT;
    for (size_t i = 0; hooks_verdict && i < size; i++)
        text[i] = i + 1 < size ? (char)x86_read8_safe((uint32_t)hooks_verdict + i) : '\0';
    return hooks_verdict ? E_MEASURE_WRONG : 0;
}
